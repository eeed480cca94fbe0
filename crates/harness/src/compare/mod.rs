//! Two runs held against each other: what got wrong, larger or slower.
//!
//! Answers come first, then counters, then times.
//!
//! * **Counters** are exact: they are compared board by board where both runs pose the same problem, that is the same board, goal, limit and
//!   budget. Any growth is a regression, however small.
//! * **Times** are compared stratum by stratum where the boards are the same, and for each engine over all strata:
//!   there a sample is the geometric mean of a round's samples. The ratio has a bootstrap interval. A rank test,
//!   corrected after Holm for the number of rows, says whether it may be chance. Below the threshold nothing is called
//!   slower. There are two thresholds: the user's, and what the runs' self-checks say would not be noticed. Between
//!   them a row is unclear. [`Pairing`] says how the samples of the two runs belong together.

mod builds;
mod common;
mod counts;
mod protocol;
mod server;
mod text;
mod times;

pub(crate) use builds::in_turns;
pub(crate) use common::{same_stratum, unlike};
pub(crate) use protocol::HELLO;
pub(crate) use server::Server;
pub(crate) use text::text;

use crate::run::{Program, Run, SelfCheck};
use crate::statistics::Interval;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// The name of the form of `chivalry compare --json`.
const SCHEMA: &str = "chivalry-compare";

/// Its version.
const VERSION: u32 = 2;

/// How the samples of two runs belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// Not at all: each run is a process of its own, at its own time. Samples of one process do not show what the place
    /// of its memory does to them. So on single strata less than 15 % is never called a difference, and runs of other
    /// machines or kinds of build are not compared.
    Unpaired,
    /// Round by round: two builds were measured in turns on one machine, with fresh processes in each round.
    Rounds,
}

impl Pairing {
    /// What a run is called.
    const fn side(self) -> &'static str {
        match self {
            Self::Unpaired => "record",
            Self::Rounds => "build",
        }
    }
}

/// What is said of a row, or of all. The greatest of all rows is that of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// Nothing is in common.
    Nothing,
    /// No difference above the threshold is left possible.
    Same,
    /// A counter fell, and none rose.
    Smaller,
    /// Surely faster, by more than the threshold.
    Faster,
    /// A difference above the threshold is neither shown nor excluded.
    Unclear,
    /// Surely slower, by more than the threshold.
    Slower,
    /// A counter rose, or a board is given up that was not.
    Larger,
    /// A wrong answer.
    Wrong,
}

impl Verdict {
    /// Whether it is a regression.
    pub(crate) const fn is_worse(self) -> bool {
        matches!(self, Self::Slower | Self::Larger | Self::Wrong)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each is a single word.
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

/// An answer that is not as it was, or a fault.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct AnswerRow {
    /// What it means.
    pub(crate) verdict: Verdict,
    /// What it is.
    pub(crate) message: String,
}

/// A counter of an engine that differs on some board, or its heap on some stratum.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CounterRow {
    /// The engine.
    pub(crate) engine: String,
    /// `expanded`, `generated`, `duplicates`, `peak stored`, `rounds` or `peak heap` (bytes).
    pub(crate) counter: &'static str,
    /// The sum over what is compared in the old run; for the heap, the greatest.
    pub(crate) old: u64,
    /// The same in the new one.
    pub(crate) new: u64,
    /// On how many boards (for the heap, strata) it rose.
    pub(crate) rose: usize,
    /// And on how many it fell.
    pub(crate) fell: usize,
    /// The board (for the heap, the stratum) where it rose most in proportion; where it rose nowhere, fell most.
    pub(crate) at: String,
    /// [`Verdict::Larger`] where it rose anywhere, else [`Verdict::Smaller`].
    pub(crate) verdict: Verdict,
}

/// How two series of samples compare.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TimeRow {
    /// The engine.
    pub(crate) engine: String,
    /// The stratum; `None` for all of them.
    pub(crate) stratum: Option<String>,
    /// `warm` or `cold`.
    pub(crate) model: &'static str,
    /// The old median, nanoseconds per board.
    pub(crate) old_ns: f64,
    /// The new one.
    pub(crate) new_ns: f64,
    /// The ratio of new to old, with its 95 % interval.
    pub(crate) ratio: Interval,
    /// How likely the difference is chance, after Holm, 0 to 1.
    pub(crate) p: f64,
    /// What follows.
    pub(crate) verdict: Verdict,
}

