//! `chivalry bench --json FILE`: one of these. `compare` and `report` read it again.
//!
//! The version is `MAJOR.MINOR`. A minor version only adds fields, and each added field has a default, so that a record of the same major version
//! stays readable, whichever program wrote it; another major version is refused.

#[cfg(test)]
pub(crate) mod example;
mod read;

pub use read::{Inconsistency, MOST_BYTES, ReadError, RecordFileError, read, read_file, read_from};

use serde::{Deserialize, Serialize};

/// The name of the schema, written into each record.
pub const SCHEMA: &str = "chivalry-bench";

/// Its version. Version 1 had no boards, no environment and no memory.
pub const VERSION: &str = "2.1";

/// The part of [`VERSION`] that readers must share.
pub const MAJOR: &str = "2";

/// What [`Solve::outcome`] may be.
pub const OUTCOMES: [&str; 4] = ["solved", "none-within", "out-of-budget", "wrong"];

/// What [`Cell::state`] may be.
pub const STATES: [&str; 4] = ["measured", "out-of-budget", "wrong", "untimed"];

/// What [`Warning::kind`] may be.
pub const WARNINGS: [&str; 6] = ["busy-machine", "short-samples", "outliers", "drift", "self-check", "few-rounds"];

fn is_outcome(name: &str) -> bool {
    OUTCOMES.contains(&name)
}

fn is_state(name: &str) -> bool {
    STATES.contains(&name)
}

fn is_warning(name: &str) -> bool {
    WARNINGS.contains(&name)
}

/// A measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: String,
    /// Whether the run came to its end; `false` where it was interrupted, and what it had is here.
    pub complete: bool,
    /// The command line, the program's name first.
    pub command: Vec<String>,
    /// When the run began, in seconds since 1970-01-01 UTC.
    pub began: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What was measured with.
    pub program: Program,
    /// What was measured on.
    pub machine: Machine,
    /// How it was measured.
    pub plan: Plan,
    /// The boards, in the order of the strata.
    pub boards: Vec<Board>,
    /// The strata in the order of the report. Those of one distance have the limit of the plan.
    pub strata: Vec<Stratum>,
    /// The engines in the order of the report. The one that is measured twice for the self-check comes once.
    pub engines: Vec<Engine>,
    /// What each engine did on each board: for each engine, in its order, all boards in theirs.
    pub solves: Vec<Solve>,
    /// What each engine cost on each stratum: for each stratum, in its order, all engines in theirs.
    pub cells: Vec<Cell>,
    /// How the cost of each engine grows from one distance to the next, by engine in their order.
    pub growth: Vec<Growth>,
    /// The totals over the boards that all engines solved.
    pub totals: Totals,
    /// The self-check: one engine under two names. `null` where nothing was timed.
    pub self_check: Option<SelfCheck>,
    /// What a reader has to know before the figures.
    pub warnings: Vec<Warning>,
    /// Distances that a corpus states and that are wrong: the measurement went on with the right ones. Since 2.1.
    #[serde(default)]
    pub corpus_faults: Vec<Fault>,
}

impl Record {
    /// What an engine cost on a stratum, each by its number.
    ///
    /// # Panics
    ///
    /// Where there is no such stratum or engine.
    pub fn cell(&self, stratum: usize, engine: usize) -> &Cell {
        &self.cells[stratum * self.engines.len() + engine]
    }

    /// What an engine did on each board of a stratum, each by its number.
    ///
    /// # Panics
    ///
    /// Where there is no such stratum or engine.
    pub fn solves(&self, stratum: usize, engine: usize) -> &[Solve] {
        let Stratum { first, boards, .. } = self.strata[stratum];
        &self.solves[engine * self.boards.len() + first..][..boards]
    }

    /// The states that an engine expanded on all boards of a stratum.
    ///
    /// # Panics
    ///
    /// Where there is no such stratum or engine.
    pub fn expanded(&self, stratum: usize, engine: usize) -> u64 {
        self.solves(stratum, engine).iter().fold(0, |sum, solve| sum.saturating_add(solve.expanded))
    }
}

/// A build of this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit from which it was made, `-dirty` behind it where there were changes since; `unknown` outside of a checkout.
    pub commit: String,
    /// The compiler, as it calls itself.
    pub compiler: String,
    /// The target, like `x86_64-unknown-linux-gnu`.
    pub target: String,
    /// The profile and the flags of the build, like `release, opt-level 3`, and `RUSTFLAGS` where there were any.
    pub flags: String,
}

/// A machine, as far as the system tells. Unknown facts are empty or 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor.
    pub cpu: String,
    /// The processors that this program may use.
    pub cores: u32,
    /// Bytes of memory.
    pub memory: u64,
    /// The operating system and its version.
    pub system: String,
    /// The load (running and waiting tasks, average of one minute) before the run.
    pub load_before: f64,
    /// The same after it.
    pub load_after: f64,
}

