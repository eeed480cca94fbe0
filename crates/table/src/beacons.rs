//! Dead reckoning: distances without walking to the goal.
//!
//! The bits of a table tell which of two neighbouring boards is nearer. So along any way, shortest or not, one can
//! count how the distance changes. If the distances of some boards are known, the *beacons*, it is enough to reach one
//! of them.
//!
//! Beacons have the blank on the hub, where at most four moves along the tree lead, within one row. Two moves off the
//! tree turn three slots each, all six of them in the upper half of a pattern. One such move, or its reverse, brings three slots to the
//! lowest of the three numbers that their bits can show. So a quarter of the patterns are enough for beacons, and from
//! any board the next one is at most two moves off the tree away. Which ones follows from the pattern alone: no read from memory has to wait for
//! another. Half a distance takes five bits and the row holds the lowest of them: the other four, two beacons a byte, make
//! 338 kB.

use crate::layout::{Cross, HUB, Place, climb, crosses, is_up, turned_high, ups};
use crate::rows::{CHOOSE, FIRST, HALF, HALVES, LOW, RANK, Rows};
use chivalry_board::Board;

/// The moves off the tree that lead to beacons, as squares of the blank.
const TURNS: [(usize, usize); 2] = [(3, 6), (13, 22)];

/// What to do for each upper half and each of the [`TURNS`]: nothing, the move, or its reverse.
static WAY: [[u8; HALVES]; TURNS.len()] = {
    let mut table = [[0; HALVES]; TURNS.len()];
    let mut turn = 0;
    while turn < TURNS.len() {
        let (from, to) = TURNS[turn];
        let mut high = 0;
        while high < HALVES {
            let there = turned_high(from, to, high as u32);
            let back = turned_high(to, from, high as u32);
            if there < high as u32 && there <= back {
                table[turn][high] = 1;
            } else if back < high as u32 {
                table[turn][high] = 2;
            }
            high += 1;
        }
        turn += 1;
    }
    table
};

/// Whether patterns with this upper half are those of beacons.
const fn has_beacons(high: usize) -> bool {
    WAY[0][high] == 0 && WAY[1][high] == 0
}

/// The number of the first beacon of each upper half; the last entry is the number of all.
static START: [u32; HALVES + 1] = {
    let mut table = [0; HALVES + 1];
    let mut high = 0;
    while high < HALVES {
        let count = if has_beacons(high) { CHOOSE[(HALF - (high as u32).count_ones()) as usize] } else { 0 };
        table[high + 1] = table[high] + count;
        high += 1;
    }
    table
};

/// A move off the tree by its squares.
fn cross(from: usize, to: usize) -> Option<&'static Cross> {
    crosses(from).iter().find(|cross| usize::from(cross.to) == to)
}

/// A quarter of each beacon's distance, rounded down, in four bits; [`Beacons::UNKNOWN`] where it is too great for that.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Beacons(Vec<u8>);

impl Beacons {
    pub(crate) const BYTES: usize = (START[HALVES] as usize).div_ceil(2);

    const UNKNOWN: u8 = 15;

    /// Beacons from the distances of all boards with the blank on the hub, in the order of their patterns.
    pub(crate) fn new(distances: &[u8]) -> Self {
        let mut beacons = vec![0; Self::BYTES];
        let highs = (0..HALVES).filter(|&high| has_beacons(high));
        let known = highs.flat_map(|high| &distances[FIRST[high] as usize..FIRST[high + 1] as usize]);
        for (index, &distance) in known.enumerate() {
            beacons[index / 2] |= (distance / 4).min(Self::UNKNOWN) << (index % 2 * 4);
        }
        Self(beacons)
    }

    /// The distance of a board by way of its beacon; `None` where the beacon's is unknown.
    #[inline]
    pub(crate) fn distance(&self, rows: &Rows, goal: Board, place: Place) -> Option<u8> {
        let goal = goal.blank().index();
        let mut pattern = place.pattern;
        let mut row = rows.row(pattern);
        let mut up = ups(row, goal);
        // How much farther the board is than the one with the blank on the hub and the pattern so far.
        let mut farther = climb(up, usize::from(place.blank));
        for (way, &(a, b)) in WAY.iter().zip(&TURNS) {
            let (from, to) = match way[(pattern >> HALF & LOW) as usize] {
                0 => continue,
                1 => (a, b),
                _ => (b, a),
            };
            farther -= climb(up, from);
            let here = row >> from & 1;
            pattern = cross(from, to)?.apply(pattern);
            row = rows.row(pattern);
            up = ups(row, goal);
            farther += if is_up(row >> to & 1, here, from, goal) { 1 } else { -1 };
            farther += climb(up, to);
        }
        let index = (START[(pattern >> HALF & LOW) as usize] + u32::from(RANK[(pattern & LOW) as usize])) as usize;
        let quarter = self.0.get(index / 2)? >> (index % 2 * 4) & 15;
        if quarter == Self::UNKNOWN {
            return None;
        }
        let hub = i32::from(quarter) << 2 | (row >> HUB & 1).cast_signed() << 1 | i32::from((HUB ^ goal) as u8 & 1);
        Some((hub + farther).cast_unsigned() as u8)
    }
}
