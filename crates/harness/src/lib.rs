//! The program `chivalry`: solves the knights' puzzle, proves its engines' answers right, and measures what they cost.
//!
//! **What it is for.** This library is the program, in parts that can be tested one by one: [`input`] reads judges' files and
//! corpora, [`style`] writes answers, [`registry`] knows the engines, [`crosscheck`] holds them against each other, [`measure`] times them,
//! each of the [`commands`] is a file of its own.
//!
//! **What it promises.** The exit status is that of [`exit::Status`]; answers go to standard output, everything else to standard
//! error; no input makes it panic, hang or exhaust memory.
//!
//! **What it does not do.** It searches nothing itself: the engines are crates of their own.
//!
//! ```
//! use chivalry::input::{self, Form};
//! use chivalry::style::{Answer, Style};
//!
//! let file = "1\n10110\n01*11\n10111\n01001\n00000\n";
//! let cases = input::read_from(file.as_bytes(), Form::Judge(Style::Bzoj)).unwrap();
//! assert_eq!(cases[0].board.to_string(), "10110/01*11/10111/01001/00000");
//! assert_eq!(Style::Uva.answer(Answer::Moves(7)).to_string(), "Solvable in 7 move(s).");
//! ```

pub mod bulk;
pub mod cli;
pub mod compare;
pub mod engines;
pub mod generate;
pub mod measure;
pub mod page;
pub mod run;
pub mod statistics;
pub mod verify;
pub mod view;

use clap::Parser;
use cli::Cli;
use cli::exit::{self, Status};
use cli::output::note;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with these arguments, the first being its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Before anything else, as the launcher of judged programs has to be small.
    #[cfg(unix)]
    if let Some(status) = chivalry_judge::launch(arguments.iter().cloned()) {
        return status;
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