/// How it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The goal, in one line.
    pub goal: String,
    /// The limit of the strata of one distance, `null` where there is none.
    pub max_moves: Option<u8>,
    /// The seed of the order of measurements, of random boards and of resampling.
    pub seed: u64,
    /// The most rounds.
    pub rounds_asked: u32,
    /// Complete rounds.
    pub rounds: u32,
    /// The time after which no round begins, in seconds.
    pub time: f64,
    /// The most states that a solve may expand, `null` for any number.
    pub nodes: Option<u64>,
    /// The most states that it may hold, `null` for any number.
    pub stored: Option<u64>,
    /// The longest time that it may take, in nanoseconds, `null` for any.
    pub time_limit_ns: Option<u64>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The board, in one line.
    pub board: String,
    /// Its exact distance from the goal, `null` where nobody found it.
    pub distance: Option<u8>,
}

/// Boards that are reported together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stratum {
    /// `12` for the boards at this distance, `random`, `deep`, `>15` for those beyond a limit, `?` where nobody knows.
    pub name: String,
    /// The distance of all its boards, `null` where they differ.
    pub distance: Option<u8>,
    /// The limit of moves, `null` for none.
    pub max_moves: Option<u8>,
    /// The most states that a solve may expand here, `null` for any number.
    pub nodes: Option<u64>,
    /// The first of its boards.
    pub first: usize,
    /// How many boards it has; they follow each other.
    pub boards: usize,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// Its name.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// The first wrong answer, `null` where all were right. A wrong engine has no times.
    pub fault: Option<Fault>,
    /// What was made before any clock ran and is in none of its times, like a table; `null` where nothing was.
    pub prepared: Option<String>,
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The board, in one line.
    pub board: String,
    /// What was expected and what was found.
    pub message: String,
}

/// What an engine did on a board: exact counts, the same on every machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solve {
    /// `solved`, `none-within`, `out-of-budget` or `wrong`.
    pub outcome: String,
    /// The moves of its answer, `null` unless solved.
    pub moves: Option<u8>,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// Of them those that were known already.
    pub duplicates: u64,
    /// The most states held at one time.
    pub peak_stored: u64,
    /// Iterations, or levels.
    pub rounds: u64,
    /// The median time of this board alone, by a warm engine, in nanoseconds; `null` where it was not timed.
    pub time_ns: Option<f64>,
}

/// What an engine cost on a stratum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The engine.
    pub engine: String,
    /// The stratum.
    pub stratum: String,
    /// `measured`; `out-of-budget`, where some board was given up and nothing was timed; `wrong`, where the engine gave a wrong answer here or
    /// elsewhere; `untimed`, where the run ended before.
    pub state: String,
    /// The boards answered within the budget.
    pub answered: usize,
    /// The most bytes of heap held at one time by a new engine that solves the boards of the stratum one after the other; `null` where
    /// it was not measured.
    pub peak_heap: Option<u64>,
    /// By one engine that keeps its buffers; `null` unless measured.
    pub warm: Option<Times>,
    /// By a new engine for each board, made inside the clock; `null` unless measured.
    pub cold: Option<Times>,
}

/// Times of a stratum, each per board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Passes over the stratum in one sample.
    pub repeats: u32,
    /// Nanoseconds per board, one sample a round.
    pub samples_ns: Vec<f64>,
    /// Their median.
    pub median_ns: f64,
    /// The median of the distances from the median.
    pub mad_ns: f64,
    /// The least.
    pub min_ns: f64,
    /// The lower end of the 95 % interval of the median (bootstrap).
    pub low_ns: f64,
    /// The upper end.
    pub high_ns: f64,
    /// Nanoseconds for each expanded state, `null` where none is.
    pub per_node_ns: Option<f64>,
}

/// By what factor a cost grows from one distance to the next, fitted over the strata of one distance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// The engine.
    pub engine: String,
    /// Of expanded states, `null` where there are fewer than three distances.
    pub nodes: Option<Factor>,
    /// Of time, by a warm engine.
    pub time: Option<Factor>,
}

/// A factor and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// The factor.
    pub factor: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Totals over the strata in which every right engine was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// The names of these strata.
    pub strata: Vec<String>,
    /// Their boards.
    pub boards: usize,
    /// One for each engine in their order.
    pub engines: Vec<Total>,
}

/// The totals of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Total {
    /// The engine.
    pub engine: String,
    /// States expanded.
    pub expanded: u64,
    /// The sum of the medians times the boards, warm, in nanoseconds; `null` where the engine was not measured.
    pub time_ns: Option<f64>,
    /// The geometric mean over the strata of the time in proportion to the fastest engine's, warm; `null` where the engine was not measured.
    pub geometric_mean: Option<f64>,
}

/// One engine measured under two names: what differs is the measurement's own error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// The engine.
    pub engine: String,
    /// The ratio of the second name's time to the first's, over all strata, with its interval.
    pub ratio: Factor,
    /// The least difference that would be noticed: 0.03 stands for 3 %.
    pub noticeable: f64,
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// `busy-machine`, `short-samples`, `outliers`, `drift`, `self-check` or `few-rounds`.
    pub kind: String,
    /// What it is about, in a sentence.
    pub message: String,
}
