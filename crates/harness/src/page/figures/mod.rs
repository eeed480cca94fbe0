//! The figures of a run: each a chart, a sentence that says what it shows, and a folded table of the same numbers.

mod change;
pub(super) mod scatter;
mod steps;

pub(super) use change::change;
pub(super) use steps::{cactus, distribution};

use super::chart::{Chart, Point, WIDE};
use super::scale::{Axis, drawable};
use crate::run::{Run, Stratum};
use crate::view::Table;
use crate::view::metrics::{self, Metric};
use crate::view::words;

/// A figure.
pub(super) struct Figure {
    /// Unique on the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What it shows.
    pub(super) sentence: String,
    /// What is chosen from.
    pub(super) menus: Vec<Menu>,
    /// One for each choice.
    pub(super) views: Vec<View>,
}

/// A choice of one among several, by number.
pub(super) struct Menu {
    pub(super) label: &'static str,
    pub(super) options: Vec<(usize, String)>,
    pub(super) chosen: usize,
}

/// A chart with its table.
pub(super) struct View {
    /// The choices that lead here, with `/` between.
    pub(super) key: String,
    pub(super) chart: Chart,
    pub(super) table: Option<Table>,
}

impl Figure {
    /// A figure without a choice.
    fn single(id: &'static str, title: &'static str, sentence: String, chart: Chart, table: Option<Table>) -> Self {
        Self { id, title, sentence, menus: Vec::new(), views: vec![View { key: String::new(), chart, table }] }
    }

    /// Whether a view is seen at first: that of the choices at first, or the only one.
    pub(super) fn shows(&self, view: &View) -> bool {
        let chosen: Vec<_> = self.menus.iter().map(|menu| menu.chosen.to_string()).collect();
        self.views.len() == 1 || view.key == chosen.join("/")
    }
}

/// What marks that are not there mean.
const NO_MARK: &str = "Where an engine gave up, was wrong or was not timed it has no mark; the table says which.";

/// Time, expanded states and heap against distance.
pub(super) fn by_distance(run: &Run) -> [Figure; 3] {
    let time = format!(
        "Median time per board with warm buffers, by distance from the goal; the band is the 95 % interval of the median. Lower is faster, and each line \
         up is ten times slower. {NO_MARK}"
    );
    let expanded = format!(
        "States expanded per board, by distance: exact counts, the same on every machine. A count of 0 lies below the scale and has no mark.{}",
        growth(run)
    );
    let heap = format!(
        "The most heap that a new engine held while it solved the boards of a distance one after the other. What was made beforehand, like a table, is \
         not in it. {NO_MARK}"
    );
    let fits = (0..run.engines.len()).map(|engine| fit(run, engine)).collect();
    let none = || vec![None; run.engines.len()];
    [
        over_strata(run, "time", &metrics::WARM, time, none()),
        over_strata(run, "expanded", &metrics::EXPANDED, expanded, fits),
        over_strata(run, "heap", &metrics::HEAP, heap, none()),
    ]
}

/// How the engines' counts grow, in a sentence.
fn growth(run: &Run) -> String {
    let grown = run.engines.iter().enumerate();
    let grown =
        grown.filter_map(|(index, engine)| Some(format!("{} ×{:.2}", engine.name, run.growth(index).expanded?.value)));
    let grown: Vec<_> = grown.collect();
    if grown.is_empty() {
        return String::new();
    }
    format!(
        " The thin lines are the fitted growth, by what factor the count grows with each move: {}.",
        grown.join(", ")
    )
}

/// A straight line from point to point, if there is one.
type Fit = Option<[(f64, f64); 2]>;

/// A metric over the strata, with a fitted line for each engine.
fn over_strata(run: &Run, id: &'static str, metric: &Metric, sentence: String, fits: Vec<Fit>) -> Figure {
    let places = places(run);
    let ticks: Vec<_> = run.strata.iter().zip(&places).map(|(stratum, &x)| (x, stratum.name.clone())).collect();
    let series = run.engines.iter().zip(fits).enumerate();
    let series = series.map(|(index, (engine, fit))| (engine.name.as_str(), points(run, metric, index, &places), fit));
    let chart = lines(id, metric.title, metric, ("distance, moves", &ticks), &series.collect::<Vec<_>>());
    Figure::single(id, metric.title, sentence, chart, Some(metric.table(run, Metric::field_with_interval)))
}

