//! Engines held against each other and against the exact distance.
//!
//! Every path is replayed by [`chivalry_engine::check`]. What decides, in this order: a path that replays is a proof that the
//! distance is no greater; the distance that a corpus states, unless such a path is shorter, its parity is impossible, or two
//! engines or more agree that it is something else; the shortest path found.

use crate::cli::options::{Patience, Search};
use crate::engines::{self as registry, Entry};
use chivalry_corpus::Case;
use chivalry_engine::{Engine, Fault, Outcome, Problem, Resource, Stats, check};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A stated distance that cannot stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misstated {
    /// The distance stated.
    pub stated: u8,
    /// What was found instead; `None` for no path within the limit.
    pub found: Option<u8>,
}

impl fmt::Display for Misstated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "the corpus states {} moves, the engines found {found}", self.stated),
            None => write!(f, "the corpus states {} moves, the engines found none within the limit", self.stated),
        }
    }
}

/// What is said of the outcomes of all engines on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The distance, as stated or found; `None` where there is none within the limit or nothing is known.
    pub distance: Option<u8>,
    /// One for each outcome.
    pub verdicts: Vec<Verdict>,
    /// Whether the stated distance is wrong.
    pub misstated: Option<Misstated>,
}

/// Judges the outcomes of several engines on one problem, `stated` being the distance that a corpus states.
pub fn judge(problem: &Problem, stated: Option<u8>, outcomes: &[&Outcome]) -> Judgement {
    let sound = |outcome: &Outcome| check(problem, outcome, None).is_ok();
    let lengths = || outcomes.iter().filter(|outcome| sound(outcome)).filter_map(|outcome| outcome.distance());
    let shortest = lengths().min().and_then(|length| u8::try_from(length).ok());
    let misstated = stated.filter(|&stated| contradicted(problem, stated, shortest, outcomes));
    let misstated = misstated.map(|stated| Misstated { stated, found: shortest });
    let distance = if misstated.is_some() { shortest } else { stated.or(shortest) };
    let verdicts = outcomes
        .iter()
        .map(|outcome| Verdict::of(problem, outcome, distance))
        .collect();
    Judgement { distance, verdicts, misstated }
}

/// Whether what was found speaks against the stated distance more than against the engines.
fn contradicted(problem: &Problem, stated: u8, shortest: Option<u8>, outcomes: &[&Outcome]) -> bool {
    if stated % 2 != problem.parity() || shortest.is_some_and(|shortest| shortest < stated) {
        return true;
    }
    let mut answers = outcomes.iter().filter(|outcome| check(problem, outcome, None) == Ok(None));
    let Some(first) = answers.next() else { return false };
    let (agreed, others) = answers
        .fold((true, 0), |(agreed, count), outcome| (agreed && outcome.distance() == first.distance(), count + 1));
    agreed && others > 0 && check(problem, first, Some(stated)).is_err()
}

/// Counts of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards solved right.
    pub right: u64,
    /// Boards without a path within the limit.
    pub none_within: u64,
    /// Boards given up.
    pub out_of_budget: u64,
    /// Boards answered wrong.
    pub wrong: u64,
    /// States expanded on all of them.
    pub expanded: u64,
}

impl Tally {
    /// Counts a verdict.
    pub fn count(&mut self, verdict: Verdict, stats: Stats) {
        let count = match verdict {
            Verdict::Solved => &mut self.right,
            Verdict::NoneWithin => &mut self.none_within,
            Verdict::OutOfBudget(_) => &mut self.out_of_budget,
            Verdict::Wrong(_) => &mut self.wrong,
        };
        *count += 1;
        self.expanded += stats.expanded;
    }

    /// Adds the counts of other boards.
    pub fn add(&mut self, other: &Self) {
        self.right += other.right;
        self.none_within += other.none_within;
        self.out_of_budget += other.out_of_budget;
        self.wrong += other.wrong;
        self.expanded += other.expanded;
    }
}

/// A board on which something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The board and where it comes from.
    pub case: Case,
    /// What is wrong with it.
    pub culprit: Culprit,
}

/// Who is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// An engine.
    Engine(&'static str, Fault),
    /// The corpus.
    Corpus(Misstated),
}

/// The most disagreements that are kept; beyond them they are counted only.
pub const MOST_KEPT: usize = 1000;

