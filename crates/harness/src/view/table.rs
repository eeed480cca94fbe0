//! The one table: rows of fields under named columns, written as text for a terminal and as Markdown; the page writes it as HTML.
//!
//! Labels, the first columns, say what a row is about; the columns behind them are figures.

use super::words::wrapped;
use anstyle::{AnsiColor, Style};
use chivalry_corpus::Escaped;
use std::io::{self, Write};
use std::ops::Range;

/// Columns of a terminal.
const WIDTH: usize = 80;

/// The least width of a figure, so that tables below each other line up.
const FIGURE: usize = 9;

/// What stands where there is no figure.
pub(crate) const NONE: &str = "-";

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    /// What it shows.
    pub(crate) title: String,
    /// How many of its columns are labels.
    pub(crate) labels: usize,
    /// The names of all columns.
    pub(crate) head: Vec<String>,
    /// Its rows, a field for each column.
    pub(crate) rows: Vec<Vec<Field>>,
}

/// A field of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Field {
    /// As it is shown.
    pub(crate) text: String,
    /// What it is ranked by, the least first; `None` where it is no figure.
    pub(crate) value: Option<f64>,
    /// Whether it is the best of those that it is compared with, and so in bold.
    pub(crate) is_best: bool,
    /// Its colour in a terminal, in bold.
    pub(crate) color: Option<AnsiColor>,
}

impl<T: Into<String>> From<T> for Field {
    fn from(text: T) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl Field {
    /// A figure, [`NONE`] where there is none.
    pub(crate) fn figure(value: Option<f64>, show: impl Fn(f64) -> String) -> Self {
        Self { text: value.map_or(NONE.into(), show), value, ..Self::default() }
    }

    /// As it is written in a terminal, in bold and colour where it is `styled`.
    pub(crate) fn shown(&self, styled: bool) -> String {
        let is_bold = styled && (self.is_best || self.color.is_some());
        let style = if is_bold { Style::new().bold().fg_color(self.color.map(Into::into)) } else { Style::new() };
        format!("{style}{}{style:#}", Escaped(&self.text))
    }
}

/// The characters of a text in a terminal.
fn length(text: &str) -> usize {
    Escaped(text).to_string().chars().count()
}

/// Marks the least of the figures, and those that equal it.
pub(crate) fn mark_best<'a>(fields: impl Iterator<Item = &'a mut Field>) {
    let fields: Vec<_> = fields.collect();
    let best = fields.iter().filter_map(|field| field.value).min_by(f64::total_cmp);
    for field in fields {
        field.is_best = field.value.is_some() && field.value == best;
    }
}

impl Table {
    /// A table without rows.
    pub(crate) fn new<T: Into<String>>(
        title: impl Into<String>,
        labels: usize,
        head: impl IntoIterator<Item = T>,
    ) -> Self {
        Self { title: title.into(), labels, head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row, the best of its figures marked.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = Field>) {
        let mut row: Vec<Field> = row.into_iter().collect();
        mark_best(row.iter_mut().skip(self.labels));
        self.rows.push(row);
    }

    /// Writes it as text, the best in bold where it is `styled`; where it is wider than a terminal, in parts of about as many columns each.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub(crate) fn text(&self, output: &mut dyn Write, styled: bool) -> io::Result<()> {
        writeln!(output, "{}", wrapped(&Escaped(&self.title).to_string()))?;
        let figures = self.head.len().saturating_sub(self.labels);
        let fits = |columns: usize| {
            self.parts(columns)
                .all(|part| self.columns(part).map(|column| self.width(column) + 1).sum::<usize>() <= WIDTH + 1)
        };
        let columns = (1..=figures).map(|parts| figures.div_ceil(parts)).find(|&columns| fits(columns)).unwrap_or(1);
        for (index, part) in self.parts(columns).enumerate() {
            if index > 0 {
                writeln!(output)?;
            }
            self.part(output, styled, &part)?;
        }
        Ok(())
    }

    /// Its figures in parts of so many columns; one part, though without any, where there is none.
    fn parts(&self, columns: usize) -> impl Iterator<Item = Range<usize>> {
        let end = self.head.len();
        (self.labels..end.max(self.labels + 1)).step_by(columns).map(move |first| first..(first + columns).min(end))
    }

    /// The columns of a part: all labels, and some figures.
    fn columns(&self, part: Range<usize>) -> impl Iterator<Item = usize> {
        (0..self.labels).chain(part)
    }

    /// Writes some of its columns.
    fn part(&self, output: &mut dyn Write, styled: bool, part: &Range<usize>) -> io::Result<()> {
        let (upper, lower): (Vec<Field>, Vec<Field>) = (0..self.head.len())
            .map(|column| self.name(column))
            .map(|(upper, lower)| (upper.into(), lower.into()))
            .unzip();
        let upper = Some(&upper).filter(|names| names[part.clone()].iter().any(|name| !name.text.is_empty()));
        for row in upper.into_iter().chain([&lower]).chain(&self.rows) {
            let field = |column: usize| {
                let pad = " ".repeat(self.width(column).saturating_sub(length(&row[column].text)));
                let text = row[column].shown(styled);
                if column == 0 { text + &pad } else { pad + &text }
            };
            let fields: Vec<_> = self.columns(part.clone()).map(field).collect();
            writeln!(output, "{}", fields.join(" ").trim_end())?;
        }
        Ok(())
    }

