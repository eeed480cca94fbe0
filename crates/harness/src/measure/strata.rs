//! Boards divided into strata: those that are measured and reported together.

use crate::engines::{MaxMoves, Search};
use crate::run::{CorpusFault, Item, Stratum};
use chivalry_corpus::Case;
use chivalry_table::Table;
use std::collections::BTreeMap;

/// The limit unless one is chosen: the puzzle's own.
pub(crate) const LIMIT: u8 = 15;

/// The states that may be expanded on a board where there is neither limit nor budget.
const NODES_WITHOUT_LIMIT: u64 = 300_000;

/// Random boards beside the bundled corpus.
pub(crate) const RANDOM: u32 = 100;

/// Boards of one distance in the stratum `deep` of the bundled corpus: each may cost the whole budget.
const DEEP_PER_DISTANCE: usize = 2;

/// The boards to divide.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards {
    /// Boards of corpora.
    pub(crate) given: Vec<Case>,
    /// Random ones.
    pub(crate) random: Vec<Case>,
    /// Whether those given are the bundled corpus.
    pub(crate) bundled: bool,
}

/// Divides boards into strata, in the order of the report. Also returns the distances that corpora state and that the
/// table contradicts.
///
/// With a limit there is one for each distance within it, and one for the boards beyond. With `none` there is one for
/// each distance, within a budget. If nothing is chosen, the limit is [`LIMIT`], the random boards are a stratum of
/// their own, and boards beyond the limit are `deep`: without a limit, within a budget.
pub(super) fn divide(boards: &Boards, search: &Search, table: &Table) -> (Vec<Stratum>, Vec<CorpusFault>) {
    let mut faults = Vec::new();
    let mut item = |case: &Case| {
        let (board, exact) = (case.board, table.distance(case.board));
        faults.extend(case.exact.filter(|&stated| stated != exact).map(|stated| CorpusFault { board, stated, exact }));
        Item { board, distance: exact, solves: Vec::new() }
    };
    let mut given: Vec<Item> = boards.given.iter().map(&mut item).collect();
    let mut random: Vec<Item> = boards.random.iter().map(&mut item).collect();
    let bounded = search.patience.or_nodes(NODES_WITHOUT_LIMIT);
    let (limit, patience) = match search.max_moves {
        None => (Some(LIMIT), search.patience),
        Some(MaxMoves(Some(limit))) => (Some(limit), search.patience),
        Some(MaxMoves(None)) => (None, bounded),
    };
    let apart = search.max_moves.is_none();
    if !apart {
        given.append(&mut random);
    }
    let (within, mut beyond): (Vec<Item>, Vec<Item>) =
        given.into_iter().partition(|item| limit.is_none_or(|limit| item.distance <= limit));
    let mut of_distances: BTreeMap<u8, Vec<Item>> = BTreeMap::new();
    for item in within {
        of_distances.entry(item.distance).or_default().push(item);
    }
    let stratum = |name: String, distance, max_moves, patience, boards| Stratum {
        name,
        distance,
        max_moves,
        patience,
        boards,
        cells: Vec::new(),
    };
    let near = of_distances.into_iter();
    let near = near.map(|(distance, items)| stratum(distance.to_string(), Some(distance), limit, patience, items));
    let mut strata: Vec<_> = near.collect();
    if apart {
        if boards.bundled {
            keep_few(&mut beyond);
        }
        strata.push(stratum("random".into(), None, Some(LIMIT), search.patience, random));
        strata.push(stratum("deep".into(), None, None, bounded, beyond));
    } else if let Some(limit) = limit {
        strata.push(stratum(format!(">{limit}"), None, Some(limit), patience, beyond));
    }
    strata.retain(|stratum| !stratum.boards.is_empty());
    (strata, faults)
}

