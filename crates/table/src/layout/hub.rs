//! The ways along the tree from one square, the hub, to all others.
//!
//! The boards of one pattern are joined by moves along the tree. So if the distance of one of them is known, those of the other 24 follow: each
//! step along the tree takes one away from the goal or one nearer to it, and the kept bits of the boards, their *row*, tell which.

use super::{SQUARES, TREE_NEIGHBOURS, sums};
use chivalry_board::Squares;

/// The square from which the others are nearest along the tree: 2.2 moves in the mean, [`HUB_REACH`] at most.
pub(crate) const HUB: usize = 11;
const HUB_REACH: usize = 4;

/// The way along the tree from the hub to a square.
#[derive(Clone, Copy)]
struct Way {
    /// The square before the last, or the hub for itself.
    before: usize,
    /// Its squares without the hub, and how many they are.
    squares: u32,
    length: i32,
}

/// The ways to each square.
static WAYS: [Way; SQUARES] = {
    let mut ways = [Way { before: HUB, squares: 0, length: 0 }; SQUARES];
    let mut done = 1_u32 << HUB;
    let mut pass = 0;
    while pass < HUB_REACH {
        let known = done;
        let mut square = 0;
        while square < SQUARES {
            let next = TREE_NEIGHBOURS[square] & known;
            if known >> square & 1 == 0 && next != 0 {
                let before = next.trailing_zeros() as usize;
                let way = &ways[before];
                ways[square] = Way { before, squares: way.squares | 1 << square, length: way.length + 1 };
                done |= 1 << square;
            }
            square += 1;
        }
        pass += 1;
    }
    assert!(done == Squares::ALL.bits());
    ways
};

/// Whether the second of two neighbouring boards is farther from the goal than the first, from their bits. `square` is where the
/// second has its blank, `goal` where the goal has.
///
/// A distance modulo 4 is twice the bit and the parity: for an even one, the neighbour below has the other bit.
#[inline]
pub(crate) fn is_up(first: u32, second: u32, square: usize, goal: usize) -> bool {
    (first ^ second ^ (square ^ goal) as u32) & 1 != 0
}

/// The bits of a row's squares, each moved to the squares that follow it on the ways from the hub, by the row of the board
/// and its five bits.
static FOLLOWERS: [[u32; 32]; 5] = {
    let mut followers = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        if square != HUB {
            followers[WAYS[square].before] |= 1 << square;
        }
        square += 1;
    }
    [sums(&followers, 0), sums(&followers, 5), sums(&followers, 10), sums(&followers, 15), sums(&followers, 20)]
};

/// The squares whose boards of the pattern with this row are farther from the goal than the boards one square before them on the way from
/// the hub; never the hub.
#[inline]
pub(crate) fn ups(row: u32, goal: usize) -> u32 {
    const ODD: u32 = 0x00AA_AAAA;
    let before = (0..5).fold(0, |before, five| before | FOLLOWERS[five][(row >> (5 * five) & 31) as usize]);
    // As `is_up`, for all squares at once.
    (row ^ before ^ ODD ^ (goal as u32 & 1).wrapping_neg()) & !(1 << HUB) & Squares::ALL.bits()
}

/// How much farther from the goal the board with the blank on a square is than the one with the blank on the hub, -4..=4, both of
/// the pattern whose row has these [`ups`].
///
/// Without a branch, and short, so that where many boards are asked for their reads from memory overlap.
#[inline]
pub(crate) fn climb(ups: u32, square: usize) -> i32 {
    let Way { squares, length, .. } = WAYS[square];
    (2 * (ups & squares).count_ones()).cast_signed() - length
}
