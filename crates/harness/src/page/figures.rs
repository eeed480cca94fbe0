//! The figures of a benchmark: each a chart, a sentence that says what it shows, and a folded table of the same numbers.

use super::chart::{Bars, Head, Lines, Point, Scatter, Series, Steps, Unit, drawable, scatter_axis};
use super::markup::clean;
use super::{Run, boards::Selection};
use crate::compare::same_stratum;
use crate::run::wire::{Cell, Record, Stratum};
use crate::view::table::{self, grouped};
use chivalry_table::Table as Distances;

/// The most steps of a curve: of more, evenly spaced ones are shown.
const MOST_STEPS: usize = 200;

/// A figure.
#[derive(Default)]
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

/// A choice.
pub(super) struct Menu {
    pub(super) label: &'static str,
    pub(super) options: Vec<Choice>,
}

/// One of a menu.
pub(super) struct Choice {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) chosen: bool,
}

/// A chart with its table.
#[derive(Default)]
pub(super) struct View {
    /// The keys of the choices that lead here, with `/` between.
    pub(super) key: String,
    pub(super) svg: String,
    pub(super) table: Grid,
    pub(super) shown: bool,
}

/// A table.
#[derive(Default)]
pub(super) struct Grid {
    /// What it has.
    pub(super) caption: String,
    /// The names of its columns.
    pub(super) head: Vec<String>,
    /// Its rows, the first cell naming the row.
    pub(super) rows: Vec<Vec<String>>,
}

impl Figure {
    fn single(id: &'static str, title: &'static str, sentence: String, svg: String, table: Grid) -> Self {
        Self {
            id,
            title,
            sentence,
            menus: Vec::new(),
            views: vec![View { key: String::new(), svg, table, shown: true }],
        }
    }
}

/// A figure of a cell in words: the figure, or why there is none.
pub(super) fn cell_text(cell: &Cell, boards: usize, value: Option<f64>, unit: Unit) -> String {
    match (cell.state.as_str(), value) {
        ("wrong", _) => "wrong".into(),
        ("out-of-budget", None) => format!("out {}/{boards}", cell.answered),
        (_, Some(value)) => unit.show(value),
        ("measured", None) => "–".into(),
        (state, None) => clean(state),
    }
}

/// The strata in the order of the horizontal axis: those of one distance at their distance, the others behind the farthest.
fn places(record: &Record) -> Vec<f64> {
    let farthest = record.strata.iter().filter_map(|stratum| stratum.distance).max().map_or(0.0, f64::from);
    // Two apart, so that their names have room.
    let mut next = farthest;
    let place = |stratum: &Stratum| match stratum.distance {
        Some(distance) if is_plain(stratum) => f64::from(distance),
        _ => {
            next += 2.0;
            next
        }
    };
    record.strata.iter().map(place).collect()
}

/// Whether a stratum is a step of the way from near to far, and no set of its own.
fn is_plain(stratum: &Stratum) -> bool {
    stratum.distance.is_some_and(|distance| stratum.name == distance.to_string())
}

/// What a chart over the strata is made from: the value of an engine on a stratum with its interval.
type Value<'a> = &'a dyn Fn(usize, usize) -> Option<(f64, Option<(f64, f64)>)>;

/// A chart over the strata.
fn over_strata(
    record: &Record,
    head: Head<'_>,
    unit: Unit,
    value: Value<'_>,
    fits: Vec<(usize, [(f64, f64); 2])>,
) -> String {
    let places = places(record);
    let ticks = record.strata.iter().zip(&places).map(|(stratum, &x)| (x, stratum.name.clone())).collect();
    let series = record.engines.iter().enumerate().map(|(engine, entry)| {
        let mut points = Vec::new();
        let mut before = false;
        for (stratum, &x) in places.iter().enumerate() {
            let found = value(stratum, engine).filter(|(y, _)| drawable(*y));
            let plain = is_plain(&record.strata[stratum]);
            if let Some((y, band)) = found {
                points.push(Point { x, y, band, joined: before && plain });
            }
            before = found.is_some() && plain;
        }
        Series { name: &entry.name, style: engine, points }
    });
    Lines { head, unit, ticks, series: series.collect(), fits }.draw()
}

/// The head of a table with a column for each engine.
pub(super) fn columns(record: &Record, first: &[&str]) -> Vec<String> {
    first.iter().map(|&name| name.to_owned()).chain(record.engines.iter().map(|engine| clean(&engine.name))).collect()
}

