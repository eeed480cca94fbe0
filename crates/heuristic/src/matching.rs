//! The least total of knight's jumps that brings all knights home, colour by colour.

use crate::{Heuristic, Steps};
use chivalry_board::{Board, Squares};
use std::sync::Arc;

/// The fewest jumps that take the black knights to the goal's black squares, plus the same for the white ones, as if each colour were
/// alone on the board and needed no blank.
///
/// Knights of a colour are alike, so this is the least cost of an assignment of knights to squares, where a cost is the number of
/// jumps from square to square. A move is one jump of one knight, so the bound is admissible, and changes by at most one. A jump
/// changes the colour of the knight's square, so the bound changes by exactly one, and has the parity of the distance. It is never
/// below [`Misplaced`](crate::Misplaced).
///
/// Clones share the tables.
///
/// The totals come from a table for each colour, with one byte for each of the C(25,12) = 5,200,300 sets of twelve squares: 4.96 MiB.
/// [`Heuristic::new`] fills it by a breadth-first search over the sets, from the goal's set. There a knight jumps to any square
/// that no knight of its colour holds. The distances of that search are the costs of the assignment: if one knight bars another's
/// way, the first goes on instead, and the other takes its place. The search takes about half a second. One table serves both
/// colours if the goal, like the standard one, is its own image turned by 180° with the colours swapped.
#[derive(Clone, Debug)]
pub struct Matching {
    black: SetTable,
    /// `None` if one table serves both colours: a white set is turned and looked up among the black ones.
    white: Option<SetTable>,
}

impl Heuristic for Matching {
    const NAME: &'static str = "matching";

    fn new(goal: Board) -> Self {
        let turned = goal == goal.turned_and_swapped();
        Self { black: SetTable::new(goal.black()), white: (!turned).then(|| SetTable::new(goal.white())) }
    }

    #[inline]
    fn estimate(&self, board: Board) -> u32 {
        u32::from(self.black.jumps(board.black())) + u32::from(self.white(board.white()))
    }

    #[inline]
    fn steps(&self, board: Board) -> Steps {
        let blank = Squares::from(board.blank());
        let (black, white) = (board.black(), board.white());
        let (black_jumps, white_jumps) = (self.black.jumps(black), self.white(white));
        let moves = board.jumpers();
        let mut closer = Squares::EMPTY;
        for from in moves & black {
            if self.black.jumps(black.without(from) | blank) < black_jumps {
                closer |= from.into();
            }
        }
        for from in moves & white {
            if self.white(white.without(from) | blank) < white_jumps {
                closer |= from.into();
            }
        }
        Steps { closer, level: Squares::EMPTY, farther: moves - closer }
    }
}

impl Matching {
    #[inline]
    fn white(&self, white: Squares) -> u8 {
        match &self.white {
            Some(table) => table.jumps(white),
            None => self.black.jumps(white.turned()),
        }
    }
}

/// The fewest jumps from each set of twelve squares to one of them.
#[derive(Clone, Debug)]
struct SetTable(Arc<[u8]>);

/// Sets of twelve squares: C(25,12).
const SETS: usize = 5_200_300;

const MEMBERS: u32 = 12;

/// Squares of the low half of a set; the high half has thirteen.
const LOW_SQUARES: u32 = 12;

/// A set's rank is where the sets with its high half begin, plus the rank of its low half among those with as many members.
static HIGH_START: [u32; 1 << 13] = {
    let mut sizes = [0_u32; 13];
    let mut low = 0_u32;
    while low < 1 << LOW_SQUARES {
        sizes[low.count_ones() as usize] += 1;
        low += 1;
    }
    let mut table = [0; 1 << 13];
    let mut sum = 0;
    let mut high = 0_u32;
    while high < 1 << 13 {
        table[high as usize] = sum;
        if high.count_ones() <= MEMBERS {
            sum += sizes[(MEMBERS - high.count_ones()) as usize];
        }
        high += 1;
    }
    assert!(sum as usize == SETS);
    table
};

static LOW_RANK: [u16; 1 << LOW_SQUARES] = {
    let mut next = [0; 13];
    let mut table = [0; 1 << LOW_SQUARES];
    let mut low = 0_u32;
    while low < 1 << LOW_SQUARES {
        let members = low.count_ones() as usize;
        table[low as usize] = next[members];
        next[members] += 1;
        low += 1;
    }
    table
};

