//! Foreign text, shown so that nothing in it is obeyed.

use std::fmt::{self, Write};

/// A text whose control characters, and others that a terminal might obey, are written as escapes.
///
/// ```
/// use chivalry_corpus::Escaped;
///
/// assert_eq!(Escaped("it's\n\u{202e}red: \u{1b}[31m").to_string(), r"it's\n\u{202e}red: \u{1b}[31m");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                // Quotes and the backslash would be escaped, too, and need not be.
                '\'' | '"' | '\\' => f.write_char(c)?,
                c => write!(f, "{}", c.escape_debug())?,
            }
        }
        Ok(())
    }
}

/// The beginning of a text, [`Escaped`], with `…` where it goes on.
///
/// ```
/// use chivalry_corpus::Excerpt;
///
/// assert_eq!(Excerpt::word("7\t").to_string(), r"7\t");
/// assert_eq!(Excerpt::word(&"9".repeat(50)).to_string(), "9".repeat(40) + "…");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a> {
    text: &'a str,
    /// Characters that are shown.
    most: usize,
}

impl<'a> Excerpt<'a> {
    /// At most 40 characters, to stand inside of a message.
    pub const fn word(text: &'a str) -> Self {
        Self { text, most: 40 }
    }

    /// At most 120 characters, to stand alone.
    pub const fn line(text: &'a str) -> Self {
        Self { text, most: 120 }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text.char_indices().nth(self.most) {
            None => Escaped(self.text).fmt(f),
            Some((end, _)) => write!(f, "{}…", Escaped(&self.text[..end])),
        }
    }
}
