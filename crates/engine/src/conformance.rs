//! The suite that every engine runs in its tests.
//!
//! ```text
//! #[test]
//! fn conforms() {
//!     conformance::assert_conforms(MyEngine::new, Options::default());
//! }
//! ```
//!
//! Expected distances come from two sources that share nothing with an engine: the bundled corpus, whose distances were found by
//! enumerating the whole space, and a plain breadth-first search with a hash map, here. Every outcome goes through
//! [`check`](crate::check()), so every path is replayed.
//!
//! What the suite catches is itself tested, with engines that are wrong on purpose.

use crate::{Budget, Engine, Outcome, Problem, Resource, Stats, check};
use ahash::RandomState;
use chivalry_board::Board;
use hashbrown::HashMap;
use std::fmt;
use std::sync::OnceLock;
use std::time::Instant;

/// What the suite may ask of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most moves away that a board may be that is to be solved without a limit, 0..=39.
    pub deepest: u8,
    /// How many goals besides the standard one each check may use, at least one. An engine may have tables to make for each.
    pub goals: usize,
    /// Whether the engine searches, and so spends its budget. The complete table does not.
    pub searches: bool,
}

impl Default for Options {
    /// Every board without a limit, and all budgets are spent.
    fn default() -> Self {
        Self { deepest: 39, goals: usize::MAX, searches: true }
    }
}

/// A check that an engine did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the check.
    pub check: &'static str,
    /// The problem on which it failed.
    pub problem: Problem,
    /// What was expected, and what came.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { start, goal, max_moves } = self.problem;
        write!(f, "{}: {start} to {goal}, ", self.check)?;
        match max_moves {
            Some(limit) => write!(f, "limit {limit}: {}", self.what),
            None => write!(f, "no limit: {}", self.what),
        }
    }
}

/// Runs the suite and panics with all that failed.
///
/// # Panics
///
/// Where the engine fails a check.
pub fn assert_conforms<E: Engine>(make: impl Fn() -> E, options: Options) {
    let name = make().name();
    let failures = failures(make, options);
    let list: Vec<String> = failures.iter().take(10).map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{name} fails {} times, first:\n{}", failures.len(), list.join("\n"));
}

/// Runs the suite and returns all that failed, a few failures a check at the most.
pub fn failures<E: Engine>(make: impl Fn() -> E, options: Options) -> Vec<Failure> {
    let mut suite = Suite { make, options, failures: Vec::new(), check: "" };
    suite.start_is_goal();
    suite.near_boards();
    suite.every_distance();
    suite.limits();
    suite.traps();
    suite.other_goals();
    suite.random_boards();
    suite.symmetries();
    suite.reuse();
    if options.searches {
        suite.budgets();
        suite.counters();
    }
    suite.failures
}

/// Failures of one check after which the rest of it is left out.
const ENOUGH: usize = 3;

/// Depth of the ball around the goal, enough for the limit of most judges.
const BALL: u8 = 15;

/// Exact distances to `goal` of all boards up to `depth` moves away: breadth-first search as plain as can be.
fn ball(goal: Board, depth: u8) -> HashMap<Board, u8, RandomState> {
    let mut distances = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    distances.insert(goal, 0);
    let mut level = vec![goal];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for board in level {
            for (_, neighbour) in board.neighbours() {
                distances.entry(neighbour).or_insert_with(|| {
                    next.push(neighbour);
                    distance
                });
            }
        }
        level = next;
    }
    distances
}

/// The exact distance to [`Board::GOAL`], or `None` where it is above [`BALL`].
fn near_goal(board: Board) -> Option<u8> {
    static NEAR: OnceLock<HashMap<Board, u8, RandomState>> = OnceLock::new();
    NEAR.get_or_init(|| ball(Board::GOAL, BALL)).get(&board).copied()
}

/// The bundled corpus: boards with their exact distances, by distance.
fn corpus() -> impl Iterator<Item = (Board, u8)> {
    include_str!("../../../fixtures/corpora/bundled.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (board, distance) = line.split_once(' ').expect("a board and its distance");
        (board.parse().expect("a board"), distance.parse().expect("a distance"))
    })
}

