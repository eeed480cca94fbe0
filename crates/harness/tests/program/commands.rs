//! Every command as a user runs it.

use crate::support::{SEVEN, chivalry, fixtures, json};
use predicates::prelude::*;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::process::{Command as Process, Stdio};

fn engines() -> Vec<String> {
    let list = &json(&["engines", "--json"], "")[0];
    list.as_array().unwrap().iter().map(|engine| engine["name"].as_str().unwrap().into()).collect()
}

#[test]
fn solve_answers_the_samples_in_every_style() {
    for (names, file) in [(&["bzoj", "luogu", "acwing"][..], "bzoj"), (&["fzu"], "fzu"), (&["uva", "kattis"], "uva")] {
        let input = format!("samples/sample.{file}.in");
        let answers = fs::read_to_string(fixtures().join(format!("samples/sample.{file}.out"))).unwrap();
        for style in names {
            chivalry(&["solve", "--style", style, &input]).assert().success().stdout(answers.clone()).stderr("");
            let text = fs::read(fixtures().join(&input)).unwrap();
            chivalry(&["solve", "--style", style]).write_stdin(text.clone()).assert().success().stdout(answers.clone());
            for engine in engines() {
                let arguments = ["solve", "--style", style, "--engine", &engine, "-"];
                chivalry(&arguments).write_stdin(text.clone()).assert().success().stdout(answers.clone());
            }
        }
    }
}

#[test]
fn solve_heeds_its_options() {
    let seven = |options: &[&str]| {
        let mut command = chivalry(&["solve"]);
        command.args(options).write_stdin(SEVEN);
        command.assert()
    };
    seven(&[]).success().stdout("7\n");
    seven(&["--max-moves", "6"]).success().stdout("-1\n");
    seven(&["--max-moves", "6", "--style", "uva"]).success().stdout("Unsolvable in less than 7 move(s).\n");
    seven(&["--max-moves", "255", "--style", "uva"]).success().stdout("Solvable in 7 move(s).\n");
    seven(&["--max-moves", "0", "--style", "uva"]).success().stdout("Unsolvable in less than 1 move(s).\n");
    seven(&["--max-moves", "none", "--style", "fzu"]).success().stdout("7\n");
    seven(&["--goal", SEVEN, "--path"]).success().stdout("0\n");
    seven(&["--nodes", "3"]).code(3).stdout("?\n").stderr(predicate::str::contains("budget"));
    seven(&["--stored", "3", "--engine", "bibfs-balanced"]).code(3).stdout("?\n");
    seven(&["--time-limit", "0s"]).code(3).stdout("?\n");
    seven(&["--time-limit", "1h"]).success().stdout("7\n");
}

#[test]
fn solve_prints_paths_that_lead_to_the_goal() {
    for engine in engines() {
        let output = chivalry(&["solve", "--path", "--engine", &engine]).write_stdin(SEVEN).output().unwrap();
        let line = String::from_utf8(output.stdout).unwrap();
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("7"));
        let mut board: chivalry_board::Board = SEVEN.parse().unwrap();
        for step in words {
            board = board.play(step.parse().unwrap()).unwrap();
        }
        assert_eq!(board, chivalry_board::Board::GOAL);
    }
}

#[test]
fn solve_writes_json_lines() {
    let answers = json(&["solve", "--json", "samples/sample.bzoj.in"], "");
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["board"], SEVEN);
    assert_eq!(answers[0]["outcome"], "solved");
    assert_eq!(answers[0]["moves"], 7);
    assert_eq!(answers[0]["path"].as_array().unwrap().len(), 7);
    assert_eq!(answers[0]["line"], 2);
    assert_eq!(answers[1]["outcome"], "none-within");
    assert_eq!(answers[1]["max_moves"], 15);
    assert_eq!(answers[1]["moves"], Value::Null);
    let given_up = json(&["solve", "--json", "--nodes", "1"], SEVEN);
    assert_eq!(given_up[0]["outcome"], "out-of-budget");
    assert_eq!(given_up[0]["spent"], "nodes");
}

#[test]
fn solve_is_right_on_every_bundled_board() {
    let corpus = fs::read_to_string(fixtures().join("corpora/bundled.txt")).unwrap();
    let expected: String = corpus
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').nth(1).unwrap().parse::<u8>().unwrap())
        .map(|distance| if distance <= 15 { format!("{distance}\n") } else { "-1\n".into() })
        .collect();
    for engine in engines() {
        chivalry(&["solve", "--engine", &engine, "corpora/bundled.txt"]).assert().success().stdout(expected.clone());
    }
}

