//! What a reader has to know before the figures of a measurement: a closed set.

use super::End;
use super::sample::SHORTEST_SAMPLE;
use crate::run::{FEW, Run, Times, Warning};
use crate::statistics::median;

/// The part of the processors' time, stolen by the host of a virtual machine, from which on it counts as busy.
const STOLEN: f64 = 0.02;

/// How far a sample is from the median where it counts as an outlier, in units of the normal deviation that the MAD stands for.
const FAR: f64 = 10.0;

/// The deviation of a normal distribution in proportion to its MAD.
const DEVIATION: f64 = 1.4826;

/// A sample this part above the median is no outlier, however small the MAD.
const NEAR: f64 = 0.1;

/// The part of all samples from which on outliers are told.
const MANY: f64 = 0.03;

/// By what part the two halves of the rounds may differ.
const DRIFT: f64 = 0.03;

/// Rounds below which they have no halves to compare.
const LEAST_FOR_DRIFT: usize = 6;

/// The error of the measurement, as its self-check found it, that is told.
const NOTICEABLE: f64 = 0.05;

/// The warnings about a run. `stolen` is the part of the processors' time that the host took, `end` why there were no more rounds.
pub(super) fn find(run: &Run, stolen: f64, end: End) -> Vec<Warning> {
    let cells = run.cells().flat_map(|(stratum, _, cell)| {
        [&cell.warm, &cell.cold].into_iter().flatten().map(|times| (times, stratum.boards.len()))
    });
    let timed: Vec<(&Times, usize)> = cells.collect();
    if timed.is_empty() {
        return Vec::new();
    }
    let few = Warning::FewRounds { rounds: run.rounds, asked: run.plan.rounds };
    let found = [
        busy(run, stolen),
        short_samples(&timed),
        outliers(&timed),
        drift(&timed),
        self_check(run),
        (end == End::Time || (run.rounds as usize) < FEW).then_some(few),
    ];
    found.into_iter().flatten().collect()
}

fn busy(run: &Run, stolen: f64) -> Option<Warning> {
    let (load, cores) = (run.machine.load_before, run.machine.cores);
    (stolen >= STOLEN || load >= f64::from(cores.max(1))).then_some(Warning::BusyMachine { load, cores, stolen })
}

fn short_samples(timed: &[(&Times, usize)]) -> Option<Warning> {
    let length = |(times, boards): &(&Times, usize)| times.min_ns() * f64::from(times.repeats) * *boards as f64;
    // A pass may be faster later than where its length was chosen: half as long is long enough.
    let enough = SHORTEST_SAMPLE.as_nanos() as f64 / 2.0;
    let short = timed.iter().map(length).filter(|&length| length < enough);
    let shortest_ns = short.clone().min_by(f64::total_cmp)?;
    Some(Warning::ShortSamples { short: short.count(), of: timed.len(), shortest_ns })
}

fn outliers(timed: &[(&Times, usize)]) -> Option<Warning> {
    let far_of = |times: &Times| {
        let (median, mad) = (times.median.value, times.mad_ns());
        let distances = times.samples_ns.iter().map(move |sample| (sample - median).abs());
        distances.filter(|&distance| distance > FAR * DEVIATION * mad && distance > NEAR * median).count()
    };
    let of = timed.iter().map(|(times, _)| times.samples_ns.len()).sum();
    let far = timed.iter().map(|(times, _)| far_of(times)).sum();
    (far as f64 >= MANY * of as f64 && far > 0).then_some(Warning::Outliers { far, of })
}

fn drift(timed: &[(&Times, usize)]) -> Option<Warning> {
    let ratios: Vec<f64> = timed
        .iter()
        .filter(|(times, _)| times.samples_ns.len() >= LEAST_FOR_DRIFT)
        .filter_map(|(times, _)| {
            let (first, second) = times.samples_ns.split_at(times.samples_ns.len() / 2);
            Some((median(second)? / median(first)?).ln())
        })
        .collect();
    let ratio = median(&ratios)?.exp();
    ((ratio.ln()).abs() > DRIFT.ln_1p()).then_some(Warning::Drift { ratio })
}

