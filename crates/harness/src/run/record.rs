//! A measurement as a record.

use crate::cli::options::{Patience, Search};
use crate::engines::Entry;
use crate::measure::strata::Stratum;
use crate::measure::{Answer, Cell, Run, Samples, State, Twin};
use crate::run::wire::{self as wire, Record};
use crate::statistics::{self, Interval, mad, median, median_interval};
use crate::verify::check::{Culprit, Disagreement, Verdict};
use std::time::Duration;

/// What a record has besides the measurement.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The engines, in the order of the measurement.
    pub engines: &'a [Entry],
    /// What was made for each of them before.
    pub prepared: &'a [Option<String>],
    /// What was asked.
    pub search: &'a Search,
    /// The strata.
    pub strata: &'a [Stratum],
    /// The seed.
    pub seed: u64,
    /// The most rounds.
    pub rounds: u32,
    /// The time for them.
    pub time: Duration,
    /// The command line.
    pub command: Vec<String>,
    /// When the run began, in seconds since 1970.
    pub began: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether it came to its end.
    pub complete: bool,
    /// What it ran on.
    pub machine: wire::Machine,
}

/// The record of a measurement, as far as it has come: boards that not every engine has answered are left out. Warnings are still to be added.
pub fn record(run: &Run<'_>, context: Context<'_>) -> Record {
    let Context { engines, search, .. } = context;
    let mut boards = Vec::new();
    let mut strata = Vec::new();
    for stratum in context.strata {
        let answered = stratum.items.len().min(run.answers.len() - boards.len());
        if answered == 0 {
            break;
        }
        strata.push(wire::Stratum {
            name: stratum.name.clone(),
            distance: stratum.distance,
            max_moves: stratum.max_moves,
            nodes: bound(stratum.patience.nodes),
            first: boards.len(),
            boards: answered,
        });
        boards.extend(
            stratum.items[..answered]
                .iter()
                .map(|item| wire::Board { board: item.case.board.to_string(), distance: Some(item.exact) }),
        );
    }
    let timed: Vec<&Vec<Cell>> = run.cells.iter().collect();
    let board_times = |engine: usize| {
        let times = timed.iter().flat_map(move |row| row[engine].boards.iter().map(|times| median(times)));
        times.chain(std::iter::repeat(None))
    };
    let solves = (0..engines.len())
        .flat_map(|engine| run.answers.iter().map(move |answers| answers[engine]).zip(board_times(engine)))
        .map(|(answer, time_ns)| solve(answer, time_ns))
        .collect();
    let cells = strata
        .iter()
        .enumerate()
        .flat_map(|(index, stratum)| (0..engines.len()).map(move |engine| (index, stratum, engine)))
        .map(|(index, stratum, engine)| {
            let answers = run.answers[stratum.first..][..stratum.boards].iter().map(|answers| answers[engine]);
            cell(
                context.seed,
                &answers.collect::<Vec<_>>(),
                (stratum, engines[engine].name),
                timed.get(index).map(|row| &row[engine]),
                run.wrong[engine].is_some(),
            )
        })
        .collect();
    let Patience { nodes, stored, time } = search.patience();
    let mut record = Record {
        schema: wire::SCHEMA.into(),
        version: wire::VERSION.into(),
        complete: context.complete,
        command: context.command,
        began: context.began,
        seconds: context.elapsed.as_secs_f64(),
        program: crate::run::environment::program(),
        machine: context.machine,
        plan: wire::Plan {
            goal: search.goal.to_string(),
            max_moves: search.limit_or(Some(crate::measure::strata::LIMIT)),
            seed: context.seed,
            rounds_asked: context.rounds,
            rounds: run.rounds,
            time: context.time.as_secs_f64(),
            nodes: bound(nodes),
            stored: bound(stored),
            time_limit_ns: time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        },
        boards,
        strata,
        engines: engines
            .iter()
            .zip(&run.wrong)
            .zip(context.prepared)
            .map(|((entry, wrong), prepared)| wire::Engine {
                name: entry.name.into(),
                summary: entry.summary.into(),
                fault: wrong
                    .map(|wrong| wire::Fault { board: wrong.board.to_string(), message: wrong.fault.to_string() }),
                prepared: prepared.clone(),
            })
            .collect(),
        solves,
        cells,
        growth: Vec::new(),
        totals: wire::Totals { strata: Vec::new(), boards: 0, engines: Vec::new() },
        self_check: run
            .twin
            .as_ref()
            .and_then(|twin| self_check(twin, engines, run.wrong[twin.engine].is_some(), context.seed)),
        warnings: Vec::new(),
        corpus_faults: corpus_faults(run),
    };
    record.growth = (0..engines.len()).map(|engine| growth(&record, engine)).collect();
    record.totals = totals(&record);
    record
}

