//! Records made from the answers of the real engines, with times computed from their counts: the same in every run of the tests.

#![allow(clippy::too_many_lines, clippy::type_complexity)] // A record is one value.

use chivalry::engines::{ENGINES, Entry};
use chivalry::run::wire::{
    Board as Entered, Cell, Engine, Factor, Fault, Growth, Machine, Plan, Program, Record, SCHEMA, SelfCheck, Solve,
    Stratum, Times, Total, Totals, VERSION, Warning,
};
use chivalry::statistics;
use chivalry_board::Board;
use chivalry_engine::{Budget, Outcome, Problem};
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

/// A record of these engines on these boards with a limit of moves, and so many samples a cell.
pub(crate) fn record(engines: &[&str], boards: &[(Board, u8)], limit: u8, samples: u32, seed: u64) -> Record {
    let engines: Vec<&Entry> =
        engines.iter().map(|name| ENGINES.iter().find(|entry| entry.name == *name).unwrap()).collect();
    let mut state = seed;
    let mut strata: BTreeMap<Option<u8>, Vec<(Board, u8)>> = BTreeMap::new();
    for &(board, distance) in boards {
        // `None` sorts before all distances, and comes last below.
        strata.entry((distance <= limit).then_some(distance)).or_default().push((board, distance));
    }
    let beyond = strata.remove(&None);
    let mut order: Vec<(String, Option<u8>, Vec<(Board, u8)>)> =
        strata.into_iter().map(|(distance, boards)| (distance.unwrap().to_string(), distance, boards)).collect();
    order.extend(beyond.map(|boards| (format!(">{limit}"), None, boards)));
    let all: Vec<(Board, u8)> = order.iter().flat_map(|(.., boards)| boards.clone()).collect();
    let mut first = 0;
    let strata: Vec<Stratum> = order
        .iter()
        .map(|(name, distance, boards)| {
            let stratum = Stratum {
                name: name.clone(),
                distance: *distance,
                max_moves: Some(limit),
                nodes: None,
                first,
                boards: boards.len(),
            };
            first += boards.len();
            stratum
        })
        .collect();
    let mut solves = Vec::new();
    for entry in &engines {
        let mut engine = (entry.make)();
        let (per_node, base) = cost(entry.name);
        for &(board, _) in &all {
            let (outcome, stats) = engine.solve(&Problem::new(board).within(limit), &Budget::UNLIMITED);
            let time = (base + per_node * stats.expanded as f64) * (1.0 + 0.08 * noise(&mut state));
            solves.push(Solve {
                outcome: if matches!(outcome, Outcome::Solved(_)) { "solved" } else { "none-within" }.into(),
                moves: outcome.distance().map(|moves| moves as u8),
                expanded: stats.expanded,
                generated: stats.generated,
                duplicates: stats.duplicates,
                peak_stored: stats.peak_stored,
                rounds: stats.rounds,
                time_ns: Some(time),
            });
        }
    }
    let mut cells = Vec::new();
    for stratum in &strata {
        for (index, entry) in engines.iter().enumerate() {
            let own = &solves[index * all.len() + stratum.first..][..stratum.boards];
            let mean = own.iter().filter_map(|solve| solve.time_ns).sum::<f64>() / stratum.boards as f64;
            let expanded: u64 = own.iter().map(|solve| solve.expanded).sum();
            let stored = own.iter().map(|solve| solve.peak_stored).max().unwrap_or(0);
            let mut times =
                |scale: f64| times(mean * scale, samples, expanded as f64 / stratum.boards as f64, &mut state);
            cells.push(Cell {
                engine: entry.name.into(),
                stratum: stratum.name.clone(),
                state: "measured".into(),
                answered: stratum.boards,
                peak_heap: Some(256 + 16 * stored),
                warm: Some(times(1.0)),
                cold: Some(times(1.7)),
            });
        }
    }
    let names = || engines.iter().map(|entry| entry.name.to_owned());
    let mut record = Record {
        schema: SCHEMA.into(),
        version: VERSION.into(),
        complete: true,
        command: ["chivalry", "bench", "--json", "run.json"].map(String::from).into(),
        began: 1_790_000_000 + seed,
        seconds: 17.25,
        program: Program {
            version: "0.1.0".into(),
            commit: "0123456789abcdef0123456789abcdef01234567".into(),
            compiler: "rustc 1.95.0".into(),
            target: "x86_64-unknown-linux-gnu".into(),
            flags: "release, opt-level 3".into(),
        },
        machine: Machine {
            cpu: "A Processor 3000".into(),
            cores: 2,
            memory: 24 << 30,
            system: "A System 12".into(),
            load_before: 0.25,
            load_after: 1.02,
        },
        plan: Plan {
            goal: Board::GOAL.to_string(),
            max_moves: Some(limit),
            seed,
            rounds_asked: samples,
            rounds: samples,
            time: 20.0,
            nodes: None,
            stored: None,
            time_limit_ns: None,
        },
        boards: all
            .iter()
            .map(|(board, distance)| Entered { board: board.to_string(), distance: Some(*distance) })
            .collect(),
        strata,
        engines: engines
            .iter()
            .map(|entry| Engine {
                name: entry.name.into(),
                summary: entry.summary.into(),
                fault: None,
                prepared: (entry.name == "table").then(|| "the complete table, 8.5 MB".into()),
            })
            .collect(),
        solves,
        cells,
        growth: Vec::new(),
        totals: Totals { strata: Vec::new(), boards: 0, engines: Vec::new() },
        self_check: Some(SelfCheck {
            engine: names().next().unwrap(),
            ratio: Factor { factor: 1.002, low: 0.994, high: 1.011 },
            noticeable: 0.017,
        }),
        warnings: Vec::new(),
        corpus_faults: Vec::new(),
    };
    sum(&mut record);
    record
}

