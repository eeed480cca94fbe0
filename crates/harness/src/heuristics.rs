//! The lower bounds by name.

use chivalry_board::Board;
use chivalry_heuristic::{Heuristic, Misplaced};

/// A lower bound of the distance to one goal, as a function.
pub type Bound = Box<dyn Fn(Board) -> u32 + Send + Sync>;

/// A lower bound that can be proven.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which it is chosen and reported.
    pub name: &'static str,
    /// Makes the bound for a goal.
    pub make: fn(Board) -> Bound,
}

/// Every lower bound, in the order in which they are reported.
pub static HEURISTICS: &[Entry] = &[Entry { name: "misplaced", make: bound::<Misplaced> }];

fn bound<H: Heuristic + Send + Sync + 'static>(goal: Board) -> Bound {
    let heuristic = H::new(goal);
    Box::new(move |board| heuristic.estimate(board))
}
