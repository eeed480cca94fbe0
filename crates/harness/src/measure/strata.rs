//! Boards divided into strata: those that are measured and reported together.

use crate::cli::options::{MaxMoves, Patience, Search};
use chivalry_corpus::Case;
use chivalry_engine::Problem;
use std::collections::BTreeMap;

/// The limit unless one is chosen: the puzzle's own.
pub const LIMIT: u8 = 15;

/// The states that may be expanded on a board where there is neither limit nor budget.
pub const NODES_WITHOUT_LIMIT: u64 = 300_000;

/// Random boards beside the bundled corpus.
pub const RANDOM: u32 = 100;

/// Boards of one distance in the stratum `deep` of the bundled corpus: each may cost the whole budget.
const DEEP_PER_DISTANCE: usize = 2;

/// A board with its exact distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The board as it was given, with the distance that its corpus states.
    pub case: Case,
    /// The exact distance.
    pub exact: u8,
}

/// Boards that are measured and reported together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// The name in the report.
    pub name: String,
    /// The distance of all its boards, where they have one.
    pub distance: Option<u8>,
    /// The limit of moves.
    pub max_moves: Option<u8>,
    /// The budget of each solve.
    pub patience: Patience,
    /// The boards, one at least.
    pub items: Vec<Item>,
}

impl Stratum {
    /// The problem that one of its boards poses.
    pub fn problem(&self, item: &Item, search: &Search) -> Problem {
        search.problem(item.case.board, self.max_moves)
    }
}

/// The boards to divide.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// Boards of corpora.
    pub given: Vec<Item>,
    /// Random ones.
    pub random: Vec<Item>,
    /// Whether those given are the bundled corpus.
    pub bundled: bool,
}

/// Divides boards into strata, in the order of the report.
///
/// With a limit that was chosen there is one for each distance within it, and one for the boards beyond; with `none`, one for each distance,
/// within a budget. Where nothing was chosen, the limit is [`LIMIT`], the random boards are a stratum of their own, and those beyond the limit are
/// `deep`: there the limit is lifted, within a budget.
pub fn divide(boards: Boards, search: &Search) -> Vec<Stratum> {
    let asked = search.patience();
    let endless = search.nodes.is_none() && search.time_limit.is_none();
    let bounded = if endless { Patience { nodes: NODES_WITHOUT_LIMIT, ..asked } } else { asked };
    let Boards { given, random, bundled } = boards;
    let (limit, patience) = match search.max_moves {
        None => (Some(LIMIT), asked),
        Some(MaxMoves(Some(limit))) => (Some(limit), asked),
        Some(MaxMoves(None)) => (None, bounded),
    };
    let mut of_distances: BTreeMap<u8, Vec<Item>> = BTreeMap::new();
    let mut beyond = Vec::new();
    let apart = search.max_moves.is_none();
    let (one_by_one, random) = if apart { (given, random) } else { ([given, random].concat(), Vec::new()) };
    for item in one_by_one {
        if limit.is_some_and(|limit| item.exact > limit) {
            beyond.push(item);
        } else {
            of_distances.entry(item.exact).or_default().push(item);
        }
    }
    let mut strata: Vec<_> = of_distances
        .into_iter()
        .map(|(distance, items)| Stratum {
            name: distance.to_string(),
            distance: Some(distance),
            max_moves: limit,
            patience,
            items,
        })
        .collect();
    let mut add = |name: String, max_moves, patience, items: Vec<Item>| {
        if !items.is_empty() {
            strata.push(Stratum { name, distance: None, max_moves, patience, items });
        }
    };
    add("random".into(), Some(LIMIT), asked, random);
    if apart {
        if bundled {
            keep_few(&mut beyond);
        }
        add("deep".into(), None, bounded, beyond);
    } else {
        add(limit.map_or_else(String::new, |limit| format!(">{limit}")), limit, patience, beyond);
    }
    strata
}

/// Keeps the first boards of each distance.
fn keep_few(items: &mut Vec<Item>) {
    let mut kept: BTreeMap<u8, usize> = BTreeMap::new();
    items.retain(|item| {
        let count = kept.entry(item.exact).or_default();
        *count += 1;
        *count <= DEEP_PER_DISTANCE
    });
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use chivalry_corpus::{BUNDLED, Form, read};
    use clap::Parser;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        search: Search,
    }

    pub(crate) fn search(options: &[&str]) -> Search {
        Options::parse_from([&["test"], options].concat()).search
    }

    pub(crate) fn bundled() -> Boards {
        let cases = read(BUNDLED.as_bytes(), Form::Corpus).unwrap();
        let given: Vec<_> = cases.into_iter().map(|case| Item { case, exact: case.exact.unwrap() }).collect();
        // As if they were random.
        Boards { random: given[300..305].to_vec(), given, bundled: true }
    }

    fn shape(strata: &[Stratum]) -> Vec<(&str, Option<u8>, u64, usize)> {
        strata.iter().map(|s| (s.name.as_str(), s.max_moves, s.patience.nodes, s.items.len())).collect()
    }

    #[test]
    fn the_bundled_corpus_has_distances_random_boards_and_deep_ones() {
        let strata = divide(bundled(), &search(&[]));
        let shape = shape(&strata);
        assert_eq!(shape.len(), 18);
        assert_eq!(shape[0], ("0", Some(15), u64::MAX, 1));
        assert_eq!(shape[15], ("15", Some(15), u64::MAX, 10));
        assert_eq!(shape[16], ("random", Some(15), u64::MAX, 5));
        assert_eq!(shape[17], ("deep", None, 300_000, 48));
        for stratum in &strata[..16] {
            assert!(stratum.items.iter().all(|item| Some(item.exact) == stratum.distance), "{}", stratum.name);
        }
        let mut far: Vec<_> = strata[17].items.iter().map(|item| item.exact).collect();
        far.sort_unstable();
        assert!(far.into_iter().eq((16..=39).flat_map(|distance| [distance; 2])));
        // Boards of one's own are all measured.
        let own = divide(Boards { bundled: false, ..bundled() }, &search(&[]));
        assert_eq!(own[17].items.len(), 240);
    }

    #[test]
    fn a_chosen_limit_divides_by_distance_and_what_is_beyond() {
        let strata = divide(bundled(), &search(&["--max-moves", "3"]));
        let ends = [("0", Some(3), u64::MAX, 1), (">3", Some(3), u64::MAX, 389 - 29 + 5)];
        assert_eq!([shape(&strata)[0], shape(&strata)[4]], ends);
        assert_eq!(strata.len(), 5);
        let strata = divide(bundled(), &search(&["--max-moves", "none"]));
        assert_eq!((strata.len(), shape(&strata)[39]), (40, ("39", None, 300_000, 10)));
        assert_eq!(strata.iter().map(|stratum| stratum.items.len()).sum::<usize>(), 394);
    }

    #[test]
    fn a_chosen_budget_holds_everywhere() {
        for limit in [&[][..], &["--max-moves", "3"], &["--max-moves", "none"]] {
            let strata = divide(bundled(), &search(&[limit, &["--nodes", "7"]].concat()));
            assert!(strata.iter().all(|stratum| stratum.patience.nodes == 7), "{limit:?}");
        }
        let strata = divide(bundled(), &search(&["--time-limit", "1s"]));
        assert!(strata.iter().all(|stratum| stratum.patience.nodes == u64::MAX && stratum.patience.time.is_some()));
    }

    #[test]
    fn no_board_has_no_stratum() {
        for options in [&[][..], &["--max-moves", "3"], &["--max-moves", "none"]] {
            assert_eq!(divide(Boards::default(), &search(options)), []);
        }
    }
}
