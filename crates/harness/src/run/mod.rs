//! A run of `chivalry bench`: one value, in memory as in the file of `--json`.
//!
//! It holds facts and the bootstrap intervals of medians; all else that is shown is derived from them, in [`Run`]'s functions. Strata hold their boards,
//! boards what each engine did there, always in the order of [`Run::engines`]. A run that was cut short has fewer strata.

mod derive;
pub(crate) mod environment;
#[cfg(test)]
pub(crate) mod example;
mod read;

pub use environment::{Machine, Program};
pub(crate) use read::shape;
pub use read::{ReadError, read, read_from};

use crate::engines::Patience;
use crate::json::{self, Counters};
use crate::statistics::{Interval, median_interval};
use crate::verify::Answer;
use chivalry_board::Board;
use chivalry_engine::Stats;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the form, in each file.
pub const SCHEMA: &str = "chivalry-bench";

/// Its version. Others are not read.
pub const VERSION: u32 = 3;

/// The fewest rounds from which an interval, and so an A/A test, says anything.
pub(crate) const FEW: usize = 6;

/// A measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// `chivalry-bench`.
    pub schema: String,
    /// The version of this form.
    pub version: u32,
    /// Whether the run came to its end; where it was interrupted, what it had is here.
    pub complete: bool,
    /// The command line, the program's name first.
    pub command: Vec<String>,
    /// When the run began, in seconds since 1970-01-01 UTC.
    pub began: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What was measured with.
    pub program: Program,
    /// What was measured on.
    pub machine: Machine,
    /// How it was to be measured.
    pub plan: Plan,
    /// Complete rounds.
    pub rounds: u32,
    /// The engines in the order of the report. The one that is measured twice for the self-check comes once.
    pub engines: Vec<Engine>,
    /// Boards that are reported together, in the order of the report.
    pub strata: Vec<Stratum>,
    /// The self-check, an A/A test of one engine; `null` where too little was timed.
    pub self_check: Option<SelfCheck>,
    /// What a reader has to know before the figures.
    pub warnings: Vec<Warning>,
    /// Distances that a corpus states and that are wrong: the measurement went on with the right ones.
    pub corpus_faults: Vec<CorpusFault>,
}

/// How it was to be measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// The goal, in one line.
    #[serde(with = "json::board")]
    #[schemars(with = "String")]
    pub goal: Board,
    /// The limit of the strata of one distance, `null` where there is none.
    pub max_moves: Option<u8>,
    /// The seed of the order of measurements, of random boards and of resampling.
    pub seed: u64,
    /// The most rounds.
    pub rounds: u32,
    /// The time after which no round begins, in seconds.
    pub seconds: f64,
    /// What a solve may spend, where its stratum does not say otherwise.
    pub patience: Patience,
}

/// An engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engine {
    /// Its name.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// What was made before any clock ran and is in no figure, such as a table; `null` if there was nothing.
    pub prepared: Option<String>,
    /// The first wrong answer, `null` where all were right. A wrong engine has no times.
    pub fault: Option<Fault>,
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The board, in one line.
    #[serde(with = "json::board")]
    #[schemars(with = "String")]
    pub board: Board,
    /// What was expected and what was found.
    pub message: String,
}

/// A distance that a corpus states and that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CorpusFault {
    /// The board, in one line.
    #[serde(with = "json::board")]
    #[schemars(with = "String")]
    pub board: Board,
    /// The distance that is stated.
    pub stated: u8,
    /// The distance that it has.
    pub exact: u8,
}

/// Boards that are measured and reported together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stratum {
    /// `12` for the boards at this distance, `random`, `deep`, `>15` for those beyond a limit.
    pub name: String,
    /// The distance of all its boards, `null` where they differ.
    pub distance: Option<u8>,
    /// The limit of moves, `null` for none.
    pub max_moves: Option<u8>,
    /// What a solve may spend here.
    pub patience: Patience,
    /// Its boards, one at least.
    pub boards: Vec<Item>,
    /// What each engine cost here.
    pub cells: Vec<Cell>,
}

/// A board, and what each engine did on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// The board, in one line.
    #[serde(with = "json::board")]
    #[schemars(with = "String")]
    pub board: Board,
    /// Its exact distance from the goal.
    pub distance: u8,
    /// What each engine did.
    pub solves: Vec<Solve>,
}

/// What an engine did on a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// What it answered.
    pub answer: Answer,
    /// The moves of its path, `null` unless solved.
    pub moves: Option<u8>,
    /// What it counted: the same on every machine.
    #[serde(with = "Counters")]
    #[schemars(with = "Counters")]
    pub stats: Stats,
    /// The median time of this board alone, by a warm engine, in nanoseconds; `null` where it was not timed.
    pub time_ns: Option<f64>,
}

/// Where the measurement of a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// All boards were answered, and times are there.
    Measured,
    /// Some board was given up: nothing is timed.
    OutOfBudget,
    /// The engine gave a wrong answer, here or elsewhere: its times are withheld.
    Wrong,
    /// The run ended before.
    Untimed,
}

/// What an engine cost on a stratum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Where it stands.
    pub state: State,
    /// The most bytes of heap held at one time by a new engine that solves the boards one after the other; `null` where it was not measured.
    pub peak_heap: Option<u64>,
    /// By one engine that keeps its buffers; `null` unless measured.
    pub warm: Option<Times>,
    /// By a new engine for each board, made inside the clock; `null` unless measured.
    pub cold: Option<Times>,
}

