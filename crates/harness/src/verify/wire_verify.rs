//! `chivalry verify --json`: one of these.

use serde::Serialize;

/// The result of a verification.
#[derive(Debug, Serialize)]
pub struct Verification {
    /// The goal, in one line.
    pub goal: String,
    /// The limit, `null` where there is none.
    pub max_moves: Option<u8>,
    /// The boards checked.
    pub boards: u64,
    /// Those of them whose exact distance was stated.
    pub stated: u64,
    /// `agreed`, `disagreed`, `inconclusive` or `nothing`.
    pub verdict: &'static str,
    /// How many disagreements there were.
    pub disagreements: u64,
    /// Each engine's counts.
    pub engines: Vec<Tally>,
    /// The first thousand disagreements.
    pub list: Vec<Disagreement>,
}

/// The counts of one engine.
#[derive(Debug, Serialize)]
pub struct Tally {
    /// The engine.
    pub engine: &'static str,
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
}

/// A disagreement.
#[derive(Debug, Serialize)]
pub struct Disagreement {
    /// The file, or what the boards are.
    pub corpus: String,
    /// The line of the file, or the number of the random board.
    pub line: u64,
    /// The board, in one line.
    pub board: String,
    /// The engine that is wrong; `null` where the corpus is.
    pub engine: Option<&'static str>,
    /// What was expected and what was found.
    pub message: String,
}
