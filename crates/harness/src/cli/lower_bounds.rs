//! `chivalry verify --lower-bounds`: lower bounds against the exact distances of all boards.

use crate::cli::exit::Status;
use crate::cli::output::Output;
use crate::cli::progress;
use crate::engines::bounds::LowerBound;
use crate::verify::wire_proof;
use chivalry_board::{Board, Square};
use chivalry_table::{BoundFault, Wide};
use std::io::Write;
use std::time::Instant;

/// Proves lower bounds admissible and consistent on every board, and writes a statement for each.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(
    heuristics: &[LowerBound],
    goal: Board,
    (commit, json): (&str, bool),
    pool: &rayon::ThreadPool,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let bar = progress::bar(heuristics.len() as u64, "proving");
    let wide = pool.install(|| Wide::build(goal));
    let mut status = Status::Good;
    let mut statements = Vec::new();
    for entry in heuristics {
        let begun = Instant::now();
        let result = pool.install(|| (entry.audit)(&wide));
        bar.inc(1);
        status = status.max(if result.is_ok() { Status::Good } else { Status::Wrong });
        statements.push(statement(entry, goal, commit, result.err(), begun));
    }
    bar.finish_and_clear();
    if json {
        serde_json::to_writer_pretty(&mut *output, &statements)?;
        writeln!(output)?;
        return Ok(status);
    }
    for statement in &statements {
        let wire_proof::Bound { heuristic, commit, goal, boards, moves, seconds, .. } = statement;
        match &statement.fault {
            None => writeln!(output, "proven: {heuristic} is admissible and consistent, and its steps are right")?,
            Some(fault) => writeln!(output, "wrong: {heuristic} is {fault}")?,
        }
        writeln!(output, "  goal {goal}; {boards} boards, {moves} moves; {seconds:.1} s; commit {commit}")?;
    }
    Ok(status)
}

fn statement(
    entry: &LowerBound,
    goal: Board,
    commit: &str,
    fault: Option<BoundFault>,
    begun: Instant,
) -> wire_proof::Bound {
    // A board has a move for each jump into the blank's square; each is counted from one of its ends.
    let jumps = Square::all().map(|square| u64::from(square.jumps().len())).sum::<u64>();
    let boards = u64::from(Board::COUNT);
    wire_proof::Bound {
        heuristic: entry.name,
        program: env!("CARGO_PKG_VERSION"),
        commit: commit.into(),
        goal: goal.to_string(),
        boards,
        moves: boards / Square::COUNT as u64 * jumps / 2,
        verdict: if fault.is_none() { "proven" } else { "disproven" },
        fault: fault.map(|fault| fault.to_string()),
        seconds: begun.elapsed().as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::bounds::{LOWER_BOUNDS, lower_bound};
    use chivalry_heuristic::{Heuristic, Misplaced, Steps};
    use std::sync::LazyLock;

    static WIDE: LazyLock<Wide> = LazyLock::new(|| Wide::build(Board::GOAL));

    fn prove(entry: &LowerBound) -> (&'static str, u64, u64) {
        let statement = statement(entry, Board::GOAL, "", (entry.audit)(&WIDE).err(), Instant::now());
        (statement.verdict, statement.boards, statement.moves)
    }

    #[test]
    fn every_lower_bound_is_proven() {
        // Not the distance itself, which would be held against itself.
        for entry in LOWER_BOUNDS.iter().filter(|entry| entry.name != "perfect") {
            assert_eq!(prove(entry), ("proven", 67_603_900, 129_799_488), "{}", entry.name);
        }
    }

    /// Twice the misplaced count, which is no bound.
    struct Doubled(Misplaced);

    impl Heuristic for Doubled {
        const NAME: &'static str = "doubled";

        fn new(goal: Board) -> Self {
            Self(Misplaced::new(goal))
        }

        fn estimate(&self, board: Board) -> u32 {
            2 * self.0.estimate(board)
        }

        fn steps(&self, board: Board) -> Steps {
            self.0.steps(board)
        }
    }

    #[test]
    fn a_bound_that_is_none_is_disproven() {
        assert_eq!(prove(&lower_bound::<Doubled>()), ("disproven", 67_603_900, 129_799_488));
    }
}
