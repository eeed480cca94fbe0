//! The written form: what it is, and that nothing else is read.

use chivalry_board::Board;
use chivalry_table::{ReadTableError, Table};
use std::io::{self, Read};
use std::sync::LazyLock;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::build(Board::GOAL));

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut file = Vec::new();
    TABLE.write_to(&mut file).unwrap();
    file
});

const HEADER: usize = 348;

fn read(bytes: &[u8]) -> Result<Table, ReadTableError> {
    Table::read_from(bytes, Board::GOAL)
}

/// Puts the right checksum on a changed header.
fn seal(file: &mut [u8]) {
    let checksum = crc32fast::hash(&file[..HEADER - 4]);
    file[HEADER - 4..HEADER].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn reads_what_it_writes() {
    assert_eq!(FILE.len(), Table::FILE_BYTES);
    assert!(read(&FILE).unwrap() == *TABLE);
    let other = Board::GOAL.jump(Board::GOAL.jumpers().iter().next().unwrap());
    let table = Table::build(other);
    let mut file = Vec::new();
    table.write_to(&mut file).unwrap();
    assert!(Table::read_from(&file[..], other).unwrap() == table);
}

/// The format's page, word by word: a reader of its own.
#[test]
fn the_format_is_as_described() {
    let file = &*FILE;
    assert_eq!(file.len(), 8_450_840);
    assert_eq!(file[..8], [0x89, 0x43, 0x48, 0x49, 0x56, 0x54, 0x0d, 0x0a]);
    assert_eq!(file[8..12], [1, 0, 0, 0]);
    assert_eq!(file[12..16], Board::GOAL.to_bits().to_le_bytes());
    assert_eq!(file[16..24], 8_450_488_u64.to_le_bytes());
    for (index, bytes) in file[24..344].chunks(4).enumerate() {
        assert_eq!(bytes, TABLE.counts().get(index).copied().unwrap_or(0).to_le_bytes());
    }
    // The polynomial's remainder bit by bit.
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0_u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
        })
    };
    assert_eq!(file[344..348], crc(&file[..344]).to_le_bytes());
    let body = &file[348..8_450_836];
    assert_eq!(file[8_450_836..], crc(body).to_le_bytes());
    assert_eq!(body[body.len() - 1] >> 4, 0);

    let choose = |n: u64, k: u64| (0..k).fold(1, |value, i| value * (n - i) / (i + 1));
    let value = |board: Board| {
        let squares = (0..25).filter(|&square| square != board.blank().index());
        let black = squares.enumerate().filter(|&(_, square)| board.to_bits() >> square & 1 != 0);
        let r: u64 =
            black.zip(1..).map(|((place, _), k)| if place as u64 >= k { choose(place as u64, k) } else { 0 }).sum();
        let rank = board.blank().index() as u64 * 2_704_156 + r;
        let bit = body[(rank / 8) as usize] >> (rank % 8) & 1;
        2 * bit + (board.blank().index() as u8 & 1 ^ Board::GOAL.blank().index() as u8 & 1)
    };
    for rank in (0..Board::COUNT).step_by(100_003) {
        let mut board = Board::from_rank(rank).unwrap();
        let (mut steps, distance) = (0, TABLE.distance(board));
        let mut v = value(board);
        while board != Board::GOAL {
            v = (v + 3) % 4;
            board = board.neighbours().map(|(_, next)| next).find(|&next| value(next) == v).unwrap();
            steps += 1;
        }
        assert_eq!(steps, distance);
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let mut file = FILE.clone();
    let mut check = |byte: usize, bit: usize| {
        file[byte] ^= 1 << bit;
        match (byte, read(&file)) {
            (0..8, Err(ReadTableError::Foreign))
            | (8..HEADER, Err(ReadTableError::Corrupted { part: "header" }))
            | (HEADER.., Err(ReadTableError::Corrupted { part: "body" })) => {}
            (_, other) => panic!("byte {byte}, bit {bit}: {other:?}"),
        }
        file[byte] ^= 1 << bit;
    };
    for byte in 0..HEADER {
        (0..8).for_each(|bit| check(byte, bit));
    }
    // Some of the body's bits: at its ends, evenly, and at places of no pattern.
    let end = Table::FILE_BYTES;
    for byte in (HEADER..HEADER + 8).chain(end - 12..end) {
        (0..8).for_each(|bit| check(byte, bit));
    }
    for index in 0..300 {
        check(HEADER + index * (end - HEADER) / 300, index % 8);
        let place = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        check(HEADER + ((place as usize * (end - HEADER)) >> 32), (place % 8) as usize);
    }
    assert!(read(&file).is_ok());
}

