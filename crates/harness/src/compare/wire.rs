//! `chivalry compare --json`: one of these.

use serde::Serialize;

/// The name of the schema.
pub const SCHEMA: &str = "chivalry-compare";

/// Its version, `MAJOR.MINOR`.
pub const VERSION: &str = "1.1";

/// A comparison.
#[derive(Debug, Serialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// [`VERSION`].
    pub version: &'static str,
    /// The commit of the old build.
    pub old: String,
    /// The commit of the new one.
    pub new: String,
    /// `wrong`, `larger`, `slower`, `unclear`, `faster`, `smaller`, `same`, or `nothing` where nothing is in common.
    pub verdict: &'static str,
    /// A ratio up to 1 and this is not called slower: 0.05 stands for 5 %.
    pub threshold: f64,
    /// What the records' self-checks say would be noticed: a ratio up to 1 and this is not called slower either, but unclear.
    pub noticeable: f64,
    /// Answers that both have.
    pub solves: usize,
    /// Rounds of samples in turns, `null` where records were compared.
    pub rounds: Option<u32>,
    /// Answers that changed.
    pub answers: Vec<Answer>,
    /// Counters that changed.
    pub counters: Vec<Counter>,
    /// Times.
    pub times: Vec<Time>,
    /// What could not be compared, and why.
    pub notes: Vec<String>,
}

/// An answer that changed.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// As [`Document::verdict`].
    pub verdict: &'static str,
    /// What changed.
    pub message: String,
}

/// A counter that changed.
#[derive(Debug, Serialize)]
pub struct Counter {
    /// The engine.
    pub engine: String,
    /// `expanded`, `generated`, `duplicates`, `peak stored`, `rounds` or `peak heap` (bytes).
    pub counter: &'static str,
    /// The sum over all boards compared, for the heap the greatest of the strata.
    pub old: u64,
    /// The same of the new build.
    pub new: u64,
    /// On how many boards, for the heap strata, it rose.
    pub rose: usize,
    /// On how many it fell.
    pub fell: usize,
    /// Where it changed most in proportion.
    pub at: String,
    /// `larger` or `smaller`.
    pub verdict: &'static str,
}

/// A ratio of times.
#[derive(Debug, Serialize)]
pub struct Time {
    /// The engine.
    pub engine: String,
    /// The stratum, `null` for all together.
    pub stratum: Option<String>,
    /// `warm` or `cold`.
    pub model: &'static str,
    /// The old median, nanoseconds per board.
    pub old_ns: f64,
    /// The new one.
    pub new_ns: f64,
    /// New to old.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely the difference is chance, corrected for the number of rows.
    pub p: f64,
    /// `slower`, `unclear`, `same` or `faster`.
    pub verdict: &'static str,
}
