//! A table as a stream of bytes.
//!
//! The layout is described on the [crate's page](crate#the-file-format); this module is its reference implementation.

use crate::enumerate::Digits;
use crate::layout::{Place, SQUARES, pattern_of};
use crate::rows::Rows;
use crate::table::{Bits, Table};
use chivalry_board::Board;
use rayon::prelude::*;
use std::fmt;
use std::io::{self, Read, Write};

/// The first eight bytes. Not ASCII, and with a line end, so that a transfer as text is noticed.
const MAGIC: [u8; 8] = *b"\x89CHIVT\r\n";
const VERSION: u32 = 1;

/// Entries of the header's counts: no two boards are more than 2 · 39 moves apart, by way of the standard goal.
const COUNTS: usize = 80;
/// Where the header's parts start.
const AT_VERSION: usize = 8;
const AT_GOAL: usize = 12;
const AT_LENGTH: usize = 16;
const AT_COUNTS: usize = 24;
const AT_CHECKSUM: usize = AT_COUNTS + 4 * COUNTS;
const HEADER: usize = AT_CHECKSUM + 4;
/// One bit a board, and four that are 0.
const BODY: usize = (Board::COUNT as usize).div_ceil(8);
const TRAILER: usize = 4;

/// Patterns of one square, C(24,12).
const PATTERNS: usize = Board::COUNT as usize / SQUARES;
/// Bytes of two squares' boards: those of one end within a byte.
const PAIR: usize = PATTERNS / 4;

impl Table {
    /// Bytes of a written table.
    pub const FILE_BYTES: usize = HEADER + BODY + TRAILER;

    /// Writes the table as [`Table::FILE_BYTES`] bytes, in the [format of the crate's page](crate#the-file-format).
    ///
    /// Puts the bits into the order of the ranks first, on the threads of the current rayon pool; holds 8.5 MB while it does. The
    /// bytes depend on the goal alone.
    ///
    /// # Errors
    ///
    /// Those of the writer. What was written until then is no table, and [`Table::read_from`] refuses it.
    pub fn write_to(&self, mut writer: impl Write) -> io::Result<()> {
        let mut header = [0; HEADER];
        header[..AT_VERSION].copy_from_slice(&MAGIC);
        header[AT_VERSION..AT_GOAL].copy_from_slice(&VERSION.to_le_bytes());
        header[AT_GOAL..AT_LENGTH].copy_from_slice(&self.goal().to_bits().to_le_bytes());
        header[AT_LENGTH..AT_COUNTS].copy_from_slice(&(BODY as u64).to_le_bytes());
        let counts = header[AT_COUNTS..AT_CHECKSUM].chunks_exact_mut(4);
        for (bytes, count) in counts.zip(self.counts()) {
            bytes.copy_from_slice(&count.to_le_bytes());
        }
        let checksum = crc32fast::hash(&header[..AT_CHECKSUM]);
        header[AT_CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
        let body = body_of(&self.bits.rows);
        writer.write_all(&header)?;
        writer.write_all(&body)?;
        writer.write_all(&crc32fast::hash(&body).to_le_bytes())?;
        writer.flush()
    }

    /// Reads a table for this goal from a stream that holds exactly one.
    ///
    /// Reads one byte more than a table has, to see that the stream ends there, and allocates nothing by what a header says: 8.5 MB for
    /// the bytes and 35 MB while their order is changed, on the threads of the current rayon pool. Reading takes longer than building, as the
    /// beacons are found anew by walking; it
    /// is for those who want to be sure that two runs, or two programs, speak of the same table.
    ///
    /// # Errors
    ///
    /// See [`ReadTableError`]. Every single flipped bit is noticed, as are all bursts of up to 32 bits: that is what a
    /// cyclic redundancy check of 32 bits guarantees. It is no signature: whoever forges the checksum as well can make a table that answers
    /// wrong, though none that makes a question panic or hang.
    pub fn read_from(mut reader: impl Read, goal: Board) -> Result<Self, ReadTableError> {
        let mut header = [0; HEADER];
        let got = fill(&mut reader, &mut header)?;
        let start = got.min(MAGIC.len());
        if header[..start] != MAGIC[..start] || start == 0 {
            return Err(if got == 0 { ReadTableError::Truncated { bytes: 0 } } else { ReadTableError::Foreign });
        }
        if got < HEADER {
            return Err(ReadTableError::Truncated { bytes: got });
        }
        if crc32fast::hash(&header[..AT_CHECKSUM]) != word(&header, AT_CHECKSUM) {
            return Err(ReadTableError::Corrupted { part: "header" });
        }
        let version = word(&header, AT_VERSION);
        if version != VERSION {
            return Err(ReadTableError::Version { found: version });
        }
        let corrupted = ReadTableError::Corrupted { part: "header" };
        let Some(found) = Board::from_bits(word(&header, AT_GOAL)) else { return Err(corrupted) };
        if found != goal {
            return Err(ReadTableError::Goal { found, expected: goal });
        }
        // A forged header must not lead to endless walks or wrong lengths: what can be known of it is checked.
        let length = u64::from(word(&header, AT_LENGTH)) | u64::from(word(&header, AT_LENGTH + 4)) << 32;
        let mut counts: Vec<u32> = (0..COUNTS).map(|index| word(&header, AT_COUNTS + 4 * index)).collect();
        counts.truncate(counts.iter().position(|&count| count == 0).unwrap_or(COUNTS));
        let total: u64 = (0..COUNTS).map(|index| u64::from(word(&header, AT_COUNTS + 4 * index))).sum();
        let counted: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        if length != BODY as u64 || counted != u64::from(Board::COUNT) || total != counted {
            return Err(corrupted);
        }

        let mut body = vec![0; BODY + TRAILER];
        let got = fill(&mut reader, &mut body)?;
        if got < body.len() {
            return Err(ReadTableError::Truncated { bytes: HEADER + got });
        }
        if crc32fast::hash(&body[..BODY]) != word(&body, BODY) || body[BODY - 1] >> 4 != 0 {
            return Err(ReadTableError::Corrupted { part: "body" });
        }
        if fill(&mut reader, &mut [0])? != 0 {
            return Err(ReadTableError::TooLong);
        }
        body.truncate(BODY);
        Ok(Self::from_bits(Bits { goal, counts, rows: rows_of(&body) }))
    }
}

/// The little-endian word at this place.
fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

/// Reads until the buffer is full or the stream ends. Returns how many bytes were read.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> Result<usize, ReadTableError> {
    let mut got = 0;
    while got < buffer.len() {
        match reader.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadTableError::Io(error)),
        }
    }
    Ok(got)
}

