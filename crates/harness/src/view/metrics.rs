//! What is shown of an engine on a stratum: one list, for every reader.

use super::table::{Field, Table};
use super::words;
use crate::run::{Run, State, Stratum, Times};
use crate::statistics::Interval;
use chivalry_engine::Stats;

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Nanoseconds.
    Time,
    /// States, or boards.
    Count,
    /// Bytes.
    Bytes,
    /// A part of one.
    Percent,
}

impl Unit {
    /// A figure as it is shown.
    pub(crate) fn show(self, value: f64) -> String {
        match self {
            Self::Time => words::time(value),
            Self::Count => words::count(value),
            Self::Bytes => words::bytes(value),
            Self::Percent => words::percent(value),
        }
    }
}

/// How the figures of several strata become one.
#[derive(Clone, Copy, Debug)]
enum Together {
    /// The mean over their boards.
    Mean,
    /// The mean over their expanded states.
    PerState,
    /// The greatest.
    Most,
    /// Not at all.
    Never,
}

/// A figure that each engine has on each stratum.
pub(crate) struct Metric {
    /// What it is.
    pub(crate) title: &'static str,
    /// What it counts.
    pub(crate) unit: Unit,
    /// Its value on a stratum for the engine of this number; `None` where an answer is wrong, a board was given up, or nothing was measured.
    pub(crate) value: fn(&Stratum, usize) -> Option<f64>,
    /// The interval around it, where it is no exact count.
    pub(crate) interval: fn(&Stratum, usize) -> Option<Interval>,
    together: Together,
    /// Whether it is shown only to those who want all.
    pub(crate) verbose: bool,
}

/// A metric without intervals.
const fn metric(
    title: &'static str,
    unit: Unit,
    together: Together,
    value: fn(&Stratum, usize) -> Option<f64>,
) -> Metric {
    Metric { title, unit, value, interval: |_, _| None, together, verbose: false }
}

/// The same, for those who want all.
const fn more(
    title: &'static str,
    unit: Unit,
    together: Together,
    value: fn(&Stratum, usize) -> Option<f64>,
) -> Metric {
    Metric { verbose: true, ..metric(title, unit, together, value) }
}

/// Time by a warm engine.
pub(crate) const WARM: Metric = Metric {
    interval: |stratum, engine| Some(stratum.cells[engine].warm.as_ref()?.median),
    ..metric("Time per board, warm (median)", Unit::Time, Together::Mean, Stratum::warm_ns)
};

/// States expanded.
pub(crate) const EXPANDED: Metric =
    metric("States expanded per board", Unit::Count, Together::Mean, Stratum::mean_expanded);

/// Heap.
pub(crate) const HEAP: Metric = metric("Heap, at its peak", Unit::Bytes, Together::Most, |stratum, engine| {
    // What giving up saved is no figure.
    let peak = stratum.cells[engine].peak_heap.filter(|_| is_whole(stratum, engine))?;
    Some(peak as f64)
});

/// All metrics, in the order in which they are shown.
pub(crate) const ALL: [Metric; 12] = [
    WARM,
    Metric {
        interval: |stratum, engine| Some(stratum.cells[engine].cold.as_ref()?.median),
        ..metric(
            "Time per board, cold: a new engine for each (median)",
            Unit::Time,
            Together::Mean,
            |stratum, engine| Some(stratum.cells[engine].cold.as_ref()?.median.value),
        )
    },
    EXPANDED,
    metric("Time per state expanded, warm", Unit::Time, Together::PerState, |stratum, engine| {
        let expanded = stratum.mean_expanded(engine).filter(|&expanded| expanded > 0.0)?;
        Some(stratum.warm_ns(engine)? / expanded)
    }),
    HEAP,
    more("Fastest sample, per board, warm", Unit::Time, Together::Mean, |stratum, engine| {
        warm(stratum, engine, Times::min_ns)
    }),
    more(
        "Half the 95 % interval of the median, warm, in % of it",
        Unit::Percent,
        Together::Never,
        |stratum, engine| warm(stratum, engine, |times| times.median.half_width()),
    ),
    more(
        "Median distance from the median (MAD), warm, in % of it",
        Unit::Percent,
        Together::Never,
        |stratum, engine| warm(stratum, engine, |times| times.mad_ns() / times.median.value),
    ),
    more("States generated per board", Unit::Count, Together::Mean, |stratum, engine| {
        mean(stratum, engine, |stats| stats.generated)
    }),
    more("Duplicates per board", Unit::Count, Together::Mean, |stratum, engine| {
        mean(stratum, engine, |stats| stats.duplicates)
    }),
    more("States stored at the peak, per board", Unit::Count, Together::Mean, |stratum, engine| {
        mean(stratum, engine, |stats| stats.peak_stored)
    }),
    more("Iterations or levels per board", Unit::Count, Together::Mean, |stratum, engine| {
        mean(stratum, engine, |stats| stats.rounds)
    }),
];

/// Whether an engine answered all boards, and none wrong.
fn is_whole(stratum: &Stratum, engine: usize) -> bool {
    matches!(stratum.cells[engine].state, State::Measured | State::Untimed)
}

fn warm(stratum: &Stratum, engine: usize, of: fn(&Times) -> f64) -> Option<f64> {
    stratum.cells[engine].warm.as_ref().map(of)
}

fn mean(stratum: &Stratum, engine: usize, of: fn(&Stats) -> u64) -> Option<f64> {
    let sum: f64 = stratum.solves(engine).map(|solve| of(&solve.stats) as f64).sum();
    is_whole(stratum, engine).then(|| sum / stratum.boards.len() as f64)
}

