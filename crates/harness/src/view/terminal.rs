//! A record for people at a terminal: 80 columns for six engines, good without colour, and piped.

use super::{Shown, cell_text, facts};
use crate::view::table::{self, Figure, Row};
use crate::run::wire::{Cell, Factor, Record, Solve, Times};
use chivalry_corpus::Escaped;
use std::io::{self, Write};

/// Columns that a line has at most, where its words allow.
const WIDTH: usize = 80;

/// A table: each figure for a stratum and an engine, and how those of several strata become one.
struct Table {
    title: &'static str,
    value: fn(&Record, usize, usize) -> Option<f64>,
    show: fn(f64) -> String,
    sum: Sum,
}

/// How the figures of several strata become one.
#[derive(Clone, Copy)]
enum Sum {
    /// The mean over their boards.
    Mean,
    /// The mean over their expanded states.
    PerNode,
    /// The greatest.
    Most,
    /// Not at all.
    None,
}

/// What is always shown.
const TABLES: [Table; 5] = [
    Table {
        title: "Time per board, warm (median)",
        value: |r, s, e| warm(r, s, e, |t| t.median_ns),
        show: table::time,
        sum: Sum::Mean,
    },
    Table {
        title: "Time per board, cold: a new engine for each (median)",
        value: |r, s, e| Some(r.cell(s, e).cold.as_ref()?.median_ns),
        show: table::time,
        sum: Sum::Mean,
    },
    Table {
        title: "States expanded per board",
        value: |r, s, e| Some(counted(r, s, e, |c| c.expanded)),
        show: table::count,
        sum: Sum::Mean,
    },
    Table {
        title: "Time per state expanded, warm",
        value: |r, s, e| r.cell(s, e).warm.as_ref()?.per_node_ns,
        show: table::time,
        sum: Sum::PerNode,
    },
    Table {
        title: "Heap, at its peak",
        value: |r, s, e| r.cell(s, e).peak_heap.map(|bytes| bytes as f64),
        show: table::bytes,
        sum: Sum::Most,
    },
];

/// What is shown where all is asked for.
const MORE: [Table; 7] = [
    Table {
        title: "Fastest sample, per board, warm",
        value: |r, s, e| warm(r, s, e, |t| t.min_ns),
        show: table::time,
        sum: Sum::Mean,
    },
    Table {
        title: "Half the 95 % interval of the median, warm, in % of it",
        value: |r, s, e| warm(r, s, e, |t| 50.0 * (t.high_ns - t.low_ns) / t.median_ns),
        show: percent,
        sum: Sum::None,
    },
    Table {
        title: "Median distance from the median (MAD), warm, in % of it",
        value: |r, s, e| warm(r, s, e, |t| 100.0 * t.mad_ns / t.median_ns),
        show: percent,
        sum: Sum::None,
    },
    Table {
        title: "States generated per board",
        value: |r, s, e| Some(counted(r, s, e, |c| c.generated)),
        show: table::count,
        sum: Sum::Mean,
    },
    Table {
        title: "Duplicates per board",
        value: |r, s, e| Some(counted(r, s, e, |c| c.duplicates)),
        show: table::count,
        sum: Sum::Mean,
    },
    Table {
        title: "States stored at the peak, per board",
        value: |r, s, e| Some(counted(r, s, e, |c| c.peak_stored)),
        show: table::count,
        sum: Sum::Mean,
    },
    Table {
        title: "Iterations or levels per board",
        value: |r, s, e| Some(counted(r, s, e, |c| c.rounds)),
        show: table::count,
        sum: Sum::Mean,
    },
];

fn warm(record: &Record, stratum: usize, engine: usize, of: fn(&Times) -> f64) -> Option<f64> {
    record.cell(stratum, engine).warm.as_ref().map(of)
}

fn counted(record: &Record, stratum: usize, engine: usize, of: fn(&Solve) -> u64) -> f64 {
    let solves = record.solves(stratum, engine);
    solves.iter().map(|solve| of(solve) as f64).sum::<f64>() / solves.len() as f64
}

fn percent(percent: f64) -> String {
    format!("{percent:.1}")
}

