//! Two builds of this program, measured in turns on one machine.
//!
//! Both run as child processes that wait for each other, so that only one works at a time. For every engine and stratum a round takes four
//! samples, in the order A B B A or B A A B, and keeps the ratio of their geometric means: a machine that gets slower or faster on the way does it to both.
//!
//! Every round has fresh processes. Where a process has its memory decides on up to a tenth of the time of the nearest boards, for as long as it lives: two
//! processes of one build differ, however many samples are taken of them, and only more processes tell a build from its luck.
//!
//! So a round's ratios stand by themselves, their median has an interval, and whether they favour one side is asked of the signed-rank test.
//! Samples are processor time, of which other programs take nothing.

use crate::compare::{Comparison, TimeRow, Verdict};
use crate::statistics;
use crate::run::wire::Record;
use crate::compare::protocol::{self, Hello, Plan, Reply, Request};
use chivalry_corpus::{Escaped, Random};
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// More than any line of a build is long.
const LONGEST: u64 = 1 << 28;

/// The longest time for a greeting, which takes milliseconds.
const GREETING: Duration = Duration::from_secs(20);

/// The longest time for answers to all boards.
const ANSWERS: Duration = Duration::from_mins(30);

/// The longest time for a sample.
const SAMPLE: Duration = Duration::from_mins(5);

/// How often who waits looks whether to end.
const WAKE: Duration = Duration::from_millis(200);

/// Rounds from one look at the verdicts to the next.
const LOOK: u32 = 10;

/// Why a build cannot be measured.
#[derive(Debug)]
pub enum BuildError {
    /// It does not do what a build does.
    Unlike {
        /// The executable.
        name: String,
        /// What it does instead.
        found: String,
    },
    /// The user asked to end.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlike { name, found } => write!(
                f,
                "{}: found {}, expected a build of chivalry with `compare --against`",
                Escaped(name),
                Escaped(found)
            ),
            Self::Stopped => write!(f, "interrupted; of a comparison that is not finished nothing is said"),
        }
    }
}

impl std::error::Error for BuildError {}

/// A build that is running.
pub struct Build {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    stop: Arc<AtomicBool>,
    /// What it says it is.
    pub program: crate::run::wire::Program,
}

impl Drop for Build {
    fn drop(&mut self) {
        // A build ends with its input; one that is none may not.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Build {
    /// Starts an executable, and hears its greeting. Once `stop` is set it is not waited for.
    ///
    /// # Errors
    ///
    /// Where it cannot be run, or is no build of this program that speaks this version of the protocol.
    pub fn start(executable: &Path, stop: &Arc<AtomicBool>) -> Result<Self, BuildError> {
        let name = executable.to_string_lossy().into_owned();
        let fail = |found: String| BuildError::Unlike { name: name.clone(), found };
        let mut child = Command::new(executable)
            .arg("measure-server")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| fail(format!("an error while starting it ({error})")))?;
        let (send, lines) = sync_channel(1);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut reader = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    match reader.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                        Ok(1..) => {}
                        Ok(0) | Err(_) => return,
                    }
                    let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                    if send.send(text).is_err() {
                        return;
                    }
                }
            });
        }
        let program = crate::run::environment::program();
        let mut build = Self { name, input: child.stdin.take(), child, lines, stop: Arc::clone(stop), program };
        let line = build.hear(GREETING)?;
        let hello: Hello = serde_json::from_str(&line).map_err(|_| build.fails(shortened(&line)))?;
        if (hello.protocol.as_str(), hello.version) != (protocol::NAME, protocol::VERSION) {
            let Hello { protocol, version, .. } = hello;
            let ours = protocol::VERSION;
            return Err(build.fails(format!("the protocol {protocol} {version} instead of {} {ours}", protocol::NAME)));
        }
        build.program = hello.program;
        Ok(build)
    }

    fn fails(&self, found: impl Into<String>) -> BuildError {
        BuildError::Unlike { name: self.name.clone(), found: found.into() }
    }

    fn hear(&mut self, patience: Duration) -> Result<String, BuildError> {
        let begin = Instant::now();
        loop {
            match self.lines.recv_timeout(WAKE) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => return Err(BuildError::Stopped),
                Err(RecvTimeoutError::Timeout) if begin.elapsed() < patience => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.fails(format!("no word within {patience:?}"))),
                Err(RecvTimeoutError::Disconnected) => {
                    self.input = None;
                    let status = self.child.wait().map(|status| status.to_string()).unwrap_or_default();
                    return Err(self.fails(format!("the end of its output ({status})")));
                }
            }
        }
    }

    fn ask(&mut self, request: &Request, patience: Duration) -> Result<Reply, BuildError> {
        let mut line = serde_json::to_string(request).map_err(|error| self.fails(error.to_string()))?;
        line.push('\n');
        let written = self.input.as_mut().map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
        // Where it no longer reads, what it said last, or its end, says more.
        let _ = written;
        let line = self.hear(patience)?;
        match serde_json::from_str(&line) {
            Ok(Reply::Fault(fault)) => Err(self.fails(format!("that it says: {fault}"))),
            Ok(reply) => Ok(reply),
            Err(_) => Err(self.fails(shortened(&line))),
        }
    }

    /// Answers and counters of all boards.
    ///
    /// # Errors
    ///
    /// Where it does not give them.
    pub fn answers(&mut self, plan: Plan) -> Result<Record, BuildError> {
        match self.ask(&Request::Answers(plan), ANSWERS)? {
            Reply::Record(record) => {
                // As for a file: what is not at one with itself is not looked at.
                let text = serde_json::to_vec(&record).map_err(|error| self.fails(error.to_string()))?;
                crate::run::wire::read(text).map_err(|error| self.fails(format!("a record with a fault ({error})")))
            }
            _ => Err(self.fails("another reply than a record")),
        }
    }

    /// Makes ready for samples.
    fn ready(&mut self, plan: Plan) -> Result<(), BuildError> {
        match self.ask(&Request::Ready(plan), SAMPLE)? {
            Reply::Ready => Ok(()),
            _ => Err(self.fails("another reply than that it is ready")),
        }
    }

    /// A sample: passes and nanoseconds per board.
    fn sample(&mut self, job: &Job, repeats: u32) -> Result<Result<(u32, f64), Withheld>, BuildError> {
        let request = Request::Sample { stratum: job.stratum, engine: job.engine, repeats };
        match self.ask(&request, SAMPLE)? {
            Reply::Sample { repeats, ns } if ns.is_finite() && ns >= 0.0 && repeats > 0 => {
                Ok(Ok((repeats, ns.max(1e-3))))
            }
            Reply::Withheld { wrong, words } => Ok(Err(Withheld { wrong, words })),
            _ => Err(self.fails("another reply than a sample")),
        }
    }
}

