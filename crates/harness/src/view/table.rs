//! Tables and numbers for people, at most 80 columns wide.

use anstyle::Style;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

/// Characters of a column of figures, the space before it included.
const COLUMN: usize = 12;

/// Characters of the first column, two of labels of a row.
const LABEL: usize = 8;

/// A row: its label, a count beside it, and its figures.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the row is about.
    pub label: String,
    /// How many boards it is made of.
    pub boards: usize,
    /// The figures, one a column.
    pub figures: Vec<Figure>,
}

/// A figure of a table.
#[derive(Clone, Debug)]
pub struct Figure {
    /// As it is shown.
    pub text: String,
    /// What it is ranked by, smallest first; `None` where it is no figure.
    pub value: Option<f64>,
}

/// Columns that 80 characters have room for.
const COLUMNS: usize = 6;

/// Writes a table, the smallest figure of each row in bold where it is `styled`; with more columns than there is room for, in several parts of about
/// as many columns each.
///
/// # Errors
///
/// Where the writer fails.
pub fn write(output: &mut impl Write, styled: bool, title: &str, columns: &[&str], rows: &[Row]) -> io::Result<()> {
    writeln!(output, "{title}")?;
    let parts = columns.len().div_ceil(COLUMNS).max(1);
    let most = columns.len().div_ceil(parts).max(1);
    for first in (0..columns.len().max(1)).step_by(most) {
        if first > 0 {
            writeln!(output)?;
        }
        part(output, styled, columns, rows, first..(first + most).min(columns.len()))?;
    }
    Ok(())
}

/// Writes some columns of a table.
fn part(output: &mut impl Write, styled: bool, columns: &[&str], rows: &[Row], shown: Range<usize>) -> io::Result<()> {
    let columns = &columns[shown.clone()];
    // A name of two parts takes two lines, so that columns stay narrow.
    let (upper, lower): (Vec<_>, Vec<_>) =
        columns.iter().map(|name| name.split_at(name.find(['-', '+']).map_or(0, |end| end + 1))).unzip();
    if upper.iter().any(|name| !name.is_empty()) {
        heads(output, "", &upper)?;
    }
    heads(output, "dist  n", &lower)?;
    for Row { label, boards, figures } in rows {
        let best = figures.iter().filter_map(|figure| figure.value).min_by(f64::total_cmp);
        let boards = if *boards < 1000 { boards.to_string() } else { thousands(*boards) };
        let width = LABEL.saturating_sub(label.len().max(3));
        write!(output, "{label:>3}{boards:>width$}")?;
        for Figure { text, value } in figures.iter().skip(shown.start).take(shown.len()) {
            let style = if styled && value.is_some() && *value == best { Style::new().bold() } else { Style::new() };
            let pad = COLUMN.saturating_sub(text.chars().count()).max(1);
            write!(output, "{:pad$}{style}{text}{style:#}", "")?;
        }
        writeln!(output)?;
    }
    Ok(())
}

/// A count from 1,000 on, in three characters or little more.
fn thousands(count: usize) -> String {
    if count < 999_500 { format!("{}k", (count + 500) / 1000) } else { format!("{}M", (count + 500_000) / 1_000_000) }
}

fn heads(output: &mut impl Write, label: &str, names: &[impl Display]) -> io::Result<()> {
    let names: String = names.iter().fold(String::new(), |line, name| line + &format!("{name:>COLUMN$}"));
    writeln!(output, "{}", format!("{label:LABEL$}{names}").trim_end())
}

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

/// So many boards, in words.
pub fn boards(count: u64) -> String {
    if count == 1 { "1 board".into() } else { format!("{count} boards") }
}

