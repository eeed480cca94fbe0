//! The wide form: distances to be read, not walked.

use crate::enumerate::Enumeration;
use crate::layout::{Place, SQUARES};
use crate::rows::{FIRST, LOW, RANK, transpose_banks};
use chivalry_board::Board;
use rayon::prelude::*;

/// Binary digits of half a distance.
const DIGITS: usize = 5;

/// Exact distances of all boards to one goal, read in one access: five bits a board, [`Wide::BYTES`] bytes.
///
/// For asking millions of boards: a question costs some nanoseconds, where [`Table`](crate::Table) walks. It is paid for when it is built: about three times
/// the time of a table, and 174 MB while it is built.
///
/// ```
/// use chivalry_board::Board;
/// use chivalry_table::Wide;
///
/// let wide = Wide::build(Board::GOAL);
/// assert_eq!(wide.distance("10110/01*11/10111/01001/00000".parse()?), 7);
/// # Ok::<(), chivalry_board::ParseBoardError>(())
/// ```
pub struct Wide {
    goal: Board,
    counts: Vec<u32>,
    /// For each pattern 25 bits of each digit, the lowest digit first.
    rows: Vec<u128>,
}

impl Wide {
    /// Bytes that the distances take.
    pub const BYTES: usize = 2_704_156 * size_of::<u128>();

    /// Enumerates all boards from the goal, on the threads of the current rayon pool.
    pub fn build(goal: Board) -> Self {
        let (digits, counts) = Enumeration::<DIGITS>::run(goal, u8::MAX).finish();
        let rows = transpose_banks(&digits);
        Self { goal, counts, rows }
    }

    /// The goal.
    pub fn goal(&self) -> Board {
        self.goal
    }

    /// The fewest moves from this board to the goal.
    #[inline]
    pub fn distance(&self, board: Board) -> u8 {
        let Place { blank, pattern } = Place::of(board);
        let index = FIRST[(pattern >> 12 & LOW) as usize] + u32::from(RANK[(pattern & LOW) as usize]);
        // Every pattern of a board has its row; the fallback only keeps this free of a panic path.
        let row = self.rows.get(index as usize).map_or(u128::MAX, |row| row >> blank);
        let half = (0..DIGITS).fold(0, |half, digit| half | (row >> (digit * SQUARES) & 1) << digit);
        (half << 1) as u8 | (board.blank().parity() ^ self.goal.blank().parity())
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<u8> {
        boards.par_iter().with_min_len(1 << 12).map(|&board| self.distance(board)).collect()
    }

    /// The number of boards at each distance, from 0 to the greatest.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wide").field("goal", &self.goal).field("counts", &self.counts).finish_non_exhaustive()
    }
}
