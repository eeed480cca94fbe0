//! The engines that can be chosen, and the lower bounds that guide some of them.
//!
//! A [`Registry`] is a value: [`Registry::bundled`] has what this workspace has, and who wants more adds it. An engine with a bound that is not
//! the default is a combination, `idastar+matching`, and no entry of its own.

mod bounds;
mod search;
pub mod tables;

pub use bounds::{Guided, LowerBound};
pub use search::{MaxMoves, Patience, Search};

use chivalry_bibfs_single::SingleQueue;
use chivalry_bibfs_two_queue::{Alternating, Balanced, TwoQueue};
use chivalry_board::Board;
use chivalry_engine::Engine;
use chivalry_heuristic::{Matching, Misplaced};
use chivalry_table::{Perfect, Table};
use std::fmt;
use std::sync::Arc;

/// The name of the engine that reads a table.
pub const TABLE: &str = "table";

/// An engine that can be chosen.
#[derive(Clone, serde::Serialize)]
pub struct Entry {
    /// The name by which it is chosen and reported, like `idastar+matching`.
    pub name: String,
    /// One line on what it is.
    pub summary: String,
    /// Whether far boards are out of its reach unless it is given a limit or a budget.
    pub needs_limit: bool,
    /// What engines of this kind share, in words; `None` where they share nothing.
    #[serde(skip)]
    pub shares: Option<String>,
    #[serde(skip)]
    make: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
    #[serde(skip)]
    prepare: Option<Arc<dyn Fn(Board) + Send + Sync>>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.name).finish()
    }
}

impl Entry {
    /// An engine that shares nothing with others and reaches every board.
    pub fn new(
        name: impl Into<String>,
        summary: impl Into<String>,
        make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
    ) -> Self {
        let (name, summary) = (name.into(), summary.into());
        Self { name, summary, needs_limit: false, shares: None, make: Arc::new(make), prepare: None }
    }

    /// The same where far boards may be out of its reach.
    #[must_use]
    pub fn needing_limit(self, needs_limit: bool) -> Self {
        Self { needs_limit, ..self }
    }

    /// The same where engines share what `prepare` makes for a goal; `shares` says what that is.
    #[must_use]
    pub fn preparing(self, shares: impl Into<String>, prepare: impl Fn(Board) + Send + Sync + 'static) -> Self {
        Self { shares: Some(shares.into()), prepare: Some(Arc::new(prepare)), ..self }
    }

    /// Makes one.
    pub fn make(&self) -> Box<dyn Engine> {
        (self.make)()
    }

    /// Makes ready what engines of this kind share, so that those made later have it.
    ///
    /// Without this every engine `table` builds a table of its own, which costs more than most questions. Also, a table
    /// is built on all threads. Built in the midst of other work on them, it could wait for itself: a thread that waits
    /// for the table may take up work that waits for it, too.
    pub fn prepare(&self, goal: Board) {
        if let Some(prepare) = &self.prepare {
            prepare(goal);
        }
    }
}

/// What can be chosen, in the order in which it is reported.
#[derive(Clone, Debug)]
pub struct Registry {
    /// Engines without a lower bound.
    engines: Vec<Entry>,
    /// Lower bounds, the default first.
    bounds: Vec<LowerBound>,
}

impl Registry {
    /// The engines and bounds of this workspace.
    pub fn bundled() -> Self {
        let engines = vec![
            Entry::new("bibfs-single", "bidirectional breadth-first search, both directions in one queue", || {
                Box::new(SingleQueue::new())
            }),
            Entry::new(
                "bibfs-balanced",
                "bidirectional breadth-first search, two queues, the smaller frontier grows",
                || Box::new(TwoQueue::<Balanced>::new()),
            ),
            Entry::new(
                "bibfs-alternating",
                "bidirectional breadth-first search, two queues, one state from each in turn",
                || Box::new(TwoQueue::<Alternating>::new()),
            ),
            Entry::new(TABLE, "reads paths off the complete table of exact distances, built before the first", || {
                Box::new(tables::engine())
            })
            .preparing(format!("complete table, {:.2} MiB", Table::BYTES as f64 / 1_048_576.0), |goal| {
                drop(tables::shared(goal));
            }),
        ];
        let bounds = vec![
            LowerBound::new::<Misplaced>("the misplaced knights"),
            LowerBound::shared::<Matching>(
                "the least total of jumps, colour by colour",
                "set tables of the bound",
                false,
            ),
            LowerBound::shared::<Perfect>("the exact distance", "complete table, in its wide form", true),
        ];
        Self { engines, bounds }
    }

