//! What `chivalry compare --against` and the builds that it times say to each other: one JSON document a line.
//!
//! The build greets first; then each [`Request`] has one [`Reply`]. It ends where its standard input does.

use crate::run::wire::{Program, Record};
use serde::{Deserialize, Serialize};

/// The name of the protocol, in the greeting.
pub const NAME: &str = "chivalry-measure";

/// Its version. Builds with another one cannot be compared.
pub const VERSION: u32 = 2;

/// The first line of a build.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    /// [`NAME`].
    pub protocol: String,
    /// [`VERSION`].
    pub version: u32,
    /// What it is a build of.
    pub program: Program,
}

/// What is asked of a build.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// To answer all of these boards, and count.
    Answers(Plan),
    /// To make ready for samples of these boards.
    Ready(Plan),
    /// To take a sample; after [`Request::Ready`].
    Sample {
        /// The number of the stratum in the plan.
        stratum: usize,
        /// The number of the engine in the plan.
        engine: usize,
        /// Passes over the stratum; 0 for as many as are long against the clock.
        repeats: u32,
    },
}

/// What is to be measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The goal, in one line.
    pub goal: String,
    /// The most states that a solve may hold, `null` for any number.
    pub stored: Option<u64>,
    /// The engines by name.
    pub engines: Vec<String>,
    /// The boards.
    pub strata: Vec<Stratum>,
}

/// Boards that are timed together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stratum {
    /// Its name.
    pub name: String,
    /// The distance of all its boards, `null` where they differ.
    pub distance: Option<u8>,
    /// The limit of moves, `null` for none.
    pub max_moves: Option<u8>,
    /// The most states that a solve may expand, `null` for any number.
    pub nodes: Option<u64>,
    /// The boards, each in one line, with their exact distances.
    pub boards: Vec<(String, u8)>,
}

/// What a build says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// Answers and counters of the plan, in a record without times.
    Record(Box<Record>),
    /// Samples may be asked for.
    Ready,
    /// A sample.
    Sample {
        /// Passes over the stratum.
        repeats: u32,
        /// Processor time per board, in nanoseconds.
        ns: f64,
    },
    /// There is no sample.
    Withheld {
        /// Whether the engine answered a board wrong; else it gave one up.
        wrong: bool,
        /// That in words.
        words: String,
    },
    /// The request is none.
    Fault(String),
}
