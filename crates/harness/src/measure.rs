//! What engines cost: answers first, then exact counts, then time.
//!
//! Every engine solves every board once, and the answers are cross-checked. Then the engines are timed stratum by stratum, a
//! stratum being the boards of one distance: in rounds, each of which takes all pairs of engine and stratum in a seeded random
//! order, so that a slow moment of the machine hits no engine alone. One sample is the time per board of solving a
//! stratum as often as it takes to be long against the clock; the answers of its last pass are checked again, outside the
//! clock. Engines keep their buffers throughout (they are warm), and everything runs on one thread.

use crate::crosscheck::{Judgement, Report, Verdict, judge};
use crate::input::Case;
use crate::options::{Patience, Search};
use crate::random::Random;
use crate::registry::{self, Entry};
use chivalry_engine::{Engine, Outcome, Problem, Resource, Stats, check};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Boards that are reported together, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stratum {
    /// The boards at this distance.
    At(u8),
    /// The boards beyond this limit: what is measured is proving that there is no path.
    Beyond(u8),
    /// The boards whose distance nobody found.
    Unknown,
}

/// What is measured, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The most rounds.
    pub rounds: u32,
    /// No measurement begins after this time, but every pair of engine and stratum has one.
    pub time: Duration,
    /// The seed of the order in each round.
    pub seed: u64,
    /// The limit of moves.
    pub max_moves: Option<u8>,
    /// The budget of each solve.
    pub patience: Patience,
}

/// What an engine did on a stratum.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The boards answered within the budget.
    pub answered: usize,
    /// States expanded on all boards of the stratum.
    pub expanded: u64,
    /// How often the stratum is solved in one sample.
    pub repeats: u32,
    /// Time per board, in nanoseconds, one a round. Empty unless [`State::Measured`].
    pub samples: Vec<f64>,
    /// How it ended.
    pub state: State,
}

/// How the measurement of a cell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All boards were answered, and timed.
    Measured,
    /// Some board was given up.
    OutOfBudget(Resource),
    /// The engine gave a wrong answer, here or elsewhere: its times are withheld.
    Wrong,
}

impl Cell {
    /// The median time per board in nanoseconds, where it was measured.
    pub fn median(&self) -> Option<f64> {
        let mut samples = self.samples.clone();
        samples.sort_by(f64::total_cmp);
        let middle = samples.len() / 2;
        let upper = *samples.get(middle)?;
        Some(if samples.len().is_multiple_of(2) { f64::midpoint(samples[middle - 1], upper) } else { upper })
    }
}

/// A stratum with one cell for each engine.
#[derive(Clone, Debug)]
pub struct Row {
    /// The stratum.
    pub stratum: Stratum,
    /// Its boards.
    pub boards: usize,
    /// One for each engine.
    pub cells: Vec<Cell>,
}

/// The result of measuring.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The cross-check that came first.
    pub report: Report,
    /// The strata in order.
    pub rows: Vec<Row>,
    /// The rounds that were complete.
    pub rounds: u32,
}

/// How far measuring is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many of a thousand parts of the boards have been checked.
    Checked(u64),
    /// So many of a thousand parts of the rounds, or of the time, are over.
    Timed(u64),
}

/// The shortest sample that the clock's resolution and the cost of reading it do not blur.
const SHORTEST_SAMPLE: Duration = Duration::from_millis(1);

/// The most passes over a stratum in one sample.
const MOST_REPEATS: u128 = 10_000;

/// Boards of a stratum on which an engine may run out of its budget before the others of the stratum are not tried any more.
const MOST_GIVEN_UP: usize = 1;

/// A board with what is known of it.
struct Item {
    problem: Problem,
    judgement: Judgement,
    stats: Vec<Stats>,
    /// The time of the one solve of the check, which sizes the samples.
    times: Vec<Duration>,
}

/// Checks and measures engines on boards.
pub fn measure(
    engines: &[Entry],
    cases: &[Case],
    search: &Search,
    plan: &Plan,
    mut progress: impl FnMut(Progress),
) -> Measurement {
    registry::prepare(engines, search.goal);
    let mut made: Vec<_> = engines.iter().map(|entry| (entry.make)()).collect();
    let (report, strata) = check_all(engines, &mut made, cases, search, plan, &mut progress);
    let wrong: Vec<_> = report.tallies.iter().map(|tally| tally.wrong > 0).collect();
    let mut rows: Vec<_> = strata
        .iter()
        .map(|(&stratum, items)| Row {
            stratum,
            boards: items.len(),
            cells: (0..engines.len()).map(|engine| untimed(engine, items, wrong[engine])).collect(),
        })
        .collect();
    let items: Vec<_> = strata.values().collect();
    let rounds = time_all(&mut made, &items, &mut rows, plan, &mut progress);
    Measurement { report, rows, rounds }
}

