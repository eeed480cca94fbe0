//! Numbering of all boards: rank and unrank.
//!
//! A board is its blank's square and which 12 of the other 24 squares are black. Its rank is
//! `blank · C(24,12) + (rank of the 24-bit pattern among those with 12 ones, by value)`. The pattern's rank is taken in two
//! halves of 12 bits, from two tables that together stay below 40 KiB: where the block of the high half starts, and the rank
//! of the low half among the halves with as many ones.

use crate::{Board, Square, Squares};

/// Patterns of 24 bits with 12 ones: C(24,12).
const PATTERNS: u32 = 2_704_156;

const HALF: u32 = 12;
const HALVES: usize = 1 << HALF;
const LOW: u32 = HALVES as u32 - 1;

/// Halves with this many ones, in the order of their values, start here in [`LOW_BY_RANK`].
const LOW_STARTS: [u16; 14] = {
    let mut starts = [0; 14];
    let mut half = 0_u32;
    while half <= LOW {
        starts[half.count_ones() as usize + 1] += 1;
        half += 1;
    }
    let mut ones = 1;
    while ones < starts.len() {
        starts[ones] += starts[ones - 1];
        ones += 1;
    }
    starts
};

/// All halves, by number of ones and then by value.
static LOW_BY_RANK: [u16; HALVES] = {
    let mut next = LOW_STARTS;
    let mut table = [0; HALVES];
    let mut half = 0_u32;
    while half <= LOW {
        let ones = half.count_ones() as usize;
        table[next[ones] as usize] = half as u16;
        next[ones] += 1;
        half += 1;
    }
    table
};

/// The rank of each half among those with as many ones.
static LOW_RANK: [u16; HALVES] = {
    let mut next = [0; 13];
    let mut table = [0; HALVES];
    let mut half = 0_u32;
    while half <= LOW {
        let ones = half.count_ones() as usize;
        table[half as usize] = next[ones];
        next[ones] += 1;
        half += 1;
    }
    table
};

/// How many patterns have a smaller high half than this one.
static HIGH_START: [u32; HALVES] = {
    let mut table = [0; HALVES];
    let mut sum = 0;
    let mut half = 0_u32;
    while half <= LOW {
        table[half as usize] = sum;
        let low_ones = (HALF - half.count_ones()) as usize;
        sum += (LOW_STARTS[low_ones + 1] - LOW_STARTS[low_ones]) as u32;
        half += 1;
    }
    assert!(sum == PATTERNS);
    table
};

impl Board {
    /// How many boards there are: 25 · C(24,12) = 67,603,900.
    pub const COUNT: u32 = Square::COUNT as u32 * PATTERNS;

    /// The number of the board, in `0..Board::COUNT`.
    ///
    /// Boards are ordered by the blank's square, then by the pattern of black knights on the other squares, read as a
    /// binary number with the first square as its lowest bit.
    ///
    /// ```
    /// use chivalry_board::Board;
    ///
    /// assert_eq!(Board::from_rank(Board::GOAL.rank()), Some(Board::GOAL));
    /// assert_eq!(Board::from_rank(Board::COUNT), None);
    /// ```
    #[inline]
    pub fn rank(self) -> u32 {
        let blank = self.blank().index() as u32;
        let black = self.black().bits();
        let below = (1 << blank) - 1;
        // The blank's own bit is 0: closing the gap is one shift of what lies above it.
        let pattern = black & below | black >> 1 & !below;
        let high = HIGH_START[(pattern >> HALF & LOW) as usize];
        let low = LOW_RANK[(pattern & LOW) as usize];
        blank * PATTERNS + high + u32::from(low)
    }

    /// The board with this number, or `None` from [`Board::COUNT`] on.
    pub fn from_rank(rank: u32) -> Option<Self> {
        let blank = Square::new(u8::try_from(rank / PATTERNS).ok()?)?;
        let rank = rank % PATTERNS;
        let high = HIGH_START.partition_point(|&start| start <= rank) - 1;
        let low_ones = (HALF - high.count_ones()) as usize;
        let low = LOW_BY_RANK[usize::from(LOW_STARTS[low_ones]) + (rank - HIGH_START[high]) as usize];
        let pattern = (high as u32) << HALF | u32::from(low);
        let below = (1 << blank.index()) - 1;
        let black = pattern & below | (pattern & !below) << 1;
        Some(Self::pack(Squares::from_bits_truncate(black), blank))
    }

    /// All boards in the order of their ranks.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        // In range by construction; the fallback only keeps the iterator free of a panic path.
        (0..Self::COUNT as usize).map(|rank| Self::from_rank(rank as u32).unwrap_or(Self::GOAL))
    }
}
