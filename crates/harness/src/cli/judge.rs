//! `chivalry judge`: any program against the exact answers, down to the smallest counterexample.

mod text;

use super::exit::{Refusal, Status};
use super::files::Pending;
use super::options::{self, Time};
use super::output::Output;
use super::progress;
use crate::engines::{Registry, tables};
use crate::view::words::size;
use anyhow::Context;
use chivalry_board::Board;
use chivalry_corpus::{Escaped, Style};
use chivalry_judge::{Config, Judgement, Limits, Program, Stopper, Verdict, judge, most_cases};
use serde::Serialize;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::str::FromStr;

/// Judges any program against the exact answers, and finds the smallest board that breaks it
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/judge.txt").trim_end())]
pub(crate) struct Arguments {
    /// The judge's form of input and answers: bzoj (or luogu, acwing; limit 15), fzu (15), uva (or kattis; 10)
    #[arg(long, value_name = "STYLE", default_value = "bzoj", value_parser = options::style(), hide_possible_values = true)]
    style: Style,
    /// The most moves that are asked for, instead of the style's
    #[arg(long, value_name = "N")]
    max_moves: Option<u8>,
    /// Processor time of a run, like `500ms` or `2s`
    #[arg(long, value_name = "TIME", default_value = "1s")]
    time_limit: Time,
    /// Memory of a process, like `64MiB`; more than the launcher itself takes, on Linux some 3 MiB
    #[arg(long, value_name = "SIZE", default_value = "128MiB")]
    memory_limit: Size,
    /// Boards of a run, 0 for as many as wanted [default: 10, in the uva style 13]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    cases_per_run: Option<u32>,
    /// The time for the tests, like `10s` or `30m`; the four runs of the input forms come even after it
    #[arg(long, value_name = "TIME", default_value = "60s")]
    budget: Time,
    /// The seed of random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write everything to a file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// If there is a fault, write its input, the right output and the output given into this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// An amount of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(u64);

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected an amount of memory above 0, like `128MiB`, `64MB` or `1GiB`";
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
        let units = units.into_iter().chain([("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]);
        let (number, unit) =
            units.chain([("B", 1)]).find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit))).ok_or(EXPECTED)?;
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(EXPECTED);
        }
        let number: u64 = number.parse().map_err(|_| EXPECTED)?;
        number.checked_mul(unit).filter(|&bytes| bytes > 0).map(Self).ok_or(EXPECTED)
    }
}

/// The engines whose costliest boards are tried: the one searches depth first, the other breadth first.
const COSTLY: [&str; 2] = ["idastar", "bibfs-single"];

/// The files of `--keep`.
const KEPT: [&str; 3] = ["input.txt", "expected.txt", "given.txt"];

/// What `--json` writes.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    version: &'static str,
    /// The version of `chivalry`, and the commit from which it was made.
    program: &'static str,
    commit: &'static str,
    #[serde(flatten)]
    judgement: &'a Judgement,
}

/// Judges, and writes what came of it.
///
/// # Errors
///
/// Where standard output or a file fails, no program can be run, or signals cannot be had; [`Refusal`] for bad usage.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let stopper = Stopper::default();
    let signalled = stopper.clone();
    ctrlc::set_handler(move || {
        // The launcher ends the program when the judge is gone.
        if !signalled.stop() {
            process::exit(Status::Interrupted as i32);
        }
    })?;
    let pending = arguments.check()?;
    let config = arguments.config();
    let program = Program::new(&arguments.command, config.limits, stopper).context("cannot judge")?;
    let (memory, floor) = (config.limits.memory, program.floor());
    if memory <= floor {
        let found = format!("found --memory-limit {}, expected more than the {}", size(memory), size(floor));
        return Err(
            Refusal::usage(found + " that the launcher of the program holds: what is below cannot be told").into()
        );
    }
    text::head(output, &config)?;
    output.flush()?;
    let bar = progress::bar(u64::try_from(config.budget.as_millis()).unwrap_or(u64::MAX), "judging");
    let mut engines: Vec<_> = COSTLY.iter().filter_map(|name| Some(registry.find(name)?.make())).collect();
    // Where standard output fails that is told when it is over.
    let (mut printed, mut written) = (0, Ok(()));
    let judgement = judge(config, program, &tables::shared(Board::GOAL), &mut engines, &mut |so_far| {
        bar.set_position(u64::try_from(so_far.taken.as_millis()).unwrap_or(u64::MAX));
        while let (Some(phase), Ok(())) = (so_far.phases.get(printed), &written) {
            written = bar.suspend(|| text::phase(output, phase).and_then(|()| output.flush()));
            printed += 1;
        }
    });
    bar.finish_and_clear();
    // What one place does not take the others still get.
    let document = pending.map_or(Ok(()), |pending| write_document(pending, output, &judgement));
    written?;
    text::judgement(output, &judgement)?;
    let kept = arguments.keep(output, &judgement);
    document.and(kept)?;
    Ok(match judgement.verdict {
        _ if judgement.interrupted => Status::Interrupted,
        None => Status::Inconclusive,
        Some(Verdict::Accepted) => Status::Good,
        Some(Verdict::Fail) => Status::Fault,
        Some(_) => Status::Wrong,
    })
}