    /// The name of a column on two lines: one of two parts is parted, so that the column stays narrow.
    fn name(&self, column: usize) -> (&str, &str) {
        let name = &self.head[column];
        let labels = column < self.labels;
        name.split_at(name.find(['-', '+']).filter(|_| !labels).map_or(0, |end| end + 1))
    }

    /// The characters that a column needs.
    fn width(&self, column: usize) -> usize {
        let (upper, lower) = self.name(column);
        let least = if column < self.labels { 0 } else { FIGURE };
        let rows = self.rows.iter().map(|row| length(&row[column].text)).max().unwrap_or(0);
        least.max(length(upper)).max(length(lower)).max(rows)
    }

    /// Writes it as Markdown, the best in bold.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub(crate) fn markdown(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "**{}**\n", plain(&self.title))?;
        let names: Vec<_> = self.head.iter().map(|name| plain(name)).collect();
        writeln!(output, "| {} |", names.join(" | "))?;
        writeln!(output, "|---{}|", "|---:".repeat(self.head.len().saturating_sub(1)))?;
        for row in &self.rows {
            let fields = row.iter().map(|Field { text, is_best, .. }| {
                let bold = if *is_best { "**" } else { "" };
                format!("{bold}{}{bold}", plain(text))
            });
            writeln!(output, "| {} |", fields.collect::<Vec<_>>().join(" | "))?;
        }
        Ok(())
    }
}

/// A text that Markdown takes as it is.
pub(crate) fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in Escaped(text).to_string().chars() {
        if "\\`*_[]<>|#&~".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(texts: &[&str]) -> Vec<Field> {
        texts.iter().map(|text| Field { value: text.parse().ok(), ..Field::from(*text) }).collect()
    }

    fn text(table: &Table, styled: bool) -> String {
        let mut text = Vec::new();
        table.text(&mut text, styled).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn example() -> Table {
        let mut table = Table::new("Title", 2, ["distance", "boards", "one", "a-two", "b-three-four"]);
        table.push(figures(&["7", "10", "2", "wrong", "1"]));
        table.push(figures(&["random", "67603900", "0.5", "-", "0.5"]));
        table
    }

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let expected = "\
Title
                                   a-         b-
distance   boards       one       two three-four
7              10         2     wrong          1
random   67603900       0.5         -        0.5
";
        assert_eq!(text(&example(), false), expected);
    }

    #[test]
    fn the_best_is_bold_where_styled() {
        let styled = text(&example(), true);
        assert!(styled.contains("\u{1b}[1m1\u{1b}[0m\n"), "{styled}");
        assert_eq!(styled.matches("\u{1b}[1m").count(), 3);
        let mut markdown = Vec::new();
        example().markdown(&mut markdown).unwrap();
        let expected = "\
**Title**

| distance | boards | one | a-two | b-three-four |
|---|---:|---:|---:|---:|
| 7 | 10 | 2 | wrong | **1** |
| random | 67603900 | **0.5** | - | **0.5** |
";
        assert_eq!(String::from_utf8(markdown).unwrap(), expected);
    }

    #[test]
    fn tables_with_many_columns_are_parted() {
        let mut table =
            Table::new("A title", 1, ["dist".into()].into_iter().chain((0..10).map(|i| format!("engine+bound{i}"))));
        let figures =
            (0..10).map(|index| Field { value: Some(9.0 - f64::from(index)), ..Field::from(format!("f{index}")) });
        table.push([Field::from("7")].into_iter().chain(figures));
        let styled = text(&table, true);
        let plain = anstream::adapter::strip_str(&styled).to_string();
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
        // Each figure once, five and five, and one of them is the best of all.
        assert!((0..10).all(|index| plain.matches(&format!("f{index}")).count() == 1), "{plain}");
        assert_eq!(plain.lines().filter(|line| line.starts_with("dist")).count(), 2, "{plain}");
        assert_eq!(styled.matches("\u{1b}[1m").count(), 1);
    }

    #[test]
    fn a_table_needs_neither_figures_nor_rows_nor_room() {
        assert_eq!(text(&Table::new("Nothing", 1, ["name"]), false), "Nothing\nname\n");
        let mut wide = Table::new("Wide", 1, ["name", "one", "two"]);
        wide.push(["a".repeat(90), "1".into(), "2".into()].map(Field::from));
        assert_eq!(text(&wide, false).lines().count(), 6);
    }

    #[test]
    fn no_text_breaks_a_table() {
        let mut table = Table::new("a\nb", 1, ["x|y"]);
        table.push([Field::from("<b>\u{202e}`rm`\n|")]);
        let mut markdown = Vec::new();
        table.markdown(&mut markdown).unwrap();
        let markdown = String::from_utf8(markdown).unwrap();
        assert!(markdown.ends_with("| x\\|y |\n|---|\n| \\<b\\>\\\\u{202e}\\`rm\\`\\\\n\\| |\n"), "{markdown}");
        assert_eq!(text(&table, false).lines().count(), 3);
    }
}
