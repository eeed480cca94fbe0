//! The relabelling that makes half of the moves free, and the bit sets over it.
//!
//! # The idea
//!
//! A board is the blank's square and a *pattern*: 24 bits, one for each other square, set where a black knight stands. Each bit of a
//! pattern is a *slot*. We may choose which square each slot stands for, and choose anew for each square of the blank.
//!
//! When the blank goes from `a` to `b`, the knight on `b` goes to `a`, and no other knight moves. Now let square `a` take over the slot that
//! `b` had. Then the knight keeps its slot, and the pattern stays as it is: such a move is free.
//!
//! Not all moves can be free. If the blank walks around a cycle, the knights of the cycle have moved by one place when it comes back. A
//! spanning tree of the knight's graph has no cycles, so all moves along its edges can be free: 24 of the 48 edges. Any other move
//! closes a cycle with the tree. It moves the bits of that cycle's slots around by one; the square nearest to the root takes no part.
//!
//! # An example
//!
//! Four squares in a ring, A–B–C–D–A, have three slots. The tree is A–B–C–D, its root is A. With the blank on A we number the slots as we
//! like. From there the tree gives the rest: the square that the blank leaves takes the slot of the square that it goes to.
//!
//! | blank on | slot of A | of B | of C | of D |
//! |---|---|---|---|---|
//! | A | – | 0 | 1 | 2 |
//! | B | 0 | – | 1 | 2 |
//! | C | 0 | 1 | – | 2 |
//! | D | 0 | 1 | 2 | – |
//!
//! The blank stands on A, a black knight on B, white ones on C and D. Slot 0 is set: the pattern is 001. The blank goes to B, to C and to D.
//! Each time one knight steps back by one square. At the end the black one stands on A, which has slot 0 now: the pattern is still 001.
//!
//! From D the blank goes back to A. That edge is off the tree. The black knight goes from A to D, so from slot 0 to slot 2. The white ones stay
//! on B and C, but these squares change their slots, from 1 to 0 and from 2 to 1: compare the last row with the first. The pattern becomes 100.
//!
//! On the real board the root is e5. The edge from there to d3 is in the tree. The edge to c4 is not: it closes the cycle
//! e5–d3–c5–b3–d2–c4, and five bits move around, from slot 17 to 2, to 16, to 12, to 15 and to 17. An assertion below checks this.
//!
//! # The sets
//!
//! The enumeration keeps sets of boards. A set has one bit for each square of the blank and each of the 2^23 patterns with an even number
//! of ones; the lowest bit of a pattern follows from the others. That is 1 MiB a square and 25 MiB in all, 3.1 times as much as
//! there are boards. For that, every move is a move of whole words, or of a whole word's bits under a mask:
//!
//! | slots | what they choose | name |
//! |---|---|---|
//! | 0 | nothing: it follows from the others | *implied* |
//! | 1..=6 | the bit of a word of 64 | *word* |
//! | 7..=9 | the word of a line of 8, 64 bytes | *lane* |
//! | 10..=14 | the line of a block of 32, 2 KiB | *line* |
//! | 15..=23 | the tile, of 512: the blocks of all squares for the same nine slots, 50 KiB | *tile* |
//!
//! A free move takes each line of one square to the same place of another square. For any other move, the slots that move around tell where
//! a line comes from. Where they are line and tile slots alone, whole lines change places. Where a lower slot is among them, each
//! line is made of halves of two others: the module `pull` has these cases.
//!
//! The tree, its root and the numbers of the slots were chosen by simulated annealing, so that no cycle holds more than one of the
//! slots 0..=9. Eight cycles hold a word slot, two the implied slot, seven a lane slot, and the other seven move whole lines. Any
//! choice would be correct; the assertions hold this one to what the loops of `enumerate` can do.

mod hub;
mod pull;

pub(crate) use hub::{HUB, climb, is_up, ups};
pub(crate) use pull::{BOARDS_OF_LINE, BOARDS_OF_WORD, Kind, Pull, pulls};

use chivalry_board::{Board, Square, Squares};

/// Slots of a pattern.
pub(crate) const SLOTS: usize = 24;
/// Squares of the board.
pub(crate) const SQUARES: usize = Square::COUNT;

