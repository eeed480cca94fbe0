//! What engines cost: answers first, then exact counts, then time.
//!
//! 1. **Answers.** Every engine solves every board once; each path is replayed, and its length held against the exact distance. A wrong
//!    engine is named with the board, and is not timed.
//! 2. **Counts.** What was counted on the way is kept for each board; and a new engine solves the boards of each stratum one after the other while
//!    its heap is watched. All of it is the same on every run.
//! 3. **Time.** In rounds, each of which takes all of engine × stratum × model in a seeded random order, so that a slow moment of the
//!    machine hits no engine alone. The models are *warm*, one engine that keeps its buffers, and *cold*, a new engine for each board, made and
//!    dropped inside the clock. A sample is the time per board of passes over a stratum, as many as it takes to be long against the clock; the
//!    answers of its last pass are checked again, outside the clock. One engine comes twice, under two names: what differs between them is the
//!    error of the measurement.
//!
//! Everything runs on one thread. A run that is stopped, or in which something panics, leaves in [`Run`] what it has.

pub mod heap;
pub mod strata;
pub mod warnings;

use crate::verify::check::{Judgement, Misstated, Report, Verdict};

use crate::cli::options::Search;
use crate::engines::Entry;
use crate::measure::strata::Stratum;
use crate::statistics;
use chivalry_board::Board;
use chivalry_corpus::Random;
use chivalry_engine::{Engine, Fault, Outcome, Problem, Resource, Stats, check};
use std::fmt;
use std::hint::black_box;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// For how long, and in which order.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The most rounds.
    pub rounds: u32,
    /// No sample of a second or later round begins after this time. The first is made in any case, so that no cell stays empty.
    pub time: Duration,
    /// The seed of the order in each round.
    pub seed: u64,
}

/// What an engine did on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is said of it.
    pub verdict: Verdict,
    /// The moves of its path.
    pub moves: Option<u8>,
    /// What was counted.
    pub stats: Stats,
}

/// Where the measurement of a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All boards were answered; it is timed.
    Measured,
    /// Some board was given up: it is not timed.
    OutOfBudget(Resource),
    /// The engine gave a wrong answer, here or elsewhere: its times are withheld.
    Wrong,
}

/// Samples of one model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Passes over the stratum in one sample; 0 before the first.
    pub repeats: u32,
    /// Nanoseconds per board, one a round.
    pub nanoseconds: Vec<f64>,
}

/// What an engine cost on a stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Where it stands.
    pub state: State,
    /// The boards answered within the budget.
    pub answered: usize,
    /// The most bytes of heap that a new engine held.
    pub peak_heap: Option<u64>,
    /// By an engine that keeps its buffers.
    pub warm: Samples,
    /// By a new engine for each board.
    pub cold: Samples,
    /// For each board the times of it alone, in nanoseconds.
    pub boards: Vec<Vec<f64>>,
}

/// A wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The board.
    pub board: Board,
    /// What is wrong with it.
    pub fault: Fault,
}

/// One engine under a second name.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin {
    /// The number of the engine.
    pub engine: usize,
    /// For each stratum the samples under the first name and those under the second, as far as they are of the same round.
    pub pairs: Vec<Vec<[f64; 2]>>,
}

/// Why no further round was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The run was stopped, or has not come to its end.
    Stopped,
    /// Every cell's interval is narrow enough.
    Sure,
    /// The time was spent.
    Time,
    /// So many rounds were asked for.
    Rounds,
    /// There is nothing to time.
    Nothing,
}

/// How far measuring is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many of a thousand parts of the boards have been answered.
    Answered(u64),
    /// So many of a thousand parts of the cells have been counted.
    Counted(u64),
    /// So many of a thousand parts of the rounds, or of the time, are over.
    Timed(u64),
}

/// The shortest sample that the clock's resolution and the cost of reading it do not blur.
pub const SHORTEST_SAMPLE: Duration = Duration::from_millis(1);

/// The same for a single board, whose time is the median of several and serves plots alone.
const SHORTEST_BOARD: Duration = Duration::from_micros(5);

