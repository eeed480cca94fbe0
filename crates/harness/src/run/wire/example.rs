//! A small record for tests: two engines, two strata, three boards.

use super::{
    Board, Cell, Engine, Factor, Growth, MAJOR, Machine, Plan, Program, Record, SCHEMA, SelfCheck, Solve, Stratum,
    Times, Total, Totals, VERSION, Warning,
};

/// A record that is at one with itself.
#[expect(clippy::too_many_lines, reason = "it is one value")]
pub(crate) fn example() -> Record {
    assert!(VERSION.starts_with(MAJOR));
    let names = ["idastar", "table"];
    let boards = [
        ("11111/01111/00*11/00001/00000", 0),
        ("10110/01*11/10111/01001/00000", 7),
        ("10110/01*11/10111/01001/00000", 7),
    ];
    let boards = boards.map(|(board, distance)| Board { board: board.into(), distance: Some(distance) });
    let stratum = |name: &str, distance, first, boards| Stratum {
        name: name.into(),
        distance: Some(distance),
        max_moves: Some(15),
        nodes: None,
        first,
        boards,
    };
    let solve = |moves: u8| Solve {
        outcome: "solved".into(),
        moves: Some(moves),
        expanded: 3 * u64::from(moves),
        generated: 9 * u64::from(moves),
        duplicates: 0,
        peak_stored: u64::from(moves),
        rounds: 1,
        time_ns: Some(50.0 + f64::from(moves)),
    };
    let times = |unit: f64, expanded: u64| Times {
        repeats: 100,
        samples_ns: [3.0, 1.0, 2.0].map(|sample| sample * unit).into(),
        median_ns: 2.0 * unit,
        mad_ns: unit,
        min_ns: unit,
        low_ns: unit,
        high_ns: 3.0 * unit,
        per_node_ns: (expanded > 0).then(|| 2.0 * unit / expanded as f64),
    };
    let cell = |stratum: &str, engine: &str, unit: f64, expanded, answered| Cell {
        engine: engine.into(),
        stratum: stratum.into(),
        state: "measured".into(),
        answered,
        peak_heap: Some(4096),
        warm: Some(times(unit, expanded)),
        cold: Some(times(4.0 * unit, expanded)),
    };
    let factor = Factor { factor: 1.6, low: 1.5, high: 1.7 };
    Record {
        schema: SCHEMA.into(),
        version: VERSION.into(),
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
            goal: chivalry_board::Board::GOAL.to_string(),
            max_moves: Some(15),
            seed: 1,
            rounds_asked: 3,
            rounds: 3,
            time: 20.0,
            nodes: None,
            stored: None,
            time_limit_ns: None,
        },
        boards: boards.into(),
        strata: vec![stratum("0", 0, 0, 1), stratum("7", 7, 1, 2)],
        engines: names
            .map(|name| Engine { name: name.into(), summary: "an engine".into(), fault: None, prepared: None })
            .into(),
        solves: vec![solve(0), solve(7), solve(7), solve(0), solve(7), solve(7)],
        cells: vec![
            cell("0", "idastar", 20.0, 0, 1),
            cell("0", "table", 10.0, 0, 1),
            cell("7", "idastar", 100.0, 21, 2),
            cell("7", "table", 200.0, 21, 2),
        ],
        growth: names.map(|engine| Growth { engine: engine.into(), nodes: Some(factor), time: None }).into(),
        totals: Totals {
            strata: ["0", "7"].map(String::from).into(),
            boards: 3,
            engines: [("idastar", 440.0, 2_f64.sqrt()), ("table", 820.0, 2_f64.sqrt())]
                .map(|(engine, time, mean)| Total {
                    engine: engine.into(),
                    expanded: 42,
                    time_ns: Some(time),
                    geometric_mean: Some(mean),
                })
                .into(),
        },
        self_check: Some(SelfCheck {
            engine: "idastar".into(),
            ratio: Factor { factor: 1.001, low: 0.99, high: 1.01 },
            noticeable: 0.01,
        }),
        warnings: vec![Warning { kind: "few-rounds".into(), message: "3 rounds of 30".into() }],
        corpus_faults: Vec::new(),
    }
}

/// The example with an engine that was wrong, one cell without times of the other, and cut short.
pub(crate) fn mishaps() -> Record {
    let mut record = example();
    record.complete = false;
    let fault = super::Fault { board: record.boards[1].board.clone(), message: "expected 7 moves, got 9".into() };
    record.engines[1].fault = Some(fault);
    for cell in record.cells.iter_mut().filter(|cell| cell.engine == "table") {
        (cell.warm, cell.cold, cell.state) = (None, None, "wrong".into());
    }
    for total in record.totals.engines.iter_mut().filter(|total| total.engine == "table") {
        (total.time_ns, total.geometric_mean) = (None, None);
    }
    let given_up = &mut record.cells[2];
    (given_up.warm, given_up.cold, given_up.state, given_up.answered) = (None, None, "out-of-budget".into(), 1);
    record.solves[2].outcome = "out-of-budget".into();
    (record.solves[2].moves, record.solves[2].time_ns) = (None, None);
    for solve in &mut record.solves[4..] {
        (solve.outcome, solve.moves, solve.time_ns) = ("wrong".into(), None, None);
    }
    record.totals.strata.pop();
    record.totals.boards = 1;
    record
}
