//! `chivalry generate` as a user runs it.

use crate::support::{SEVEN, chivalry, fixture};
use assert_cmd::Command;
use chivalry::engines::Registry;
use chivalry_board::Board;
use chivalry_engine::{Budget, Problem};
use chivalry_table::Table;
use predicates::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

fn generate(arguments: &[&str]) -> Command {
    chivalry(&[&["generate"], arguments].concat())
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(generate(arguments).assert().success().get_output().stdout.clone()).unwrap()
}

/// The boards of a corpus with the distances that it states.
fn lines(corpus: &str) -> Vec<(Board, u8)> {
    let lines = corpus.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.split(' ');
            (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap())
        })
        .collect()
}

fn cost(line: &str) -> u64 {
    line.split_once(" # ").unwrap().1.strip_suffix(" expanded").unwrap().parse().unwrap()
}

/// Each distance once with as many boards as there are, up to ten; all different; all as the table says.
#[test]
fn a_corpus_has_every_distance_and_no_board_twice() {
    let corpus = text(&["--random", "500", "--depths", "0..39"]);
    let lines = lines(&corpus);
    assert_eq!(lines.len(), 1 + 8 + 38 * 10 + 500);
    assert_eq!(lines.iter().map(|(board, _)| board).collect::<BTreeSet<_>>().len(), lines.len());
    let (by_depth, random) = lines.split_at(389);
    assert!(by_depth.is_sorted_by_key(|(_, distance)| *distance));
    for depth in 0..=39 {
        let expected = [1, 8].get(usize::from(depth)).copied().unwrap_or(10);
        assert_eq!(by_depth.iter().filter(|(_, distance)| *distance == depth).count(), expected, "{depth}");
    }
    assert!(random.iter().any(|(_, distance)| *distance > 20));
    let table = Table::build(Board::GOAL);
    assert!(lines.iter().all(|(board, distance)| table.distance(*board) == *distance));
}

#[test]
fn the_same_seed_gives_the_same_bytes_at_every_number_of_threads() {
    for arguments in [
        &["--random", "300"][..],
        &["--depths", "0..8,39", "--per-depth", "3", "--random", "20"],
        &["--depths", "3,14..15", "--per-depth", "5", "--hardest", "astar", "--candidates", "60"],
        &["--depths", "25", "--per-depth", "5", "--hardest", "idastar", "--candidates", "40", "--nodes", "5000"],
    ] {
        let run = |more: &[&str]| text(&[arguments, more].concat());
        let one = run(&["--threads", "1", "--seed", "7"]);
        assert_eq!(run(&["--threads", "2", "--seed", "7"]), one);
        assert_eq!(run(&["--threads", "5", "--seed", "7"]), one);
        assert_ne!(lines(&run(&["--seed", "8"])), lines(&one));
    }
}

/// As it was when this was written: what the promise is about is other machines and other times.
#[test]
fn the_bytes_are_those_of_all_machines() {
    let hardest = ["--hardest", "idastar", "--candidates", "20", "--nodes", "1000"];
    let corpus =
        text(&[&["--depths", "0,6..7,39", "--per-depth", "2", "--random", "2", "--seed", "5"], &hardest[..]].concat());
    assert_eq!(corpus, fixture("corpora/generated.txt"));
}

/// The command in the head is the command that makes it.
#[test]
fn a_corpus_says_how_it_was_made() {
    for arguments in [
        &["--depths", "0..3"][..],
        &["--random", "5"],
        &["--depths", "4,2..3", "--per-depth", "5", "--random", "9", "--seed", "3"],
        &["--depths", "12", "--per-depth", "4", "--hardest", "astar", "--heuristic", "matching", "--max-moves", "13"],
        &["--depths", "9", "--goal", SEVEN, "--hardest", "idastar", "--candidates", "20", "--nodes", "99"],
    ] {
        let corpus = text(arguments);
        let command = corpus.lines().find_map(|line| line.strip_prefix("# From: chivalry generate ")).unwrap();
        let words: Vec<_> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
        assert_eq!(text(&words), corpus);
    }
}

#[test]
fn a_corpus_can_be_used() {
    let corpus = text(&["--per-depth", "2", "--depths", "3..12", "--hardest", "idastar", "--candidates", "20"]);
    let output =
        chivalry(&["verify", "-", "--json"]).write_stdin(corpus).assert().success().get_output().stdout.clone();
    let result: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&result["boards"], &result["stated"]), (&20.into(), &20.into()));
}

/// Against a plain search through all boards of the distance; and of those that were drawn where there are more.
#[test]
fn the_hardest_are_the_hardest() {
    let engine = Registry::bundled().find("bibfs-balanced").unwrap();
    let costs = |boards: &[Board]| {
        let cost = |&board: &Board| engine.make().solve(&Problem::new(board), &Budget::UNLIMITED).1.expanded;
        let mut costs: Vec<u64> = boards.iter().map(cost).collect();
        costs.sort_unstable_by_key(|&cost| std::cmp::Reverse(cost));
        costs
    };
    let found = |corpus: &str| corpus.lines().filter(|line| !line.starts_with('#')).map(cost).collect::<Vec<_>>();
    let table = Table::build(Board::GOAL);
    let hardest = ["--depths", "6", "--hardest", "bibfs-balanced", "--candidates", "5000"];
    let all = text(&[&hardest[..], &["--per-depth", "4"]].concat());
    assert_eq!(found(&all), costs(&table.boards_at(6))[..4]);
    assert!(found(&all)[3] > found(&text(&["--depths", "6", "--hardest", "bibfs-balanced", "--candidates", "10"]))[9]);
    // As many boards as candidates: all that were drawn, which are those of the same seed without --hardest.
    let drawn = text(&["--depths", "9", "--per-depth", "50", "--seed", "4"]);
    let hardest =
        ["--depths", "9", "--hardest", "bibfs-balanced", "--candidates", "50", "--per-depth", "6", "--seed", "4"];
    let drawn: Vec<Board> = lines(&drawn).into_iter().map(|(board, _)| board).collect();
    assert_eq!(found(&text(&hardest)), costs(&drawn)[..6]);
}

