//! `chivalry bench`: what each engine costs.

use super::verify::chosen;
use crate::corpora::Selection;
use crate::crosscheck::{Culprit, Disagreement};
use crate::exit::Status;
use crate::files;
use crate::guided::Guidance;
use crate::input::Case;
use crate::measure::{self, Cell, Measurement, Plan, Progress, State, Stratum};
use crate::options::{Patience, Search, Time, engine_parser};
use crate::output::{Output, note};
use crate::progress;
use crate::registry::Entry;
use crate::table::{self, Figure, Row};
use crate::tables::Source;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
All answers are checked first, every path by replay. A wrong engine shows
`wrong` instead of figures, and the exit status is 1. Then the engines are timed
on one thread, in rounds, in a random order within each; figures are medians.

Rows are distances; `>15` are the boards beyond the limit, where an engine proves
that there is no path. `out 3/10` says that the budget was spent: 3 boards of 10
were answered before one was given up. Without a limit a board is given up after
300,000 states unless --nodes or --time-limit says otherwise.

Exit status: 0 measured; 1 a wrong answer; 2 bad usage or bad input; 4 there was
nothing to measure.

Examples:
  chivalry bench                                 the bundled corpus, limit 15
  chivalry bench --max-moves none --engine bibfs-balanced,astar
  chivalry bench --random 2000 --json run.json";

/// The limit unless chosen: the puzzle's own.
const LIMIT: u8 = 15;

/// The states that may be expanded on a board where there is neither limit nor budget.
const NODES_WITHOUT_LIMIT: u64 = 300_000;

/// Lines of disagreement that are printed.
const MOST_PRINTED: usize = 20;

/// Measures time and nodes of every engine, by distance
///
/// The boards are those of the files given, or of the corpus inside the program: up to ten for each distance from 0 to 39.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Measure only these engines; may be repeated, or name several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = engine_parser(), hide_possible_values = true)]
    engine: Vec<&'static Entry>,
    /// Time every engine on every distance at most this many times
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Begin no further measurement after this time
    #[arg(long, value_name = "TIME", default_value = "15s")]
    time: Time,
    /// Write the samples to a file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    guidance: Guidance,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    search: Search,
}

/// Measures, and writes the report.
///
/// # Errors
///
/// Where standard output or the file for the record fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let search = &arguments.search;
    if let Err(error) = arguments.source.prepare(search.goal) {
        note(error);
        return Ok(Status::Bad);
    }
    let corpora = match arguments.selection.read(search.goal) {
        Ok(corpora) => corpora,
        Err(status) => return Ok(status),
    };
    let cases: Vec<Case> = corpora.into_iter().flat_map(|corpus| corpus.cases).collect();
    if cases.is_empty() {
        note("chivalry: nothing was measured: there is no board");
        return Ok(Status::Nothing);
    }
    if let Some(path) = &arguments.json
        && let Err(error) = files::check(path)
    {
        // Before the work, not after it.
        note(format_args!("{}: {}", path.display(), files::expected(&error)));
        return Ok(Status::Bad);
    }
    let engines = arguments.guidance.apply(chosen(&arguments.engine));
    let max_moves = search.limit_or(Some(LIMIT));
    let plan = Plan {
        rounds: arguments.rounds,
        time: arguments.time.0,
        seed: arguments.selection.seed,
        max_moves,
        patience: patience(search, max_moves),
    };
    let bar = progress::bar(2000, "checking");
    let measurement = measure::measure(&engines, &cases, search, &plan, |progress| match progress {
        Progress::Checked(part) => bar.set_position(part),
        Progress::Timed(part) => {
            bar.set_message("measuring");
            bar.set_position(1000 + part);
        }
    });
    bar.finish_and_clear();
    print(output, &engines, &plan, &measurement)?;
    if let Some(path) = &arguments.json {
        let _ = path;
    }
    let wrong = measurement.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.state == State::Wrong);
    Ok(if wrong || measurement.report.disagreement_count > 0 {
        Status::Wrong
    } else if measurement.rows.iter().flat_map(|row| &row.cells).all(|cell| cell.samples.is_empty()) {
        note("chivalry: nothing was measured: every engine spent its budget");
        Status::Nothing
    } else {
        Status::Good
    })
}

