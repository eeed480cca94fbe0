//! The engines by name.

use chivalry_astar::AStar;
use chivalry_bibfs_single::SingleQueue;
use chivalry_bibfs_two_queue::{Alternating, Balanced, TwoQueue};
use chivalry_engine::Engine;
use chivalry_heuristic::Misplaced;
use chivalry_idastar::IdaStar;

/// An engine that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which it is chosen and reported.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Whether far boards are out of its reach unless it is given a limit or a budget.
    pub needs_limit: bool,
    /// Makes one.
    pub make: fn() -> Box<dyn Engine>,
}

/// Every engine, in the order in which they are reported.
pub static ENGINES: &[Entry] = &[
    Entry {
        name: "idastar",
        summary: "iterative-deepening A*, guided by the misplaced knights; stores only its path",
        needs_limit: true,
        make: || Box::new(IdaStar::<Misplaced>::new()),
    },
    Entry {
        name: "astar",
        summary: "A*, guided by the misplaced knights; stores what it has seen",
        needs_limit: false,
        make: || Box::new(AStar::<Misplaced>::new()),
    },
    Entry {
        name: "bibfs-single",
        summary: "bidirectional breadth-first search, both directions in one queue",
        needs_limit: false,
        make: || Box::new(SingleQueue::new()),
    },
    Entry {
        name: "bibfs-balanced",
        summary: "bidirectional breadth-first search, two queues, the smaller frontier grows",
        needs_limit: false,
        make: || Box::new(TwoQueue::<Balanced>::new()),
    },
    Entry {
        name: "bibfs-alternating",
        summary: "bidirectional breadth-first search, two queues, one state from each in turn",
        needs_limit: false,
        make: || Box::new(TwoQueue::<Alternating>::new()),
    },
];

/// The engine of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// The greatest limit at which depth-first search is still the fastest by default.
const DEEPEST_BY_DEFAULT: u8 = 20;

/// The engine that solves where none is chosen.
pub fn default_for(max_moves: Option<u8>) -> &'static Entry {
    let name = if max_moves.is_some_and(|limit| limit <= DEEPEST_BY_DEFAULT) { "idastar" } else { "bibfs-balanced" };
    find(name).unwrap_or(&ENGINES[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_what_they_say() {
        for entry in ENGINES {
            assert_eq!((entry.make)().name(), entry.name);
            assert_eq!(find(entry.name).map(|found| found.name), Some(entry.name));
        }
        assert_eq!(default_for(Some(15)).name, "idastar");
        assert_eq!(default_for(None).name, "bibfs-balanced");
    }
}
