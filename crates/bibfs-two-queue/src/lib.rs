//! Bidirectional breadth-first search (Pohl 1971) with two queues.
//!
//! **The idea.** One breadth-first search from the start, one from the goal, until they meet: two balls of half the radius hold far
//! fewer states than one of the whole. Which of the two grows next is the [`Policy`]: two engines, one difference.
//! - [`Balanced`] grows the side with the smaller frontier, a whole level at a time.
//! - [`Alternating`] takes one state from each queue in turn.
//!
//! **The stopping rule**, the same for every policy: stop at the first generated state that the other side has already
//! labelled. That this path is a shortest one needs a proof, since "stop at the first meeting" is wrong in general.
//!
//! Say that every state within `a` moves of the start has been generated from the start, and every state within `b`
//! moves of the goal from the goal. A queue holds states of at most two successive depths, so all other generated
//! states are `a + 1` or `b + 1` moves away from their root.
//! 1. *While there was no meeting, the distance is above `a + b`.* On a path of length at most `a + b` there is a state within `a`
//!    moves of the start and within `b` of the goal. Both searches have generated it, and the later of the two has met it.
//! 2. *The first meeting makes a path of `a + b + 1` or `a + b + 2` moves.* The side at work, say the start's, generates a state at
//!    depth `a + 1`, which the other one has labelled with a depth of at most `b + 1`. By 1 the path is longer than `a + b`.
//! 3. *It is a shortest one.* A move changes the colour of the blank's square, so all paths between two boards have lengths of one
//!    parity. A shorter path would have `a + b + 1` moves against `a + b + 2`: the other parity.
//!
//! By the same rule one label for each state is enough: until the end no state is reached from both sides. And when the sum
//! `a + b` reaches the limit, there is no path within it.
//!
//! The last levels before the limit are the largest. If `a + 1 + b` is the limit, states `a + 1` moves away are looked
//! up and not stored, since nothing is expanded from them. Known states are not counted as duplicates there.
//!
//! ```
//! use chivalry_bibfs_two_queue::{Balanced, TwoQueue};
//! use chivalry_engine::{Budget, Engine, Outcome, Problem};
//!
//! let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?);
//! let mut engine = TwoQueue::<Balanced>::new();
//! assert_eq!(engine.solve(&problem.within(15), &Budget::UNLIMITED).0.distance(), Some(7));
//! assert_eq!(engine.solve(&problem.within(6), &Budget::UNLIMITED).0, Outcome::NoneWithin(6));
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

use chivalry_board::{Board, Squares};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use chivalry_visited::{BloomFilter, Label, Store, Visited, with_store};
use std::marker::PhantomData;

/// Which side grows next.
pub trait Policy {
    /// The name of the engine with this policy.
    const NAME: &'static str;

    /// How many states of a level with this many left are expanded in one turn, at least one.
    fn states(left: usize) -> usize;

    /// Whether the other side has the next turn.
    ///
    /// Asked after each turn. `level_ended` says whether that was the last state of its level; `mine` and `theirs` are
    /// the sizes of the present levels of the side at work and of the other one.
    fn turn(level_ended: bool, mine: usize, theirs: usize) -> bool;
}

/// Grow the side with the smaller frontier, a whole level at a time. If they are equal, grow the start's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Balanced;

impl Policy for Balanced {
    const NAME: &'static str = "bibfs-balanced";

    fn states(left: usize) -> usize {
        left
    }

    fn turn(level_ended: bool, mine: usize, theirs: usize) -> bool {
        level_ended && theirs < mine
    }
}

/// Expand one state from each queue in turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alternating;

impl Policy for Alternating {
    const NAME: &'static str = "bibfs-alternating";

    fn states(_: usize) -> usize {
        1
    }

    fn turn(_: bool, _: usize, _: usize) -> bool {
        true
    }
}

/// Bidirectional breadth-first search with two queues and the policy `P`.
///
/// Keeps its buffers from one solve to the next.
#[derive(Clone, Debug)]
pub struct TwoQueue<P> {
    sides: [Side; 2],
    visited: Visited<SLOTS>,
    /// What the side at work has to meet in the last level.
    filter: BloomFilter,
    policy: PhantomData<P>,
}

