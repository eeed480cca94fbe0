//! What is wrong with an input, and where.

use crate::{Escaped, Excerpt};
use std::fmt;
use std::io;

/// Why an input gives no boards. `Display` writes a fault in its text as `line:column: found …, expected …`.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(io::Error),
    /// It is not what it should be.
    Parse {
        /// The line, from 1.
        line: u64,
        /// The column, from 1. What precedes a fault is ASCII, so bytes and characters are one; a byte-order mark is not counted.
        column: u64,
        /// What was found there and what was expected, without anything that a terminal would obey.
        message: String,
    },
}

impl ReadError {
    /// A fault at this line and column, both from 1.
    pub(crate) fn at(line: u64, column: u64, message: impl Into<String>) -> Self {
        Self::Parse { line, column, message: message.into() }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Parse { line, column, message } => write!(f, "{line}:{column}: {message}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Some bytes of an input, quoted.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", Excerpt::word(&String::from_utf8_lossy(bytes)))
}

/// The first character of some bytes in words, or their first byte where it begins no character.
pub(crate) fn first_of(bytes: &[u8]) -> String {
    match bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
        Some(' ') => "a space".into(),
        Some('\t') => "a tab".into(),
        Some('\r') => "a carriage return".into(),
        Some('\0') => "a NUL byte".into(),
        Some(c) if c.is_ascii_graphic() => format!("`{c}`"),
        Some(c) => format!("`{}` (U+{:04X})", Escaped(c.encode_utf8(&mut [0; 4])), u32::from(c)),
        None => format!("the byte 0x{:02X}, which is not UTF-8", bytes.first().unwrap_or(&0)),
    }
}
