//! Numbers for people.

use std::time::Duration;

/// A number with a comma between thousands.
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

/// So many things, in words; `thing` is one of them.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if thing.ends_with('s') { "es" } else { "s" };
    if number == 1 { format!("1 {thing}") } else { format!("{} {thing}{plural}", grouped(number)) }
}

/// A number of bytes, in the units in which limits are given.
pub fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        0.0..1024.0 => format!("{bytes} B"),
        1024.0..1_048_576.0 => format!("{:.0} KiB", bytes / 1024.0),
        _ if bytes % 1_048_576.0 == 0.0 => format!("{:.0} MiB", bytes / 1_048_576.0),
        _ => format!("{:.1} MiB", bytes / 1_048_576.0),
    }
}

/// A time with up to three digits.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        0.0..1e-6 => (seconds * 1e9, "ns"),
        1e-6..1e-3 => (seconds * 1e6, "µs"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let digits = match number {
        _ if number.fract() == 0.0 => 0,
        0.0..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(time(Duration::from_secs(1)), "1 s");
        assert_eq!(time(Duration::from_micros(31_417)), "31.4 ms");
        assert_eq!(time(Duration::ZERO), "0 ns");
        assert_eq!((size(128 << 20), size(3_355_443)), ("128 MiB".into(), "3.2 MiB".into()));
        assert_eq!((counted(1, "process"), counted(2, "process")), ("1 process".into(), "2 processes".into()));
        assert_eq!((counted(1, "board"), counted(67_603_900, "board")), ("1 board".into(), "67,603,900 boards".into()));
    }
}
