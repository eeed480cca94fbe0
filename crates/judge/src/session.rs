//! The tests, until one finds a fault, all are done, or the time is spent.

use crate::judgement::{Config, Judgement, Phase, State, most_cases};
use crate::phases::{Batch, Counts, PHASES, Plan, Share};
use crate::program::Program;
use crate::run::{End, Run};
use crate::verdict::{Case, Fault, Verdict, examine, output_bound};
use chivalry_board::Board;
use chivalry_corpus::Layout;
use chivalry_corpus::words::{counted, duration};
use chivalry_engine::Engine;
use chivalry_table::Table;
use std::time::{Duration, Instant};

/// The most boards of a run where the judge chooses.
const MOST_CASES: usize = 100_000;

/// Judges a program.
///
/// The table is that of [`Board::GOAL`]. Boards that cost one of the engines most are among the tests. `progress` is called after each
/// run and when a phase has ended, with what is known then.
pub fn judge(
    config: Config,
    program: Program,
    table: &Table,
    engines: &mut [Box<dyn Engine>],
    progress: &mut dyn FnMut(&Judgement),
) -> Judgement {
    let own = most_cases(config.style);
    let mut session = Session {
        judgement: Judgement::new(config, table.counts()),
        most_in_run: 0,
        table,
        engines,
        program,
        progress,
        begun: Instant::now(),
        phase: Phase::default(),
        chosen: Vec::new(),
        form_fault: None,
        repeat: false,
        length: RunLength { own, wanted: own, most: MOST_CASES },
    };
    session.run();
    session.judgement
}

/// A judgement under way.
pub(crate) struct Session<'a> {
    /// What is known.
    pub(crate) judgement: Judgement,
    /// The most boards of a run that was right.
    pub(crate) most_in_run: usize,
    /// All boards.
    pub(crate) table: &'a Table,
    /// Engines whose costliest boards are tried.
    pub(crate) engines: &'a mut [Box<dyn Engine>],
    program: Program,
    progress: &'a mut dyn FnMut(&Judgement),
    begun: Instant,
    /// The phase under way.
    phase: Phase,
    /// The boards that were chosen, neither in order nor at random, and answered right.
    chosen: Vec<Board>,
    /// The first run of which the form alone was wrong.
    form_fault: Option<Box<Fault>>,
    /// Whether the next run is given twice.
    repeat: bool,
    length: RunLength,
}

/// Why tests do not go on.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Ended by a signal.
    Interrupted,
    /// A fault was found.
    Fault(Box<Fault>),
}

/// A run that is right, or its fault.
pub(crate) type Outcome = Result<Run, Box<Fault>>;