fn patience(search: &Search, max_moves: Option<u8>) -> Patience {
    let asked = search.patience();
    let endless = max_moves.is_none() && search.nodes.is_none() && search.time_limit.is_none();
    if endless { Patience { nodes: NODES_WITHOUT_LIMIT, ..asked } } else { asked }
}

impl fmt::Display for Stratum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(distance) => write!(f, "{distance}"),
            Self::Beyond(limit) => write!(f, ">{limit}"),
            Self::Unknown => f.write_str("?"),
        }
    }
}

fn print(output: &mut Output, engines: &[Entry], plan: &Plan, measurement: &Measurement) -> io::Result<()> {
    let report = &measurement.report;
    for Disagreement { case, culprit } in report.disagreements.iter().take(MOST_PRINTED) {
        match culprit {
            Culprit::Engine(name, fault) => writeln!(output, "wrong: {}  {name}: {fault}", case.board)?,
            Culprit::Corpus(misstated) => writeln!(output, "wrong: {}  {misstated}", case.board)?,
        }
    }
    let limit = plan.max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
    let budget = if plan.patience.nodes == u64::MAX {
        String::new()
    } else {
        format!(", at most {} nodes a board", plan.patience.nodes)
    };
    writeln!(
        output,
        "{} boards, {limit}{budget}; answers checked, {} wrong",
        report.boards, report.disagreement_count
    )?;
    writeln!(output, "{} rounds in random order, seed {}, one thread; medians", measurement.rounds, plan.seed)?;
    let names: Vec<_> = engines.iter().map(|entry| entry.name).collect();
    let tables: [(&str, Value, Show); 3] = [
        ("Time per board", |cell, _| cell.median(), table::time),
        ("Nodes expanded per board", |cell, boards| Some(cell.expanded as f64 / boards as f64), table::count),
        (
            "Time per node",
            |cell, boards| Some(cell.median()? * boards as f64 / cell.expanded as f64).filter(|time| time.is_finite()),
            table::time,
        ),
    ];
    for (title, value, show) in tables {
        writeln!(output)?;
        let styled = output.styled;
        table::write(output, styled, title, &names, &rows(measurement, value, show))?;
    }
    Ok(())
}

/// The figure of a cell with so many boards.
type Value = fn(&Cell, usize) -> Option<f64>;

/// How a figure is shown.
type Show = fn(f64) -> String;

/// The strata, and below them `all`: those that every engine answered, taken as one.
fn rows(measurement: &Measurement, value: Value, show: Show) -> Vec<Row> {
    let figure = |cell: &Cell, boards| match cell.state {
        State::Wrong => Figure { text: "wrong".into(), value: None },
        State::OutOfBudget(_) => Figure { text: format!("out {}/{boards}", cell.answered), value: None },
        State::Measured => {
            let value = value(cell, boards);
            Figure { text: value.map_or("-".into(), show), value }
        }
    };
    let mut rows: Vec<_> = measurement
        .rows
        .iter()
        .map(|row| Row {
            label: row.stratum.to_string(),
            boards: row.boards,
            figures: row.cells.iter().map(|cell| figure(cell, row.boards)).collect(),
        })
        .collect();
    let common: Vec<_> = measurement
        .rows
        .iter()
        .filter(|row| row.cells.iter().all(|cell| matches!(cell.state, State::Measured | State::Wrong)))
        .collect();
    let boards = common.iter().map(|row| row.boards).sum();
    if common.len() > 1 {
        let figures = (0..common[0].cells.len()).map(|engine| {
            let cells = || common.iter().map(|row| (&row.cells[engine], row.boards));
            let total = cells().map(|(cell, boards)| cell.median().unwrap_or(0.0) * boards as f64).sum::<f64>();
            let sum = Cell {
                answered: boards,
                expanded: cells().map(|(cell, _)| cell.expanded).sum(),
                repeats: 1,
                samples: vec![total / boards as f64],
                state: common[0].cells[engine].state,
            };
            figure(&sum, boards)
        });
        rows.push(Row { label: "all".into(), boards, figures: figures.collect() });
    }
    rows
}
