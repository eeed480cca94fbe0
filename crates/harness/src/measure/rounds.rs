//! Times of all engines on all strata, in rounds.

use super::sample::{NoTime, Timed, wall_clock};
use super::{End, PRECISION, Progress};
use crate::engines::Entry;
use crate::run::{FEW, Run, SelfCheck, State, Times};
use crate::statistics::{median, median_interval};
use chivalry_corpus::Random;
use chivalry_engine::Engine;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Rounds from one to the next in which single boards are timed.
const BOARDS_EVERY: u32 = 3;

/// Rounds before which no interval is believed, and from one look at the intervals to the next.
const ROUNDS_TO_BELIEVE: u32 = 10;

/// A part of a round.
struct Job {
    stratum: usize,
    engine: usize,
    model: Model,
}

enum Model {
    Warm,
    Cold,
    /// Warm, the same engine under its second name.
    Second,
    /// Warm, each board alone: its times so far.
    Boards(Vec<Vec<f64>>),
}

/// What is timed, and by what.
struct Rounds<'a> {
    run: &'a mut Run,
    entries: &'a [Entry],
    /// One for each engine, which keeps its buffers.
    warm: Vec<Box<dyn Engine>>,
    /// One for each stratum.
    timed: Vec<Timed>,
    twin: Option<Twin>,
}

/// One engine under a second name.
struct Twin {
    engine: usize,
    made: Box<dyn Engine>,
    /// For each stratum the samples under the second name, one a round as under the first.
    samples: Vec<Times>,
}

/// Times all cells that can be timed, and holds one engine against itself.
pub(super) fn time(run: &mut Run, entries: &[Entry], stop: &AtomicBool, progress: &mut impl FnMut(Progress)) -> End {
    let twin = twin(run).map(|engine| {
        let samples = vec![Times::default(); run.strata.len()];
        Twin { engine, made: entries[engine].make(), samples }
    });
    let goal = run.plan.goal;
    let timed = run.strata.iter().map(|stratum| Timed::new(stratum, goal, wall_clock)).collect();
    let mut rounds = Rounds { run, entries, warm: entries.iter().map(Entry::make).collect(), timed, twin };
    let end = rounds.all(stop, progress);
    rounds.run.self_check = rounds.self_check();
    end
}

/// Whether nothing speaks against timing an engine on a stratum.
fn is_timed(run: &Run, stratum: usize, engine: usize) -> bool {
    let state = run.strata[stratum].cells[engine].state;
    run.engines[engine].fault.is_none() && matches!(state, State::Measured | State::Untimed)
}

/// The engine of the self-check: the first that is timed on every stratum, else the first of those that are timed on
/// most.
fn twin(run: &Run) -> Option<usize> {
    let by_all = |stratum: &usize| run.strata[*stratum].cells.iter().all(|cell| cell.state != State::OutOfBudget);
    let mut strata: Vec<usize> = (0..run.strata.len()).filter(by_all).collect();
    if strata.is_empty() {
        strata = (0..run.strata.len()).collect();
    }
    let count = |engine: usize| strata.iter().filter(|&&stratum| is_timed(run, stratum, engine)).count();
    // The last of the greatest is what `max_by_key` gives.
    (0..run.engines.len()).rev().max_by_key(|&engine| count(engine)).filter(|&engine| count(engine) > 0)
}

