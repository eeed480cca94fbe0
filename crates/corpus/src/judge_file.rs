//! Judges' files: the number of boards, then boards of five rows.
//!
//! Boards without any peculiarity are read in one go; whatever else comes is read row by row and, where it is a fault, explained.

use crate::error::{first_of, quoted, s};
use crate::lines::{Line, Lines};
use crate::{Case, MOST_BLANK_LINES, MOST_BOARDS, ReadError, Style, plain};
use chivalry_board::{Board, Cell, InvalidBoard};
use std::io::Read;

pub(crate) fn read<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<Vec<Case>, ReadError> {
    let Count { announced, like_row } = count(style, lines)?;
    let first = lines.number();
    let mut cases = Vec::new();
    let read = read_boards(style, announced, lines, &mut cases);
    read.map_err(|error| match error {
        // What comes of a missing number: the rows are one off, so that already the first board is none, or the input ends long before
        // the number that a row makes.
        ReadError::Parse(mut error)
            if like_row && (error.line <= first + 6 || lines.is_over() && cases.len() as u64 + 1 < announced / 2) =>
        {
            error.message.push_str(" (line 1 looks like a row: is the number of boards missing?)");
            ReadError::Parse(error)
        }
        error => error,
    })?;
    Ok(cases)
}

/// The first line.
struct Count {
    announced: u64,
    /// Whether it could be a row as well.
    like_row: bool,
}

fn count<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<Count, ReadError> {
    if !next_filled(lines)? {
        return Err(lines.end("the number of boards"));
    }
    let line = lines.line();
    let text = trim_end(line.bytes);
    let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    let cells = matches!(text.len(), 4 | 5) && text.iter().all(|&byte| style.cell(byte).is_some());
    let message = match text {
        // Spaces alone, and no line end.
        [] => return Err(line.too_long()),
        [first, ..] if cells && (!digits(text) || *first == b'0') => {
            format!("found a row, {}, expected the number of boards first", quoted(text))
        }
        _ if digits(text) => match String::from_utf8_lossy(text).parse() {
            Ok(0) => "found 0, expected the number of boards, at least 1".into(),
            Ok(_) if line.cut => return Err(line.too_long()),
            Ok(announced) => return Ok(Count { announced, like_row: cells && text.len() == 5 }),
            // Digits alone fail for no other reason.
            Err(_) => {
                format!("found the number {}, expected a number of boards of at most {}", quoted(text), u64::MAX)
            }
        },
        [b'-', rest @ ..] if !rest.is_empty() && digits(rest) => {
            format!("found the negative number {}, expected the number of boards, at least 1", quoted(text))
        }
        _ => format!("found {}, expected the number of boards", quoted(text)),
    };
    Err(line.fault(0, message))
}

fn read_boards<R: Read>(
    style: Style,
    announced: u64,
    lines: &mut Lines<R>,
    cases: &mut Vec<Case>,
) -> Result<(), ReadError> {
    while (cases.len() as u64) < announced {
        let line = lines.number() + 1;
        if let Some((board, length)) = plain::board(style, lines.peek()).filter(|_| cases.len() < MOST_BOARDS) {
            cases.push(Case { board, exact: None, line });
            lines.skip(length, 5);
            continue;
        }
        let number = cases.len() as u64 + 1;
        if !next_filled(lines)? {
            return Err(lines.end(&format!("board {number} of {announced}")));
        }
        if cases.len() == MOST_BOARDS {
            return Err(lines.line().too_many_boards());
        }
        cases.push(read_board(style, number, lines)?);
    }
    if next_filled(lines)? {
        let message =
            format!("found more input, expected the end after {announced} board{}, as announced", s(announced));
        return Err(lines.line().fault(0, message));
    }
    Ok(())
}

