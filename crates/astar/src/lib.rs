//! A* (Hart, Nilsson, Raphael 1968).
//!
//! **The idea.** Expand states in the order of f = g + h, the moves made and a lower bound of those to come. With a consistent bound
//! no state need be expanded twice, and the first path to the goal is a shortest one.
//!
//! **Where it departs from the paper.**
//! - The bound is rounded up to the parity of the distance, which the blank's square tells. Then f is of one parity too, and a move
//!   leaves f as it is or raises it by 2: [`Heuristic::steps`] tells for all moves of a board at once.
//! - So a state is expanded in two parts (Felner et al. 2012, "Partial-expansion A* with selective node generation").
//!   Moves that keep f are made at once, the others in the next layer, if there is one. No state with an f above the
//!   present one is ever made or stored.
//! - The open list is a stack. Within one layer of equal f the order is free: all its states have g = f − h, and a smaller g would
//!   have put them into an earlier layer, which is complete. Last in, first out goes deep first and meets the goal early in the
//!   last layer.
//! - The closed list is the map of stored states, open or not. It stores no g. One bit and the blank's square give g
//!   modulo 4. That is enough to find the way back, since the g of neighbours differ by one.
//!
//! ```
//! use chivalry_astar::AStar;
//! use chivalry_engine::{Budget, Engine, Problem};
//! use chivalry_heuristic::Misplaced;
//!
//! let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?);
//! let (outcome, stats) = AStar::<Misplaced>::new().solve(&problem, &Budget::UNLIMITED);
//! assert_eq!(outcome.distance(), Some(7));
//! assert!(stats.expanded < 50);
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

use chivalry_board::{Board, Square, Squares};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use chivalry_heuristic::{Heuristic, Misplaced, Steps};
use chivalry_visited::{Label, Store, Visited, with_store};

/// Slots of the small hash table: 256 KB, a quarter full when it is left.
const SLOTS: usize = 1 << 16;

/// A* with the lower bound `H`.
///
/// Keeps its buffers from one solve to the next.
#[derive(Clone, Debug)]
pub struct AStar<H = Misplaced> {
    visited: Visited<SLOTS>,
    /// All stored states in the order in which they were generated, so layer by layer of equal f.
    states: Vec<Board>,
    /// The states of the present layer whose moves that keep f are not made yet.
    open: Vec<Node>,
    /// The lower bound of the last goal. It may hold tables of the goal's own, but nothing that a search has found.
    heuristic: Option<(Board, H)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    /// Where the blank came from. The move back leads to a stored state and is not made. For the start it is the
    /// blank's own square.
    back: Square,
    /// Moves from the start.
    g: u8,
    /// Whether the lower bound is one less than what parity makes of it.
    rounded: bool,
}

impl Node {
    /// A move takes one from the moves to come. If it takes one from the bound too, f stays. If the bound stays and had
    /// been rounded up, f stays too: the bound needs no rounding any more.
    fn moves_that_keep_f(self, steps: Steps) -> Squares {
        if self.rounded { steps.closer | steps.level } else { steps.closer }
    }

    fn after(self, from: Square, rounded: bool) -> Self {
        Self { board: self.board.jump(from), back: self.board.blank(), g: self.g + 1, rounded }
    }
}

impl<H> AStar<H> {
    /// An engine without buffers yet.
    pub fn new() -> Self {
        Self { visited: Visited::default(), states: Vec::new(), open: Vec::new(), heuristic: None }
    }

    /// An engine with the lower bound of this goal, made before.
    pub fn guided(goal: Board, heuristic: H) -> Self {
        Self { heuristic: Some((goal, heuristic)), ..Self::new() }
    }
}

impl<H> Default for AStar<H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Heuristic> Engine for AStar<H> {
    fn name(&self) -> &'static str {
        "astar"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        if problem.start == problem.goal {
            return (Outcome::Solved(Path::default()), Stats::default());
        }
        let mut meter = Meter::new(budget);
        let mut stats = Stats::default();
        // Out of the engine while it searches, so that both can be borrowed.
        let kept = self.heuristic.take().filter(|&(goal, _)| goal == problem.goal);
        let (goal, heuristic) = kept.unwrap_or_else(|| (problem.goal, H::new(problem.goal)));
        let found = self.search(&heuristic, problem, &mut meter, &mut stats);
        self.heuristic = Some((goal, heuristic));
        let outcome = match found {
            Err(resource) => Outcome::OutOfBudget(resource),
            Ok(None) => problem.none_within(),
            Ok(Some(last)) => Outcome::Solved(self.path(problem, last)),
        };
        stats.expanded = meter.expanded();
        // A state that is one too many for the budget ends the search, and is not held any more.
        stats.peak_stored = (self.states.len() as u64).min(budget.stored);
        (outcome, stats)
    }
}

