//! `chivalry verify --exhaustive --json` and `--lower-bounds --json`: what was proven.

use serde::Serialize;

/// The name of the schema of a proof about engines.
pub const SCHEMA: &str = "chivalry-proof";

/// Its version.
pub const VERSION: u32 = 1;

/// The statement about engines.
#[derive(Debug, Serialize)]
pub struct Proof {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The version of the program.
    pub program: &'static str,
    /// The commit from which it was made, `-dirty` behind it where there were changes since.
    pub commit: String,
    /// The goal, in one line.
    pub goal: String,
    /// The limit, `null` where there is none.
    pub max_moves: Option<u8>,
    /// `all`, `within` (the boards within the limit) or `beyond` (the others).
    pub subset: &'static str,
    /// The shard, `K/N`: the boards whose rank is K - 1 modulo N.
    pub shard: String,
    /// The boards checked.
    pub boards: u64,
    /// `proven`, `disagreed`, `inconclusive` or `nothing`.
    pub verdict: &'static str,
    /// How many wrong answers there were.
    pub disagreements: u64,
    /// The time taken, in seconds.
    pub seconds: f64,
    /// The threads of the last run.
    pub threads: usize,
    /// Each engine's counts.
    pub engines: Vec<Engine>,
}

/// What is proven of one engine.
#[derive(Debug, Serialize)]
pub struct Engine {
    /// The engine.
    pub engine: &'static str,
    /// The most states that a solve might expand, `null` for any number.
    pub nodes: Option<u64>,
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
    /// Of the wrong answers the one nearest to the goal, `null` where there is none.
    pub nearest: Option<super::wire_checkpoint::Found>,
}

/// The statement about a lower bound.
#[derive(Debug, Serialize)]
pub struct Bound {
    /// The heuristic.
    pub heuristic: &'static str,
    /// The version of the program.
    pub program: &'static str,
    /// The commit from which it was made.
    pub commit: String,
    /// The goal, in one line.
    pub goal: String,
    /// The boards on which it was held against the exact distance.
    pub boards: u64,
    /// The moves, each in one direction, across which its change was looked at.
    pub moves: u64,
    /// `proven` or `disproven`.
    pub verdict: &'static str,
    /// What is wrong, `null` where nothing is.
    pub fault: Option<String>,
    /// The time taken, in seconds.
    pub seconds: f64,
}
