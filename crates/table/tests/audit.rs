//! Bounds that are right, and bounds that are wrong in one place.

use chivalry_board::{Board, Square, Squares};
use chivalry_heuristic::{Heuristic, Misplaced, Steps};
use chivalry_table::{BoundFault, Wide};
use std::cmp::Ordering;
use std::sync::LazyLock;

static WIDE: LazyLock<Wide> = LazyLock::new(|| Wide::build(Board::GOAL));

/// A bound by its estimate, whose steps follow from that but for one board, where they are what is given.
struct Claim<F> {
    estimate: F,
    odd: Option<(Board, Steps)>,
}

impl<F: Fn(Board) -> u32> Heuristic for Claim<F> {
    const NAME: &'static str = "claim";

    fn new(_: Board) -> Self {
        unreachable!("claims are made by hand")
    }

    fn estimate(&self, board: Board) -> u32 {
        (self.estimate)(board)
    }

    fn steps(&self, board: Board) -> Steps {
        if let Some((odd, steps)) = self.odd
            && odd == board
        {
            return steps;
        }
        let here = self.estimate(board);
        let mut sets = [Squares::EMPTY; 3];
        for (from, next) in board.neighbours() {
            let set = match self.estimate(next).cmp(&here) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            };
            sets[set] |= Squares::from(from);
        }
        let [closer, level, farther] = sets;
        Steps { closer, level, farther }
    }
}

#[test]
fn the_misplaced_count_is_admissible_and_consistent() {
    assert_eq!(WIDE.audit(&Misplaced::new(Board::GOAL)), Ok(()));
}

#[test]
fn a_bound_above_the_distance_is_found() {
    let far = WIDE.table().farthest()[0];
    let estimate = |board| u32::from(WIDE.distance(board)) + u32::from(board == far);
    let fault = WIDE.audit(&Claim { estimate, odd: None }).unwrap_err();
    match fault {
        // The board before it in the order of the ranks may be a neighbour, whose steps to it are three.
        BoundFault::Inadmissible { board, bound, distance } => assert_eq!((board, bound, distance), (far, 40, 39)),
        BoundFault::Inconsistent { board, from, .. } => assert_eq!(board.jump(from), far),
        BoundFault::Misjudged { .. } => panic!("{fault}"),
    }
}

#[test]
fn a_single_step_too_high_is_found() {
    // With the blank on a square of either colour: a5 and b5.
    for rank in [1_700_000, 3_000_001] {
        let odd = Board::from_rank(rank).unwrap();
        let fault = WIDE.audit(&Claim { estimate: |board| if board == odd { 2 } else { 0 }, odd: None }).unwrap_err();
        match fault {
            BoundFault::Inconsistent { board, bound, from, after } => {
                assert_eq!(bound.abs_diff(after), 2);
                assert!(board == odd || board.jump(from) == odd);
            }
            BoundFault::Inadmissible { .. } | BoundFault::Misjudged { .. } => panic!("{fault}"),
        }
    }
}

#[test]
fn a_single_wrong_step_is_found() {
    let misplaced = Misplaced::new(Board::GOAL);
    let estimate = |board| misplaced.estimate(board);
    for rank in [1_700_000, 3_000_001] {
        let board = Board::from_rank(rank).unwrap();
        let right = misplaced.steps(board);
        let from = board.jumpers().iter().next().unwrap();
        let one = Squares::from(from);
        let far = Square::all().find(|square| !board.jumpers().contains(*square)).unwrap();
        for steps in [
            // Left out, moved to another set, in two sets, and said of a square from which there is no jump.
            Steps { closer: right.closer - one, level: right.level - one, farther: right.farther - one },
            Steps { closer: right.farther, level: right.level, farther: right.closer },
            Steps { closer: right.closer | one, level: right.level | one, farther: right.farther },
            Steps { level: right.level | Squares::from(far), ..right },
        ] {
            let fault = WIDE.audit(&Claim { estimate, odd: Some((board, steps)) }).unwrap_err();
            assert!(matches!(fault, BoundFault::Misjudged { board: found, .. } if found == board), "{fault}");
            assert!(fault.to_string().contains("misjudged"), "{fault}");
        }
    }
}
