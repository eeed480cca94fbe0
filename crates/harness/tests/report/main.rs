//! The report as a person sees it: the pages of many kinds of records in a real browser, and the command as it is used.

mod records;

use assert_cmd::Command;
use chivalry::run::wire::Record;
use predicates::prelude::*;
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
    let table = chivalry::engines::tables::shared(chivalry_board::Board::GOAL);
    let boards = chivalry_corpus::Random::new(7).boards(3000).into_iter().map(|board| (board, table.distance(board)));
    let mut record = records::record(&["idastar", "table", "astar"], &boards.collect::<Vec<_>>(), 15, 5, 1);
    records::blame(&mut record, 2, 2001);
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
        let installed = process::Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(sources())
            .output();
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
    let size =
        page(&folder, "bundled", &[write(&folder, "bundled", &records::record(&ALL, &records::bundled(), 15, 30, 1))]);
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
    let runs: Vec<_> =
        ["run-a", "run-b", "run-c"].iter().zip(&runs).map(|(name, run)| write(&folder, name, run)).collect();
    page(&folder, "runs", &runs);

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

/// Nothing that a record or a program says is ever an element of the page, whichever browser reads it.
#[test]
fn no_text_becomes_markup() {
    let folder = folder("report-markup");
    page(&folder, "hostile", &[write(&folder, "hostile", &records::hostile())]);
    let html = fs::read_to_string(folder.join("hostile.html")).unwrap();
    for (tag, count) in
        [("<script", 2), ("</script", 2), ("<style", 1), ("</style", 1), ("<title>", 1), ("<main", 1), ("<!--", 0)]
    {
        assert_eq!(html.matches(tag).count(), count, "{tag}");
    }
    for tag in ["<img", "<iframe", "<link", "<b>4", "onerror=window.hacked=2>", "\u{202e}", "\u{1b}", "\0", "https://"]
    {
        assert!(!html.contains(tag), "{tag:?}");
    }
    assert!(html.contains("&#60;script&#62;window.hacked=1") || html.contains("&lt;script&gt;window.hacked=1"));
    // The one address is the name of SVG in the script.
    assert_eq!(html.matches("http:").count(), 1);
    // Nothing is loaded, and no script runs but the page's own.
    let policy =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src &#39;sha256-";
    assert!(html.contains(policy) && !html.contains("unsafe-inline"));
}

#[test]
fn the_same_records_give_the_same_page() {
    let folder = folder("report-same");
    let records = [write(&folder, "record", &records::mishaps())];
    page(&folder, "first", &records);
    page(&folder, "second", &records);
    assert!(fs::read(folder.join("first.html")).unwrap() == fs::read(folder.join("second.html")).unwrap());
    // A page on standard output is the page; a record may come from standard input.
    let first = fs::read_to_string(folder.join("first.html")).unwrap();
    let record = fs::read(&records[0]).unwrap();
    chivalry().args(["report", "-", "--html", "-"]).write_stdin(record).assert().code(0).stdout(first).stderr("");
}

#[test]
fn the_text_is_the_one_of_the_run_itself() {
    let folder = folder("report-text");
    let at = |name: &str| folder.join(name);
    let corpus = at("corpus.txt");
    fs::write(&corpus, "10110/01*11/10111/01001/00000 7\n11111/01111/00*11/00001/00000 0\n").unwrap();
    let mut bench = chivalry();
    bench.arg("bench").arg(&corpus).args([
        "--rounds",
        "2",
        "--time",
        "1s",
        "--engine",
        "idastar,bibfs-single",
        "--json",
    ]);
    let bench = bench.arg(at("run.json")).arg("--html").arg(at("bench.html")).assert().code(0);
    let text = bench.get_output().stdout.clone();
    chivalry().arg("report").arg(at("run.json")).assert().code(0).stdout(text);
    // The page of `bench` is that of its record.
    page(&folder, "report", &[at("run.json")]);
    assert!(fs::read(at("bench.html")).unwrap() == fs::read(at("report.html")).unwrap());
    let both = chivalry().arg("report").args([at("run.json"), at("run.json")]).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&both.get_output().stdout).matches("run.json:\n").count(), 2);
}

#[test]
fn csv_and_markdown_are_of_the_same_record() {
    let folder = folder("report-forms");
    let record = records::mishaps();
    let path = write(&folder, "record", &record);
    let csv = folder.join("out.csv");
    let run =
        chivalry().arg("report").arg(&path).args(["--markdown", "-", "--csv"]).arg(&csv).assert().code(0).stderr("");
    let mut expected = Vec::new();
    chivalry::view::markdown::write(&record, &mut expected).unwrap();
    assert_eq!(run.get_output().stdout, expected);
    let samples: usize = record
        .cells
        .iter()
        .flat_map(|cell| [&cell.warm, &cell.cold])
        .flatten()
        .map(|times| times.samples_ns.len())
        .sum();
    let untimed = record.cells.iter().filter(|cell| cell.warm.is_none() && cell.cold.is_none()).count();
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + samples + untimed);
    assert!(String::from_utf8(expected).unwrap().contains("expected 7 moves, got 9"));
}

