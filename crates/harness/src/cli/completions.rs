//! `chivalry completions`: completion scripts for shells.

use super::exit::Status;
use super::output::Output;
use crate::engines::Registry;
use clap_complete::Shell;
use std::io::Write;

/// Writes a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/completions.txt").trim_end())]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Writes the script.
///
/// # Errors
///
/// Where standard output fails.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    // By way of a buffer: the generator panics where its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(registry), "chivalry", &mut script);
    output.write_all(&script)?;
    Ok(Status::Good)
}
