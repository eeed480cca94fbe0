//! `chivalry generate`: corpora from a seed.

use super::corpora::MOST_RANDOM;
use super::exit::{self, Refusal, Status};
use super::files::Pending;
use super::options::{Bounds, Goal, Threads};
use super::output::{Output, note};
use super::progress;
use crate::engines::{Entry, MaxMoves, Registry, is_guided};
use crate::generate::{self, Depth, Depths, Failure, Hardest, Plan};
use crate::view::words::limit;
use chivalry_board::Board;
use std::path::PathBuf;

/// Boards of each distance unless chosen.
const PER_DEPTH: u32 = 10;

/// Boards of each distance among which the hardest are looked for unless chosen.
const CANDIDATES: u32 = 500;

/// Makes a corpus from a seed: boards by distance, random ones, or the hardest
///
/// Without options up to ten boards of each distance there is.
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/generate.txt").trim_end())]
pub(crate) struct Arguments {
    /// The distances, both ends included: `7`, `0..39`, or several with commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    depths: Vec<Depths>,
    /// The boards of each distance; all where there are fewer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_depth: Option<u32>,
    /// Add this many random boards of any distance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_RANDOM))]
    random: Option<u32>,
    /// Take the boards of each distance that cost this engine most expanded states
    #[arg(long, value_name = "ENGINE", hide_possible_values = true)]
    hardest: Option<String>,
    /// Look for the hardest among this many boards of each distance
    ///
    /// 500 unless chosen, or as many as --per-depth asks for; all boards where there are no more.
    #[arg(long, value_name = "N", requires = "hardest", value_parser = clap::value_parser!(u32).range(1..))]
    candidates: Option<u32>,
    /// Give a candidate up after expanding this many states
    #[arg(long, value_name = "N", default_value_t = 300_000, requires = "hardest",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The most moves that the engine of --hardest looks for, or `none`
    #[arg(long, value_name = "N|none", default_value = "none", requires = "hardest")]
    max_moves: MaxMoves,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    goal: Goal,
    /// The seed of every choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write to a file instead of standard output, which is also `-`; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Makes the corpus.
///
/// # Errors
///
/// Where standard output fails, or no threads can be had; [`Refusal`] for bad usage, where the engine is wrong, and where it was interrupted.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    let plan = plan(arguments, registry).map_err(Refusal::usage)?;
    // Before there is a file that a signal could leave behind.
    let stop = exit::on_signal()?;
    let pending = Pending::open(arguments.output.as_deref().unwrap_or("-".as_ref()))?;
    arguments.threads.start()?;
    let depths = plan.depths().map_err(Refusal::usage)?;
    let bar = progress::bar(depths.len() as u64 + u64::from(plan.random > 0), "generating");
    let mut notes = Vec::new();
    let gone = output.gone();
    let result = pending.commit(output, |writer| {
        writer.write_all(head(&plan, &depths).as_bytes())?;
        let taken = generate::run(&plan, &depths, &stop, |part| {
            bar.inc(1);
            notes.extend(part.note());
            part.lines().take_while(|_| !gone.get()).try_for_each(|line| writeln!(writer, "{line}"))?;
            Ok(gone.get())
        });
        taken.map_err(refused)
    });
    bar.finish_and_clear();
    for line in notes {
        note(format_args!("chivalry: {line}"));
    }
    result.map(|()| Status::Good)
}

/// Why there is no corpus.
fn refused(failure: Failure) -> anyhow::Error {
    let (status, message) = match failure {
        Failure::Io(error) => return error.into(),
        Failure::Wrong(message) => (Status::Wrong, message),
        Failure::Stopped => (Status::Interrupted, "interrupted; the corpus is not complete".into()),
    };
    Refusal::of(status, message).into()
}

/// What is asked for, or why it cannot be.
fn plan(arguments: &Arguments, registry: &Registry) -> Result<Plan, String> {
    let by_depth = !arguments.depths.is_empty() || arguments.random.is_none();
    if !by_depth && (arguments.per_depth.is_some() || arguments.hardest.is_some()) {
        let option = if arguments.hardest.is_some() { "--hardest" } else { "--per-depth" };
        return Err(format!("found {option} with random boards alone, expected --depths with it"));
    }
    let entry = hardest(arguments, registry)?;
    let per_depth = arguments.per_depth.unwrap_or(PER_DEPTH);
    let candidates = arguments.candidates.unwrap_or(CANDIDATES.max(per_depth));
    if candidates < per_depth {
        return Err(format!("found {candidates} candidates for the {per_depth} hardest, expected as many at least"));
    }
    Ok(Plan {
        goal: arguments.goal.goal,
        seed: arguments.seed,
        depths: match &arguments.depths[..] {
            [] if by_depth => Depth::All,
            depths => Depth::These(depths.to_vec()),
        },
        per_depth,
        random: arguments.random.unwrap_or(0),
        hardest: entry.map(|entry| Hardest {
            entry,
            candidates,
            nodes: arguments.nodes,
            max_moves: arguments.max_moves.0,
        }),
    })
}

/// The engine for which the hardest boards are looked for.
fn hardest(arguments: &Arguments, registry: &Registry) -> Result<Option<Entry>, String> {
    let bounds = &arguments.bounds.heuristic;
    let Some(name) = &arguments.hardest else {
        return if bounds.is_empty() { Ok(None) } else { Err("found --heuristic, expected --hardest with it".into()) };
    };
    if !bounds.is_empty() && !is_guided(name) {
        return Err(format!("found --heuristic, but {name} is not guided by a lower bound"));
    }
    let mut chosen = registry.choose(std::slice::from_ref(name), bounds);
    if chosen.len() > 1 {
        return Err("found several lower bounds, expected one with --hardest".into());
    }
    Ok(chosen.pop())
}

/// The comments at the head of the corpus: what it is, and the command that makes it.
fn head(plan: &Plan, depths: &[u8]) -> String {
    let Plan { goal, seed, per_depth, random, hardest, .. } = plan;
    let mut lines = vec![format!("Boards with their exact distances to the goal {goal}.")];
    let mut command = vec!["chivalry generate".to_owned()];
    if !depths.is_empty() {
        let list = generate::list(depths);
        command.push(format!("--depths {list} --per-depth {per_depth}"));
        let boards = format!("Of each distance {list} up to {per_depth} boards");
        match hardest {
            None => lines.push(format!("{boards}, drawn with the seed {seed}.")),
            Some(Hardest { entry, candidates, nodes, max_moves }) => {
                let of = format!("of all boards of the distance or of {candidates} drawn with the seed {seed}");
                lines.push(format!("{boards}, those that cost `{}` most expanded states,", entry.name));
                lines.push(format!("dearest first, {of};"));
                lines.push(format!("{}, given up after {nodes} states.", limit(*max_moves)));
            }
        }
    }
    if *random > 0 {
        lines.push(format!("{random} random boards, drawn with the seed {seed}."));
        command.push(format!("--random {random}"));
    }
    if let Some(Hardest { entry, candidates, nodes, max_moves }) = hardest {
        let (engine, heuristic) = entry.name.split_once('+').unwrap_or((&entry.name, ""));
        command.push(format!("--hardest {engine} --candidates {candidates} --nodes {nodes}"));
        command.extend(max_moves.map(|limit| format!("--max-moves {limit}")));
        if !heuristic.is_empty() {
            command.push(format!("--heuristic {heuristic}"));
        }
    }
    if *goal != Board::GOAL {
        command.push(format!("--goal '{goal}'"));
    }
    lines.push(format!("From: {} --seed {seed}", command.join(" ")));
    format!("# {}\n", lines.join("\n# "))
}
