//! Any program against the exact answers, down to the smallest counterexample.
//!
//! **What it is for.** [`judge()`] gives a program the inputs that a judge might give, compares its answers with the
//! [table of exact distances](Table), and names the [verdict](Verdict) as judges do. What fails is shrunk to the
//! smallest board that fails, or the shortest list of boards. All that is known in the end is one [`Judgement`], which
//! can be written as JSON.
//!
//! **What it promises.** The same seed gives the same inputs, as far as the time goes. Boards that were only sampled
//! are never called right. A counterexample is called the smallest only if every smaller one was tried alone. Nothing
//! that a program writes ends the judge, and nothing that it starts outlives it.
//!
//! **What it does not do.** It is no prison: a program has the user's rights. It prints nothing and writes no file but those of a run.
//! It needs process groups, which Unix has: elsewhere this crate is empty.
//!
//! ```standalone_crate
//! # #[cfg(not(unix))] fn main() {}
//! # #[cfg(unix)]
//! fn main() -> std::process::ExitCode {
//!     use chivalry_board::Board;
//!     use chivalry_corpus::Style;
//!     use chivalry_judge::{Config, Limits, Program, Stopper, Verdict, judge, most_cases};
//!     use std::time::Duration;
//!
//!     // Each run starts this very executable anew, as the launcher of the program.
//!     if let Some(status) = chivalry_judge::launch(std::env::args_os()) {
//!         return status;
//!     }
//!     // A program that says 0 to everything.
//!     let command = ["sh", "-c", "read count; yes 0 | head -n $count"];
//!     let config = Config {
//!         command: command.map(String::from).to_vec(),
//!         style: Style::Bzoj,
//!         max_moves: 15,
//!         limits: Limits::new(Duration::from_secs(1), 128 << 20),
//!         cases_per_run: Some(most_cases(Style::Bzoj)),
//!         budget: Duration::from_secs(2),
//!         seed: 1,
//!     };
//!     let program = Program::new(&command.map(Into::into), config.limits, Stopper::default()).unwrap();
//!     let table = chivalry_table::Table::build(Board::GOAL);
//!     let judgement = judge(config, program, &table, &mut [], &mut |_| {});
//!     assert_eq!(judgement.verdict, Some(Verdict::WrongAnswer));
//!     assert_eq!(judgement.counterexample.unwrap().path.len(), 2);
//!     std::process::ExitCode::SUCCESS
//! }
//! ```
#![cfg(unix)]

mod answers;
mod judgement;
mod launcher;
mod phases;
mod processes;
mod program;
mod run;
mod serial;
mod session;
mod shrink;
mod verdict;

pub use judgement::{Config, Counterexample, Coverage, Judgement, Level, Limits, Phase, State, most_cases};
pub use launcher::launch;
pub use program::{Program, Stopper};
pub use run::{End, Run};
pub use session::judge;
pub use verdict::{Case, Fault, Finding, Verdict};

#[cfg(doc)]
use chivalry_table::Table;
