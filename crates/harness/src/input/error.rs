//! What is wrong with an input, where, and what was expected.

use chivalry_board::{InvalidBoard, ParseBoardErrorKind};
use std::fmt::{self, Write};
use std::io;

use super::lines::LONGEST;
use super::{MOST_BLANK_LINES, MOST_BOARDS};
use crate::style::Style;

/// An input that cannot be used. `Display` writes `name:line:column: found …, expected …`.
#[derive(Debug)]
pub struct InputError {
    /// The file as named by the user, or `<stdin>`.
    pub name: String,
    /// What is wrong.
    pub kind: InputErrorKind,
}

/// Why an input cannot be used.
#[derive(Debug)]
pub enum InputErrorKind {
    /// It cannot be read.
    Io(io::Error),
    /// It is not what it should be.
    Parse(ParseError),
}

impl From<io::Error> for InputErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ParseError> for InputErrorKind {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(&self.name))?;
        match &self.kind {
            InputErrorKind::Parse(error) => write!(f, ":{error}"),
            InputErrorKind::Io(error) => write_io(f, error),
        }
    }
}

/// Why a file could not be read, to stand after its name.
pub(crate) fn write_io(f: &mut fmt::Formatter<'_>, error: &io::Error) -> fmt::Result {
    match error.kind() {
        io::ErrorKind::NotFound => f.write_str(": found no such file, expected a file"),
        io::ErrorKind::IsADirectory => f.write_str(": found a folder, expected a file"),
        io::ErrorKind::PermissionDenied => f.write_str(": found no permission to read it, expected a readable file"),
        _ => write!(f, ": found an error while reading ({error}), expected a readable file"),
    }
}

impl std::error::Error for InputError {}

/// A fault in the text of an input. `Display` writes `line:column: found …, expected …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1. What precedes a fault is ASCII, so bytes and characters are one; a byte-order mark is not counted.
    pub column: u64,
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// What may be behind it.
    pub hint: Option<Hint>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for ParseError {}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// There is nothing, not even the number of boards.
    Empty,
    /// The number of boards is 0.
    NoBoards,
    /// The number of boards is negative: the text.
    Negative(String),
    /// The number of boards is above `u64::MAX`: the text.
    TooGreat(String),
    /// The number of boards is no number: the text.
    NoNumber(String),
    /// A row stands where the number of boards should.
    RowFirst(String),
    /// Something that is no cell, in a row that is not yet full.
    NoCell {
        /// What was found.
        found: Found,
        /// The style, which says what a blank is.
        style: Style,
    },
    /// The row goes on after five cells.
    LongRow(Found),
    /// The row ends after this many cells, 1..=4.
    ShortRow {
        /// The row, 1..=5.
        row: u8,
        /// The board, from 1.
        board: u64,
        /// Its cells.
        cells: u8,
    },
    /// A blank line inside a board.
    BlankLine {
        /// The row that was expected, 2..=5.
        row: u8,
        /// The board, from 1.
        board: u64,
    },
    /// The input ends inside a board.
    EndInBoard {
        /// The row that was expected, 2..=5.
        row: u8,
        /// The board, from 1.
        board: u64,
    },
    /// The input ends before the announced number of boards.
    TooFew {
        /// The number of boards announced.
        announced: u64,
        /// The board that was expected, from 1.
        board: u64,
    },
    /// The input goes on after the announced number of boards.
    TooMany {
        /// The number of boards announced.
        announced: u64,
    },
    /// The cells are no board.
    Invalid {
        /// Why.
        invalid: InvalidBoard,
        /// The board, from 1.
        board: u64,
        /// The style, which says what a blank is.
        style: Style,
    },
    /// A corpus line begins with something that is not even like a board: the text.
    NoBoard(String),
    /// The board of a corpus line is none.
    Board(ParseBoardErrorKind),
    /// The exact distance of a corpus line is none: the text.
    Distance(String),
    /// A corpus line goes on after the distance: the text.
    Trailing(String),
    /// The line is longer than any input has.
    LongLine,
    /// More blank lines, or lines of comment, in a row than any input has.
    BlankLines,
    /// More boards than one file may have.
    Boards,
    /// The text is in UTF-16.
    Utf16,
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("found the end of the input, expected the number of boards"),
            Self::NoBoards => f.write_str("found 0, expected the number of boards, at least 1"),
            Self::Negative(text) => {
                write!(f, "found the negative number `{}`, expected the number of boards, at least 1", Excerpt(text))
            }
            Self::TooGreat(text) => {
                write!(f, "found the number `{}`, expected a number of boards of at most {}", Excerpt(text), u64::MAX)
            }
            Self::NoNumber(text) => write!(f, "found `{}`, expected the number of boards", Excerpt(text)),
            Self::RowFirst(text) => write!(f, "found a row, `{}`, expected the number of boards first", Excerpt(text)),
            Self::NoCell { found, style: Style::Uva } => write!(f, "found {found}, expected `0`, `1` or a space"),
            Self::NoCell { found, .. } => write!(f, "found {found}, expected `0`, `1` or `*`"),
            Self::LongRow(found) => write!(f, "found {found} after five cells, expected the end of the row"),
            Self::ShortRow { row, board, cells } => {
                let s = if *cells == 1 { "" } else { "s" };
                write!(f, "found the end of the line after {cells} cell{s}, expected 5 in row {row} of board {board}")
            }
            Self::BlankLine { row, board } => write!(f, "found a blank line, expected row {row} of board {board}"),
            Self::EndInBoard { row, board } => {
                write!(f, "found the end of the input, expected row {row} of board {board}")
            }
            Self::TooFew { announced, board } => {
                write!(f, "found the end of the input, expected board {board} of {announced}")
            }
            Self::TooMany { announced } => {
                let s = if *announced == 1 { "" } else { "s" };
                write!(f, "found more input, expected the end after {announced} board{s}, as announced")
            }
            Self::Invalid { invalid, board, style } => {
                let blank = if *style == Style::Uva { "one, a space" } else { "one, `*`" };
                match invalid {
                    InvalidBoard::Blanks(0) => write!(f, "found no blank in board {board}, expected {blank}"),
                    InvalidBoard::Blanks(_) => write!(f, "found a second blank in board {board}, expected {blank}"),
                    InvalidBoard::Knights { white, black } => {
                        write!(f, "found {white} white and {black} black knights in board {board}, expected 12 of each")
                    }
                }
            }
            Self::NoBoard(text) => {
                write!(f, "found `{}`, expected a board, five rows with `/` between", Excerpt(text))
            }
            Self::Board(kind) => kind.fmt(f),
            Self::Distance(text) => {
                write!(f, "found `{}`, expected the exact distance, a number up to {}, or `?`", Excerpt(text), u8::MAX)
            }
            Self::Trailing(text) => {
                write!(f, "found `{}`, expected the end of the line or a `#` comment", Excerpt(text))
            }
            Self::LongLine => write!(f, "found a line of more than {LONGEST} bytes, expected a shorter one"),
            Self::BlankLines => write!(f, "found more than {MOST_BLANK_LINES} lines without a board, expected a board"),
            Self::Utf16 => f.write_str("found text in UTF-16, expected UTF-8"),
            Self::Boards => write!(f, "found more than {MOST_BOARDS} boards, expected a smaller file"),
        }
    }
}

