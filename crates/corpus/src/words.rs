//! How numbers, sizes and times are said: each in one way, wherever it is read.

use std::time::Duration;

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something: `1 board`, `1,000 boards`.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {many}", grouped(count)) }
}

/// So many things, in words; `thing` is one of them.
pub fn counted(count: u64, thing: &str) -> String {
    let end = if thing.ends_with('s') { "es" } else { "s" };
    plural(count, thing, &format!("{thing}{end}"))
}

/// A time in nanoseconds with three digits and its unit.
pub fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, 1000.0, &["ns", "µs", "ms", "s"])
}

/// The same for a length of time, which is often a whole number of them: `1 s`.
pub fn duration(length: Duration) -> String {
    without_zeros(&time(length.as_nanos() as f64))
}

/// A number of bytes with three digits and its unit, a power of 1024 as limits of memory have it.
pub fn bytes(bytes: f64) -> String {
    if bytes < 999.5 { format!("{bytes:.0} B") } else { scaled(bytes, 1024.0, &["B", "KiB", "MiB", "GiB"]) }
}

/// The same for a size, which is often a whole number of them: `4 MiB`.
pub fn size(size: u64) -> String {
    without_zeros(&bytes(size as f64))
}

fn without_zeros(figure: &str) -> String {
    figure.replace(".00 ", " ").replace(".0 ", " ")
}

/// A number in the greatest of the units in which it is not below 1, or in the last.
fn scaled(number: f64, step: f64, units: &[&str]) -> String {
    let mut number = number;
    let (last, others) = units.split_last().unwrap_or((&"", &[]));
    for unit in others {
        if number < 999.5 {
            return format!("{} {unit}", three_digits(number));
        }
        number /= step;
    }
    format!("{} {last}", three_digits(number))
}

/// A number with three digits at least.
pub fn three_digits(number: f64) -> String {
    match number {
        number if number < 9.995 => format!("{number:.2}"),
        number if number < 99.95 => format!("{number:.1}"),
        number => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let times = [
            (0.5, "0.50 ns"),
            (999.4, "999 ns"),
            (999.6, "1.00 µs"),
            (12_345.0, "12.3 µs"),
            (2.5e9, "2.50 s"),
            (5e12, "5000 s"),
        ];
        for (nanoseconds, text) in times {
            assert_eq!(time(nanoseconds), text);
        }
        assert_eq!(duration(Duration::from_micros(31_417)), "31.4 ms");
        assert_eq!([duration(Duration::from_secs(1)), duration(Duration::from_secs(90))], ["1 s", "90 s"]);
        assert_eq!([size(4 << 20), size(3_355_443)], ["4 MiB", "3.20 MiB"]);
        for (number, text) in [
            (0.0, "0 B"),
            (512.0, "512 B"),
            (1000.0, "0.98 KiB"),
            (1536.0, "1.50 KiB"),
            (f64::from(128 << 20), "128 MiB"),
            (1023.9 * 1024.0, "1.00 MiB"),
            (2.5 * f64::from(1 << 30), "2.50 GiB"),
        ] {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (300_000, "300,000"), (67_603_900, "67,603,900")]
        {
            assert_eq!(grouped(number), text);
        }
        assert_eq!([counted(1, "board"), counted(2000, "board")], ["1 board", "2,000 boards"]);
        assert_eq!([counted(1, "process"), counted(2, "process")], ["1 process", "2 processes"]);
    }
}
