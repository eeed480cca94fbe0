//! Programs judged, as a user runs `chivalry judge`.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A program that is right, or wrong in a way that an argument names.
static PROGRAM: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/programs/knights.rs");
    let program = folder.path().join("knights");
    let mut rustc = Process::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-O", "-o"]).arg(&program).arg(source);
    assert!(rustc.status().unwrap().success());
    (folder, program)
});

fn program() -> String {
    PROGRAM.1.to_str().unwrap().into()
}

/// A board at distance 8.
const EIGHT: &str = "1110101111001010*00100100";

struct Judged {
    code: i32,
    text: String,
    /// What `--json` wrote; null where there is none.
    document: Value,
}

impl Judged {
    fn verdict(&self) -> &str {
        self.document["verdict"].as_str().unwrap_or("none")
    }

    fn counterexample(&self) -> &Value {
        &self.document["counterexample"]
    }

    /// How many boards the counterexample has.
    fn cases(&self) -> u64 {
        self.counterexample()["fault"]["boards"].as_u64().unwrap()
    }

    /// A number of each distance, added up.
    fn sum(&self, of: &str) -> u64 {
        let levels = self.document["coverage"]["distances"].as_array().unwrap();
        levels.iter().map(|level| level[of].as_u64().unwrap()).sum()
    }
}

/// Judges with options that keep it short.
fn judge(options: &[&str], command: &[&str]) -> Judged {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("judged.json");
    let mut chivalry = Command::cargo_bin("chivalry").unwrap();
    chivalry.arg("judge").args(options).arg("--json").arg(&json);
    if !options.contains(&"--budget") {
        chivalry.args(["--budget", "1200ms"]);
    }
    chivalry.arg("--").args(command);
    let output = chivalry.timeout(Duration::from_mins(6)).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let document = fs::read(&json).map(|bytes| serde_json::from_slice(&bytes).unwrap()).unwrap_or_default();
    let code = output.status.code().unwrap_or(-1);
    assert!(output.stderr.is_empty() || code == 2, "{}", String::from_utf8_lossy(&output.stderr));
    Judged { code, text, document }
}

/// Each mode with its options, its verdict, and what is said of it.
fn each(modes: &[(&str, &[&str], &str, &str)]) {
    let program = program();
    for (mode, options, verdict, says) in modes {
        let judged = judge(options, &[&program, mode]);
        assert_eq!(judged.verdict(), *verdict, "{mode}: {}", judged.text);
        assert_eq!(judged.code, i32::from(*verdict != "AC"), "{mode}");
        assert!(judged.text.contains(says), "{mode}: {}", judged.text);
        assert!(!judged.text.contains('\u{1b}') && judged.text.len() < 20_000, "{mode}: {}", judged.text);
    }
}

/// A bound alone: what is looked for is found long before, on a busy machine later.
const MANY: &[&str] = &["--time-limit", "5s", "--cases-per-run", "0", "--budget", "4m"];
const QUICK: &[&str] = &["--time-limit", "300ms"];
const LONG: &[&str] = &["--budget", "16s"];

#[test]
fn right_programs_are_accepted() {
    each(&[
        ("right", &[], "AC", "right on "),
        ("spaces", &[], "AC", "right on "),
        ("no-newline", &[], "AC", "right on "),
        ("crlf", &[], "AC", "right on "),
    ]);
}

#[test]
fn wrong_answers_are_told() {
    each(&[
        ("off-by-one", LONG, "WA", "given: -1"),
        ("leftover", &[], "WA", "2 boards"),
        ("wrong-at-14", MANY, "WA", "14 moves"),
        ("black-alone", &[], "WA", "1 move: "),
        ("random", &[], "WA", "not deterministic"),
        ("hostile", &[], "WA", "\\u{1b}"),
        ("never-reads", &[], "WA", "with `-1`, where `7` is right"),
        ("wrong-from-eleventh", MANY, "WA", "board 11 of"),
    ]);
}

#[test]
fn what_is_wrong_alone_is_wrong() {
    for (distance, class) in [("7", "samples alone"), ("1", "alone")] {
        let judged = judge(&["--budget", "3s"], &[&program(), "wrong-alone", "bzoj", distance]);
        assert_eq!((judged.verdict(), judged.code), ("WA", 1), "{distance}: {}", judged.text);
        assert_eq!(judged.document["fault"]["class"], class, "{}", judged.text);
        let counterexample = judged.counterexample();
        assert!(judged.cases() == 1 && counterexample["confirmed"] == true, "{}", judged.text);
        assert_eq!(judged.counterexample()["distance"].to_string(), distance);
        // There is no time for every board before one at distance 7.
        let statement = counterexample["statement"].as_str().unwrap();
        assert_eq!(counterexample["smallest"], distance != "7", "{statement}");
        assert_eq!(counterexample["smallest"], statement.starts_with("the smallest"), "{statement}");
    }
}