/// A table with a row for each stratum.
fn strata_grid(record: &Record, caption: &str, text: impl Fn(usize, usize) -> String) -> Grid {
    let row = |(index, stratum): (usize, &Stratum)| {
        let labels = [clean(&stratum.name), stratum.boards.to_string()];
        labels.into_iter().chain((0..record.engines.len()).map(|engine| text(index, engine))).collect()
    };
    Grid {
        caption: caption.into(),
        head: columns(record, &["distance", "boards"]),
        rows: record.strata.iter().enumerate().map(row).collect(),
    }
}

/// What marks that are not there mean.
const NO_MARK: &str = "Where an engine gave up, was wrong or was not timed it has no mark; the table says which.";

/// Time against distance.
pub(super) fn time(record: &Record) -> Figure {
    let title = "Time against distance";
    let sentence = format!(
        "Median time per board with warm buffers, by distance from the goal; the band is the 95 % interval of the median. Lower is faster, and each line \
         up is ten times slower. {NO_MARK}"
    );
    let warm = |stratum: usize, engine: usize| record.cell(stratum, engine).warm.as_ref();
    let head = Head { id: "time", title, description: &sentence, x: "distance, moves", y: "time per board" };
    let value =
        |stratum, engine| warm(stratum, engine).map(|times| (times.median_ns, Some((times.low_ns, times.high_ns))));
    let svg = over_strata(record, head, Unit::Time, &value, Vec::new());
    let table = strata_grid(record, "Median time per board, warm, with its 95 % interval", |stratum, engine| {
        let cell = record.cell(stratum, engine);
        let text = cell_text(
            cell,
            record.strata[stratum].boards,
            warm(stratum, engine).map(|times| times.median_ns),
            Unit::Time,
        );
        match &cell.warm {
            Some(times) => format!("{text} [{} – {}]", table::time(times.low_ns), table::time(times.high_ns)),
            None => text,
        }
    });
    Figure::single("time", title, sentence, svg, table)
}

/// Expanded states against distance.
pub(super) fn nodes(record: &Record) -> Figure {
    let title = "Nodes against distance";
    let growth: Vec<_> = record
        .growth
        .iter()
        .filter_map(|growth| growth.nodes.map(|factor| format!("{} ×{:.2}", growth.engine, factor.factor)))
        .collect();
    let grown = if growth.is_empty() {
        String::new()
    } else {
        format!(
            " The thin lines are the fitted growth, by what factor the count grows with each move: {}.",
            growth.join(", ")
        )
    };
    let sentence = clean(&format!(
        "States expanded per board, by distance: exact counts, the same on every machine. A count of 0 lies below the scale and has no mark.{grown}"
    ));
    let head =
        Head { id: "nodes", title, description: &sentence, x: "distance, moves", y: "states expanded per board" };
    let mean = |stratum: usize, engine: usize| {
        let cell = record.cell(stratum, engine);
        let whole = cell.state != "out-of-budget" && cell.state != "wrong";
        whole.then(|| record.expanded(stratum, engine) as f64 / record.strata[stratum].boards as f64)
    };
    let fits = (0..record.engines.len()).filter_map(|engine| fit(record, engine, &mean)).collect();
    let svg =
        over_strata(record, head, Unit::Count, &|stratum, engine| mean(stratum, engine).map(|mean| (mean, None)), fits);
    let mut table = strata_grid(record, "States expanded per board", |stratum, engine| {
        let value = mean(stratum, engine);
        cell_text(record.cell(stratum, engine), record.strata[stratum].boards, value, Unit::Count)
    });
    let factors = record.growth.iter().map(|growth| {
        growth
            .nodes
            .map_or("–".into(), |factor| format!("×{:.2} [{:.2} – {:.2}]", factor.factor, factor.low, factor.high))
    });
    table.rows.push(["growth".to_owned(), String::new()].into_iter().chain(factors).collect());
    Figure::single("nodes", title, sentence, svg, table)
}

