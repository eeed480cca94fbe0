//! Bidirectional breadth-first search with both directions in one first-in-first-out queue.
//!
//! **The idea.** Start and goal are put into the same queue, each state with the side that it belongs to. As the queue is first in,
//! first out, the two searches take turns level by level by themselves: all states of the start at depth k, all of the goal at
//! depth k, then k + 1. No policy is needed, and none is possible.
//!
//! **The stopping rule.** Stop at the first generated state that the other side has labelled. When a state of the start at depth k is
//! expanded, all states within k moves of the start and of the goal have been generated, and none of them from both sides: the distance
//! is above 2k. A meeting makes a path of 2k + 1 moves. When a state of the goal at depth k is expanded, the start's are generated
//! up to k + 1, so the distance is above 2k + 1, and a meeting makes 2k + 2 moves. (While a level is being generated the other
//! side's is complete, so no meeting is with a deeper state than that.) Hence the first path is a shortest one, and one
//! label for each state is enough.
//!
//! With a limit, states of the last level are looked up among the other side's and not stored, since nothing is
//! expanded from them. Known states are not counted as duplicates there.
//!
//! ```
//! use chivalry_bibfs_single::SingleQueue;
//! use chivalry_engine::{Budget, Engine, Problem};
//!
//! let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?).within(15);
//! assert_eq!(SingleQueue::new().solve(&problem, &Budget::UNLIMITED).0.distance(), Some(7));
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

use chivalry_board::{Board, Square, Squares};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use chivalry_visited::{BloomFilter, Label, Store, Visited, with_store};
use std::ops::Range;

/// Bidirectional breadth-first search with one queue.
///
/// Keeps its buffers from one solve to the next.
#[derive(Clone, Debug, Default)]
pub struct SingleQueue {
    /// The first `len` of these are the queue. Nothing is removed, so that the labels can be cleared state by state.
    nodes: Vec<Node>,
    len: usize,
    visited: Visited<SLOTS>,
    /// What can be met in the last level.
    filter: BloomFilter,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    board: Board,
    /// Where the blank came from: the move back leads to a known state, and is not made. On a root the blank's own square.
    back: Square,
    /// 0 for the start's, 1 for the goal's.
    side: u8,
    /// Moves from the root.
    depth: u8,
}

/// Slots of the small hash table: 512 KB, an eighth full when it is left.
const SLOTS: usize = 1 << 17;

/// Most successors of a state.
const MOST_MOVES: usize = 8;

/// A move that joins the two searches: `near` was labelled by side `side`, `far` by the other one.
struct Meeting {
    side: u8,
    near: Board,
    far: Board,
}

impl SingleQueue {
    /// An engine without buffers yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Engine for SingleQueue {
    fn name(&self) -> &'static str {
        "bibfs-single"
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
        stats.peak_stored = (self.len as u64).min(budget.stored);
        (outcome, stats)
    }
}

impl SingleQueue {
    fn search(&mut self, problem: &Problem, meter: &mut Meter, stats: &mut Stats) -> Result<Option<Meeting>, Resource> {
        self.visited.clear(self.nodes[..self.len].iter().map(|node| node.board));
        self.len = 0;
        for (side, board) in [(0, problem.start), (1, problem.goal)] {
            make_room(&mut self.nodes, self.len);
            self.nodes[self.len] = Node { board, back: board.blank(), side, depth: 0 };
            self.len += 1;
            with_store!(self.visited, store => store.insert(board, Label::new(side.into(), 0)));
        }
        meter.store(2)?;
        let horizon = problem.horizon();
        // The queue holds what is left of one side's level, and behind it the other side's.
        let (mut head, mut end) = (0, 1);
        loop {
            let Node { side, depth, .. } = self.nodes[head];
            // The depth that the other side has generated completely: the same as this side, and one more if this is
            // the goal's side.
            let length = 2 * u32::from(depth) + 1 + u32::from(side);
            if length > horizon {
                return Ok(None);
            }
            stats.rounds += 1;
            if length == horizon {
                return self.last_level(head..end, meter, stats);
            }
            let behind = self.len;
            while head < end {
                if self.len + MOST_MOVES > self.visited.room() {
                    self.visited.enlarge(self.nodes[..self.len].iter().map(|node| node.board));
                }
                let states = (end - head).min((self.visited.room() - self.len) / MOST_MOVES);
                let meeting = with_store!(self.visited, store => {
                    advance(&mut self.nodes, &mut self.len, head..head + states, store, meter, stats)
                })?;
                if let Some((near, far)) = meeting {
                    return Ok(Some(Meeting { side, near, far }));
                }
                head += states;
            }
            end = behind;
        }
    }

