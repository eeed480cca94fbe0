//! Boards as nearly all are written: five rows of five cells and a line end, nothing else.
//!
//! A row is taken as one 64-bit word with a byte a cell, which makes a file of a million boards a matter of milliseconds.

use crate::Style;
use chivalry_board::{Board, Square, Squares};

/// A byte for each cell of a row.
const CELLS: u64 = 0xFF_FFFF_FFFF;
const ONES: u64 = 0x01_0101_0101;
const HIGHS: u64 = 0x80_8080_8080;

/// The board at the beginning of the bytes and its length in bytes, if it is written plainly. Other forms are not read
/// here.
#[inline]
pub(crate) fn board(style: Style, bytes: &[u8]) -> Option<(Board, usize)> {
    match bytes.get(5)? {
        b'\n' => with_ends::<6>(style, bytes),
        b'\r' => with_ends::<7>(style, bytes),
        _ => None,
    }
}

/// The same with a row every `STRIDE` bytes, its end included.
fn with_ends<const STRIDE: usize>(style: Style, bytes: &[u8]) -> Option<(Board, usize)> {
    let length = 5 * STRIDE;
    let (rows, _) = bytes.get(..length)?.as_chunks::<STRIDE>();
    let end: &[u8] = if STRIDE == 6 { b"\n" } else { b"\r\n" };
    let (mut black, mut blank) = (0, 0);
    for (row, bytes) in rows.iter().enumerate() {
        if &bytes[5..] != end {
            return None;
        }
        let cells = u64::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], 0, 0, 0]);
        let blanks = zeros(cells ^ (ONES * u64::from(style.blank() as u8)));
        // 0 for white and 1 for black; anything else than these and the blank has a higher bit.
        let knights = (cells ^ (ONES * u64::from(b'0'))) & !(blanks * 0xFF);
        if knights & !ONES != 0 {
            return None;
        }
        black |= gather(knights) << (5 * row);
        blank |= gather(blanks) << (5 * row);
    }
    if blank.count_ones() != 1 {
        return None;
    }
    let blank = Square::new(blank.trailing_zeros() as u8)?;
    Some((Board::new(Squares::from_bits_truncate(black), blank).ok()?, length))
}

/// 1 in each byte that is 0, else 0.
const fn zeros(bytes: u64) -> u64 {
    let filled = (bytes & !HIGHS & CELLS) + (CELLS & !HIGHS);
    (!(filled | bytes) & HIGHS) >> 7
}

/// The lowest bits of the five bytes, side by side.
///
/// The product has byte `i` at bit `32 + 8i - 7j` for each shift `j`, all different, of which `i = j` are the ones wanted.
const fn gather(bytes: u64) -> u32 {
    const SHIFTS: u64 = 1 << 32 | 1 << 25 | 1 << 18 | 1 << 11 | 1 << 4;
    (bytes.wrapping_mul(SHIFTS) >> 32) as u32 & 0b1_1111
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_right() {
        for bits in 0..32_u64 {
            let spread = (0..5).map(|i| (bits >> i & 1) << (8 * i)).sum::<u64>();
            assert_eq!(u64::from(gather(spread)), bits);
            assert_eq!(zeros(spread), ONES & !spread);
        }
        assert_eq!(zeros(0x80_0100_7FFF), 0x00_0001_0000);
    }

    #[test]
    fn plain_boards_are_read() {
        for rank in (0..Board::COUNT).step_by(9973) {
            let board = Board::from_rank(rank).unwrap();
            for style in Style::ALL {
                for end in ["\n", "\r\n"] {
                    let text = format!("{board:#}\n").replace('\n', end).replace('*', &style.blank().to_string());
                    assert_eq!(super::board(style, text.as_bytes()), Some((board, text.len())));
                    assert_eq!(super::board(style, &text.as_bytes()[..text.len() - 1]), None);
                }
            }
        }
    }

    #[test]
    fn any_other_byte_is_left_to_others() {
        let text = format!("{:#}\n", Board::GOAL);
        for at in 0..text.len() {
            for byte in 0..=u8::MAX {
                let mut changed = text.clone().into_bytes();
                changed[at] = byte;
                let same = changed == text.as_bytes();
                assert_eq!(board(Style::Bzoj, &changed).is_some(), same, "{at} {byte}");
            }
        }
    }
}
