//! The report as a person sees it: the pages of many kinds of runs in a real browser, and the command as it is used.

mod records;

use super::support::chivalry;
use assert_cmd::Command;
use chivalry::run::Run;
use predicates::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

const ALL: [&str; 6] = ["idastar", "astar", "bibfs-single", "bibfs-balanced", "bibfs-alternating", "table"];

fn report() -> Command {
    chivalry(&["report"])
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/report")
}

/// A folder for pages that stays after the test, to be looked at.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, run: &Run) -> PathBuf {
    let path = folder.join(name).with_extension("json");
    fs::write(&path, serde_json::to_string(run).unwrap()).unwrap();
    path
}

/// The page that the command makes of these records, as a file; gives its size.
fn page(folder: &Path, name: &str, records: &[PathBuf]) -> usize {
    let html = folder.join(name).with_extension("html");
    report().args(records).arg("--html").arg(&html).assert().code(0).stdout("").stderr("");
    fs::read(&html).unwrap().len()
}

fn single() -> Run {
    records::run(&ALL[..2], &records::bundled()[100..101], 15, 1, 1)
}

/// Two engines, ten distances, 2,500 samples a cell and each of two models.
fn samples() -> Run {
    records::run(&["idastar", "table"], &records::bundled()[..99], 15, 2500, 1)
}

/// More boards than a page has, one of them answered wrong.
fn many() -> Run {
    let table = chivalry_table::Table::build(chivalry_board::Board::GOAL);
    let boards = chivalry_corpus::Random::new(7).boards(3000).into_iter().map(|board| (board, table.distance(board)));
    let mut run = records::run(&["idastar", "table", "astar"], &boards.collect::<Vec<_>>(), 15, 5, 1);
    records::blame(&mut run, 2, 2001);
    run
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
    let bundled = records::run(&ALL, &records::bundled(), 15, 30, 1);
    let size = page(&folder, "bundled", &[write(&folder, "bundled", &bundled)]);
    assert!(size < 1_000_000, "{size} bytes");
    let runs = [
        ("mishaps", records::mishaps()),
        ("single", single()),
        ("samples", samples()),
        ("many", many()),
        ("hostile", records::hostile()),
    ];
    for (name, run) in runs {
        let size = page(&folder, name, &[write(&folder, name, &run)]);
        assert!(size < 2_500_000, "{name}: {size} bytes");
    }
    // The second run lacks an engine; the third is of another machine.
    let some = &records::bundled()[..159];
    let mut third = records::run(&ALL[..4], some, 15, 20, 3);
    third.machine.cpu = "Another Processor".into();
    third.program.commit = "f".repeat(40);
    let runs = [records::run(&ALL[..4], some, 15, 20, 1), records::run(&ALL[1..4], some, 15, 20, 2), third];
    let runs: Vec<_> =
        ["run-a", "run-b", "run-c"].iter().zip(&runs).map(|(name, run)| write(&folder, name, run)).collect();
    page(&folder, "runs", &runs);

    let output = process::Command::new("node")
        .arg(sources().join("browser.mjs"))
        .args([&folder, &browser])
        .arg(records::HOSTILE)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.ends_with("13 checks passed\n"), "{said}");
}

/// Nothing that a run says is ever an element of the page, whichever browser reads it.
#[test]
fn no_text_becomes_markup() {
    let folder = folder("report-markup");
    let record = write(&folder, "hostile", &records::hostile());
    page(&folder, "both", &[record.clone(), record]);
    let html = fs::read_to_string(folder.join("both.html")).unwrap();
    for (tag, count) in
        [("<script", 2), ("</script", 2), ("<style", 1), ("</style", 1), ("<title>", 1), ("<main", 1), ("<!--", 0)]
    {
        assert_eq!(html.matches(tag).count(), count, "{tag}");
    }
    for tag in
        ["<img", "<iframe", "<link", "<b>4</b>", "onerror=window.hacked=2>", "\u{202e}", "\u{1b}", "\0", "https://"]
    {
        assert!(!html.contains(tag), "{tag:?}");
    }
    assert!(html.contains("&#60;script&#62;window.hacked=1"));
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
    report().args(["-", "--html", "-"]).write_stdin(record).assert().code(0).stdout(first).stderr("");
}

#[test]
fn the_text_is_the_one_of_the_run_itself() {
    let folder = folder("report-text");
    let at = |name: &str| folder.join(name);
    fs::write(at("corpus.txt"), "10110/01*11/10111/01001/00000 7\n11111/01111/00*11/00001/00000 0\n").unwrap();
    let options = ["bench", "--rounds", "2", "--time", "1s", "--engine", "idastar,bibfs-single"];
    let mut bench = chivalry(&options);
    let bench = bench.arg(at("corpus.txt")).arg("--json").arg(at("run.json")).arg("--html").arg(at("bench.html"));
    let text = bench.assert().code(0).get_output().stdout.clone();
    report().arg(at("run.json")).assert().code(0).stdout(text);
    // The page of `bench` is that of its record.
    page(&folder, "report", &[at("run.json")]);
    assert!(fs::read(at("bench.html")).unwrap() == fs::read(at("report.html")).unwrap());
    let both = report().args([at("run.json"), at("run.json")]).assert().code(0);
    assert_eq!(String::from_utf8_lossy(&both.get_output().stdout).matches("run.json:\n").count(), 2);
}