/// The fitted growth as a line: the recorded factor through the middle of the points.
fn fit(
    record: &Record,
    engine: usize,
    mean: &impl Fn(usize, usize) -> Option<f64>,
) -> Option<(usize, [(f64, f64); 2])> {
    let factor = record.growth.get(engine)?.nodes.map(|factor| factor.factor).filter(|&factor| drawable(factor))?;
    let points = record.strata.iter().enumerate().filter(|(_, stratum)| is_plain(stratum));
    let points: Vec<_> = points
        .filter_map(|(index, stratum)| {
            Some((f64::from(stratum.distance?), mean(index, engine).filter(|&y| drawable(y))?))
        })
        .collect();
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let y = points.iter().map(|point| point.1.ln()).sum::<f64>() / count;
    let at = |distance: f64| (distance, (y + factor.ln() * (distance - x)).exp());
    Some((engine, [at(points[0].0), at(points[points.len() - 1].0)]))
}

/// Peak memory.
pub(super) fn memory(record: &Record) -> Figure {
    let title = "Peak memory";
    let sentence = format!(
        "The most heap that a new engine held while it solved the boards of a distance one after the other. What was made beforehand, like a table, is \
         not in it. {NO_MARK}"
    );
    let head = Head { id: "memory", title, description: &sentence, x: "distance, moves", y: "peak heap" };
    let peak = |stratum: usize, engine: usize| record.cell(stratum, engine).peak_heap.map(|bytes| bytes as f64);
    let svg = over_strata(
        record,
        head,
        Unit::Bytes,
        &|stratum, engine| peak(stratum, engine).map(|peak| (peak, None)),
        Vec::new(),
    );
    let table = strata_grid(record, "Peak heap", |stratum, engine| {
        cell_text(record.cell(stratum, engine), record.strata[stratum].boards, peak(stratum, engine), Unit::Bytes)
    });
    Figure::single("memory", title, sentence, svg, table)
}