/// Every `step`th board of the corpus within these distances.
fn some_of_corpus(distances: std::ops::RangeInclusive<u8>, step: usize) -> impl Iterator<Item = (Board, u8)> {
    corpus().filter(move |(_, distance)| distances.contains(distance)).step_by(step)
}

/// Numbers that are random enough to choose boards, the same on every machine (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    fn board(&mut self) -> Board {
        Board::from_rank((self.next() % u64::from(Board::COUNT)) as u32).unwrap_or(Board::GOAL)
    }

    /// The board after some random moves.
    fn walk(&mut self, from: Board, moves: u32) -> Board {
        (0..moves).fold(from, |board, _| {
            let count = u64::from(board.jumpers().len());
            let index = (self.next() % count) as usize;
            board.neighbours().nth(index).map_or(board, |(_, next)| next)
        })
    }
}

struct Suite<F> {
    make: F,
    options: Options,
    failures: Vec<Failure>,
    check: &'static str,
}

impl<E: Engine, F: Fn() -> E> Suite<F> {
    fn begin(&mut self, check: &'static str) -> E {
        self.check = check;
        (self.make)()
    }

    fn failed(&self) -> bool {
        self.failures.iter().filter(|failure| failure.check == self.check).count() >= ENOUGH
    }

    fn fail(&mut self, problem: Problem, what: impl Into<String>) {
        self.failures.push(Failure { check: self.check, problem, what: what.into() });
    }

    /// Solves without a budget and checks against the exact distance; `None` is a distance above the problem's limit.
    fn expect(&mut self, engine: &mut E, problem: Problem, exact: Option<u8>) {
        if self.failed() {
            return;
        }
        let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
        match check(&problem, &outcome, exact) {
            Err(fault) => self.fail(problem, fault.to_string()),
            Ok(Some(resource)) => {
                self.fail(problem, format!("expected an answer, got out of {resource} with an unlimited budget"));
            }
            // Without an exact distance the path was replayed, but that there is one is wrong.
            Ok(None) if exact.is_none() && outcome.distance().is_some() => {
                self.fail(problem, format!("expected none within the limit, got {:?} moves", outcome.distance()));
            }
            Ok(None) => {}
        }
    }

    fn start_is_goal(&mut self) {
        let mut engine = self.begin("start is goal");
        let nothing = Budget { nodes: 0, stored: 0, deadline: Some(Instant::now()) };
        for (board, _) in some_of_corpus(0..=39, 20).take(self.options.goals) {
            for max_moves in [None, Some(0), Some(1), Some(15), Some(255)] {
                let problem = Problem { start: board, goal: board, max_moves };
                self.expect(&mut engine, problem, Some(0));
                let (outcome, _) = engine.solve(&problem, &nothing);
                if outcome.distance() != Some(0) && !self.failed() {
                    self.fail(problem, format!("expected 0 moves, which no budget is needed for, got {outcome:?}"));
                }
            }
        }
    }

    fn near_boards(&mut self) {
        let mut engine = self.begin("boards near the goal");
        let mut near: Vec<_> = ball(Board::GOAL, 5).into_iter().collect();
        near.sort_unstable();
        for (board, distance) in near {
            self.expect(&mut engine, Problem::new(board), Some(distance));
            self.expect(&mut engine, Problem::new(board).within(15), Some(distance));
        }
    }

    fn every_distance(&mut self) {
        let mut engine = self.begin("every distance");
        let mut seen = [0; 40];
        for (board, distance) in some_of_corpus(0..=self.options.deepest, 1) {
            // Far boards are the expensive ones.
            seen[usize::from(distance)] += 1;
            if distance <= 20 || seen[usize::from(distance)] == 1 {
                self.expect(&mut engine, Problem::new(board), Some(distance));
            }
        }
    }

