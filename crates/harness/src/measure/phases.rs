//! What is the same on every run: answers, and what they cost in states and heap.

use super::{Progress, heap};
use crate::engines::Entry;
use crate::run::{Fault, Run, Solve};
use crate::verify::{Refuted, Verdict};
use chivalry_engine::{Engine, Problem};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// Solves each board once by each engine.
///
/// # Errors
///
/// [`Refuted`] where an exact distance is none.
pub(super) fn answer(
    run: &mut Run,
    engines: &[Entry],
    stop: &AtomicBool,
    progress: &mut impl FnMut(Progress),
) -> Result<(), Refuted> {
    let mut made: Vec<Box<dyn Engine>> = engines.iter().map(Entry::make).collect();
    let (all, mut done) = (run.board_count(), 0);
    for stratum in &mut run.strata {
        for item in &mut stratum.boards {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            progress(Progress::Answered((1000 * done / all) as u64));
            done += 1;
            let problem = Problem { start: item.board, goal: run.plan.goal, max_moves: stratum.max_moves };
            let mut solves = Vec::with_capacity(made.len());
            for (engine, facts) in made.iter_mut().zip(&mut run.engines) {
                let (outcome, stats) = engine.solve(&problem, &stratum.patience.from_now());
                let verdict = Verdict::against(&problem, &outcome, item.distance)?;
                if let Verdict::Wrong(fault) = verdict {
                    facts.fault.get_or_insert_with(|| Fault { board: item.board, message: fault.to_string() });
                }
                let moves = outcome.distance().and_then(|moves| u8::try_from(moves).ok());
                let moves = moves.filter(|_| verdict == Verdict::Solved);
                solves.push(Solve { answer: verdict.answer(), moves, stats, time_ns: None });
            }
            item.solves = solves;
        }
    }
    progress(Progress::Answered(1000));
    Ok(())
}

/// Watches the heap of a new engine on each stratum.
pub(super) fn count(run: &mut Run, engines: &[Entry], stop: &AtomicBool, progress: &mut impl FnMut(Progress)) {
    let all = (run.strata.len() * engines.len()).max(1);
    let mut done = 0;
    for stratum in &mut run.strata {
        let (goal, max_moves) = (run.plan.goal, stratum.max_moves);
        let problem = |start| Problem { start, goal, max_moves };
        let problems: Vec<_> = stratum.boards.iter().map(|item| problem(item.board)).collect();
        for (entry, cell) in engines.iter().zip(&mut stratum.cells) {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            progress(Progress::Counted((1000 * done / all) as u64));
            done += 1;
            let peak = heap::peak(|| {
                let mut engine = entry.make();
                for problem in &problems {
                    drop(black_box(engine.solve(problem, &stratum.patience.from_now())));
                }
            });
            cell.peak_heap = Some(peak);
        }
    }
    progress(Progress::Counted(1000));
}
