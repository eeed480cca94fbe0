//! Lower bounds held against the exact distances of all boards.

use crate::Wide;
use chivalry_board::{Board, Square};
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
        }
    }
}

impl std::error::Error for BoundFault {}

impl Wide {
    /// Holds a lower bound on the distance to this goal against all [`Board::COUNT`] boards and all 129,799,488 moves between
    /// them, on the threads of the current rayon pool. `Ok` is a proof, by exhaustion, that the bound is admissible and consistent.
    ///
    /// Some seconds for a cheap bound: it is called once for each board and once for each move.
    ///
    /// ```no_run
    /// use chivalry_board::Board;
    /// use chivalry_table::Wide;
    ///
    /// let wide = Wide::build(Board::GOAL);
    /// assert_eq!(wide.audit_bound(|board| board.misplaced(Board::GOAL)), Ok(()));
    /// ```
    ///
    /// # Errors
    ///
    /// The fault of the board with the lowest rank, whatever the number of threads; if it has several, inadmissibility first, then the move from the
    /// square with the lowest number.
    pub fn audit_bound(&self, bound: impl Fn(Board) -> u32 + Sync) -> Result<(), BoundFault> {
        let fault = (0..Board::COUNT).into_par_iter().find_map_first(|rank| {
            let board = Board::from_rank(rank)?;
            let (here, distance) = (bound(board), self.distance(board));
            if here > u32::from(distance) {
                return Some(BoundFault::Inadmissible { board, bound: here, distance });
            }
            // A move has one end on each colour: it is enough to look at it from one of them.
            if board.blank().parity() != 0 {
                return None;
            }
            board.neighbours().find_map(|(from, next)| {
                let after = bound(next);
                (here.abs_diff(after) > 1).then_some(BoundFault::Inconsistent { board, bound: here, from, after })
            })
        });
        fault.map_or(Ok(()), Err)
    }
}
