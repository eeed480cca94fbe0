//! `chivalry report`: runs as a page, as CSV or as Markdown.

use super::corpora;
use super::exit::{Refusal, Status};
use super::files::Pending;
use super::output::Output;
use crate::run::Run;
use crate::{page, view};
use chivalry_corpus::Escaped;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Shows records of `bench` again, as text or as a page
///
/// Records are those that `bench --json` wrote, `-` being standard input. CSV and Markdown are of one record, text and the page of any number of them.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/report.txt").trim_end())]
pub(crate) struct Arguments {
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

/// A run with the name of its file.
type Named = (String, Run);

/// A way to write runs.
type Form = fn(&[Named], &mut dyn Write) -> anyhow::Result<()>;

/// Reads the records and writes what is asked for.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let Arguments { records, html, csv, markdown } = arguments;
    let forms: [(&Option<PathBuf>, Form); 3] = [
        (html, |runs, writer| {
            let runs: Vec<_> = runs.iter().map(|(name, run)| (name.as_str(), run)).collect();
            Ok(writer.write_all(page::html(&runs)?.as_bytes())?)
        }),
        (csv, |runs, writer| Ok(view::csv(&runs[0].1, writer)?)),
        (markdown, |runs, writer| Ok(view::markdown(&runs[0].1, writer)?)),
    ];
    if records.len() > 1 && (csv.is_some() || markdown.is_some()) {
        let found = records.len();
        return Err(Refusal::usage(format_args!("found {found} records, expected one for --csv and --markdown")).into());
    }
    let (paths, forms): (Vec<&Path>, Vec<Form>) =
        forms.into_iter().filter_map(|(path, form)| Some((path.as_deref()?, form))).unzip();
    let places = Pending::open_all(&paths, records)?;
    let runs = corpora::all(records, |path| Ok((corpora::name(path), corpora::read_run(path)?)))?;
    if places.is_empty() {
        text(&runs, output)?;
    }
    for (place, form) in places.into_iter().zip(forms) {
        place.commit(output, |writer| form(&runs, writer))?;
    }
    Ok(Status::Good)
}

/// Writes the text of each run.
fn text(runs: &[Named], output: &mut Output) -> std::io::Result<()> {
    let styled = output.styled;
    for (index, (name, run)) in runs.iter().enumerate() {
        if runs.len() > 1 {
            writeln!(output, "{}{}:", if index > 0 { "\n" } else { "" }, Escaped(name))?;
        }
        view::text(run, output, styled, false)?;
    }
    Ok(())
}
