//! The command line: each command a file of its own, with its arguments and what it does.

mod bench;
mod bulk;
mod compare;
mod completions;
mod corpora;
mod engines;
mod exhaustive;
pub(crate) mod exit;
mod files;
mod forms;
mod generate;
#[cfg(unix)]
mod judge;
mod man;
mod measure_server;
mod options;
pub(crate) mod output;
mod progress;
mod report;
mod solve;
mod table;
mod verify;

use crate::engines::Registry;
use clap::builder::PossibleValuesParser;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::Status;
use output::Output;
use std::ffi::OsString;
use std::io::Write;

/// Solves the knights' puzzle 骑士精神 (BZOJ 1085, Luogu P2324, FZU 2180, UVa 10422 "Knights in FEN"), proves the answers right,
/// and measures what each search engine costs.
#[derive(Debug, Parser)]
#[command(name = "chivalry", version, after_help = include_str!("../../help/chivalry.txt").trim_end(), arg_required_else_help = true, term_width = 80)]
struct Cli {
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
    /// Measures for `compare --against`
    #[command(hide = true)]
    MeasureServer,
}

/// The command line, with the names of the registry where an engine or a lower bound is chosen.
fn command(registry: &Registry) -> clap::Command {
    let engines: Vec<String> = registry.combinations().into_iter().map(|entry| entry.name).collect();
    let bounds: Vec<&str> = registry.bounds().iter().map(|bound| bound.name).collect();
    Cli::command().mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_id().as_str() {
            "engine" | "hardest" => argument.value_parser(PossibleValuesParser::new(engines.clone())),
            "heuristic" => argument.value_parser(PossibleValuesParser::new(bounds.clone())),
            _ => argument,
        })
    })
}

/// Runs the command that these arguments ask for, the first being the program's name.
pub(crate) fn run(registry: &Registry, arguments: Vec<OsString>) -> Status {
    let parsed = command(registry).try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => cli.run(registry).unwrap_or_else(|error| exit::told(&error)),
        Err(message) => {
            // Help and version are messages, too. Where nobody reads them there is nobody to tell.
            let _ = message.print();
            if message.use_stderr() { Status::Bad } else { Status::Good }
        }
    }
}

impl Cli {
    /// Runs the chosen command.
    ///
    /// # Errors
    ///
    /// [`exit::Refusal`] where input or usage is wrong; any other where the system fails it, as with a full disk.
    fn run(&self, registry: &Registry) -> anyhow::Result<Status> {
        let output = &mut Output::new(self.color);
        let status = match &self.command {
            Command::Bench(arguments) => bench::run(arguments, registry, output),
            Command::Solve(arguments) => solve::run(arguments, registry, output),
            Command::Verify(arguments) => verify::run(arguments, registry, output),
            Command::Generate(arguments) => generate::run(arguments, registry, output),
            Command::Compare(arguments) => compare::run(arguments, registry, output),
            #[cfg(unix)]
            Command::Judge(arguments) => judge::run(arguments, registry, output),
            Command::Report(arguments) => report::run(arguments, output),
            Command::Table(arguments) => table::run(arguments, output),
            Command::Engines(arguments) => engines::run(arguments, registry, output),
            Command::Completions(arguments) => completions::run(arguments, registry, output),
            Command::Man(arguments) => man::run(arguments, registry, output),
            Command::MeasureServer => measure_server::run(registry, output),
        };
        // What was written before an error is worth reading, too.
        output.flush()?;
        status
    }
}
