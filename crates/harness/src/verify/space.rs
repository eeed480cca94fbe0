//! Engines held against the exact distances of all boards, or of a fixed part of them.
//!
//! The boards of a shard are numbered by rank and taken in chunks of [`CHUNK`]. A chunk counts as a whole or not at all, so that a run that is
//! stopped, saved and taken up again counts every board exactly once. What comes out does not depend on the number of threads or on where it was
//! stopped.

use crate::cli::options::Patience;
use crate::engines::tables::Exact;
use crate::engines::{self as registry, Entry};
use crate::verify::check::{Tally, Verdict};
use chivalry_board::Board;
use chivalry_engine::{Engine, Problem, check};
use clap::ValueEnum;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Boards of a chunk: seconds of work for the slowest engine without a limit, and enough for the fastest that taking one costs nothing.
pub const CHUNK: u64 = 64;

/// One part in `count` of all boards: those whose rank is `index - 1` modulo `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, 1..=count.
    index: u32,
    /// How many parts there are.
    count: u32,
}

impl Shard {
    /// All boards.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index` of `count`, or `None` unless `1 <= index <= count <= Board::COUNT`.
    pub const fn new(index: u32, count: u32) -> Option<Self> {
        if index >= 1 && index <= count && count <= Board::COUNT { Some(Self { index, count }) } else { None }
    }

    /// How many boards it has.
    pub fn boards(self) -> u64 {
        u64::from((Board::COUNT - self.index) / self.count + 1)
    }

    /// The board with this number, `0..boards()`, in the order of the ranks.
    fn board(self, number: u64) -> Option<Board> {
        let rank = u64::from(self.index - 1) + number * u64::from(self.count);
        u32::try_from(rank).ok().and_then(Board::from_rank)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?;
        text.split_once('/')
            .and_then(|(index, count)| Self::new(parse(index)?, parse(count)?))
            .ok_or_else(|| format!("expected K/N with K from 1 to N, and N up to {}, like `3/64`", Board::COUNT))
    }
}

/// Which boards of a shard are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// All of them.
    All,
    /// Those that reach the goal within the limit.
    Within,
    /// The others.
    Beyond,
}

impl Part {
    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Within => "within",
            Self::Beyond => "beyond",
        }
    }

    fn has(self, distance: u8, max_moves: Option<u8>) -> bool {
        let within = max_moves.is_none_or(|limit| distance <= limit);
        match self {
            Self::All => true,
            Self::Within => within,
            Self::Beyond => !within,
        }
    }
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines, each with its patience for a board.
    pub engines: Vec<(Entry, Patience)>,
    /// The board to reach.
    pub goal: Board,
    /// The limit that the engines are given.
    pub max_moves: Option<u8>,
    /// The boards.
    pub shard: Shard,
    /// Which of them.
    pub part: Part,
}

impl Plan {
    /// How many chunks there are.
    pub fn chunks(&self) -> u64 {
        self.shard.boards().div_ceil(CHUNK)
    }
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The board.
    pub board: Board,
    /// Its distance to the goal.
    pub distance: u8,
    /// What was expected and what was found.
    pub message: String,
}

impl Found {
    /// Nearest to the goal first, then by the board's one line.
    fn key(&self) -> (u8, String) {
        (self.distance, self.board.to_string())
    }
}

/// What is known of one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Its counts.
    pub tally: Tally,
    /// Of its wrong answers the one nearest to the goal; the first in the order of their lines where several are as near.
    pub nearest: Option<Found>,
}

impl Findings {
    fn note(&mut self, found: Found) {
        if self.nearest.as_ref().is_none_or(|nearest| found.key() < nearest.key()) {
            self.nearest = Some(found);
        }
    }

    fn append(&mut self, other: Self) {
        self.tally.add(&other.tally);
        if let Some(found) = other.nearest {
            self.note(found);
        }
    }
}

/// How far a check has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// All chunks before this one are done.
    pub prefix: u64,
    /// Chunks after it that are done.
    pub ahead: BTreeSet<u64>,
    /// Boards checked.
    pub boards: u64,
    /// One for each engine, in their order.
    pub findings: Vec<Findings>,
    /// The time taken so far.
    pub elapsed: Duration,
}

impl State {
    /// Before anything was checked by so many engines.
    pub fn new(engines: usize) -> Self {
        Self {
            prefix: 0,
            ahead: BTreeSet::new(),
            boards: 0,
            findings: vec![Findings::default(); engines],
            elapsed: Duration::ZERO,
        }
    }

    /// How many chunks are done.
    pub fn chunks(&self) -> u64 {
        self.prefix + self.ahead.len() as u64
    }

    /// Wrong answers of all engines.
    pub fn wrong(&self) -> u64 {
        self.findings.iter().map(|findings| findings.tally.wrong).sum()
    }

