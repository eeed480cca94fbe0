//! The suite of the engines' contract.

use chivalry_board::Board;
use chivalry_engine::conformance::{Options, assert_conforms};
use chivalry_table::{Table, TableEngine};
use std::sync::Arc;

#[test]
fn conforms() {
    // The suite makes many engines: they need not all build the same table.
    let table = Arc::new(Table::build(Board::GOAL));
    assert_conforms(|| TableEngine::from(Arc::clone(&table)), Options { searches: false, ..Options::default() });
}
