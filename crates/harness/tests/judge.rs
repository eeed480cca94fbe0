//! Programs judged, as a user runs `chivalry judge`.
#![cfg(unix)]

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use chivalry::wire::judge::Judgement;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A program that is right, or wrong in a way that an argument names.
static PROGRAM: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/knights.rs");
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
const EIGHT: &str = "1111*101100001110000010010";

struct Judged {
    code: i32,
    text: String,
    document: Judgement,
}

impl Judged {
    fn verdict(&self) -> &str {
        self.document.verdict.as_deref().unwrap_or("none")
    }
}

/// Judges with options that keep it short.
fn judge(options: &[&str], command: &[&str]) -> Judged {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("judged.json");
    let mut chivalry = Command::cargo_bin("chivalry").unwrap();
    chivalry.args(["judge", "--budget", "2s"]).args(options).arg("--json").arg(&json).arg("--").args(command);
    let output = chivalry.timeout(Duration::from_mins(2)).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let document = fs::read(&json).map(|bytes| serde_json::from_slice(&bytes).unwrap()).unwrap_or_default();
    let code = output.status.code().unwrap_or(-1);
    assert!(output.stderr.is_empty() || code == 2, "{}", String::from_utf8_lossy(&output.stderr));
    Judged { code, text, document }
}

#[test]
fn each_program_has_its_verdict() {
    let program = program();
    let quick = ["--time-limit", "300ms"];
    let slow = ["--time-limit", "5s", "--cases-per-run", "0"];
    for (mode, options, verdict, says) in [
        ("right", &[][..], "AC", "right on all"),
        ("spaces", &[], "AC", ""),
        ("no-newline", &[], "AC", ""),
        ("crlf", &[], "AC", ""),
        ("off-by-one", &slow, "WA", "given: -1"),
        ("leftover", &[], "WA", "2 boards"),
        ("wrong-at-14", &slow, "WA", "14 moves"),
        ("black-alone", &[], "WA", "1 move: "),
        ("random", &[], "WA", "not deterministic"),
        ("hostile", &[], "WA", "\\u{1b}"),
        ("never-reads", &[], "WA", "with `-1`, where `7` is right"),
        ("other-style", &[], "PE", "style uva, not bzoj"),
        ("prompt", &[], "PE", "How many boards?"),
        ("reads-only-first", &[], "PE", "1 answer"),
        ("silent", &[], "PE", "printed nothing"),
        ("endless", &[], "PE", "printed more than"),
        ("megabytes", &[], "PE", "printed more than"),
        ("loop", &quick, "TLE", "of processor time"),
        ("sleep", &quick, "TLE", "by the clock"),
        ("memory", &[], "MLE", "128 MiB"),
        ("crash-on-fifth", &[], "RE", "SIGABRT"),
        ("exit-1", &[], "RE", "exit status 1, after right answers"),
        ("strict", &[], "RE", "only in the input form `blank lines between cases`"),
        ("lingers", &[], "RE", "left 1 process running"),
        ("escapes", &[], "RE", "left 1 process running"),
    ] {
        let judged = judge(options, &[&program, mode]);
        assert_eq!(judged.verdict(), verdict, "{mode}: {}", judged.text);
        assert_eq!(judged.code, i32::from(verdict != "AC"), "{mode}");
        assert!(judged.text.contains(says), "{mode}: {}", judged.text);
        assert!(!judged.text.contains('\u{1b}') && judged.text.len() < 20_000, "{mode}: {}", judged.text);
    }
}
