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
        (&["compare", old], "found 1 records"),
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
