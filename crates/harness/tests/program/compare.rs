//! `chivalry compare` as a user runs it.

use crate::support::{chivalry, json, root};
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

/// A short run.
static RECORD: LazyLock<Value> = LazyLock::new(|| {
    let arguments = ["bench", "--rounds", "3", "--time", "1s", "--engine", "idastar,table", "--json", "-"];
    json(&[&arguments[..], &["corpora/traps.txt"]].concat(), "").remove(0)
});

/// A run in a file.
fn file(folder: &Path, name: &str, run: &Value) -> String {
    let path = folder.join(name);
    fs::write(&path, run.to_string()).unwrap();
    path.to_string_lossy().into_owned()
}

/// The short run as it is, and changed, in files.
fn records(folder: &Path, change: impl FnOnce(&mut Value)) -> [String; 2] {
    let mut changed = RECORD.clone();
    change(&mut changed);
    [file(folder, "old.json", &RECORD), file(folder, "new.json", &changed)]
}

/// This build.
fn this() -> PathBuf {
    assert_cmd::cargo::cargo_bin("chivalry")
}

/// A program in a file that can be run.
#[cfg(unix)]
fn script(folder: &Path, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("script");
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_counter_that_grows_fails_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = records(folder.path(), |run| {
        let solve = &mut run["strata"][0]["boards"][0]["solves"][0];
        solve["stats"]["expanded"] = (solve["stats"]["expanded"].as_u64().unwrap() + 1).into();
    });
    let worse = predicate::str::contains("! larger").and(predicate::str::contains("verdict: ! larger"));
    chivalry(&["compare", &old, &new]).assert().code(1).stdout(worse);
    // The other way round it is better, and reads otherwise; times of a few samples may be unclear.
    let better = predicate::str::contains("+ smaller").and(predicate::str::contains("! ").not());
    chivalry(&["compare", &new, &old]).assert().code(predicate::in_iter([0, 3])).stdout(better);
    let json = &json(&["compare", "--json", &old, &new], "")[0];
    assert_eq!((&json["schema"], &json["verdict"]), (&"chivalry-compare".into(), &"larger".into()));
    assert_eq!(json["counters"][0]["counter"], "expanded");
    // Through a pipe as well.
    chivalry(&["compare", &old, "-"]).write_stdin(fs::read(new).unwrap()).assert().code(1);
}

#[test]
fn nothing_in_common_is_not_green() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = records(folder.path(), |run| run["plan"]["goal"] = "00000/1000*/01011/11100/11111".into());
    let assert = chivalry(&["compare", &old, &new]).assert().code(4);
    assert.stdout(predicate::str::contains("goal")).stderr(predicate::str::contains("nothing was compared"));
}

#[test]
fn bad_records_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = records(folder.path(), |run| run["version"] = 2.into());
    let cut = folder.path().join("cut.json");
    fs::write(&cut, &fs::read(&old).unwrap()[..100]).unwrap();
    let cut = cut.to_string_lossy();
    for (arguments, message) in [
        (&["compare"][..], "found 0 records"),
        (&["compare", &old], "found 1 record,"),
        (&["compare", "-", "-"], "found `-` more than once"),
        (&["compare", &old, &new], "new.json: found version `2`, expected version 3"),
        (&["compare", &old, &cut], "cut.json:1:100: found the end of the file"),
        (&["compare", &old, "nowhere.json"], "nowhere.json: found no such file"),
        (&["compare", &old, &old, "--threshold", "5%%"], "per cent"),
        (&["compare", &old, &old, "--threshold", "0"], "per cent above 0"),
        (&["compare", &old, &old, "--goal", "00000/1000*/01011/11100/11111"], "--against <EXECUTABLE>"),
        (&["compare", &old, &old, "--max-moves", "3"], "--against <EXECUTABLE>"),
        (&["compare", &old, &old, "--engine", "astar"], "--against <EXECUTABLE>"),
    ] {
        chivalry(arguments).assert().code(2).stdout("").stderr(predicate::str::contains(message));
    }
}

