//! Corpus files: one board a line, then its exact distance where it is known.

use crate::error::{first_of, quoted};
use crate::lines::{Line, Lines};
use crate::{Case, MOST_BOARDS, ReadError};
use chivalry_board::{Board, ParseBoardError, ParseBoardErrorKind};
use std::io::Read;

pub(crate) fn read<R: Read>(lines: &mut Lines<R>) -> Result<Vec<Case>, ReadError> {
    let mut cases = Vec::new();
    while let Some(case) = lines.find(case)? {
        if cases.len() == MOST_BOARDS {
            return Err(lines.line().too_many_boards());
        }
        cases.push(case);
    }
    Ok(cases)
}

/// The board of a line, if it has one.
fn case(line: Line<'_>) -> Result<Option<Case>, ReadError> {
    let bytes = line.bytes.split(|&byte| byte == b'#').next().unwrap_or_default();
    let Some((start, text)) = word(bytes, 0) else {
        return if line.cut { Err(line.too_long()) } else { Ok(None) };
    };
    let board = board(text).map_err(|(offset, message)| line.fault(start + offset, message))?;
    let mut next = start + text.len();
    let mut exact = None;
    if let Some((start, text)) = word(bytes, next) {
        if text != b"?" {
            let wanted = format_args!("the exact distance, a number up to {}, or `?`", u8::MAX);
            let fault = || line.fault(start, format!("found {}, expected {wanted}", quoted(text)));
            exact = Some(distance(text).ok_or_else(fault)?);
        }
        next = start + text.len();
    }
    if let Some((start, text)) = word(bytes, next) {
        let message = format!("found {}, expected the end of the line or a `#` comment", quoted(text));
        return Err(line.fault(start, message));
    }
    if line.cut {
        return Err(line.too_long());
    }
    Ok(Some(Case { board, exact, line: line.number }))
}

/// The next run of bytes without white space, and where it starts.
fn word(bytes: &[u8], from: usize) -> Option<(usize, &[u8])> {
    let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let start = from + bytes[from..].iter().position(|byte| !space(byte))?;
    bytes[start..].split(space).next().map(|word| (start, word))
}

/// The board in one line, or how many bytes precede the fault, and what it is.
fn board(text: &[u8]) -> Result<Board, (usize, String)> {
    if !text.contains(&b'/') {
        return Err((0, format!("found {}, expected a board, five rows with `/` between", quoted(text))));
    }
    // Lossy on purpose: a replacement character is no cell either, and all before the first is ASCII, so offsets stay
    // right.
    String::from_utf8_lossy(text).parse().map_err(|ParseBoardError { offset, kind }| match kind {
        ParseBoardErrorKind::Character(_) => {
            (offset, format!("found {}, expected `0`, `1` or `*`", first_of(&text[offset..])))
        }
        kind => (offset, kind.to_string()),
    })
}

fn distance(text: &[u8]) -> Option<u8> {
    // Alone, parsing would accept a sign.
    let digits = text.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(text).ok().filter(|_| digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, read};

    #[test]
    fn reads_boards_and_distances() {
        let goal = Board::GOAL;
        let text = format!("# c\n\n{goal}\r\n  {goal}\t0 # c\n{goal} ?\n{goal} 255#\n{goal}# c");
        let cases = read(text.as_bytes(), Form::Corpus).unwrap();
        let exact: Vec<_> = cases.iter().map(|case| (case.line, case.exact)).collect();
        assert_eq!(exact, [(3, None), (4, Some(0)), (5, None), (6, Some(255)), (7, None)]);
        assert!(cases.iter().all(|case| case.board == goal));
        assert_eq!(read(&b"# nothing"[..], Form::Corpus).unwrap(), []);
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
            assert_eq!(read(text.as_bytes(), Form::Corpus).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn endless_streams_are_given_up() {
        for byte in [b'\n', b'#', b' '] {
            let result = read(std::io::repeat(byte), Form::Corpus);
            assert!(matches!(result, Err(ReadError::Parse { .. })), "{result:?}");
        }
    }
}