/// Words of a line.
pub(crate) const LANES: usize = 8;
/// 512 bits of a set: 8 words of 64.
pub(crate) type Line = [u64; LANES];

/// The first slots of each kind.
const WORD: usize = 1;
const LANE: usize = 7;
const LINE: usize = 10;
const TILE: usize = 15;

/// Lines of a block: those of one tile and one square.
pub(crate) const BLOCK: usize = 1 << (TILE - LINE);
/// Tiles of a set.
pub(crate) const TILES: usize = 1 << (SLOTS - TILE);

/// The sizes that are told above.
const _: () = {
    assert!(1 << (LANE - WORD) == u64::BITS && 1 << (LINE - LANE) == LANES && size_of::<Line>() == 64);
    assert!(BLOCK == 32 && size_of::<[Line; BLOCK]>() == 2 << 10);
    assert!(TILES == 512 && size_of::<[[Line; BLOCK]; SQUARES]>() == 50 << 10);
    assert!((lines_of(0) + lines_of(1)) * size_of::<Line>() == 25 << 20);
    assert!((25 << 20) * 8 / (Board::COUNT as u64 / 10) == 31);
};

/// The spanning tree.
const TREE: [(u8, u8); SLOTS] = [
    (0, 11),
    (1, 8),
    (2, 5),
    (2, 9),
    (2, 11),
    (2, 13),
    (3, 14),
    (4, 13),
    (5, 12),
    (5, 16),
    (6, 17),
    (7, 18),
    (8, 11),
    (8, 17),
    (10, 17),
    (11, 18),
    (11, 22),
    (12, 23),
    (13, 24),
    (14, 17),
    (15, 22),
    (17, 20),
    (18, 21),
    (19, 22),
];
/// The root of the tree.
const ROOT: usize = 4;
/// The square of each slot when the blank stands on the root.
const HOME: [u8; SLOTS] = [19, 0, 13, 15, 20, 21, 24, 1, 9, 16, 17, 8, 11, 5, 12, 18, 2, 7, 22, 10, 6, 14, 3, 23];

/// No slot.
const NONE: u8 = u8::MAX;

/// The slot of each square, by the blank's square.
const SLOT: [[u8; SQUARES]; SQUARES] = {
    let mut table = [[NONE; SQUARES]; SQUARES];
    let mut slot = 0;
    while slot < SLOTS {
        table[ROOT][HOME[slot] as usize] = slot as u8;
        slot += 1;
    }
    let mut done = 1_u32 << ROOT;
    // A pass over the edges reaches at least one more square.
    let mut pass = 0;
    while pass < SLOTS {
        let mut edge = 0;
        while edge < TREE.len() {
            let (a, b) = (TREE[edge].0 as usize, TREE[edge].1 as usize);
            let (known_a, known_b) = (done >> a & 1 != 0, done >> b & 1 != 0);
            if known_a != known_b {
                let (parent, child) = if known_a { (a, b) } else { (b, a) };
                table[child] = table[parent];
                table[child][parent] = table[parent][child];
                table[child][child] = NONE;
                done |= 1 << child;
            }
            edge += 1;
        }
        pass += 1;
    }
    assert!(done == Squares::ALL.bits());
    table
};

/// The squares that a tree edge joins to each square.
static TREE_NEIGHBOURS: [u32; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut edge = 0;
    while edge < TREE.len() {
        table[TREE[edge].0 as usize] |= 1 << TREE[edge].1;
        table[TREE[edge].1 as usize] |= 1 << TREE[edge].0;
        edge += 1;
    }
    table
};

/// The squares a knight's jump from this one.
const fn jumps(square: usize) -> u32 {
    match Square::new(square as u8) {
        Some(square) => square.jumps().bits(),
        None => 0,
    }
}

/// Where each slot goes when the blank goes from one square to another.
const fn moved(from: usize, to: usize) -> [u8; SLOTS] {
    let mut map = [NONE; SLOTS];
    let mut square = 0;
    while square < SQUARES {
        if square == to {
            // The knight that stood there now stands where the blank was.
            map[SLOT[from][to] as usize] = SLOT[to][from];
        } else if square != from {
            map[SLOT[from][square] as usize] = SLOT[to][square];
        }
        square += 1;
    }
    map
}