/// Writes the report, the best of each row in bold where it is `styled`; all of it where it is `verbose`.
///
/// # Errors
///
/// Where the writer fails.
pub fn write(record: &Record, output: &mut impl Write, styled: bool, verbose: bool) -> io::Result<()> {
    head(record, output)?;
    let names: Vec<_> = record.engines.iter().map(|engine| engine.name.as_str()).collect();
    if !record.strata.is_empty() {
        for table in TABLES.iter().chain(MORE.iter().filter(|_| verbose)) {
            writeln!(output)?;
            table::write(output, styled, table.title, &names, &rows(record, table))?;
        }
        writeln!(output)?;
        growth(record, output)?;
        writeln!(output)?;
        totals(record, output)?;
    }
    writeln!(output)?;
    foot(record, output)
}

/// What was measured, and whether the answers are right.
fn head(record: &Record, output: &mut impl Write) -> io::Result<()> {
    if !record.complete {
        writeln!(output, "INCOMPLETE: the run was cut short; this is what it has\n")?;
    }
    let wrong = record.engines.iter().filter(|engine| engine.fault.is_some()).count();
    let limit = record.plan.max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
    let answers = match wrong {
        0 if record.boards.is_empty() => "nothing was answered".into(),
        0 => "answers checked, 0 wrong".into(),
        1 => "answers checked, 1 ENGINE WRONG".into(),
        wrong => format!("answers checked, {wrong} ENGINES WRONG"),
    };
    writeln!(output, "{}, {limit}; {answers}", table::boards(record.boards.len() as u64))?;
    for engine in &record.engines {
        if let Some(fault) = &engine.fault {
            let (board, message) = (Escaped(&fault.board), Escaped(&fault.message));
            wrapped(output, &format!("wrong: {}, {board}: {message}", engine.name))?;
        }
    }
    for fault in record.corpus_faults.iter().take(super::MOST_FAULTS) {
        wrapped(output, &format!("wrong: {}: {}", Escaped(&fault.board), Escaped(&fault.message)))?;
    }
    match record.corpus_faults.len().saturating_sub(super::MOST_FAULTS) {
        0 => {}
        more => writeln!(output, "and {more} more distances of the corpus")?,
    }
    let plan = &record.plan;
    for stratum in record.strata.iter().filter(|stratum| stratum.distance.is_none()) {
        let boards = &record.boards[stratum.first..][..stratum.boards];
        let distances = || boards.iter().filter_map(|board| board.distance);
        let span = match (distances().min(), distances().max()) {
            (Some(least), Some(most)) if least == most => format!(", {least} moves away"),
            (Some(least), Some(most)) => format!(", {least} to {most} moves away"),
            _ => String::new(),
        };
        let limit = stratum.max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
        wrapped(
            output,
            &format!(
                "{}: {}{span}, {limit}{}",
                label(&stratum.name),
                table::boards(stratum.boards as u64),
                budget(stratum.nodes)
            ),
        )?;
    }
    let same = record.strata.iter().filter(|stratum| stratum.distance.is_some()).find_map(|stratum| stratum.nodes);
    let bounds = [
        same.map(|nodes| format!("at most {} states expanded on a board", table::grouped(nodes))),
        plan.stored.map(|stored| format!("at most {} states stored", table::grouped(stored))),
        plan.time_limit_ns.map(|time| format!("at most {} a board", table::time(time as f64))),
    ];
    let bounds: Vec<_> = bounds.into_iter().flatten().collect();
    if !bounds.is_empty() {
        writeln!(output, "{}", bounds.join(", "))?;
    }
    Ok(())
}

fn budget(nodes: Option<u64>) -> String {
    nodes.map(|nodes| format!(", at most {} states expanded on a board", table::grouped(nodes))).unwrap_or_default()
}

/// The name of a stratum as it fits into its column.
fn label(name: &str) -> &str {
    if name == "random" { "rand" } else { name }
}

