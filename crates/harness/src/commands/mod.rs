//! The subcommands, one file each: their arguments, and what they do.

pub mod bench;
pub mod completions;
pub mod engines;
pub mod exhaustive;
pub mod judge;
pub mod generate;
pub mod lower_bounds;
pub mod man;
pub mod report;
pub mod solve;
pub mod table;
pub mod verify;
