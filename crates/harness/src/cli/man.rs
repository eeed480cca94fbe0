//! `chivalry man`: manual pages.

use crate::cli::Cli;
use crate::cli::exit::Status;
use crate::cli::output::{Output, note};
use clap::CommandFactory;

const EXAMPLES: &str = "\
Examples:
  chivalry man | man -l -
  chivalry man table stats > chivalry-table-stats.1";

/// Writes the manual page of the program or of one command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The command, like `solve` or `table stats`; the whole program where there is none
    command: Vec<String>,
}

/// Writes the page.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let mut program = Cli::command();
    program.build();
    let mut page = &program;
    for name in &arguments.command {
        let Some(command) = page.find_subcommand(name) else {
            let (name, outer) = (name.escape_debug(), page.get_bin_name().unwrap_or("chivalry"));
            note(format_args!("chivalry: found no command `{name}`, expected one of `{outer} --help`"));
            return Ok(Status::Bad);
        };
        page = command;
    }
    clap_mangen::Man::new(page.clone()).render(output)?;
    Ok(Status::Good)
}
