//! The tables and their questions.

use crate::Wide;
use crate::beacons::Beacons;
use crate::enumerate::{self, Enumeration};
use crate::layout::{HUB, Place, TREE_NEIGHBOURS, crosses};
use crate::rows::{Rows, hub_distances};
use chivalry_board::{Board, Square, Squares};
use chivalry_engine::Path;
use rayon::prelude::*;

/// One bit a board, and what it takes to read it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) goal: Board,
    /// Boards at each distance.
    pub(crate) counts: Vec<u32>,
    pub(crate) rows: Rows,
}

impl Bits {
    fn build(goal: Board, limit: u8) -> Self {
        let (digits, counts) = Enumeration::<1, 0>::run(goal, limit).finish();
        Self { goal, counts, rows: Rows::new(&digits) }
    }

    /// The greatest distance known.
    fn depth(&self) -> u8 {
        self.counts.len().saturating_sub(1) as u8
    }

    /// The distance modulo 4: the parity from the blank's square, the other digit from the bit.
    fn phase(&self, place: Place) -> u32 {
        let odd = u32::from(place.blank ^ self.goal.blank().index() as u8) & 1;
        (self.rows.row(place.pattern) >> place.blank & 1) << 1 | odd
    }

    /// The length of the way down from a board. `None` where it does not come to the goal within the greatest distance known.
    fn distance(&self, board: Board) -> Option<u8> {
        let goal = Place::of(self.goal);
        let mut place = Place::of(board);
        let mut row = self.rows.row(place.pattern);
        let mut phase = self.phase(place);
        let mut steps = 0;
        while place != goal {
            if steps == self.depth() {
                return None;
            }
            steps += 1;
            phase = (phase + 3) % 4;
            // One bit tells the two neighbouring distances apart: 1 for the phases 2 and 3.
            let wanted = phase >> 1;
            let blank = usize::from(place.blank);
            let along = TREE_NEIGHBOURS[blank] & (row ^ wanted.wrapping_sub(1));
            if along != 0 {
                place.blank = along.trailing_zeros() as u8;
                continue;
            }
            // All of them are looked up before any is judged: their reads from memory overlap, and a wrong guess of the
            // processor does not delay the next.
            let crosses = crosses(blank);
            let mut rows = [0; 8];
            let mut nearer = 0;
            for (index, cross) in crosses.iter().enumerate() {
                let row = self.rows.row(cross.apply(place.pattern));
                rows[index % 8] = row;
                nearer |= u32::from(row >> cross.to & 1 == wanted) << index;
            }
            let index = nearer.trailing_zeros() as usize;
            let cross = crosses.get(index)?;
            row = rows[index % 8];
            place = Place { blank: cross.to, pattern: cross.apply(place.pattern) };
        }
        Some(steps)
    }

    /// The squares from which a knight's jump leads to a board with the phase before this one's.
    fn nearer(&self, place: Place) -> Squares {
        let phase = (self.phase(place) + 3) % 4;
        let nearer = place.neighbours().filter(|&neighbour| self.phase(neighbour) == phase);
        nearer.filter_map(|neighbour| Square::new(neighbour.blank)).collect()
    }

    /// The best moves of a board whose distance is known.
    fn best_moves(&self, board: Board) -> Squares {
        if board == self.goal { Squares::EMPTY } else { self.nearer(Place::of(board)) }
    }

    /// The shortest path of a board at this distance that always makes the best move with the lowest square.
    fn path(&self, board: Board, distance: u8) -> Path {
        let mut here = board;
        let squares = (0..distance).filter_map(|_| {
            let from = self.best_moves(here).iter().next()?;
            here = here.jump(from);
            Some(from)
        });
        Path::of_blank(std::iter::once(board.blank()).chain(squares))
    }

    /// The number of shortest paths of a board at this distance.
    fn shortest_paths(&self, board: Board, distance: u8) -> u128 {
        // Boards of one distance on shortest paths, and on how many paths from the start each lies.
        let mut level = vec![(board, 1_u128)];
        for _ in 0..distance {
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
        level.iter().find(|(board, _)| *board == self.goal).map_or(0, |&(_, paths)| paths)
    }
}

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
    pub(crate) bits: Bits,
    beacons: Beacons,
}

impl Table {
    /// Bytes of the kept bits.
    pub const BYTES: usize = Rows::BYTES + Beacons::BYTES;

    /// A table, and the distances of all boards with the blank on the hub, in the order of their patterns.
    pub(crate) fn build_with_hub(goal: Board) -> (Self, Vec<u8>) {
        // Six digits of half a distance: no two boards are more than 2 · 39 moves apart, by way of the standard goal.
        let (digits, counts) = Enumeration::<1, 6>::run(goal, u8::MAX).finish();
        let hub = hub_distances(&digits, (HUB as u8 ^ goal.blank().index() as u8) & 1);
        let bits = Bits { goal, counts, rows: Rows::new(&digits) };
        (Self { bits, beacons: Beacons::new(&hub) }, hub)
    }

    /// A table from its bits.
    pub(crate) fn from_bits(bits: Bits) -> Self {
        let hub = Beacons::survey(|board| bits.distance(board).unwrap_or(u8::MAX));
        Self { bits, beacons: Beacons::new(&hub) }
    }

    /// Enumerates all boards breadth-first from the goal, on the threads of the current rayon pool.
    ///
    /// Any goal takes the same time and memory. The result does not depend on the number of threads.
    pub fn build(goal: Board) -> Self {
        Self::build_with_hub(goal).0
    }

