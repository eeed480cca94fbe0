//! The suite of the engines' contract, for both policies.

use chivalry_bibfs_two_queue::{Alternating, Balanced, TwoQueue};
use chivalry_engine::conformance::{Options, assert_conforms};

#[test]
fn balanced_conforms() {
    assert_conforms(TwoQueue::<Balanced>::new, Options::default());
}

#[test]
fn alternating_conforms() {
    assert_conforms(TwoQueue::<Alternating>::new, Options::default());
}
