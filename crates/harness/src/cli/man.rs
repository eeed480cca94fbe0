//! `chivalry man`: manual pages.

use super::exit::{Refusal, Status};
use super::output::Output;
use crate::engines::Registry;

/// Writes the manual page of the program or of one command
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/man.txt").trim_end())]
pub(crate) struct Arguments {
    /// The command, like `solve` or `table stats`; the whole program where there is none
    command: Vec<String>,
}

/// Writes the page.
///
/// # Errors
///
/// Where standard output fails, and [`Refusal`] where there is no such command.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let mut program = super::command(registry);
    program.build();
    let mut page = &program;
    for name in &arguments.command {
        let outer = page.get_bin_name().unwrap_or("chivalry");
        page = page.find_subcommand(name).ok_or_else(|| {
            let name = name.escape_debug();
            Refusal::usage(format_args!("found no command `{name}`, expected one of `{outer} --help`"))
        })?;
    }
    clap_mangen::Man::new(page.clone()).render(output)?;
    Ok(Status::Good)
}
