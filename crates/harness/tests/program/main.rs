//! The program as a user runs it.

mod bad_input;
mod bench;
mod commands;
mod compare;
mod exhaustive;
mod generate;
#[cfg(unix)]
mod judge;
mod report;
mod support;
mod table;
