//! Charts as SVG, drawn here and not in the reader's browser: they are there on paper and without scripts, too.
//!
//! A series is told from another by the shape of its marks and the dashes of its line as well as by its colour, and its name stands at the end
//! of its line. Colours are variables of the page's style, so that light and dark are the reader's choice.

#![allow(clippy::cast_sign_loss, clippy::cast_possible_wrap)] // Exponents of what is drawn: small, and not below 0 where they count.
#![allow(clippy::type_complexity, clippy::struct_field_names)] // A chart is its rows of name and figures, and is named for them.

use super::markup::Markup;
use crate::view::table;

/// Width of a chart, in the units of its view box.
const WIDTH: f64 = 700.0;
/// Height.
const HEIGHT: f64 = 390.0;
/// Space for the labels of the vertical axis.
const LEFT: f64 = 66.0;
/// Space for the names at the ends of the lines.
const RIGHT: f64 = 142.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 50.0;
/// The least distance between two names.
const LINE: f64 = 16.0;
/// Colours, marks and dashes that the style has.
const STYLES: usize = 8;
/// Characters of a name that have room at the end of a line.
const NAME: usize = 18;

/// What an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Nanoseconds.
    Time,
    /// States, or boards.
    Count,
    /// Bytes.
    Bytes,
}

impl Unit {
    /// A figure as the page shows it.
    pub(super) fn show(self, value: f64) -> String {
        match self {
            Self::Time => table::time(value),
            Self::Count => table::count(value),
            Self::Bytes => table::bytes(value),
        }
    }

    /// The label of a power of ten.
    fn power(self, exponent: i32) -> String {
        let name = |units: &[&str]| {
            let place = (exponent.max(0) / 3) as usize;
            let place = place.min(units.len() - 1);
            let rest = exponent - 3 * place as i32;
            match rest {
                0..=3 => format!("{} {}", 10_i32.pow(rest as u32), units[place]).trim_end().to_owned(),
                _ => format!("1e{rest} {}", units[place]).trim_end().to_owned(),
            }
        };
        match self {
            Self::Time => name(&["ns", "µs", "ms", "s"]),
            Self::Count => name(&["", "k", "M", "G"]),
            Self::Bytes => name(&["B", "kB", "MB", "GB"]),
        }
    }
}

/// A logarithmic axis over whole powers of ten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Log {
    /// The axis that holds all these; those that are not above 0 have no place on it.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, from: f64, to: f64) -> Self {
        let logs = values.into_iter().filter(|&value| drawable(value)).map(f64::log10);
        let (low, high) =
            logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), log| (low.min(log), high.max(log)));
        if low > high {
            return Self { low: 0, high: 1, from, to };
        }
        let low = (low + 1e-9).floor() as i32;
        Self { low, high: ((high - 1e-9).ceil() as i32).max(low + 1), from, to }
    }

    /// Where a value stands.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// The powers that have a line, ten at most.
    fn powers(&self) -> impl Iterator<Item = i32> {
        let step = (self.high - self.low + 9) / 10;
        (self.low..=self.high).step_by(step.max(1) as usize)
    }
}

/// Whether a value has a place on a logarithmic axis.
pub(super) fn drawable(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

/// What a chart is called and says.
pub(super) struct Head<'a> {
    /// Unique on the page.
    pub(super) id: &'a str,
    /// For those who hear it.
    pub(super) title: &'a str,
    /// The same at length.
    pub(super) description: &'a str,
    /// The horizontal axis.
    pub(super) x: &'a str,
    /// The vertical axis.
    pub(super) y: &'a str,
}

/// A series of points.
pub(super) struct Series<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its place among the engines, which chooses colour, mark and dashes.
    pub(super) style: usize,
    /// Its points from the left.
    pub(super) points: Vec<Point>,
}

/// A point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Its place on the horizontal axis.
    pub(super) x: f64,
    /// Its value.
    pub(super) y: f64,
    /// The interval around it.
    pub(super) band: Option<(f64, f64)>,
    /// Whether a line leads to it from the one before.
    pub(super) joined: bool,
}

/// A chart of lines over a logarithmic axis.
pub(super) struct Lines<'a> {
    pub(super) head: Head<'a>,
    pub(super) unit: Unit,
    /// The labels of the horizontal axis.
    pub(super) ticks: Vec<(f64, String)>,
    pub(super) series: Vec<Series<'a>>,
    /// Straight lines behind the points, each with the style of its series.
    pub(super) fits: Vec<(usize, [(f64, f64); 2])>,
}

