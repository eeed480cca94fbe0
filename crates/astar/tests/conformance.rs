//! The suite of the engines' contract.

use chivalry_astar::AStar;
use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_heuristic::Misplaced;

#[test]
fn conforms() {
    assert_conforms(AStar::<Misplaced>::new, Options::default());
}
