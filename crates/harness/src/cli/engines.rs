//! `chivalry engines`: which engines there are.

use super::wire_engines;
use crate::cli::exit::Status;
use crate::cli::output::Output;
use crate::engines::ENGINES;
use std::io::Write;

/// Lists the search engines
///
/// One line an engine: its name, what it is, and whether it needs a limit (or a budget) because far boards are out of its reach.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Write a JSON array of {name, summary, `needs_limit`}
    #[arg(long, help = "Write a JSON array of {name, summary, needs_limit}")]
    json: bool,
}

/// Lists the engines.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    if arguments.json {
        let engines: Vec<_> = ENGINES
            .iter()
            .map(|entry| wire_engines::Engine {
                name: entry.name,
                summary: entry.summary,
                needs_limit: entry.needs_limit,
            })
            .collect();
        serde_json::to_writer_pretty(&mut *output, &engines)?;
        writeln!(output)?;
    } else {
        let width = ENGINES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        for entry in ENGINES {
            let limit = if entry.needs_limit { "; needs a limit" } else { "" };
            writeln!(output, "{:width$}  {}{limit}", entry.name, entry.summary)?;
        }
    }
    Ok(Status::Good)
}
