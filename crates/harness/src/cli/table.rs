//! `chivalry table`: the complete table of exact distances.

use super::wire_table;
use crate::bulk;
use crate::cli::corpora::{self, FileForm};
use crate::cli::exit::Status;
use crate::cli::files;
use crate::cli::output::{Output, note};
use crate::engines::tables::{Exact, Source, TableFileError};
use crate::view::table;
use chivalry_board::Board;
use chivalry_corpus::{Case, Escaped};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
The table holds the fewest moves from all 67,603,900 boards to one goal. It is
built in a fraction of a second; --table reads one that was exported instead.

Examples:
  chivalry table stats                     how many boards lie at each distance
  chivalry table distance sample.in        the fewest moves, without a limit
  chivalry table antipodes                 the farthest boards, as a corpus
  chivalry table export goal.table         the table as a file, 8.5 MB";

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
    Export(Export),
}

/// Which table is asked.
#[derive(Debug, clap::Args)]
struct Which {
    /// The board to reach, one line, instead of 11111/01111/00*11/00001/00000
    #[arg(long, value_name = "BOARD", default_value_t = Board::GOAL, hide_default_value = true)]
    goal: Board,
    #[command(flatten)]
    source: Source,
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

/// Writes the table to a file
///
/// The file appears whole or not at all. It takes 8.5 MB, and its bytes depend on the goal alone. The format is on the page of the
/// crate `chivalry-table`.
#[derive(Debug, clap::Args)]
struct Export {
    /// The file; one that is there is replaced
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    which: Which,
}

/// Runs the chosen command.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let result = match &arguments.command {
        Command::Stats(stats) => stats.run(output),
        Command::Distance(distance) => distance.run(output),
        Command::Antipodes(antipodes) => antipodes.run(output),
        Command::Export(export) => export.run(output),
    };
    result.or_else(|failure| match failure {
        Failure::Table(error) => {
            note(error);
            Ok(Status::Bad)
        }
        Failure::Io(error) => Err(error.into()),
    })
}

/// Why a command came to nothing.
enum Failure {
    /// The file of the table is none.
    Table(TableFileError),
    /// The output failed.
    Io(io::Error),
}

impl From<TableFileError> for Failure {
    fn from(error: TableFileError) -> Self {
        Self::Table(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

impl Stats {
    fn run(&self, output: &mut Output) -> Result<Status, Failure> {
        let table = self.which.source.table(self.which.goal)?;
        let levels: Vec<_> =
            (0..).zip(table.counts()).map(|(distance, &boards)| wire_table::Level { distance, boards }).collect();
        let sum = |part: &dyn Fn(&wire_table::Level) -> u64| levels.iter().map(part).sum::<u64>();
        let total = sum(&|level| level.boards.into());
        let moves = sum(&|level| u64::from(level.boards) * u64::from(level.distance));
        let odd = sum(&|level| u64::from(level.boards) * u64::from(level.distance % 2));
        let statistics = wire_table::Statistics {
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
    fn run(&self, output: &mut Output) -> Result<Status, Failure> {
        let Which { goal, source } = &self.which;
        source.prepare(*goal)?;
        let standard_input = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &standard_input[..] } else { &self.files };
        let mut exact = None;
        let mut status = Status::Good;
        for path in files {
            match corpora::read(path, self.style.into()) {
                Ok(cases) => {
                    self.write(path, &cases, exact.get_or_insert_with(|| source.exact(*goal)), output)?;
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

    fn write(&self, path: &Path, cases: &[Case], exact: &Exact, output: &mut Output) -> io::Result<()> {
        let (file, goal) = (corpora::name(path), self.which.goal.to_string());
        let text = |(): &mut (), case: &Case, bytes: &mut Vec<u8>| {
            let distance = exact.distance(case.board);
            if self.json {
                let (board, line) = (case.board.to_string(), case.line);
                let answer = wire_table::Distance { file: &file, line, board, goal: &goal, distance };
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
    fn run(&self, output: &mut Output) -> Result<Status, Failure> {
        let goal = self.which.goal;
        let table = self.which.source.table(goal)?;
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

impl Export {
    fn run(&self, output: &mut Output) -> Result<Status, Failure> {
        let table = self.which.source.table(self.which.goal)?;
        if self.file.as_os_str() == "-" {
            // Bytes that a terminal would take for commands.
            if io::stdout().is_terminal() {
                note("chivalry: found a terminal, expected a file or a pipe for the table");
                return Ok(Status::Bad);
            }
            table.write_to(output)?;
            return Ok(Status::Good);
        }
        // Not `Failure::Io`: a place where nothing can be written is for the user to mend.
        if let Err(error) = files::replace(&self.file, |writer| table.write_to(writer)) {
            note(format_args!("{}: {}", Escaped(&self.file.to_string_lossy()), files::expected(&error)));
            return Ok(Status::Bad);
        }
        Ok(Status::Good)
    }
}
