//! The report as a person sees it: the pages of many kinds of records in a real browser, and the command as it is used.

mod records;

use assert_cmd::Command;
use chivalry::wire::bench::Record;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

const ALL: [&str; 6] = ["idastar", "astar", "bibfs-single", "bibfs-balanced", "bibfs-alternating", "table"];

fn chivalry() -> Command {
    Command::cargo_bin("chivalry").unwrap()
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report")
}

/// A folder for pages that stays after the test, to be looked at.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, record: &impl serde::Serialize) -> PathBuf {
    let path = folder.join(name).with_extension("json");
    fs::write(&path, serde_json::to_string(record).unwrap()).unwrap();
    path
}

/// Writes records and the page that the command makes of them; gives its size.
fn page(folder: &Path, name: &str, records: &[PathBuf]) -> usize {
    let html = folder.join(name).with_extension("html");
    chivalry().arg("report").args(records).arg("--html").arg(&html).assert().code(0).stdout("").stderr("");
    fs::read(&html).unwrap().len()
}

fn single() -> Record {
    records::record(&ALL[..2], &records::bundled()[100..101], 15, 1, 1)
}

/// Two engines, ten distances, 2,500 samples a cell and each of two models.
fn samples() -> Record {
    records::record(&["idastar", "table"], &records::bundled()[..99], 15, 2500, 1)
}

/// More boards than a page has, one of them answered wrong.
fn many() -> Record {
    let table = chivalry::tables::shared(chivalry_board::Board::GOAL);
    let boards = chivalry::random::Random::new(7).boards(3000).into_iter().map(|board| (board, table.distance(board)));
    let mut record = records::record(&["idastar", "table"], &boards.collect::<Vec<_>>(), 15, 5, 1);
    record.solves[2001].outcome = "wrong".into();
    record.solves[2001].moves = None;
    record
}

/// What the tests in the browser need, or why it cannot be had.
fn browser() -> Result<PathBuf, String> {
    let runs = |program: &str| {
        let silent = process::Command::new(program).arg("--version").stdin(process::Stdio::null()).output();
        silent.is_ok_and(|output| output.status.success())
    };
    let browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let found = browsers.into_iter().find(|browser| runs(browser)).ok_or("there is no Chromium")?;
    let path = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join(found))
        .find(|path| path.is_file())
        .ok_or("there is no Chromium")?;
    if !runs("node") {
        return Err("there is no Node.js".into());
    }
    if !sources().join("node_modules/axe-core").is_dir() {
        let installed = process::Command::new("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(sources()).output();
        match installed {
            Ok(output) if output.status.success() => {}
            Ok(output) => return Err(format!("`npm ci` failed: {}", String::from_utf8_lossy(&output.stderr))),
            Err(error) => return Err(format!("`npm ci` failed: {error}")),
        }
    }
    Ok(path)
}

#[test]
fn pages_are_right_in_a_browser() {
    let browser = match browser() {
        Ok(browser) => browser,
        Err(reason) => {
            // What the test harness does not capture: a skipped test is to be seen.
            let mut stderr = io::stderr();
            let _ = writeln!(stderr, "\n*** SKIPPED: the report was not looked at in a browser: {reason} ***\n");
            assert!(std::env::var_os("CI").is_none(), "the report must be looked at where CI runs: {reason}");
            return;
        }
    };
    let folder = folder("report");
    let size = page(&folder, "bundled", &[write(&folder, "bundled", &records::record(&ALL, &records::bundled(), 15, 30, 1))]);
    assert!(size < 1_000_000, "{size} bytes");
    let records = [
        ("mishaps", records::mishaps()),
        ("single", single()),
        ("samples", samples()),
        ("many", many()),
        ("hostile", records::hostile()),
    ];
    for (name, record) in records {
        let size = page(&folder, name, &[write(&folder, name, &record)]);
        assert!(size < 2_500_000, "{name}: {size} bytes");
    }
    // The second run lacks an engine; the third is of another machine.
    let some = &records::bundled()[..159];
    let mut third = records::record(&ALL[..4], some, 15, 20, 3);
    third.machine.cpu = "Another Processor".into();
    third.program.commit = "f".repeat(40);
    let runs = [records::record(&ALL[..4], some, 15, 20, 1), records::record(&ALL[1..4], some, 15, 20, 2), third];
    let runs: Vec<_> = ["run-a", "run-b", "run-c"].iter().zip(&runs).map(|(name, run)| write(&folder, name, run)).collect();
    page(&folder, "runs", &runs);
    page(&folder, "judged", &[write(&folder, "judged", &records::judgement(false))]);
    page(&folder, "accepted", &[write(&folder, "accepted", &records::judgement(true))]);

    let depths = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/depths.txt");
    let output = process::Command::new("node")
        .arg(sources().join("browser.mjs"))
        .args([&folder, &browser, &depths])
        .arg(records::HOSTILE)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with("13 checks passed\n"), "{said}");
}
