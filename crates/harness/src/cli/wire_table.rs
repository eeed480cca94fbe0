//! `chivalry table … --json`.

use serde::Serialize;

/// What `chivalry table stats --json` writes.
#[derive(Debug, Serialize)]
pub struct Statistics {
    /// The goal, in one line.
    pub goal: String,
    /// One for each distance from 0.
    pub distances: Vec<Level>,
    /// The number of all boards.
    pub total: u64,
    /// The greatest distance.
    pub farthest: u8,
    /// The mean distance.
    pub mean: f64,
    /// Boards at an even distance.
    pub even: u64,
    /// Boards at an odd distance.
    pub odd: u64,
}

/// The boards at a distance.
#[derive(Debug, Serialize)]
pub struct Level {
    /// The distance.
    pub distance: u8,
    /// How many boards there are.
    pub boards: u32,
}

/// A board and its distance: a line of `chivalry table distance --json`.
#[derive(Debug, Serialize)]
pub struct Distance<'a> {
    /// The file, or `<stdin>`.
    pub file: &'a str,
    /// The line of the file on which the board begins, from 1.
    pub line: u64,
    /// The board, in one line.
    pub board: String,
    /// The goal, in one line.
    pub goal: &'a str,
    /// The fewest moves.
    pub distance: u8,
}
