//! `chivalry solve --json`: one of these a line, a board each.

use chivalry_engine::{Outcome, Problem, Stats};
use serde::Serialize;

/// An answer.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// The file, or `<stdin>`.
    pub file: &'a str,
    /// The line of the file on which the board begins, from 1.
    pub line: u64,
    /// The board, in one line.
    pub board: String,
    /// The goal, in one line.
    pub goal: String,
    /// The limit, `null` where there is none.
    pub max_moves: Option<u8>,
    /// The engine that answered.
    pub engine: &'a str,
    /// `solved`, `none-within` (no path of at most `max_moves` moves) or `out-of-budget`.
    pub outcome: &'static str,
    /// The fewest moves, `null` unless solved.
    pub moves: Option<usize>,
    /// A shortest path, moves as `b5-c3`, `null` unless solved.
    pub path: Option<Vec<String>>,
    /// What ran out: `nodes`, `stored states` or `time`; else `null`.
    pub spent: Option<String>,
    /// What the search did.
    pub stats: Counters,
}

impl<'a> Answer<'a> {
    /// The answer in its JSON form.
    pub fn new(place: (&'a str, u64), problem: &Problem, engine: &'a str, outcome: &Outcome, stats: Stats) -> Self {
        let (name, spent) = match outcome {
            Outcome::Solved(_) => ("solved", None),
            Outcome::NoneWithin(_) => ("none-within", None),
            Outcome::OutOfBudget(resource) => ("out-of-budget", Some(resource.to_string())),
        };
        let path = match outcome {
            Outcome::Solved(path) => Some(path.moves.iter().map(ToString::to_string).collect()),
            _ => None,
        };
        Self {
            file: place.0,
            line: place.1,
            board: problem.start.to_string(),
            goal: problem.goal.to_string(),
            max_moves: problem.max_moves,
            engine,
            outcome: name,
            moves: outcome.distance(),
            path,
            spent,
            stats: stats.into(),
        }
    }
}

/// What a search did, in exact counts.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counters {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were known already.
    pub duplicates: u64,
    /// Most states held at one time.
    pub peak_stored: u64,
    /// Iterations or levels.
    pub rounds: u64,
}

impl From<Stats> for Counters {
    fn from(stats: Stats) -> Self {
        let Stats { expanded, generated, duplicates, peak_stored, rounds } = stats;
        Self { expanded, generated, duplicates, peak_stored, rounds }
    }
}
