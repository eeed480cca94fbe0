//! The program `chivalry`: solves the knights' puzzle, proves its engines' answers right, and measures what they cost.
//!
//! **What it is for.** This library is the program, in parts that can be tested one by one: [`corpora`] opens files of boards, [`registry`]
//! knows the engines, [`crosscheck`] holds them against each other, [`measure`] times them, each of the [`commands`] is a file of its own.
//! [`wire`] has the forms of its JSON.
//!
//! **What it promises.** The exit status is that of [`exit::Status`]; answers go to standard output, everything else to standard
//! error; no input makes it panic, hang or exhaust memory.
//!
//! **What it does not do.** It searches nothing itself: the engines are crates of their own.
//!
//! ```
//! use chivalry::registry;
//!
//! let entry = registry::find("idastar").unwrap();
//! assert_eq!((entry.make)().name(), "idastar");
//! ```

pub mod bulk;
pub mod checkpoint;
pub mod cli;
pub mod commands;
pub mod comparison;
pub mod corpora;
pub mod crosscheck;
pub mod duel;
pub mod exhaustive;
pub mod exit;
pub mod files;
pub mod generate;
pub mod guided;
pub mod heap;
#[cfg(unix)]
pub mod judge;
pub mod machine;
pub mod measure;
pub mod options;
pub mod output;
pub mod progress;
pub mod record;
pub mod registry;
pub mod render;
pub mod report;
pub mod statistics;
pub mod strata;
pub mod table;
pub mod tables;
pub mod warnings;
pub mod wire;

use clap::Parser;
use cli::Cli;
use exit::Status;
use output::note;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments, the first being its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Before anything else, as the launcher of judged programs has to be small.
    #[cfg(unix)]
    if judge::launcher::is_asked(&arguments) {
        return judge::launcher::run(&arguments);
    }
    exit::guarded(|| match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.run().unwrap_or_else(|error| {
            note(format_args!("chivalry: {error:#}"));
            Status::Fault
        }),
        Err(message) => {
            // Help and version are messages, too. Where nobody reads them there is nobody to tell.
            let _ = message.print();
            if message.use_stderr() { Status::Bad } else { Status::Good }
        }
    })
    .into()
}