/// A bound as JSON has it.
fn bound(most: u64) -> Option<u64> {
    (most != u64::MAX).then_some(most)
}

fn solve(Answer { verdict, moves, stats }: Answer, time_ns: Option<f64>) -> wire::Solve {
    let (outcome, moves) = match verdict {
        Verdict::Right => ("solved", moves),
        Verdict::NoneWithin => ("none-within", None),
        Verdict::OutOfBudget(_) => ("out-of-budget", None),
        Verdict::Wrong(_) => ("wrong", None),
    };
    wire::Solve {
        outcome: outcome.into(),
        moves,
        expanded: stats.expanded,
        generated: stats.generated,
        duplicates: stats.duplicates,
        peak_stored: stats.peak_stored,
        rounds: stats.rounds,
        time_ns,
    }
}

/// The cell of an engine on a stratum, from its answers there and what was measured, if anything was.
fn cell(
    seed: u64,
    answers: &[Answer],
    (stratum, engine): (&wire::Stratum, &str),
    measured: Option<&Cell>,
    wrong: bool,
) -> wire::Cell {
    let expanded = answers.iter().map(|answer| answer.stats.expanded).sum();
    let given_up = answers.iter().filter(|answer| matches!(answer.verdict, Verdict::OutOfBudget(_))).count();
    let of = |samples: fn(&Cell) -> &Samples| {
        measured
            .filter(|cell| cell.state == State::Measured)
            .and_then(|cell| times(samples(cell), answers.len(), expanded, seed))
    };
    let (warm, cold) = (of(|cell| &cell.warm), of(|cell| &cell.cold));
    let spent = given_up > 0 || measured.is_some_and(|cell| matches!(cell.state, State::OutOfBudget(_)));
    let state = match () {
        () if wrong => "wrong",
        () if spent => "out-of-budget",
        () if warm.is_some() || cold.is_some() => "measured",
        () => "untimed",
    };
    wire::Cell {
        engine: engine.into(),
        stratum: stratum.name.clone(),
        state: state.into(),
        answered: answers.len() - given_up,
        peak_heap: measured.and_then(|cell| cell.peak_heap),
        warm,
        cold,
    }
}

/// What samples say; `None` of none.
fn times(samples: &Samples, boards: usize, expanded: u64, seed: u64) -> Option<wire::Times> {
    let nanoseconds = &samples.nanoseconds;
    let Interval { value: median_ns, low: low_ns, high: high_ns } = median_interval(nanoseconds, seed)?;
    Some(wire::Times {
        repeats: samples.repeats,
        samples_ns: nanoseconds.clone(),
        median_ns,
        mad_ns: mad(nanoseconds)?,
        min_ns: nanoseconds.iter().copied().min_by(f64::total_cmp)?,
        low_ns,
        high_ns,
        per_node_ns: (expanded > 0).then(|| median_ns * boards as f64 / expanded as f64),
    })
}

/// How the cost of an engine grows, over the strata of one distance in which it was neither wrong nor given up.
fn growth(record: &Record, engine: usize) -> wire::Growth {
    let fit = |cost: &dyn Fn(usize) -> Option<f64>| {
        let points: Vec<_> = (0..record.strata.len())
            .filter_map(|stratum| Some((f64::from(record.strata[stratum].distance?), cost(stratum)?)))
            .collect();
        statistics::growth(&points).map(factor)
    };
    let counted = |stratum| {
        let right = matches!(record.cell(stratum, engine).state.as_str(), "measured" | "untimed");
        right.then(|| record.expanded(stratum, engine) as f64 / record.strata[stratum].boards as f64)
    };
    wire::Growth {
        engine: record.engines[engine].name.clone(),
        nodes: fit(&counted),
        time: fit(&|stratum| record.cell(stratum, engine).warm.as_ref().map(|times| times.median_ns)),
    }
}

fn factor(interval: Interval) -> wire::Factor {
    wire::Factor { factor: interval.value, low: interval.low, high: interval.high }
}

