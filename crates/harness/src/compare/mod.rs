//! Two records of a benchmark held against each other: what got wrong, larger or slower.
//!
//! Answers come first, then counters, then times.
//!
//! * **Counters** are exact: they are compared board by board where both records pose the same problem, that is the same board, goal, limit and
//!   budget. Any growth is a regression, however small.
//! * **Times** are compared where both records are of one machine and one kind of build, stratum by stratum where the boards are the same, and for each
//!   engine over all strata: there a sample is the geometric mean of a round's samples. The ratio is that of the medians, with a bootstrap interval; whether
//!   it is chance is asked of a rank test, corrected after Holm for the number of rows. Below the threshold nothing is slower: the threshold is the
//!   user's, or what the records' own self-checks say would not be noticed, whichever is greater; between the two it is unclear. A record is of one
//!   process, and where that has its memory no sample of it can tell: on single strata less than 15 % is never called a difference.

pub mod builds;
pub mod protocol;
pub mod wire;

use crate::run::wire::{Record, Solve, Stratum, Times};
use crate::statistics::{self, Interval};
use crate::view::table;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// The level of the tests: in this part of all comparisons of like with like a family shows a difference by chance. There are two families, and who
/// measures until it is clear looks more than once, so it is stricter than the usual one in twenty.
const LEVEL: f64 = 0.01;

/// What is called a difference on a single stratum is greater than on all of them: there are many, and each has fewer samples.
const STRATUM: f64 = 2.0;

/// What two processes of one build may differ by on a stratum for as long as they live, by where their memory lies. Up to a tenth was seen, on the nearest
/// boards, and over all strata of an engine up to 3 %.
const LUCK: f64 = 0.15;

/// What is said of a row, or of all. The greatest of all rows is that of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
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
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Smaller => "smaller",
            Self::Faster => "faster",
            Self::Unclear => "unclear",
            Self::Slower => "slower",
            Self::Larger => "larger",
            Self::Wrong => "wrong",
        }
    }

    /// Whether it is a regression.
    pub const fn is_worse(self) -> bool {
        matches!(self, Self::Slower | Self::Larger | Self::Wrong)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A counter of an engine that differs on some board, or its heap on some stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterRow {
    /// The engine.
    pub engine: String,
    /// The counter.
    pub counter: &'static str,
    /// The sum over what is compared in the old record; for the heap, the greatest.
    pub old: u64,
    /// The same in the new one.
    pub new: u64,
    /// On how many boards (for the heap, strata) it rose.
    pub rose: usize,
    /// And on how many it fell.
    pub fell: usize,
    /// The board (for the heap, the stratum) where it rose most in proportion; where it rose nowhere, fell most.
    pub at: String,
    /// [`Verdict::Larger`] where it rose anywhere, else [`Verdict::Smaller`].
    pub verdict: Verdict,
}

/// How two series of samples compare.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    /// The engine.
    pub engine: String,
    /// The stratum; `None` for all of them.
    pub stratum: Option<String>,
    /// `warm` or `cold`.
    pub model: &'static str,
    /// The old median, nanoseconds per board.
    pub old_ns: f64,
    /// The new one.
    pub new_ns: f64,
    /// The ratio of new to old.
    pub ratio: Interval,
    /// How likely the difference is chance, after Holm, 0 to 1.
    pub p: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// What two records say of each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Boards on which both records pose the same problem to the same engine, counted once for each engine.
    pub solves: usize,
    /// Answers that are not as they were, in words, and what that means.
    pub answers: Vec<(Verdict, String)>,
    /// Counters that differ.
    pub counters: Vec<CounterRow>,
    /// Times; first those of engines over all strata, then those of strata.
    pub times: Vec<TimeRow>,
    /// A ratio up to 1 and this is not called slower.
    pub threshold: f64,
    /// Nor is one up to 1 and this, where that is more: what the records' self-checks say would be noticed. It is unclear.
    pub noticeable: f64,
    /// Whether there should be times, and are none.
    untimed: bool,
    /// What is in one record only, and what cannot be compared and why.
    pub notes: Vec<String>,
}

impl Comparison {
    /// The verdict on all: the worst of answers, counters and engines. A stratum's times count where they are surely different; where
    /// they are unclear the engine's, with the samples of all strata, stand for them.
    pub fn verdict(&self) -> Verdict {
        let answers = self.answers.iter().map(|(verdict, _)| *verdict);
        let counters = self.counters.iter().map(|row| row.verdict);
        let times = self.times.iter().filter(|row| row.stratum.is_none() || row.verdict != Verdict::Unclear);
        let untimed = self.untimed.then_some(Verdict::Unclear);
        answers.chain(counters).chain(times.map(|row| row.verdict)).chain(untimed).max().unwrap_or(Verdict::Same)
    }

