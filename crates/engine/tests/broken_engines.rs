//! The conformance suite against engines that are wrong on purpose: each must be caught, and the sound one they are made from must not.

use chivalry_board::{Board, Move, Square};
use chivalry_engine::conformance::{Failure, Options, failures};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The suite asks for no board farther away without a limit: the engines here are plain.
const OPTIONS: Options = Options { deepest: 12, goals: 8, searches: true };

/// What is wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    /// Grows both sides best first, and believes the first meeting.
    FirstMeeting,
    /// Takes a board for the goal when the black knights match.
    ForgetsBlank,
    /// Finds paths of one move more than the limit.
    LimitOneTooFar,
    /// Finds no path that is as long as the limit.
    LimitOneTooNear,
    /// Finds the right length but never a limit above 15.
    LimitCappedAt15,
    /// Goes back and forth once more than need be.
    TwoMovesTooMany,
    /// Returns the moves in the wrong order.
    PathReversed,
    /// Returns moves of the right number that begin with no knight's jump.
    PathIllegal,
    /// Returns the path of the turned board.
    PathOfTurnedBoard,
    /// Walks in circles before it goes straight.
    Cycles,
    /// Always searches for the standard goal.
    IgnoresGoal,
    /// Denies a path when start is goal and no move is allowed.
    StartIsNoAnswer,
    /// Reports the limit of the search and not of the problem.
    OtherLimit,
    /// Keeps what it learnt of the last goal.
    RemembersGoal,
    /// Expands what it likes.
    IgnoresNodes,
    /// Expands one state more than it may.
    OneNodeTooMany,
    /// Stores what it likes.
    IgnoresStored,
    /// Searches on after the deadline.
    IgnoresDeadline,
    /// Says that there is no path when a budget runs out.
    BudgetAsAnswer,
    /// Gives up although nothing has run out.
    GivesUp,
    /// Reports no work.
    NoCounters,
}

struct Flawed {
    flaw: Flaw,
    /// The distances found by the last search, for [`Flaw::RemembersGoal`].
    remembered: HashMap<Board, u8>,
}

impl Engine for Flawed {
    fn name(&self) -> &'static str {
        "flawed"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        let asked = *problem;
        let mut problem = asked;
        let mut budget = *budget;
        match self.flaw {
            Flaw::IgnoresGoal => problem.goal = Board::GOAL,
            Flaw::LimitOneTooFar => problem.max_moves = problem.max_moves.map(|limit| limit.saturating_add(1)),
            Flaw::LimitOneTooNear => problem.max_moves = problem.max_moves.map(|limit| limit.saturating_sub(1)),
            Flaw::LimitCappedAt15 => problem.max_moves = problem.max_moves.map(|limit| limit.min(15)),
            Flaw::PathOfTurnedBoard => problem.start = problem.start.turned_and_swapped(),
            Flaw::IgnoresNodes => budget.nodes = u64::MAX,
            Flaw::OneNodeTooMany => budget.nodes = budget.nodes.saturating_add(1),
            Flaw::IgnoresStored => budget.stored = u64::MAX,
            Flaw::IgnoresDeadline => budget.deadline = None,
            Flaw::GivesUp => budget.nodes = budget.nodes.min(300),
            _ => {}
        }
        if self.flaw == Flaw::StartIsNoAnswer && asked.start == asked.goal && asked.max_moves == Some(0) {
            return (Outcome::NoneWithin(0), Stats::default());
        }
        if self.flaw == Flaw::RemembersGoal && self.remembered.contains_key(&asked.start) {
            let path = downhill(&self.remembered, asked.start);
            if asked.max_moves.is_none_or(|limit| path.len() <= usize::from(limit)) {
                return (Outcome::Solved(path), Stats::default());
            }
        }
        let (mut outcome, mut stats) = if self.flaw == Flaw::FirstMeeting {
            believe_first_meeting(&problem, &budget)
        } else {
            self.search(&problem, &budget)
        };
        match &mut outcome {
            Outcome::NoneWithin(limit) if self.flaw != Flaw::OtherLimit => *limit = asked.max_moves.unwrap_or(*limit),
            Outcome::NoneWithin(limit) => *limit = limit.saturating_sub(1),
            Outcome::OutOfBudget(_) if self.flaw == Flaw::BudgetAsAnswer => {
                outcome = Outcome::NoneWithin(asked.max_moves.unwrap_or(0));
            }
            Outcome::Solved(path) if path.len() > 1 => match self.flaw {
                Flaw::TwoMovesTooMany => lengthen(path, 1),
                Flaw::Cycles => lengthen(path, 3),
                Flaw::PathReversed => path.moves.reverse(),
                Flaw::PathIllegal => path.moves[0].from = path.moves[0].to,
                _ => {}
            },
            _ => {}
        }
        if self.flaw == Flaw::NoCounters {
            stats = Stats::default();
        }
        (outcome, stats)
    }
}

