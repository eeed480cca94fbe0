//! What was proven: by which build, of which boards, with what result. Text and JSON are made of it, and the files of shards hold it.

use super::check::Plan;
use super::report::{Conclusion, Report};
use super::space::{Shard, Subset};
use crate::engines::LowerBound;
use crate::json;
use chivalry_board::{Board, Square};
use chivalry_table::Wide;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The name of the form, in each statement.
const SCHEMA: &str = "chivalry-proof";

/// Its version. Others are not read.
const VERSION: u32 = 2;

/// What was proven of engines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Statement {
    /// `chivalry-proof`.
    schema: String,
    /// The version of this form.
    version: u32,
    /// The version of the program.
    pub(crate) program: String,
    /// The commit from which it was made, `-dirty` behind it where there were changes since.
    pub(crate) commit: String,
    /// Which boards of the shard it is about.
    pub(crate) subset: Subset,
    /// The shard, `K/N`.
    pub(crate) shard: Shard,
    /// The time taken, in seconds; of shards, the sum.
    pub(crate) seconds: f64,
    /// The threads at work; of shards, the most.
    pub(crate) threads: usize,
    /// The boards and the engines' counts.
    #[serde(flatten)]
    pub(crate) report: Report,
}

impl Statement {
    /// What is to be proven, before anything was checked.
    pub(crate) fn new(plan: &Plan, (shard, subset): (Shard, Subset), commit: &str) -> Self {
        Self {
            schema: SCHEMA.into(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").into(),
            commit: commit.into(),
            subset,
            shard,
            seconds: 0.0,
            threads: rayon::current_num_threads(),
            report: Report::new(plan),
        }
    }

    /// The same with what came of the check.
    pub(crate) fn with(self, report: Report, time: Duration) -> Self {
        Self { seconds: time.as_secs_f64(), report: report.concluded(Conclusion::Proven), ..self }
    }

    /// What all shards say together: what one run over all boards says, but for the time. `None` for no shards.
    pub(crate) fn fold(shards: impl IntoIterator<Item = Self>) -> Option<Self> {
        shards.into_iter().reduce(|sum, shard| Self {
            shard: Shard::WHOLE,
            seconds: sum.seconds + shard.seconds,
            threads: sum.threads.max(shard.threads),
            report: sum.report.and(shard.report).nearest().concluded(Conclusion::Proven),
            ..sum
        })
    }

    /// Why this, which was read, is no statement of what `asked` asks; `None` where it is one.
    pub(crate) fn refusal(&self, asked: &Self) -> Option<String> {
        let pairs = self.parameters().into_iter().zip(asked.parameters());
        let mut different = pairs.filter(|(found, expected)| found != expected);
        if let Some(((name, found), (_, expected))) = different.next() {
            return Some(format!("found a statement of another run, with {name} {found}, expected {expected}"));
        }
        let boards = asked.shard.boards();
        let complete = self.report.boards == boards || self.subset != Subset::All && self.report.boards < boards;
        let fits =
            complete && self.report.adds_up() && self.report == self.report.clone().concluded(Conclusion::Proven);
        (!fits)
            .then(|| "found counts that contradict each other, expected a statement that is as it was written".into())
    }

    /// What it is about, as opposed to what came of it, with the name of each.
    fn parameters(&self) -> [(&'static str, String); 9] {
        let engines = self.report.engines.iter().map(|tally| {
            let patience = tally.patience;
            let bounds = [("nodes", patience.nodes), ("stored", patience.stored), ("time_ns", patience.time_ns)];
            let bounds = bounds.into_iter().filter_map(|(name, bound)| Some(format!(" with {name} {}", bound?)));
            format!("{}{}", tally.engine, bounds.collect::<String>())
        });
        [
            ("schema", self.schema.clone()),
            ("version", self.version.to_string()),
            ("program", self.program.clone()),
            ("commit", self.commit.clone()),
            ("goal", self.report.goal.to_string()),
            ("max_moves", self.report.max_moves.map_or("none".into(), |limit| limit.to_string())),
            ("subset", format!("{:?}", self.subset).to_lowercase()),
            ("shard", self.shard.to_string()),
            ("engines", engines.collect::<Vec<_>>().join(", ")),
        ]
    }
}

/// What was proven of a lower bound.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoundStatement {
    /// Its name.
    pub(crate) heuristic: &'static str,
    /// The version of the program.
    program: &'static str,
    /// The commit from which it was made.
    pub(crate) commit: &'static str,
    /// The goal.
    #[serde(with = "json::board")]
    pub(crate) goal: Board,
    /// The boards on which it was held against the exact distance.
    pub(crate) boards: u64,
    /// The moves, each in one direction, across which its change was looked at.
    pub(crate) moves: u64,
    /// `proven` or `disproven`.
    pub(crate) verdict: Conclusion,
    /// What is wrong, `None` where nothing is.
    pub(crate) fault: Option<String>,
    /// The time taken, in seconds.
    pub(crate) seconds: f64,
}

impl BoundStatement {
    /// Holds a lower bound against the exact distances of all boards, on all threads.
    pub(crate) fn prove(bound: &LowerBound, exact: &Wide, commit: &'static str) -> Self {
        let begun = Instant::now();
        let fault = (bound.audit)(exact).err().map(|fault| fault.to_string());
        // A board has a move for each jump into the blank's square; each is counted from one of its ends.
        let jumps = Square::all().map(|square| u64::from(square.jumps().len())).sum::<u64>();
        let boards = u64::from(Board::COUNT);
        Self {
            heuristic: bound.name,
            program: env!("CARGO_PKG_VERSION"),
            commit,
            goal: exact.table().goal(),
            boards,
            moves: boards / Square::COUNT as u64 * jumps / 2,
            verdict: if fault.is_none() { Conclusion::Proven } else { Conclusion::Disproven },
            fault,
            seconds: begun.elapsed().as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{Patience, Registry};
    use crate::verify::space::tests::{EXACT, plan, proven as checked};
    use chivalry_heuristic::{Heuristic, Misplaced, Steps};

    fn statement(plan: &Plan, shard: Shard, subset: Subset) -> Statement {
        let boards = (shard, subset);
        Statement::new(plan, boards, "abc").with(checked(plan, boards), Duration::from_secs(1))
    }

    #[test]
    fn shards_fold_to_the_whole() {
        let plan = plan(&["table"]);
        let whole = statement(&plan, Shard::WHOLE, Subset::Within);
        assert_eq!((whole.report.boards, whole.report.verdict), (1_671_855, Conclusion::Proven));
        let shards = Shard::all(3).into_iter().map(|shard| statement(&plan, shard, Subset::Within));
        let folded = Statement::fold(shards).unwrap();
        assert_eq!(folded, Statement { seconds: 3.0, ..whole });
    }

    #[test]
    fn subsets_are_a_partition() {
        let plan = plan(&["table"]);
        let [all, within, beyond] = [Subset::All, Subset::Within, Subset::Beyond]
            .map(|subset| statement(&plan, "5/500".parse().unwrap(), subset).report);
        assert_eq!(within.boards + beyond.boards, all.boards);
        assert_eq!(within.boards, all.engines[0].right);
        assert_eq!(beyond.boards, all.engines[0].none_within);
    }

    #[test]
    fn a_statement_is_read_as_it_was_written_and_no_other_is_taken() {
        let plan = plan(&["table"]);
        let shard = "5/20000".parse().unwrap();
        let asked = |plan: &Plan, subset| Statement::new(plan, (shard, subset), "abc");
        let written = statement(&plan, shard, Subset::All);
        let text = serde_json::to_string(&written).unwrap();
        let read: Statement = serde_json::from_str(&text).unwrap();
        assert_eq!(read, written);
        assert_eq!(read.refusal(&asked(&plan, Subset::All)), None);
        let patient = |nodes| {
            let patience = Patience { nodes: Some(nodes), ..Patience::default() };
            let engines = plan.engines.iter().map(|(entry, _)| (entry.clone(), patience));
            Plan { engines: engines.collect(), ..plan.clone() }
        };
        for (asked, message) in [
            (asked(&plan, Subset::Within), "subset all, expected within"),
            (asked(&Plan { max_moves: None, ..plan.clone() }, Subset::All), "max_moves 15, expected none"),
            (asked(&patient(9), Subset::All), "engines table, expected table with nodes 9"),
            (Statement { commit: "abc-dirty".into(), ..asked(&plan, Subset::All) }, "commit abc, expected abc-dirty"),
        ] {
            let refusal = read.refusal(&asked).unwrap();
            assert_eq!(refusal, format!("found a statement of another run, with {message}"));
        }
        // What was proven holds for all boards of the shard or for none.
        for change in [
            |report: &mut Report| report.boards -= 1,
            |report: &mut Report| report.engines[0].right += 1,
            |report: &mut Report| report.engines[0].wrong = u64::MAX,
            |report: &mut Report| report.disagreements = 1,
            |report: &mut Report| report.verdict = Conclusion::Inconclusive,
        ] {
            let mut changed = read.clone();
            change(&mut changed.report);
            let refusal = changed.refusal(&asked(&plan, Subset::All));
            assert!(refusal.is_some_and(|words| words.contains("contradict")), "{changed:?}");
        }
    }

    fn prove(bound: &LowerBound) -> (Conclusion, u64, u64) {
        let statement = BoundStatement::prove(bound, &EXACT, "");
        assert_eq!(statement.fault.is_none(), statement.verdict == Conclusion::Proven);
        (statement.verdict, statement.boards, statement.moves)
    }

    #[test]
    fn every_lower_bound_is_proven() {
        // Not the distance itself, which would be held against itself.
        for bound in Registry::bundled().bounds().iter().filter(|bound| bound.name != "perfect") {
            assert_eq!(prove(bound), (Conclusion::Proven, 67_603_900, 129_799_488), "{}", bound.name);
        }
    }

    /// What is too long for a test was proven once.
    #[test]
    fn recorded_proofs_are_statements_of_this_form() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/proofs");
        for (name, boards, engines) in [
            ("idastar", 67_603_900, 1),
            ("idastar-matching", 67_603_900, 1),
            ("within-15", 1_671_855, 4),
            ("beyond-15-shard-1-of-64", 1_030_240, 4),
        ] {
            let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            let read: Statement = serde_json::from_str(&text).unwrap();
            assert_eq!((read.report.boards, read.report.engines.len()), (boards, engines), "{name}");
            assert_eq!(read.report.verdict, Conclusion::Proven, "{name}");
            let asked = Statement { report: Report { boards: 0, ..read.report.clone() }, ..read.clone() };
            assert_eq!(read.refusal(&asked), None, "{name}");
            assert_eq!(serde_json::to_string_pretty(&read).unwrap() + "\n", text, "{name}");
        }
    }

    /// Twice the misplaced count, which is no bound.
    struct Doubled(Misplaced);

    impl Heuristic for Doubled {
        const NAME: &'static str = "doubled";

        fn new(goal: Board) -> Self {
            Self(Misplaced::new(goal))
        }

        fn estimate(&self, board: Board) -> u32 {
            2 * self.0.estimate(board)
        }

        fn steps(&self, board: Board) -> Steps {
            self.0.steps(board)
        }
    }

    #[test]
    fn a_bound_that_is_none_is_disproven() {
        assert_eq!(prove(&LowerBound::new::<Doubled>("")), (Conclusion::Disproven, 67_603_900, 129_799_488));
    }
}