/// Why there is no sample.
struct Withheld {
    /// Whether for a wrong answer; else a board was given up.
    wrong: bool,
    /// That in words.
    words: String,
}

/// The beginning of a line that may be anything.
fn shortened(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    if start.is_empty() { "an empty line".into() } else { format!("`{start}`") }
}

/// An engine on a stratum, and its samples.
struct Job {
    stratum: usize,
    engine: usize,
    /// Passes in one sample, the same for both builds.
    repeats: u32,
    old: Vec<f64>,
    new: Vec<f64>,
    /// One a round.
    ratios: Vec<f64>,
}

/// For how long two builds are measured.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The most rounds.
    pub rounds: u32,
    /// No round begins after this time but the first.
    pub time: Duration,
    /// The seed of all orders and of the intervals.
    pub seed: u64,
}

/// Measures two builds in turns until every engine has a clear verdict, or patience ends; adds the times to what their records, of this plan, said of
/// each other. Gives the rounds.
///
/// # Errors
///
/// Where a build fails on the way.
pub fn duel(
    executables: [&Path; 2],
    plan: &Plan,
    records: [&Record; 2],
    comparison: &mut Comparison,
    patience: Patience,
    stop: &Arc<AtomicBool>,
    // So many of a thousand parts of the time are over.
    mut progress: impl FnMut(u16),
) -> Result<u32, BuildError> {
    let record = records[1];
    let timed = |stratum: usize, engine: usize| {
        records.iter().all(|record| !matches!(record.cell(stratum, engine).state.as_str(), "wrong" | "out-of-budget"))
    };
    let mut jobs: Vec<Job> = (0..record.strata.len())
        .flat_map(|stratum| (0..record.engines.len()).map(move |engine| (stratum, engine)))
        .filter(|&(stratum, engine)| timed(stratum, engine))
        .map(|(stratum, engine)| Job {
            stratum,
            engine,
            repeats: 0,
            old: Vec::new(),
            new: Vec::new(),
            ratios: Vec::new(),
        })
        .collect();
    let counted = comparison.clone();
    // What a build said instead of a sample, once each.
    let mut withheld: Vec<(Verdict, String)> = Vec::new();
    let mut random = Random::new(patience.seed);
    let begin = Instant::now();
    let mut rounds = 0;
    while rounds < patience.rounds && (rounds == 0 || begin.elapsed() < patience.time) && !jobs.is_empty() {
        random.shuffle(&mut jobs);
        let mut lost = Vec::new();
        let [mut old, mut new] = [Build::start(executables[0], stop)?, Build::start(executables[1], stop)?];
        old.ready(plan.clone())?;
        new.ready(plan.clone())?;
        for (index, job) in jobs.iter_mut().enumerate() {
            if let Some(found) = block([&mut old, &mut new], job, random.below(2) == 0)? {
                if !withheld.contains(&found) {
                    withheld.push(found);
                }
                lost.push(index);
            }
        }
        for index in lost.into_iter().rev() {
            jobs.swap_remove(index);
        }
        rounds += 1;
        progress((1000 * begin.elapsed().as_nanos() / patience.time.as_nanos().max(1)).min(1000) as u16);
        if rounds % LOOK == 0 {
            comparison.clone_from(&counted);
            let (engines, rows) = judge(&jobs, record, patience.seed);
            comparison.judge_times(engines, rows, 0.0);
            let mut engines = comparison.times.iter().filter(|row| row.stratum.is_none());
            if engines.all(|row| row.verdict != Verdict::Unclear) {
                break;
            }
        }
    }
    comparison.clone_from(&counted);
    comparison.answers.extend(withheld);
    let (engines, rows) = judge(&jobs, record, patience.seed);
    comparison.judge_times(engines, rows, 0.0);
    comparison.demand_times();
    Ok(rounds)
}

