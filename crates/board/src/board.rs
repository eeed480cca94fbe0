//! The board itself, packed in 32 bits.

use crate::{Move, Square, Squares};
use std::fmt;

/// Knights of each colour.
const KNIGHTS: u32 = 12;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A white knight, written `0`.
    White,
    /// A black knight, written `1`.
    Black,
    /// No knight, written `*` (in one judge's style a space).
    Blank,
}

impl Cell {
    /// The character of the notation.
    pub const fn to_char(self) -> char {
        match self {
            Self::White => '0',
            Self::Black => '1',
            Self::Blank => '*',
        }
    }
}

/// A position: 12 white knights, 12 black knights and one blank. Four bytes, `Copy`.
///
/// `Display` writes one line, rows from the top with `/` between; with `{:#}` it writes five rows. [`FromStr`](std::str::FromStr)
/// reads both.
///
/// ```
/// use chivalry_board::Board;
///
/// assert_eq!(Board::GOAL.to_string(), "11111/01111/00*11/00001/00000");
/// assert_eq!(format!("{:#}", Board::GOAL), "\
/// 11111
/// 01111
/// 00*11
/// 00001
/// 00000");
/// ```
///
/// Boards are ordered by their packed bits. The order means nothing for the puzzle; it makes sorting deterministic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(u32);

impl Board {
    /// The goal of the puzzle: `11111/01111/00*11/00001/00000`.
    pub const GOAL: Self = Self::pack(Squares::from_bits_truncate(0b00000_10000_11000_11110_11111), Square::CENTRE);

    const BLANK_SHIFT: u32 = Square::COUNT as u32;

    /// Packs without a check: the caller gives 12 black squares, and the blank is none of them.
    pub(crate) const fn pack(black: Squares, blank: Square) -> Self {
        Self(black.bits() | (blank.index() as u32) << Self::BLANK_SHIFT)
    }

    /// The board with black knights on these squares, the blank here, and white knights on the rest.
    ///
    /// # Errors
    ///
    /// [`InvalidBoard::Knights`] if there are not 12 of each colour (a black knight on the blank does not count).
    pub const fn new(black: Squares, blank: Square) -> Result<Self, InvalidBoard> {
        let black = black.without(blank);
        let count = black.len();
        if count == KNIGHTS {
            Ok(Self::pack(black, blank))
        } else {
            Err(InvalidBoard::Knights { white: 24 - count, black: count })
        }
    }

    /// The board with these cells, by row from the top and column from the left.
    ///
    /// # Errors
    ///
    /// [`InvalidBoard::Blanks`] if there is not exactly one blank, else [`InvalidBoard::Knights`] if there are not
    /// 12 knights of each colour.
    pub fn from_cells(cells: &[[Cell; 5]; 5]) -> Result<Self, InvalidBoard> {
        let of = |wanted| Square::all().filter(move |s| cells[usize::from(s.row())][usize::from(s.column())] == wanted);
        let mut blanks = of(Cell::Blank);
        match (blanks.next(), blanks.count()) {
            (Some(blank), 0) => Self::new(of(Cell::Black).collect(), blank),
            (first, more) => Err(InvalidBoard::Blanks(first.map_or(0, |_| 1) + more as u32)),
        }
    }

