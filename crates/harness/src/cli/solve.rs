//! `chivalry solve`: answers in a judge's style.

use super::bulk;
use super::corpora;
use super::exit::{Refusal, Status};
use super::options::{Bounds, SearchOptions};
use super::output::{Output, note};
use super::progress;
use crate::engines::{Entry, Registry, Search, TABLE, is_guided};
use crate::json::{self, Counters};
use crate::verify::Answer as Kind;
use crate::view::words::boards;
use chivalry_board::Board;
use chivalry_corpus::{Answer, Case, Form, Style};
use chivalry_engine::{Engine, Outcome, Problem, Stats};
use chivalry_table::Wide;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Boards from which on a file may take longer than a moment.
const MANY: usize = 10_000;

/// Answers each board with the fewest moves to the goal
///
/// Answers go to standard output, in the words of the judge chosen by --style, one line a board.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/solve.txt").trim_end())]
pub(crate) struct Arguments {
    /// Files of boards; standard input where there are none, or for `-`
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// The judge's form of input and answers: bzoj (or luogu, acwing; limit 15), fzu (15), uva (or kattis; 10)
    #[arg(long, value_name = "STYLE", default_value = "bzoj", value_parser = super::options::style(), hide_possible_values = true)]
    style: Style,
    /// The search engine, one of `chivalry engines`
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    engine: Option<String>,
    /// Write a shortest path after each answer, moves as from-to: `b5-c3 d4-b5`
    #[arg(long)]
    path: bool,
    /// Write JSON, one object a line and board, instead of the judge's words
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    search: SearchOptions,
}

/// Answers every file in turn. One with a fault does not keep the others from being answered.
///
/// # Errors
///
/// Where standard output fails, and [`Refusal`] for bad usage.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let search = arguments.search.search();
    let max_moves = search.limit_or(Some(arguments.style.limit()));
    let asked = asked(arguments, registry, max_moves)?;
    let mut solver = Solver { arguments, search, max_moves, asked, registry, boards: 0, distances: None, given_up: 0 };
    let mut status = Status::Good;
    for path in &arguments.files {
        match corpora::boards(path, Form::CorpusOr(arguments.style)) {
            Ok(cases) => solver.answer(path, &cases, output)?,
            Err(refusal) => {
                note(&refusal);
                status = refusal.status;
            }
        }
        if output.is_gone() {
            return Ok(status);
        }
    }
    if solver.boards == 0 && status == Status::Good {
        return Err(Refusal::of(Status::Nothing, "nothing was solved: there is no board").into());
    }
    if solver.given_up > 0 {
        note(format_args!("chivalry: {} given up, the budget spent", boards(solver.given_up)));
        // Bad input comes first: what is missing there is missing for good.
        status = if status == Status::Good { Status::Inconclusive } else { status };
    }
    Ok(status)
}

/// The engine that is asked for, by name or by its lower bound.
fn asked(arguments: &Arguments, registry: &Registry, max_moves: Option<u8>) -> Result<Option<Entry>, Refusal> {
    let Arguments { engine, bounds, .. } = arguments;
    let [bound] = &bounds.heuristic[..] else {
        if !bounds.heuristic.is_empty() {
            return Err(Refusal::usage("found several lower bounds in --heuristic, expected one to solve with"));
        }
        return Ok(engine.as_deref().and_then(|name| registry.find(name)));
    };
    let name = match engine {
        Some(name) if !is_guided(name) => {
            return Err(Refusal::usage(format_args!("found --heuristic with --engine {name}, which none guides")));
        }
        Some(name) => name,
        // Where the limit does not bound the depth, the one that remembers.
        None if max_moves.is_some() => "idastar",
        None => "astar",
    };
    Ok(registry.choose(&[name.to_owned()], std::slice::from_ref(bound)).pop())
}

struct Solver<'a> {
    arguments: &'a Arguments,
    search: Search,
    max_moves: Option<u8>,
    asked: Option<Entry>,
    registry: &'a Registry,
    /// Boards read so far, in all files.
    boards: u64,
    /// Exact distances, once there are boards enough for them.
    distances: Option<Wide>,
    given_up: u64,
}