impl Arguments {
    fn config(&self) -> Config {
        Config {
            command: self.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            style: self.style,
            max_moves: self.max_moves.unwrap_or(self.style.limit()),
            limits: Limits::new(self.time_limit.0, self.memory_limit.0),
            cases_per_run: match self.cases_per_run {
                Some(0) => None,
                count => Some(count.map_or(most_cases(self.style), |count| count as usize)),
            },
            budget: self.budget.0,
            seed: self.seed,
        }
    }

    /// What keeps a judgement from being begun is found before the work and not after it. The file of --json comes back.
    fn check(&self) -> Result<Option<Pending>, Refusal> {
        if self.time_limit.0.is_zero() {
            return Err(Refusal::usage("found --time-limit 0, expected a time above 0"));
        }
        let mut kept = Vec::new();
        if let Some(folder) = &self.keep {
            check_folder(folder).map_err(|error| {
                let name = folder.to_string_lossy();
                let found = format_args!("{}: found no way to write files there ({error})", Escaped(&name)).to_string();
                Refusal::bad(found + ", expected a folder or a place for one")
            })?;
            kept.extend(KEPT.map(|name| folder.join(name)));
            for path in kept.iter().filter(|path| path.exists()) {
                Pending::open(path)?;
            }
            kept.push(folder.clone());
        }
        let json: Vec<&Path> = self.json.iter().map(PathBuf::as_path).collect();
        let pending = Pending::open_all(&json, &kept)?.pop();
        if pending.as_ref().is_some_and(Pending::is_stdout) {
            return Err(Refusal::usage("found `-` for --json, expected a file: the text is on standard output"));
        }
        Ok(pending)
    }

    /// Writes the input of a counterexample, the output expected and the output given.
    fn keep(&self, output: &mut Output, judgement: &Judgement) -> anyhow::Result<()> {
        let Some(folder) = &self.keep else { return Ok(()) };
        let name = folder.to_string_lossy();
        let Some(example) = &judgement.counterexample else {
            if KEPT.iter().any(|name| folder.join(name).exists()) {
                writeln!(output, "\nnothing to keep: what is in {} is of an earlier judgement", Escaped(&name))?;
            }
            return Ok(());
        };
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let bytes = [example.input.as_bytes(), example.expected_output.as_bytes(), &example.fault.run.output];
        for (name, bytes) in KEPT.into_iter().zip(bytes) {
            // What fails after the work is no bad usage.
            let pending = Pending::open(&folder.join(name)).map_err(|refusal| anyhow::anyhow!(refusal.message))?;
            pending.commit(output, |writer| Ok(writer.write_all(bytes)?))?;
        }
        writeln!(output, "\nkept in {}: {}", Escaped(&name), KEPT.join(", "))?;
        Ok(())
    }
}

fn write_document(pending: Pending, output: &mut Output, judgement: &Judgement) -> anyhow::Result<()> {
    let (schema, version, program) = ("chivalry-judge", "2.0", env!("CARGO_PKG_VERSION"));
    let document = Document { schema, version, program, commit: env!("CHIVALRY_COMMIT"), judgement };
    pending.commit(output, |writer| {
        serde_json::to_writer_pretty(&mut *writer, &document)?;
        Ok(writeln!(writer)?)
    })
}

/// Whether files can be written into a folder, or it can be made. It is made only when there is something to keep.
fn check_folder(folder: &Path) -> io::Result<()> {
    let folder = std::path::absolute(folder)?;
    let there = folder.ancestors().find(|path| path.symlink_metadata().is_ok()).ok_or(io::ErrorKind::NotFound)?;
    tempfile::tempfile_in(there).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [("128MiB", 128 << 20), ("1GiB", 1 << 30), ("64MB", 64_000_000), ("5B", 5), ("7KiB", 7168)]
        {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in ["", "B", "0MiB", "1", "-1MiB", "1.5GiB", "99999999999GiB", "99999999999999999999B", "MiB"] {
            assert!(text.parse::<Size>().is_err(), "{text:?}");
        }
    }
}
