//! What can be said from samples: medians, and how sure they are.
//!
//! Intervals are bootstrap percentile intervals (Efron 1979, "Bootstrap methods: another look at the jackknife"): they suppose
//! nothing of the distribution of times, which is skewed by all that can only slow a program down. Resampling is seeded, so that the same samples
//! have the same interval on every machine.

use chivalry_corpus::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often samples are drawn anew.
const RESAMPLES: usize = 2000;

/// Of a thousand resamples those below an interval, and those above it.
const TAIL: usize = 25;

/// A figure with an interval that holds it in 95 of 100 runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether all of it is above 0, and the ends in their order.
    pub(crate) fn is_plausible(&self) -> bool {
        self.low > 0.0 && self.low <= self.high && self.high.is_finite() && self.value > 0.0 && self.value.is_finite()
    }

    /// Half the width in proportion to the figure.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0 / self.value
    }
}

/// The median; `None` of nothing.
pub fn median(samples: &[f64]) -> Option<f64> {
    let mut samples = samples.to_vec();
    middle(&mut samples)
}

/// The median absolute deviation from the median; `None` of nothing.
pub fn mad(samples: &[f64]) -> Option<f64> {
    let median = median(samples)?;
    middle(&mut samples.iter().map(|sample| (sample - median).abs()).collect::<Vec<_>>())
}

/// The median of a slice that may be brought into another order.
fn middle(samples: &mut [f64]) -> Option<f64> {
    let half = samples.len() / 2;
    if samples.is_empty() {
        return None;
    }
    let even = samples.len().is_multiple_of(2);
    let (below, &mut upper, _) = samples.select_nth_unstable_by(half, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).unwrap_or(upper);
    Some(if even { f64::midpoint(lower, upper) } else { upper })
}

/// The median with its interval; `None` of nothing. Of one sample the interval is a point, which says nothing.
pub fn median_interval(samples: &[f64], seed: u64) -> Option<Interval> {
    let value = median(samples)?;
    let mut random = Random::new(seed);
    let mut drawn = vec![0.0; samples.len()];
    let resampled = (0..RESAMPLES).filter_map(|_| {
        draw(samples, &mut drawn, &mut random);
        middle(&mut drawn)
    });
    Some(interval(value, resampled.collect()))
}

/// The ratio of the median of the second samples to that of the first with its interval; `None` where either is empty or a median is not
/// above 0.
pub fn ratio_interval(first: &[f64], second: &[f64], seed: u64) -> Option<Interval> {
    let positive = |samples: &[f64]| median(samples).filter(|&median| median > 0.0);
    let value = positive(second)? / positive(first)?;
    let mut random = Random::new(seed);
    let (mut a, mut b) = (vec![0.0; first.len()], vec![0.0; second.len()]);
    let resampled = (0..RESAMPLES).filter_map(|_| {
        draw(first, &mut a, &mut random);
        draw(second, &mut b, &mut random);
        Some(middle(&mut b)? / middle(&mut a)?).filter(|ratio| ratio.is_finite())
    });
    Some(interval(value, resampled.collect()))
}

/// By what factor y grows where x grows by 1, fitted as a straight line through the logarithms of y by least squares, with the 95 % interval
/// of Student's t for its slope; `None` of fewer than three points above 0, or where all have one x.
pub fn growth(points: &[(f64, f64)]) -> Option<Interval> {
    let points: Vec<_> = points.iter().filter(|(_, y)| *y > 0.0).map(|&(x, y)| (x, y.ln())).collect();
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let (mean_x, mean_y) =
        (points.iter().map(|p| p.0).sum::<f64>() / count, points.iter().map(|p| p.1).sum::<f64>() / count);
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let slope = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread;
    let residual: f64 = points.iter().map(|(x, y)| (y - mean_y - slope * (x - mean_x)).powi(2)).sum();
    let width = student(points.len() - 2) * (residual / (count - 2.0) / spread).sqrt();
    let interval = Interval { value: slope.exp(), low: (slope - width).exp(), high: (slope + width).exp() };
    (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
}

/// The 97.5 % quantile of Student's distribution with so many degrees of freedom, from 1: what 95 % of it do not exceed on either side.
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    let n = freedom as f64;
    // Cornish-Fisher from the normal quantile: right to three digits beyond the table.
    let z = 1.959_964_f64;
    let tail = z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n);
    TABLE.get(freedom.wrapping_sub(1)).copied().unwrap_or(tail)
}

