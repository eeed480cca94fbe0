//! `chivalry generate`: corpora from a seed.

use crate::cli::corpora;
use crate::cli::exit::{self, Status};
use crate::cli::files;
use crate::cli::options::{MaxMoves, engine_parser};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::engines::Entry;
use crate::engines::bounds::Guidance;
use crate::engines::tables::Source;
use crate::generate::{self, Depth, Depths, Failure, Hardest, Plan};
use chivalry_board::Board;
use chivalry_corpus::Escaped;
use rayon::ThreadPool;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Each line is a board and its exact distance from the goal, looked up in the
complete table. No board comes twice. The same options give the same bytes on
every machine and with any number of threads. The boards of a distance depend on
the seed and the distance alone, so that --depths 7 gives those of --depths 0..39,
and a greater --per-depth gives the same boards and more. --random N gives, alone,
the boards of `verify --random N` with the same seed.

With --hardest the boards of a distance are those that cost the engine most
expanded states: among all boards of the distance where they are no more than
--candidates, and else among so many of them, drawn with the seed. The costs
stand behind the boards, the dearest first. A board that is given up after --nodes
states counts as dearer than all that are not; such are in the order in which they
were drawn.

Exit status: 0 good; 1 the engine of --hardest is wrong; 2 bad usage; 130
interrupted.

Examples:
  chivalry generate --output my-corpus.txt       10 boards of each distance
  chivalry generate --depths 10..15 --per-depth 100 --seed 7
  chivalry generate --random 5000 | chivalry verify -
  chivalry generate --depths 14,15 --per-depth 5 --hardest idastar";

/// Boards of each distance unless chosen.
const PER_DEPTH: u32 = 10;

/// Boards of each distance among which the hardest are looked for unless chosen.
const CANDIDATES: u32 = 500;

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Makes a corpus from a seed: boards by distance, random ones, or the hardest
///
/// Without options up to ten boards of each distance there is.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The distances, both ends included: `7`, `0..39`, or several with commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    depths: Vec<Depths>,
    /// The boards of each distance; all where there are fewer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_depth: Option<u32>,
    /// Add this many random boards of any distance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=corpora::MOST_RANDOM))]
    random: Option<u32>,
    /// Take the boards of each distance that cost this engine most expanded states
    #[arg(long, value_name = "ENGINE", value_parser = engine_parser(), hide_possible_values = true)]
    hardest: Option<&'static Entry>,
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
    guidance: Guidance,
    /// The board to reach, one line, instead of 11111/01111/00*11/00001/00000
    #[arg(long, value_name = "BOARD", default_value_t = Board::GOAL, hide_default_value = true)]
    goal: Board,
    /// The seed of every choice
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write to a file instead of standard output, which is also `-`; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Work on this many threads instead of one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    source: Source,
}

impl Arguments {
    /// The file to write; `None` for standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

/// Makes the corpus.
///
/// # Errors
///
/// Where standard output fails, or no threads can be had.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let plan = match plan(arguments) {
        Ok(plan) => plan,
        Err(message) => {
            note(format_args!("chivalry: {message}"));
            return Ok(Status::Bad);
        }
    };
    if let Some(path) = arguments.file()
        && let Err(error) = files::check(path)
    {
        note(format_args!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
        return Ok(Status::Bad);
    }
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if let Err(error) = pool.install(|| arguments.source.prepare(arguments.goal)) {
        note(error);
        return Ok(Status::Bad);
    }
    let depths = match pool.install(|| plan.depths()) {
        Ok(depths) => depths,
        Err(message) => {
            note(format_args!("chivalry: {message}"));
            return Ok(Status::Bad);
        }
    };
    make(arguments, &plan, &depths, &pool, output)
}

