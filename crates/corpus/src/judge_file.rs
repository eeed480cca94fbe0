//! Judges' files: the number of boards, then boards of five rows.
//!
//! A board that is written plainly is read in one go. Anything else is read row by row, and a fault is explained.

use crate::error::{first_of, quoted};
use crate::lines::{Line, Lines, TOO_LONG};
use crate::words::counted;
use crate::{Case, MOST_BOARDS, ReadError, Style, plain};
use chivalry_board::{Board, Cell, InvalidBoard};
use std::io::Read;

pub(crate) fn read<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<Vec<Case>, ReadError> {
    let (announced, like_row) = count(style, lines)?;
    let first = lines.number();
    let mut cases = Vec::new();
    let read = read_boards(style, announced, lines, &mut cases);
    read.map_err(|error| match error {
        // If the number is missing, the rows are off by one: the first board is none, or the input ends long before as
        // many boards as a row would announce.
        ReadError::Parse { line, column, message }
            if like_row && (line <= first + 6 || lines.is_over() && cases.len() as u64 + 1 < announced / 2) =>
        {
            // In the place of another hint, which ends a message in the same brackets.
            let other = message.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
            let message = other.map_or(&*message, |(message, _)| message);
            let hint = "(line 1 looks like a row: is the number of boards missing?)";
            ReadError::at(line, column, format!("{message} {hint}"))
        }
        error => error,
    })?;
    Ok(cases)
}

/// The number of boards, and whether its line could be a row as well.
fn count<R: Read>(style: Style, lines: &mut Lines<R>) -> Result<(u64, bool), ReadError> {
    if !next_filled(lines)? {
        return Err(lines.end("the number of boards"));
    }
    let line = lines.line();
    let text = trim_end(line.bytes);
    let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    let cells = matches!(text.len(), 4 | 5) && text.iter().all(|&byte| style.cell(byte).is_some());
    let message = match text {
        // Spaces alone, and no line end.
        [] => TOO_LONG.into(),
        [first, ..] if cells && (!digits(text) || *first == b'0') => {
            format!("found a row, {}, expected the number of boards first", quoted(text))
        }
        _ if digits(text) => match String::from_utf8_lossy(text).parse() {
            Ok(0) => "found 0, expected the number of boards, at least 1".into(),
            Ok(_) if line.cut => TOO_LONG.into(),
            Ok(announced) => return Ok((announced, cells && text.len() == 5)),
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
        let boards = counted(announced, "board");
        let message = format!("found more input, expected the end after {boards}, as announced");
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
    Ok(lines.find(|line| Ok((!is_blank(line)).then_some(())))?.is_some())
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
            let (board, row, cells) = (self.board, row + 1, counted(column as u64, "cell"));
            let hint = if star && column == 4 {
                " (a `*` was probably lost to Markdown, as on many pages that print the sample)"
            } else {
                ""
            };
            format!("found the end of the line after {cells}, expected 5 in row {row} of board {board}{hint}")
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

#[cfg(test)]
mod tests {
    use crate::{Form, Style, read};
    use std::io::{self, Read};

    #[test]
    fn endless_streams_are_given_up() {
        for style in Style::ALL {
            let fault = |stream: &mut dyn Read| read(stream, Form::Judge(style)).unwrap_err().to_string();
            for (byte, message) in [
                (b'\0', "1:1: found `\\0"),
                (b'y', "1:1: found `yyyy"),
                (b'1', "1:1: found the number `1111"),
                (b' ', "1:1: found a line of more than"),
                (b'\n', "65537:1: found more than 65536 lines without a board"),
            ] {
                assert!(fault(&mut io::repeat(byte)).starts_with(message), "{style} {byte}");
            }
            let mut row = b"1\n10110\n".chain(io::repeat(b'1'));
            assert_eq!(fault(&mut row), "3:6: found `1` after five cells, expected the end of the row");
            let mut row = b"1\n10110\n11111".chain(io::repeat(b' '));
            assert_eq!(fault(&mut row), "3:4097: found a line of more than 4096 bytes, expected a shorter one");
        }
    }

    #[test]
    fn a_missing_number_is_the_only_hint() {
        let error = read("10110\n0111\n10111\n".as_bytes(), Form::Judge(Style::Bzoj)).unwrap_err().to_string();
        let expected = "2:5: found the end of the line after 4 cells, expected 5 in row 1 of board 1 \
                        (line 1 looks like a row: is the number of boards missing?)";
        assert_eq!(error, expected);
    }

    /// Where rows are read one by one, lines are counted as where a board is read in one go.
    #[test]
    fn lines_are_counted_on_both_ways() {
        let board = "10110\n01*11\n10111\n01001\n00000\n";
        let text = format!("3\n{board}\n\n{board}{board}x");
        let error = read(text.as_bytes(), Form::Any).unwrap_err().to_string();
        assert_eq!(error, "19:1: found more input, expected the end after 3 boards, as announced");
    }
}
