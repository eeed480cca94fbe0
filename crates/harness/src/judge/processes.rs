//! The processes below this one, and how to end them all.

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Ticks a second in what Linux tells of processes: the same on every machine that Rust runs on.
const TICKS: u64 = 100;

/// How long processes that were ended may take to go.
const PATIENCE: Duration = Duration::from_secs(5);

/// A process that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    /// Its number.
    pub(super) pid: i32,
    /// When it began, which tells it from another that has its number later.
    pub(super) begun: u64,
    /// Its own processor time, to a hundredth of a second.
    pub(super) own: Duration,
    /// The processor time of it and of its children that have ended and were waited for.
    pub(super) processor: Duration,
}

/// Makes this process the parent of all orphans below it, so that none escapes. False where the system has no such thing.
pub(super) fn adopt_orphans() -> bool {
    #[cfg(target_os = "linux")]
    return nix::sys::prctl::set_child_subreaper(true).is_ok();
    #[cfg(not(target_os = "linux"))]
    false
}

/// The processes below this one that have not ended; none where the system does not tell.
pub(super) fn below() -> Vec<Running> {
    let me = std::process::id().cast_signed();
    let mut found = Vec::new();
    let mut open = vec![me];
    let scanned =
        if fs::exists(format!("/proc/{me}/task/{me}/children")).unwrap_or(false) { None } else { Some(scan()) };
    while let Some(parent) = open.pop() {
        let children = match &scanned {
            None => children(parent),
            Some(all) => all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid).collect(),
        };
        for pid in children {
            open.push(pid);
            if let Some(Stat { state, begun, own, processor, .. }) = stat(pid)
                && !matches!(state, b'Z' | b'X')
            {
                found.push(Running { pid, begun, own, processor });
            }
        }
        // A loop of parents is impossible, but the numbers are read one after the other and may be used again meanwhile.
        if found.len() > 1 << 16 {
            break;
        }
    }
    found
}

/// The children of a process as Linux lists them, by thread.
fn children(pid: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect()
}

/// All processes with their parents, where the system has no lists of children.
fn scan() -> Vec<(i32, i32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid| Some((pid, stat(pid)?.parent))).collect()
}

struct Stat {
    state: u8,
    parent: i32,
    begun: u64,
    own: Duration,
    processor: Duration,
}

fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in brackets and may have anything in it.
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let rest = String::from_utf8_lossy(&text[end + 1..]).into_owned();
    let mut fields = rest.split_whitespace();
    let state = *fields.next()?.as_bytes().first()?;
    let parent = fields.next()?.parse().ok()?;
    let mut numbers = fields.skip(9).map(|field| field.parse::<u64>().unwrap_or(0));
    let mut ticks = || {
        let ticks: u64 = numbers.by_ref().take(2).sum();
        Duration::from_millis(ticks.saturating_mul(1000 / TICKS))
    };
    let (own, children) = (ticks(), ticks());
    let begun = numbers.nth(4).unwrap_or(0);
    Some(Stat { state, parent, begun, own, processor: own + children })
}

/// Whether a process is held by a signal, so that it does nothing until another lets it go on.
pub(super) fn is_held(pid: i32) -> bool {
    stat(pid).is_some_and(|stat| matches!(stat.state, b'T' | b't'))
}

/// What a process holds in memory: its peak, and now. In bytes.
pub(super) fn memory(pid: i32) -> Option<(u64, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kib.saturating_mul(1024))
    };
    Some((field("VmHWM:")?, field("VmRSS:")?))
}

/// How long a process was ready to run but had no processor. A busy machine is not the program's fault.
pub(super) fn waited(pid: i32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap_or_default();
    let nanos = text.split_whitespace().nth(1).and_then(|nanos| nanos.parse().ok()).unwrap_or(0);
    Duration::from_nanos(nanos)
}

/// Ends every process below this one and takes their ends. Returns how many could not be ended.
///
/// As this process is the parent of all orphans, each that is ended gives its children to it, until none is left. A process that
/// forks meanwhile is found the next time round.
pub(super) fn end_all() -> usize {
    let begun = Instant::now();
    loop {
        for process in below() {
            // Fails where it has ended already, which is as good.
            let _ = kill(Pid::from_raw(process.pid), Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(nix::sys::wait::WaitStatus::StillAlive) => break,
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