fn self_check(run: &Run) -> Option<Warning> {
    let noticeable = run.self_check.as_ref()?.noticeable();
    (noticeable > NOTICEABLE).then_some(Warning::SelfCheck { noticeable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::example;
    use crate::statistics::Interval;

    /// Samples of a calm machine: long, close to each other, and without a trend.
    fn calm() -> Run {
        let mut run = example();
        (run.rounds, run.plan.rounds) = (30, 30);
        change(&mut run, |times| {
            times.repeats = 1_000_000;
            times.samples_ns = (0..20).map(|index| 100.0 + f64::from(index * 7 % 5)).collect();
            times.median = Interval { value: 102.0, low: 101.0, high: 103.0 };
        });
        run
    }

    fn change(run: &mut Run, change: impl Fn(&mut Times)) {
        let cells = run.strata.iter_mut().flat_map(|stratum| &mut stratum.cells);
        cells.flat_map(|cell| [&mut cell.warm, &mut cell.cold]).flatten().for_each(change);
    }

    fn kind(warning: &Warning) -> String {
        serde_json::to_value(warning).unwrap()["kind"].as_str().unwrap().to_owned()
    }

    /// What is found, after a change of what is calm.
    fn found(change: impl Fn(&mut Run)) -> Vec<String> {
        let mut run = calm();
        change(&mut run);
        find(&run, 0.0, End::Rounds).iter().map(kind).collect()
    }

    #[test]
    fn a_calm_run_has_no_warning() {
        assert_eq!(find(&calm(), 0.0, End::Rounds), []);
        assert_eq!(find(&calm(), 0.0, End::Sure), []);
        // Nothing was timed: there is nothing to warn of.
        let mut run = calm();
        let cells = run.strata.iter_mut().flat_map(|stratum| &mut stratum.cells);
        cells.for_each(|cell| (cell.warm, cell.cold) = (None, None));
        run.machine.load_before = 100.0;
        assert_eq!(find(&run, 1.0, End::Time), []);
    }

    #[test]
    fn a_busy_machine_is_told() {
        assert_eq!(found(|run| run.machine.load_before = 1.9), [""; 0]);
        assert_eq!(found(|run| run.machine.load_before = 2.0), ["busy-machine"]);
        assert_eq!(find(&calm(), 0.019, End::Rounds), []);
        assert_eq!(find(&calm(), 0.05, End::Rounds), [Warning::BusyMachine { load: 0.25, cores: 2, stolen: 0.05 }]);
    }

    #[test]
    fn short_samples_are_told() {
        // The least is one board, 100 ns a pass.
        assert_eq!(found(|run| change(run, |times| times.repeats = 5_000)), [""; 0]);
        assert_eq!(found(|run| change(run, |times| times.repeats = 4_999)), ["short-samples"]);
    }

    #[test]
    fn outliers_are_told() {
        let slow = |count: usize, factor: f64| {
            found(|run| change(run, |times| times.samples_ns[5..5 + count].fill(102.0 * factor)))
        };
        assert_eq!(slow(1, 1.05), [""; 0]);
        assert_eq!(slow(1, 1.12), [""; 0], "within ten deviations");
        assert_eq!(slow(1, 1.5), ["outliers"]);
        assert_eq!(slow(1, 0.5), ["outliers"]);
        // One in eighty: too few to tell.
        assert_eq!(found(|run| run.strata[0].cells[0].warm.as_mut().unwrap().samples_ns[5] = 500.0), [""; 0]);
    }

    #[test]
    fn drift_is_told() {
        let drifted = |factor: f64| {
            found(|run| change(run, |times| times.samples_ns[10..].iter_mut().for_each(|sample| *sample *= factor)))
        };
        assert_eq!(drifted(1.02), [""; 0]);
        assert_eq!(drifted(1.05), ["drift"]);
        assert_eq!(drifted(0.95), ["drift"]);
        // Of few rounds nothing is said.
        assert_eq!(found(|run| change(run, |times| times.samples_ns = vec![100.0, 101.0, 105.0, 106.0])), [""; 0]);
    }

    #[test]
    fn a_self_check_that_differs_is_told() {
        let noticeable =
            |value| found(|run| run.self_check.as_mut().unwrap().ratio = Interval { value, low: value, high: value });
        assert_eq!(noticeable(1.0499), [""; 0]);
        assert_eq!(noticeable(1.051), ["self-check"]);
        assert_eq!(noticeable(0.951), ["self-check"]);
        assert_eq!(found(|run| run.self_check = None), [""; 0]);
    }

    #[test]
    fn few_rounds_are_told() {
        assert_eq!(find(&calm(), 0.0, End::Time), [Warning::FewRounds { rounds: 30, asked: 30 }]);
        let mut run = calm();
        run.rounds = 1;
        assert_eq!(find(&run, 0.0, End::Rounds), [Warning::FewRounds { rounds: 1, asked: 30 }]);
    }
}
