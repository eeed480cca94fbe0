//! `chivalry bench`: what each engine costs.

use super::exit::{self, Refusal, Status};
use super::forms::{self, Files};
use super::options::{Task, Time};
use super::output::{Output, note};
use super::progress;
use crate::engines::Registry;
use crate::measure::{self, Progress};
use crate::run::Run;
use crate::view;
use indicatif::ProgressBar;
use std::io::Write;
use std::panic;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Measures time, states and heap of every engine, by distance
///
/// The boards are those of the files given, or of the corpus inside the program, up to ten for each distance, and a hundred random ones.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/bench.txt").trim_end())]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: Task,
    /// Take at most this many samples of every engine on every stratum
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Begin no further sample after this time; one of each is taken in any case
    #[arg(long, value_name = "TIME", default_value = "20s")]
    time: Time,
    /// Write the run to a file: samples, counts and environment, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    files: Files,
    /// Show all that was counted, and how far times are apart
    #[arg(long, short)]
    verbose: bool,
}

/// Measures, writes the files, and then the report.
///
/// # Errors
///
/// Where standard output or a file fails, signals cannot be had, or the table is refuted; [`Refusal`] for bad input and where nothing was measured.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    // Before there is a file that a signal could leave behind; files before the work, not after it.
    let stop = exit::on_signal()?;
    let open = arguments.files.open(arguments.json.as_deref(), &arguments.task.selection.files)?;
    let to_stdout = open.iter().any(|(pending, _)| pending.is_stdout());
    let (mut run, engines) = arguments.task.planned(registry, arguments.rounds, arguments.time)?;
    let bar = progress::bar(3000, "checking");
    let ended = measure::measure(&mut run, &engines, &stop, |progress| show(&bar, progress));
    bar.finish_and_clear();
    let written = forms::write(open, &[("this run", &run)], output);
    if !to_stdout {
        let styled = output.styled;
        view::text(&run, output, styled, arguments.verbose)?;
    }
    output.flush()?;
    written?;
    ended.unwrap_or_else(|panic| panic::resume_unwind(panic))?;
    status(&run, stop.load(Ordering::Relaxed))
}

/// Shows how far measuring is.
fn show(bar: &ProgressBar, progress: Progress) {
    let (name, position) = match progress {
        Progress::Answered(part) => ("checking", part),
        Progress::Counted(part) => ("counting", 1000 + part),
        Progress::Timed(part) => ("timing", 2000 + part),
    };
    bar.set_message(name);
    bar.set_position(position);
}

fn status(run: &Run, interrupted: bool) -> anyhow::Result<Status> {
    if interrupted {
        note("chivalry: interrupted; what was measured until then is written");
        Ok(Status::Interrupted)
    } else if run.is_wrong() {
        Ok(Status::Wrong)
    } else if run.is_timed() {
        Ok(Status::Good)
    } else {
        Err(Refusal::of(Status::Nothing, "nothing was measured: every engine spent its budget").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    #[test]
    fn the_status_says_what_came_of_it() {
        let mut untimed = example();
        untimed.strata.clear();
        let mut corpus = example();
        corpus.corpus_faults.push(crate::run::CorpusFault { board: corpus.plan.goal, stated: 2, exact: 0 });
        assert_eq!(status(&example(), false).unwrap(), Status::Good);
        assert_eq!(status(&mishaps(), false).unwrap(), Status::Wrong);
        assert_eq!(status(&corpus, false).unwrap(), Status::Wrong);
        assert_eq!(status(&mishaps(), true).unwrap(), Status::Interrupted);
        assert_eq!(exit::told(&status(&untimed, false).unwrap_err()), Status::Nothing);
    }
}
