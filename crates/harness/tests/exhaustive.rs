//! Exhaustive checks as a user runs them: statements, checkpoints, kills.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::Duration;

/// A shard that takes a second or so.
const RUN: [&str; 7] = ["verify", "--exhaustive", "--engine", "idastar", "--shard", "5/300", "--json"];

fn chivalry(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chivalry").unwrap();
    command.args(arguments);
    command
}

/// The statement without what differs from run to run.
fn statement(bytes: &[u8]) -> serde_json::Value {
    let mut statement: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    assert!(statement["seconds"].take().is_f64());
    statement
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_killed_run_is_taken_up_again_and_counts_every_board_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let expected = statement(&chivalry(&RUN).assert().success().get_output().stdout);
    assert_eq!(expected["boards"], 225_347);
    assert_eq!(expected["verdict"], "proven");
    for wait in [200, 900, 1300] {
        let mut command = Process::new(assert_cmd::cargo::cargo_bin("chivalry"));
        command.args(RUN).arg("--checkpoint").arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(wait));
        // Fails where it has ended already, which is as good.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let last = chivalry(&RUN).arg("--checkpoint").arg(&path).assert().success();
    assert_eq!(statement(&last.get_output().stdout), expected);
    // And once more, with nothing left to do.
    let again = chivalry(&RUN).arg("--checkpoint").arg(&path).assert().success();
    let again = again.stderr(predicate::str::contains("100 % done"));
    assert_eq!(statement(&again.get_output().stdout), expected);
}

#[test]
fn checkpoints_of_other_runs_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let run = ["verify", "--exhaustive", "--engine", "idastar", "--shard", "5/20000", "--checkpoint"];
    let with = |more: &[&str]| chivalry(&run).arg(&path).args(more).assert();
    with(&[]).success().stdout(predicate::str::contains("proven: each answers"));
    assert_eq!(entries(folder.path()), 1);
    for (option, value, parameter) in [
        ("--max-moves", "14", "max_moves 15, expected 14"),
        ("--boards", "within", "boards \"all\", expected \"within\""),
        ("--goal", "1*111/01111/00111/00001/00000", "goal \"11111/01111/00*11/00001/00000\", expected"),
        ("--engine", "astar", "engines"),
        ("--heuristic", "matching", "engines"),
        ("--nodes", "9", "engines"),
        ("--commit", "x", "commit"),
    ] {
        let refused = with(&[option, value]).code(2).stdout("");
        refused.stderr(
            predicate::str::contains("a checkpoint of another run, with ").and(predicate::str::contains(parameter)),
        );
    }
    let good = fs::read_to_string(&path).unwrap();
    let digit = good.rfind("\"right\": ").unwrap() + 9;
    let mut flipped = good.clone();
    flipped.replace_range(digit..=digit, if &good[digit..=digit] == "9" { "8" } else { "9" });
    for (text, message) in [
        (flipped.as_str(), "found a damaged checkpoint"),
        (&good[..good.len() / 2], "found no checkpoint"),
        ("", "found no checkpoint"),
        ("{}", "found no checkpoint"),
        ("my only copy", "found no checkpoint"),
    ] {
        fs::write(&path, text).unwrap();
        with(&[]).code(2).stdout("").stderr(predicate::str::contains(message));
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "a file that is refused is left alone");
    }
    fs::write(&path, &good).unwrap();
    with(&[]).success();
    chivalry(&run).arg(folder.path()).assert().code(2).stderr(predicate::str::contains("found a folder"));
    let nowhere = folder.path().join("nowhere").join("file");
    chivalry(&run).arg(nowhere).assert().code(2).stderr(predicate::str::contains("expected a writable folder"));
    assert_eq!(entries(folder.path()), 1);
}

#[test]
fn the_statement_says_what_was_proven() {
    let run = ["verify", "--exhaustive", "--engine", "bibfs-single,table", "--boards", "within", "--max-moves", "5"];
    chivalry(&run).args(["--commit", "abc"]).assert().success().stdout(
        predicate::str::contains("boards      577, every board within 5 moves\n")
            .and(predicate::str::contains(", commit abc\n"))
            .and(predicate::str::contains("bibfs-single               577            0              0         0\n"))
            .and(predicate::str::contains("table                      577            0              0         0\n")),
    );
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
        &["--checkpoint", "file"],
        &["--lower-bounds", "--exhaustive"],
    ] {
        chivalry(&["verify"]).args(arguments).assert().code(2).stdout("");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_keeps_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let run = ["verify", "--exhaustive", "--engine", "idastar", "--checkpoint"];
    let mut command = Process::new(assert_cmd::cargo::cargo_bin("chivalry"));
    let child = command.args(run).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The handler stands before the first chunk is counted.
    let begun = || fs::read_to_string(&path).is_ok_and(|text| !text.contains("\"boards\": 0,"));
    for _ in 0..600 {
        if begun() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let signalled = Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signalled.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on from there"));
    assert_eq!(entries(folder.path()), 1);
}

#[test]
fn lower_bounds_are_proven() {
    chivalry(&["verify", "--lower-bounds", "--heuristic", "misplaced"]).assert().success().stdout(
        predicate::str::contains("proven: misplaced is admissible and consistent, and its steps are right\n")
            .and(predicate::str::contains("67603900 boards, 129799488 moves")),
    );
}
