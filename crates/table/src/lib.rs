//! Exact distances of all 67,603,900 boards to a goal, by complete enumeration.
//!
//! **What it is for.** A [`Table`] knows the fewest moves from every board, the moves that begin shortest paths, how many
//! shortest paths there are, how many boards lie at each distance and which are the farthest. It is the reference that searches are held
//! against, and, as [`TableEngine`], the engine of choice where very many boards are asked for.
//!
//! **What it promises.** Distances are exact, for any goal. A table keeps one bit a board, 8.35 MiB with its beacons,
//! and building it takes at most 64 MB of heap. It is built on the threads of the current rayon pool, which the caller
//! chooses (`ThreadPool::install`). The bits do not depend on their number. No question panics or blocks, whatever the
//! board.
//!
//! **What it does not do.** It does no I/O. It does not find boards by distance in the bits it keeps: [`Table::boards_at`] enumerates
//! again. It knows one goal at a time.
//!
//! ```
//! use chivalry_board::Board;
//! use chivalry_table::Table;
//!
//! let table = Table::build(Board::GOAL);
//! assert_eq!(table.counts().iter().sum::<u32>(), Board::COUNT);
//! let far = table.farthest();
//! assert_eq!((far.len(), table.distance(far[0])), (62, 39));
//! assert_eq!(table.path(far[0]).len(), 39);
//! ```
//!
//! # One bit is enough
//!
//! Every move changes the colour of the blank's square, so the blank alone tells whether a distance is even or odd. The one bit
//! kept is the second binary digit of the distance, `(distance / 2) mod 2`; with the parity it gives the distance modulo 4. Neighbours
//! of a board at distance d are at d - 1 or d + 1, which differ modulo 4. So the board itself tells which way is down, and the distance is
//! the number of steps to the goal.
//!
//! There is no need to walk to the goal. Along any way the bits tell whether a step goes up or down, so it is enough to
//! reach a board whose distance is known. A table keeps such distances for one board in a hundred, its beacons, so that
//! one is always near: a question takes the same fraction of a microsecond for every board. A [`Wide`] has them for one
//! board in 25, beside the bits: it reads memory once.
//!
//! | | bytes kept | one question, random board |
//! |---|---|---|
//! | [`Table`] | 8.8 MB | three reads at most, not waiting for each other: about 0.15 µs |
//! | [`Wide`] | 19.7 MB | one uncached read: 0.04 to 0.07 µs, in batches 0.02 to 0.05, by how busy the memory is |

mod audit;
mod beacons;
mod engine;
mod enumerate;
mod layout;
mod perfect;
mod rows;
mod table;
mod wide;

pub use audit::BoundFault;
pub use engine::TableEngine;
pub use perfect::Perfect;
pub use table::Table;
pub use wide::Wide;