/// What is asked for, or why it cannot be.
fn plan(arguments: &Arguments) -> Result<Plan, String> {
    let by_depth = !arguments.depths.is_empty() || arguments.random.is_none();
    if !by_depth && (arguments.per_depth.is_some() || arguments.hardest.is_some()) {
        let option = if arguments.hardest.is_some() { "--hardest" } else { "--per-depth" };
        return Err(format!("found {option} with random boards alone, expected --depths with it"));
    }
    let entry = match arguments.hardest {
        None if arguments.guidance.is_given() => return Err("found --heuristic, expected --hardest with it".into()),
        None => None,
        Some(&entry) => match arguments.guidance.apply(vec![entry])[..] {
            [found] if !arguments.guidance.is_given() || crate::engines::bounds::is_guided(&entry) => Some(found),
            [_] => return Err(format!("found --heuristic, but {} is not guided by a lower bound", entry.name)),
            _ => return Err("found several lower bounds, expected one with --hardest".into()),
        },
    };
    let per_depth = arguments.per_depth.unwrap_or(PER_DEPTH);
    let candidates = arguments.candidates.unwrap_or(CANDIDATES.max(per_depth));
    if candidates < per_depth {
        return Err(format!("found {candidates} candidates for the {per_depth} hardest, expected as many at least"));
    }
    Ok(Plan {
        goal: arguments.goal,
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

fn make(
    arguments: &Arguments,
    plan: &Plan,
    depths: &[u8],
    pool: &ThreadPool,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let stop = exit::on_signal()?;
    let bar = progress::bar(depths.len() as u64 + u64::from(plan.random > 0), "generating");
    let mut notes = Vec::new();
    // Hands the text on in pieces; `put` says whether nobody wants more.
    let mut write = |put: &mut dyn FnMut(&str) -> io::Result<bool>| -> Result<(), Failure> {
        let mut text = head(plan, depths);
        let mut is_gone = false;
        generate::run(plan, depths, pool, &stop, |part| {
            bar.inc(1);
            notes.extend(part.note());
            for line in part.lines() {
                let _ = writeln!(text, "{line}");
                if text.len() >= GATHERED {
                    is_gone = put(&text)?;
                    text.clear();
                    if is_gone {
                        break;
                    }
                }
            }
            Ok(is_gone)
        })?;
        if !is_gone {
            put(&text)?;
        }
        Ok(())
    };
    let (place, result) = match arguments.file() {
        Some(path) => {
            let mut failure = None;
            // Whole or not at all: what is found on the way to be wrong leaves no file.
            let written = files::replace(path, |writer| {
                let mut put = |text: &str| writer.write_all(text.as_bytes()).map(|()| false);
                write(&mut put).map_err(|error| match error {
                    Failure::Io(error) => error,
                    other => {
                        failure = Some(other);
                        io::Error::other("not to be written")
                    }
                })
            });
            (Some(path), failure.map_or(written.map_err(Failure::Io), Err))
        }
        None => (None, write(&mut |text| output.write_all(text.as_bytes()).map(|()| output.is_gone()))),
    };
    bar.finish_and_clear();
    for line in notes {
        note(format_args!("chivalry: {line}"));
    }
    match (result, place) {
        (Ok(()), _) => Ok(Status::Good),
        (Err(Failure::Wrong(message)), _) => {
            note(format_args!("chivalry: {message}"));
            Ok(Status::Wrong)
        }
        (Err(Failure::Stopped), _) => {
            note("chivalry: interrupted; the corpus is not complete");
            Ok(Status::Interrupted)
        }
        (Err(Failure::Io(error)), Some(path)) => {
            note(format_args!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
            Ok(Status::Bad)
        }
        (Err(Failure::Io(error)), None) => Err(error.into()),
    }
}

/// The comments at the head of the corpus: what it is, and the command that makes it.
fn head(plan: &Plan, depths: &[u8]) -> String {
    let mut head = format!("# Boards with their exact distances to the goal {}.\n", plan.goal);
    let mut command = String::from("chivalry generate");
    if !depths.is_empty() {
        let list = generate::list(depths);
        let (count, seed) = (plan.per_depth, plan.seed);
        match &plan.hardest {
            None => {
                let _ = writeln!(head, "# Of each distance {list} up to {count} boards, drawn with the seed {seed}.");
            }
            Some(Hardest { entry, candidates, nodes, max_moves }) => {
                let limit = max_moves.map_or("no limit".into(), |limit| format!("limit {limit}"));
                let name = entry.name;
                let _ = writeln!(
                    head,
                    "# Of each distance {list} up to {count} boards, those that cost `{name}` most expanded states,"
                );
                let _ = writeln!(
                    head,
                    "# dearest first, of all boards of the distance or of {candidates} drawn with the seed {seed};"
                );
                let _ = writeln!(head, "# {limit}, given up after {nodes} states.");
            }
        }
        let _ = write!(command, " --depths {list} --per-depth {count}");
    }
    if plan.random > 0 {
        let _ = writeln!(head, "# {} random boards, drawn with the seed {}.", plan.random, plan.seed);
        let _ = write!(command, " --random {}", plan.random);
    }
    if let Some(Hardest { entry, candidates, nodes, max_moves }) = &plan.hardest {
        let (engine, heuristic) = entry.name.split_once('+').unwrap_or((entry.name, ""));
        let _ = write!(command, " --hardest {engine} --candidates {candidates} --nodes {nodes}");
        if let Some(limit) = max_moves {
            let _ = write!(command, " --max-moves {limit}");
        }
        if !heuristic.is_empty() {
            let _ = write!(command, " --heuristic {heuristic}");
        }
    }
    if plan.goal != Board::GOAL {
        let _ = write!(command, " --goal '{}'", plan.goal);
    }
    let _ = writeln!(head, "# From: {command} --seed {}", plan.seed);
    head
}
