//! The states that either side has generated, each with a label: its side and its depth modulo 4.
//!
//! Searches of different sizes want different memory, so there are three stores, and a search moves from one to the next as it grows:
//! open-addressing hash tables with linear probing, a packed board and its label together in 32 bits, first of a size that stays in the
//! second-level cache, then of a larger one; and at last half a byte for each of the 67,603,900 boards, by rank, which is
//! 33.8 MB whatever the search, where a hash table would grow to hundreds.
//!
//! The hash tables are kept at most an eighth, the larger one a quarter full: nearly every probe ends at its first slot, and the processor guesses that right.

use chivalry_board::Board;

/// Who generated a state, and half its depth modulo 2. Never zero as bits, for zero means "not labelled".
///
/// The neighbours of a state at depth d are at d − 1 and d + 1, which differ modulo 4: enough to find the way down to the root.
/// The blank's square tells whether the depth is odd, so that one bit of it is all that need be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl Label {
    /// The label of a state of side 0 or 1.
    #[inline]
    pub(crate) fn new(side: usize, depth: u32) -> Self {
        Self(4 | (side as u32 & 1) << 1 | depth >> 1 & 1)
    }

    /// The side, 0 or 1.
    #[inline]
    pub(crate) fn side(self) -> usize {
        (self.0 >> 1 & 1) as usize
    }

    /// The label of the states one move nearer to the root, given whether this one's depth is even.
    pub(crate) fn one_down(self, even: bool) -> Self {
        Self(self.0 ^ u32::from(even))
    }
}

/// A map from boards to labels.
pub(crate) trait Store {
    /// The state's label, if it has one.
    fn label_of(&self, board: Board) -> Option<Label>;

    /// Labels the state if it has no label; otherwise returns the one that it has, and keeps it.
    fn insert(&mut self, board: Board, label: Label) -> Option<Label>;
}

/// Bits of a packed board; the two low bits of the label are above them.
const BOARD_BITS: u32 = 30;

/// A slot without a state. No packed board is 0: it has 12 black squares.
const FREE: u32 = 0;

/// A hash table. The number of slots is a power of two, and some are always free.
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
    (slot != FREE).then_some(Label(slot >> BOARD_BITS | 4))
}

/// Half a byte for every board, by rank: 0, or the label.
impl Store for [u8] {
    #[inline]
    fn label_of(&self, board: Board) -> Option<Label> {
        let rank = board.rank();
        let half = self[(rank >> 1) as usize] >> ((rank & 1) << 2) & 0xF;
        (half != 0).then_some(Label(u32::from(half)))
    }

    #[inline]
    fn insert(&mut self, board: Board, label: Label) -> Option<Label> {
        let rank = board.rank();
        let shift = (rank & 1) << 2;
        let byte = &mut self[(rank >> 1) as usize];
        let half = *byte >> shift & 0xF;
        *byte |= if half == 0 { (label.0 as u8) << shift } else { 0 };
        (half != 0).then_some(Label(u32::from(half)))
    }
}

/// Slots of the two hash tables: 512 KB and 8 MB.
const SMALL: usize = 1 << 17;
const LARGE: usize = 1 << 21;

/// The stores and which of them is in use. Each is allocated when a search first needs it, and kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visited {
    small: Option<Box<[u32; SMALL]>>,
    large: Option<Box<[u32; LARGE]>>,
    dense: Option<Box<[u8]>>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Small,
    Large,
    Dense,
}

/// Runs the same code on whichever store is in use.
macro_rules! with_store {
    ($visited:expr, $store:ident => $run:expr) => {
        match $visited.in_use() {
            $crate::visited::InUse::Small($store) => $run,
            $crate::visited::InUse::Large($store) => $run,
            $crate::visited::InUse::Dense($store) => $run,
        }
    };
}
pub(crate) use with_store;

pub(crate) enum InUse<'a> {
    Small(&'a mut [u32; SMALL]),
    Large(&'a mut [u32; LARGE]),
    Dense(&'a mut [u8]),
}

impl Visited {
    #[inline]
    pub(crate) fn in_use(&mut self) -> InUse<'_> {
        match self.stage {
            Stage::Small => InUse::Small(self.small.get_or_insert_with(hash_table)),
            Stage::Large => InUse::Large(self.large.get_or_insert_with(hash_table)),
            Stage::Dense => InUse::Dense(self.dense.get_or_insert_with(half_bytes)),
        }
    }

    /// The state's label, if it has one.
    pub(crate) fn label_of(&mut self, board: Board) -> Option<Label> {
        with_store!(self, store => store.label_of(board))
    }

    /// How many states the store in use has room for.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        match self.stage {
            Stage::Small => SMALL / 8,
            Stage::Large => LARGE / 4,
            Stage::Dense => Board::COUNT as usize,
        }
    }

    /// Goes over to the next larger store with the states of the present one, which are these.
    #[cold]
    pub(crate) fn enlarge(&mut self, states: impl Iterator<Item = Board> + Clone) {
        let labels: Vec<_> = states.clone().map(|board| self.label_of(board)).collect();
        self.forget(states.clone());
        self.stage = if self.stage == Stage::Small { Stage::Large } else { Stage::Dense };
        with_store!(self, store => for (board, label) in states.zip(labels) {
            if let Some(label) = label {
                store.insert(board, label);
            }
        });
    }

    /// Forgets all states, which are these, and goes back to the smallest store.
    pub(crate) fn clear(&mut self, states: impl Iterator<Item = Board> + Clone) {
        self.forget(states);
        self.stage = Stage::Small;
    }

    fn forget(&mut self, states: impl Iterator<Item = Board>) {
        match self.in_use() {
            InUse::Small(slots) => forget(slots, states),
            InUse::Large(slots) => slots.fill(FREE),
            InUse::Dense(bytes) => bytes.fill(0),
        }
    }
}

/// Empties a hash table that holds just these states, at the cost of the states and not of the table.
fn forget<const SLOTS: usize>(slots: &mut [u32; SLOTS], states: impl Iterator<Item = Board>) {
    for board in states {
        // Emptying a slot hides what lies behind it from its probes: the whole run goes at once.
        let mut index = home::<SLOTS>(board);
        while slots[index] != FREE {
            slots[index] = FREE;
            index = (index + 1) & (SLOTS - 1);
        }
    }
}

#[allow(clippy::unnecessary_box_returns)] // A quarter of a megabyte is not to go over the stack.
fn hash_table<const SLOTS: usize>() -> Box<[u32; SLOTS]> {
    vec![FREE; SLOTS].into_boxed_slice().try_into().expect("a slice of this length")
}

fn half_bytes() -> Box<[u8]> {
    vec![0; Board::COUNT as usize / 2].into_boxed_slice()
}
