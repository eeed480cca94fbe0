//! The program as a user runs it.

mod bad_input;
mod bench;
mod commands;
mod compare;
mod generate;
mod report;
mod support;
mod table;
