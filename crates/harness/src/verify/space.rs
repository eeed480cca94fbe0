//! Engines held against the exact distances of all boards, or of a fixed part of them.

use super::Refuted;
use super::check::{self, Judgement, PORTION, Plan};
use super::report::Report;
use super::verdict::Verdict;
use chivalry_board::Board;
use chivalry_corpus::Case;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// One part in `count` of all boards: those whose rank is `index - 1` modulo `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Shard {
    /// Which part, 1..=count.
    index: u32,
    /// How many parts there are.
    count: u32,
}

impl Shard {
    /// All boards.
    pub(crate) const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index` of `count`, or `None` unless `1 <= index <= count <= Board::COUNT`.
    const fn new(index: u32, count: u32) -> Option<Self> {
        if index >= 1 && index <= count && count <= Board::COUNT { Some(Self { index, count }) } else { None }
    }

    /// So many parts, which are all boards; none for more parts than there are boards.
    pub(crate) fn all(count: u32) -> Vec<Self> {
        (1..=count).filter_map(|index| Self::new(index, count)).collect()
    }

    /// How many boards it has.
    pub(crate) fn boards(self) -> u64 {
        u64::from((Board::COUNT - self.index) / self.count + 1)
    }

    /// How many portions of work it is.
    pub(crate) fn portions(self) -> u64 {
        self.boards().div_ceil(PORTION as u64)
    }

    /// The boards of a portion, with their ranks.
    fn portion(self, portion: u64) -> impl Iterator<Item = (u32, Board)> {
        let first = portion * PORTION as u64;
        (first..self.boards().min(first + PORTION as u64)).filter_map(move |number| {
            let rank = u32::try_from(u64::from(self.index - 1) + number * u64::from(self.count)).ok()?;
            Some((rank, Board::from_rank(rank)?))
        })
    }

    /// The name of the file that holds what was proven of it: `shard-3-of-64.json`.
    pub(crate) fn file(self) -> String {
        format!("shard-{}-of-{}.json", self.index, self.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?;
        text.split_once('/')
            .and_then(|(index, count)| Self::new(parse(index)?, parse(count)?))
            .ok_or_else(|| format!("expected K/N with K from 1 to N, and N up to {}, like `3/64`", Board::COUNT))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// Which boards of a shard are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Subset {
    /// All of them.
    All,
    /// Those that reach the goal within the limit.
    Within,
    /// The others.
    Beyond,
}

impl Subset {
    fn has(self, distance: u8, max_moves: Option<u8>) -> bool {
        let within = max_moves.is_none_or(|limit| distance <= limit);
        match self {
            Self::All => true,
            Self::Within => within,
            Self::Beyond => !within,
        }
    }
}

/// Has every engine of a plan solve every board of a subset, on all threads, and holds the answers against exact distances.
///
/// The report is the same at every number of threads. `done` is called after each of [`Shard::portions`]. Once `stop` is set, the boards that are left
/// are passed over, and the report is of no use.
///
/// # Errors
///
/// [`Refuted`] where a distance is none.
pub(crate) fn run(
    plan: &Plan,
    (shard, subset): (Shard, Subset),
    distance: impl Fn(Board) -> u8 + Sync,
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Result<Report, Refuted> {
    plan.prepare();
    let case = |(rank, board)| {
        let exact = distance(board);
        subset.has(exact, plan.max_moves).then_some(Case { board, exact: Some(exact), line: u64::from(rank) })
    };
    let judge = |problem: &_, exact: Option<u8>, outcomes: &[_]| {
        let verdicts = outcomes.iter().map(|outcome| Verdict::against(problem, outcome, exact.unwrap_or_default()));
        Ok(Judgement { distance: exact, verdicts: verdicts.collect::<Result<_, _>>()?, misstated: false })
    };
    (0..shard.portions())
        .into_par_iter()
        .map(|portion| {
            let cases = shard.portion(portion).take_while(|_| !stop.load(Ordering::Relaxed)).filter_map(case);
            let report = check::portion(plan, "all boards", cases, judge)?.nearest();
            done();
            Ok(report)
        })
        .try_reduce(|| Report::new(plan), |report, later| Ok(report.and(later).nearest()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::engines::{Entry, Patience, Registry};
    use chivalry_engine::{Budget, Engine, Outcome, Problem, Stats};
    use chivalry_idastar::IdaStar;
    use chivalry_table::Wide;
    use std::sync::LazyLock;

    pub(in crate::verify) static EXACT: LazyLock<Wide> = LazyLock::new(|| Wide::build(Board::GOAL));

    /// A shard that holds the lies.
    const LIED: Shard = Shard { index: 3, count: 50 };

    /// Boards at distances 12, 6 and 6.
    static LIES: LazyLock<[Board; 3]> = LazyLock::new(|| {
        let boards = |distance| {
            let boards = (0..LIED.portions()).flat_map(|portion| LIED.portion(portion)).map(|(_, board)| board);
            boards.filter(move |&board| EXACT.distance(board) == distance)
        };
        let near: Vec<_> = boards(6).collect();
        [boards(12).nth(7).unwrap(), near[near.len() - 1], near[0]]
    });

    /// Denies what it knows of a few boards.
    struct Liar(IdaStar);

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = self.0.solve(problem, budget);
            (if LIES.contains(&problem.start) { problem.none_within() } else { outcome }, stats)
        }
    }

    pub(in crate::verify) fn plan(names: &[&str]) -> Plan {
        let engines = names.iter().map(|name| (Registry::bundled().find(name).unwrap(), Patience::default()));
        Plan { engines: engines.collect(), goal: Board::GOAL, max_moves: Some(15) }
    }

    pub(in crate::verify) fn proven(plan: &Plan, boards: (Shard, Subset)) -> Report {
        // Built before the threads that ask for it are at work.
        let exact = &*EXACT;
        run(plan, boards, |board| exact.distance(board), &AtomicBool::new(false), || {}).unwrap()
    }

    #[test]
    fn of_several_lies_the_nearest_is_reported() {
        let mut plan = plan(&["idastar"]);
        let liar = Entry::new("liar", "", || Box::new(Liar(<IdaStar>::new())));
        plan.engines.push((liar, Patience::default()));
        let report = proven(&plan, (LIED, Subset::Within));
        assert_eq!(report.engines[0].right, report.boards);
        assert_eq!(report.engines[1].right, report.boards - 3);
        assert_eq!((report.engines[0].wrong, report.engines[1].wrong, report.disagreements), (0, 3, 3));
        let [found] = &report.list[..] else { panic!("{:?}", report.list) };
        let expected = LIES[1..].iter().min_by_key(ToString::to_string).unwrap();
        assert_eq!((found.engine.as_deref(), found.board, found.distance), (Some("liar"), *expected, Some(6)));
        assert_eq!(found.line, u64::from(expected.rank()));
        assert_eq!(found.message, "expected 6 moves, got none within 15");
    }

    /// Where the table says that a board is farther than it is, no engine is wrong.
    #[test]
    fn a_path_that_is_shorter_refutes_the_table() {
        let (lied, exact) = (LIES[0], &*EXACT);
        let distance = |board| exact.distance(board) + if board == lied { 2 } else { 0 };
        let result = run(&plan(&["idastar"]), (LIED, Subset::Within), distance, &AtomicBool::new(false), || {});
        assert_eq!(result, Err(Refuted { board: lied, exact: 14, found: 12 }));
    }

    #[test]
    fn what_is_stopped_passes_the_other_boards_over() {
        let (stop, exact) = (AtomicBool::new(false), &*EXACT);
        let boards: (Shard, _) = ("7/8000".parse().unwrap(), Subset::All);
        let stopping = || stop.store(true, Ordering::Relaxed);
        let report = run(&plan(&["idastar"]), boards, |board| exact.distance(board), &stop, stopping).unwrap();
        assert!((1..boards.0.boards()).contains(&report.boards), "{}", report.boards);
    }

    #[test]
    fn the_report_is_the_same_on_any_number_of_threads() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| proven(&plan(&["idastar", "table"]), ("7/8000".parse().unwrap(), Subset::All)))
        };
        assert_eq!(on(1), on(5));
    }

    #[test]
    fn shards_are_a_partition() {
        for count in [1, 2, 3, 64, 7919] {
            assert_eq!(Shard::all(count).into_iter().map(Shard::boards).sum::<u64>(), u64::from(Board::COUNT));
        }
        let mut seen = vec![false; Board::COUNT as usize];
        for shard in Shard::all(3) {
            for (rank, board) in (0..shard.portions()).flat_map(|portion| shard.portion(portion)) {
                assert_eq!(board.rank(), rank);
                assert!(!std::mem::replace(&mut seen[rank as usize], true));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("3/64".parse(), Ok(Shard { index: 3, count: 64 }));
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "/", "0/4", "5/4", "1", "1/0", "+1/4", "1/4/4", "1/67603901", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
    }
}
