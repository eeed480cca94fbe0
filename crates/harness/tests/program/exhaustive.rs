//! Exhaustive checks as a user runs them: statements, shards in a folder, kills.

use crate::support;
use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::Duration;

/// All boards are looked at, and a few of them solved.
const RUN: [&str; 8] =
    ["verify", "--exhaustive", "--engine", "idastar,astar", "--boards", "within", "--max-moves", "8"];

/// How [`RUN`] is divided.
const SHARDS: usize = 40;

/// The program, with time to look at all boards on a busy machine.
fn chivalry(arguments: &[&str]) -> Command {
    let mut command = support::chivalry(arguments);
    command.timeout(Duration::from_mins(10));
    command
}

/// [`RUN`] in a folder.
fn in_folder(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let words = RUN.into_iter().chain(["--json", "--shards", "40", "--dir", folder]);
    words.map(String::from).collect()
}

fn finished(folder: &Path) -> Value {
    statement(&chivalry(&[]).args(in_folder(folder)).assert().success().get_output().stdout)
}

fn started(folder: &Path) -> Child {
    let mut command = Process::new(assert_cmd::cargo::cargo_bin("chivalry"));
    command.args(in_folder(folder)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The statement without what differs from run to run.
fn statement(bytes: &[u8]) -> Value {
    let mut statement: Value = serde_json::from_slice(bytes).unwrap();
    assert!(statement["seconds"].take().is_f64());
    statement
}

fn names(folder: &Path, ending: &str) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(ending)).collect()
}

/// Waits for so many shards to be done.
fn wait_for(shards: usize, folder: &Path) {
    for _ in 0..3000 {
        if folder.exists() && names(folder, ".json").len() >= shards {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{shards} shards were never done");
}

#[test]
fn however_often_killed_the_shards_say_what_one_run_says() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = &temporary.path().join("made").join("by the program");
    let whole = statement(&chivalry(&RUN).arg("--json").assert().success().get_output().stdout);
    assert_eq!(
        (&whole["boards"], &whole["verdict"], &whole["shard"]),
        (&10_486.into(), &"proven".into(), &"1/1".into())
    );
    for shards in [1, SHARDS / 3] {
        let mut child = started(folder);
        wait_for(shards, folder);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let kept: Vec<_> = names(folder, ".json").into_iter().map(|name| folder.join(name)).collect();
    assert!(kept.len() < SHARDS, "it was not killed in time");
    let before: Vec<_> = kept.iter().map(|path| fs::metadata(path).unwrap().modified().unwrap()).collect();
    assert_eq!(finished(folder), whole);
    assert_eq!((names(folder, ".json").len(), names(folder, ".lock").len()), (SHARDS, 0));
    let after: Vec<_> = kept.iter().map(|path| fs::metadata(path).unwrap().modified().unwrap()).collect();
    assert_eq!(before, after, "what was done was done again");
    // And once more, with nothing left to do.
    assert_eq!(finished(folder), whole);
}

#[test]
fn two_processes_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let children = [started(folder.path()), started(folder.path()), started(folder.path())];
    let [one, other, mut killed] = children;
    // Somebody takes over what was being done when one of them was killed.
    wait_for(3, folder.path());
    killed.kill().unwrap();
    let statements = [one, other].map(|child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        statement(&output.stdout)
    });
    assert_eq!(statements[0]["boards"], 10_486);
    assert_eq!(statements[0], statements[1]);
    assert_eq!((names(folder.path(), ".json").len(), names(folder.path(), ".lock").len()), (SHARDS, 0));
}