/// The most passes in one sample, should the clock stand still.
const MOST_REPEATS: u32 = 1 << 24;

/// Rounds from one to the next in which single boards are timed.
const BOARDS_EVERY: u32 = 3;

/// A cell is known well enough where half its interval is this part of its median.
pub const PRECISION: f64 = 0.02;

/// Rounds before which no interval is believed, and from one look at the intervals to the next.
const ROUNDS_TO_BELIEVE: u32 = 10;

/// An exact distance that a replayed path undercuts: not an engine is wrong but what it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The board.
    pub board: Board,
    /// Its distance as it was held to be.
    pub exact: u8,
    /// The length of the path.
    pub found: usize,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, exact, found } = self;
        write!(f, "the table says that {board} is {exact} moves away, a path of {found} moves replays")
    }
}

impl std::error::Error for Refuted {}

/// A measurement, as far as it has come.
pub struct Run<'a> {
    engines: &'a [Entry],
    search: &'a Search,
    strata: &'a [Stratum],
    plan: Plan,
    stop: &'a AtomicBool,
    /// The cross-check.
    pub report: Report,
    /// For each board that every engine answered, in the order of the strata, one answer for each engine.
    pub answers: Vec<Vec<Answer>>,
    /// For each engine the first wrong answer.
    pub wrong: Vec<Option<WrongAnswer>>,
    /// For each stratum a cell for each engine; nothing before all boards were answered.
    pub cells: Vec<Vec<Cell>>,
    /// The self-check; `None` where nothing is timed.
    pub twin: Option<Twin>,
    /// The rounds that were complete.
    pub rounds: u32,
    /// Why there are no more.
    pub end: End,
}