    /// Whether there was anything to compare.
    pub const fn is_empty(&self) -> bool {
        self.solves == 0
    }
}

/// A counter of a solve.
type Counter = fn(&Solve) -> u64;

/// The counters of a solve, by name.
const COUNTERS: [(&str, Counter); 5] = [
    ("expanded", |solve| solve.expanded),
    ("generated", |solve| solve.generated),
    ("duplicates", |solve| solve.duplicates),
    ("peak stored", |solve| solve.peak_stored),
    ("rounds", |solve| solve.rounds),
];

/// A problem as it is posed: engine, board, limit and budget of states.
type Problem<'a> = (&'a str, &'a str, Option<u8>, Option<u64>);

/// Holds a new record against an old one, times included. A ratio up to `1 + threshold` is not called slower; `seed` is that of the intervals.
pub fn compare(old: &Record, new: &Record, threshold: f64, seed: u64) -> Comparison {
    let mut comparison = compare_counts(old, new, threshold);
    if comparison.is_empty() {
        return comparison;
    }
    let reasons = differences(old, new);
    if reasons.is_empty() {
        comparison.compare_times(old, new, seed);
    } else {
        comparison.notes.push(format!("times are not compared: the records differ in {}", reasons.join(", ")));
    }
    comparison
}

/// The same without times.
pub fn compare_counts(old: &Record, new: &Record, threshold: f64) -> Comparison {
    let noticeable = [old, new].into_iter().filter_map(|record| record.self_check.as_ref());
    let noticeable = noticeable.map(|check| check.noticeable).fold(0.0, f64::max);
    let mut comparison = Comparison {
        solves: 0,
        answers: Vec::new(),
        counters: Vec::new(),
        times: Vec::new(),
        threshold,
        noticeable,
        untimed: false,
        notes: Vec::new(),
    };
    comparison.engines(old, new);
    if old.plan.goal != new.plan.goal {
        let (old, new) = (&old.plan.goal, &new.plan.goal);
        comparison.notes.push(format!("nothing is compared: the old record's goal is {old}, the new one's {new}"));
        return comparison;
    }
    if noticeable > threshold {
        let percent = 100.0 * noticeable;
        comparison.notes.push(format!("the records' self-checks notice no difference below {percent:.1} %"));
    }
    for (name, record) in [("old", old), ("new", new)] {
        if !record.complete {
            comparison.notes.push(format!("the {name} record is incomplete: its run was interrupted"));
        }
    }
    comparison.solves(old, new);
    comparison.heap(old, new);
    comparison
}

/// Why times cannot be compared.
fn differences(old: &Record, new: &Record) -> Vec<String> {
    let (a, b) = (&old.machine, &new.machine);
    let (p, q) = (&old.program, &new.program);
    let facts = [
        ("processor", a.cpu.clone(), b.cpu.clone()),
        ("cores", a.cores.to_string(), b.cores.to_string()),
        ("memory", a.memory.to_string(), b.memory.to_string()),
        ("system", a.system.clone(), b.system.clone()),
        ("compiler", p.compiler.clone(), q.compiler.clone()),
        ("target", p.target.clone(), q.target.clone()),
        ("flags", p.flags.clone(), q.flags.clone()),
    ];
    facts
        .into_iter()
        .filter(|(_, old, new)| old != new)
        .map(|(what, old, new)| format!("{what} ({old}; {new})"))
        .collect()
}

/// What makes the times of two records differ without their engines: machine, build, goal, limit, and the strata of one name that have other boards.
pub(crate) fn unlike(old: &Record, new: &Record) -> Vec<String> {
    let mut found = differences(old, new);
    let (p, q) = (&old.plan, &new.plan);
    let shown = |limit: Option<u8>| limit.map_or_else(|| "none".into(), |limit| limit.to_string());
    if p.goal != q.goal {
        found.push(format!("goal ({}; {})", p.goal, q.goal));
    }
    if p.max_moves != q.max_moves {
        found.push(format!("limit of moves ({}; {})", shown(p.max_moves), shown(q.max_moves)));
    }
    let same: Vec<_> = same_strata(old, new).map(|(_, after)| after).collect();
    let named = |name: &String| old.strata.iter().any(|stratum| stratum.name == *name);
    let others = new.strata.iter().enumerate().filter(|(index, stratum)| named(&stratum.name) && !same.contains(index));
    let others: Vec<_> = others.map(|(_, stratum)| stratum.name.as_str()).collect();
    if !others.is_empty() {
        found.push(format!("boards, limits or budgets of the strata {}", others.join(", ")));
    }
    found
}

