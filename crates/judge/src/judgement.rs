//! What a judgement says: the one form that text and JSON are made of.

use crate::serial::{nanos, text, texts};
use crate::verdict::{Case, Fault, Verdict};
use chivalry_board::Board;
use chivalry_corpus::words::{counted, duration, grouped, size};
use chivalry_corpus::{Layout, Style};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a judgement is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Config {
    /// The program and its arguments, to be shown.
    pub command: Vec<String>,
    /// The form of input and answers.
    #[serde(serialize_with = "text")]
    pub style: Style,
    /// The limit of moves.
    pub max_moves: u8,
    /// What a run is allowed.
    pub limits: Limits,
    /// How many boards a run has at most; `None` for as many as the program answers in a fraction of its time.
    pub cases_per_run: Option<usize>,
    /// The time for all tests.
    #[serde(rename = "budget_ns", with = "nanos")]
    pub budget: Duration,
    /// The seed of random boards.
    pub seed: u64,
}

impl Config {
    /// The output expected for these boards.
    pub(crate) fn expected(&self, cases: &[Case]) -> String {
        let line = |case: &Case| self.style.answer(case.answer(self.max_moves)).to_string() + "\n";
        cases.iter().map(line).collect()
    }
}

/// The most boards of a run that the style's own judge gives.
pub const fn most_cases(style: Style) -> usize {
    match style {
        Style::Bzoj | Style::Fzu => 10,
        Style::Uva => 13,
    }
}

/// What a run of a program is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time.
    #[serde(rename = "time_ns", with = "nanos")]
    pub processor: Duration,
    /// Time by the clock, less the time in which the program was ready to run and had no processor.
    #[serde(rename = "wall_ns", with = "nanos")]
    pub wall: Duration,
    /// Memory of one process, in bytes.
    #[serde(rename = "memory_bytes")]
    pub memory: u64,
}

impl Limits {
    /// Limits of this processor time, and of this memory in bytes. By the clock a run may take 1.2 times as long, or
    /// one second more, whichever is greater.
    pub fn new(processor: Duration, memory: u64) -> Self {
        let wall = processor.saturating_add((processor / 5).max(Duration::from_secs(1)));
        Self { processor, wall, memory }
    }
}

/// A judgement of one program.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// What was asked.
    pub config: Config,
    /// `None` where it ended before the samples were done.
    pub verdict: Option<Verdict>,
    /// What the verdict means here, in one sentence without its full stop.
    pub explanation: String,
    /// Whether it was ended by a signal.
    pub interrupted: bool,
    /// Whether every input that was given twice was answered alike; `None` where none was.
    pub deterministic: Option<bool>,
    /// How many inputs were given twice to see that.
    pub repeated_inputs: u64,
    /// What was tested, and what was right.
    pub coverage: Coverage,
    /// The phases that have ended, in their order.
    pub phases: Vec<Phase>,
    /// The fault, where there is one.
    pub fault: Option<Fault>,
    /// The smallest input found that shows the fault; `None` also where the judge itself failed.
    pub counterexample: Option<Counterexample>,
    /// Remarks, one sentence each.
    pub notes: Vec<String>,
    /// How long it took so far.
    #[serde(rename = "taken_ns", with = "nanos")]
    pub taken: Duration,
}

/// What was tested, and what was right.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Coverage {
    /// In words, when all is over.
    pub statement: String,
    /// By distance, from 0.
    pub distances: Vec<Level>,
    /// Random boards answered right.
    pub random_boards: u64,
    /// The most memory that one process held in runs that were right, in bytes.
    pub peak_bytes: u64,
    /// The memory of the launcher, in bytes, below which that of the program is not known.
    pub floor_bytes: u64,
}

/// The boards at one distance. What was given twice is counted once in each of the numbers.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Level {
    /// The distance.
    pub distance: u8,
    /// How many boards lie there.
    pub boards: u64,
    /// Of these in the order of their ranks from the first, how many were answered right.
    pub in_order: u64,
    /// Of these in the order of their ranks from the first, how many were answered right when given alone.
    pub alone: u64,
    /// How many beyond those in order were drawn at random and answered right.
    pub drawn: u64,
    /// How many were chosen for other reasons and answered right.
    pub chosen: u64,
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// All of it was tested.
    Done,
    /// Its share of the budget was spent.
    Cut,
    /// A fault was found.
    Failed,
    /// By a signal.
    Interrupted,
    /// There is no such board.
    NoBoard,
    /// The budget was spent before.
    #[default]
    LeftOut,
}

/// A phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// How it ended.
    pub state: State,
    /// Whether the form alone was wrong of some of its runs.
    pub wrong_form: bool,
    /// Runs that were right.
    pub runs: u64,
    /// Boards answered right.
    pub boards: u64,
    /// The most processor time of these runs.
    #[serde(rename = "slowest_run_ns", with = "nanos")]
    pub slowest_run: Duration,
}