/// The example above: the blank goes from e5 to d3, and from e5 to c4.
const _: () = {
    let turn = [17, 2, 16, 12, 15, 17];
    let mut step = 1;
    while step < turn.len() {
        assert!(moved(4, 13)[turn[step]] == turn[step] as u8);
        assert!(moved(4, 7)[turn[step - 1]] == turn[step] as u8);
        step += 1;
    }
};

/// For each set of numbers below log2 of `N`, as the bits of an index, the sum of these parts, counted from the part `first`.
const fn sums<const N: usize>(parts: &[u32], first: usize) -> [u32; N] {
    let mut table = [0; N];
    let mut set = 1;
    while set < N {
        table[set] = table[set & (set - 1)] + parts[first + set.trailing_zeros() as usize];
        set += 1;
    }
    table
}

/// The upper half of a pattern after a move of the blank that turns slots of that half only.
pub(crate) const fn turned_high(from: usize, to: usize, high: u32) -> u32 {
    let map = moved(from, to);
    let mut turned = 0;
    let mut slot = 0;
    while slot < SLOTS {
        if slot < SLOTS / 2 {
            assert!(map[slot] as usize == slot, "only slots of the upper half may take part");
        } else if high >> (slot - SLOTS / 2) & 1 != 0 {
            turned |= 1 << (map[slot] as usize - SLOTS / 2);
        }
        slot += 1;
    }
    turned
}

/// A move of the blank that is not along the tree: some slots change places.
#[derive(Clone, Copy)]
pub(crate) struct Cross {
    /// The square that the blank goes to.
    pub(crate) to: u8,
    /// Where the bits of each six slots go.
    sixes: [[u32; 64]; 4],
}

impl Cross {
    const EMPTY: Self = Self { to: 0, sixes: [[0; 64]; 4] };

    /// The pattern after the move.
    #[inline]
    pub(crate) fn apply(&self, pattern: u32) -> u32 {
        (0..4).fold(0, |after, six| after | self.sixes[six][(pattern >> (6 * six) & 63) as usize])
    }
}

/// The most moves off the tree from one square.
const CROSSES: usize = 7;

/// The moves of the blank that are not along the tree, by its square.
static CROSS: [([Cross; CROSSES], usize); SQUARES] = {
    let mut table = [([Cross::EMPTY; CROSSES], 0); SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut left = jumps(from) & !TREE_NEIGHBOURS[from];
        while left != 0 {
            let to = left.trailing_zeros() as usize;
            left &= left - 1;
            let map = moved(from, to);
            let mut bits = [0; SLOTS];
            let mut slot = 0;
            while slot < SLOTS {
                bits[slot] = 1 << map[slot];
                slot += 1;
            }
            let sixes = [sums(&bits, 0), sums(&bits, 6), sums(&bits, 12), sums(&bits, 18)];
            let entry = &mut table[from];
            entry.0[entry.1] = Cross { to: to as u8, sixes };
            entry.1 += 1;
        }
        from += 1;
    }
    table
};

/// The moves of the blank that are not along the tree.
#[inline]
pub(crate) fn crosses(blank: usize) -> &'static [Cross] {
    let (all, count) = &CROSS[blank];
    &all[..*count]
}

/// A board in this labelling.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The blank's square.
    pub(crate) blank: u8,
    /// The slots with black knights.
    pub(crate) pattern: u32,
}

/// The slots of a row's black squares, by the blank's square, the row and its five squares.
static SLOTS_OF_ROW: [[[u32; 32]; 5]; SQUARES] = {
    let mut table = [[[0; 32]; 5]; SQUARES];
    let mut blank = 0;
    while blank < SQUARES {
        let mut bits = [0; SQUARES];
        let mut square = 0;
        while square < SQUARES {
            if square != blank {
                bits[square] = 1 << SLOT[blank][square];
            }
            square += 1;
        }
        table[blank] = [sums(&bits, 0), sums(&bits, 5), sums(&bits, 10), sums(&bits, 15), sums(&bits, 20)];
        blank += 1;
    }
    table
};

