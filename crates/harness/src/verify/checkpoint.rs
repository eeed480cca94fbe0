//! Checkpoints of exhaustive checks: written, read, and refused.

use super::wire_checkpoint::{self as wire, SCHEMA, VERSION};
use crate::cli::files;
use crate::verify::check::Tally;
use crate::verify::space::{CHUNK, Findings, Found, Plan, State};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// More than a checkpoint can be long.
const LONGEST: u64 = 1 << 20;

/// Why a file is no checkpoint of the run.
#[derive(Debug)]
pub enum CheckpointError {
    /// It cannot be read.
    Io(io::Error),
    /// It is something else: what the reader of JSON says.
    Foreign(String),
    /// Its checksum does not fit, or its counts contradict each other.
    Damaged,
    /// It is of another version of the format.
    Version(u32),
    /// It is of a run with another value of a parameter.
    Other {
        /// The parameter.
        parameter: String,
        /// Its value there, as JSON.
        found: String,
        /// Its value here.
        expected: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::IsADirectory => {
                f.write_str("found a folder, expected a checkpoint or no such file")
            }
            Self::Io(error) if error.kind() == io::ErrorKind::InvalidInput => write!(f, "{error}"),
            Self::Io(error) => write!(f, "found an error while reading ({error}), expected a checkpoint"),
            Self::Foreign(why) => write!(f, "found no checkpoint ({why}), expected one or no such file"),
            Self::Damaged => f.write_str("found a damaged checkpoint, expected one whose checksum and counts fit"),
            Self::Version(found) => {
                write!(f, "found a checkpoint of format version {found}, expected version {VERSION}")
            }
            Self::Other { parameter, found, expected } => {
                write!(f, "found a checkpoint of another run, with {parameter} {found}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

/// The parameters of a run.
pub fn parameters(plan: &Plan, commit: &str) -> wire::Run {
    let bounded = |bound: u64| (bound != u64::MAX).then_some(bound);
    let engines = plan.engines.iter().map(|(entry, patience)| wire::Engine {
        name: entry.name.into(),
        nodes: bounded(patience.nodes),
        stored: bounded(patience.stored),
        time_limit_ns: patience.time.map(|time| time.as_nanos() as u64),
    });
    wire::Run {
        program: env!("CARGO_PKG_VERSION").into(),
        commit: commit.into(),
        goal: plan.goal.to_string(),
        max_moves: plan.max_moves,
        boards: plan.part.name().into(),
        shard: plan.shard.to_string(),
        chunk: CHUNK,
        engines: engines.collect(),
    }
}

/// Writes a checkpoint in the place of the last one. A kill leaves one or the other.
///
/// # Errors
///
/// Those of the file system.
pub fn write(path: &Path, run: &wire::Run, state: &State) -> io::Result<()> {
    let findings = state.findings.iter().map(|Findings { tally, nearest }| wire::Findings {
        right: tally.right,
        none_within: tally.none_within,
        out_of_budget: tally.out_of_budget,
        wrong: tally.wrong,
        expanded: tally.expanded,
        nearest: nearest.as_ref().map(Found::to_wire),
    });
    let checkpoint = wire::Checkpoint {
        schema: SCHEMA.into(),
        version: VERSION,
        run: run.clone(),
        prefix: state.prefix,
        ahead: state.ahead.iter().copied().collect(),
        boards: state.boards,
        elapsed_ms: state.elapsed.as_millis() as u64,
        findings: findings.collect(),
    };
    let file = wire::File { crc32: checksum(&checkpoint)?, checkpoint };
    files::replace(path, |writer| {
        serde_json::to_writer_pretty(&mut *writer, &file)?;
        writeln!(writer)
    })
}

fn checksum(checkpoint: &wire::Checkpoint) -> serde_json::Result<u32> {
    serde_json::to_vec(checkpoint).map(|bytes| crc32fast::hash(&bytes))
}

impl Found {
    /// The form in files.
    pub fn to_wire(&self) -> wire::Found {
        wire::Found { board: self.board.to_string(), distance: self.distance, message: self.message.clone() }
    }
}

/// Reads the checkpoint of a run with these parameters; `None` where there is no such file.
///
/// # Errors
///
/// Where the file is none, or one of another run.
pub fn read(path: &Path, plan: &Plan, run: &wire::Run) -> Result<Option<State>, CheckpointError> {
    let mut text = Vec::new();
    // A pipe would be waited for.
    if let Err(error) = files::check(path)
        && error.kind() == io::ErrorKind::InvalidInput
    {
        return Err(CheckpointError::Io(error));
    }
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.and_then(|file| file.take(LONGEST).read_to_end(&mut text)).map_err(CheckpointError::Io)?,
    };
    let foreign = |error: serde_json::Error| CheckpointError::Foreign(error.to_string());
    let wire::File { crc32, checkpoint } = serde_json::from_slice(&text).map_err(foreign)?;
    if checkpoint.schema != SCHEMA {
        return Err(CheckpointError::Foreign(format!("the schema is `{}`", checkpoint.schema.escape_debug())));
    }
    if checkpoint.version != VERSION {
        return Err(CheckpointError::Version(checkpoint.version));
    }
    if checksum(&checkpoint).map_err(foreign)? != crc32 {
        return Err(CheckpointError::Damaged);
    }
    if checkpoint.run != *run {
        return Err(difference(&checkpoint.run, run));
    }
    state(plan, checkpoint).map(Some).ok_or(CheckpointError::Damaged)
}

/// The first parameter that differs.
fn difference(found: &wire::Run, expected: &wire::Run) -> CheckpointError {
    let fields = |run| match serde_json::to_value(run) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::default(),
    };
    let (found, expected) = (fields(found), fields(expected));
    let differs = |parameter: &&String| found.get(*parameter) != expected.get(*parameter);
    let parameter = expected.keys().find(differs).cloned().unwrap_or_default();
    let value = |fields: &serde_json::Map<_, _>| fields.get(&parameter).map(ToString::to_string).unwrap_or_default();
    CheckpointError::Other { found: value(&found), expected: value(&expected), parameter }
}

/// The state, unless its counts contradict each other.
fn state(plan: &Plan, checkpoint: wire::Checkpoint) -> Option<State> {
    let mut findings = Vec::new();
    for engine in checkpoint.findings {
        let wire::Findings { right, none_within, out_of_budget, wrong, expanded, nearest } = engine;
        let nearest = match nearest {
            None => None,
            Some(found) => {
                Some(Found { board: found.board.parse().ok()?, distance: found.distance, message: found.message })
            }
        };
        let sum = [right, none_within, out_of_budget, wrong].into_iter().try_fold(0, u64::checked_add)?;
        if sum != checkpoint.boards || nearest.is_some() != (wrong > 0) {
            return None;
        }
        findings.push(Findings { tally: Tally { right, none_within, out_of_budget, wrong, expanded }, nearest });
    }
    let state = State {
        prefix: checkpoint.prefix,
        ahead: checkpoint.ahead.into_iter().collect(),
        boards: checkpoint.boards,
        findings,
        elapsed: Duration::from_millis(checkpoint.elapsed_ms),
    };
    let in_range = state.ahead.range(..=state.prefix).next().is_none()
        && state.ahead.last().is_none_or(|&last| last < plan.chunks())
        && state.prefix <= plan.chunks()
        && state.boards <= state.chunks().checked_mul(CHUNK)?;
    (in_range && state.findings.len() == plan.engines.len()).then_some(state)
}