    /// The packed form: bit `i` below 25 is set where square `i` holds a black knight, bits 25 to 29 are the number of the
    /// blank's square, the two highest bits are 0.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The board with this packed form, or `None` if no board has it.
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits >> (Self::BLANK_SHIFT + 5) != 0 {
            return None;
        }
        let Some(blank) = Square::new((bits >> Self::BLANK_SHIFT) as u8) else { return None };
        let black = Squares::from_bits_truncate(bits);
        if black.contains(blank) || black.len() != KNIGHTS {
            return None;
        }
        Some(Self(bits))
    }

    /// The squares with black knights.
    #[inline]
    pub const fn black(self) -> Squares {
        Squares::from_bits_truncate(self.0)
    }

    /// The squares with white knights.
    #[inline]
    pub const fn white(self) -> Squares {
        Squares::from_bits_truncate(!(self.0 | 1 << self.blank().index()))
    }

    /// The square without a knight.
    #[inline]
    pub const fn blank(self) -> Square {
        Square((self.0 >> Self::BLANK_SHIFT) as u8)
    }

    /// What stands on a square.
    pub fn cell(self, square: Square) -> Cell {
        if square == self.blank() {
            Cell::Blank
        } else if self.black().contains(square) {
            Cell::Black
        } else {
            Cell::White
        }
    }

    /// The squares from which a knight can jump into the blank: the moves of this board.
    #[inline]
    pub const fn jumpers(self) -> Squares {
        self.blank().jumps()
    }

    /// The board after the knight on `from` has gone into the blank.
    ///
    /// `from` should be one of [`Board::jumpers`]. This is not checked: from any other square the result is a board, too,
    /// but that was no move. [`Board::play`] checks.
    #[inline]
    #[must_use]
    pub const fn jump(self, from: Square) -> Self {
        let black = self.0 & Squares::ALL.bits();
        let knight = black >> from.0 & 1;
        let black = black & !(1 << from.0) | knight << (self.blank().0 & 31);
        Self(black | (from.0 as u32) << Self::BLANK_SHIFT)
    }

    /// The board after a move, or `None` if the rules do not allow it.
    #[must_use]
    pub fn play(self, step: Move) -> Option<Self> {
        (step.to == self.blank() && self.jumpers().contains(step.from)).then(|| self.jump(step.from))
    }

    /// The boards one move away, each with the square that its knight left: 2 with the blank in a corner, 8 in the centre.
    #[inline]
    pub fn neighbours(self) -> impl ExactSizeIterator<Item = (Square, Self)> {
        self.jumpers().iter().map(move |from| (from, self.jump(from)))
    }

    /// The boards after each of these moves, in the order of the squares: [`Board::jump`] for all of them, and faster.
    ///
    /// The blank of each is the square that its knight left.
    ///
    /// ```
    /// use chivalry_board::Board;
    ///
    /// let board = Board::GOAL;
    /// let one_by_one = board.jumpers().iter().map(|from| board.jump(from));
    /// assert!(board.after_each(board.jumpers()).eq(one_by_one));
    /// ```
    #[inline]
    pub const fn after_each(self, moves: Squares) -> AfterEach {
        AfterEach { black: self.0 & Squares::ALL.bits(), blank: 1 << (self.blank().0 & 31), moves: moves.bits() }
    }

    /// How many knights, 0..=24, do not stand where the goal has one of their colour. The blank does not count.
    ///
    /// A move puts one knight on another square, so this never exceeds the distance to the goal, and changes by at most
    /// one with a move: it is an admissible and consistent lower bound.
    #[inline]
    pub const fn misplaced(self, goal: Self) -> u32 {
        // A knight on the goal's blank square is misplaced, whatever its colour.
        let wrong = (self.0 ^ goal.0) & Squares::ALL.bits() | 1 << (goal.blank().0 & 31);
        (wrong & !(1 << (self.blank().0 & 31))).count_ones()
    }

    /// The board turned by 180° with the colours swapped.
    ///
    /// Twice gives the same board again. Neighbours stay neighbours and [`Board::GOAL`] stays itself, so distances to the goal
    /// stay the same.
    #[inline]
    #[must_use]
    pub const fn turned_and_swapped(self) -> Self {
        Self::pack(self.white().turned(), self.blank().turned())
    }
}

/// Iterator over the boards after some moves of one board, made by [`Board::after_each`].
#[derive(Clone, Debug)]
pub struct AfterEach {
    black: u32,
    /// The blank's bit.
    blank: u32,
    moves: u32,
}

impl Iterator for AfterEach {
    type Item = Board;

    #[inline]
    fn next(&mut self) -> Option<Board> {
        if self.moves == 0 {
            return None;
        }
        // Bits are taken as they are: shifts by a number of places cost three times as much on many processors.
        let from = self.moves & self.moves.wrapping_neg();
        let square = self.moves.trailing_zeros();
        self.moves ^= from;
        let swapped = if self.black & from == 0 { 0 } else { from | self.blank };
        Some(Board(self.black ^ swapped | square << Board::BLANK_SHIFT))
    }
}

/// Why 25 cells are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidBoard {
    /// There are this many blanks, and not one.
    Blanks(u32),
    /// There are this many knights, and not 12 of each colour.
    Knights {
        /// White knights.
        white: u32,
        /// Black knights.
        black: u32,
    },
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Blanks(0) => f.write_str("found no blank, expected one"),
            Self::Blanks(count) => write!(f, "found {count} blanks, expected one"),
            Self::Knights { white, black } => {
                write!(f, "found {white} white and {black} black knights, expected 12 of each")
            }
        }
    }
}

impl std::error::Error for InvalidBoard {}