impl<'a> Run<'a> {
    /// A measurement that has not begun. It ends early where `stop` is set.
    pub fn new(
        engines: &'a [Entry],
        search: &'a Search,
        strata: &'a [Stratum],
        plan: Plan,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            engines,
            search,
            strata,
            plan,
            stop,
            report: Report::default(),
            answers: Vec::new(),
            wrong: vec![None; engines.len()],
            cells: Vec::new(),
            twin: None,
            rounds: 0,
            end: End::Stopped,
        }
    }

    /// Measures. What engines share has been made before: [`crate::engines::prepare`].
    ///
    /// # Errors
    ///
    /// [`Refuted`] where an exact distance is none.
    pub fn measure(&mut self, mut progress: impl FnMut(Progress)) -> Result<(), Refuted> {
        self.answer(&mut progress)?;
        if self.is_stopped() {
            return Ok(());
        }
        self.cells = self.untimed();
        self.count(&mut progress);
        if !self.is_stopped() {
            self.time(&mut progress);
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Solves each board once by each engine.
    fn answer(&mut self, progress: &mut impl FnMut(Progress)) -> Result<(), Refuted> {
        let mut made = made(self.engines);
        let all: usize = self.strata.iter().map(|stratum| stratum.items.len()).sum();
        for stratum in self.strata {
            for item in &stratum.items {
                if self.is_stopped() {
                    return Ok(());
                }
                progress(Progress::Answered((1000 * self.answers.len() / all) as u64));
                let problem = stratum.problem(item, self.search);
                let mut answers = Vec::with_capacity(made.len());
                for (engine, wrong) in made.iter_mut().zip(&mut self.wrong) {
                    let (outcome, stats) = engine.solve(&problem, &stratum.patience.from_now());
                    let verdict = match check(&problem, &outcome, Some(item.exact)) {
                        Err(Fault::Length { expected, got }) if got < usize::from(expected) => {
                            return Err(Refuted { board: item.case.board, exact: expected, found: got });
                        }
                        Err(fault) => {
                            wrong.get_or_insert(WrongAnswer { board: item.case.board, fault });
                            Verdict::Wrong(fault)
                        }
                        Ok(Some(resource)) => Verdict::OutOfBudget(resource),
                        Ok(None) if outcome.distance().is_some() => Verdict::Right,
                        Ok(None) => Verdict::NoneWithin,
                    };
                    let moves = outcome.distance().and_then(|moves| u8::try_from(moves).ok());
                    answers.push(Answer { verdict, moves, stats });
                }
                let stated = item.case.exact.filter(|&stated| stated != item.exact);
                let judgement = Judgement {
                    distance: Some(item.exact),
                    verdicts: answers.iter().map(|answer| answer.verdict).collect(),
                    misstated: stated.map(|stated| Misstated { stated, found: Some(item.exact) }),
                };
                let stats: Vec<_> = answers.iter().map(|answer| answer.stats).collect();
                self.report.record(self.engines, item.case, &judgement, &stats);
                self.answers.push(answers);
            }
        }
        progress(Progress::Answered(1000));
        Ok(())
    }

    /// The cells before anything is measured.
    fn untimed(&self) -> Vec<Vec<Cell>> {
        let mut first = 0;
        let mut cells = Vec::with_capacity(self.strata.len());
        for stratum in self.strata {
            let answers = &self.answers[first..][..stratum.items.len()];
            first += stratum.items.len();
            let cell = |engine: usize| {
                let given_up = answers.iter().filter_map(|of_board| match of_board[engine].verdict {
                    Verdict::OutOfBudget(resource) => Some(resource),
                    _ => None,
                });
                Cell {
                    state: match given_up.clone().next() {
                        _ if self.wrong[engine].is_some() => State::Wrong,
                        Some(resource) => State::OutOfBudget(resource),
                        None => State::Measured,
                    },
                    answered: stratum.items.len() - given_up.count(),
                    peak_heap: None,
                    warm: Samples::default(),
                    cold: Samples::default(),
                    boards: vec![Vec::new(); stratum.items.len()],
                }
            };
            cells.push((0..self.engines.len()).map(cell).collect());
        }
        cells
    }

    /// Watches the heap of a new engine on each stratum.
    fn count(&mut self, progress: &mut impl FnMut(Progress)) {
        let all = (self.strata.len() * self.engines.len()).max(1);
        let mut done = 0;
        for (index, stratum) in self.strata.iter().enumerate() {
            let problems = problems(stratum, self.search);
            for engine in 0..self.engines.len() {
                if self.is_stopped() {
                    return;
                }
                progress(Progress::Counted((1000 * done / all) as u64));
                done += 1;
                let make = self.engines[engine].make;
                let peak = heap::peak(|| {
                    let mut engine = make();
                    for problem in &problems {
                        drop(black_box(engine.solve(problem, &stratum.patience.from_now())));
                    }
                });
                self.cells[index][engine].peak_heap = Some(peak);
            }
        }
        progress(Progress::Counted(1000));
    }

    /// Times all cells in rounds.
    fn time(&mut self, progress: &mut impl FnMut(Progress)) {
        let begin = Instant::now();
        let mut random = Random::new(self.plan.seed);
        let mut jobs = self.jobs();
        if jobs.is_empty() {
            self.end = End::Nothing;
            return;
        }
        let mut warm = made(self.engines);
        let mut second = self.twin.as_ref().map(|twin| (self.engines[twin.engine].make)());
        let problems: Vec<_> = self.strata.iter().map(|stratum| problems(stratum, self.search)).collect();
        for round in 0..self.plan.rounds {
            random.shuffle(&mut jobs);
            let mut second_samples = vec![None; self.strata.len()];
            for (done, &job) in jobs.iter().enumerate() {
                if self.is_stopped() {
                    return;
                }
                let spent = 1000 * begin.elapsed().as_nanos() / self.plan.time.as_nanos().max(1);
                if round > 0 && spent >= 1000 {
                    self.end = End::Time;
                    return;
                }
                let rounds = 1000 * (round as usize * jobs.len() + done) / (self.plan.rounds as usize * jobs.len());
                progress(Progress::Timed(spent.clamp(rounds as u128, 1000) as u64));
                let Job { stratum: index, engine, model } = job;
                if self.cells[index][engine].state != State::Measured {
                    continue;
                }
                let boards = Timed { stratum: &self.strata[index], problems: &problems[index], clock: wall_clock };
                let cell = &mut self.cells[index][engine];
                let taken = match model {
                    Model::Warm => {
                        // Looked up once, as under the second name: to look it up for each board shows in the times of the nearest.
                        let warm = warm[engine].as_mut();
                        boards.sample(&mut cell.warm, |problem, budget| warm.solve(problem, budget).0)
                    }
                    Model::Cold => {
                        let make = self.engines[engine].make;
                        boards.sample(&mut cell.cold, |problem, budget| make().solve(problem, budget).0)
                    }
                    Model::Second => {
                        let Some(second) = &mut second else { continue };
                        // As many passes as under the first name, where that came before.
                        let mut samples = Samples { repeats: cell.warm.repeats, nanoseconds: Vec::new() };
                        let second = second.as_mut();
                        let taken = boards.sample(&mut samples, |problem, budget| second.solve(problem, budget).0);
                        second_samples[index] = samples.nanoseconds.first().copied();
                        taken
                    }
                    Model::Boards if round.is_multiple_of(BOARDS_EVERY) => {
                        boards.each(&mut cell.boards, warm[engine].as_mut())
                    }
                    Model::Boards => Ok(()),
                };
                match taken {
                    Ok(()) => {}
                    // A clock as budget may run out in one round and not in another.
                    Err(NoTime::OutOfBudget(resource)) => withhold(cell, State::OutOfBudget(resource)),
                    Err(NoTime::Wrong(wrong)) => {
                        self.wrong[engine].get_or_insert(wrong);
                        self.cells.iter_mut().for_each(|row| withhold(&mut row[engine], State::Wrong));
                    }
                }
            }
            self.rounds += 1;
            self.pair(&second_samples);
            if self.rounds.is_multiple_of(ROUNDS_TO_BELIEVE) && self.rounds < self.plan.rounds && self.is_sure() {
                self.end = End::Sure;
                return;
            }
        }
        self.end = End::Rounds;
    }

    /// What is timed in each round. The engine of the self-check is the first that is timed where all are; where there is no such stratum, the
    /// first that is timed on most.
    fn jobs(&mut self) -> Vec<Job> {
        let is_timed = |row: &[Cell], engine: usize| row[engine].state == State::Measured;
        let by_all = |row: &[Cell]| row.iter().all(|cell| !matches!(cell.state, State::OutOfBudget(_)));
        let common = self.cells.iter().any(|row| by_all(row));
        let timed =
            |engine: usize| self.cells.iter().filter(|row| is_timed(row, engine) && (!common || by_all(row))).count();
        // The last of the greatest is what `max_by_key` gives.
        let twin =
            (0..self.engines.len()).rev().max_by_key(|&engine| timed(engine)).filter(|&engine| timed(engine) > 0);
        self.twin = twin.map(|engine| Twin { engine, pairs: vec![Vec::new(); self.strata.len()] });
        let mut jobs = Vec::new();
        for (stratum, row) in self.cells.iter().enumerate() {
            for (engine, cell) in row.iter().enumerate() {
                if cell.state == State::Measured {
                    let second = (twin == Some(engine)).then_some(Model::Second);
                    let models = [Model::Warm, Model::Cold, Model::Boards].into_iter().chain(second);
                    jobs.extend(models.map(|model| Job { stratum, engine, model }));
                }
            }
        }
        jobs
    }

    /// Puts the samples of a complete round under the second name beside those under the first.
    fn pair(&mut self, second: &[Option<f64>]) {
        let Some(twin) = &mut self.twin else { return };
        for ((row, pairs), second) in self.cells.iter().zip(&mut twin.pairs).zip(second) {
            if let (Some(&first), &Some(second)) = (row[twin.engine].warm.nanoseconds.last(), second) {
                pairs.push([first, second]);
            }
        }
    }

    /// Whether every median is known to [`PRECISION`].
    fn is_sure(&self) -> bool {
        let mut samples = self.cells.iter().flatten().flat_map(|cell| [&cell.warm, &cell.cold]);
        samples.all(|samples| {
            let interval = statistics::median_interval(&samples.nanoseconds, self.plan.seed);
            interval.is_none_or(|interval| interval.half_width() <= PRECISION)
        })
    }
}

/// One engine of each.
fn made(engines: &[Entry]) -> Vec<Box<dyn Engine>> {
    engines.iter().map(|entry| (entry.make)()).collect()
}

pub(crate) fn problems(stratum: &Stratum, search: &Search) -> Vec<Problem> {
    stratum.items.iter().map(|item| stratum.problem(item, search)).collect()
}

/// Takes the times of a cell back.
fn withhold(cell: &mut Cell, state: State) {
    (cell.state, cell.warm, cell.cold) = (state, Samples::default(), Samples::default());
    cell.boards.iter_mut().for_each(Vec::clear);
}

/// A part of a round.
#[derive(Clone, Copy, Debug)]
struct Job {
    stratum: usize,
    engine: usize,
    model: Model,
}

#[derive(Clone, Copy, Debug)]
enum Model {
    Warm,
    Cold,
    /// Warm, the same engine under its second name.
    Second,
    /// Warm, each board alone.
    Boards,
}

/// Why a measurement gave no time.
pub(crate) enum NoTime {
    OutOfBudget(Resource),
    Wrong(WrongAnswer),
}

/// A clock: the time since some moment.
pub type Clock = fn() -> Duration;

/// The clock on the wall.
pub fn wall_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The boards of a stratum.
pub(crate) struct Timed<'a> {
    pub(crate) stratum: &'a Stratum,
    pub(crate) problems: &'a [Problem],
    pub(crate) clock: Clock,
}

