//! Solves a board with two engines, and checks that they agree.
//!
//! ```sh
//! cargo run --release --example solve -- 10110/01*11/10111/01001/00000
//! ```

use chivalry_bibfs_two_queue::{Balanced, TwoQueue};
use chivalry_board::Board;
use chivalry_engine::{Budget, Engine, Outcome, Problem, replay};
use chivalry_heuristic::Misplaced;
use chivalry_idastar::IdaStar;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).unwrap_or_else(|| "10110/01*11/10111/01001/00000".into());
    let problem = Problem::new(board.parse()?).within(15);
    let engines: [Box<dyn Engine>; 2] = [Box::new(IdaStar::<Misplaced>::new()), Box::new(TwoQueue::<Balanced>::new())];
    let mut distances = Vec::new();
    for mut engine in engines {
        let (outcome, stats) = engine.solve(&problem, &Budget::UNLIMITED);
        if let Outcome::Solved(path) = &outcome {
            // A path is a witness: whoever gets one can check it by the rules of the board alone.
            replay(problem.start, Board::GOAL, path)?;
            println!("{}: {} moves, {path}; {} states expanded", engine.name(), path.len(), stats.expanded);
        } else {
            println!("{}: {outcome:?}; {} states expanded", engine.name(), stats.expanded);
        }
        distances.push(outcome.distance());
    }
    assert_eq!(distances[0], distances[1], "two engines disagree");
    Ok(())
}
