//! Times of two runs: how much slower, and how sure that is.

use super::common::{build_differences, same_engines, same_strata, time_differences};
use super::{Comparison, Pairing, TimeRow, Verdict};
use crate::run::{Cell, Run, Times};
use crate::statistics::{self, Interval};
use std::collections::BTreeSet;

/// The significance level: how often a family of tests shows a difference between equal builds by chance. It is
/// stricter than the usual one in twenty, since there are two families, and measuring until all is clear means to look
/// more than once.
const LEVEL: f64 = 0.01;

/// What is called a difference on a single stratum is greater than on all of them: there are many, and each has fewer samples.
const STRATUM: f64 = 2.0;

/// How much two processes of one build may differ on a stratum for as long as they live, by the place of their memory.
/// Up to a tenth was seen, on the nearest boards, and over all strata of an engine up to 3 %.
const LUCK: f64 = 0.15;

/// The times of a cell by a model.
type Model = fn(&Cell) -> Option<&Times>;

/// The two ways to time an engine.
const MODELS: [(&str, Model); 2] = [("warm", |cell| cell.warm.as_ref()), ("cold", |cell| cell.cold.as_ref())];

impl Comparison {
    /// Times, on the strata with the same boards.
    pub(super) fn compare_times(&mut self, old: &Run, new: &Run, pairing: Pairing, seed: u64) {
        let (differences, words) = match pairing {
            Pairing::Unpaired => (time_differences(old, new), "times are not compared: the records differ in"),
            Pairing::Rounds => (build_differences(&old.program, &new.program), "the builds differ in"),
        };
        if !differences.is_empty() {
            self.notes.push(format!("{words} {}", differences.join(", ")));
            if pairing == Pairing::Unpaired {
                return;
            }
        }
        let strata: Vec<_> = same_strata(old, new).collect();
        let (mut engines, mut rows, mut lost) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (engine, before, after) in same_engines(old, new) {
            for (model, times) in MODELS {
                let row = |stratum: Option<&str>, old: &[f64], new: &[f64]| {
                    time_row((engine, stratum, model), old, new, pairing, seed)
                };
                let sampled = strata.iter().map(|(old, new)| {
                    let samples = |cell| times(cell).map(|times| times.samples_ns.as_slice());
                    (new.name.as_str(), samples(&old.cells[before]), samples(&new.cells[after]))
                });
                let alone = sampled.clone().filter(|(_, old, new)| old.is_some() != new.is_some());
                lost.extend(alone.map(|(stratum, ..)| format!("{engine} on {stratum}")));
                let both: Vec<_> = sampled.filter_map(|(stratum, old, new)| Some((stratum, old?, new?))).collect();
                let (of_old, of_new): (Vec<_>, Vec<_>) = both.iter().map(|&(_, old, new)| (old, new)).unzip();
                engines.extend(row(None, &rounds(&of_old), &rounds(&of_new)));
                rows.extend(both.iter().filter_map(|&(stratum, old, new)| row(Some(stratum), old, new)));
            }
        }
        if !lost.is_empty() {
            let lost: Vec<_> = lost.into_iter().collect();
            self.notes.push(format!("timed in one {} only: {}", pairing.side(), lost.join(", ")));
        }
        self.judge_times(engines, rows, if pairing == Pairing::Unpaired { LUCK } else { 0.0 });
        if self.times.is_empty() {
            // There should be times.
            self.verdict = Verdict::Unclear;
            self.notes.push("no times were compared: nothing was timed on both sides".into());
        }
    }

    /// Adds rows of times, whose probabilities are not corrected yet, and says what follows from them: engines are one family of tests, strata
    /// another. `luck` is what a single process on each side alone does to a stratum.
    fn judge_times(&mut self, engines: Vec<TimeRow>, rows: Vec<TimeRow>, luck: f64) {
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

/// The row of two series of samples, before it is judged; `None` where either is empty.
fn time_row(
    (engine, stratum, model): (&str, Option<&str>, &'static str),
    old: &[f64],
    new: &[f64],
    pairing: Pairing,
    seed: u64,
) -> Option<TimeRow> {
    let (ratio, p) = match pairing {
        Pairing::Unpaired => (statistics::ratio_interval(old, new, seed)?, statistics::rank_sum_p(old, new)),
        Pairing::Rounds => {
            let ratios: Vec<f64> = old.iter().zip(new).map(|(old, new)| new / old).collect();
            let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
            (statistics::median_interval(&ratios, seed)?, statistics::signed_rank_p(&logarithms))
        }
    };
    Some(TimeRow {
        engine: engine.into(),
        stratum: stratum.map(String::from),
        model,
        old_ns: statistics::median(old)?,
        new_ns: statistics::median(new)?,
        ratio,
        p,
        verdict: Verdict::Unclear,
    })
}

/// The geometric mean of each round's samples, as far as all series go.
fn rounds(series: &[&[f64]]) -> Vec<f64> {
    let length = series.iter().map(|samples| samples.len()).min().unwrap_or(0);
    let of_round = |round: usize| series.iter().map(|samples| samples[round].ln()).sum::<f64>();
    (0..length).map(|round| (of_round(round) / series.len() as f64).exp()).filter(|mean| mean.is_finite()).collect()
}
