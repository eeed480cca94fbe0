//! Bounds that are right, and bounds that are wrong in one place.

use chivalry_board::Board;
use chivalry_table::{BoundFault, Wide};
use std::sync::LazyLock;

static WIDE: LazyLock<Wide> = LazyLock::new(|| Wide::build(Board::GOAL));

#[test]
fn the_misplaced_count_is_admissible_and_consistent() {
    assert_eq!(WIDE.audit_bound(|board| board.misplaced(Board::GOAL)), Ok(()));
}

#[test]
fn a_bound_above_the_distance_is_found() {
    let far = WIDE.table().farthest()[0];
    let fault = WIDE.audit_bound(|board| u32::from(WIDE.distance(board)) + u32::from(board == far)).unwrap_err();
    assert_eq!(fault, BoundFault::Inadmissible { board: far, bound: 40, distance: 39 });
    assert!(fault.to_string().contains("the bound says 40"));
}

#[test]
fn a_single_step_too_high_is_found() {
    // With the blank on a square of either colour: a5 and b5.
    for rank in [1_700_000, 3_000_001] {
        let odd = Board::from_rank(rank).unwrap();
        let fault = WIDE.audit_bound(|board| if board == odd { 2 } else { 0 }).unwrap_err();
        match fault {
            BoundFault::Inconsistent { board, bound, from, after } => {
                assert_eq!(bound.abs_diff(after), 2);
                assert!(board == odd || board.jump(from) == odd);
            }
            BoundFault::Inadmissible { .. } => panic!("{fault}"),
        }
    }
}
