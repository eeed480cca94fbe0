//! `chivalry compare` as a user runs it.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn chivalry(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chivalry").unwrap();
    command.args(arguments).timeout(Duration::from_mins(3));
    command
}

fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/records/bench-2.0.json")
}

/// The kept record, changed, in a file of its own.
fn changed(folder: &Path, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_slice(&fs::read(record()).unwrap()).unwrap();
    change(&mut value);
    let path = folder.join("changed.json");
    fs::write(&path, value.to_string()).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_counter_that_grows_fails_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let old = record();
    let old = old.to_str().unwrap();
    let new = changed(folder.path(), |record| {
        // The last, as boards may come twice and the first counts.
        let solves = record["solves"].as_array_mut().unwrap();
        let solve = solves.last_mut().unwrap();
        solve["expanded"] = (solve["expanded"].as_u64().unwrap() + 1).into();
    });
    let worse = predicate::str::contains("! larger").and(predicate::str::contains("verdict: ! larger"));
    chivalry(&["compare", old, &new]).assert().code(1).stdout(worse);
    // The other way round it is better, and reads otherwise; times of a few samples may be unclear.
    let better = predicate::str::contains("+ smaller").and(predicate::str::contains("! ").not());
    chivalry(&["compare", &new, old]).assert().code(predicate::in_iter([0, 3])).stdout(better);
    let json = chivalry(&["compare", "--json", old, &new]).assert().code(1).get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&json["schema"], &json["verdict"]), (&"chivalry-compare".into(), &"larger".into()));
}

#[test]
fn nothing_in_common_is_not_green() {
    let folder = tempfile::tempdir().unwrap();
    let old = record();
    let new = changed(folder.path(), |record| record["plan"]["goal"] = "00000/1000*/01011/11100/11111".into());
    let assert = chivalry(&["compare", old.to_str().unwrap(), &new]).assert();
    assert.code(4).stdout(predicate::str::contains("goal")).stderr(predicate::str::contains("nothing was compared"));
}

#[test]
fn bad_records_and_builds_are_refused() {
    let old = record();
    let old = old.to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("chatter");
    fs::write(&script, "#!/bin/sh\nprintf 'hello \\033[31mthere\\n'\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let script = script.to_str().unwrap();
    for (arguments, message) in [
        (&["compare"][..], "found 0 records"),
        (&["compare", old], "found 1 record,"),
        (&["compare", "-", "-"], "found `-` twice"),
        (&["compare", old, old, "--goal", "00000/1000*/01011/11100/11111"], "--against only"),
        (&["compare", old, old, "--threshold", "5%%"], "per cent"),
        (&["compare", old, "nowhere.json"], "nowhere.json"),
        (&["compare", old, old, "--threshold", "0"], "per cent above 0"),
        (&["compare", old, old, "--max-moves", "3"], "--against"),
        (&["compare", "--against", "/nowhere/chivalry"], "an error while starting it"),
        (&["compare", "--against", "/bin/true"], "the end of its output"),
        (&["compare", "--against", script], "hello"),
        (&["compare", "--against", script, "--time-limit", "1s"], "expected --nodes"),
    ] {
        let assert = chivalry(arguments).assert().code(2).stdout("");
        assert.stderr(predicate::str::contains(message).and(predicate::str::contains("\u{1b}").not()));
    }
}

/// Two builds that are one: counters are the same, whatever the times. Times decide nothing here.
#[test]
fn a_build_has_its_own_counters() {
    let this = assert_cmd::cargo::cargo_bin("chivalry");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpora/traps.txt");
    let output = chivalry(&["compare", "--json", "--time", "1ms", "--engine", "idastar,astar", "--threshold", "1000"])
        .arg("--against")
        .arg(this)
        .arg(corpus)
        .assert()
        .code(predicate::in_iter([0, 3]))
        .get_output()
        .stdout
        .clone();
    let json: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(
        (&json["answers"], &json["counters"], &json["rounds"]),
        (&Value::Array(vec![]), &Value::Array(vec![]), &1.into())
    );
    let times = json["times"].as_array().unwrap();
    assert!(!times.is_empty() && times.iter().all(|row| row["ratio"].as_f64().unwrap() > 0.0), "{times:?}");
}

/// A build that says of every sample that its engine is wrong, and else what a real one says.
#[cfg(unix)]
fn liar(folder: &Path) -> String {
    use std::os::unix::fs::PermissionsExt;
    let this = assert_cmd::cargo::cargo_bin("chivalry");
    let script = format!(
        r#"#!/usr/bin/env bash
coproc build {{ '{}' measure-server; }}
read -r line <&"${{build[0]}}"; printf '%s\n' "$line"
while read -r request; do
    case $request in
        *'"sample"'*) echo '{{"withheld":{{"wrong":true,"words":"idastar is wrong in a sample"}}}}' ;;
        *) printf '%s\n' "$request" >&"${{build[1]}}"; read -r line <&"${{build[0]}}"; printf '%s\n' "$line" ;;
    esac
done
"#,
        this.display()
    );
    let path = folder.join("liar");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

/// The old build is wrong while it is timed: that is told once, and not the new one's fault; and as there are no times, nothing is the same.
#[cfg(unix)]
#[test]
fn what_is_said_instead_of_a_sample_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let liar = liar(folder.path());
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpora/traps.txt");
    let corpus = corpus.to_str().unwrap();
    let arguments = ["compare", "--json", "--against", &liar, "--engine", "idastar", corpus];
    let output = chivalry(&arguments).assert().code(3).get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&json["verdict"], &json["times"]), (&"unclear".into(), &Value::Array(vec![])));
    let [answer] = json["answers"].as_array().unwrap().as_slice() else { panic!("{json}") };
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("in the old build: idastar is wrong in a sample"), "{message}");
}

/// Boards that every engine gives up have no times: that is not green.
#[test]
fn a_comparison_without_times_is_unclear() {
    let this = assert_cmd::cargo::cargo_bin("chivalry");
    let this = this.to_str().unwrap();
    let arguments =
        ["compare", "--against", this, "--engine", "idastar", "--nodes", "1", "--time", "1s", "--random", "3"];
    let assert = chivalry(&arguments).assert().code(3);
    assert.stdout(predicate::str::contains("no times were compared").and(predicate::str::contains("; no times)")));
}

/// Who asks may be killed in the midst of it: what it started ends, whatever it is at.
#[test]
fn a_build_ends_with_its_input() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut build = Command::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .arg("measure-server")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = build.stdin.take().unwrap();
    // No budget, no limit: this takes days.
    let plan = serde_json::json!({ "answers": {
        "goal": "11111/01111/00*11/00001/00000", "stored": null, "engines": ["idastar"],
        "strata": [{ "name": "deep", "distance": null, "max_moves": null, "nodes": null,
                     "boards": [["00000/1000*/01011/11100/11111", 39]] }],
    }});
    writeln!(input, "{plan}").unwrap();
    std::thread::sleep(Duration::from_secs(1));
    assert!(build.try_wait().unwrap().is_none(), "it is at work");
    drop(input);
    for _ in 0..200 {
        if build.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    build.kill().unwrap();
    panic!("it goes on without anyone who asks");
}

/// `scripts/check-gate` builds a slower engine by a patch, which must fit the source as it is.
#[test]
fn the_patch_that_slows_an_engine_fits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new("git").args(["apply", "--check", "scripts/slowed-engine.patch"]).current_dir(root).assert().success();
}