/// Times around a mean.
fn times(mean: f64, samples: u32, nodes: f64, state: &mut u64) -> Times {
    let samples: Vec<f64> =
        (0..samples).map(|_| mean * (0.97 + 0.06 * noise(state) + 0.2 * noise(state).powi(12))).collect();
    let median = statistics::median(&samples).unwrap();
    let interval = if samples.len() > 1000 { None } else { statistics::median_interval(&samples, 1) };
    Times {
        repeats: 100,
        median_ns: median,
        mad_ns: statistics::mad(&samples).unwrap(),
        min_ns: samples.iter().copied().fold(f64::INFINITY, f64::min),
        low_ns: interval.map_or(median * 0.99, |interval| interval.low),
        high_ns: interval.map_or(median * 1.01, |interval| interval.high),
        per_node_ns: (nodes > 0.0).then(|| median / nodes),
        samples_ns: samples,
    }
}

/// Growth and totals from the cells as they are.
fn sum(record: &mut Record) {
    let engines = record.engines.len();
    let right = |record: &Record, engine: usize| record.engines[engine].fault.is_none();
    let measured =
        |record: &Record, stratum: usize, engine: usize| record.cells[stratum * engines + engine].warm.clone();
    record.growth = (0..engines)
        .map(|engine| {
            let fit = |value: &dyn Fn(usize) -> Option<f64>| {
                let points: Vec<(f64, f64)> = (0..record.strata.len())
                    .filter_map(|stratum| {
                        Some((
                            f64::from(record.strata[stratum].distance?),
                            value(stratum).filter(|value| *value > 0.0)?.ln(),
                        ))
                    })
                    .collect();
                let count = points.len() as f64;
                let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
                let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
                    / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
                (points.len() >= 3).then(|| {
                    let factor = slope.exp();
                    Factor { factor, low: factor * 0.97, high: factor * 1.03 }
                })
            };
            Growth {
                engine: record.engines[engine].name.clone(),
                nodes: fit(&|stratum| {
                    Some(record.expanded(stratum, engine) as f64 / record.strata[stratum].boards as f64)
                }),
                time: fit(&|stratum| measured(record, stratum, engine).map(|times| times.median_ns)),
            }
        })
        .collect();
    let common: Vec<usize> = (0..record.strata.len())
        .filter(|&stratum| {
            (0..engines).all(|engine| !right(record, engine) || measured(record, stratum, engine).is_some())
        })
        .collect();
    let best = |stratum: usize| {
        let times = (0..engines).filter_map(|engine| measured(record, stratum, engine)).map(|times| times.median_ns);
        times.fold(f64::INFINITY, f64::min)
    };
    let total = |engine: usize| {
        let known = right(record, engine) && !common.is_empty();
        let times =
            || common.iter().filter_map(|&stratum| Some((stratum, measured(record, stratum, engine)?.median_ns)));
        Total {
            engine: record.engines[engine].name.clone(),
            expanded: common.iter().map(|&stratum| record.expanded(stratum, engine)).sum(),
            time_ns: known.then(|| times().map(|(stratum, time)| time * record.strata[stratum].boards as f64).sum()),
            geometric_mean: known.then(|| {
                let logs: Vec<f64> = times().map(|(stratum, time)| (time / best(stratum)).ln()).collect();
                (logs.iter().sum::<f64>() / logs.len() as f64).exp()
            }),
        }
    };
    record.totals = Totals {
        strata: common.iter().map(|&stratum| record.strata[stratum].name.clone()).collect(),
        boards: common.iter().map(|&stratum| record.strata[stratum].boards).sum(),
        engines: (0..engines).map(total).collect(),
    };
}

