//! The wide form: distances read, not walked.

use crate::Table;
use crate::enumerate::Enumeration;
use crate::layout::{HUB, Place, SQUARES, way_from_hub};
use crate::rows::{Rows, index_of, wide_rows};
use crate::table::Bits;
use chivalry_board::Board;
use rayon::prelude::*;

/// A [`Table`], and any distance in one read from memory.
///
/// The bits of a table tell for any two neighbouring boards which one is nearer. So where the distance of one board is known, it
/// follows for all 25 boards to which moves along a tree of squares lead from it: one up or down for each move. Beside the table this keeps
/// four bytes for each group of 25 such boards: their bits, and the distance of the one with the blank on b3, from where no square is more than four
/// moves along the tree away.
///
/// The cost: [`Wide::BYTES`] bytes instead of [`Table::BYTES`], and about a tenth more time than [`Table::build`], within the same 64 MB
/// of heap.
///
/// ```
/// use chivalry_board::Board;
/// use chivalry_table::Wide;
///
/// let wide = Wide::build(Board::GOAL);
/// let board: Board = "10110/01*11/10111/01001/00000".parse()?;
/// assert_eq!(wide.distance(board), 7);
/// assert_eq!(wide.table().distance(board), 7);
/// # Ok::<(), chivalry_board::ParseBoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Wide {
    table: Table,
    rows: Vec<u32>,
}

impl Wide {
    /// Bytes of the kept bits and distances, 19.3 MB.
    pub const BYTES: usize = Rows::BYTES + Board::COUNT as usize / SQUARES * 4;

    /// Enumerates all boards breadth-first from the goal, on the threads of the current rayon pool.
    pub fn build(goal: Board) -> Self {
        // Six digits of half a distance: no two boards are more than 2 · 39 moves apart, by way of the standard goal.
        let (digits, counts) = Enumeration::<1, 6>::run(goal, u8::MAX).finish();
        let odd = (HUB as u8 ^ goal.blank().index() as u8) & 1;
        let rows = wide_rows(&digits, odd);
        Self { table: Table(Bits { goal, counts, rows: Rows::new(&digits) }), rows }
    }

    /// The fewest moves from this board to the goal.
    #[inline]
    pub fn distance(&self, board: Board) -> u8 {
        let Place { blank, pattern } = Place::of(board);
        // Every pattern of a board has its row; the fallback only keeps this free of a panic path.
        let row = self.rows.get(index_of(pattern)).copied().unwrap_or(u32::MAX);
        let goal = self.table.goal().blank().index() as u32;
        let mut bit = row >> HUB & 1;
        let mut distance = (row >> SQUARES) as u8;
        for &square in way_from_hub(usize::from(blank)) {
            // The distance modulo 4 is twice the bit and the parity; the neighbour's differs by one from it.
            let next = row >> square & 1;
            let odd = (u32::from(square) ^ goal) & 1;
            let up = bit ^ next ^ odd;
            distance = distance.wrapping_add((2 * up) as u8).wrapping_sub(1);
            bit = next;
        }
        distance
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<u8> {
        boards.par_iter().with_min_len(1 << 12).map(|&board| self.distance(board)).collect()
    }

    /// The table that this is the wide form of.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Gives up the wide form and keeps the table.
    pub fn into_table(self) -> Table {
        self.table
    }
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wide").field("table", &self.table).finish_non_exhaustive()
    }
}