impl Session<'_> {
    fn run(&mut self) {
        let fault = match self.all_phases() {
            Err(Halt::Fault(fault)) => Some(fault),
            // A fault of the form is known, however the tests ended.
            ended => {
                self.judgement.interrupted = ended.is_err();
                self.form_fault.take()
            }
        };
        self.note_costliest();
        if let Some(fault) = fault {
            self.explain(&fault);
        }
        self.judgement.conclude();
    }

    /// Looks for the smallest input that shows the fault. What is known where it is interrupted is told as well.
    fn explain(&mut self, fault: &Fault) {
        self.judgement.fault = Some(fault.clone());
        if fault.finding.verdict == Verdict::Fail {
            return;
        }
        match self.shrink(fault) {
            Ok(()) => {}
            Err(Halt::Interrupted) => {
                self.judgement.interrupted = true;
                self.conclude_best(false, "interrupted before a smaller one was found");
            }
            // The judge's own.
            Err(Halt::Fault(fault)) => (self.judgement.fault, self.judgement.counterexample) = (Some(*fault), None),
        }
    }

    fn all_phases(&mut self) -> Result<(), Halt> {
        for plan in &PHASES {
            self.phase(plan)?;
            if !self.judgement.has_done_samples() {
                break;
            }
        }
        Ok(())
    }

    fn phase(&mut self, plan: &Plan) -> Result<(), Halt> {
        self.phase = Phase { name: plan.name, ..Phase::default() };
        self.repeat = true;
        let is_left_out = !plan.always && self.is_spent(self.judgement.config.budget);
        let result = if is_left_out { Ok(State::LeftOut) } else { self.batches(plan) };
        self.phase.state = match &result {
            Ok(State::Cut) if self.phase.runs == 0 => State::LeftOut,
            Ok(state) => *state,
            Err(Halt::Interrupted) => State::Interrupted,
            Err(Halt::Fault(_)) => State::Failed,
        };
        self.judgement.phases.push(self.phase.clone());
        (self.progress)(&self.judgement);
        result.map(drop)
    }

    fn batches(&mut self, plan: &Plan) -> Result<State, Halt> {
        let mut state = State::NoBoard;
        for batch in (plan.batches)(self) {
            let until = self.share(batch.share.unwrap_or(plan.share));
            // Of other batches the first run is given whatever the time.
            if batch.level.is_some() && state != State::NoBoard && self.is_spent(until) {
                return Ok(State::Cut);
            }
            self.repeat |= batch.counts == Counts::Random;
            let cases = batch.level.map_or_else(|| batch.cases.clone(), |distance| self.level(distance));
            let mut rest = &cases[..];
            while !rest.is_empty() {
                let length = if batch.is_alone { 1 } else { self.cases_of_run() };
                let (now, later) = rest.split_at(length.min(rest.len()));
                self.give(&batch, now)?;
                self.note(batch.counts, now);
                rest = later;
                if self.is_spent(until) {
                    break;
                }
            }
            let has_cut = state == State::Cut || !rest.is_empty();
            state = if has_cut { State::Cut } else { State::Done };
        }
        Ok(state)
    }

    /// When a share of the budget is spent.
    fn share(&self, (in_order, after): Share) -> Duration {
        let budget = self.judgement.config.budget;
        // What comes after the boards in order has a share of the time: a greater one if time is short, a minute if
        // there is plenty.
        let least = Duration::from_secs(5).min(budget / 10 * 7);
        let rest = (budget / 5 * 2).clamp(least, Duration::from_mins(1));
        budget.saturating_sub(rest) / 100 * in_order + rest / 100 * after
    }

    fn is_spent(&self, until: Duration) -> bool {
        self.begun.elapsed() >= until
    }

    /// Boards of the next run.
    fn cases_of_run(&self) -> usize {
        self.judgement.config.cases_per_run.unwrap_or(self.length.wanted)
    }

    /// All boards at a distance, in the order of their ranks.
    pub(crate) fn level(&self, distance: u8) -> Vec<Case> {
        self.table.boards_at(distance).into_iter().map(|board| Case { board, distance }).collect()
    }

    /// Gives boards in one run, and counts it where it is right.
    fn give(&mut self, batch: &Batch, cases: &[Case]) -> Result<(), Halt> {
        let run = match self.checked(batch, cases)? {
            Ok(run) => run,
            Err(fault) => return self.give_halves(batch, cases, fault),
        };
        if std::mem::take(&mut self.repeat) {
            let again = self.checked(batch, cases)?;
            self.compare(&run, &again);
            again.map_err(Halt::Fault)?;
        }
        self.phase.boards += cases.len() as u64;
        self.phase.runs += 1;
        self.phase.slowest_run = self.phase.slowest_run.max(run.processor);
        let coverage = &mut self.judgement.coverage;
        coverage.peak_bytes = coverage.peak_bytes.max(run.peak);
        coverage.floor_bytes = coverage.floor_bytes.max(run.floor);
        self.most_in_run = self.most_in_run.max(cases.len());
        self.length.was_right(cases.len(), run.processor, self.judgement.config.limits.processor);
        Ok(())
    }

    /// With more boards than judges give, a program may take more than judges allow. That is a fault only if it also
    /// shows with fewer boards.
    fn give_halves(&mut self, batch: &Batch, cases: &[Case], fault: Box<Fault>) -> Result<(), Halt> {
        let verdict = fault.finding.verdict;
        let is_of_length = matches!(verdict, Verdict::TimeLimit | Verdict::MemoryLimit) || fault.run.end == End::Output;
        let is_chosen = self.judgement.config.cases_per_run.is_none() && cases.len() > self.length.own;
        if !is_chosen || !is_of_length {
            return Err(Halt::Fault(fault));
        }
        for half in cases.chunks(cases.len().div_ceil(2)) {
            self.give(batch, half)?;
        }
        if self.length.was_halved(cases.len()) {
            let boards = counted(cases.len() as u64, "board");
            self.judgement.notes.push(format!(
                "a run of {boards} ended with {verdict}, its halves were right: runs had fewer boards after it"
            ));
        }
        Ok(())
    }

    /// A run of a batch. If its form alone is wrong, this is noted, and the run counts as right.
    fn checked(&mut self, batch: &Batch, cases: &[Case]) -> Result<Outcome, Halt> {
        Ok(match self.attempt(&batch.class, batch.layout, cases)? {
            Err(fault) if fault.finding.form_alone => {
                self.phase.wrong_form = true;
                let run = fault.run.clone();
                self.form_fault.get_or_insert(fault);
                Ok(run)
            }
            outcome => outcome,
        })
    }

    /// Gives boards in one run.
    pub(crate) fn attempt(&mut self, class: &str, layout: Layout, cases: &[Case]) -> Result<Outcome, Halt> {
        if self.program.is_stopped() {
            return Err(Halt::Interrupted);
        }
        let Config { style, max_moves, limits, .. } = self.judgement.config;
        let input = style.input(layout, cases.iter().map(|case| case.board));
        let run = self.program.run(input.as_bytes(), output_bound(cases.len()));
        self.judgement.taken = self.begun.elapsed();
        (self.progress)(&self.judgement);
        if run.end == End::Asked || matches!(run.end, End::Failed(_)) && self.program.is_stopped() {
            return Err(Halt::Interrupted);
        }
        let answers: Vec<_> = cases.iter().map(|case| case.answer(max_moves)).collect();
        let Some(finding) = examine(&run, &limits, style, &answers, &self.judgement.config.expected(cases)) else {
            return Ok(Ok(run));
        };
        let fault = Box::new(Fault { class: class.into(), layout, cases: cases.to_vec(), finding, run });
        if fault.finding.verdict == Verdict::Fail { Err(Halt::Fault(fault)) } else { Ok(Err(fault)) }
    }

    /// Notes whether an input that was given twice was answered alike. An output that the judge cut off does not count.
    pub(crate) fn compare(&mut self, run: &Run, again: &Outcome) {
        let again = again.as_ref().unwrap_or_else(|fault| &fault.run);
        if [run, again].iter().all(|run| matches!(run.end, End::Exited(_) | End::Signalled(_))) {
            let is_alike = run.output == again.output && run.end == again.end;
            self.judgement.repeated_inputs += 1;
            self.judgement.deterministic = Some(is_alike && self.judgement.deterministic != Some(false));
        }
    }

    /// Counts boards that were answered right.
    fn note(&mut self, counts: Counts, cases: &[Case]) {
        let coverage = &mut self.judgement.coverage;
        for case in cases {
            let level = &mut coverage.distances[usize::from(case.distance)];
            match counts {
                Counts::InOrder => level.in_order += 1,
                Counts::Alone => level.alone += 1,
                Counts::Drawn => level.drawn += 1,
                Counts::Random => coverage.random_boards += 1,
                Counts::Chosen if self.chosen.contains(&case.board) => {}
                Counts::Chosen => {
                    self.chosen.push(case.board);
                    level.chosen += 1;
                }
                Counts::Nothing => {}
            }
            if self.judgement.config.cases_per_run == Some(1) {
                level.alone = level.alone.max(level.in_order);
            }
        }
    }

    /// Says what a run full of the costliest board would take, where it is more than a run may take.
    fn note_costliest(&mut self) {
        let Judgement { config, phases, notes, .. } = &mut self.judgement;
        let Some(phase) = phases.iter().find(|phase| phase.name == "costliest" && phase.state == State::Done) else {
            return;
        };
        let (own, worst) = (self.length.own as u32, phase.slowest_run);
        let all = worst.saturating_mul(own);
        if all > config.limits.processor {
            let (worst, all) = (duration(worst), duration(all));
            let run = format!("a run of {own} boards like the costliest, {worst} alone, would take about {all}");
            notes.push(run + "; it was not tried");
        }
    }
}

/// How many boards a run has where the judge chooses: as many as the program answers in a fraction of its time.
struct RunLength {
    /// As many as the style's own judge gives.
    own: usize,
    /// Of the next run.
    wanted: usize,
    /// The most that are wanted.
    most: usize,
}

impl RunLength {
    /// A run of twice as many boards takes less than twice as long.
    fn was_right(&mut self, cases: usize, took: Duration, limit: Duration) {
        if took > limit / 4 * 3 {
            self.wanted = (self.wanted / 2).max(self.own);
        } else if took < limit / 5 * 2 && cases >= self.wanted {
            self.wanted = (self.wanted * 2).min(self.most);
        }
    }

    /// A run was too long, its halves were not: runs have fewer boards from then on. True for the first.
    fn was_halved(&mut self, cases: usize) -> bool {
        let is_first = self.most == MOST_CASES;
        self.most = (cases / 2).clamp(self.own, self.most);
        self.wanted = self.wanted.min(self.most);
        is_first
    }
}
