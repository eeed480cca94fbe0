//! A sequence of moves, the witness of an answer.

use chivalry_board::{Move, Square};
use std::fmt;

/// Moves in the order in which they are played. `Display` writes them with spaces between: `b5-c3 d4-b5`.
///
/// Plain data: [`replay`](crate::replay()) says whether it is legal and leads where it should.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// The moves, first to last.
    pub moves: Vec<Move>,
}

impl Path {
    /// The path on which the blank goes through these squares, the first being where it is at the start.
    pub fn of_blank(squares: impl IntoIterator<Item = Square>) -> Self {
        let mut squares = squares.into_iter();
        let Some(mut to) = squares.next() else { return Self::default() };
        let moves = squares.map(|from| Move { from, to: std::mem::replace(&mut to, from) }).collect();
        Self { moves }
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.moves.iter().enumerate() {
            write!(f, "{}{step}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_blank() {
        let squares = ["c3", "b5", "d4"].map(|name| name.parse::<Square>().unwrap());
        assert_eq!(Path::of_blank(squares).to_string(), "b5-c3 d4-b5");
        assert!(Path::of_blank(squares[..1].iter().copied()).is_empty());
        assert!(Path::of_blank([]).is_empty());
    }
}