    /// Adds an engine behind those that are there.
    pub fn add_engine(&mut self, entry: Entry) {
        self.engines.push(entry);
    }

    /// Adds a lower bound behind those that are there; all guided engines can be run with it.
    pub fn add_bound(&mut self, bound: LowerBound) {
        self.bounds.push(bound);
    }

    /// The lower bounds, the default first.
    pub fn bounds(&self) -> &[LowerBound] {
        &self.bounds
    }

    /// Every engine, guided ones with the default bound.
    pub fn engines(&self) -> Vec<Entry> {
        self.choose(&[], &[])
    }

    /// Every engine with every bound by which it can be guided.
    pub fn combinations(&self) -> Vec<Entry> {
        let bounds: Vec<_> = self.bounds.iter().map(|bound| bound.name.to_owned()).collect();
        self.choose(&[], &bounds)
    }

    /// The engine of this name, as it is reported: `idastar`, `idastar+matching`.
    pub fn find(&self, name: &str) -> Option<Entry> {
        self.combinations().into_iter().find(|entry| entry.name == name)
    }

    /// The engines of these names, each once, in the order of the report; all if no name is given. A guided engine that
    /// is named without a bound comes once for each of the bounds named, or with the default if none is. Unknown names
    /// choose nothing.
    pub fn choose(&self, engines: &[String], bounds: &[String]) -> Vec<Entry> {
        let named = |name: &str| engines.iter().any(|engine| engine == name);
        let mut chosen = Vec::new();
        for guided in Guided::ALL {
            for (index, bound) in self.bounds.iter().enumerate() {
                let mut entry = bound.guide(guided);
                if index > 0 {
                    entry.name = format!("{}+{}", guided.name(), bound.name);
                }
                let wanted = if bounds.is_empty() { index == 0 } else { bounds.iter().any(|name| name == bound.name) };
                if wanted && (engines.is_empty() || named(guided.name())) || named(&entry.name) && index > 0 {
                    chosen.push(entry);
                }
            }
        }
        chosen.extend(self.engines.iter().filter(|entry| engines.is_empty() || named(&entry.name)).cloned());
        chosen
    }

    /// The engine that solves so many boards where none is chosen.
    ///
    /// The fastest search for few boards. The table for many boards, great limits and no limit, where one far board
    /// takes a search as long as building the table. A budget asks for a search, since building a table keeps to no
    /// budget.
    pub fn default_for(&self, max_moves: Option<u8>, boards: u64, bounded: bool) -> Option<Entry> {
        let limit = max_moves.unwrap_or(u8::MAX);
        let worth = WORTH_A_TABLE.iter().find(|(up_to, _)| limit <= *up_to).map_or(0, |&(_, boards)| boards);
        let name = match () {
            () if boards > worth && !bounded => TABLE,
            () if limit <= DEEPEST_BY_DEFAULT => Guided::IdaStar.name(),
            () => "bibfs-balanced",
        };
        self.find(name)
    }
}

/// Whether a lower bound guides the engine of this name.
pub fn is_guided(name: &str) -> bool {
    Guided::ALL.iter().any(|guided| name.split('+').next() == Some(guided.name()))
}

