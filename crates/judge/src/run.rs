//! What became of a run of a program.

use crate::serial::{lossy, nanos};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The launcher ended it, as the judge asked for it.
    #[default]
    Asked,
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal, which the launcher did not send.
    Signalled(i32),
    /// The launcher ended it: its processor time was spent.
    Processor,
    /// The launcher ended it: its time by the clock was spent.
    Clock,
    /// The launcher ended it: a process of it held too much memory.
    Memory,
    /// The launcher ended it: its processes held so many bytes together, several times what one of them may.
    MemoryTogether(u64),
    /// The launcher ended it, or it ended by itself: it wrote more than the bound.
    Output,
    /// The launcher ended it: it had too many processes.
    Processes,
    /// There was no run, or nothing is known of it: the reason, to be read after "the program".
    Failed(String),
}

/// What a program did with an input.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Whether it had closed its standard output while it was still running.
    pub closed_output: bool,
    /// Processes that it left behind and that were ended.
    pub left: usize,
    /// Processes that could not be ended.
    pub survivors: usize,
    /// Processor time, descendants included.
    #[serde(rename = "processor_ns", with = "nanos")]
    pub processor: Duration,
    /// Time by the clock.
    #[serde(rename = "wall_ns", with = "nanos")]
    pub wall: Duration,
    /// The most memory of one process, in bytes. Below the floor it is not known.
    #[serde(rename = "peak_bytes")]
    pub peak: u64,
    /// The launcher's own memory, in bytes.
    #[serde(rename = "floor_bytes")]
    pub floor: u64,
    /// What the program wrote, at most the bound; in JSON at most 64 KiB.
    #[serde(skip_deserializing, serialize_with = "lossy")]
    pub output: Vec<u8>,
    /// The end of what it wrote to standard error.
    #[serde(skip_deserializing, serialize_with = "lossy")]
    pub stderr: Vec<u8>,
}
