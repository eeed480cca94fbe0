//! The gate on exact counts: what `chivalry bench` counts with its own boards, by every engine with every lower bound, is what
//! `fixtures/counters.json` says. `scripts/gate counters --update` writes that file anew.

use crate::engines::{Registry, Search};
use crate::measure::*;
use crate::run::Stratum;
use crate::verify::Answer;
use chivalry_corpus::{BUNDLED, Case, Form, Random, read};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::slice;

/// What is counted of a solve, in the order of the file.
const COLUMNS: [&str; 5] = ["expanded", "generated", "duplicates", "peak_stored", "rounds"];

/// Changes that are shown one by one.
const MOST_SHOWN: usize = 40;

/// The seed of the random boards: that of `chivalry bench` unless chosen.
const SEED: u64 = 1;

/// The file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Counters {
    schema: String,
    version: String,
    columns: Vec<String>,
    strata: BTreeMap<String, Limits>,
    engines: BTreeMap<String, Engine>,
}

/// With what a stratum was solved.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Limits {
    boards: usize,
    max_moves: Option<u8>,
    nodes: Option<u64>,
}

/// What an engine cost.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Engine {
    /// Bytes by stratum.
    peak_heap: BTreeMap<String, u64>,
    /// By board.
    solves: BTreeMap<String, Solve>,
}

/// The outcome, and the counts as [`COLUMNS`] names them.
#[derive(Clone, Debug, Deserialize, PartialEq)]
struct Solve(String, u64, u64, u64, u64, u64);

impl Solve {
    fn counts(&self) -> [u64; 5] {
        [self.1, self.2, self.3, self.4, self.5]
    }
}

/// Names in the order of the report, for the text: a map's own would put 10 before 2.
struct Order {
    strata: Vec<String>,
    engines: Vec<String>,
    boards: Vec<String>,
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/counters.json")
}

/// The boards of `chivalry bench` without options.
fn boards() -> Boards {
    let random = Random::new(SEED).boards(RANDOM).into_iter().zip(1..);
    Boards {
        given: read(BUNDLED.as_bytes(), Form::Corpus).unwrap(),
        random: random.map(|(board, line)| Case { board, exact: None, line }).collect(),
        bundled: true,
    }
}

/// Counts, as `chivalry bench` does before it measures times.
fn count(entry: &Entry, boards: &Boards) -> Run {
    let search = Search::default();
    let plan = Plan {
        goal: search.goal,
        max_moves: Some(LIMIT),
        seed: SEED,
        rounds: 0,
        seconds: 0.0,
        patience: search.patience,
    };
    let mut run = planned(plan, slice::from_ref(entry), boards, &search, Vec::new());
    answer_and_count(&mut run, slice::from_ref(entry), &AtomicBool::new(false), &mut |_| {}).unwrap();
    run
}

/// What a run of one engine counted.
fn counted(run: &Run) -> Engine {
    let entry = &run.engines[0];
    assert_eq!(run.engines[0].fault, None, "{}", entry.name);
    let heap = run.strata.iter().map(|stratum| (stratum.name.clone(), stratum.cells[0].peak_heap.unwrap()));
    let solves = run.items().map(|item| {
        let solve = item.solves[0];
        let outcome = match solve.answer {
            Answer::Solved => "solved",
            Answer::NoneWithin => "none-within",
            Answer::OutOfBudget => "out-of-budget",
            Answer::Wrong => unreachable!("told above"),
        };
        let stats = solve.stats;
        let counts = (stats.expanded, stats.generated, stats.duplicates, stats.peak_stored, stats.rounds);
        (item.board.to_string(), Solve(outcome.into(), counts.0, counts.1, counts.2, counts.3, counts.4))
    });
    Engine { peak_heap: heap.collect(), solves: solves.collect() }
}

fn measured() -> (Counters, Order) {
    let engines = Registry::bundled().combinations();
    for entry in &engines {
        entry.prepare(Board::GOAL);
    }
    let given = boards();
    let runs: Vec<Run> = engines.par_iter().map(|entry| count(entry, &given)).collect();
    let strata = &runs[0].strata;
    let boards: Vec<_> = runs[0].items().map(|item| item.board.to_string()).collect();
    let counted: BTreeMap<_, _> = runs.iter().map(|run| (run.engines[0].name.clone(), counted(run))).collect();
    for (name, engine) in &counted {
        assert_eq!(engine.solves.len(), boards.len(), "{name}: no board comes twice");
    }
    let limits = |stratum: &Stratum| Limits {
        boards: stratum.boards.len(),
        max_moves: stratum.max_moves,
        nodes: stratum.patience.nodes,
    };
    let counters = Counters {
        schema: "chivalry-counters".into(),
        version: "1.0".into(),
        columns: COLUMNS.map(Into::into).to_vec(),
        strata: strata.iter().map(|stratum| (stratum.name.clone(), limits(stratum))).collect(),
        engines: counted,
    };
    let order = Order {
        strata: strata.iter().map(|stratum| stratum.name.clone()).collect(),
        engines: engines.iter().map(|entry| entry.name.clone()).collect(),
        boards,
    };
    (counters, order)
}

