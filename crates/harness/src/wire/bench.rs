//! `chivalry bench --json FILE`: one of these.

use serde::Serialize;

/// The name of the schema, written into each record.
pub const SCHEMA: &str = "chivalry-bench";

/// Its version.
pub const VERSION: u32 = 1;

/// A measurement.
#[derive(Debug, Serialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// [`VERSION`].
    pub version: u32,
    /// The goal, in one line.
    pub goal: String,
    /// The limit, `null` where there is none.
    pub max_moves: Option<u8>,
    /// The most states that a solve may expand, `null` for any number.
    pub nodes: Option<u64>,
    /// The most states that it may hold, `null` for any number.
    pub stored: Option<u64>,
    /// The longest time that it may take, in nanoseconds, `null` for any.
    pub time_limit_ns: Option<u64>,
    /// The seed of the order of measurements.
    pub seed: u64,
    /// Complete rounds.
    pub rounds: u32,
    /// Disagreements found by the check before.
    pub disagreements: u64,
    /// One for each pair of stratum and engine.
    pub cells: Vec<Cell>,
}

/// What an engine did on a stratum.
#[derive(Debug, Serialize)]
pub struct Cell {
    /// The engine.
    pub engine: &'static str,
    /// `12` for the boards at this distance, `>15` for those beyond a limit, `?` where nobody knows.
    pub stratum: String,
    /// The boards of the stratum.
    pub boards: usize,
    /// The boards answered within the budget.
    pub answered: usize,
    /// States expanded on all of them.
    pub expanded: u64,
    /// `measured`, `out-of-budget` or `wrong`.
    pub state: &'static str,
    /// Passes over the stratum in one sample.
    pub repeats: u32,
    /// The median of the samples, `null` unless measured.
    pub median_ns: Option<f64>,
    /// Time per board in nanoseconds, one a round.
    pub samples_ns: Vec<f64>,
}
