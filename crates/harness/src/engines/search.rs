//! What is asked of an engine, and with how much patience.

use chivalry_board::Board;
use chivalry_engine::{Budget, Problem};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// What is asked, and what may be spent on each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The board to reach.
    pub goal: Board,
    /// The limit of moves, where one was chosen.
    pub max_moves: Option<MaxMoves>,
    /// What may be spent.
    pub patience: Patience,
}

impl Default for Search {
    fn default() -> Self {
        Self { goal: Board::GOAL, max_moves: None, patience: Patience::default() }
    }
}

impl Search {
    /// The limit as chosen, else this one.
    pub fn limit_or(&self, default: Option<u8>) -> Option<u8> {
        self.max_moves.map_or(default, |chosen| chosen.0)
    }

    /// The problem that a board poses.
    pub const fn problem(&self, start: Board, max_moves: Option<u8>) -> Problem {
        Problem { start, goal: self.goal, max_moves }
    }
}

/// What may be spent on a board; `None` is no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Patience {
    /// The most states to expand.
    pub nodes: Option<u64>,
    /// The most states to hold at one time.
    pub stored: Option<u64>,
    /// The longest time, in nanoseconds.
    pub time_ns: Option<u64>,
}

impl Patience {
    /// The budget of a solve that begins now.
    pub fn from_now(&self) -> Budget {
        // A time beyond what the clock can tell is no limit.
        let deadline = self.time_ns.and_then(|time| Instant::now().checked_add(Duration::from_nanos(time)));
        Budget { nodes: self.nodes.unwrap_or(u64::MAX), stored: self.stored.unwrap_or(u64::MAX), deadline }
    }

    /// Whether a search may be given up.
    pub fn is_bounded(&self) -> bool {
        *self != Self::default()
    }

    /// This, and so many states where nothing bounds the length of a search.
    #[must_use]
    pub fn or_nodes(self, nodes: u64) -> Self {
        let endless = self.nodes.is_none() && self.time_ns.is_none();
        if endless { Self { nodes: Some(nodes), ..self } } else { self }
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
    fn only_what_is_endless_is_bounded() {
        assert_eq!(Patience::default().or_nodes(7).nodes, Some(7));
        for patience in
            [Patience { nodes: Some(9), ..Patience::default() }, Patience { time_ns: Some(9), ..Patience::default() }]
        {
            assert_eq!(patience.or_nodes(7), patience);
        }
        assert!(!Patience::default().is_bounded() && Patience { stored: Some(0), ..Patience::default() }.is_bounded());
    }
}