#[inline]
fn rank(set: Squares) -> usize {
    let high = HIGH_START[(set.bits() >> LOW_SQUARES) as usize & 0x1FFF];
    let low = LOW_RANK[set.bits() as usize & 0xFFF];
    (high + u32::from(low)) as usize
}

const UNSEEN: u8 = u8::MAX;

impl SetTable {
    fn new(home: Squares) -> Self {
        let mut jumps = vec![UNSEEN; SETS].into_boxed_slice();
        jumps[rank(home)] = 0;
        let mut level = vec![home];
        let mut depth = 0;
        while !level.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for set in level {
                for from in set {
                    let rest = set.without(from);
                    for to in from.jumps() - set {
                        let neighbour = rest.with(to);
                        let slot = &mut jumps[rank(neighbour)];
                        if *slot == UNSEEN {
                            *slot = depth;
                            next.push(neighbour);
                        }
                    }
                }
            }
            level = next;
        }
        Self(jumps.into())
    }

    #[inline]
    fn jumps(&self, set: Squares) -> u8 {
        self.0[rank(set)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Misplaced;
    use chivalry_board::Square;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static STANDARD: LazyLock<Matching> = LazyLock::new(|| Matching::new(Board::GOAL));

    /// A goal that is not its own image.
    static OTHER_GOAL: LazyLock<Board> = LazyLock::new(|| Board::from_rank(12_345_678).unwrap());
    static OTHER: LazyLock<Matching> = LazyLock::new(|| Matching::new(*OTHER_GOAL));

    fn any_board() -> impl Strategy<Value = Board> {
        (0..Board::COUNT).prop_map(|rank| Board::from_rank(rank).unwrap())
    }

    /// Jumps from square to square, by repeated widening.
    fn jumps_between(from: Square, to: Square) -> u32 {
        let mut reached = Squares::from(from);
        let mut jumps = 0;
        while !reached.contains(to) {
            reached = reached.iter().fold(reached, |all, square| all | square.jumps());
            jumps += 1;
        }
        jumps
    }

    /// The least cost of an assignment, by dynamic programming over the sets of squares that are taken: no search, no ranks.
    fn least_assignment(knights: Squares, homes: Squares) -> u32 {
        let homes: Vec<Square> = homes.iter().collect();
        let mut best = vec![u32::MAX; 1 << homes.len()];
        best[0] = 0;
        for (count, knight) in knights.iter().enumerate() {
            let costs: Vec<u32> = homes.iter().map(|&home| jumps_between(knight, home)).collect();
            for taken in (0..best.len()).filter(|taken| taken.count_ones() as usize == count) {
                for (home, cost) in costs.iter().enumerate().filter(|(home, _)| taken >> home & 1 == 0) {
                    let slot = taken | 1 << home;
                    best[slot] = best[slot].min(best[taken] + cost);
                }
            }
        }
        best[best.len() - 1]
    }

    fn is_sound(bound: &Matching, board: Board, goal: Board) {
        let here = bound.estimate(board);
        assert_eq!(here == 0, board == goal);
        assert_eq!(here % 2, u32::from(board.blank().parity() ^ goal.blank().parity()), "{board}");
        assert!(here >= Misplaced::new(goal).estimate(board), "{board}");
        let steps = bound.steps(board);
        assert_eq!((steps.closer | steps.farther, steps.level), (board.jumpers(), Squares::EMPTY));
        for (from, next) in board.neighbours() {
            let there = bound.estimate(next);
            assert_eq!(there, if steps.closer.contains(from) { here - 1 } else { here + 1 }, "{board} {from}");
        }
    }

    proptest! {
        #[test]
        fn steps_are_the_differences_of_estimates(board in any_board()) {
            is_sound(&STANDARD, board, Board::GOAL);
            is_sound(&OTHER, board, *OTHER_GOAL);
        }

        #[test]
        fn totals_are_those_of_the_least_assignment(board in any_board()) {
            let plainly = |goal: Board| least_assignment(board.black(), goal.black()) + least_assignment(board.white(), goal.white());
            prop_assert_eq!(STANDARD.estimate(board), plainly(Board::GOAL));
            prop_assert_eq!(OTHER.estimate(board), plainly(*OTHER_GOAL));
        }
    }

    #[test]
    fn goals_have_no_way_to_go() {
        is_sound(&STANDARD, Board::GOAL, Board::GOAL);
        is_sound(&OTHER, *OTHER_GOAL, *OTHER_GOAL);
    }
}
