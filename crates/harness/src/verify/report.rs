//! What came of a check: counts for each engine, and what is wrong.

use super::Verdict;
use super::check::{Judgement, Plan};
use crate::engines::{Entry, Patience};
use crate::json;
use chivalry_board::Board;
use chivalry_corpus::Case;
use chivalry_engine::Stats;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What came of a check: the document of `verify --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The goal.
    #[serde(with = "json::board")]
    pub(crate) goal: Board,
    /// The limit, `None` where there is none.
    pub(crate) max_moves: Option<u8>,
    /// What is concluded.
    pub(crate) verdict: Conclusion,
    /// The boards checked.
    pub(crate) boards: u64,
    /// Those of them whose exact distance was known beforehand.
    pub(crate) stated: u64,
    /// How many disagreements there were.
    pub(crate) disagreements: u64,
    /// Each engine's counts, in the order of the engines.
    pub(crate) engines: Vec<Tally>,
    /// Every disagreement, in the order of the boards; of all boards there are, only each engine's nearest to the goal.
    pub(crate) list: Vec<Disagreement>,
}

/// Counts of one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Its name.
    pub(crate) engine: String,
    /// What it might spend on a board.
    #[serde(flatten)]
    pub(crate) patience: Patience,
    /// Boards solved right.
    pub(crate) right: u64,
    /// Boards without a path within the limit.
    pub(crate) none_within: u64,
    /// Boards given up.
    pub(crate) out_of_budget: u64,
    /// Boards answered wrong.
    pub(crate) wrong: u64,
    /// States expanded on all of them.
    pub(crate) expanded: u64,
}

/// A board on which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Disagreement {
    /// The file, or what the boards are.
    pub(crate) corpus: String,
    /// The line of the file, the number of the random board, or the rank among all boards.
    pub(crate) line: u64,
    /// The board.
    #[serde(with = "json::board")]
    pub(crate) board: Board,
    /// Its distance to the goal, as far as is known; `None` also where there is none within the limit.
    pub(crate) distance: Option<u8>,
    /// The engine that is wrong; `None` where the corpus is.
    pub(crate) engine: Option<String>,
    /// What was expected and what was found.
    pub(crate) message: String,
}

/// What is concluded from a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Conclusion {
    /// All agreed, on some boards.
    Agreed,
    /// It holds on all boards that it is about.
    Proven,
    /// Somebody is wrong.
    Disagreed,
    /// A lower bound is none.
    Disproven,
    /// Nobody is wrong, but boards were given up.
    Inconclusive,
    /// There was no board.
    Nothing,
}

impl Report {
    /// Before anything was checked.
    pub(crate) fn new(plan: &Plan) -> Self {
        let tally = |(entry, patience): &(Entry, Patience)| {
            let (engine, patience) = (entry.name.clone(), *patience);
            Tally { engine, patience, ..Tally::default() }
        };
        Self {
            goal: plan.goal,
            max_moves: plan.max_moves,
            verdict: Conclusion::Nothing,
            boards: 0,
            stated: 0,
            disagreements: 0,
            engines: plan.engines.iter().map(tally).collect(),
            list: Vec::new(),
        }
    }

    /// Adds a board of a corpus.
    pub(super) fn record(&mut self, corpus: &str, case: Case, judgement: &Judgement, stats: &[Stats]) {
        self.boards += 1;
        self.stated += u64::from(case.exact.is_some());
        let Case { board, line, .. } = case;
        let mut disagree = |engine: Option<&str>, message| {
            let (corpus, engine) = (corpus.to_owned(), engine.map(str::to_owned));
            self.disagreements += 1;
            self.list.push(Disagreement { corpus, line, board, distance: judgement.distance, engine, message });
        };
        if let Some(stated) = case.exact.filter(|_| judgement.misstated) {
            let found = judgement.distance.map_or("none within the limit".into(), |found| found.to_string());
            disagree(None, format!("the corpus states {stated} moves, the engines found {found}"));
        }
        for (tally, (verdict, stats)) in self.engines.iter_mut().zip(judgement.verdicts.iter().zip(stats)) {
            tally.expanded += stats.expanded;
            match verdict {
                Verdict::Solved => tally.right += 1,
                Verdict::NoneWithin => tally.none_within += 1,
                Verdict::OutOfBudget(_) => tally.out_of_budget += 1,
                Verdict::Wrong(fault) => {
                    tally.wrong += 1;
                    disagree(Some(&tally.engine), fault.to_string());
                }
            }
        }
    }

    /// This, and what the same engines did on boards that came after.
    pub(crate) fn and(mut self, later: Self) -> Self {
        self.boards += later.boards;
        self.stated += later.stated;
        self.disagreements += later.disagreements;
        for (tally, other) in self.engines.iter_mut().zip(later.engines) {
            tally.right += other.right;
            tally.none_within += other.none_within;
            tally.out_of_budget += other.out_of_budget;
            tally.wrong += other.wrong;
            // It may come from a file, where nothing bounds it.
            tally.expanded = tally.expanded.saturating_add(other.expanded);
        }
        self.list.extend(later.list);
        self
    }

    /// The same with one wrong answer for each engine: the nearest to the goal. Of several that are as near, it is the
    /// first by the board's one line.
    pub(crate) fn nearest(mut self) -> Self {
        self.list.sort_by_cached_key(|found| (found.distance, found.board.to_string()));
        let mut seen = BTreeSet::new();
        self.list.retain(|found| seen.insert(found.engine.clone()));
        self
    }

    /// The same with what is concluded from it: `good` where all agreed.
    pub(crate) fn concluded(mut self, good: Conclusion) -> Self {
        self.verdict = if self.boards == 0 {
            Conclusion::Nothing
        } else if self.disagreements > 0 {
            Conclusion::Disagreed
        } else if self.engines.iter().any(|tally| tally.out_of_budget > 0) {
            Conclusion::Inconclusive
        } else {
            good
        };
        self
    }

    /// Whether its counts fit together as those of a check of all boards do.
    pub(super) fn adds_up(&self) -> bool {
        let boards = |tally: &Tally| {
            let counts = [tally.right, tally.none_within, tally.out_of_budget, tally.wrong];
            counts.into_iter().map(u128::from).sum::<u128>()
        };
        let wrong = || self.engines.iter().map(|tally| tally.wrong);
        self.stated == self.boards
            && self.engines.iter().all(|tally| boards(tally) == self.boards.into())
            && wrong().map(u128::from).sum::<u128>() == self.disagreements.into()
            && wrong().filter(|&wrong| wrong > 0).count() == self.list.len()
    }
}
