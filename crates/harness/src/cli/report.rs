//! `chivalry report`: records as a page, as CSV or as Markdown.

use crate::cli::exit::Status;
use crate::cli::files;
use crate::cli::output::{Output, note};
use crate::page::{self as report, Run};
use crate::run::wire as bench;
use crate::view as render;
use chivalry_corpus::Escaped;
use std::io::{self, Write};
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
  chivalry report run.json --markdown - | less";

/// Shows records of `bench` again, as text or as a page
///
/// Records are those that `bench --json` wrote, `-` being standard input. CSV and Markdown are of one record, text is of any number of them.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Records of `bench --json`
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
    let Some(runs) = read_all(&arguments.records) else { return Ok(Status::Bad) };
    if (arguments.csv.is_some() || arguments.markdown.is_some()) && runs.len() != 1 {
        note(format_args!("chivalry: found {} records, expected one for --csv and --markdown", runs.len()));
        return Ok(Status::Bad);
    }
    if places.iter().all(|place| place.is_none()) {
        return text(&runs, output);
    }
    if let Some(path) = &arguments.html {
        let page = report::html(&runs)?;
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
fn text(runs: &[Run], output: &mut Output) -> anyhow::Result<Status> {
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

/// Reads all records; `None`, the messages having been written, where one is none.
fn read_all(paths: &[PathBuf]) -> Option<Vec<Run>> {
    let (mut runs, mut good) = (Vec::new(), true);
    for path in paths {
        match bench::read_file(path) {
            Ok(record) => runs.push(Run { name: crate::cli::corpora::name(path), record }),
            Err(error) => {
                note(error);
                good = false;
            }
        }
    }
    good.then_some(runs)
}