/// The patterns of 24 bits with 12 ones, by value.
fn combinations() -> impl Iterator<Item = u32> {
    std::iter::successors(Some(0xfff_u32), |&pattern| {
        // The next number with as many ones. Source: Warren, Hacker's Delight, section 2-1.
        let lowest = pattern & pattern.wrapping_neg();
        let ripple = pattern + lowest;
        let next = ripple | (pattern ^ ripple) >> 2 >> lowest.trailing_zeros();
        (next < 1 << 24).then_some(next)
    })
}

/// The slots of the boards with the blank on one square, in the order of their ranks: for each half of the squares' pattern.
struct Slots {
    high: Vec<u32>,
    low: Vec<u32>,
}

impl Slots {
    fn new(blank: usize) -> Self {
        let spread = |pattern: u32| {
            let below = (1 << blank) - 1;
            pattern_of(pattern & below | (pattern & !below) << 1, blank)
        };
        Self { high: (0..1 << 12).map(|half| spread(half << 12)).collect(), low: (0..1 << 12).map(spread).collect() }
    }

    fn patterns(&self) -> impl Iterator<Item = u32> {
        combinations().map(|pattern| self.high[(pattern >> 12) as usize % 4096] | self.low[pattern as usize % 4096])
    }
}

/// The body of a file: bit `i` of byte `j` is that of the board with rank `8j + i`.
fn body_of(rows: &Rows) -> Vec<u8> {
    let mut body = vec![0; BODY];
    body.par_chunks_mut(PAIR).enumerate().for_each(|(pair, bytes)| {
        let blanks = 2 * pair..SQUARES.min(2 * pair + 2);
        let slots: Vec<_> = blanks.clone().map(Slots::new).collect();
        let bits = blanks
            .zip(&slots)
            .flat_map(|(blank, slots)| slots.patterns().map(move |pattern| rows.row(pattern) >> blank & 1));
        let mut bit = 0;
        bits.for_each(|value| {
            bytes[bit / 8] |= (value << (bit % 8)) as u8;
            bit += 1;
        });
    });
    body
}

/// The opposite of [`body_of`].
fn rows_of(body: &[u8]) -> Rows {
    let mut digits = Digits::<1, 0>::new();
    digits.by_square().into_par_iter().enumerate().for_each(|(blank, mut blocks)| {
        let start = blank * PATTERNS;
        for (rank, pattern) in (start..).zip(Slots::new(blank).patterns()) {
            let value = u64::from(body[rank / 8] >> (rank % 8) & 1);
            let (tile, line, lane, bit) = Place { blank: blank as u8, pattern }.within_square();
            blocks[tile][line][0][lane] |= value << bit;
        }
    });
    Rows::new(&digits)
}

/// Why a stream is no table for the goal.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadTableError {
    /// The reader failed.
    Io(io::Error),
    /// The stream does not begin as a table does.
    Foreign,
    /// The stream is a table of another version of the format.
    Version {
        /// Its version.
        found: u32,
    },
    /// The stream is a table for another goal.
    Goal {
        /// Its goal.
        found: Board,
        /// The goal asked for.
        expected: Board,
    },
    /// The stream ends too early.
    Truncated {
        /// Its length.
        bytes: usize,
    },
    /// A checksum does not fit, or a field has a value that no table has.
    Corrupted {
        /// `header` or `body`.
        part: &'static str,
    },
    /// The stream goes on after the table.
    TooLong,
}

impl fmt::Display for ReadTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "could not read the table: {error}"),
            Self::Foreign => f.write_str("not a table: it does not begin with a table's first eight bytes"),
            Self::Version { found } => write!(f, "a table of format version {found}, expected version {VERSION}"),
            Self::Goal { found, expected } => write!(f, "a table for the goal {found}, expected one for {expected}"),
            Self::Truncated { bytes } => {
                write!(f, "a truncated table: it ends after {bytes} bytes, expected {}", Table::FILE_BYTES)
            }
            Self::Corrupted { part } => write!(f, "a corrupted table: its {part} does not fit its checksum"),
            Self::TooLong => write!(f, "too long for a table: it goes on after {} bytes", Table::FILE_BYTES),
        }
    }
}

impl std::error::Error for ReadTableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}
