//! A sample: how long an engine takes for the boards of a stratum.

use crate::engines::Patience;
use crate::run::{Fault, Stratum, Times};
use crate::verify::Verdict;
use chivalry_board::Board;
use chivalry_engine::{Budget, Engine, Outcome, Problem};
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The shortest sample that the clock's resolution and the cost of reading it do not blur.
pub(super) const SHORTEST_SAMPLE: Duration = Duration::from_millis(1);

/// The same for a single board, whose time is the median of several and serves plots alone.
const SHORTEST_BOARD: Duration = Duration::from_micros(5);

/// The most passes in one sample, should the clock stand still.
const MOST_REPEATS: u32 = 1 << 24;

/// Why a measurement gave no time.
pub(crate) enum NoTime {
    /// A board was given up.
    OutOfBudget,
    /// An answer was wrong.
    Wrong(Fault),
}

/// A clock: the time since some moment.
pub(crate) type Clock = fn() -> Duration;

/// The clock on the wall.
pub(crate) fn wall_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The boards of a stratum, to be timed.
pub(crate) struct Timed {
    /// Each with its exact distance.
    problems: Vec<(Problem, u8)>,
    patience: Patience,
    clock: Clock,
}

impl Timed {
    /// The boards of a stratum, by this clock.
    pub(crate) fn new(stratum: &Stratum, goal: Board, clock: Clock) -> Self {
        let max_moves = stratum.max_moves;
        let problems =
            stratum.boards.iter().map(|item| (Problem { start: item.board, goal, max_moves }, item.distance));
        Self { problems: problems.collect(), patience: stratum.patience, clock }
    }

    /// Adds a sample. The first time it finds out how many passes are long enough, which also warms the engine up.
    pub(crate) fn sample(
        &self,
        times: &mut Times,
        mut solve: impl FnMut(&Problem, &Budget) -> Outcome,
    ) -> Result<(), NoTime> {
        let patience = &self.patience;
        let mut outcomes = Vec::with_capacity(self.problems.len());
        let mut passes = |repeats: u32| {
            let begin = (self.clock)();
            // Only the answers of the last pass are kept and checked. Keeping them all would show in the times of the
            // nearest boards.
            for _ in 1..repeats {
                for (problem, _) in &self.problems {
                    black_box(solve(black_box(problem), &patience.from_now()));
                }
            }
            outcomes.clear();
            for (problem, _) in &self.problems {
                outcomes.push(solve(black_box(problem), &patience.from_now()));
            }
            let elapsed = (self.clock)().saturating_sub(begin);
            for ((problem, exact), outcome) in self.problems.iter().zip(&outcomes) {
                checked(problem, outcome, *exact)?;
            }
            Ok(elapsed)
        };
        if times.repeats == 0 {
            times.repeats = calibrated(&mut passes)?;
        }
        let elapsed = passes(times.repeats)?;
        times.samples_ns.push(per_board(elapsed, times.repeats, self.problems.len()));
        Ok(())
    }

    /// Adds a time of each board alone.
    pub(super) fn each(&self, times: &mut [Vec<f64>], engine: &mut dyn Engine) -> Result<(), NoTime> {
        for ((problem, exact), times) in self.problems.iter().zip(times) {
            // The first solve, which is not kept, says how many it takes.
            let (mut repeats, mut kept) = (1_u32, None);
            while kept.is_none() {
                let begin = Instant::now();
                let mut last = None;
                for _ in 0..repeats {
                    last = Some(engine.solve(black_box(problem), &self.patience.from_now()).0);
                }
                let elapsed = begin.elapsed();
                if let Some(outcome) = &last {
                    checked(problem, outcome, *exact)?;
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

/// How many passes are long enough.
fn calibrated(passes: &mut impl FnMut(u32) -> Result<Duration, NoTime>) -> Result<u32, NoTime> {
    let mut repeats = 1;
    loop {
        let mut nanoseconds = passes(repeats)?.as_nanos().max(1);
        if nanoseconds >= SHORTEST_SAMPLE.as_nanos() {
            // It may have been a slow moment that made it long enough.
            nanoseconds = nanoseconds.min(passes(repeats)?.as_nanos().max(1));
        }
        if nanoseconds >= SHORTEST_SAMPLE.as_nanos() || repeats >= MOST_REPEATS {
            return Ok(repeats);
        }
        // A little more than enough, and no leap after a first pass that was slow or fast by chance.
        let enough = 11 * SHORTEST_SAMPLE.as_nanos() * u128::from(repeats) / (10 * nanoseconds) + 1;
        repeats = (enough as u32).clamp(repeats + 1, repeats * 16);
    }
}

/// Nanoseconds for one board. A clock that did not move is taken to have been on its way.
pub(super) fn per_board(elapsed: Duration, repeats: u32, boards: usize) -> f64 {
    elapsed.as_nanos().max(1) as f64 / f64::from(repeats) / boards.max(1) as f64
}

/// Whether a timed answer is right.
fn checked(problem: &Problem, outcome: &Outcome, exact: u8) -> Result<(), NoTime> {
    match Verdict::of(problem, outcome, Some(exact)) {
        Verdict::Solved | Verdict::NoneWithin => Ok(()),
        Verdict::OutOfBudget(_) => Err(NoTime::OutOfBudget),
        Verdict::Wrong(fault) => Err(NoTime::Wrong(Fault { board: problem.start, message: fault.to_string() })),
    }
}
