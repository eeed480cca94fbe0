//! The states that either side has generated, each with a label: its side and its depth modulo 4.
//!
//! Small searches and large ones want different memory. Up to [`HASHED`] states there is an open-addressing hash table with linear
//! probing, a packed board and its label together in 32 bits. Beyond, half a byte for each of the
//! 67,603,900 boards, by rank: 33.8 MB whatever the search, where a hash table would have to grow to hundreds.

use chivalry_board::Board;

/// Who generated a state, and half its depth modulo 2.
///
/// The neighbours of a state at depth d are at d − 1 and d + 1, which differ modulo 4: enough to find the way down to the root.
/// The blank's square tells whether the depth is odd, so that one bit is all that need be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl Label {
    /// For a state of side 0 or 1.
    #[inline]
    pub(crate) fn new(side: usize, depth: u32) -> Self {
        Self((side as u32 & 1) << 1 | depth >> 1 & 1)
    }

    /// The side, 0 or 1.
    #[inline]
    pub(crate) fn side(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The label of the states one move nearer to the root, given whether this one's depth is even.
    pub(crate) fn one_down(self, even: bool) -> Self {
        Self(self.0 ^ u32::from(even))
    }
}

/// Slots of a cleared hash table.
const FEWEST_SLOTS: usize = 1 << 16;

/// States above which the half-bytes take over.
const HASHED: u64 = 1 << 18;

/// Bits of a packed board; the label is above them.
const BOARD_BITS: u32 = 30;

/// No packed board is 0: it has 12 black squares.
const FREE: u32 = 0;

#[derive(Clone, Debug, Default)]
pub(crate) struct Visited {
    len: u64,
    /// The hash table is the first `2^(32 − shift)` of these.
    slots: Vec<u32>,
    shift: u32,
    /// Two boards a byte, by rank: 0 where the board is not labelled, else 4 and the label. Empty until it is first needed.
    dense: Vec<u8>,
    is_dense: bool,
}

impl Visited {
    /// Forgets all states, which are these.
    pub(crate) fn clear(&mut self, states: impl Iterator<Item = Board>) {
        if self.slots.is_empty() {
            self.slots = vec![FREE; FEWEST_SLOTS];
            self.shift = 32 - 16;
        }
        if !self.is_dense {
            for board in states {
                let mut index = self.home(board);
                while self.slots[index] != FREE {
                    self.slots[index] = FREE;
                    index = self.after(index);
                }
            }
        }
        self.len = 0;
        self.is_dense = false;
    }

    /// How many states are labelled.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The state's label, if it has one.
    #[inline]
    pub(crate) fn get(&self, board: Board) -> Option<Label> {
        if self.is_dense {
            let (index, shift) = place(board);
            return from_half_byte(self.dense[index] >> shift);
        }
        let mut index = self.home(board);
        loop {
            let slot = self.slots[index];
            if slot == FREE {
                return None;
            }
            if (slot ^ board.to_bits()) << (32 - BOARD_BITS) == 0 {
                return Some(Label(slot >> BOARD_BITS));
            }
            index = self.after(index);
        }
    }

    /// Labels the state if it has no label; otherwise returns the one that it has, and keeps it.
    #[inline]
    pub(crate) fn insert(&mut self, board: Board, label: Label) -> Option<Label> {
        if self.is_dense {
            let (index, shift) = place(board);
            let byte = &mut self.dense[index];
            let known = from_half_byte(*byte >> shift);
            if known.is_none() {
                *byte |= (4 | label.0 as u8) << shift;
                self.len += 1;
            }
            return known;
        }
        let mut index = self.home(board);
        loop {
            let slot = self.slots[index];
            if slot == FREE {
                self.slots[index] = board.to_bits() | label.0 << BOARD_BITS;
                self.len += 1;
                if self.len * 4 > self.capacity() as u64 {
                    self.grow();
                }
                return None;
            }
            if (slot ^ board.to_bits()) << (32 - BOARD_BITS) == 0 {
                return Some(Label(slot >> BOARD_BITS));
            }
            index = self.after(index);
        }
    }

    #[inline]
    fn capacity(&self) -> usize {
        1 << (u32::BITS - self.shift)
    }

    /// Where the search for a board begins: multiplicative hashing (Knuth, TAOCP 6.4), the highest bits of the product.
    #[inline]
    fn home(&self, board: Board) -> usize {
        self.home_of(board.to_bits())
    }

    #[inline]
    fn home_of(&self, bits: u32) -> usize {
        (u64::from(bits).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (32 + self.shift)) as usize
    }

    #[inline]
    fn after(&self, index: usize) -> usize {
        (index + 1) & (self.capacity() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.shift -= 3;
        let larger = vec![FREE; self.capacity()];
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old.into_iter().filter(|&slot| slot != FREE) {
            let mut index = self.home_of(slot << (32 - BOARD_BITS) >> (32 - BOARD_BITS));
            while self.slots[index] != FREE {
                index = self.after(index);
            }
            self.slots[index] = slot;
        }
    }

    pub(crate) fn adapt(&mut self) {
        if self.is_dense || self.len < HASHED {
            return;
        }
        let bytes = Board::COUNT as usize / 2;
        if self.dense.is_empty() {
            self.dense = vec![0; bytes];
        } else {
            self.dense.fill(0);
        }
        for &slot in &self.slots[..self.capacity()] {
            if slot != FREE {
                let board = Board::from_bits(slot << (32 - BOARD_BITS) >> (32 - BOARD_BITS)).unwrap();
                let (index, shift) = place(board);
                self.dense[index] |= (4 | (slot >> BOARD_BITS) as u8) << shift;
            }
        }
        self.slots.fill(FREE);
        self.is_dense = true;
    }
}

#[inline]
fn place(board: Board) -> (usize, u32) {
    let rank = board.rank();
    ((rank >> 1) as usize, (rank & 1) << 2)
}

#[inline]
fn from_half_byte(half: u8) -> Option<Label> {
    (half & 4 != 0).then_some(Label(u32::from(half) & 3))
}
