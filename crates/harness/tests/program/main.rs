//! The program as a user runs it.

mod bad_input;
mod bench;
mod commands;
mod exhaustive;
mod generate;
mod support;
mod table;
