//! What boards cost: the judged program one board at a time, and our engines beside it.

use super::cases::Case;
use super::session::{CasesPerRun, Class, Halt, Session, fault};
use crate::engines::{self as registry, Entry, TABLE};
use chivalry_corpus::Layout;
use chivalry_engine::{Budget, Problem};
use std::time::{Duration, Instant};

/// One of our engines on some boards of a class.
#[derive(Clone, Debug)]
pub struct EngineTime {
    /// The engine.
    pub engine: &'static str,
    /// How many boards.
    pub boards: usize,
    /// The median time of a board.
    pub median: Duration,
    /// The longest.
    pub worst: Duration,
    /// The board that took it.
    pub worst_case: Case,
}

/// The middle one of some times.
pub fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    let middle = times.len() / 2;
    if times.is_empty() { Duration::ZERO } else { *times.select_nth_unstable(middle).1 }
}

impl Session<'_> {
    /// Finds what the times need beside those taken: the board of each slowest run that takes longest alone, and our engines.
    ///
    /// It takes a second or two at most, and ends early where the judge is interrupted.
    ///
    /// # Errors
    ///
    /// [`Halt::Interrupted`], and a fault that a board shows alone.
    pub fn complete_times(&mut self) -> Result<(), Halt> {
        const MOST: Duration = Duration::from_millis(1_500);
        let begun = Instant::now();
        let mut classes = std::mem::take(&mut self.classes);
        let mut result = Ok(());
        // The farthest classes first: they are those that limits are about.
        for class in classes.iter_mut().rev().filter(|class| class.phase != "input forms") {
            let of_class = self.worst_alone(class, begun + MOST);
            if let Err(Halt::Interrupted) = of_class {
                result = of_class;
                break;
            }
            // The first fault is told, and does not keep the others from their times.
            result = result.and(of_class);
        }
        if !self.is_stopped() {
            let has_table = self.boards.has_table();
            let engines: Vec<_> = registry::ENGINES.iter().filter(|entry| entry.name != TABLE || has_table).collect();
            let begun = Instant::now();
            for class in classes.iter_mut().rev().filter(|class| class.phase != "input forms") {
                if begun.elapsed() > MOST {
                    break;
                }
                class.engines = engines.iter().filter_map(|entry| self.time(entry, &class.some)).collect();
            }
        }
        self.classes = classes;
        result
    }

    fn worst_alone(&mut self, class: &mut Class, until: Instant) -> Result<(), Halt> {
        // A run of more boards than a judge gives would take too long, one by one.
        let few = class.worst.len()
            <= self.config.own_cases().max(match self.config.cases_per_run {
                CasesPerRun::Exactly(count) => count.min(50),
                _ => 0,
            });
        let cases = if few { class.worst.clone() } else { Vec::new() };
        let mut worst: Option<(Case, Duration)> = None;
        for case in cases {
            if Instant::now() > until {
                return Ok(());
            }
            match self.attempt(&class.name, &[case], Layout::Plain) {
                Ok((run, finding)) if finding.as_ref().is_none_or(|finding| finding.form_alone) => {
                    if worst.is_none_or(|(_, time)| run.report.processor > time) {
                        worst = Some((case, run.report.processor));
                    }
                }
                Ok((run, Some(finding))) => {
                    return Err(fault(&format!("{} alone", class.name), &[case], Layout::Plain, finding, Some(run)));
                }
                Ok((_, None)) => {}
                Err(halt) => return Err(halt),
            }
        }
        class.worst_alone = worst;
        Ok(())
    }

    fn time(&self, entry: &Entry, cases: &[Case]) -> Option<EngineTime> {
        let mut engine = (entry.make)();
        let mut times = Vec::with_capacity(cases.len());
        for case in cases {
            let problem = Problem::new(case.board).within(self.config.max_moves);
            let budget = Budget { nodes: 1 << 18, ..Budget::UNLIMITED };
            // The better of two: what a cold cache or another program costs is not the engine's.
            let begun = Instant::now();
            let (outcome, _) = engine.solve(&problem, &budget);
            let first = begun.elapsed();
            let begun = Instant::now();
            drop(engine.solve(&problem, &budget));
            times.push(first.min(begun.elapsed()));
            if matches!(outcome, chivalry_engine::Outcome::OutOfBudget(_)) {
                // Out of this engine's reach within the limit.
                return None;
            }
        }
        let (worst_case, worst) = cases.iter().zip(&times).max_by_key(|(_, time)| **time)?;
        Some(EngineTime {
            engine: entry.name,
            boards: cases.len(),
            median: median(&times),
            worst: *worst,
            worst_case: *worst_case,
        })
    }
}
