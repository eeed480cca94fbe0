//! The boards of a run: which of them the page has, their shortest paths, and what each engine spent on them.

use super::figures::scatter::Places;
use crate::run::{Item, Run, Solve};
use crate::verify::Answer;
use crate::view::Table;
use crate::view::table::{Field, NONE};
use crate::view::words::{self, grouped};
use chivalry_table::Table as Distances;
use serde::Serialize;
use serde_json::Value;

/// The most boards that a page has: of more, those with a wrong answer and evenly spaced others.
const MOST_BOARDS: usize = 1200;

/// The boards that the page has.
pub(super) struct Shown<'a> {
    /// Each with its number in the run, from 1, and that of its stratum, from 0.
    pub(super) boards: Vec<(usize, usize, &'a Item)>,
    /// Of how many.
    pub(super) of: usize,
    /// The place of the one that is open at first.
    first: usize,
}

impl<'a> Shown<'a> {
    /// Chooses the boards, and the one to be open at first: one with a wrong answer where there is any, else one of the farthest within the limit.
    pub(super) fn of(run: &'a Run) -> Self {
        let strata = run.strata.iter().enumerate();
        let all = strata.flat_map(|(index, stratum)| stratum.boards.iter().map(move |item| (index, item)));
        let mut boards: Vec<_> = (1..).zip(all).map(|(number, (stratum, item))| (number, stratum, item)).collect();
        let of = boards.len();
        if of > MOST_BOARDS {
            let wrong = boards.iter().filter(|(.., item)| is_wrong(run, item)).count();
            let room = MOST_BOARDS.saturating_sub(wrong);
            let evenly = |number: usize| number * room / of > (number - 1) * room / of;
            boards.retain(|&(number, _, item)| evenly(number) || is_wrong(run, item));
            boards.truncate(MOST_BOARDS);
        }
        let limit = run.plan.max_moves.unwrap_or(u8::MAX);
        let rank = |&(place, &(.., item)): &(usize, &(usize, usize, &Item))| {
            let within = Some(item.distance).filter(|&distance| distance <= limit);
            (is_wrong(run, item), within, std::cmp::Reverse(place))
        };
        let first = boards.iter().enumerate().max_by_key(rank).map_or(0, |(place, _)| place);
        Self { boards, of, first }
    }
}

/// Whether some engine was wrong on a board.
fn is_wrong(run: &Run, item: &Item) -> bool {
    item.solves.iter().any(|solve| solve.answer == Answer::Wrong)
        || run.engines.iter().filter_map(|engine| engine.fault.as_ref()).any(|fault| fault.board == item.board)
}

/// A board with a shortest path, as the page's script plays it.
#[derive(Serialize)]
struct Playable {
    /// Its number in the run, from 1.
    #[serde(rename = "n")]
    number: usize,
    /// Its 25 cells, row by row from the top.
    #[serde(rename = "c")]
    cells: String,
    /// Its distance.
    #[serde(rename = "d")]
    distance: u8,
    /// The squares of the blank on a shortest path, `a` for the first square to `y`, that of the start included.
    #[serde(rename = "p")]
    path: String,
    /// Whether some engine was wrong.
    #[serde(rename = "w", skip_serializing_if = "std::ops::Not::not")]
    wrong: bool,
}

/// What an engine answered (a number of moves, or a word), its time, and what it counted.
type Spent = (Value, String, [Value; 5]);

/// What the page's script knows of the boards.
#[derive(Default, Serialize)]
pub(super) struct Data<'a> {
    engines: Vec<&'a str>,
    boards: Vec<Playable>,
    /// The name of each stratum with the number of its boards here; they follow each other.
    strata: Vec<(&'a str, usize)>,
    /// For each engine what it spent, one a board.
    spent: Vec<Vec<Spent>>,
    /// The board that is open at first.
    first: usize,
    /// For each engine where each board stands on the axes of the scatter.
    places: Places,
}

impl<'a> Data<'a> {
    /// That of a run.
    pub(super) fn of(run: &'a Run, shown: &Shown<'_>, table: &Distances, places: Places) -> Self {
        let playable = |&(number, _, item): &(usize, usize, &Item)| {
            let steps = table.path(item.board).moves;
            let squares = std::iter::once(item.board.blank()).chain(steps.iter().map(|step| step.from));
            Playable {
                number,
                cells: item.board.to_string().replace('/', ""),
                distance: item.distance,
                path: squares.map(|square| char::from(b'a' + square.index() as u8)).collect(),
                wrong: is_wrong(run, item),
            }
        };
        let strata = run.strata.iter().enumerate().map(|(index, stratum)| {
            (stratum.name.as_str(), shown.boards.iter().filter(|(_, of, _)| *of == index).count())
        });
        let spent = |engine: usize| shown.boards.iter().map(|(.., item)| spent(&item.solves[engine])).collect();
        Self {
            engines: run.engines.iter().map(|engine| engine.name.as_str()).collect(),
            boards: shown.boards.iter().map(playable).collect(),
            strata: strata.collect(),
            spent: (0..run.engines.len()).map(spent).collect(),
            first: shown.first,
            places,
        }
    }
}