/// The result of a cross-check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The boards checked.
    pub boards: u64,
    /// Those of them whose exact distance was known beforehand.
    pub stated: u64,
    /// One for each engine, in their order.
    pub tallies: Vec<Tally>,
    /// The first disagreements, in the order of the boards.
    pub disagreements: Vec<Disagreement>,
    /// How many disagreements there were.
    pub disagreement_count: u64,
}

impl Report {
    /// Adds a disagreement.
    fn disagree(&mut self, disagreement: Disagreement) {
        self.disagreement_count += 1;
        if self.disagreements.len() < MOST_KEPT {
            self.disagreements.push(disagreement);
        }
    }

    /// Adds what came after.
    pub fn append(&mut self, mut later: Self) {
        self.boards += later.boards;
        self.stated += later.stated;
        self.tallies.resize(self.tallies.len().max(later.tallies.len()), Tally::default());
        for (tally, other) in self.tallies.iter_mut().zip(&later.tallies) {
            tally.add(other);
        }
        later.disagreements.truncate(MOST_KEPT - self.disagreements.len());
        self.disagreements.append(&mut later.disagreements);
        self.disagreement_count += later.disagreement_count;
    }

    /// Adds a board.
    pub fn record(&mut self, engines: &[Entry], case: Case, judgement: &Judgement, stats: &[Stats]) {
        self.boards += 1;
        self.stated += u64::from(case.exact.is_some());
        self.tallies.resize(engines.len(), Tally::default());
        if let Some(misstated) = judgement.misstated {
            self.disagree(Disagreement { case, culprit: Culprit::Corpus(misstated) });
        }
        for (index, (&verdict, &stats)) in judgement.verdicts.iter().zip(stats).enumerate() {
            self.tallies[index].count(verdict, stats);
            if let Verdict::Wrong(fault) = verdict {
                self.disagree(Disagreement { case, culprit: Culprit::Engine(engines[index].name, fault) });
            }
        }
    }
}

/// Boards that one thread takes at a time. Engines are made anew for them: what a faulty engine keeps from one board to the next cannot
/// make the report depend on the number of threads.
const PORTION: usize = 64;

