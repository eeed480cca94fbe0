//! `chivalry verify --exhaustive`: engines against the exact distances of all boards.

use super::corpora::unreadable;
use super::exit::{self, Refusal, Status};
use super::files::Pending;
use super::output::{self, Output};
use super::progress;
use crate::run::environment::COMMIT;
use crate::verify::check::Plan;
use crate::verify::space::{self, Shard, Subset};
use crate::verify::statement::Statement;
use anyhow::Context;
use chivalry_table::Wide;
use indicatif::ProgressBar;
use serde::Deserialize;
use serde::de::{IntoDeserializer, value};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait before another look at shards that other processes are at.
const LOOK: Duration = Duration::from_millis(200);

/// More bytes than a statement can have.
const LONGEST: u64 = 1 << 20;

/// How an exhaustive check is done.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Exhaustive proof")]
pub(super) struct Options {
    /// Check the engines on all 67,603,900 boards against the table of exact distances
    #[arg(long, conflicts_with_all = ["files", "random", "seed"])]
    pub(super) exhaustive: bool,
    /// Of these boards: all, within (those within the limit) or beyond (the others)
    #[arg(long, value_name = "WHICH", default_value = "all", requires = "exhaustive",
          value_parser = |name: &str| Subset::deserialize(name.into_deserializer()).map_err(|error: value::Error| error))]
    boards: Subset,
    /// Only one part of N, K from 1 to N: the boards whose rank is K - 1 modulo N
    #[arg(long, value_name = "K/N", default_value = "1/1", hide_default_value = true, requires = "exhaustive")]
    shard: Shard,
    /// Divide the boards into this many shards, and keep what was proven of each in a file of the folder --dir
    #[arg(long, value_name = "N", requires = "dir", conflicts_with = "shard",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shards: Option<u32>,
    /// Go on with the shards that this folder does not have; several processes may share it
    #[arg(long, value_name = "DIR", requires_all = ["exhaustive", "shards"])]
    dir: Option<PathBuf>,
}

/// Proves what is asked for.
///
/// # Errors
///
/// [`Refusal`] where it was interrupted, or the folder has files of another run; [`crate::verify::Refuted`] where the table is wrong.
pub(super) fn run(options: &Options, plan: &Plan, output: &mut Output) -> anyhow::Result<Statement> {
    // Before anything else, so that no moment is left in which a signal ends the program without a word.
    let stop = exit::on_signal()?;
    let shards = options.shards.map_or_else(|| vec![options.shard], Shard::all).into_iter();
    let asked: Vec<_> = shards.map(|shard| Statement::new(plan, (shard, options.boards), COMMIT)).collect();
    let exact = Wide::build(plan.goal);
    let bar = progress::bar(asked.iter().map(|asked| asked.shard.portions()).sum(), "proving");
    let prove = |asked: &Statement| {
        let begun = Instant::now();
        let boards = (asked.shard, asked.subset);
        let report = space::run(plan, boards, |board| exact.distance(board), &stop, || bar.inc(1))?;
        Ok((!stop.load(Ordering::Relaxed)).then(|| asked.clone().with(report, begun.elapsed())))
    };
    let statements = match &options.dir {
        Some(folder) => in_folder(folder, &asked, prove, &stop, &bar, output),
        None => asked.iter().map(|asked| prove(asked)?.ok_or_else(|| interrupted("nothing is kept").into())).collect(),
    };
    bar.finish_and_clear();
    Statement::fold(statements?).context("there are no shards")
}

fn interrupted(kept: impl Display) -> Refusal {
    Refusal::of(Status::Interrupted, format_args!("interrupted; {kept}"))
}

