//! A first look at whether a state can be one of a level: one bit for each hash value.
//!
//! In the last level before the limit most generated states are known to neither side. A visited map tells so, at the price of a look into
//! a quarter of a megabyte; a bit set of a few kilobytes tells so, too, for all but one in sixteen, and stays in the nearest cache.

use chivalry_board::Board;

/// Bits for each state of the level.
const BITS_A_STATE: usize = 16;

/// The fewest and the most words: half a kilobyte, half a megabyte.
const WORDS: std::ops::RangeInclusive<usize> = 1 << 6..=1 << 16;

/// The level's states, with some others that share a hash value with one of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fence {
    /// As many as a power of two, or none before the first [`Fence::enclose`].
    words: Vec<u64>,
}

impl Fence {
    /// Encloses these states and no longer others.
    pub(crate) fn enclose(&mut self, states: impl ExactSizeIterator<Item = Board>) {
        let words = (states.len() * BITS_A_STATE / 64).next_power_of_two().clamp(*WORDS.start(), *WORDS.end());
        self.words.clear();
        self.words.resize(words, 0);
        for board in states {
            let (word, bit) = self.place(board);
            self.words[word] |= 1 << bit;
        }
    }

    /// False where the state is surely not one of those enclosed.
    #[inline]
    pub(crate) fn may_hold(&self, board: Board) -> bool {
        let (word, bit) = self.place(board);
        self.words.get(word).is_some_and(|word| word >> bit & 1 != 0)
    }

    /// The word and the bit, from the highest bits of a product.
    #[inline]
    fn place(&self, board: Board) -> (usize, u32) {
        let product = u64::from(board.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((product >> 38) as usize & self.words.len().wrapping_sub(1), (product >> 58) as u32)
    }
}