/// The strata, and below them `all`: those that every right engine was measured on, taken as one.
fn rows(record: &Record, table: &Table) -> Vec<Row> {
    let figure = |cell: &Cell, boards, value| {
        let Shown { text, value } = cell_text(cell, boards, value, table.show);
        Figure { text, value }
    };
    let engines = 0..record.engines.len();
    let mut rows: Vec<_> = record
        .strata
        .iter()
        .enumerate()
        .map(|(index, stratum)| Row {
            label: label(&stratum.name).to_owned(),
            boards: stratum.boards,
            figures: engines
                .clone()
                .map(|engine| figure(record.cell(index, engine), stratum.boards, (table.value)(record, index, engine)))
                .collect(),
        })
        .collect();
    let common: Vec<usize> =
        (0..record.strata.len()).filter(|&index| record.totals.strata.contains(&record.strata[index].name)).collect();
    if common.len() > 1 && !matches!(table.sum, Sum::None) {
        let figures = engines.map(|engine| {
            let value = together(record, table, &common, engine);
            figure(record.cell(common[0], engine), record.totals.boards, value)
        });
        rows.push(Row { label: "all".into(), boards: record.totals.boards, figures: figures.collect() });
    }
    rows
}

/// The figure of an engine over several strata.
fn together(record: &Record, table: &Table, strata: &[usize], engine: usize) -> Option<f64> {
    let mean = |weight: &dyn Fn(usize) -> f64| {
        let mut sum = 0.0;
        let mut weights = 0.0;
        for &stratum in strata {
            // Nothing expanded has no time for each, and no weight.
            if weight(stratum) > 0.0 {
                sum += (table.value)(record, stratum, engine)? * weight(stratum);
                weights += weight(stratum);
            }
        }
        Some(sum / weights).filter(|mean| mean.is_finite())
    };
    match table.sum {
        Sum::Mean => mean(&|stratum| record.strata[stratum].boards as f64),
        Sum::PerNode => mean(&|stratum| record.expanded(stratum, engine) as f64),
        Sum::Most => strata.iter().filter_map(|&stratum| (table.value)(record, stratum, engine)).max_by(f64::total_cmp),
        Sum::None => None,
    }
}

fn growth(record: &Record, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{:<24}{:>25}{:>25}", "Growth per move, fitted", "states expanded", "time, warm")?;
    let shown = |factor: Option<Factor>| {
        factor.map_or("-".into(), |Factor { factor, low, high }| format!("{factor:.3} ({low:.3} to {high:.3})"))
    };
    for growth in &record.growth {
        writeln!(output, "{:<24}{:>25}{:>25}", growth.engine, shown(growth.nodes), shown(growth.time))?;
    }
    Ok(())
}

fn totals(record: &Record, output: &mut impl Write) -> io::Result<()> {
    let totals = &record.totals;
    let (strata, boards) = (totals.strata.len(), totals.boards);
    let boards = table::boards(boards as u64);
    let strata = if strata == 1 { "1 stratum".into() } else { format!("{strata} strata") };
    writeln!(output, "Totals over the {strata}, {boards}, that every right engine was measured on")?;
    writeln!(
        output,
        "{:<18}{:>10}{:>11}{:>11}{:>14}{:>16}",
        "", "states", "time, warm", "± (95 %)", "MAD", "geometric mean"
    )?;
    for (index, total) in totals.engines.iter().enumerate() {
        let wrong = record.engines[index].fault.is_some();
        let time = |time: Option<f64>| time.map_or(if wrong { "wrong".into() } else { "-".into() }, table::time);
        let usual = |of: fn(&Times) -> f64| {
            // Of a single sample nothing is known but itself.
            let several = |&stratum: &usize| warm(record, stratum, index, |t| t.samples_ns.len() as f64) > Some(1.0);
            let series =
                (0..record.strata.len()).filter(several).filter_map(|stratum| warm(record, stratum, index, of));
            crate::statistics::median(&series.collect::<Vec<_>>())
                .map_or("-".into(), |part| format!("{:.1} %", 100.0 * part))
        };
        writeln!(
            output,
            "{:<18}{:>10}{:>11}{:>11}{:>14}{:>16}",
            total.engine,
            table::count(total.expanded as f64),
            time(total.time_ns),
            usual(|times| (times.high_ns - times.low_ns) / 2.0 / times.median_ns),
            usual(|times| times.mad_ns / times.median_ns),
            total.geometric_mean.map_or("-".into(), |mean| format!("{mean:.2}×")),
        )?;
    }
    writeln!(output, "(± and MAD: of the usual stratum; geometric mean: of times against the best)")
}

