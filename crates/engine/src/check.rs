//! An outcome compared with the exact distance.

use crate::{Outcome, Problem, ReplayError, Resource, replay};
use std::fmt;

/// What is wrong with an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The path does not lead from the start to the goal by the rules.
    Path(ReplayError),
    /// The path is not of the exact distance's length.
    Length {
        /// The exact distance.
        expected: u8,
        /// The length of the path.
        got: usize,
    },
    /// The path is longer than the limit.
    OverLimit {
        /// The problem's limit.
        limit: u8,
        /// The length of the path.
        got: usize,
    },
    /// The outcome denies a path within the limit, and there is one.
    Denied {
        /// The exact distance.
        expected: u8,
        /// The limit that the outcome speaks of.
        limit: u8,
    },
    /// The outcome denies a path within a limit that is not the problem's.
    OtherLimit {
        /// The problem's limit.
        asked: Option<u8>,
        /// The limit that the outcome speaks of.
        got: u8,
    },
    /// The path is shorter than the parity of the two blanks allows, or longer by an odd number.
    Parity {
        /// The length of the path.
        got: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(error) => write!(f, "expected a path that replays, got one whose {error}"),
            Self::Length { expected, got } => write!(f, "expected {expected} moves, got {got}"),
            Self::OverLimit { limit, got } => write!(f, "expected none within {limit} moves, got {got}"),
            Self::Denied { expected, limit } => write!(f, "expected {expected} moves, got none within {limit}"),
            Self::OtherLimit { asked: Some(asked), got } => {
                write!(f, "expected an answer for the limit {asked}, got one for {got}")
            }
            Self::OtherLimit { asked: None, got } => {
                write!(f, "expected a path, as there is no limit, got none within {got} moves")
            }
            Self::Parity { got } => write!(f, "expected a length of the blanks' parity, got {got} moves"),
        }
    }
}

impl std::error::Error for Fault {}

/// Checks all that can be known of an outcome: the path by replay, its length by parity, the limit, and the exact distance if
/// it is given.
///
/// Running out of budget is no fault; the resource comes back as `Ok(Some(_))`.
///
/// # Errors
///
/// The first [`Fault`], in the order path, parity, limit, distance.
pub fn check(problem: &Problem, outcome: &Outcome, exact: Option<u8>) -> Result<Option<Resource>, Fault> {
    match outcome {
        Outcome::OutOfBudget(resource) => Ok(Some(*resource)),
        Outcome::Solved(path) => {
            let got = path.len();
            replay(problem.start, problem.goal, path).map_err(Fault::Path)?;
            if got % 2 != usize::from(problem.parity()) {
                return Err(Fault::Parity { got });
            }
            match (exact, problem.max_moves) {
                (_, Some(limit)) if got > usize::from(limit) => Err(Fault::OverLimit { limit, got }),
                (Some(expected), _) if got != usize::from(expected) => Err(Fault::Length { expected, got }),
                _ => Ok(None),
            }
        }
        &Outcome::NoneWithin(got) => match (problem.max_moves, exact) {
            (asked, _) if asked != Some(got) => Err(Fault::OtherLimit { asked, got }),
            (_, Some(expected)) if expected <= got => Err(Fault::Denied { expected, limit: got }),
            _ => Ok(None),
        },
    }
}
