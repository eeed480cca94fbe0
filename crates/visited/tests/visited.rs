//! The map through all its stores, and what the Bloom filter lets through.

use chivalry_board::Board;
use chivalry_visited::{BloomFilter, Label, Store, Visited, with_store};
use std::collections::HashMap;

/// Boards spread over the whole space, all different.
fn spread(first: u64, count: u64) -> impl ExactSizeIterator<Item = Board> + Clone {
    let ranks =
        (first as usize..(first + count) as usize).map(|index| index as u64 * 41_781_507 % u64::from(Board::COUNT));
    ranks.map(|rank| Board::from_rank(rank as u32).unwrap())
}

/// Stores more and more states, each twice, and looks for all of them and for as many others in each store.
#[test]
fn labels_are_kept_from_store_to_store() {
    let mut visited = Visited::<{ 1 << 16 }>::default();
    for _ in 0..2 {
        let mut states: Vec<Board> = Vec::new();
        let mut expected = HashMap::new();
        let mut rooms = vec![visited.room()];
        for (board, depth) in spread(0, 600_000).zip(0..) {
            if states.len() == visited.room() {
                visited.enlarge(states.iter().copied());
                rooms.push(visited.room());
            }
            let label = Label::new(depth as usize % 2, depth / 2);
            assert_eq!(label.side(), depth as usize % 2);
            assert_eq!(with_store!(visited, store => store.insert(board, label)), None, "{board}");
            assert_eq!(with_store!(visited, store => store.insert(board, Label::new(1, 3))), Some(label), "{board}");
            states.push(board);
            expected.insert(board, label);
            if [1, 16_384, 16_385, 524_288, 524_289, 600_000].contains(&states.len()) {
                for board in spread(0, 2 * states.len() as u64) {
                    assert_eq!(visited.label_of(board), expected.get(&board).copied(), "{board}");
                }
            }
        }
        assert_eq!(rooms, [16_384, 524_288, Board::COUNT as usize]);
        visited.clear(states.iter().copied());
        assert!(states.iter().all(|&board| visited.label_of(board).is_none()));
    }
}

/// The other stores are forgotten in their own ways.
#[test]
fn a_store_that_was_left_is_empty() {
    let mut visited = Visited::<{ 1 << 17 }>::default();
    for count in [1, 16_384, 20_000, 3] {
        let states = || spread(count, count);
        for (board, stored) in states().zip(0..) {
            if stored == visited.room() {
                visited.enlarge(states().take(stored));
            }
            assert_eq!(with_store!(visited, store => store.insert(board, Label::new(0, 0))), None);
        }
        visited.clear(states());
        assert!(spread(0, 40_000).all(|board| visited.label_of(board).is_none()));
    }
}

#[test]
fn the_way_down_ends_where_no_label_leads_on() {
    let mut visited = Visited::<{ 1 << 16 }>::default();
    let far = Board::from_rank(0).unwrap();
    assert_eq!(visited.way_down(vec![far.blank()], far, Board::GOAL), [far.blank()]);
    with_store!(visited, store => store.insert(far, Label::new(0, 9)));
    assert_eq!(visited.way_down(vec![far.blank()], far, Board::GOAL), [far.blank()]);
}

#[test]
fn a_bloom_filter_holds_its_states_and_one_other_in_sixteen_at_most() {
    let mut filter = BloomFilter::default();
    assert!(!filter.may_contain(Board::GOAL));
    for count in [0, 1, 2440, 100_000, 200_000, 10] {
        filter.fill(spread(0, count));
        assert!(spread(0, count).all(|board| filter.may_contain(board)));
        let others = spread(count, 200_000).filter(|&board| filter.may_contain(board)).count();
        assert!(others <= 200_000 / 16, "{others} of 200,000 others beside {count}");
    }
}
