//! What a reader has to know before the figures of a measurement: a closed set.

use crate::measure::{End, PRECISION, SHORTEST_SAMPLE};
use crate::run::environment::Ticks;
use crate::run::record::FEW;
use crate::run::wire::{Record, Times};
use crate::statistics::median;
use std::fmt;

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

/// A warning. The kinds are [`crate::run::wire::WARNINGS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// Others used the processors before or during the run.
    BusyMachine {
        /// Tasks that ran or waited before it.
        load: f64,
        /// The processors.
        cores: u32,
        /// The part of their time that the host of a virtual machine took.
        stolen: f64,
    },
    /// Samples are not long against the clock.
    ShortSamples {
        /// Series of samples, one for each engine, stratum and model.
        short: usize,
        /// All of them.
        of: usize,
        /// The shortest sample in nanoseconds.
        shortest: f64,
    },
    /// Samples are far from the median of their series.
    Outliers {
        /// Those.
        far: usize,
        /// All samples.
        of: usize,
    },
    /// The second half of the rounds was slower than the first, or faster.
    Drift {
        /// The ratio of the two, the second to the first.
        ratio: f64,
    },
    /// One engine under two names seemed to be two.
    SelfCheck {
        /// The least difference that would be noticed: 0.03 stands for 3 %.
        noticeable: f64,
    },
    /// The time was spent before the medians were known well enough.
    FewRounds {
        /// Complete rounds.
        rounds: u32,
        /// Rounds asked for.
        asked: u32,
    },
}

impl Warning {
    /// Its name in a record.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BusyMachine { .. } => "busy-machine",
            Self::ShortSamples { .. } => "short-samples",
            Self::Outliers { .. } => "outliers",
            Self::Drift { .. } => "drift",
            Self::SelfCheck { .. } => "self-check",
            Self::FewRounds { .. } => "few-rounds",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BusyMachine { load, cores, stolen } if stolen >= STOLEN => {
                write!(f, "load {load:.2} on {cores} cores, {:.1} % of their time stolen by the host", 100.0 * stolen)
            }
            Self::BusyMachine { load, cores, .. } => write!(f, "load {load:.2} on {cores} cores before the run"),
            Self::ShortSamples { short, of, shortest } => {
                write!(f, "{short} of {of} series have samples that are too short, down to {:.0} µs", shortest / 1e3)
            }
            Self::Outliers { far, of } => write!(f, "{far} of {of} samples are far from the median of theirs"),
            Self::Drift { ratio } => {
                let (by, how) = if ratio > 1.0 { (ratio - 1.0, "slower") } else { (1.0 - ratio, "faster") };
                write!(f, "the second half of the rounds was {:.1} % {how} than the first", 100.0 * by)
            }
            Self::SelfCheck { noticeable } => {
                write!(
                    f,
                    "one engine under two names differs: nothing below {:.1} % would be noticed",
                    100.0 * noticeable
                )
            }
            Self::FewRounds { rounds, asked } => {
                write!(f, "{rounds} of {asked} rounds, and some medians are not known to {:.0} %", 100.0 * PRECISION)
            }
        }
    }
}

/// The warnings about a record. `stolen` is the part of the processors' time that the host took, `end` why there were no more rounds.
pub fn find(record: &Record, stolen: f64, end: End) -> Vec<Warning> {
    let timed: Vec<(&Times, usize)> = record
        .cells
        .iter()
        .zip(record.strata.iter().flat_map(|stratum| record.engines.iter().map(move |_| stratum.boards)))
        .flat_map(|(cell, boards)| [&cell.warm, &cell.cold].into_iter().flatten().map(move |times| (times, boards)))
        .collect();
    if timed.is_empty() {
        return Vec::new();
    }
    let found = [
        busy(record, stolen),
        short_samples(&timed),
        outliers(&timed),
        drift(&timed),
        self_check(record),
        (end == End::Time || (!timed.is_empty() && (record.plan.rounds as usize) < FEW))
            .then_some(Warning::FewRounds { rounds: record.plan.rounds, asked: record.plan.rounds_asked }),
    ];
    found.into_iter().flatten().collect()
}

fn busy(record: &Record, stolen: f64) -> Option<Warning> {
    let (load, cores) = (record.machine.load_before, record.machine.cores);
    (stolen >= STOLEN || load >= f64::from(cores.max(1))).then_some(Warning::BusyMachine { load, cores, stolen })
}

/// The part stolen since then, 0 where the system does not tell.
pub fn stolen_since(then: Option<Ticks>) -> f64 {
    Ticks::now().zip(then).map_or(0.0, |(now, then)| now.stolen_since(then))
}

fn short_samples(timed: &[(&Times, usize)]) -> Option<Warning> {
    let length = |(times, boards): &(&Times, usize)| times.min_ns * f64::from(times.repeats) * *boards as f64;
    // A pass may be faster later than where its length was chosen: half as long is long enough.
    let enough = SHORTEST_SAMPLE.as_nanos() as f64 / 2.0;
    let short = timed.iter().map(length).filter(|&length| length < enough);
    let shortest = short.clone().min_by(f64::total_cmp)?;
    Some(Warning::ShortSamples { short: short.count(), of: timed.len(), shortest })
}