/// Solves each board once by each engine.
fn check_all(
    engines: &[Entry],
    made: &mut [Box<dyn Engine>],
    cases: &[Case],
    search: &Search,
    plan: &Plan,
    progress: &mut impl FnMut(Progress),
) -> (Report, BTreeMap<Stratum, Vec<Item>>) {
    let mut report = Report::default();
    let mut strata: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut given_up: BTreeMap<(usize, u8), (usize, Resource)> = BTreeMap::new();
    for (done, &case) in cases.iter().enumerate() {
        progress(Progress::Checked((1000 * done / cases.len()) as u64));
        let problem = search.problem(case.board, plan.max_moves);
        let (mut outcomes, mut stats, mut times) = (Vec::new(), Vec::new(), Vec::new());
        for (index, engine) in made.iter_mut().enumerate() {
            let skipped = case.exact.and_then(|exact| given_up.get(&(index, exact)));
            let (outcome, counts, time) = match skipped {
                Some(&(count, resource)) if count >= MOST_GIVEN_UP => {
                    (Outcome::OutOfBudget(resource), Stats::default(), Duration::ZERO)
                }
                _ => {
                    let begin = Instant::now();
                    let (outcome, counts) = engine.solve(&problem, &plan.patience.from_now());
                    (outcome, counts, begin.elapsed())
                }
            };
            if let (Outcome::OutOfBudget(resource), Some(exact)) = (&outcome, case.exact) {
                given_up.entry((index, exact)).or_insert((0, *resource)).0 += 1;
            }
            outcomes.push(outcome);
            stats.push(counts);
            times.push(time);
        }
        let outcomes: Vec<_> = outcomes.iter().collect();
        let judgement = judge(&problem, case.exact, &outcomes);
        report.record(engines, case, &judgement, &stats);
        let none = judgement.verdicts.contains(&Verdict::NoneWithin);
        let stratum = match (judgement.distance, plan.max_moves) {
            (Some(distance), Some(limit)) if distance > limit => Stratum::Beyond(limit),
            (Some(distance), _) => Stratum::At(distance),
            (None, Some(limit)) if none => Stratum::Beyond(limit),
            (None, _) => Stratum::Unknown,
        };
        strata.entry(stratum).or_default().push(Item { problem, judgement, stats, times });
    }
    progress(Progress::Checked(1000));
    (report, strata)
}

/// The cell of an engine before it is timed.
fn untimed(engine: usize, items: &[Item], wrong: bool) -> Cell {
    let given_up = items.iter().filter_map(|item| match item.judgement.verdicts[engine] {
        Verdict::OutOfBudget(resource) => Some(resource),
        _ => None,
    });
    let pass: Duration = items.iter().map(|item| item.times[engine]).sum();
    let repeats = SHORTEST_SAMPLE.as_nanos().div_ceil(pass.as_nanos().max(1)).clamp(1, MOST_REPEATS);
    let state = match given_up.clone().next() {
        _ if wrong => State::Wrong,
        Some(resource) => State::OutOfBudget(resource),
        None => State::Measured,
    };
    Cell {
        answered: items.len() - given_up.count(),
        expanded: items.iter().map(|item| item.stats[engine].expanded).sum(),
        repeats: repeats as u32,
        samples: Vec::new(),
        state,
    }
}

/// Times all cells in rounds; gives the number of complete rounds.
fn time_all(
    made: &mut [Box<dyn Engine>],
    items: &[&Vec<Item>],
    rows: &mut [Row],
    plan: &Plan,
    progress: &mut impl FnMut(Progress),
) -> u32 {
    let mut order: Vec<_> = (0..rows.len()).flat_map(|row| (0..made.len()).map(move |engine| (row, engine))).collect();
    order.retain(|&(row, engine)| rows[row].cells[engine].state == State::Measured);
    let mut random = Random::new(plan.seed);
    let begin = Instant::now();
    for round in 0..plan.rounds {
        random.shuffle(&mut order);
        for (done, &(row, engine)) in order.iter().enumerate() {
            let spent = 1000 * begin.elapsed().as_nanos() / plan.time.as_nanos().max(1);
            // The first round is made in any case, so that no cell stays empty.
            if round > 0 && spent >= 1000 {
                return round;
            }
            let rounds = 1000 * (round as usize * order.len() + done) / (plan.rounds as usize * order.len());
            progress(Progress::Timed(spent.clamp(rounds as u128, 1000) as u64));
            let cell = &mut rows[row].cells[engine];
            if cell.state != State::Measured {
                continue;
            }
            match sample(made[engine].as_mut(), items[row], cell.repeats, &plan.patience) {
                Sample::Time(nanoseconds) => cell.samples.push(nanoseconds),
                // A clock as budget may run out in one round and not in another.
                Sample::OutOfBudget(resource) => cell.state = State::OutOfBudget(resource),
                Sample::Wrong => rows.iter_mut().for_each(|row| row.cells[engine].state = State::Wrong),
            }
        }
    }
    plan.rounds
}

