//! Whole measurements, of right engines and of wrong ones.

mod counters;

use super::*;
use crate::engines::{Patience, Registry, Search, tables};
use crate::run::{State, Stratum};
use crate::verify::Answer;
use chivalry_corpus::{BUNDLED, Form};
use chivalry_engine::{Budget, Engine, Outcome, Problem, Stats};
use chivalry_heuristic::Misplaced;
use chivalry_idastar::IdaStar;
use std::cell::Cell;
use std::ops::RangeInclusive;

/// Denies every path of seven moves and more.
struct Denier;

/// Answers wrong from some solve on, or panics.
struct Late {
    panics: bool,
}

thread_local! {
    static SOLVES: Cell<u32> = const { Cell::new(0) };
}

fn inner(problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
    IdaStar::<Misplaced>::new().solve(problem, budget)
}

impl Engine for Denier {
    fn name(&self) -> &'static str {
        "denier"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        let (outcome, stats) = inner(problem, budget);
        (if outcome.distance() >= Some(7) { problem.none_within() } else { outcome }, stats)
    }
}

impl Engine for Late {
    fn name(&self) -> &'static str {
        "late"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        let (outcome, stats) = inner(problem, budget);
        let solves = SOLVES.get() + 1;
        SOLVES.set(solves);
        // Right in the check and where the heap is watched, wrong soon after.
        assert!(!(self.panics && solves > 100), "on purpose");
        (if solves > 400 { problem.none_within() } else { outcome }, stats)
    }
}

/// The bundled boards at these distances.
fn bundled_boards(distances: RangeInclusive<u8>) -> Boards {
    let mut given = chivalry_corpus::read(BUNDLED.as_bytes(), Form::Corpus).unwrap();
    given.retain(|case| case.exact.is_some_and(|exact| distances.contains(&exact)));
    Boards { given, random: Vec::new(), bundled: true }
}

/// The strata of the bundled boards at these distances.
pub(super) fn bundled(distances: RangeInclusive<u8>) -> Vec<Stratum> {
    strata::divide(&bundled_boards(distances), &Search::default(), &tables::shared(Board::GOAL)).0
}

fn engines(names: &[&str]) -> Vec<Entry> {
    Registry::bundled().choose(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), &[])
}

fn late(panics: bool) -> Entry {
    Entry::new("late", "an engine of a test", move || Box::new(Late { panics }))
}

