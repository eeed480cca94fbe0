//! One square of the board, and the knight's jumps from it.

use crate::Squares;
use std::fmt;
use std::str::FromStr;

/// The eight jumps of a knight, as (rows, columns).
const OFFSETS: [(i8, i8); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Squares a jump away from each square. The length is a power of two above 25, so that an index masked with 31 needs
/// no bounds check; entries from 25 on are empty and never read.
const JUMPS: [Squares; 32] = jump_table();

const fn jump_table() -> [Squares; 32] {
    let mut table = [Squares::EMPTY; 32];
    let mut index = 0;
    while index < Square::COUNT as u8 {
        let mut jump = 0;
        while jump < OFFSETS.len() {
            let row = (index / 5).cast_signed() + OFFSETS[jump].0;
            let column = (index % 5).cast_signed() + OFFSETS[jump].1;
            if row >= 0 && row < 5 && column >= 0 && column < 5 {
                table[index as usize] = table[index as usize].with(Square((row * 5 + column).cast_unsigned()));
            }
            jump += 1;
        }
        index += 1;
    }
    table
}

/// One of the 25 squares, numbered row by row from the top left: a5 is 0, e5 is 4, c3 is 12, e1 is 24.
///
/// Files `a`-`e` run from the left, ranks `5`-`1` from the top, as on a chess board.
///
/// ```
/// use chivalry_board::Square;
///
/// let c3: Square = "c3".parse()?;
/// assert_eq!(c3.index(), 12);
/// assert_eq!(c3.jumps().len(), 8);
/// assert_eq!(c3.jumps().to_string(), "\
/// . x . x .
/// x . . . x
/// . . . . .
/// x . . . x
/// . x . x .");
/// # Ok::<(), chivalry_board::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// How many squares there are: 25.
    pub const COUNT: usize = 25;

    /// The middle of the board, where the blank of [`Board::GOAL`](crate::Board::GOAL) stands.
    pub const CENTRE: Self = Self(12);

    /// The square with this number, or `None` from 25 on.
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT as u8 { Some(Self(index)) } else { None }
    }

    /// The square in this row from the top and column from the left, both 0..5; `None` outside the board.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 5 && column < 5 { Some(Self(row * 5 + column)) } else { None }
    }

    /// All squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number of the square, 0..25.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0..5 from the top.
    pub const fn row(self) -> u8 {
        self.0 / 5
    }

    /// The column, 0..5 from the left.
    pub const fn column(self) -> u8 {
        self.0 % 5
    }

    /// The colour of the square on a chequered board, 0 or 1, with 0 for the corners and the centre.
    ///
    /// A knight's jump changes it, so every move changes the colour of the blank's square. Hence the colours of two boards'
    /// blanks tell the parity of the distance between them.
    #[inline]
    pub const fn parity(self) -> u8 {
        self.0 & 1
    }

    /// The squares a knight's jump away: 2 from a corner, 8 from the centre.
    #[inline]
    pub const fn jumps(self) -> Squares {
        JUMPS[(self.0 & 31) as usize]
    }

    /// The square that this one comes to when the board is turned by 180°.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(24 - self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), 5 - self.row())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not one of `a1` to `e5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square, a file `a` to `e` and a rank `1` to `5`, like `c3`")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => Ok(Self((b'5' - rank) * 5 + (file - b'a'))),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow way: by geometry, pair by pair.
    fn jumps_apart(a: Square, b: Square) -> bool {
        let rows = a.row().abs_diff(b.row());
        let columns = a.column().abs_diff(b.column());
        (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
    }

    #[test]
    fn the_jump_table_is_the_geometry() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(a.jumps().contains(b), jumps_apart(a, b), "{a} {b}");
            }
        }
        assert_eq!(Square::all().map(|s| s.jumps().len()).sum::<u32>(), 96);
    }

    #[test]
    fn a_jump_changes_the_colour() {
        for a in Square::all() {
            assert_eq!(a.parity(), (a.row() + a.column()) % 2);
            assert!(a.jumps().iter().all(|b| a.parity() != b.parity()));
        }
    }

    #[test]
    fn names_are_those_of_chess() {
        for (name, index) in [("a5", 0), ("e5", 4), ("a4", 5), ("c3", 12), ("a1", 20), ("e1", 24)] {
            assert_eq!(name.parse::<Square>().unwrap().index(), index);
        }
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.row(), square.column()), Some(square));
        }
        for text in ["", "c", "c33", "f3", "c0", "c6", "C3", "ｃ3", " c3"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }

    #[test]
    fn nothing_lies_outside() {
        assert_eq!(Square::new(24).map(Square::index), Some(24));
        assert_eq!(Square::new(25), None);
        assert_eq!(Square::at(5, 0), None);
        assert_eq!(Square::at(0, 5), None);
        assert_eq!(Square::at(4, 4), Square::new(24));
    }
}
