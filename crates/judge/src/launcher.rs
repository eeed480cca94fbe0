//! The launcher: a small process whose only child is the judged program.
//!
//! On Linux the greatest memory of a process includes what it held before it became the program, and that is the memory
//! of whoever started it. A judge that holds the table would make every program look as large as itself. So each run
//! has a launcher of its own: this executable, started anew, which holds nothing. The program is its only child, so
//! what the system counts for all its children is the processor time and memory of the program with its descendants.
//!
//! The launcher reads one line of JSON, its [`Order`], and answers with one, the [`Run`]. The program's streams are files. When the
//! launcher's standard input ends before the program does, because the judge was interrupted or is gone, it ends the program. On
//! Linux it adopts every orphan below it, so that nothing outlives the run.

use crate::judgement::Limits;
use crate::processes::{self, below};
use crate::run::{End, Run};
use nix::errno::Errno;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitCode};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The first argument that makes an executable a launcher.
pub(crate) const NAME: &str = "judge-launcher";

/// The files of a run in its folder: what the program reads, what it writes, what it complains of.
pub(crate) const FILES: [&str; 3] = ["input", "output", "complaints"];

/// The last bytes of standard error that are kept: what went wrong is often said last.
const MOST_STDERR: u64 = 4096;

/// Processes that a program may have at one time.
pub(crate) const MOST_PROCESSES: usize = 64;

/// How many times the memory of one process all of them may hold.
pub(crate) const TOGETHER: u64 = 4;

/// Bytes of standard error that may lie on the disk. If there are more, only the end is kept.
const LONG_STDERR: u64 = 1 << 20;

/// The size of a file at which the system itself stops the program, so that it fills no disk between two looks.
const MOST_FILE: u64 = 1 << 30;

/// How long what a program started may outlive it: a helper that is just ending is no fault.
const GRACE: Duration = Duration::from_millis(100);

/// What a launcher is to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The program and its arguments. None to learn only what the launcher itself holds.
    pub(crate) command: Vec<OsString>,
    /// Where the [`FILES`] are.
    pub(crate) folder: OsString,
    /// What the program is allowed.
    pub(crate) limits: Limits,
    /// The most bytes that it may write.
    pub(crate) output: u64,
}

/// Does a launcher's work where the arguments, the executable's own name first, ask for it; else `None`.
///
/// An executable that judges calls this before anything else: each run of a judged program starts it anew.
pub fn launch(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let is_asked = arguments.into_iter().nth(1).is_some_and(|first| first == NAME);
    is_asked.then(|| if serve().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn serve() -> io::Result<()> {
    let mut line = String::new();
    if io::stdin().read_line(&mut line)? == 0 {
        // The judge has no more work.
        return Ok(());
    }
    let order: Order = serde_json::from_str(&line)?;
    let run = if order.command.is_empty() { Run { floor: held(), ..Run::default() } } else { supervise(&order) };
    let answer = serde_json::to_string(&run)? + "\n";
    io::stdout().write_all(answer.as_bytes())
}

/// The most memory that this launcher held; 0 where the system does not tell.
fn held() -> u64 {
    processes::memory(std::process::id().cast_signed()).map_or(0, |(peak, _)| peak)
}

fn supervise(order: &Order) -> Run {
    let mut run = Run::default();
    let begun = Instant::now();
    let (mut child, streams) = match start(order) {
        Ok(started) => started,
        Err(error) => {
            run.end = End::Failed(format!("could not be started: {}", why_not(&order.command[0], &error)));
            return run;
        }
    };
    // What the system tells of the program begins with what this process held when it started it.
    run.floor = held();
    let pid = Pid::from_raw(child.id().cast_signed());
    let mut guard = Guard { order, pid, begun, streams, own: HashMap::new(), peak: 0 };
    let stopped = guard.until_end(&watch(pid));
    run.wall = begun.elapsed();
    if stopped.is_none() {
        run.left = left_behind(pid);
    } else {
        run.closed_output = guard.streams[0].metadata().is_ok_and(|file| !processes::have_open(&file));
    }
    // The program has not been waited for, so that its number is still its own.
    let _ = killpg(pid, Signal::SIGKILL);
    // It may have left its group.
    let _ = child.kill();
    let status = child.wait();
    run.survivors = processes::end_all();
    (run.processor, run.peak) = (guard.processor(), guard.peak);
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) {
        let micros = (usage.user_time() + usage.system_time()).num_microseconds();
        // Children that a program neither waits for nor leaves behind are not among them.
        run.processor = run.processor.max(Duration::from_micros(micros.cast_unsigned()));
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        run.peak = run.peak.max(u64::try_from(usage.max_rss()).unwrap_or(0).saturating_mul(unit));
    }
    run.end = match (stopped, status) {
        (Some(stopped), _) => stopped,
        (None, Err(error)) => End::Failed(format!("could not be waited for: {error}")),
        (None, Ok(status)) => match (status.signal(), status.code().unwrap_or(-1)) {
            // The system's own limit, set a little above ours. A program may send itself this signal, too.
            (Some(signal), _) if signal == Signal::SIGXCPU as i32 && run.processor > order.limits.processor => {
                End::Processor
            }
            (Some(signal), _) if signal == Signal::SIGXFSZ as i32 && guard.has_overflowed() => End::Output,
            (Some(signal), _) => End::Signalled(signal),
            (None, 0) if guard.has_overflowed() => End::Output,
            (None, code) => End::Exited(code),
        },
    };
    run
}

/// Starts the program. Its output and standard error come with it.
fn start(order: &Order) -> io::Result<(Child, [File; 2])> {
    processes::adopt_orphans();
    // Inherited by the program. Where the system allows less it is left at that.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let _ = setrlimit(Resource::RLIMIT_FSIZE, MOST_FILE, MOST_FILE);
    let seconds = order.limits.processor.as_secs().saturating_add(2);
    let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1));
    let [input, output, complaints] = FILES.map(|name| Path::new(&order.folder).join(name));
    // Text that is appended stays in order, even if several processes write or the file is cut meanwhile.
    let open = |path| File::options().read(true).append(true).open(path);
    let streams = [open(output)?, open(complaints)?];
    let child = Command::new(&order.command[0])
        .args(&order.command[1..])
        .stdin(File::open(input)?)
        .stdout(streams[0].try_clone()?)
        .stderr(streams[1].try_clone()?)
        .process_group(0)
        .spawn()?;
    Ok((child, streams))
}

