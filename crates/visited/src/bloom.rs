//! A first look at whether a state can be one of a level.
//!
//! In the last level before its limit, a search only asks whether a generated state is in the other side's last level.
//! Most are not. To ask the map of stored states is to read from half a megabyte or more. A Bloom filter (Bloom 1970)
//! over that level gives the same answer for all but one such state in sixteen. It takes two to four bytes a state: 8
//! KiB for the 2,440 boards 7 moves away from the goal.

use chivalry_board::Board;

/// Bits for each state, at least.
const BITS_A_STATE: usize = 16;

/// The fewest and the most words: half a kilobyte, half a megabyte. More than 262,144 states get fewer bits each.
const WORDS: std::ops::RangeInclusive<usize> = 1 << 6..=1 << 16;

/// A Bloom filter with one hash function: a set of states that also seems to hold some others, which share a hash value
/// with one of its own.
#[derive(Clone, Debug, Default)]
pub struct BloomFilter {
    /// As many as a power of two, or none before the first [`BloomFilter::fill`].
    words: Vec<u64>,
}

impl BloomFilter {
    /// Takes these states in the place of those before.
    pub fn fill(&mut self, states: impl ExactSizeIterator<Item = Board>) {
        let words = (states.len() * BITS_A_STATE / 64).next_power_of_two().clamp(*WORDS.start(), *WORDS.end());
        self.words.clear();
        self.words.resize(words, 0);
        for board in states {
            let (word, bit) = self.place(board);
            self.words[word] |= 1 << bit;
        }
    }

    /// False where the state is surely not in the set.
    #[inline]
    pub fn may_contain(&self, board: Board) -> bool {
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
