//! The contract between the search engines and those who use them.
//!
//! **What it is for.** An engine is asked a [`Problem`] (from where, to where, in how many moves at most), is given a
//! [`Budget`] (how long the asker is prepared to wait), and gives an [`Outcome`] with [`Stats`] of what it cost.
//! [`replay()`] checks a path by the rules of the board alone; [`check()`] compares an outcome with the exact distance.
//! With the feature `conformance`, the module `conformance` is the suite that every engine must pass.
//!
//! **What it promises.** [`Outcome::Solved`] carries a *shortest* path as a witness; [`Outcome::NoneWithin`] is a proof that there
//! is none within the limit; running out of a budget is neither. The same problem with the same node and state budgets gives
//! the same outcome, path and counters on every machine.
//!
//! **What it does not do.** It searches nothing itself, and it shares no code with any search.
//!
//! ```
//! use chivalry_board::Board;
//! use chivalry_engine::{replay, Path, Problem};
//!
//! let start: Board = "11111/01111/00111/0000*/00000".parse()?;
//! let problem = Problem::new(start).within(15);
//! let path = Path::of_blank([start.blank(), problem.goal.blank()]);
//! assert_eq!(path.to_string(), "c3-e2");
//! assert_eq!(replay(problem.start, problem.goal, &path), Ok(()));
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

mod budget;
mod check;
#[cfg(feature = "conformance")]
pub mod conformance;
mod path;
mod problem;
mod replay;

pub use budget::{Budget, Meter, Resource};
pub use check::{Fault, check};
pub use path::Path;
pub use problem::{Outcome, Problem, Stats};
pub use replay::{ReplayError, replay};

/// A search engine.
///
/// An engine may keep its buffers from one solve to the next, but no result: it learns nothing about a goal or a board. The
/// complete table is the declared exception.
pub trait Engine {
    /// The name by which the engine is chosen and reported, like `bibfs-balanced`.
    fn name(&self) -> &'static str;

    /// Finds a shortest path from `problem.start` to `problem.goal`, or proves that there is none of at most
    /// `problem.max_moves` moves, or gives up when `budget` runs out.
    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats);
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        (**self).solve(problem, budget)
    }
}
