//! `chivalry report`: records as a page, as CSV or as Markdown.

use crate::cli::exit::Status;
use crate::cli::files;
use crate::cli::output::{Output, note};
use crate::view as render;
use crate::page::{self as report, Judged, Run};
use crate::wire;
use chivalry_corpus::Escaped;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Without --html, --csv or --markdown the report is written as text, as by `bench`.
The page is one file that loads nothing from anywhere: figures, charts, and the
boards with their shortest paths to play. Of several runs the last is shown in
full, and the change over all of them, in the order given.

Exit status: 0 written; 2 bad usage or bad input.

Examples:
  chivalry report run.json                       the text that `bench` showed
  chivalry report run.json --html run.html       a page to look at
  chivalry report old.json new.json --html change.html
  chivalry judge --json verdict.json -- ./mine; chivalry report verdict.json --html verdict.html
  chivalry report run.json --markdown - | less";

/// Shows records of `bench` and results of `judge` again, as text or as a page
///
/// Records are those that `bench --json` and `judge --json` wrote, `-` being standard input. CSV and Markdown are of one record of `bench`, text
/// is of any number of them.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Records of `bench --json`, results of `judge --json`
    #[arg(value_name = "RUN.json", required = true)]
    records: Vec<PathBuf>,
    /// Write the page to a file, `-` for standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the samples as CSV, one row each
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the tables as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Reads the records and writes what is asked for.
///
/// # Errors
///
/// Where standard output fails.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let places = [&arguments.html, &arguments.csv, &arguments.markdown];
    let to_stdout = places.iter().filter(|place| place.as_deref().is_some_and(is_stream)).count();
    if to_stdout > 1 {
        note("chivalry: found `-` for more than one of --html, --csv and --markdown, expected one at most");
        return Ok(Status::Bad);
    }
    if arguments.records.iter().filter(|path| is_stream(path)).count() > 1 {
        note("chivalry: found `-` more than once among the records, expected it once at most");
        return Ok(Status::Bad);
    }
    for path in places.into_iter().flatten().filter(|path| !is_stream(path)) {
        if let Err(error) = files::check(path) {
            note(format_args!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
            return Ok(Status::Bad);
        }
    }
    let files: Vec<_> = places.into_iter().flatten().map(PathBuf::as_path).collect();
    if let Err(message) = files::distinct(&files, &arguments.records) {
        note(message);
        return Ok(Status::Bad);
    }
    let Some((runs, judged)) = read_all(&arguments.records) else { return Ok(Status::Bad) };
    if (arguments.csv.is_some() || arguments.markdown.is_some()) && (runs.len() != 1 || !judged.is_empty()) {
        let (runs, judged) = (runs.len(), judged.len());
        note(format_args!(
            "chivalry: found {runs} records of bench and {judged} of judge, expected one of bench for --csv and --markdown"
        ));
        return Ok(Status::Bad);
    }
    if places.iter().all(|place| place.is_none()) {
        return text(&runs, &judged, output);
    }
    if let Some(path) = &arguments.html {
        let page = report::html(&runs, &judged)?;
        if !put(path, output, |writer| writer.write_all(page.as_bytes()))? {
            return Ok(Status::Bad);
        }
    }
    if let Some(path) = &arguments.csv
        && !put(path, output, |writer| render::csv::write(&runs[0].record, writer))?
    {
        return Ok(Status::Bad);
    }
    if let Some(path) = &arguments.markdown
        && !put(path, output, |writer| render::markdown::write(&runs[0].record, writer))?
    {
        return Ok(Status::Bad);
    }
    Ok(Status::Good)
}

/// Writes the text of each record.
fn text(runs: &[Run], judged: &[Judged], output: &mut Output) -> anyhow::Result<Status> {
    if !judged.is_empty() {
        note("chivalry: found a result of judge, expected --html for it: its text is what judge wrote");
        return Ok(Status::Bad);
    }
    for (index, Run { name, record }) in runs.iter().enumerate() {
        if runs.len() > 1 {
            writeln!(output, "{}{}:", if index > 0 { "\n" } else { "" }, Escaped(name))?;
        }
        let styled = output.styled;
        render::terminal::write(record, output, styled, false)?;
    }
    Ok(Status::Good)
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes to a file or to standard output; `false`, the message having been written, where the file could not be.
fn put(path: &Path, output: &mut Output, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<bool> {
    if is_stream(path) {
        write(output)?;
        return Ok(true);
    }
    match files::replace(path, write) {
        Ok(()) => Ok(true),
        Err(error) => {
            note(format_args!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
            Ok(false)
        }
    }
}

/// Reads all records, each by the schema that it names; `None`, the messages having been written, where one is none.
fn read_all(paths: &[PathBuf]) -> Option<(Vec<Run>, Vec<Judged>)> {
    let (mut runs, mut judged, mut good) = (Vec::new(), Vec::new(), true);
    for path in paths {
        match read(path) {
            Ok(Found::Run(run)) => runs.push(*run),
            Ok(Found::Judged(result)) => judged.push(*result),
            Err(message) => {
                note(message);
                good = false;
            }
        }
    }
    good.then_some((runs, judged))
}

enum Found {
    Run(Box<Run>),
    Judged(Box<Judged>),
}

/// The one field by which a result of `judge` is known.
#[derive(serde::Deserialize)]
struct Schema {
    schema: Option<String>,
}

/// Reads a file of either schema. The message is complete.
fn read(path: &Path) -> Result<Found, String> {
    use crate::run::wire::{MOST_BYTES, ReadError, RecordFileError};
    let name = crate::cli::corpora::name(path);
    let fail = |kind| RecordFileError { name: name.clone(), kind }.to_string();
    let mut text = Vec::new();
    let read = |reader: &mut dyn Read, text: &mut Vec<u8>| reader.take(MOST_BYTES + 1).read_to_end(text);
    if is_stream(path) {
        read(&mut io::stdin().lock(), &mut text)
    } else {
        File::open(path).and_then(|mut file| read(&mut file, &mut text))
    }
    .map_err(|error| fail(ReadError::Io(error)))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(fail(ReadError::TooLong));
    }
    let plain = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
    let schema = serde_json::from_slice::<Schema>(plain).ok().and_then(|found| found.schema);
    if schema.as_deref() == Some(wire::judge::SCHEMA) {
        let judgement = judgement(plain).map_err(|message| format!("{}:{message}", Escaped(&name)))?;
        return Ok(Found::Judged(Box::new(Judged { name, judgement })));
    }
    match crate::run::wire::read(&text) {
        Ok(record) => Ok(Found::Run(Box::new(Run { name, record }))),
        Err(kind) => Err(fail(kind)),
    }
}

/// Reads a result of `judge` of this major version. The message lacks the name of the file.
fn judgement(text: &[u8]) -> Result<wire::judge::Judgement, String> {
    let judgement: wire::judge::Judgement = serde_json::from_slice(text).map_err(|error| {
        let message = error.to_string();
        let end = message.rfind(" at line ").unwrap_or(message.len());
        let (line, column) = (error.line(), error.column());
        format!("{line}:{column}: found {}, expected a result of `chivalry judge`", Escaped(&message[..end]))
    })?;
    let major = |version: &str| version.split('.').next().map(String::from);
    if major(&judgement.version) == major(wire::judge::VERSION) {
        Ok(judgement)
    } else {
        let found: String = judgement.version.chars().take(40).collect();
        Err(format!(" found version `{}`, expected version {}", Escaped(&found), wire::judge::VERSION))
    }
}
