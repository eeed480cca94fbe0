//! Builds the complete table and asks it for the distance, and a shortest path, of random boards.
//!
//! ```sh
//! cargo run --release --example distances -- 5
//! ```

use chivalry_board::Board;
use chivalry_corpus::Random;
use chivalry_table::Table;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(5), |count| count.parse())?;
    let table = Table::build(Board::GOAL);
    println!("of {} boards the farthest are {} moves away", Board::COUNT, table.greatest_distance());
    for board in Random::new(1).boards(count) {
        println!("{board}: {} moves, {}", table.distance(board), table.path(board));
    }
    Ok(())
}
