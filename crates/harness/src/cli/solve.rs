//! `chivalry solve`: answers in a judge's style.

use super::wire_solve;
use crate::bulk;
use crate::cli::corpora;
use crate::cli::exit::Status;
use crate::cli::options::{Search, engine_parser, style_parser};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::engines::bounds::{self as guided, Guidance};
use crate::engines::tables::{self, Exact, Source};
use crate::engines::{self as registry, Entry, TABLE};
use crate::view::table;
use chivalry_corpus::{Answer, Case, Escaped, Form, Style};
use chivalry_engine::{Engine, Outcome};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Input is what the judges give: the number of boards, then five rows for each,
`0` a white knight, `1` a black one, the blank `*` (in the uva style a space).
Blank lines between boards and Windows line ends are accepted. A corpus (one
board a line, like 10110/01*11/10111/01001/00000) is told by its first line.

A file with a fault gives no answers but a message, file:line:column, and the
exit status is 2. A board given up for a budget is answered `?`, and the exit
status is 3.

With --json each board is one line, an object with: file, line, board, goal,
max_moves, engine, outcome (solved, none-within, out-of-budget), moves, path,
spent (what ran out), stats (expanded, generated, duplicates, peak_stored,
rounds).

Without --engine a few boards are searched: by idastar for a limit up to 20, by
bibfs-balanced beyond. Many boards (more than 30,000 for the limit 15, 300 for
20), a limit above 24 or none are worth a table of all exact distances, which
takes a fraction of a second. --verbose and --json say which it was.

Examples:
  chivalry solve sample.in
  chivalry solve --style kattis < sample.in
  chivalry solve --max-moves none --path boards.txt
  chivalry solve --json --engine bibfs-balanced sample.in
  chivalry solve --table goal.table --path million.txt";

/// Boards from which on a file may take longer than a moment.
const MANY: usize = 10_000;

/// Answers each board with the fewest moves to the goal
///
/// Answers go to standard output, in the words of the judge chosen by --style, one line a board.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files of boards; standard input where there are none, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The judge's form of input and answers: bzoj (or luogu, acwing; limit 15), fzu (15), uva (or kattis; 10)
    #[arg(long, value_name = "STYLE", default_value = "bzoj", value_parser = style_parser(), hide_possible_values = true)]
    style: Style,
    /// The search engine, one of `chivalry engines`
    #[arg(long, value_name = "NAME", value_parser = engine_parser(), hide_possible_values = true)]
    engine: Option<&'static Entry>,
    /// Write a shortest path after each answer, moves as from-to: `b5-c3 d4-b5`
    #[arg(long)]
    path: bool,
    /// Write JSON, one object a line and board, instead of the judge's words
    #[arg(long)]
    json: bool,
    /// Say on standard error which engine solves each file
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    guidance: Guidance,
    #[command(flatten)]
    search: Search,
}

/// Answers every file in turn. One with a fault does not keep the others from being answered.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let max_moves = arguments.search.limit_or(Some(arguments.style.limit()));
    if let Some(entry) = arguments.engine.filter(|entry| arguments.source.is_file() && entry.name != TABLE) {
        note(format_args!("chivalry: found --table with --engine {}, expected --engine {TABLE} or none", entry.name));
        return Ok(Status::Bad);
    }
    if arguments.guidance.chosen().len() > 1 && arguments.guidance.is_given() {
        note("chivalry: found several lower bounds in --heuristic, expected one to solve with");
        return Ok(Status::Bad);
    }
    if arguments.guidance.is_given() && arguments.source.is_file() {
        note("chivalry: found --heuristic with --table, expected one of them");
        return Ok(Status::Bad);
    }
    if let Some(entry) = arguments.engine.filter(|entry| arguments.guidance.is_given() && !guided::is_guided(entry)) {
        note(format_args!("chivalry: found --heuristic with --engine {}, which none guides", entry.name));
        return Ok(Status::Bad);
    }
    if let Err(error) = arguments.source.prepare(arguments.search.goal) {
        note(error);
        return Ok(Status::Bad);
    }
    let mut solver = Solver { arguments, max_moves, boards: 0, answerer: None, out_of_budget: 0 };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let mut status = Status::Good;
    for path in files {
        match corpora::read(path, Form::CorpusOr(arguments.style)) {
            Ok(cases) => {
                if !cases.is_empty() {
                    solver.choose(path, cases.len());
                }
                solver.answer(path, &cases, output)?;
            }
            Err(error) => {
                note(error);
                status = Status::Bad;
            }
        }
        if output.is_gone() {
            return Ok(status);
        }
    }
    if solver.boards == 0 && status == Status::Good {
        note("chivalry: nothing was solved: there is no board");
        status = Status::Nothing;
    }
    if solver.out_of_budget > 0 {
        note(format_args!("chivalry: {} given up, the budget spent", table::boards(solver.out_of_budget)));
        // Bad input comes first: what is missing there is missing for good.
        status = if status == Status::Good { Status::Inconclusive } else { status };
    }
    Ok(status)
}

struct Solver<'a> {
    arguments: &'a Arguments,
    max_moves: Option<u8>,
    /// Boards read so far, in all files.
    boards: u64,
    answerer: Option<Answerer>,
    out_of_budget: u64,
}