/// What two runs say of each other: the document of `chivalry compare --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Comparison {
    schema: &'static str,
    version: u32,
    /// The worst of answers, counters and engines' times. A stratum's times count if they surely differ. If they are
    /// unclear, the engine's count instead, which have the samples of all strata.
    pub(crate) verdict: Verdict,
    /// The old build.
    pub(crate) old: Program,
    /// The new one.
    pub(crate) new: Program,
    /// Rounds in which both were measured in turns; `null` where records were compared.
    pub(crate) rounds: Option<u32>,
    /// A ratio up to 1 and this is not called slower: 0.05 stands for 5 %.
    pub(crate) threshold: f64,
    /// Nor is one up to 1 and this, where that is more: what the runs' self-checks say would be noticed. It is unclear.
    noticeable: f64,
    /// Boards on which both runs pose the same problem to the same engine, counted once for each engine.
    pub(crate) solves: usize,
    /// Answers that are not as they were, and faults.
    pub(crate) answers: Vec<AnswerRow>,
    /// Counters that differ.
    pub(crate) counters: Vec<CounterRow>,
    /// Times; first those of engines over all strata, then those of strata.
    pub(crate) times: Vec<TimeRow>,
    /// What is in one run only, and what cannot be compared and why.
    pub(crate) notes: Vec<String>,
}

/// Compares a new run with an old one. A ratio up to `1 + threshold` is not called slower; `seed` is that of the
/// intervals.
pub(crate) fn compare(old: &Run, new: &Run, pairing: Pairing, threshold: f64, seed: u64) -> Comparison {
    let checks = [old, new].into_iter().filter_map(|run| run.self_check.as_ref());
    let mut comparison = Comparison {
        schema: SCHEMA,
        version: VERSION,
        verdict: Verdict::Nothing,
        old: old.program.clone(),
        new: new.program.clone(),
        rounds: (pairing == Pairing::Rounds).then_some(new.rounds),
        threshold,
        noticeable: checks.map(SelfCheck::noticeable).fold(0.0, f64::max),
        solves: 0,
        answers: Vec::new(),
        counters: Vec::new(),
        times: Vec::new(),
        notes: Vec::new(),
    };
    let side = pairing.side();
    comparison.compare_engines(old, new, side);
    comparison.compare_solves(old, new, side);
    if comparison.solves > 0 {
        comparison.verdict = Verdict::Same;
        comparison.compare_budgets(old, new, side);
        comparison.compare_heap(old, new);
        comparison.compare_times(old, new, pairing, seed);
    }
    let answers = comparison.answers.iter().map(|row| row.verdict);
    let counters = comparison.counters.iter().map(|row| row.verdict);
    let times = comparison.times.iter().filter(|row| row.stratum.is_none() || row.verdict != Verdict::Unclear);
    let rows = answers.chain(counters).chain(times.map(|row| row.verdict));
    comparison.verdict = rows.fold(comparison.verdict, Verdict::max);
    comparison
}

impl Comparison {
    fn answer(&mut self, verdict: Verdict, message: String) {
        self.answers.push(AnswerRow { verdict, message });
    }

    /// Which engines are in one run only, and which are wrong: one that is new may be so, too.
    fn compare_engines(&mut self, old: &Run, new: &Run, side: &str) {
        let names = |run: &Run| run.engines.iter().map(|engine| engine.name.clone()).collect::<BTreeSet<_>>();
        for (which, only) in [("old", &names(old) - &names(new)), ("new", &names(new) - &names(old))] {
            if !only.is_empty() {
                let only: Vec<_> = only.into_iter().collect();
                self.notes.push(format!("only in the {which} {side}: {}", only.join(", ")));
            }
        }
        for engine in &new.engines {
            let name = &engine.name;
            let before =
                old.engines.iter().find(|before| before.name == *name).and_then(|engine| engine.fault.as_ref());
            if let Some(fault) = &engine.fault {
                let words = format!("{name} is wrong in the new {side}: {}  {}", fault.board, fault.message);
                self.answer(Verdict::Wrong, words);
            } else if let Some(fault) = before {
                let words =
                    format!("{name} was wrong in the old {side} and is right: {}  {}", fault.board, fault.message);
                self.answer(Verdict::Smaller, words);
            }
        }
    }
}

#[cfg(test)]
mod tests;
