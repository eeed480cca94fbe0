//! Where tests come from: all boards by distance, and what is known of them.

use super::cases::{Case, lexical};
use crate::engines::tables;
use chivalry_board::{Board, Square};
use chivalry_corpus::Random;
use chivalry_engine::Path;
use chivalry_table::Table;
use rayon::prelude::*;
use std::sync::{Arc, LazyLock};

/// Distances up to this one are enumerated here, in milliseconds; beyond it the complete table is built.
const NEAR: u8 = 10;

/// The greatest distance.
pub const FARTHEST: u8 = 39;

/// How many boards lie at each distance.
static COUNTS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let lines = include_str!("../../../../fixtures/depths.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')?.1.parse().ok()).collect()
});

/// How many boards lie at a distance.
pub fn count(distance: u8) -> u64 {
    COUNTS.get(usize::from(distance)).copied().unwrap_or(0)
}

/// All boards, by distance.
#[derive(Default)]
pub struct Boards {
    /// The nearest, each level in lexical order.
    near: Vec<Vec<Board>>,
    table: Option<Arc<Table>>,
}

impl Boards {
    /// All boards at a distance, in lexical order.
    pub fn level(&mut self, distance: u8) -> Vec<Case> {
        let boards = if distance <= NEAR {
            while self.near.len() <= usize::from(distance) {
                let next = self.next_level();
                self.near.push(next);
            }
            self.near[usize::from(distance)].clone()
        } else {
            let mut boards = self.table().boards_at(distance);
            boards.par_sort_unstable_by_key(|&board| lexical(board));
            boards
        };
        boards.into_iter().map(|board| Case { board, distance }).collect()
    }

    /// Of the boards at a distance the first in lexical order, and after them some others at random; all in order where there are no more.
    pub fn some(&mut self, distance: u8, first: usize, others: usize, random: &mut Random) -> Vec<Case> {
        let mut boards = if distance <= NEAR {
            self.level(distance).into_iter().map(|case| case.board).collect()
        } else {
            // Sorting all of them would take longer than all that is done with the few.
            self.table().boards_at(distance)
        };
        if boards.len() > first + others {
            boards.select_nth_unstable_by_key(first, |&board| lexical(board));
            for place in first..first + others {
                let rest = u32::try_from(boards.len() - place).unwrap_or(u32::MAX);
                boards.swap(place, place + random.below(rest) as usize);
            }
            boards.truncate(first + others);
        }
        let end = first.min(boards.len());
        boards[..end].sort_unstable_by_key(|&board| lexical(board));
        boards.into_iter().map(|board| Case { board, distance }).collect()
    }

    /// The level after those that are known: neighbours of the last that are not in the one before it.
    fn next_level(&self) -> Vec<Board> {
        let Some(last) = self.near.last() else { return vec![Board::GOAL] };
        let before = self.near.len().checked_sub(2).and_then(|index| self.near.get(index));
        let known = |board: Board| {
            before.is_some_and(|level| level.binary_search_by_key(&lexical(board), |&board| lexical(board)).is_ok())
        };
        let neighbours = last.iter().flat_map(|board| board.neighbours().map(|(_, board)| board));
        let mut next: Vec<_> = neighbours.filter(|&board| !known(board)).collect();
        next.sort_unstable_by_key(|&board| lexical(board));
        next.dedup();
        next
    }

    /// The complete table, built when it is asked for first.
    pub fn table(&mut self) -> Arc<Table> {
        Arc::clone(self.table.get_or_insert_with(|| tables::shared(Board::GOAL)))
    }

    /// Whether there is a table already.
    pub const fn has_table(&self) -> bool {
        self.table.is_some()
    }

    /// A board with its distance, whatever it is.
    pub fn case(&mut self, board: Board) -> Case {
        Case { board, distance: self.table().distance(board) }
    }

    /// A shortest path.
    pub fn path(&mut self, case: Case) -> Path {
        if case.distance > NEAR {
            return self.table().path(case.board);
        }
        let mut here = case.board;
        let mut squares: Vec<Square> = vec![here.blank()];
        for distance in (0..case.distance).rev() {
            let nearer = self.level(distance);
            let is_nearer =
                |board: Board| nearer.binary_search_by_key(&lexical(board), |case| lexical(case.board)).is_ok();
            let Some((from, board)) = here.neighbours().find(|(_, board)| is_nearer(*board)) else { break };
            squares.push(from);
            here = board;
        }
        Path::of_blank(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_levels_are_the_tables() {
        let mut boards = Boards::default();
        for distance in 0..=NEAR {
            let level = boards.level(distance);
            assert_eq!(level.len() as u64, count(distance));
            assert!(level.is_sorted_by_key(|case| lexical(case.board)));
            let case = level[level.len() / 2];
            let path = boards.path(case);
            assert_eq!(path.len(), usize::from(distance));
            let end = path.moves.iter().try_fold(case.board, |board, &step| board.play(step));
            assert_eq!(end, Some(Board::GOAL));
        }
        assert!(!boards.has_table());
        for distance in [0, 5, NEAR] {
            let table = boards.table();
            assert!(boards.level(distance).iter().all(|case| table.distance(case.board) == distance));
        }
        assert_eq!(boards.level(FARTHEST).len(), 62);
        for distance in [3, 15, FARTHEST] {
            let some = boards.some(distance, 20, 40, &mut Random::new(1));
            let level = boards.level(distance);
            assert_eq!(some.len(), level.len().min(60));
            assert_eq!(some[..20], level[..20]);
            assert!(some.iter().all(|case| level.contains(case)));
        }
        assert_eq!((0..=FARTHEST).map(count).sum::<u64>(), u64::from(Board::COUNT));
    }
}
