//! What a table answers, against fixtures, brute force and itself.

use chivalry_board::{Board, Squares};
use chivalry_engine::replay;
use chivalry_table::{Table, Wide};
use rayon::ThreadPoolBuilder;
use std::collections::HashMap;
use std::sync::LazyLock;

static STANDARD: LazyLock<Table> = LazyLock::new(|| Table::build(Board::GOAL));

/// Boards spread over the whole space, the same ones in every run.
fn spread(count: u64, seed: u64) -> impl Iterator<Item = Board> {
    // A Weyl sequence: the golden ratio spreads evenly.
    (1..=count).map(move |index| {
        let point = (index + seed * 1_000_003).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Board::from_rank(((point * u64::from(Board::COUNT)) >> 32) as u32).unwrap()
    })
}

/// Distance and number of shortest paths of the boards within a limit, by plain breadth-first search.
fn near(goal: Board, limit: u8) -> HashMap<Board, (u8, u128)> {
    let mut known = HashMap::from([(goal, (0, 1))]);
    let mut level = vec![goal];
    for distance in 1..=limit {
        let mut next: HashMap<Board, u128> = HashMap::new();
        for board in level {
            let paths = known[&board].1;
            for (_, neighbour) in board.neighbours() {
                if known.get(&neighbour).is_none_or(|&(known, _)| known == distance) {
                    *next.entry(neighbour).or_default() += paths;
                }
            }
        }
        level = next.keys().copied().collect();
        known.extend(next.into_iter().map(|(board, paths)| (board, (distance, paths))));
    }
    known
}

#[test]
fn counts_are_those_of_the_fixture() {
    let fixture = include_str!("../../../fixtures/depths.txt");
    let lines = fixture.lines().filter(|line| !line.starts_with('#'));
    let expected: Vec<(usize, u32)> = lines
        .map(|line| {
            let (distance, boards) = line.split_once(' ').unwrap();
            (distance.parse().unwrap(), boards.parse().unwrap())
        })
        .collect();
    assert_eq!(expected.len(), 40);
    assert!(STANDARD.counts().iter().copied().enumerate().eq(expected));
    assert_eq!(STANDARD.greatest_distance(), 39);
}

#[test]
fn near_boards_agree_with_brute_force() {
    let goals = [Board::GOAL].into_iter().chain(spread(3, 1));
    for (goal, limit) in goals.zip([11, 9, 9, 9]) {
        let built;
        let table = if goal == Board::GOAL {
            &*STANDARD
        } else {
            built = Table::build(goal);
            &built
        };
        for (&board, &(distance, paths)) in &near(goal, limit) {
            assert_eq!(table.distance(board), distance, "{board} to {goal}");
            assert_eq!(table.shortest_paths(board), paths, "{board} to {goal}");
        }
    }
}

#[test]
fn best_moves_and_paths_lead_down() {
    let far = STANDARD.farthest();
    assert_eq!(far.len(), 62);
    assert!(far.is_sorted_by_key(|board| board.rank()));
    for board in spread(20_000, 2).chain(far).chain([Board::GOAL]) {
        let distance = STANDARD.distance(board);
        let expected: Squares =
            board.neighbours().filter(|&(_, next)| STANDARD.distance(next) < distance).map(|(from, _)| from).collect();
        assert_eq!(STANDARD.best_moves(board), expected, "{board}");
        let path = STANDARD.path(board);
        assert_eq!(path.len(), usize::from(distance), "{board}");
        assert_eq!(replay(board, Board::GOAL, &path), Ok(()), "{board}");
        assert_eq!(path.moves.first().map(|step| step.from), expected.iter().next(), "{board}");
    }
    assert!(STANDARD.best_moves(Board::GOAL).is_empty());
}

#[test]
fn shortest_paths_add_up_over_best_moves() {
    assert_eq!(STANDARD.shortest_paths(Board::GOAL), 1);
    for board in spread(20, 3).chain(STANDARD.farthest().into_iter().take(2)) {
        let sum: u128 = STANDARD.best_moves(board).iter().map(|from| STANDARD.shortest_paths(board.jump(from))).sum();
        assert_eq!(STANDARD.shortest_paths(board), sum, "{board}");
    }
}

/// Beyond the brute force: every board has a neighbour one nearer, none two nearer, and distances are symmetric.
#[test]
fn other_goals_are_metric() {
    let goals: Vec<Board> = spread(4, 4).collect();
    let tables: Vec<Table> = goals.iter().map(|&goal| Table::build(goal)).collect();
    for table in &tables {
        assert_eq!(table.counts().iter().sum::<u32>(), Board::COUNT);
        for other in &tables {
            assert_eq!(table.distance(other.goal()), other.distance(table.goal()));
        }
        assert_eq!(table.distance(Board::GOAL), STANDARD.distance(table.goal()));
        for board in spread(5_000, 5) {
            let distance = table.distance(board);
            let sum = STANDARD.distance(board) + STANDARD.distance(table.goal());
            assert!(distance <= sum, "the triangle of {board}");
            let neighbours: Vec<u8> = board.neighbours().map(|(_, next)| table.distance(next)).collect();
            assert!(neighbours.iter().all(|next| next.abs_diff(distance) == 1), "{board} to {}", table.goal());
            assert!(distance == 0 || neighbours.contains(&(distance - 1)), "{board} to {}", table.goal());
            assert_eq!(replay(board, table.goal(), &table.path(board)), Ok(()));
        }
    }
}

/// The mirror of the standard goal keeps distances.
#[test]
fn turning_and_swapping_keeps_distances() {
    for board in spread(50_000, 6) {
        assert_eq!(STANDARD.distance(board), STANDARD.distance(board.turned_and_swapped()), "{board}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for threads in [1, 2, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            assert!(Table::build(Board::GOAL) == *STANDARD, "{threads} threads");
            let boards: Vec<Board> = spread(30_000, 7).collect();
            let expected: Vec<u8> = boards.iter().map(|&board| STANDARD.distance(board)).collect();
            assert_eq!(STANDARD.distances(&boards), expected);
            if threads == 3 {
                assert_eq!(Wide::build(Board::GOAL).distances(&boards), expected);
            }
        });
    }
}