#[test]
fn a_wrong_length_is_noticed() {
    let lengths = (1..=HEADER + 9).chain((1..40).map(|i| i * 211_269)).chain(FILE.len() - 9..FILE.len());
    for length in lengths.filter(|&length| length < FILE.len()) {
        match read(&FILE[..length]) {
            Err(ReadTableError::Truncated { bytes }) => assert_eq!(bytes, length),
            other => panic!("{length}: {other:?}"),
        }
    }
    assert!(matches!(read(&[]), Err(ReadTableError::Truncated { bytes: 0 })));
    let longer = [&FILE[..], &[0]].concat();
    assert!(matches!(read(&longer), Err(ReadTableError::TooLong)));
    // No more is read than it takes to see that.
    let endless = (&FILE[..]).chain(io::repeat(7));
    assert!(matches!(Table::read_from(endless, Board::GOAL), Err(ReadTableError::TooLong)));
    assert!(matches!(Table::read_from(io::repeat(7), Board::GOAL), Err(ReadTableError::Foreign)));
    assert!(matches!(read(b"\x1f\x8b"), Err(ReadTableError::Foreign)));
}

#[test]
fn other_versions_and_goals_are_told_apart() {
    let mut file = FILE.clone();
    file[8] = 2;
    seal(&mut file);
    assert!(matches!(read(&file), Err(ReadTableError::Version { found: 2 })));

    let other = Board::GOAL.jump(Board::GOAL.jumpers().iter().next().unwrap());
    match Table::read_from(&FILE[..], other) {
        Err(ReadTableError::Goal { found, expected }) => assert_eq!((found, expected), (Board::GOAL, other)),
        other => panic!("{other:?}"),
    }
}

/// Headers with the right checksum and values that no table has.
#[test]
fn forged_headers_are_refused() {
    for (at, value) in [(12, u32::MAX), (16, 0), (16, 8_450_489), (20, 1), (24, 2), (24, 0), (340, 1), (180, 61)] {
        let mut file = FILE.clone();
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        seal(&mut file);
        assert!(matches!(read(&file), Err(ReadTableError::Corrupted { part: "header" })), "{value} at {at}");
    }
}

/// A body of zeros with the right checksum answers wrong, but answers.
#[test]
fn a_forged_body_ends_every_question() {
    let mut file = FILE.clone();
    let end = file.len() - 4;
    file[HEADER..end].fill(0);
    let checksum = crc32fast::hash(&file[HEADER..end]);
    file[end..].copy_from_slice(&checksum.to_le_bytes());
    let table = read(&file).unwrap();
    for rank in (0..Board::COUNT).step_by(1_000_003) {
        let board = Board::from_rank(rank).unwrap();
        let _ = (table.distance(board), table.best_moves(board), table.path(board));
        assert!(table.shortest_paths(board) <= 1);
    }
}

/// Gives few bytes at a time, interrupts, and then fails.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        match self.1 % 5 {
            0 => Err(io::ErrorKind::Interrupted.into()),
            _ if self.0.is_empty() => Err(io::ErrorKind::ConnectionReset.into()),
            _ => {
                let length = buffer.len().min(self.0.len()).min(70_001);
                buffer[..length].copy_from_slice(&self.0[..length]);
                self.0 = &self.0[length..];
                Ok(length)
            }
        }
    }
}

#[test]
fn readers_may_be_slow_and_may_fail() {
    match Table::read_from(Slow(&FILE[..100_000], 0), Board::GOAL) {
        Err(ReadTableError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset),
        other => panic!("{other:?}"),
    }
    assert!(Table::read_from(Slow(&FILE, 0).chain(io::empty()).take(FILE.len() as u64), Board::GOAL).is_ok());
    let mut short = [0; 1000];
    assert!(TABLE.write_to(&mut short[..]).is_err());
}

#[test]
fn messages_say_which() {
    let other = Board::GOAL.jump(Board::GOAL.jumpers().iter().next().unwrap());
    let message = Table::read_from(&FILE[..], other).unwrap_err().to_string();
    assert!(message.contains(&Board::GOAL.to_string()) && message.contains(&other.to_string()), "{message}");
    assert!(read(&FILE[..77]).unwrap_err().to_string().contains("77 bytes"));
    assert!(read(b"%PDF").unwrap_err().to_string().contains("not a table"));
}
