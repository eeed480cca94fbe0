//! The independent checker of a path.
//!
//! It knows the rules of the puzzle and nothing else: 25 cells, and a knight may jump into the blank if rows and columns
//! differ by one and two. It has a board of its own. It shares no code with any search, with the jump table or with the packed
//! board's moves, so that a fault in those cannot hide from it.

use crate::Path;
use chivalry_board::{Board, Cell, Move, Square};
use std::fmt;

/// Why a path is no witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The move does not end where the blank is.
    NotIntoBlank {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        step: Move,
        /// Where the blank is then.
        blank: Square,
    },
    /// The move is no knight's jump.
    NoJump {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        step: Move,
    },
    /// The path ends on a board that is not the goal: the first square that differs.
    WrongEnd {
        /// How many moves were played.
        moves: usize,
        /// The first square that differs from the goal's.
        square: Square,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotIntoBlank { number, step, blank } => {
                write!(f, "move {number}, {step}, does not end on the blank's square {blank}")
            }
            Self::NoJump { number, step } => write!(f, "move {number}, {step}, is no knight's jump"),
            Self::WrongEnd { moves, square } => {
                write!(f, "after {moves} moves the board differs from the goal on {square}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays the path from `start`, move by move, and compares the end with `goal`.
///
/// # Errors
///
/// The first [`ReplayError`] in the order of play.
pub fn replay(start: Board, goal: Board, path: &Path) -> Result<(), ReplayError> {
    let mut cells = cells_of(start);
    for (index, &step) in path.moves.iter().enumerate() {
        let number = index + 1;
        let (from, to) = (place(step.from), place(step.to));
        if cells[to.0][to.1] != Cell::Blank {
            let blank = Square::all().find(|&s| cells[place(s).0][place(s).1] == Cell::Blank).unwrap_or(step.from);
            return Err(ReplayError::NotIntoBlank { number, step, blank });
        }
        let (rows, columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        if rows.min(columns) != 1 || rows.max(columns) != 2 {
            return Err(ReplayError::NoJump { number, step });
        }
        cells[to.0][to.1] = cells[from.0][from.1];
        cells[from.0][from.1] = Cell::Blank;
    }
    let wanted = cells_of(goal);
    match Square::all().find(|&s| cells[place(s).0][place(s).1] != wanted[place(s).0][place(s).1]) {
        None => Ok(()),
        Some(square) => Err(ReplayError::WrongEnd { moves: path.len(), square }),
    }
}

fn place(square: Square) -> (usize, usize) {
    (usize::from(square.row()), usize::from(square.column()))
}

fn cells_of(board: Board) -> [[Cell; 5]; 5] {
    let mut cells = [[Cell::Blank; 5]; 5];
    for square in Square::all() {
        cells[place(square).0][place(square).1] = board.cell(square);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        Path { moves: text.split_whitespace().map(|step| step.parse().unwrap()).collect() }
    }

    #[test]
    fn accepts_legal_play_and_nothing_else() {
        let start: Board = "11111/01111/00111/0000*/00000".parse().unwrap();
        let replay = |text| replay(start, Board::GOAL, &path(text));
        assert_eq!(replay("c3-e2"), Ok(()));
        assert_eq!(replay("c3-e2 b5-c3 c3-b5"), Ok(()), "a detour is legal, if not short");
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(replay(""), Err(ReplayError::WrongEnd { moves: 0, square: square("c3") }));
        assert_eq!(replay("c3-e2 b5-c3"), Err(ReplayError::WrongEnd { moves: 2, square: square("b5") }));
        let step = "e2-c3".parse().unwrap();
        assert_eq!(replay("e2-c3"), Err(ReplayError::NotIntoBlank { number: 1, step, blank: square("e2") }));
        let step = "d2-e2".parse().unwrap();
        assert_eq!(replay("c3-e2 e2-c3 d2-e2"), Err(ReplayError::NoJump { number: 3, step }));
        let step = "e2-e2".parse().unwrap();
        assert_eq!(replay("e2-e2"), Err(ReplayError::NoJump { number: 1, step }));
    }

    #[test]
    fn the_goal_needs_every_cell() {
        for blank in Board::GOAL.white() {
            let trap = Board::new(Board::GOAL.black(), blank).unwrap();
            assert!(super::replay(trap, Board::GOAL, &Path::default()).is_err(), "{trap}");
        }
        assert_eq!(super::replay(Board::GOAL, Board::GOAL, &Path::default()), Ok(()));
    }
}
