//! The relabelling that makes half of the moves free, and the bit sets over it.
//!
//! A board is the blank's square and a *pattern* of 24 bits, 12 of them ones. Each bit of a pattern is a *slot*; which square
//! a slot stands for depends on where the blank is. Take a spanning tree of the knight's graph. When the blank goes
//! from a square to its child in the tree, the parent takes the slot that the child had and every other square keeps its own. So a
//! move along a tree edge leaves the pattern as it is: 48 of the 96 directed moves. Any other move closes a cycle with
//! the tree, and moves the slots of that cycle (less the square nearest to the root) around by one.
//!
//! A set of boards is one bit for each square and each of the 2^23 patterns with an even number of ones, since the lowest bit of a
//! pattern then follows from the others. That is 3.1 times as much as 12 ones of 24 need, but every move is now a move of
//! whole words, or of a whole word's bits under a mask:
//!
//! | slots | what they choose |
//! |---|---|
//! | 0 | nothing: implied by the others (*implied*) |
//! | 1..=6 | the bit of a word of 64 (*word*) |
//! | 7..=9 | the word of a line of 8 (*lane*) |
//! | 10..=19 | the line of a block of 1024 lines, 64 KiB (*line*) |
//! | 20..=23 | the tile: the blocks of all squares for the same 4 slots, 1.6 MiB, which stay in a core's cache together (*tile*) |
//!
//! The tree, its root and the squares of the slots were chosen by simulated annealing so that no cycle holds more than one of the
//! slots 0..=9: seven cycles have one of the word slots, two the implied slot, seven a lane slot, and the other eight move whole
//! lines. Any choice is correct; the assertions below only hold this one to what the loops of `enumerate` can do.

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
/// Entries of the two tables by which a pull finds a tile, for the lower and the upper slots that choose it.
const TILES_LOW: usize = 32;
const TILES_HIGH: usize = TILES / TILES_LOW;

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

/// The square from which the others are nearest along the tree: 2.2 moves in the mean, [`HUB_REACH`] at most.
pub(crate) const HUB: usize = 11;
const HUB_REACH: usize = 4;

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
pub(crate) static TREE_NEIGHBOURS: [u32; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut edge = 0;
    while edge < TREE.len() {
        table[TREE[edge].0 as usize] |= 1 << TREE[edge].1;
        table[TREE[edge].1 as usize] |= 1 << TREE[edge].0;
        edge += 1;
    }
    table
};

/// The ways along the tree from the hub to each square, without the hub, and their lengths.
static WAYS: [([u8; HUB_REACH], usize); SQUARES] = {
    let mut table = [([0; HUB_REACH], 0); SQUARES];
    let mut done = 1_u32 << HUB;
    let mut pass = 0;
    while pass < HUB_REACH {
        let before = done;
        let mut square = 0;
        while square < SQUARES {
            let known = TREE_NEIGHBOURS[square] & before;
            if before >> square & 1 == 0 && known != 0 {
                let (mut way, length) = table[known.trailing_zeros() as usize];
                way[length] = square as u8;
                table[square] = (way, length + 1);
                done |= 1 << square;
            }
            square += 1;
        }
        pass += 1;
    }
    assert!(done == Squares::ALL.bits());
    table
};

/// The way along the tree from the hub to a square, without the hub.
#[inline]
pub(crate) fn way_from_hub(square: usize) -> &'static [u8] {
    let (way, length) = &WAYS[square];
    &way[..*length]
}

/// Whether the second of two neighbouring boards is farther from the goal than the first, from their bits. `square` is where the
/// second has its blank, `goal` where the goal has.
///
/// A distance modulo 4 is twice the bit and the parity: for an even one, the neighbour below has the other bit.
#[inline]
pub(crate) fn is_up(first: u32, second: u32, square: usize, goal: usize) -> bool {
    (first ^ second ^ (square ^ goal) as u32) & 1 != 0
}

/// How much farther from the goal the board with the blank on a square is than the one with the blank on the hub, both of
/// the pattern with this row: -4..=4.
#[inline]
pub(crate) fn climb(row: u32, square: usize, goal: usize) -> i32 {
    let mut bit = row >> HUB & 1;
    let mut sum = 0;
    for &next in way_from_hub(square) {
        let next_bit = row >> next & 1;
        sum += if is_up(bit, next_bit, usize::from(next), goal) { 1 } else { -1 };
        bit = next_bit;
    }
    sum
}

