//! Two builds of this program, measured in turns on one machine.
//!
//! Both run as child processes that wait for each other, so that only one works at a time. For every engine and stratum a round takes four
//! samples, in the order A B B A or B A A B, and keeps the geometric mean of each build's two: a machine that gets slower or faster on the way does it
//! to both.
//!
//! Every round has fresh processes. The place of its memory can change a process' time on the nearest boards by a
//! tenth, for as long as it lives. So two processes of one build differ, however many samples are taken. Only more
//! processes tell a build from its luck.
//!
//! So a round's samples belong together: [`Pairing::Rounds`]. They are processor time, of which other programs take nothing.

use super::common::same_strata;
use super::protocol::{HELLO, Reply, Request};
use super::{Pairing, Verdict, compare};
use crate::run::{Fault, Run, State, shape};
use anyhow::anyhow;
use chivalry_corpus::{Escaped, Excerpt, Random};
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// More than any build says.
const LONGEST: u64 = 1 << 28;

/// The longest time for a greeting, which takes milliseconds.
const GREETING: Duration = Duration::from_secs(20);

/// The longest time for answers to all boards.
const ANSWERS: Duration = Duration::from_mins(30);

/// The longest time for a sample.
const SAMPLE: Duration = Duration::from_mins(5);

/// Rounds from one look at the verdicts to the next.
const LOOK: u32 = 10;

/// A running build, and a thread that reads its lines and sends it requests. So a wait for a line can have an end,
/// whatever the build does with its streams.
struct Build {
    name: String,
    child: Child,
    requests: Sender<String>,
    lines: Receiver<Vec<u8>>,
}

impl Drop for Build {
    fn drop(&mut self) {
        // A build ends with its input; one that is none may not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Build {
    /// Starts an executable, and lets it make ready what a run plans.
    fn start(executable: &Path, plan: &Run) -> anyhow::Result<Self> {
        let mut build = Self::spawn(executable)?;
        let greeting: String = build.hear(GREETING)?;
        if greeting != HELLO {
            return Err(build.fails(format_args!("`{}` instead of `{HELLO}`", Excerpt::word(&greeting))));
        }
        match build.ask(&Request::Ready(Box::new(plan.clone())), SAMPLE)? {
            Reply::Ready => Ok(build),
            _ => Err(build.fails("another reply than that it is ready")),
        }
    }

    fn spawn(executable: &Path) -> anyhow::Result<Self> {
        let name = executable.to_string_lossy().into_owned();
        let mut command = Command::new(executable);
        command.arg("measure-server").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A Ctrl-C in the terminal is for this process. A build ends with its input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| no_build(&name, format_args!("an error while starting it ({error})")))?;
        let (requests, asked) = channel::<String>();
        let (heard, lines) = channel();
        if let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || {
                for line in BufReader::new(output.take(LONGEST)).split(b'\n').map_while(Result::ok) {
                    if heard.send(line).is_err() {
                        return;
                    }
                    let Ok(request) = asked.recv() else { return };
                    // Where it no longer reads, what it said last, or its end, says more.
                    let _ = writeln!(input, "{request}");
                }
            });
        }
        Ok(Self { name, child, requests, lines })
    }

    fn fails(&self, found: impl Display) -> anyhow::Error {
        no_build(&self.name, found)
    }

    /// The next line.
    fn hear<T: DeserializeOwned>(&mut self, patience: Duration) -> anyhow::Result<T> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => serde_json::from_slice(&line)
                .map_err(|_| self.fails(format_args!("`{}`", Excerpt::line(&String::from_utf8_lossy(&line))))),
            Err(RecvTimeoutError::Timeout) => Err(self.fails(format_args!("no word within {patience:?}"))),
            Err(RecvTimeoutError::Disconnected) => Err(self.fails("the end of its output")),
        }
    }

    fn ask(&mut self, request: &Request, patience: Duration) -> anyhow::Result<Reply> {
        // Where nobody talks to it any more, its end is heard.
        let _ = self.requests.send(serde_json::to_string(request)?);
        match self.hear(patience)? {
            Reply::Refused(words) => Err(self.fails(format_args!("that it says: {}", Excerpt::line(&words)))),
            reply => Ok(reply),
        }
    }
}