impl Timed<'_> {
    /// Adds a sample. The first time it finds out how many passes are long enough, which also warms the engine up.
    pub(crate) fn sample(
        &self,
        samples: &mut Samples,
        mut solve: impl FnMut(&Problem, &chivalry_engine::Budget) -> Outcome,
    ) -> Result<(), NoTime> {
        let patience = &self.stratum.patience;
        let mut outcomes = Vec::with_capacity(self.problems.len());
        let mut passes = |repeats: u32| {
            let begin = (self.clock)();
            // The answers of the last pass are kept to be checked: to keep them all shows in the times of the nearest boards.
            for _ in 1..repeats {
                for problem in self.problems {
                    black_box(solve(black_box(problem), &patience.from_now()));
                }
            }
            outcomes.clear();
            for problem in self.problems {
                outcomes.push(solve(black_box(problem), &patience.from_now()));
            }
            let elapsed = (self.clock)().saturating_sub(begin);
            for (item, (problem, outcome)) in self.stratum.items.iter().zip(self.problems.iter().zip(&outcomes)) {
                checked(item.case.board, problem, outcome, item.exact)?;
            }
            Ok(elapsed)
        };
        if samples.repeats == 0 {
            let mut repeats = 1;
            loop {
                let mut nanoseconds = passes(repeats)?.as_nanos().max(1);
                if nanoseconds >= SHORTEST_SAMPLE.as_nanos() {
                    // It may have been a slow moment that made it long enough.
                    nanoseconds = nanoseconds.min(passes(repeats)?.as_nanos().max(1));
                }
                if nanoseconds >= SHORTEST_SAMPLE.as_nanos() || repeats >= MOST_REPEATS {
                    break;
                }
                // A little more than would do, and no leap from a first pass that was slow or fast by chance.
                let enough = 11 * SHORTEST_SAMPLE.as_nanos() * u128::from(repeats) / (10 * nanoseconds) + 1;
                repeats = (enough as u32).clamp(repeats + 1, repeats * 16);
            }
            samples.repeats = repeats;
        }
        let elapsed = passes(samples.repeats)?;
        samples.nanoseconds.push(per_board(elapsed, samples.repeats, self.problems.len()));
        Ok(())
    }

    /// Adds a time of each board alone.
    fn each(&self, times: &mut [Vec<f64>], engine: &mut dyn Engine) -> Result<(), NoTime> {
        let patience = &self.stratum.patience;
        for ((item, problem), times) in self.stratum.items.iter().zip(self.problems).zip(times) {
            // The first solve, which is not kept, says how many it takes.
            let (mut repeats, mut kept) = (1_u32, None);
            while kept.is_none() {
                let begin = Instant::now();
                let mut last = None;
                for _ in 0..repeats {
                    last = Some(engine.solve(black_box(problem), &patience.from_now()).0);
                }
                let elapsed = begin.elapsed();
                if let Some(outcome) = &last {
                    checked(item.case.board, problem, outcome, item.exact)?;
                }
                if elapsed >= SHORTEST_BOARD || repeats >= MOST_REPEATS {
                    kept = Some(per_board(elapsed, repeats, 1));
                } else {
                    let enough = SHORTEST_BOARD.as_nanos() * u128::from(repeats) / elapsed.as_nanos().max(1) + 1;
                    repeats = (enough as u32).clamp(repeats + 1, repeats * 16);
                }
            }
            times.extend(kept);
        }
        Ok(())
    }
}

