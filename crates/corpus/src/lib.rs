//! Boards as text and from a seed.
//!
//! **What it is for.** Whoever reads or writes boards does it here: the program, the judge, a page in a browser. [`read`] takes a
//! judge's file or a corpus, [`Style`] writes what a judge gives and wants back, [`Random`] draws boards, and [`BUNDLED`] and
//! [`TRAPS`] are corpora to start with. [`Escaped`] and [`Excerpt`] show foreign text.
//!
//! **What it promises.** No input, however malformed or long, makes [`read`] panic, hang or exhaust memory. What it refuses, it
//! refuses with line, column, what was found and what was expected. The same seed gives the same boards on every machine.
//!
//! **What it does not do.** It opens no file, prints nothing and solves nothing: a distance that a corpus states is believed. It
//! needs no crate but `chivalry-board`.
//!
//! ```
//! use chivalry_corpus::{Answer, Form, Style, read};
//!
//! let file = "1\n10110\n01*11\n10111\n01001\n00000\n";
//! let cases = read(file.as_bytes(), Form::Judge(Style::Bzoj))?;
//! assert_eq!(cases[0].board.to_string(), "10110/01*11/10111/01001/00000");
//! assert_eq!(Style::Uva.answer(Answer::Moves(7)).to_string(), "Solvable in 7 move(s).");
//!
//! let error = read("1\n10110\n01x11\n".as_bytes(), Form::Any).unwrap_err();
//! assert_eq!(error.to_string(), "3:3: found `x`, expected `0`, `1` or `*`");
//! # Ok::<(), chivalry_corpus::ReadError>(())
//! ```

mod corpus_file;
mod error;
mod excerpt;
mod judge_file;
mod lines;
mod plain;
mod random;
mod style;
pub mod words;

pub use error::ReadError;
pub use excerpt::{Escaped, Excerpt};
pub use random::{BoardSet, Random};
pub use style::{Answer, Layout, Style};

use chivalry_board::Board;
use lines::Lines;
use std::io::Read;

/// A corpus: up to ten boards for each distance from 0 to 39, with their distances.
pub const BUNDLED: &str = include_str!("../../../fixtures/corpora/bundled.txt");

/// A corpus: boards that are taken for the goal by programs that compare one colour only, with their distances.
pub const TRAPS: &str = include_str!("../../../fixtures/corpora/traps.txt");

/// The most boards of one input: whole levels of the space can be read, and 160 MB hold them.
const MOST_BOARDS: usize = 10_000_000;

/// The most lines without a board that may follow each other. A stream of nothing but them is given up here.
const MOST_BLANK_LINES: u64 = 1 << 16;

/// How many bytes of an input are looked at to tell its form.
const HEAD: u64 = 4096;

/// A board of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board.
    pub board: Board,
    /// Its distance to [`Board::GOAL`], as the corpus states it.
    pub exact: Option<u8>,
    /// The line on which it begins, from 1; 0 where it comes from no file.
    pub line: u64,
}

/// What form an input has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A judge's file.
    Judge(Style),
    /// A corpus.
    Corpus,
    /// A corpus where it looks like one, else a judge's file of this style.
    CorpusOr(Style),
    /// To be told from the input.
    Any,
}

/// Reads all boards of an input. A byte-order mark, CRLF, blank lines and a missing last line end are accepted.
///
/// **A corpus** has one board a line, like `11111/01111/00*11/00001/00000`, then optionally its exact distance to the goal, or `?`;
/// `#` begins a comment. Spaces and tabs separate.
///
/// **A judge's file** has the number of boards on its first line, then five rows for each board; trailing spaces are accepted. In
/// [`Style::Uva`] a space is a cell, so nothing is trimmed at the left, and a row of four cells is one whose trailing space was
/// lost. Memory is bounded by the boards read, whatever number is announced.
///
/// # Errors
///
/// If the input cannot be read or is not what it should be: the first fault, in the order of reading.
pub fn read(mut reader: impl Read, form: Form) -> Result<Vec<Case>, ReadError> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD).read_to_end(&mut head)?;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    if matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return Err(ReadError::at(1, 1, "found text in UTF-16, expected UTF-8"));
    }
    let mut lines = Lines::new(head.chain(reader));
    match style_of(head, form) {
        Some(style) => judge_file::read(style, &mut lines),
        None => corpus_file::read(&mut lines),
    }
}

/// The style of the judge's file that begins like this, or `None` for a corpus.
fn style_of(head: &[u8], form: Form) -> Option<Style> {
    match form {
        Form::Judge(style) => Some(style),
        Form::Corpus => None,
        _ if looks_like_corpus(head) => None,
        Form::CorpusOr(style) => Some(style),
        // Nothing at all is a corpus without boards.
        Form::Any => (!head.trim_ascii().is_empty()).then(|| likely_style(head)),
    }
}

/// A corpus has a comment or a board with `/` on its first line that is not blank; a judge's file has a number there.
fn looks_like_corpus(head: &[u8]) -> bool {
    let line = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    line.is_some_and(|line| line[0] == b'#' || line.contains(&b'/'))
}

/// The style of a judge's file: a space before a cell is a blank, unless there is a `*`.
fn likely_style(head: &[u8]) -> Style {
    let cell = |byte: u8| matches!(byte, b'0' | b'1');
    let spaced = head.windows(2).any(|pair| pair[0] == b' ' && cell(pair[1]));
    if spaced && !head.contains(&b'*') { Style::Uva } else { Style::Bzoj }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corpora_are_readable() {
        for (text, boards) in [(BUNDLED, 389), (TRAPS, 12)] {
            let cases = read(text.as_bytes(), Form::Corpus).unwrap();
            assert_eq!(cases.len(), boards);
            assert!(cases.iter().all(|case| case.exact.is_some()));
        }
    }

    #[test]
    fn a_mark_of_utf_8_is_skipped_once() {
        let goal = Board::GOAL;
        let read = |text: String| read(text.as_bytes(), Form::Corpus);
        assert_eq!(read(format!("\u{FEFF}{goal}")).unwrap().len(), 1);
        let error = read(format!("\u{FEFF}\u{FEFF}{goal}")).unwrap_err().to_string();
        assert_eq!(error, "1:1: found `\\u{feff}` (U+FEFF), expected `0`, `1` or `*`");
        assert_eq!(read("\u{FEFF}".into()).unwrap(), []);
    }
}