/// By limit: how many boards `idastar` solves while a table is built. A limit between two entries takes that of the
/// greater.
///
/// Measured on random boards, most of which are beyond the limit: a board costs `idastar` 2 µs for the limit 10, 9 µs for 15, 0.15 ms for 18,
/// 0.8 ms for 20, 5 ms for 22 and 24 ms for 24; a table costs 0.15 to 0.3 s on two cores, and the boards then nearly nothing.
const WORTH_A_TABLE: [(u8, u64); 6] = [(10, 100_000), (15, 30_000), (18, 1_500), (20, 300), (22, 50), (24, 10)];

/// The greatest limit at which depth-first search is still the fastest of the searches.
const DEEPEST_BY_DEFAULT: u8 = 20;

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_engine::{Budget, Problem, check};

    fn names(engines: &[&str], bounds: &[&str]) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        Registry::bundled().choose(&owned(engines), &owned(bounds)).into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn each_guided_engine_comes_once_for_each_bound() {
        let others = ["bibfs-single", "bibfs-balanced", "bibfs-alternating", "table"];
        assert_eq!(names(&[], &[]), [["idastar", "astar"].as_slice(), &others].concat());
        assert_eq!(names(&[], &["misplaced"]), names(&[], &[]));
        assert_eq!(names(&[], &["matching"]), [["idastar+matching", "astar+matching"].as_slice(), &others].concat());
        assert_eq!(
            names(&["table", "astar", "idastar", "table"], &["perfect", "misplaced", "perfect"]),
            ["idastar", "idastar+perfect", "astar", "astar+perfect", "table"]
        );
        assert_eq!(names(&["astar+perfect", "idastar"], &[]), ["idastar", "astar+perfect"]);
        assert_eq!(names(&["table"], &["matching"]), ["table"]);
        assert_eq!(names(&["nobody"], &[]), [""; 0]);
    }

    #[test]
    fn entries_are_what_they_say() {
        let board: Board = "01011/110*1/01110/01010/00100".parse().unwrap();
        let registry = Registry::bundled();
        assert_eq!(registry.combinations().len(), 10);
        for entry in registry.combinations() {
            assert_eq!(registry.find(&entry.name).map(|found| found.name).as_ref(), Some(&entry.name));
            entry.prepare(Board::GOAL);
            let mut engine = entry.make();
            assert_eq!(Some(engine.name()), entry.name.split('+').next());
            assert_eq!(is_guided(&entry.name), ["idastar", "astar"].contains(&engine.name()));
            let problem = Problem::new(board).within(15);
            let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
            assert_eq!(check(&problem, &outcome, None), Ok(None));
            assert_eq!(outcome.distance(), None, "the sample's second board is farther away");
        }
    }

    #[test]
    fn an_engine_of_ones_own_stands_beside_the_others() {
        let mut registry = Registry::bundled();
        registry.add_engine(Entry::new("mine", "an engine", || Box::new(SingleQueue::new())));
        assert_eq!(registry.engines().last().map(|entry| entry.name.as_str()), Some("mine"));
        let mut bound = LowerBound::new::<Misplaced>("a bound");
        bound.name = "other";
        registry.add_bound(bound);
        assert!(registry.find("astar+other").unwrap().summary.contains("guided by a bound"));
    }

    #[test]
    fn few_boards_are_searched_and_many_are_looked_up() {
        for (max_moves, boards, bounded, name) in [
            (Some(15), 1, false, "idastar"),
            (Some(15), 30_000, false, "idastar"),
            (Some(15), 30_001, false, "table"),
            (Some(15), 1_000_000, true, "idastar"),
            (Some(16), 2_000, false, "table"),
            (Some(20), 300, false, "idastar"),
            (Some(22), 10, false, "bibfs-balanced"),
            (Some(24), 11, false, "table"),
            (Some(25), 1, false, "table"),
            (None, 1, false, "table"),
            (None, 1, true, "bibfs-balanced"),
        ] {
            let chosen = Registry::bundled().default_for(max_moves, boards, bounded).unwrap();
            assert_eq!(chosen.name, name, "{max_moves:?} {boards} {bounded}");
        }
    }
}
