//! The map: three stores, one of them in use.

use crate::Label;
use crate::store::{FREE, Store, forget, half_bytes, hash_table};
use chivalry_board::{Board, Square};

/// States that the small hash table holds before the map moves on.
const SMALL_ROOM: usize = 1 << 14;

/// Slots of the large hash table.
const LARGE: usize = 1 << 21;

/// The stored states of a search, each with its label.
///
/// `SMALL` is the number of slots of the small hash table, a power of two. With 65,536 of them it is a quarter full when it is left,
/// with twice as many an eighth: a search chooses what is faster for it.
///
/// Each store is allocated when a search first needs it, and kept for the next.
#[derive(Clone, Debug, Default)]
pub struct Visited<const SMALL: usize> {
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

/// The store in use.
#[derive(Debug)]
pub enum InUse<'a, const SMALL: usize> {
    /// The small hash table.
    Small(&'a mut [u32; SMALL]),
    /// The large hash table.
    Large(&'a mut [u32; LARGE]),
    /// Half a byte for each board.
    Dense(&'a mut [u8]),
}

/// Runs the same code on whichever store of a [`Visited`] is in use, compiled for each: a loop that is inside asks only once which it is.
#[macro_export]
macro_rules! with_store {
    ($visited:expr, $store:ident => $run:expr) => {
        match $visited.in_use() {
            $crate::InUse::Small($store) => $run,
            $crate::InUse::Large($store) => $run,
            $crate::InUse::Dense($store) => $run,
        }
    };
}

impl<const SMALL: usize> Visited<SMALL> {
    /// The store in use; see [`with_store!`](crate::with_store).
    #[inline]
    pub fn in_use(&mut self) -> InUse<'_, SMALL> {
        const { assert!(SMALL.is_power_of_two() && SMALL_ROOM <= SMALL / 4) };
        match self.stage {
            Stage::Small => InUse::Small(self.small.get_or_insert_with(hash_table)),
            Stage::Large => InUse::Large(self.large.get_or_insert_with(hash_table)),
            Stage::Dense => InUse::Dense(self.dense.get_or_insert_with(half_bytes)),
        }
    }

    /// The state's label, if it has one.
    pub fn label_of(&mut self, board: Board) -> Option<Label> {
        with_store!(self, store => store.label_of(board))
    }

    /// How many states the store in use has room for. Where a search may come to have more it calls [`Visited::enlarge`] first.
    #[inline]
    pub fn room(&self) -> usize {
        match self.stage {
            Stage::Small => SMALL_ROOM,
            Stage::Large => LARGE / 4,
            Stage::Dense => Board::COUNT as usize,
        }
    }

    /// Goes over to the next larger store with the states of the present one, which are these.
    #[cold]
    pub fn enlarge(&mut self, states: impl Iterator<Item = Board> + Clone) {
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
    pub fn clear(&mut self, states: impl Iterator<Item = Board> + Clone) {
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

    /// Adds the squares of the blank on a shortest way from a stored state down to the root of its side, without the
    /// state's own and with the root's.
    pub fn way_down(&mut self, squares: Vec<Square>, from: Board, root: Board) -> Vec<Square> {
        // The nearest searches begin at their root: a look into the map would show in their times.
        match (from != root).then(|| self.label_of(from)).flatten() {
            Some(label) => self.way_down_from(squares, from, label, root),
            None => squares,
        }
    }

    /// The same from a state of which the label is known.
    #[inline]
    pub fn way_down_from(&mut self, mut squares: Vec<Square>, from: Board, label: Label, root: Board) -> Vec<Square> {
        let (mut board, mut label) = (from, label);
        while board != root {
            label = label.one_down(board.blank().parity() == root.blank().parity());
            let mut down = board.neighbours().filter(|&(_, next)| self.label_of(next) == Some(label));
            let Some((_, next)) = down.next() else { break };
            squares.push(next.blank());
            board = next;
        }
        squares
    }
}