    /// The last level before the limit. A path of that length meets the other side in its last level, which follows in
    /// the queue, so nothing is stored.
    fn last_level(
        &mut self,
        level: Range<usize>,
        meter: &mut Meter,
        stats: &mut Stats,
    ) -> Result<Option<Meeting>, Resource> {
        self.filter.fill(self.nodes[level.end..self.len].iter().map(|node| node.board));
        for &node in &self.nodes[level] {
            meter.expand()?;
            for next in node.board.after_each(moves(node)) {
                stats.generated += 1;
                if !self.filter.may_contain(next) {
                    continue;
                }
                if self.visited.label_of(next).is_some_and(|known| known.side() != usize::from(node.side)) {
                    return Ok(Some(Meeting { side: node.side, near: node.board, far: next }));
                }
            }
        }
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

/// Makes sure of nodes for the successors of one more state.
#[inline]
fn make_room(nodes: &mut Vec<Node>, len: usize) {
    if nodes.len() < len + MOST_MOVES {
        let unused = Node { board: Board::GOAL, back: Square::CENTRE, side: 0, depth: 0 };
        nodes.resize((nodes.len() * 2).max(1 << 12), unused);
    }
}

/// Expands these states of the queue, as far as the budget goes.
///
/// Returns the move that meets the other side, as soon as there is one.
#[inline]
fn advance<S: Store + ?Sized>(
    nodes: &mut Vec<Node>,
    len: &mut usize,
    states: Range<usize>,
    store: &mut S,
    meter: &mut Meter,
    stats: &mut Stats,
) -> Result<Option<(Board, Board)>, Resource> {
    for index in states {
        meter.expand()?;
        make_room(nodes, *len);
        let node = nodes[index];
        let meeting = expand(nodes, len, node, store, stats);
        meter.store(*len as u64)?;
        if let Some(far) = meeting {
            return Ok(Some((node.board, far)));
        }
    }
    Ok(None)
}

fn moves(node: Node) -> Squares {
    node.board.jumpers().without(node.back)
}

/// Generates the successors of a state, labels them and puts the new ones at the end of the queue.
///
/// Returns the first that the other side has labelled.
#[inline]
fn expand<S: Store + ?Sized>(
    nodes: &mut [Node],
    len: &mut usize,
    node: Node,
    store: &mut S,
    stats: &mut Stats,
) -> Option<Board> {
    let depth = node.depth + 1;
    let label = Label::new(node.side.into(), depth.into());
    let before = *len;
    let mut generated = 0;
    let mut meeting = None;
    for board in node.board.after_each(moves(node)) {
        generated += 1;
        let known = store.insert(board, label);
        if known.is_some_and(|known| known.side() != label.side()) {
            meeting = Some(board);
            break;
        }
        // Written in either case, kept where the state is new: a branch on that would often be guessed wrong.
        nodes[*len] = Node { board, back: node.board.blank(), side: node.side, depth };
        *len += usize::from(known.is_none());
    }
    stats.generated += generated;
    stats.duplicates += generated - (*len - before) as u64 - u64::from(meeting.is_some());
    meeting
}
