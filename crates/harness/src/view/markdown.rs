//! A record as Markdown, to paste where people talk about it.

use super::{Shown, cell_text, facts};
use crate::run::wire::{Cell, Record};
use crate::view::table;
use std::io::{self, Write};

/// The figure of an engine on a stratum, each by its number.
type Value = fn(&Record, usize, usize, &Cell) -> Option<f64>;

/// How a figure is shown.
type Show = fn(f64) -> String;

/// Writes tables of time and of expanded states, the best of each row in bold, with what was measured where and by which command.
///
/// # Errors
///
/// Where the writer fails.
pub fn write(record: &Record, mut output: impl Write) -> io::Result<()> {
    let output = &mut output;
    for engine in &record.engines {
        if let Some(fault) = &engine.fault {
            writeln!(output, "**Wrong:** `{}` on `{}`: {}\n", engine.name, fault.board, escaped(&fault.message))?;
        }
    }
    for fault in record.corpus_faults.iter().take(super::MOST_FAULTS) {
        writeln!(output, "**Wrong:** `{}`: {}\n", fault.board, escaped(&fault.message))?;
    }
    match record.corpus_faults.len().saturating_sub(super::MOST_FAULTS) {
        0 => {}
        more => writeln!(output, "And {more} more distances of the corpus.\n")?,
    }
    if !record.complete {
        writeln!(output, "**Incomplete:** the run was cut short.\n")?;
    }
    let tables: [(&str, Value, Show); 3] = [
        ("Time per board, warm (median)", |_, _, _, cell| cell.warm.as_ref().map(|times| times.median_ns), table::time),
        ("Time per board, cold (median)", |_, _, _, cell| cell.cold.as_ref().map(|times| times.median_ns), table::time),
        (
            "States expanded per board",
            |record, stratum, engine, _| {
                Some(record.expanded(stratum, engine) as f64 / record.strata[stratum].boards as f64)
            },
            table::count,
        ),
    ];
    for (title, value, show) in tables {
        writeln!(output, "**{title}**\n")?;
        let names: Vec<_> = record.engines.iter().map(|engine| escaped(&engine.name)).collect();
        writeln!(output, "| stratum | boards | {} |", names.join(" | "))?;
        writeln!(output, "|---|---:|{}", "---:|".repeat(record.engines.len()))?;
        for (index, stratum) in record.strata.iter().enumerate() {
            let shown: Vec<Shown> = (0..record.engines.len())
                .map(|engine| {
                    let cell = record.cell(index, engine);
                    cell_text(cell, stratum.boards, value(record, index, engine, cell), show)
                })
                .collect();
            row(output, &escaped(&stratum.name), &stratum.boards.to_string(), &shown)?;
        }
        if title.contains("warm") {
            let means = record.totals.engines.iter().map(|total| total.geometric_mean);
            let means: Vec<_> = means
                .map(|mean| Shown { text: mean.map_or("-".into(), |mean| format!("{mean:.2}×")), value: mean })
                .collect();
            row(output, "geometric mean", &record.totals.boards.to_string(), &means)?;
        }
        writeln!(output)?;
    }
    for fact in facts(record) {
        writeln!(output, "- {}", escaped(&fact))?;
    }
    for warning in &record.warnings {
        writeln!(output, "- warning, {}: {}", warning.kind, escaped(&warning.message))?;
    }
    Ok(())
}

/// A row with the best in bold.
fn row(output: &mut impl Write, label: &str, boards: &str, shown: &[Shown]) -> io::Result<()> {
    let best = shown.iter().filter_map(|shown| shown.value).min_by(f64::total_cmp);
    let figures = shown.iter().map(|Shown { text, value }| {
        let bold = if value.is_some() && *value == best { "**" } else { "" };
        format!("{bold}{text}{bold}")
    });
    writeln!(output, "| {label} | {boards} | {} |", figures.collect::<Vec<_>>().join(" | "))
}

/// A text that Markdown takes as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.extend(c.escape_debug()),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::wire::example::{example, mishaps};

    fn text(record: &Record) -> String {
        let mut text = Vec::new();
        write(record, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn tables_have_the_best_in_bold() {
        let text = text(&example());
        let begin = "\
**Time per board, warm (median)**

| stratum | boards | idastar | table |
|---|---:|---:|---:|
| 0 | 1 | 40.0 ns | **20.0 ns** |
| 7 | 2 | **200 ns** | 400 ns |
| geometric mean | 3 | **1.41×** | **1.41×** |
";
        assert!(text.starts_with(begin), "{text}");
        assert!(text.contains("| 7 | 2 | **21.0** | **21.0** |"), "{text}");
        assert!(text.contains("- warning, few-rounds: 3 rounds of 30"), "{text}");
        assert!(text.contains("0123456789ab"), "{text}");
    }

    #[test]
    fn mishaps_stand_first_and_in_their_cells() {
        let text = text(&mishaps());
        assert!(
            text.starts_with("**Wrong:** `table` on `10110/01*11/10111/01001/00000`: expected 7 moves, got 9\n"),
            "{text}"
        );
        assert!(text.contains("**Incomplete:**"), "{text}");
        assert!(text.contains("| 7 | 2 | out 1/2 | wrong |"), "{text}");
    }

    #[test]
    fn no_text_breaks_a_table() {
        let mut record = example();
        record.strata[0].name = "a|b".into();
        record.machine.cpu = "x\n| y | `rm`".into();
        let text = text(&record);
        assert!(text.contains("| a\\|b |"), "{text}");
        assert!(text.contains("x\\n\\| y \\| \\`rm\\`"), "{text}");
    }
}