/// What was made before, how far the figures can be trusted, and what they were measured with.
fn foot(record: &Record, output: &mut impl Write) -> io::Result<()> {
    for engine in &record.engines {
        if let Some(prepared) = &engine.prepared {
            wrapped(output, &format!("{}: {} before, in no time or heap above", engine.name, Escaped(prepared)))?;
        }
    }
    if let Some(check) = &record.self_check {
        let Factor { factor, low, high } = check.ratio;
        wrapped(
            output,
            &format!(
                "Self-check: {} under two names, ratio {factor:.3} ({low:.3} to {high:.3}); what differs by less than {:.1} % is the same",
                check.engine,
                100.0 * check.noticeable
            ),
        )?;
    }
    for fact in facts(record) {
        wrapped(output, &Escaped(&fact).to_string())?;
    }
    for warning in &record.warnings {
        wrapped(output, &format!("warning, {}: {}", warning.kind, Escaped(&warning.message)))?;
    }
    Ok(())
}

/// Writes a text on as many lines as it takes, indented from the second on.
fn wrapped(output: &mut impl Write, text: &str) -> io::Result<()> {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            write!(output, "\n  {word}")?;
            column = 2 + length;
        } else {
            let space = if column > 0 { " " } else { "" };
            write!(output, "{space}{word}")?;
            column += space.len() + length;
        }
    }
    writeln!(output)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::wire::example::{example, mishaps};

    fn text(record: &Record, verbose: bool) -> String {
        let mut text = Vec::new();
        write(record, &mut text, false, verbose).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn all_is_there_within_80_columns() {
        let text = text(&example(), false);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        for part in [
            "3 boards, limit 15; answers checked, 0 wrong\n",
            "dist  n      idastar       table\n  0    1     40.0 ns     20.0 ns\n  7    2      200 ns      400 ns\nall    3      147 ns      273 ns\n",
            // Of the boards that expand anything: 200 ns a board, 21 states on two.
            "  7    2     9.52 ns     19.0 ns\nall    3     9.52 ns     19.0 ns\n",
            "all    3     4.10 kB     4.10 kB\n",
            "idastar                    1.600 (1.500 to 1.700)                        -\n",
            "idastar                 42.0     440 ns     50.0 %        50.0 %           1.41×\n",
            "Self-check: idastar under two names, ratio 1.001 (0.990 to 1.010)",
            "warning, few-rounds: 3 rounds of 30\n",
            "A processor, 2 cores, 8.0 GB, A system 1.0",
            "commit 0123456789ab",
            "command: chivalry bench\n",
            "seed 1,",
        ] {
            assert!(text.contains(part), "{part}\nnot in\n{text}");
        }
    }

    #[test]
    fn mishaps_are_said_first() {
        let text = text(&mishaps(), true);
        let begin = "INCOMPLETE: the run was cut short; this is what it has\n\n3 boards, limit 15; answers checked, 1 ENGINE WRONG\n";
        assert!(text.starts_with(begin), "{text}");
        assert!(text.contains("wrong: table, 10110/01*11/10111/01001/00000: expected 7 moves, got 9\n"), "{text}");
        assert!(text.contains("  7    2     out 1/2       wrong\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn nothing_at_all_is_no_reason_to_fail() {
        let mut record = mishaps();
        record.totals.strata.clear();
        (record.boards, record.strata, record.solves, record.cells) = Default::default();
        assert!(text(&record, true).contains("0 boards"));
        (record.engines, record.growth, record.totals.engines) = Default::default();
        assert!(text(&record, true).contains("0 boards"));
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (300_000, "300,000"), (1_234_567, "1,234,567")]
        {
            assert_eq!(table::grouped(number), text);
        }
    }
}
