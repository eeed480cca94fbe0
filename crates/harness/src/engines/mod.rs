//! The engines by name.

pub mod bounds;
pub mod tables;
use chivalry_astar::AStar;
use chivalry_bibfs_single::SingleQueue;
use chivalry_bibfs_two_queue::{Alternating, Balanced, TwoQueue};
use chivalry_board::Board;
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
    Entry {
        name: TABLE,
        summary: "reads paths off the complete table of exact distances, built before the first",
        needs_limit: false,
        make: || Box::new(tables::engine()),
    },
];

/// The name of the engine that reads a table.
pub const TABLE: &str = "table";

/// Makes ready what these engines share, so that those made later have it.
///
/// Without this every engine `table` builds its own, which costs more than most of what is asked of it; and what is built on
/// all threads when the first engine asks for it must not be built in the midst of work on all threads, where a thread that waits for the
/// build may take up work that waits for it, too.
pub fn prepare(engines: &[Entry], goal: Board) {
    if engines.iter().any(|entry| entry.name == TABLE) {
        tables::shared(goal);
    }
    for entry in engines {
        bounds::prepare(entry, goal);
    }
}

/// The engine of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// By limit, how many boards are solved by `idastar` in the time in which a table is built; for a limit between two, the greater one's.
///
/// Measured on random boards, most of which are beyond the limit: a board costs `idastar` 2 µs for the limit 10, 9 µs for 15, 0.15 ms for 18,
/// 0.8 ms for 20, 5 ms for 22 and 24 ms for 24; a table costs 0.15 to 0.3 s on two cores, and the boards then nearly nothing.
const WORTH_A_TABLE: [(u8, u64); 6] = [(10, 100_000), (15, 30_000), (18, 1_500), (20, 300), (22, 50), (24, 10)];

/// The greatest limit at which depth-first search is still the fastest of the searches.
const DEEPEST_BY_DEFAULT: u8 = 20;

/// The engine that solves so many boards where none is chosen.
///
/// The fastest search for few boards, the table for many, for great limits and for none: there a single far board takes a search as long as it
/// takes to build a table. Where the asker bounds the search, it is a search that is asked for, as building a table knows no bound.
pub fn default_for(max_moves: Option<u8>, boards: u64, bounded: bool) -> &'static Entry {
    let limit = max_moves.unwrap_or(u8::MAX);
    let worth = WORTH_A_TABLE.iter().find(|(up_to, _)| limit <= *up_to).map_or(0, |&(_, boards)| boards);
    let name = match () {
        () if boards > worth && !bounded => TABLE,
        () if limit <= DEEPEST_BY_DEFAULT => "idastar",
        () => "bibfs-balanced",
    };
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
            assert_eq!(default_for(max_moves, boards, bounded).name, name, "{max_moves:?} {boards} {bounded}");
        }
    }
}