/// One of the two searches.
#[derive(Clone, Debug, Default)]
struct Side {
    /// The first `len` of these are the queue. Nothing is removed, so that the labels can be cleared state by state.
    nodes: Vec<Node>,
    len: usize,
    /// How many of the queue's states were expanded.
    expanded: usize,
    /// Where the present level begins.
    level: usize,
    /// Where it ends, and its successors begin.
    level_end: usize,
    /// The level's distance from the root.
    depth: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    /// Where the blank came from: the move back leads to a known state, and is not made.
    back: Squares,
}

/// Slots of the small hash table: 512 KB, an eighth full when it is left.
const SLOTS: usize = 1 << 17;

/// Most successors of a state.
const MOST_MOVES: usize = 8;

impl Side {
    fn begin(&mut self, root: Board) {
        self.len = 0;
        self.make_room();
        self.nodes[0] = Node { board: root, back: Squares::EMPTY };
        *self = Self { nodes: std::mem::take(&mut self.nodes), len: 1, level_end: 1, ..Self::default() };
    }

    /// Makes sure of nodes for the successors of one more state.
    #[inline]
    fn make_room(&mut self) {
        if self.nodes.len() < self.len + MOST_MOVES {
            let unused = Node { board: Board::GOAL, back: Squares::EMPTY };
            self.nodes.resize((self.nodes.len() * 2).max(1 << 12), unused);
        }
    }

    #[inline]
    fn level_len(&self) -> usize {
        self.level_end - self.level
    }

    fn boards(&self) -> impl Iterator<Item = Board> + Clone {
        self.nodes[..self.len].iter().map(|node| node.board)
    }

    /// Expands the states before `end` in the queue, as far as the budget goes.
    ///
    /// Returns the move that meets the other side, which holds `theirs` states, as soon as there is one.
    #[inline]
    fn advance<S: Store + ?Sized>(
        &mut self,
        end: usize,
        label: Label,
        store: &mut S,
        theirs: usize,
        meter: &mut Meter,
        stats: &mut Stats,
    ) -> Result<Option<(Board, Board)>, Resource> {
        while self.expanded < end {
            meter.expand()?;
            stats.rounds += u64::from(self.expanded == self.level);
            let node = self.nodes[self.expanded];
            self.expanded += 1;
            let meeting = self.expand(node, label, store, stats);
            meter.store((self.len + theirs) as u64)?;
            if let Some(far) = meeting {
                return Ok(Some((node.board, far)));
            }
        }
        Ok(None)
    }

    /// Generates the successors of a state, labels them and puts the new ones at the end of the queue.
    ///
    /// Returns the first that the other side has labelled.
    #[inline]
    fn expand<S: Store + ?Sized>(
        &mut self,
        node: Node,
        label: Label,
        store: &mut S,
        stats: &mut Stats,
    ) -> Option<Board> {
        self.make_room();
        let before = self.len;
        let mut generated = 0;
        let mut meeting = None;
        for next in node.board.after_each(node.board.jumpers() - node.back) {
            generated += 1;
            let known = store.insert(next, label);
            if known.is_some_and(|known| known.side() != label.side()) {
                meeting = Some(next);
                break;
            }
            self.nodes[self.len] = Node { board: next, back: node.board.blank().into() };
            self.len += usize::from(known.is_none());
        }
        stats.generated += generated;
        stats.duplicates += generated - (self.len - before) as u64 - u64::from(meeting.is_some());
        meeting
    }
}

impl<P> TwoQueue<P> {
    /// An engine without buffers yet.
    pub fn new() -> Self {
        Self {
            sides: Default::default(),
            visited: Visited::default(),
            filter: BloomFilter::default(),
            policy: PhantomData,
        }
    }
}