/// Proves the shards for which a folder has no file, here or in other processes, and returns what was proven of all.
///
/// A file is there whole or not at all, and each is read once, so that every board counts once.
///
/// # Errors
///
/// [`Refusal`] that names each file that is no statement of this run, before anything is done, or where it was interrupted.
fn in_folder(
    folder: &Path,
    asked: &[Statement],
    prove: impl Fn(&Statement) -> anyhow::Result<Option<Statement>>,
    stop: &AtomicBool,
    bar: &ProgressBar,
    output: &mut Output,
) -> anyhow::Result<Vec<Statement>> {
    let mut known = opened(folder, asked)?;
    bar.set_position(known.iter().flatten().map(|known| known.shard.portions()).sum());
    bar.reset_eta();
    loop {
        for (asked, known) in asked.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
            if !stop.load(Ordering::Relaxed) {
                *known = claimed(&folder.join(asked.shard.file()), asked, &prove, bar, output)?;
            }
        }
        let (done, all) = (known.iter().flatten().count(), known.len());
        if done == all {
            return Ok(known.into_iter().flatten().collect());
        }
        if stop.load(Ordering::Relaxed) {
            let kept = format_args!("{done} of {all} shards are done, and the same command goes on with the others");
            return Err(interrupted(kept).into());
        }
        // Other processes are at the rest.
        thread::sleep(LOOK);
    }
}

/// Makes the folder where there is none, and reads what was proven before of each shard.
fn opened(folder: &Path, asked: &[Statement]) -> Result<Vec<Option<Statement>>, Refusal> {
    let unusable =
        |error| Refusal::file(folder, format_args!("found an error ({error}), expected a folder for shards"));
    fs::create_dir_all(folder).map_err(unusable)?;
    let (mut known, mut refused) = (Vec::new(), Vec::new());
    for asked in asked {
        match read(&folder.join(asked.shard.file()), asked) {
            Ok(statement) => known.push(statement),
            Err(refusal) => refused.push(refusal.message),
        }
    }
    let ours: HashSet<_> = asked.iter().map(|asked| OsString::from(asked.shard.file())).collect();
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let name = entry.map_err(unusable)?.file_name();
        let text = name.to_string_lossy();
        if text.starts_with("shard-") && text.ends_with(".json") && !ours.contains(&name) {
            let words = format!("found a file of other shards, expected those of --shards {} alone", asked.len());
            refused.push(Refusal::file(&folder.join(&name), words).message);
        }
    }
    if refused.is_empty() { Ok(known) } else { Err(Refusal::bad(refused.join("\n"))) }
}

/// Proves a shard and writes what was proven, unless another process has done so; `None` where one is at it, or this one was interrupted.
///
/// Who works on a shard holds the lock of a file beside it, which the system frees where a process ends, however it ends.
fn claimed(
    path: &Path,
    asked: &Statement,
    prove: impl Fn(&Statement) -> anyhow::Result<Option<Statement>>,
    bar: &ProgressBar,
    output: &mut Output,
) -> anyhow::Result<Option<Statement>> {
    let claim = path.with_extension("lock");
    let words = |error| Refusal::file(&claim, format_args!("found an error ({error}), expected a writable folder"));
    let lock = File::create(&claim).map_err(words)?;
    // Where the file system knows no locks, work may be done twice, but is not counted twice.
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(None);
    }
    let statement = if let Some(known) = read(path, asked)? {
        bar.inc(asked.shard.portions());
        known
    } else {
        let Some(statement) = prove(asked)? else { return Ok(None) };
        Pending::open(path)?.commit(output, |writer| output::json(writer, &statement))?;
        statement
    };
    // Only now, when the statement is there: any process that gets the lock later finds the statement.
    let _ = fs::remove_file(&claim);
    Ok(Some(statement))
}

/// Reads what was proven of a shard; `None` where there is no such file.
///
/// # Errors
///
/// [`Refusal`] where the file is something else.
fn read(path: &Path, asked: &Statement) -> Result<Option<Statement>, Refusal> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.map_err(|error| unreadable(path, &error))?,
    };
    let none = |error| Refusal::file(path, format_args!("found no statement ({error}), expected one or no such file"));
    let statement: Statement = serde_json::from_reader(BufReader::new(file.take(LONGEST))).map_err(none)?;
    statement.refusal(asked).map_or(Ok(Some(statement)), |words| Err(Refusal::file(path, words)))
}