/// One line for each engine and board, so that a change shows as what it is.
fn text(counters: &Counters, order: &Order) -> String {
    let json = |value: &str| serde_json::to_string(value).unwrap();
    let object = |indent: &str, entries: Vec<String>| {
        format!("{{\n{indent}  {}\n{indent}}}", entries.join(&format!(",\n{indent}  ")))
    };
    let strata = order.strata.iter().map(|name| {
        let Limits { boards, max_moves, nodes } = &counters.strata[name];
        let limits = serde_json::json!({ "boards": boards, "max_moves": max_moves, "nodes": nodes });
        format!("{}: {limits}", json(name))
    });
    let engines = order.engines.iter().map(|name| {
        let Engine { peak_heap, solves } = &counters.engines[name];
        let heap = order.strata.iter().map(|name| format!("{}: {}", json(name), peak_heap[name])).collect();
        let solve = |board: &String| {
            let Solve(outcome, expanded, generated, duplicates, peak_stored, rounds) = &solves[board];
            let outcome = json(outcome);
            format!("{}: [{outcome}, {expanded}, {generated}, {duplicates}, {peak_stored}, {rounds}]", json(board))
        };
        let solves = order.boards.iter().map(solve).collect();
        let parts = vec![
            format!("\"peak_heap\": {}", object("      ", heap)),
            format!("\"solves\": {}", object("      ", solves)),
        ];
        format!("{}: {}", json(name), object("    ", parts))
    });
    let parts = vec![
        format!("\"schema\": {}", json(&counters.schema)),
        format!("\"version\": {}", json(&counters.version)),
        format!("\"columns\": {}", serde_json::to_string(&counters.columns).unwrap()),
        format!("\"strata\": {}", object("  ", strata.collect())),
        format!("\"engines\": {}", object("  ", engines.collect())),
    ];
    object("", parts) + "\n"
}

fn change(before: u64, now: u64) -> String {
    let percent = (now as f64 / before as f64 - 1.0) * 100.0;
    if before == 0 {
        format!("{before} before, {now} now")
    } else {
        format!("{before} before, {now} now ({percent:+.1} %)")
    }
}

/// The keys of either, each with what either has.
fn joined<'a, T>(
    old: &'a BTreeMap<String, T>,
    new: &'a BTreeMap<String, T>,
) -> Vec<(&'a str, Option<&'a T>, Option<&'a T>)> {
    let added = new.keys().filter(|key| !old.contains_key(*key));
    old.keys().chain(added).map(|key| (key.as_str(), old.get(key), new.get(key))).collect()
}

/// What differs: engine, board or stratum, counter, old and new value; at the end the sums of what has changed.
fn differences(old: &Counters, new: &Counters) -> Vec<String> {
    let mut found = Vec::new();
    let mut sums = Vec::new();
    if (&old.schema, &old.version, &old.columns) != (&new.schema, &new.version, &new.columns) {
        found.push(format!("the form of the file is that of {} {}", old.schema, old.version));
    }
    if old.strata != new.strata {
        found.push("the strata, or their limits, are others".into());
    }
    for (name, old, new) in joined(&old.engines, &new.engines) {
        let (Some(old), Some(new)) = (old, new) else {
            found.push(format!("{name}  {}", if old.is_some() { "is no longer counted" } else { "is new" }));
            continue;
        };
        let mut of_engine = [(0, 0); 5];
        for (board, old, new) in joined(&old.solves, &new.solves) {
            let (Some(old), Some(new)) = (old, new) else {
                found.push(format!(
                    "{name}  {board}  {}",
                    if old.is_some() { "is no longer counted" } else { "is new" }
                ));
                continue;
            };
            if old.0 != new.0 {
                found.push(format!("{name}  {board}  outcome: {} before, {} now", old.0, new.0));
            }
            for (column, (before, now)) in old.counts().into_iter().zip(new.counts()).enumerate() {
                of_engine[column].0 += before;
                of_engine[column].1 += now;
                if before != now {
                    found.push(format!("{name}  {board}  {}: {}", COLUMNS[column], change(before, now)));
                }
            }
        }
        for (stratum, old, new) in joined(&old.peak_heap, &new.peak_heap) {
            match (old, new) {
                (Some(before), Some(now)) if before == now => {}
                (Some(&before), Some(&now)) => {
                    found.push(format!("{name}  stratum {stratum}  peak_heap: {}", change(before, now)));
                }
                _ => found.push(format!("{name}  stratum {stratum}  peak_heap is there in one of the two alone")),
            }
        }
        let changed = COLUMNS.iter().zip(of_engine).filter(|(_, (before, now))| before != now);
        sums.extend(
            changed.map(|(column, (before, now))| format!("{name}  all boards  {column}: {}", change(before, now))),
        );
    }
    let more = found.len().saturating_sub(MOST_SHOWN);
    found.truncate(MOST_SHOWN);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found.extend(sums);
    found
}