/// Whether two records pose the same problems in the stratum of this name.
pub(crate) fn same_stratum(old: &Record, new: &Record, name: &str) -> bool {
    old.plan.goal == new.plan.goal && same_strata(old, new).any(|(_, after)| new.strata[after].name == name)
}

/// For each engine's name its number in each record, for those that both have.
fn common(old: &Record, new: &Record) -> Vec<(usize, usize)> {
    let of_old = |name: &str| old.engines.iter().position(|engine| engine.name == name);
    new.engines.iter().enumerate().filter_map(|(new, engine)| Some((of_old(&engine.name)?, new))).collect()
}

/// The solves of a record by the problem that they answer.
fn by_problem(record: &Record) -> HashMap<Problem<'_>, &Solve> {
    let mut solves = HashMap::new();
    for (number, engine) in record.engines.iter().enumerate() {
        for (index, stratum) in record.strata.iter().enumerate() {
            let boards = &record.boards[stratum.first..][..stratum.boards];
            for (board, solve) in boards.iter().zip(record.solves(index, number)) {
                let problem = (engine.name.as_str(), board.board.as_str(), stratum.max_moves, stratum.nodes);
                solves.entry(problem).or_insert(solve);
            }
        }
    }
    solves
}

impl Comparison {
    fn engines(&mut self, old: &Record, new: &Record) {
        let names = |record: &Record| record.engines.iter().map(|engine| engine.name.clone()).collect::<BTreeSet<_>>();
        for (which, only) in [("old", &names(old) - &names(new)), ("new", &names(new) - &names(old))] {
            if !only.is_empty() {
                let only: Vec<_> = only.into_iter().collect();
                self.notes.push(format!("only in the {which} record: {}", only.join(", ")));
            }
        }
        for (old_engine, new_engine) in common(old, new) {
            let engine = &new.engines[new_engine];
            match (&old.engines[old_engine].fault, &engine.fault) {
                (_, Some(fault)) => {
                    let words = format!("{} is wrong: {}  {}", engine.name, fault.board, fault.message);
                    self.answers.push((Verdict::Wrong, words));
                }
                (Some(fault), None) => {
                    let words = format!("{} was wrong and is right: {}", engine.name, fault.board);
                    self.answers.push((Verdict::Smaller, words));
                }
                (None, None) => {}
            }
        }
        // An engine that is new may be wrong, too.
        for engine in new.engines.iter().filter(|engine| old.engines.iter().all(|old| old.name != engine.name)) {
            if let Some(fault) = &engine.fault {
                let words = format!("{} is wrong: {}  {}", engine.name, fault.board, fault.message);
                self.answers.push((Verdict::Wrong, words));
            }
        }
    }

    /// Answers and counters, board by board.
    fn solves(&mut self, old: &Record, new: &Record) {
        if old.plan.stored != new.plan.stored || [old, new].iter().any(|record| record.plan.time_limit_ns.is_some()) {
            let why = "the records differ in the budget of stored states, or a clock was a budget";
            self.notes.push(format!("nothing is compared: {why}"));
            return;
        }
        let before = by_problem(old);
        for (_, engine) in common(old, new) {
            let name = new.engines[engine].name.as_str();
            let mut pairs = Vec::new();
            let mut seen = BTreeSet::new();
            for (index, Stratum { first, boards, max_moves, nodes, .. }) in new.strata.iter().enumerate() {
                for (board, after) in new.boards[*first..][..*boards].iter().zip(new.solves(index, engine)) {
                    let problem = (name, board.board.as_str(), *max_moves, *nodes);
                    if let Some(&before) = before.get(&problem)
                        && seen.insert(problem)
                    {
                        pairs.push((board.board.as_str(), before, after));
                    }
                }
            }
            self.solves += pairs.len();
            self.outcomes(name, &pairs);
            // What a wrong answer cost is nothing to hold anything against.
            pairs.retain(|(_, before, after)| before.outcome != "wrong" && after.outcome != "wrong");
            for (counter, value) in COUNTERS {
                let values = pairs.iter().map(|(board, before, after)| (*board, value(before), value(after)));
                self.counters.extend(counter_row(name, counter, values, u64::saturating_add));
            }
        }
        if self.solves == 0 {
            self.notes.push("the records have no engine with a board, limit and budget in common".into());
        } else {
            let (all_old, all_new) = (old.solves.len(), new.solves.len());
            if self.solves < all_old.max(all_new) {
                let Self { solves, .. } = self;
                let words =
                    format!("in common are {solves} answers of {all_old} in the old record and {all_new} in the new");
                self.notes.push(words);
            }
        }
    }