/// What answers boards.
enum Answerer {
    /// An engine, one board after the other.
    Search(&'static str, Box<dyn Engine>),
    /// The engine `table` on all threads, where more than a distance is wanted.
    Paths,
    /// Exact distances, on all threads.
    Distances(Exact),
}

impl Answerer {
    const fn is_table(&self) -> bool {
        !matches!(self, Self::Search(..))
    }
}

impl Solver<'_> {
    /// Chooses what answers the next boards. Once there is a table it answers all that follow.
    fn choose(&mut self, path: &Path, boards: usize) {
        let Arguments { search, engine, source, guidance, .. } = self.arguments;
        self.boards += boards as u64;
        if !self.answerer.as_ref().is_some_and(Answerer::is_table) {
            let entry = match () {
                () if source.is_file() => registry::find(TABLE),
                // A lower bound is asked for, so a guided engine: where the limit does not bound the depth, the one that remembers.
                () if engine.is_none() && guidance.is_given() => {
                    registry::find(if self.max_moves.is_some() { "idastar" } else { "astar" })
                }
                () => *engine,
            };
            let bounded = search.is_bounded();
            let entry = entry.unwrap_or_else(|| registry::default_for(self.max_moves, self.boards, bounded));
            self.answerer = Some(if entry.name != TABLE {
                let entry = guidance.apply(vec![*entry]).pop().unwrap_or(*entry);
                Answerer::Search(entry.name, (entry.make)())
            } else if self.arguments.path || self.arguments.json || bounded {
                tables::shared(search.goal);
                Answerer::Paths
            } else {
                Answerer::Distances(source.exact(search.goal))
            });
        }
        if self.arguments.verbose {
            let name = match &self.answerer {
                Some(Answerer::Search(name, _)) => *name,
                _ => TABLE,
            };
            let file = corpora::name(path);
            note(format_args!("chivalry: {}: {boards} boards, solved by {name}", Escaped(&file)));
        }
    }

    fn answer(&mut self, path: &Path, cases: &[Case], output: &mut Output) -> io::Result<()> {
        let (style, max_moves) = (self.arguments.style, self.max_moves);
        let name = corpora::name(path);
        let engine_name = match &self.answerer {
            Some(Answerer::Search(name, _)) => *name,
            _ => TABLE,
        };
        let one = |engine: &mut dyn Engine, case: &Case, output: &mut dyn Write| {
            answer(self.arguments, max_moves, (&name, engine_name), engine, case, output)
        };
        match &mut self.answerer {
            None => {}
            Some(Answerer::Search(_, engine)) => {
                // Not where answers go to the same terminal, nor for what is done in a moment.
                let bar = (cases.len() >= MANY && !io::stdout().is_terminal())
                    .then(|| progress::bar(cases.len() as u64, "solving"));
                for (done, case) in cases.iter().enumerate() {
                    if let Some(bar) = bar.as_ref().filter(|_| done % 1024 == 0) {
                        bar.set_position(done as u64);
                    }
                    self.out_of_budget += one(engine.as_mut(), case, output)?;
                    if output.is_gone() {
                        break;
                    }
                }
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
            }
            Some(Answerer::Paths) => {
                self.out_of_budget +=
                    bulk::write(output, cases, tables::engine, |engine, case, bytes| one(engine, case, bytes))?;
            }
            Some(Answerer::Distances(exact)) => {
                bulk::write(
                    output,
                    cases,
                    || (),
                    |(), case, bytes| {
                        let distance = exact.distance(case.board);
                        let answer = match max_moves.filter(|&limit| distance > limit) {
                            Some(limit) => Answer::NoneWithin(limit),
                            None => Answer::Moves(distance.into()),
                        };
                        writeln!(bytes, "{}", style.answer(answer))?;
                        Ok(0)
                    },
                )?;
            }
        }
        Ok(())
    }
}

/// Answers one board. Returns 1 where it was given up, else 0.
fn answer(
    arguments: &Arguments,
    max_moves: Option<u8>,
    (name, engine_name): (&str, &str),
    engine: &mut dyn Engine,
    case: &Case,
    output: &mut dyn Write,
) -> io::Result<u64> {
    let Arguments { style, search, json, path: with_path, .. } = arguments;
    let problem = search.problem(case.board, max_moves);
    let (outcome, stats) = engine.solve(&problem, &search.patience().from_now());
    if *json {
        let place = (name, case.line);
        let answer = wire_solve::Answer::new(place, &problem, engine_name, &outcome, stats);
        serde_json::to_writer(&mut *output, &answer)?;
    } else {
        match &outcome {
            Outcome::Solved(path) => {
                write!(output, "{}", style.answer(Answer::Moves(path.len())))?;
                if *with_path && !path.is_empty() {
                    write!(output, " {path}")?;
                }
            }
            Outcome::NoneWithin(limit) => write!(output, "{}", style.answer(Answer::NoneWithin(*limit)))?,
            Outcome::OutOfBudget(_) => write!(output, "?")?,
        }
    }
    writeln!(output)?;
    Ok(u64::from(matches!(outcome, Outcome::OutOfBudget(_))))
}
