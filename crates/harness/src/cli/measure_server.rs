//! `chivalry measure-server`, hidden: a build that `chivalry compare --against` times.

use crate::cli::exit::Status;
use crate::engines::bounds as guided;
use crate::run::environment as machine;
use crate::measure::{self, Clock, NoTime, Plan, Run, Samples, Timed};
use crate::cli::options::{Patience, Search};
use crate::cli::output::Output;
use crate::run::record::{self, Context};
use crate::engines::{self as registry, Entry};
use crate::measure::strata::{Item, Stratum};
use crate::engines::tables;
use crate::run::wire::Record;
use crate::compare::protocol::{self, Hello, Reply, Request};
use chivalry_board::Board;
use chivalry_corpus::Case;
use chivalry_engine::{Engine, Problem};
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

/// Processor time of this thread: what other programs take from it meanwhile is not in it.
#[cfg(unix)]
fn processor_clock() -> Duration {
    // Every system that has the call has this clock; without it the samples are 0, and nothing is shown.
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

#[cfg(unix)]
const CLOCK: Clock = processor_clock;
#[cfg(not(unix))]
const CLOCK: Clock = measure::wall_clock;

/// What was planned, ready to be timed.
struct Prepared {
    engines: Vec<Entry>,
    made: Vec<Box<dyn Engine>>,
    strata: Vec<Stratum>,
    problems: Vec<Vec<Problem>>,
    search: Search,
}

/// Greets, and replies until standard input ends.
///
/// # Errors
///
/// Where standard input or output fails.
pub fn run(output: &mut Output) -> anyhow::Result<Status> {
    let hello = Hello { protocol: protocol::NAME.into(), version: protocol::VERSION, program: machine::program() };
    say(output, &hello)?;
    let mut prepared = None;
    for line in requests() {
        let reply = match serde_json::from_str(&line?) {
            Ok(Request::Answers(plan)) => match prepare(&plan).and_then(|ready| ready.answers(&plan)) {
                Ok(record) => Reply::Record(Box::new(record)),
                Err(fault) => Reply::Fault(fault),
            },
            Ok(Request::Ready(plan)) => match prepare(&plan) {
                Ok(ready) => {
                    prepared = Some(ready);
                    Reply::Ready
                }
                Err(fault) => Reply::Fault(fault),
            },
            Ok(Request::Sample { stratum, engine, repeats }) => match &mut prepared {
                Some(ready) => ready.sample(stratum, engine, repeats),
                None => Reply::Fault("a sample was asked for, and nothing is ready".into()),
            },
            Err(error) => Reply::Fault(format!("no request: {error}")),
        };
        say(output, &reply)?;
        if output.is_gone() {
            break;
        }
    }
    Ok(Status::Good)
}

/// The lines of standard input, read by a thread that ends this process where they end: whoever asked is gone, and what it asked for last may take
/// minutes.
fn requests() -> impl Iterator<Item = io::Result<String>> {
    let (send, receive) = sync_channel(1);
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if send.send(line).is_err() {
                return;
            }
        }
        process::exit(Status::Good as i32);
    });
    receive.into_iter()
}

fn say(output: &mut Output, document: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *output, document)?;
    writeln!(output)?;
    output.flush()?;
    Ok(())
}

/// Makes ready what it takes to answer and to time.
fn prepare(plan: &protocol::Plan) -> Result<Prepared, String> {
    let board = |text: &str| text.parse::<Board>().map_err(|error| format!("{text}: {error}"));
    let goal = board(&plan.goal)?;
    let search = Search { max_moves: None, goal, nodes: None, stored: plan.stored, time_limit: None };
    let engine = |name: &String| guided::find(name).ok_or_else(|| format!("no engine `{name}`"));
    let engines: Vec<Entry> = plan.engines.iter().map(engine).collect::<Result<_, _>>()?;
    let mut strata = Vec::new();
    for stratum in &plan.strata {
        let item = |(text, exact): &(String, u8)| {
            Ok::<_, String>(Item { case: Case { board: board(text)?, exact: None, line: 1 }, exact: *exact })
        };
        let patience = Patience { nodes: stratum.nodes.unwrap_or(u64::MAX), ..search.patience() };
        strata.push(Stratum {
            name: stratum.name.clone(),
            distance: stratum.distance,
            max_moves: stratum.max_moves,
            patience,
            items: stratum.boards.iter().map(item).collect::<Result<_, _>>()?,
        });
    }
    registry::prepare(&engines, goal);
    let problems = strata.iter().map(|stratum| measure::problems(stratum, &search)).collect();
    let made = engines.iter().map(|entry| (entry.make)()).collect();
    Ok(Prepared { engines, made, strata, problems, search })
}

impl Prepared {
    /// Answers all boards, and counts.
    fn answers(&self, plan: &protocol::Plan) -> Result<Record, String> {
        let Self { engines, strata, search, .. } = self;
        tables::shared(search.goal);
        let stop = AtomicBool::new(false);
        let nothing = Plan { rounds: 0, time: Duration::ZERO, seed: 1 };
        let mut run = Run::new(engines, search, strata, nothing, &stop);
        run.measure(|_| {}).map_err(|refuted| refuted.to_string())?;
        let context = Context {
            engines,
            prepared: &vec![None; plan.engines.len()],
            search,
            strata,
            seed: 1,
            rounds: 0,
            time: Duration::ZERO,
            command: vec!["chivalry".into(), "measure-server".into()],
            began: 0,
            elapsed: Duration::ZERO,
            complete: true,
            machine: machine::machine(),
        };
        Ok(record::record(&run, context))
    }

    fn sample(&mut self, stratum: usize, engine: usize, repeats: u32) -> Reply {
        let Some((of_stratum, problems)) = self.strata.get(stratum).zip(self.problems.get(stratum)) else {
            return Reply::Fault(format!("no stratum {stratum}"));
        };
        let Some(made) = self.made.get_mut(engine) else { return Reply::Fault(format!("no engine {engine}")) };
        let timed = Timed { stratum: of_stratum, problems, clock: CLOCK };
        let mut samples = Samples { repeats, nanoseconds: Vec::new() };
        match timed.sample(&mut samples, |problem, budget| made.solve(problem, budget).0) {
            Ok(()) => {
                Reply::Sample { repeats: samples.repeats, ns: samples.nanoseconds.first().copied().unwrap_or(f64::NAN) }
            }
            Err(NoTime::OutOfBudget(resource)) => {
                let words = format!("{} ran out of {resource}", self.engines[engine].name);
                Reply::Withheld { wrong: false, words }
            }
            Err(NoTime::Wrong(wrong)) => {
                let words = format!("{} is wrong: {}  {}", self.engines[engine].name, wrong.board, wrong.fault);
                Reply::Withheld { wrong: true, words }
            }
        }
    }
}
