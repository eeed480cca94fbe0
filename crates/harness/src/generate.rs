//! Corpora from a seed: boards by distance, random ones, and the hardest for an engine.
//!
//! The boards of a distance are drawn without replacement from all of them, in the order of their ranks, by a generator of their own that is
//! seeded by the seed and the distance: neither other distances nor the number of threads can change them. One distance is in memory at a
//! time, four bytes a board (at most 28 MB), and one bit a board of the whole space for what was chosen.

use crate::engines::{Entry, Patience, tables};
use chivalry_board::Board;
use chivalry_corpus::{BoardSet, Random};
use chivalry_engine::{Problem, check};
use chivalry_table::Table;
use rayon::prelude::*;
use std::fmt::{self, Write as _};
use std::io;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Candidates that one thread takes at a time, with an engine of its own.
const PORTION: usize = 16;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The goal.
    pub(crate) goal: Board,
    /// The seed of every choice.
    pub(crate) seed: u64,
    /// The distances.
    pub(crate) depths: Depth,
    /// The boards of each distance.
    pub(crate) per_depth: u32,
    /// Random boards of any distance.
    pub(crate) random: u32,
    /// By what the boards of a distance are chosen; at random where it is `None`.
    pub(crate) hardest: Option<Hardest>,
}

/// The distances of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Every distance there is.
    All,
    /// These; none where it is empty.
    These(Vec<Depths>),
}

/// Distances from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    first: u8,
    last: u8,
}

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| digits.parse::<u8>().ok()).flatten()
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        match (number(first), number(last.strip_prefix('=').unwrap_or(last))) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            (Some(first), Some(last)) => Err(format!("{first} is above {last}, expected the smaller distance first")),
            _ => Err("expected a distance like `7`, or two of them, both included, like `0..39`".into()),
        }
    }
}

/// How the hardest boards of a distance are found.
#[derive(Clone, Debug)]
pub(crate) struct Hardest {
    /// The engine.
    pub(crate) entry: Entry,
    /// The most boards of a distance that are tried: no fewer than are asked for.
    pub(crate) candidates: u32,
    /// The states after which a board is given up.
    pub(crate) nodes: u64,
    /// The limit of the search.
    pub(crate) max_moves: Option<u8>,
}

impl Plan {
    /// The distances in ascending order, each once.
    ///
    /// # Errors
    ///
    /// Where no board lies at one of them.
    pub(crate) fn depths(&self) -> Result<Vec<u8>, String> {
        let Depth::These(ranges) = &self.depths else {
            return Ok((0..=tables::shared(self.goal).greatest_distance()).collect());
        };
        let mut depths: Vec<u8> = ranges.iter().flat_map(|range| range.first..=range.last).collect();
        depths.sort_unstable();
        depths.dedup();
        if let Some(&last) = depths.last() {
            let greatest = tables::shared(self.goal).greatest_distance();
            if last > greatest {
                return Err(format!("no board is {last} moves from the goal; the farthest are {greatest} moves away"));
            }
        }
        Ok(depths)
    }
}

/// Distances in ascending order as they are asked for, like `0..15,20`.
pub(crate) fn list(depths: &[u8]) -> String {
    let mut list = String::new();
    for run in depths.chunk_by(|&before, &after| before.checked_add(1) == Some(after)) {
        let comma = if list.is_empty() { "" } else { "," };
        let _ = match *run {
            [first, .., last] => write!(list, "{comma}{first}..{last}"),
            [only] => write!(list, "{comma}{only}"),
            [] => Ok(()),
        };
    }
    list
}

/// A line of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The board.
    pub(crate) board: Board,
    /// Its exact distance.
    pub(crate) distance: u8,
    /// What it cost, where the hardest are asked for.
    pub(crate) cost: Option<Cost>,
}

