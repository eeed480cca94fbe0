//! Engines held against each other and against the exact distance.
//!
//! Every path is replayed by [`chivalry_engine::check`]. The distance that decides is the one that a corpus states. It
//! does not count if a replayed path is shorter, if its parity is impossible, or if two engines or more agree on
//! another one. Then the shortest path found decides.

use super::Verdict;
use super::report::Report;
use crate::engines::{Entry, Patience};
use chivalry_board::Board;
use chivalry_corpus::Case;
use chivalry_engine::{Outcome, Problem, check};
use rayon::prelude::*;
use std::convert::Infallible;

/// What is said of the outcomes of all engines on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// The distance, as stated or found; `None` where there is none within the limit or nothing is known.
    pub(crate) distance: Option<u8>,
    /// One for each outcome.
    pub(crate) verdicts: Vec<Verdict>,
    /// Whether the stated distance is wrong; then `distance` is what was found instead.
    pub(crate) misstated: bool,
}

/// Judges the outcomes of several engines on one problem, `stated` being the distance that a corpus states.
pub(crate) fn judge(problem: &Problem, stated: Option<u8>, outcomes: &[Outcome]) -> Judgement {
    let sound = |outcome: &Outcome| check(problem, outcome, None).is_ok();
    let lengths = || outcomes.iter().filter(|outcome| sound(outcome)).filter_map(Outcome::distance);
    let shortest = lengths().min().and_then(|length| u8::try_from(length).ok());
    let misstated = stated.is_some_and(|stated| contradicted(problem, stated, shortest, outcomes));
    let distance = if misstated { shortest } else { stated.or(shortest) };
    let verdicts = outcomes.iter().map(|outcome| Verdict::of(problem, outcome, distance)).collect();
    Judgement { distance, verdicts, misstated }
}

/// Whether what was found speaks against the stated distance more than against the engines.
fn contradicted(problem: &Problem, stated: u8, shortest: Option<u8>, outcomes: &[Outcome]) -> bool {
    if stated % 2 != problem.parity() || shortest.is_some_and(|shortest| shortest < stated) {
        return true;
    }
    let mut answers = outcomes.iter().filter(|outcome| check(problem, outcome, None) == Ok(None));
    let Some(first) = answers.next() else { return false };
    let (agreed, others) = answers
        .fold((true, 0), |(agreed, count), outcome| (agreed && outcome.distance() == first.distance(), count + 1));
    agreed && others > 0 && check(problem, first, Some(stated)).is_err()
}

/// What engines are asked on each board.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The engines, each with its patience for a board.
    pub(crate) engines: Vec<(Entry, Patience)>,
    /// The board to reach.
    pub(crate) goal: Board,
    /// The limit that they are given.
    pub(crate) max_moves: Option<u8>,
}

impl Plan {
    /// Makes ready what the engines share.
    pub(crate) fn prepare(&self) {
        self.engines.iter().for_each(|(entry, _)| entry.prepare(self.goal));
    }
}

/// Boards that one thread takes at a time. Engines are made anew for them, so that a faulty engine that keeps results
/// cannot make the report depend on the number of threads.
pub(super) const PORTION: usize = 64;

/// Has new engines solve some boards of a corpus, and judges what they answer.
pub(super) fn portion<E>(
    plan: &Plan,
    corpus: &str,
    cases: impl Iterator<Item = Case>,
    judge: impl Fn(&Problem, Option<u8>, &[Outcome]) -> Result<Judgement, E>,
) -> Result<Report, E> {
    let mut made: Vec<_> = plan.engines.iter().map(|(entry, patience)| (entry.make(), patience)).collect();
    let mut report = Report::new(plan);
    for case in cases {
        let problem = Problem { start: case.board, goal: plan.goal, max_moves: plan.max_moves };
        let solves = made.iter_mut().map(|(engine, patience)| engine.solve(&problem, &patience.from_now()));
        let (outcomes, stats): (Vec<_>, Vec<_>) = solves.unzip();
        report.record(corpus, case, &judge(&problem, case.exact, &outcomes)?, &stats);
    }
    Ok(report)
}