#[test]
fn wrong_forms_are_told() {
    each(&[
        ("other-style", &[], "PE", "style uva, not bzoj"),
        ("prompt", &[], "PE", "How many boards?"),
        ("reads-only-first", &[], "PE", "1 answer"),
        ("silent", &[], "PE", "printed nothing"),
        ("endless", &[], "PE", "printed more than 64."),
        ("megabytes", &[], "PE", "printed more than"),
    ]);
}

#[test]
fn each_phase_tells_its_own_form() {
    let judged = judge(&["--budget", "3s"], &[&program(), "prompt-for-two"]);
    assert_eq!(judged.verdict(), "PE", "{}", judged.text);
    let phases = &judged.document["phases"];
    let forms = [&phases[0], &phases[7]].map(|phase| (phase["wrong_form"] == true, phase["state"].as_str().unwrap()));
    assert_eq!(forms, [(true, "done"), (false, "done")], "{}", judged.text);
    let judged = judge(&[], &[&program(), "prompt"]);
    let phases = judged.document["phases"].as_array().unwrap().iter().filter(|phase| phase["runs"] != 0);
    assert!(phases.clone().count() > 4 && phases.clone().all(|phase| phase["wrong_form"] == true), "{}", judged.text);
    assert!(!judged.text.contains("runs  right,"), "{}", judged.text);
}

#[test]
fn crashes_and_limits_are_told() {
    each(&[
        ("loop", QUICK, "TLE", "still running"),
        ("sleep", QUICK, "TLE", "still running"),
        ("memory", &[], "MLE", "128 MiB"),
        ("crash-on-fifth", &[], "RE", "SIGABRT"),
        ("exit-1", &[], "RE", "exit status 1, after right answers"),
        ("strict", &[], "RE", "only in the input form `blank lines between cases`"),
    ]);
}

#[test]
fn nothing_outlives_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    for (mode, verdict) in [("lingers", "RE"), ("escapes", "RE"), ("lingers-and-loops", "TLE")] {
        let pids = folder.path().join(mode);
        let mut chivalry = Command::cargo_bin("chivalry").unwrap();
        chivalry.args(["judge", "--time-limit", "300ms", "--", &program(), mode]).env("LINGERING", &pids);
        let output = chivalry.timeout(Duration::from_mins(1)).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("\n{verdict}  ")), "{mode}: {text}");
        let pids = fs::read_to_string(pids).unwrap();
        assert!(!pids.is_empty());
        for pid in pids.lines() {
            assert!(!is_running(pid), "{mode}: {pid}");
        }
    }
    // Written for a shell: what a program may do to its judge.
    let judged = judge(QUICK, &["sh", "-c", "yes $$"]);
    assert_eq!((judged.verdict(), &judged.document["deterministic"]), ("PE", &Value::Null), "{}", judged.text);
    for (script, options, verdict, code, says) in [
        ("exec >&-; sleep 60", QUICK, "TLE", 1, "its output closed"),
        ("trap '' TERM; while :; do sleep 1; done", QUICK, "TLE", 1, "by the clock"),
        ("yes >&2", QUICK, "TLE", 1, "it says: y"),
        ("for i in $(seq 100); do sleep 60 & done; wait", &[], "RE", 1, "more than 64 processes"),
        ("kill -SEGV $$", &[], "RE", 1, "SIGSEGV"),
        ("kill -XCPU $$", &[], "RE", 1, "SIGXCPU"),
        ("kill -KILL $PPID; sleep 60", &[], "FAIL", 70, "ended from outside"),
        ("kill -STOP $PPID; sleep 60", QUICK, "FAIL", 70, "was held"),
    ] {
        let judged = judge(options, &["sh", "-c", script]);
        assert_eq!((judged.verdict(), judged.code), (verdict, code), "{script}: {}", judged.text);
        assert!(judged.text.contains(says), "{script}: {}", judged.text);
    }
}

/// Children that their parent ignores are counted as they are seen.
#[test]
#[cfg(target_os = "linux")]
fn children_that_nobody_waits_for_are_counted() {
    // On a busy machine they get a part of the time in which they burn.
    let judged = judge(&["--time-limit", "100ms"], &["env", "--ignore-signal=CHLD", &program(), "burns-in-children"]);
    assert_eq!(judged.verdict(), "TLE", "{}", judged.text);
}

fn is_running(pid: &str) -> bool {
    Process::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success()
}

