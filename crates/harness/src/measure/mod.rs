//! What engines cost: answers first, then exact counts, then time.
//!
//! 1. **Answers.** Every engine solves every board once; each path is replayed, and its length held against the exact distance. A wrong
//!    engine is named with the board, and is not timed.
//! 2. **Counts.** What the engines counted is kept for each board. Then a new engine solves the boards of each stratum
//!    while its heap is watched. All of it is the same on every run.
//! 3. **Time.** In rounds. Each takes every engine × stratum × model once, in a seeded random order, so that a slow
//!    moment of the machine does not hit one engine alone. The models are *warm*, one engine that keeps its buffers,
//!    and *cold*, a new engine for each board, made and dropped inside the clock. A sample is the time per board of
//!    passes over a stratum, as many as it takes to be long against the clock; the answers of its last pass are checked
//!    again, outside the clock. One engine comes twice, under two names (an A/A test). What differs between the two is
//!    the error of the measurement.
//!
//! Everything runs on one thread. A run that is stopped, or in which something panics, leaves in the [`Run`] what it has.

mod heap;
mod phases;
mod rounds;
mod sample;
mod strata;
mod warnings;

pub(crate) use sample::{Clock, NoTime, Timed};
pub(crate) use strata::{Boards, LIMIT, RANDOM};

use crate::engines::{Entry, Search, tables};
use crate::run::environment::{self, Ticks};
use crate::run::{Machine, Plan, Program, Run, SCHEMA, VERSION};
use crate::verify::Refuted;
use chivalry_board::Board;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Instant, SystemTime};

/// A cell is known well enough where half its interval is this part of its median.
pub(crate) const PRECISION: f64 = 0.02;

/// Why no further round was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The run was stopped.
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
pub(crate) enum Progress {
    /// So many of a thousand parts of the boards have been answered.
    Answered(u64),
    /// So many of a thousand parts of the cells have been counted.
    Counted(u64),
    /// So many of a thousand parts of the rounds, or of the time, are over.
    Timed(u64),
}

/// A run before anything is measured: boards divided into strata, and what engines share made, outside every clock.
pub(crate) fn planned(plan: Plan, engines: &[Entry], boards: &Boards, search: &Search, command: Vec<String>) -> Run {
    // First, so that the engine `table` is said to make its table, and not to find it.
    let engines = engines.iter().map(|entry| described(entry, plan.goal)).collect();
    let (strata, corpus_faults) = strata::divide(boards, search, &tables::shared(plan.goal));
    Run {
        schema: SCHEMA.into(),
        version: VERSION,
        complete: false,
        command,
        began: SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        seconds: 0.0,
        program: Program::this(),
        machine: Machine::this(),
        plan,
        rounds: 0,
        engines,
        strata,
        self_check: None,
        warnings: Vec::new(),
        corpus_faults,
    }
}

/// An engine, ready to be made.
fn described(entry: &Entry, goal: Board) -> crate::run::Engine {
    let begin = Instant::now();
    entry.prepare(goal);
    // The second engine of a bound finds it made.
    let prepared = |what: &String| format!("{what}, made or found in {:.3} s", begin.elapsed().as_secs_f64());
    let prepared = entry.shares.as_ref().map(prepared);
    crate::run::Engine { name: entry.name.clone(), summary: entry.summary.clone(), prepared, fault: None }
}

/// Measures what a run plans, with its engines in their order, until `stop` is set.
///
/// Whatever ends it, the run is settled: it has all that was measured, and says whether that is complete. The result is the panic of an engine, or
/// [`Refuted`] where an exact distance is none.
pub(crate) fn measure(
    run: &mut Run,
    engines: &[Entry],
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> thread::Result<Result<(), Refuted>> {
    let (clock, ticks) = (Instant::now(), Ticks::now());
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        answer_and_count(run, engines, stop, &mut progress)?;
        Ok(if stop.load(Ordering::Relaxed) { End::Stopped } else { rounds::time(run, engines, stop, &mut progress) })
    }));
    run.settle();
    let end = if let Ok(Ok(end)) = ended { end } else { End::Stopped };
    run.complete = end != End::Stopped;
    run.seconds = clock.elapsed().as_secs_f64();
    run.machine.load_after = environment::load();
    let stolen = Ticks::now().zip(ticks).map_or(0.0, |(now, then)| now.stolen_since(then));
    run.warnings = warnings::find(run, stolen, end);
    ended.map(|result| result.map(drop))
}

/// Measures all that is the same on every run: everything but time.
///
/// # Errors
///
/// [`Refuted`] where an exact distance is none.
pub(crate) fn answer_and_count(
    run: &mut Run,
    engines: &[Entry],
    stop: &AtomicBool,
    progress: &mut impl FnMut(Progress),
) -> Result<(), Refuted> {
    phases::answer(run, engines, stop, progress)?;
    run.settle();
    phases::count(run, engines, stop, progress);
    Ok(())
}

#[cfg(test)]
mod tests;
