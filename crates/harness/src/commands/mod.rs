//! The subcommands, one file each: their arguments, and what they do.

pub mod bench;
pub mod compare;
pub mod completions;
pub mod engines;
pub mod exhaustive;
pub mod generate;
pub mod judge;
pub mod lower_bounds;
pub mod man;
pub mod measure_server;
pub mod report;
pub mod solve;
pub mod table;
pub mod verify;
