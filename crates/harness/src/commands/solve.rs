//! `chivalry solve`: answers in a judge's style.

use crate::exit::Status;
use crate::guided::Guidance;
use crate::input::{self, Case, Form};
use crate::options::{Search, engine_parser};
use crate::output::{Output, note};
use crate::progress;
use crate::registry::{self, Entry};
use crate::style::{Answer, Style};
use crate::wire;
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

Without --engine, boards are solved by idastar for a limit up to 20 and by
bibfs-balanced beyond and without limit.

Examples:
  chivalry solve sample.in
  chivalry solve --style kattis < sample.in
  chivalry solve --max-moves none --path boards.txt
  chivalry solve --json --engine bibfs-balanced sample.in";

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
    #[arg(long, value_name = "STYLE", default_value = "bzoj", hide_possible_values = true)]
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
    let entry = arguments.engine.unwrap_or_else(|| registry::default_for(max_moves));
    // One engine, so the last of the bounds.
    let entry = arguments.guidance.apply(vec![*entry]).pop().unwrap_or(*entry);
    let mut solver = Solver { arguments, max_moves, engine: (entry.make)(), out_of_budget: 0 };
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files };
    let mut status = Status::Good;
    for path in files {
        match input::read(path, Form::CorpusOr(arguments.style)) {
            Ok(cases) => solver.answer(path, &cases, output)?,
            Err(error) => {
                note(error);
                status = Status::Bad;
            }
        }
        if output.is_gone() {
            return Ok(status);
        }
    }
    if solver.out_of_budget > 0 {
        note(format_args!("chivalry: {} boards were given up, their budget spent", solver.out_of_budget));
        // Bad input comes first: what is missing there is missing for good.
        status = if status == Status::Good { Status::Inconclusive } else { status };
    }
    Ok(status)
}

struct Solver<'a> {
    arguments: &'a Arguments,
    max_moves: Option<u8>,
    engine: Box<dyn Engine>,
    out_of_budget: u64,
}

impl Solver<'_> {
    fn answer(&mut self, path: &Path, cases: &[Case], output: &mut Output) -> io::Result<()> {
        let Arguments { style, search, json, path: with_path, .. } = self.arguments;
        let name = input::name(path);
        let patience = search.patience();
        // Not where answers go to the same terminal, nor for what is done in a moment.
        let bar =
            (cases.len() >= MANY && !io::stdout().is_terminal()).then(|| progress::bar(cases.len() as u64, "solving"));
        for (done, case) in cases.iter().enumerate() {
            if let Some(bar) = bar.as_ref().filter(|_| done % 1024 == 0) {
                bar.set_position(done as u64);
            }
            let problem = search.problem(case.board, self.max_moves);
            let (outcome, stats) = self.engine.solve(&problem, &patience.from_now());
            self.out_of_budget += u64::from(matches!(outcome, Outcome::OutOfBudget(_)));
            if *json {
                let place = (name.as_str(), case.line);
                let answer = wire::solve::Answer::new(place, &problem, self.engine.name(), &outcome, stats);
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
            if output.is_gone() {
                break;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        Ok(())
    }
}