    fn limits(&mut self) {
        let mut engine = self.begin("the limit and one past it");
        for (board, distance) in some_of_corpus(0..=15, 2) {
            for limit in
                [0, 1, distance.saturating_sub(2), distance.saturating_sub(1), distance, distance + 1, distance + 2, 15]
            {
                self.expect(&mut engine, Problem::new(board).within(limit), Some(distance).filter(|&d| d <= limit));
            }
            if distance <= self.options.deepest {
                self.expect(&mut engine, Problem::new(board).within(255), Some(distance));
            }
        }
        for (board, distance) in some_of_corpus(16..=self.options.deepest.min(22), 6) {
            for limit in [distance, distance - 1, 255] {
                self.expect(&mut engine, Problem::new(board).within(limit), Some(distance).filter(|&d| d <= limit));
            }
        }
        for (board, _) in some_of_corpus(16..=39, 3) {
            for limit in [14, 15] {
                self.expect(&mut engine, Problem::new(board).within(limit), None);
            }
        }
    }

    fn traps(&mut self) {
        let mut engine = self.begin("the goal's black knights, but the blank elsewhere");
        for blank in Board::GOAL.white() {
            if let Ok(board) = Board::new(Board::GOAL.black(), blank) {
                for limit in [1, 15] {
                    let exact = near_goal(board).filter(|&distance| distance <= limit);
                    self.expect(&mut engine, Problem::new(board).within(limit), exact);
                }
            }
        }
    }

    fn other_goals(&mut self) {
        let mut engine = self.begin("other goals");
        let mut random = Random(1);
        for round in 0..self.options.goals.min(8) {
            let goal = if round == 0 { random.walk(Board::GOAL, 3) } else { random.board() };
            let mut near: Vec<_> = ball(goal, 8).into_iter().collect();
            near.sort_unstable();
            for &(board, distance) in near.iter().step_by(near.len() / 12) {
                let problem = Problem::new(board).to(goal);
                self.expect(&mut engine, problem, Some(distance));
                self.expect(&mut engine, problem.within(distance), Some(distance));
                if distance > 0 {
                    self.expect(&mut engine, problem.within(distance - 1), None);
                }
            }
            // The standard goal as a start like any other. It is farther away than the ball in all rounds but the first.
            let exact = near.iter().find(|(board, _)| *board == Board::GOAL).map(|&(_, distance)| distance);
            self.expect(&mut engine, Problem::new(Board::GOAL).to(goal).within(8), exact);
        }
    }

    fn random_boards(&mut self) {
        let mut engine = self.begin("random boards");
        let mut random = Random(2);
        for number in 0..400 {
            let board = if number % 4 == 0 { random.board() } else { random.walk(Board::GOAL, number / 4) };
            self.expect(&mut engine, Problem::new(board).within(BALL), near_goal(board));
        }
    }

    fn symmetries(&mut self) {
        let mut engine = self.begin("symmetries");
        for (index, (board, distance)) in some_of_corpus(0..=self.options.deepest.min(20), 7).enumerate() {
            self.expect(&mut engine, Problem::new(board.turned_and_swapped()), Some(distance));
            if index < self.options.goals {
                self.expect(&mut engine, Problem::new(Board::GOAL).to(board), Some(distance));
            }
        }
    }

    /// One engine for many problems answers like a new one for each, counters included.
    fn reuse(&mut self) {
        let mut engine = self.begin("an engine used again");
        // First a search that is large enough for whatever an engine keeps for large searches.
        for (board, distance) in some_of_corpus(30..=self.options.deepest, 1).take(1) {
            self.expect(&mut engine, Problem::new(board), Some(distance));
        }
        let deepest = self.options.deepest.min(22);
        let mut problems: Vec<_> = some_of_corpus(0..=deepest, 9).map(|(board, _)| Problem::new(board)).collect();
        problems.extend(some_of_corpus(10..=39, 17).map(|(board, _)| Problem::new(board).within(15)));
        let goals = some_of_corpus(0..=12, 25).take(self.options.goals);
        problems.extend(goals.map(|(board, _)| Problem::new(Board::GOAL).to(board)));
        // Large and small in turn, and what ran out of its budget in between.
        let half = problems.len() / 2;
        for index in 0..half {
            for problem in [problems[index], problems[half + index]] {
                if self.failed() {
                    return;
                }
                engine.solve(&problem, &Budget { nodes: 20, ..Budget::UNLIMITED });
                let used = engine.solve(&problem, &Budget::UNLIMITED);
                let new = (self.make)().solve(&problem, &Budget::UNLIMITED);
                if used != new {
                    self.fail(problem, format!("expected {new:?} as of a new engine, got {used:?}"));
                }
            }
        }
    }

