//! Boards as a judge gives them: in order, as input, with the answers expected.

use chivalry_board::Board;
use chivalry_corpus::{Answer, Layout, Style};
use std::fmt::Write;

/// A board and its exact distance to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board.
    pub board: Board,
    /// The fewest moves.
    pub distance: u8,
}

impl Case {
    /// What is smaller comes first: by distance, and then by the board's one line.
    pub fn order(&self) -> (u8, u64) {
        (self.distance, lexical(self.board))
    }

    /// The answer expected within a limit.
    pub const fn answer(&self, max_moves: u8) -> Answer {
        if self.distance <= max_moves { Answer::Moves(self.distance as usize) } else { Answer::NoneWithin(max_moves) }
    }
}

/// A number that orders boards as their one lines are ordered: `*` before `0` before `1`.
pub fn lexical(board: Board) -> u64 {
    // Two bits a square, the first square highest: 00 the blank, 01 white, 10 black.
    spread(board.black().bits()) << 1 | spread(board.white().bits())
}

/// The 25 bits in reverse order, with a gap after each.
fn spread(bits: u32) -> u64 {
    let mut spread = u64::from(bits.reverse_bits() >> 7);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        spread = (spread | spread << shift) & mask;
    }
    spread
}

/// The input of these boards.
pub fn input(style: Style, layout: Layout, cases: &[Case]) -> String {
    style.input(layout, cases.iter().map(|case| case.board))
}

/// The output expected for these boards.
pub fn expected(style: Style, max_moves: u8, cases: &[Case]) -> String {
    let mut text = String::with_capacity(4 * cases.len());
    for case in cases {
        let _ = writeln!(text, "{}", style.answer(case.answer(max_moves)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_corpus::Random;

    #[test]
    fn the_order_is_that_of_the_lines() {
        let mut boards = Random::new(5).boards(2_000);
        boards.extend(Board::GOAL.neighbours().map(|(_, board)| board));
        let mut lines: Vec<_> = boards.iter().map(ToString::to_string).collect();
        boards.sort_by_key(|&board| lexical(board));
        lines.sort();
        assert_eq!(boards.iter().map(ToString::to_string).collect::<Vec<_>>(), lines);
    }
}
