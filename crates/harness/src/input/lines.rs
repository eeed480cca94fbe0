//! Lines of a stream, in bounded memory.

use super::error::{InputErrorKind, ParseError, ParseErrorKind};
use std::io::{self, ErrorKind, Read};

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// The longest line, in bytes, its end not counted. Rows have five cells and corpus lines some forty characters; what is longer than this is
/// no input of ours, and a stream that never has a line end is given up here.
pub(super) const LONGEST: usize = 4096;

/// A line without its line feed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The bytes; the first [`LONGEST`] of them where the line is cut.
    pub(super) bytes: &'a [u8],
    /// From 1.
    pub(super) number: u64,
    /// Whether the line is longer than [`LONGEST`].
    pub(super) cut: bool,
}

/// The line that begins where the buffer does.
#[derive(Clone, Copy)]
struct Span {
    /// Its bytes; where it is longer than [`LONGEST`], some of them.
    length: usize,
    /// Whether a line feed ends it.
    ended: bool,
}

/// Reads line by line, never holding more than a chunk.
pub(super) struct Lines<R> {
    reader: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    at_end: bool,
    number: u64,
    /// Bytes of the last line where no line feed ended it.
    unended: usize,
}

impl<R: Read> Lines<R> {
    /// Skips a byte-order mark; one of UTF-16 is a fault.
    pub(super) fn new(reader: R) -> Result<Self, InputErrorKind> {
        let buffer = vec![0; CHUNK].into_boxed_slice();
        let mut lines = Self { reader, buffer, start: 0, end: 0, at_end: false, number: 0, unended: 0 };
        while lines.end < 3 && !lines.at_end {
            lines.fill()?;
        }
        if lines.peek().starts_with(b"\xEF\xBB\xBF") {
            lines.start = 3;
        }
        if matches!(lines.peek(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
            return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Utf16, hint: None }.into());
        }
        Ok(lines)
    }

    /// What has been read and not yet been given as a line.
    pub(super) fn peek(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Reads on until a number of bytes can be peeked at, or there are no more.
    pub(super) fn fill_to(&mut self, bytes: usize) -> io::Result<()> {
        while self.peek().len() < bytes && !self.at_end {
            self.fill()?;
        }
        Ok(())
    }

    /// The number of the line that begins with what can be peeked at.
    pub(super) const fn next_number(&self) -> u64 {
        self.number + 1
    }

    /// Skips whole lines, so many bytes and so many lines, of what has been peeked at.
    pub(super) fn skip(&mut self, bytes: usize, lines: u64) {
        self.start += bytes;
        self.number += lines;
        self.unended = 0;
    }

    /// Where the stream ended: line and column of the byte that would have been next. Of use once there are no more lines.
    pub(super) fn end(&self) -> (u64, u64) {
        if self.unended > 0 { (self.number, self.unended as u64 + 1) } else { (self.number + 1, 1) }
    }

    /// The next line.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let Some(span) = self.locate()? else { return Ok(None) };
        let start = self.start;
        self.consume(span);
        Ok(Some(Self::line(&self.buffer[start..], span, self.number)))
    }

    /// Skips the next line where the condition holds; whether it did.
    pub(super) fn skip_if(&mut self, condition: impl Fn(Line<'_>) -> bool) -> io::Result<bool> {
        let Some(span) = self.locate()? else { return Ok(false) };
        let holds = condition(Self::line(self.peek(), span, self.number + 1));
        if holds {
            self.consume(span);
        }
        Ok(holds)
    }

    fn line(bytes: &[u8], span: Span, number: u64) -> Line<'_> {
        Line { bytes: &bytes[..span.length.min(LONGEST)], number, cut: span.length > LONGEST }
    }

    fn consume(&mut self, span: Span) {
        self.start += span.length + usize::from(span.ended);
        self.number += 1;
        self.unended = if span.ended { 0 } else { span.length };
    }

    /// Where the next line ends in the buffer.
    fn locate(&mut self) -> io::Result<Option<Span>> {
        let mut searched = 0;
        loop {
            if let Some(length) = self.peek()[searched..].iter().position(|&byte| byte == b'\n') {
                return Ok(Some(Span { length: searched + length, ended: true }));
            }
            searched = self.peek().len();
            if searched > LONGEST || self.at_end {
                return Ok((searched > 0).then_some(Span { length: searched, ended: false }));
            }
            self.fill()?;
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let read = loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.end += read;
        self.at_end = read == 0;
        Ok(())
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

    fn all(bytes: &[u8]) -> (Vec<String>, (u64, u64)) {
        let mut lines = Lines::new(Slow(bytes)).unwrap();
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(String::from_utf8(line.bytes.to_vec()).unwrap());
        }
        (found, lines.end())
    }

    #[test]
    fn the_last_line_needs_no_end() {
        for (text, lines, end) in [
            ("", vec![], (1, 1)),
            ("\n", vec![""], (2, 1)),
            ("a", vec!["a"], (1, 2)),
            ("a\nbc", vec!["a", "bc"], (2, 3)),
            ("a\n\nbc\n", vec!["a", "", "bc"], (4, 1)),
            ("\u{FEFF}a", vec!["a"], (1, 2)),
            ("\u{FEFF}", vec![], (1, 1)),
            ("\u{FEFF}\u{FEFF}", vec!["\u{FEFF}"], (1, 4)),
        ] {
            assert_eq!(all(text.as_bytes()), (lines.into_iter().map(String::from).collect(), end), "{text:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut lines = Lines::new(io::repeat(b'0')).unwrap();
        let line = lines.next().unwrap().unwrap();
        assert_eq!((line.bytes.len(), line.cut), (LONGEST, true));
        for (length, cut) in [(LONGEST, false), (LONGEST + 1, true)] {
            for end in ["", "\n"] {
                let text = "x".repeat(length) + end;
                let mut lines = Lines::new(text.as_bytes()).unwrap();
                assert_eq!(lines.next().unwrap().unwrap().cut, cut);
            }
        }
    }
}