/// What a board cost. What was given up is dearer than what was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cost {
    /// States expanded.
    Expanded(u64),
    /// Given up after this many.
    GivenUp(u64),
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.distance)?;
        match self.cost {
            None => Ok(()),
            Some(Cost::Expanded(count)) => write!(f, " # {count} expanded"),
            Some(Cost::GivenUp(count)) => write!(f, " # given up after {count}"),
        }
    }
}

/// The boards of a distance, or the random ones.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    boards: Vec<Board>,
    distances: Distances,
    /// One for each board, or none at all.
    costs: Vec<Cost>,
    asked: u32,
}

/// The distances of a part.
#[derive(Clone, Debug)]
enum Distances {
    /// That of all its boards.
    All(u8),
    /// One for each board.
    Each(Vec<u8>),
}

impl Part {
    /// Its lines, in order.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line> {
        self.boards.iter().enumerate().map(|(index, &board)| Line {
            board,
            distance: match &self.distances {
                Distances::All(distance) => *distance,
                Distances::Each(distances) => distances[index],
            },
            cost: self.costs.get(index).copied(),
        })
    }

    /// What the user did not ask for and gets, if anything.
    pub(crate) fn note(&self) -> Option<String> {
        let (found, asked) = (self.boards.len(), self.asked);
        let depth = match self.distances {
            Distances::All(depth) => Some(depth),
            Distances::Each(_) => None,
        };
        let mut notes = Vec::new();
        if found < asked as usize {
            let boards = if found == 1 { "board" } else { "boards" };
            notes.push(match depth {
                Some(depth) => format!("distance {depth} has {found} {boards}, {asked} were asked for"),
                None => format!("{found} {boards} were left for the {asked} random ones that were asked for"),
            });
        }
        let given_up = self.costs.iter().filter(|cost| matches!(cost, Cost::GivenUp(_))).count();
        if let Some(depth) = depth.filter(|_| given_up > 0) {
            notes
                .push(format!("distance {depth}: {given_up} of {found} were given up; which are hardest is not known"));
        }
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// Why a corpus could not be made.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Its writer failed.
    Io(io::Error),
    /// The engine gave a wrong answer.
    Wrong(String),
    /// It was to stop.
    Stopped,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Makes the parts of a corpus one after the other on the program's threads, the distances (as [`Plan::depths`] gives them) before the random
/// boards, and ends early where `stop` is set. `take` says whether nobody wants more; it is called on this thread.
///
/// # Errors
///
/// Those of `take`, a wrong answer of the engine that is to find the hardest, and having been stopped.
pub(crate) fn run(
    plan: &Plan,
    depths: &[u8],
    stop: &AtomicBool,
    mut take: impl FnMut(&Part) -> io::Result<bool>,
) -> Result<(), Failure> {
    let table = tables::shared(plan.goal);
    if let Some(hardest) = &plan.hardest {
        hardest.entry.prepare(plan.goal);
    }
    let mut chosen = BoardSet::default();
    for &depth in depths {
        let part = at_distance(plan, &table, depth, stop)?;
        if plan.random > 0 {
            for &board in &part.boards {
                chosen.insert(board);
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        if take(&part)? {
            return Ok(());
        }
    }
    if plan.random > 0 {
        let boards = others(&mut chosen, plan.random, &mut Random::new(plan.seed));
        let distances = Distances::Each(table.distances(&boards));
        take(&Part { boards, distances, costs: Vec::new(), asked: plan.random })?;
    }
    Ok(())
}

/// The boards of a distance.
fn at_distance(plan: &Plan, table: &Table, depth: u8, stop: &AtomicBool) -> Result<Part, Failure> {
    let mut boards = table.boards_at(depth);
    // The second generator's seed is the first's output: a sum of seed and distance would give some distances the same numbers.
    let mut random = Random::new(Random::new(plan.seed ^ ((u64::from(depth) + 1) << 56)).next());
    let drawn = plan.hardest.as_ref().map_or(plan.per_depth, |hardest| hardest.candidates);
    random.draw(&mut boards, drawn as usize);
    boards.shrink_to_fit();
    let mut costs = Vec::new();
    if let Some(hardest) = &plan.hardest {
        let mut dearest: Vec<_> = costs_of(hardest, plan.goal, depth, &boards, stop)?.into_iter().zip(boards).collect();
        // Stable: boards of the same cost stay as they were drawn.
        dearest.sort_by_key(|&(cost, _)| std::cmp::Reverse(cost));
        dearest.truncate(plan.per_depth as usize);
        (costs, boards) = dearest.into_iter().unzip();
    }
    Ok(Part { boards, distances: Distances::All(depth), costs, asked: plan.per_depth })
}

/// So many boards that are not in the set, in the order of drawing, or as many as there are.
fn others(chosen: &mut BoardSet, count: u32, random: &mut Random) -> Vec<Board> {
    // Were few left, most draws would hit what was chosen: those left are listed, then. Else the set never has more than all but half of them.
    if (Board::COUNT - chosen.count()) / 2 < count {
        let mut left: Vec<Board> = Board::all().filter(|&board| !chosen.contains(board)).collect();
        random.draw(&mut left, count as usize);
        return left;
    }
    let mut boards = Vec::with_capacity(count as usize);
    while boards.len() < count as usize {
        let board = random.board();
        if chosen.insert(board) {
            boards.push(board);
        }
    }
    boards
}

/// What each board costs the engine, in their order.
fn costs_of(
    hardest: &Hardest,
    goal: Board,
    depth: u8,
    boards: &[Board],
    stop: &AtomicBool,
) -> Result<Vec<Cost>, Failure> {
    let patience = Patience { nodes: Some(hardest.nodes), ..Patience::default() };
    let portions: Vec<Result<Vec<Cost>, Failure>> = boards
        .par_chunks(PORTION)
        .map(|portion| {
            let mut engine = hardest.entry.make();
            let cost = |&board: &Board| {
                if stop.load(Ordering::Relaxed) {
                    return Err(Failure::Stopped);
                }
                let problem = Problem { start: board, goal, max_moves: hardest.max_moves };
                let (outcome, stats) = engine.solve(&problem, &patience.from_now());
                match check(&problem, &outcome, Some(depth)) {
                    Ok(None) => Ok(Cost::Expanded(stats.expanded)),
                    Ok(Some(_)) => Ok(Cost::GivenUp(hardest.nodes)),
                    Err(fault) => Err(Failure::Wrong(format!("wrong: {board}  {}: {fault}", hardest.entry.name))),
                }
            };
            portion.iter().map(cost).collect()
        })
        .collect();
    // The first failure in the order of the boards, whichever thread came first.
    portions.into_iter().try_fold(Vec::with_capacity(boards.len()), |mut all, portion| {
        all.append(&mut portion?);
        Ok(all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Registry;
    use chivalry_engine::{Engine, Outcome, Stats};

    fn plan() -> Plan {
        Plan { goal: Board::GOAL, seed: 1, depths: Depth::All, per_depth: 10, random: 0, hardest: None }
    }

    fn idastar() -> Entry {
        Registry::bundled().find("idastar").unwrap()
    }

    fn these(text: &str) -> Depth {
        Depth::These(text.split(',').map(|part| part.parse().unwrap()).collect())
    }

    fn lines(plan: &Plan) -> Vec<Line> {
        let mut lines = Vec::new();
        let never = AtomicBool::new(false);
        run(plan, &plan.depths().unwrap(), &never, |part| {
            lines.extend(part.lines());
            Ok(false)
        })
        .unwrap();
        lines
    }

    #[test]
    fn distances_are_read() {
        for (text, first, last) in [("7", 7, 7), ("0..39", 0, 39), ("3..3", 3, 3), ("0..=4", 0, 4), ("255", 255, 255)] {
            assert_eq!(text.parse(), Ok(Depths { first, last }));
        }
        for text in ["", "..", "1..", "..1", "5..3", "256", "-1", "+1", "1.5", "1...2", "a", "1..2..3", "٣"] {
            assert!(text.parse::<Depths>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn distances_are_listed_as_they_are_read() {
        assert_eq!(list(&[0, 1, 2, 5, 7, 8]), "0..2,5,7..8");
        assert_eq!(list(&[]), "");
        assert_eq!(list(&[254, 255]), "254..255");
        let plan = Plan { depths: these("7..8,5,0..2,1,8"), ..plan() };
        assert_eq!(plan.depths().unwrap(), [0, 1, 2, 5, 7, 8]);
        assert!(Plan { depths: these("3,40"), ..plan }.depths().unwrap_err().contains("39 moves away"));
    }

    /// Without replacement, and each board as likely as the others: were the last never drawn, or the first too often, nobody would see it in
    /// a corpus.
    #[test]
    fn draws_are_fair() {
        let all: Vec<Board> = Board::all().take(6).collect();
        let mut counts = [[0_u32; 6]; 3];
        for seed in 0..6000 {
            let mut boards = all.clone();
            Random::new(seed).draw(&mut boards, 3);
            assert_eq!(boards.len(), 3);
            for (place, board) in boards.iter().enumerate() {
                counts[place][board.rank() as usize] += 1;
            }
            boards.sort_unstable();
            boards.dedup();
            assert_eq!(boards.len(), 3);
        }
        assert!(counts.iter().flatten().all(|count| (880..1120).contains(count)), "{counts:?}");
    }

    #[test]
    fn the_boards_of_a_distance_depend_on_seed_and_distance_alone() {
        let all = lines(&Plan { depths: these("5..9"), ..plan() });
        let seven: Vec<_> = all.iter().copied().filter(|line| line.distance == 7).collect();
        assert_eq!(lines(&Plan { depths: these("7"), ..plan() }), seven);
        assert_eq!(lines(&Plan { depths: these("7"), per_depth: 30, ..plan() })[..10], seven);
        assert_ne!(lines(&Plan { depths: these("7"), seed: 2, ..plan() }), seven);
    }

    #[test]
    fn random_boards_are_those_of_the_other_commands() {
        let boards: Vec<_> = lines(&Plan { depths: Depth::These(vec![]), random: 1000, seed: 5, ..plan() })
            .iter()
            .map(|line| line.board)
            .collect();
        assert_eq!(boards, Random::new(5).boards(1000));
    }

    /// Against a plain sort of all boards of a distance.
    #[test]
    fn the_hardest_are_the_hardest() {
        let entry = idastar();
        let hardest = Hardest { entry, candidates: 5000, nodes: u64::MAX, max_moves: None };
        let plan = Plan { depths: these("7"), per_depth: 5, hardest: Some(hardest.clone()), ..plan() };
        let found: Vec<_> = lines(&plan).into_iter().map(|line| line.cost.unwrap()).collect();
        let boards = tables::shared(Board::GOAL).boards_at(7);
        assert_eq!(boards.len(), 2440);
        let mut costs: Vec<_> = boards
            .into_iter()
            .map(|board| {
                Cost::Expanded(
                    idastar().make().solve(&Problem::new(board), &chivalry_engine::Budget::UNLIMITED).1.expanded,
                )
            })
            .collect();
        costs.sort_unstable();
        costs.reverse();
        assert_eq!(found, costs[..5]);
        // What is given up is dearer than what is not.
        let given_up = Hardest { nodes: 20, ..hardest.clone() };
        let found = lines(&Plan { hardest: Some(given_up.clone()), ..plan.clone() });
        assert!(found.iter().all(|line| line.cost == Some(Cost::GivenUp(20))));
        let other = lines(&Plan { per_depth: 2440, hardest: Some(given_up), ..plan });
        let kept = other.iter().filter(|line| line.cost == Some(Cost::GivenUp(20))).count();
        assert!(kept > 5 && kept < 2440);
        assert!(other.is_sorted_by_key(|line| std::cmp::Reverse(line.cost)));
        assert!(other[kept..].iter().all(|line| matches!(line.cost, Some(Cost::Expanded(count)) if count <= 20)));
    }

    /// Finds every path, but denies that it has found any of three moves.
    struct Denier;

    impl Engine for Denier {
        fn name(&self) -> &'static str {
            "denier"
        }

        fn solve(&mut self, problem: &Problem, budget: &chivalry_engine::Budget) -> (Outcome, Stats) {
            let (outcome, stats) = idastar().make().solve(problem, budget);
            (if outcome.distance() == Some(3) { problem.none_within() } else { outcome }, stats)
        }
    }

    #[test]
    fn a_wrong_engine_finds_nothing() {
        let entry = Entry::new("denier", "", || Box::new(Denier));
        let hardest = Hardest { entry, candidates: 50, nodes: u64::MAX, max_moves: Some(15) };
        let plan = Plan { depths: these("2..4"), hardest: Some(hardest), ..plan() };
        let mut parts = 0;
        let stop = AtomicBool::new(false);
        let result = run(&plan, &plan.depths().unwrap(), &stop, |_| {
            parts += 1;
            Ok(false)
        });
        assert!(matches!(result, Err(Failure::Wrong(message)) if message.contains("denier: expected 3 moves")));
        assert_eq!(parts, 1);
    }

    #[test]
    fn it_stops_when_told_and_where_nobody_reads() {
        let entry = idastar();
        let hardest = Hardest { entry, candidates: 50, nodes: u64::MAX, max_moves: None };
        for hardest in [None, Some(hardest)] {
            let plan = Plan { depths: these("2..4"), hardest, ..plan() };
            let (stop, mut parts) = (AtomicBool::new(false), 0);
            let result = run(&plan, &[2, 3, 4], &stop, |_| {
                parts += 1;
                stop.store(true, Ordering::Relaxed);
                Ok(false)
            });
            assert!(matches!(result, Err(Failure::Stopped)));
            assert_eq!(parts, 1);
            let result = run(&plan, &[2, 3, 4], &AtomicBool::new(false), |_| {
                parts += 1;
                Ok(parts == 3)
            });
            assert!(result.is_ok() && parts == 3);
        }
    }

    /// Few are left, so that they are listed; and none at all.
    #[test]
    fn random_boards_are_none_of_the_others() {
        let mut chosen = BoardSet::default();
        let left: Vec<Board> = Board::all().step_by(10_000_000).collect();
        for board in Board::all().filter(|board| !left.contains(board)) {
            chosen.insert(board);
        }
        assert_eq!(chosen.count(), Board::COUNT - 7);
        for (count, found) in [(1, 1), (3, 3), (4, 4), (7, 7), (8, 7), (u32::MAX, 7)] {
            let mut copy = chosen.clone();
            let mut boards = others(&mut copy, count, &mut Random::new(1));
            boards.sort_unstable();
            boards.dedup();
            assert!(boards.len() == found && boards.iter().all(|board| left.contains(board)), "{count}");
        }
        for &board in &left {
            chosen.insert(board);
        }
        assert_eq!(others(&mut chosen, 5, &mut Random::new(1)), []);
    }

    #[test]
    fn what_is_not_as_asked_is_told() {
        let mut notes = Vec::new();
        let entry = idastar();
        let hardest = Hardest { entry, candidates: 10, nodes: 4, max_moves: None };
        for hardest in [None, Some(hardest)] {
            let plan = Plan { depths: these("0,5"), hardest, ..plan() };
            run(&plan, &[0, 5], &AtomicBool::new(false), |part| {
                notes.push(part.note());
                Ok(false)
            })
            .unwrap();
        }
        let few = Some("distance 0 has 1 board, 10 were asked for".to_string());
        assert_eq!(notes[..3], [few.clone(), None, few]);
        assert!(notes[3].as_ref().is_some_and(|note| note.contains(" of 10 were given up")), "{notes:?}");
    }
}