/// Has every engine of a plan solve every board of a corpus, on all threads, and judges what they answer.
///
/// The report is the same at every number of threads. `done` is told how many more boards are done.
pub(crate) fn run(plan: &Plan, corpus: &str, cases: &[Case], done: impl Fn(u64) + Sync) -> Report {
    plan.prepare();
    let reports = cases.par_chunks(PORTION).map(|cases| {
        let judge = |problem: &_, stated, outcomes: &_| Ok::<_, Infallible>(judge(problem, stated, outcomes));
        let Ok(report) = portion(plan, corpus, cases.iter().copied(), judge);
        done(cases.len() as u64);
        report
    });
    reports.reduce(|| Report::new(plan), Report::and)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Registry;
    use crate::verify::report::Conclusion;
    use chivalry_engine::{Budget, Engine, Path, Stats};
    use chivalry_idastar::IdaStar;

    /// What a liar makes of an outcome.
    type Lie = fn(&Problem, Outcome) -> Outcome;

    /// Solves by another engine and then does as it likes.
    struct Liar(Lie);

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = <IdaStar>::new().solve(problem, budget);
            ((self.0)(problem, outcome), stats)
        }
    }

    /// Boards of many distances, the stated distance with each.
    fn cases() -> Vec<Case> {
        chivalry_corpus::read(chivalry_corpus::BUNDLED.as_bytes(), chivalry_corpus::Form::Corpus).unwrap()
    }

    /// A board seven moves from the goal, with a stated distance.
    fn seven(stated: u8) -> Case {
        Case { board: "10110/01*11/10111/01001/00000".parse().unwrap(), exact: Some(stated), line: 1 }
    }

    fn checked(engines: Vec<Entry>, patience: Patience, cases: &[Case]) -> Report {
        let engines = engines.into_iter().map(|entry| (entry, patience)).collect();
        run(&Plan { engines, goal: Board::GOAL, max_moves: Some(15) }, "bundled", cases, |_| {})
            .concluded(Conclusion::Agreed)
    }

    fn all(cases: &[Case]) -> Report {
        checked(Registry::bundled().engines(), Patience::default(), cases)
    }

    #[test]
    fn honest_engines_agree() {
        let report = all(&cases());
        assert_eq!((report.boards, report.stated, report.verdict), (389, 389, Conclusion::Agreed));
        for tally in &report.engines {
            assert_eq!((tally.right, tally.none_within, tally.out_of_budget, tally.wrong), (149, 240, 0, 0));
        }
        assert_eq!(all(&[]).verdict, Conclusion::Nothing);
    }

    #[test]
    fn liars_are_caught_with_and_without_stated_distances() {
        let unstated: Vec<_> = cases().into_iter().map(|case| Case { exact: None, ..case }).collect();
        let liars: [(&str, Lie); 5] = [
            ("denies the farthest", |problem, outcome| match outcome.distance() {
                Some(15) => problem.none_within(),
                _ => outcome,
            }),
            ("answers for another limit", |_, outcome| match outcome {
                Outcome::NoneWithin(limit) => Outcome::NoneWithin(limit - 1),
                outcome => outcome,
            }),
            ("takes a detour", |problem, outcome| match outcome {
                Outcome::Solved(mut path) if path.len() < 14 => {
                    let blank = path.moves.last().map_or(problem.start.blank(), |step| step.from);
                    let aside = blank.jumps().iter().next().unwrap();
                    path.moves.extend(Path::of_blank([blank, aside, blank]).moves);
                    Outcome::Solved(path)
                }
                outcome => outcome,
            }),
            ("invents the last move", |_, outcome| match outcome {
                Outcome::Solved(mut path) if path.len() > 2 => {
                    path.moves.swap(0, 1);
                    Outcome::Solved(path)
                }
                outcome => outcome,
            }),
            ("solves nothing", |problem, _| problem.none_within()),
        ];
        for (what, lie) in liars {
            for cases in [&cases(), &unstated] {
                let mut engines = Registry::bundled().engines();
                engines.push(Entry::new("liar", "", move || Box::new(Liar(lie))));
                let report = checked(engines, Patience::default(), cases);
                let Some((liar, honest)) = report.engines.split_last() else { panic!("no engines") };
                assert!(liar.wrong > 0, "{what}");
                assert!(honest.iter().all(|tally| tally.wrong == 0), "{what}");
                assert_eq!((report.disagreements, report.list.len() as u64), (liar.wrong, liar.wrong), "{what}");
                assert!(report.list.iter().all(|found| found.engine.as_deref() == Some("liar")), "{what}");
            }
        }
    }

    #[test]
    fn a_wrong_distance_in_the_corpus_is_its_own_fault() {
        for wrong in [2, 6, 8, 9, 17] {
            let report = all(&[seven(wrong)]);
            let [found] = &report.list[..] else { panic!("{:?}", report.list) };
            assert_eq!((&found.engine, found.line, found.distance), (&None, 1, Some(7)));
            assert_eq!(found.message, format!("the corpus states {wrong} moves, the engines found 7"));
            assert!(report.engines.iter().all(|tally| tally.right == 1));
        }
    }

    /// However many there are, none is dropped.
    #[test]
    fn every_wrong_distance_is_listed() {
        let cases: Vec<_> = (1..=1556).map(|line| Case { line, ..seven(9) }).collect();
        let report = all(&cases);
        assert_eq!(report.disagreements, 1556);
        assert!(report.list.iter().map(|found| found.line).eq(1..=1556));
    }

    #[test]
    fn one_engine_alone_loses_against_a_stated_distance() {
        let alone = |case| checked(vec![Registry::bundled().engines().remove(0)], Patience::default(), &[case]);
        assert_eq!(alone(seven(5)).engines[0].wrong, 1);
        // But a shorter path is a proof.
        let report = alone(seven(9));
        assert_eq!(report.engines[0].right, 1);
        assert_eq!(report.list[0].engine, None);
    }

    #[test]
    fn running_out_is_no_answer() {
        let patience = Patience { nodes: Some(1), ..Patience::default() };
        let report = checked(Registry::bundled().engines(), patience, &cases());
        assert_eq!(report.verdict, Conclusion::Inconclusive);
        assert!(report.engines.iter().all(|tally| tally.out_of_budget > 200));
    }
}