/// The board whose first row is the current line; its number, from 1, is for messages.
fn read_board<R: Read>(style: Style, number: u64, lines: &mut Lines<R>) -> Result<Case, ReadError> {
    let start = lines.number();
    let mut rows = Rows { style, board: number, cells: [[Cell::White; 5]; 5], blank: false };
    rows.read(0, lines.line())?;
    for row in 1..5 {
        if !lines.advance()? {
            return Err(lines.end(&format!("row {} of board {number}", row + 1)));
        }
        rows.read(row, lines.line())?;
    }
    let board = Board::from_cells(&rows.cells).map_err(|invalid| match invalid {
        InvalidBoard::Blanks(_) => format!("found no blank in board {number}, expected one, {}", style.blank_word()),
        InvalidBoard::Knights { white, black } => {
            format!("found {white} white and {black} black knights in board {number}, expected 12 of each")
        }
    });
    match board {
        Ok(board) => Ok(Case { board, exact: None, line: start }),
        Err(message) => Err(ReadError::at(start, 1, message)),
    }
}

/// Goes on to the next line that is not blank; false where there is none.
fn next_filled<R: Read>(lines: &mut Lines<R>) -> Result<bool, ReadError> {
    let mut blank = 0;
    while lines.advance()? {
        if !is_blank(lines.line()) {
            return Ok(true);
        }
        blank += 1;
        if blank > MOST_BLANK_LINES {
            return Err(lines.line().too_many_blank());
        }
    }
    Ok(false)
}

fn is_blank(line: Line<'_>) -> bool {
    !line.cut && trim_end(line.bytes).is_empty()
}

/// Spaces alone are trimmed: a tab is a fault.
fn trim_end(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    &bytes[..end]
}

/// A board as far as it has been read.
struct Rows {
    style: Style,
    /// Its number, from 1, for messages.
    board: u64,
    cells: [[Cell; 5]; 5],
    /// Whether the blank has been read.
    blank: bool,
}

impl Rows {
    /// Reads a row, 0..5.
    fn read(&mut self, row: usize, line: Line<'_>) -> Result<(), ReadError> {
        let (style, board) = (self.style, self.board);
        if is_blank(line) {
            return Err(line.fault(0, format!("found a blank line, expected row {} of board {board}", row + 1)));
        }
        for column in 0..5 {
            let cell = match line.bytes.get(column) {
                Some(&byte) => style.cell(byte),
                // A trailing space was lost.
                None => (column == 4 && style == Style::Uva).then_some(Cell::Blank),
            };
            let Some(cell) = cell else { return Err(self.no_cell(row, column, line)) };
            if cell == Cell::Blank && self.blank {
                let message = format!("found a second blank in board {board}, expected one, {}", style.blank_word());
                return Err(line.fault(column, message));
            }
            self.blank |= cell == Cell::Blank;
            self.cells[row][column] = cell;
        }
        let rest = line.bytes.get(5..).unwrap_or_default();
        if let Some(extra) = rest.iter().position(|&byte| byte != b' ') {
            let found = first_of(&rest[extra..]);
            return Err(line.fault(5 + extra, format!("found {found} after five cells, expected the end of the row")));
        }
        if line.cut { Err(line.too_long()) } else { Ok(()) }
    }

    /// Why there is no cell in this column.
    #[cold]
    fn no_cell(&self, row: usize, column: usize, line: Line<'_>) -> ReadError {
        let star = self.style != Style::Uva;
        let rest = &line.bytes[column..];
        // In a row that ended early, spaces are trailing ones.
        let message = if rest.iter().all(|&byte| star && byte == b' ') {
            let (board, row, s) = (self.board, row + 1, s(column as u64));
            let hint = if star && column == 4 {
                " (a `*` was probably lost to Markdown, as on many pages that print the sample)"
            } else {
                ""
            };
            format!("found the end of the line after {column} cell{s}, expected 5 in row {row} of board {board}{hint}")
        } else {
            let hint = match rest[0] {
                b' ' if star && trim_end(line.bytes).len() < 6 => " (`--style uva` reads a space as the blank)",
                b'*' if !star => " (`--style bzoj` reads `*` as the blank)",
                _ => "",
            };
            let (found, blank) = (first_of(rest), self.style.blank_word());
            format!("found {found}, expected `0`, `1` or {blank}{hint}")
        };
        line.fault(column, message)
    }
}
