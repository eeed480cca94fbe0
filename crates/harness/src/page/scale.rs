//! Where values stand along the axes of a chart.

use crate::view::metrics::Unit;

/// Lines across a chart, at most.
const MOST_LINES: f64 = 10.0;

/// An axis: its name, and how values become places along it.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) name: String,
    /// Places that have a label.
    pub(super) ticks: Vec<Tick>,
    scale: Scale,
}

/// A place along an axis and what stands there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: String,
}

/// From the least value to the greatest, from one place to another.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Where the scale is logarithmic, the base of its powers.
    base: Option<f64>,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

/// Whether a value has a place on a logarithmic axis.
pub(super) fn drawable(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let value = self.base.map_or(value, |base| value.log(base));
        let part = if self.high > self.low { (value - self.low) / (self.high - self.low) } else { 0.5 };
        // A tenth is finer than what can be seen, and shorter to write.
        ((self.from + part.clamp(0.0, 1.0) * (self.to - self.from)) * 10.0).round() / 10.0
    }
}

impl Axis {
    /// A logarithmic axis over whole powers that holds all these; those that are not above 0 have no place on it. Its powers are those of ten, for bytes of
    /// sixteen.
    pub(super) fn logarithmic(
        name: &str,
        unit: Unit,
        values: impl IntoIterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> Self {
        let base: f64 = if unit == Unit::Bytes { 16.0 } else { 10.0 };
        let logs = values.into_iter().filter(|&value| drawable(value)).map(|value| value.log(base));
        let (low, high) = ends(logs).unwrap_or((0.0, 1.0));
        let low = (low + 1e-9).floor();
        let high = (high - 1e-9).ceil().max(low + 1.0);
        let scale = Scale { base: Some(base), low, high, from, to };
        let step = ((high - low) / MOST_LINES).ceil();
        let powers = (0..).map(|index| low + f64::from(index) * step).take_while(|&power| power <= high);
        let tick = |power: f64| Tick { at: scale.at(base.powf(power)), label: round(&unit.show(base.powf(power))) };
        Self { name: name.into(), ticks: powers.map(tick).collect(), scale }
    }

    /// An even axis over these values, each with its label.
    pub(super) fn even(name: &str, values: &[(f64, String)], from: f64, to: f64) -> Self {
        let (low, high) = ends(values.iter().map(|(value, _)| *value)).unwrap_or((0.0, 0.0));
        let scale = Scale { base: None, low, high, from, to };
        let tick = |(value, label): &(f64, String)| Tick { at: scale.at(*value), label: label.clone() };
        Self { name: name.into(), ticks: values.iter().map(tick).collect(), scale }
    }

    /// An even axis of counts from 0 to the greatest, with round ones labelled.
    pub(super) fn counts(name: &str, most: usize, from: f64, to: f64) -> Self {
        let most = most.max(1) as f64;
        let power = 10_f64.powf((most / 5.0).log10().floor()).max(1.0);
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        let step = steps.into_iter().find(|step| step * 5.0 >= most).unwrap_or(power);
        let scale = Scale { base: None, low: 0.0, high: most, from, to };
        let counts = (0..).map(|index| f64::from(index) * step).take_while(|&count| count <= most);
        let ticks = counts.map(|count| Tick { at: scale.at(count), label: count.to_string() });
        Self { name: name.into(), ticks: ticks.collect(), scale }
    }

    /// An even axis of parts of a whole.
    pub(super) fn parts(name: &str, from: f64, to: f64) -> Self {
        let ticks = [0_u8, 25, 50, 75, 100].map(|part| (f64::from(part) / 100.0, format!("{part} %")));
        Self::even(name, &ticks, from, to)
    }

    /// Where a value stands, to a tenth.
    pub(super) fn at(&self, value: f64) -> f64 {
        self.scale.at(value)
    }
}

/// The least and the greatest.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

/// A round figure without the zeros behind its point.
fn round(figure: &str) -> String {
    let (number, unit) = figure.split_at(figure.find(' ').unwrap_or(figure.len()));
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn axes_hold_what_they_are_made_for() {
        let axis = Axis::logarithmic("", Unit::Time, [12.0, 900.0, 0.0, f64::NAN], 0.0, 100.0);
        assert_eq!(labels(&axis), ["10 ns", "100 ns", "1 µs"]);
        assert_eq!((axis.at(10.0), axis.at(100.0), axis.at(1e9)), (0.0, 50.0, 100.0));
        assert_eq!(labels(&Axis::logarithmic("", Unit::Count, [10.0], 0.0, 1.0)), ["10", "100"]);
        assert_eq!(
            labels(&Axis::logarithmic("", Unit::Bytes, [300.0, 5e6], 0.0, 1.0)),
            ["256 B", "4 KiB", "64 KiB", "1 MiB", "16 MiB"]
        );
        assert_eq!(Axis::logarithmic("", Unit::Count, [], 0.0, 1.0).ticks.len(), 2);
        assert!(Axis::logarithmic("", Unit::Count, [1e-300, 1e300], 0.0, 1.0).ticks.len() <= 11);
    }

    #[test]
    fn even_axes_go_from_end_to_end() {
        let axis = Axis::even("", &[(3.0, "three".into()), (5.0, "five".into())], 0.0, 10.0);
        assert_eq!(axis.ticks, [Tick { at: 0.0, label: "three".into() }, Tick { at: 10.0, label: "five".into() }]);
        assert!((axis.at(4.0) - 5.0).abs() < 1e-9);
        assert!((Axis::even("", &[(3.0, "three".into())], 0.0, 10.0).at(3.0) - 5.0).abs() < 1e-9);
        assert!((Axis::parts("", 0.0, 10.0).at(0.25) - 2.5).abs() < 1e-9);
    }

    #[test]
    fn counts_are_round() {
        assert_eq!(labels(&Axis::counts("", 391, 0.0, 1.0)), ["0", "100", "200", "300"]);
        assert_eq!(labels(&Axis::counts("", 0, 0.0, 1.0)), ["0", "1"]);
        assert_eq!(labels(&Axis::counts("", 10, 0.0, 1.0)), ["0", "2", "4", "6", "8", "10"]);
    }
}