#[cfg(unix)]
#[test]
fn a_signal_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let child = started(folder.path());
    wait_for(1, folder.path());
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0));
    let done = names(folder.path(), ".json").len();
    let message = format!("interrupted; {done} of 40 shards are done, and the same command goes on with the others");
    assert!(String::from_utf8_lossy(&output.stderr).contains(&message), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Shards that cost next to nothing, as no board is within no move but the goal.
const SMALL: [&str; 10] =
    ["verify", "--exhaustive", "--engine", "idastar", "--boards", "within", "--max-moves", "0", "--shards", "2"];

#[test]
fn files_of_other_runs_and_torn_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let with = |more: &[&str]| chivalry(&SMALL).args(more).arg("--dir").arg(folder.path()).assert();
    with(&[]).success().stdout(predicate::str::contains("proven: each answers"));
    let path = folder.path().join("shard-2-of-2.json");
    let good = fs::read_to_string(&path).unwrap();
    let commit = serde_json::from_str::<Value>(&good).unwrap()["commit"].as_str().unwrap().to_owned();
    // The last of an option counts.
    let run = |option: &str, value: &str| {
        let mut words: Vec<_> = SMALL.into_iter().map(String::from).collect();
        match words.iter().position(|word| word == option) {
            Some(at) => words[at + 1] = value.into(),
            None => words.extend([option.into(), value.into()]),
        }
        chivalry(&[]).args(words).arg("--dir").arg(folder.path()).assert()
    };
    for (option, value, message) in [
        ("--max-moves", "1", "of another run, with max_moves 0, expected 1"),
        ("--boards", "all", "of another run, with subset within, expected all"),
        (
            "--goal",
            "1*111/01111/00111/00001/00000",
            "of another run, with goal 11111/01111/00*11/00001/00000, expected",
        ),
        ("--engine", "astar", "of another run, with engines idastar, expected astar"),
        ("--heuristic", "matching", "of another run, with engines idastar, expected idastar+matching"),
        ("--nodes", "9", "of another run, with engines idastar, expected idastar with nodes 9"),
        ("--time-limit", "9s", "expected idastar with time_ns 9000000000"),
        ("--shards", "3", "shard-1-of-2.json: found a file of other shards, expected those of --shards 3 alone"),
    ] {
        run(option, value).code(2).stdout("").stderr(predicate::str::contains(message));
        assert_eq!(names(folder.path(), "").len(), 2, "{option}");
    }
    for (text, message) in [
        (good.replace(&commit, "x"), "of another run, with commit x, expected"),
        (good.replace("2/2", "1/2"), "of another run, with shard 1/2, expected 2/2"),
        (good.replace("\"version\": 2", "\"version\": 1"), "of another run, with version 1, expected 2"),
        (good.replace("\"right\": ", "\"right\": 1"), "found counts that contradict each other"),
        (good[..good.len() / 2].into(), "found no statement"),
        (String::new(), "found no statement"),
        ("{}".into(), "found no statement"),
        ("my only copy".into(), "found no statement"),
        (good.replace(&commit, "\\u001b[2J"), "with commit \\u{1b}[2J, expected"),
    ] {
        fs::write(&path, &text).unwrap();
        let refused = with(&[]).code(2).stdout("");
        refused.stderr(predicate::str::contains("shard-2-of-2.json: ").and(predicate::str::contains(message)));
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "a file that is refused is left alone");
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    with(&[]).code(2).stderr(predicate::str::contains("shard-2-of-2.json: found no statement (Is a directory"));
    fs::remove_dir(&path).unwrap();
    // What does not look like a shard is nobody's business.
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    with(&[]).success();
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_place_where_nothing_can_be_written_is_told_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for place in [file.clone(), file.join("below")] {
        let refused = chivalry(&SMALL).arg("--dir").arg(place).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains("expected a folder for shards"));
    }
}

#[test]
fn the_statement_says_what_was_proven() {
    let run = ["verify", "--exhaustive", "--engine", "bibfs-single,table", "--boards", "within", "--max-moves", "5"];
    chivalry(&run).args(["--shard", "3/20"]).assert().success().stdout(
        predicate::str::contains("boards      32, every board within 5 moves of shard 3/20\n")
            .and(predicate::str::contains("program     0.1.0, commit "))
            .and(predicate::str::contains("bibfs-single        32           0             0         0\n"))
            .and(predicate::str::contains("table               32           0             0         0\n"))
            .and(predicate::str::contains("\nproven: each answers each of these boards right, every path replayed\n")),
    );
}

#[test]
fn a_shard_alone_is_proven() {
    let run = ["verify", "--exhaustive", "--engine", "idastar", "--shard", "5/3000", "--json"];
    let statement = statement(&chivalry(&run).assert().success().get_output().stdout);
    assert_eq!((&statement["boards"], &statement["shard"]), (&22_535.into(), &"5/3000".into()));
    assert_eq!((&statement["verdict"], &statement["subset"]), (&"proven".into(), &"all".into()));
}

#[test]
fn what_is_given_up_is_not_proven() {
    let run = ["verify", "--exhaustive", "--engine", "astar", "--shard", "1/50000", "--nodes", "3"];
    chivalry(&run).assert().code(3).stdout(predicate::str::contains("not proven: no disagreement"));
    let run = ["verify", "--exhaustive", "--boards", "beyond", "--max-moves", "none", "--shard", "1/50000"];
    chivalry(&run).assert().code(4).stdout(predicate::str::contains("boards      0, no board of shard 1/50000\n"));
}

#[test]
fn usage_is_checked() {
    for arguments in [
        &["--exhaustive", "file"][..],
        &["--exhaustive", "--random", "5"],
        &["--shard", "1/2"],
        &["--exhaustive", "--shard", "0/2"],
        &["--exhaustive", "--boards", "some"],
        &["--shards", "2", "--dir", "folder"],
        &["--exhaustive", "--shards", "2"],
        &["--exhaustive", "--dir", "folder"],
        &["--exhaustive", "--shards", "0", "--dir", "folder"],
        &["--exhaustive", "--shards", "2", "--dir", "folder", "--shard", "1/2"],
        &["--lower-bounds", "--exhaustive"],
        &["--lower-bounds", "--shard", "1/4"],
        &["--lower-bounds", "--max-moves", "3"],
    ] {
        chivalry(&["verify"]).args(arguments).assert().code(2).stdout("");
    }
}

#[test]
fn lower_bounds_are_proven() {
    chivalry(&["verify", "--lower-bounds", "--heuristic", "misplaced"]).assert().success().stdout(
        predicate::str::contains("proven: misplaced is admissible and consistent, and its steps are right\n")
            .and(predicate::str::contains("67,603,900 boards, 129,799,488 moves")),
    );
}
