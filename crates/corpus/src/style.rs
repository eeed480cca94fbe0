//! The judges' styles: what their input looks like, how far they ask, and how they want an answer.

use chivalry_board::{Board, Cell, Square};
use std::fmt::{self, Write};
use std::str::FromStr;

/// A judge's form of input and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// BZOJ 1085, Luogu P2324, AcWing: limit 15, blank `*`, answers `7` or `-1`.
    Bzoj,
    /// FZU 2180: limit 15, blank `*`, answers `7` or `Bored!`.
    Fzu,
    /// UVa 10422, Kattis `knightsfen`: limit 10, blank a space, answers `Solvable in 7 move(s).` or
    /// `Unsolvable in less than 11 move(s).`.
    Uva,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 3] = [Self::Bzoj, Self::Fzu, Self::Uva];

    /// The name by which the style is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bzoj => "bzoj",
            Self::Fzu => "fzu",
            Self::Uva => "uva",
        }
    }

    /// Other names of the style.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Bzoj => &["luogu", "acwing"],
            Self::Fzu => &[],
            Self::Uva => &["kattis"],
        }
    }

    /// The most moves that the judge asks for.
    pub const fn limit(self) -> u8 {
        match self {
            Self::Bzoj | Self::Fzu => 15,
            Self::Uva => 10,
        }
    }

    /// The character of the blank.
    pub const fn blank(self) -> char {
        match self {
            Self::Bzoj | Self::Fzu => '*',
            Self::Uva => ' ',
        }
    }

    /// The blank in the words of messages.
    pub(crate) const fn blank_word(self) -> &'static str {
        match self {
            Self::Bzoj | Self::Fzu => "`*`",
            Self::Uva => "a space",
        }
    }

    /// What a byte of a row stands for.
    pub(crate) fn cell(self, byte: u8) -> Option<Cell> {
        match byte {
            b'0' => Some(Cell::White),
            b'1' => Some(Cell::Black),
            byte => (char::from(byte) == self.blank()).then_some(Cell::Blank),
        }
    }

    /// The judge's file of these boards.
    pub fn input(self, layout: Layout, boards: impl ExactSizeIterator<Item = Board>) -> String {
        let end = if layout == Layout::Crlf { "\r\n" } else { "\n" };
        let mut text = String::with_capacity(16 + 36 * boards.len());
        // A string takes all that is written to it.
        let _ = write!(text, "{}{end}", boards.len());
        for board in boards {
            if layout == Layout::BlankLines {
                text.push_str(end);
            }
            for square in Square::all() {
                text.push(match board.cell(square) {
                    Cell::Blank => self.blank(),
                    cell => cell.to_char(),
                });
                if square.column() == 4 {
                    text.push_str(end);
                }
            }
        }
        if layout == Layout::NoLastNewline {
            text.pop();
        }
        text
    }

    /// The line, without its end, that answers a board.
    pub fn answer(self, answer: Answer) -> impl fmt::Display {
        fmt::from_fn(move |f| match (self, answer) {
            (Self::Bzoj | Self::Fzu, Answer::Moves(moves)) => write!(f, "{moves}"),
            (Self::Uva, Answer::Moves(moves)) => write!(f, "Solvable in {moves} move(s)."),
            (Self::Bzoj, Answer::NoneWithin(_)) => f.write_str("-1"),
            (Self::Fzu, Answer::NoneWithin(_)) => f.write_str("Bored!"),
            (Self::Uva, Answer::NoneWithin(limit)) => {
                write!(f, "Unsolvable in less than {} move(s).", u16::from(limit) + 1)
            }
        })
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a name or an alias.
impl FromStr for Style {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        const UNKNOWN: &str = "found no style of this name, expected bzoj (luogu, acwing), fzu or uva (kattis)";
        let is_named = |style: &Self| style.name() == name || style.aliases().contains(&name);
        Self::ALL.into_iter().find(is_named).ok_or(UNKNOWN)
    }
}

/// What a judge wants to know of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The fewest moves.
    Moves(usize),
    /// There is no path of at most this many moves.
    NoneWithin(u8),
}

/// How a judge's file is laid out. Real judges have them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As the problem says.
    Plain,
    /// A blank line before each board.
    BlankLines,
    /// The last line does not end.
    NoLastNewline,
    /// Windows line ends.
    Crlf,
}

impl Layout {
    /// Every layout, the plain one first.
    pub const ALL: [Self; 4] = [Self::Plain, Self::BlankLines, Self::NoLastNewline, Self::Crlf];
}

/// Writes what it is called.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::BlankLines => "blank lines between cases",
            Self::NoLastNewline => "no last newline",
            Self::Crlf => "CRLF",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, Random, read};

    #[test]
    fn answers_are_the_judges_words() {
        let line = |style: Style, answer| style.answer(answer).to_string();
        assert_eq!(line(Style::Bzoj, Answer::Moves(7)), "7");
        assert_eq!(line(Style::Bzoj, Answer::NoneWithin(15)), "-1");
        assert_eq!(line(Style::Fzu, Answer::NoneWithin(15)), "Bored!");
        assert_eq!(line(Style::Uva, Answer::Moves(0)), "Solvable in 0 move(s).");
        assert_eq!(line(Style::Uva, Answer::NoneWithin(10)), "Unsolvable in less than 11 move(s).");
        assert_eq!(line(Style::Uva, Answer::NoneWithin(u8::MAX)), "Unsolvable in less than 256 move(s).");
    }

    #[test]
    fn names_and_aliases_are_accepted() {
        for (names, style) in
            [(&["bzoj", "luogu", "acwing"][..], Style::Bzoj), (&["fzu"], Style::Fzu), (&["uva", "kattis"], Style::Uva)]
        {
            assert!(names.iter().all(|name| name.parse() == Ok(style)), "{names:?}");
        }
        assert!(["", "BZOJ", "spoj"].iter().all(|name| name.parse::<Style>().is_err()));
    }

    #[test]
    fn every_layout_is_read_as_the_same_boards() {
        let boards = Random::new(1).boards(9);
        for style in Style::ALL {
            for layout in Layout::ALL {
                let text = style.input(layout, boards.iter().copied());
                let read = read(text.as_bytes(), Form::Judge(style)).unwrap();
                assert!(read.iter().map(|case| case.board).eq(boards.iter().copied()), "{style} {layout:?}");
            }
        }
    }
}