/// Has every engine solve every board, on all threads, and judges the outcomes. The report is the same at every number of threads.
///
/// `patience` gives the budget of each engine; `progress` is told how many boards are done, a portion at a time.
pub fn run(
    engines: &[Entry],
    cases: &[Case],
    search: &Search,
    max_moves: Option<u8>,
    patience: impl Fn(&Entry) -> Patience + Sync,
    progress: impl Fn(u64) + Sync,
) -> Report {
    registry::prepare(engines, search.goal);
    let portions: Vec<_> = cases
        .par_chunks(PORTION)
        .map(|portion| {
            let mut made: Vec<(Box<dyn Engine>, Patience)> =
                engines.iter().map(|entry| ((entry.make)(), patience(entry))).collect();
            let mut report = Report::default();
            for &case in portion {
                let problem = search.problem(case.board, max_moves);
                let (outcomes, stats): (Vec<_>, Vec<_>) =
                    made.iter_mut().map(|(engine, patience)| engine.solve(&problem, &patience.from_now())).unzip();
                let outcomes: Vec<_> = outcomes.iter().collect();
                report.record(engines, case, &judge(&problem, case.exact, &outcomes), &stats);
            }
            progress(portion.len() as u64);
            report
        })
        .collect();
    portions.into_iter().fold(Report::default(), |mut sum, report| {
        sum.append(report);
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::ENGINES;
    use chivalry_board::Board;
    use chivalry_engine::{Budget, Path};
    use clap::Parser;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        search: Search,
    }

    fn search() -> Search {
        Options::parse_from(["test"]).search
    }

    /// Solves by another engine and then does as it likes.
    struct Liar(fn(&Problem, Outcome) -> Outcome);

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = (ENGINES[0].make)().solve(problem, budget);
            ((self.0)(problem, outcome), stats)
        }
    }

    type Make = fn() -> Box<dyn Engine>;

    fn liar(make: Make) -> Entry {
        Entry { name: "liar", summary: "", needs_limit: false, make }
    }

    /// Boards of many distances, the stated distance with each.
    fn cases() -> Vec<Case> {
        chivalry_corpus::read(chivalry_corpus::BUNDLED.as_bytes(), chivalry_corpus::Form::Corpus).unwrap()
    }

    fn check_with(entry: Entry, cases: &[Case]) -> Report {
        let engines: Vec<_> = ENGINES.iter().copied().chain([entry]).collect();
        run(&engines, cases, &search(), Some(15), |_| search().patience(), |_| {})
    }

    #[test]
    fn honest_engines_agree() {
        let report = run(ENGINES, &cases(), &search(), Some(15), |_| search().patience(), |_| {});
        assert_eq!((report.boards, report.stated, report.disagreement_count), (389, 389, 0));
        for tally in &report.tallies {
            assert_eq!((tally.right, tally.none_within, tally.out_of_budget, tally.wrong), (149, 240, 0, 0));
        }
    }

    #[test]
    fn liars_are_caught_with_and_without_stated_distances() {
        let unstated: Vec<_> = cases().into_iter().map(|case| Case { exact: None, ..case }).collect();
        let liars: [(&str, Make); 5] = [
            ("denies the farthest", || {
                Box::new(Liar(|problem, outcome| match outcome.distance() {
                    Some(15) => problem.none_within(),
                    _ => outcome,
                }))
            }),
            ("answers for another limit", || {
                Box::new(Liar(|_, outcome| match outcome {
                    Outcome::NoneWithin(limit) => Outcome::NoneWithin(limit - 1),
                    outcome => outcome,
                }))
            }),
            ("takes a detour", || {
                Box::new(Liar(|problem, outcome| match outcome {
                    Outcome::Solved(mut path) if path.len() < 14 => {
                        let blank = path.moves.last().map_or(problem.start.blank(), |step| step.from);
                        let aside = blank.jumps().iter().next().unwrap();
                        path.moves.extend(Path::of_blank([blank, aside, blank]).moves);
                        Outcome::Solved(path)
                    }
                    outcome => outcome,
                }))
            }),
            ("invents the last move", || {
                Box::new(Liar(|_, outcome| match outcome {
                    Outcome::Solved(mut path) if path.len() > 2 => {
                        path.moves.swap(0, 1);
                        Outcome::Solved(path)
                    }
                    outcome => outcome,
                }))
            }),
            ("solves nothing", || Box::new(Liar(|problem, _| problem.none_within()))),
        ];
        for (what, make) in liars {
            for cases in [&cases(), &unstated] {
                let report = check_with(liar(make), cases);
                let (honest, liar) = report.tallies.split_at(ENGINES.len());
                assert!(liar[0].wrong > 0, "{what}");
                assert!(honest.iter().all(|tally| tally.wrong == 0), "{what}");
                assert_eq!(report.disagreement_count, liar[0].wrong, "{what}");
            }
        }
    }

    #[test]
    fn a_wrong_distance_in_the_corpus_is_its_own_fault() {
        for wrong in [2, 6, 8, 9, 17] {
            let board: Board = "10110/01*11/10111/01001/00000".parse().unwrap();
            let case = Case { board, exact: Some(wrong), line: 1 };
            let report = run(ENGINES, &[case], &search(), Some(15), |_| search().patience(), |_| {});
            let misstated = Misstated { stated: wrong, found: Some(7) };
            assert_eq!(report.disagreements, [Disagreement { case, culprit: Culprit::Corpus(misstated) }]);
            assert!(report.tallies.iter().all(|tally| tally.right == 1));
        }
    }

    #[test]
    fn one_engine_alone_loses_against_a_stated_distance() {
        let board: Board = "10110/01*11/10111/01001/00000".parse().unwrap();
        let case = Case { board, exact: Some(5), line: 1 };
        let report = run(&ENGINES[..1], &[case], &search(), Some(15), |_| search().patience(), |_| {});
        assert_eq!(report.tallies[0].wrong, 1);
        // But a shorter path is a proof.
        let case = Case { exact: Some(9), ..case };
        let report = run(&ENGINES[..1], &[case], &search(), Some(15), |_| search().patience(), |_| {});
        assert_eq!(report.tallies[0].right, 1);
        assert!(matches!(report.disagreements[0].culprit, Culprit::Corpus(_)));
    }

    #[test]
    fn running_out_is_no_answer() {
        let patience = Patience { nodes: 1, ..search().patience() };
        let report = run(ENGINES, &cases(), &search(), Some(15), |_| patience, |_| {});
        assert_eq!(report.disagreement_count, 0);
        assert!(report.tallies.iter().all(|tally| tally.out_of_budget > 200));
    }
}
