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
//! With a limit, the states of the last level are only looked for among the other side's, not stored: nothing will be expanded from
//! them. Nor are those counted as duplicates that are known.
//!
//! ```
//! use chivalry_bibfs_single::SingleQueue;
//! use chivalry_engine::{Budget, Engine, Problem};
//!
//! let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?).within(15);
//! assert_eq!(SingleQueue::new().solve(&problem, &Budget::UNLIMITED).0.distance(), Some(7));
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

mod fence;
mod visited;

use chivalry_board::{Board, Square, Squares};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use fence::Fence;
use visited::{Label, Store, Visited, with_store};

/// Bidirectional breadth-first search with one queue.
///
/// Keeps its buffers from one solve to the next.
#[derive(Clone, Debug, Default)]
pub struct SingleQueue {
    /// The first `len` of these are the queue. Nothing is removed, so that the labelled states can be told when they are to be forgotten.
    nodes: Vec<Node>,
    len: usize,
    visited: Visited,
    /// What can be met in the last level.
    fence: Fence,
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
            self.make_room();
            self.nodes[self.len] = Node { board, back: board.blank(), side, depth: 0 };
            self.len += 1;
            with_store!(self.visited, store => store.insert(board, Label::new(side.into(), 0)));
        }
        meter.store(2)?;
        let horizon = problem.horizon();
        let mut level = None;
        let mut looks_ahead = false;
        for head in 0.. {
            let node = self.nodes[head];
            // What the other side has generated completely: as much as this one, and for the goal's side a level more.
            let length = 2 * u32::from(node.depth) + 1 + u32::from(node.side);
            if length > horizon {
                return Ok(None);
            }
            meter.expand()?;
            if level.replace((node.side, node.depth)) != Some((node.side, node.depth)) {
                stats.rounds += 1;
            }
            if length == horizon && !looks_ahead {
                // A path of this length meets the other side in its last level: what is in the queue behind this one's.
                let behind = self.nodes[head..self.len]
                    .iter()
                    .position(|other| other.side != node.side)
                    .map_or(self.len, |n| head + n);
                self.fence.enclose(self.nodes[behind..self.len].iter().map(|node| node.board));
                looks_ahead = true;
            }
            let meeting = if length < horizon {
                self.make_room();
                if self.len + MOST_MOVES > self.visited.room() {
                    self.visited.enlarge(self.nodes[..self.len].iter().map(|node| node.board));
                }
                with_store!(self.visited, store => expand(&mut self.nodes, &mut self.len, node, store, stats))
            } else {
                with_store!(self.visited, store => look_ahead(node, &self.fence, store, stats))
            };
            meter.store(self.len as u64)?;
            if let Some(far) = meeting {
                return Ok(Some(Meeting { side: node.side, near: node.board, far }));
            }
        }
        Ok(None)
    }

    /// Makes sure of nodes for the successors of one more state.
    #[inline]
    fn make_room(&mut self) {
        if self.nodes.len() < self.len + MOST_MOVES {
            let unused = Node { board: Board::GOAL, back: Square::CENTRE, side: 0, depth: 0 };
            self.nodes.resize((self.nodes.len() * 2).max(1 << 12), unused);
        }
    }

    /// Both ways down from a meeting, joined.
    fn path(&mut self, problem: &Problem, meeting: &Meeting) -> Path {
        let &Meeting { side, near, far } = meeting;
        let (from_start, from_goal) = if side == 0 { (near, far) } else { (far, near) };
        let mut squares = self.way_down(from_start, problem.start);
        squares.reverse();
        squares.extend(self.way_down(from_goal, problem.goal));
        Path::of_blank(squares)
    }

    /// The blank's squares on a shortest way from a labelled board down to the root of its side, both ends included.
    fn way_down(&mut self, from: Board, root: Board) -> Vec<Square> {
        let mut squares = vec![from.blank()];
        let mut board = from;
        while board != root {
            let Some(label) = self.visited.label_of(board) else { break };
            let wanted = Some(label.one_down(board.blank().parity() == root.blank().parity()));
            let mut down = board.neighbours().filter(|&(_, next)| self.visited.label_of(next) == wanted);
            let Some((_, next)) = down.next() else { break };
            squares.push(next.blank());
            board = next;
        }
        squares
    }
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
    for from in moves(node) {
        let board = node.board.jump(from);
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

/// Generates the successors of a state and only looks for them among the other side's, whose level the fence encloses.
///
/// Returns the first that the other side has labelled.
#[inline]
fn look_ahead<S: Store + ?Sized>(node: Node, fence: &Fence, store: &S, stats: &mut Stats) -> Option<Board> {
    let mut generated = 0;
    let mut meeting = None;
    for from in moves(node) {
        let next = node.board.jump(from);
        generated += 1;
        if fence.may_hold(next) && store.label_of(next).is_some_and(|known| known.side() != usize::from(node.side)) {
            meeting = Some(next);
            break;
        }
    }
    stats.generated += generated;
    meeting
}
