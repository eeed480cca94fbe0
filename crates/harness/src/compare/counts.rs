//! Answers, counters and heap of two runs: what is the same on every machine, and so compared exactly.

use super::common::{build_differences, same_engines, same_problems, same_strata};
use super::{Comparison, CounterRow, Verdict};
use crate::run::{Item, Run, Solve, State, Stratum};
use crate::verify::Answer;
use crate::view::words;
use chivalry_board::Board;

/// A counter of a solve.
type Counter = fn(&Solve) -> u64;

/// The counters of a solve, by name.
const COUNTERS: [(&str, Counter); 5] = [
    ("expanded", |solve| solve.stats.expanded),
    ("generated", |solve| solve.stats.generated),
    ("duplicates", |solve| solve.stats.duplicates),
    ("peak stored", |solve| solve.stats.peak_stored),
    ("rounds", |solve| solve.stats.rounds),
];

impl Comparison {
    /// Answers and counters, board by board.
    pub(super) fn compare_solves(&mut self, old: &Run, new: &Run, side: &str) {
        if old.plan.goal != new.plan.goal {
            let (old, new) = (old.plan.goal, new.plan.goal);
            self.notes.push(format!("nothing is compared: the old {side}'s goal is {old}, the new one's {new}"));
            return;
        }
        if self.noticeable > self.threshold {
            let noticeable = words::percent(self.noticeable);
            self.notes.push(format!("the {side}s' self-checks notice no difference below {noticeable}"));
        }
        for (name, run) in [("old", old), ("new", new)] {
            if !run.complete {
                self.notes.push(format!("the {name} {side} is incomplete: its run was interrupted"));
            }
        }
        if [old, new].iter().any(|run| run.plan.patience.time_ns.is_some()) {
            self.notes
                .push("nothing is compared: a clock was a budget, and what it gives up is not the same twice".into());
            return;
        }
        let problems = same_problems(old, new);
        let engines = same_engines(old, new);
        for &(name, before, after) in &engines {
            let pair = |(old, new): &(&Item, &Item)| (new.board, old.solves[before], new.solves[after]);
            let mut pairs: Vec<_> = problems.iter().map(pair).collect();
            self.compare_answers(name, &pairs);
            // What a wrong answer cost is nothing to hold anything against.
            pairs.retain(|(_, before, after)| before.answer != Answer::Wrong && after.answer != Answer::Wrong);
            for (counter, value) in COUNTERS {
                let values = pairs.iter().map(|(board, old, new)| (*board, value(old), value(new)));
                self.counters.extend(counter_row(name, counter, values, u64::saturating_add));
            }
        }
        self.solves = problems.len() * engines.len();
        let all = |run: &Run| run.board_count() * run.engines.len();
        if self.solves == 0 {
            self.notes.push(format!("the {side}s have no engine with a board, limit and budget in common"));
        } else if self.solves < all(old).max(all(new)) {
            let (solves, old, new) = (self.solves, all(old), all(new));
            let words = format!("in common are {solves} answers of {old} in the old {side} and {new} in the new");
            self.notes.push(words);
        }
    }

    /// The answers of an engine, board by board.
    fn compare_answers(&mut self, engine: &str, pairs: &[(Board, Solve, Solve)]) {
        let answered = |solve: &Solve| matches!(solve.answer, Answer::Solved | Answer::NoneWithin);
        let given_up = |solve: &Solve| solve.answer == Answer::OutOfBudget;
        let told = |solve: &Solve| match solve.moves {
            Some(moves) => words::plural(moves.into(), "move", "moves"),
            None => "none within the limit".into(),
        };
        let mut others = pairs.iter().filter(|(_, old, new)| {
            answered(old) && answered(new) && (old.answer, old.moves) != (new.answer, new.moves)
        });
        if let Some((board, old, new)) = others.next() {
            let more = match others.count() {
                0 => String::new(),
                more => format!(", and on {more} more"),
            };
            let words = format!("{engine} answers {} where it answered {}, on {board}{more}", told(new), told(old));
            self.answer(Verdict::Wrong, words);
        }
        let lost: Vec<_> = pairs.iter().filter(|(_, old, new)| !given_up(old) && given_up(new)).collect();
        if let Some((board, ..)) = lost.first() {
            let boards = words::boards(lost.len() as u64);
            self.answer(Verdict::Larger, format!("{engine} gives up where it did not, on {boards}, the first {board}"));
        }
        let won = pairs.iter().filter(|(_, old, new)| given_up(old) && !given_up(new)).count();
        if won > 0 {
            let boards = words::boards(won as u64);
            self.answer(Verdict::Smaller, format!("{engine} answers {boards} that it gave up"));
        }
    }

    /// Budgets that ran out while engines were timed, on boards that they had answered before.
    pub(super) fn compare_budgets(&mut self, old: &Run, new: &Run, side: &str) {
        let ran_out = |stratum: &Stratum, engine: usize| {
            stratum.cells[engine].state == State::OutOfBudget && stratum.answered(engine) == stratum.boards.len()
        };
        for (name, before, after) in same_engines(old, new) {
            for (old, new) in same_strata(old, new) {
                let (which, verdict) = match (ran_out(old, before), ran_out(new, after)) {
                    (false, true) => ("new", Verdict::Larger),
                    (true, false) => ("old", Verdict::Smaller),
                    _ => continue,
                };
                let stratum = &new.name;
                let words =
                    format!("{name} ran out of its budget on {stratum} while it was timed, in the {which} {side}");
                self.answer(verdict, words);
            }
        }
    }

    /// Heap, on the strata with the same boards. Bytes are as exact as states where both builds are of one kind.
    pub(super) fn compare_heap(&mut self, old: &Run, new: &Run) {
        if !build_differences(&old.program, &new.program).is_empty() {
            self.notes.push("heap is not compared: the builds differ in compiler, target or flags".into());
            return;
        }
        for (name, before, after) in same_engines(old, new) {
            let values = same_strata(old, new).filter_map(|(old, new)| {
                let (a, b) = (&old.cells[before], &new.cells[after]);
                let wrong = a.state == State::Wrong || b.state == State::Wrong;
                Some((new.name.as_str(), a.peak_heap?, b.peak_heap?)).filter(|_| !wrong)
            });
            self.counters.extend(counter_row(name, "peak heap", values, u64::max));
        }
    }
}

/// The row of a counter, from its values by place; `None` where nothing changed.
fn counter_row<P: ToString>(
    engine: &str,
    counter: &'static str,
    values: impl Iterator<Item = (P, u64, u64)>,
    join: fn(u64, u64) -> u64,
) -> Option<CounterRow> {
    let (mut old, mut new, mut rose, mut fell) = (0, 0, 0, 0);
    // Greatest growth in proportion; without one the greatest fall.
    let mut most: Option<((bool, f64), P)> = None;
    for (place, before, after) in values {
        (old, new) = (join(old, before), join(new, after));
        if before == after {
            continue;
        }
        let grown = after > before;
        *(if grown { &mut rose } else { &mut fell }) += 1;
        let change = (grown, (after.max(1) as f64 / before.max(1) as f64).ln().abs());
        if most.as_ref().is_none_or(|(most, _)| change > *most) {
            most = Some((change, place));
        }
    }
    most.map(|(_, place)| CounterRow {
        engine: engine.into(),
        counter,
        old,
        new,
        rose,
        fell,
        at: place.to_string(),
        verdict: if rose > 0 { Verdict::Larger } else { Verdict::Smaller },
    })
}