/// How likely two sets of samples from one distribution are as far apart as these, on either side: the rank-sum test (Mann and Whitney 1947)
/// with mid-ranks, by the normal approximation corrected for ties and continuity. 1 where either is empty.
pub fn rank_sum_p(first: &[f64], second: &[f64]) -> f64 {
    let (n, m) = (first.len() as f64, second.len() as f64);
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let ranks = doubled_ranks(&all);
    let sum: f64 = ranks[..first.len()].iter().map(|&rank| rank as f64 / 2.0).sum();
    let count = n + m;
    let expected = n * (count + 1.0) / 2.0;
    let variance = n * m / 12.0 * (count + 1.0 - ties(&ranks) / (count * (count - 1.0)));
    two_sided((sum - expected).abs() - 0.5, variance)
}

/// How likely differences that are as often above 0 as below are as lopsided as these, on either side: the signed-rank test (Wilcoxon 1945)
/// with mid-ranks, exact up to 60 of them. 1 where there is none.
pub fn signed_rank_p(differences: &[f64]) -> f64 {
    let differences: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranks = doubled_ranks(&sizes);
    let total: u64 = ranks.iter().sum();
    let above: u64 =
        differences.iter().zip(&ranks).filter(|(difference, _)| **difference > 0.0).map(|(_, rank)| rank).sum();
    let less = above.min(total - above);
    if differences.len() > 60 {
        let (n, sum) = (differences.len() as f64, total as f64 / 2.0);
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties(&ranks) / 48.0;
        return two_sided((less as f64 / 2.0 - sum / 2.0).abs() - 0.5, variance);
    }
    // The part of all choices of signs whose ranks above 0 have a certain sum, one rank after the other.
    let mut parts = vec![0.0; total as usize + 1];
    parts[0] = 1.0;
    for &rank in &ranks {
        for sum in (0..parts.len()).rev() {
            let with = sum.checked_sub(rank as usize).map_or(0.0, |before| parts[before]);
            parts[sum] = f64::midpoint(parts[sum], with);
        }
    }
    (2.0 * parts[..=less as usize].iter().sum::<f64>()).min(1.0)
}

/// Twice the rank of each value among all; equal ones share the mean of theirs.
fn doubled_ranks(values: &[f64]) -> Vec<u64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let mut begin = 0;
    for same in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let end = begin + same.len();
        for &index in same {
            ranks[index] = (begin + 1 + end) as u64;
        }
        begin = end;
    }
    ranks
}

/// The sum of t³ - t over groups of t equal ranks.
fn ties(ranks: &[u64]) -> f64 {
    let mut ranks = ranks.to_vec();
    ranks.sort_unstable();
    ranks.chunk_by(|a, b| a == b).map(|same| (same.len() as f64).powi(3) - same.len() as f64).sum()
}

/// How likely a normal variable with this variance is as far from its mean, on either side.
fn two_sided(distance: f64, variance: f64) -> f64 {
    if variance > 0.0 { libm::erfc(distance.max(0.0) / (2.0 * variance).sqrt()).min(1.0) } else { 1.0 }
}

/// Adjusts probabilities of one family of tests so that all of them below 0.05 are all right in 95 of 100 families (Holm 1979).
pub fn holm(probabilities: &mut [f64]) {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut least = 0.0;
    for (done, index) in order.into_iter().enumerate() {
        least = f64::max(least, (probabilities[index] * (probabilities.len() - done) as f64).min(1.0));
        probabilities[index] = least;
    }
}