/// Takes the first move back and makes it again, some times.
fn lengthen(path: &mut Path, times: usize) {
    let there = path.moves[0];
    let back = Move { from: there.to, to: there.from };
    path.moves.splice(0..0, [there, back].repeat(times));
}

fn downhill(distances: &HashMap<Board, u8>, start: Board) -> Path {
    let mut squares = vec![start.blank()];
    let mut board = start;
    while let Some((_, next)) =
        board.neighbours().find(|(_, next)| distances.get(next).is_some_and(|&d| d < distances[&board]))
    {
        squares.push(next.blank());
        board = next;
    }
    Path::of_blank(squares)
}

fn is_goal(flaw: Flaw, board: Board, goal: Board) -> bool {
    if flaw == Flaw::ForgetsBlank { board.black() == goal.black() } else { board == goal }
}

impl Flawed {
    fn new(flaw: Flaw) -> Self {
        Self { flaw, remembered: HashMap::new() }
    }

    /// Breadth-first search from both ends, level by level in turn, each with a map of its own.
    fn search(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        if is_goal(self.flaw, problem.start, problem.goal) {
            return (Outcome::Solved(Path::default()), Stats::default());
        }
        let mut meter = Meter::new(budget);
        let mut stats = Stats::default();
        let outcome = self.levels(problem, &mut meter, &mut stats).unwrap_or_else(Outcome::OutOfBudget);
        stats.expanded = meter.expanded();
        stats.peak_stored = stats.peak_stored.min(budget.stored);
        (outcome, stats)
    }

    fn levels(&mut self, problem: &Problem, meter: &mut Meter, stats: &mut Stats) -> Result<Outcome, Resource> {
        let mut parents: [HashMap<Board, (Board, u8)>; 2] = Default::default();
        let mut queues = [VecDeque::from([problem.start]), VecDeque::from([problem.goal])];
        parents[0].insert(problem.start, (problem.start, 0));
        parents[1].insert(problem.goal, (problem.goal, 0));
        stats.peak_stored = 2;
        meter.store(2)?;
        for length in 1.. {
            if length > problem.horizon() {
                return Ok(problem.none_within());
            }
            stats.rounds += 1;
            let side = usize::from(length % 2 == 0);
            for _ in 0..queues[side].len() {
                let Some(board) = queues[side].pop_front() else { break };
                meter.expand()?;
                for (_, next) in board.neighbours() {
                    stats.generated += 1;
                    if parents[side].contains_key(&next) {
                        stats.duplicates += 1;
                        continue;
                    }
                    let depth = parents[side][&board].1 + 1;
                    parents[side].insert(next, (board, depth));
                    stats.peak_stored += 1;
                    meter.store(stats.peak_stored)?;
                    queues[side].push_back(next);
                    let met = if self.flaw == Flaw::ForgetsBlank && side == 0 {
                        parents[1].keys().copied().find(|&other| other.black() == next.black())
                    } else {
                        parents[1 - side].get(&next).map(|_| next)
                    };
                    if let Some(met) = met {
                        let path = joined(&parents, if side == 0 { (next, met) } else { (met, next) });
                        if self.flaw == Flaw::RemembersGoal {
                            self.remembered = parents[1].iter().map(|(&board, &(_, depth))| (board, depth)).collect();
                        }
                        return Ok(Outcome::Solved(path));
                    }
                }
            }
        }
        Ok(problem.none_within())
    }
}

fn joined(parents: &[HashMap<Board, (Board, u8)>; 2], meeting: (Board, Board)) -> Path {
    let way = |side: usize, from: Board| {
        let mut squares: Vec<Square> = vec![from.blank()];
        let mut board = from;
        while parents[side][&board].0 != board {
            board = parents[side][&board].0;
            squares.push(board.blank());
        }
        squares
    };
    let mut squares = way(0, meeting.0);
    squares.reverse();
    squares.extend(&way(1, meeting.1)[1..]);
    Path::of_blank(squares)
}

