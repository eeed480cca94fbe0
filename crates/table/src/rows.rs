//! The kept form: one bit a board, the 25 bits of a pattern side by side.
//!
//! A *row* holds one bit for each square of the blank, for one pattern of `layout`. Rows are kept in the order of their patterns'
//! values; those with the same upper 12 slots form a *bank*, which starts on a byte. So the boards that moves along the tree
//! join lie in one row, and a walk goes to another part of the memory only for the other moves.

use crate::enumerate::{Bits, Digits};
use crate::layout::{BLOCK, BOARDS_OF_WORD, LANES, SQUARES, TILES, ups};
use rayon::prelude::*;

/// Halves of a pattern.
pub(crate) const HALF: u32 = 12;
pub(crate) const HALVES: usize = 1 << HALF;
pub(crate) const LOW: u32 = HALVES as u32 - 1;

/// Patterns of 12 bits with this many ones.
pub(crate) const CHOOSE: [u32; 13] = [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1];

/// Bytes of a bank whose upper half has this many ones.
const fn bank_bytes(ones: u32) -> usize {
    (CHOOSE[(HALF - ones) as usize] as usize * SQUARES).div_ceil(8)
}

/// Where each bank starts, in bytes; the last entry is where the banks end.
static BANK: [u32; HALVES + 1] = {
    let mut table = [0; HALVES + 1];
    let mut high = 0;
    while high < HALVES {
        table[high + 1] = table[high] + bank_bytes((high as u32).count_ones()) as u32;
        high += 1;
    }
    table
};

/// How many patterns have a smaller upper half.
pub(crate) static FIRST: [u32; HALVES + 1] = {
    let mut table = [0; HALVES + 1];
    let mut high = 0;
    while high < HALVES {
        table[high + 1] = table[high] + CHOOSE[(HALF - (high as u32).count_ones()) as usize];
        high += 1;
    }
    table
};

/// The rank of each lower half among those with as many ones, by value.
pub(crate) static RANK: [u16; HALVES] = {
    let mut next = [0; 13];
    let mut table = [0; HALVES];
    let mut half = 0_u32;
    while half <= LOW {
        let ones = half.count_ones() as usize;
        table[half as usize] = next[ones];
        next[ones] += 1;
        half += 1;
    }
    table
};

/// Bytes after the last bank, so that four can be read from every row's first one.
const PADDING: usize = 3;

/// All rows.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Rows(Vec<u8>);

impl Rows {
    /// Bytes that rows take.
    pub(crate) const BYTES: usize = BANK[HALVES] as usize + PADDING;

    /// The row of a pattern: bit `i` is that of the board with the blank on square `i`.
    #[inline]
    pub(crate) fn row(&self, pattern: u32) -> u32 {
        self.row_of((pattern >> HALF & LOW) as usize, RANK[(pattern & LOW) as usize])
    }

    /// The row with this upper half and this rank of the lower one.
    #[inline]
    fn row_of(&self, high: usize, rank: u16) -> u32 {
        let bit = u32::from(rank) * SQUARES as u32;
        let byte = (BANK[high] + bit / 8) as usize;
        let bytes = self.0[byte..].first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes));
        bytes >> (bit % 8) & ((1 << SQUARES) - 1)
    }

    /// Rows from the words of the enumeration.
    pub(crate) fn new(digits: &Digits<1, 6>) -> Self {
        let mut bytes = vec![0; Self::BYTES];
        let banks = banks_of_tiles(&mut bytes, &BANK);
        banks.into_par_iter().enumerate().for_each(|(tile, mut bytes)| {
            for bank in 0..BANKS {
                let high = tile * BANKS + bank;
                let (this, rest) = bytes.split_at_mut((BANK[high + 1] - BANK[high]) as usize);
                bytes = rest;
                let mut writer = Writer { bytes: this, at: 0, waiting: 0, count: 0 };
                each_word(tile, bank, |line, lane, boards| {
                    if boards != 0 {
                        let mut rows = digits.words(tile, line, lane);
                        transpose(&mut rows);
                        for bit in Bits(boards) {
                            writer.put((rows[bit as usize % 32] >> (bit & 32)) as u32);
                        }
                    }
                });
                writer.finish();
            }
        });
        Self(bytes)
    }
}

/// Banks of a tile: each is 32 words of every square, four lines.
const BANKS: usize = BLOCK / 4;

