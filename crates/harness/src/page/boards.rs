//! The boards of a run: which of them the page has, their shortest paths, and what each engine spent on them.

use super::figures::distance_text;
use super::markup::{Markup, clean};
use crate::run::wire::Record;
use crate::view::table;
use crate::view::table::grouped;
use chivalry_board::{Board, Square};
use chivalry_table::Table;
use serde::Serialize;
use serde_json::Value;

/// The most boards that a page has: of more, those with a wrong answer and evenly spaced others.
const MOST_BOARDS: usize = 1200;

/// Which boards the page has.
pub(super) struct Selection {
    /// Their numbers in the record, ascending.
    pub(super) boards: Vec<usize>,
    /// The place, in `boards`, of the one that is open at first.
    pub(super) first: usize,
}

impl Selection {
    /// Chooses the boards, and the one to be open at first: one with a wrong answer where there is any.
    pub(super) fn of(record: &Record) -> Self {
        let count = record.boards.len();
        let mut boards: Vec<usize> =
            (0..count).filter(|&board| count <= MOST_BOARDS || is_wrong(record, board)).collect();
        boards.truncate(MOST_BOARDS);
        if count > MOST_BOARDS {
            let room = MOST_BOARDS - boards.len();
            boards.extend((0..room).map(|index| index * count / room));
            boards.sort_unstable();
            boards.dedup();
        }
        let wrong = boards.iter().position(|&board| is_wrong(record, board));
        // Else one of the farthest within the limit.
        let far = || {
            let limit = record.plan.max_moves.unwrap_or(u8::MAX);
            let within =
                boards.iter().enumerate().filter_map(|(place, &board)| Some((place, record.boards[board].distance?)));
            let farthest = within.clone().map(|(_, distance)| distance).filter(|&distance| distance <= limit).max();
            within.clone().find(|(_, distance)| Some(*distance) == farthest).map(|(place, _)| place)
        };
        let first = wrong.or_else(far).unwrap_or(0);
        Self { boards, first }
    }
}

/// Whether some engine was wrong on a board.
pub(super) fn is_wrong(record: &Record, board: usize) -> bool {
    (0..record.engines.len()).any(|engine| record.solves[engine * record.boards.len() + board].outcome == "wrong")
        || record
            .engines
            .iter()
            .filter_map(|engine| engine.fault.as_ref())
            .any(|fault| fault.board == record.boards[board].board)
}

/// A board with a shortest path, as the page's script plays it.
#[derive(Serialize)]
pub(super) struct Playable {
    /// Its number in the record, from 1.
    #[serde(rename = "n")]
    number: usize,
    /// Its 25 cells, row by row from the top.
    #[serde(rename = "c")]
    cells: String,
    /// Its distance.
    #[serde(rename = "d")]
    distance: Option<u8>,
    /// The squares of the blank on a shortest path, `a` for the first square to `y`, that of the start included.
    #[serde(rename = "p")]
    path: String,
    /// Whether some engine was wrong.
    #[serde(rename = "w", skip_serializing_if = "std::ops::Not::not")]
    wrong: bool,
}

/// The squares of the blank on a path, as letters.
fn letters(start: Square, steps: impl IntoIterator<Item = Square>) -> String {
    std::iter::once(start).chain(steps).map(|square| char::from(b'a' + square.index() as u8)).collect()
}

impl Playable {
    /// A board and a shortest path from it, by the table.
    pub(super) fn new(number: usize, board: Board, distance: Option<u8>, wrong: bool, table: &Table) -> Self {
        let path = table.path(board);
        let path = letters(board.blank(), path.moves.iter().map(|step| step.from));
        Self { number, cells: cells(board), distance, path, wrong }
    }
}

fn cells(board: Board) -> String {
    board.to_string().replace('/', "")
}

/// What the page's script knows of the boards.
#[derive(Serialize)]
pub(super) struct Data {
    /// The goal's cells.
    goal: String,
    /// The names of the engines.
    engines: Vec<String>,
    boards: Vec<Playable>,
    /// The name of each stratum with the number of its boards here; they follow each other.
    strata: Vec<(String, usize)>,
    /// For each engine what it spent, one a board: answer (a number of moves, or a word), time, expanded, generated, duplicates, stored, rounds.
    spent: Vec<Vec<(Value, String, [Value; 5])>>,
    /// The board that is open at first.
    first: usize,
    /// For each engine, the place of each board on the axes of the scatter.
    places: Vec<Vec<Option<f64>>>,
    /// Where these axes meet.
    origin: (f64, f64),
}

impl Data {
    /// What is known without a run.
    pub(super) fn empty(goal: Board) -> Self {
        Self {
            goal: cells(goal),
            engines: Vec::new(),
            boards: Vec::new(),
            strata: Vec::new(),
            spent: Vec::new(),
            first: 0,
            places: Vec::new(),
            origin: super::chart::SCATTER_ORIGIN,
        }
    }

