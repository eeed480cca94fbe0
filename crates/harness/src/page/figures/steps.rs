//! How many boards, or samples, are no slower than a time.

use super::{Figure, Menu, View, is_plain, option};
use crate::page::chart::{Chart, WIDE};
use crate::page::scale::Axis;
use crate::run::{Run, Stratum};
use crate::view::Table;
use crate::view::metrics::Unit;
use crate::view::table::Field;
use crate::view::words;

/// The most steps of a curve: of more, evenly spaced ones are shown.
const MOST_STEPS: usize = 200;

/// The ranks, from 0, of those that are shown of so many: evenly spaced, the first and the last among them.
fn ranks(count: usize) -> impl Iterator<Item = usize> {
    let kept = count.min(MOST_STEPS);
    (0..kept).map(move |index| if kept < 2 { 0 } else { index * (count - 1) / (kept - 1) })
}

/// Times in their order.
fn sorted(times: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times
}

/// A chart of the sorted times of each engine, with a table of them. `whole` is what the height of a rank is a part of, 1 where it is a count.
fn steps(run: &Run, id: &str, title: &str, unit: &str, axes: (&str, Axis), sets: &[Vec<f64>], is_part: bool) -> View {
    let (name, y) = axes;
    let x = Axis::logarithmic(name, Unit::Time, sets.iter().flatten().copied(), WIDE.left + 6.0, WIDE.right - 6.0);
    let mut chart = Chart::new(id, title, &WIDE, x, y);
    for (index, (engine, times)) in run.engines.iter().zip(sets).enumerate() {
        let whole = if is_part { times.len() as f64 } else { 1.0 };
        let steps: Vec<_> = ranks(times.len()).map(|rank| (times[rank], (rank + 1) as f64 / whole)).collect();
        chart = chart.steps(&engine.name, index, &steps);
    }
    let names = run.engines.iter().map(|engine| engine.name.as_str());
    let mut table = Table::new(title, 1, [unit].into_iter().chain(names));
    for rank in ranks(sets.iter().map(Vec::len).max().unwrap_or(0)) {
        let times = sets.iter().map(|times| Field::figure(times.get(rank).copied(), words::time));
        table.push([Field::from((rank + 1).to_string())].into_iter().chain(times));
    }
    View { key: String::new(), chart: chart.named(), table: Some(table) }
}

/// How many boards are solved within a time.
pub(in crate::page) fn cactus(run: &Run) -> Figure {
    let title = "Boards solved within a time";
    let sentence = "How many boards each engine answers if each board is allowed no more than the time below (a cactus plot). Farther left is faster, higher is \
                    more answered.";
    let times = |engine: usize| sorted(run.items().filter_map(|item| item.solves[engine].time_ns));
    let sets: Vec<_> = (0..run.engines.len()).map(times).collect();
    let y = Axis::counts("boards solved", run.board_count(), WIDE.bottom, WIDE.top + 6.0);
    let view = steps(run, "cactus", title, "boards", ("time allowed per board", y), &sets, false);
    Figure { id: "cactus", title, sentence: sentence.into(), menus: Vec::new(), views: vec![view] }
}

/// How times are distributed on a stratum, by board and by sample; nothing where nothing was timed.
pub(in crate::page) fn distribution(run: &Run) -> Option<Figure> {
    let sentence = "The part of the boards of one distance that an engine answers within a time (an ECDF), or the part of the samples of the measurement that \
                    were no slower. Steep is predictable; a long way to the right is a few boards that cost much.";
    let timed: Vec<_> = run
        .strata
        .iter()
        .enumerate()
        .filter(|(_, stratum)| stratum.cells.iter().any(|cell| cell.warm.is_some()))
        .collect();
    // The farthest is the first to be shown: it has the most to tell.
    let (chosen, _) = timed.iter().max_by_key(|(_, stratum)| stratum.distance.filter(|_| is_plain(stratum)))?;
    let options = timed.iter().map(|(index, stratum)| (*index, option(stratum))).collect();
    let kinds = [(0, "boards".into()), (1, "samples".into())];
    Some(Figure {
        id: "distribution",
        title: "Distribution of time at a distance",
        sentence: sentence.into(),
        menus: vec![
            Menu { label: "Distance", options, chosen: *chosen },
            Menu { label: "Of", options: kinds.into(), chosen: 0 },
        ],
        views: timed
            .iter()
            .flat_map(|&(index, stratum)| [of_boards(run, index, stratum), of_samples(run, index, stratum)])
            .collect(),
    })
}

/// How the times of a stratum's boards are distributed.
fn of_boards(run: &Run, index: usize, stratum: &Stratum) -> View {
    let times = |engine| sorted(stratum.solves(engine).filter_map(|solve| solve.time_ns));
    let sets: Vec<_> = (0..run.engines.len()).map(times).collect();
    let title = format!("Distance {}: times of its boards alone", stratum.name);
    let axes = ("time of a board", Axis::parts("part of the boards", WIDE.bottom, WIDE.top + 6.0));
    let view = steps(run, &format!("boards-{index}"), &title, "board", axes, &sets, true);
    View { key: format!("{index}/0"), ..view }
}

/// How the samples of a stratum are distributed.
fn of_samples(run: &Run, index: usize, stratum: &Stratum) -> View {
    let samples = |engine: usize| stratum.cells[engine].warm.iter().flat_map(|times| times.samples_ns.iter().copied());
    let sets: Vec<_> = (0..run.engines.len()).map(|engine| sorted(samples(engine))).collect();
    let title = format!("Distance {}: times per board of each sample", stratum.name);
    let axes = ("time per board of a sample", Axis::parts("part of the samples", WIDE.bottom, WIDE.top + 6.0));
    let view = steps(run, &format!("samples-{index}"), &title, "sample", axes, &sets, true);
    View { key: format!("{index}/1"), ..view }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    #[test]
    fn some_ranks_are_kept_and_the_ends_among_them() {
        let kept: Vec<_> = ranks(100_000).collect();
        assert_eq!((kept.len(), kept[0], kept[MOST_STEPS - 1]), (MOST_STEPS, 0, 99_999));
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(ranks(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((ranks(1).count(), ranks(0).count()), (1, 0));
    }

    #[test]
    fn the_farthest_distance_is_shown_first() {
        let figure = distribution(&example()).unwrap();
        assert_eq!(figure.views.iter().map(|view| view.key.as_str()).collect::<Vec<_>>(), ["0/0", "0/1", "1/0", "1/1"]);
        let shown: Vec<_> =
            figure.views.iter().filter(|view| figure.shows(view)).map(|view| view.key.as_str()).collect();
        assert_eq!(shown, ["1/0"]);
        let mut run = mishaps();
        run.strata.remove(0);
        assert!(distribution(&run).is_none());
    }
}
