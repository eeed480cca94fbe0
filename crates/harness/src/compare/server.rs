//! A build that is measured: what it replies to whoever measures it.

use super::protocol::{Reply, Request};
use crate::engines::{Entry, Registry};
use crate::measure::{self, Clock, NoTime, Timed};
use crate::run::{Program, Run, Times};
use chivalry_engine::Engine;
use std::sync::atomic::AtomicBool;

/// Processor time of this thread: what other programs take from it meanwhile is not in it.
#[cfg(unix)]
fn processor_clock() -> std::time::Duration {
    use nix::time::{ClockId, clock_gettime};
    // Every system that has the call has this clock; without it the samples are 0, and nothing is shown.
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(std::time::Duration::ZERO, Into::into)
}

#[cfg(unix)]
const CLOCK: Clock = processor_clock;
#[cfg(not(unix))]
const CLOCK: Clock = measure::wall_clock;

/// What replies.
pub(crate) struct Server<'a> {
    registry: &'a Registry,
    ready: Option<Ready>,
}

/// A plan, ready to be answered and timed.
struct Ready {
    run: Run,
    entries: Vec<Entry>,
    /// One for each engine, which keeps its buffers.
    warm: Vec<Box<dyn Engine>>,
    /// One for each stratum.
    timed: Vec<Timed>,
}

impl<'a> Server<'a> {
    /// One that has the engines of this registry.
    pub(crate) const fn new(registry: &'a Registry) -> Self {
        Self { registry, ready: None }
    }

    /// The reply to a line.
    pub(crate) fn reply(&mut self, line: &str) -> Reply {
        self.met(line).unwrap_or_else(Reply::Refused)
    }

    fn met(&mut self, line: &str) -> Result<Reply, String> {
        let request = serde_json::from_str(line).map_err(|error| format!("no request: {error}"))?;
        if let Request::Ready(plan) = request {
            self.ready = Some(Ready::new(*plan, self.registry)?);
            return Ok(Reply::Ready);
        }
        let ready = self.ready.as_mut().ok_or("nothing is ready")?;
        match request {
            Request::Sample { stratum, engine, repeats } => ready.sample(stratum, engine, repeats),
            _ => ready.answers(),
        }
    }
}

impl Ready {
    fn new(plan: Run, registry: &Registry) -> Result<Self, String> {
        let run = Run { program: Program::this(), ..plan };
        let find = |name: &str| registry.find(name).ok_or_else(|| format!("no engine `{name}`"));
        let entries: Vec<Entry> = run.engines.iter().map(|engine| find(&engine.name)).collect::<Result<_, _>>()?;
        for entry in &entries {
            entry.prepare(run.plan.goal);
        }
        let timed = run.strata.iter().map(|stratum| Timed::new(stratum, run.plan.goal, CLOCK)).collect();
        Ok(Self { warm: entries.iter().map(Entry::make).collect(), run, entries, timed })
    }

    fn answers(&self) -> Result<Reply, String> {
        let (mut run, never) = (self.run.clone(), AtomicBool::new(false));
        measure::answer_and_count(&mut run, &self.entries, &never, &mut |_| {}).map_err(|error| error.to_string())?;
        run.complete = true;
        Ok(Reply::Answers(Box::new(run)))
    }

    fn sample(&mut self, stratum: usize, engine: usize, repeats: u32) -> Result<Reply, String> {
        let timed = self.timed.get(stratum).ok_or_else(|| format!("no stratum {stratum}"))?;
        let warm = self.warm.get_mut(engine).ok_or_else(|| format!("no engine {engine}"))?.as_mut();
        let mut times = Times { repeats, ..Times::default() };
        Ok(match timed.sample(&mut times, |problem, budget| warm.solve(problem, budget).0) {
            Ok(()) => Reply::Sample { repeats: times.repeats, ns: times.samples_ns.iter().sum() },
            Err(NoTime::OutOfBudget) => Reply::OutOfBudget,
            Err(NoTime::Wrong(fault)) => Reply::Wrong(fault),
        })
    }
}
