//! The general searches of the `pathfinding` crate beside the engines of this workspace, on the same boards.
//!
//! They are given the same packed boards, the same moves and the same lower bound. They have no limit; neither do ours here.
//! What they cannot be given is what makes the difference: parity, and that a search can be cut by knowing what a move does to the bound.

#![allow(missing_docs)] // `criterion_group!` makes a public function without one.
#![allow(clippy::trivially_copy_pass_by_ref)] // The crate passes states by reference, whatever their size.

mod common;

use chivalry_board::Board;
use chivalry_engine::{Budget, Problem, check};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pathfinding::prelude::{astar, bfs_bidirectional, idastar};

fn neighbours(board: &Board) -> Vec<Board> {
    board.neighbours().map(|(_, next)| next).collect()
}

fn weighted(board: &Board) -> Vec<(Board, u32)> {
    board.neighbours().map(|(_, next)| (next, 1)).collect()
}

fn misplaced(board: &Board) -> u32 {
    board.misplaced(Board::GOAL)
}

fn is_goal(board: &Board) -> bool {
    *board == Board::GOAL
}

/// The length of a shortest path by one of the crate's searches.
type Search = fn(&Board) -> Option<u32>;

fn beside_pathfinding(criterion: &mut Criterion) {
    let theirs: [(&str, Search); 3] = [
        ("pathfinding astar", |start| astar(start, weighted, misplaced, is_goal).map(|(_, cost)| cost)),
        ("pathfinding idastar", |start| idastar(start, weighted, misplaced, is_goal).map(|(_, cost)| cost)),
        ("pathfinding bfs_bidirectional", |start| {
            bfs_bidirectional(start, &Board::GOAL, neighbours, neighbours).map(|path| path.len() as u32 - 1)
        }),
    ];
    for distance in [5, 10, 15] {
        let boards = common::boards_at(distance);
        let mut group = criterion.benchmark_group(format!("beside pathfinding, {distance} moves"));
        group.throughput(Throughput::Elements(boards.len() as u64)).sample_size(20);
        for (name, search) in theirs {
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| {
                    for (board, exact) in &boards {
                        assert_eq!(search(board), Some(u32::from(*exact)), "{board}");
                    }
                });
            });
        }
        for mut engine in common::engines() {
            group.bench_function(BenchmarkId::from_parameter(engine.name()), |bencher| {
                bencher.iter(|| {
                    for &(board, exact) in &boards {
                        let problem = Problem::new(board);
                        let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
                        assert_eq!(check(&problem, &outcome, Some(exact)), Ok(None), "{board}");
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, beside_pathfinding);
criterion_main!(benches);
