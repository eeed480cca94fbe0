//! Charts, drawn here and not in the reader's browser: they are there on paper and without scripts, too. This is their geometry; `chart.html` is their
//! markup.
//!
//! A series is told from another by the shape of its marks and the dashes of its line as well as by its colour, and its name stands at the end
//! of its line. Colours are variables of the page's style, so that light and dark are the reader's choice.

use super::scale::{Axis, drawable};
use askama::Template;
use std::fmt::Write;

/// A chart's size, and the edges of what is drawn in it.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Frame {
    fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}

/// With space for names at the ends of the lines.
pub(super) const WIDE: Frame =
    Frame { width: 700.0, height: 390.0, left: 66.0, right: 558.0, top: 26.0, bottom: 340.0 };

/// With axes of one length.
pub(super) const SQUARE: Frame =
    Frame { width: 460.0, height: 460.0, left: 66.0, right: 434.0, top: 26.0, bottom: 394.0 };

/// The least distance between two names.
const LINE: f64 = 16.0;
/// Colours, marks and dashes that the style has.
const STYLES: usize = 8;
/// Characters of a name that have room at the end of a line, or below an axis.
const NAME: usize = 18;
/// Marks on a line of steps.
const MARKS: usize = 6;

/// A chart.
#[derive(Debug, Template)]
#[template(path = "chart.html")]
pub(super) struct Chart {
    /// Unique on the page.
    id: String,
    /// For those who hear it.
    title: String,
    frame: &'static Frame,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    /// The names at the ends of the lines.
    ends: Vec<End>,
    /// Of a chart of dots: where they stand, if anywhere.
    pub(super) dots: Option<Vec<Option<(f64, f64)>>>,
}

/// A series as it is drawn.
#[derive(Debug)]
struct Series {
    name: String,
    colour: usize,
    mark: usize,
    /// Classes and outlines.
    paths: Vec<(&'static str, String)>,
    marks: Vec<(f64, f64)>,
}

/// A point of a series.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The interval around its height.
    pub(super) band: Option<(f64, f64)>,
    /// Whether a line leads to it from the one before.
    pub(super) joined: bool,
}

/// A name at the end of a line, at its height: the series, and the line that leads there where the end is far.
#[derive(Debug)]
struct End {
    series: usize,
    y: f64,
    lead: Option<String>,
}

/// The colour of an engine, by its place among all.
pub(super) fn colour(index: usize) -> usize {
    index % STYLES
}

/// Its mark: where colours come round again, marks do not.
pub(super) fn mark(index: usize) -> usize {
    (index + index / STYLES) % STYLES
}

