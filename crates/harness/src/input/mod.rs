//! Reading boards: judges' files and corpora, from files or standard input, in bounded memory.

pub mod corpus;
pub mod error;
pub mod judge;
mod lines;
mod plain;

use crate::style::Style;
use chivalry_board::Board;
use error::{InputError, InputErrorKind};
use lines::Lines;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most boards that one file may have: more than there are, so that whole spaces can be read, at most 1.6 GB.
pub const MOST_BOARDS: u64 = 10_000_000;

/// The most lines without a board that may follow each other. A stream of nothing but them is given up here.
pub const MOST_BLANK_LINES: u64 = 1 << 16;

/// How much of an input is looked at to tell its form.
const SNIFF: usize = 4096;

/// A board of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board.
    pub board: Board,
    /// Its exact distance to the goal as the corpus states it.
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

/// Opens an input, `-` being standard input, and reads all of its boards.
///
/// # Errors
///
/// Where it cannot be read, or is not what it should be.
pub fn read(path: &Path, form: Form) -> Result<Vec<Case>, InputError> {
    let result = if path.as_os_str() == "-" {
        read_from(io::stdin().lock(), form)
    } else {
        File::open(path).map_err(InputErrorKind::from).and_then(|file| read_from(file, form))
    };
    result.map_err(|kind| InputError { name: name(path), kind })
}

/// What an input is called in messages.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

/// Reads all boards of a stream.
///
/// # Errors
///
/// Where it cannot be read, or is not what it should be.
pub fn read_from(reader: impl Read, form: Form) -> Result<Vec<Case>, InputErrorKind> {
    let mut lines = Lines::new(reader)?;
    let judge_style = match form {
        Form::Judge(style) => Some(style),
        Form::Corpus => None,
        Form::CorpusOr(_) | Form::Any => {
            lines.fill_to(SNIFF)?;
            let head = &lines.peek()[..lines.peek().len().min(SNIFF)];
            match form {
                _ if looks_like_corpus(head) => None,
                Form::CorpusOr(style) => Some(style),
                // Nothing at all is a corpus without boards.
                _ if head.trim_ascii().is_empty() => None,
                _ => Some(likely_style(head)),
            }
        }
    };
    let Some(style) = judge_style else { return corpus::read_lines(&mut lines) };
    judge::read_lines(style, &mut lines)
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
