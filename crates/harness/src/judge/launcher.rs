//! The launcher: a small process whose only child is the judged program.
//!
//! Linux tells the greatest memory of a process from the memory that it had before it became the program: that of whoever started it. A
//! judge with a table of all distances would make every program look as large as itself. So each run has a launcher of its own, this very
//! executable started anew, which holds nothing. Since it has no other child, what the system tells of all its children together is
//! exactly the program's processor time and memory, descendants included.
//!
//! The launcher is told where the input is by one line on its standard input, and answers on its standard output with a line of JSON,
//! [`Report`], and then what the program wrote. When its standard input ends before, because the judge was interrupted or is gone, it ends the
//! program. On Linux it adopts every orphan below it, so that nothing outlives the run.

use super::processes;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The first argument that makes this executable a launcher.
pub const NAME: &str = "judge-launcher";

/// The last bytes of standard error that are kept: what went wrong is often said last.
const MOST_STDERR: usize = 4096;

/// Processes that a program may have at one time.
pub const MOST_PROCESSES: usize = 64;

/// How many times the memory of one process all of them may hold.
pub const TOGETHER: u64 = 4;

/// How long what a program started may outlive it: a helper that is just ending is no fault.
const GRACE: Duration = Duration::from_millis(100);

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program could not be started, for this reason.
    NotStarted(String),
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal, which the launcher did not send.
    Signalled(i32),
    /// The launcher ended it.
    Stopped(Stop),
}

/// Why the launcher ended a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// Its processor time was spent.
    Processor,
    /// Its time by the clock was spent.
    Clock,
    /// A process of it held too much memory.
    Memory,
    /// Its processes held so much memory together, several times what one of them may.
    MemoryTogether(u64),
    /// It wrote more than the bound.
    Output,
    /// It had too many processes.
    Processes,
    /// The judge asked for it.
    Asked,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How it ended.
    pub end: End,
    /// Whether it had closed its standard output while it was still running.
    pub closed_output: bool,
    /// Processes that it left behind and that were ended.
    pub left: usize,
    /// Processes that could not be ended.
    pub survivors: usize,
    /// Processor time, descendants included.
    pub processor: Duration,
    /// Time by the clock.
    pub wall: Duration,
    /// The most memory of one process, in bytes.
    pub peak: u64,
    /// The launcher's own memory, below which the peak cannot be told.
    pub floor: u64,
    /// Bytes of standard output that follow.
    pub stdout: usize,
    /// Bytes of standard error that follow these.
    pub stderr: usize,
}

/// What a run is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub processor: Duration,
    /// Time by the clock, without that in which the program was ready to run but had no processor.
    pub wall: Duration,
    /// Memory of one process, in bytes.
    pub memory: u64,
}

impl Limits {
    /// The command line of a launcher, after the executable.
    pub fn arguments(&self, folder: &Path, command: &[OsString]) -> Vec<OsString> {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX).to_string();
        let numbers = [micros(self.processor), micros(self.wall), self.memory.to_string()];
        let head = [OsString::from(NAME)].into_iter().chain(numbers.map(OsString::from)).chain([folder.into()]);
        head.chain(command.iter().cloned()).collect()
    }

    fn read(arguments: &[OsString]) -> Option<(Self, &Path, &[OsString])> {
        let number = |index: usize| arguments.get(index)?.to_str()?.parse::<u64>().ok();
        let time = |index| Some(Duration::from_micros(number(index)?));
        let limits = Self { processor: time(0)?, wall: time(1)?, memory: number(2)? };
        let command = arguments.get(4..).filter(|command| !command.is_empty())?;
        Some((limits, Path::new(arguments.get(3)?), command))
    }
}

/// Whether these arguments, the executable's own name first, ask for a launcher.
pub fn is_asked(arguments: &[OsString]) -> bool {
    arguments.get(1).is_some_and(|first| first == OsStr::new(NAME))
}

/// The order that asks for the least memory that can be told.
pub const FLOOR: &str = "floor";

