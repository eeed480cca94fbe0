//! The command line.

pub mod bench;
pub mod compare;
pub mod completions;
pub mod corpora;
pub mod engines;
pub mod exhaustive;
pub mod exit;
pub mod files;
pub mod generate;
#[cfg(unix)]
pub mod judge;
pub mod lower_bounds;
pub mod man;
pub mod measure_server;
pub mod options;
pub mod output;
pub mod progress;
pub mod report;
pub mod solve;
pub mod table;
pub mod verify;
pub mod wire_engines;
pub mod wire_solve;
pub mod wire_table;

use crate::cli::exit::Status;
use crate::cli::output::Output;
use clap::{ColorChoice, Parser, Subcommand};
use std::io::Write;

/// Exit status, for the foot of the help.
const AFTER_HELP: &str = "\
Exit status:
  0    good
  1    a wrong answer or a regression
  2    bad usage or bad input
  3    inconclusive: a budget was spent before all was known
  4    nothing was measured
  70   a fault of the program
  130  interrupted

Examples:
  chivalry solve sample.in                 the fewest moves for each board, -1 beyond 15
  chivalry solve --style kattis < in       the same in the words of UVa 10422 and Kattis
  chivalry verify --random 100000          every engine against the others
  chivalry bench                           what each engine costs, by distance
  chivalry judge -- ./a.out                a program of yours against the exact answers
  chivalry report run.json --html run.html a page to look at
  chivalry table stats                     how many boards lie at each distance";

/// Solves the knights' puzzle 骑士精神 (BZOJ 1085, Luogu P2324, FZU 2180, UVa 10422 "Knights in FEN"), proves the answers right,
/// and measures what each search engine costs.
#[derive(Debug, Parser)]
#[command(name = "chivalry", version, after_help = AFTER_HELP, arg_required_else_help = true, term_width = 80)]
pub struct Cli {
    /// When to use colour and bold type.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "When to use colour and bold type: auto, always or never")]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Verify(verify::Arguments),
    Bench(bench::Arguments),
    #[cfg(unix)]
    Judge(judge::Arguments),
    Report(report::Arguments),
    Generate(generate::Arguments),
    Compare(compare::Arguments),
    Table(table::Arguments),
    Engines(engines::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    /// Answers `chivalry compare --against`: times what it is told to, over standard input and output
    #[command(hide = true)]
    MeasureServer,
}

impl Cli {
    /// Runs the chosen command.
    ///
    /// # Errors
    ///
    /// Where the system fails it, as with a full disk: not where input or answers are wrong, which is a [`Status`].
    pub fn run(&self) -> anyhow::Result<Status> {
        let color = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        let mut output = Output::new(color);
        let status = match &self.command {
            Command::Solve(arguments) => solve::run(arguments, &mut output),
            Command::Verify(arguments) => verify::run(arguments, &mut output),
            Command::Bench(arguments) => bench::run(arguments, &mut output),
            #[cfg(unix)]
            Command::Judge(arguments) => judge::run(arguments, &mut output),
            Command::Report(arguments) => report::run(arguments, &mut output),
            Command::Generate(arguments) => generate::run(arguments, &mut output),
            Command::Table(arguments) => table::run(arguments, &mut output),
            Command::Engines(arguments) => engines::run(arguments, &mut output),
            Command::Compare(arguments) => compare::run(arguments, &mut output),
            Command::Completions(arguments) => completions::run(arguments, &mut output),
            Command::MeasureServer => measure_server::run(&mut output),
            Command::Man(arguments) => man::run(arguments, &mut output),
        }?;
        output.flush()?;
        Ok(status)
    }
}
