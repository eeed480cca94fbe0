//! The suite of the engines' contract.

use chivalry_astar::AStar;
use chivalry_board::Board;
use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_engine::{Budget, Engine, Problem};
use chivalry_heuristic::{Matching, Misplaced};

#[test]
fn conforms() {
    assert_conforms(AStar::<Misplaced>::new, Options::default());
}

/// The tables of the bound are made once, and copied into each new engine.
#[test]
fn conforms_with_matching() {
    let mut prototype = AStar::<Matching>::new();
    prototype.solve(&Problem::new(Board::GOAL), &Budget::UNLIMITED);
    assert_conforms(|| prototype.clone(), Options { goals: 2, ..Options::default() });
}
