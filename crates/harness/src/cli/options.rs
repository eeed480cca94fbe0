//! Options that several commands have.

use super::corpora::Selection;
use super::exit::Refusal;
use crate::engines::{Entry, MaxMoves, Patience, Registry, Search};
use crate::measure;
use crate::run::{Plan, Run};
use chivalry_board::Board;
use chivalry_corpus::Style;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::str::FromStr;
use std::time::Duration;

/// What is asked, and with how much patience.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SearchOptions {
    /// The most moves that are looked for, or `none`
    #[arg(long, help_heading = "Search", value_name = "N|none")]
    max_moves: Option<MaxMoves>,
    #[command(flatten)]
    pub(crate) goal: Goal,
    /// Give a board up after expanding this many states
    #[arg(long, help_heading = "Search", value_name = "N")]
    nodes: Option<u64>,
    /// Give a board up where more than this many states would be held at once
    #[arg(long, help_heading = "Search", value_name = "N")]
    stored: Option<u64>,
    /// Give a board up after this time, like `500ms` or `2s`
    #[arg(long, help_heading = "Search", value_name = "TIME")]
    time_limit: Option<Time>,
}

impl SearchOptions {
    /// What is asked.
    pub(crate) fn search(&self) -> Search {
        let Self { max_moves, goal, nodes, stored, time_limit } = self;
        let time_ns = time_limit.map(|time| u64::try_from(time.0.as_nanos()).unwrap_or(u64::MAX));
        let patience = Patience { nodes: *nodes, stored: *stored, time_ns };
        Search { goal: goal.goal, max_moves: *max_moves, patience }
    }
}

/// The board to reach.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Goal {
    /// The board to reach, one line, instead of 11111/01111/00*11/00001/00000
    #[arg(long, help_heading = "Search", value_name = "BOARD", default_value_t = Board::GOAL, hide_default_value = true)]
    pub(crate) goal: Board,
}

/// Which lower bounds guide the engines. The command line knows the names of the registry.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Bounds {
    /// Guide idastar and astar by these lower bounds: misplaced (the default), matching, perfect; several with commas
    #[arg(long, help_heading = "Search", value_name = "NAME", value_delimiter = ',', hide_possible_values = true)]
    pub(crate) heuristic: Vec<String>,
}

/// Which engines are taken. The command line knows the names of the registry.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Engines {
    /// Take only these engines; may be repeated, or name several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', hide_possible_values = true)]
    engine: Vec<String>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

impl Engines {
    /// The engines chosen, each once, in the registry's order; all where none is.
    pub(crate) fn choose(&self, registry: &Registry) -> Vec<Entry> {
        registry.choose(&self.engine, &self.bounds.heuristic)
    }
}

/// Boards, engines and searches: what `verify`, `bench` and `compare --against` work on.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Task {
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) search: SearchOptions,
}

impl Task {
    /// The run that is asked for before anything is measured, and its engines.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where a file is not what it should be, or there is no board at all.
    pub(crate) fn planned(&self, registry: &Registry, rounds: u32, time: Time) -> Result<(Run, Vec<Entry>), Refusal> {
        let (search, engines) = (self.search.search(), self.engines.choose(registry));
        let boards = self.selection.boards(&search)?;
        let plan = Plan {
            goal: search.goal,
            max_moves: search.limit_or(Some(measure::LIMIT)),
            seed: self.selection.seed,
            rounds,
            seconds: time.0.as_secs_f64(),
            patience: search.patience,
        };
        let command = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
        let command = std::iter::once("chivalry".into()).chain(command).collect();
        Ok((measure::planned(plan, &engines, &boards, &search, command), engines))
    }
}

/// How many threads work.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Threads {
    /// Work on this many threads instead of one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Makes them the threads of the program, once.
    ///
    /// # Errors
    ///
    /// Where the system has no threads left.
    pub(crate) fn start(self) -> anyhow::Result<()> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.threads.map_or(0, usize::from)).build_global()?)
    }
}

/// Reads the name of a judge's style.
pub(crate) fn style() -> impl TypedValueParser<Value = Style> {
    let names = Style::ALL.map(|style| PossibleValue::new(style.name()).aliases(style.aliases()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Style>())
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a time, a number with `us`, `ms`, `s`, `m` or `h`, like `500ms`";
        let units = [("us", 1e-6), ("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let (number, unit) =
            units.into_iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit))).ok_or(EXPECTED)?;
        if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(EXPECTED);
        }
        let number: f64 = number.parse().map_err(|_| EXPECTED)?;
        Duration::try_from_secs_f64(number * unit).map(Self).map_err(|_| EXPECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let millis = |text: &str| text.parse::<Time>().map(|time| time.0.as_millis());
        assert_eq!(millis("500ms"), Ok(500));
        assert_eq!(millis("1.5s"), Ok(1500));
        assert_eq!(millis("2m"), Ok(120_000));
        for text in ["", "s", "5", "-1s", "1 s", "infs", "nans", "1e5s", "99999999999999999999h"] {
            assert!(millis(text).is_err(), "{text:?}");
        }
    }
}