/// The totals over the strata in which every right engine was measured.
fn totals(record: &Record) -> wire::Totals {
    let right = |engine: usize| record.engines[engine].fault.is_none();
    let warm = |stratum: usize, engine: usize| record.cell(stratum, engine).warm.as_ref().map(|times| times.median_ns);
    let engines = || (0..record.engines.len()).filter(|&engine| right(engine));
    let common: Vec<usize> = (0..record.strata.len())
        .filter(|&stratum| engines().next().is_some() && engines().all(|engine| warm(stratum, engine).is_some()))
        .collect();
    let boards = |stratum: usize| record.strata[stratum].boards;
    let fastest = |stratum| engines().filter_map(|engine| warm(stratum, engine)).min_by(f64::total_cmp);
    let total = |engine: usize| {
        let measured = right(engine) && !common.is_empty();
        let sum = |of: &dyn Fn(usize) -> Option<f64>| {
            common.iter().map(|&stratum| of(stratum)).sum::<Option<f64>>().filter(|_| measured)
        };
        let logarithms = sum(&|stratum| Some((warm(stratum, engine)? / fastest(stratum)?).ln()));
        wire::Total {
            engine: record.engines[engine].name.clone(),
            expanded: common.iter().map(|&stratum| record.expanded(stratum, engine)).sum(),
            time_ns: sum(&|stratum| Some(warm(stratum, engine)? * boards(stratum) as f64)),
            geometric_mean: logarithms.map(|sum| (sum / common.len() as f64).exp()),
        }
    };
    wire::Totals {
        strata: common.iter().map(|&stratum| record.strata[stratum].name.clone()).collect(),
        boards: common.iter().map(|&stratum| boards(stratum)).sum(),
        engines: (0..record.engines.len()).map(total).collect(),
    }
}

/// What corpora state and is wrong.
fn corpus_faults(run: &Run<'_>) -> Vec<wire::Fault> {
    let of = |disagreement: &Disagreement| match &disagreement.culprit {
        Culprit::Corpus(misstated) => {
            Some(wire::Fault { board: disagreement.case.board.to_string(), message: misstated.to_string() })
        }
        Culprit::Engine(..) => None,
    };
    run.report.disagreements.iter().filter_map(of).collect()
}

/// The fewest rounds from which an interval, and so a self-check, says anything.
pub(crate) const FEW: usize = 6;

/// The ratio of an engine's two names: in each round the geometric mean over the strata, and of these the median.
fn self_check(twin: &Twin, engines: &[Entry], wrong: bool, seed: u64) -> Option<wire::SelfCheck> {
    let rounds = twin.pairs.iter().map(Vec::len).max().unwrap_or(0);
    let ratio_of = |round: usize| {
        let of_round = || twin.pairs.iter().filter_map(move |pairs| pairs.get(round));
        let count = of_round().count();
        let sum: f64 = of_round().map(|[first, second]| (second / first).ln()).sum();
        (count > 0).then(|| (sum / count as f64).exp())
    };
    let ratios: Vec<f64> = (0..rounds).filter_map(ratio_of).collect();
    let ratio = median_interval(&ratios, seed).filter(|_| !wrong && ratios.len() >= FEW)?;
    // The same whichever name comes first.
    let off = ratio.value.max(1.0 / ratio.value) - 1.0;
    Some(wire::SelfCheck {
        engine: engines[twin.engine].name.into(),
        ratio: factor(ratio),
        noticeable: off.max((ratio.high - ratio.low) / 2.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ENGINES;

    #[test]
    fn a_self_check_needs_rounds_and_knows_no_first_name() {
        let twin = |ratio: f64, rounds: usize| Twin { engine: 0, pairs: vec![vec![[100.0, 100.0 * ratio]; rounds]; 2] };
        assert_eq!(self_check(&twin(1.0, FEW - 1), ENGINES, false, 1), None);
        assert_eq!(self_check(&twin(1.0, FEW), ENGINES, true, 1), None, "a wrong engine has no times");
        let [slower, faster] = [1.25, 0.8].map(|ratio| self_check(&twin(ratio, FEW), ENGINES, false, 1).unwrap());
        assert_eq!(slower.engine, ENGINES[0].name);
        assert!((slower.noticeable - 0.25).abs() < 1e-9 && (slower.noticeable - faster.noticeable).abs() < 1e-9);
    }
}
