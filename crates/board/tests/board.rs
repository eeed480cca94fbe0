//! The board against plain models of it, and against the whole space.

use chivalry_board::{Board, Cell, InvalidBoard, Move, ParseBoardError, ParseBoardErrorKind, Square, Squares};
use proptest::prelude::*;
use std::collections::HashSet;

/// A slow and plain check of everything that a board promises, from its cells alone.
fn validate(board: Board) {
    let cells: Vec<Cell> = Square::all().map(|s| board.cell(s)).collect();
    let count = |wanted| cells.iter().filter(|&&c| c == wanted).count();
    assert_eq!((count(Cell::White), count(Cell::Black), count(Cell::Blank)), (12, 12, 1), "{board}");
    assert_eq!(cells[board.blank().index()], Cell::Blank);
    assert_eq!(board.black() | board.white() | board.blank().into(), Squares::ALL);
    assert_eq!(Board::from_bits(board.to_bits()), Some(board));
    assert_eq!(Board::new(board.black(), board.blank()), Ok(board));
    assert_eq!(board.to_string().parse(), Ok(board));
    assert_eq!(format!("{board:#}").parse(), Ok(board));
}

fn any_board() -> impl Strategy<Value = Board> {
    (0..Board::COUNT).prop_map(|rank| Board::from_rank(rank).unwrap())
}

/// Misplaced knights, counted square by square.
fn misplaced_plainly(board: Board, goal: Board) -> usize {
    Square::all().filter(|&s| board.cell(s) != Cell::Blank && board.cell(s) != goal.cell(s)).count()
}

proptest! {
    #[test]
    fn boards_keep_their_promise(board in any_board()) {
        validate(board);
        validate(board.turned_and_swapped());
        for (from, next) in board.neighbours() {
            validate(next);
            // The move by hand: two cells change places, all others stay.
            for square in Square::all() {
                let expected = if square == from { Cell::Blank } else if square == board.blank() { board.cell(from) } else { board.cell(square) };
                prop_assert_eq!(next.cell(square), expected);
            }
            prop_assert_eq!(board.play(Move { from, to: board.blank() }), Some(next));
            prop_assert_eq!(next.jump(board.blank()), board);
            prop_assert_eq!(board.after_each(from.into()).collect::<Vec<_>>(), vec![next]);
        }
    }

    #[test]
    fn illegal_moves_are_refused(board in any_board(), from in 0u8..25, to in 0u8..25) {
        let (from, to) = (Square::new(from).unwrap(), Square::new(to).unwrap());
        let legal = to == board.blank() && board.neighbours().any(|(square, _)| square == from);
        prop_assert_eq!(board.play(Move { from, to }).is_some(), legal);
        validate(board.jump(from));
        let others = Squares::from(from) | to.into();
        prop_assert!(board.after_each(others).eq(others.iter().map(|square| board.jump(square))));
    }

    #[test]
    fn misplaced_is_counted_right(board in any_board(), goal in any_board()) {
        prop_assert_eq!(board.misplaced(goal) as usize, misplaced_plainly(board, goal));
        prop_assert_eq!(board.misplaced(Board::GOAL) as usize, misplaced_plainly(board, Board::GOAL));
        for (_, next) in board.neighbours() {
            prop_assert!(board.misplaced(goal).abs_diff(next.misplaced(goal)) <= 1);
        }
    }

    #[test]
    fn turning_keeps_neighbours(board in any_board()) {
        let turned = board.turned_and_swapped();
        prop_assert_eq!(turned.turned_and_swapped(), board);
        for square in Square::all() {
            let expected = match board.cell(square.turned()) {
                Cell::White => Cell::Black,
                Cell::Black => Cell::White,
                Cell::Blank => Cell::Blank,
            };
            prop_assert_eq!(turned.cell(square), expected);
        }
        let mut ours: Vec<_> = board.neighbours().map(|(_, next)| next.turned_and_swapped()).collect();
        let mut theirs: Vec<_> = turned.neighbours().map(|(_, next)| next).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        prop_assert_eq!(ours, theirs);
        prop_assert_eq!(board.misplaced(Board::GOAL), turned.misplaced(Board::GOAL));
    }

    #[test]
    fn any_bits_are_a_board_or_none(bits: u32) {
        if let Some(board) = Board::from_bits(bits) {
            validate(board);
            prop_assert_eq!(board.to_bits(), bits);
        }
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in ".{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            validate(board);
        }
    }

    /// Texts that are almost boards: cells and separators in any order.
    #[test]
    fn nearly_boards_never_panic(text in "[01*/\r\n]{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            validate(board);
        }
    }
}

