//! The judges' form: the number of boards, then boards of five rows.
//!
//! Boards without any peculiarity are read in one go; whatever else comes is read row by row and, where it is a fault, explained.

use super::error::{Found, Hint, InputErrorKind, ParseError, ParseErrorKind};
use super::lines::{Line, Lines};
use super::plain;
use super::{Case, MOST_BLANK_LINES, MOST_BOARDS};
use crate::style::Style;
use chivalry_board::{Board, InvalidBoard, Square, Squares};
use std::io::Read;

/// Reads the boards of a judge's file.
///
/// Blank lines between boards, CRLF, trailing spaces, a byte-order mark and a missing last line end are accepted. In the
/// [`Style::Uva`] a space is a cell: nothing is trimmed at the left, and a row of four cells is one whose trailing space was
/// lost. Memory is bounded by the boards read, 16 bytes each, whatever number of boards is announced.
///
/// # Errors
///
/// [`ParseErrorKind`] names the first fault in the order of reading.
pub fn read(style: Style, reader: impl Read) -> Result<Vec<Case>, InputErrorKind> {
    read_lines(style, &mut Lines::new(reader)?)
}

pub(super) fn read_lines<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<Vec<Case>, InputErrorKind> {
    let Count { announced, like_row } = read_count(style, lines)?;
    let first = lines.end().0;
    read_boards(style, lines, announced).map_err(|error| match error {
        InputErrorKind::Parse(error) if like_row && speaks_of_no_count(&error, first, announced) => {
            ParseError { hint: Some(Hint::FirstLineIsRow), ..error }.into()
        }
        error => error,
    })
}

/// Whether a fault is what comes of a missing number of boards: the rows are one off, so that already the first board is none, or
/// the input ends long before the number that a row makes.
fn speaks_of_no_count(error: &ParseError, first: u64, announced: u64) -> bool {
    match error.kind {
        ParseErrorKind::EndInBoard { board, .. } | ParseErrorKind::TooFew { board, .. } => board < announced / 2,
        _ => error.line < first + 6,
    }
}

/// The first line.
struct Count {
    announced: u64,
    /// Whether it could be a row as well.
    like_row: bool,
}

fn read_count<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<Count, InputErrorKind> {
    let Some(line) = next_filled(lines)? else { return Err(at(lines.end(), ParseErrorKind::Empty).into()) };
    let bytes = without_return(line.bytes);
    let trimmed = trim_end(bytes);
    let text = || String::from_utf8_lossy(trimmed).into_owned();
    let cells = trimmed.iter().all(|&byte| byte == b'0' || byte == b'1' || byte == style.blank() as u8);
    let like_row = cells && matches!(trimmed.len(), 4 | 5);
    let digits = trimmed.iter().all(u8::is_ascii_digit);
    let kind = if like_row && (!digits || trimmed[0] == b'0') {
        ParseErrorKind::RowFirst(text())
    } else if digits {
        match text().parse() {
            Ok(0) => ParseErrorKind::NoBoards,
            Ok(_) if line.cut => ParseErrorKind::LongLine,
            Ok(announced) => return Ok(Count { announced, like_row: trimmed.len() == 5 && cells }),
            // Digits alone fail for no other reason.
            Err(_) => ParseErrorKind::TooGreat(text()),
        }
    } else if trimmed[0] == b'-' && trimmed.len() > 1 && trimmed[1..].iter().all(u8::is_ascii_digit) {
        ParseErrorKind::Negative(text())
    } else {
        ParseErrorKind::NoNumber(text())
    };
    Err(at((line.number, 1), kind).into())
}

fn read_boards<R: Read>(style: Style, lines: &mut Lines<R>, announced: u64) -> Result<Vec<Case>, InputErrorKind> {
    let mut boards = Vec::new();
    for number in 1..=announced {
        lines.fill_to(plain::LONGEST)?;
        if let Some((found, length)) = plain::board(style, lines.peek()).filter(|_| number <= MOST_BOARDS) {
            boards.push(Case { board: found, exact: None, line: lines.next_number() });
            lines.skip(length, 5);
            continue;
        }
        let Some(first) = next_filled(lines)? else {
            return Err(at(lines.end(), ParseErrorKind::TooFew { announced, board: number }).into());
        };
        if number > MOST_BOARDS {
            return Err(at((first.number, 1), ParseErrorKind::Boards).into());
        }
        let start = first.number;
        let mut cells = Cells::default();
        cells.add(style, number, 1, first)?;
        for row in 2..=5 {
            let Some(line) = lines.next()? else {
                return Err(at(lines.end(), ParseErrorKind::EndInBoard { row, board: number }).into());
            };
            cells.add(style, number, row, line)?;
        }
        let board = cells.board();
        let board =
            board.map_err(|invalid| at((start, 1), ParseErrorKind::Invalid { invalid, board: number, style }))?;
        boards.push(Case { board, exact: None, line: start });
    }
    match next_filled(lines)? {
        None => Ok(boards),
        Some(line) => Err(at((line.number, 1), ParseErrorKind::TooMany { announced }).into()),
    }
}

