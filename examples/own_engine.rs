//! The whole program with an engine of one's own beside the bundled ones: plain breadth-first search.
//!
//! ```sh
//! cargo run --release --example own_engine -- verify --engine bfs,idastar
//! cargo run --release --example own_engine -- bench --engine bfs,idastar
//! ```

use chivalry::engines::{Entry, Registry};
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use std::collections::HashMap;
use std::process::ExitCode;

/// Breadth-first search from the start, one level after the other.
struct Bfs;

impl Engine for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        let mut stats = Stats::default();
        let outcome = search(problem, budget, &mut stats).unwrap_or_else(Outcome::OutOfBudget);
        (outcome, stats)
    }
}

fn search(problem: &Problem, budget: &Budget, stats: &mut Stats) -> Result<Outcome, Resource> {
    let mut meter = Meter::new(budget);
    // From each board the one that it was reached from.
    let mut parents = HashMap::from([(problem.start, problem.start)]);
    let mut level = vec![problem.start];
    for depth in 0..=problem.horizon() {
        stats.rounds += u64::from(depth > 0);
        if parents.contains_key(&problem.goal) {
            let way =
                std::iter::successors(Some(problem.goal), |board| (*board != problem.start).then(|| parents[board]));
            let mut blanks: Vec<_> = way.map(chivalry_board::Board::blank).collect();
            blanks.reverse();
            return Ok(Outcome::Solved(Path::of_blank(blanks)));
        }
        let mut next = Vec::new();
        for board in level {
            if depth == problem.horizon() {
                break;
            }
            meter.expand()?;
            stats.expanded += 1;
            for (_, neighbour) in board.neighbours() {
                stats.generated += 1;
                if parents.contains_key(&neighbour) {
                    stats.duplicates += 1;
                } else if parents.len() as u64 >= budget.stored {
                    return Err(Resource::Stored);
                } else {
                    parents.insert(neighbour, board);
                    stats.peak_stored = parents.len() as u64;
                    next.push(neighbour);
                }
            }
        }
        level = next;
    }
    Ok(problem.none_within())
}

fn main() -> ExitCode {
    let mut registry = Registry::bundled();
    let entry = Entry::new("bfs", "breadth-first search from the start alone", || Box::new(Bfs));
    registry.add_engine(entry.needing_limit(true));
    chivalry::run(&registry, std::env::args_os())
}
