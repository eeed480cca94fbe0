//! How a level of the enumeration takes the boards of one square from those of its neighbours, a move away.

use super::{
    BLOCK, LANE, LANES, LINE, Line, SLOTS, SQUARES, TILE, TILES, TREE_NEIGHBOURS, WORD, first_line, jumps, moved, sums,
};

/// Entries of the two tables by which a pull finds a tile, for the lower and the upper slots that choose it.
const TILES_LOW: usize = 32;
const TILES_HIGH: usize = TILES / TILES_LOW;

/// How the words of a group come from the words of a neighbouring square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// As they are: an edge of the tree.
    Straight,
    /// Whole lines change places.
    Lines,
    /// As `Lines`, and a lane slot (0, 1 or 2) changes places with line slots.
    Lane(u8),
    /// As `Lines`, and a word slot (0..6) changes places with line slots.
    Word(u8),
    /// As `Lines`, and the implied slot changes places with line slots.
    Implied,
}

/// How to take the boards of one square from those of a neighbouring square, a move away.
///
/// Where in the other square's array a line comes from is the sum of `start` and one entry of each table, chosen by the bits of the line that is asked for. Where a slot below the lines takes part, two lines
/// are needed, the second one `twin` lines further on.
#[derive(Clone, Copy)]
pub(crate) struct Pull {
    pub(crate) kind: Kind,
    start: u32,
    tile_high: [u32; TILES_HIGH],
    tile_low: [u32; TILES_LOW],
    pub(crate) line: [u32; BLOCK],
    pub(crate) twin: u32,
    /// The bit of the line asked for which goes into the slot below the lines.
    chooser: u32,
}

impl Pull {
    /// Where the block for a block of this tile starts, to which the entries of `line` are added.
    #[inline]
    pub(crate) fn block(&self, tile: usize) -> usize {
        (self.start + self.tile_high[tile / TILES_LOW % TILES_HIGH] + self.tile_low[tile % TILES_LOW]) as usize
    }

    /// Whether the bit of a line that goes into the slot below the lines is set.
    #[inline]
    pub(crate) fn chooses(&self, tile: usize, line: usize) -> bool {
        (tile * BLOCK + line) as u32 & self.chooser != 0
    }

    const fn new(to: usize, from: usize) -> Self {
        let map = moved(from, to);
        let mut kind = if TREE_NEIGHBOURS[to] >> from & 1 != 0 { Kind::Straight } else { Kind::Lines };
        let (mut twin, mut chooser) = (0, 0);
        // For each bit of the line asked for, how far apart the lines are between which it chooses.
        let mut steps = [0; SLOTS - LINE];
        let mut slot = 0;
        while slot < SLOTS {
            // The bit of `slot` there is the bit of `here` here.
            let here = map[slot] as usize;
            let step = match slot {
                ..LINE => 0,
                LINE..TILE => 1 << (slot - LINE),
                _ => (first_line(1 << (slot - TILE), from) - first_line(0, from)) as u32,
            };
            if slot >= LINE && here >= LINE {
                steps[here - LINE] = step;
            } else if slot >= LINE {
                twin = step;
            } else if here != slot {
                assert!(here >= LINE && matches!(kind, Kind::Lines), "at most one slot below the lines may take part");
                chooser = 1 << (here - LINE);
                kind = match slot {
                    0 => Kind::Implied,
                    WORD..LANE => Kind::Word((slot - WORD) as u8),
                    _ => Kind::Lane((slot - LANE) as u8),
                };
            }
            slot += 1;
        }
        let start = first_line(0, from) as u32;
        let low = TILE - LINE;
        let high = low + TILES_LOW.trailing_zeros() as usize;
        let (line, tile_low, tile_high) = (sums(&steps, 0), sums(&steps, low), sums(&steps, high));
        Self { kind, start, tile_high, tile_low, line, twin, chooser }
    }
}

/// The pulls of each square, those along the tree first.
static PULLS: [([Pull; 8], usize); SQUARES] = {
    // Any pull fills the places that are not used.
    let mut table = [([Pull::new(0, 11); 8], 0); SQUARES];
    let mut to = 0;
    while to < SQUARES {
        let sets = [TREE_NEIGHBOURS[to], jumps(to) & !TREE_NEIGHBOURS[to]];
        let mut set = 0;
        while set < sets.len() {
            let mut left = sets[set];
            while left != 0 {
                let entry = &mut table[to];
                entry.0[entry.1] = Pull::new(to, left.trailing_zeros() as usize);
                entry.1 += 1;
                left &= left - 1;
            }
            set += 1;
        }
        to += 1;
    }
    table
};

/// The pulls of a square, those along the tree first.
pub(crate) fn pulls(square: usize) -> &'static [Pull] {
    let (all, count) = &PULLS[square];
    &all[..*count]
}

/// The bits of a word that are boards, by the number of ones among the 17 slots that choose the word.
pub(crate) const BOARDS_OF_WORD: [u64; 18] = {
    let mut table = [0; 18];
    let mut bit = 0;
    while bit < 64_u32 {
        // With the implied slot, which makes the total even: 12 is.
        let ones = bit.count_ones();
        let mut above = 0;
        while above < table.len() {
            let all = above as u32 + ones + (above as u32 + ones) % 2;
            if all == 12 {
                table[above] |= 1 << bit;
            }
            above += 1;
        }
        bit += 1;
    }
    table
};

/// The bits of a line that are boards, by the number of ones among the 14 slots that choose the line.
pub(crate) static BOARDS_OF_LINE: [Line; 15] = {
    let mut table = [[0; LANES]; 15];
    let mut above = 0;
    while above < table.len() {
        let mut lane = 0;
        while lane < LANES {
            table[above][lane] = BOARDS_OF_WORD[above + lane.count_ones() as usize];
            lane += 1;
        }
        above += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The page of `layout` says what the tree was chosen for.
    #[test]
    fn no_cycle_holds_more_than_one_of_the_low_slots() {
        // Straight, lines, lane, word, implied; each edge is two pulls.
        let mut counts = [0; 5];
        for pull in (0..SQUARES).flat_map(pulls) {
            let kind = match pull.kind {
                Kind::Straight => 0,
                Kind::Lines => 1,
                Kind::Lane(_) => 2,
                Kind::Word(_) => 3,
                Kind::Implied => 4,
            };
            counts[kind] += 1;
        }
        assert_eq!(counts, [2 * 24, 2 * 7, 2 * 7, 2 * 8, 2 * 2]);
    }
}