/// The opening tag, title and description.
pub(super) fn open(svg: &mut Markup, head: &Head<'_>, width: f64, height: f64) {
    let id = head.id;
    svg.own(format_args!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">"
    ));
    svg.text(head.title)
        .own(format_args!("</title><desc id=\"{id}-d\">"))
        .text(head.description)
        .own(format_args!("</desc>"));
}

/// A label no longer than there is room for.
fn short(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// The class of a style.
pub(super) fn style(index: usize) -> usize {
    index % STYLES
}

/// The mark of a style, and how much to turn away from the colour's own where styles come round again.
fn mark(index: usize) -> usize {
    (index + index / STYLES) % STYLES
}

/// The horizontal lines of a logarithmic axis, with their labels.
fn rungs(svg: &mut Markup, axis: &Log, unit: Unit, right: f64) {
    svg.own(format_args!("<g class=\"ax\">"));
    for power in axis.powers() {
        let y = axis.at(10_f64.powi(power));
        svg.own(format_args!(
            "<path d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">",
            LEFT - 8.0,
            y + 4.0
        ));
        svg.text(unit.power(power)).own(format_args!("</text>"));
    }
    svg.own(format_args!("</g>"));
}

/// The names of both axes.
fn names(svg: &mut Markup, head: &Head<'_>, right: f64) {
    let middle = f64::midpoint(LEFT, right);
    svg.own(format_args!("<g class=\"an\"><text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">", HEIGHT - 8.0));
    svg.text(head.x).own(format_args!("</text><text x=\"4\" y=\"13\">")).text(head.y).own(format_args!("</text></g>"));
}

/// The labels of the horizontal axis, as many as have room.
fn feet(svg: &mut Markup, ticks: &[(f64, String)], place: impl Fn(f64) -> f64) {
    svg.own(format_args!("<g class=\"ax\">"));
    let mut free = f64::NEG_INFINITY;
    for (x, label) in ticks {
        let label = short(label);
        let x = place(*x);
        let half = 3.6 * label.chars().count() as f64 + 4.0;
        if x - half < free {
            continue;
        }
        free = x + half;
        svg.own(format_args!("<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">", HEIGHT - BOTTOM + 19.0));
        svg.text(label).own(format_args!("</text>"));
    }
    svg.own(format_args!("</g>"));
}

/// Names at the ends of lines, pushed apart so that none covers another: (the end of its line, the style, the name).
fn ends(svg: &mut Markup, mut labels: Vec<(f64, f64, usize, String)>) {
    // From the top; from the left where lines end at one height.
    labels.sort_by(|a, b| a.1.round().total_cmp(&b.1.round()).then(a.0.total_cmp(&b.0)));
    let (top, bottom) = (TOP + 4.0, HEIGHT - BOTTOM);
    let line = LINE.min((bottom - top) / labels.len().max(1) as f64);
    let mut places: Vec<f64> = labels.iter().map(|label| label.1).collect();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + line);
    }
    let mut floor = bottom;
    for place in places.iter_mut().rev() {
        *place = place.min(floor).max(top);
        floor = *place - line;
    }
    let right = WIDTH - RIGHT;
    for ((x, y, index, name), place) in labels.into_iter().zip(places) {
        let (colour, mark) = (style(index), mark(index));
        svg.own(format_args!("<g class=\"e{colour}\">"));
        // A line that ends far from its name would be crossed by others on the way.
        if right - x < 60.0 {
            svg.own(format_args!("<path class=\"lead\" d=\"M{:.1} {y:.1}L{:.1} {place:.1}\"/>", x + 6.0, right + 9.0));
        }
        svg.own(format_args!("<use href=\"#m{mark}\" x=\"{:.1}\" y=\"{place:.1}\"/>", right + 15.0));
        svg.own(format_args!("</g><text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">", right + 24.0, place + 4.0));
        svg.text(short(&name)).own(format_args!("</text>"));
    }
}

impl Lines<'_> {
    /// Draws it.
    pub(super) fn draw(&self) -> String {
        let right = WIDTH - RIGHT;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let values =
            points().flat_map(|point| [Some(point.y), point.band.map(|band| band.0), point.band.map(|band| band.1)]);
        let y = Log::over(values.flatten(), HEIGHT - BOTTOM, TOP);
        let xs = || self.ticks.iter().map(|tick| tick.0).chain(points().map(|point| point.x));
        let (low, high) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
        let span = if high > low { high - low } else { 1.0 };
        let x = |value: f64| {
            let part = if high > low { (value - low) / span } else { 0.5 };
            LEFT + 14.0 + part * (right - LEFT - 28.0)
        };
        let mut svg = Markup::default();
        open(&mut svg, &self.head, WIDTH, HEIGHT);
        rungs(&mut svg, &y, self.unit, right);
        feet(&mut svg, &self.ticks, x);
        names(&mut svg, &self.head, right);
        for (index, [(x1, y1), (x2, y2)]) in &self.fits {
            svg.own(format_args!(
                "<path class=\"fit e{}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                style(*index),
                x(*x1),
                y.at(*y1),
                x(*x2),
                y.at(*y2)
            ));
        }
        let mut labels = Vec::new();
        for series in &self.series {
            let points: Vec<_> = series.points.iter().filter(|point| drawable(point.y)).collect();
            svg.own(format_args!("<g class=\"series e{} d{}\">", style(series.style), style(series.style)));
            // Runs of points that are joined: a band and a line each.
            for run in points.chunk_by(|_, next| next.joined) {
                band(&mut svg, run, &x, &y);
                svg.own(format_args!("<path class=\"line\" d=\""));
                for (index, point) in run.iter().enumerate() {
                    svg.own(format_args!(
                        "{}{:.1} {:.1}",
                        if index == 0 { 'M' } else { 'L' },
                        x(point.x),
                        y.at(point.y)
                    ));
                }
                svg.own(format_args!("\"/>"));
            }
            for point in &points {
                svg.own(format_args!(
                    "<use href=\"#m{}\" x=\"{:.1}\" y=\"{:.1}\"/>",
                    mark(series.style),
                    x(point.x),
                    y.at(point.y)
                ));
            }
            svg.own(format_args!("</g>"));
            if let Some(last) = points.last() {
                labels.push((x(last.x), y.at(last.y), series.style, series.name.to_owned()));
            }
        }
        ends(&mut svg, labels);
        svg.own(format_args!("</svg>"));
        svg.finish()
    }
}

/// The band of a run of points, or a bar for one alone.
fn band(svg: &mut Markup, run: &[&Point], x: &impl Fn(f64) -> f64, y: &Log) {
    let banded = run.iter().filter_map(|point| point.band.map(|band| (x(point.x), band)));
    let banded: Vec<_> = banded.filter(|(_, (low, high))| drawable(*low) && drawable(*high)).collect();
    match banded.as_slice() {
        [] => {}
        [(x, (low, high))] => {
            svg.own(format_args!("<path class=\"bar\" d=\"M{x:.1} {:.1}V{:.1}\"/>", y.at(*low), y.at(*high)));
        }
        many => {
            svg.own(format_args!("<path class=\"band\" d=\""));
            let upper = many.iter().map(|(x, (_, high))| (x, high));
            let lower = many.iter().rev().map(|(x, (low, _))| (x, low));
            for (index, (x, value)) in upper.chain(lower).enumerate() {
                svg.own(format_args!("{}{x:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, y.at(*value)));
            }
            svg.own(format_args!("Z\"/>"));
        }
    }
}

/// Sorted values of each engine as steps: how many are not above a value.
pub(super) struct Steps<'a> {
    pub(super) head: Head<'a>,
    pub(super) unit: Unit,
    /// Name, style and sorted values, with the number that these stand for.
    pub(super) series: Vec<(&'a str, usize, Vec<(f64, f64)>)>,
    /// The greatest count.
    pub(super) most: f64,
    /// Counts as percents of the greatest.
    pub(super) percent: bool,
}

impl Steps<'_> {
    /// Draws it: values from the left, counts upwards. Each series has marks on some of its steps.
    pub(super) fn draw(&self) -> String {
        const MARKS: usize = 6;
        let right = WIDTH - RIGHT;
        let values = self.series.iter().flat_map(|series| series.2.iter().map(|step| step.0));
        let x = Log::over(values, LEFT + 6.0, right - 6.0);
        let most = self.most.max(1.0);
        let bottom = HEIGHT - BOTTOM;
        let y = |count: f64| bottom - count / most * (bottom - TOP - 6.0);
        let mut svg = Markup::default();
        open(&mut svg, &self.head, WIDTH, HEIGHT);
        svg.own(format_args!("<g class=\"ax\">"));
        for (value, label) in counts(most, self.percent) {
            let y = y(value);
            svg.own(format_args!(
                "<path d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">",
                LEFT - 8.0,
                y + 4.0
            ));
            svg.text(label).own(format_args!("</text>"));
        }
        svg.own(format_args!("</g>"));
        let ticks: Vec<_> = x.powers().map(|power| (10_f64.powi(power), self.unit.power(power))).collect();
        feet(&mut svg, &ticks, |value| x.at(value));
        names(&mut svg, &self.head, right);
        let mut labels = Vec::new();
        for (name, index, steps) in &self.series {
            let steps: Vec<_> = steps.iter().filter(|step| drawable(step.0)).collect();
            svg.own(format_args!(
                "<g class=\"series e{} d{}\"><path class=\"line\" d=\"",
                style(*index),
                style(*index)
            ));
            for (place, (value, count)) in steps.iter().enumerate() {
                if place == 0 {
                    svg.own(format_args!("M{:.0} {bottom:.0}V{:.0}", x.at(*value), y(*count)));
                } else {
                    svg.own(format_args!("H{:.0}V{:.0}", x.at(*value), y(*count)));
                }
            }
            svg.own(format_args!("\"/>"));
            let every = steps.len().div_ceil(MARKS).max(1);
            for (value, count) in steps.iter().rev().step_by(every) {
                svg.own(format_args!(
                    "<use href=\"#m{}\" x=\"{:.1}\" y=\"{:.1}\"/>",
                    mark(*index),
                    x.at(*value),
                    y(*count)
                ));
            }
            svg.own(format_args!("</g>"));
            if let Some((value, count)) = steps.last() {
                labels.push((x.at(*value), y(*count), *index, (*name).to_owned()));
            }
        }
        ends(&mut svg, labels);
        svg.own(format_args!("</svg>"));
        svg.finish()
    }
}

/// Round counts from 0 up to the greatest, with their labels.
fn counts(most: f64, percent: bool) -> Vec<(f64, String)> {
    if percent {
        return [0, 25, 50, 75, 100].map(|part| (most * f64::from(part) / 100.0, format!("{part} %"))).into();
    }
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor()).max(1.0);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|&step| step >= rough).unwrap_or(power);
    let steps = (most / step + 1e-9) as u32;
    (0..=steps).map(|index| (f64::from(index) * step, format!("{}", f64::from(index) * step))).collect()
}

/// Bars over a logarithmic axis, one or two at each place: a wide one, and a narrow one before it.
pub(super) struct Bars<'a> {
    pub(super) head: Head<'a>,
    pub(super) unit: Unit,
    /// Label, the wide bar, and the narrow one.
    pub(super) bars: Vec<(String, f64, Option<f64>)>,
}

impl Bars<'_> {
    /// Draws it.
    pub(super) fn draw(&self) -> String {
        let right = WIDTH - 16.0;
        let values = self.bars.iter().flat_map(|bar| [Some(bar.1), bar.2]);
        // One is to have a height, too.
        let y = Log::over(values.flatten().chain([1.0]), HEIGHT - BOTTOM - 6.0, TOP);
        let step = (right - LEFT) / self.bars.len().max(1) as f64;
        let middle = |index: f64| LEFT + step * (index + 0.5);
        let mut svg = Markup::default();
        open(&mut svg, &self.head, WIDTH, HEIGHT);
        rungs(&mut svg, &y, self.unit, right);
        let ticks: Vec<_> = self.bars.iter().enumerate().map(|(index, bar)| (index as f64, bar.0.clone())).collect();
        feet(&mut svg, &ticks, middle);
        names(&mut svg, &self.head, right);
        svg.own(format_args!("<g class=\"bars\">"));
        let mut bar = |index: usize, value: f64, part: f64, class: &str| {
            if drawable(value) {
                let (width, top) = ((step * part).min(40.0), y.at(value));
                let left = middle(index as f64) - width / 2.0;
                let height = HEIGHT - BOTTOM - top;
                svg.own(format_args!("<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"));
            }
        };
        for (index, (_, value, inner)) in self.bars.iter().enumerate() {
            bar(index, *value, 0.78, "wide");
            if let Some(inner) = inner {
                bar(index, *inner, 0.4, "narrow");
            }
        }
        svg.own(format_args!("</g></svg>"));
        svg.finish()
    }
}

/// Side of the chart of one engine against another.
const SIDE: f64 = 460.0;
/// Space left and below.
const EDGE: f64 = 66.0;
/// Space above and at the right.
const RIM: f64 = 26.0;

/// Points of one engine against another, both axes alike.
pub(super) struct Scatter<'a> {
    pub(super) head: Head<'a>,
    /// Pairs of places on the axis, `None` where an engine has none.
    pub(super) pairs: Vec<(Option<f64>, Option<f64>)>,
    pub(super) axis: Log,
}

