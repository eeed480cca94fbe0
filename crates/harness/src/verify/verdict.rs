//! What is said of an engine's outcome on a board: decided once, for all who ask.

use chivalry_board::Board;
use chivalry_engine::{Fault, Outcome, Problem, Resource, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of answer an engine gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A shortest path.
    Solved,
    /// That there is no path within the limit.
    NoneWithin,
    /// None: its budget ran out.
    OutOfBudget,
    /// A wrong one.
    Wrong,
}

impl From<&Outcome> for Answer {
    /// What an outcome says of itself.
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Solved(_) => Self::Solved,
            Outcome::NoneWithin(_) => Self::NoneWithin,
            Outcome::OutOfBudget(_) => Self::OutOfBudget,
        }
    }
}

/// What is said of an engine's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shortest path, as far as is known.
    Solved,
    /// That there is no path within the limit, and nothing speaks against it.
    NoneWithin,
    /// No answer.
    OutOfBudget(Resource),
    /// A wrong answer.
    Wrong(Fault),
}

impl Verdict {
    /// What is said of an outcome where `exact` is the distance, if that is known.
    pub fn of(problem: &Problem, outcome: &Outcome, exact: Option<u8>) -> Self {
        match check(problem, outcome, exact) {
            Err(fault) => Self::Wrong(fault),
            Ok(Some(resource)) => Self::OutOfBudget(resource),
            Ok(None) if outcome.distance().is_some() => Self::Solved,
            Ok(None) => Self::NoneWithin,
        }
    }

    /// What is said of an outcome where `exact` is the distance as the table has it.
    ///
    /// # Errors
    ///
    /// [`Refuted`] where a path is shorter than that.
    pub fn against(problem: &Problem, outcome: &Outcome, exact: u8) -> Result<Self, Refuted> {
        match Self::of(problem, outcome, Some(exact)) {
            Self::Wrong(Fault::Length { expected, got }) if got < usize::from(expected) => {
                Err(Refuted { board: problem.start, exact: expected, found: got })
            }
            verdict => Ok(verdict),
        }
    }

    /// The kind of answer that it is.
    pub const fn answer(self) -> Answer {
        match self {
            Self::Solved => Answer::Solved,
            Self::NoneWithin => Answer::NoneWithin,
            Self::OutOfBudget(_) => Answer::OutOfBudget,
            Self::Wrong(_) => Answer::Wrong,
        }
    }
}

/// An exact distance that a replayed path undercuts: not an engine is wrong but what it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The board.
    pub board: Board,
    /// Its distance as it was held to be.
    pub exact: u8,
    /// The length of the path.
    pub found: usize,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, exact, found } = self;
        write!(f, "the table says that {board} is {exact} moves away, a path of {found} moves replays")
    }
}

impl std::error::Error for Refuted {}
