//! Lower bounds of the distance to a goal, for the searches that are guided by one.
//!
//! **What it is for.** A* and IDA* are generic over [`Heuristic`]; this crate holds the bounds that they are run with.
//! [`Misplaced`] is the classic one of this puzzle, [`Matching`] a stronger one that costs tables.
//!
//! **What it promises.** Every bound here is admissible (never above the distance), consistent (it changes by at most one with
//! a move) and zero on the goal alone. The interface holds the consistency: of each move a bound says whether it falls, stays or
//! rises *by one*, and can say no more.
//!
//! **What it does not do.** It does not use the parity of the distance. The searches round every bound up to it.
//!
//! ```
//! use chivalry_board::Board;
//! use chivalry_heuristic::{Heuristic, Misplaced};
//!
//! let board: Board = "10110/01*11/10111/01001/00000".parse()?;
//! let bound = Misplaced::new(Board::GOAL);
//! assert_eq!(bound.estimate(board), 5);
//! let steps = bound.steps(board);
//! for from in steps.closer {
//!     assert_eq!(bound.estimate(board.jump(from)), 4);
//! }
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

mod matching;
mod misplaced;

pub use matching::Matching;
pub use misplaced::Misplaced;

use chivalry_board::{Board, Squares};

/// A consistent lower bound of the distance to one goal.
pub trait Heuristic {
    /// The name by which the bound is chosen and reported, like `misplaced`.
    const NAME: &'static str;

    /// The bound for boards on their way to this goal.
    fn new(goal: Board) -> Self;

    /// The bound: at most the distance, and 0 on the goal alone.
    fn estimate(&self, board: Board) -> u32;

    /// What each move from this board does to the bound, all moves at once.
    fn steps(&self, board: Board) -> Steps;
}

/// The moves of a board, sorted by what they do to a lower bound. A move is named by the square that its knight leaves.
///
/// The three sets are disjoint, and together they are [`Board::jumpers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Moves that lower the bound by one.
    pub closer: Squares,
    /// Moves that leave it as it is.
    pub level: Squares,
    /// Moves that raise it by one.
    pub farther: Squares,
}
