//! Corpus files: one board a line, then its exact distance where it is known.

use super::error::{Found, InputErrorKind, ParseError, ParseErrorKind};
use super::lines::{Line, Lines};
use super::{Case, MOST_BLANK_LINES, MOST_BOARDS};
use crate::style::Style;
use chivalry_board::{Board, ParseBoardError, ParseBoardErrorKind};
use std::io::Read;

/// Reads the boards of a corpus.
///
/// A line is a board as `11111/01111/00*11/00001/00000`, then optionally its exact distance to the goal or `?`; `#` begins a
/// comment. Spaces and tabs separate; blank lines and CRLF are accepted.
///
/// # Errors
///
/// [`ParseErrorKind`] names the first fault in the order of reading.
pub fn read(reader: impl Read) -> Result<Vec<Case>, InputErrorKind> {
    read_lines(&mut Lines::new(reader)?)
}

pub(super) fn read_lines<R: Read>(lines: &mut Lines<R>) -> Result<Vec<Case>, InputErrorKind> {
    let mut cases = Vec::new();
    let mut idle = 0;
    while let Some(line) = lines.next()? {
        if let Some(case) = case(line)? {
            if cases.len() as u64 == MOST_BOARDS {
                return Err(at(line, 0, ParseErrorKind::Boards).into());
            }
            cases.push(case);
            idle = 0;
        } else {
            idle += 1;
            if idle > MOST_BLANK_LINES {
                return Err(at(line, 0, ParseErrorKind::BlankLines).into());
            }
        }
    }
    Ok(cases)
}

/// The board of a line, if it has one.
fn case(line: Line<'_>) -> Result<Option<Case>, ParseError> {
    let comment = line.bytes.iter().position(|&byte| byte == b'#').unwrap_or(line.bytes.len());
    let bytes = &line.bytes[..comment];
    let Some((start, board)) = word(bytes, 0) else {
        return if line.cut { Err(at(line, line.bytes.len(), ParseErrorKind::LongLine)) } else { Ok(None) };
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if !board.contains(&b'/') {
        return Err(at(line, start, ParseErrorKind::NoBoard(text(board))));
    }
    // Lossy: what is replaced is no cell either, and what precedes the first such is ASCII, as columns want it.
    let board: Board = text(board).parse().map_err(|error: ParseBoardError| {
        let column = start + error.offset;
        let kind = match error.kind {
            ParseBoardErrorKind::Character(_) => {
                ParseErrorKind::NoCell { found: Found::first(&bytes[column..]), style: Style::Bzoj }
            }
            kind => ParseErrorKind::Board(kind),
        };
        at(line, column, kind)
    })?;
    let mut next = start + BOARD_LENGTH;
    let mut exact = None;
    if let Some((start, distance)) = word(bytes, next) {
        if distance != b"?" {
            let parsed = std::str::from_utf8(distance).ok().filter(|_| distance.iter().all(u8::is_ascii_digit));
            exact = Some(
                parsed
                    .and_then(|digits| digits.parse().ok())
                    .ok_or_else(|| at(line, start, ParseErrorKind::Distance(text(distance))))?,
            );
        }
        next = start + distance.len();
    }
    if let Some((start, rest)) = word(bytes, next) {
        return Err(at(line, start, ParseErrorKind::Trailing(text(rest))));
    }
    if line.cut {
        return Err(at(line, line.bytes.len(), ParseErrorKind::LongLine));
    }
    Ok(Some(Case { board, exact, line: line.number }))
}

/// Bytes of a board: five rows of five cells, four separators.
const BOARD_LENGTH: usize = 29;

/// The next run of bytes without white space, and where it starts.
fn word(bytes: &[u8], from: usize) -> Option<(usize, &[u8])> {
    let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let start = from + bytes[from..].iter().position(|byte| !space(byte))?;
    let length = bytes[start..].iter().position(space).unwrap_or(bytes.len() - start);
    Some((start, &bytes[start..start + length]))
}

fn at(line: Line<'_>, offset: usize, kind: ParseErrorKind) -> ParseError {
    ParseError { line: line.number, column: offset as u64 + 1, kind, hint: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        match read(text.as_bytes()) {
            Err(InputErrorKind::Parse(error)) => error.to_string(),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn reads_boards_and_distances() {
        let goal = Board::GOAL;
        let text = format!("# c\n\n{goal}\r\n  {goal}\t0 # c\n{goal} ?\n{goal} 255#\n{goal}# c");
        let cases = read(text.as_bytes()).unwrap();
        let exact: Vec<_> = cases.iter().map(|case| (case.line, case.exact)).collect();
        assert_eq!(exact, [(3, None), (4, Some(0)), (5, None), (6, Some(255)), (7, None)]);
        assert!(cases.iter().all(|case| case.board == goal));
        assert_eq!(read(&b"# nothing"[..]).unwrap(), []);
    }

    #[test]
    fn faults_are_located() {
        let goal = Board::GOAL;
        for (text, message) in [
            (format!("{goal} x"), "1:31: found `x`, expected the exact distance, a number up to 255, or `?`"),
            (format!("{goal} 256"), "1:31: found `256`, expected the exact distance, a number up to 255, or `?`"),
            (format!("{goal} +1"), "1:31: found `+1`, expected the exact distance, a number up to 255, or `?`"),
            (format!("\n{goal}  7 8"), "2:34: found `8`, expected the end of the line or a `#` comment"),
            (format!(" {goal}0"), "1:31: found more than 5 cells in row 5, expected 5"),
            ("1111x/".into(), "1:5: found `x`, expected `0`, `1` or `*`"),
            ("1111/".into(), "1:5: found 4 cells in row 1, expected 5"),
            ("11111/\u{202e}".into(), "1:7: found `\\u{202e}` (U+202E), expected `0`, `1` or `*`"),
        ] {
            assert_eq!(fault(&text), message);
        }
    }

    #[test]
    fn endless_streams_are_given_up() {
        struct Comments;
        impl Read for Comments {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                buffer.fill(b'\n');
                Ok(buffer.len())
            }
        }
        for result in [read(Comments), read(std::io::repeat(b'#')), read(std::io::repeat(b' '))] {
            assert!(matches!(result, Err(InputErrorKind::Parse(_))), "{result:?}");
        }
    }
}