/// Takes the times of an engine from a stratum on.
fn strike(record: &mut Record, engine: usize, from: usize, state: &str) {
    let engines = record.engines.len();
    for stratum in from..record.strata.len() {
        let cell = &mut record.cells[stratum * engines + engine];
        (cell.warm, cell.cold, cell.state) = (None, None, state.into());
        let Stratum { first, boards, .. } = record.strata[stratum];
        for solve in &mut record.solves[engine * record.boards.len() + first..][..boards] {
            solve.time_ns = None;
            if state == "out-of-budget" {
                solve.outcome = "out-of-budget".into();
                solve.moves = None;
            }
        }
        if state == "out-of-budget" {
            record.cells[stratum * engines + engine].answered = 0;
        }
    }
}

/// Makes an engine wrong on a board.
pub(crate) fn blame(record: &mut Record, engine: usize, board: usize) {
    strike(record, engine, 0, "wrong");
    let solve = &mut record.solves[engine * record.boards.len() + board];
    (solve.outcome, solve.moves) = ("wrong".into(), None);
    let board = record.boards[board].board.clone();
    record.engines[engine].fault = Some(Fault { board, message: "expected 7 moves, got 9".into() });
    sum(record);
}

/// A run that was cut short, in which `astar` is wrong, `bibfs-single` gives up from some distance on, and `table` was not timed any more.
pub(crate) fn mishaps() -> Record {
    let mut record = record(&["idastar", "astar", "bibfs-single", "table"], &bundled(), 15, 12, 3);
    strike(&mut record, 2, 9, "out-of-budget");
    strike(&mut record, 3, 12, "untimed");
    let wrong = record.boards.iter().position(|board| board.distance == Some(7)).unwrap() + 2;
    blame(&mut record, 1, wrong);
    record.complete = false;
    record.warnings = vec![
        Warning { kind: "busy-machine".into(), message: "The load was 3.1 before the run, on 2 cores.".into() },
        Warning { kind: "few-rounds".into(), message: "12 rounds of 30 were made.".into() },
    ];
    sum(&mut record);
    record
}

/// What a page must show as text.
pub(crate) const HOSTILE: &str =
    "</script></style></title>-->]]><script>window.hacked=1</script><img src=x onerror=window.hacked=2>\"'&amp;{{7*7}}";

/// [`HOSTILE`] in every text that a record may have, and in names as far as these may be strange.
pub(crate) fn hostile() -> Record {
    let mut record = mishaps();
    let text = HOSTILE;
    record.command = vec!["chivalry".into(), text.into(), "$(rm x)".into(), "a\nb\u{202e}c\u{0}".into()];
    for field in [&mut record.program.version, &mut record.program.commit, &mut record.program.compiler] {
        *field = text.into();
    }
    for field in
        [&mut record.program.target, &mut record.program.flags, &mut record.machine.cpu, &mut record.machine.system]
    {
        *field = text.into();
    }
    for engine in &mut record.engines {
        engine.summary = text.into();
        engine.prepared = Some(text.into());
        if let Some(fault) = &mut engine.fault {
            fault.message = text.into();
        }
    }
    for warning in &mut record.warnings {
        warning.message = text.into();
    }
    let names = [
        "</script><script>hacked=1</script>",
        "<img/src=x/onerror=hacked=2>",
        "\"'><svg/onload=hacked=3>",
        "&lt;b&gt;",
    ];
    for (index, name) in names.iter().enumerate() {
        let old = std::mem::replace(&mut record.engines[index].name, (*name).into());
        let cells = record.cells.iter_mut().map(|cell| &mut cell.engine);
        let others = record.growth.iter_mut().map(|growth| &mut growth.engine);
        let totals = record.totals.engines.iter_mut().map(|total| &mut total.engine);
        let check = record.self_check.iter_mut().map(|check| &mut check.engine);
        cells
            .chain(others)
            .chain(totals)
            .chain(check)
            .filter(|found| **found == old)
            .for_each(|found| *found = (*name).into());
    }
    let old = std::mem::replace(&mut record.strata[4].name, "</script><b>4</b>".into());
    let cells = record.cells.iter_mut().map(|cell| &mut cell.stratum);
    cells
        .chain(&mut record.totals.strata)
        .filter(|name| **name == old)
        .for_each(|name| *name = "</script><b>4</b>".into());
    record
}