#[test]
fn counts_are_what_the_fixture_says() {
    let (new, order) = measured();
    let written = text(&new, &order);
    assert_eq!(serde_json::from_str::<Counters>(&written).unwrap(), new, "what is written can be read");
    if std::env::var_os("CHIVALRY_COUNTERS").is_some_and(|value| value == "update") {
        std::fs::write(path(), &written).unwrap();
        return;
    }
    let text =
        std::fs::read_to_string(path()).expect("fixtures/counters.json; scripts/gate counters --update writes it");
    let mut old: Counters = serde_json::from_str(&text).expect("fixtures/counters.json");
    let mut new = new;
    // Sizes of pointers are in the heap's bytes, the file has those of 64 bits.
    if cfg!(not(target_pointer_width = "64")) {
        old.engines.values_mut().chain(new.engines.values_mut()).for_each(|engine| engine.peak_heap.clear());
    }
    let differences = differences(&old, &new);
    assert!(
        differences.is_empty(),
        "exact counts differ from fixtures/counters.json:\n\n{}\n\nWhere this is meant: scripts/gate counters --update, and commit the file with the reason.\n",
        differences.join("\n")
    );
    assert!(
        text == written || cfg!(not(target_pointer_width = "64")),
        "fixtures/counters.json has the right counts in another form than it is written in: scripts/gate counters --update"
    );
}

fn of(counters: &mut Counters) -> &mut Engine {
    counters.engines.get_mut("astar").unwrap()
}

/// A gate that could not fire would look like this one.
#[test]
fn every_difference_is_told() {
    let solve = |expanded| Solve("solved".into(), expanded, 20, 3, 7, 4);
    let engine = |expanded| Engine {
        peak_heap: [("7".to_string(), 100)].into(),
        solves: [("a".to_string(), solve(expanded)), ("b".to_string(), solve(5))].into(),
    };
    let old = Counters {
        schema: "chivalry-counters".into(),
        version: "1.0".into(),
        columns: COLUMNS.map(Into::into).to_vec(),
        strata: [("7".to_string(), Limits { boards: 2, max_moves: Some(15), nodes: None })].into(),
        engines: [("astar".to_string(), engine(10)), ("idastar".to_string(), engine(10))].into(),
    };
    assert_eq!(differences(&old, &old), Vec::<String>::new());
    let changed = |change: &dyn Fn(&mut Counters)| {
        let mut new = old.clone();
        change(&mut new);
        differences(&old, &new)
    };
    assert_eq!(
        changed(&|new| of(new).solves.get_mut("a").unwrap().1 = 11),
        ["astar  a  expanded: 10 before, 11 now (+10.0 %)", "astar  all boards  expanded: 15 before, 16 now (+6.7 %)"]
    );
    assert_eq!(
        changed(&|new| of(new).solves.get_mut("b").unwrap().5 = 3)[0],
        "astar  b  rounds: 4 before, 3 now (-25.0 %)"
    );
    // Were only the sums compared, this would pass.
    let swapped = changed(&|new| {
        of(new).solves.get_mut("a").unwrap().4 += 1;
        of(new).solves.get_mut("b").unwrap().4 -= 1;
    });
    assert_eq!(swapped.len(), 2, "{swapped:?}");
    let outcome = changed(&|new| of(new).solves.get_mut("a").unwrap().0 = "out-of-budget".into());
    assert_eq!(outcome, ["astar  a  outcome: solved before, out-of-budget now"]);
    let heap = changed(&|new| *of(new).peak_heap.get_mut("7").unwrap() = 50);
    assert_eq!(heap, ["astar  stratum 7  peak_heap: 100 before, 50 now (-50.0 %)"]);
    assert_eq!(changed(&|new| drop(of(new).solves.remove("b")))[0], "astar  b  is no longer counted");
    assert_eq!(changed(&|new| drop(of(new).solves.insert("c".into(), solve(1)))), ["astar  c  is new"]);
    assert_eq!(changed(&|new| drop(new.engines.remove("idastar"))), ["idastar  is no longer counted"]);
    assert_eq!(changed(&|new| drop(new.engines.insert("bfs".into(), engine(1)))), ["bfs  is new"]);
    assert_eq!(changed(&|new| new.strata.get_mut("7").unwrap().nodes = Some(9)).len(), 1);
    assert_eq!(changed(&|new| new.version = "2.0".into()).len(), 1);
    let many = changed(&|new| {
        new.engines.values_mut().for_each(|engine| {
            for number in 0..50 {
                engine.solves.insert(number.to_string(), solve(1));
            }
        });
    });
    assert!(many.len() == MOST_SHOWN + 1 && many[MOST_SHOWN] == "and 60 more", "{many:?}");
}