fn spent(solve: &Solve) -> Spent {
    // The script's numbers end where those of 64 bits go on.
    let count = |count: u64| if count < 1 << 53 { count.into() } else { grouped(count).into() };
    let stats = solve.stats;
    let counts = [stats.expanded, stats.generated, stats.duplicates, stats.peak_stored, stats.rounds].map(count);
    let answer = solve.moves.map_or_else(|| word(solve.answer).into(), Value::from);
    (answer, solve.time_ns.map_or(NONE.into(), words::time), counts)
}

/// An answer without a path.
const fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Solved => "solved",
        Answer::NoneWithin => "none within the limit",
        Answer::OutOfBudget => "gave up",
        Answer::Wrong => "wrong",
    }
}

/// Every board with the moves of a shortest path, and what each engine spent: all that the script plays, without it.
pub(super) fn table(run: &Run, shown: &Shown<'_>, distances: &Distances) -> Table {
    let title = "Every board, a shortest path, and the time and states expanded of each engine";
    let names = run.engines.iter().map(|engine| engine.name.as_str());
    let labels = ["board", "distance", "rows from the top", "moves"];
    let mut table = Table::new(title, labels.len(), labels.into_iter().chain(names));
    for (number, _, item) in &shown.boards {
        let moves: Vec<_> = distances.path(item.board).moves.iter().map(ToString::to_string).collect();
        let labels = [number.to_string(), item.distance.to_string(), item.board.to_string(), moves.join(" ")];
        let field = |solve: &Solve| match solve.answer {
            Answer::Wrong | Answer::OutOfBudget => word(solve.answer).into(),
            _ => {
                let mut field = Field::figure(solve.time_ns, words::time);
                field.text = format!("{}, {}", field.text, grouped(solve.stats.expanded));
                field
            }
        };
        table.push(labels.map(Field::from).into_iter().chain(item.solves.iter().map(field)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::tables;
    use crate::run::example::{example, mishaps};

    #[test]
    fn of_many_boards_wrong_ones_and_some_others_are_shown() {
        let mut run = example();
        let item = run.strata[1].boards[0].clone();
        run.strata[1].boards = vec![item; 5000];
        run.strata[1].boards[3210].solves[1].answer = Answer::Wrong;
        let shown = Shown::of(&run);
        assert_eq!(shown.of, 5001);
        assert!((MOST_BOARDS - 1..=MOST_BOARDS).contains(&shown.boards.len()), "{}", shown.boards.len());
        assert_eq!(shown.boards[shown.first].0, 3212);
        run.strata[1].boards.iter_mut().for_each(|item| item.solves[1].answer = Answer::Wrong);
        assert_eq!(Shown::of(&run).boards.len(), MOST_BOARDS);
    }

    #[test]
    fn a_board_of_the_farthest_within_the_limit_is_open_at_first() {
        let mut run = example();
        assert_eq!(Shown::of(&run).first, 1);
        run.plan.max_moves = Some(6);
        assert_eq!(Shown::of(&run).first, 0);
        assert_eq!(Shown::of(&mishaps()).first, 1);
    }

    #[test]
    fn nothing_that_is_played_is_only_played() {
        let run = mishaps();
        let goal = run.plan.goal;
        let table = super::table(&run, &Shown::of(&run), &tables::shared(goal));
        let texts = |row: usize| table.rows[row].iter().map(|field| field.text.as_str()).collect::<Vec<_>>();
        assert_eq!(texts(0), ["1", "0", "11111/01111/00*11/00001/00000", "", "50.0 ns, 0", "-, 0"]);
        assert_eq!(texts(2)[4..], ["gave up", "wrong"]);
        let mut board = run.strata[1].boards[0].board;
        for step in texts(1)[3].split(' ') {
            let from = board.jumpers().iter().find(|from| step.starts_with(&from.to_string())).unwrap();
            board = board.jump(from);
        }
        assert_eq!(board, goal);
    }
}
