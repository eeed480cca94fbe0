//! Exact distances of all 67,603,900 boards to a goal, by complete enumeration.
//!
//! **What it is for.** A [`Table`] knows the fewest moves from every board, the moves that begin shortest paths, how many
//! shortest paths there are, how many boards lie at each distance and which are the farthest. It is the reference that searches are held
//! against, and, as [`TableEngine`], the engine of choice where very many boards are asked for.
//!
//! **What it promises.** Distances are exact, for any goal. One bit a board is kept, with beacons 8.8 MB, and at most 64 MB of heap are
//! held while a table is built. The same bits come out at every number of threads; they are those of the current rayon
//! pool, so that the caller chooses them (`ThreadPool::install`). No question panics or blocks, whatever the board.
//!
//! **What it does not do.** It opens no files: [`Table::write_to`] and [`Table::read_from`] take streams. It does not find boards by
//! distance in the bits it keeps: [`Table::boards_at`] enumerates again. It knows one goal at a time.
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
//! It need not even be walked to the goal. Along any way the bits tell whether each step goes up or down, so it is enough to reach a board
//! whose distance is known. A table keeps such distances for one board in a hundred, its beacons, so that one is always near: a question takes
//! the same fraction of a microsecond for every board. A [`Wide`] has them for one board in 25, beside the bits: it reads memory
//! once.
//!
//! | | bytes kept | one question, random board |
//! |---|---|---|
//! | [`Table`] | 8.8 MB | three reads at most, not waiting for each other: about 0.15 µs |
//! | [`Wide`] | 19.7 MB | one uncached read: 0.04 to 0.07 µs, in batches 0.02 to 0.05, by how busy the memory is |
//! | [`TableWithin`] | 8.5 MB | a walk of a step for each move: about 1 µs |
//!
//! # The file format
//!
//! Numbers are little-endian. The bytes of a file depend on the goal alone.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | the magic bytes `89 43 48 49 56 54 0d 0a` |
//! | 8 | 4 | the version of the format, 1 |
//! | 12 | 4 | the goal: bit `i` below 25 is set where square `i` holds a black knight; bits 25 to 29 are the number of the blank's square; others 0 |
//! | 16 | 8 | the length of the body, 8,450,488 |
//! | 24 | 320 | 80 numbers of 4 bytes: the number of boards at distance 0, 1, …; 0 after the greatest distance |
//! | 344 | 4 | CRC-32 of the bytes 0..344 |
//! | 348 | 8,450,488 | the body: bit `i` of byte `j`, the lowest being bit 0, is that of the board with rank `8j + i`; the four highest bits of the last byte are 0 |
//! | 8,450,836 | 4 | CRC-32 of the body |
//!
//! Squares are numbered row by row from the top left, from 0 to 24. The *rank* of a board is
//! `blank · 2,704,156 + r`, where `blank` is the number of the blank's square and `r` the place, from 0, of the board's pattern among all
//! numbers of 24 bits with 12 ones, by value. The pattern has a bit for each square other than the blank's, in the order of their numbers with the
//! first as the lowest bit, set where the knight is black. With bits at places `p1 < p2 < … < p12`, `r = C(p1,1) + C(p2,2) + … + C(p12,12)`.
//!
//! The bit of a board is `(distance / 2) mod 2`. CRC-32 is that of ISO-HDLC, as in gzip and PNG: polynomial `04c11db7`, reflected, initial
//! value and final exclusive or `ffffffff`.
//!
//! To read a distance: start with the board's `v = 2 · bit + (1 if the blank's square and that of the goal's blank have numbers of different
//! parity, else 0)`. While the board is not the goal, go to a neighbour whose value is `(v - 1) mod 4`, and count.

mod audit;
mod beacons;
mod engine;
mod enumerate;
mod format;
mod layout;
mod perfect;
mod rows;
mod table;
mod wide;

pub use audit::BoundFault;
pub use engine::TableEngine;
pub use format::ReadTableError;
pub use perfect::Perfect;
pub use table::{Table, TableWithin};
pub use wide::Wide;
