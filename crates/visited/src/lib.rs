//! The map of stored states for searches that remember where they have been, and a Bloom filter over some of them.
//!
//! **What it is for.** A search puts each state that it generates into a [`Visited`] map, with a [`Label`]: the side that reached the
//! state, and one bit of its depth. That is enough to see whether a state is new, whether the two sides of a bidirectional search
//! have met, and which way leads back to the root. A [`BloomFilter`] over the last level spares a search most questions to the map.
//!
//! **What it promises.** A state keeps its first label. The map holds all 67,603,900 boards if it must. What it answers, and how much
//! memory it takes, depends on the states alone: no hash is seeded.
//!
//! **What it does not do.** It has no queue and no order, and it does not list its states: the search keeps them anyway, and hands
//! them over where the map needs them.
//!
//! **How it keeps them.** Searches of different sizes want different memory, so there are three stores, and the map moves from one to the
//! next as the search grows:
//!
//! | store | takes | holds |
//! |---|---|---|
//! | a small hash table | 4 bytes a slot: 256 KB or 512 KB, as the search prefers | 16,384 states |
//! | a large hash table | 8 MB | 524,288 states, a quarter of its slots |
//! | half a byte for each board, by rank | 33.8 MB | all 67,603,900 |
//!
//! ```
//! use chivalry_board::Board;
//! use chivalry_visited::{Label, Store, Visited, with_store};
//!
//! let mut visited = Visited::<{ 1 << 16 }>::default();
//! let mut states = vec![Board::GOAL];
//! with_store!(visited, store => store.insert(Board::GOAL, Label::new(0, 0)));
//! for (_, next) in Board::GOAL.neighbours() {
//!     if with_store!(visited, store => store.insert(next, Label::new(0, 1))).is_none() {
//!         states.push(next);
//!     }
//! }
//! assert_eq!(states.len(), 9);
//! assert_eq!(visited.way_down(vec![], states[8], Board::GOAL), [Board::GOAL.blank()]);
//! visited.clear(states.iter().copied());
//! assert_eq!(visited.label_of(Board::GOAL), None);
//! ```

mod bloom;
mod label;
mod store;
mod visited;

pub use bloom::BloomFilter;
pub use label::Label;
pub use store::Store;
pub use visited::{InUse, Visited};