fn outliers(timed: &[(&Times, usize)]) -> Option<Warning> {
    let is_far = |times: &Times, sample: f64| {
        let distance = (sample - times.median_ns).abs();
        distance > FAR * DEVIATION * times.mad_ns && distance > NEAR * times.median_ns
    };
    let of = timed.iter().map(|(times, _)| times.samples_ns.len()).sum();
    let far =
        timed.iter().map(|(times, _)| times.samples_ns.iter().filter(|&&sample| is_far(times, sample)).count()).sum();
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

fn self_check(record: &Record) -> Option<Warning> {
    let noticeable = record.self_check.as_ref()?.noticeable;
    (noticeable > NOTICEABLE).then_some(Warning::SelfCheck { noticeable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::wire::WARNINGS;
    use crate::run::wire::example::example;

    /// Samples of a calm machine: long, close to each other, and without a trend.
    fn calm() -> Record {
        let mut record = example();
        for times in record.cells.iter_mut().flat_map(|cell| [&mut cell.warm, &mut cell.cold]).flatten() {
            times.repeats = 1_000_000;
            times.samples_ns = (0..20).map(|index| 100.0 + f64::from(index * 7 % 5)).collect();
            (times.median_ns, times.mad_ns, times.min_ns) = (102.0, 1.0, 100.0);
        }
        (record.plan.rounds, record.plan.rounds_asked) = (30, 30);
        record
    }

    fn change(record: &mut Record, change: impl Fn(&mut Times)) {
        record.cells.iter_mut().flat_map(|cell| [&mut cell.warm, &mut cell.cold]).flatten().for_each(change);
    }

    /// What is found, after a change of what is calm.
    fn found(change: impl Fn(&mut Record)) -> Vec<&'static str> {
        let mut record = calm();
        change(&mut record);
        find(&record, 0.0, End::Rounds).iter().map(Warning::kind).collect()
    }

    #[test]
    fn a_calm_run_has_no_warning() {
        assert_eq!(find(&calm(), 0.0, End::Rounds), []);
        assert_eq!(find(&calm(), 0.0, End::Sure), []);
        // Nothing was timed: there is nothing to warn of.
        let mut record = calm();
        record.cells.iter_mut().for_each(|cell| (cell.warm, cell.cold) = (None, None));
        record.machine.load_before = 100.0;
        assert_eq!(find(&record, 1.0, End::Time), []);
    }

    #[test]
    fn a_busy_machine_is_told() {
        assert_eq!(found(|record| record.machine.load_before = 1.9), [""; 0]);
        assert_eq!(found(|record| record.machine.load_before = 2.0), ["busy-machine"]);
        assert_eq!(find(&calm(), 0.019, End::Rounds), []);
        let message = find(&calm(), 0.05, End::Rounds)[0].to_string();
        assert_eq!(message, "load 0.25 on 2 cores, 5.0 % of their time stolen by the host");
    }

    #[test]
    fn short_samples_are_told() {
        // The least is one board, 100 ns a pass.
        assert_eq!(found(|record| change(record, |times| times.repeats = 5_000)), [""; 0]);
        assert_eq!(found(|record| change(record, |times| times.repeats = 4_999)), ["short-samples"]);
    }

    #[test]
    fn outliers_are_told() {
        let slow = |count: usize, factor: f64| {
            found(|record| change(record, |times| times.samples_ns[5..5 + count].fill(102.0 * factor)))
        };
        assert_eq!(slow(1, 1.05), [""; 0]);
        assert_eq!(slow(1, 1.12), [""; 0], "within ten deviations");
        assert_eq!(slow(1, 1.5), ["outliers"]);
        assert_eq!(slow(1, 0.5), ["outliers"]);
        // One in eighty: too few to tell.
        assert_eq!(found(|record| record.cells[0].warm.as_mut().unwrap().samples_ns[5] = 500.0), [""; 0]);
    }

    #[test]
    fn drift_is_told() {
        let drifted = |factor: f64| {
            found(|record| {
                change(record, |times| times.samples_ns[10..].iter_mut().for_each(|sample| *sample *= factor));
            })
        };
        assert_eq!(drifted(1.02), [""; 0]);
        assert_eq!(drifted(1.05), ["drift"]);
        assert_eq!(drifted(0.95), ["drift"]);
        // Of few rounds nothing is said.
        assert_eq!(
            found(|record| change(record, |times| times.samples_ns = vec![100.0, 101.0, 105.0, 106.0])),
            [""; 0]
        );
    }

    #[test]
    fn a_self_check_that_differs_is_told() {
        let noticeable = |noticeable| found(|record| record.self_check.as_mut().unwrap().noticeable = noticeable);
        assert_eq!(noticeable(0.05), [""; 0]);
        assert_eq!(noticeable(0.051), ["self-check"]);
        assert_eq!(found(|record| record.self_check = None), [""; 0]);
    }

    #[test]
    fn few_rounds_are_told() {
        assert_eq!(find(&calm(), 0.0, End::Time), [Warning::FewRounds { rounds: 30, asked: 30 }]);
        let mut record = calm();
        record.plan.rounds = 1;
        assert_eq!(find(&record, 0.0, End::Rounds), [Warning::FewRounds { rounds: 1, asked: 30 }]);
    }

    #[test]
    fn the_kinds_are_those_of_records() {
        let mut record = calm();
        record.machine.load_before = 9.0;
        record.self_check.as_mut().unwrap().noticeable = 1.0;
        change(&mut record, |times| {
            times.repeats = 1;
            times.samples_ns[10..].iter_mut().for_each(|sample| *sample *= 3.0);
        });
        let found = find(&record, 0.5, End::Time);
        assert_eq!(found.iter().map(Warning::kind).collect::<Vec<_>>(), WARNINGS);
        assert!(found.iter().all(|warning| warning.to_string().chars().count() <= 80), "{found:?}");
    }
}
