//! Makes corpora of boards with exact distances, and counts boards at each distance, by a plain breadth-first search of the whole
//! space: an array with one byte a board and a list a level, no tricks.
//!
//! ```text
//! cargo run --release -p chivalry-board --example fixtures -- depths
//! cargo run --release -p chivalry-board --example fixtures -- corpus FIRST LAST PER_DISTANCE
//! cargo run --release -p chivalry-board --example fixtures -- random COUNT
//! ```
//!
//! Which boards of a distance are taken is decided by a fixed scramble of their ranks, so the same call gives the same bytes on every machine.

use chivalry_board::Board;
use std::process::ExitCode;

const UNSEEN: u8 = u8::MAX;

/// The exact distance to the goal of every board, by rank.
fn distances() -> Vec<u8> {
    let mut distance = vec![UNSEEN; Board::COUNT as usize];
    distance[Board::GOAL.rank() as usize] = 0;
    let mut level = vec![Board::GOAL];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in level {
            for (_, neighbour) in board.neighbours() {
                let slot = &mut distance[neighbour.rank() as usize];
                if *slot == UNSEEN {
                    *slot = depth;
                    next.push(neighbour);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distance
}

/// A fixed scramble of ranks (the finalizer of `SplitMix64`).
fn scramble(rank: u32) -> u64 {
    let mut x = u64::from(rank).wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// The `count` ranks among these that come first when scrambled.
fn choose(ranks: impl Iterator<Item = u32>, count: usize) -> Vec<u32> {
    let mut chosen: Vec<_> = ranks.map(|rank| (scramble(rank), rank)).collect();
    if count < chosen.len() {
        chosen.select_nth_unstable(count);
        chosen.truncate(count);
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|(_, rank)| rank).collect()
}

fn print(ranks: &[u32], distance: &[u8]) {
    for &rank in ranks {
        if let Some(board) = Board::from_rank(rank) {
            println!("{board} {}", distance[rank as usize]);
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let numbers: Option<Vec<usize>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
    let command = format!("cargo run --release -p chivalry-board --example fixtures -- {}", words.join(" "));
    match (words.first(), numbers.as_deref()) {
        (Some(&"depths"), Some([])) => {
            let mut counts = [0_u32; 256];
            for depth in distances() {
                counts[usize::from(depth)] += 1;
            }
            println!("# Boards at each distance from the goal {}: distance, boards.", Board::GOAL);
            println!("# All {} boards. From: {command}", Board::COUNT);
            for (depth, count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                println!("{depth} {count}");
            }
        }
        (Some(&"corpus"), Some(&[first, last, count])) => {
            let distance = distances();
            println!("# Boards with their exact distances to the goal {}:", Board::GOAL);
            println!("# up to {count} for each distance from {first} to {last}. From: {command}");
            for depth in first..=last {
                let at_depth = (0..Board::COUNT).filter(|&rank| usize::from(distance[rank as usize]) == depth);
                print(&choose(at_depth, count), &distance);
            }
        }
        (Some(&"random"), Some(&[count])) => {
            println!("# Random boards with their exact distances to the goal {}.", Board::GOAL);
            println!("# From: {command}");
            print(&choose(0..Board::COUNT, count), &distances());
        }
        _ => {
            eprintln!("usage: fixtures depths | corpus FIRST LAST PER_DISTANCE | random COUNT");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
