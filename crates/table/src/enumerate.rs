//! Breadth-first enumeration of the whole space, level by level, on bit sets.
//!
//! The graph is bipartite by the colour of the blank's square, so a level lies on the squares of one colour, and all of
//! its neighbours on those of the other. The boards at distance d + 1 are the neighbours of boards within distance d,
//! of d's colour, that were not reached before. Boards within d - 2 have no new neighbours, so one set of *reached*
//! boards for each colour is all the state there is.
//!
//! The first levels hold few boards: they are expanded one by one from a list. From then on each level pulls: for every
//! line of the target colour that still lacks a board, the lines of the neighbouring squares are brought into its order
//! and united (`layout` says why that is cheap), and what is new is recorded. Threads share only the other colour's
//! set, which nobody writes meanwhile. So the result does not depend on their number.

use crate::layout::{
    self, BLOCK, BOARDS_OF_LINE, Kind, LANES, Line, Place, Pull, SQUARES, TILES, first_line, lines_of, squares_of,
};
use chivalry_board::Board;
use rayon::prelude::*;

/// Levels of up to this many boards are expanded one by one.
const LISTED: usize = 20_000;

/// Once this many boards are reached, lines without an unreached board are skipped.
const LATE: u32 = Board::COUNT / 10 * 9;

/// A set of boards: the lines of the squares of colour 0 and of colour 1.
struct Set([Vec<Line>; 2]);

impl Set {
    fn new() -> Self {
        Self([0, 1].map(|colour| zeroed([0; LANES], lines_of(colour))))
    }

