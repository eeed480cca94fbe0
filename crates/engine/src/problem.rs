//! The question, the answer, and what it cost.

use crate::{Path, Resource};
use chivalry_board::Board;

/// The question: a shortest path from `start` to `goal`, of at most `max_moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// Where the path begins.
    pub start: Board,
    /// Where it ends.
    pub goal: Board,
    /// The most moves that the asker is interested in; `None` for any number.
    pub max_moves: Option<u8>,
}

impl Problem {
    /// From `start` to [`Board::GOAL`] in any number of moves.
    pub const fn new(start: Board) -> Self {
        Self { start, goal: Board::GOAL, max_moves: None }
    }

    /// The same with another goal.
    #[must_use]
    pub const fn to(self, goal: Board) -> Self {
        Self { goal, ..self }
    }

    /// The same in at most this many moves.
    #[must_use]
    pub const fn within(self, max_moves: u8) -> Self {
        Self { max_moves: Some(max_moves), ..self }
    }

    /// Whether every path between the two boards has an odd (1) or an even (0) number of moves.
    ///
    /// A move changes the colour of the blank's square, so the two colours tell.
    pub const fn parity(&self) -> u8 {
        self.start.blank().parity() ^ self.goal.blank().parity()
    }

    /// The greatest length of path to look for: the limit, one less if the parity excludes the limit itself, and
    /// `u32::MAX` if there is no limit.
    ///
    /// With a limit of 0 and an odd parity it is 0, and no path has that length.
    pub const fn horizon(&self) -> u32 {
        match self.max_moves {
            None => u32::MAX,
            Some(limit) => (limit as u32).saturating_sub((limit as u32 ^ self.parity() as u32) & 1),
        }
    }

    /// The outcome of a search that has excluded all paths up to [`Problem::horizon`].
    ///
    /// # Panics
    ///
    /// If there is no limit: every board reaches every other, so such a search ends with a path.
    pub fn none_within(&self) -> Outcome {
        Outcome::NoneWithin(self.max_moves.expect("without a limit every board is solved"))
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A shortest path.
    Solved(Path),
    /// There is no path of at most this many moves: the problem's own `max_moves`.
    NoneWithin(u8),
    /// No answer: this part of the budget was spent first.
    OutOfBudget(Resource),
}

impl Outcome {
    /// The fewest moves; `None` unless solved.
    pub fn distance(&self) -> Option<usize> {
        match self {
            Self::Solved(path) => Some(path.len()),
            Self::NoneWithin(_) | Self::OutOfBudget(_) => None,
        }
    }
}

/// What a search did, in exact counts that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stats {
    /// States whose successors were generated. Never above the budget's `nodes`.
    pub expanded: u64,
    /// Successors generated and looked at. A move back to the state just left is never generated.
    pub generated: u64,
    /// Generated states dropped because they were known already.
    pub duplicates: u64,
    /// Most states held at one time. Never above the budget's `stored`.
    pub peak_stored: u64,
    /// Iterations of an iterative-deepening search, levels of a breadth-first one, layers of equal f of A*.
    pub rounds: u64,
}