/// A chart of a metric: the name and the labels of its horizontal axis, and for each series its name, its points and its fitted line.
fn lines(
    id: &str,
    title: &str,
    metric: &Metric,
    below: (&str, &[(f64, String)]),
    series: &[(&str, Vec<Point>, Fit)],
) -> Chart {
    let points = series.iter().flat_map(|(_, points, _)| points);
    let heights =
        points.flat_map(|point| [Some(point.y), point.band.map(|band| band.0), point.band.map(|band| band.1)]);
    let x = Axis::even(below.0, below.1, WIDE.left + 14.0, WIDE.right - 14.0);
    let y = Axis::logarithmic(metric.title, metric.unit, heights.flatten(), WIDE.bottom, WIDE.top);
    let mut chart = Chart::new(id, title, &WIDE, x, y);
    for (index, (name, points, fit)) in series.iter().enumerate() {
        chart = chart.line(name, index, points, *fit);
    }
    chart.named()
}

/// The points of an engine.
fn points(run: &Run, metric: &Metric, engine: usize, places: &[f64]) -> Vec<Point> {
    let mut points = Vec::new();
    let mut before = false;
    for (stratum, &x) in run.strata.iter().zip(places) {
        let found = (metric.value)(stratum, engine).filter(|&y| drawable(y));
        let band = (metric.interval)(stratum, engine).map(|interval| (interval.low, interval.high));
        points.extend(found.map(|y| Point { x, y, band, joined: before && is_plain(stratum) }));
        before = found.is_some() && is_plain(stratum);
    }
    points
}

/// The strata in the order of the horizontal axis: those of one distance at their distance, the others behind the farthest.
fn places(run: &Run) -> Vec<f64> {
    let farthest = run.strata.iter().filter_map(|stratum| stratum.distance).max().map_or(0.0, f64::from);
    // Two apart, so that their names have room.
    let mut next = farthest;
    let place = |stratum: &Stratum| match stratum.distance {
        Some(distance) if is_plain(stratum) => f64::from(distance),
        _ => {
            next += 2.0;
            next
        }
    };
    run.strata.iter().map(place).collect()
}

/// Whether a stratum is a step of the way from near to far, and no set of its own.
fn is_plain(stratum: &Stratum) -> bool {
    stratum.distance.is_some_and(|distance| stratum.name == distance.to_string())
}

/// The fitted growth as a line: the factor through the middle of the points.
fn fit(run: &Run, engine: usize) -> Fit {
    let factor = run.growth(engine).expanded?.value;
    let strata = run.strata.iter().filter(|stratum| is_plain(stratum));
    let points: Vec<_> = strata
        .filter_map(|stratum| {
            let mean = stratum.mean_expanded(engine).filter(|&mean| drawable(mean))?;
            Some((f64::from(stratum.distance?), mean))
        })
        .collect();
    let (first, last) = (points.first()?, points.last()?);
    let count = points.len() as f64;
    let x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let y = points.iter().map(|point| point.1.ln()).sum::<f64>() / count;
    Some([first, last].map(|point| (point.0, (y + factor.ln() * (point.0 - x)).exp())))
}

/// The strata of a menu, in words.
fn option(stratum: &Stratum) -> String {
    format!("{} ({})", stratum.name, words::boards(stratum.boards.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    #[test]
    fn what_has_no_figure_has_no_mark() {
        let places = [0.0, 7.0];
        assert_eq!(points(&example(), &metrics::WARM, 0, &places).len(), 2);
        for metric in [&metrics::WARM, &metrics::HEAP] {
            assert_eq!(points(&mishaps(), metric, 0, &places).len(), 1, "{}", metric.title);
            assert_eq!(points(&mishaps(), metric, 1, &places).len(), 0, "{}", metric.title);
        }
        // Nothing expanded is below the scale.
        assert_eq!(points(&example(), &metrics::EXPANDED, 0, &places).len(), 1);
    }

    #[test]
    fn sets_of_their_own_stand_behind_the_farthest_distance_and_are_not_joined() {
        let mut run = example();
        let mut far = run.strata[1].clone();
        (far.name, far.distance) = ("deep".into(), None);
        run.strata.push(far);
        assert_eq!(places(&run), [0.0, 7.0, 9.0]);
        let joined: Vec<_> = points(&run, &metrics::WARM, 0, &places(&run)).iter().map(|point| point.joined).collect();
        assert_eq!(joined, [false, true, false]);
    }
}
