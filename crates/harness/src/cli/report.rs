//! `chivalry report`: runs as a page, as CSV or as Markdown.

use super::corpora;
use super::exit::{Refusal, Status};
use super::forms::{self, Files};
use super::output::Output;
use crate::run::Run;
use crate::view;
use chivalry_corpus::Escaped;
use std::io::{self, Write};
use std::path::PathBuf;

/// Shows records of `bench` again, as text or as a page
///
/// Records are those that `bench --json` wrote, `-` being standard input. CSV and Markdown are of one record, text and the page of any number of them.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/report.txt").trim_end())]
pub(crate) struct Arguments {
    /// Records of `bench --json`
    #[arg(value_name = "RUN.json", required = true)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    files: Files,
}

/// Reads the records and writes what is asked for.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let Arguments { records, files } = arguments;
    if records.len() > 1 && (files.csv.is_some() || files.markdown.is_some()) {
        let found = records.len();
        return Err(Refusal::usage(format_args!("found {found} records, expected one for --csv and --markdown")).into());
    }
    let open = files.open(None, records)?;
    let runs = corpora::all(records, |path| Ok((corpora::name(path), corpora::read_run(path)?)))?;
    let runs: Vec<_> = runs.iter().map(|(name, run)| (name.as_str(), run)).collect();
    if open.is_empty() {
        text(&runs, output)?;
    }
    forms::write(open, &runs, output)?;
    Ok(Status::Good)
}

/// Writes the text of each run.
fn text(runs: &[(&str, &Run)], output: &mut Output) -> io::Result<()> {
    let styled = output.styled;
    for (index, (name, run)) in runs.iter().enumerate() {
        if runs.len() > 1 {
            writeln!(output, "{}{}:", if index > 0 { "\n" } else { "" }, Escaped(name))?;
        }
        view::text(run, output, styled, false)?;
    }
    Ok(())
}
