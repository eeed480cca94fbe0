//! Runs a program on an input, by way of a [launcher](super::launcher).
//!
//! This is no prison: the program has the user's rights, and can do harm that it is made to do. What it does by mistake, it does not
//! outlive: time, memory, output and processes are bounded, and nothing of it is left after the run.

use super::launcher::{FLOOR, Limits, NAME, Report};
use super::processes;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long after a run's time a launcher that is held is waited for.
const GRACE: Duration = Duration::from_secs(5);

/// Ends the run that is under way, and all that would follow.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    stopped: Arc<AtomicBool>,
    /// What keeps the launcher of the run under way from ending it.
    line: Arc<Mutex<Option<ChildStdin>>>,
    /// Where the input is.
    folder: Arc<Mutex<Option<PathBuf>>>,
}

impl Stopper {
    /// Ends it.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        drop(self.line.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Ends it if it was not, else what is left of it by force; true where this process is to end, too.
    pub fn stop_at_last(&self) -> bool {
        if !self.is_stopped() {
            self.stop();
            return false;
        }
        processes::end_all();
        if let Some(folder) = self.folder.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // Nothing is lost where it stays.
            let _ = fs::remove_dir_all(folder);
        }
        true
    }

    /// Whether it was ended.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn hold(&self, line: Option<ChildStdin>) {
        *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
        if self.is_stopped() {
            self.stop();
        }
    }
}

/// What a program did with an input.
#[derive(Clone, Debug)]
pub struct Run {
    /// What the launcher says.
    pub report: Report,
    /// What the program wrote, at most the bound.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: Vec<u8>,
}

/// A program, and how it is run.
pub struct Sandbox {
    executable: PathBuf,
    arguments: Vec<OsString>,
    folder: TempDir,
    /// A launcher that waits for an order, so that starting it takes no time of a run.
    ready: Option<Child>,
    /// The longest that a launcher may take for a run, however busy the machine is, and the longest where it is held.
    patience: [Duration; 2],
    stopper: Stopper,
}

impl Sandbox {
    /// Makes ready to run a command.
    ///
    /// # Errors
    ///
    /// Where there is no room for temporary files, or this executable cannot be found to start it anew.
    pub fn new(command: &[OsString], limits: &Limits, stopper: Stopper) -> io::Result<Self> {
        // This executable may be replaced by a newer one while it runs; Linux has a name for the one that does.
        let own = PathBuf::from("/proc/self/exe");
        let executable = if cfg!(target_os = "linux") && own.exists() { own } else { std::env::current_exe()? };
        let folder = tempfile::Builder::new().prefix("chivalry-judge-").tempdir()?;
        // For the case that the program ends its launcher: what is left is ended by this process.
        processes::adopt_orphans();
        let arguments = limits.arguments(folder.path(), command);
        *stopper.folder.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.path().to_path_buf());
        let patience = [(limits.wall.saturating_mul(10)).saturating_add(GRACE * 6), limits.wall.saturating_add(GRACE)];
        let mut sandbox = Self { executable, arguments, folder, ready: None, patience, stopper };
        sandbox.ready = Some(sandbox.launcher()?);
        Ok(sandbox)
    }

    fn launcher(&self) -> io::Result<Child> {
        Command::new(&self.executable)
            .arg0(NAME)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Ctrl-C is for the judge, which tells the launcher.
            .process_group(0)
            .spawn()
    }

    /// The least memory that can be told of a program; 0 where the system does not tell.
    ///
    /// # Errors
    ///
    /// Where a launcher cannot be started or does not answer.
    pub fn floor(&self) -> io::Result<u64> {
        let mut launcher = self.launcher()?;
        if let Some(mut line) = launcher.stdin.take() {
            writeln!(line, "{FLOOR}")?;
        }
        let mut answer = String::new();
        if let Some(pipe) = launcher.stdout.take() {
            BufReader::new(pipe).read_line(&mut answer)?;
        }
        launcher.wait()?;
        answer.trim().parse().map_err(io::Error::other)
    }

    /// The answer of a launcher, unless it takes too long for any run: the program can hold its launcher, which then ends nothing.
    fn answer_of(&self, launcher: &mut Child) -> Option<io::Result<Run>> {
        let pipe = launcher.stdout.take()?;
        let (sender, answer) = mpsc::channel();
        thread::spawn(move || {
            // Nobody waits for it any more where it was held.
            let _ = sender.send(read_answer(BufReader::new(pipe)));
        });
        let begun = Instant::now();
        loop {
            match answer.recv_timeout(Duration::from_millis(100)) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let [busy, held] = self.patience;
            let taken = begun.elapsed();
            let is_over = self.stopper.is_stopped() || taken > held;
            if taken > busy || is_over && processes::is_held(launcher.id().cast_signed()) {
                // It may have ended meanwhile.
                let _ = launcher.kill();
                return Some(Err(io::Error::other(
                    "the launcher of the program was held, by the program itself or from outside",
                )));
            }
        }
    }

    /// Runs the program on this input, and keeps so many bytes of what it writes.
    ///
    /// # Errors
    ///
    /// Where the judge itself fails: a full disk, no more processes, a launcher that was ended or held from outside.
    pub fn run(&mut self, input: &[u8], bound: usize) -> io::Result<Run> {
        fs::write(self.folder.path().join("input"), input)?;
        let mut launcher = match self.ready.take() {
            Some(launcher) => launcher,
            None => self.launcher()?,
        };
        let mut line = launcher.stdin.take();
        if let Some(line) = &mut line {
            // One that has ended does not read; its missing answer tells.
            let _ = line.write_all(format!("input {bound}\n").as_bytes());
        }
        self.stopper.hold(line);
        self.ready = self.launcher().ok();
        let answer = self.answer_of(&mut launcher);
        drop(self.stopper.line.lock().unwrap_or_else(PoisonError::into_inner).take());
        let status = launcher.wait()?;
        let error = match answer {
            Some(Ok(run)) => return Ok(run),
            Some(Err(error)) if error.kind() == io::ErrorKind::Other => Some(error),
            _ => None,
        };
        if let Some(mut ready) = self.ready.take() {
            let _ = ready.kill();
            let _ = ready.wait();
        }
        processes::end_all();
        if let Some(error) = error {
            return Err(error);
        }
        let message = "the launcher of the program was ended from outside";
        Err(io::Error::other(format!("{message} ({status}): by the program itself, or for want of memory")))
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Some(mut ready) = self.ready.take() {
            // The end of its input is its order to end.
            drop(ready.stdin.take());
            let _ = ready.wait();
        }
    }
}

fn read_answer(mut answer: impl BufRead) -> io::Result<Run> {
    let mut line = Vec::new();
    answer.read_until(b'\n', &mut line)?;
    let report: Report = serde_json::from_slice(&line)?;
    let mut stdout = vec![0; report.stdout];
    answer.read_exact(&mut stdout)?;
    let mut stderr = vec![0; report.stderr];
    answer.read_exact(&mut stderr)?;
    Ok(Run { report, stdout, stderr })
}
