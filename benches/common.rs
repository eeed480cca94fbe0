//! The engines and boards of all benches.

use chivalry_astar::AStar;
use chivalry_bibfs_single::SingleQueue;
use chivalry_bibfs_two_queue::{Alternating, Balanced, TwoQueue};
use chivalry_board::Board;
use chivalry_engine::Engine;
use chivalry_heuristic::Misplaced;
use chivalry_idastar::IdaStar;

/// Every search engine.
pub(crate) fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(IdaStar::<Misplaced>::new()),
        Box::new(AStar::<Misplaced>::new()),
        Box::new(SingleQueue::new()),
        Box::new(TwoQueue::<Balanced>::new()),
        Box::new(TwoQueue::<Alternating>::new()),
    ]
}

/// The ten boards of the bundled corpus at a distance of 1..=39.
pub(crate) fn boards_at(distance: u8) -> Vec<(Board, u8)> {
    let boards: Vec<_> = include_str!("../fixtures/corpora/bundled.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(board, exact)| (board.parse().expect("a board"), exact.parse().expect("a distance")))
        .filter(|&(_, exact)| exact == distance)
        .collect();
    assert!(!boards.is_empty(), "the corpus has no board at distance {distance}");
    boards
}
