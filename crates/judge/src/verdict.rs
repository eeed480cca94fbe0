//! What a run is worth.
//!
//! If a run shows several faults, the first of these is its verdict:
//!
//! 1. `FAIL`: the judge could not run the program.
//! 2. `MLE`: a process held more memory than allowed, or all of them together several times that.
//! 3. `TLE`: the processor time was above the limit, or the time by the clock above its own.
//! 4. `PE`: more output than any answer can be; what it says is not looked at.
//! 5. `RE`: ended by a signal or with an exit status other than 0, had too many processes, or left some behind. So a
//!    crash is never shown as a wrong answer, and a wrong answer never as a crash.
//! 6. `WA`: for some board another answer than the right one.
//! 7. `PE`: every answer there is is right, but the form is not, or there are too few or too many.
//!
//! The first run with a fault ends the tests. If the form alone is wrong, they go on: a program that only speaks
//! another judge's words still hears which boards it gets wrong.

use crate::answers::{compare, excerpts};
use crate::judgement::Limits;
use crate::launcher::{MOST_PROCESSES, TOGETHER};
use crate::run::{End, Run};
use chivalry_board::Board;
use chivalry_corpus::words::{counted, duration, size};
use chivalry_corpus::{Answer, Layout, Style};
use nix::sys::signal::Signal;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A verdict, with the short name that judges have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `AC`, accepted.
    Accepted,
    /// `WA`, a wrong answer.
    WrongAnswer,
    /// `PE`: the numbers are right, the form is not, or lines are missing.
    PresentationError,
    /// `TLE`, too slow.
    TimeLimit,
    /// `MLE`, too much memory.
    MemoryLimit,
    /// `RE`: a crash, an exit status, processes left behind.
    RuntimeError,
    /// `FAIL`, the judge's own trouble.
    Fail,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::TimeLimit => "TLE",
            Self::MemoryLimit => "MLE",
            Self::RuntimeError => "RE",
            Self::Fail => "FAIL",
        })
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Never [`Verdict::Accepted`].
    pub verdict: Verdict,
    /// What the program did, to be read after "the program"; a sentence without its full stop.
    pub explanation: String,
    /// Which boards are answered wrong, from 0; of a wrong answer alone.
    #[serde(skip)]
    pub wrong: Vec<usize>,
    /// The answers in the order of the boards, as far as there are any.
    #[serde(skip)]
    pub given: Vec<String>,
    /// Whether every board has its right number, and the form alone is wrong. It does not end the tests.
    pub form_alone: bool,
}

impl Finding {
    /// One without answers.
    pub(crate) fn new(verdict: Verdict, explanation: impl Into<String>) -> Self {
        Self { verdict, explanation: explanation.into(), wrong: Vec::new(), given: Vec::new(), form_alone: false }
    }
}

/// A board and its exact distance to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The board.
    #[serde(serialize_with = "crate::serial::text")]
    pub board: Board,
    /// The fewest moves.
    pub distance: u8,
}

impl Case {
    /// What is smaller comes first: by distance, and then by the board's rank, which is the order of boards.
    pub(crate) const fn order(self) -> (u8, Board) {
        (self.distance, self.board)
    }

    /// The answer expected within a limit.
    pub(crate) const fn answer(self, max_moves: u8) -> Answer {
        if self.distance <= max_moves { Answer::Moves(self.distance as usize) } else { Answer::NoneWithin(max_moves) }
    }
}

/// A run with something wrong. In JSON its fields and those of what was found and of the run stand side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The class of tests, such as `distance 8`.
    pub class: String,
    /// The layout of the input.
    #[serde(serialize_with = "crate::serial::text")]
    pub layout: Layout,
    /// The boards of the run; in JSON how many.
    #[serde(rename = "boards", serialize_with = "crate::serial::length")]
    pub cases: Vec<Case>,
    /// What is wrong.
    #[serde(flatten)]
    pub finding: Finding,
    /// The run.
    #[serde(flatten)]
    pub run: Run,
}

/// What two runs with the same fault have in common: the verdict; after a run-time error or endless output, how the run
/// ended; and if the form is wrong, whether there are too few or too many answers.
pub(crate) type Kind = (Verdict, Option<End>, Option<Ordering>);

impl Fault {
    /// The kind of fault.
    pub(crate) fn kind(&self) -> Kind {
        let Finding { verdict, given, .. } = &self.finding;
        let is_form = *verdict == Verdict::PresentationError;
        let has_end = *verdict == Verdict::RuntimeError || is_form && self.run.end == End::Output;
        let answers = (is_form && !has_end).then(|| given.len().cmp(&self.cases.len()));
        (*verdict, has_end.then(|| self.run.end.clone()), answers)
    }
}

/// How much a program may write for so many boards, in bytes: more than any form of the answers takes.
pub(crate) const fn output_bound(boards: usize) -> u64 {
    (1 << 16) + (boards as u64).saturating_mul(256)
}

/// What is wrong with a run, if anything.
pub(crate) fn examine(run: &Run, limits: &Limits, style: Style, answers: &[Answer], expected: &str) -> Option<Finding> {
    let found = beyond_limits(run, limits).or_else(|| ended_badly(run, answers.len(), expected));
    match found {
        Some((verdict, explanation)) => {
            Some(Finding { given: excerpts(&run.output), ..Finding::new(verdict, explanation) })
        }
        None => compare(style, answers, expected, &run.output),
    }
}

