//! A program, run on one input after the other by way of a [launcher](crate::launcher).
//!
//! This is no prison: the program has the user's rights, and one that means harm can do it. Against mistakes there are
//! bounds of time, memory, output and processes, and nothing is left after the run.

use crate::judgement::Limits;
use crate::launcher::{FILES, NAME, Order, tail};
use crate::processes;
use crate::run::{End, Run};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long after a run's time a launcher that is held is waited for.
const GRACE: Duration = Duration::from_secs(5);

/// Ends the run that is under way, and all that would follow. It can be cloned and given to whoever hears of signals.
#[derive(Clone, Debug, Default)]
pub struct Stopper {
    stopped: Arc<AtomicBool>,
    /// What keeps the launcher of the run under way from ending it.
    line: Arc<Mutex<Option<ChildStdin>>>,
}

impl Stopper {
    /// Ends it. False where that was asked before.
    pub fn stop(&self) -> bool {
        let is_first = !self.stopped.swap(true, Ordering::SeqCst);
        self.hold(None);
        is_first
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn hold(&self, line: Option<ChildStdin>) {
        let mut held = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        *held = line.filter(|_| !self.is_stopped());
    }
}

/// A program, ready to be run.
#[derive(Debug)]
pub struct Program {
    command: Vec<OsString>,
    limits: Limits,
    executable: PathBuf,
    folder: TempDir,
    /// A launcher that waits for its order, so that starting it takes no time of a run.
    ready: Option<Child>,
    stopper: Stopper,
    floor: u64,
}

impl Program {
    /// Makes ready to run a command, which must not be empty.
    ///
    /// # Errors
    ///
    /// Where there is no room for temporary files, or no launcher can be started.
    pub fn new(command: &[OsString], limits: Limits, stopper: Stopper) -> io::Result<Self> {
        // This executable may be replaced by a newer one while it runs. Linux has a name for the one that is running.
        let own = PathBuf::from("/proc/self/exe");
        let executable = if cfg!(target_os = "linux") && own.exists() { own } else { std::env::current_exe()? };
        let folder = tempfile::Builder::new().prefix("chivalry-judge-").tempdir()?;
        // For the case that the program ends its launcher: what is left is ended by this process.
        processes::adopt_orphans();
        let mut program = Self { command: Vec::new(), limits, executable, folder, ready: None, stopper, floor: 0 };
        // Without a command the launcher tells what it holds itself.
        program.floor = program.try_to_run(&[], 0)?.floor;
        program.command = command.to_vec();
        Ok(program)
    }

    /// The memory of the launcher itself, in bytes. A program that holds less cannot be told from it. 0 if the system
    /// does not say.
    pub const fn floor(&self) -> u64 {
        self.floor
    }

    /// Whether the judge is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    /// Runs the program on this input, and keeps so many bytes of what it writes. [`End::Failed`] where the judge itself fails: a full
    /// disk, no more processes, a launcher that was ended or held from outside.
    pub(crate) fn run(&mut self, input: &[u8], output: u64) -> Run {
        let run = self.try_to_run(input, output);
        run.unwrap_or_else(|error| Run { end: End::Failed(format!("could not be judged: {error}")), ..Run::default() })
    }

    fn try_to_run(&mut self, input: &[u8], output: u64) -> io::Result<Run> {
        let new = |name| new_file(&self.folder.path().join(name));
        new(FILES[0])?.write_all(input)?;
        // The handles stay those of the files, whatever the program does to the names.
        let [written, complaints] = [new(FILES[1])?, new(FILES[2])?];
        let mut launcher = match self.ready.take() {
            Some(launcher) => launcher,
            None => self.launcher()?,
        };
        let folder = self.folder.path().as_os_str().to_owned();
        let order = Order { command: self.command.clone(), folder, limits: self.limits, output };
        let order = serde_json::to_string(&order)? + "\n";
        let mut line = launcher.stdin.take();
        if let Some(line) = &mut line {
            // One that has ended does not read; its missing answer tells.
            let _ = line.write_all(order.as_bytes());
        }
        self.stopper.hold(line);
        self.ready = self.launcher().ok();
        let answer = self.answer_of(&mut launcher);
        self.stopper.hold(None);
        if answer.is_err() {
            // It may have ended already.
            let _ = launcher.kill();
        }
        launcher.wait()?;
        match answer {
            Ok(mut run) => {
                written.take(output).read_to_end(&mut run.output)?;
                run.stderr = tail(&complaints)?;
                Ok(run)
            }
            Err(why) => {
                self.dismiss();
                processes::end_all();
                Err(io::Error::other(why))
            }
        }
    }

    fn launcher(&self) -> io::Result<Child> {
        Command::new(&self.executable)
            .args([NAME])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Ctrl-C is for the judge, which tells the launcher.
            .process_group(0)
            .spawn()
    }

    /// The answer of a launcher. It is not waited for longer than any run may take: a program can stop its launcher,
    /// which then ends nothing.
    fn answer_of(&self, launcher: &mut Child) -> Result<Run, &'static str> {
        const ENDED: &str =
            "the launcher of the program was ended from outside: by the program itself, or for want of memory";
        let pipe = launcher.stdout.take().ok_or(ENDED)?;
        let (sender, answer) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let read = BufReader::new(pipe).read_line(&mut line);
            // Nobody waits for it any more where it was held.
            let _ = sender.send(read.ok().and_then(|_| serde_json::from_str(&line).ok()));
        });
        let begun = Instant::now();
        // However busy the machine is, and where the launcher is seen to be held.
        let busy = self.limits.wall.saturating_mul(10).saturating_add(GRACE * 6);
        let held = self.limits.wall.saturating_add(GRACE);
        loop {
            match answer.recv_timeout(Duration::from_millis(100)) {
                Ok(answer) => return answer.ok_or(ENDED),
                Err(RecvTimeoutError::Disconnected) => return Err(ENDED),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let taken = begun.elapsed();
            let is_over = self.is_stopped() || taken > held;
            if taken > busy || is_over && processes::is_held(launcher.id().cast_signed()) {
                return Err("the launcher of the program was held, by the program itself or from outside");
            }
        }
    }

    /// Ends the launcher that waits.
    fn dismiss(&mut self) {
        if let Some(mut ready) = self.ready.take() {
            // The end of its input is its order to end.
            drop(ready.stdin.take());
            let _ = ready.wait();
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// An empty file. One that is there is removed and not truncated: ext4 begins to write what was truncated to the disk
/// when it is closed, which takes longer than the rest of a short run.
fn new_file(path: &Path) -> io::Result<File> {
    let _ = fs::remove_file(path);
    File::options().read(true).write(true).create_new(true).open(path)
}