/// The axis of a scatter, from 0 at its lower end.
pub(super) fn scatter_axis(values: impl IntoIterator<Item = f64>) -> Log {
    Log::over(values, 0.0, SIDE - EDGE - RIM)
}

/// The place where the axes of a scatter meet.
pub(super) const SCATTER_ORIGIN: (f64, f64) = (EDGE, SIDE - EDGE);

impl Scatter<'_> {
    /// Draws it, with a mark for each board: those that an engine has no time for are hidden.
    pub(super) fn draw(&self) -> String {
        let mut svg = Markup::default();
        open(&mut svg, &self.head, SIDE, SIDE);
        let (x0, y0) = SCATTER_ORIGIN;
        let far = SIDE - RIM;
        svg.own(format_args!("<g class=\"ax\">"));
        for power in self.axis.powers() {
            let place = self.axis.at(10_f64.powi(power));
            let (x, y) = (x0 + place, y0 - place);
            svg.own(format_args!(
                "<path d=\"M{x0} {y:.1}H{far}M{x:.1} {y0}V{RIM}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">",
                x0 - 8.0,
                y + 4.0
            ));
            svg.text(Unit::Time.power(power));
            svg.own(format_args!("</text><text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">", y0 + 19.0));
            svg.text(Unit::Time.power(power)).own(format_args!("</text>"));
        }
        svg.own(format_args!("</g><path class=\"diagonal\" d=\"M{x0} {y0}L{far} {RIM}\"/><g class=\"an\"><text class=\"x\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">", f64::midpoint(x0, far), y0 + 42.0));
        svg.text(self.head.x).own(format_args!("</text><text class=\"y\" x=\"4\" y=\"13\">")).text(self.head.y);
        svg.own(format_args!("</text></g><g class=\"dots\">"));
        for (x, y) in &self.pairs {
            match (x, y) {
                (Some(x), Some(y)) => {
                    svg.own(format_args!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.2\"/>", x0 + x, y0 - y))
                }
                _ => svg.own(format_args!("<circle r=\"3.2\" display=\"none\"/>")),
            };
        }
        svg.own(format_args!("</g></svg>"));
        svg.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_hold_what_they_are_made_for() {
        let axis = Log::over([12.0, 900.0, 0.0, f64::NAN], 0.0, 100.0);
        assert_eq!((axis.low, axis.high), (1, 3));
        assert!((axis.at(100.0) - 50.0).abs() < 1e-9);
        let decade = Log::over([10.0], 0.0, 100.0);
        assert_eq!((decade.low, decade.high), (1, 2));
        let nothing = Log::over([], 0.0, 100.0);
        assert_eq!(nothing.powers().count(), 2);
        let wide = Log::over([1e-300, 1e300], 0.0, 100.0);
        assert!(wide.powers().count() <= 11);
    }

    #[test]
    fn powers_have_units() {
        let labels: Vec<_> = (-1..=13).map(|power| Unit::Time.power(power)).collect();
        let expected = [
            "1e-1 ns", "1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s",
            "100 s", "1000 s", "1e4 s",
        ];
        assert_eq!(labels, expected);
        assert_eq!((Unit::Count.power(0), Unit::Count.power(4)), ("1".into(), "10 k".into()));
    }

    #[test]
    fn counts_are_round() {
        let labels = |most| counts(most, false).into_iter().map(|count| count.1).collect::<Vec<_>>();
        assert_eq!(labels(391.0), ["0", "100", "200", "300"]);
        assert_eq!(labels(1.0), ["0", "1"]);
        assert_eq!(labels(10.0), ["0", "2", "4", "6", "8", "10"]);
    }

    #[test]
    fn names_of_lines_do_not_cover_each_other() {
        let series = |index: usize| Series {
            name: "engine",
            style: index,
            points: vec![Point { x: 1.0, y: 5.0, band: None, joined: false }],
        };
        let head = Head { id: "i", title: "t", description: "d", x: "x", y: "y" };
        let lines =
            Lines { head, unit: Unit::Time, ticks: vec![], series: (0..12).map(series).collect(), fits: vec![] };
        let svg = lines.draw();
        let places = svg.split("class=\"name\"").skip(1).map(|rest| {
            let y = &rest[rest.find("y=\"").unwrap() + 3..];
            y[..y.find('"').unwrap()].parse::<f64>().unwrap()
        });
        let places: Vec<_> = places.collect();
        assert_eq!(places.len(), 12);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 15.9), "{places:?}");
        assert!(places.iter().all(|place| (0.0..HEIGHT).contains(place)));
    }
}