    /// Budgets that run out at every step, or at many where there are many.
    fn budgets(&mut self) {
        let mut engine = self.begin("budgets");
        let mut problems: Vec<_> = some_of_corpus(1..=12, 12).map(|(board, _)| Problem::new(board)).collect();
        problems.extend(some_of_corpus(16..=39, 100).map(|(board, _)| Problem::new(board).within(13)));
        for problem in problems {
            let whole = engine.solve(&problem, &Budget::UNLIMITED);
            let (nodes, stored) = (whole.1.expanded, whole.1.peak_stored);
            for nodes in steps_up_to(nodes) {
                let budget = Budget { nodes, ..Budget::UNLIMITED };
                let held = |stats: Stats| stats.expanded == nodes;
                self.expect_budget(
                    &mut engine,
                    problem,
                    &budget,
                    Resource::Nodes,
                    nodes < whole.1.expanded,
                    held,
                    &whole,
                );
            }
            for stored in steps_up_to(stored) {
                let budget = Budget { stored, ..Budget::UNLIMITED };
                let held = |stats: Stats| stats.peak_stored <= stored;
                self.expect_budget(
                    &mut engine,
                    problem,
                    &budget,
                    Resource::Stored,
                    stored < whole.1.peak_stored,
                    held,
                    &whole,
                );
            }
            if nodes > 0 {
                let budget = Budget { deadline: Some(Instant::now()), ..Budget::UNLIMITED };
                let held = |stats: Stats| stats.expanded == 0;
                self.expect_budget(&mut engine, problem, &budget, Resource::Deadline, true, held, &whole);
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // One call a kind of budget, read side by side above.
    fn expect_budget(
        &mut self,
        engine: &mut E,
        problem: Problem,
        budget: &Budget,
        resource: Resource,
        runs_out: bool,
        held: impl Fn(Stats) -> bool,
        whole: &(Outcome, Stats),
    ) {
        if self.failed() {
            return;
        }
        let got = engine.solve(&problem, budget);
        if runs_out && !(got.0 == Outcome::OutOfBudget(resource) && held(got.1)) {
            self.fail(problem, format!("expected to run out of {resource} with {budget:?}, got {got:?}"));
        } else if !runs_out && got != *whole {
            self.fail(problem, format!("expected {whole:?} with {budget:?}, which is enough, got {got:?}"));
        }
    }

    fn counters(&mut self) {
        let mut engine = self.begin("counters");
        for (board, distance) in some_of_corpus(1..=15, 4) {
            let problem = Problem::new(board).within(15);
            let (_, stats) = engine.solve(&problem, &Budget::UNLIMITED);
            let Stats { expanded, generated, duplicates, peak_stored, rounds } = stats;
            let plausible = expanded >= 1
                && generated >= u64::from(distance).div_ceil(2)
                && duplicates < generated
                && peak_stored >= 1
                && rounds >= 1
                && rounds <= expanded;
            if !plausible && !self.failed() {
                self.fail(problem, format!("expected counters of a search that was made, got {stats:?}"));
            }
        }
    }
}

/// 0 to `end`: all of them, or where there are many the first, the last and some between.
fn steps_up_to(end: u64) -> impl Iterator<Item = u64> {
    const MANY: u64 = 60;
    let step = (end / MANY).max(1);
    (0..=end).filter(move |&n| n < MANY / 2 || n + MANY / 2 > end || n % step == 0)
}