#[test]
fn what_cannot_be_started_is_no_fault_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (command, says) in [
        ("no-such-command-anywhere".into(), "no such command"),
        (String::new(), "no such command"),
        (file("no-run-bit", "#!/bin/sh\n", 0o644), "not executable"),
        (file("no-interpreter", "#!/no/such/interpreter\n", 0o755), "not the interpreter"),
        (file("no-program", "just text\n", 0o755), "names its interpreter"),
        (folder.path().to_str().unwrap().to_owned(), "a folder"),
    ] {
        let judged = judge(&[], &[&command]);
        assert_eq!((judged.verdict(), judged.code), ("FAIL", 70), "{command}: {}", judged.text);
        assert!(judged.text.contains(says), "{command}: {}", judged.text);
    }
}

#[test]
fn the_smallest_counterexample_is_found_kept_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let options = ["--keep", kept.to_str().unwrap(), "--cases-per-run", "100", "--budget", "20s"];
    let judged = judge(&options, &[&program(), "wrong-on-one", "bzoj", EIGHT]);
    assert_eq!(judged.verdict(), "WA");
    let counterexample = judged.counterexample();
    assert_eq!(counterexample["board"].as_str().unwrap().replace('/', ""), EIGHT);
    let said = ["distance", "expected", "given"].map(|name| counterexample[name].clone());
    assert_eq!(said, [Value::from(8), "8".into(), "10".into()]);
    assert!(judged.cases() == 1 && counterexample["confirmed"] == true, "{}", judged.text);
    // Each board before it was right, but only in company.
    let statement = counterexample["statement"].as_str().unwrap();
    assert!(counterexample["smallest"] == false && statement.contains("the others in runs of up to 100"));
    let [path, moves] = ["path", "moves"].map(|name| counterexample[name].as_array().unwrap());
    assert_eq!((path.len(), moves.len()), (9, 8));
    assert_eq!(path[8], "11111/01111/00*11/00001/00000");
    let read = |name: &str| fs::read_to_string(kept.join(name)).unwrap();
    let input = counterexample["input"].as_str().unwrap();
    assert_eq!(read("input.txt"), input);
    assert_eq!((read("expected.txt").as_str(), read("given.txt").as_str()), ("8\n", "10\n"));
    assert!(judged.text.contains(input));
    // The very first board at distance 1 of the twelve that look solved.
    let judged = judge(&[], &[&program(), "black-alone"]);
    assert_eq!(judged.counterexample()["board"], "11111/*1111/00011/00001/00000");
    assert_eq!(judged.counterexample()["smallest"], true);
    let judged = judge(&[], &[&program(), "leftover"]);
    assert_eq!((judged.cases(), &judged.counterexample()["smallest"]), (2, &true.into()));
    assert_eq!(judged.sum("chosen"), 2);
    let judged = judge(&[], &[&program(), "crash-on-repeated"]);
    assert_eq!((judged.cases(), &judged.counterexample()["smallest"]), (2, &true.into()));
    assert_eq!(judged.counterexample()["distance"], 18);
    // Another fault alone than in company.
    let judged = judge(&[], &["sh", "-c", "read n; test $n -gt 1 && kill -SEGV $$; exit 7"]);
    assert_eq!((judged.cases(), &judged.counterexample()["confirmed"]), (2, &true.into()), "{}", judged.text);
    let judged = judge(&[], &[&program(), "crash-on-fifth"]);
    assert_eq!(judged.cases(), 5);
    assert_eq!(judged.document["fault"]["end"]["signalled"], 6);
}

#[test]
fn engines_are_accepted_in_each_style() {
    let chivalry = assert_cmd::cargo::cargo_bin("chivalry");
    let chivalry = chivalry.to_str().unwrap();
    for engine in chivalry::engines::Registry::bundled().engines() {
        for style in ["bzoj", "uva"] {
            // One that builds a table for each run needs more for the samples.
            let budget = if engine.name == "table" { "8s" } else { "2s" };
            let options = ["--style", style, "--budget", budget, "--time-limit", "30s"];
            let judged = judge(&options, &[chivalry, "solve", "--style", style, "--engine", &engine.name]);
            assert_eq!((judged.verdict(), judged.code), ("AC", 0), "{} {style}: {}", engine.name, judged.text);
        }
    }
    let judged = judge(&["--style", "kattis"], &[&program(), "right", "uva"]);
    assert_eq!(judged.verdict(), "AC", "{}", judged.text);
}

