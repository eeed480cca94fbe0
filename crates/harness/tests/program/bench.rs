//! `chivalry bench` as a user runs it, and the records that it writes.

use crate::support::{SEVEN, chivalry, fixture, fixtures};
use assert_cmd::Command;
use chivalry::run::{self, Run, State};
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A board of the stratum `deep`.
const FAR: &str = "01011/110*1/01110/01010/00100";

fn bench(arguments: &[&str]) -> Command {
    chivalry(&[&["bench"], arguments].concat())
}

/// The run in a file, which is what `schema/` says.
fn read(path: impl AsRef<Path>) -> Run {
    let text = fs::read(path).unwrap();
    let schema: Value = serde_json::from_str(&fixture("../schema/bench.json")).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let value = serde_json::from_slice(&text).unwrap();
    let errors: Vec<_> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    run::read(&text).unwrap()
}

/// Runs it and gives the run that it wrote.
fn written(arguments: &[&str], input: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let arguments = [arguments, &["--json", path.to_str().unwrap()]].concat();
    bench(&arguments).write_stdin(input).assert().success();
    read(path)
}

#[test]
fn the_report_fits_a_terminal() {
    let short = |more: &[&str]| {
        let mut command = bench(&["--rounds", "6", "corpora/traps.txt", "-"]);
        command.args(more).write_stdin(FAR).assert().success().stderr("")
    };
    let all = short(&["--random", "5", "--verbose"]);
    let text = String::from_utf8(all.get_output().stdout.clone()).unwrap();
    let command = |line: &str| line.starts_with("Command: ") || line.starts_with("  ");
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
        "relative",
        "Self-check: ",
        "seed 1",
        "commit ",
        "Command: chivalry bench --rounds 6",
        "\nrandom        5",
        "\ndeep ",
        "States generated per board",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    short(&["--color", "always"]).stdout(predicate::str::contains("\u{1b}[1m"));
    short(&[]).stdout(predicate::str::contains("States generated").not());
}

#[test]
fn strata_follow_the_limit() {
    let names = |run: &Run| run.strata.iter().map(|stratum| stratum.name.clone()).collect::<Vec<_>>();
    let corpus = format!("{SEVEN} 7\n{FAR} 18\n{}\n", chivalry_board::Board::GOAL);
    let quick = ["--rounds", "1", "--engine", "table", "-"];
    let with = |more: &[&str]| written(&[&quick, more].concat(), &corpus);
    assert_eq!(names(&with(&[])), ["0", "7", "deep"]);
    assert_eq!(names(&with(&["--random", "3"])), ["0", "7", "random", "deep"]);
    let limited = with(&["--max-moves", "7"]);
    assert_eq!(names(&limited), ["0", "7", ">7"]);
    assert_eq!(serde_json::to_value(limited.strata[2].boards[0].solves[0].answer).unwrap(), "none-within");
    assert_eq!(names(&with(&["--max-moves", "none"])), ["0", "7", "18"]);
    // Distances that nobody stated, and those to another goal, are found.
    let other = with(&["--goal", SEVEN]);
    assert_eq!(other.strata[0].boards[0].distance, 0);
    let judged = written(&["--rounds", "1", "--engine", "table", "-"], &fixture("samples/sample.uva.in"));
    let distances: Vec<_> =
        judged.strata.iter().flat_map(|stratum| &stratum.boards).map(|item| item.distance).collect();
    assert!(distances.len() == 2 && distances[0] == 7 && distances[1] > 10, "{distances:?}");
}

#[test]
fn answers_come_first() {
    let wrong = bench(&["--rounds", "1", "-"]).write_stdin(format!("{SEVEN} 9\n")).assert().code(1);
    wrong.stdout(predicate::str::contains("it states 9, and the distance is 7"));
    // The table knows better than a corpus, and no engine is blamed for it.
    let blamed =
        bench(&["--rounds", "1", "--engine", "idastar", "-"]).write_stdin(format!("{SEVEN} 5\n")).assert().code(1);
    blamed.stdout(
        predicate::str::contains("it states 5, and the distance is 7")
            .and(predicate::str::contains("No engine is wrong")),
    );
    bench(&["-"]).write_stdin("# none\n").assert().code(4).stdout("").stderr(predicate::str::contains("no board"));
    bench(&["--nodes", "1", "-"]).write_stdin(SEVEN).assert().code(4).stderr(predicate::str::contains("nothing"));
}

