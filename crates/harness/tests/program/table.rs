//! The table's commands, and the table as an engine.

use crate::support::{chivalry, fixture, output};
use predicates::prelude::*;

#[test]
fn the_antipodes_are_the_fixture() {
    let antipodes = output(&["table", "antipodes"]);
    assert_eq!(antipodes, fixture("corpora/antipodes.txt"));
    let far = &antipodes.lines().nth(2).unwrap()[..29];
    let back = output(&["table", "antipodes", "--goal", far]);
    assert!(back.starts_with(&format!("# The boards farthest from the goal {far}: ")));
    assert!(back.contains(&format!("\n# From: chivalry table antipodes --goal '{far}'\n")));
}

#[test]
fn the_depths_are_the_fixture() {
    let stats = output(&["table", "stats"]);
    let depths = fixture("depths.txt");
    let depths: Vec<_> = depths.lines().filter(|line| !line.starts_with('#')).collect();
    let lines: Vec<_> = stats.lines().collect();
    assert_eq!(lines[..40], depths);
    assert_eq!(lines[40..], ["total 67603900", "farthest 39", "mean 23.498828", "even 35154028", "odd 32449872"]);
    let json: serde_json::Value = serde_json::from_str(&output(&["table", "stats", "--json"])).unwrap();
    assert_eq!(json["distances"][39], serde_json::json!({"distance": 39, "boards": 62}));
    assert_eq!((&json["total"], &json["farthest"]), (&67_603_900.into(), &39.into()));
}

#[test]
fn distances_know_no_limit() {
    let far = "corpora/antipodes.txt";
    assert_eq!(output(&["table", "distance", far]), "39\n".repeat(62));
    let bundled = "corpora/bundled.txt";
    let text = fixture(bundled);
    let boards = text.lines().filter(|line| !line.starts_with('#'));
    let stated: Vec<_> = boards.map(|line| line[30..].to_owned()).collect();
    assert_eq!(output(&["table", "distance", bundled]).lines().collect::<Vec<_>>(), stated);
    let sample = fixture("samples/sample.uva.in");
    let read = chivalry(&["table", "distance", "--json"]).write_stdin(sample).assert().success();
    let line = String::from_utf8(read.get_output().stdout.clone()).unwrap();
    assert!(line.starts_with(r#"{"file":"<stdin>","line":2,"board":""#), "{line}");
    let partly = chivalry(&["table", "distance", "nowhere", far]).assert().code(2).stdout("39\n".repeat(62));
    partly.stderr("nowhere: found no such file, expected a file\n");
}

#[test]
fn solve_chooses_the_table_for_many_boards_and_without_limit() {
    let goal = "11111/01111/00*11/00001/00000\n";
    let far = "0*000/10100/11100/01110/11011\n";
    for (boards, arguments, engine) in [
        (far.to_owned(), &[][..], "idastar"),
        (far.to_owned(), &["--max-moves", "none"], "table"),
        (far.to_owned(), &["--max-moves", "none", "--nodes", "10"], "bibfs-balanced"),
        (goal.repeat(30_001), &[], "table"),
        (goal.repeat(301), &["--max-moves", "20"], "table"),
    ] {
        let mut command = chivalry(&["solve", "--json"]);
        let solved = command.args(arguments).write_stdin(boards).assert();
        let stdout = String::from_utf8(solved.get_output().stdout.clone()).unwrap();
        assert!(!stdout.is_empty());
        assert!(stdout.lines().all(|line| line.contains(&format!(r#""engine":"{engine}""#))), "{engine}");
        let given_up = arguments.contains(&"--nodes");
        solved.stderr(predicate::str::contains("given up").count(usize::from(given_up)));
    }
}

#[test]
fn the_table_answers_as_the_searches_do() {
    let bundled = "corpora/bundled.txt";
    for style in ["bzoj", "fzu", "uva"] {
        let with = |engine| output(&["solve", "--style", style, "--engine", engine, bundled]);
        assert_eq!(with("table"), with("idastar"));
    }
    let paths = output(&["solve", "--engine", "table", "--max-moves", "none", "--path", bundled]);
    let lengths: Vec<_> = paths.lines().map(|line| (line.split(' ').count() - 1).to_string()).collect();
    assert_eq!(output(&["table", "distance", bundled]).lines().collect::<Vec<_>>(), lengths);
    chivalry(&["verify", "--engine", "table", "--max-moves", "none", bundled]).assert().success();
}