/// Best-first from both ends by g + h: here the first meeting may well be of two states that lie on no shortest path.
fn believe_first_meeting(problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
    if problem.start == problem.goal {
        return (Outcome::Solved(Path::default()), Stats::default());
    }
    let mut meter = Meter::new(budget);
    let mut stats = Stats { rounds: 1, peak_stored: 2, ..Stats::default() };
    let roots = [problem.start, problem.goal];
    let mut parents: [HashMap<Board, (Board, u8)>; 2] = Default::default();
    let mut open: [BinaryHeap<Reverse<(u32, Board)>>; 2] = Default::default();
    for side in 0..2 {
        parents[side].insert(roots[side], (roots[side], 0));
        open[side].push(Reverse((0, roots[side])));
    }
    for turn in 0.. {
        let side = turn % 2;
        let Some(Reverse((_, board))) = open[side].pop() else { continue };
        if let Err(resource) = meter.expand() {
            stats.expanded = meter.expanded();
            return (Outcome::OutOfBudget(resource), stats);
        }
        let depth = parents[side][&board].1 + 1;
        for (_, next) in board.neighbours() {
            stats.generated += 1;
            if parents[side].contains_key(&next) || u32::from(depth) > problem.horizon() {
                continue;
            }
            parents[side].insert(next, (board, depth));
            open[side].push(Reverse((u32::from(depth) + next.misplaced(roots[1 - side]), next)));
            if parents[1 - side].contains_key(&next) {
                stats.expanded = meter.expanded();
                let path = joined(&parents, (next, next));
                let too_long = problem.max_moves.filter(|&limit| path.len() > usize::from(limit));
                return (too_long.map_or(Outcome::Solved(path), Outcome::NoneWithin), stats);
            }
        }
        if open.iter().all(BinaryHeap::is_empty) {
            break;
        }
    }
    (problem.none_within(), stats)
}

fn failures_of(flaw: Flaw) -> Vec<Failure> {
    failures(|| Flawed::new(flaw), OPTIONS)
}

/// Whether the suite catches the flaw, and by the check that is there for it.
fn assert_caught(flaw: Flaw, check: &str) {
    let failures = failures_of(flaw);
    assert!(!failures.is_empty(), "{flaw:?} is not caught");
    let by: Vec<&str> = failures.iter().map(|failure| failure.check).collect();
    assert!(by.contains(&check), "{flaw:?} is caught by {by:?}, not by {check:?}:\n{}", failures[0]);
}

#[test]
fn a_sound_engine_is_not_accused() {
    assert_eq!(failures_of(Flaw::None), []);
}

macro_rules! caught {
    ($($test:ident: $flaw:ident by $check:literal;)*) => { $(
        #[test]
        fn $test() {
            assert_caught(Flaw::$flaw, $check);
        }
    )* };
}

caught! {
    first_meeting: FirstMeeting by "every distance";
    forgets_blank: ForgetsBlank by "the goal's black knights, but the blank elsewhere";
    limit_one_too_far: LimitOneTooFar by "the limit and one past it";
    limit_one_too_near: LimitOneTooNear by "the limit and one past it";
    two_moves_too_many: TwoMovesTooMany by "every distance";
    path_reversed: PathReversed by "every distance";
    path_illegal: PathIllegal by "every distance";
    path_of_turned_board: PathOfTurnedBoard by "every distance";
    cycles: Cycles by "every distance";
    ignores_goal: IgnoresGoal by "other goals";
    start_is_no_answer: StartIsNoAnswer by "start is goal";
    other_limit: OtherLimit by "the limit and one past it";
    remembers_goal: RemembersGoal by "an engine used again";
    ignores_nodes: IgnoresNodes by "budgets";
    one_node_too_many: OneNodeTooMany by "budgets";
    ignores_stored: IgnoresStored by "budgets";
    ignores_deadline: IgnoresDeadline by "budgets";
    budget_as_answer: BudgetAsAnswer by "budgets";
    gives_up: GivesUp by "the limit and one past it";
    no_counters: NoCounters by "counters";
}

/// An engine that is wrong only above a limit of 15 can be caught only where boards that far away may be asked for.
#[test]
fn limit_capped_at_15() {
    assert_eq!(failures_of(Flaw::LimitCappedAt15), []);
    let options = Options { deepest: 17, ..OPTIONS };
    assert!(!failures(|| Flawed::new(Flaw::LimitCappedAt15), options).is_empty());
}
