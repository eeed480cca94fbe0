//! The judges' styles: what their input looks like, how far they ask, and how they want an answer.

use clap::ValueEnum;
use std::fmt;

/// A judge's form of input and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Style {
    /// BZOJ 1085, Luogu P2324, AcWing: limit 15, blank `*`, answers `7` or `-1`.
    #[value(aliases = ["luogu", "acwing"])]
    Bzoj,
    /// FZU 2180: limit 15, blank `*`, answers `7` or `Bored!`.
    Fzu,
    /// UVa 10422, Kattis `knightsfen`: limit 10, blank a space, answers `Solvable in 7 move(s).` or
    /// `Unsolvable in less than 11 move(s).`.
    #[value(alias = "kattis")]
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

    /// The line, without its end, that answers a board.
    pub const fn answer(self, answer: Answer) -> Line {
        Line { style: self, answer }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

/// An answer in the words of a style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    style: Style,
    answer: Answer,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.style, self.answer) {
            (Style::Bzoj | Style::Fzu, Answer::Moves(moves)) => write!(f, "{moves}"),
            (Style::Uva, Answer::Moves(moves)) => write!(f, "Solvable in {moves} move(s)."),
            (Style::Bzoj, Answer::NoneWithin(_)) => f.write_str("-1"),
            (Style::Fzu, Answer::NoneWithin(_)) => f.write_str("Bored!"),
            (Style::Uva, Answer::NoneWithin(limit)) => {
                write!(f, "Unsolvable in less than {} move(s).", u16::from(limit) + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let names = [("bzoj", Style::Bzoj), ("luogu", Style::Bzoj), ("acwing", Style::Bzoj)];
        for (name, style) in names.into_iter().chain([("fzu", Style::Fzu), ("uva", Style::Uva), ("kattis", Style::Uva)])
        {
            assert_eq!(Style::from_str(name, false), Ok(style));
        }
    }
}
