//! What is said of an engine's outcome on a board: decided once, for all who ask.

use chivalry_board::Board;
use chivalry_engine::{Fault, Outcome, Problem, Resource, check, replay};
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

    /// The same with a distance from the complete table, which is believed more than any engine.
    ///
    /// # Errors
    ///
    /// [`Refuted`] if a path that replays is shorter. Such a path is a proof, whoever found it and whatever the limit.
    pub fn against(problem: &Problem, outcome: &Outcome, exact: u8) -> Result<Self, Refuted> {
        if let Outcome::Solved(path) = outcome
            && path.len() < usize::from(exact)
            && replay(problem.start, problem.goal, path).is_ok()
        {
            return Err(Refuted { board: problem.start, exact, found: path.len() });
        }
        Ok(Self::of(problem, outcome, Some(exact)))
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

/// A replayed path is shorter than the table's distance: the table is wrong, and not the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The board.
    pub board: Board,
    /// Its distance by the table.
    pub exact: u8,
    /// The length of the path.
    pub found: usize,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, exact, found } = self;
        write!(
            f,
            "the table is wrong: it says that {board} is {exact} moves from the goal, but a path of {found} replays"
        )
    }
}

impl std::error::Error for Refuted {}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_engine::{Budget, Engine};

    #[test]
    fn a_shorter_path_refutes_the_table_and_no_other_answer_does() {
        let board: Board = "10110/01*11/10111/01001/00000".parse().unwrap();
        let problem = |max_moves| Problem { start: board, goal: Board::GOAL, max_moves };
        let path = chivalry_table::TableEngine::new().solve(&problem(None), &Budget::UNLIMITED).0;
        for max_moves in [None, Some(7), Some(6)] {
            let refuted = Refuted { board, exact: 9, found: 7 };
            assert_eq!(Verdict::against(&problem(max_moves), &path, 9), Err(refuted), "{max_moves:?}");
        }
        assert_eq!(Verdict::against(&problem(None), &path, 7), Ok(Verdict::Solved));
        let length = Fault::Length { expected: 5, got: 7 };
        assert_eq!(Verdict::against(&problem(None), &path, 5), Ok(Verdict::Wrong(length)));
        let Outcome::Solved(mut broken) = path else { panic!("no path") };
        broken.moves.pop();
        let broken = Outcome::Solved(broken);
        assert!(matches!(Verdict::against(&problem(None), &broken, 9), Ok(Verdict::Wrong(Fault::Path(_)))));
    }
}