    /// That of a run.
    pub(super) fn of(record: &Record, selection: &Selection, table: &Table, places: Vec<Vec<Option<f64>>>) -> Self {
        let board = |&number: &usize| {
            let entry = &record.boards[number];
            // Records are read with boards that are boards.
            let board = entry.board.parse().unwrap_or(table.goal());
            Playable::new(number + 1, board, entry.distance, is_wrong(record, number), table)
        };
        let strata = record.strata.iter().map(|stratum| {
            let range = stratum.first..stratum.first + stratum.boards;
            (clean(&stratum.name), selection.boards.iter().filter(|board| range.contains(board)).count())
        });
        let spent = (0..record.engines.len())
            .map(|engine| selection.boards.iter().map(|&board| spent(record, engine, board)).collect());
        Self {
            engines: record.engines.iter().map(|engine| clean(&engine.name)).collect(),
            boards: selection.boards.iter().map(board).collect(),
            strata: strata.collect(),
            spent: spent.collect(),
            first: selection.first,
            places,
            ..Self::empty(table.goal())
        }
    }
}

/// What an engine answered and spent on a board.
fn spent(record: &Record, engine: usize, board: usize) -> (Value, String, [Value; 5]) {
    let solve = &record.solves[engine * record.boards.len() + board];
    // The script's numbers end where those of 64 bits go on.
    let count = |count: u64| if count < 1 << 53 { count.into() } else { grouped(count).into() };
    let counts = [solve.expanded, solve.generated, solve.duplicates, solve.peak_stored, solve.rounds].map(count);
    (solve.moves.map_or_else(|| clean(&solve.outcome).into(), Value::from), time_text(record, engine, board), counts)
}

/// The time of an engine on a board.
fn time_text(record: &Record, engine: usize, board: usize) -> String {
    record.solves[engine * record.boards.len() + board].time_ns.map_or("–".into(), table::time)
}

/// The boards for readers without scripts: folded by stratum, each with its path as a strip of boards.
pub(super) fn plain(record: &Record, selection: &Selection, table: &Table) -> String {
    let mut html = Markup::default();
    for stratum in &record.strata {
        let range = stratum.first..stratum.first + stratum.boards;
        let boards: Vec<_> = selection.boards.iter().copied().filter(|board| range.contains(board)).collect();
        if boards.is_empty() {
            continue;
        }
        let open = if range.contains(&selection.boards[selection.first]) { " open" } else { "" };
        html.own(format_args!("<details{open}><summary>distance ")).text(&stratum.name);
        html.own(format_args!(", {} boards</summary>", boards.len()));
        html.own(format_args!(
            "<table><caption>Time of each engine, and the states it expanded</caption><thead><tr><th>board"
        ));
        for engine in &record.engines {
            html.own(format_args!("<th>")).text(&engine.name);
        }
        html.own(format_args!("</thead><tbody>"));
        for &number in &boards {
            html.own(format_args!("<tr><th>{}", number + 1));
            for engine in 0..record.engines.len() {
                let solve = &record.solves[engine * record.boards.len() + number];
                html.own(format_args!("<td>{}, ", time_text(record, engine, number)));
                match solve.outcome.as_str() {
                    "solved" | "none-within" => html.own(format_args!("{}", solve.expanded)),
                    other => html.text(other),
                };
            }
        }
        html.own(format_args!("</tbody></table>"));
        for number in boards {
            let entry = &record.boards[number];
            let Ok(board) = entry.board.parse::<Board>() else { continue };
            let wrong = if is_wrong(record, number) { ", wrong answers" } else { "" };
            let (number, distance) = (number + 1, distance_text(entry.distance));
            html.own(format_args!("<h4 id=\"board-{number}\">Board {number}, distance {distance}{wrong}</h4>"));
            strip(&mut html, board, table);
        }
        html.own(format_args!("</details>"));
    }
    html.finish()
}

/// The boards of a shortest path side by side, in the puzzle's own digits, ten in a line.
fn strip(html: &mut Markup, board: Board, table: &Table) {
    const IN_A_LINE: usize = 10;
    let path = table.path(board);
    let boards = std::iter::once(board).chain(path.moves.iter().scan(board, |board, step| {
        *board = board.jump(step.from);
        Some(*board)
    }));
    let grids: Vec<Vec<String>> =
        boards.map(|board| board.to_string().split('/').map(String::from).collect()).collect();
    html.own(format_args!("<pre>"));
    for (index, line) in grids.chunks(IN_A_LINE).enumerate() {
        html.own(format_args!("{}", if index > 0 { "\n" } else { "" }));
        for row in 0..5 {
            let rows: Vec<_> = line.iter().map(|grid| grid[row].as_str()).collect();
            html.own(format_args!("{}\n", rows.join("  ")));
        }
    }
    html.own(format_args!("</pre>"));
}