/// The error where an executable does not do what a build does.
fn no_build(name: &str, found: impl Display) -> anyhow::Error {
    anyhow!("{}: found {found}, expected a build of chivalry with `compare --against`", Escaped(name))
}

/// A build's answers to what a run plans, and its counters.
fn answered(executable: &Path, plan: &Run) -> anyhow::Result<Run> {
    let mut build = Build::start(executable, plan)?;
    let Reply::Answers(run) = build.ask(&Request::Answers, ANSWERS)? else {
        return Err(build.fails("another reply than answers"));
    };
    // As for a file: what is not at one with itself is not looked at.
    shape(&run).map_err(|error| build.fails(format_args!("answers with a fault ({error})")))?;
    let [ours, theirs] = [plan, &*run].map(|run| run.engines.iter().map(|engine| &engine.name));
    let strata = [plan.strata.len(), run.strata.len()];
    if run.plan != plan.plan || !ours.eq(theirs) || strata != [same_strata(plan, &run).count(); 2] {
        return Err(build.fails("answers to other questions"));
    }
    Ok(*run)
}

/// An engine on a stratum.
struct Job {
    stratum: usize,
    engine: usize,
    /// Passes in one sample, the same for both builds.
    repeats: u32,
}

/// Measures two builds in turns, the old one first, as a run plans: until every engine has a clear verdict, or rounds or time of the plan are spent.
/// Gives the run of each. `threshold` is that of [`compare`].
///
/// # Errors
///
/// Where a build does not do what a build does.
pub(crate) fn in_turns(
    executables: [&Path; 2],
    plan: &Run,
    threshold: f64,
    // The part of the time that is over.
    mut progress: impl FnMut(f64),
) -> anyhow::Result<[Run; 2]> {
    let mut runs = [answered(executables[0], plan)?, answered(executables[1], plan)?];
    let cells = (0..plan.strata.len()).flat_map(|stratum| (0..plan.engines.len()).map(move |engine| (stratum, engine)));
    let mut jobs: Vec<Job> = cells.map(|(stratum, engine)| Job { stratum, engine, repeats: 0 }).collect();
    jobs.retain(|job| is_timed(&runs, job));
    let (seed, mut random) = (plan.plan.seed, Random::new(plan.plan.seed));
    let begin = Instant::now();
    for round in 1..=plan.plan.rounds {
        let spent = begin.elapsed().as_secs_f64() / plan.plan.seconds.max(1e-9);
        progress(spent.min(1.0));
        if jobs.is_empty() || round > 1 && spent >= 1.0 {
            break;
        }
        random.shuffle(&mut jobs);
        let mut builds = [Build::start(executables[0], plan)?, Build::start(executables[1], plan)?];
        for job in &mut jobs {
            let first = random.below(2) as usize;
            if is_timed(&runs, job) {
                block(&mut builds, &mut runs, job, first)?;
            }
        }
        jobs.retain(|job| is_timed(&runs, job));
        for run in &mut runs {
            run.rounds = round;
        }
        if round.is_multiple_of(LOOK) {
            let times = compare(&runs[0], &runs[1], Pairing::Rounds, threshold, seed).times;
            if times.iter().all(|row| row.stratum.is_some() || row.verdict != Verdict::Unclear) {
                break;
            }
        }
    }
    runs.iter_mut().for_each(Run::settle);
    Ok(runs)
}

/// Whether nothing speaks against timing an engine on a stratum, in both builds.
fn is_timed(runs: &[Run; 2], job: &Job) -> bool {
    let state = |run: &Run| run.strata[job.stratum].cells[job.engine].state;
    runs.iter().all(|run| matches!(state(run), State::Measured | State::Untimed))
}