/// Four samples, the outer two of one build, the inner two of the other. What a build says instead of a sample comes back, with what that
/// means: the old build's faults are no regression.
fn block(builds: [&mut Build; 2], job: &mut Job, old_first: bool) -> Result<Option<(Verdict, String)>, BuildError> {
    let withheld = |is_new: bool, Withheld { wrong, words }: Withheld| {
        let verdict = match (is_new, wrong) {
            (true, true) => Verdict::Wrong,
            (true, false) => Verdict::Larger,
            (false, _) => Verdict::Smaller,
        };
        Ok(Some((verdict, format!("while it was timed, in the {} build: {words}", if is_new { "new" } else { "old" }))))
    };
    let [old, new] = builds;
    // The first passes of a process warm it up. In the first round both find out for themselves how many are long enough, and both
    // take the greater number from then on.
    let known = job.repeats;
    for (is_new, build) in [(false, &mut *old), (true, &mut *new)] {
        match build.sample(job, known.min(1))? {
            Ok((repeats, _)) => job.repeats = job.repeats.max(repeats),
            Err(said) => return withheld(is_new, said),
        }
    }
    let order = if old_first { [false, true, true, false] } else { [true, false, false, true] };
    let mut logarithms = [0.0; 2];
    let mut taken = [Vec::new(), Vec::new()];
    for is_new in order {
        let build = if is_new { &mut *new } else { &mut *old };
        match build.sample(job, job.repeats)? {
            Ok((_, nanoseconds)) => {
                logarithms[usize::from(is_new)] += nanoseconds.ln() / 2.0;
                taken[usize::from(is_new)].push(nanoseconds);
            }
            Err(said) => return withheld(is_new, said),
        }
    }
    let [of_old, of_new] = taken;
    job.old.extend(of_old);
    job.new.extend(of_new);
    job.ratios.push((logarithms[1] - logarithms[0]).exp());
    Ok(None)
}

/// The rows of engines and those of strata.
fn judge(jobs: &[Job], record: &Record, seed: u64) -> (Vec<TimeRow>, Vec<TimeRow>) {
    let mut order: Vec<&Job> = jobs.iter().collect();
    order.sort_by_key(|job| (job.engine, job.stratum));
    let rows = order.iter().filter_map(|job| {
        let name = (record.engines[job.engine].name.as_str(), Some(record.strata[job.stratum].name.clone()));
        paired(name, &job.ratios, [&job.old, &job.new], seed)
    });
    let engines = order.chunk_by(|a, b| a.engine == b.engine).filter_map(|jobs| {
        let rounds = jobs.iter().map(|job| job.ratios.len()).min()?;
        let mean =
            |of: &dyn Fn(&Job) -> f64| (jobs.iter().map(|job| of(job).ln()).sum::<f64>() / jobs.len() as f64).exp();
        let ratios: Vec<f64> = (0..rounds).map(|round| mean(&|job| job.ratios[round])).collect();
        let median = |samples: &[f64]| statistics::median(samples).unwrap_or(f64::NAN);
        let (old, new) = (mean(&|job| median(&job.old)), mean(&|job| median(&job.new)));
        paired((record.engines[jobs[0].engine].name.as_str(), None), &ratios, [&[old], &[new]], seed)
    });
    (engines.collect(), rows.collect())
}

fn paired(
    (engine, stratum): (&str, Option<String>),
    ratios: &[f64],
    [old, new]: [&[f64]; 2],
    seed: u64,
) -> Option<TimeRow> {
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    Some(TimeRow {
        engine: engine.into(),
        stratum,
        model: "warm",
        old_ns: statistics::median(old)?,
        new_ns: statistics::median(new)?,
        ratio: statistics::median_interval(ratios, seed)?,
        p: statistics::signed_rank_p(&logarithms),
        verdict: Verdict::Unclear,
    })
}
