//! The suite of the engines' contract.

use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_heuristic::Misplaced;
use chivalry_idastar::IdaStar;

/// Without a limit the search is exponential: a board 22 moves away takes some tenths of a second.
#[test]
fn conforms() {
    assert_conforms(IdaStar::<Misplaced>::new, Options { deepest: 22, ..Options::default() });
}
