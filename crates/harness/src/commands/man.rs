//! `chivalry man`: manual pages.

use crate::cli::Cli;
use crate::exit::Status;
use crate::output::{Output, note};
use clap::CommandFactory;

const EXAMPLES: &str = "\
Examples:
  chivalry man | man -l -
  chivalry man solve > chivalry-solve.1";

/// Writes the manual page of the program or of one command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The command, like `solve`; the whole program where there is none
    command: Option<String>,
}

/// Writes the page.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let mut program = Cli::command();
    program.build();
    let page = match &arguments.command {
        None => program,
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                note(format_args!(
                    "chivalry: found no command `{}`, expected one of `chivalry --help`",
                    name.escape_debug()
                ));
                return Ok(Status::Bad);
            };
            command.clone()
        }
    };
    clap_mangen::Man::new(page).render(output)?;
    Ok(Status::Good)
}
