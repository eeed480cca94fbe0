//! `chivalry verify --exhaustive`: engines against the exact distances of all boards.

use crate::verify::checkpoint;
use crate::verify::space::{self as exhaustive, CHUNK, Part, Plan, Shard, State};
use crate::cli::exit::{self, Status};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::view::table;
use crate::engines::tables::Source;
use crate::verify::wire_proof;
use anyhow::Context;
use chivalry_corpus::Escaped;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often a checkpoint is written: what a kill costs at most, beside the chunks begun.
const INTERVAL: Duration = Duration::from_millis(500);

/// The commit from which this program was made.
pub const COMMIT: &str = env!("CHIVALRY_COMMIT");

/// How an exhaustive check is done.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Exhaustive proof")]
pub struct Options {
    /// Check the engines on all 67,603,900 boards against the table of exact distances, on all cores
    #[arg(long, conflicts_with_all = ["files", "random", "style", "seed"])]
    pub exhaustive: bool,
    /// Of these boards: all, within (those within the limit) or beyond (the others)
    #[arg(long, value_name = "WHICH", default_value = "all", hide_possible_values = true, requires = "exhaustive")]
    boards: Part,
    /// Only one part of N, K from 1 to N: the boards whose rank is K - 1 modulo N
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE, hide_default_value = true, requires = "exhaustive")]
    shard: Shard,
    /// Go on from this file, where it exists, and keep in it how far the check has come; a kill at any moment loses a second
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    checkpoint: Option<PathBuf>,
    /// State this commit instead of the one found when the program was made
    #[arg(long, value_name = "NAME", default_value = COMMIT, hide_default_value = true)]
    pub commit: String,
    /// Where the table comes from.
    #[command(flatten)]
    pub source: Source,
}

/// What the rest of the command line says.
pub struct Frame {
    /// The engines and the limit.
    pub plan: Plan,
    /// Whether JSON is wanted.
    pub json: bool,
    /// Where it runs.
    pub pool: rayon::ThreadPool,
}

impl Options {
    /// The part of the space that is chosen.
    pub const fn part(&self) -> (Shard, Part) {
        (self.shard, self.boards)
    }
}

/// Checks, and writes the statement.
///
/// # Errors
///
/// Where standard output or the checkpoint fails, or signals cannot be had.
pub fn run(arguments: &Options, frame: &Frame, output: &mut Output) -> anyhow::Result<Status> {
    let Frame { plan, pool, .. } = frame;
    // Before anything else, so that no moment is left in which a signal ends the program without a word.
    let stop = exit::on_signal()?;
    let parameters = checkpoint::parameters(plan, &arguments.commit);
    let mut state = State::new(plan.engines.len());
    if let Some(path) = &arguments.checkpoint {
        match checkpoint::read(path, plan, &parameters) {
            Ok(None) => {}
            Ok(Some(found)) => {
                let (done, all) = (found.chunks() * 100 / plan.chunks(), found.boards);
                note(format_args!("chivalry: goes on from a checkpoint: {done} % done, {all} boards checked"));
                state = found;
            }
            Err(error) => {
                note(format_args!("{}: {error}", Escaped(&path.to_string_lossy())));
                return Ok(Status::Bad);
            }
        }
        // At once, so that a place where nothing can be written is not found after an hour.
        if let Err(error) = checkpoint::write(path, &parameters, &state) {
            let name = path.to_string_lossy();
            note(format_args!(
                "{}: found an error while writing ({error}), expected a writable folder",
                Escaped(&name)
            ));
            return Ok(Status::Bad);
        }
    }
    if let Err(error) = pool.install(|| arguments.source.prepare(plan.goal)) {
        note(error);
        return Ok(Status::Bad);
    }
    let exact = pool.install(|| arguments.source.exact(plan.goal));
    let bar = progress::bar(plan.chunks() * CHUNK, "proving");
    bar.set_position(state.chunks() * CHUNK);
    bar.reset_eta();
    let save = |state: &State| match &arguments.checkpoint {
        Some(path) => {
            checkpoint::write(path, &parameters, state).with_context(|| format!("cannot write {}", path.display()))
        }
        None => Ok(()),
    };
    let mut saved = Instant::now();
    let after = |state: &State| {
        bar.set_position(state.chunks() * CHUNK);
        if saved.elapsed() >= INTERVAL {
            save(state)?;
            saved = Instant::now();
        }
        anyhow::Ok(())
    };
    let state = pool.install(|| exhaustive::run(plan, &exact, state, &stop, after))?;
    bar.finish_and_clear();
    save(&state)?;
    if state.chunks() < plan.chunks() {
        let kept =
            if arguments.checkpoint.is_some() { "the same command goes on from there" } else { "nothing is kept" };
        note(format_args!(
            "chivalry: interrupted after {}, {} wrong; {kept}",
            table::boards(state.boards),
            state.wrong()
        ));
        return Ok(Status::Interrupted);
    }
    if plan.part == Part::All && state.boards != plan.shard.boards() {
        anyhow::bail!("counted {} boards of {}", state.boards, plan.shard.boards());
    }
    let status = status(&state);
    if frame.json {
        serde_json::to_writer_pretty(&mut *output, &document(arguments, frame, &state, status))?;
        writeln!(output)?;
    } else {
        print(output, arguments, frame, &state, status)?;
    }
    match status {
        Status::Nothing => note("chivalry: nothing was proven: there is no such board"),
        Status::Inconclusive => note("chivalry: inconclusive: boards were given up, their budget spent"),
        _ => {}
    }
    Ok(status)
}