/// What may be behind a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Markdown took the `*` of a row.
    Markdown,
    /// The first line looks like a row.
    FirstLineIsRow,
    /// The style that has this blank.
    OtherStyle(Style),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Markdown => {
                f.write_str("a `*` was probably lost to Markdown, as on many pages that print the sample")
            }
            Self::FirstLineIsRow => f.write_str("line 1 looks like a row: is the number of boards missing?"),
            Self::OtherStyle(style) if style.blank() == ' ' => {
                write!(f, "`--style {style}` reads a space as the blank")
            }
            Self::OtherStyle(style) => write!(f, "`--style {style}` reads `{}` as the blank", style.blank()),
        }
    }
}

/// A character or byte that should not be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A character.
    Char(char),
    /// A byte that begins no UTF-8 character.
    Byte(u8),
}

impl Found {
    /// The first thing in some bytes that are not empty.
    pub(super) fn first(bytes: &[u8]) -> Self {
        let lead = &bytes[..bytes.len().min(4)];
        let valid = match std::str::from_utf8(lead) {
            Ok(text) => text,
            // What precedes the fault is valid.
            Err(error) => std::str::from_utf8(&lead[..error.valid_up_to()]).unwrap_or_default(),
        };
        valid.chars().next().map_or(Self::Byte(lead.first().copied().unwrap_or_default()), Self::Char)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Char(' ') => f.write_str("a space"),
            Self::Char('\t') => f.write_str("a tab"),
            Self::Char('\r') => f.write_str("a carriage return"),
            Self::Char('\0') => f.write_str("a NUL byte"),
            Self::Char(c) if c.is_ascii_graphic() => write!(f, "`{c}`"),
            Self::Char(c) => write!(f, "`{}` (U+{:04X})", Escaped(c.encode_utf8(&mut [0; 4])), u32::from(c)),
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02X}, which is not UTF-8"),
        }
    }
}

/// A text with its control characters, and others that a terminal might obey, escaped.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                // Quotes and the backslash would be escaped, too, and need not be.
                '\'' | '"' | '\\' => f.write_char(c)?,
                c => write!(f, "{}", c.escape_debug())?,
            }
        }
        Ok(())
    }
}

/// The beginning of a text, escaped.
pub(crate) struct Excerpt<'a>(pub(crate) &'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 40;
        match self.0.char_indices().nth(MOST) {
            None => Escaped(self.0).fmt(f),
            Some((end, _)) => write!(f, "{}…", Escaped(&self.0[..end])),
        }
    }
}