/// Rank and unrank are inverse on every board and every number, so each is a bijection.
#[test]
fn rank_is_a_bijection_on_all_boards() {
    assert_eq!(Board::COUNT, 67_603_900);
    let mut previous = None;
    for rank in 0..Board::COUNT {
        let board = Board::from_rank(rank).unwrap();
        assert_eq!(board.rank(), rank);
        // Distinct ranks give distinct boards, by a second way: blank and pattern grow strictly.
        let order = (board.blank().index(), pattern(board));
        assert!(previous < Some(order));
        assert!(board.black().len() == 12 && !board.black().contains(board.blank()));
        previous = Some(order);
    }
    assert_eq!(Board::from_rank(Board::COUNT), None);
    assert_eq!(Board::from_rank(u32::MAX), None);
    assert_eq!(Board::all().len(), Board::COUNT as usize);
    assert_eq!(Board::all().next_back(), Board::from_rank(Board::COUNT - 1));
}

/// The black knights without the blank's square, as a number: what the order of ranks is documented to be.
fn pattern(board: Board) -> u32 {
    let mut bits = 0;
    for (place, square) in Square::all().filter(|&s| s != board.blank()).enumerate() {
        bits |= u32::from(board.black().contains(square)) << place;
    }
    bits
}

#[test]
fn the_goal_is_its_own_mirror() {
    validate(Board::GOAL);
    assert_eq!(Board::GOAL.turned_and_swapped(), Board::GOAL);
    assert_eq!(Board::GOAL.misplaced(Board::GOAL), 0);
    assert_eq!(Board::GOAL.blank(), Square::CENTRE);
}

/// The twelve boards that have the goal's black knights and the blank elsewhere are not the goal.
#[test]
fn black_knights_alone_do_not_make_the_goal() {
    let traps: Vec<Board> =
        Board::GOAL.white().iter().map(|blank| Board::new(Board::GOAL.black(), blank).unwrap()).collect();
    assert_eq!(traps.len(), 12);
    for trap in traps {
        assert_ne!(trap, Board::GOAL);
        assert_eq!(trap.misplaced(Board::GOAL), 1);
    }
}

#[test]
fn errors_say_where_and_what() {
    use ParseBoardErrorKind as Kind;
    let cases = [
        ("", 0, Kind::MissingRows(0)),
        ("11111", 5, Kind::MissingRows(1)),
        ("11111/", 6, Kind::ShortRow { row: 2, cells: 0 }),
        ("1111/01111/00*11/00001/00000", 4, Kind::ShortRow { row: 1, cells: 4 }),
        ("11111/011111/0*11/00001/00000", 11, Kind::LongRow { row: 2 }),
        ("11111/01111/00*11/00001/00000/", 29, Kind::Trailing),
        ("11111/01111/00*11/00001/0000", 28, Kind::ShortRow { row: 5, cells: 4 }),
        ("11111/01111/00x11/00001/00000", 14, Kind::Character('x')),
        ("11111/01111/00é11/00001/00000", 14, Kind::Character('é')),
        ("11111/01111/00\u{0}11/00001/00000", 14, Kind::Character('\0')),
        ("11111/01111/00011/00001/00000", 0, Kind::Invalid(InvalidBoard::Blanks(0))),
        ("11111/01111/00*11/0000*/00000", 0, Kind::Invalid(InvalidBoard::Blanks(2))),
        ("11111/01111/00*11/00011/00000", 0, Kind::Invalid(InvalidBoard::Knights { white: 11, black: 13 })),
    ];
    for (text, offset, kind) in cases {
        assert_eq!(text.parse::<Board>(), Err(ParseBoardError { offset, kind }), "{text:?}");
    }
    let error = "1111/".parse::<Board>().unwrap_err();
    assert_eq!(error.to_string(), "column 5: found 4 cells in row 1, expected 5");
    assert_eq!(InvalidBoard::Blanks(0).to_string(), "found no blank, expected one");
    assert_eq!("11111\r\n01111\r\n00*11\r\n00001\r\n00000".parse(), Ok(Board::GOAL));
    assert_eq!(Board::new(Board::GOAL.black() | Square::CENTRE.into(), Square::CENTRE), Ok(Board::GOAL));
    assert_eq!(Board::new(Squares::ALL, Square::CENTRE), Err(InvalidBoard::Knights { white: 0, black: 24 }));
}

/// Breadth-first from the goal, as a perft: how many boards lie at each distance, from the text file of exact counts.
///
/// The counts of the file's deeper lines are proven where the whole space is enumerated.
#[test]
fn breadth_first_counts_from_the_goal() {
    let expected: Vec<usize> = include_str!("../../../fixtures/depths.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(expected[..7], [1, 8, 14, 38, 148, 368, 1001]);
    let mut seen = HashSet::from([Board::GOAL]);
    let mut level = vec![Board::GOAL];
    for (depth, &count) in expected.iter().enumerate().take(14) {
        assert_eq!(level.len(), count, "at depth {depth}");
        level = level.iter().flat_map(|b| b.neighbours()).map(|(_, next)| next).filter(|&b| seen.insert(b)).collect();
    }
}
