//! `chivalry bench` as a user runs it, and the records that it writes.

use assert_cmd::Command;
use chivalry::run::wire::{self as bench, Record};
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SEVEN: &str = "10110/01*11/10111/01001/00000";

/// A board of the stratum `deep`.
const FAR: &str = "01011/110*1/01110/01010/00100";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chivalry").unwrap();
    command.arg("bench").args(arguments).timeout(Duration::from_mins(2)).current_dir(root().join("fixtures"));
    command
}

/// Whether a record is what `schema/` says.
fn assert_valid(record: &Value) {
    let schema: Value = serde_json::from_str(&fs::read_to_string(root().join("schema/bench-2.json")).unwrap()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<_> =
        validator.iter_errors(record).map(|error| format!("{}: {error}", error.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Runs it and gives the record, read both ways.
fn record(arguments: &[&str], input: &str, code: i32) -> (Record, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let arguments = [arguments, &["--json", path.to_str().unwrap()]].concat();
    bench(&arguments).write_stdin(input).assert().code(code);
    let value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_valid(&value);
    (bench::read_file(&path).unwrap(), value)
}

#[test]
fn the_report_fits_a_terminal() {
    let short = |more: &[&str]| {
        let mut command = bench(&["--rounds", "6", "corpora/traps.txt", "-"]);
        command.args(more).write_stdin(FAR).assert().success().stderr("")
    };
    let all = short(&["--random", "5", "--verbose"]);
    let text = String::from_utf8(all.get_output().stdout.clone()).unwrap();
    let command = |line: &str| line.starts_with("command: ") || line.starts_with("  ");
    assert!(text.lines().all(|line| line.chars().count() <= 80 || command(line)), "{text}");
    assert!(!text.contains('\u{1b}'));
    for part in [
        "Time per board, warm",
        "Time per board, cold",
        "States expanded per board",
        "Time per state expanded",
        "Heap, at its peak",
        "Growth per move",
        "Totals over",
        "geometric mean",
        "Self-check: ",
        "seed 1",
        "commit ",
        "command: chivalry bench --rounds 6",
        "rand   5",
        "deep ",
        "States generated per board",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    short(&["--color", "always"]).stdout(predicate::str::contains("\u{1b}[1m"));
    short(&[]).stdout(predicate::str::contains("States generated").not());
}

#[test]
fn strata_follow_the_limit() {
    let names = |record: &Record| record.strata.iter().map(|stratum| stratum.name.clone()).collect::<Vec<_>>();
    let corpus = format!("{SEVEN} 7\n{FAR} 18\n{}\n", chivalry_board::Board::GOAL);
    let quick = ["--rounds", "1", "--engine", "table", "-"];
    let with = |more: &[&str]| record(&[&quick, more].concat(), &corpus, 0).0;
    assert_eq!(names(&with(&[])), ["0", "7", "deep"]);
    assert_eq!(names(&with(&["--random", "3"])), ["0", "7", "random", "deep"]);
    let limited = with(&["--max-moves", "7"]);
    assert_eq!(names(&limited), ["0", "7", ">7"]);
    assert_eq!(limited.solves[2].outcome, "none-within");
    assert_eq!(names(&with(&["--max-moves", "none"])), ["0", "7", "18"]);
    // Distances that nobody stated, and those to another goal, are found.
    let other = with(&["--goal", SEVEN]);
    assert_eq!(other.boards[0].distance, Some(0));
    let judge = fs::read_to_string(root().join("fixtures/samples/sample.uva.in")).unwrap();
    let (judged, _) = record(&["--rounds", "1", "--engine", "table", "-"], &judge, 0);
    assert!(judged.boards.len() == 2 && judged.boards[0].distance == Some(7) && judged.boards[1].distance > Some(10));
}

#[test]
fn answers_come_first() {
    let wrong = bench(&["--rounds", "1", "-"]).write_stdin(format!("{SEVEN} 9\n")).assert().code(1);
    wrong.stdout(predicate::str::contains("the corpus states 9 moves"));
    // The table knows better than a corpus, and no engine is blamed for it.
    let blamed =
        bench(&["--rounds", "1", "--engine", "idastar", "-"]).write_stdin(format!("{SEVEN} 5\n")).assert().code(1);
    blamed.stdout(predicate::str::contains("the corpus states 5 moves").and(predicate::str::contains("0 wrong")));
    bench(&["-"]).write_stdin("# none\n").assert().code(4).stdout("").stderr(predicate::str::contains("no board"));
    bench(&["--nodes", "1", "-"]).write_stdin(SEVEN).assert().code(4).stderr(predicate::str::contains("nothing"));
}

#[test]
fn a_record_has_all_of_it() {
    let (record, value) = record(&["--rounds", "6", "corpora/traps.txt", "--seed", "5"], "", 0);
    assert_eq!(
        (&value["schema"], &value["version"], &value["complete"]),
        (&"chivalry-bench".into(), &"2.1".into(), &true.into())
    );
    assert_eq!(record.engines.len(), 6);
    assert_eq!((record.plan.seed, record.plan.rounds_asked, record.plan.rounds), (5, 6, 6));
    for cell in record.cells.iter().filter(|cell| cell.state == "measured") {
        assert!([&cell.warm, &cell.cold].iter().all(|times| times.as_ref().unwrap().samples_ns.len() == 6));
        assert!(cell.peak_heap.is_some());
    }
    assert!(record.engines[5].prepared.as_ref().unwrap().starts_with("complete table, 8."));
    assert!(record.program.compiler.starts_with("rustc ") && record.program.flags.contains("opt-level"));
    assert_eq!(record.command[..4], ["chivalry", "bench", "--rounds", "6"].map(String::from));
    assert!(record.self_check.is_some());
}

/// Counts and heap are the same in two processes, whatever the order of measurements.
#[test]
fn counts_and_heap_are_the_same_in_every_process() {
    let counts = |seed: &str| {
        let (record, _) = record(&["--rounds", "1", "--time", "0s", "corpora/traps.txt", "--seed", seed], "", 0);
        let solves = record.solves.into_iter().map(|solve| bench::Solve { time_ns: None, ..solve });
        let heap = record.cells.into_iter().map(|cell| (cell.engine, cell.stratum, cell.peak_heap, cell.answered));
        (solves.collect::<Vec<_>>(), heap.collect::<Vec<_>>())
    };
    let first = counts("1");
    assert!(first.1.iter().all(|(_, _, heap, _)| heap.is_some()));
    assert_eq!(counts("2"), first);
}

#[test]
fn other_forms_are_those_of_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (json, csv, markdown) = (at("run.json"), at("run.csv"), at("run.md"));
    let arguments = [
        "--rounds",
        "2",
        "--json",
        &json,
        "--csv",
        &csv,
        "--markdown",
        &markdown,
        "--engine",
        "idastar,table",
        "corpora/traps.txt",
    ];
    bench(&arguments).assert().success();
    let record = bench::read_file(Path::new(&json)).unwrap();
    let samples: usize = record
        .cells
        .iter()
        .flat_map(|cell| [&cell.warm, &cell.cold])
        .flatten()
        .map(|times| times.samples_ns.len())
        .sum();
    let untimed = record.cells.iter().filter(|cell| cell.warm.is_none() && cell.cold.is_none()).count();
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + samples + untimed);
    assert!(fs::read_to_string(&markdown).unwrap().contains("| stratum | boards | idastar | table |"));
    bench(&["--json", &json, "--csv", &json, "corpora/traps.txt"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("same file"));
}

/// Whoever reads the record alone must see why the exit status was 1.
#[test]
fn what_a_corpus_states_wrong_is_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [json, markdown, page] = ["run.json", "run.md", "run.html"].map(at);
    let arguments =
        ["--rounds", "1", "--engine", "idastar", "--json", &json, "--markdown", &markdown, "--html", &page, "-"];
    bench(&arguments).write_stdin(format!("{SEVEN} 5\n")).assert().code(1);
    let record = bench::read_file(Path::new(&json)).unwrap();
    let [fault] = record.corpus_faults.as_slice() else { panic!("{:?}", record.corpus_faults) };
    assert_eq!((fault.board.as_str(), record.boards[0].distance), (SEVEN, Some(7)));
    assert!(record.engines[0].fault.is_none() && fault.message.contains("states 5 moves"));
    for form in [markdown, page] {
        let text = fs::read_to_string(&form).unwrap();
        assert!(text.contains("the corpus states 5 moves"), "{form}");
    }
}

/// What is read is not what is written, under whatever name; and nothing is measured before that is known.
#[test]
fn a_file_that_is_read_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.txt");
    fs::write(&corpus, format!("{SEVEN} 7\n")).unwrap();
    let name = corpus.to_str().unwrap();
    let other = folder.path().join(".").join("corpus.txt");
    for option in ["--json", "--csv", "--markdown", "--html"] {
        let refused = bench(&[name, option]).arg(&other).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains("a file that is read"));
    }
    assert_eq!(fs::read_to_string(&corpus).unwrap(), format!("{SEVEN} 7\n"));
    bench(&[name, "--json", "-"]).assert().code(2).stderr(predicate::str::contains("expected the name of a file"));
    bench(&["-", "-"]).write_stdin(SEVEN).assert().code(2).stderr(predicate::str::contains("`-` more than once"));
}

/// The run has 60 s to go when it is asked to end.
#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_what_it_has() {
    use std::process::{Command as Process, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let child = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .args(["bench", "--time", "60s", "--rounds", "100000", "--engine", "idastar,table", "--json"])
        .args([path.as_os_str(), "corpora/traps.txt".as_ref()])
        .current_dir(root().join("fixtures"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("INCOMPLETE"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
    let value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_valid(&value);
    assert_eq!(value["complete"], false);
    let record = bench::read_file(&path).unwrap();
    assert!(record.cells.iter().any(|cell| cell.warm.is_some()), "three seconds are enough for a first sample");
}

/// What a version 2.0 wrote stays readable, and stays what the schema says.
#[test]
fn old_records_stay_readable() {
    let path = root().join("fixtures/records/bench-2.0.json");
    let record = bench::read_file(&path).unwrap();
    assert!(record.complete && record.cells.len() == record.strata.len() * record.engines.len());
    assert!(record.cells.iter().any(|cell| cell.warm.is_some()));
    let mut value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_valid(&value);
    // A field of a later minor version is no fault, one less is.
    value["cells"][0]["colour"] = "new".into();
    assert_valid(&value);
    assert!(bench::read(value.to_string()).is_ok());
}

/// The schema and the record have the same fields: what one has more would be undocumented, or never written.
#[test]
fn the_schema_documents_every_field() {
    fn fields(schema: &Value, of: &Value, value: &Value, path: &str) {
        let of = match of.get("$ref").and_then(Value::as_str) {
            Some(link) => schema.pointer(&link[1..]).unwrap(),
            None => of.get("anyOf").map_or(of, |any| &any[0]),
        };
        if of.get("$ref").is_some() {
            return fields(schema, of, value, path);
        }
        match value {
            Value::Object(map) => {
                let documented: Vec<_> = of["properties"].as_object().unwrap().keys().collect();
                assert!(map.keys().all(|name| documented.contains(&name)), "{path}: {map:?} against {documented:?}");
                assert_eq!(map.len(), documented.len(), "{path}");
                let required = of["required"].as_array().unwrap();
                // What came with a minor version is not in older records.
                let later = documented.iter().filter(|name| {
                    let description = of["properties"][name.as_str()]["description"].as_str();
                    description.is_some_and(|text| text.contains("Since 2."))
                });
                assert_eq!(required.len() + later.count(), documented.len(), "{path}");
                for (name, value) in map {
                    let field = &of["properties"][name];
                    let described = field.get("description").is_some() || field.get("$ref").is_some();
                    assert!(described, "{path}/{name} has no description");
                    fields(schema, field, value, &format!("{path}/{name}"));
                }
            }
            Value::Array(items) => items.iter().for_each(|item| fields(schema, &of["items"], item, path)),
            _ => {}
        }
    }
    let schema: Value = serde_json::from_str(&fs::read_to_string(root().join("schema/bench-2.json")).unwrap()).unwrap();
    let text = fs::read_to_string(root().join("fixtures/records/bench-2.0.json")).unwrap();
    // As this version would write it.
    let record = serde_json::to_value(bench::read(text).unwrap()).unwrap();
    fields(&schema, &schema, &record, "");
}
