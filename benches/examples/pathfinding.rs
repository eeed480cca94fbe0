//! The puzzle on the general searches of the `pathfinding` crate, as a program for `scripts/measure-peers`.
//!
//! ```text
//! pathfinding astar|idastar|bfs_bidirectional < BOARDS
//! ```
//!
//! It reads a judge's file and writes the fewest moves of each board, without a limit. It has the packed boards, the moves and the
//! lower bound of our own engines: what differs is the search.

use chivalry_board::Board;
use pathfinding::prelude::{astar, bfs_bidirectional, idastar};
use std::error::Error;
use std::io::{self, Read};

/// The length of a shortest path by the search of this name.
fn distance(search: &str, start: Board) -> Result<u32, Box<dyn Error>> {
    let neighbours = |board: &Board| board.neighbours().map(|(_, next)| next).collect::<Vec<_>>();
    let weighted = |board: &Board| board.neighbours().map(|(_, next)| (next, 1)).collect::<Vec<(Board, u32)>>();
    let misplaced = |board: &Board| board.misplaced(Board::GOAL);
    let is_goal = |board: &Board| *board == Board::GOAL;
    let found = match search {
        "astar" => astar(&start, weighted, misplaced, is_goal).map(|(_, moves)| moves),
        "idastar" => idastar(&start, weighted, misplaced, is_goal).map(|(_, moves)| moves),
        "bfs_bidirectional" => {
            let path = bfs_bidirectional(&start, &Board::GOAL, neighbours, neighbours);
            path.map(|boards| boards.len() as u32 - 1)
        }
        _ => return Err("usage: pathfinding astar|idastar|bfs_bidirectional < BOARDS".into()),
    };
    found.ok_or_else(|| "every board has a path, and none was found".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let search = std::env::args().nth(1).unwrap_or_default();
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let rows: Vec<&str> = text.split_whitespace().skip(1).collect();
    for board in rows.chunks(5) {
        println!("{}", distance(&search, board.join("/").parse()?)?);
    }
    Ok(())
}
