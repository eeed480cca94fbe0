//! Lines of a stream, in bounded memory.

use crate::{MOST_BLANK_LINES, MOST_BOARDS, ReadError};
use std::io::{self, BufRead, BufReader, Read};

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// The longest line, in bytes, its line feed not counted. Rows have five cells, and lines of a corpus some forty
/// characters. A longer line is no input of ours, and a stream without line ends is given up here.
const LONGEST: usize = 4096;

/// What is wrong with a longer one.
pub(crate) const TOO_LONG: &str = "found a line of more than 4096 bytes, expected a shorter one";

/// Reads line by line, never holding more than a chunk and a line.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    /// The bytes of the current line, without its line feed.
    bytes: Vec<u8>,
    /// Its number, from 1; 0 before the first.
    number: u64,
    /// Line and column of the byte that would come next.
    next: (u64, u64),
    /// Whether there are no more lines.
    over: bool,
}

/// A line without its line end, LF or CRLF.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// The bytes; the first [`LONGEST`] of them where the line is cut.
    pub(crate) bytes: &'a [u8],
    /// From 1.
    pub(crate) number: u64,
    /// Whether the line is longer than [`LONGEST`].
    pub(crate) cut: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        let reader = BufReader::with_capacity(CHUNK, reader);
        Self { reader, bytes: Vec::new(), number: 0, next: (1, 1), over: false }
    }

    /// Goes on to the next line; false where there is none.
    pub(crate) fn advance(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let longest = LONGEST as u64 + 1;
        self.over = self.reader.by_ref().take(longest).read_until(b'\n', &mut self.bytes)? == 0;
        if self.over {
            return Ok(false);
        }
        self.number += 1;
        let ended = self.bytes.pop_if(|byte| *byte == b'\n').is_some();
        self.next = if ended { (self.number + 1, 1) } else { (self.number, self.bytes.len() as u64 + 1) };
        Ok(true)
    }

    /// The result of the next line that has one. Only so many lines without a result may follow each other.
    pub(crate) fn find<T>(
        &mut self,
        make: impl Fn(Line<'_>) -> Result<Option<T>, ReadError>,
    ) -> Result<Option<T>, ReadError> {
        for _ in 0..=MOST_BLANK_LINES {
            if !self.advance()? {
                return Ok(None);
            }
            if let Some(made) = make(self.line())? {
                return Ok(Some(made));
            }
        }
        let message = format!("found more than {MOST_BLANK_LINES} lines without a board, expected a board");
        Err(self.line().fault(0, message))
    }

    /// The current line.
    pub(crate) fn line(&self) -> Line<'_> {
        let bytes = &self.bytes[..self.bytes.len().min(LONGEST)];
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Line { bytes, number: self.number, cut: self.bytes.len() > LONGEST }
    }

    /// What follows the current line, as far as it has been read.
    pub(crate) fn peek(&self) -> &[u8] {
        self.reader.buffer()
    }

    /// Skips whole lines, so many bytes and so many lines, of what has been peeked at.
    pub(crate) fn skip(&mut self, bytes: usize, lines: u64) {
        self.reader.consume(bytes);
        self.number += lines;
        self.next = (self.number + 1, 1);
    }

    /// The number of the current line, from 1; 0 before the first.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Whether there are no more lines.
    pub(crate) const fn is_over(&self) -> bool {
        self.over
    }

    /// The fault that the stream ended here, once there are no more lines.
    pub(crate) fn end(&self, expected: &str) -> ReadError {
        let (line, column) = self.next;
        ReadError::at(line, column, format!("found the end of the input, expected {expected}"))
    }
}

impl Line<'_> {
    /// A fault after so many bytes of the line.
    pub(crate) fn fault(&self, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.number, offset as u64 + 1, message)
    }

    /// The fault that one board too many begins here.
    pub(crate) fn too_many_boards(&self) -> ReadError {
        self.fault(0, format!("found more than {MOST_BOARDS} boards, expected a smaller file"))
    }

    /// The fault that the line goes on where it is cut.
    pub(crate) fn too_long(&self) -> ReadError {
        self.fault(LONGEST, TOO_LONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn the_last_line_needs_no_end() {
        for (text, expected, end) in [
            ("", vec![], "1:1"),
            ("\n", vec![""], "2:1"),
            ("a", vec!["a"], "1:2"),
            ("a\nbc", vec!["a", "bc"], "2:3"),
            ("a\r\n\nbc\n", vec!["a", "", "bc"], "4:1"),
        ] {
            let mut lines = Lines::new(Slow(text.as_bytes()));
            let mut found = Vec::new();
            while lines.advance().unwrap() {
                found.push(String::from_utf8(lines.line().bytes.to_vec()).unwrap());
            }
            assert_eq!(found, expected, "{text:?}");
            let fault = lines.end("more").to_string();
            assert_eq!(fault, format!("{end}: found the end of the input, expected more"), "{text:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut lines = Lines::new(io::repeat(b'0'));
        assert!(lines.advance().unwrap());
        assert_eq!((lines.line().bytes.len(), lines.line().cut), (LONGEST, true));
        for (length, cut) in [(LONGEST, false), (LONGEST + 1, true)] {
            for end in ["", "\n"] {
                let text = "x".repeat(length) + end;
                let mut lines = Lines::new(text.as_bytes());
                assert!(lines.advance().unwrap());
                assert_eq!(lines.line().cut, cut);
            }
        }
    }
}
