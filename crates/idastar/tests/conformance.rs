//! The suite of the engines' contract.

use chivalry_board::Board;
use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_engine::{Budget, Engine, Problem};
use chivalry_heuristic::{Matching, Misplaced};
use chivalry_idastar::IdaStar;

/// Without a limit the search is exponential: a board 22 moves away takes some tenths of a second.
#[test]
fn conforms() {
    assert_conforms(IdaStar::<Misplaced>::new, Options { deepest: 22, ..Options::default() });
}

/// A stronger bound reaches farther. Its tables are made once, and copied into each new engine.
#[test]
fn conforms_with_matching() {
    let mut prototype = IdaStar::<Matching>::new();
    prototype.solve(&Problem::new(Board::GOAL), &Budget::UNLIMITED);
    assert_conforms(|| prototype.clone(), Options { deepest: 26, goals: 2, ..Options::default() });
}