/// The run over the boards within 15 moves, for no time at all, and whether something panicked.
fn measured(engines: &[Entry], patience: Patience, stop_after: Option<Progress>, rounds: u32) -> (Run, bool) {
    SOLVES.set(0);
    let search = Search { patience, ..Search::default() };
    let plan = Plan { goal: search.goal, max_moves: Some(LIMIT), seed: 1, rounds, seconds: 0.0, patience };
    let mut run = planned(plan, engines, &bundled_boards(0..=15), &search, vec!["chivalry".into()]);
    let stop = AtomicBool::new(false);
    let ended = measure(&mut run, engines, &stop, |progress| {
        if stop_after == Some(progress) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(run.complete, ended.is_ok() && !stop.load(Ordering::Relaxed));
    let text = serde_json::to_string(&run).unwrap();
    assert_eq!(crate::run::read(text.as_bytes()).unwrap(), run, "what is written can be read");
    (run, ended.is_err())
}

#[test]
fn a_wrong_engine_has_no_times_and_the_others_have() {
    let engines =
        [engines(&["idastar"]), vec![Entry::new("denier", "an engine of a test", || Box::new(Denier))]].concat();
    let (run, _) = measured(&engines, Patience::default(), None, 3);
    let wrong = |engine: usize| run.items().filter(|item| item.solves[engine].answer == Answer::Wrong).count();
    assert_eq!((wrong(0), wrong(1)), (0, 90));
    assert_eq!((run.strata.len(), run.board_count()), (16, 149));
    for stratum in &run.strata {
        assert_eq!((stratum.cells[0].state, stratum.cells[1].state), (State::Measured, State::Wrong));
        // With no time at all one round is made, and no more.
        for times in [&stratum.cells[0].warm, &stratum.cells[0].cold] {
            assert_eq!(times.as_ref().unwrap().samples_ns.len(), 1);
        }
    }
    let fault = run.engines[1].fault.as_ref().unwrap();
    assert_eq!(fault.message, "expected 7 moves, got none within 15");
    assert_eq!(fault.board, run.strata[7].boards[0].board);
    assert!(run.items().all(|item| item.solves[0].time_ns.is_some() && item.solves[1].time_ns.is_none()));
    // The totals are those of the right engines.
    let totals = run.totals();
    assert_eq!(totals.strata.len(), 16);
    assert_eq!((totals.engines[0].geometric_mean, totals.engines[1].time_ns), (Some(1.0), None));
    assert_eq!(run.self_check, None, "of one round nothing can be said");
    assert!(run.is_wrong());
}

#[test]
fn an_engine_that_is_wrong_only_while_it_is_timed_is_wrong() {
    let (run, _) = measured(&[vec![late(false)], engines(&["astar"])].concat(), Patience::default(), None, 3);
    assert!(run.items().all(|item| item.solves[0].answer != Answer::Wrong));
    assert!(run.engines[0].fault.is_some() && run.is_wrong());
    let states = |stratum: &Stratum| (stratum.cells[0].state, stratum.cells[1].state);
    assert!(run.strata.iter().all(|stratum| states(stratum) == (State::Wrong, State::Measured)));
}

#[test]
fn a_run_that_fails_keeps_what_it_has() {
    let (run, failed) = measured(&[engines(&["idastar"]), vec![late(true)]].concat(), Patience::default(), None, 3);
    assert!(failed && run.board_count() == 100);
    assert!(run.cells().all(|(_, _, cell)| cell.state == State::Untimed));
    // The boards of one distance follow those of the one before.
    assert_eq!(run.strata.last().unwrap().name, "11");
}

#[test]
fn a_run_that_is_stopped_keeps_what_it_has() {
    let engines = &engines(&["idastar", "astar"]);
    let stopped = |after, rounds| measured(engines, Patience::default(), Some(after), rounds).0;
    let run = stopped(Progress::Answered(503), 3);
    assert!((70..80).contains(&run.board_count()), "{}", run.board_count());
    let run = stopped(Progress::Counted(500), 3);
    assert_eq!(run.board_count(), 149);
    let heaps: Vec<_> = run.cells().map(|(_, _, cell)| cell.peak_heap).collect();
    assert!(heaps[0].is_some() && heaps[31].is_none());
    assert!(run.cells().all(|(_, _, cell)| cell.state == State::Untimed));
    let run = stopped(Progress::Timed(1000), 3);
    assert!(run.cells().any(|(_, _, cell)| cell.state == State::Untimed));
    let run = stopped(Progress::Answered(0), 3);
    assert_eq!((run.board_count(), run.cells().count()), (1, 2));
}

#[test]
fn an_engine_out_of_budget_is_not_timed_there() {
    let patience = |nodes| Patience { nodes: Some(nodes), ..Patience::default() };
    let (run, _) = measured(&engines(&["idastar", "astar"]), patience(20), None, 3);
    assert_eq!(run.strata[3].cells[0].state, State::Measured);
    let given_up = &run.strata[15].cells[0];
    assert_eq!((given_up.state, given_up.warm.is_none()), (State::OutOfBudget, true));
    assert!(run.strata[15].answered(0) < 10 && given_up.peak_heap.is_some());
    let strata = run.totals().strata;
    assert!(strata.contains(&3) && !strata.contains(&15) && !run.is_wrong());
    let (run, _) = measured(&engines(&["idastar"]), patience(0), None, 3);
    assert_eq!(
        run.cells().filter(|(_, _, cell)| cell.state == State::Measured).count(),
        1,
        "the goal itself costs nothing"
    );
}

/// All but times are the same on every run.
#[test]
fn counts_and_heap_are_the_same_every_time() {
    // The table is shared by the whole process, and other tests ask for it, too.
    let counts = || {
        let searches = engines(&["idastar", "astar", "bibfs-single", "bibfs-balanced", "bibfs-alternating"]);
        let (run, _) = measured(&searches, Patience::default(), Some(Progress::Counted(1000)), 1);
        (run.strata, run.engines)
    };
    let first = counts();
    assert!(first.0.iter().flat_map(|stratum| &stratum.cells).all(|cell| cell.peak_heap.is_some()));
    assert!(first.0.iter().any(|stratum| stratum.cells[1].peak_heap > Some(10_000)), "A* stores what it has seen");
    assert!(counts() == first, "on the same thread");
    assert!(std::thread::spawn(counts).join().unwrap() == first, "on another thread");
}

#[test]
fn every_cell_has_a_sample_of_each_round() {
    let (engines, search) = (engines(&["idastar", "astar"]), Search::default());
    let patience = Patience::default();
    let plan = Plan { goal: search.goal, max_moves: Some(LIMIT), seed: 7, rounds: 7, seconds: 300.0, patience };
    let mut run = planned(plan, &engines, &bundled_boards(0..=6), &search, Vec::new());
    assert_eq!(measure(&mut run, &engines, &AtomicBool::new(false), |_| {}).unwrap(), Ok(()));
    assert!(run.rounds == 7 && run.complete);
    for (_, _, cell) in run.cells() {
        let lengths = [&cell.warm, &cell.cold].map(|times| times.as_ref().unwrap().samples_ns.len());
        assert_eq!(lengths, [7, 7]);
    }
    assert!(run.items().flat_map(|item| &item.solves).all(|solve| solve.time_ns.is_some()));
    let check = run.self_check.unwrap();
    assert_eq!(check.engine, "idastar");
    assert!(check.ratio.is_plausible());
}
