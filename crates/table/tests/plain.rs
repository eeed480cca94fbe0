//! The independent check: a plain enumeration, one byte a board, agrees with the table on every board.

use chivalry_board::{Board, Square};
use chivalry_table::{Table, Wide};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

const UNKNOWN: u8 = u8::MAX;

/// Boards by [`Board::rank`], moves by geometry, one pass over all boards for each distance: nothing of the table's labelling, bit
/// sets, levels or jump tables.
fn plain(goal: Board) -> Vec<u8> {
    let jumps: Vec<Vec<Square>> = Square::all()
        .map(|a| {
            let apart = |b: &Square| {
                let (rows, columns) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
                rows * columns == 2
            };
            Square::all().filter(apart).collect()
        })
        .collect();
    let distances: Vec<AtomicU8> = (0..Board::COUNT).map(|_| AtomicU8::new(UNKNOWN)).collect();
    distances[goal.rank() as usize].store(0, Relaxed);
    let more = AtomicBool::new(true);
    let mut distance = 0;
    while more.swap(false, Relaxed) {
        distances.par_iter().enumerate().filter(|(_, entry)| entry.load(Relaxed) == distance).for_each(|(rank, _)| {
            let board = Board::from_rank(rank as u32).unwrap();
            for &from in &jumps[board.blank().index()] {
                let black = board.black();
                let black = if black.contains(from) { black.without(from).with(board.blank()) } else { black };
                let neighbour = &distances[Board::new(black, from).unwrap().rank() as usize];
                // Threads that come to the same board write the same.
                if neighbour.load(Relaxed) == UNKNOWN {
                    neighbour.store(distance + 1, Relaxed);
                    more.store(true, Relaxed);
                }
            }
        });
        distance += 1;
    }
    distances.into_iter().map(AtomicU8::into_inner).collect()
}

#[test]
fn a_plain_enumeration_agrees_on_every_board() {
    let plain = plain(Board::GOAL);
    let table = Table::build(Board::GOAL);
    let wide = Wide::build(Board::GOAL);
    const { assert!(Wide::BYTES < 19_700_000) };
    (0..Board::COUNT).into_par_iter().for_each(|rank| {
        let board = Board::from_rank(rank).unwrap();
        let expected = plain[rank as usize];
        assert_eq!(wide.distance(board), expected, "{board}");
        assert_eq!(table.distance(board), expected, "{board}");
    });

    let mut counts = vec![0; usize::from(table.greatest_distance()) + 1];
    for &distance in &plain {
        counts[usize::from(distance)] += 1;
    }
    assert_eq!(table.counts(), counts);
    assert_eq!(wide.table().counts(), counts);

    // Boards by distance, in the order of their ranks.
    for distance in [0, 1, 9, 11, 12, 13, 20, 24, 38, 39] {
        let expected = (0..Board::COUNT).filter(|&rank| plain[rank as usize] == distance);
        let boards = table.boards_at(distance);
        assert!(boards.iter().map(|board| board.rank()).eq(expected), "distance {distance}");
    }
    assert!(table.boards_at(40).is_empty());
    assert!(table.boards_at(255).is_empty());
}