    fn outcomes(&mut self, engine: &str, pairs: &[(&str, &Solve, &Solve)]) {
        let given_up = |solve: &Solve| solve.outcome == "out-of-budget";
        let lost: Vec<_> = pairs.iter().filter(|(_, before, after)| !given_up(before) && given_up(after)).collect();
        let answer = |solve: &Solve| (solve.outcome.clone(), solve.moves);
        let told = |solve: &Solve| solve.moves.map_or_else(|| solve.outcome.clone(), |moves| format!("{moves} moves"));
        let answered = |solve: &Solve| matches!(solve.outcome.as_str(), "solved" | "none-within");
        let mut other = pairs
            .iter()
            .filter(|(_, before, after)| answered(before) && answered(after) && answer(before) != answer(after));
        if let Some((board, before, after)) = other.next() {
            let more = match other.count() {
                0 => String::new(),
                more => format!(", and on {more} more"),
            };
            let words =
                format!("{engine} answers {} where it answered {}, on {board}{more}", told(after), told(before));
            self.answers.push((Verdict::Wrong, words));
        }
        let won = pairs.iter().filter(|(_, before, after)| given_up(before) && !given_up(after)).count();
        if let Some((board, ..)) = lost.first() {
            let words = format!(
                "{engine} gives up where it did not, on {}, the first {board}",
                table::boards(lost.len() as u64)
            );
            self.answers.push((Verdict::Larger, words));
        }
        if won > 0 {
            self.answers
                .push((Verdict::Smaller, format!("{engine} answers {} that it gave up", table::boards(won as u64))));
        }
    }

    /// Heap, on the strata with the same boards.
    fn heap(&mut self, old: &Record, new: &Record) {
        if self.solves == 0 {
            return;
        }
        // Bytes are as exact as states, but another compiler or target lays things out otherwise.
        let (p, q) = (&old.program, &new.program);
        if (&p.compiler, &p.target, &p.flags) != (&q.compiler, &q.target, &q.flags) {
            self.notes.push("heap is not compared: the builds differ in compiler, target or flags".into());
            return;
        }
        for (old_engine, new_engine) in common(old, new) {
            let values = same_strata(old, new).filter_map(|(before, after)| {
                let (old, cell) = (old.cell(before, old_engine), new.cell(after, new_engine));
                let wrong = old.state == "wrong" || cell.state == "wrong";
                Some((new.strata[after].name.as_str(), old.peak_heap?, cell.peak_heap?)).filter(|_| !wrong)
            });
            let name = &new.engines[new_engine].name;
            self.counters.extend(counter_row(name, "peak heap", values, u64::max));
        }
    }

