//! The wide form: distances read, not walked.

use crate::Table;
use crate::layout::{Place, SQUARES, climb};
use crate::rows::{index_of, wide_rows};
use chivalry_board::Board;
use rayon::prelude::*;

/// Boards that [`Wide::distances`] looks up together.
const BATCH: usize = 256;

/// A [`Table`], and any distance in one read from memory.
///
/// The bits of a table tell for any two neighbouring boards which one is nearer. So where the distance of one board is
/// known, it follows for all 25 boards to which moves along a tree of squares lead from it: one up or down for each
/// move. Beside the table this keeps four bytes for each group of 25 such boards: which of these moves lead away from
/// the goal, and the distance of the board with the blank on b3. From b3 no square is more than four moves along the
/// tree away.
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
    /// Bytes of the kept bits and distances, 19.7 MB.
    pub const BYTES: usize = Table::BYTES + Board::COUNT as usize / SQUARES * 4;

    /// Enumerates all boards breadth-first from the goal, on the threads of the current rayon pool.
    pub fn build(goal: Board) -> Self {
        let (table, hub) = Table::build_with_hub(goal);
        let rows = wide_rows(&table.rows, &hub, goal.blank().index());
        Self { table, rows }
    }

    /// The fewest moves from this board to the goal.
    ///
    /// Most of its time is one read from memory that no cache holds; [`Wide::distances`] lets many of these overlap.
    #[inline]
    pub fn distance(&self, board: Board) -> u8 {
        let Place { blank, pattern } = Place::of(board);
        self.distance_of(blank, index_of(pattern))
    }

    /// The distance of the board with this blank and this pattern, by the place of the pattern in the order of all.
    #[inline]
    fn distance_of(&self, blank: u8, index: usize) -> u8 {
        // Every pattern of a board has its row; the fallback only keeps this free of a panic path.
        let row = self.rows.get(index).copied().unwrap_or(u32::MAX);
        ((row >> SQUARES).cast_signed() + climb(row, usize::from(blank))).cast_unsigned() as u8
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<u8> {
        let mut distances = vec![0; boards.len()];
        let batches = boards.par_chunks(BATCH).zip(distances.par_chunks_mut(BATCH)).with_min_len(16);
        batches.for_each(|(boards, distances)| {
            // Where to read is known for the whole batch before the first read, so that as many reads overlap as the processor can hold.
            let mut places = [(0, 0); BATCH];
            for (&board, place) in boards.iter().zip(&mut places) {
                let Place { blank, pattern } = Place::of(board);
                *place = (blank, index_of(pattern));
            }
            for (&(blank, index), distance) in places.iter().zip(distances) {
                *distance = self.distance_of(blank, index);
            }
        });
        distances
    }

    /// The table that this is the wide form of.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wide").field("table", &self.table).finish_non_exhaustive()
    }
}