fn why_not(program: &OsStr, error: &io::Error) -> String {
    let path = Path::new(program);
    let has_folder = program.to_string_lossy().contains('/');
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
        _ if error.raw_os_error() == Some(Errno::ENOEXEC as i32) => {
            "it is neither a program of this machine nor a script whose first line names its interpreter (#!)".into()
        }
        _ => error.to_string(),
    }
}

/// Tells when the program has ended, by `None`, and when the judge hangs up. No thread is waited for: the launcher ends with them.
fn watch(pid: Pid) -> Receiver<Option<End>> {
    let (ended, events) = mpsc::channel();
    let hung_up = ended.clone();
    thread::spawn(move || {
        // The process is not reaped yet, so that no other gets its number before its whole group is ended.
        while waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) == Err(Errno::EINTR) {}
        let _ = ended.send(None);
    });
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = hung_up.send(Some(End::Asked));
    });
    events
}

/// Looks at what a program's processes spend while they run.
///
/// The system adds up only processes that their parents waited for. A program may have children that it does not wait
/// for.
struct Guard<'a> {
    order: &'a Order,
    pid: Pid,
    begun: Instant,
    /// Output and standard error.
    streams: [File; 2],
    /// The processor time of each process, by its number and its beginning.
    own: HashMap<(i32, u64), Duration>,
    /// The most memory of one, in bytes.
    peak: u64,
}

impl Guard<'_> {
    /// Waits for the end of the program, `None`, or until there is a reason to end it.
    fn until_end(&mut self, events: &Receiver<Option<End>>) -> Option<End> {
        for looks in 0_u64.. {
            // A process that ends between two looks, and that nobody waits for, is not seen.
            match events.recv_timeout(Duration::from_millis(if looks < 40 { 1 } else { 10 })) {
                Ok(event) => return event,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(end) = self.exceeded() {
                return Some(end);
            }
        }
        None
    }

    fn processor(&self) -> Duration {
        self.own.values().sum()
    }

    fn has_overflowed(&self) -> bool {
        self.streams[0].metadata().is_ok_and(|file| file.len() > self.order.output)
    }

    /// What the program has spent too much of, if anything.
    fn exceeded(&mut self) -> Option<End> {
        let Order { limits, .. } = self.order;
        let running = below();
        let mut now = 0_u64;
        for (most, held) in running.iter().filter_map(|process| processes::memory(process.pid)) {
            self.peak = self.peak.max(most);
            now = now.saturating_add(held);
        }
        self.own.extend(running.iter().map(|process| ((process.pid, process.begun), process.own)));
        let processor: Duration = running.iter().map(|process| process.processor).sum();
        // Nothing is lost where it fails but the room for it.
        let _ = cut(&self.streams[1]);
        // Forked processes share memory that each is said to hold. So the sum is no measure; it only protects the
        // machine.
        if self.peak > limits.memory {
            Some(End::Memory)
        } else if processor.max(self.processor()) > limits.processor {
            Some(End::Processor)
        } else if self.begun.elapsed().saturating_sub(processes::waited(self.pid.as_raw())) > limits.wall {
            Some(End::Clock)
        } else if running.len() > MOST_PROCESSES {
            Some(End::Processes)
        } else if now / TOGETHER > limits.memory {
            Some(End::MemoryTogether(now))
        } else {
            self.has_overflowed().then_some(End::Output)
        }
    }
}

/// Cuts a long file, opened to append, to its end.
fn cut(mut file: &File) -> io::Result<()> {
    if file.metadata()?.len() > LONG_STDERR {
        let end = tail(file)?;
        file.set_len(0)?;
        file.write_all(&end)?;
    }
    Ok(())
}

/// The last [`MOST_STDERR`] bytes of a file.
pub(crate) fn tail(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; MOST_STDERR as usize];
    // Not by way of the place in the file, which the program shares.
    let read = file.read_at(&mut bytes, file.metadata()?.len().saturating_sub(MOST_STDERR))?;
    bytes.truncate(read);
    Ok(bytes)
}

/// How many processes are still there a little after the program has ended.
fn left_behind(pid: Pid) -> usize {
    let ended = Instant::now();
    loop {
        let left = below().iter().filter(|process| process.pid != pid.as_raw()).count();
        if left == 0 || ended.elapsed() > GRACE {
            return left;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_is_cut_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = File::options().read(true).append(true).create(true).open(path).unwrap();
        file.write_all(b"short").unwrap();
        cut(&file).unwrap();
        assert_eq!(tail(&file).unwrap(), b"short");
        file.write_all(&b"first, last".repeat(100_000)).unwrap();
        cut(&file).unwrap();
        let end = tail(&file).unwrap();
        assert_eq!((end.len() as u64, file.metadata().unwrap().len()), (MOST_STDERR, MOST_STDERR));
        assert!(end.ends_with(b"first, last"));
    }
}
