//! The 5×5 board of the puzzle 骑士精神 ("Chivalry", "Knights in FEN"): 12 white knights, 12 black knights and one blank.
//!
//! **What it is for.** Everything else in the workspace speaks of boards in these types: [`Square`], [`Squares`] (a set of
//! them), [`Board`] (packed in 32 bits, `Copy`) and [`Move`].
//!
//! **What it promises.** A [`Square`] is always one of 25 and a [`Board`] always holds 12 + 12 + 1, whatever is fed to
//! its constructors: no function of this crate panics on a value of these types. [`Board::rank`] and [`Board::from_rank`]
//! are a bijection between the boards and `0..67_603_900`.
//!
//! **What it does not do.** It searches nothing and knows no distance: that is the engines' work. It has no dependencies.
//!
//! ```
//! use chivalry_board::Board;
//!
//! let board: Board = "10110/01*11/10111/01001/00000".parse()?;
//! assert_eq!(board.misplaced(Board::GOAL), 5);
//! assert_eq!(board.blank().to_string(), "c4");
//!
//! // Knights that can jump into the blank, and the board after the first of these jumps.
//! let from = board.jumpers().iter().next().expect("every square has a jump");
//! assert_eq!(board.jump(from).jump(board.blank()), board);
//! # Ok::<(), chivalry_board::ParseBoardError>(())
//! ```

mod board;
mod moves;
mod notation;
mod rank;
mod square;
mod squares;

pub use board::{AfterEach, Board, Cell, InvalidBoard};
pub use moves::{Move, ParseMoveError};
pub use notation::{ParseBoardError, ParseBoardErrorKind};
pub use square::{ParseSquareError, Square};
pub use squares::Squares;