/// A reader that stops early, as `head` does, is no fault.
#[test]
fn a_broken_pipe_ends_quietly() {
    let board = format!("{:#}\n", chivalry_board::Board::GOAL);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.in");
    fs::write(&path, format!("200000\n{}", board.repeat(200_000))).unwrap();
    let many = path.to_str().unwrap();
    for arguments in [&["solve", many][..], &["solve", "--json", many], &["man"], &["completions", "bash"], &["verify"]]
    {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!(message, "", "{arguments:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .args(["solve", "samples/sample.bzoj.in"])
        .current_dir(fixtures())
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(70));
    assert!(String::from_utf8(output.stderr).unwrap().contains("No space left"));
}

#[test]
fn verify_agrees_on_the_fixtures() {
    for corpus in ["corpora/bundled.txt", "corpora/traps.txt", "samples/sample.bzoj.in", "samples/sample.uva.in"] {
        chivalry(&["verify", corpus]).assert().success().stdout(predicate::str::contains("no disagreement")).stderr("");
    }
    let result = &json(&["verify", "--json"], "")[0];
    assert_eq!(result["verdict"], "agreed");
    assert_eq!((&result["boards"], &result["stated"]), (&389.into(), &389.into()));
    for tally in result["engines"].as_array().unwrap() {
        assert_eq!((&tally["right"], &tally["none_within"]), (&149.into(), &240.into()));
    }
    let far = ["verify", "--engine", "bibfs-balanced", "--max-moves", "none", "corpora/traps.txt"];
    chivalry(&far).assert().success();
}

#[test]
fn verify_takes_random_boards_alike_at_every_number_of_threads() {
    let run = |threads| {
        chivalry(&["verify", "--json", "--random", "500", "--seed", "9", "--threads", threads]).output().unwrap().stdout
    };
    let one = run("1");
    assert_eq!(one, run("3"));
    let result: Value = serde_json::from_slice(&one).unwrap();
    assert_eq!((&result["boards"], &result["verdict"]), (&500.into(), &"agreed".into()));
    let other = json(&["verify", "--json", "--random", "500", "--seed", "8"], "");
    assert_ne!(other[0]["engines"], result["engines"]);
}

#[test]
fn verify_reports_a_wrong_distance() {
    let corpus = format!("{SEVEN} 9\n");
    let message = format!("wrong: {SEVEN}  the corpus states 9 moves, the engines found 7  (<stdin>:1)\n");
    chivalry(&["verify", "-"]).write_stdin(corpus).assert().code(1).stdout(predicate::str::starts_with(message));
    // One engine alone is not believed against the corpus, unless its path is shorter.
    let corpus = format!("{SEVEN} 5\n");
    let message = format!("wrong: {SEVEN}  idastar: expected 5 moves, got 7  (<stdin>:1)\n");
    let mut command = chivalry(&["verify", "--engine", "idastar", "-"]);
    command.write_stdin(corpus).assert().code(1).stdout(predicate::str::starts_with(message));
}

#[test]
fn verify_is_never_green_without_reason() {
    chivalry(&["verify", "-"]).write_stdin("# no board\n").assert().code(4).stderr(predicate::str::contains("nothing"));
    chivalry(&["verify", "-"]).write_stdin("").assert().code(4);
    chivalry(&["verify", "--nodes", "10"]).assert().code(3).stderr(predicate::str::contains("inconclusive"));
    // Stated distances are those to the usual goal.
    chivalry(&["verify", "--goal", SEVEN, "corpora/traps.txt"]).assert().success();
}

#[test]
fn help_and_the_rest_are_written() {
    for command in ["solve", "verify", "bench", "generate", "table", "engines", "completions", "man"] {
        chivalry(&[command, "--help"]).assert().success().stdout(predicate::str::contains("Usage: chivalry "));
        chivalry(&["man", command]).assert().success().stdout(predicate::str::contains(".SH OPTIONS"));
        chivalry(&["--help"]).assert().success().stdout(predicate::str::contains(format!("  {command}")));
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        chivalry(&["completions", shell]).assert().success().stdout(predicate::str::contains("chivalry"));
    }
    chivalry(&["--version"]).assert().success().stdout(predicate::str::starts_with("chivalry "));
    chivalry(&["engines"]).assert().success().stdout(predicate::str::contains("bibfs-alternating  "));
}

/// Options that cannot have their effect are refused, not ignored.
#[test]
fn what_would_be_ignored_is_refused() {
    let sample = "samples/sample.bzoj.in";
    let cases: &[&[&str]] = &[
        &["solve", "--heuristic", "matching,perfect", sample],
        &["solve", "--engine", "bibfs-single", "--heuristic", "matching", sample],
        &["verify", "--lower-bounds", "--shard", "1/4"],
        &["verify", "--lower-bounds", "--dir", "missing"],
        &["verify", "--lower-bounds", "--max-moves", "3"],
        &["verify", "--exhaustive", "corpora/traps.txt"],
        &["verify", "--threads", "3000", "corpora/traps.txt"],
        &["bench", "--json", "missing/file", "corpora/traps.txt"],
        &["bench", "--json", "corpora", "corpora/traps.txt"],
        &["bench", "--csv", "missing/file", "corpora/traps.txt"],
        &["bench", "--markdown", "corpora", "corpora/traps.txt"],
        &["bench", "--json", "-", "--csv", "-", "corpora/traps.txt"],
        &["generate", "--output", "corpora"],
    ];
    for arguments in cases {
        chivalry(arguments).assert().code(2).stdout("").stderr(predicate::str::is_empty().not());
    }
}

#[test]
fn solve_says_by_which_bound() {
    let sample = "samples/sample.bzoj.in";
    for (arguments, name) in [
        (&["--heuristic", "matching"][..], "idastar+matching"),
        (&["--engine", "astar", "--heuristic", "perfect"], "astar+perfect"),
        (&["--heuristic", "misplaced"], "idastar"),
        (&["--heuristic", "matching", "--max-moves", "none"], "astar+matching"),
    ] {
        let arguments = [&["solve", "--json", sample], arguments].concat();
        assert_eq!(json(&arguments, "")[0]["engine"], name, "{arguments:?}");
    }
}

#[test]
fn no_board_is_no_success() {
    chivalry(&["solve"]).write_stdin("# only a comment\n").assert().code(4).stdout("");
}

#[test]
fn every_command_has_a_manual_page() {
    for (command, name) in [
        (&["man"][..], "chivalry"),
        (&["man", "solve"], "chivalry-solve"),
        (&["man", "table", "stats"], "chivalry-table-stats"),
    ] {
        chivalry(command).assert().success().stdout(predicate::str::contains(format!(".TH {name} 1")));
    }
    for command in [&["man", "nothing"][..], &["man", "table", "solve"]] {
        chivalry(command).assert().code(2).stderr(predicate::str::contains("found no command"));
    }
}