/// The squares of the way from the hub to each square, without the hub, as a set, and how many they are.
static WAY_SETS: [(u32, u8); SQUARES] = {
    let mut table = [(0, 0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (way, length) = &WAYS[square];
        let mut step = 0;
        while step < *length {
            table[square].0 |= 1 << way[step];
            step += 1;
        }
        table[square].1 = step as u8;
        square += 1;
    }
    table
};

/// The bits of a row's squares, each moved to the squares that follow it on the ways from the hub, by the row of the board
/// and its five bits.
static FOLLOWERS: [[u32; 32]; 5] = {
    let mut table = [[0; 32]; 5];
    let mut square = 0;
    while square < SQUARES {
        let (way, length) = &WAYS[square];
        let before = match *length {
            0 => SQUARES,
            1 => HUB,
            length => way[length - 2] as usize,
        };
        let mut set = 0;
        while set < 32 && before < SQUARES {
            table[before / 5][set] |= (set as u32 >> (before % 5) & 1) << square;
            set += 1;
        }
        square += 1;
    }
    table
};

/// The squares whose boards of the pattern with this row are farther from the goal than the boards one square before them on the way from
/// the hub; never the hub.
#[inline]
pub(crate) fn ups(row: u32, goal: usize) -> u32 {
    const ODD: u32 = 0x00AA_AAAA;
    let before = (0..5).fold(0, |before, five| before | FOLLOWERS[five][(row >> (5 * five) & 31) as usize]);
    // As `is_up`, for all squares at once.
    (row ^ before ^ ODD ^ (goal as u32 & 1).wrapping_neg()) & !(1 << HUB) & Squares::ALL.bits()
}

/// As [`climb`], from the [`ups`] of the row: without a branch, and short, so that where many boards are asked for their
/// reads from memory overlap.
#[inline]
pub(crate) fn climb_of_ups(ups: u32, square: usize) -> i32 {
    let (way, length) = WAY_SETS[square];
    (2 * (ups & way).count_ones()).cast_signed() - i32::from(length)
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
            let mut cross = Cross { to: to as u8, ..Cross::EMPTY };
            let mut six = 0;
            while six < 4 {
                let mut set = 1;
                while set < 64_usize {
                    let slot = 6 * six + set.trailing_zeros() as usize;
                    cross.sixes[six][set] = cross.sixes[six][set & (set - 1)] | 1 << map[slot];
                    set += 1;
                }
                six += 1;
            }
            let entry = &mut table[from];
            entry.0[entry.1] = cross;
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
        let mut row = 0;
        while row < 5 {
            let mut set = 1;
            while set < 32_usize {
                let lowest = set.trailing_zeros() as usize;
                let slot = SLOT[blank][row * 5 + lowest];
                let bit = if slot == NONE { 0 } else { 1 << slot };
                table[blank][row][set] = table[blank][row][set & (set - 1)] | bit;
                set += 1;
            }
            row += 1;
        }
        blank += 1;
    }
    table
};

/// The squares of six slots, by the blank's square, the number of the six and their bits.
static SQUARES_OF_SIX: [[[u32; 64]; 4]; SQUARES] = {
    let mut table = [[[0; 64]; 4]; SQUARES];
    let mut blank = 0;
    while blank < SQUARES {
        let mut square = 0;
        while square < SQUARES {
            let slot = SLOT[blank][square];
            if slot != NONE {
                let (six, bit) = (slot as usize / 6, 1 << (slot % 6));
                let mut set = 0;
                while set < 64_usize {
                    if set & bit != 0 {
                        table[blank][six][set] |= 1 << square;
                    }
                    set += 1;
                }
            }
            square += 1;
        }
        blank += 1;
    }
    table
};

/// The pattern of these black squares.
#[inline]
pub(crate) fn pattern_of(black: u32, blank: usize) -> u32 {
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
    const EMPTY: Self = Self {
        kind: Kind::Straight,
        start: 0,
        tile_high: [0; TILES_HIGH],
        tile_low: [0; TILES_LOW],
        line: [0; BLOCK],
        twin: 0,
        chooser: 0,
    };

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
        let mut pull = Self { start: first_line(0, from) as u32, ..Self::EMPTY };
        if TREE_NEIGHBOURS[to] >> from & 1 == 0 {
            pull.kind = Kind::Lines;
        }
        let mut slot = 0;
        while slot < SLOTS {
            // The bit of `slot` there is the bit of `here` here.
            let here = map[slot] as usize;
            if slot < LINE {
                if here != slot {
                    assert!(here >= LINE, "at most one slot below the lines may take part");
                    assert!(matches!(pull.kind, Kind::Lines), "at most one slot below the lines may take part");
                    pull.chooser = 1 << (here - LINE);
                    pull.kind = match slot {
                        0 => Kind::Implied,
                        WORD..LANE => Kind::Word((slot - WORD) as u8),
                        _ => Kind::Lane((slot - LANE) as u8),
                    };
                }
            } else {
                let step = if slot < TILE {
                    1 << (slot - LINE)
                } else {
                    (first_line(1 << (slot - TILE), from) - first_line(0, from)) as u32
                };
                if here < LINE {
                    pull.twin = step;
                } else {
                    let bit = here - LINE;
                    if bit < 5 {
                        add(&mut pull.line, 1 << bit, step);
                    } else if bit < 10 {
                        add(&mut pull.tile_low, 1 << (bit - 5), step);
                    } else {
                        add(&mut pull.tile_high, 1 << (bit - 10), step);
                    }
                }
            }
            slot += 1;
        }
        pull
    }
}

/// Adds `step` to the entries whose number has `bit`.
const fn add(table: &mut [u32], bit: usize, step: u32) {
    let mut index = 0;
    while index < table.len() {
        if index & bit != 0 {
            table[index] += step;
        }
        index += 1;
    }
}

/// The pulls of each square, those along the tree first.
static PULLS: [([Pull; 8], usize); SQUARES] = {
    let mut table = [([Pull::EMPTY; 8], 0); SQUARES];
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
