//! The suite of the engines' contract.

use chivalry_bibfs_single::SingleQueue;
use chivalry_engine::conformance::{Options, assert_conforms};

#[test]
fn conforms() {
    assert_conforms(SingleQueue::new, Options::default());
}
