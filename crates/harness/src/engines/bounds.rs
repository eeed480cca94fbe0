//! The guided engines with each lower bound that they can be run with.

use crate::engines::{self as registry, Entry};
use chivalry_astar::AStar;
use chivalry_board::Board;
use chivalry_heuristic::{Heuristic, Matching, Misplaced};
use chivalry_idastar::IdaStar;
use chivalry_table::{BoundFault, Perfect, Wide};
use clap::builder::PossibleValuesParser;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A guided engine with a lower bound.
#[derive(Clone, Copy, Debug)]
struct Variant {
    engine: &'static str,
    heuristic: &'static str,
    entry: Entry,
}

/// The lower bounds by name, the default first.
pub const HEURISTICS: [&str; 3] = [Misplaced::NAME, Matching::NAME, Perfect::NAME];

/// A lower bound that can be proven.
#[derive(Clone, Copy, Debug)]
pub struct LowerBound {
    /// The name by which it is chosen and reported.
    pub name: &'static str,
    /// Makes the bound for the goal of this table and holds it against all boards and moves.
    pub audit: fn(&Wide) -> Result<(), BoundFault>,
}

/// Every lower bound.
pub static LOWER_BOUNDS: [LowerBound; 3] =
    [lower_bound::<Misplaced>(), lower_bound::<Matching>(), lower_bound::<Perfect>()];

/// The entry of a lower bound.
pub const fn lower_bound<H: Heuristic + Sync>() -> LowerBound {
    LowerBound { name: H::NAME, audit: |wide| wide.audit(&H::new(wide.table().goal())) }
}

// Bounds with tables are made once for a goal, and shared: engines are made often. For another goal each engine makes its own.
static MATCHING: Shared<Matching> = Shared::new();
static PERFECT: Shared<Perfect> = Shared::new();

/// A bound for the goal asked for last. It is a cache: no answer depends on what it holds.
struct Shared<H>(Mutex<Option<(Board, H)>>);

impl<H: Heuristic + Clone> Shared<H> {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The bound, and its goal; made for the standard goal where there is none.
    fn held(&self) -> (Board, H) {
        let held = self.lock().clone();
        held.unwrap_or_else(|| self.prepare(Board::GOAL))
    }

    /// The bound for this goal, shared from now on.
    fn prepare(&self, goal: Board) -> (Board, H) {
        let held = self.lock().clone().filter(|(of, _)| *of == goal);
        // Never made under the lock: it may be made on all threads, and one of them may take up work that asks for the lock.
        let made = held.unwrap_or_else(|| (goal, H::new(goal)));
        *self.lock() = Some(made.clone());
        made
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Board, H)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the bound of an engine for a goal, if it has one with tables, so that engines made later share it.
pub fn prepare(entry: &Entry, goal: Board) {
    match VARIANTS.iter().find(|variant| variant.entry.name == entry.name).map(|variant| variant.heuristic) {
        Some(Matching::NAME) => drop(MATCHING.prepare(goal)),
        Some(Perfect::NAME) => drop(PERFECT.prepare(goal)),
        _ => {}
    }
}

/// What an engine is given that no clock counts, in words; `None` where it is given nothing.
pub fn preparation(entry: &Entry) -> Option<&'static str> {
    match VARIANTS.iter().find(|variant| variant.entry.name == entry.name)?.heuristic {
        Matching::NAME => Some("set tables of the bound"),
        Perfect::NAME => Some("complete table, in its wide form"),
        _ => None,
    }
}

/// All but those of the default bound, which are the registry's own.
static VARIANTS: [Variant; 4] = [
    Variant {
        engine: "idastar",
        heuristic: Matching::NAME,
        entry: Entry {
            name: "idastar+matching",
            summary: "iterative-deepening A*, guided by the least total of jumps, colour by colour",
            needs_limit: true,
            make: || {
                let (goal, bound) = MATCHING.held();
                Box::new(IdaStar::guided(goal, bound))
            },
        },
    },
    Variant {
        engine: "idastar",
        heuristic: Perfect::NAME,
        entry: Entry {
            name: "idastar+perfect",
            summary: "iterative-deepening A*, guided by the exact distance",
            needs_limit: false,
            make: || {
                let (goal, bound) = PERFECT.held();
                Box::new(IdaStar::guided(goal, bound))
            },
        },
    },
    Variant {
        engine: "astar",
        heuristic: Matching::NAME,
        entry: Entry {
            name: "astar+matching",
            summary: "A*, guided by the least total of jumps, colour by colour",
            needs_limit: false,
            make: || {
                let (goal, bound) = MATCHING.held();
                Box::new(AStar::guided(goal, bound))
            },
        },
    },
    Variant {
        engine: "astar",
        heuristic: Perfect::NAME,
        entry: Entry {
            name: "astar+perfect",
            summary: "A*, guided by the exact distance",
            needs_limit: false,
            make: || {
                let (goal, bound) = PERFECT.held();
                Box::new(AStar::guided(goal, bound))
            },
        },
    },
];

