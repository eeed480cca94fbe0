//! Random boards and orders that are the same for the same seed on every machine.

use chivalry_board::Board;

/// The generator SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// A number in `0..bound`, each as likely as the others; 0 for a bound of 0 or 1.
    pub const fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        // What is above the last multiple of the bound would make small numbers likelier.
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = (self.next() >> 32) as u32;
            if drawn < fair {
                return drawn % bound;
            }
        }
    }

    /// A board, each of the 67,603,900 as likely as the others.
    pub fn board(&mut self) -> Board {
        // In range by construction; the fallback only avoids a panic path.
        Board::from_rank(self.below(Board::COUNT)).unwrap_or(Board::GOAL)
    }

    /// This many different boards, at most [`Board::COUNT`].
    pub fn boards(&mut self, count: u32) -> Vec<Board> {
        let count = count.min(Board::COUNT) as usize;
        let mut drawn = BoardSet::default();
        let mut boards = Vec::with_capacity(count);
        while boards.len() < count {
            let board = self.board();
            if drawn.insert(board) {
                boards.push(board);
            }
        }
        boards
    }

    /// Leaves this many of some items, drawn without replacement, in the order of drawing; all of them, in a random order, where
    /// there are fewer.
    pub fn draw<T>(&mut self, items: &mut Vec<T>, count: usize) {
        let count = count.min(items.len());
        for place in 0..count {
            let left = (items.len() - place) as u32;
            items.swap(place, place + self.below(left) as usize);
        }
        items.truncate(count);
    }

    /// Brings a slice into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A set of boards, one bit each of all there are: 8.5 MB.
#[derive(Clone, Debug)]
pub struct BoardSet(Vec<u64>);

impl Default for BoardSet {
    /// The empty set.
    fn default() -> Self {
        Self(vec![0; Board::COUNT.div_ceil(u64::BITS) as usize])
    }
}

impl BoardSet {
    /// How many boards are in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether this board is in the set.
    pub fn contains(&self, board: Board) -> bool {
        let (word, bit) = Self::place(board);
        self.0[word] & bit != 0
    }

    /// Adds a board; whether it was not there before.
    pub fn insert(&mut self, board: Board) -> bool {
        let new = !self.contains(board);
        let (word, bit) = Self::place(board);
        self.0[word] |= bit;
        new
    }

    /// The word and the bit of a board.
    fn place(board: Board) -> (usize, u64) {
        let rank = board.rank();
        ((rank / u64::BITS) as usize, 1 << (rank % u64::BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_generator() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_are_spread() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!([random.below(0), random.below(1)], [0, 0]);
    }

    #[test]
    fn boards_are_all_different() {
        let boards = Random::new(1).boards(50_000);
        let mut ranks: Vec<_> = boards.iter().map(|board| board.rank()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks.len(), 50_000);
        // Boards drawn one by one would not all differ: each equals an earlier one with a chance of 1 in 67,603,900.
        let mut random = Random::new(1);
        let mut drawn: Vec<_> = (0..50_000).map(|_| random.board().rank()).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert!(drawn.len() < 50_000);
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut numbers: Vec<_> = (0..100).collect();
        Random::new(3).shuffle(&mut numbers);
        assert!(!numbers.is_sorted());
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..100));
    }
}
