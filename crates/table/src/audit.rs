//! Lower bounds held against the exact distances of all boards.

use crate::Wide;
use chivalry_board::{Board, Square};
use chivalry_heuristic::{Heuristic, Steps};
use rayon::prelude::*;
use std::fmt;

/// What is wrong with a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundFault {
    /// It is above the distance: not admissible.
    Inadmissible {
        /// The board.
        board: Board,
        /// Its bound.
        bound: u32,
        /// Its distance.
        distance: u8,
    },
    /// It changes by more than one across a move: not consistent.
    Inconsistent {
        /// The board before the move.
        board: Board,
        /// Its bound.
        bound: u32,
        /// Where the knight leaves from.
        from: Square,
        /// The bound after the move.
        after: u32,
    },
    /// It calls a move closer, level or farther and changes in another way, or it speaks of a move that there is not.
    Misjudged {
        /// The board before the move.
        board: Board,
        /// Its bound.
        bound: u32,
        /// Where the knight leaves from.
        from: Square,
        /// The bound after the move.
        after: u32,
    },
}

impl fmt::Display for BoundFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inadmissible { board, bound, distance } => {
                write!(f, "not admissible: {board} is {distance} moves from the goal, the bound says {bound}")
            }
            Self::Inconsistent { board, bound, from, after } => {
                let to = board.blank();
                write!(f, "not consistent: {board} has the bound {bound}, and {after} after {from}-{to}")
            }
            Self::Misjudged { board, bound, from, after } => {
                write!(
                    f,
                    "misjudged by its steps: {board} has the bound {bound}, the jump from {from} makes it {after}"
                )
            }
        }
    }
}

impl std::error::Error for BoundFault {}

impl Wide {
    /// Holds a lower bound on the distance to this goal against all [`Board::COUNT`] boards and all 129,799,488 moves between
    /// them, from both ends, on the threads of the current rayon pool. `Ok` is a proof, by exhaustion, that its estimate is admissible and
    /// consistent, and that its steps say of every move how the estimate changes.
    ///
    /// Takes some seconds for a cheap bound: one estimate for each board and each end of a move, and the steps of each
    /// board once.
    ///
    /// ```no_run
    /// use chivalry_board::Board;
    /// use chivalry_heuristic::{Heuristic, Misplaced};
    /// use chivalry_table::Wide;
    ///
    /// let wide = Wide::build(Board::GOAL);
    /// assert_eq!(wide.audit(&Misplaced::new(Board::GOAL)), Ok(()));
    /// ```
    ///
    /// # Errors
    ///
    /// The fault of the board with the lowest rank, whatever the number of threads; if it has several, inadmissibility first, then the move from the
    /// square with the lowest number.
    pub fn audit(&self, heuristic: &(impl Heuristic + Sync)) -> Result<(), BoundFault> {
        let fault = (0..Board::COUNT).into_par_iter().find_map_first(|rank| {
            let board = Board::from_rank(rank)?;
            let (bound, distance) = (heuristic.estimate(board), self.distance(board));
            if bound > u32::from(distance) {
                return Some(BoundFault::Inadmissible { board, bound, distance });
            }
            let Steps { closer, level, farther } = heuristic.steps(board);
            board
                .neighbours()
                .find_map(|(from, next)| {
                    let after = heuristic.estimate(next);
                    let said = [(closer, -1), (level, 0), (farther, 1)];
                    let mut said = said.into_iter().filter(|(moves, _)| moves.contains(from)).map(|(_, step)| step);
                    let step = i64::from(after) - i64::from(bound);
                    if step.abs() > 1 {
                        Some(BoundFault::Inconsistent { board, bound, from, after })
                    } else if said.next() != Some(step) || said.next().is_some() {
                        Some(BoundFault::Misjudged { board, bound, from, after })
                    } else {
                        None
                    }
                })
                .or_else(|| {
                    let from = ((closer | level | farther) - board.jumpers()).iter().next()?;
                    Some(BoundFault::Misjudged { board, bound, from, after: bound })
                })
        });
        fault.map_or(Ok(()), Err)
    }
}