#[test]
fn every_form_is_of_the_same_record() {
    let folder = folder("report-forms");
    let run = records::mishaps();
    let path = write(&folder, "record", &run);
    let csv = folder.join("out.csv");
    let written = report().arg(&path).args(["--markdown", "-", "--csv"]).arg(&csv).assert().code(0).stderr("");
    let markdown = String::from_utf8(written.get_output().stdout.clone()).unwrap();
    let times = || run.strata.iter().flat_map(|stratum| &stratum.cells).map(|cell| [&cell.warm, &cell.cold]);
    let samples: usize = times().flatten().flatten().map(|times| times.samples_ns.len()).sum();
    let untimed = times().filter(|times| times.iter().all(|times| times.is_none())).count();
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + samples + untimed);
    let text = String::from_utf8(report().arg(&path).assert().code(0).get_output().stdout.clone()).unwrap();
    page(&folder, "page", &[path]);
    let html = fs::read_to_string(folder.join("page.html")).unwrap();
    // One machine has one memory, and a cell that ran out of its budget no figure, wherever they are read.
    for form in [&text, &markdown, &html] {
        let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(form.contains("expected 7 moves, got 9") && form.contains("24.0 GiB"), "{form}");
        assert!(form.contains("out 0/10") && form.contains("wrong on 1 of 389 boards"), "{form}");
    }
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
        let run = report().args([&good, &path]).arg("--html").arg(&html).assert();
        run.code(2)
            .stdout("")
            .stderr(predicate::str::starts_with(message.as_str()).and(predicate::str::contains("panic").not()));
        assert!(!html.exists());
    };
    refuse("", ":1:0: found the end of the file");
    refuse("[1,", ":1:3: found the end of the file");
    refuse("{}", ": found JSON without a schema");
    refuse("\u{0}\u{1b}", ":1:1: found ");
    refuse(r#"{"schema":"chivalry-bench","version":"3.0"}"#, ": found version `3.0`, expected version 3");
    refuse(r#"{"schema":"chivalry-judge","version":1}"#, ": found the schema `chivalry-judge`, expected");
    let whole = fs::read_to_string(&good).unwrap();
    refuse(&whole[..whole.len() / 2], ":1:");
    refuse(&whole.replace("\"schema\"", "\"schemas\""), ": found JSON without a schema");
    refuse(
        &whole.replace("\"engines\":[{\"name\":\"idastar\"", "\"engines\":[{\"name\":\"\""),
        ": engines: found the name",
    );
}

#[test]
fn bad_usage_is_refused_before_the_work() {
    let folder = folder("report-usage");
    let record = write(&folder, "record", &single());
    let refuse = |arguments: &[&Path], message: &str| {
        let refused = report().args(arguments).write_stdin("").assert().code(2).stdout("");
        refused.stderr(predicate::str::contains(message));
    };
    let option = |name: &'static str| Path::new(name);
    let (html, csv, stream) = (option("--html"), option("--csv"), option("-"));
    let page = folder.join("page");
    refuse(&[&record, html, &page, csv, &page], "the same file");
    assert!(!page.exists());
    let before = fs::read(&record).unwrap();
    refuse(&[&record, csv, &record], "a file that is read");
    assert_eq!(fs::read(&record).unwrap(), before);
    refuse(&[html, &page], "required");
    refuse(&[&folder.join("nowhere.json"), html, stream], "found no such file");
    refuse(&[&folder, html, stream], "found a folder");
    refuse(&[&record, html, &folder.join("no/such.html")], "no such folder");
    refuse(&[&record, html, &folder], "found a folder");
    refuse(&[&record, html, stream, csv, stream], "more than one");
    refuse(&[stream, stream, html, stream], "once at most");
    refuse(&[&record, &record, csv, stream], "found 2 records, expected one");
}

/// Numbers that no run gives, but a file may have.
#[test]
fn strange_numbers_give_a_page_all_the_same() {
    let folder = folder("report-strange");
    let mut run = records::run(&ALL[..2], &records::bundled()[..60], 15, 3, 1);
    for stratum in &mut run.strata {
        for (index, solve) in stratum.boards.iter_mut().flat_map(|item| &mut item.solves).enumerate() {
            solve.stats.expanded = u64::MAX - index as u64;
            solve.time_ns = Some(if index % 2 == 0 { 1e-300 } else { 1e300 });
        }
        stratum.cells.iter_mut().for_each(|cell| cell.peak_heap = Some(u64::MAX));
    }
    run.began = u64::MAX;
    run.machine.cores = 0;
    page(&folder, "strange", &[write(&folder, "strange", &run)]);
    let html = fs::read_to_string(folder.join("strange.html")).unwrap();
    assert!(!html.contains("NaN") && !html.contains("\"inf") && !html.contains("Minf"));
    // No engine, no board, nothing timed.
    let mut nothing = single();
    nothing.engines.clear();
    nothing.self_check = None;
    for stratum in &mut nothing.strata {
        stratum.cells.clear();
        stratum.boards.iter_mut().for_each(|item| item.solves.clear());
    }
    page(&folder, "nothing", &[write(&folder, "nothing", &nothing)]);
    assert!(fs::read_to_string(folder.join("nothing.html")).unwrap().contains("Nothing was measured."));
    nothing.strata.clear();
    page(&folder, "less", &[write(&folder, "less", &nothing)]);
}
