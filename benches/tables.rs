//! The complete table: its build at one and two threads, and one question to each of its forms.
//!
//! A question is timed over a million different boards in turn, so its time is that of a call among many, where reads from memory overlap.

#![allow(missing_docs)] // `criterion_group!` makes a public function without one.

use chivalry_board::Board;
use chivalry_table::{Table, Wide};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Boards in an order without a pattern: multiples of a number without a common factor with [`Board::COUNT`], so all are different.
fn boards(count: u64) -> Vec<Board> {
    let ranks = (1..=count).map(|index| (index * 41_781_507 % u64::from(Board::COUNT)) as u32);
    ranks.filter_map(Board::from_rank).collect()
}

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build the table");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(Board::COUNT)));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter_batched(|| (), |()| pool.install(|| Table::build(Board::GOAL)), BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn questions(criterion: &mut Criterion) {
    let wide = Wide::build(Board::GOAL);
    let table = wide.table();
    let boards = boards(1_000_000);
    let mut group = criterion.benchmark_group("a distance");
    group.sample_size(10).throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("one bit a board", |bencher| {
        bencher.iter(|| boards.iter().map(|&board| u64::from(table.distance(black_box(board)))).sum::<u64>());
    });
    group.bench_function("wide", |bencher| {
        bencher.iter(|| boards.iter().map(|&board| u64::from(wide.distance(black_box(board)))).sum::<u64>());
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
    group.bench_function("wide, in batches, one thread", |bencher| {
        bencher.iter(|| pool.install(|| wide.distances(black_box(&boards))));
    });
    group.finish();
}

criterion_group!(benches, build, questions);
criterion_main!(benches);