/// The option that chooses lower bounds.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Guidance {
    /// Guide idastar and astar by these lower bounds: misplaced (the default), matching, perfect; several with commas
    #[arg(long, help_heading = "Search", value_name = "NAME", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(HEURISTICS), hide_possible_values = true)]
    heuristic: Vec<String>,
}

/// The engine of this name, as it is reported: `idastar`, `idastar+matching`.
pub fn find(name: &str) -> Option<Entry> {
    let variant = || VARIANTS.iter().find(|variant| variant.entry.name == name).map(|variant| variant.entry);
    registry::find(name).copied().or_else(variant)
}

/// Whether an engine is guided by a lower bound.
pub fn is_guided(entry: &Entry) -> bool {
    VARIANTS.iter().any(|variant| variant.engine == entry.name)
}

impl Guidance {
    /// Whether any lower bound was chosen.
    pub const fn is_given(&self) -> bool {
        !self.heuristic.is_empty()
    }

    /// The lower bounds chosen, each once; all where none is.
    pub fn chosen(&self) -> Vec<LowerBound> {
        let chosen = |bound: &&LowerBound| self.heuristic.is_empty() || self.heuristic.iter().any(|h| h == bound.name);
        LOWER_BOUNDS.iter().filter(chosen).copied().collect()
    }

    /// Each guided engine once for each lower bound chosen, the others as they are.
    pub fn apply(&self, engines: Vec<Entry>) -> Vec<Entry> {
        if self.heuristic.is_empty() {
            return engines;
        }
        engines
            .into_iter()
            .flat_map(|entry| {
                let chosen = HEURISTICS
                    .iter()
                    .filter(move |&&name| !is_guided(&entry) || self.heuristic.iter().any(|h| h == name));
                let variants = chosen.filter_map(move |&name| {
                    if name == Misplaced::NAME {
                        return Some(entry);
                    }
                    VARIANTS
                        .iter()
                        .find(|variant| (variant.engine, variant.heuristic) == (entry.name, name))
                        .map(|found| found.entry)
                });
                variants.collect::<Vec<_>>()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ENGINES;
    use chivalry_engine::{Budget, Problem, check};

    fn names(heuristics: &[&str]) -> Vec<&'static str> {
        let guidance = Guidance { heuristic: heuristics.iter().map(ToString::to_string).collect() };
        guidance
            .apply(ENGINES.iter().copied().filter(|entry| entry.name != "table").collect())
            .iter()
            .map(|entry| entry.name)
            .collect()
    }

    #[test]
    fn each_guided_engine_comes_once_for_each_bound() {
        let others = ["bibfs-single", "bibfs-balanced", "bibfs-alternating"];
        assert_eq!(names(&[]), [["idastar", "astar"].as_slice(), &others].concat());
        assert_eq!(names(&["misplaced"]), names(&[]));
        assert_eq!(names(&["matching"]), [["idastar+matching", "astar+matching"].as_slice(), &others].concat());
        assert_eq!(
            names(&["perfect", "misplaced", "perfect"]),
            [["idastar", "idastar+perfect", "astar", "astar+perfect"].as_slice(), &others].concat()
        );
    }

    #[test]
    fn variants_are_what_they_say() {
        let board: Board = "01011/110*1/01110/01010/00100".parse().unwrap();
        for variant in &VARIANTS {
            assert_eq!(variant.entry.name, format!("{}+{}", variant.engine, variant.heuristic));
            let mut engine = (variant.entry.make)();
            assert_eq!(engine.name(), variant.engine);
            let problem = Problem::new(board).within(15);
            let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
            assert_eq!(check(&problem, &outcome, None), Ok(None));
            assert_eq!(outcome.distance(), None, "the sample's second board is farther away");
        }
    }
}