    /// Puts the place in; whether it was new.
    fn insert(&mut self, place: Place) -> bool {
        let (line, lane, bit) = place.position();
        let word = &mut self.0[usize::from(place.blank & 1)][line][lane];
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// As `vec!`, but on all threads: the system gives out memory page by page as it is written, and that takes its time.
fn zeroed<T: Copy + Send + Sync>(zero: T, length: usize) -> Vec<T> {
    rayon::iter::repeat_n(zero, length).with_min_len(1 << 10).collect()
}

/// What an enumeration records beside the number of boards at each distance: the lowest `PLANES` binary digits of half the
/// distance, and `HUB` of them for the boards with the blank on [`layout::HUB`].
pub(crate) struct Digits<const PLANES: usize, const HUB: usize> {
    lines: [Vec<[Line; PLANES]>; 2],
    /// The blocks of the hub, in the order of their tiles.
    hub: Vec<[Line; HUB]>,
}

impl<const PLANES: usize, const HUB: usize> Digits<PLANES, HUB> {
    fn new() -> Self {
        Self {
            lines: [0, 1].map(|colour| zeroed([[0; LANES]; PLANES], lines_of(colour))),
            hub: zeroed([[0; LANES]; HUB], TILES * BLOCK),
        }
    }

    fn record(&mut self, place: Place, half: usize) {
        let (line, lane, bit) = place.position();
        set_digits(&mut self.lines[usize::from(place.blank & 1)][line], lane, bit, half);
        if usize::from(place.blank) == layout::HUB {
            let (tile, line, lane, bit) = place.within_square();
            set_digits(&mut self.hub[tile * BLOCK + line], lane, 1 << bit, half);
        }
    }

    /// All digits of a word's boards with the blank on the hub.
    #[inline]
    pub(crate) fn hub_words(&self, tile: usize, line: usize, lane: usize) -> [u64; HUB] {
        self.hub[tile * BLOCK + line].map(|line| line[lane])
    }

    /// The lowest digits of a word's boards with the blank on each square.
    #[inline]
    pub(crate) fn words(&self, tile: usize, line: usize, lane: usize) -> [u64; 32] {
        let mut words = [0; 32];
        for (square, word) in words[..SQUARES].iter_mut().enumerate() {
            *word = self.lines[square & 1][first_line(tile, square) + line][0][lane];
        }
        words
    }
}

/// Sets the digits of one board.
fn set_digits<const PLANES: usize>(lines: &mut [Line; PLANES], lane: usize, bit: u64, half: usize) {
    for (plane, line) in lines.iter_mut().enumerate() {
        if half >> plane & 1 != 0 {
            line[lane] |= bit;
        }
    }
}

/// A breadth-first enumeration under way.
pub(crate) struct Enumeration<const PLANES: usize, const HUB: usize> {
    goal: Board,
    reached: Set,
    pub(crate) digits: Digits<PLANES, HUB>,
    /// The boards at each distance so far; no entry is 0.
    pub(crate) counts: Vec<u32>,
    /// The sum of the counts.
    total: u32,
    /// The last level, while levels are expanded one by one.
    listed: Option<Vec<Place>>,
}

impl<const PLANES: usize, const HUB: usize> Enumeration<PLANES, HUB> {
    /// At distance 0.
    fn new(goal: Board) -> Self {
        let mut reached = Set::new();
        reached.insert(Place::of(goal));
        Self { goal, reached, digits: Digits::new(), counts: vec![1], total: 1, listed: Some(vec![Place::of(goal)]) }
    }

    /// Runs to the farthest boards, or to this distance.
    pub(crate) fn run(goal: Board, limit: u8) -> Self {
        let mut enumeration = Self::new(goal);
        while enumeration.counts.len() <= usize::from(limit) && enumeration.step() {}
        enumeration
    }

    /// The colour of the blank's square at a distance.
    fn colour_of(&self, distance: usize) -> usize {
        (self.goal.blank().index() + distance) & 1
    }

    /// Goes to the next distance; `false` where no board has it.
    fn step(&mut self) -> bool {
        // The graph is connected: levels end when all boards are reached, and not before.
        if self.total == Board::COUNT {
            return false;
        }
        let new = match self.listed.take() {
            Some(level) => self.step_listed(&level),
            None => self.step_sets(),
        };
        self.counts.push(new);
        self.total += new;
        new != 0
    }

    fn step_listed(&mut self, level: &[Place]) -> u32 {
        let half = self.counts.len() / 2;
        let mut next = Vec::new();
        for place in level.iter().flat_map(|place| place.neighbours()) {
            if self.reached.insert(place) {
                self.digits.record(place, half);
                next.push(place);
            }
        }
        let new = next.len() as u32;
        self.listed = (next.len() <= LISTED).then_some(next);
        new
    }

    fn step_sets(&mut self) -> u32 {
        let colour = self.colour_of(self.counts.len());
        let half = self.counts.len() / 2;
        let late = self.total > LATE;
        let [even, odd] = &mut self.reached.0;
        let (target, source) = if colour == 0 { (even, &*odd) } else { (odd, &*even) };
        let tile = squares_of(colour) * BLOCK;
        let digits = self.digits.lines[colour].par_chunks_exact_mut(tile);
        let hub = self.digits.hub.par_chunks_exact_mut(BLOCK);
        target
            .par_chunks_exact_mut(tile)
            .zip(digits)
            .zip(hub)
            .enumerate()
            .map(|(tile, ((target, digits), hub))| {
                let mut digits = TileDigits { half, lines: digits, hub };
                expand(tile, colour, source, target, &mut digits, late)
            })
            .sum()
    }
}

/// All boards at a distance from the goal, in the order of their ranks.
pub(crate) fn level(goal: Board, distance: u8) -> Vec<Board> {
    let mut enumeration = Enumeration::<0, 0>::run(goal, distance.saturating_sub(1));
    let colour = enumeration.colour_of(usize::from(distance));
    let mut before = Vec::new();
    if distance > 0 {
        // No board has more than eight neighbours: after few boards the next level is listed too.
        if enumeration.listed.as_ref().is_none_or(|level| level.len() > LISTED / 8) {
            before.clone_from(&enumeration.reached.0[colour]);
        }
        if enumeration.counts.len() != usize::from(distance) || !enumeration.step() {
            return Vec::new();
        }
    }
    let mut boards: Vec<Board> = if let Some(level) = enumeration.listed {
        level.into_iter().filter_map(Place::board).collect()
    } else {
        let after = &enumeration.reached.0[colour];
        let lines = (0..after.len()).into_par_iter().flat_map_iter(|line| {
            let before = before.get(line).copied().unwrap_or_default();
            let after = after[line];
            (0..LANES).flat_map(move |lane| {
                let boards = Bits(after[lane] & !before[lane]);
                boards.filter_map(move |bit| Place::at(colour, line, lane, bit).board())
            })
        });
        lines.collect()
    };
    // A board's packed form and its rank are in the same order.
    boards.par_sort_unstable();
    boards
}

/// The numbers of the ones of a word.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Where the digits of a tile's boards are recorded, and half the distance to record.
struct TileDigits<'a, const PLANES: usize, const HUB: usize> {
    half: usize,
    lines: &'a mut [[Line; PLANES]],
    hub: &'a mut [[Line; HUB]],
}

/// Adds to one tile of the target what a move brings there. Returns how many boards were new.
///
/// `late` says that many lines hold all their boards already and are worth looking for.
fn expand<const PLANES: usize, const HUB: usize>(
    tile: usize,
    colour: usize,
    source: &[Line],
    target: &mut [Line],
    digits: &mut TileDigits<'_, PLANES, HUB>,
    late: bool,
) -> u32 {
    let mut count = Counter::default();
    let blocks = target.as_chunks_mut::<BLOCK>().0.iter_mut().zip(digits.lines.as_chunks_mut::<BLOCK>().0);
    for ((target, lines), square) in blocks.zip((colour..).step_by(2)) {
        let pulls = layout::pulls(square);
        let mut found = [[0; LANES]; BLOCK];
        let (open, open_count) = if late { open_lines(target, tile) } else { ([0; BLOCK], BLOCK) };
        if open_count == 0 {
            continue;
        }
        if open_count < BLOCK / 2 {
            for pull in pulls {
                let open = open[..open_count].iter().map(|&line| usize::from(line) % BLOCK);
                gather(&mut found, pull, tile, source, open);
            }
        } else {
            for pull in pulls {
                gather(&mut found, pull, tile, source, 0..BLOCK);
            }
        }
        // Flat loops over the words of the block: the compiler makes vectors of them.
        for (found, target) in found.as_flattened_mut().iter_mut().zip(target.as_flattened_mut()) {
            *found &= !*target;
            *target |= *found;
        }
        record(lines, &found, digits.half);
        if square == layout::HUB {
            record(digits.hub, &found, digits.half);
        }
        for lines in found.as_chunks().0 {
            count.add(lines);
        }
    }
    count.total()
}

/// Records the digits of half a distance for the boards of a block.
#[inline]
fn record<const PLANES: usize>(digits: &mut [[Line; PLANES]], found: &[Line; BLOCK], half: usize) {
    for plane in (0..PLANES).filter(|plane| half >> plane & 1 != 0) {
        for (digits, found) in digits.iter_mut().zip(found) {
            for (digit, found) in digits[plane].iter_mut().zip(found) {
                *digit |= found;
            }
        }
    }
}

/// The numbers of the lines of a block that lack a board, and how many there are.
fn open_lines(block: &[Line; BLOCK], tile: usize) -> ([u8; BLOCK], usize) {
    let mut open = [0; BLOCK];
    let mut count = 0;
    for (number, line) in block.iter().enumerate() {
        open[count % BLOCK] = number as u8;
        let boards = &BOARDS_OF_LINE[(tile.count_ones() + number.count_ones()) as usize];
        let lacking = line.iter().zip(boards).fold(0, |lacking, (line, boards)| lacking | line ^ boards);
        count += usize::from(lacking != 0);
    }
    (open, count)
}

/// Unites the open lines of a block with those that a neighbouring square has for them.
#[inline]
fn gather(found: &mut [Line; BLOCK], pull: &Pull, tile: usize, source: &[Line], open: impl Iterator<Item = usize>) {
    let source = &source[pull.block(tile)..];
    match pull.kind {
        Kind::Straight | Kind::Lines => {
            for line in open {
                let from = &source[pull.line[line] as usize];
                for (found, from) in found[line].iter_mut().zip(from) {
                    *found |= from;
                }
            }
        }
        Kind::Lane(0) => lanes::<1>(found, pull, tile, source, open),
        Kind::Lane(1) => lanes::<2>(found, pull, tile, source, open),
        Kind::Lane(_) => lanes::<4>(found, pull, tile, source, open),
        Kind::Word(0) => words::<0>(found, pull, tile, source, open),
        Kind::Word(1) => words::<1>(found, pull, tile, source, open),
        Kind::Word(2) => words::<2>(found, pull, tile, source, open),
        Kind::Word(3) => words::<3>(found, pull, tile, source, open),
        Kind::Word(4) => words::<4>(found, pull, tile, source, open),
        Kind::Word(_) => words::<5>(found, pull, tile, source, open),
        Kind::Implied => {
            for line in open {
                let at = pull.line[line] as usize;
                let (mut first, mut second) = (&source[at], &source[at + pull.twin as usize]);
                if !(tile.count_ones() + line.count_ones()).is_multiple_of(2) {
                    (first, second) = (second, first);
                }
                for lane in 0..LANES {
                    // An even number of ones above and in the word leaves 0 for the implied slot.
                    let even = if lane.count_ones() % 2 == 0 { EVEN } else { !EVEN };
                    found[line][lane] |= first[lane] & even | second[lane] & !even;
                }
            }
        }
    }
}

/// The bits of a word whose number has an even number of ones.
const EVEN: u64 = {
    let mut mask = 0;
    let mut bit = 0_u32;
    while bit < 64 {
        if bit.count_ones().is_multiple_of(2) {
            mask |= 1 << bit;
        }
        bit += 1;
    }
    mask
};

#[inline]
fn lanes<const BIT: usize>(
    found: &mut [Line; BLOCK],
    pull: &Pull,
    tile: usize,
    source: &[Line],
    open: impl Iterator<Item = usize>,
) {
    for line in open {
        let at = pull.line[line] as usize;
        let pair = [&source[at], &source[at + pull.twin as usize]];
        let found = &mut found[line];
        if pull.chooses(tile, line) {
            for lane in 0..LANES {
                found[lane] |= pair[usize::from(lane & BIT != 0)][lane | BIT];
            }
        } else {
            for lane in 0..LANES {
                found[lane] |= pair[usize::from(lane & BIT != 0)][lane & !BIT];
            }
        }
    }
}

#[inline]
fn words<const BIT: usize>(
    found: &mut [Line; BLOCK],
    pull: &Pull,
    tile: usize,
    source: &[Line],
    open: impl Iterator<Item = usize>,
) {
    // The bits of a word whose number has bit `BIT` clear.
    let clear = const { u64::MAX / ((1 << (1 << BIT)) + 1) };
    let shift = 1 << BIT;
    for line in open {
        let at = pull.line[line] as usize;
        let (first, second) = (&source[at], &source[at + pull.twin as usize]);
        let found = &mut found[line];
        if pull.chooses(tile, line) {
            for lane in 0..LANES {
                found[lane] |= first[lane] >> shift & clear | second[lane] & !clear;
            }
        } else {
            for lane in 0..LANES {
                found[lane] |= first[lane] & clear | (second[lane] & clear) << shift;
            }
        }
    }
}

/// Counts ones, many lines at a time, with carry-save adders: the machine at hand may lack an instruction for it.
///
/// Source: the Harley-Seal method, in Warren, Hacker's Delight, section 5-1.
#[derive(Default)]
struct Counter {
    /// Digits of the running counts, by the position in a line: 1, 2 and 4.
    digits: [Line; 3],
    eights: u32,
}

impl Counter {
    #[inline]
    fn add(&mut self, lines: &[Line; 8]) {
        let [ones, twos, fours] = &mut self.digits;
        let mut eights = [0; LANES];
        for lane in 0..LANES {
            let mut one = |index: usize| add(&mut ones[lane], lines[index][lane], lines[index + 1][lane]);
            let carries = [one(0), one(2), one(4), one(6)];
            let mut two = |index: usize| add(&mut twos[lane], carries[index], carries[index + 1]);
            let carries = [two(0), two(2)];
            eights[lane] = add(&mut fours[lane], carries[0], carries[1]);
        }
        self.eights += count(&eights);
    }

    fn total(self) -> u32 {
        let [ones, twos, fours] = &self.digits;
        8 * self.eights + 4 * count(fours) + 2 * count(twos) + count(ones)
    }
}

/// The ones of a line.
#[inline]
fn count(line: &Line) -> u32 {
    line.iter().map(|word| word.count_ones()).sum()
}

/// Adds three bits in each place: the sum goes to `sum`, the carry is returned.
#[inline]
fn add(sum: &mut u64, a: u64, b: u64) -> u64 {
    let half = *sum ^ a;
    let carry = *sum & a | half & b;
    *sum = half ^ b;
    carry
}