/// The smallest input found that shows a fault. One board or a list of them.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The fault that its run shows.
    pub fault: Fault,
    /// Whether another run of this input showed the same fault, with the same signal, exit status or lack of lines.
    /// `None` if there was no other run.
    pub confirmed: Option<bool>,
    /// Whether it is known that there is no smaller one. For one board: every board before it, in the order by distance
    /// and rank, was answered right alone. For a list: it has two boards, and neither shows the fault alone.
    pub smallest: bool,
    /// What is known of its size, in one sentence.
    pub statement: String,
    /// The index of the board to show: the first that is answered wrong, else the first that has no answer while others
    /// have one, else the last.
    pub shown: usize,
    /// That board and its distance.
    #[serde(flatten)]
    pub case: Case,
    /// The line expected for it.
    pub expected: String,
    /// The line given for it, `None` where there was none.
    pub given: Option<String>,
    /// A shortest path from it to the goal, itself and the goal included.
    #[serde(serialize_with = "texts")]
    pub path: Vec<Board>,
    /// The same path as moves, `b5-c3`.
    pub moves: Vec<String>,
    /// The input.
    pub input: String,
    /// The whole output expected.
    pub expected_output: String,
}

impl Coverage {
    /// Every board within this distance was answered right; `None` if the goal was not.
    pub fn complete_within(&self) -> Option<u8> {
        self.distances.iter().take_while(|level| level.in_order == level.boards).last().map(|level| level.distance)
    }

    /// Whether all boards were answered right.
    pub fn is_complete(&self) -> bool {
        self.distances.iter().all(|level| level.in_order == level.boards)
    }

    /// What was tested, in words: never "correct" for what was only sampled.
    fn in_words(&self, limits: &Limits, slowest_run: Duration) -> String {
        let parts = if self.is_complete() {
            vec![format!("all {}", counted(Board::COUNT.into(), "board"))]
        } else {
            self.parts_in_words()
        };
        if parts.is_empty() {
            return "right on no board".into();
        }
        let at_most = if self.peak_bytes <= self.floor_bytes { "at most " } else { "" };
        format!(
            "right on {}; slowest test {} of {}, peak {at_most}{} of {}",
            parts.join(", on "),
            duration(slowest_run),
            duration(limits.processor),
            size(self.peak_bytes.max(self.floor_bytes)),
            size(limits.memory)
        )
    }

    fn parts_in_words(&self) -> Vec<String> {
        let sum = |of: fn(&Level) -> u64, levels: &[Level]| levels.iter().map(of).sum::<u64>();
        let (within, beyond) =
            self.distances.split_at(self.complete_within().map_or(0, |within| usize::from(within) + 1));
        let mut parts = Vec::new();
        let boards = sum(|level| level.boards, within);
        match within {
            [] => {}
            [_] => parts.push("the goal".into()),
            [.., last] => {
                parts.push(format!(
                    "all {} within {}",
                    counted(boards, "board"),
                    counted(last.distance.into(), "move")
                ));
            }
        }
        if let Some(next) = beyond.first().filter(|next| next.in_order > 0) {
            parts.push(format!(
                "the first {} of {} at {}",
                grouped(next.in_order),
                grouped(next.boards),
                next.distance
            ));
        }
        let is_drawn = |level: &Level| level.drawn > 0;
        if let Some(first) = self.distances.iter().position(is_drawn)
            && let Some(last) = self.distances.iter().rposition(is_drawn)
        {
            let levels = &self.distances[first..=last];
            let (drawn, boards) = (sum(|level| level.drawn, levels), sum(|level| level.boards, levels));
            parts.push(format!("{} of {} between {first} and {last}", grouped(drawn), grouped(boards)));
        }
        if self.random_boards > 0 {
            parts.push(counted(self.random_boards, "random board"));
        }
        // Not those that are among all boards within a distance.
        let chosen = sum(|level| level.chosen, beyond);
        if chosen > 0 {
            parts.push(counted(chosen, "chosen one"));
        }
        let alone = sum(|level| level.alone, &self.distances);
        if alone > 1 {
            parts.push(format!("the first {} alone", counted(alone, "board")));
        }
        parts
    }
}

impl Judgement {
    /// A judgement that has not begun.
    pub(crate) fn new(config: Config, counts: &[u32]) -> Self {
        let levels = counts.iter().zip(0..);
        let level = |(&count, distance): (&u32, u8)| Level { distance, boards: count.into(), ..Level::default() };
        Self {
            config,
            verdict: None,
            explanation: String::new(),
            interrupted: false,
            deterministic: None,
            repeated_inputs: 0,
            coverage: Coverage { distances: levels.map(level).collect(), ..Coverage::default() },
            phases: Vec::new(),
            fault: None,
            counterexample: None,
            notes: Vec::new(),
            taken: Duration::ZERO,
        }
    }

    /// Whether the samples were done.
    pub(crate) fn has_done_samples(&self) -> bool {
        self.phases.first().is_some_and(|phase| phase.state == State::Done)
    }

    /// Says what came of it, when all is over.
    pub(crate) fn conclude(&mut self) {
        let slowest_run = self.phases.iter().map(|phase| phase.slowest_run).max().unwrap_or_default();
        self.coverage.statement = self.coverage.in_words(&self.config.limits, slowest_run);
        let (verdict, explanation) = match &self.fault {
            Some(Fault { layout, finding, .. }) => {
                let form = match layout {
                    Layout::Plain => String::new(),
                    layout => format!(
                        "; only in the input form `{layout}`, the same boards in the plain form are answered right"
                    ),
                };
                let then = if self.interrupted { "; interrupted after that" } else { "" };
                (Some(finding.verdict), format!("the program {}{form}{then}", finding.explanation))
            }
            None if self.interrupted => (None, "interrupted; no fault was found before".into()),
            None if !self.has_done_samples() => (None, "the budget was spent before the samples were done".into()),
            None => (Some(Verdict::Accepted), "every answer to these tests was right".into()),
        };
        (self.verdict, self.explanation) = (verdict, explanation);
    }
}