impl Metric {
    /// What stands in the cell of an engine: the figure, or why there is none.
    pub(crate) fn field(&self, stratum: &Stratum, engine: usize) -> Field {
        self.of(stratum, engine, (self.value)(stratum, engine))
    }

    /// The same for a value of more than this stratum.
    fn of(&self, stratum: &Stratum, engine: usize, value: Option<f64>) -> Field {
        match stratum.cells[engine].state {
            State::Wrong => "wrong".into(),
            State::OutOfBudget if value.is_none() => {
                format!("out {}/{}", stratum.answered(engine), stratum.boards.len()).into()
            }
            _ => Field::figure(value, |value| self.unit.show(value)),
        }
    }

    /// [`Metric::field`] with the interval, where there is one.
    pub(crate) fn field_with_interval(&self, stratum: &Stratum, engine: usize) -> Field {
        let mut field = self.field(stratum, engine);
        if let Some(interval) = (self.interval)(stratum, engine) {
            field.text = words::interval(interval, |value| self.unit.show(value));
        }
        field
    }

    /// A table with a row for each stratum, and one for all that every right engine was measured on.
    pub(crate) fn table(&self, run: &Run, field: fn(&Self, &Stratum, usize) -> Field) -> Table {
        let engines = 0..run.engines.len();
        let names = run.engines.iter().map(|engine| engine.name.as_str());
        let mut table = Table::new(self.title, 2, ["distance", "boards"].into_iter().chain(names));
        let labels = |name: &str, boards: usize| [name.into(), words::grouped(boards as u64).into()].into_iter();
        for stratum in &run.strata {
            let fields = engines.clone().map(|engine| field(self, stratum, engine));
            table.push(labels(&stratum.name, stratum.boards.len()).chain(fields));
        }
        let totals = run.totals();
        let common: Vec<_> = totals.strata.iter().map(|&index| &run.strata[index]).collect();
        if common.len() > 1 && !matches!(self.together, Together::Never) {
            let fields = engines.map(|engine| self.of(common[0], engine, self.together(&common, engine)));
            table.push(labels("all", totals.boards).chain(fields));
        }
        table
    }

    /// The figure of an engine over several strata; `None` where it lacks one of them.
    pub(crate) fn together(&self, strata: &[&Stratum], engine: usize) -> Option<f64> {
        let mean = |weight: &dyn Fn(&Stratum) -> f64| {
            // Nothing expanded has no time for each, and no weight.
            let weighed = strata.iter().map(|stratum| (stratum, weight(stratum))).filter(|(_, weight)| *weight > 0.0);
            let sum: f64 = weighed
                .clone()
                .map(|(stratum, weight)| Some((self.value)(stratum, engine)? * weight))
                .sum::<Option<_>>()?;
            Some(sum / weighed.map(|(_, weight)| weight).sum::<f64>()).filter(|mean| mean.is_finite())
        };
        match self.together {
            Together::Mean => mean(&|stratum| stratum.boards.len() as f64),
            Together::PerState => mean(&|stratum| stratum.expanded(engine) as f64),
            Together::Most => strata.iter().filter_map(|stratum| (self.value)(stratum, engine)).max_by(f64::total_cmp),
            Together::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.iter().map(|field| field.text.as_str()).collect()).collect()
    }

    fn table(run: &Run, title: &str) -> Table {
        ALL.iter().find(|metric| metric.title.contains(title)).unwrap().table(run, Metric::field)
    }

    #[test]
    fn strata_are_rows_and_become_one_in_the_last() {
        let run = example();
        let time = table(&run, "Time per board, warm");
        assert_eq!(time.head, ["distance", "boards", "idastar", "table"]);
        assert_eq!(
            texts(&time),
            [["0", "1", "40.0 ns", "20.0 ns"], ["7", "2", "200 ns", "400 ns"], ["all", "3", "147 ns", "273 ns"]]
        );
        assert!(time.rows[0][3].is_best && time.rows[1][2].is_best && !time.rows[1][3].is_best);
        // Of the boards that expand anything: 200 ns a board, 21 states on each.
        let per_state = table(&run, "Time per state");
        let expected = [["0", "1", "-", "-"], ["7", "2", "9.52 ns", "19.0 ns"], ["all", "3", "9.52 ns", "19.0 ns"]];
        assert_eq!(texts(&per_state), expected);
        assert_eq!(texts(&table(&run, "Heap"))[2], ["all", "3", "4.00 KiB", "4.00 KiB"]);
        assert_eq!(texts(&table(&run, "MAD")).len(), 2);
        let with_intervals = WARM.table(&run, Metric::field_with_interval);
        assert_eq!(with_intervals.rows[0][2].text, "40.0 ns [20.0 ns – 60.0 ns]");
    }

    /// A cell that ran out of its budget, or whose engine was wrong, shows no figure at all, though some were counted.
    #[test]
    fn a_cell_says_the_same_in_every_table() {
        let run = mishaps();
        assert!(run.strata[1].cells.iter().all(|cell| cell.peak_heap.is_some()));
        for metric in &ALL {
            let rows = metric.table(&run, Metric::field);
            assert_eq!(texts(&rows)[1], ["7", "2", "out 1/2", "wrong"], "{}", metric.title);
            assert_eq!((metric.value)(&run.strata[1], 0), None, "{}", metric.title);
        }
    }
}