#[test]
fn a_run_has_all_of_it() {
    let run = written(&["--rounds", "6", "corpora/traps.txt", "--seed", "5"], "");
    assert!(run.complete && run.engines.len() == 6);
    assert_eq!((run.plan.seed, run.plan.rounds, run.rounds), (5, 6, 6));
    for cell in run.strata.iter().flat_map(|stratum| &stratum.cells).filter(|cell| cell.state == State::Measured) {
        assert!([&cell.warm, &cell.cold].iter().all(|times| times.as_ref().unwrap().samples_ns.len() == 6));
        assert!(cell.peak_heap.is_some());
    }
    assert!(run.engines[5].prepared.as_ref().unwrap().starts_with("complete table, 8."));
    assert!(run.program.compiler.starts_with("rustc ") && run.program.flags.contains("opt-level"));
    assert_eq!(run.command[..4], ["chivalry", "bench", "--rounds", "6"].map(String::from));
    assert!(run.self_check.is_some());
}

/// Counts and heap are the same in two processes, whatever the order of measurements.
#[test]
fn counts_and_heap_are_the_same_in_every_process() {
    let counts = |seed: &str| {
        let mut run = written(&["--rounds", "1", "--time", "0s", "corpora/traps.txt", "--seed", seed], "");
        for stratum in &mut run.strata {
            stratum.cells.iter_mut().for_each(|cell| (cell.warm, cell.cold) = (None, None));
            stratum.boards.iter_mut().flat_map(|item| &mut item.solves).for_each(|solve| solve.time_ns = None);
        }
        run.strata
    };
    let first = counts("1");
    assert!(first.iter().flat_map(|stratum| &stratum.cells).all(|cell| cell.peak_heap.is_some()));
    assert_eq!(counts("2"), first);
}

#[test]
fn other_forms_are_those_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (json, csv, markdown) = (at("run.json"), at("run.csv"), at("run.md"));
    let forms = ["--json", &json, "--csv", &csv, "--markdown", &markdown];
    let arguments = [&["--rounds", "2", "--engine", "idastar,table", "corpora/traps.txt"], &forms[..]].concat();
    bench(&arguments).assert().success();
    let run = read(&json);
    let cells = || run.strata.iter().flat_map(|stratum| &stratum.cells);
    let times = cells().flat_map(|cell| [&cell.warm, &cell.cold]).flatten();
    let samples: usize = times.map(|times| times.samples_ns.len()).sum();
    let untimed = cells().filter(|cell| cell.warm.is_none() && cell.cold.is_none()).count();
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + samples + untimed);
    assert!(fs::read_to_string(&markdown).unwrap().contains("| distance | boards | idastar | table |"));
    let twice = bench(&["--json", &json, "--csv", &json, "corpora/traps.txt"]).assert().code(2);
    twice.stderr(predicate::str::contains("same file"));
    // On standard output a form stands alone.
    let stdout = bench(&["--rounds", "1", "--engine", "table", "corpora/traps.txt", "--json", "-"]).assert().success();
    assert!(run::read(&stdout.get_output().stdout).unwrap().complete);
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
    let run = read(&json);
    let [fault] = run.corpus_faults.as_slice() else { panic!("{:?}", run.corpus_faults) };
    assert_eq!((fault.board.to_string().as_str(), fault.stated, fault.exact), (SEVEN, 5, 7));
    assert!(run.engines[0].fault.is_none());
    for form in [markdown, page] {
        let text = fs::read_to_string(&form).unwrap();
        assert!(text.contains("it states 5, and the distance is 7"), "{form}");
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
        .current_dir(fixtures())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stdout).unwrap().contains("incomplete: the run was cut short"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
    let run = read(&path);
    assert!(!run.complete);
    let mut cells = run.strata.iter().flat_map(|stratum| &stratum.cells);
    assert!(cells.any(|cell| cell.warm.is_some()), "three seconds are enough for a first sample");
}