/// A time in nanoseconds with three digits and its unit.
pub fn time(nanoseconds: f64) -> String {
    let units = [(1e3, 1.0, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")];
    let (_, unit, name) = units.into_iter().find(|(below, ..)| nanoseconds < below * 0.9995).unwrap_or((0.0, 1e9, "s"));
    format!("{} {name}", three_digits(nanoseconds / unit))
}

/// A count with three digits at least.
pub fn count(count: f64) -> String {
    match count {
        count if count < 99_999.5 => three_digits(count),
        count if count < 999_500.0 => format!("{} k", three_digits(count / 1e3)),
        count => format!("{} M", three_digits(count / 1e6)),
    }
}

/// A number of bytes with three digits and its unit.
pub fn bytes(bytes: f64) -> String {
    if bytes < 999.5 {
        return format!("{bytes:.0} B");
    }
    let units = [(1e6, 1e3, "kB"), (1e9, 1e6, "MB")];
    let (_, unit, name) = units.into_iter().find(|(below, ..)| bytes < below * 0.9995).unwrap_or((0.0, 1e9, "GB"));
    format!("{} {name}", three_digits(bytes / unit))
}

/// A number of bytes in the units of limits, which are powers of 1024.
pub fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        0.0..1024.0 => format!("{bytes} B"),
        1024.0..1_048_576.0 => format!("{:.0} KiB", bytes / 1024.0),
        _ if bytes % 1_048_576.0 == 0.0 => format!("{:.0} MiB", bytes / 1_048_576.0),
        _ => format!("{:.1} MiB", bytes / 1_048_576.0),
    }
}

fn three_digits(number: f64) -> String {
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
        let times = [(0.5, "0.50 ns"), (999.4, "999 ns"), (999.6, "1.00 µs"), (12_345.0, "12.3 µs"), (2.5e9, "2.50 s")];
        for (nanoseconds, text) in times {
            assert_eq!(time(nanoseconds), text);
        }
        for (number, text) in
            [(0.0, "0.00"), (12.34, "12.3"), (12_345.0, "12345"), (123_456.0, "123 k"), (2e6, "2.00 M")]
        {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn bytes_have_three_digits() {
        for (number, text) in
            [(0.0, "0 B"), (512.0, "512 B"), (1234.0, "1.23 kB"), (8.8e6, "8.80 MB"), (2.5e9, "2.50 GB")]
        {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn labels_and_counts_keep_apart() {
        for (label, boards, head) in [
            ("rand", 100, "rand 100"),
            ("rand", 2000, "rand  2k"),
            (">15", 67_603_900, ">15  68M"),
            ("all", 1000, "all   1k"),
        ] {
            let mut text = Vec::new();
            write(&mut text, false, "", &["one"], &[Row { label: label.into(), boards, figures: Vec::new() }]).unwrap();
            assert!(String::from_utf8(text).unwrap().ends_with(&format!("\n{head}\n")));
        }
    }

    #[test]
    fn the_best_is_bold_where_styled() {
        let figure = |text: &str, value| Figure { text: text.into(), value };
        let figures = vec![figure("2", Some(2.0)), figure("wrong", None), figure("1", Some(1.0))];
        let rows = [Row { label: "7".into(), boards: 10, figures }];
        let mut plain = Vec::new();
        write(&mut plain, false, "Title", &["one", "a-two", "b-three-four"], &rows).unwrap();
        let expected = "\
Title
                              a-          b-
dist  n          one         two  three-four
  7   10           2       wrong           1
";
        let plain = String::from_utf8(plain).unwrap();
        assert_eq!(plain, expected);
        let mut styled = Vec::new();
        write(&mut styled, true, "Title", &["one", "a-two", "b-three-four"], &rows).unwrap();
        assert!(String::from_utf8(styled).unwrap().contains("\u{1b}[1m1\u{1b}[0m\n"));
    }
    #[test]
    fn tables_with_many_columns_are_parted() {
        let names: Vec<_> = (0..10).map(|index| format!("engine+bound{index}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let figures = (0..10).map(|index| Figure { text: format!("f{index}"), value: Some(9.0 - f64::from(index)) });
        let row = Row { label: "7".into(), boards: 10, figures: figures.collect() };
        let mut output = Vec::new();
        write(&mut output, true, "A title", &names, &[row]).unwrap();
        let text = anstream::adapter::strip_str(std::str::from_utf8(&output).unwrap()).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        // Each figure once, five and five, and one of them is the best of all.
        assert_eq!((0..10).filter(|index| text.matches(&format!("f{index}")).count() == 1).count(), 10, "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("dist")).count(), 2, "{text}");
        assert_eq!(String::from_utf8(output).unwrap().matches("\u{1b}[1m").count(), 1);
    }

    #[test]
    fn sizes_are_in_the_units_of_limits() {
        assert_eq!(size(128 << 20), "128 MiB");
        assert_eq!(size(3_355_443), "3.2 MiB");
    }
}