    /// The number, in the order of the engines, of the one whose wrong answer is nearest to the goal, and the answer.
    pub fn nearest(&self) -> Option<(usize, &Found)> {
        let found = self.findings.iter().enumerate();
        let found = found.filter_map(|(engine, findings)| Some((engine, findings.nearest.as_ref()?)));
        found.min_by_key(|(_, found)| found.key())
    }

    fn add(&mut self, chunk: u64, result: Checked) {
        self.ahead.insert(chunk);
        while self.ahead.remove(&self.prefix) {
            self.prefix += 1;
        }
        self.boards += result.boards;
        for (sum, findings) in self.findings.iter_mut().zip(result.findings) {
            sum.append(findings);
        }
    }
}

/// What came of one chunk.
struct Checked {
    boards: u64,
    findings: Vec<Findings>,
}

/// Checks what a plan asks for and `state` has not done, on the threads of the current rayon pool, until it is done or `stop` is set.
///
/// `after` is told the state after each chunk, one call at a time; what it does takes time from all threads.
///
/// # Errors
///
/// The first of `after`, which ends the check.
pub fn run<E: Send>(
    plan: &Plan,
    exact: &Exact,
    state: State,
    stop: &AtomicBool,
    after: impl FnMut(&State) -> Result<(), E> + Send,
) -> Result<State, E> {
    let engines: Vec<_> = plan.engines.iter().map(|(entry, _)| *entry).collect();
    registry::prepare(&engines, plan.goal);
    let (begun, before) = (Instant::now(), state.elapsed);
    let (next, done_before) = (AtomicU64::new(state.prefix), state.ahead.clone());
    let shared = Mutex::new((state, after, None));
    rayon::broadcast(|_| {
        let mut engines: Vec<Box<dyn Engine>> = plan.engines.iter().map(|(entry, _)| (entry.make)()).collect();
        while !stop.load(Ordering::Relaxed) {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= plan.chunks() {
                return;
            }
            if done_before.contains(&chunk) {
                continue;
            }
            let Some(result) = check_chunk(plan, exact, &mut engines, chunk, stop) else { return };
            let mut guard = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (state, after, error) = &mut *guard;
            state.add(chunk, result);
            state.elapsed = before + begun.elapsed();
            if let Err(found) = after(state) {
                error.get_or_insert(found);
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let (state, _, error) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(state), Err)
}

/// Checks the boards of a chunk, or `None` where it is told to stop before the last.
fn check_chunk(
    plan: &Plan,
    exact: &Exact,
    engines: &mut [Box<dyn Engine>],
    chunk: u64,
    stop: &AtomicBool,
) -> Option<Checked> {
    let mut checked = Checked { boards: 0, findings: vec![Findings::default(); engines.len()] };
    let start = chunk * CHUNK;
    for board in (start..plan.shard.boards().min(start + CHUNK)).filter_map(|number| plan.shard.board(number)) {
        let distance = exact.distance(board);
        if !plan.part.has(distance, plan.max_moves) {
            continue;
        }
        checked.boards += 1;
        let problem = Problem { start: board, goal: plan.goal, max_moves: plan.max_moves };
        for ((engine, (_, patience)), findings) in engines.iter_mut().zip(&plan.engines).zip(&mut checked.findings) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let (outcome, stats) = engine.solve(&problem, &patience.from_now());
            let verdict = match check(&problem, &outcome, Some(distance)) {
                Err(fault) => {
                    findings.note(Found { board, distance, message: fault.to_string() });
                    Verdict::Wrong(fault)
                }
                Ok(Some(resource)) => Verdict::OutOfBudget(resource),
                Ok(None) if outcome.distance().is_some() => Verdict::Right,
                Ok(None) => Verdict::NoneWithin,
            };
            findings.tally.count(verdict, stats);
        }
    }
    Some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::tables;
    use chivalry_engine::{Budget, Outcome, Stats};
    use std::convert::Infallible;
    use std::sync::LazyLock;

    static EXACT: LazyLock<Exact> = LazyLock::new(|| Exact::Table(tables::shared(Board::GOAL)));

    const ENDLESS: Patience = Patience { nodes: u64::MAX, stored: u64::MAX, time: None };

    /// A shard that holds the lies.
    const LIED: Shard = Shard { index: 3, count: 50 };

    /// Boards at distances 12, 6 and 6.
    static LIES: LazyLock<[Board; 3]> = LazyLock::new(|| {
        let at =
            |distance| (0..LIED.boards()).filter_map(|i| LIED.board(i)).filter(move |&b| EXACT.distance(b) == distance);
        let near: Vec<_> = at(6).collect();
        [at(12).nth(7).unwrap(), near[near.len() - 1], near[0]]
    });

    /// Denies what it knows of a few boards.
    struct Liar(Box<dyn Engine>);

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = self.0.solve(problem, budget);
            (if LIES.contains(&problem.start) { problem.none_within() } else { outcome }, stats)
        }
    }

    fn honest() -> Entry {
        *registry::find("idastar").unwrap()
    }

    fn plan(engines: &[Entry], shard: Shard, part: Part) -> Plan {
        let engines = engines.iter().map(|&entry| (entry, ENDLESS)).collect();
        Plan { engines, goal: Board::GOAL, max_moves: Some(15), shard, part }
    }

    fn whole(plan: &Plan) -> State {
        let state = State::new(plan.engines.len());
        let state = run(plan, &EXACT, state, &AtomicBool::new(false), |_| Ok::<_, Infallible>(()));
        let Ok(state) = state;
        assert_eq!(state.chunks(), plan.chunks());
        State { elapsed: Duration::ZERO, ..state }
    }

    #[test]
    fn of_several_lies_the_nearest_is_reported() {
        let liar = Entry {
            name: "liar",
            summary: "",
            needs_limit: false,
            make: || Box::new(Liar((registry::ENGINES[0].make)())),
        };
        let state = whole(&plan(&[honest(), liar], LIED, Part::Within));
        assert_eq!(state.findings[0].tally.right, state.boards);
        assert_eq!(state.findings[1].tally.right, state.boards - 3);
        assert_eq!((state.findings[0].tally.wrong, state.findings[1].tally.wrong), (0, 3));
        let (engine, found) = state.nearest().unwrap();
        let expected = LIES[1..].iter().min_by_key(ToString::to_string).unwrap();
        assert_eq!((engine, found.board, found.distance), (1, *expected, 6));
        assert_eq!(found.message, "expected 6 moves, got none within 15");
    }

    #[test]
    fn stopped_and_taken_up_again_counts_everything_once() {
        let plan = plan(&[honest()], "7/8000".parse().unwrap(), Part::All);
        let expected = whole(&plan);
        assert_eq!(expected.boards, plan.shard.boards());
        for chunks in [1, 40, plan.chunks() - 1] {
            let mut state = State::new(1);
            let mut runs = 0;
            while state.chunks() < plan.chunks() {
                let stop = AtomicBool::new(false);
                let target = state.chunks() + chunks;
                let result = run(&plan, &EXACT, state, &stop, |state| {
                    stop.fetch_or(state.chunks() >= target, Ordering::Relaxed);
                    Ok::<_, Infallible>(())
                });
                state = result.unwrap();
                runs += 1;
            }
            assert!(runs > 1);
            assert_eq!(State { elapsed: Duration::ZERO, ..state }, expected);
        }
    }

    #[test]
    fn chunks_done_ahead_are_not_done_again() {
        let plan = plan(&[honest()], "1/20000".parse().unwrap(), Part::All);
        let expected = whole(&plan);
        let exact = &*EXACT;
        // As after a kill at which the first chunk was behind the others.
        let mut state = State::new(1);
        let mut engines = vec![(honest().make)()];
        for chunk in [1, 4] {
            let result = check_chunk(&plan, exact, &mut engines, chunk, &AtomicBool::new(false)).unwrap();
            state.add(chunk, result);
        }
        assert_eq!((state.prefix, state.chunks()), (0, 2));
        let Ok(state) = run(&plan, exact, state, &AtomicBool::new(false), |_| Ok::<_, Infallible>(()));
        assert_eq!(State { elapsed: Duration::ZERO, ..state }, expected);
    }

    #[test]
    fn shards_are_a_partition() {
        for count in [1, 2, 3, 64, 7919] {
            let shards = (1..=count).map(|index| Shard::new(index, count).unwrap());
            assert_eq!(shards.map(Shard::boards).sum::<u64>(), u64::from(Board::COUNT));
        }
        let mut seen = vec![false; Board::COUNT as usize];
        for shard in (1..=3).map(|index| Shard::new(index, 3).unwrap()) {
            for number in 0..shard.boards() {
                let rank = shard.board(number).unwrap().rank() as usize;
                assert!(!std::mem::replace(&mut seen[rank], true));
            }
            assert_eq!(shard.board(shard.boards()), None);
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn all_shards_and_parts_together_are_the_whole() {
        let table = *registry::find(registry::TABLE).unwrap();
        let expected = whole(&plan(&[table], Shard::WHOLE, Part::Within));
        assert_eq!(expected.boards, 1_671_855);
        let mut sum = State::new(1);
        for index in 1..=3 {
            let state = whole(&plan(&[table], Shard::new(index, 3).unwrap(), Part::Within));
            sum.boards += state.boards;
            sum.findings[0].append(state.findings[0].clone());
        }
        assert_eq!((sum.boards, &sum.findings), (expected.boards, &expected.findings));
        let shard = "5/500".parse().unwrap();
        let [all, within, beyond] =
            [Part::All, Part::Within, Part::Beyond].map(|part| whole(&plan(&[table], shard, part)));
        assert_eq!(within.boards + beyond.boards, all.boards);
        assert_eq!(within.boards, all.findings[0].tally.right);
        assert_eq!(beyond.boards, all.findings[0].tally.none_within);
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("3/64".parse(), Ok(Shard { index: 3, count: 64 }));
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "/", "0/4", "5/4", "1", "1/0", "+1/4", "1/4/4", "1/67603901", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
    }
}
