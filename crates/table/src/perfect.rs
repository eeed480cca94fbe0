//! The distance itself as a lower bound.

use crate::Wide;
use chivalry_board::{Board, Squares};
use chivalry_heuristic::{Heuristic, Steps};
use std::sync::Arc;

/// The exact distance as the lower bound of a guided search: the baseline that no bound can beat.
///
/// With it IDA* expands the states of one shortest path and no other; what it costs then is what a search costs that wastes
/// nothing. [`Heuristic::new`] builds a whole [`Wide`] table, on the threads of the current rayon pool.
///
/// Clones share the table.
#[derive(Clone, Debug)]
pub struct Perfect(Arc<Wide>);

impl Heuristic for Perfect {
    const NAME: &'static str = "perfect";

    fn new(goal: Board) -> Self {
        Self(Arc::new(Wide::build(goal)))
    }

    #[inline]
    fn estimate(&self, board: Board) -> u32 {
        self.0.distance(board).into()
    }

    fn steps(&self, board: Board) -> Steps {
        let here = self.estimate(board);
        let closer: Squares =
            board.neighbours().filter(|&(_, next)| self.estimate(next) < here).map(|(from, _)| from).collect();
        Steps { closer, level: Squares::EMPTY, farther: board.jumpers() - closer }
    }
}