/// Splits what is kept of all banks by tiles, given where each bank starts.
fn banks_of_tiles<'a, T>(mut rest: &'a mut [T], starts: &[u32; HALVES + 1]) -> Vec<&'a mut [T]> {
    let mut tiles = Vec::with_capacity(TILES);
    for tile in 0..TILES {
        let (this, after) = rest.split_at_mut((starts[(tile + 1) * BANKS] - starts[tile * BANKS]) as usize);
        tiles.push(this);
        rest = after;
    }
    tiles
}

/// Calls `take` with where each word of a bank is, in the order of the patterns, and the bits that are boards.
#[inline]
fn each_word(tile: usize, bank: usize, mut take: impl FnMut(usize, usize, u64)) {
    for index in 0..32 {
        let (line, lane) = (bank * 4 + index / LANES, index % LANES);
        let ones = (tile.count_ones() + line.count_ones() + lane.count_ones()) as usize;
        take(line, lane, BOARDS_OF_WORD[ones]);
    }
}

/// The distances of all boards with the blank on the hub, in the order of their patterns. `odd` is their parity.
pub(crate) fn hub_distances(digits: &Digits<1, 6>, odd: u8) -> Vec<u8> {
    let mut distances = vec![0; FIRST[HALVES] as usize];
    banks_of_tiles(&mut distances, &FIRST).into_par_iter().enumerate().for_each(|(tile, distances)| {
        let mut next = distances.iter_mut();
        for bank in 0..BANKS {
            each_word(tile, bank, |line, lane, boards| {
                let words = digits.hub_words(tile, line, lane);
                for (bit, distance) in Bits(boards).zip(next.by_ref()) {
                    let half = words.iter().rev().fold(0, |half, word| half << 1 | (word >> bit & 1) as u8);
                    *distance = half << 1 | odd;
                }
            });
        }
    });
    distances
}

/// For every pattern, in their order, the [`ups`] of its row and above them, from bit [`SQUARES`] on, the distance of the board with the blank on
/// the hub.
pub(crate) fn wide_rows(rows: &Rows, hub: &[u8], goal: usize) -> Vec<u32> {
    let mut wide = vec![0; FIRST[HALVES] as usize];
    banks_of_tiles(&mut wide, &FIRST).into_par_iter().enumerate().for_each(|(tile, wide)| {
        let mut next = wide.iter_mut();
        for high in tile * BANKS..(tile + 1) * BANKS {
            let hub = &hub[FIRST[high] as usize..FIRST[high + 1] as usize];
            for ((&distance, rank), wide) in hub.iter().zip(0..).zip(next.by_ref()) {
                *wide = ups(rows.row_of(high, rank), goal) | u32::from(distance) << SQUARES;
            }
        }
    });
    wide
}

/// The place of a pattern in the order of all patterns.
#[inline]
pub(crate) fn index_of(pattern: u32) -> usize {
    FIRST[(pattern >> HALF & LOW) as usize] as usize + usize::from(RANK[(pattern & LOW) as usize])
}

/// Writes rows one after the other into a bank.
struct Writer<'a> {
    bytes: &'a mut [u8],
    at: usize,
    waiting: u64,
    count: usize,
}

impl Writer<'_> {
    #[inline]
    fn put(&mut self, row: u32) {
        self.waiting |= u64::from(row) << self.count;
        self.count += SQUARES;
        if self.count >= 32 {
            if let Some(bytes) = self.bytes.get_mut(self.at..self.at + 4) {
                bytes.copy_from_slice(&(self.waiting as u32).to_le_bytes());
            }
            self.at += 4;
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    fn finish(self) {
        for (byte, index) in self.bytes.iter_mut().skip(self.at).zip(0..) {
            *byte = (self.waiting >> (8 * index)) as u8;
        }
    }
}

/// Turns 32 words of 64 bits around: afterwards word `i` holds the bits `i` of all words in its lower half, and the bits `32 + i` in its
/// upper half.
///
/// Source: Warren, Hacker's Delight, section 7-3, on both halves at once.
fn transpose(words: &mut [u64; 32]) {
    let mut width = 16;
    let mut mask = 0x0000_ffff_0000_ffff_u64;
    while width != 0 {
        let mut low = 0;
        while low < 32 {
            for index in low..low + width {
                let (a, b) = (words[index % 32], words[(index + width) % 32]);
                let swap = (a >> width ^ b) & mask;
                words[index % 32] = a ^ swap << width;
                words[(index + width) % 32] = b ^ swap;
            }
            low += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
