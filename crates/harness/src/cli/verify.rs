//! `chivalry verify`: every engine against the exact distance and against each other.

use super::exhaustive::{self, Frame};
use super::lower_bounds;
use crate::cli::corpora::{Corpus, Selection};
use crate::verify::check::{self as crosscheck, Culprit, Disagreement, Report};
use crate::verify::space::Plan;
use crate::cli::exit::Status;
use crate::engines::bounds::Guidance;
use crate::cli::options::{Patience, Search, engine_parser};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::engines::{ENGINES, Entry};
use crate::view::table;
use crate::verify::wire_verify;
use chivalry_corpus::Escaped;
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Every path is replayed by the rules of the board alone. A wrong answer is
printed as board, engine, expected, got. A distance stated in a corpus is
held to be wrong, and reported, where a shorter path is found, its parity is
impossible, or two engines or more agree on another one.

Exit status: 0 all agreed; 1 a disagreement; 2 bad usage or bad input; 3 some
engine gave a board up, its budget spent; 4 there was no board.

Without a limit, far boards are out of idastar's reach: it gives a board up
after 5,000,000 states there, unless --nodes or --time-limit says otherwise.

With --exhaustive every board there is takes the place of a corpus, and the
table of exact distances that of stated ones. The result is a statement of what
was proven; of several wrong answers the board nearest to the goal is printed.
130 is the exit status where it was interrupted.

Examples:
  chivalry verify                                the bundled corpus, limit 15
  chivalry verify --random 100000 --seed 7
  chivalry verify --engine bibfs-balanced,bibfs-alternating --max-moves none
  chivalry verify my-corpus.txt --json
  chivalry verify --exhaustive --engine idastar --checkpoint idastar.json
  chivalry verify --exhaustive --engine astar --boards within
  chivalry verify --exhaustive --engine astar --boards beyond --shard 1/64
  chivalry verify --lower-bounds";

/// The limit unless chosen: the puzzle's own.
const LIMIT: u8 = 15;

/// The states that an engine which needs a limit may expand on a board where there is neither limit nor budget.
const NODES_WITHOUT_LIMIT: u64 = 5_000_000;

/// Lines of disagreement that are printed.
const MOST_PRINTED: usize = 20;

/// Checks every engine against the exact distances and the other engines
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Check only these engines; may be repeated, or name several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = engine_parser(), hide_possible_values = true)]
    engine: Vec<&'static Entry>,
    /// Write the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Work on this many threads instead of one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    exhaustive: exhaustive::Options,
    /// Prove instead that each lower bound, or those of --heuristic, is admissible and consistent, on all boards and across all moves
    #[arg(long, conflicts_with_all = ["files", "random", "style", "exhaustive", "engine", "boards", "shard", "checkpoint",
          "max_moves", "nodes", "stored", "time_limit"])]
    lower_bounds: bool,
    #[command(flatten)]
    guidance: Guidance,
    #[command(flatten)]
    search: Search,
}

/// Verifies, and writes the result.
///
/// # Errors
///
/// Where standard output or a checkpoint fails, or no threads can be had.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if arguments.lower_bounds {
        let form = (arguments.exhaustive.commit.as_str(), arguments.json);
        return lower_bounds::run(&arguments.guidance.chosen(), arguments.search.goal, form, &pool, output);
    }
    if arguments.exhaustive.exhaustive {
        let frame = Frame { plan: plan(arguments), json: arguments.json, pool };
        return exhaustive::run(&arguments.exhaustive, &frame, output);
    }
    let corpora = match arguments.selection.read(arguments.search.goal) {
        Ok(corpora) => corpora,
        Err(status) => return Ok(status),
    };
    let engines = arguments.guidance.apply(chosen(&arguments.engine));
    let max_moves = arguments.search.limit_or(Some(LIMIT));
    let boards = corpora.iter().map(|corpus| corpus.cases.len() as u64).sum();
    let bar = progress::bar(boards, "verifying");
    let reports: Vec<_> = corpora
        .iter()
        .map(|corpus| {
            let patience = |entry: &Entry| patience(&arguments.search, max_moves, entry);
            pool.install(|| {
                crosscheck::run(&engines, &corpus.cases, &arguments.search, max_moves, patience, |done| bar.inc(done))
            })
        })
        .collect();
    bar.finish_and_clear();
    let located: Vec<_> = corpora
        .iter()
        .zip(&reports)
        .flat_map(|(corpus, report)| report.disagreements.iter().map(move |found| (corpus, *found)))
        .collect();
    let mut sum = Report::default();
    reports.iter().cloned().for_each(|report| sum.append(report));
    let status = status(&sum);
    if arguments.json {
        let document = document(arguments, max_moves, &engines, &sum, &located, status);
        serde_json::to_writer_pretty(&mut *output, &document)?;
        writeln!(output)?;
    } else {
        print(output, max_moves, &engines, &sum, &located)?;
    }
    match status {
        Status::Nothing => note("chivalry: nothing was measured: there is no board"),
        Status::Inconclusive => note("chivalry: inconclusive: boards were given up, their budget spent"),
        _ => {}
    }
    Ok(status)
}

