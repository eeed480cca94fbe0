//! `chivalry compare`: what got wrong, larger or slower.

use super::corpora::{self, read_run};
use super::exit::{Refusal, Status};
use super::options::{Task, Time};
use super::output::{self, Output, note};
use super::progress;
use crate::compare::{self, Comparison, Pairing, Verdict};
use crate::engines::Registry;
use crate::view::words::plural;
use clap::Arg;
use std::path::{Path, PathBuf};
use std::process;

/// Says what became wrong, larger or slower, from one record or build to another
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/compare.txt").trim_end(), mut_args(for_comparing))]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: Task,
    /// Compare this build with an older one, measured in turns on this machine
    #[arg(long, value_name = "EXECUTABLE")]
    against: Option<PathBuf>,
    /// What is not called slower, in per cent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percent)]
    threshold: f64,
    /// Show every row of times
    #[arg(long)]
    all: bool,
    /// Write the comparison as JSON instead
    #[arg(long)]
    json: bool,
    /// Take at most this many rounds of samples
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Begin no further round after this time
    #[arg(long, value_name = "TIME", default_value = "60s")]
    time: Time,
}

/// An argument as this command has it: of records it is known what was measured.
fn for_comparing(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "files" => argument
            .value_name("OLD.json NEW.json")
            .help("The old record and the new one, `-` for standard input; with --against corpora to measure on"),
        "engine" | "heuristic" | "random" | "rounds" | "time" | "max_moves" | "goal" | "nodes" | "stored"
        | "time_limit" => argument.requires("against").help_heading("Against"),
        _ => argument,
    }
}

fn percent(text: &str) -> Result<f64, &'static str> {
    let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).trim_end().parse().ok();
    let fits = number.filter(|&number| number > 0.0 && number <= 1000.0);
    fits.map(|number| number / 100.0).ok_or("expected a number of per cent above 0, at most 1000, like 5")
}

/// Compares, and writes what it says.
///
/// # Errors
///
/// Where standard output fails, or this program's own executable is not to be found; [`Refusal`] where a file is no record, or an executable no build.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let comparison = match &arguments.against {
        Some(executable) => against(arguments, executable, registry)?,
        None => records(arguments)?,
    };
    if arguments.json {
        output::json(output, &comparison)?;
    } else {
        let styled = output.styled;
        compare::text(&comparison, output, styled, arguments.all)?;
    }
    Ok(match comparison.verdict {
        Verdict::Nothing => {
            note("chivalry: nothing was compared: nothing is in common");
            Status::Nothing
        }
        Verdict::Unclear => Status::Inconclusive,
        verdict if verdict.is_worse() => Status::Wrong,
        _ => Status::Good,
    })
}

/// Compares two records.
fn records(arguments: &Arguments) -> Result<Comparison, Refusal> {
    let selection = &arguments.task.selection;
    let runs = corpora::all(&selection.files, read_run)?;
    let [old, new] = runs.as_slice() else {
        let found = plural(runs.len() as u64, "record", "records");
        let expected = "expected two, the old one and the new one, or --against";
        return Err(Refusal::usage(format_args!("found {found}, {expected}")));
    };
    Ok(compare::compare(old, new, Pairing::Unpaired, arguments.threshold, selection.seed))
}

/// Compares two builds.
fn against(arguments: &Arguments, executable: &Path, registry: &Registry) -> anyhow::Result<Comparison> {
    let Arguments { task, threshold, .. } = arguments;
    if task.search.search().patience.time_ns.is_some() {
        let why = "what is given up by a clock is not the same twice";
        return Err(Refusal::usage(format_args!("found --time-limit, expected --nodes: {why}")).into());
    }
    let (plan, _) = task.planned(registry, arguments.rounds, arguments.time)?;
    let bar = progress::bar(1000, "comparing");
    let shown = bar.clone();
    // The builds end with their input, so there is nothing to tidy up.
    ctrlc::set_handler(move || {
        shown.finish_and_clear();
        note("chivalry: interrupted; of a comparison that is not finished nothing is said");
        process::exit(Status::Interrupted as i32);
    })?;
    let this = std::env::current_exe()?;
    #[expect(clippy::cast_sign_loss, reason = "a part from 0 to 1")]
    let show = |part: f64| bar.set_position((1000.0 * part) as u64);
    let runs = compare::in_turns([executable, &this], &plan, *threshold, show);
    bar.finish_and_clear();
    let [old, new] = runs.map_err(Refusal::bad)?;
    Ok(compare::compare(&old, &new, Pairing::Rounds, *threshold, plan.plan.seed))
}
