//! The file of `chivalry verify --exhaustive --checkpoint FILE`.

use serde::{Deserialize, Serialize};

/// The name of the schema, written into each file.
pub const SCHEMA: &str = "chivalry-checkpoint";

/// Its version.
pub const VERSION: u32 = 1;

/// The file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// CRC-32, as in gzip, of the checkpoint in its compact form: without white space, fields in their order here.
    pub crc32: u32,
    /// The checkpoint.
    pub checkpoint: Checkpoint,
}

/// How far a run has come.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// What is run. Another run does not go on from here.
    pub run: Run,
    /// All chunks before this one are done.
    pub prefix: u64,
    /// Chunks after it that are done.
    pub ahead: Vec<u64>,
    /// Boards checked.
    pub boards: u64,
    /// The time taken so far, in milliseconds.
    pub elapsed_ms: u64,
    /// One for each engine, in their order.
    pub findings: Vec<Findings>,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The version of the program.
    pub program: String,
    /// The commit from which it was made.
    pub commit: String,
    /// The goal, in one line.
    pub goal: String,
    /// The limit, `null` where there is none.
    pub max_moves: Option<u8>,
    /// `all`, `within` or `beyond`.
    pub boards: String,
    /// The shard, `K/N`.
    pub shard: String,
    /// Boards of a chunk.
    pub chunk: u64,
    /// The engines, in their order.
    pub engines: Vec<Engine>,
}

/// An engine and its patience for a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// The name.
    pub name: String,
    /// The most states that a solve may expand, `null` for any number.
    pub nodes: Option<u64>,
    /// The most states that it may hold, `null` for any number.
    pub stored: Option<u64>,
    /// The longest time that it may take, in nanoseconds, `null` for any.
    pub time_limit_ns: Option<u64>,
}

/// What is known of one engine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// Boards solved right.
    pub right: u64,
    /// Boards without a path within the limit.
    pub none_within: u64,
    /// Boards given up.
    pub out_of_budget: u64,
    /// Boards answered wrong.
    pub wrong: u64,
    /// States expanded in all.
    pub expanded: u64,
    /// Of the wrong answers the one nearest to the goal.
    pub nearest: Option<Found>,
}

/// A wrong answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The board, in one line.
    pub board: String,
    /// Its distance to the goal.
    pub distance: u8,
    /// What was expected and what was found.
    pub message: String,
}