#[test]
fn all_boards_there_are_and_a_note() {
    let note =
        "chivalry: distance 0 has 1 board, 10 were asked for\nchivalry: distance 1 has 8 boards, 10 were asked for\n";
    generate(&["--depths", "0..2"]).assert().success().stderr(note);
    generate(&["--depths", "2..4"]).assert().success().stderr("");
    let far = generate(&["--depths", "39", "--per-depth", "100"]).assert().success();
    let far = far.stderr("chivalry: distance 39 has 62 boards, 100 were asked for\n");
    let mut found: Vec<_> =
        lines(&String::from_utf8_lossy(&far.get_output().stdout)).into_iter().map(|(board, _)| board).collect();
    found.sort_unstable();
    let mut all = Table::build(Board::GOAL).farthest();
    all.sort_unstable();
    assert_eq!(found, all);
    let given_up = generate(&["--depths", "9", "--hardest", "astar", "--nodes", "9"]).assert().success();
    given_up.stderr(predicate::str::contains("distance 9: 10 of 10 were given up"));
}

#[test]
fn distances_are_those_to_the_goal_asked_for() {
    let corpus = text(&["--goal", SEVEN, "--depths", "0,7..8", "--per-depth", "20"]);
    let table = Table::build(SEVEN.parse().unwrap());
    let lines = lines(&corpus);
    assert_eq!((lines.len(), lines[0].0.to_string().as_str()), (41, SEVEN));
    assert!(lines.iter().all(|(board, distance)| table.distance(*board) == *distance));
    assert!(corpus.starts_with(&format!("# Boards with their exact distances to the goal {SEVEN}.\n")));
}

#[test]
fn it_writes_a_file_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.txt");
    let name = path.to_str().unwrap();
    generate(&["--depths", "5", "--output", name]).assert().success().stdout("");
    let corpus = text(&["--depths", "5"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), corpus);
    assert_eq!(text(&["--depths", "5", "--output", "-"]), corpus);
    generate(&["--depths", "5..40", "--output", name]).assert().code(2);
    assert_eq!(fs::read_to_string(&path).unwrap(), corpus);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing/file");
    for (arguments, message) in [
        (&["--depths", "40"][..], "no board is 40 moves from the goal; the farthest are 39 moves away"),
        (&["--depths", "0..255"], "the farthest are 39"),
        (&["--depths", "256"], "expected a distance"),
        (&["--depths", "5..3"], "5 is above 3"),
        (&["--depths", "3,"], "expected a distance"),
        (&["--depths", "-1"], "unexpected argument"),
        (&["--depths", "three"], "expected a distance"),
        (&["--per-depth", "0"], "1.."),
        (&["--per-depth", "4294967296"], "4294967296"),
        (&["--random", "0"], "1.."),
        (&["--random", "10000001"], "10000000"),
        (&["--random", "5", "--per-depth", "3"], "found --per-depth with random boards alone, expected --depths"),
        (&["--random", "5", "--hardest", "astar"], "found --hardest with random boards alone"),
        (&["--hardest", "dijkstra"], "invalid value 'dijkstra'"),
        (&["--hardest", "bibfs-single", "--heuristic", "matching"], "bibfs-single is not guided"),
        (&["--hardest", "astar", "--heuristic", "matching,perfect"], "several lower bounds"),
        (&["--heuristic", "matching"], "expected --hardest with it"),
        (&["--candidates", "5"], "--hardest"),
        (&["--nodes", "5"], "--hardest"),
        (&["--max-moves", "5"], "--hardest"),
        (&["--hardest", "astar", "--per-depth", "10", "--candidates", "9"], "found 9 candidates for the 10 hardest"),
        (&["--goal", "11111/01111"], "--goal"),
        (&["--seed", "-1"], "unexpected argument"),
        (&["--threads", "0"], "1.."),
        (&["--output", missing.to_str().unwrap()], "no such folder"),
        (&["--output", folder.path().to_str().unwrap()], "found a folder"),
    ] {
        generate(arguments).assert().code(2).stdout("").stderr(predicate::str::contains(message));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Millions of boards that nobody reads are not made.
#[test]
fn a_reader_that_goes_ends_it_quietly() {
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .args(["generate", "--per-depth", "4000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    assert!(line.starts_with("# Boards"));
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    // It ended long before the distances that have most boards.
    assert!(!String::from_utf8_lossy(&output.stderr).contains("distance 24"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.txt");
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .args(["generate", "--depths", "30", "--hardest", "bibfs-single", "--candidates", "100000", "--output"])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file is made beside its place once the work has begun.
    while fs::read_dir(folder.path()).unwrap().count() == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it began to write");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
