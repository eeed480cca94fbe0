//! Each engine on boards 5, 10 and 15 moves away, and on boards of a random board's distance, which within the limit of 15 have no answer.
//!
//! An iteration solves the ten boards of a group once; each answer is checked, path and all, inside the clock, for all engines alike.

#![allow(missing_docs)] // `criterion_group!` makes a public function without one.

mod common;

use chivalry_engine::{Budget, Problem, check};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn engines(criterion: &mut Criterion) {
    // A random board is 23.5 moves away on average.
    for (name, distance) in [("5 moves", 5), ("10 moves", 10), ("15 moves", 15), ("random, limit 15", 24)] {
        let boards = common::boards_at(distance);
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(boards.len() as u64));
        for mut engine in common::engines() {
            group.bench_function(BenchmarkId::from_parameter(engine.name()), |bencher| {
                bencher.iter(|| {
                    for &(board, exact) in &boards {
                        let problem = Problem::new(board).within(15);
                        let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
                        assert_eq!(check(&problem, &outcome, Some(exact)), Ok(None), "{board}");
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