impl Solver<'_> {
    /// Answers the boards of a file.
    fn answer(&mut self, path: &Path, cases: &[Case], output: &mut Output) -> io::Result<()> {
        self.boards += cases.len() as u64;
        let Self { arguments, search, max_moves, .. } = *self;
        let bounded = search.patience.is_bounded();
        let default = || self.registry.default_for(max_moves, self.boards, bounded);
        let Some(entry) = self.asked.clone().or_else(default).filter(|_| !cases.is_empty()) else { return Ok(()) };
        // Not where answers go to the same terminal, nor for what is done in a moment.
        let bar =
            (cases.len() >= MANY && !io::stdout().is_terminal()).then(|| progress::bar(cases.len() as u64, "solving"));
        let done = |done: usize| bar.iter().for_each(|bar| bar.set_position(done as u64));
        if entry.name == TABLE && !arguments.path && !arguments.json && !bounded {
            let wide = self.distances.get_or_insert_with(|| Wide::build(search.goal));
            let text = |(): &mut (), case: &Case, bytes: &mut Vec<u8>| {
                let distance = wide.distance(case.board);
                let limit = max_moves.filter(|&limit| distance > limit);
                let answer = limit.map_or(Answer::Moves(distance.into()), Answer::NoneWithin);
                writeln!(bytes, "{}", arguments.style.answer(answer)).map(|()| 0)
            };
            bulk::write(output, cases, || (), text, done)?;
        } else {
            entry.prepare(search.goal);
            let file = corpora::name(path);
            let text = |engine: &mut Box<dyn Engine>, case: &Case, bytes: &mut Vec<u8>| {
                let problem = search.problem(case.board, max_moves);
                let (outcome, stats) = engine.solve(&problem, &search.patience.from_now());
                if arguments.json {
                    let solved = Solved::new(&file, case.line, &entry.name, &problem, &outcome, stats);
                    serde_json::to_writer(&mut *bytes, &solved)?;
                } else {
                    in_words(arguments, &outcome, bytes)?;
                }
                writeln!(bytes)?;
                Ok(u64::from(matches!(outcome, Outcome::OutOfBudget(_))))
            };
            self.given_up += bulk::write(output, cases, || entry.make(), text, done)?;
        }
        bar.iter().for_each(indicatif::ProgressBar::finish_and_clear);
        Ok(())
    }
}

/// Writes an answer as the judge has it.
fn in_words(arguments: &Arguments, outcome: &Outcome, output: &mut Vec<u8>) -> io::Result<()> {
    let style = arguments.style;
    match outcome {
        Outcome::Solved(path) => {
            write!(output, "{}", style.answer(Answer::Moves(path.len())))?;
            if arguments.path && !path.is_empty() {
                write!(output, " {path}")?;
            }
            Ok(())
        }
        Outcome::NoneWithin(limit) => write!(output, "{}", style.answer(Answer::NoneWithin(*limit))),
        Outcome::OutOfBudget(_) => write!(output, "?"),
    }
}

/// A line of `--json`.
#[derive(Serialize)]
struct Solved<'a> {
    file: &'a str,
    line: u64,
    #[serde(with = "json::board")]
    board: Board,
    #[serde(with = "json::board")]
    goal: Board,
    max_moves: Option<u8>,
    engine: &'a str,
    outcome: Kind,
    moves: Option<usize>,
    /// Moves as `b5-c3`.
    path: Option<Vec<String>>,
    /// What ran out: `nodes`, `stored states` or `time`.
    spent: Option<String>,
    #[serde(with = "Counters")]
    stats: Stats,
}

impl<'a> Solved<'a> {
    fn new(file: &'a str, line: u64, engine: &'a str, problem: &Problem, outcome: &Outcome, stats: Stats) -> Self {
        let moves = outcome.distance();
        let (outcome, path, spent) = match outcome {
            Outcome::Solved(path) => (Kind::Solved, Some(path.moves.iter().map(ToString::to_string).collect()), None),
            Outcome::NoneWithin(_) => (Kind::NoneWithin, None, None),
            Outcome::OutOfBudget(resource) => (Kind::OutOfBudget, None, Some(resource.to_string())),
        };
        let Problem { start: board, goal, max_moves } = *problem;
        Self { file, line, board, goal, max_moves, engine, outcome, moves, path, spent, stats }
    }
}