#[cfg(unix)]
#[test]
fn bad_builds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let chatter = script(folder.path(), "#!/bin/sh\nprintf 'hello \\033[31mthere\\n'\n");
    for (arguments, message) in [
        (&["compare", "--against", "/nowhere/chivalry"][..], "an error while starting it"),
        (&["compare", "--against", "/bin/true"], "the end of its output"),
        (&["compare", "--against", &chatter], "script: found `hello"),
        (&["compare", "--against", &chatter, "--time-limit", "1s"], "expected --nodes"),
    ] {
        let assert = chivalry(arguments).assert().code(2).stdout("");
        assert.stderr(predicate::str::contains(message).and(predicate::str::contains("\u{1b}").not()));
    }
}

/// Two builds that are one: counters are the same, whatever the times. Times decide nothing here.
#[test]
fn a_build_has_its_own_counters() {
    let output = chivalry(&["compare", "--json", "--time", "1ms", "--engine", "idastar,astar", "--threshold", "1000"])
        .arg("--against")
        .arg(this())
        .arg("corpora/traps.txt")
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
    assert!(!times.is_empty() && times.iter().all(|row| row["ratio"]["value"].as_f64().unwrap() > 0.0), "{times:?}");
}

/// A build that says of every sample that its engine is wrong, and else what a real one says.
#[cfg(unix)]
fn liar(folder: &Path) -> String {
    let text = format!(
        r#"#!/usr/bin/env bash
coproc build {{ '{}' measure-server; }}
read -r line <&"${{build[0]}}"; printf '%s\n' "$line"
while read -r request; do
    case $request in
        *'"sample"'*) echo '{{"wrong":{{"board":"10110/01*11/10111/01001/00000","message":"expected 7 moves, got 9"}}}}' ;;
        *) printf '%s\n' "$request" >&"${{build[1]}}"; read -r line <&"${{build[0]}}"; printf '%s\n' "$line" ;;
    esac
done
"#,
        this().display()
    );
    script(folder, &text)
}

/// The old build is wrong while it is timed: that is told once, and not the new one's fault; and as there are no times, nothing is the same.
#[cfg(unix)]
#[test]
fn what_is_said_instead_of_a_sample_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let liar = liar(folder.path());
    let arguments = ["compare", "--json", "--against", &liar, "--engine", "idastar", "corpora/traps.txt"];
    let output = chivalry(&arguments).assert().code(3).get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&json["verdict"], &json["times"]), (&"unclear".into(), &Value::Array(vec![])));
    let [answer] = json["answers"].as_array().unwrap().as_slice() else { panic!("{json}") };
    let message = answer["message"].as_str().unwrap();
    for words in ["idastar was wrong in the old build", "while it was timed: expected 7 moves, got 9"] {
        assert!(message.contains(words), "{message}");
    }
}

/// Boards that every engine gives up have no times: that is not green.
#[test]
fn a_comparison_without_times_is_unclear() {
    let this = this();
    let arguments = ["--engine", "idastar", "--nodes", "1", "--time", "1s", "--random", "3"];
    let assert = chivalry(&["compare", "--against", this.to_str().unwrap()]).args(arguments).assert().code(3);
    assert.stdout(predicate::str::contains("no times were compared").and(predicate::str::contains("; no times)")));
}

/// Of a comparison that is not finished nothing is said.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let slow = script(folder.path(), "#!/bin/sh\ntouch \"$0.started\"\nread -r nothing\n");
    let child = Command::new(this())
        .args(["compare", "--random", "1", "--against", &slow])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("script.started").exists() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(130), Vec::new()));
    let message = "chivalry: interrupted; of a comparison that is not finished nothing is said\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), message);
}

/// Who asks may be killed in the midst of it: what it started ends, whatever it is at.
#[test]
fn a_build_ends_with_its_input() {
    let mut build =
        Command::new(this()).arg("measure-server").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut input = build.stdin.take().unwrap();
    // No budget, no limit: this takes days.
    let mut plan = RECORD.clone();
    plan["engines"].as_array_mut().unwrap().truncate(1);
    plan["strata"] = serde_json::json!([{
        "name": "deep", "distance": null, "max_moves": null, "cells": [],
        "patience": { "nodes": null, "stored": null, "time_ns": null },
        "boards": [{ "board": "00000/1000*/01011/11100/11111", "distance": 39, "solves": [] }],
    }]);
    writeln!(input, "{}\n\"answers\"", serde_json::json!({ "ready": plan })).unwrap();
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
    let mut git = Command::new("git");
    let status = git.args(["apply", "--check", "scripts/slowed-engine.patch"]).current_dir(root()).status().unwrap();
    assert!(status.success());
}