/// The next line that is not blank.
fn next_filled<R: Read>(lines: &mut Lines<R>) -> Result<Option<Line<'_>>, InputErrorKind> {
    let mut blank = 0;
    // The borrow of a line that is given back must not span the loop: the blank ones are skipped by looking ahead.
    loop {
        if !lines.skip_if(is_blank)? {
            return Ok(lines.next()?);
        }
        blank += 1;
        if blank > MOST_BLANK_LINES {
            return Err(at((lines.end().0 - 1, 1), ParseErrorKind::BlankLines).into());
        }
    }
}

fn is_blank(line: Line<'_>) -> bool {
    !line.cut && without_return(line.bytes).iter().all(|&byte| byte == b' ')
}

/// Spaces alone are trimmed: a tab is a fault.
fn trim_end(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &bytes[..end]
}

/// The line without the carriage return of a CRLF.
fn without_return(bytes: &[u8]) -> &[u8] {
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

fn at((line, column): (u64, u64), kind: ParseErrorKind) -> ParseError {
    ParseError { line, column, kind, hint: None }
}

/// What a byte is in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    White,
    Black,
    Blank,
    Foreign,
}

impl Byte {
    const fn of(byte: u8, style: Style) -> Self {
        match byte {
            b'0' => Self::White,
            b'1' => Self::Black,
            byte if byte == style.blank() as u8 => Self::Blank,
            _ => Self::Foreign,
        }
    }
}

/// The cells of a board so far.
#[derive(Default)]
struct Cells {
    black: u32,
    blank: Option<Square>,
}

impl Cells {
    /// Adds a row, 1..=5 of a board, both for messages.
    fn add(&mut self, style: Style, board: u64, row: u8, line: Line<'_>) -> Result<(), ParseError> {
        let bytes = without_return(line.bytes);
        let fault =
            |column: usize, kind, hint| Err(ParseError { line: line.number, column: column as u64 + 1, kind, hint });
        for column in 0..5 {
            let byte = match bytes.get(column) {
                Some(&byte) => Byte::of(byte, style),
                None if column == 4 && style.blank() == ' ' => Byte::Blank,
                None => Byte::Foreign,
            };
            let square = 5 * (row - 1) + column as u8;
            match byte {
                Byte::White => {}
                Byte::Black => self.black |= 1 << square,
                Byte::Blank if self.blank.is_none() && !is_blank(line) => self.blank = Square::new(square),
                Byte::Blank if !is_blank(line) => {
                    return fault(
                        column,
                        ParseErrorKind::Invalid { invalid: InvalidBoard::Blanks(2), board, style },
                        None,
                    );
                }
                _ => {
                    let (column, kind, hint) = Self::explain(style, board, row, line, column);
                    return fault(column, kind, hint);
                }
            }
        }
        let rest = bytes.get(5..).unwrap_or_default();
        if let Some(extra) = rest.iter().position(|&byte| byte != b' ') {
            return fault(5 + extra, ParseErrorKind::LongRow(Found::first(&rest[extra..])), None);
        }
        if line.cut {
            return fault(bytes.len(), ParseErrorKind::LongLine, None);
        }
        Ok(())
    }

    /// Why there is no cell in this column: how the fault is told, apart from the way of the good rows.
    #[cold]
    fn explain(
        style: Style,
        board: u64,
        row: u8,
        line: Line<'_>,
        column: usize,
    ) -> (usize, ParseErrorKind, Option<Hint>) {
        let bytes = without_return(line.bytes);
        if is_blank(line) {
            return (0, ParseErrorKind::BlankLine { row, board }, None);
        }
        let star = style.blank() == '*';
        let rest = &bytes[column..];
        // In a row that ended early, spaces are trailing ones.
        if rest.iter().all(|&byte| star && byte == b' ') {
            let lost = star && column == 4;
            let kind = ParseErrorKind::ShortRow { row, board, cells: column as u8 };
            return (column, kind, lost.then_some(Hint::Markdown));
        }
        let found = Found::first(rest);
        let hint = match found {
            Found::Char(' ') if star && trim_end(bytes).len() < 6 => Some(Hint::OtherStyle(Style::Uva)),
            Found::Char('*') if !star => Some(Hint::OtherStyle(Style::Bzoj)),
            _ => None,
        };
        (column, ParseErrorKind::NoCell { found, style }, hint)
    }

    fn board(&self) -> Result<Board, InvalidBoard> {
        Board::new(Squares::from_bits_truncate(self.black), self.blank.ok_or(InvalidBoard::Blanks(0))?)
    }
}
