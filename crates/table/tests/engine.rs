//! The table as an engine: the contract, with budgets and other goals.

use chivalry_board::Board;
use chivalry_engine::{Budget, Engine, Outcome, Problem, Resource, check};
use chivalry_table::{Table, TableEngine};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

static STANDARD: LazyLock<Arc<Table>> = LazyLock::new(|| Arc::new(Table::build(Board::GOAL)));

fn boards() -> impl Iterator<Item = Board> {
    (0..Board::COUNT).step_by(50_021).filter_map(Board::from_rank).chain([Board::GOAL]).chain(STANDARD.farthest())
}

fn engine() -> TableEngine {
    TableEngine::from(Arc::clone(&STANDARD))
}

#[test]
fn answers_are_right_at_every_limit() {
    let mut engine = engine();
    assert_eq!(engine.name(), "table");
    for board in boards() {
        let exact = STANDARD.distance(board);
        let limits = [0, 1, 10, 15, exact.saturating_sub(2), exact.saturating_sub(1), exact, exact + 1, u8::MAX];
        for problem in limits.map(|limit| Problem::new(board).within(limit)).into_iter().chain([Problem::new(board)]) {
            let (outcome, stats) = engine.solve(&problem, &Budget::UNLIMITED);
            assert_eq!(check(&problem, &outcome, Some(exact)), Ok(None), "{problem:?}");
            assert_eq!(outcome.distance().is_some(), problem.max_moves.is_none_or(|limit| limit >= exact));
            assert!(stats.expanded <= u64::from(exact), "{problem:?}");
            assert_eq!(engine.solve(&problem, &Budget::UNLIMITED), (outcome, stats), "the second time");
        }
    }
}

#[test]
fn budgets_are_kept() {
    let mut engine = engine();
    for board in boards().step_by(97) {
        let problem = Problem::new(board);
        let (outcome, stats) = engine.solve(&problem, &Budget::UNLIMITED);
        let nodes = Budget { nodes: stats.expanded, stored: stats.peak_stored, deadline: None };
        assert_eq!(engine.solve(&problem, &nodes), (outcome, stats), "{board}");
        for less in 0..stats.expanded {
            let (outcome, stats) = engine.solve(&problem, &Budget { nodes: less, ..Budget::UNLIMITED });
            assert_eq!(outcome, Outcome::OutOfBudget(Resource::Nodes), "{board}");
            assert_eq!(stats.expanded, less);
        }
        for less in 0..stats.peak_stored {
            let (outcome, stats) = engine.solve(&problem, &Budget { stored: less, ..Budget::UNLIMITED });
            assert_eq!(outcome, Outcome::OutOfBudget(Resource::Stored), "{board}");
            assert!(stats.peak_stored <= less);
        }
        if stats.expanded > 0 {
            let budget = Budget { deadline: Some(Instant::now()), ..Budget::UNLIMITED };
            assert_eq!(engine.solve(&problem, &budget).0, Outcome::OutOfBudget(Resource::Deadline), "{board}");
        }
    }
}

#[test]
fn other_goals_get_their_own_table() {
    let mut engine = TableEngine::new();
    let goals = [Board::from_rank(5).unwrap(), Board::GOAL, Board::from_rank(Board::COUNT - 1).unwrap()];
    for goal in goals {
        for start in boards().step_by(50) {
            let problem = Problem::new(start).to(goal);
            let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
            assert_eq!(check(&problem, &outcome, None), Ok(None), "{problem:?}");
            assert_eq!(outcome.distance(), Some(usize::from(engine.table(goal).distance(start))));
        }
        assert_eq!(engine.table(goal).goal(), goal);
        assert_eq!(engine.table(goal).distance(Board::GOAL), STANDARD.distance(goal));
    }
}
