//! The distance as a lower bound: a search that is guided by it wastes nothing.

use chivalry_astar::AStar;
use chivalry_board::Board;
use chivalry_engine::{Budget, Engine, Problem, check};
use chivalry_idastar::IdaStar;
use chivalry_table::Perfect;

fn corpus() -> impl Iterator<Item = (Board, u8)> {
    include_str!("../../../fixtures/corpora/bundled.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (board, distance) = line.split_once(' ').unwrap();
        (board.parse().unwrap(), distance.parse().unwrap())
    })
}

#[test]
fn nothing_is_wasted() {
    let mut idastar = IdaStar::<Perfect>::new();
    let mut astar = AStar::<Perfect>::new();
    for (board, distance) in corpus() {
        let problem = Problem::new(board);
        let (outcome, stats) = idastar.solve(&problem, &Budget::UNLIMITED);
        assert_eq!(check(&problem, &outcome, Some(distance)), Ok(None), "{board}");
        assert_eq!((stats.expanded, stats.rounds), (u64::from(distance), u64::from(distance > 0)), "{board}");
        let (outcome, stats) = astar.solve(&problem, &Budget::UNLIMITED);
        assert_eq!(check(&problem, &outcome, Some(distance)), Ok(None), "{board}");
        // Its stack holds other first moves of shortest paths besides, but it goes deep first.
        assert_eq!((stats.expanded, stats.rounds), (u64::from(distance), u64::from(distance > 0)), "{board}");
    }
}

#[test]
fn another_goal_is_another_bound() {
    let goal = Board::from_rank(12_345_678).unwrap();
    let mut engine = IdaStar::<Perfect>::new();
    for problem in [Problem::new(Board::GOAL).to(goal), Problem::new(goal)] {
        let (outcome, stats) = engine.solve(&problem, &Budget::UNLIMITED);
        assert_eq!(check(&problem, &outcome, None), Ok(None));
        assert_eq!(Some(stats.expanded as usize), outcome.distance());
    }
}