impl<H: Heuristic> AStar<H> {
    /// The state before the goal on a shortest path, or `None` where there is none within the limit.
    fn search(
        &mut self,
        heuristic: &H,
        problem: &Problem,
        meter: &mut Meter,
        stats: &mut Stats,
    ) -> Result<Option<Node>, Resource> {
        self.visited.clear(self.states.iter().copied());
        self.states.clear();
        self.open.clear();
        let h = heuristic.estimate(problem.start);
        let rounded = (h ^ u32::from(problem.parity())) & 1 != 0;
        let mut f = h + u32::from(rounded);
        if f > problem.horizon() {
            return Ok(None);
        }
        stats.rounds = 1;
        self.enter(Node { board: problem.start, back: problem.start.blank(), g: 0, rounded });
        meter.store(1)?;
        let mut last = self.expand_open(heuristic, problem, meter, stats)?;
        let mut previous = 0;
        while last.is_none() && f + 2 <= problem.horizon() {
            stats.rounds += 1;
            f += 2;
            let layer = self.states.len();
            // Backwards, so that the deepest come first: that expands a quarter fewer states on boards 0 to 15 moves away.
            for index in (previous..layer).rev() {
                let board = self.states[index];
                let h = heuristic.estimate(board);
                let rounded = (h ^ u32::from(board.blank().parity() ^ problem.goal.blank().parity())) & 1 != 0;
                let node = Node { board, back: board.blank(), g: (f - 2 - h) as u8 - u8::from(rounded), rounded };
                self.expand_rest(heuristic, node, meter, stats)?;
                last = self.expand_open(heuristic, problem, meter, stats)?;
                if last.is_some() {
                    break;
                }
            }
            previous = layer;
        }
        Ok(last)
    }

    /// The first part of an expansion, the moves that keep f, for all open states and those that come of it.
    ///
    /// Returns the state from which the goal was reached, if it was.
    fn expand_open(
        &mut self,
        heuristic: &H,
        problem: &Problem,
        meter: &mut Meter,
        stats: &mut Stats,
    ) -> Result<Option<Node>, Resource> {
        while let Some(node) = self.open.pop() {
            meter.expand()?;
            let steps = heuristic.steps(node.board);
            for from in node.moves_that_keep_f(steps).without(node.back) {
                let next = node.after(from, node.rounded && steps.closer.contains(from));
                if next.board == problem.goal {
                    stats.generated += 1;
                    return Ok(Some(node));
                }
                self.generate(next, meter, stats)?;
            }
        }
        Ok(None)
    }

    /// The second part of an expansion, the moves that raise f by 2.
    fn expand_rest(&mut self, heuristic: &H, node: Node, meter: &mut Meter, stats: &mut Stats) -> Result<(), Resource> {
        meter.expand()?;
        let steps = heuristic.steps(node.board);
        for from in node.board.jumpers() - node.moves_that_keep_f(steps) {
            self.generate(node.after(from, node.rounded != steps.level.contains(from)), meter, stats)?;
        }
        Ok(())
    }

    /// Stores a state of the present layer and puts it on the stack, unless it is stored already.
    #[inline]
    fn generate(&mut self, node: Node, meter: &Meter, stats: &mut Stats) -> Result<(), Resource> {
        stats.generated += 1;
        if self.enter(node) {
            meter.store(self.states.len() as u64)
        } else {
            stats.duplicates += 1;
            Ok(())
        }
    }

    /// Whether the state is new.
    #[inline]
    fn enter(&mut self, node: Node) -> bool {
        if self.states.len() >= self.visited.room() {
            self.visited.enlarge(self.states.iter().copied());
        }
        let known = with_store!(self.visited, store => store.insert(node.board, Label::new(0, node.g.into())));
        if known.is_none() {
            self.states.push(node.board);
            self.open.push(node);
        }
        known.is_none()
    }

    /// The way back from the goal, whose predecessor is `last`.
    fn path(&mut self, problem: &Problem, last: Node) -> Path {
        let end = vec![problem.goal.blank(), last.board.blank()];
        let mut squares = self.visited.way_down_from(end, last.board, Label::new(0, last.g.into()), problem.start);
        squares.reverse();
        Path::of_blank(squares)
    }
}
