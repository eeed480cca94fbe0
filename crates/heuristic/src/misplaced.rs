//! The count of misplaced knights, all moves of a board at once.

use crate::{Heuristic, Steps};
use chivalry_board::{Board, Squares};

/// How many knights do not stand where the goal has one of their colour ([`Board::misplaced`]).
///
/// The lower bound of the puzzle's usual IDA* solutions. It is one since a move brings at most one knight home.
///
/// [`Heuristic::steps`] takes a dozen bit operations, however many moves there are. A move lowers the bound if its knight is
/// misplaced now and right on the blank's square. It raises the bound if the knight is right now and misplaced there.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced {
    goal: Board,
    /// By the blank's square: what to flip in the set of black squares, so that it is the set of knights of the colour that the
    /// goal has on that square. All or nothing.
    flip: [Squares; 32],
    /// By the blank's square: all, or nothing on the goal's blank square, where no knight is right.
    wanted: [Squares; 32],
}

impl Heuristic for Misplaced {
    const NAME: &'static str = "misplaced";

    fn new(goal: Board) -> Self {
        let mut flip = [Squares::EMPTY; 32];
        for square in goal.white() {
            flip[square.index()] = Squares::ALL;
        }
        let mut wanted = [Squares::ALL; 32];
        wanted[goal.blank().index()] = Squares::EMPTY;
        Self { goal, flip, wanted }
    }

    #[inline]
    fn estimate(&self, board: Board) -> u32 {
        board.misplaced(self.goal)
    }

    #[inline]
    fn steps(&self, board: Board) -> Steps {
        let (black, blank, moves) = (board.black(), board.blank().index() & 31, board.jumpers());
        // A knight on the goal's blank square is misplaced whatever its colour.
        let misplaced = black ^ self.goal.black() | self.goal.blank().into();
        let right_here = (black ^ self.flip[blank]) & self.wanted[blank];
        let closer = moves & misplaced & right_here;
        let farther = moves - (misplaced | right_here);
        Steps { closer, level: moves - (closer | farther), farther }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_board() -> impl Strategy<Value = Board> {
        (0..Board::COUNT).prop_map(|rank| Board::from_rank(rank).unwrap())
    }

    /// All sets of moves against the bound of each board that the moves lead to.
    fn steps_are_differences(board: Board, goal: Board) {
        let bound = Misplaced::new(goal);
        let here = bound.estimate(board);
        let steps = bound.steps(board);
        for (from, next) in board.neighbours() {
            let there = bound.estimate(next);
            assert_eq!(steps.closer.contains(from), there + 1 == here, "{board} {goal} {from}");
            assert_eq!(steps.level.contains(from), there == here, "{board} {goal} {from}");
            assert_eq!(steps.farther.contains(from), there == here + 1, "{board} {goal} {from}");
        }
        assert_eq!(steps.closer | steps.level | steps.farther, board.jumpers());
        assert_eq!(here == 0, board == goal);
    }

    proptest! {
        #[test]
        fn steps_are_the_differences_of_estimates(board in any_board(), goal in any_board()) {
            steps_are_differences(board, goal);
            steps_are_differences(board, Board::GOAL);
            steps_are_differences(board, board);
            for (_, next) in board.neighbours() {
                steps_are_differences(next, board);
            }
        }
    }
}