impl Rounds<'_> {
    /// What is timed in each round.
    fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (stratum, facts) in self.run.strata.iter().enumerate() {
            for engine in (0..self.entries.len()).filter(|&engine| is_timed(self.run, stratum, engine)) {
                let second = self.twin.iter().filter(|twin| twin.engine == engine).map(|_| Model::Second);
                let boards = Model::Boards(vec![Vec::new(); facts.boards.len()]);
                let models = [Model::Warm, Model::Cold, boards].into_iter().chain(second);
                jobs.extend(models.map(|model| Job { stratum, engine, model }));
            }
        }
        jobs
    }

    fn all(&mut self, stop: &AtomicBool, progress: &mut impl FnMut(Progress)) -> End {
        let begin = Instant::now();
        let mut random = Random::new(self.run.plan.seed);
        let mut jobs = self.jobs();
        if jobs.is_empty() {
            return End::Nothing;
        }
        let asked = self.run.plan.rounds;
        for round in 0..asked {
            random.shuffle(&mut jobs);
            let count = jobs.len() as u64;
            for (done, job) in (0..).zip(&mut jobs) {
                if stop.load(Ordering::Relaxed) {
                    return End::Stopped;
                }
                let spent = begin.elapsed().as_secs_f64() / self.run.plan.seconds.max(1e-9);
                // The first round is made in any case, so that no cell stays empty.
                if round > 0 && spent >= 1.0 {
                    return End::Time;
                }
                let rounds = 1000 * (u64::from(round) * count + done) / (u64::from(asked) * count);
                #[expect(clippy::cast_sign_loss, reason = "a part from 0 to 1")]
                progress(Progress::Timed(rounds.max((1000.0 * spent.min(1.0)) as u64)));
                if is_timed(self.run, job.stratum, job.engine) {
                    let taken = self.take(job, round);
                    self.note(job, taken);
                }
            }
            self.run.rounds += 1;
            if self.run.rounds.is_multiple_of(ROUNDS_TO_BELIEVE) && self.run.rounds < asked && self.is_sure() {
                return End::Sure;
            }
        }
        End::Rounds
    }

    /// Takes a sample.
    fn take(&mut self, job: &mut Job, round: u32) -> Result<(), NoTime> {
        let Job { stratum: index, engine, ref mut model } = *job;
        let (timed, stratum) = (&self.timed[index], &mut self.run.strata[index]);
        let cell = &mut stratum.cells[engine];
        match model {
            Model::Warm => {
                // Looked up once, as under the second name. Looking it up for each board would show in the times of the
                // nearest boards.
                let warm = self.warm[engine].as_mut();
                timed.sample(cell.warm.get_or_insert_default(), |problem, budget| warm.solve(problem, budget).0)?;
                cell.state = State::Measured;
            }
            Model::Cold => {
                let entry = &self.entries[engine];
                timed.sample(cell.cold.get_or_insert_default(), |problem, budget| {
                    entry.make().solve(problem, budget).0
                })?;
                cell.state = State::Measured;
            }
            Model::Second => {
                let Some(Twin { made, samples, .. }) = &mut self.twin else { return Ok(()) };
                let (second, times) = (made.as_mut(), &mut samples[index]);
                // As many passes as under the first name, where that came before.
                times.repeats = cell.warm.as_ref().map_or(times.repeats, |warm| warm.repeats);
                timed.sample(times, |problem, budget| second.solve(problem, budget).0)?;
            }
            Model::Boards(times) if round.is_multiple_of(BOARDS_EVERY) => {
                timed.each(times, self.warm[engine].as_mut())?;
                for (item, times) in stratum.boards.iter_mut().zip(times) {
                    item.solves[engine].time_ns = median(times);
                }
            }
            Model::Boards(_) => {}
        }
        Ok(())
    }

    /// Says why there is no time.
    fn note(&mut self, job: &Job, taken: Result<(), NoTime>) {
        match taken {
            Ok(()) => {}
            // A clock as budget may run out in one round and not in another.
            Err(NoTime::OutOfBudget) => self.run.strata[job.stratum].cells[job.engine].state = State::OutOfBudget,
            Err(NoTime::Wrong(fault)) => drop(self.run.engines[job.engine].fault.get_or_insert(fault)),
        }
    }

    /// Whether every median is known to [`PRECISION`].
    fn is_sure(&self) -> bool {
        let cells = self.run.cells().filter(|(_, _, cell)| cell.state == State::Measured);
        let mut times = cells.flat_map(|(_, _, cell)| [&cell.warm, &cell.cold]).flatten();
        times.all(|times| {
            let interval = median_interval(&times.samples_ns, self.run.plan.seed);
            interval.is_none_or(|interval| interval.half_width() <= PRECISION)
        })
    }

    /// The ratio of an engine's two names: in each round the geometric mean over the strata, and of these the median.
    fn self_check(&self) -> Option<SelfCheck> {
        let Twin { engine, samples, .. } = self.twin.as_ref()?;
        let facts = &self.run.engines[*engine];
        let complete = self.run.rounds as usize;
        let pairs: Vec<(&[f64], &[f64])> = self
            .run
            .strata
            .iter()
            .zip(samples)
            .filter(|(stratum, _)| stratum.cells[*engine].state == State::Measured)
            .filter_map(|(stratum, second)| {
                Some((&stratum.cells[*engine].warm.as_ref()?.samples_ns[..], &second.samples_ns[..]))
            })
            .collect();
        let ratio_of = |round: usize| {
            let of_round =
                pairs.iter().filter_map(|(first, second)| Some((second.get(round)? / first.get(round)?).ln()));
            let logarithms: Vec<f64> = of_round.collect();
            (!logarithms.is_empty()).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
        };
        let ratios: Vec<f64> = (0..complete).filter_map(ratio_of).collect();
        let ratio = median_interval(&ratios, self.run.plan.seed)?;
        (facts.fault.is_none() && ratios.len() >= FEW).then(|| SelfCheck { engine: facts.name.clone(), ratio })
    }
}