/// What is checked exhaustively.
fn plan(arguments: &Arguments) -> Plan {
    let search = &arguments.search;
    let max_moves = search.limit_or(Some(LIMIT));
    let engines = arguments.guidance.apply(chosen(&arguments.engine));
    let engines = engines.into_iter().map(|entry| (entry, patience(search, max_moves, &entry)));
    let (shard, part) = arguments.exhaustive.part();
    Plan { engines: engines.collect(), goal: search.goal, max_moves, shard, part }
}

/// The engines chosen, each once, in the registry's order; all where none is.
pub(super) fn chosen(engines: &[&'static Entry]) -> Vec<Entry> {
    let is_chosen = |entry: &&Entry| engines.is_empty() || engines.iter().any(|chosen| chosen.name == entry.name);
    ENGINES.iter().filter(is_chosen).copied().collect()
}

fn patience(search: &Search, max_moves: Option<u8>, entry: &Entry) -> Patience {
    let asked = search.patience();
    let endless = max_moves.is_none() && entry.needs_limit && search.nodes.is_none() && search.time_limit.is_none();
    if endless { Patience { nodes: NODES_WITHOUT_LIMIT, ..asked } } else { asked }
}

fn status(report: &Report) -> Status {
    if report.boards == 0 {
        Status::Nothing
    } else if report.disagreement_count > 0 {
        Status::Wrong
    } else if report.tallies.iter().any(|tally| tally.out_of_budget > 0) {
        Status::Inconclusive
    } else {
        Status::Good
    }
}

fn print(
    output: &mut Output,
    max_moves: Option<u8>,
    engines: &[Entry],
    report: &Report,
    located: &[(&Corpus, Disagreement)],
) -> io::Result<()> {
    for (corpus, Disagreement { case, culprit }) in &located[..located.len().min(MOST_PRINTED)] {
        let place = format_args!("{}:{}", Escaped(&corpus.name), case.line);
        match culprit {
            Culprit::Engine(name, fault) => writeln!(output, "wrong: {}  {name}: {fault}  ({place})", case.board)?,
            Culprit::Corpus(misstated) => writeln!(output, "wrong: {}  {misstated}  ({place})", case.board)?,
        }
    }
    let more = report.disagreement_count - located.len().min(MOST_PRINTED) as u64;
    if more > 0 {
        writeln!(output, "and {more} more")?;
    }
    if report.disagreement_count > 0 {
        writeln!(output)?;
    }
    let limit = max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
    writeln!(output, "{}, {} with a stated distance, {limit}", table::boards(report.boards), report.stated)?;
    let row = |output: &mut Output, name: &str, cells: [String; 4]| {
        writeln!(output, "{name:<18}{:>12}{:>13}{:>15}{:>10}", cells[0], cells[1], cells[2], cells[3])
    };
    row(output, "engine", ["right", "none within", "out of budget", "wrong"].map(String::from))?;
    for (entry, tally) in engines.iter().zip(&report.tallies) {
        let counts = [tally.right, tally.none_within, tally.out_of_budget, tally.wrong];
        row(output, entry.name, counts.map(|count| count.to_string()))?;
    }
    match report.disagreement_count {
        0 if report.boards == 0 => Ok(()),
        0 => writeln!(output, "no disagreement"),
        1 => writeln!(output, "1 disagreement"),
        count => writeln!(output, "{count} disagreements"),
    }
}

fn document(
    arguments: &Arguments,
    max_moves: Option<u8>,
    engines: &[Entry],
    report: &Report,
    located: &[(&Corpus, Disagreement)],
    status: Status,
) -> wire_verify::Verification {
    let list = located.iter().map(|(corpus, Disagreement { case, culprit })| {
        let (engine, message) = match culprit {
            Culprit::Engine(name, fault) => (Some(*name), fault.to_string()),
            Culprit::Corpus(misstated) => (None, misstated.to_string()),
        };
        let (corpus, board) = (corpus.name.clone(), case.board.to_string());
        wire_verify::Disagreement { corpus, line: case.line, board, engine, message }
    });
    let tallies = engines.iter().zip(&report.tallies).map(|(entry, tally)| wire_verify::Tally {
        engine: entry.name,
        right: tally.right,
        none_within: tally.none_within,
        out_of_budget: tally.out_of_budget,
        wrong: tally.wrong,
        expanded: tally.expanded,
    });
    wire_verify::Verification {
        goal: arguments.search.goal.to_string(),
        max_moves,
        boards: report.boards,
        stated: report.stated,
        verdict: match status {
            Status::Good => "agreed",
            Status::Nothing => "nothing",
            Status::Inconclusive => "inconclusive",
            _ => "disagreed",
        },
        disagreements: report.disagreement_count,
        engines: tallies.collect(),
        list: list.take(crosscheck::MOST_KEPT).collect(),
    }
}