    /// Enumerates the boards within `limit` moves of the goal only, and stops there.
    ///
    /// A limit above the greatest distance is allowed.
    pub fn build_within(goal: Board, limit: u8) -> TableWithin {
        TableWithin { bits: Bits::build(goal, limit), limit }
    }

    /// The goal.
    pub fn goal(&self) -> Board {
        self.bits.goal
    }

    /// The fewest moves from this board to the goal, `0..=greatest_distance()`.
    ///
    /// A fraction of a microsecond, whatever the distance. For a great many boards see [`Table::distances`] and [`Wide`].
    pub fn distance(&self, board: Board) -> u8 {
        let reckoned = self.beacons.distance(&self.bits.rows, self.bits.goal, Place::of(board));
        // A complete table has a way down from every board; the last fallback only keeps this free of a panic path.
        reckoned.or_else(|| self.bits.distance(board)).unwrap_or(u8::MAX)
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<u8> {
        boards.par_iter().map(|&board| self.distance(board)).collect()
    }

    /// The squares of all knights whose jump into the blank begins a shortest path. Empty for the goal only.
    pub fn best_moves(&self, board: Board) -> Squares {
        self.bits.best_moves(board)
    }

    /// A shortest path: on each board the best move from the square with the lowest number.
    pub fn path(&self, board: Board) -> Path {
        self.bits.path(board, self.distance(board))
    }

    /// The number of shortest paths; 1 for the goal, whose shortest path has no moves.
    ///
    /// Counted by dynamic programming over the boards on shortest paths, level by level: milliseconds for most boards. The
    /// number cannot overflow for distances up to 42, as there are at most 8 moves at each step; above that it would
    /// saturate.
    pub fn shortest_paths(&self, board: Board) -> u128 {
        self.bits.shortest_paths(board, self.distance(board))
    }

    /// The number of boards at each distance, from 0 to the greatest. Sums to [`Board::COUNT`]; no entry is 0.
    pub fn counts(&self) -> &[u32] {
        &self.bits.counts
    }

    /// The distance of the farthest boards.
    pub fn greatest_distance(&self) -> u8 {
        self.bits.depth()
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
        if distance > self.greatest_distance() { Vec::new() } else { enumerate::level(self.bits.goal, distance) }
    }

    /// The wide form of this table, for a great many questions: see [`Wide`].
    pub fn widen(&self) -> Wide {
        Wide::build(self.bits.goal)
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("goal", &self.bits.goal)
            .field("counts", &self.bits.counts)
            .finish_non_exhaustive()
    }
}

/// Exact distances to one goal of the boards within a limit; made by [`Table::build_within`].
///
/// It takes 8.5 MB at any limit. A question about a board beyond the limit is answered with `None`, `0` or nothing.
///
/// ```
/// use chivalry_board::Board;
/// use chivalry_table::Table;
///
/// let within = Table::build_within(Board::GOAL, 15);
/// assert_eq!(within.distance("10110/01*11/10111/01001/00000".parse()?), Some(7));
/// assert_eq!(within.distance("01011/110*1/01110/01010/00100".parse()?), None);
/// assert_eq!(within.counts().iter().sum::<u32>(), 1_671_855);
/// # Ok::<(), chivalry_board::ParseBoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TableWithin {
    bits: Bits,
    limit: u8,
}

impl TableWithin {
    /// The goal.
    pub fn goal(&self) -> Board {
        self.bits.goal
    }

    /// The limit asked for.
    pub fn limit(&self) -> u8 {
        self.limit
    }

    /// The fewest moves from this board to the goal, or `None` where they are more than the limit.
    ///
    /// Beyond the limit the bits are laid so that a way down never comes to the goal within the limit: it takes as long as for a board at
    /// the limit to say so.
    pub fn distance(&self, board: Board) -> Option<u8> {
        self.bits.distance(board)
    }

    /// The distances of many boards, in their order, on the threads of the current rayon pool.
    pub fn distances(&self, boards: &[Board]) -> Vec<Option<u8>> {
        boards.par_iter().map(|&board| self.distance(board)).collect()
    }

    /// As [`Table::best_moves`]; empty for boards beyond the limit.
    pub fn best_moves(&self, board: Board) -> Squares {
        self.distance(board).map_or(Squares::EMPTY, |_| self.bits.best_moves(board))
    }

    /// As [`Table::path`]; `None` for boards beyond the limit.
    pub fn path(&self, board: Board) -> Option<Path> {
        self.distance(board).map(|distance| self.bits.path(board, distance))
    }

    /// As [`Table::shortest_paths`]; 0 for boards beyond the limit.
    pub fn shortest_paths(&self, board: Board) -> u128 {
        self.distance(board).map_or(0, |distance| self.bits.shortest_paths(board, distance))
    }

    /// The number of boards at each distance, from 0 to the limit or the greatest distance; no entry is 0.
    pub fn counts(&self) -> &[u32] {
        &self.bits.counts
    }

    /// As [`Table::boards_at`]; none beyond the limit.
    pub fn boards_at(&self, distance: u8) -> Vec<Board> {
        if distance > self.bits.depth() { Vec::new() } else { enumerate::level(self.bits.goal, distance) }
    }
}

impl std::fmt::Debug for TableWithin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = f.debug_struct("TableWithin");
        out.field("goal", &self.bits.goal).field("limit", &self.limit).field("counts", &self.bits.counts);
        out.finish_non_exhaustive()
    }
}
