//! Iterative-deepening A* (Korf 1985).
//!
//! **The idea.** A depth-first search that goes no further than a bound on f = g + h, repeated with a greater bound until it
//! succeeds. It stores nothing but its path.
//!
//! **Where it departs from the paper.**
//! - The paper's next bound is the least f that was cut. Here all paths between two boards have lengths of one parity. So the
//!   first bound is h rounded up to that parity, and bounds grow by 2.
//! - What is carried down is not g and h but the *slack*, bound − g − h: how many moves may still be wasted. A consistent h
//!   changes by at most one with a move, so a move costs 0, 1 or 2 of slack. [`Heuristic::steps`] says of all moves of a board at
//!   once what each costs.
//! - A child beyond the bound is never made. Nor is a child on the bound that has no move closer. Neither counts as generated.
//! - No move is taken back at once. Other duplicates are not found.
//!
//! **What it does not do.** Without a limit it takes exponential time: about 25 moves are its reach. Give it a limit or a budget.
//!
//! ```
//! use chivalry_engine::{Budget, Engine, Problem};
//! use chivalry_heuristic::Misplaced;
//! use chivalry_idastar::IdaStar;
//!
//! let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?).within(15);
//! let (outcome, stats) = IdaStar::<Misplaced>::new().solve(&problem, &Budget::UNLIMITED);
//! assert_eq!(outcome.distance(), Some(7));
//! assert!(stats.expanded < 50);
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

use chivalry_board::{Board, Square, Squares};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use chivalry_heuristic::{Heuristic, Misplaced};

/// Iterative-deepening A* with the lower bound `H`.
///
/// It keeps the lower bound of its last goal, with the tables that the bound may have, and nothing that a search has found.
#[derive(Clone, Debug)]
pub struct IdaStar<H = Misplaced> {
    heuristic: Option<(Board, H)>,
}

impl<H> IdaStar<H> {
    /// An engine without a lower bound yet.
    pub const fn new() -> Self {
        Self { heuristic: None }
    }

    /// An engine with the lower bound of this goal, made before.
    pub const fn guided(goal: Board, heuristic: H) -> Self {
        Self { heuristic: Some((goal, heuristic)) }
    }
}

impl<H> Default for IdaStar<H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Heuristic> Engine for IdaStar<H> {
    fn name(&self) -> &'static str {
        "idastar"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        if self.heuristic.as_ref().is_none_or(|&(goal, _)| goal != problem.goal) {
            self.heuristic = None;
        }
        let (_, heuristic) = self.heuristic.get_or_insert_with(|| (problem.goal, H::new(problem.goal)));
        let mut search = Search { heuristic, meter: Meter::new(budget), trail: Vec::new() };
        let mut stats = Stats::default();
        let outcome = search.deepen(problem, &mut stats);
        stats.expanded = search.meter.expanded();
        // Every expanded state but the roots of the rounds was generated once; so was the one on which a round ended, if any.
        stats.generated = stats.generated + stats.expanded - stats.rounds;
        (outcome, stats)
    }
}

struct Search<'a, H> {
    heuristic: &'a H,
    meter: Meter,
    /// Where the blank went, by the number of moves that were left, from 1.
    trail: Vec<Square>,
}

impl<H: Heuristic> Search<'_, H> {
    fn deepen(&mut self, problem: &Problem, stats: &mut Stats) -> Outcome {
        let h = self.heuristic.estimate(problem.start);
        if h == 0 {
            return Outcome::Solved(Path::default());
        }
        let mut bound = h + ((h ^ u32::from(problem.parity())) & 1);
        while bound <= problem.horizon() {
            // The path that a round can hold, its two ends included.
            let stored = u64::from(bound) + 1;
            if let Err(resource) = self.meter.store(stored) {
                return Outcome::OutOfBudget(resource);
            }
            stats.peak_stored = stored;
            stats.rounds += 1;
            self.trail.clear();
            self.trail.resize(bound as usize, problem.start.blank());
            let slack = bound - h;
            let found = if slack == 0 {
                self.descend_straight(problem.start, self.heuristic.steps(problem.start).closer, h)
            } else {
                self.descend(problem.start, Squares::EMPTY, slack, h)
            };
            stats.generated = u64::from(found != Ok(false));
            match found {
                Err(resource) => return Outcome::OutOfBudget(resource),
                Ok(true) => {
                    self.trail.push(problem.start.blank());
                    return Outcome::Solved(Path::of_blank(self.trail.iter().rev().copied()));
                }
                Ok(false) => bound += 2,
            }
        }
        problem.none_within()
    }

    /// Whether the goal is reached from `board` with `slack` moves to waste, at least one. `h` is the board's lower bound. The
    /// blank does not return to `back`.
    fn descend(&mut self, board: Board, back: Squares, slack: u32, h: u32) -> Result<bool, Resource> {
        self.meter.expand()?;
        let steps = self.heuristic.steps(board);
        let here = Squares::from(board.blank());
        for from in steps.closer - back {
            if self.descend(board.jump(from), here, slack, h - 1)? {
                return Ok(self.arrive(slack + h, from));
            }
        }
        for from in steps.level - back {
            if self.enter(board.jump(from), here, slack - 1, h)? {
                return Ok(self.arrive(slack + h, from));
            }
        }
        if slack >= 2 {
            for from in steps.farther - back {
                if self.enter(board.jump(from), here, slack - 2, h + 1)? {
                    return Ok(self.arrive(slack + h, from));
                }
            }
        }
        Ok(false)
    }

    /// [`Search::descend`], or [`Search::descend_straight`] if the last slack was spent. Mostly no move leads closer then: this is
    /// found here, without a call.
    #[inline]
    fn enter(&mut self, board: Board, back: Squares, slack: u32, h: u32) -> Result<bool, Resource> {
        if slack > 0 {
            return self.descend(board, back, slack, h);
        }
        let closer = self.heuristic.steps(board).closer - back;
        Ok(!closer.is_empty() && self.descend_straight(board, closer, h)?)
    }

    /// Whether the goal is reached from `board` by moves that all lead closer, the first being one of `closer`.
    fn descend_straight(&mut self, board: Board, closer: Squares, h: u32) -> Result<bool, Resource> {
        self.meter.expand()?;
        for from in closer {
            // A bound of 0 is the goal. The parity of the bounds lets it be met here only, with no slack left over.
            if h == 1 || self.enter(board.jump(from), Squares::EMPTY, 0, h - 1)? {
                return Ok(self.arrive(h, from));
            }
        }
        Ok(false)
    }

    /// Notes the move that had `left` moves to go, on the way back from the goal.
    #[cold]
    fn arrive(&mut self, left: u32, from: Square) -> bool {
        self.trail[left as usize - 1] = from;
        true
    }
}