/// Times of a stratum, each in nanoseconds per board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Times {
    /// Passes over the stratum in one sample.
    pub repeats: u32,
    /// The samples, one a round.
    pub samples_ns: Vec<f64>,
    /// Their median with its 95 % bootstrap interval.
    pub median: Interval,
}

/// One engine measured under two names: what differs is the measurement's own error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SelfCheck {
    /// The engine.
    pub engine: String,
    /// The ratio of the second name's time to the first's, over all strata.
    pub ratio: Interval,
}

impl SelfCheck {
    /// The least difference that would be noticed: 0.03 stands for 3 %. The same whichever name comes first.
    pub fn noticeable(&self) -> f64 {
        let Interval { value, low, high } = self.ratio;
        (value.max(1.0 / value) - 1.0).max((high - low) / 2.0)
    }
}

/// What a reader must know before the figures. A closed set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Warning {
    /// Others used the processors before or during the run.
    BusyMachine {
        /// Tasks that ran or waited before it.
        load: f64,
        /// The processors.
        cores: u32,
        /// The part of their time that the host of a virtual machine took, 0 to 1.
        stolen: f64,
    },
    /// Samples are not long against the clock.
    ShortSamples {
        /// Series of samples, one for each engine, stratum and model.
        short: usize,
        /// All of them.
        of: usize,
        /// The shortest sample in nanoseconds.
        shortest_ns: f64,
    },
    /// Samples are far from the median of their series.
    Outliers {
        /// Those.
        far: usize,
        /// All samples.
        of: usize,
    },
    /// The second half of the rounds was slower than the first, or faster.
    Drift {
        /// The ratio of the two, the second to the first.
        ratio: f64,
    },
    /// One engine under two names seemed to be two.
    SelfCheck {
        /// The least difference that would be noticed: 0.03 stands for 3 %.
        noticeable: f64,
    },
    /// The time was spent before the medians were known well enough.
    FewRounds {
        /// Complete rounds.
        rounds: u32,
        /// Rounds asked for.
        asked: u32,
    },
}

impl Run {
    /// Completes the run, whatever ended it. Boards that some engine has not answered are left out, each cell gets its
    /// state, and medians get their intervals.
    pub(crate) fn settle(&mut self) {
        let engines = self.engines.len();
        for stratum in &mut self.strata {
            stratum.boards.retain(|item| item.solves.len() == engines);
            let untimed = Cell { state: State::Untimed, peak_heap: None, warm: None, cold: None };
            stratum.cells.resize(engines, untimed);
        }
        self.strata.retain(|stratum| !stratum.boards.is_empty());
        let seed = self.plan.seed;
        for Stratum { boards, cells, .. } in &mut self.strata {
            for (index, (cell, engine)) in cells.iter_mut().zip(&self.engines).enumerate() {
                let given_up = boards.iter().any(|item| item.solves[index].answer == Answer::OutOfBudget);
                cell.state = match cell.state {
                    _ if engine.fault.is_some() => State::Wrong,
                    _ if given_up => State::OutOfBudget,
                    State::Measured if cell.warm.is_none() && cell.cold.is_none() => State::Untimed,
                    state => state,
                };
                if cell.state != State::Measured {
                    (cell.warm, cell.cold) = (None, None);
                    for item in &mut *boards {
                        item.solves[index].time_ns = None;
                    }
                }
                for times in [&mut cell.warm, &mut cell.cold].into_iter().flatten() {
                    times.median = median_interval(&times.samples_ns, seed).unwrap_or_default();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::example::{example, mishaps};
    use super::*;

    #[test]
    fn cells_stand_where_their_answers_say() {
        let states: Vec<_> = mishaps().cells().map(|(_, _, cell)| cell.state).collect();
        assert_eq!(states, [State::Measured, State::Wrong, State::OutOfBudget, State::Wrong]);
        let run = mishaps();
        for (stratum, engine, cell) in run.cells().filter(|(_, _, cell)| cell.state != State::Measured) {
            assert!(
                cell.warm.is_none()
                    && cell.cold.is_none()
                    && stratum.solves(engine).all(|solve| solve.time_ns.is_none())
            );
        }
    }

    #[test]
    fn a_run_that_was_cut_short_has_fewer_boards_and_strata() {
        let mut run = example();
        run.strata[1].boards[1].solves.pop();
        run.settle();
        assert_eq!(run.board_count(), 2);
        run.strata[1].boards[0].solves.clear();
        run.settle();
        assert_eq!((run.strata.len(), run.board_count()), (1, 1));
    }

    #[test]
    fn totals_are_over_what_every_right_engine_was_measured_on() {
        let totals = example().totals();
        assert_eq!((totals.strata.as_slice(), totals.boards), (&[0, 1][..], 3));
        assert_eq!((totals.engines[0].expanded, totals.engines[0].time_ns), (42, Some(440.0)));
        assert!((totals.engines[1].geometric_mean.unwrap() - 2_f64.sqrt()).abs() < 1e-12);
        let totals = mishaps().totals();
        assert_eq!((totals.strata.as_slice(), totals.boards), (&[0][..], 1));
        assert_eq!((totals.engines[0].geometric_mean, totals.engines[1].time_ns), (Some(1.0), None));
    }

    #[test]
    fn what_would_be_noticed_knows_no_first_name() {
        let check = |value| SelfCheck { engine: String::new(), ratio: Interval { value, low: value, high: value } };
        assert!((check(1.25).noticeable() - 0.25).abs() < 1e-9 && (check(0.8).noticeable() - 0.25).abs() < 1e-9);
    }
}
