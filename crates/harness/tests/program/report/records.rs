//! Runs made from the answers of the real engines, with times computed from their counts: the same in every run of the tests.

use chivalry::engines::{Entry, Patience, Registry};
use chivalry::run::{
    Cell, Engine, Fault, Item, Machine, Plan, Program, Run, SCHEMA, SelfCheck, Solve, State, Stratum, Times, VERSION,
    Warning,
};
use chivalry::statistics::{self, Interval};
use chivalry::verify::Answer;
use chivalry_board::Board;
use chivalry_engine::{Budget, Problem};
use std::collections::BTreeMap;

/// A generator of noise (SplitMix64), 0.0..1.0.
fn noise(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut x = *state;
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((x ^ x >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The boards of the bundled corpus with their distances.
pub(crate) fn bundled() -> Vec<(Board, u8)> {
    let lines = chivalry_corpus::BUNDLED.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| (line[..29].parse().unwrap(), line[30..].parse().unwrap())).collect()
}

/// What an engine costs for each state, and before the first, in nanoseconds: as measured, to the order of magnitude.
fn cost(engine: &str) -> (f64, f64) {
    match engine {
        "idastar" => (18.0, 12.0),
        "astar" => (30.0, 90.0),
        "table" => (60.0, 20.0),
        "bibfs-alternating" => (46.0, 150.0),
        _ => (36.0, 140.0),
    }
}

/// A run of these engines on these boards with a limit of moves, and so many samples a cell.
pub(crate) fn run(engines: &[&str], boards: &[(Board, u8)], limit: u8, samples: u32, seed: u64) -> Run {
    let registry = Registry::bundled();
    let engines: Vec<Entry> = engines.iter().map(|name| registry.find(name).unwrap()).collect();
    let mut by_distance: BTreeMap<u8, Vec<(Board, u8)>> = BTreeMap::new();
    for &(board, distance) in boards {
        by_distance.entry(distance.min(limit + 1)).or_default().push((board, distance));
    }
    let mut state = seed;
    let mut made: Vec<_> = engines.iter().map(|entry| (cost(&entry.name), entry.make())).collect();
    let strata = by_distance.into_iter().map(|(distance, boards)| {
        let distance = (distance <= limit).then_some(distance);
        let items: Vec<_> =
            boards.iter().map(|&(board, distance)| item(&mut made, board, distance, limit, &mut state)).collect();
        Stratum {
            name: distance.map_or(format!(">{limit}"), |distance| distance.to_string()),
            distance,
            max_moves: Some(limit),
            patience: Patience::default(),
            cells: (0..engines.len()).map(|engine| cell(&items, engine, samples, &mut state)).collect(),
            boards: items,
        }
    });
    let engine = |entry: &Entry| Engine {
        name: entry.name.clone(),
        summary: entry.summary.clone(),
        fault: None,
        prepared: (entry.name == "table").then(|| "complete table, 8.11 MiB, built in 0.2 s".into()),
    };
    Run {
        schema: SCHEMA.into(),
        version: VERSION,
        complete: true,
        command: ["chivalry", "bench", "--json", "run.json"].map(String::from).into(),
        began: 1_790_000_000 + seed,
        seconds: 17.25,
        program: program(),
        machine: machine(),
        plan: Plan {
            goal: Board::GOAL,
            max_moves: Some(limit),
            seed,
            rounds: samples,
            seconds: 20.0,
            patience: Patience::default(),
        },
        rounds: samples,
        strata: strata.collect(),
        self_check: Some(SelfCheck {
            engine: engines[0].name.clone(),
            ratio: Interval { value: 1.002, low: 0.994, high: 1.011 },
        }),
        engines: engines.iter().map(engine).collect(),
        warnings: Vec::new(),
        corpus_faults: Vec::new(),
    }
}

fn program() -> Program {
    Program {
        version: "0.1.0".into(),
        commit: "0123456789abcdef0123456789abcdef01234567".into(),
        compiler: "rustc 1.95.0".into(),
        target: "x86_64-unknown-linux-gnu".into(),
        flags: "release, opt-level 3".into(),
    }
}

fn machine() -> Machine {
    Machine {
        cpu: "A Processor 3000".into(),
        cores: 2,
        memory: 24 << 30,
        system: "A System 12".into(),
        load_before: 0.25,
        load_after: 1.02,
    }
}

/// An engine with what it costs.
type Made = ((f64, f64), Box<dyn chivalry_engine::Engine>);

/// A board with what the engines do on it.
fn item(engines: &mut [Made], board: Board, distance: u8, limit: u8, state: &mut u64) -> Item {
    let mut solve = |((per_state, base), engine): &mut Made| {
        let (outcome, stats) = engine.solve(&Problem::new(board).within(limit), &Budget::UNLIMITED);
        let moves = outcome.distance().map(|moves| moves as u8);
        let time = (*base + *per_state * stats.expanded as f64) * (1.0 + 0.08 * noise(state));
        let answer = if moves.is_some() { Answer::Solved } else { Answer::NoneWithin };
        Solve { answer, moves, stats, time_ns: Some(time) }
    };
    Item { board, distance, solves: engines.iter_mut().map(&mut solve).collect() }
}

/// What an engine cost on boards.
fn cell(items: &[Item], engine: usize, samples: u32, state: &mut u64) -> Cell {
    let own = || items.iter().map(|item| &item.solves[engine]);
    let mean = own().filter_map(|solve| solve.time_ns).sum::<f64>() / items.len() as f64;
    let stored = own().map(|solve| solve.stats.peak_stored).max().unwrap_or(0);
    Cell {
        state: State::Measured,
        peak_heap: Some(256 + 16 * stored),
        warm: Some(times(mean, samples, state)),
        cold: Some(times(1.7 * mean, samples, state)),
    }
}

/// Times around a mean.
fn times(mean: f64, samples: u32, state: &mut u64) -> Times {
    let samples_ns: Vec<f64> =
        (0..samples).map(|_| mean * (0.97 + 0.06 * noise(state) + 0.2 * noise(state).powi(12))).collect();
    let median = if samples > 1000 {
        let value = statistics::median(&samples_ns).unwrap();
        Interval { value, low: value * 0.99, high: value * 1.01 }
    } else {
        statistics::median_interval(&samples_ns, 1).unwrap()
    };
    Times { repeats: 100, samples_ns, median }
}

/// Takes the times of an engine from a stratum on.
fn strike(run: &mut Run, engine: usize, from: usize, state: State) {
    for stratum in &mut run.strata[from..] {
        let cell = &mut stratum.cells[engine];
        (cell.warm, cell.cold, cell.state) = (None, None, state);
        for item in &mut stratum.boards {
            let solve = &mut item.solves[engine];
            solve.time_ns = None;
            if state == State::OutOfBudget {
                (solve.answer, solve.moves) = (Answer::OutOfBudget, None);
            }
        }
    }
}

/// Makes an engine wrong on the board of this number.
pub(crate) fn blame(run: &mut Run, engine: usize, number: usize) {
    strike(run, engine, 0, State::Wrong);
    let item = run.strata.iter_mut().flat_map(|stratum| &mut stratum.boards).nth(number).unwrap();
    let solve = &mut item.solves[engine];
    (solve.answer, solve.moves) = (Answer::Wrong, None);
    run.engines[engine].fault = Some(Fault { board: item.board, message: "expected 7 moves, got 9".into() });
}

/// A run that was cut short, in which `astar` is wrong, `bibfs-single` gives up from some distance on, and `table` was not timed any more.
pub(crate) fn mishaps() -> Run {
    let mut run = run(&["idastar", "astar", "bibfs-single", "table"], &bundled(), 15, 12, 3);
    strike(&mut run, 2, 9, State::OutOfBudget);
    strike(&mut run, 3, 12, State::Untimed);
    let mut items = run.strata.iter().flat_map(|stratum| &stratum.boards);
    let wrong = items.position(|item| item.distance == 7).unwrap() + 2;
    blame(&mut run, 1, wrong);
    run.complete = false;
    run.warnings =
        vec![Warning::BusyMachine { load: 3.1, cores: 2, stolen: 0.0 }, Warning::FewRounds { rounds: 12, asked: 30 }];
    run
}

/// What a page must show as text.
pub(crate) const HOSTILE: &str =
    "</script></style></title>-->]]><script>window.hacked=1</script><img src=x onerror=window.hacked=2>\"'&amp;{{7*7}}";

/// [`HOSTILE`] in every text that a run may have, and in names as far as these may be strange.
pub(crate) fn hostile() -> Run {
    let mut run = mishaps();
    let text = HOSTILE;
    run.command = vec!["chivalry".into(), text.into(), "$(rm x)".into(), "a\nb\u{202e}c\u{1}".into()];
    let Run { program, machine, .. } = &mut run;
    for field in [
        &mut program.version,
        &mut program.commit,
        &mut program.compiler,
        &mut program.target,
        &mut program.flags,
        &mut machine.cpu,
        &mut machine.system,
    ] {
        *field = text.into();
    }
    for engine in &mut run.engines {
        engine.summary = text.into();
        engine.prepared = Some(text.into());
        if let Some(fault) = &mut engine.fault {
            fault.message = text.into();
        }
    }
    let names = [
        "</script><script>hacked=1</script>",
        "<img/src=x/onerror=hacked=2>",
        "\"'><svg/onload=hacked=3>",
        "&lt;b&gt;",
    ];
    for (engine, name) in run.engines.iter_mut().zip(names) {
        engine.name = name.into();
    }
    run.self_check.as_mut().unwrap().engine = names[0].into();
    run.strata[4].name = "</script><b>4</b>".into();
    run
}
