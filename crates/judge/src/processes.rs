//! The processes below this one, and how to end them all.

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::thread;
use std::time::{Duration, Instant};

/// Ticks a second in what Linux tells of processes: the same on every machine that Rust runs on.
const TICKS: u64 = 100;

/// How long processes that were ended may take to go.
const PATIENCE: Duration = Duration::from_secs(5);

/// A process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process {
    /// Its number.
    pub(crate) pid: i32,
    /// When it began, which tells it from another that has its number later.
    pub(crate) begun: u64,
    /// Its own processor time, to a hundredth of a second.
    pub(crate) own: Duration,
    /// The processor time of it and of its children that have ended and were waited for.
    pub(crate) processor: Duration,
    state: u8,
    parent: i32,
}

/// Makes this process the parent of all orphans below it, so that none escapes. Not every system can do that.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// The processes below this one that have not ended; none where the system does not tell.
pub(crate) fn below() -> Vec<Process> {
    let me = std::process::id().cast_signed();
    // Not every Linux lists the children of a process.
    let is_listed = fs::exists(format!("/proc/{me}/task/{me}/children")).unwrap_or(false);
    let all = if is_listed { Vec::new() } else { numbers_in("/proc").into_iter().filter_map(process).collect() };
    let mut found: Vec<Process> = Vec::new();
    let mut open = vec![me];
    // Parents make no loop, but the numbers are read one after the other, and one may be used again meanwhile.
    while let Some(parent) = open.pop()
        && found.len() < 1 << 16
    {
        let children: Vec<Process> = if is_listed {
            children(parent).into_iter().filter_map(process).collect()
        } else {
            all.iter().filter(|process| process.parent == parent).copied().collect()
        };
        open.extend(children.iter().map(|child| child.pid));
        found.extend(children.iter().filter(|child| !matches!(child.state, b'Z' | b'X')));
    }
    found
}

/// The names in a folder that are numbers.
fn numbers_in(folder: &str) -> Vec<i32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The children of a process as Linux lists them, by thread.
fn children(pid: i32) -> Vec<i32> {
    let threads = numbers_in(&format!("/proc/{pid}/task")).into_iter();
    let lists = threads.filter_map(|thread| fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect()
}

/// What Linux tells of a process.
fn process(pid: i32) -> Option<Process> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in brackets and may have anything in it.
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let rest = String::from_utf8_lossy(&text[end + 1..]).into_owned();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    let time = |first: usize| Duration::from_millis((number(first) + number(first + 1)).saturating_mul(1000 / TICKS));
    Some(Process {
        pid,
        state: *fields.first()?.as_bytes().first()?,
        parent: fields.get(1)?.parse().ok()?,
        own: time(11),
        processor: time(11) + time(13),
        begun: number(19),
    })
}

/// Whether a process is held by a signal, so that it does nothing until another lets it go on.
pub(crate) fn is_held(pid: i32) -> bool {
    process(pid).is_some_and(|process| matches!(process.state, b'T' | b't'))
}

/// Whether a process below this one has this file open; `true` where the system does not tell.
pub(crate) fn have_open(file: &Metadata) -> bool {
    let running = below();
    let is_it = |found: Metadata| (found.dev(), found.ino()) == (file.dev(), file.ino());
    running.is_empty()
        || running.iter().any(|process| {
            let folder = format!("/proc/{}/fd", process.pid);
            numbers_in(&folder).iter().any(|number| fs::metadata(format!("{folder}/{number}")).is_ok_and(is_it))
        })
}

/// What a process holds in memory, in bytes: its peak, and now.
pub(crate) fn memory(pid: i32) -> Option<(u64, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib.saturating_mul(1024))
    };
    Some((field("VmHWM:")?, field("VmRSS:")?))
}

/// How long a process was ready to run but had no processor. A busy machine is not the program's fault.
pub(crate) fn waited(pid: i32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().nth(1).and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}

/// Ends every process below this one and takes their ends. Returns how many could not be ended.
///
/// This process is the parent of all orphans: when one is ended, its children come here, and are ended next. A process
/// that forks meanwhile is found in the next round.
pub(crate) fn end_all() -> usize {
    let begun = Instant::now();
    loop {
        for process in below() {
            // Fails where it has ended already, which is as good.
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => break,
                Err(Errno::ECHILD) => return 0,
                // One was taken; an end by a signal without a name is told as an error.
                Ok(_) | Err(_) => {}
            }
        }
        if begun.elapsed() > PATIENCE {
            return below().len();
        }
        thread::sleep(Duration::from_millis(1));
    }
}
