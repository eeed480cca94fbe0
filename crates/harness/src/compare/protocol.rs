//! What `chivalry compare --against` and the builds that it times say to each other: one JSON document a line.
//!
//! The build greets first, with [`HELLO`]; then each [`Request`] has one [`Reply`]. It ends where its standard input does.

use crate::run::{Fault, Run};
use serde::{Deserialize, Serialize};

/// The greeting: the protocol and its version. Builds with another one cannot be compared.
pub(crate) const HELLO: &str = "chivalry-measure 3";

/// What is asked of a build.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Request {
    /// To make ready what this run plans: its engines by name, and boards that have no solves yet.
    Ready(Box<Run>),
    /// To answer all boards, and count; after [`Request::Ready`], as the next.
    Answers,
    /// To take a sample.
    Sample {
        /// The number of the stratum in the run.
        stratum: usize,
        /// The number of the engine in the run.
        engine: usize,
        /// Passes over the stratum; 0 for as many as are long against the clock.
        repeats: u32,
    },
}

/// What a build says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// The other requests can be made.
    Ready,
    /// The run with answers and counters, without times.
    Answers(Box<Run>),
    /// A sample.
    Sample {
        /// Passes over the stratum.
        repeats: u32,
        /// Processor time per board, in nanoseconds.
        ns: f64,
    },
    /// Instead of a sample: the engine gave a board up.
    OutOfBudget,
    /// Instead of a sample: the engine answered a board wrong.
    Wrong(Fault),
    /// The request is none, or cannot be met.
    Refused(String),
}
