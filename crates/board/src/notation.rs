//! Boards as text: one line (`11111/01111/00*11/00001/00000`) or five rows.

use crate::{Board, Cell, InvalidBoard, Square};
use std::fmt::{self, Write};
use std::str::FromStr;

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if f.alternate() { '\n' } else { '/' };
        for square in Square::all() {
            if square.column() == 0 && square.row() > 0 {
                f.write_char(separator)?;
            }
            f.write_char(self.cell(square).to_char())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a board: where, what was found, what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    /// How many characters of the text precede the fault.
    pub offset: usize,
    /// What is wrong there.
    pub kind: ParseBoardErrorKind,
}

/// What is wrong with the text of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseBoardErrorKind {
    /// This character instead of a cell.
    Character(char),
    /// The row (1..=5 from the top) ends after this many cells.
    ShortRow {
        /// The row, 1..=5 from the top.
        row: u8,
        /// Its cells, 0..=4.
        cells: u8,
    },
    /// The row (1..=5 from the top) goes on after five cells.
    LongRow {
        /// The row, 1..=5 from the top.
        row: u8,
    },
    /// The text ends after this many rows.
    MissingRows(u8),
    /// The text goes on after five rows.
    Trailing,
    /// The cells are no board.
    Invalid(InvalidBoard),
}

impl fmt::Display for ParseBoardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Character(found) => write!(f, "found {found:?}, expected `0`, `1` or `*`"),
            Self::ShortRow { row, cells } => write!(f, "found {cells} cells in row {row}, expected 5"),
            Self::LongRow { row } => write!(f, "found more than 5 cells in row {row}, expected 5"),
            Self::MissingRows(rows) => write!(f, "found {rows} rows, expected 5"),
            Self::Trailing => f.write_str("found more after the fifth row, expected the end of the board"),
            Self::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.offset + 1, self.kind)
    }
}

impl std::error::Error for ParseBoardError {}

/// Reads one line with `/` between the rows, or five rows with line ends (LF or CRLF) between them.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let at = |offset, kind| Err(ParseBoardError { offset, kind });
        let mut cells = [[Cell::White; 5]; 5];
        let (mut row, mut column) = (0, 0);
        let mut offset = 0;
        let mut chars = text.chars().peekable();
        while let Some(found) = chars.next() {
            let here = offset;
            offset += 1;
            let row_ends = match found {
                '/' | '\n' => true,
                '\r' if chars.peek() == Some(&'\n') => {
                    chars.next();
                    offset += 1;
                    true
                }
                _ => false,
            };
            if row_ends {
                if column < 5 {
                    return at(here, ParseBoardErrorKind::ShortRow { row: row as u8 + 1, cells: column as u8 });
                }
                if row == 4 {
                    return at(here, ParseBoardErrorKind::Trailing);
                }
                (row, column) = (row + 1, 0);
                continue;
            }
            let cell = match found {
                '0' => Cell::White,
                '1' => Cell::Black,
                '*' => Cell::Blank,
                other => return at(here, ParseBoardErrorKind::Character(other)),
            };
            if column == 5 {
                return at(here, ParseBoardErrorKind::LongRow { row: row as u8 + 1 });
            }
            cells[row][column] = cell;
            column += 1;
        }
        if column < 5 && (column > 0 || row > 0) {
            return at(offset, ParseBoardErrorKind::ShortRow { row: row as u8 + 1, cells: column as u8 });
        }
        let rows = row as u8 + u8::from(column == 5);
        if rows < 5 {
            return at(offset, ParseBoardErrorKind::MissingRows(rows));
        }
        Self::from_cells(&cells)
            .map_err(|invalid| ParseBoardError { offset: 0, kind: ParseBoardErrorKind::Invalid(invalid) })
    }
}
