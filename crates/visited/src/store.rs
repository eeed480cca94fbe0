//! The kinds of memory that hold labels: open-addressing hash tables, and half a byte for each board.
//!
//! A slot of a hash table is a packed board and its label together in 32 bits. The tables are kept at most a quarter full: nearly
//! every probe ends at its first slot, and the processor guesses that right.

use crate::Label;
use chivalry_board::Board;

/// A map from boards to labels.
pub trait Store {
    /// The state's label, if it has one.
    fn label_of(&self, board: Board) -> Option<Label>;

    /// Labels the state if it has no label; otherwise returns the one that it has, and keeps it.
    fn insert(&mut self, board: Board, label: Label) -> Option<Label>;
}

/// Bits of a packed board; the two low bits of the label are above them.
const BOARD_BITS: u32 = 30;

/// A slot without a state. No packed board is 0: it has 12 black squares.
pub(crate) const FREE: u32 = 0;

/// A hash table with linear probing. The number of slots is a power of two, and some are always free.
impl<const SLOTS: usize> Store for [u32; SLOTS] {
    #[inline]
    fn label_of(&self, board: Board) -> Option<Label> {
        known(self[probe(self, board)])
    }

    #[inline]
    fn insert(&mut self, board: Board, label: Label) -> Option<Label> {
        let slot = &mut self[probe(self, board)];
        let known = known(*slot);
        // Written in either case: whether a state is new is the one thing here that no processor can guess.
        *slot = if known.is_none() { board.to_bits() | label.0 << BOARD_BITS } else { *slot };
        known
    }
}

/// Where the search for a board begins: the highest bits of a product (Knuth, The Art of Computer Programming, 6.4), which is taken in
/// 64 bits so that all bits of the board reach them.
#[inline]
fn home<const SLOTS: usize>(board: Board) -> usize {
    let product = u64::from(board.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (product >> (u64::BITS - SLOTS.trailing_zeros())) as usize & (SLOTS - 1)
}

/// The slot of a board, or the free one where it would be put.
#[inline]
fn probe<const SLOTS: usize>(slots: &[u32; SLOTS], board: Board) -> usize {
    let mut index = home::<SLOTS>(board);
    // Not `&&`: that would be a branch on whether the slot is free, and a quarter of those are guessed wrong.
    while (slots[index] != FREE) & ((slots[index] ^ board.to_bits()) << (u32::BITS - BOARD_BITS) != 0) {
        index = (index + 1) & (SLOTS - 1);
    }
    index
}

#[inline]
fn known(slot: u32) -> Option<Label> {
    (slot != FREE).then_some(Label::from_low_bits(slot >> BOARD_BITS))
}

/// Empties a hash table that holds just these states, at the cost of the states and not of the table.
pub(crate) fn forget<const SLOTS: usize>(slots: &mut [u32; SLOTS], states: impl Iterator<Item = Board>) {
    for board in states {
        // Emptying a slot hides what lies behind it from its probes: the whole run goes at once.
        let mut index = home::<SLOTS>(board);
        while slots[index] != FREE {
            slots[index] = FREE;
            index = (index + 1) & (SLOTS - 1);
        }
    }
}

#[allow(clippy::unnecessary_box_returns)] // Up to 8 MB are not to go over the stack.
pub(crate) fn hash_table<const SLOTS: usize>() -> Box<[u32; SLOTS]> {
    vec![FREE; SLOTS].into_boxed_slice().try_into().expect("a slice of this length")
}

/// Half a byte for every board, by rank: 0, or the label.
impl Store for [u8] {
    #[inline]
    fn label_of(&self, board: Board) -> Option<Label> {
        let rank = board.rank();
        label_of_half(self[(rank >> 1) as usize] >> ((rank & 1) << 2))
    }

    #[inline]
    fn insert(&mut self, board: Board, label: Label) -> Option<Label> {
        let rank = board.rank();
        let shift = (rank & 1) << 2;
        let byte = &mut self[(rank >> 1) as usize];
        let known = label_of_half(*byte >> shift);
        *byte |= if known.is_none() { (label.0 as u8) << shift } else { 0 };
        known
    }
}

/// The label in the lower half of a byte.
#[inline]
fn label_of_half(byte: u8) -> Option<Label> {
    (byte & 0xF != 0).then_some(Label::from_low_bits(byte.into()))
}

pub(crate) fn half_bytes() -> Box<[u8]> {
    vec![0; Board::COUNT as usize / 2].into_boxed_slice()
}