/// What one measurement gave.
enum Sample {
    /// Nanoseconds per board.
    Time(f64),
    OutOfBudget(Resource),
    Wrong,
}

fn sample(engine: &mut dyn Engine, items: &[Item], repeats: u32, patience: &Patience) -> Sample {
    let mut outcomes = Vec::with_capacity(items.len());
    let begin = Instant::now();
    for _ in 0..repeats {
        outcomes.clear();
        for item in items {
            outcomes.push(engine.solve(black_box(&item.problem), &patience.from_now()).0);
        }
    }
    let elapsed = begin.elapsed();
    for (item, outcome) in items.iter().zip(&outcomes) {
        match check(&item.problem, outcome, item.judgement.distance) {
            Ok(None) => {}
            Ok(Some(resource)) => return Sample::OutOfBudget(resource),
            Err(_) => return Sample::Wrong,
        }
    }
    Sample::Time(elapsed.as_nanos() as f64 / f64::from(repeats) / items.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::ENGINES;
    use clap::Parser;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        search: Search,
    }

    /// Denies every path of seven moves and more.
    struct Denier;

    impl Engine for Denier {
        fn name(&self) -> &'static str {
            "denier"
        }

        fn solve(&mut self, problem: &Problem, budget: &chivalry_engine::Budget) -> (Outcome, Stats) {
            let (outcome, stats) = (ENGINES[0].make)().solve(problem, budget);
            (if outcome.distance() >= Some(7) { problem.none_within() } else { outcome }, stats)
        }
    }

    fn plan(search: &Search) -> Plan {
        Plan { rounds: 3, time: Duration::ZERO, seed: 1, max_moves: Some(15), patience: search.patience() }
    }

    fn cases() -> Vec<Case> {
        crate::input::corpus::read(crate::corpora::BUNDLED.as_bytes()).unwrap()
    }

    #[test]
    fn a_wrong_engine_has_no_times_and_the_others_have() {
        let search = Options::parse_from(["test"]).search;
        let denier = Entry { name: "denier", summary: "", needs_limit: false, make: || Box::new(Denier) };
        let engines = [ENGINES[0], denier];
        let result = measure(&engines, &cases(), &search, &plan(&search), |_| {});
        assert_eq!(result.report.tallies[1].wrong, 90);
        assert_eq!(result.report.tallies[0].wrong, 0);
        for row in &result.rows {
            assert_eq!((row.cells[0].state, row.cells[1].state), (State::Measured, State::Wrong));
            // With no time at all, one round is made, and no more.
            assert_eq!((row.cells[0].samples.len(), row.cells[1].samples.len()), (1, 0));
        }
        assert_eq!(result.rounds, 1);
    }

    #[test]
    fn strata_are_distances_and_what_is_beyond() {
        let search = Options::parse_from(["test"]).search;
        let strata = |cases: &[Case]| {
            let result = measure(&ENGINES[..1], cases, &search, &plan(&search), |_| {});
            result.rows.iter().map(|row| (row.stratum, row.boards)).collect::<Vec<_>>()
        };
        let stated = strata(&cases());
        assert_eq!(stated.len(), 17);
        assert_eq!(
            (stated[0], stated[1], stated[15]),
            ((Stratum::At(0), 1), (Stratum::At(1), 8), (Stratum::At(15), 10))
        );
        assert_eq!(stated[16], (Stratum::Beyond(15), 240));
        // The same where nothing is stated.
        let unstated: Vec<_> = cases().into_iter().map(|case| Case { exact: None, ..case }).collect();
        assert_eq!(strata(&unstated), stated);
    }

    #[test]
    fn counts_are_the_same_every_time() {
        let search = Options::parse_from(["test"]).search;
        let counts = || {
            let result = measure(ENGINES, &cases(), &search, &plan(&search), |_| {});
            let cells = result.rows.into_iter().flat_map(|row| row.cells);
            cells.map(|cell| (cell.expanded, cell.answered)).collect::<Vec<_>>()
        };
        assert_eq!(counts(), counts());
    }

    #[test]
    fn medians_are_in_the_middle() {
        let cell = |samples: &[f64]| Cell {
            answered: 1,
            expanded: 1,
            repeats: 1,
            samples: samples.to_vec(),
            state: State::Measured,
        };
        assert_eq!(cell(&[]).median(), None);
        assert_eq!(cell(&[3.0, 1.0, 2.0]).median(), Some(2.0));
        assert_eq!(cell(&[4.0, 1.0]).median(), Some(2.5));
    }
}
