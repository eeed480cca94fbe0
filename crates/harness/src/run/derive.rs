//! What follows from the facts of a run: pure functions.

use super::{Cell, Item, Run, Solve, State, Stratum, Times};
use crate::statistics::{self, Interval, mad};
use crate::verify::Answer;

/// By what factor the costs of an engine grow from one distance to the next, fitted over the strata of one distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Growth {
    /// Of expanded states; `None` where there are fewer than three distances.
    pub(crate) expanded: Option<Interval>,
    /// Of time, by a warm engine.
    pub(crate) time: Option<Interval>,
}

/// Totals over the strata in which every right engine was measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Totals {
    /// The numbers of these strata.
    pub(crate) strata: Vec<usize>,
    /// Their boards.
    pub(crate) boards: usize,
    /// One for each engine.
    pub(crate) engines: Vec<Total>,
}

/// The totals of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Total {
    /// States expanded.
    pub(crate) expanded: u64,
    /// The sum of the medians times the boards, warm, in nanoseconds; `None` where the engine was not measured.
    pub(crate) time_ns: Option<f64>,
    /// The geometric mean over the strata of the time in proportion to the fastest engine's, warm; `None` where the engine was not measured.
    pub(crate) geometric_mean: Option<f64>,
}

impl Times {
    /// The median absolute deviation from the median.
    pub(crate) fn mad_ns(&self) -> f64 {
        mad(&self.samples_ns).unwrap_or(0.0)
    }

    /// The fastest sample.
    pub(crate) fn min_ns(&self) -> f64 {
        self.samples_ns.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

impl Stratum {
    /// What an engine did on each board.
    pub(crate) fn solves(&self, engine: usize) -> impl Iterator<Item = &Solve> {
        self.boards.iter().map(move |item| &item.solves[engine])
    }

    /// The boards that an engine answered within its budget.
    pub(crate) fn answered(&self, engine: usize) -> usize {
        self.solves(engine).filter(|solve| solve.answer != Answer::OutOfBudget).count()
    }

    /// The states that an engine expanded on all boards.
    pub(crate) fn expanded(&self, engine: usize) -> u64 {
        self.solves(engine).fold(0, |sum, solve| sum.saturating_add(solve.stats.expanded))
    }

    /// The states that an engine expanded on a board, on average; `None` where it was wrong or gave a board up.
    pub(crate) fn mean_expanded(&self, engine: usize) -> Option<f64> {
        let whole = matches!(self.cells[engine].state, State::Measured | State::Untimed);
        whole.then(|| self.expanded(engine) as f64 / self.boards.len() as f64)
    }

    /// The median time of a board, warm.
    pub(crate) fn warm_ns(&self, engine: usize) -> Option<f64> {
        self.cells[engine].warm.as_ref().map(|times| times.median.value)
    }
}

impl Run {
    /// All boards.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.strata.iter().flat_map(|stratum| &stratum.boards)
    }

    /// How many boards there are.
    pub(crate) fn board_count(&self) -> usize {
        self.strata.iter().map(|stratum| stratum.boards.len()).sum()
    }

    /// All cells, each with its stratum and the number of its engine.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&Stratum, usize, &Cell)> {
        self.strata
            .iter()
            .flat_map(|stratum| (0..).zip(&stratum.cells).map(move |(engine, cell)| (stratum, engine, cell)))
    }

    /// Whether anything was timed.
    pub(crate) fn is_timed(&self) -> bool {
        self.cells().any(|(_, _, cell)| cell.warm.is_some() || cell.cold.is_some())
    }

    /// Whether an engine or a corpus is wrong.
    pub(crate) fn is_wrong(&self) -> bool {
        !self.corpus_faults.is_empty() || self.engines.iter().any(|engine| engine.fault.is_some())
    }

    /// How the costs of an engine grow, over the strata of one distance in which it was neither wrong nor given up.
    pub(crate) fn growth(&self, engine: usize) -> Growth {
        let fit = |cost: fn(&Stratum, usize) -> Option<f64>| {
            let points: Vec<_> = self
                .strata
                .iter()
                .filter_map(|stratum| Some((f64::from(stratum.distance?), cost(stratum, engine)?)))
                .collect();
            statistics::growth(&points)
        };
        Growth { expanded: fit(Stratum::mean_expanded), time: fit(Stratum::warm_ns) }
    }

    /// The totals over the strata in which every right engine was measured.
    pub(crate) fn totals(&self) -> Totals {
        let right: Vec<usize> =
            (0..self.engines.len()).filter(|&engine| self.engines[engine].fault.is_none()).collect();
        let all =
            |stratum: &Stratum| !right.is_empty() && right.iter().all(|&engine| stratum.warm_ns(engine).is_some());
        let strata: Vec<usize> = (0..self.strata.len()).filter(|&index| all(&self.strata[index])).collect();
        let common: Vec<&Stratum> = strata.iter().map(|&index| &self.strata[index]).collect();
        let fastest = |stratum: &Stratum| {
            right.iter().filter_map(|&engine| stratum.warm_ns(engine)).fold(f64::INFINITY, f64::min)
        };
        let total = |engine: usize| {
            let measured = right.contains(&engine) && !common.is_empty();
            let sum = |of: &dyn Fn(&Stratum) -> Option<f64>| {
                common.iter().map(|stratum| of(stratum)).sum::<Option<f64>>().filter(|_| measured)
            };
            let logarithms = sum(&|stratum| Some((stratum.warm_ns(engine)? / fastest(stratum)).ln()));
            Total {
                expanded: common.iter().fold(0, |sum, stratum| sum.saturating_add(stratum.expanded(engine))),
                time_ns: sum(&|stratum| Some(stratum.warm_ns(engine)? * stratum.boards.len() as f64)),
                geometric_mean: logarithms.map(|sum| (sum / common.len() as f64).exp()),
            }
        };
        Totals {
            boards: common.iter().map(|stratum| stratum.boards.len()).sum(),
            engines: (0..self.engines.len()).map(total).collect(),
            strata,
        }
    }
}
