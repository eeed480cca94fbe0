//! A small run for tests: two engines, two strata, three boards.

use super::*;

const NAMES: [&str; 2] = ["idastar", "table"];

fn solve(moves: u8) -> Solve {
    let stats = Stats {
        expanded: 3 * u64::from(moves),
        generated: 9 * u64::from(moves),
        duplicates: 0,
        peak_stored: u64::from(moves),
        rounds: 1,
    };
    Solve { answer: Answer::Solved, moves: Some(moves), stats, time_ns: Some(50.0 + f64::from(moves)) }
}

fn times(unit: f64) -> Times {
    let median = Interval { value: 2.0 * unit, low: unit, high: 3.0 * unit };
    Times { repeats: 100, samples_ns: [3.0, 1.0, 2.0].map(|sample| sample * unit).into(), median }
}

fn stratum(distance: u8, boards: &[&str], units: [f64; 2]) -> Stratum {
    let item = |board: &&str| Item { board: board.parse().unwrap(), distance, solves: vec![solve(distance); 2] };
    let cell = |unit: f64| Cell {
        state: State::Measured,
        peak_heap: Some(4096),
        warm: Some(times(unit)),
        cold: Some(times(4.0 * unit)),
    };
    Stratum {
        name: distance.to_string(),
        distance: Some(distance),
        max_moves: Some(15),
        patience: Patience::default(),
        boards: boards.iter().map(item).collect(),
        cells: units.map(cell).into(),
    }
}

/// A run in which all went well.
pub(crate) fn example() -> Run {
    let (seven, other) = ("10110/01*11/10111/01001/00000", "01111/01110/11*10/00010/10000");
    Run {
        schema: SCHEMA.into(),
        version: VERSION,
        complete: true,
        command: ["chivalry", "bench"].map(String::from).into(),
        began: 1_790_000_000,
        seconds: 1.5,
        program: Program {
            version: "0.1.0".into(),
            commit: "0123456789abcdef0123456789abcdef01234567".into(),
            compiler: "rustc 1.95.0".into(),
            target: "x86_64-unknown-linux-gnu".into(),
            flags: "release, opt-level 3".into(),
        },
        machine: Machine {
            cpu: "A processor".into(),
            cores: 2,
            memory: 8 << 30,
            system: "A system 1.0".into(),
            load_before: 0.25,
            load_after: 1.0,
        },
        plan: Plan {
            goal: Board::GOAL,
            max_moves: Some(15),
            seed: 1,
            rounds: 30,
            seconds: 20.0,
            patience: Patience::default(),
        },
        rounds: 3,
        engines: NAMES
            .map(|name| Engine { name: name.into(), summary: "an engine".into(), prepared: None, fault: None })
            .into(),
        strata: vec![
            stratum(0, &["11111/01111/00*11/00001/00000"], [20.0, 10.0]),
            stratum(7, &[seven, other], [100.0, 200.0]),
        ],
        self_check: Some(SelfCheck {
            engine: NAMES[0].into(),
            ratio: Interval { value: 1.001, low: 0.99, high: 1.01 },
        }),
        warnings: vec![Warning::FewRounds { rounds: 3, asked: 30 }],
        corpus_faults: Vec::new(),
    }
}

/// The example with an engine that was wrong, one cell without times of the other, and cut short.
pub(crate) fn mishaps() -> Run {
    let mut run = example();
    run.complete = false;
    let seven = run.strata[1].boards[0].board;
    run.engines[1].fault = Some(Fault { board: seven, message: "expected 7 moves, got 9".into() });
    for item in &mut run.strata[1].boards {
        item.solves[1] = Solve { answer: Answer::Wrong, moves: None, time_ns: None, ..item.solves[1] };
    }
    let solve = &mut run.strata[1].boards[1].solves[0];
    (solve.answer, solve.moves) = (Answer::OutOfBudget, None);
    run.settle();
    run
}