impl<P> Default for TwoQueue<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Policy> Engine for TwoQueue<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        if problem.start == problem.goal {
            return (Outcome::Solved(Path::default()), Stats::default());
        }
        let mut meter = Meter::new(budget);
        let mut stats = Stats::default();
        let outcome = match self.search(problem, &mut meter, &mut stats) {
            Err(resource) => Outcome::OutOfBudget(resource),
            Ok(None) => problem.none_within(),
            Ok(Some(meeting)) => Outcome::Solved(self.path(problem, &meeting)),
        };
        stats.expanded = meter.expanded();
        // States that are too many for the budget end the search, and are not held any more.
        stats.peak_stored = ((self.sides[0].len + self.sides[1].len) as u64).min(budget.stored);
        (outcome, stats)
    }
}

/// A move that joins the two searches: `near` was labelled by side `side`, `far` by the other one.
struct Meeting {
    side: usize,
    near: Board,
    far: Board,
}

impl<P: Policy> TwoQueue<P> {
    fn search(&mut self, problem: &Problem, meter: &mut Meter, stats: &mut Stats) -> Result<Option<Meeting>, Resource> {
        let [start, goal] = &self.sides;
        self.visited.clear(start.boards().chain(goal.boards()));
        for (side, root) in [problem.start, problem.goal].into_iter().enumerate() {
            self.sides[side].begin(root);
            with_store!(self.visited, store => store.insert(root, Label::new(side, 0)));
        }
        meter.store(2)?;
        let horizon = problem.horizon();
        let mut side = 0;
        loop {
            let [start, goal] = &self.sides;
            let length = start.depth + goal.depth + 1;
            if length > horizon {
                return Ok(None);
            }
            if length == horizon {
                return self.last_level(side, meter, stats);
            }
            let stored = start.len + goal.len;
            if stored + MOST_MOVES > self.visited.room() {
                self.visited.enlarge(start.boards().chain(goal.boards()));
            }
            let now = &mut self.sides[side];
            let theirs = stored - now.len;
            let states = P::states(now.level_end - now.expanded).min((self.visited.room() - stored) / MOST_MOVES);
            let label = Label::new(side, now.depth + 1);
            let end = now.expanded + states;
            let meeting = with_store!(self.visited, store => now.advance(end, label, store, theirs, meter, stats))?;
            if let Some((near, far)) = meeting {
                return Ok(Some(Meeting { side, near, far }));
            }
            let level_ended = now.expanded == now.level_end;
            if level_ended {
                (now.level, now.level_end) = (now.level_end, now.len);
                now.depth += 1;
            }
            if P::turn(level_ended, self.sides[side].level_len(), self.sides[1 - side].level_len()) {
                side = 1 - side;
            }
        }
    }

    /// The last level before the limit: a path of that length meets the other side in its present level, and nothing need be stored.
    ///
    /// Whatever the policy, one side does it: both would look at the same moves.
    fn last_level(&mut self, side: usize, meter: &mut Meter, stats: &mut Stats) -> Result<Option<Meeting>, Resource> {
        let (now, other) = (&self.sides[side], &self.sides[1 - side]);
        self.filter.fill(other.nodes[other.level..other.level_end].iter().map(|node| node.board));
        for &node in &now.nodes[now.expanded..now.level_end] {
            meter.expand()?;
            for next in node.board.after_each(node.board.jumpers() - node.back) {
                stats.generated += 1;
                if self.filter.may_contain(next)
                    && self.visited.label_of(next).is_some_and(|known| known.side() != side)
                {
                    stats.rounds += 1;
                    return Ok(Some(Meeting { side, near: node.board, far: next }));
                }
            }
        }
        stats.rounds += 1;
        Ok(None)
    }

    /// Both ways down from a meeting, joined.
    fn path(&mut self, problem: &Problem, meeting: &Meeting) -> Path {
        let &Meeting { side, near, far } = meeting;
        let (from_start, from_goal) = if side == 0 { (near, far) } else { (far, near) };
        let mut squares = self.visited.way_down(vec![from_start.blank()], from_start, problem.start);
        squares.reverse();
        squares.extend(self.visited.way_down(vec![from_goal.blank()], from_goal, problem.goal));
        Path::of_blank(squares)
    }
}
