//! `chivalry completions`: completion scripts for shells.

use crate::cli::Cli;
use crate::cli::exit::Status;
use crate::cli::output::Output;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  source <(chivalry completions bash)
  chivalry completions fish > ~/.config/fish/completions/chivalry.fish";

/// Writes a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Writes the script.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    // By way of a buffer: the generator panics where its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "chivalry", &mut script);
    output.write_all(&script)?;
    Ok(Status::Good)
}
