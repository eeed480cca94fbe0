//! `chivalry judge --json FILE`: one of these.
//!
//! A reader of version 1.0 reads every 1.x: fields are added, none changes its meaning, and what is missing takes its default.

use serde::{Deserialize, Serialize};

/// The name of the schema, written into each document.
pub const SCHEMA: &str = "chivalry-judge";

/// Its version, major and minor.
pub const VERSION: &str = "1.1";

/// A judgement of one program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: String,
    /// The version of `chivalry`.
    pub program: String,
    /// The commit from which it was made.
    pub commit: String,
    /// The command judged and its arguments; what is not Unicode is replaced.
    pub command: Vec<String>,
    /// `bzoj`, `fzu` or `uva`.
    pub style: String,
    /// The limit of moves.
    pub max_moves: u8,
    /// The board to reach, in one line.
    pub goal: String,
    /// What the program was allowed.
    pub limits: Limits,
    /// The seed of the random boards.
    pub seed: u64,
    /// `AC`, `WA`, `PE`, `TLE`, `MLE`, `RE` or `FAIL`; `null` where the judgement ended before the samples were done.
    pub verdict: Option<String>,
    /// What the verdict means here, in one sentence.
    pub explanation: String,
    /// Whether it was ended by a signal.
    pub interrupted: bool,
    /// Whether some test was left out because the budget was spent.
    pub budget_spent: bool,
    /// Whether every input that was given twice was answered alike; `null` where none was.
    pub deterministic: Option<bool>,
    /// How many inputs were given twice to see that.
    pub repeated_inputs: u64,
    /// What was tested, and what was right.
    pub coverage: Coverage,
    /// The phases in their order.
    pub phases: Vec<Phase>,
    /// The classes of tests in the order in which they were run, each with its times.
    pub classes: Vec<Class>,
    /// The most processor time of a run, in nanoseconds, of the runs counted in `coverage`.
    pub slowest_run_ns: u64,
    /// The most memory that one process of the program held, in bytes. Below [`Limits::floor_bytes`] it is not known.
    pub peak_bytes: u64,
    /// The fault, where there is one.
    pub fault: Option<Fault>,
    /// The shortest input found that shows the fault, where one was looked for.
    pub counterexample: Option<Counterexample>,
    /// Remarks, one sentence each.
    pub notes: Vec<String>,
    /// How long all of it took.
    pub seconds: f64,
}

/// What a program is allowed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Processor time of a run, in nanoseconds.
    pub time_ns: u64,
    /// Time by the clock of a run, in nanoseconds.
    pub wall_ns: u64,
    /// Memory of one process, in bytes.
    pub memory_bytes: u64,
    /// The least memory that can be told: that of the launcher, in bytes.
    pub floor_bytes: u64,
    /// Boards of a run; 0 for as many as the judge likes.
    pub cases_per_run: u32,
    /// The time for all tests, in nanoseconds.
    pub budget_ns: u64,
}

/// What was tested, and what was right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Coverage {
    /// In words.
    pub statement: String,
    /// The greatest distance such that every board within it was answered right; `null` where not even the goal was.
    pub complete_within: Option<u8>,
    /// How many boards lie within it.
    pub complete_boards: u64,
    /// By distance; a board given twice is counted once for as long as it is taken in order.
    pub distances: Vec<Distance>,
    /// Random boards answered right.
    pub random_boards: u64,
    /// Boards from the first in the order by distance that were answered right when given alone. Since 1.1.
    #[serde(default)]
    pub alone_boards: u64,
    /// Boards chosen for other reasons and answered right, each counted once. Since 1.1.
    #[serde(default)]
    pub chosen_boards: u64,
    /// Boards answered right, over all runs.
    pub boards: u64,
    /// Runs that were right.
    pub runs: u64,
    /// Whether all 67,603,900 boards were answered right.
    pub all: bool,
}

/// The boards at one distance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Distance {
    /// The distance.
    pub distance: u8,
    /// How many boards lie there.
    pub boards: u64,
    /// Of these in lexical order from the first, how many were answered right.
    pub in_order: u64,
    /// How many more were drawn at random and answered right.
    pub drawn: u64,
}