/// The times of an engine on all boards, sorted.
fn board_times(record: &Record, engine: usize, boards: std::ops::Range<usize>) -> Vec<f64> {
    let from = engine * record.boards.len();
    let mut times: Vec<f64> =
        record.solves[from + boards.start..from + boards.end].iter().filter_map(|solve| solve.time_ns).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Evenly spaced ones of sorted values with their ranks from 1, the first and the last among them.
fn thinned(sorted: &[f64]) -> Vec<(f64, f64)> {
    let kept = sorted.len().min(MOST_STEPS);
    let rank = |index: usize| if kept < 2 { 0 } else { index * (sorted.len() - 1) / (kept - 1) };
    (0..kept).map(|index| (sorted[rank(index)], rank(index) as f64 + 1.0)).collect()
}

/// How many boards are solved within a time.
pub(super) fn cactus(record: &Record) -> Figure {
    let title = "Boards solved within a time";
    let sentence = "How many boards each engine answers if each board is allowed no more than the time below (a cactus plot). Farther left is faster, higher is \
                    more answered."
        .to_owned();
    let head = Head { id: "cactus", title, description: &sentence, x: "time allowed per board", y: "boards solved" };
    let times: Vec<_> =
        (0..record.engines.len()).map(|engine| board_times(record, engine, 0..record.boards.len())).collect();
    let series = record.engines.iter().zip(&times).enumerate();
    let series = series.map(|(index, (engine, times))| (engine.name.as_str(), index, thinned(times))).collect();
    let svg = Steps { head, unit: Unit::Time, series, most: record.boards.len() as f64, percent: false }.draw();
    Figure::single(
        "cactus",
        title,
        sentence,
        svg,
        ranks(record, "The time within which so many boards are solved", "boards", &times),
    )
}

/// A table of sorted times by rank.
fn ranks(record: &Record, caption: &str, first: &str, times: &[Vec<f64>]) -> Grid {
    let most = times.iter().map(Vec::len).max().unwrap_or(0);
    let kept = most.min(MOST_STEPS);
    let rows = (0..kept).map(|index| {
        let rank = if kept < 2 { 0 } else { index * (most - 1) / (kept - 1) };
        let cells = times.iter().map(|times| times.get(rank).map_or("–".into(), |&time| table::time(time)));
        std::iter::once((rank + 1).to_string()).chain(cells).collect()
    });
    Grid { caption: caption.into(), head: columns(record, &[first]), rows: rows.collect() }
}

/// One engine against another, board by board.
pub(super) fn scatter(record: &Record, selection: &Selection) -> Option<(Figure, Vec<Vec<Option<f64>>>)> {
    if record.engines.len() < 2 || record.boards.is_empty() {
        return None;
    }
    let solve = |engine: usize, board: usize| &record.solves[engine * record.boards.len() + board];
    let timed = record.solves.iter().filter_map(|solve| solve.time_ns);
    let axis = scatter_axis(timed);
    let place = |engine: usize, board: usize| {
        solve(engine, board).time_ns.filter(|&time| drawable(time)).map(|time| axis.at(time))
    };
    let place = |engine, board| place(engine, board).map(|place| (place * 10.0).round() / 10.0);
    let places: Vec<Vec<_>> = (0..record.engines.len())
        .map(|engine| selection.boards.iter().map(|&board| place(engine, board)).collect())
        .collect();
    // The first two that have times.
    let mut timed = (0..places.len()).filter(|&engine| places[engine].iter().any(Option::is_some));
    let first = timed.next().unwrap_or(0);
    let second = timed.next().unwrap_or(usize::from(first == 0));
    let pairs = places[first].iter().copied().zip(places[second].iter().copied()).collect();
    let left_out = if selection.boards.len() < record.boards.len() {
        format!(" {} of {} boards are drawn.", selection.boards.len(), record.boards.len())
    } else {
        String::new()
    };
    let title = "Engine against engine";
    let sentence = format!(
        "Each mark is a board, at the time that it took one engine and the other. On the diagonal both are equal; below it the engine of the vertical axis is \
         faster. Without scripts the first two engines are shown.{left_out}"
    );
    let (x, y) = (&record.engines[first].name, &record.engines[second].name);
    let head = Head { id: "scatter", title, description: &sentence, x, y };
    let svg = Scatter { head, pairs, axis }.draw();
    let menu = |label, chosen| Menu {
        label,
        options: record
            .engines
            .iter()
            .enumerate()
            .map(|(index, engine)| Choice {
                key: index.to_string(),
                label: clean(&engine.name),
                chosen: index == chosen,
            })
            .collect(),
    };
    let rows = selection.boards.iter().map(|&board| {
        let labels =
            [(board + 1).to_string(), distance_text(record.boards[board].distance), clean(&record.boards[board].board)];
        let times = (0..record.engines.len()).map(|engine| {
            let solve = solve(engine, board);
            solve.time_ns.map_or_else(|| clean(&solve.outcome), table::time)
        });
        labels.into_iter().chain(times).collect()
    });
    let table = Grid {
        caption: "Median time of each board alone, warm".into(),
        head: columns(record, &["board", "distance", "rows from the top"]),
        rows: rows.collect(),
    };
    let views = vec![View { key: String::new(), svg, table, shown: true }];
    let figure =
        Figure { id: "scatter", title, sentence, menus: vec![menu("Across", first), menu("Up", second)], views };
    Some((figure, places))
}

/// A distance, `?` where nobody knows it.
pub(super) fn distance_text(distance: Option<u8>) -> String {
    distance.map_or("?".into(), |distance| distance.to_string())
}

/// How times are distributed at a distance.
pub(super) fn distribution(record: &Record) -> Option<Figure> {
    let engines = 0..record.engines.len();
    let title = "Distribution of time at a distance";
    let sentence = "The part of the boards of one distance that an engine answers within a time (an ECDF), or the part of the samples of the measurement that \
                    were no slower. Steep is predictable; a long way to the right is a few boards that cost much."
        .to_owned();
    let mut views = Vec::new();
    let mut options = Vec::new();
    // The farthest is the first to be shown: it has the most to tell.
    let best = (0..record.strata.len())
        .filter(|&stratum| is_plain(&record.strata[stratum]))
        .filter(|&stratum| engines.clone().any(|engine| record.cell(stratum, engine).warm.is_some()))
        .max_by_key(|&stratum| record.strata[stratum].distance)
        .unwrap_or(0);
    for (index, stratum) in record.strata.iter().enumerate() {
        let name = clean(&stratum.name);
        let range = stratum.first..stratum.first + stratum.boards;
        let of_boards: Vec<_> = engines.clone().map(|engine| board_times(record, engine, range.clone())).collect();
        let of_samples: Vec<_> = engines
            .clone()
            .map(|engine| {
                let mut samples =
                    record.cell(index, engine).warm.as_ref().map_or(Vec::new(), |times| times.samples_ns.clone());
                samples.sort_by(f64::total_cmp);
                samples
            })
            .collect();
        if of_boards.iter().chain(&of_samples).all(Vec::is_empty) {
            continue;
        }
        options.push(Choice {
            key: index.to_string(),
            label: format!("{name} ({} boards)", stratum.boards),
            chosen: index == best,
        });
        for (kind, sets, what, unit) in [
            ("boards", &of_boards, "of its boards alone", "board"),
            ("samples", &of_samples, "per board of each sample", "sample"),
        ] {
            let id = format!("ecdf-{index}-{kind}");
            let heading = format!("Distance {name}: time of its {kind}");
            let x = if kind == "boards" { "time of a board" } else { "time per board of a sample" };
            let y = if kind == "boards" { "part of the boards" } else { "part of the samples" };
            let head = Head {
                id: &id,
                title: &heading,
                description: "The part that is answered within a time, for each engine.",
                x,
                y,
            };
            let series = record.engines.iter().zip(sets).enumerate().filter(|(_, (_, times))| !times.is_empty());
            let series = series.map(|(place, (engine, times))| {
                let whole = times.len() as f64;
                let steps = thinned(times).into_iter().map(|(time, rank)| (time, rank / whole)).collect();
                (engine.name.as_str(), place, steps)
            });
            let svg = Steps { head, unit: Unit::Time, series: series.collect(), most: 1.0, percent: true }.draw();
            let caption = format!("Distance {name}: times {what}, from the least");
            let table = ranks(record, &caption, unit, sets);
            views.push(View { key: format!("{index}/{kind}"), svg, table, shown: index == best && kind == "boards" });
        }
    }
    let kinds = [("boards", "boards"), ("samples", "samples")];
    let kinds = kinds.map(|(key, label)| Choice { key: key.into(), label: label.into(), chosen: key == "boards" });
    let menus = vec![Menu { label: "Distance", options }, Menu { label: "Of", options: kinds.into() }];
    (!views.is_empty()).then(|| {
        if !views.iter().any(|view| view.shown) {
            views[0].shown = true;
        }
        Figure { id: "distribution", title, sentence, menus, views }
    })
}

/// How many boards there are at each distance.
pub(super) fn space(record: &Record, table: &Distances) -> Figure {
    let title = "Boards at each distance";
    let counts = table.counts();
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let sentence = format!(
        "How many of all {} boards lie at each distance from the goal, counted by complete enumeration (wide bars), and how many of them this run has (narrow \
         bars); the scale is logarithmic.",
        grouped(total)
    );
    let of_run = |distance: usize| {
        let count = record
            .boards
            .iter()
            .filter(|board| board.distance.is_some_and(|found| usize::from(found) == distance))
            .count();
        (count > 0).then_some(count as f64)
    };
    let head = Head { id: "space", title, description: &sentence, x: "distance, moves", y: "boards" };
    let bars = counts.iter().enumerate();
    let bars = bars.map(|(distance, &count)| (distance.to_string(), f64::from(count), of_run(distance))).collect();
    let svg = Bars { head, unit: Unit::Count, bars }.draw();
    let rows = counts.iter().enumerate().map(|(distance, &count)| {
        let measured = of_run(distance).unwrap_or(0.0);
        vec![distance.to_string(), grouped(count.into()), format!("{measured}")]
    });
    let grid = Grid {
        caption: "Boards at each distance".into(),
        head: ["distance", "all boards", "in this run"].map(String::from).into(),
        rows: rows.collect(),
    };
    Figure::single("space", title, sentence, svg, grid)
}

/// How times change from run to run.
pub(super) fn runs(runs: &[Run]) -> Option<Figure> {
    if runs.len() < 2 {
        return None;
    }
    let title = "Change over the runs";
    let sentence = "Median time per board of each engine in each run, in the order in which the runs were given, with 95 % intervals. Where two intervals lie apart \
                    the change is more than chance, where both are of one machine. No line joins runs that had other boards, limits or budgets."
        .to_owned();
    let mut names: Vec<&str> = Vec::new();
    for engine in runs.iter().flat_map(|run| &run.record.engines) {
        if !names.contains(&engine.name.as_str()) {
            names.push(&engine.name);
        }
    }
    let mut strata: Vec<&str> = Vec::new();
    for stratum in runs.iter().flat_map(|run| &run.record.strata) {
        if !strata.contains(&stratum.name.as_str()) {
            strata.push(&stratum.name);
        }
    }
    let cell = |run: &Run, stratum: &str, engine: &str| -> Option<(Cell, usize)> {
        let record = &run.record;
        let stratum = record.strata.iter().position(|found| found.name == stratum)?;
        let engine = record.engines.iter().position(|found| found.name == engine)?;
        Some((record.cell(stratum, engine).clone(), record.strata[stratum].boards))
    };
    let measured = |stratum: &str| {
        let cells = runs.iter().flat_map(|run| names.iter().filter_map(|name| cell(run, stratum, name)));
        cells.filter(|(cell, _)| cell.warm.is_some()).count()
    };
    // The last of those that tell the most.
    let best = (0..strata.len()).max_by_key(|&index| measured(strata[index]))?;
    let ticks: Vec<_> = (0..runs.len()).map(|index| (index as f64, format!("run {}", index + 1))).collect();
    let mut views = Vec::new();
    for (index, &stratum) in strata.iter().enumerate() {
        let id = format!("runs-{index}");
        let heading = format!("{title}, distance {stratum}");
        let head = Head {
            id: &id,
            title: &heading,
            description: "Median time per board in each run.",
            x: "run",
            y: "time per board",
        };
        let series = names.iter().enumerate().map(|(style, &name)| {
            let point = |(place, run): (usize, &Run)| {
                let (cell, _) = cell(run, stratum, name)?;
                let times = cell.warm?;
                Some(Point {
                    x: place as f64,
                    y: times.median_ns,
                    band: Some((times.low_ns, times.high_ns)),
                    joined: true,
                })
            };
            let mut points = Vec::new();
            let mut before = false;
            for (place, found) in runs.iter().enumerate().map(point).enumerate() {
                // A line joins what can be compared.
                let alike = place > 0 && same_stratum(&runs[place - 1].record, &runs[place].record, stratum);
                before = before && found.is_some() && alike;
                points.extend(found.map(|point| Point { joined: before, ..point }));
                before = found.is_some();
            }
            Series { name, style, points }
        });
        let svg =
            Lines { head, unit: Unit::Time, ticks: ticks.clone(), series: series.collect(), fits: Vec::new() }.draw();
        let rows = runs.iter().enumerate().map(|(place, run)| {
            let text = |&name: &&str| match cell(run, stratum, name) {
                None => "–".to_owned(),
                Some((cell, boards)) => {
                    let text = cell_text(&cell, boards, cell.warm.as_ref().map(|times| times.median_ns), Unit::Time);
                    match &cell.warm {
                        Some(times) => {
                            format!("{text} [{} – {}]", table::time(times.low_ns), table::time(times.high_ns))
                        }
                        None => text,
                    }
                }
            };
            std::iter::once(format!("run {}", place + 1)).chain(names.iter().map(text)).collect()
        });
        let table = Grid {
            caption: clean(&format!("Distance {stratum}: median time per board, warm, with its 95 % interval")),
            head: std::iter::once("run".to_owned()).chain(names.iter().map(|name| clean(name))).collect(),
            rows: rows.collect(),
        };
        views.push(View { key: index.to_string(), svg, table, shown: index == best });
    }
    let options = strata
        .iter()
        .enumerate()
        .map(|(index, name)| Choice { key: index.to_string(), label: clean(name), chosen: index == best })
        .collect();
    Some(Figure { id: "change", title, sentence, menus: vec![Menu { label: "Distance", options }], views })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_the_ends_and_the_ranks() {
        let sorted: Vec<f64> = (1..=100_000).map(f64::from).collect();
        let kept = thinned(&sorted);
        assert_eq!(kept.len(), MOST_STEPS);
        assert_eq!((kept[0], kept[MOST_STEPS - 1]), ((1.0, 1.0), (100_000.0, 100_000.0)));
        // Each value is that of its rank.
        assert!(kept.iter().all(|(value, rank)| value.total_cmp(rank).is_eq()));
        assert!(kept.windows(2).all(|pair| pair[0].1 < pair[1].1));
        assert_eq!(thinned(&[7.0]), [(7.0, 1.0)]);
        assert_eq!(thinned(&[]), []);
    }

    #[test]
    fn thousands_are_set_apart() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (67_603_900, "67,603,900")] {
            assert_eq!(grouped(count), text);
        }
    }
}
