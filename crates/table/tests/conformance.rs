//! The suite of the engines' contract.

use chivalry_board::Board;
use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_table::{Table, TableEngine};

#[test]
fn conforms() {
    // The suite makes many engines: they need not all build the same table.
    let table = Table::build(Board::GOAL);
    assert_conforms(|| TableEngine::from(table.clone()), Options { searches: false, ..Options::default() });
}