/// What measuring costs, by `scripts/measure-overhead`.
#[cfg(test)]
mod overhead {
    use super::super::sample::per_board;
    use super::super::tests::bundled;
    use super::*;
    use crate::engines::{Registry, TABLE};
    use chivalry_board::Board;
    use chivalry_engine::{Budget, Problem};
    use std::collections::BTreeMap;
    use std::hint::black_box;

    /// Samples of each engine and distance.
    const ROUNDS: usize = 40;

    /// Prints the time per board as `bench` samples it in proportion to that of a bare loop over the same boards by the same engine. The two
    /// alternate, and the ratio is the median over the rounds of those within one: the machine's speed changes by more than what is measured.
    #[test]
    #[ignore = "a measurement: scripts/measure-overhead"]
    fn of_measuring() {
        let strata = bundled(1..=15);
        let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for entry in Registry::bundled().engines().iter().filter(|entry| entry.name != TABLE) {
            let mut engine = entry.make();
            let engine = engine.as_mut();
            for stratum in &strata {
                let problems: Vec<_> = stratum.boards.iter().map(|item| Problem::new(item.board).within(15)).collect();
                let timed = Timed::new(stratum, Board::GOAL, wall_clock);
                let mut samples = Times::default();
                let mut pairs = Vec::new();
                for round in 0..ROUNDS {
                    let bare = |engine: &mut dyn Engine, repeats: u32| {
                        let begin = Instant::now();
                        for problem in (0..repeats).flat_map(|_| &problems) {
                            black_box(engine.solve(black_box(problem), &Budget::UNLIMITED));
                        }
                        per_board(begin.elapsed(), repeats, problems.len())
                    };
                    // The first sample finds out how many passes are long enough.
                    let before = (round % 2 == 1).then(|| bare(engine, samples.repeats));
                    let taken = timed.sample(&mut samples, |problem, budget| engine.solve(problem, budget).0);
                    assert!(taken.is_ok(), "{} on {}", entry.name, stratum.name);
                    let bare = before.unwrap_or_else(|| bare(engine, samples.repeats));
                    pairs.push(samples.samples_ns.last().unwrap() / bare);
                }
                let ratio = median(&pairs).unwrap();
                for row in [entry.name.clone(), format!("{:>2} moves", stratum.name), "all".to_owned()] {
                    ratios.entry(row).or_default().push(ratio);
                }
            }
        }
        println!("bench / bare loop, medians of {ROUNDS} rounds in turns, geometric means");
        for (row, ratios) in ratios {
            let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
            println!("{row:<20}{mean:.3}");
        }
    }
}
