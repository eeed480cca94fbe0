//! `chivalry table`: the complete table of exact distances.

use crate::bulk;
use crate::corpora::FileForm;
use crate::exit::Status;
use crate::input::{self, Case};
use crate::output::{Output, note};
use crate::table;
use crate::tables;
use crate::wire;
use chivalry_board::Board;
use chivalry_table::Wide;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
The table holds the fewest moves from all 67,603,900 boards to one goal. It is
built in a fraction of a second.

Examples:
  chivalry table stats                     how many boards lie at each distance
  chivalry table distance sample.in        the fewest moves, without a limit
  chivalry table antipodes                 the farthest boards, as a corpus";

/// Asks the complete table of exact distances
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Stats(Stats),
    Distance(Distance),
    Antipodes(Antipodes),
}

/// Which table is asked.
#[derive(Debug, clap::Args)]
struct Which {
    /// The board to reach, one line, instead of 11111/01111/00*11/00001/00000
    #[arg(long, value_name = "BOARD", default_value_t = Board::GOAL, hide_default_value = true)]
    goal: Board,
}

/// Writes how many boards lie at each distance
///
/// A line for each distance: the distance and its boards. Then the total, the farthest distance, the mean and the boards at
/// even and odd distances.
#[derive(Debug, clap::Args)]
struct Stats {
    /// Write one JSON document: goal, distances (distance, boards), total, farthest, mean, even, odd
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: Which,
}

/// Writes the fewest moves from each board of a file
///
/// One number a line, without any limit.
#[derive(Debug, clap::Args)]
struct Distance {
    /// Files of boards; standard input where there are none, or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the files: auto, corpus, bzoj, fzu or uva
    #[arg(long, value_name = "FORM", default_value = "auto", hide_possible_values = true)]
    style: FileForm,
    /// Write JSON, one object a line and board: file, line, board, goal, distance
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: Which,
}

/// Writes the farthest boards with their distance, as a corpus
#[derive(Debug, clap::Args)]
struct Antipodes {
    #[command(flatten)]
    which: Which,
}

/// Runs the chosen command.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    match &arguments.command {
        Command::Stats(stats) => stats.run(output),
        Command::Distance(distance) => distance.run(output),
        Command::Antipodes(antipodes) => antipodes.run(output),
    }
}

impl Stats {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let table = tables::shared(self.which.goal);
        let levels: Vec<_> =
            (0..).zip(table.counts()).map(|(distance, &boards)| wire::table::Level { distance, boards }).collect();
        let sum = |part: &dyn Fn(&wire::table::Level) -> u64| levels.iter().map(part).sum::<u64>();
        let total = sum(&|level| level.boards.into());
        let moves = sum(&|level| u64::from(level.boards) * u64::from(level.distance));
        let odd = sum(&|level| u64::from(level.boards) * u64::from(level.distance % 2));
        let statistics = wire::table::Statistics {
            goal: table.goal().to_string(),
            total,
            farthest: table.greatest_distance(),
            mean: moves as f64 / total as f64,
            even: total - odd,
            odd,
            distances: levels,
        };
        if self.json {
            serde_json::to_writer_pretty(&mut *output, &statistics)?;
            writeln!(output)?;
            return Ok(Status::Good);
        }
        for level in &statistics.distances {
            writeln!(output, "{} {}", level.distance, level.boards)?;
        }
        writeln!(output, "total {total}")?;
        writeln!(output, "farthest {}", statistics.farthest)?;
        writeln!(output, "mean {:.6}", statistics.mean)?;
        writeln!(output, "even {}", statistics.even)?;
        writeln!(output, "odd {odd}")?;
        Ok(Status::Good)
    }
}

impl Distance {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard_input[..] } else { &self.files };
        let mut exact = None;
        let mut status = Status::Good;
        for path in files {
            match input::read(path, self.style.into()) {
                Ok(cases) => {
                    self.write(path, &cases, exact.get_or_insert_with(|| Wide::build(self.which.goal)), output)?;
                }
                Err(error) => {
                    note(error);
                    status = Status::Bad;
                }
            }
            if output.is_gone() {
                break;
            }
        }
        Ok(status)
    }

    fn write(&self, path: &Path, cases: &[Case], exact: &Wide, output: &mut Output) -> io::Result<()> {
        let (file, goal) = (input::name(path), self.which.goal.to_string());
        let text = |(): &mut (), case: &Case, bytes: &mut Vec<u8>| {
            let distance = exact.distance(case.board);
            if self.json {
                let (board, line) = (case.board.to_string(), case.line);
                let answer = wire::table::Distance { file: &file, line, board, goal: &goal, distance };
                serde_json::to_writer(&mut *bytes, &answer)?;
                writeln!(bytes)?;
            } else {
                writeln!(bytes, "{distance}")?;
            }
            Ok(1)
        };
        bulk::write(output, cases, || (), text).map(drop)
    }
}

impl Antipodes {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let goal = self.which.goal;
        let table = tables::shared(goal);
        let (boards, distance) = (table.farthest(), table.greatest_distance());
        let option = if goal == Board::GOAL { String::new() } else { format!(" --goal '{goal}'") };
        writeln!(
            output,
            "# The boards farthest from the goal {goal}: {}, {distance} moves.",
            table::boards(boards.len() as u64)
        )?;
        writeln!(output, "# From: chivalry table antipodes{option}")?;
        for board in boards {
            writeln!(output, "{board} {distance}")?;
        }
        Ok(Status::Good)
    }
}