/// What the judge could not do, and the memory and time of which there was too much.
fn beyond_limits(run: &Run, limits: &Limits) -> Option<(Verdict, String)> {
    let closed = if run.closed_output { ", its output closed" } else { "" };
    let (memory, processor) = (size(limits.memory), duration(limits.processor));
    Some(match &run.end {
        End::Failed(why) => (Verdict::Fail, why.clone()),
        _ if run.survivors > 0 => {
            (Verdict::Fail, format!("left {} that could not be ended", counted(run.survivors as u64, "process")))
        }
        End::Memory => (Verdict::MemoryLimit, format!("held more than {memory}, {} when it was ended", size(run.peak))),
        End::MemoryTogether(held) => {
            let together = size(*held);
            let what = format!("had processes that together held {together}, more than {TOGETHER} times {memory}");
            (Verdict::MemoryLimit, what + ", and was ended")
        }
        // Below what the launcher held the system does not tell.
        _ if run.peak > limits.memory.max(run.floor) => {
            (Verdict::MemoryLimit, format!("held {} of {memory}", size(run.peak)))
        }
        End::Clock => {
            let (wall, used) = (duration(run.wall), duration(run.processor));
            let what = format!("was still running after {wall} by the clock{closed}, having used {used}");
            (Verdict::TimeLimit, what + " of processor time, and was ended")
        }
        End::Processor => (
            Verdict::TimeLimit,
            format!("was still running after {processor} of processor time{closed}, and was ended"),
        ),
        _ if run.processor > limits.processor => {
            (Verdict::TimeLimit, format!("took {} of processor time, allowed are {processor}", duration(run.processor)))
        }
        _ => return None,
    })
}

/// An end that is an error, with too much output, or with processes left behind.
fn ended_badly(run: &Run, boards: usize, expected: &str) -> Option<(Verdict, String)> {
    Some(match run.end {
        End::Output => {
            let printed = size(run.output.len() as u64);
            let what = format!("printed more than {printed} where {} expected, and was ended", lines(boards));
            (Verdict::PresentationError, what)
        }
        End::Processes => {
            (Verdict::RuntimeError, format!("had more than {MOST_PROCESSES} processes, which were ended"))
        }
        End::Signalled(number) => {
            let name = Signal::try_from(number).map_or_else(|_| format!("signal {number}"), |name| name.to_string());
            let hint = if number == Signal::SIGKILL as i32 { ", not by the judge" } else { "" };
            (Verdict::RuntimeError, format!("was ended by {name}{hint}"))
        }
        End::Exited(status) if status != 0 => {
            let after = if run.output == expected.as_bytes() { ", after right answers" } else { "" };
            (Verdict::RuntimeError, format!("ended with exit status {status}{after}"))
        }
        _ if run.left > 0 => {
            let were = if run.left == 1 { "was" } else { "were" };
            let what = format!("ended and left {} running, which {were} ended", counted(run.left as u64, "process"));
            (Verdict::RuntimeError, what)
        }
        _ => return None,
    })
}

/// How many lines are expected.
pub(crate) fn lines(boards: usize) -> String {
    counted(boards as u64, "line") + if boards == 1 { " is" } else { " are" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn fault(finding: Finding, end: End, boards: usize) -> Fault {
        let cases = vec![Case { board: Board::GOAL, distance: 0 }; boards];
        Fault { class: String::new(), layout: Layout::Plain, cases, finding, run: Run { end, ..Run::default() } }
    }

    #[test]
    fn memory_is_told_as_it_was_held() {
        let limits = Limits::new(Duration::from_secs(1), 4 << 20);
        let found = |run: &Run| examine(run, &limits, Style::Bzoj, &[Answer::Moves(7)], "7\n");
        let mut run = Run { end: End::MemoryTogether(20 << 20), ..Run::default() };
        let finding = found(&run).unwrap();
        assert_eq!(finding.verdict, Verdict::MemoryLimit);
        let together = "together held 20 MiB, more than 4 times 4 MiB";
        assert!(finding.explanation.contains(together), "{}", finding.explanation);
        // What the launcher held itself is no fault of the program.
        (run.end, run.output) = (End::Exited(0), b"7\n".to_vec());
        (run.peak, run.floor) = (5 << 20, 5 << 20);
        assert_eq!(found(&run), None);
        run.floor = 3 << 20;
        assert_eq!(found(&run).unwrap().verdict, Verdict::MemoryLimit);
        // A signal is one, also that of the system's limit.
        (run.end, run.peak) = (End::Signalled(Signal::SIGXCPU as i32), 0);
        assert_eq!(found(&run).unwrap().verdict, Verdict::RuntimeError);
    }

    #[test]
    fn kinds_of_a_fault_are_told_apart() {
        let crash = |end, boards| fault(Finding::new(Verdict::RuntimeError, ""), end, boards).kind();
        assert_ne!(crash(End::Signalled(11), 1), crash(End::Exited(7), 1));
        assert_eq!(crash(End::Signalled(11), 1), crash(End::Signalled(11), 9));
        let form = Finding { given: vec!["Case 1: 7".into()], ..Finding::new(Verdict::PresentationError, "") };
        let form = |boards| fault(form.clone(), End::Exited(0), boards).kind();
        assert_ne!(form(1), form(10));
        let wrong = Finding { wrong: vec![4], ..Finding::new(Verdict::WrongAnswer, "") };
        let other = Finding::new(Verdict::WrongAnswer, "");
        assert_eq!(fault(wrong, End::Exited(0), 5).kind(), fault(other, End::Exited(0), 1).kind());
    }
}