fn status(state: &State) -> Status {
    if state.wrong() > 0 {
        Status::Wrong
    } else if state.boards == 0 {
        Status::Nothing
    } else if state.findings.iter().any(|findings| findings.tally.out_of_budget > 0) {
        Status::Inconclusive
    } else {
        Status::Good
    }
}

fn print(
    output: &mut Output,
    arguments: &Options,
    Frame { plan, pool, .. }: &Frame,
    state: &State,
    status: Status,
) -> io::Result<()> {
    if let Some((engine, found)) = state.nearest() {
        let (name, message) = (plan.engines[engine].0.name, &found.message);
        writeln!(output, "wrong: {}  {name}: {message}  (nearest to the goal)\n", found.board)?;
    }
    let limit = plan.max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
    let subset = match (plan.part, plan.max_moves) {
        (Part::All, _) | (Part::Within, None) => "every board".into(),
        (Part::Within, Some(limit)) => format!("every board within {limit} moves"),
        (Part::Beyond, Some(limit)) => format!("every board beyond {limit} moves"),
        (Part::Beyond, None) => "no board".into(),
    };
    let shard = if plan.shard == Shard::WHOLE { String::new() } else { format!(" of shard {}", plan.shard) };
    writeln!(output, "goal        {}, {limit}", plan.goal)?;
    writeln!(output, "boards      {}, {subset}{shard}", state.boards)?;
    writeln!(output, "program     {}, commit {}", env!("CARGO_PKG_VERSION"), Escaped(&arguments.commit))?;
    let threads = pool.current_num_threads();
    writeln!(output, "time        {:.1} s on {threads} threads", state.elapsed.as_secs_f64())?;
    writeln!(output, "{:<18}{:>12}{:>13}{:>15}{:>10}", "engine", "right", "none within", "out of budget", "wrong")?;
    for ((entry, _), findings) in plan.engines.iter().zip(&state.findings) {
        let tally = &findings.tally;
        let [right, none, out, wrong] = [tally.right, tally.none_within, tally.out_of_budget, tally.wrong];
        writeln!(output, "{:<18}{right:>12}{none:>13}{out:>15}{wrong:>10}", entry.name)?;
    }
    let count = state.wrong();
    match status {
        Status::Good => writeln!(output, "proven: each answers each of these boards right, every path replayed"),
        Status::Wrong if count == 1 => writeln!(output, "not proven: 1 disagreement"),
        Status::Wrong => writeln!(output, "not proven: {count} disagreements"),
        _ => writeln!(output, "not proven: no disagreement"),
    }
}

fn document(
    arguments: &Options,
    Frame { plan, pool, .. }: &Frame,
    state: &State,
    status: Status,
) -> wire_proof::Proof {
    let engines = plan.engines.iter().zip(&state.findings).map(|((entry, patience), findings)| wire_proof::Engine {
        engine: entry.name,
        nodes: (patience.nodes != u64::MAX).then_some(patience.nodes),
        right: findings.tally.right,
        none_within: findings.tally.none_within,
        out_of_budget: findings.tally.out_of_budget,
        wrong: findings.tally.wrong,
        expanded: findings.tally.expanded,
        nearest: findings.nearest.as_ref().map(exhaustive::Found::to_wire),
    });
    wire_proof::Proof {
        schema: wire_proof::SCHEMA,
        version: wire_proof::VERSION,
        program: env!("CARGO_PKG_VERSION"),
        commit: arguments.commit.clone(),
        goal: plan.goal.to_string(),
        max_moves: plan.max_moves,
        subset: plan.part.name(),
        shard: plan.shard.to_string(),
        boards: state.boards,
        verdict: match status {
            Status::Good => "proven",
            Status::Nothing => "nothing",
            Status::Inconclusive => "inconclusive",
            _ => "disagreed",
        },
        disagreements: state.wrong(),
        seconds: state.elapsed.as_secs_f64(),
        threads: pool.current_num_threads(),
        engines: engines.collect(),
    }
}
