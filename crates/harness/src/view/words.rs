//! How numbers, sizes, times and commands are said: each in one way, wherever it is read.

pub(crate) use chivalry_corpus::words::{bytes, counted, duration, grouped, plural, size, time};

use crate::statistics::Interval;
use chivalry_corpus::words::three_digits;

/// So many boards.
pub(crate) fn boards(count: u64) -> String {
    counted(count, "board")
}

/// A limit of moves.
pub(crate) fn limit(max_moves: Option<u8>) -> String {
    max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"))
}

/// A count with three digits at least.
pub(crate) fn count(count: f64) -> String {
    match count {
        count if count < 99_999.5 => three_digits(count),
        count if count < 999_500.0 => format!("{} k", three_digits(count / 1e3)),
        count => format!("{} M", three_digits(count / 1e6)),
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
        .map(|word| shlex::try_quote(word).unwrap_or_else(|_| word.clone().into()))
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
        for (number, text) in
            [(0.0, "0.00"), (12.34, "12.3"), (12_345.0, "12345"), (123_456.0, "123 k"), (2e6, "2.00 M")]
        {
            assert_eq!(count(number), text);
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
    fn command_lines_can_be_run_again() {
        let words = ["chivalry", "bench", "--goal", "11111/01111/00*11/00001/00000", "it's", ""].map(String::from);
        let line = command_line(&words);
        assert_eq!(shlex::split(&line).unwrap(), words);
        assert!(line.starts_with("chivalry bench --goal '11111/01111/00*11/00001/00000' "), "{line}");
    }
}