/// Waits for the order to run the program, runs it, and reports.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let Some((limits, folder, command)) = Limits::read(arguments.get(2..).unwrap_or_default()) else {
        return ExitCode::from(2);
    };
    let mut order = String::new();
    let read = io::stdin().lock().read_line(&mut order);
    let mut words = order.split_whitespace();
    if order.trim() == FLOOR {
        let written = writeln!(io::stdout(), "{}", held());
        return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let (Ok(1..), Some(input), Some(Ok(bound))) = (read, words.next(), words.next().map(str::parse)) else {
        // The judge has no more work.
        return ExitCode::SUCCESS;
    };
    let (report, stdout, stderr) = supervise(&limits, &folder.join(input), command, bound);
    let mut answer = io::stdout().lock();
    let written = serde_json::to_writer(&mut answer, &report).map_err(io::Error::from);
    let written = written.and_then(|()| answer.write_all(b"\n"));
    let written = written.and_then(|()| answer.write_all(&stdout)).and_then(|()| answer.write_all(&stderr));
    // What is written stays in the buffer of the standard library's line writer until it is flushed.
    if written.and_then(|()| answer.flush()).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The most memory that this launcher held; 0 where the system does not tell.
fn held() -> u64 {
    processes::memory(std::process::id().cast_signed()).map_or(0, |(peak, _)| peak)
}

/// Something that happened while the program was running.
enum Event {
    /// It ended.
    Ended,
    /// It wrote more than the bound.
    Overflow,
    /// It closed its standard output.
    Closed,
    /// The judge hung up.
    HungUp,
}

fn supervise(limits: &Limits, input: &Path, command: &[OsString], bound: usize) -> (Report, Vec<u8>, Vec<u8>) {
    let mut report = Report {
        end: End::Stopped(Stop::Asked),
        closed_output: false,
        left: 0,
        survivors: 0,
        processor: Duration::ZERO,
        wall: Duration::ZERO,
        peak: 0,
        floor: 0,
        stdout: 0,
        stderr: 0,
    };
    let begun = Instant::now();
    let mut child = match start(limits, input, command) {
        Ok(child) => child,
        Err(error) => {
            report.end = End::NotStarted(why_not(&command[0], &error));
            return (report, Vec::new(), Vec::new());
        }
    };
    // What the system tells of the program begins with what this process held when it started it.
    report.floor = held();
    let (sender, events) = mpsc::channel();
    let stdout = child.stdout.take().map(|pipe| Gathered::of(pipe, Keep::First(bound), Some(sender.clone())));
    let stderr = child.stderr.take().map(|pipe| Gathered::of(pipe, Keep::Last(MOST_STDERR), None));
    watch(&child, sender);
    let mut stop = None;
    let mut seen = Seen::default();
    let mut looks = 0_u32;
    loop {
        // What ends before it is looked at, and is not waited for by its parent, is not seen: most programs take a few milliseconds.
        match events.recv_timeout(Duration::from_millis(if looks < 40 { 1 } else { 10 })) {
            // The one that waits for the end keeps a sender until then.
            Ok(Event::Ended) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(Event::Overflow) => stop = Some(Stop::Output),
            Ok(Event::HungUp) => stop = Some(Stop::Asked),
            Ok(Event::Closed) => {
                // At the end of the program, too: whether it goes on is seen by waiting a little.
                let ended = events.recv_timeout(GRACE);
                if let Ok(Event::Ended) = ended {
                    break;
                }
                report.closed_output = true;
                if let Ok(Event::HungUp) = ended {
                    stop = Some(Stop::Asked);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        looks = looks.saturating_add(1);
        stop = stop.or_else(|| exceeded(limits, &child, begun, &mut seen));
        if stop.is_some() {
            break;
        }
    }
    report.wall = begun.elapsed();
    if stop.is_none() {
        report.left = left_behind(&child);
    }
    let group = Pid::from_raw(child.id().cast_signed());
    // The program has not been waited for, so that its number is still its own.
    let _ = killpg(group, Signal::SIGKILL);
    // It may have left its group.
    let _ = child.kill();
    let status = child.wait();
    report.survivors = processes::end_all();
    report.end = match (stop, status) {
        (Some(stop), _) => End::Stopped(stop),
        (None, Ok(status)) => match status.signal() {
            Some(signal) => End::Signalled(signal),
            None => End::Exited(status.code().unwrap_or(-1)),
        },
        (None, Err(error)) => End::NotStarted(format!("it could not be waited for: {error}")),
    };
    (report.processor, report.peak) = (seen.processor(), seen.peak);
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) {
        let micros = (usage.user_time() + usage.system_time()).num_microseconds();
        // Children that a program neither waits for nor leaves behind are not among them.
        report.processor = report.processor.max(Duration::from_micros(micros.cast_unsigned()));
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        report.peak = report.peak.max(u64::try_from(usage.max_rss()).unwrap_or(0).saturating_mul(unit));
    }
    if report.end == End::Signalled(Signal::SIGXCPU as i32) && report.processor > limits.processor {
        // The system's own limit, set a little above ours. A program may send itself this signal, too.
        report.end = End::Stopped(Stop::Processor);
    }
    if report.end == End::Exited(0) && stdout.as_ref().is_some_and(Gathered::overflowed) {
        report.end = End::Stopped(Stop::Output);
    }
    let mut taken = [stdout, stderr].map(|gathered| gathered.map(Gathered::take).unwrap_or_default());
    (report.stdout, report.stderr) = (taken[0].len(), taken[1].len());
    let [stdout, stderr] = &mut taken;
    (report, std::mem::take(stdout), std::mem::take(stderr))
}

fn start(limits: &Limits, input: &Path, command: &[OsString]) -> io::Result<Child> {
    processes::adopt_orphans();
    // Inherited by the program. Where the system allows less it is left at that.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let seconds = limits.processor.as_secs().saturating_add(2);
    let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1));
    let input = File::open(input)?;
    Command::new(&command[0])
        .args(&command[1..])
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

fn why_not(program: &OsStr, error: &io::Error) -> String {
    let path = Path::new(program);
    let has_folder = path.components().count() > 1 || program.to_string_lossy().contains('/');
    match error.kind() {
        ErrorKind::NotFound if path.is_file() && !has_folder => {
            format!("no such command; there is a file of this name here: give it as ./{}", path.display())
        }
        ErrorKind::NotFound if path.is_file() => "the file is there, but not the interpreter that it asks for".into(),
        ErrorKind::NotFound => "no such command".into(),
        ErrorKind::PermissionDenied if path.is_dir() => "it is a folder".into(),
        ErrorKind::PermissionDenied if path.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0) => {
            "it is executable, but not the interpreter that it asks for, or not for this user or on this file system"
                .into()
        }
        ErrorKind::PermissionDenied => "it is not executable (chmod +x makes it so)".into(),
        _ if error.raw_os_error() == Some(nix::errno::Errno::ENOEXEC as i32) => {
            "it is neither a program of this machine nor a script whose first line names its interpreter (#!)".into()
        }
        _ => error.to_string(),
    }
}

/// Tells when the program has ended, and when the judge hangs up. Neither thread is waited for: the launcher ends with them.
fn watch(child: &Child, sender: Sender<Event>) {
    let hung_up = sender.clone();
    let pid = Pid::from_raw(child.id().cast_signed());
    thread::spawn(move || {
        // Its end is left to be taken, so that its number stays its own until all of its group are ended.
        while waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) == Err(nix::errno::Errno::EINTR) {}
        let _ = sender.send(Event::Ended);
    });
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = hung_up.send(Event::HungUp);
    });
}