/// As many samples as there are, each drawn from all.
fn draw(samples: &[f64], drawn: &mut [f64], random: &mut Random) {
    for place in drawn {
        *place = samples[random.below(samples.len() as u32) as usize];
    }
}

/// The percentile interval of resampled figures.
fn interval(value: f64, mut resampled: Vec<f64>) -> Interval {
    resampled.sort_by(f64::total_cmp);
    let at = |thousandths: usize| {
        let index = thousandths * resampled.len() / 1000;
        resampled.get(index.min(resampled.len().saturating_sub(1))).copied().unwrap_or(value)
    };
    Interval { value, low: at(TAIL), high: at(1000 - TAIL) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        assert_eq!(median(&[4.0, 1.0, 7.0, 2.0]), Some(3.0));
        assert_eq!(mad(&[1.0, 2.0, 4.0, 8.0, 100.0]), Some(3.0));
        assert_eq!(mad(&[]), None);
    }

    #[test]
    fn intervals_are_those_of_the_samples_alone() {
        let samples: Vec<f64> = (0..40).map(|index| 100.0 + f64::from(index * 7 % 40)).collect();
        let interval = median_interval(&samples, 1).unwrap();
        assert_eq!(median_interval(&samples, 1), Some(interval));
        assert!(interval.low < interval.value && interval.value < interval.high, "{interval:?}");
        assert!(interval.low >= 100.0 && interval.high <= 139.0);
        let single = median_interval(&[5.0], 1).unwrap();
        assert_eq!((single.low, single.value, single.high), (5.0, 5.0, 5.0));
    }

    /// The promise of the name: of many intervals, 95 in 100 hold the median of the whole.
    #[test]
    fn intervals_hold_the_true_median() {
        let mut random = Random::new(9);
        let mut held = 0;
        for run in 0..400 {
            // Skewed as times are: the true median of u² with u uniform in 0..1 is 1/4.
            let samples: Vec<f64> =
                (0..30).map(|_| (f64::from(random.below(1 << 20)) / f64::from(1 << 20)).powi(2)).collect();
            let interval = median_interval(&samples, run).unwrap();
            held += usize::from(interval.low <= 0.25 && 0.25 <= interval.high);
        }
        assert!((360..=396).contains(&held), "{held} of 400");
    }

    #[test]
    fn growth_is_a_factor() {
        let exact: Vec<_> = (0..10).map(|x| (f64::from(x), 3.0 * 1.5_f64.powi(x))).collect();
        let found = growth(&exact).unwrap();
        for factor in [found.value, found.low, found.high] {
            assert!((factor - 1.5).abs() < 1e-6, "{found:?}");
        }
        // By hand: slopes of ln y through (0, 0), (1, ln 2), (2, ln 2): (ln 2) / 2, one degree of freedom, error ln 2 / √12.
        let two = growth(&[(0.0, 1.0), (1.0, 2.0), (2.0, 2.0), (3.0, 0.0)]).unwrap();
        assert!((two.value - 2_f64.sqrt()).abs() < 1e-9);
        assert!((two.high.ln() - 2_f64.ln() * (0.5 + 12.706 / 12_f64.sqrt())).abs() < 1e-9, "{two:?}");
        assert_eq!(growth(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(growth(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        for (freedom, quantile) in
            [(1, 12.706), (10, 2.228), (11, 2.201), (14, 2.145), (30, 2.042), (31, 2.040), (1000, 1.962)]
        {
            assert!((student(freedom) - quantile).abs() < 0.001, "{freedom}: {}", student(freedom));
        }
    }

    /// The promise of the name: of many intervals, 95 in 100 hold the true factor.
    #[test]
    fn intervals_hold_the_true_growth() {
        let mut random = Random::new(5);
        let mut held = 0;
        for _ in 0..1000 {
            let mut noise =
                || (0..12).map(|_| f64::from(random.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0;
            let points: Vec<_> =
                (0..12).map(|x| (f64::from(x), (f64::from(x) * 1.6_f64.ln() + 0.3 * noise()).exp())).collect();
            let found = growth(&points).unwrap();
            held += usize::from(found.low <= 1.6 && 1.6 <= found.high);
        }
        assert!((930..=970).contains(&held), "{held} of 1000");
    }

    #[test]
    fn ratios_are_of_the_second_to_the_first() {
        let first: Vec<f64> = (0..30).map(|index| 100.0 + f64::from(index % 5)).collect();
        let second: Vec<f64> = first.iter().map(|sample| sample * 1.1).collect();
        let ratio = ratio_interval(&first, &second, 1).unwrap();
        assert!((ratio.value - 1.1).abs() < 1e-9);
        assert!(ratio.low > 1.07 && ratio.high < 1.13, "{ratio:?}");
        assert_eq!(ratio_interval(&[], &second, 1), None);
        assert_eq!(ratio_interval(&[0.0], &second, 1), None);
    }

    /// The figures are those of the tests' definitions, counted out: 2 of C(6,3) = 20, 2 of C(10,5) = 252, 2 of 2⁵.
    #[test]
    fn tests_of_difference_are_as_defined() {
        let near = |p: f64, expected: f64, within: f64| assert!((p - expected).abs() < within, "{p} {expected}");
        near(signed_rank_p(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0, 1e-12);
        near(signed_rank_p(&[-1.0, -2.0, -3.0, -4.0, -5.0]), 2.0 / 32.0, 1e-12);
        // Of the ranks 1 to 5 with 1 below 0: the sums 0 and 1, on either side.
        near(signed_rank_p(&[-1.0, 2.0, 3.0, 4.0, 5.0]), 4.0 / 32.0, 1e-12);
        near(signed_rank_p(&[1.0, -1.0, 2.0, -2.0]), 1.0, 1e-12);
        near(signed_rank_p(&[]), 1.0, 1e-12);
        near(signed_rank_p(&[0.0, 0.0]), 1.0, 1e-12);
        near(rank_sum_p(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]), 2.0 / 252.0, 0.006);
        near(rank_sum_p(&[1.0, 3.0, 5.0, 7.0], &[2.0, 4.0, 6.0, 8.0]), 0.685_714, 0.03);
        near(rank_sum_p(&[1.0; 5], &[1.0; 5]), 1.0, 1e-12);
        near(rank_sum_p(&[], &[1.0]), 1.0, 1e-12);
        let lopsided = |count: u32| -> Vec<f64> {
            (1..=count).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect()
        };
        // One more difference above 0 is a fifth of a standard deviation: from 0.036 to about 0.021.
        near(signed_rank_p(&lopsided(60)), 0.036, 0.001);
        near(signed_rank_p(&lopsided(61)), 0.022, 0.003);
    }

    /// Of many comparisons of like with like, 5 in 100 are below 0.05.
    #[test]
    fn tests_of_difference_keep_their_level() {
        let mut random = Random::new(5);
        let mut draw = || f64::from(random.below(1 << 20)).powi(2);
        let (mut ranked, mut signed) = (0, 0);
        for _ in 0..2000 {
            let (first, second): (Vec<f64>, Vec<f64>) = (0..20).map(|_| (draw(), draw())).unzip();
            ranked += u32::from(rank_sum_p(&first, &second) < 0.05);
            let differences: Vec<f64> = first.iter().zip(&second).map(|(a, b)| b - a).collect();
            signed += u32::from(signed_rank_p(&differences) < 0.05);
        }
        assert!((60..=140).contains(&ranked) && (60..=140).contains(&signed), "{ranked} {signed} of 2000");
    }

    #[test]
    fn families_are_corrected() {
        let mut family = [0.04, 0.01, 0.03];
        holm(&mut family);
        // 0.01 · 3, then 0.03 · 2, then 0.04 · 1 but not below the one before.
        let expected = [0.06, 0.03, 0.06];
        assert!(family.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-12), "{family:?}");
        holm(&mut []);
    }
}
