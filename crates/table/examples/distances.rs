//! Reads boards from standard input, one a line, and writes the distance and a shortest path of each.
//!
//! ```text
//! echo '10110/01*11/10111/01001/00000' | cargo run --release -p chivalry-table --example distances
//! ```

use chivalry_board::Board;
use chivalry_table::Table;
use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let table = Table::build(Board::GOAL);
    for line in io::stdin().lines() {
        let board: Board = line?.trim().parse()?;
        println!("{board} {}: {}", table.distance(board), table.path(board));
    }
    Ok(())
}