/// Keeps the first boards of each distance.
fn keep_few(items: &mut Vec<Item>) {
    let mut kept: BTreeMap<u8, usize> = BTreeMap::new();
    items.retain(|item| {
        let count = kept.entry(item.distance).or_default();
        *count += 1;
        *count <= DEEP_PER_DISTANCE
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{Patience, tables};
    use chivalry_board::Board;
    use chivalry_corpus::{BUNDLED, Form};

    fn bundled() -> Boards {
        let given = chivalry_corpus::read(BUNDLED.as_bytes(), Form::Corpus).unwrap();
        // As if they were random.
        Boards { random: given[300..305].to_vec(), given, bundled: true }
    }

    fn limit(limit: Option<u8>) -> Search {
        Search { max_moves: Some(MaxMoves(limit)), ..Search::default() }
    }

    fn divided(boards: &Boards, search: &Search) -> Vec<Stratum> {
        let (strata, faults) = divide(boards, search, &tables::shared(Board::GOAL));
        assert_eq!(faults, []);
        strata
    }

    fn shape(strata: &[Stratum]) -> Vec<(&str, Option<u8>, Option<u64>, usize)> {
        strata.iter().map(|s| (s.name.as_str(), s.max_moves, s.patience.nodes, s.boards.len())).collect()
    }

    #[test]
    fn the_bundled_corpus_has_distances_random_boards_and_deep_ones() {
        let strata = divided(&bundled(), &Search::default());
        let shape = shape(&strata);
        assert_eq!(shape.len(), 18);
        assert_eq!(shape[0], ("0", Some(15), None, 1));
        assert_eq!(shape[15], ("15", Some(15), None, 10));
        assert_eq!(shape[16], ("random", Some(15), None, 5));
        assert_eq!(shape[17], ("deep", None, Some(300_000), 48));
        for stratum in &strata[..16] {
            assert!(stratum.boards.iter().all(|item| Some(item.distance) == stratum.distance), "{}", stratum.name);
        }
        let mut far: Vec<_> = strata[17].boards.iter().map(|item| item.distance).collect();
        far.sort_unstable();
        assert!(far.into_iter().eq((16..=39).flat_map(|distance| [distance; 2])));
        // Boards of one's own are all measured.
        let own = divided(&Boards { bundled: false, ..bundled() }, &Search::default());
        assert_eq!(own[17].boards.len(), 240);
    }

    #[test]
    fn a_chosen_limit_divides_by_distance_and_what_is_beyond() {
        let strata = divided(&bundled(), &limit(Some(3)));
        let ends = [("0", Some(3), None, 1), (">3", Some(3), None, 389 - 29 + 5)];
        assert_eq!([shape(&strata)[0], shape(&strata)[4]], ends);
        assert_eq!(strata.len(), 5);
        let strata = divided(&bundled(), &limit(None));
        assert_eq!((strata.len(), shape(&strata)[39]), (40, ("39", None, Some(300_000), 10)));
        assert_eq!(strata.iter().map(|stratum| stratum.boards.len()).sum::<usize>(), 394);
    }

    #[test]
    fn a_chosen_budget_holds_everywhere() {
        for max_moves in [None, Some(MaxMoves(Some(3))), Some(MaxMoves(None))] {
            let nodes = Patience { nodes: Some(7), ..Patience::default() };
            let strata = divided(&bundled(), &Search { max_moves, patience: nodes, ..Search::default() });
            assert!(strata.iter().all(|stratum| stratum.patience == nodes), "{max_moves:?}");
            let time = Patience { time_ns: Some(7), ..Patience::default() };
            let strata = divided(&bundled(), &Search { max_moves, patience: time, ..Search::default() });
            assert!(strata.iter().all(|stratum| stratum.patience == time), "{max_moves:?}");
        }
    }

    #[test]
    fn no_board_has_no_stratum() {
        for search in [Search::default(), limit(Some(3)), limit(None)] {
            assert_eq!(divided(&Boards::default(), &search), []);
        }
    }

    #[test]
    fn every_wrong_distance_of_a_corpus_is_found() {
        let mut boards = bundled();
        boards.given.iter_mut().for_each(|case| case.exact = case.exact.map(|exact| exact + 2));
        let (strata, faults) = divide(&boards, &Search::default(), &tables::shared(Board::GOAL));
        assert_eq!((strata.len(), faults.len()), (18, 389));
        assert!(faults.iter().all(|fault| fault.stated == fault.exact + 2));
    }
}