/// The squares of six slots, by the blank's square, the number of the six and their bits.
static SQUARES_OF_SIX: [[[u32; 64]; 4]; SQUARES] = {
    let mut table = [[[0; 64]; 4]; SQUARES];
    let mut blank = 0;
    while blank < SQUARES {
        let mut bits = [0; SLOTS];
        let mut square = 0;
        while square < SQUARES {
            if square != blank {
                bits[SLOT[blank][square] as usize] = 1 << square;
            }
            square += 1;
        }
        table[blank] = [sums(&bits, 0), sums(&bits, 6), sums(&bits, 12), sums(&bits, 18)];
        blank += 1;
    }
    table
};

/// The pattern of these black squares.
#[inline]
fn pattern_of(black: u32, blank: usize) -> u32 {
    let rows = &SLOTS_OF_ROW[blank];
    (0..5).fold(0, |pattern, row| pattern | rows[row][(black >> (5 * row) & 31) as usize])
}

impl Place {
    #[inline]
    pub(crate) fn of(board: Board) -> Self {
        let blank = board.blank().index();
        Self { blank: blank as u8, pattern: pattern_of(board.black().bits(), blank) }
    }

    /// The board, or `None` for a pattern without 12 ones.
    pub(crate) fn board(self) -> Option<Board> {
        let sixes = &SQUARES_OF_SIX[usize::from(self.blank)];
        let black = (0..4).fold(0, |black, six| black | sixes[six][(self.pattern >> (6 * six) & 63) as usize]);
        Board::new(Squares::from_bits_truncate(black), Square::new(self.blank)?).ok()
    }

    /// Where a set keeps this board among those of its square: the tile, the line of the block, the lane, and the bit.
    #[inline]
    pub(crate) fn within_square(self) -> (usize, usize, usize, u32) {
        let pattern = self.pattern as usize;
        (pattern >> TILE, (pattern >> LINE) % BLOCK, (pattern >> LANE) % LANES, self.pattern >> WORD & 63)
    }

    /// Where a set keeps this board: the line of its colour's array, the lane, and the bit of the word as a mask.
    #[inline]
    pub(crate) fn position(self) -> (usize, usize, u64) {
        let (tile, line, lane, bit) = self.within_square();
        (first_line(tile, usize::from(self.blank)) + line, lane, 1 << bit)
    }

    /// The place with this position, see [`Place::position`].
    pub(crate) fn at(colour: usize, line: usize, lane: usize, bit: u32) -> Self {
        let (block, line) = (line / BLOCK, line % BLOCK);
        let (tile, square) = (block / squares_of(colour), block % squares_of(colour) * 2 + colour);
        let pattern = ((tile * BLOCK + line) << LINE | lane << LANE) as u32 | bit << WORD;
        // The implied slot makes the number of ones even.
        Self { blank: square as u8, pattern: pattern | pattern.count_ones() & 1 }
    }

    /// The places one move away.
    pub(crate) fn neighbours(self) -> impl Iterator<Item = Self> {
        let blank = usize::from(self.blank);
        let along = Squares::from_bits_truncate(TREE_NEIGHBOURS[blank]).iter();
        let along = along.map(move |to| Self { blank: to.index() as u8, pattern: self.pattern });
        along
            .chain(crosses(blank).iter().map(move |cross| Self { blank: cross.to, pattern: cross.apply(self.pattern) }))
    }
}

/// Squares of one colour: 13 of colour 0, 12 of colour 1. Colours alternate by number, so a square is the `square / 2`-th
/// of its colour.
pub(crate) const fn squares_of(colour: usize) -> usize {
    13 - (colour & 1)
}

/// Lines of a set's array for the squares of one colour. It is ordered by tile, then square, then line.
pub(crate) const fn lines_of(colour: usize) -> usize {
    TILES * squares_of(colour) * BLOCK
}

/// Where the block of a tile and a square starts in its colour's array, in lines.
#[inline]
pub(crate) const fn first_line(tile: usize, square: usize) -> usize {
    (tile * squares_of(square) + square / 2) * BLOCK
}