/// A phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// `done`, `wrong-form` (done, the numbers right, the form not, of some run), `cut` (the budget was spent), `failed`, `interrupted`, `none` (there is no such board) or `left-out`.
    pub state: String,
    /// Whether the form alone was wrong of some run of it, also where it was cut. Since 1.1.
    #[serde(default)]
    pub wrong_form: bool,
    /// Runs that were right.
    pub runs: u64,
    /// Boards answered right.
    pub boards: u64,
}

/// A class of tests, with its times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Class {
    /// Its name, such as `distance 8`.
    pub name: String,
    /// The phase that it belongs to.
    pub phase: String,
    /// Runs that were right.
    pub runs: u64,
    /// Boards answered right.
    pub boards: u64,
    /// The median of the processor time of a run, in nanoseconds.
    pub median_run_ns: u64,
    /// The most processor time of a run, in nanoseconds.
    pub worst_run_ns: u64,
    /// The boards of that run.
    pub worst_run_boards: u64,
    /// The board of that run that took longest when given alone, in one line; `null` where that was not tried.
    pub worst_board: Option<String>,
    /// The processor time that it took alone, in nanoseconds.
    pub worst_board_ns: Option<u64>,
    /// Our engines on boards of this class.
    pub engines: Vec<EngineTime>,
}

/// What one of our engines takes on boards of a class, without starting a process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineTime {
    /// The engine.
    pub engine: String,
    /// How many boards of the class were timed.
    pub boards: u64,
    /// The median time of a board, in nanoseconds.
    pub median_ns: u64,
    /// The longest time of a board, in nanoseconds.
    pub worst_ns: u64,
    /// The board that took it, in one line.
    pub worst_board: String,
}

/// What went wrong first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fault {
    /// `WA`, `PE`, `TLE`, `MLE`, `RE` or `FAIL`.
    pub verdict: String,
    /// The class of tests in which it was found.
    pub class: String,
    /// The form of the input where it is not the plain one: `blank lines between cases`, `no last newline` or `CRLF`.
    pub form: Option<String>,
    /// What the program did, in one sentence.
    pub explanation: String,
    /// The exit status, where the program ended by itself.
    pub exit_status: Option<i32>,
    /// The name of the signal that ended it, where one did.
    pub signal: Option<String>,
    /// The processor time of that run, in nanoseconds.
    pub time_ns: u64,
    /// Its time by the clock, in nanoseconds.
    pub wall_ns: u64,
    /// Its memory, in bytes.
    pub peak_bytes: u64,
    /// The boards of that run.
    pub boards: u64,
    /// The end of what the program wrote to standard error.
    pub stderr: String,
}

/// The shortest input found that shows the fault.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counterexample {
    /// Whether one board alone shows it. If not, it is a list of boards.
    pub alone: bool,
    /// Whether a second run of this very input showed a fault of the same kind again: the same signal, exit status or lack of lines, too.
    pub confirmed: bool,
    /// Whether it is known that there is no smaller one: for one board, that every board before it in the order by distance was answered
    /// right when given alone; for a list, that no shorter part of the run in which it was found shows it.
    pub smallest: bool,
    /// What is known of its size, in one sentence.
    pub statement: String,
    /// The input as a judge would give it.
    pub input: String,
    /// Its boards.
    pub cases: Vec<Case>,
    /// The first of them that is answered wrong, from 0; `null` where the fault is no wrong answer.
    pub failing: Option<u64>,
    /// That board, in one line.
    pub board: String,
    /// Its distance.
    pub distance: u8,
    /// The line expected for it.
    pub expected: String,
    /// The line given for it, `null` where there was none.
    pub given: Option<String>,
    /// A shortest path from it to the goal: the boards, in one line each, itself and the goal included.
    pub path: Vec<String>,
    /// The same path as moves, `b5-c3`.
    pub moves: Vec<String>,
    /// The whole expected output.
    pub expected_output: String,
    /// The whole output given, or its beginning.
    pub given_output: String,
}

/// A board of a counterexample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Case {
    /// The board, in one line.
    pub board: String,
    /// Its distance.
    pub distance: u8,
    /// The line expected.
    pub expected: String,
    /// The line given, `null` where there was none.
    pub given: Option<String>,
}
