//! Runs in words, tables and rows. Each is made from a run alone, so that it is the same on the day of the run and later.

mod csv;
pub(crate) mod metrics;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod words;

pub(crate) use csv::csv;
pub(crate) use summary::Summary;
pub(crate) use table::Table;

use crate::run::Run;
use chivalry_corpus::Escaped;
use metrics::Metric;
use std::io::{self, Write};
use table::plain;

/// Writes a run for people at a terminal: 80 columns, good without colour, and piped; the best of each row in bold where it is `styled`, all metrics where
/// it is `verbose`.
///
/// # Errors
///
/// Where the writer fails.
pub(crate) fn text(run: &Run, output: &mut dyn Write, styled: bool, verbose: bool) -> io::Result<()> {
    let summary = Summary::of(run);
    let line = |output: &mut dyn Write, text: &str| writeln!(output, "{}", words::wrapped(&Escaped(text).to_string()));
    line(output, &summary.headline)?;
    for notice in &summary.notices {
        line(output, &format!("{}: {}", notice.about, notice.text))?;
    }
    for table in tables(run, &summary, verbose) {
        writeln!(output)?;
        table.text(output, styled)?;
    }
    writeln!(output)?;
    for (name, fact) in &summary.facts {
        line(output, &format!("{name}: {fact}"))?;
    }
    for warning in &summary.warnings {
        line(output, &format!("warning, {}: {}", warning.about, warning.text))?;
    }
    Ok(())
}

/// Writes a run as Markdown, to paste where people talk about it.
///
/// # Errors
///
/// Where the writer fails.
pub(crate) fn markdown(run: &Run, output: &mut dyn Write) -> io::Result<()> {
    let summary = Summary::of(run);
    writeln!(output, "{}\n", plain(&summary.headline))?;
    for notice in &summary.notices {
        writeln!(output, "**{}:** {}\n", plain(&notice.about), plain(&notice.text))?;
    }
    for table in tables(run, &summary, false) {
        table.markdown(output)?;
        writeln!(output)?;
    }
    for (name, fact) in &summary.facts {
        writeln!(output, "- {}: {}", plain(name), plain(fact))?;
    }
    for warning in &summary.warnings {
        writeln!(output, "- warning, {}: {}", plain(&warning.about), plain(&warning.text))?;
    }
    Ok(())
}

/// The tables of a run, in their order.
fn tables(run: &Run, summary: &Summary, verbose: bool) -> Vec<Table> {
    if run.strata.is_empty() {
        return Vec::new();
    }
    let metrics = metrics::ALL.iter().filter(|metric| verbose || !metric.verbose);
    let tables = metrics.map(|metric| metric.table(run, Metric::field));
    tables.chain([summary.growth.clone(), summary.totals.clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    fn as_text(run: &Run, verbose: bool) -> String {
        let mut text = Vec::new();
        super::text(run, &mut text, false, verbose).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn as_markdown(run: &Run) -> String {
        let mut text = Vec::new();
        markdown(run, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn all_is_there_within_80_columns() {
        let text = as_text(&example(), false);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        for part in [
            "Both engines are right on all 3 boards.\n",
            "distance boards   idastar     table\n0             1   40.0 ns   20.0 ns\n7             2    200 ns    400 ns\n",
            "\nGrowth per move, fitted\nengine  states expanded",
            "\nMachine: A processor, 2 cores, 8.00 GiB, A system 1.0\n",
            "\nwarning, few-rounds: 3 of 30 rounds, ",
        ] {
            assert!(text.contains(part), "{part}\nnot in\n{text}");
        }
        assert!(!text.contains("Fastest sample") && as_text(&example(), true).contains("Fastest sample"));
    }

    #[test]
    fn totals_of_the_bundled_engines_are_in_one_piece() {
        let mut run = example();
        run.engines[1].name = "bibfs-alternating".into();
        for solve in run.strata[1].boards.iter_mut().flat_map(|item| &mut item.solves) {
            solve.stats.expanded = 12_345_678;
        }
        let text = as_text(&run, false);
        let head = text.lines().find(|line| line.starts_with("engine") && line.contains("relative")).unwrap();
        assert!(head.ends_with("peak heap"), "{head}");
    }

    #[test]
    fn mishaps_are_said_first() {
        let text = as_text(&mishaps(), true);
        let begin = "table gives wrong answers.\nincomplete: the run was cut short; this is what it has\ntable: wrong on 2 of 3 boards; first 10110/";
        assert!(text.starts_with(begin), "{text}");
        assert!(text.contains("7             2   out 1/2     wrong\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let markdown = as_markdown(&mishaps());
        assert!(markdown.contains("\n**table:** wrong on 2 of 3 boards; first 10110/01\\*11/"), "{markdown}");
        assert!(markdown.contains("| 7 | 2 | out 1/2 | wrong |"), "{markdown}");
        // A wrong engine is named with its fault once.
        assert_eq!((text.matches("got 9").count(), markdown.matches("got 9").count()), (1, 1));
    }

    #[test]
    fn one_machine_has_one_memory() {
        for text in [as_text(&example(), false), as_markdown(&example())] {
            assert!(text.contains("8.00 GiB") && !text.contains("GB"), "{text}");
        }
    }

    #[test]
    fn markdown_has_the_best_in_bold() {
        let text = as_markdown(&example());
        let table = "\
**Time per board, warm (median)**

| distance | boards | idastar | table |
|---|---:|---:|---:|
| 0 | 1 | 40.0 ns | **20.0 ns** |
| 7 | 2 | **200 ns** | 400 ns |
| all | 3 | **147 ns** | 273 ns |
";
        assert!(text.contains(table), "{text}");
        assert!(text.contains("- warning, few-rounds: 3 of 30 rounds"), "{text}");
    }

    #[test]
    fn foreign_texts_are_not_obeyed() {
        let mut run = example();
        run.machine.cpu = "x\n| y | `rm`\u{1b}[31m\u{202e}".into();
        let (text, markdown) = (as_text(&run, false), as_markdown(&run));
        assert!(text.contains(r"Machine: x\n| y | `rm`\u{1b}[31m\u{202e}, 2 cores"), "{text}");
        assert!(markdown.contains(r"- Machine: x\\n\| y \| \`rm\`\\u{1b}\[31m\\u{202e}, 2 cores"), "{markdown}");
    }

    #[test]
    fn nothing_at_all_is_no_reason_to_fail() {
        let mut run = mishaps();
        run.strata.clear();
        assert!(as_text(&run, true).starts_with("Nothing was measured.\n"));
        (run.engines, run.self_check) = Default::default();
        assert!(as_text(&run, true).starts_with("Nothing was measured.\n"));
        assert!(as_markdown(&run).starts_with("Nothing was measured.\n"));
    }
}
