//! Options that several commands have.

use crate::engines::{self as registry, ENGINES, Entry};
use chivalry_board::Board;
use chivalry_corpus::Style;
use chivalry_engine::{Budget, Problem};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// What is asked, and with how much patience.
#[derive(Clone, Debug, clap::Args)]
pub struct Search {
    /// The most moves that are looked for, or `none`
    #[arg(long, help_heading = "Search", value_name = "N|none")]
    pub max_moves: Option<MaxMoves>,
    /// The board to reach, one line, instead of 11111/01111/00*11/00001/00000
    #[arg(long, help_heading = "Search", value_name = "BOARD", default_value_t = Board::GOAL, hide_default_value = true)]
    pub goal: Board,
    /// Give a board up after expanding this many states
    #[arg(long, help_heading = "Search", value_name = "N")]
    pub nodes: Option<u64>,
    /// Give a board up where more than this many states would be held at once
    #[arg(long, help_heading = "Search", value_name = "N")]
    pub stored: Option<u64>,
    /// Give a board up after this time, like `500ms` or `2s`
    #[arg(long, help_heading = "Search", value_name = "TIME")]
    pub time_limit: Option<Time>,
}

impl Search {
    /// The limit as chosen, else this one.
    pub fn limit_or(&self, default: Option<u8>) -> Option<u8> {
        self.max_moves.map_or(default, |chosen| chosen.0)
    }

    /// Whether a search may be given up.
    pub const fn is_bounded(&self) -> bool {
        self.nodes.is_some() || self.stored.is_some() || self.time_limit.is_some()
    }

    /// The problem that a board poses.
    pub const fn problem(&self, start: Board, max_moves: Option<u8>) -> Problem {
        Problem { start, goal: self.goal, max_moves }
    }

    /// The patience for one board, counted from now.
    pub fn patience(&self) -> Patience {
        Patience {
            nodes: self.nodes.unwrap_or(u64::MAX),
            stored: self.stored.unwrap_or(u64::MAX),
            time: self.time_limit.map(|time| time.0),
        }
    }
}

/// A budget for each board, whose clock has not begun to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The most states to expand.
    pub nodes: u64,
    /// The most states to hold at one time.
    pub stored: u64,
    /// The longest time.
    pub time: Option<Duration>,
}

impl Patience {
    /// The budget of a solve that begins now.
    pub fn from_now(&self) -> Budget {
        // A time beyond what the clock can tell is no limit.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Budget { nodes: self.nodes, stored: self.stored, deadline }
    }
}

/// A limit of moves, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxMoves(pub Option<u8>);

impl FromStr for MaxMoves {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "none" {
            return Ok(Self(None));
        }
        let moves = text.parse().map_err(|_| format!("expected a number of moves up to {}, or `none`", u8::MAX))?;
        Ok(Self(Some(moves)))
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

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

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Reads the name of an engine.
pub fn engine_parser() -> impl TypedValueParser<Value = &'static Entry> {
    PossibleValuesParser::new(ENGINES.iter().map(|entry| entry.name))
        .try_map(|name| registry::find(&name).ok_or("no such engine"))
}

/// Reads the name of a judge's style.
pub fn style_parser() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(
        Style::ALL.map(|style| PossibleValue::new(style.name()).aliases(style.aliases().iter().copied())),
    )
    .try_map(|name| name.parse::<Style>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        assert_eq!("none".parse(), Ok(MaxMoves(None)));
        assert_eq!("0".parse(), Ok(MaxMoves(Some(0))));
        assert_eq!("255".parse(), Ok(MaxMoves(Some(255))));
        for text in ["", "256", "-1", "None", "1.5"] {
            assert!(text.parse::<MaxMoves>().is_err(), "{text:?}");
        }
    }

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