    fn compare_times(&mut self, old: &Record, new: &Record, seed: u64) {
        type Model = (&'static str, fn(&crate::run::wire::Cell) -> Option<&Times>);
        let models: [Model; 2] = [("warm", |cell| cell.warm.as_ref()), ("cold", |cell| cell.cold.as_ref())];
        let strata: Vec<_> = same_strata(old, new).collect();
        let (mut engines, mut rows) = (Vec::new(), Vec::new());
        let mut lost = BTreeSet::new();
        for (old_engine, new_engine) in common(old, new) {
            for (model, times) in models {
                let timed: Vec<_> = strata
                    .iter()
                    .filter_map(|&(before, after)| {
                        let before = times(old.cell(before, old_engine))?.samples_ns.as_slice();
                        Some((after, before, times(new.cell(after, new_engine))?.samples_ns.as_slice()))
                    })
                    .collect();
                let engine = new.engines[new_engine].name.as_str();
                lost.extend(strata.iter().filter_map(|&(before, after)| {
                    let timed = [times(old.cell(before, old_engine)), times(new.cell(after, new_engine))];
                    let one = timed[0].is_some() != timed[1].is_some();
                    one.then(|| format!("{engine} on {}", new.strata[after].name))
                }));
                let (before, after): (Vec<_>, Vec<_>) =
                    timed.iter().map(|(_, before, after)| (*before, *after)).unzip();
                let (a, b) = (rounds(&before), rounds(&after));
                engines.extend(unpaired((engine, None, model), &a, &b, seed));
                rows.extend(timed.iter().filter_map(|(stratum, before, after)| {
                    unpaired((engine, Some(new.strata[*stratum].name.clone()), model), before, after, seed)
                }));
            }
        }
        if !lost.is_empty() {
            let lost: Vec<_> = lost.into_iter().collect();
            self.notes.push(format!("timed in one record only: {}", lost.join(", ")));
        }
        self.judge_times(engines, rows, LUCK);
        self.demand_times();
    }

    /// Says so where there are no times, and there should be.
    pub(crate) fn demand_times(&mut self) {
        if self.times.is_empty() && self.solves > 0 {
            self.untimed = true;
            self.notes.push("no times were compared: nothing was timed on both sides".into());
        }
    }

    /// Adds rows of times, whose probabilities are not corrected yet, and says what follows from them: engines are one family of tests,
    /// strata another.
    ///
    /// Where each side is a single process, `luck` is what that alone does to a stratum, else 0.
    pub(crate) fn judge_times(&mut self, engines: Vec<TimeRow>, rows: Vec<TimeRow>, luck: f64) {
        for (mut family, threshold, luck) in [(engines, self.threshold, 0.0), (rows, STRATUM * self.threshold, luck)] {
            let sure = threshold.max(luck).max(self.noticeable);
            let mut probabilities: Vec<f64> = family.iter().map(|row| row.p).collect();
            statistics::holm(&mut probabilities);
            for (row, p) in family.iter_mut().zip(probabilities) {
                row.p = p;
                row.verdict = time_verdict(row.ratio, p, threshold, sure);
            }
            self.times.extend(family);
        }
    }
}

/// What a ratio and the probability of chance say: a difference beyond `sure` is one, up to `threshold` is none.
fn time_verdict(ratio: Interval, p: f64, threshold: f64, sure: f64) -> Verdict {
    let (most, sure) = (1.0 + threshold, 1.0 + sure);
    if p < LEVEL && ratio.value > sure && ratio.low > 1.0 {
        Verdict::Slower
    } else if p < LEVEL && ratio.value < 1.0 / sure && ratio.high < 1.0 {
        Verdict::Faster
    } else if ratio.low >= 1.0 / most && ratio.high <= most && ratio.low < ratio.high {
        Verdict::Same
    } else {
        Verdict::Unclear
    }
}

/// The row of two series that have nothing to do with each other but what they measure.
fn unpaired(
    (engine, stratum, model): (&str, Option<String>, &'static str),
    old: &[f64],
    new: &[f64],
    seed: u64,
) -> Option<TimeRow> {
    let ratio = statistics::ratio_interval(old, new, seed)?;
    Some(TimeRow {
        engine: engine.into(),
        stratum,
        model,
        old_ns: statistics::median(old)?,
        new_ns: statistics::median(new)?,
        ratio,
        p: statistics::rank_sum_p(old, new),
        verdict: Verdict::Unclear,
    })
}

/// The geometric mean of each round's samples, as far as all series go.
fn rounds(series: &[&[f64]]) -> Vec<f64> {
    let length = series.iter().map(|samples| samples.len()).min().unwrap_or(0);
    let of_round = |round: usize| series.iter().map(|samples| samples[round].ln()).sum::<f64>();
    (0..length).map(|round| (of_round(round) / series.len() as f64).exp()).filter(|mean| mean.is_finite()).collect()
}

/// The strata with the same boards, limit and budget, by their numbers.
fn same_strata<'a>(old: &'a Record, new: &'a Record) -> impl Iterator<Item = (usize, usize)> + 'a {
    let boards = |record: &'a Record, stratum: &Stratum| {
        let mut boards: Vec<_> =
            record.boards[stratum.first..][..stratum.boards].iter().map(|board| board.board.as_str()).collect();
        boards.sort_unstable();
        boards
    };
    new.strata.iter().enumerate().filter_map(move |(after, stratum)| {
        let same = |other: &&Stratum| {
            (&other.name, other.max_moves, other.nodes) == (&stratum.name, stratum.max_moves, stratum.nodes)
                && boards(old, other) == boards(new, stratum)
        };
        Some((old.strata.iter().position(|other| same(&other))?, after))
    })
}

/// The row of a counter; `None` where nothing changed.
fn counter_row<'a>(
    engine: &str,
    counter: &'static str,
    values: impl Iterator<Item = (&'a str, u64, u64)>,
    join: fn(u64, u64) -> u64,
) -> Option<CounterRow> {
    let mut row = CounterRow {
        engine: engine.into(),
        counter,
        old: 0,
        new: 0,
        rose: 0,
        fell: 0,
        at: String::new(),
        verdict: Verdict::Smaller,
    };
    // Greatest growth in proportion; without one the greatest fall.
    let mut most: Option<(bool, f64)> = None;
    for (place, old, new) in values {
        (row.old, row.new) = (join(row.old, old), join(row.new, new));
        let rose = new > old;
        match new.cmp(&old) {
            std::cmp::Ordering::Equal => continue,
            std::cmp::Ordering::Greater => row.rose += 1,
            std::cmp::Ordering::Less => row.fell += 1,
        }
        let change = (rose, (new.max(1) as f64 / old.max(1) as f64).ln().abs());
        if most.is_none_or(|most| change > most) {
            most = Some(change);
            place.clone_into(&mut row.at);
        }
    }
    if row.rose > 0 {
        row.verdict = Verdict::Larger;
    }
    most.map(|_| row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::wire::example::{example, mishaps};

    /// The record with different boards.
    fn apart(mut record: Record) -> Record {
        record.boards[2].board = "01011/110*1/01110/01010/00100".into();
        record
    }

    /// The example with samples enough for a verdict, all times multiplied.
    fn timed(factor: f64) -> Record {
        let mut record = apart(example());
        record.self_check = None;
        for cell in &mut record.cells {
            for times in [&mut cell.warm, &mut cell.cold].into_iter().flatten() {
                let middle = times.median_ns * factor;
                times.samples_ns =
                    (0..40).map(|index| middle * (1.0 + f64::from(index * 7 % 40 - 20) / 4000.0)).collect();
            }
        }
        record
    }

    fn verdicts(comparison: &Comparison) -> Vec<&'static str> {
        let mut verdicts: Vec<_> = comparison.times.iter().map(|row| row.verdict.name()).collect();
        verdicts.dedup();
        verdicts
    }

    #[test]
    fn like_and_like_are_the_same() {
        let comparison = compare(&timed(1.0), &timed(1.0), 0.05, 1);
        assert_eq!((comparison.solves, comparison.verdict()), (6, Verdict::Same));
        assert!(comparison.answers.is_empty() && comparison.counters.is_empty() && comparison.notes.is_empty());
        // Two engines, warm and cold, over all strata and on each of two.
        assert_eq!((comparison.times.len(), verdicts(&comparison)), (12, vec!["same"]));
    }

    #[test]
    fn times_above_the_threshold_are_slower_and_below_faster() {
        for (factor, threshold, verdict) in [
            (1.20, 0.05, Verdict::Slower),
            (1.0 / 1.20, 0.05, Verdict::Faster),
            (1.02, 0.05, Verdict::Same),
            (1.10, 0.20, Verdict::Same),
            (1.20, 0.30, Verdict::Same),
        ] {
            let comparison = compare(&timed(1.0), &timed(factor), threshold, 1);
            assert_eq!((comparison.verdict(), verdicts(&comparison)), (verdict, vec![verdict.name()]), "{factor}");
        }
    }

    #[test]
    fn a_single_stratum_must_differ_by_more_than_the_luck_of_a_process() {
        let comparison = compare(&timed(1.0), &timed(1.08), 0.05, 1);
        for TimeRow { stratum, verdict, .. } in &comparison.times {
            let expected = if stratum.is_none() { Verdict::Slower } else { Verdict::Same };
            assert_eq!(*verdict, expected, "{stratum:?}");
        }
        assert_eq!(comparison.verdict(), Verdict::Slower);
        // Where each round has processes of its own, by more than twice the threshold.
        for (threshold, expected) in [(0.05, Verdict::Slower), (0.08, Verdict::Same)] {
            let ratio = Interval { value: 1.12, low: 1.11, high: 1.13 };
            let row = |stratum| TimeRow { stratum, ratio, p: 0.0, ..comparison.times[0].clone() };
            let mut paired = Comparison { threshold, times: Vec::new(), ..comparison.clone() };
            paired.judge_times(vec![row(None)], vec![row(Some("7".into()))], 0.0);
            assert_eq!([paired.times[0].verdict, paired.times[1].verdict], [Verdict::Slower, expected]);
        }
    }

    #[test]
    fn the_order_of_records_turns_the_words_around() {
        let (slow, fast) = (timed(1.2), timed(1.0));
        assert_eq!(compare(&slow, &fast, 0.05, 1).verdict(), Verdict::Faster);
        assert_eq!(compare(&fast, &slow, 0.05, 1).verdict(), Verdict::Slower);
    }

    #[test]
    fn few_or_wild_samples_are_unclear() {
        let few = |record: Record| {
            let mut record = record;
            for cell in &mut record.cells {
                for times in [&mut cell.warm, &mut cell.cold].into_iter().flatten() {
                    times.samples_ns.truncate(2);
                }
            }
            record
        };
        let comparison = compare(&few(timed(1.0)), &few(timed(1.5)), 0.05, 1);
        assert_eq!((comparison.verdict(), verdicts(&comparison)), (Verdict::Unclear, vec!["unclear"]));
        let mut wild = timed(1.0);
        for times in wild.cells.iter_mut().filter_map(|cell| cell.warm.as_mut()) {
            times.samples_ns.iter_mut().enumerate().for_each(|(index, sample)| *sample *= 1.0 + (index % 7) as f64);
        }
        assert_eq!(compare(&wild, &wild, 0.05, 1).verdict(), Verdict::Unclear);
    }

    #[test]
    fn one_slow_stratum_is_enough() {
        let mut new = timed(1.0);
        let times = new.cells[3].warm.as_mut().unwrap();
        times.samples_ns.iter_mut().for_each(|sample| *sample *= 1.3);
        let comparison = compare(&timed(1.0), &new, 0.05, 1);
        let slower: Vec<_> = comparison.times.iter().filter(|row| row.verdict == Verdict::Slower).collect();
        assert!(slower.iter().all(|row| (row.engine.as_str(), row.model) == ("table", "warm")), "{slower:?}");
        assert!(slower.iter().any(|row| row.stratum.as_deref() == Some("7")));
        assert_eq!(comparison.verdict(), Verdict::Slower);
    }

    #[test]
    fn any_growth_of_a_counter_is_a_regression() {
        let grown: [fn(&mut Record); 6] = [
            |record| record.solves[2].expanded += 1,
            |record| record.solves[2].generated += 1,
            |record| record.solves[5].duplicates += 1,
            |record| record.solves[0].peak_stored += 1,
            |record| record.solves[3].rounds += 1,
            |record| record.cells[1].peak_heap = Some(4097),
        ];
        for (index, grow) in grown.iter().enumerate() {
            let mut new = timed(1.0);
            let old = new.clone();
            grow(&mut new);
            let comparison = compare(&old, &new, 0.05, 1);
            assert_eq!(comparison.verdict(), Verdict::Larger, "{index}");
            assert_eq!((comparison.counters.len(), comparison.counters[0].rose), (1, 1), "{index}");
            let back = compare(&new, &old, 0.05, 1);
            assert_eq!((back.verdict(), back.counters[0].fell), (Verdict::Smaller, 1), "{index}");
        }
    }

    #[test]
    fn a_fall_elsewhere_excuses_nothing() {
        let mut new = timed(1.0);
        new.solves[0].expanded += 1;
        new.solves[1].expanded -= 10;
        let comparison = compare(&timed(1.0), &new, 0.05, 1);
        let [row] = comparison.counters.as_slice() else { panic!("{comparison:?}") };
        assert_eq!((row.rose, row.fell, row.verdict), (1, 1, Verdict::Larger));
        assert_eq!(row.at, new.boards[0].board);
    }

    #[test]
    fn wrong_answers_come_before_all_else() {
        let comparison = compare(&timed(1.0), &apart(mishaps()), 0.05, 1);
        assert_eq!(comparison.verdict(), Verdict::Wrong);
        assert!(comparison.answers[0].1.contains("table is wrong"), "{:?}", comparison.answers);
        let lost =
            comparison.answers.iter().any(|(verdict, words)| *verdict == Verdict::Larger && words.contains("gives up"));
        assert!(lost, "{:?}", comparison.answers);
        assert!(
            comparison.notes.iter().any(|note| note.contains("new record is incomplete")),
            "{:?}",
            comparison.notes
        );
        let back = compare(&apart(mishaps()), &timed(1.0), 0.05, 1);
        assert!(!back.verdict().is_worse(), "{back:?}");
        assert!(back.answers.iter().any(|(_, words)| words.contains("was wrong and is right")));
        // A new engine is no less wrong.
        let mut alone = timed(1.0);
        alone.engines[1].name = "other".into();
        alone.cells.iter_mut().filter(|cell| cell.engine == "table").for_each(|cell| cell.engine = "other".into());
        assert_eq!(compare(&alone, &apart(mishaps()), 0.05, 1).verdict(), Verdict::Wrong);
    }

    #[test]
    fn times_of_other_machines_and_builds_are_not_compared_but_counters_are() {
        type Change = fn(&mut Record);
        let others: [(Change, &str); 4] = [
            (|record| record.machine.cpu = "Another".into(), "processor"),
            (|record| record.machine.cores = 64, "cores"),
            (|record| record.program.compiler = "rustc 1.96.0".into(), "compiler"),
            (|record| record.program.flags = "dev, opt-level 1".into(), "flags"),
        ];
        for (change, what) in others {
            let mut new = timed(2.0);
            change(&mut new);
            new.solves[2].expanded += 1;
            let comparison = compare(&timed(1.0), &new, 0.05, 1);
            assert!(comparison.times.is_empty());
            let told =
                comparison.notes.iter().any(|note| note.contains("times are not compared") && note.contains(what));
            assert!(told, "{what}: {:?}", comparison.notes);
        }
        // Another version or commit is what one wants to compare.
        let mut new = timed(1.2);
        (new.program.version, new.program.commit) = ("0.2.0".into(), "ffff".into());
        assert_eq!(compare(&timed(1.0), &new, 0.05, 1).verdict(), Verdict::Slower);
    }

    #[test]
    fn what_is_not_in_common_is_said() {
        let mut other = timed(1.0);
        other.plan.goal = "11111/01111/0001*/00001/00000".into();
        let comparison = compare(&timed(1.0), &other, 0.05, 1);
        assert!(comparison.is_empty() && comparison.notes[0].contains("goal"), "{comparison:?}");
        let mut other = timed(1.0);
        other.strata.iter_mut().for_each(|stratum| stratum.max_moves = Some(10));
        assert!(compare(&timed(1.0), &other, 0.05, 1).is_empty());
        let mut other = timed(1.0);
        other.plan.time_limit_ns = Some(1_000_000);
        assert!(compare(&timed(1.0), &other, 0.05, 1).is_empty());
        let mut other = timed(1.0);
        other.engines[0].name = "mine".into();
        other.cells.iter_mut().filter(|cell| cell.engine == "idastar").for_each(|cell| cell.engine = "mine".into());
        let comparison = compare(&timed(1.0), &other, 0.05, 1);
        assert_eq!(comparison.solves, 3);
        assert!(
            comparison.notes.iter().any(|note| note == "only in the old record: idastar"),
            "{:?}",
            comparison.notes
        );
        assert!(comparison.notes.iter().any(|note| note == "only in the new record: mine"), "{:?}", comparison.notes);
    }

    #[test]
    fn what_a_self_check_would_not_notice_is_unclear_and_not_the_same() {
        for (factor, verdict) in [(1.02, Verdict::Same), (1.18, Verdict::Unclear), (1.3, Verdict::Slower)] {
            let mut new = timed(factor);
            new.self_check = example().self_check;
            new.self_check.as_mut().unwrap().noticeable = 0.2;
            let comparison = compare(&timed(1.0), &new, 0.05, 1);
            assert_eq!(comparison.verdict(), verdict, "{factor}");
            assert!(comparison.notes.iter().any(|note| note.contains("20.0 %")), "{:?}", comparison.notes);
        }
    }

    #[test]
    fn without_times_nothing_is_the_same() {
        let mut untimed = timed(1.0);
        for cell in &mut untimed.cells {
            (cell.warm, cell.cold, cell.state) = (None, None, "untimed".into());
        }
        for (old, new) in [(&untimed, &timed(1.0)), (&timed(1.0), &untimed), (&untimed, &untimed)] {
            let comparison = compare(old, new, 0.05, 1);
            assert_eq!((comparison.times.len(), comparison.verdict()), (0, Verdict::Unclear));
            assert!(comparison.notes.iter().any(|note| note.contains("no times were compared")));
        }
        // A cell that has lost its times is named.
        let mut new = timed(1.0);
        (new.cells[3].warm, new.cells[3].cold) = (None, None);
        let comparison = compare(&timed(1.0), &new, 0.05, 1);
        assert!(comparison.notes.iter().any(|note| note == "timed in one record only: table on 7"), "{comparison:?}");
    }

    #[test]
    fn an_answer_that_changes_is_wrong() {
        let changes: [fn(&mut Record); 2] = [
            |record| record.solves[1].moves = Some(9),
            |record| (record.solves[1].outcome, record.solves[1].moves) = ("none-within".into(), None),
        ];
        for change in changes {
            let mut new = timed(1.0);
            change(&mut new);
            for (old, new) in [(&timed(1.0), &new), (&new, &timed(1.0))] {
                let comparison = compare(old, new, 0.05, 1);
                assert_eq!((comparison.verdict(), comparison.answers.len()), (Verdict::Wrong, 1));
            }
        }
    }

    #[test]
    fn a_wrong_engine_is_told_whatever_else_differs() {
        let mut new = apart(mishaps());
        new.plan.goal = "00000/1000*/01011/11100/11111".into();
        let comparison = compare(&timed(1.0), &new, 0.05, 1);
        assert_eq!((comparison.solves, comparison.verdict()), (0, Verdict::Wrong));
    }

    #[test]
    fn heap_is_compared_of_like_builds_only() {
        let mut new = timed(1.0);
        new.cells[1].peak_heap = Some(9999);
        new.program.target = "i686-unknown-linux-gnu".into();
        let comparison = compare(&timed(1.0), &new, 0.05, 1);
        assert!(comparison.counters.is_empty(), "{comparison:?}");
        assert!(comparison.notes.iter().any(|note| note.contains("heap is not compared")));
    }
}