/// What was seen of a program's processes while they ran.
///
/// The system adds up what those took that their parents waited for. A program that ignores the ends of its children has some that it
/// did not wait for.
#[derive(Default)]
struct Seen {
    /// The processor time of each process, by its number and its beginning.
    own: HashMap<(i32, u64), Duration>,
    /// The most memory of one.
    peak: u64,
}

impl Seen {
    fn processor(&self) -> Duration {
        self.own.values().sum()
    }
}

/// What the program has spent too much of, if anything.
fn exceeded(limits: &Limits, child: &Child, begun: Instant, seen: &mut Seen) -> Option<Stop> {
    let running = processes::below();
    let mut now = 0_u64;
    for (most, held) in running.iter().filter_map(|process| processes::memory(process.pid)) {
        seen.peak = seen.peak.max(most);
        now = now.saturating_add(held);
    }
    for process in &running {
        seen.own.insert((process.pid, process.begun), process.own);
    }
    let processor: Duration = running.iter().map(|process| process.processor).sum();
    // Forked processes share much of what each is said to hold, so that their sum is no measure, but a guard of the machine.
    if seen.peak > limits.memory {
        Some(Stop::Memory)
    } else if processor.max(seen.processor()) > limits.processor {
        Some(Stop::Processor)
    } else if begun.elapsed().saturating_sub(processes::waited(child.id().cast_signed())) > limits.wall {
        Some(Stop::Clock)
    } else if running.len() > MOST_PROCESSES {
        Some(Stop::Processes)
    } else if now / TOGETHER > limits.memory {
        Some(Stop::MemoryTogether(now))
    } else {
        None
    }
}

