//! How the program ends.

use super::output::note;
use chivalry_corpus::Escaped;
use std::fmt::{self, Display};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status.
///
/// A check that could not run never looks green: what is neither good nor wrong has a status of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well.
    Good = 0,
    /// A wrong answer or a regression.
    Wrong = 1,
    /// Bad usage or bad input.
    Bad = 2,
    /// Neither right nor wrong could be shown, as where a budget was spent first.
    Inconclusive = 3,
    /// There was nothing to measure or check.
    Nothing = 4,
    /// A fault of the program, or of the system below it.
    Fault = 70,
    /// Ended by a signal before it was done.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command does not do what was asked: a message for the user, and the status to end with.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: Status,
    /// One line or several, each complete: it names the program or the file.
    pub(crate) message: String,
}

impl Refusal {
    /// Bad input or bad usage, in a message that names its place.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self { status: Status::Bad, message: message.to_string() }
    }

    /// Bad input in a file, or a file that cannot be had.
    pub(crate) fn file(path: &Path, message: impl Display) -> Self {
        Self::bad(format_args!("{}: {}", Escaped(&path.to_string_lossy()), Escaped(&message.to_string())))
    }

    /// Bad usage.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::of(Status::Bad, message)
    }

    /// What is about the program and no file.
    pub(crate) fn of(status: Status, message: impl Display) -> Self {
        Self { status, message: format!("chivalry: {message}") }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// The status that an error ends with; its message is written.
pub(crate) fn told(error: &anyhow::Error) -> Status {
    if let Some(Refusal { status, message }) = error.downcast_ref() {
        note(message);
        *status
    } else {
        note(format_args!("chivalry: {error:#}"));
        Status::Fault
    }
}

/// Set by the first Ctrl-C, or another signal that asks to end. The second ends the program at once: a user who asks
/// twice does not want to wait for the end of a solve.
///
/// # Errors
///
/// Where signals cannot be had.
pub(crate) fn on_signal() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if signalled.swap(true, Ordering::Relaxed) {
            process::exit(Status::Interrupted as i32);
        }
    })?;
    Ok(stop)
}

/// Runs the program, and turns a panic into a plain message and [`Status::Fault`].
pub(crate) fn guarded(program: impl FnOnce() -> Status) -> Status {
    panic::set_hook(Box::new(|info| {
        let message = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        note(format_args!("chivalry: a fault of the program{place}: {message}"));
        note("Please report it with the command that led here.");
    }));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(Status::Fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_a_status_of_its_own() {
        assert_eq!(guarded(|| panic!("on purpose")), Status::Fault);
        assert_eq!(guarded(|| Status::Wrong), Status::Wrong);
    }

    #[test]
    fn a_refusal_keeps_its_status_and_all_else_is_a_fault() {
        assert_eq!(told(&Refusal::usage("found nothing").into()), Status::Bad);
        assert_eq!(told(&Refusal::of(Status::Nothing, "no board").into()), Status::Nothing);
        assert_eq!(told(&anyhow::anyhow!("a disk")), Status::Fault);
    }
}
