//! One engine against another, board by board.

use super::{Figure, Menu};
use crate::page::boards::Shown;
use crate::page::chart::{Chart, SQUARE};
use crate::page::scale::{Axis, drawable};
use crate::run::Run;
use crate::view::metrics::Unit;

/// For each engine, across and up, where each board stands: a board that it has no time for stands nowhere.
pub(in crate::page) type Places = Vec<[Vec<Option<f64>>; 2]>;

/// The figure, with the places from which the script draws every other pair; nothing where there is no pair.
pub(in crate::page) fn scatter(run: &Run, shown: &Shown<'_>) -> Option<(Figure, Places)> {
    if run.engines.len() < 2 || shown.boards.is_empty() {
        return None;
    }
    let title = "Engine against engine";
    let times = || shown.boards.iter().flat_map(|(.., item)| &item.solves).filter_map(|solve| solve.time_ns);
    let axis = |from, to| Axis::logarithmic("", Unit::Time, times(), from, to);
    let mut across = axis(SQUARE.left, SQUARE.right);
    let mut up = axis(SQUARE.bottom, SQUARE.top);
    let on = |axis: &Axis, engine: usize| -> Vec<Option<f64>> {
        let times = shown.boards.iter().map(|(.., item)| item.solves[engine].time_ns);
        times.map(|time| time.filter(|&time| drawable(time)).map(|time| axis.at(time))).collect()
    };
    let places: Places = (0..run.engines.len()).map(|engine| [on(&across, engine), on(&up, engine)]).collect();
    // The first two that have times.
    let mut timed = (0..places.len()).filter(|&engine| places[engine][0].iter().any(Option::is_some));
    let first = timed.next().unwrap_or(0);
    let second = timed.next().unwrap_or(usize::from(first == 0));
    across.name.clone_from(&run.engines[first].name);
    up.name.clone_from(&run.engines[second].name);
    let mut chart = Chart::new("scatter", title, &SQUARE, across, up);
    chart.dots = Some(places[first][0].iter().zip(&places[second][1]).map(|(x, y)| x.zip(*y)).collect());
    let left_out = if shown.boards.len() < shown.of {
        format!(" {} of {} boards are drawn.", shown.boards.len(), shown.of)
    } else {
        String::new()
    };
    let sentence = format!(
        "Each mark is a board, at the time that it took one engine and the other. On the diagonal both are equal; below it the engine of the vertical axis is \
         faster. Without scripts the first two engines are shown; the numbers are those of the table of all boards.{left_out}"
    );
    let options = || run.engines.iter().map(|engine| engine.name.clone()).enumerate().collect();
    let menu = |label, chosen| Menu { label, options: options(), chosen };
    let mut figure = Figure::single("scatter", title, sentence, chart, None);
    figure.menus = vec![menu("Across", first), menu("Up", second)];
    Some((figure, places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    #[test]
    fn boards_without_a_time_stand_nowhere() {
        let run = mishaps();
        let (figure, places) = scatter(&run, &Shown::of(&run)).unwrap();
        assert_eq!(places[0][0].iter().flatten().count(), 1);
        assert!(places[1].iter().flatten().all(Option::is_none));
        assert_eq!(figure.views[0].chart.dots.as_ref().unwrap(), &[None; 3]);
        let mut run = example();
        let (figure, _) = scatter(&run, &Shown::of(&run)).unwrap();
        assert_eq!(figure.views[0].chart.dots.as_ref().unwrap().iter().flatten().count(), 3);
        run.engines.pop();
        assert!(scatter(&run, &Shown::of(&run)).is_none());
    }
}
