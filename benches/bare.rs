//! The engines on the boards of the bundled corpus within 15 moves in a bare loop: nothing is checked, counted or shuffled, and the allocator is the
//! system's own. `scripts/measure-overhead` holds `chivalry bench` against it.
//!
//! Writes a line for each engine and distance: their names and the median of the nanoseconds per board.

mod common;

use chivalry_engine::{Budget, Engine, Problem};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Samples of each engine and distance.
const ROUNDS: usize = 30;

/// The shortest sample.
const SHORTEST: Duration = Duration::from_millis(1);

fn main() {
    let distances: Vec<Vec<Problem>> = (1..=15)
        .map(|distance| {
            common::boards_at(distance).into_iter().map(|(board, _)| Problem::new(board).within(15)).collect()
        })
        .collect();
    let mut engines = common::engines();
    let mut repeats = vec![0; engines.len() * distances.len()];
    let mut samples = vec![Vec::with_capacity(ROUNDS); repeats.len()];
    for _ in 0..ROUNDS {
        for (index, engine) in engines.iter_mut().enumerate() {
            for (row, problems) in distances.iter().enumerate() {
                let cell = index * distances.len() + row;
                if repeats[cell] == 0 {
                    repeats[cell] = 1;
                    while passes(engine.as_mut(), problems, repeats[cell]) < SHORTEST {
                        repeats[cell] *= 2;
                    }
                }
                let elapsed = passes(engine.as_mut(), problems, repeats[cell]);
                samples[cell].push(elapsed.as_nanos() as f64 / f64::from(repeats[cell]) / problems.len() as f64);
            }
        }
    }
    for (index, engine) in engines.iter().enumerate() {
        for row in 0..distances.len() {
            let samples = &mut samples[index * distances.len() + row];
            samples.sort_by(f64::total_cmp);
            println!("{} {} {}", engine.name(), row + 1, f64::midpoint(samples[ROUNDS / 2 - 1], samples[ROUNDS / 2]));
        }
    }
}

fn passes(engine: &mut dyn Engine, problems: &[Problem], repeats: u32) -> Duration {
    let begin = Instant::now();
    for _ in 0..repeats {
        for problem in problems {
            black_box(engine.solve(black_box(problem), &Budget::UNLIMITED));
        }
    }
    begin.elapsed()
}
