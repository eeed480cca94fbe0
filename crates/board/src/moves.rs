//! A move, written from-to.

use crate::{ParseSquareError, Square};
use std::fmt;
use std::str::FromStr;

/// A knight's jump into the blank, written `b5-c3`: the knight on b5 jumps to c3, where the blank was.
///
/// Plain data: [`Board::play`](crate::Board::play) says whether the move is legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the knight stands, and the blank afterwards.
    pub from: Square,
    /// Where the blank is, and the knight afterwards.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not two squares with a `-` between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a move, two squares with `-` between, like `b5-c3`")
    }
}

impl std::error::Error for ParseMoveError {}

impl From<ParseSquareError> for ParseMoveError {
    fn from(_: ParseSquareError) -> Self {
        Self
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (from, to) = text.split_once('-').ok_or(ParseMoveError)?;
        Ok(Self { from: from.parse()?, to: to.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for from in Square::all() {
            for to in from.jumps() {
                let step = Move { from, to };
                assert_eq!(step.to_string().parse(), Ok(step));
            }
        }
        for text in ["", "-", "b5", "b5c3", "b5-c9", "b5-c3-", "b5 - c3"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text:?}");
        }
    }
}
