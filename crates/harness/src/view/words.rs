//! How numbers, sizes, times and commands are said: each in one way, wherever it is read.

use crate::statistics::Interval;

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
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
pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {many}", grouped(count)) }
}

/// So many boards.
pub(crate) fn boards(count: u64) -> String {
    plural(count, "board", "boards")
}

/// A limit of moves.
pub(crate) fn limit(max_moves: Option<u8>) -> String {
    max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"))
}

/// A time in nanoseconds with three digits and its unit.
pub(crate) fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, 1000.0, &["ns", "µs", "ms", "s"])
}

/// A number of bytes with three digits and its unit, a power of 1024 as limits of memory have it.
pub(crate) fn bytes(bytes: f64) -> String {
    if bytes < 999.5 { format!("{bytes:.0} B") } else { scaled(bytes, 1024.0, &["B", "KiB", "MiB", "GiB"]) }
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

/// A count with three digits at least.
pub(crate) fn count(count: f64) -> String {
    match count {
        count if count < 99_999.5 => three_digits(count),
        count if count < 999_500.0 => format!("{} k", three_digits(count / 1e3)),
        count => format!("{} M", three_digits(count / 1e6)),
    }
}

fn three_digits(number: f64) -> String {
    match number {
        number if number < 9.995 => format!("{number:.2}"),
        number if number < 99.95 => format!("{number:.1}"),
        number => format!("{number:.0}"),
    }
}

/// A part in percent: `5.0 %` for 0.05.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// A figure with its interval: `1.50 [1.40 – 1.60]`.
pub(crate) fn interval(interval: Interval, show: impl Fn(f64) -> String) -> String {
    let Interval { value, low, high } = interval;
    format!("{} [{} – {}]", show(value), show(low), show(high))
}

/// A ratio.
pub(crate) fn ratio(ratio: f64) -> String {
    format!("{ratio:.3}")
}

/// Names in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A time in seconds since 1970 as a date, UTC (the days by Howard Hinnant's `civil_from_days`).
pub(crate) fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{:02} UTC", seconds % 60)
}

/// A command line as a shell takes it.
pub(crate) fn command_line(words: &[String]) -> String {
    words
        .iter()
        .map(|word| shlex::try_quote(word).map_or_else(|_| word.clone().into(), |quoted| quoted))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text on as many lines as it takes, of 80 columns where its words allow, indented from the second on.
pub(crate) fn wrapped(text: &str) -> String {
    textwrap::fill(text, textwrap::Options::new(80).subsequent_indent("  ").break_words(false))
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
        for (number, text) in
            [(0.0, "0.00"), (12.34, "12.3"), (12_345.0, "12345"), (123_456.0, "123 k"), (2e6, "2.00 M")]
        {
            assert_eq!(count(number), text);
        }
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
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_790_000_000, "2026-09-21 14:13:20 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(date(seconds), text);
        }
        assert!(date(u64::MAX).ends_with(" UTC"));
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (300_000, "300,000"), (67_603_900, "67,603,900")]
        {
            assert_eq!(grouped(number), text);
        }
        assert_eq!([boards(1), boards(0), boards(2000)], ["1 board", "0 boards", "2,000 boards"]);
    }

    #[test]
    fn command_lines_can_be_run_again() {
        let words = ["chivalry", "bench", "--goal", "11111/01111/00*11/00001/00000", "it's", ""].map(String::from);
        let line = command_line(&words);
        assert_eq!(shlex::split(&line).unwrap(), words);
        assert!(line.starts_with("chivalry bench --goal '11111/01111/00*11/00001/00000' "), "{line}");
    }
}