#[test]
fn what_is_no_record_gives_no_page() {
    let folder = folder("report-bad");
    let html = folder.join("out.html");
    let good = write(&folder, "good", &single());
    let refuse = |text: &str, message: &str| {
        let path = folder.join("bad.json");
        fs::write(&path, text).unwrap();
        let message = format!("{}{message}", path.display());
        let run = chivalry().arg("report").args([&good, &path]).arg("--html").arg(&html).assert();
        run.code(2)
            .stdout("")
            .stderr(predicate::str::starts_with(message.as_str()).and(predicate::str::contains("panic").not()));
        assert!(!html.exists());
    };
    refuse("", ":1:0: found the end of the file");
    refuse("[1,", ":1:3: found the end of the file");
    refuse("{}", ": found JSON without a schema");
    refuse("\u{0}\u{1b}", ":1:1: found no JSON");
    refuse(r#"{"schema":"chivalry-bench","version":"3.0"}"#, ": found version `3.0`, expected version 2");
    refuse(r#"{"schema":"chivalry-judge"}"#, ": found the schema `chivalry-judge`, expected `chivalry-bench`");
    let whole = fs::read_to_string(&good).unwrap();
    refuse(&whole[..whole.len() / 2], ":1:");
    refuse(&whole.replace("\"schema\"", "\"schemas\""), ": found JSON without a schema");
}

#[test]
fn bad_usage_is_refused_before_the_work() {
    let folder = folder("report-usage");
    let record = write(&folder, "record", &single());
    let report = || {
        let mut command = chivalry();
        command.arg("report");
        command
    };
    let page = folder.join("page");
    let twice = report().arg(&record).arg("--html").arg(&page).arg("--csv").arg(&page).assert().code(2).stdout("");
    twice.stderr(predicate::str::contains("the same file"));
    assert!(!page.exists());
    let before = std::fs::read(&record).unwrap();
    let same = report().arg(&record).arg("--csv").arg(&record).assert().code(2).stdout("");
    same.stderr(predicate::str::contains("a file that is read"));
    assert_eq!(std::fs::read(&record).unwrap(), before);
    report().args(["--html", "x.html"]).assert().code(2);
    report()
        .arg(folder.join("nowhere.json"))
        .args(["--html", "-"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("found no such file"));
    report().arg(&folder).args(["--html", "-"]).assert().code(2).stdout("");
    report()
        .arg(&record)
        .arg("--html")
        .arg(folder.join("no/such.html"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no such folder"));
    report()
        .arg(&record)
        .arg("--html")
        .arg(&folder)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("found a folder"));
    report()
        .arg(&record)
        .args(["--html", "-", "--csv", "-"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("more than one"));
    report()
        .args(["-", "-", "--html", "-"])
        .write_stdin("")
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains("once at most"));
    for form in ["--csv", "--markdown"] {
        let two = report().args([&record, &record]).args([form, "-"]).assert().code(2).stdout("");
        two.stderr(predicate::str::contains("found 2 records, expected one"));
    }
}

/// Numbers that no run gives, but a file may have.
#[test]
fn strange_numbers_give_a_page_all_the_same() {
    let folder = folder("report-strange");
    let mut record = records::record(&ALL[..2], &records::bundled()[..60], 15, 3, 1);
    for (index, solve) in record.solves.iter_mut().enumerate() {
        solve.expanded = u64::MAX - index as u64;
        solve.time_ns = Some(if index % 2 == 0 { 1e-300 } else { 1e300 });
    }
    for cell in &mut record.cells {
        cell.peak_heap = Some(u64::MAX);
    }
    record.began = u64::MAX;
    record.machine.cores = 0;
    record.boards[5].distance = None;
    page(&folder, "strange", &[write(&folder, "strange", &record)]);
    let html = fs::read_to_string(folder.join("strange.html")).unwrap();
    assert!(!html.contains("NaN") && !html.contains("\"inf") && !html.contains("Minf"));
    // No engine, no board, nothing timed.
    let mut nothing = single();
    nothing.engines.clear();
    nothing.solves.clear();
    nothing.cells.clear();
    nothing.growth.clear();
    nothing.totals.engines.clear();
    nothing.self_check = None;
    page(&folder, "nothing", &[write(&folder, "nothing", &nothing)]);
    assert!(fs::read_to_string(folder.join("nothing.html")).unwrap().contains("Nothing was measured."));
    nothing.boards.clear();
    nothing.strata.clear();
    nothing.totals.strata.clear();
    page(&folder, "less", &[write(&folder, "less", &nothing)]);
}