#[test]
fn the_document_holds_what_is_said() {
    let judged = judge(&["--seed", "7", "--max-moves", "15", "--cases-per-run", "5", "--budget", "5s"], &[&program()]);
    let Value::Object(document) = &judged.document else { panic!("{}", judged.text) };
    assert_eq!((&document["schema"], &document["version"]), (&"chivalry-judge".into(), &"2.0".into()));
    let config = &document["config"];
    assert_eq!((&config["cases_per_run"], &config["seed"], &config["style"]), (&5.into(), &7.into(), &"bzoj".into()));
    assert_eq!(config["limits"]["time_ns"], 1_000_000_000);
    assert_eq!(config["limits"]["wall_ns"], 2_000_000_000);
    assert_eq!(document["deterministic"], true);
    assert!(judged.text.contains(document["coverage"]["statement"].as_str().unwrap()));
    assert_eq!(judged.sum("boards"), 67_603_900);
    assert!((1..=23).contains(&judged.sum("alone")));
    let phases = document["phases"].as_array().unwrap();
    let names: Vec<_> = phases.iter().map(|phase| phase["name"].as_str().unwrap()).collect();
    let expected =
        ["samples", "alone", "nearest first", "traps", "around the limit", "random", "costliest", "input forms"];
    assert_eq!(names, expected);
    assert_eq!(document["coverage"]["distances"][1]["in_order"], 8);
    assert!(document["coverage"]["peak_bytes"].as_u64().unwrap() < 100 << 20);
}

#[test]
fn bad_usage_and_no_time_are_told_apart() {
    for options in [
        &["--time-limit", "0s"][..],
        &["--time-limit", "1"],
        &["--memory-limit", "0MiB"],
        &["--cases-per-run", "-1"],
        &["--max-moves", "256"],
        &["--style", "spoj"],
        &["--json", "no/such/folder/file"],
        &["--keep", "/proc/no/such"],
        &["--keep", "no-such-place", "--json", "no-such-place"],
        #[cfg(target_os = "linux")]
        &["--memory-limit", "1MiB"],
    ] {
        let mut chivalry = Command::cargo_bin("chivalry").unwrap();
        let assert = chivalry.arg("judge").args(options).args(["--", "true"]).assert().code(2);
        assert!(!assert.get_output().stderr.is_empty(), "{options:?}");
    }
    Command::cargo_bin("chivalry").unwrap().arg("judge").assert().code(2);
    Command::cargo_bin("chivalry").unwrap().args(["judge", "--"]).assert().code(2);
    let judged = judge(&["--budget", "0s"], &["true"]);
    assert_eq!((judged.verdict(), judged.code), ("none", 3), "{}", judged.text);
    // The samples were begun, and not done.
    let program = program();
    let slowly = ["sh", "-c", "sleep 0.3; exec \"$0\"", &program];
    let judged = judge(&["--budget", "500ms", "--cases-per-run", "1"], &slowly);
    assert_eq!((judged.verdict(), judged.code), ("none", 3), "{}", judged.text);
    let phases = judged.document["phases"].as_array().unwrap();
    assert_eq!((phases.len(), &phases[0]["state"]), (1, &"cut".into()));
}

#[test]
fn what_one_place_does_not_take_the_other_gets() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, json) = (folder.path().join("kept"), folder.path().join("judged.json"));
    let mut chivalry = Command::cargo_bin("chivalry").unwrap();
    // The program itself takes the place of a file to keep.
    chivalry.arg("judge").arg("--keep").arg(&kept).arg("--json").arg(&json).args(["--", "sh", "-c"]);
    chivalry.arg("mkdir -p \"$0/input.txt\"; exit 7").arg(&kept).assert().code(70);
    let document: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(document["verdict"], "RE");
}

/// Judges until a signal comes after some time.
fn interrupted(command: &[&str], after: Duration) -> String {
    let mut chivalry = Process::new(assert_cmd::cargo::cargo_bin("chivalry"));
    chivalry.args(["judge", "--"]).args(command).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = chivalry.spawn().unwrap();
    thread::sleep(after);
    assert!(Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{text}");
    text
}

#[test]
fn ctrl_c_gives_the_statement_so_far() {
    let text = interrupted(&[&program()], Duration::from_secs(4));
    assert!(text.contains("interrupted; no fault was found before") && text.contains("right on "), "{text}");
    let text = interrupted(&[&program(), "prompt"], Duration::from_secs(4));
    assert!(text.contains("\nPE  ") && text.contains("interrupted after that"), "{text}");
    // While a smaller counterexample is looked for.
    let text = interrupted(&["sh", "-c", "sleep 1.5; exit 7"], Duration::from_secs(4));
    assert!(text.contains("\nRE  ") && text.contains("\ninput:\n2\n10110\n"), "{text}");
    // Where the launcher does not answer.
    let text = interrupted(&["sh", "-c", "kill -STOP $PPID; sleep 60"], Duration::from_secs(3));
    assert!(text.contains("interrupted; no fault was found before"), "{text}");
}
