//! `chivalry engines`: which engines there are.

use super::exit::Status;
use super::output::Output;
use crate::engines::Registry;
use std::io::Write;

/// Lists the search engines
///
/// One line an engine: its name, what it is, and whether it needs a limit (or a budget) because far boards are out of its reach.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write a JSON array of {name, summary, `needs_limit`}
    #[arg(long, help = "Write a JSON array of {name, summary, needs_limit}")]
    json: bool,
}

/// Lists the engines.
///
/// # Errors
///
/// Where standard output fails.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let engines = registry.engines();
    if arguments.json {
        super::output::json(output, &engines)?;
        return Ok(Status::Good);
    }
    let width = engines.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in engines {
        let limit = if entry.needs_limit { "; needs a limit" } else { "" };
        writeln!(output, "{:width$}  {}{limit}", entry.name, entry.summary)?;
    }
    Ok(Status::Good)
}