/// Nanoseconds for one board. A clock that did not move is taken to have been on its way.
fn per_board(elapsed: Duration, repeats: u32, boards: usize) -> f64 {
    elapsed.as_nanos().max(1) as f64 / f64::from(repeats) / boards.max(1) as f64
}

/// Whether a timed answer is right.
fn checked(board: Board, problem: &Problem, outcome: &Outcome, exact: u8) -> Result<(), NoTime> {
    match check(problem, outcome, Some(exact)) {
        Ok(None) => Ok(()),
        Ok(Some(resource)) => Err(NoTime::OutOfBudget(resource)),
        Err(fault) => Err(NoTime::Wrong(WrongAnswer { board, fault })),
    }
}

/// What measuring costs, by `scripts/measure-overhead`.
#[cfg(test)]
mod overhead {
    use super::*;
    use crate::engines::ENGINES;
    use crate::measure::strata::tests::{bundled, search};
    use chivalry_engine::Budget;
    use std::collections::BTreeMap;

    /// Samples of each engine and distance.
    const ROUNDS: usize = 40;

    /// Prints the time per board as `bench` samples it in proportion to that of a bare loop over the same boards by the same engine. The two
    /// alternate, and the ratio is the median over the rounds of those within one: the machine's speed changes by more than what is measured.
    #[test]
    #[ignore = "a measurement: scripts/measure-overhead"]
    fn of_measuring() {
        let search = search(&[]);
        let mut boards = bundled();
        boards.given.retain(|item| (1..=15).contains(&item.exact));
        boards.random.clear();
        let strata = crate::measure::strata::divide(boards, &search);
        let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for entry in ENGINES.iter().filter(|entry| entry.name != crate::engines::TABLE) {
            let mut engine = (entry.make)();
            let engine = engine.as_mut();
            for stratum in &strata {
                let problems = problems(stratum, &search);
                let timed = Timed { stratum, problems: &problems, clock: wall_clock };
                let mut samples = Samples::default();
                let mut pairs = Vec::new();
                for round in 0..ROUNDS {
                    let bare = |engine: &mut dyn Engine, repeats: u32| {
                        let begin = Instant::now();
                        for _ in 0..repeats {
                            for problem in &problems {
                                black_box(engine.solve(black_box(problem), &Budget::UNLIMITED));
                            }
                        }
                        per_board(begin.elapsed(), repeats, problems.len())
                    };
                    // The first sample finds out how many passes are long enough.
                    let before = (round % 2 == 1).then(|| bare(engine, samples.repeats));
                    let taken = timed.sample(&mut samples, |problem, budget| engine.solve(problem, budget).0);
                    assert!(taken.is_ok(), "{} on {}", entry.name, stratum.name);
                    let bare = before.unwrap_or_else(|| bare(engine, samples.repeats));
                    pairs.push(samples.nanoseconds.last().unwrap() / bare);
                }
                let ratio = crate::statistics::median(&pairs).unwrap();
                for row in [entry.name.to_owned(), format!("{:>2} moves", stratum.name), "all".to_owned()] {
                    ratios.entry(row).or_default().push(ratio);
                }
            }
        }
        println!("bench / bare loop, medians of {ROUNDS} rounds in turns, geometric means");
        for (row, ratios) in ratios {
            let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
            println!("{row:<20}{mean:.3}");
        }
    }
}