/// How many processes are still there a little after the program has ended.
fn left_behind(child: &Child) -> usize {
    let ended = Instant::now();
    loop {
        let left = processes::below().iter().filter(|process| process.pid != child.id().cast_signed()).count();
        if left == 0 || ended.elapsed() > GRACE {
            return left;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Which bytes of many are kept.
#[derive(Clone, Copy)]
enum Keep {
    /// So many of the first.
    First(usize),
    /// So many of the last.
    Last(usize),
}

/// What is read from a pipe by a thread of its own, up to a bound.
struct Gathered {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Whether there was more.
    more: Arc<AtomicBool>,
    reader: thread::JoinHandle<()>,
}

impl Gathered {
    /// What is beyond the first is told where there is someone to tell, and else dropped.
    fn of(mut pipe: impl Read + Send + 'static, keep: Keep, tell: Option<Sender<Event>>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let more = Arc::new(AtomicBool::new(false));
        let (gathered, overflow) = (Arc::clone(&bytes), Arc::clone(&more));
        let reader = thread::spawn(move || {
            let mut chunk = vec![0; 1 << 14];
            loop {
                let read = match pipe.read(&mut chunk) {
                    Ok(0) => break,
                    Ok(read) => read,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                let mut gathered = gathered.lock().unwrap_or_else(PoisonError::into_inner);
                let bound = match keep {
                    Keep::First(bound) => bound,
                    Keep::Last(bound) => {
                        gathered.extend_from_slice(&chunk[..read]);
                        let more = gathered.len().saturating_sub(bound);
                        gathered.drain(..more);
                        continue;
                    }
                };
                let room = bound.saturating_sub(gathered.len());
                gathered.extend_from_slice(&chunk[..read.min(room)]);
                if read > room
                    && let Some(tell) = &tell
                {
                    overflow.store(true, Ordering::Relaxed);
                    let _ = tell.send(Event::Overflow);
                    return;
                }
            }
            if let Some(tell) = tell {
                let _ = tell.send(Event::Closed);
            }
        });
        Self { bytes, more, reader }
    }

    /// Waits for the end. All writers have ended, so that the reader comes to it; where one could not be ended it is not waited for long.
    fn wait(&self) {
        let begun = Instant::now();
        while !self.reader.is_finished() && begun.elapsed() < Duration::from_secs(1) {
            thread::sleep(Duration::from_micros(100));
        }
    }

    /// Whether more than the bound was written.
    fn overflowed(&self) -> bool {
        self.wait();
        self.more.load(Ordering::Relaxed)
    }

    /// What was read.
    fn take(self) -> Vec<u8> {
        self.wait();
        std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_or_the_last_bytes_are_kept() {
        let gathered = |keep| Gathered::of(io::Cursor::new(b"first, last".repeat(9_000)), keep, None).take();
        assert_eq!(gathered(Keep::First(5)), b"first");
        assert_eq!(gathered(Keep::Last(4)), b"last");
    }
}