/// Four samples: the outer two of one build, the inner two of the other. If a build has none, its run says why.
fn block(builds: &mut [Build; 2], runs: &mut [Run; 2], job: &mut Job, first: usize) -> anyhow::Result<()> {
    let Job { stratum, engine, repeats: known } = *job;
    let mut logarithms = [0.0; 2];
    // The first passes of a process warm it up. In the first round both find out for themselves how many are long enough, and both
    // take the greater number from then on.
    for (index, side) in [0, 1, first, 1 - first, 1 - first, first].into_iter().enumerate() {
        let warms_up = index < 2;
        let repeats = if warms_up { known.min(1) } else { job.repeats };
        match builds[side].ask(&Request::Sample { stratum, engine, repeats }, SAMPLE)? {
            Reply::Sample { repeats, ns } if ns.is_finite() && ns >= 0.0 && repeats > 0 => {
                job.repeats = job.repeats.max(repeats);
                logarithms[side] += if warms_up { 0.0 } else { ns.max(1e-3).ln() / 2.0 };
            }
            Reply::OutOfBudget => {
                runs[side].strata[stratum].cells[engine].state = State::OutOfBudget;
                runs[side].settle();
                return Ok(());
            }
            Reply::Wrong(Fault { board, message }) => {
                let message = format!("while it was timed: {message}");
                runs[side].engines[engine].fault.get_or_insert(Fault { board, message });
                runs[side].settle();
                return Ok(());
            }
            _ => return Err(builds[side].fails("another reply than a sample")),
        }
    }
    for (run, logarithm) in runs.iter_mut().zip(logarithms) {
        let cell = &mut run.strata[stratum].cells[engine];
        cell.state = State::Measured;
        let times = cell.warm.get_or_insert_default();
        times.repeats = job.repeats;
        times.samples_ns.push(logarithm.exp());
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::run::example::example;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    const GREETS: &str = r#"echo '"chivalry-measure 3"'"#;

    /// A program of a few lines.
    fn script(folder: &Path, lines: &str) -> PathBuf {
        let path = folder.join("script");
        fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Neither one that says nothing, and whose own child holds its streams, nor one that reads nothing of a plan longer than a pipe.
    #[test]
    fn nothing_is_waited_for_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = script(folder.path(), &format!("{GREETS}; sleep 60; true"));
        let mut build = Build::spawn(&path).unwrap();
        assert_eq!(build.hear::<String>(GREETING).unwrap(), HELLO);
        let mut plan = example();
        plan.command = vec!["long".repeat(1 << 18)];
        let begin = Instant::now();
        let error = build.ask(&Request::Ready(Box::new(plan)), Duration::from_millis(100)).unwrap_err();
        assert!(error.to_string().contains("found no word within 100ms, expected a build of chivalry"), "{error}");
        drop(build);
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn what_is_no_build_is_refused_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let answers = |run: &Run| serde_json::to_string(&Reply::Answers(Box::new(run.clone()))).unwrap();
        let with = |change: fn(&mut Run)| {
            let mut run = example();
            change(&mut run);
            answers(&run)
        };
        let ready = format!("{GREETS}; read -r plan; echo '\"ready\"'; read -r answers; ");
        for (lines, message) in [
            ("true".into(), "found the end of its output"),
            ("printf 'a \\033[31mcolour\\n'".into(), r"found `a \u{1b}[31mcolour`"),
            (
                r#"echo '"chivalry-measure 2"'"#.into(),
                "found `chivalry-measure 2` instead of `chivalry-measure 3`, expected",
            ),
            (format!("{GREETS}; read -r plan; echo '{{\"refused\":\"no engine `x`\"}}'"), "says: no engine `x`"),
            (format!("{ready}echo '\"ready\"'"), "another reply than answers"),
            (
                format!("{ready}echo '{}'", with(|run| drop(run.strata[1].cells.pop()))),
                "answers with a fault (strata `7`",
            ),
            (format!("{ready}echo '{}'", with(|run| drop(run.strata.pop()))), "answers to other questions"),
            (format!("{ready}echo '{}'", with(|run| run.engines[1].name = "b".into())), "answers to other questions"),
        ] {
            let path = script(folder.path(), &lines);
            let error = answered(&path, &example()).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(&*path.to_string_lossy()) && error.contains(message), "{message}\n{error}");
        }
        let path = script(folder.path(), &format!("{ready}echo '{}'", answers(&example())));
        assert_eq!(answered(&path, &example()).unwrap(), example());
    }
}