/// A label no longer than there is room for.
fn short(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// A line from point to point.
fn outline(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut line = String::new();
    for (x, y) in points {
        let command = if line.is_empty() { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(line, "{command}{x} {y}");
    }
    line
}

impl Chart {
    /// A chart without series. Of the labels below it those that have no room are left out.
    pub(super) fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        frame: &'static Frame,
        mut x: Axis,
        y: Axis,
    ) -> Self {
        let mut free = f64::NEG_INFINITY;
        x.ticks.retain_mut(|tick| {
            tick.label = short(&tick.label);
            let half = 3.6 * tick.label.chars().count() as f64 + 4.0;
            let has_room = tick.at - half >= free;
            if has_room {
                free = tick.at + half;
            }
            has_room
        });
        Self { id: id.into(), title: title.into(), frame, x, y, series: Vec::new(), ends: Vec::new(), dots: None }
    }

    /// Adds a series of points from the left with its fitted line, if it has one. `index` is its place among the engines.
    pub(super) fn line(mut self, name: &str, index: usize, points: &[Point], fit: Option<[(f64, f64); 2]>) -> Self {
        let points: Vec<_> = points.iter().filter(|point| drawable(point.y)).collect();
        let at = |(x, y): (f64, f64)| (self.x.at(x), self.y.at(y));
        let mut paths: Vec<_> = fit.map(|ends| ("fit", outline(ends.map(at)))).into_iter().collect();
        for run in points.chunk_by(|_, next| next.joined) {
            paths.extend(self.band(run));
            paths.push(("line", outline(run.iter().map(|point| at((point.x, point.y))))));
        }
        let marks = points.iter().map(|point| at((point.x, point.y))).collect();
        self.series.push(Series { name: short(name), colour: colour(index), mark: mark(index), paths, marks });
        self
    }

    /// The band of a run of points, or a bar for one alone.
    fn band(&self, run: &[&Point]) -> Option<(&'static str, String)> {
        let banded = run.iter().filter_map(|point| point.band.map(|(low, high)| (self.x.at(point.x), low, high)));
        let banded: Vec<_> = banded
            .filter(|(_, low, high)| drawable(*low) && drawable(*high))
            .map(|(x, low, high)| (x, self.y.at(low), self.y.at(high)))
            .collect();
        match banded.as_slice() {
            [] => None,
            [(x, low, high)] => Some(("bar", format!("M{x} {low}V{high}"))),
            many => {
                let upper = many.iter().map(|&(x, _, high)| (x, high));
                let lower = many.iter().rev().map(|&(x, low, _)| (x, low));
                Some(("band", outline(upper.chain(lower)) + "Z"))
            }
        }
    }

    /// Adds a series of ascending values, each with the height of its step, and marks on some of them.
    pub(super) fn steps(mut self, name: &str, index: usize, steps: &[(f64, f64)]) -> Self {
        let places: Vec<_> = steps
            .iter()
            .filter(|(value, _)| drawable(*value))
            .map(|&(value, height)| (self.x.at(value), self.y.at(height)))
            .collect();
        let mut line = String::new();
        for (place, (x, y)) in places.iter().enumerate() {
            let begin = if place == 0 { format!("M{x} {}", self.frame.bottom) } else { format!("H{x}") };
            let _ = write!(line, "{begin}V{y}");
        }
        let every = places.len().div_ceil(MARKS).max(1);
        let mut marks: Vec<_> = places.into_iter().rev().step_by(every).collect();
        marks.reverse();
        let paths = vec![("line", line)];
        self.series.push(Series { name: short(name), colour: colour(index), mark: mark(index), paths, marks });
        self
    }

    /// Puts names at the ends of lines, pushed apart so that none covers another.
    pub(super) fn named(mut self) -> Self {
        let last = |(series, drawn): (usize, &Series)| drawn.marks.last().map(|&(x, y)| (series, x, y));
        let mut ends: Vec<_> = self.series.iter().enumerate().filter_map(last).collect();
        // From the top; from the left where lines end at one height.
        ends.sort_by(|a, b| a.2.round().total_cmp(&b.2.round()).then(a.1.total_cmp(&b.1)));
        let (top, bottom) = (self.frame.top + 4.0, self.frame.bottom);
        let line = LINE.min((bottom - top) / ends.len().max(1) as f64);
        let mut places: Vec<f64> = ends.iter().map(|end| end.2).collect();
        for index in 1..places.len() {
            places[index] = places[index].max(places[index - 1] + line);
        }
        let mut floor = bottom;
        for place in places.iter_mut().rev() {
            *place = (place.min(floor).max(top) * 10.0).round() / 10.0;
            floor = *place - line;
        }
        let right = self.frame.right;
        self.ends = ends
            .into_iter()
            .zip(places)
            .map(|((series, x, y), place)| {
                // A line that ends far from its name would be crossed by others on the way.
                let lead = (right - x < 60.0).then(|| outline([(x, y), (right + 9.0, place)]));
                End { series, y: place, lead }
            })
            .collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::metrics::Unit;

    fn chart(values: &[f64]) -> Chart {
        let y = Axis::logarithmic("y", Unit::Time, values.iter().copied(), WIDE.bottom, WIDE.top);
        let x = Axis::even("x", &[(0.0, "0".into()), (1.0, "1".into())], WIDE.left, WIDE.right);
        Chart::new("i", "t", &WIDE, x, y)
    }

    #[test]
    fn names_of_lines_do_not_cover_each_other() {
        let points = [Point { x: 1.0, y: 5.0, band: None, joined: false }];
        let chart = (0..12).fold(chart(&[5.0]), |chart, index| chart.line("engine", index, &points, None)).named();
        let places: Vec<_> = chart.ends.iter().map(|end| end.y).collect();
        assert_eq!(places.len(), 12);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 15.9), "{places:?}");
        assert!(places.iter().all(|place| (0.0..WIDE.height).contains(place)));
        assert!(chart.ends.iter().all(|end| end.lead.is_some()));
    }

    #[test]
    fn lines_join_what_is_joined() {
        let point = |x, joined| Point { x, y: 10.0, band: Some((1.0, 100.0)), joined };
        let chart = chart(&[1.0, 100.0]).line("a", 9, &[point(0.0, false), point(0.5, true), point(1.0, false)], None);
        let classes: Vec<_> = chart.series[0].paths.iter().map(|(class, _)| *class).collect();
        assert_eq!(classes, ["band", "line", "bar", "line"]);
        assert_eq!(chart.series[0].paths[1].1, "M66 183L312 183");
        assert_eq!(chart.series[0].paths[2].1, "M558 340V26");
        assert_eq!((chart.series[0].colour, chart.series[0].mark), (1, 2));
    }

    #[test]
    fn steps_begin_at_the_bottom_and_have_some_marks() {
        let values: Vec<_> = (0..100).map(|rank| (f64::from(rank) / 99.0, f64::from(rank + 1))).collect();
        let chart = chart(&[1.0, 100.0]).steps("a", 0, &values);
        assert!(chart.series[0].paths[0].1.starts_with("M71 340V"), "{}", chart.series[0].paths[0].1);
        assert_eq!(chart.series[0].marks.last(), Some(&(558.0, 26.0)));
        assert!(chart.series[0].marks.len() <= MARKS);
        // Without a name that would be too long, and nothing that is no number.
        let text = chart.named().to_string();
        assert!(text.contains("class=\"name\"") && !text.contains("NaN"), "{text}");
    }

    #[test]
    fn labels_have_room() {
        let ticks: Vec<_> =
            (0..40).map(|index| (f64::from(index), "a name that is much too long".to_owned())).collect();
        let y = Axis::parts("y", 0.0, 1.0);
        let chart = Chart::new("i", "t", &WIDE, Axis::even("x", &ticks, 0.0, 500.0), y);
        assert!((2..10).contains(&chart.x.ticks.len()));
        assert!(chart.x.ticks.iter().all(|tick| tick.label == "a name that is muc…"));
    }
}
