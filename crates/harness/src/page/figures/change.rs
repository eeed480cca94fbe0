//! How times change from run to run.

use super::{Figure, Menu, View, lines};
use crate::compare::same_stratum;
use crate::page::chart::{Chart, Point};
use crate::run::{Run, Stratum};
use crate::view::Table;
use crate::view::metrics::{Metric, WARM};
use crate::view::table::{Field, NONE};

const TITLE: &str = "Change over the runs";

/// The figure; nothing where there is a single run.
pub(in crate::page) fn change(runs: &[&Run]) -> Option<Figure> {
    let names = distinct(runs.iter().flat_map(|run| &run.engines).map(|engine| engine.name.as_str()));
    let strata = distinct(runs.iter().flat_map(|run| &run.strata).map(|stratum| stratum.name.as_str()));
    let measured = |stratum: &str| {
        let cells = runs.iter().filter_map(|run| named(run, stratum)).flat_map(|stratum| &stratum.cells);
        cells.filter(|cell| cell.warm.is_some()).count()
    };
    // The last of those that tell the most.
    let chosen = (0..strata.len()).filter(|_| runs.len() > 1).max_by_key(|&index| measured(strata[index]))?;
    let sentence = "Median time per board of each engine in each run, in the order in which the runs were given, with 95 % intervals. Where two intervals lie apart \
                    the change is more than chance, where both are of one machine. No line joins runs that had other boards, limits or budgets.";
    let options = strata.iter().map(ToString::to_string).enumerate().collect();
    let view = |(index, stratum): (usize, &&str)| View {
        key: index.to_string(),
        chart: chart(runs, &names, &format!("change-{index}"), stratum),
        table: Some(table(runs, &names, stratum)),
    };
    Some(Figure {
        id: "change",
        title: TITLE,
        sentence: sentence.into(),
        menus: vec![Menu { label: "Distance", options, chosen }],
        views: strata.iter().enumerate().map(view).collect(),
    })
}

/// Names, each once.
fn distinct<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn named<'a>(run: &'a Run, stratum: &str) -> Option<&'a Stratum> {
    run.strata.iter().find(|found| found.name == stratum)
}

/// A stratum of a run, and the number of an engine.
fn cell<'a>(run: &'a Run, stratum: &str, engine: &str) -> Option<(&'a Stratum, usize)> {
    Some((named(run, stratum)?, run.engines.iter().position(|found| found.name == engine)?))
}

/// The times of all engines on a stratum.
fn chart(runs: &[&Run], names: &[&str], id: &str, stratum: &str) -> Chart {
    let series: Vec<_> = names.iter().map(|name| (*name, points(runs, stratum, name), None)).collect();
    let ticks: Vec<_> = (0..runs.len()).map(|index| (index as f64, format!("run {}", index + 1))).collect();
    lines(id, &format!("{TITLE}, distance {stratum}"), &WARM, ("run", &ticks), &series)
}

/// The times of an engine on a stratum; a line joins what can be compared.
fn points(runs: &[&Run], stratum: &str, name: &str) -> Vec<Point> {
    let median = |run: &Run| cell(run, stratum, name).and_then(|(stratum, engine)| (WARM.interval)(stratum, engine));
    let mut points = Vec::new();
    for (place, run) in runs.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| runs[before]);
        let joined = before.is_some_and(|before| median(before).is_some() && same_stratum(before, run, stratum));
        let point = |median: crate::statistics::Interval| Point {
            x: place as f64,
            y: median.value,
            band: Some((median.low, median.high)),
            joined,
        };
        points.extend(median(run).map(point));
    }
    points
}

/// The same as numbers.
fn table(runs: &[&Run], names: &[&str], stratum: &str) -> Table {
    let title = format!("Distance {stratum}: {}, with its 95 % interval", WARM.title);
    let mut table = Table::new(title, 1, ["run"].iter().chain(names).copied());
    for (place, run) in runs.iter().enumerate() {
        let field = |name: &&str| match cell(run, stratum, name) {
            Some((stratum, engine)) => Metric::field_with_interval(&WARM, stratum, engine),
            None => NONE.into(),
        };
        table.push([Field::from(format!("run {}", place + 1))].into_iter().chain(names.iter().map(field)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    #[test]
    fn lines_join_runs_of_the_same_boards() {
        let mut other = example();
        other.strata[1].boards.pop();
        let runs = [&example(), &example(), &other, &mishaps()];
        let joined = |name| points(&runs, "7", name).iter().map(|point| point.joined).collect::<Vec<_>>();
        assert_eq!(joined("idastar"), [false, true, false]);
        let figure = change(&runs).unwrap();
        let texts: Vec<_> =
            figure.views[1].table.as_ref().unwrap().rows.iter().map(|row| row[2].text.as_str()).collect();
        assert_eq!(texts[2..], ["400 ns [200 ns – 600 ns]", "wrong"]);
        assert!(change(&runs[..1]).is_none());
    }
}
