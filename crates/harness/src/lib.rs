//! The program `chivalry`: solves the knights' puzzle, proves its engines' answers right, and measures what they cost.
//!
//! **What it is for.** [`run()`] is the whole program, with the engines of a [`Registry`]: whoever has an engine of their own adds it
//! there. The rooms are modules, and each knows only those before it: [`engines`], [`verify`], [`mod@run`], `measure`, `view`, `compare`, `page`, `cli`.
//! ARCHITECTURE.md draws them.
//!
//! **What it promises.** Answers go to standard output, everything else to standard error; the exit status is one of those that `chivalry --help` lists.
//! No input makes it panic, hang or exhaust memory.
//!
//! **What it does not do.** It searches nothing itself: the engines are crates of their own.
//!
//! ```
//! use chivalry::engines::Registry;
//!
//! let entry = Registry::bundled().find("idastar").unwrap();
//! assert_eq!(entry.make().name(), "idastar");
//! ```

mod cli;
mod compare;
pub mod engines;
mod generate;
mod json;
mod measure;
mod page;
pub mod run;
pub mod statistics;
pub mod verify;
mod view;

use engines::Registry;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments, the first being its name, and the engines of a registry.
pub fn run(registry: &Registry, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Before anything else, as the launcher of judged programs has to be small.
    #[cfg(unix)]
    if let Some(status) = chivalry_judge::launch(arguments.iter().cloned()) {
        return status;
    }
    cli::exit::guarded(|| cli::run(registry, arguments)).into()
}
