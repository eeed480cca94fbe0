//! The files in which runs are written, each in a form of its own.

use super::exit::Refusal;
use super::files::Pending;
use super::output::{self, Output};
use crate::run::Run;
use crate::{page, view};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Files for runs.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Files {
    /// Write the samples to a file, as CSV
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Write tables to paste to a file, as Markdown
    #[arg(long, value_name = "FILE")]
    pub(super) markdown: Option<PathBuf>,
    /// Write a page to look at to a file, as HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// A way to write runs, each with its name; all but the page are of the first alone.
type Form = fn(&[(&str, &Run)], &mut dyn Write) -> anyhow::Result<()>;

/// A file that is open, and what will be written to it.
pub(super) type Open = (Pending, Form);

impl Files {
    /// Opens the files asked for, and that of `--json`. `inputs` are read: none of them may be written.
    ///
    /// # Errors
    ///
    /// Those of [`Pending::open_all`].
    pub(super) fn open(&self, json: Option<&Path>, inputs: &[PathBuf]) -> Result<Vec<Open>, Refusal> {
        let forms: [(Option<&Path>, Form); 4] = [
            (json, |runs, writer| output::json(writer, runs[0].1)),
            (self.csv.as_deref(), |runs, writer| Ok(view::csv(runs[0].1, writer)?)),
            (self.markdown.as_deref(), |runs, writer| Ok(view::markdown(runs[0].1, writer)?)),
            (self.html.as_deref(), |runs, writer| Ok(writer.write_all(page::html(runs)?.as_bytes())?)),
        ];
        let asked = forms.into_iter().filter_map(|(path, form)| Some((path?, form)));
        let (paths, forms): (Vec<_>, Vec<_>) = asked.unzip();
        Ok(Pending::open_all(&paths, inputs)?.into_iter().zip(forms).collect())
    }
}

/// Writes runs, of which there is one at least, to the files.
///
/// # Errors
///
/// The first error of a file. Whichever fails, the others are written.
pub(super) fn write(open: Vec<Open>, runs: &[(&str, &Run)], output: &mut Output) -> anyhow::Result<()> {
    let mut written = Ok(());
    for (pending, form) in open {
        written = written.and(pending.commit(output, |writer| form(runs, writer)));
    }
    written
}
