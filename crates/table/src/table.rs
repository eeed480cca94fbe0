//! The table and its questions.

use crate::beacons::Beacons;
use crate::enumerate::{self, Enumeration};
use crate::layout::{HUB, Place};
use crate::rows::{Rows, hub_distances};
use chivalry_board::{Board, Square, Squares};
use chivalry_engine::Path;
use rayon::prelude::*;

/// Exact distances of all [`Board::COUNT`] boards to one goal, in one bit a board and some beacons: [`Table::BYTES`] bytes, 8.8 MB.
///
/// See the [crate's page](crate) for what it costs. Two tables are equal where their goals are.
///
/// ```
/// use chivalry_board::Board;
/// use chivalry_table::Table;
///
/// let table = Table::build(Board::GOAL);
/// let board: Board = "10110/01*11/10111/01001/00000".parse()?;
/// assert_eq!(table.distance(board), 7);
/// assert_eq!(table.best_moves(board).iter().map(|from| from.to_string()).collect::<Vec<_>>(), ["e5"]);
/// assert_eq!(table.path(board).len(), 7);
/// assert_eq!(table.shortest_paths(board), 1);
/// assert_eq!(table.counts()[..4], [1, 8, 14, 38]);
/// assert_eq!(table.greatest_distance(), 39);
/// # Ok::<(), chivalry_board::ParseBoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    goal: Board,
    /// Boards at each distance.
    counts: Vec<u32>,
    pub(crate) rows: Rows,
    beacons: Beacons,
}

impl Table {
    /// Bytes of the kept bits.
    pub const BYTES: usize = Rows::BYTES + Beacons::BYTES;

    /// A table, and the distances of all boards with the blank on the hub, in the order of their patterns.
    pub(crate) fn build_with_hub(goal: Board) -> (Self, Vec<u8>) {
        // Six digits of half a distance: no two boards are more than 2 · 39 moves apart, by way of the standard goal.
        let Enumeration { digits, counts, .. } = Enumeration::<1, 6>::run(goal, u8::MAX);
        let hub = hub_distances(&digits, (HUB as u8 ^ goal.blank().index() as u8) & 1);
        (Self { goal, counts, rows: Rows::new(&digits), beacons: Beacons::new(&hub) }, hub)
    }

    /// Enumerates all boards breadth-first from the goal, on the threads of the current rayon pool.
    ///
    /// Any goal takes the same time and memory. The result does not depend on the number of threads.
    pub fn build(goal: Board) -> Self {
        Self::build_with_hub(goal).0
    }

    /// The goal.
    pub fn goal(&self) -> Board {
        self.goal
    }

    /// The fewest moves from this board to the goal, `0..=greatest_distance()`.
    ///
    /// A fraction of a microsecond, whatever the distance. For a great many boards see [`Table::distances`] and [`Wide`](crate::Wide).
    pub fn distance(&self, board: Board) -> u8 {
        let reckoned = self.beacons.distance(&self.rows, self.goal, Place::of(board));
        // Every board has a way down, and it ends: each level was enumerated from the one below.
        reckoned.unwrap_or_else(|| self.descent(board).count() as u8)
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<u8> {
        boards.par_iter().map(|&board| self.distance(board)).collect()
    }

    /// The squares of all knights whose jump into the blank begins a shortest path. Empty for the goal only.
    pub fn best_moves(&self, board: Board) -> Squares {
        if board == self.goal {
            return Squares::EMPTY;
        }
        let place = Place::of(board);
        let phase = (self.phase(place) + 3) % 4;
        let nearer = place.neighbours().filter(|&neighbour| self.phase(neighbour) == phase);
        nearer.filter_map(|neighbour| Square::new(neighbour.blank)).collect()
    }

    /// The distance modulo 4: the parity from the blank's square, the other digit from the bit.
    fn phase(&self, place: Place) -> u32 {
        let odd = u32::from(place.blank ^ self.goal.blank().index() as u8) & 1;
        (self.rows.row(place.pattern) >> place.blank & 1) << 1 | odd
    }

    /// A shortest path: on each board the best move from the square with the lowest number.
    pub fn path(&self, board: Board) -> Path {
        Path::of_blank(std::iter::once(board.blank()).chain(self.descent(board)))
    }

    /// Where the knights of that path leave from.
    fn descent(&self, board: Board) -> impl Iterator<Item = Square> {
        let mut here = board;
        std::iter::from_fn(move || {
            let from = self.best_moves(here).iter().next()?;
            here = here.jump(from);
            Some(from)
        })
    }

    /// The number of shortest paths; 1 for the goal, whose shortest path has no moves.
    ///
    /// Counted by dynamic programming over the boards on shortest paths, level by level: milliseconds for most boards. The
    /// number cannot overflow for distances up to 42, as there are at most 8 moves at each step; above that it would
    /// saturate.
    pub fn shortest_paths(&self, board: Board) -> u128 {
        // Boards of one distance on shortest paths, and on how many paths from the start each lies.
        let mut level = vec![(board, 1_u128)];
        for _ in 0..self.distance(board) {
            let mut next: Vec<(Board, u128)> = level
                .iter()
                .flat_map(|&(board, paths)| self.best_moves(board).iter().map(move |from| (board.jump(from), paths)))
                .collect();
            next.sort_unstable_by_key(|&(board, _)| board);
            next.dedup_by(|again, first| {
                let same = again.0 == first.0;
                if same {
                    first.1 = first.1.saturating_add(again.1);
                }
                same
            });
            level = next;
        }
        level.iter().map(|&(_, paths)| paths).sum()
    }

    /// The number of boards at each distance, from 0 to the greatest. Sums to [`Board::COUNT`]; no entry is 0.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The distance of the farthest boards.
    pub fn greatest_distance(&self) -> u8 {
        self.counts.len().saturating_sub(1) as u8
    }

    /// All boards farthest from the goal, in the order of their ranks.
    pub fn farthest(&self) -> Vec<Board> {
        self.boards_at(self.greatest_distance())
    }

    /// All boards at a distance, in the order of their ranks; none above [`Table::greatest_distance`].
    ///
    /// The bits cannot be searched by distance, so this enumerates again as far as the distance: up to the time of a build, on
    /// the current rayon pool, and four bytes a board found.
    pub fn boards_at(&self, distance: u8) -> Vec<Board> {
        if distance > self.greatest_distance() { Vec::new() } else { enumerate::level(self.goal, distance) }
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("goal", &self.goal).field("counts", &self.counts).finish_non_exhaustive()
    }
}
