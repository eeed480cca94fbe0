//! The tests in their order, until one finds a fault, all are done, or the time is spent.

use super::boards::{Boards, FARTHEST, count};
use super::cases::{self, Case};
use super::launcher::{End, Limits, Stop};
use super::sandbox::{Run, Sandbox, Stopper};
use super::verdict::{Finding, Verdict, examine, output_bound, time};
use crate::engines as registry;
use chivalry_board::Board;
use chivalry_corpus::{Form, Layout, Random, Style, TRAPS, read};
use chivalry_engine::{Budget, Problem};
use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

/// The boards of the judges' sample, with their distances.
const SAMPLES: [(&str, u8); 2] = [("10110/01*11/10111/01001/00000", 7), ("01011/110*1/01110/01010/00100", 18)];

/// The most boards of a run where the judge chooses.
const MOST_CASES: usize = 100_000;

/// Boards at the limit, and as many past it.
const AROUND_LIMIT: usize = 60;

/// Boards drawn of each distance that was not tested completely.
const DRAWN: usize = 40;

/// How many random boards are looked through to find these.
const DRAWN_FROM: u32 = 1_000_000;

/// Random boards.
const RANDOM: u32 = 2_000;

/// Boards that cost most, for each of the two searches asked.
const COSTLIEST: usize = 20;

/// What a judgement is asked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The form of input and answers.
    pub style: Style,
    /// The limit of moves.
    pub max_moves: u8,
    /// What a run is allowed.
    pub limits: Limits,
    /// How many boards a run has.
    pub cases_per_run: CasesPerRun,
    /// The time for all tests.
    pub budget: Duration,
    /// The seed of random boards.
    pub seed: u64,
}

/// How many boards a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CasesPerRun {
    /// As many as the style's judge gives at most.
    Style,
    /// So many.
    Exactly(usize),
    /// As many as the program answers in a fraction of its time.
    AsWanted,
}

impl CasesPerRun {
    /// As the JSON has it.
    pub fn wire(self, config: &Config) -> u32 {
        let count = match self {
            Self::Style => config.own_cases(),
            Self::Exactly(count) => count,
            Self::AsWanted => 0,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

impl Config {
    /// The most boards of a run that the style's own judge gives.
    pub const fn own_cases(&self) -> usize {
        match self.style {
            Style::Bzoj | Style::Fzu => 10,
            Style::Uva => 13,
        }
    }
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All of it was tested.
    Done,
    /// Its share of the budget was spent.
    Cut,
    /// A fault was found.
    Failed,
    /// By a signal.
    Interrupted,
    /// There is no such board.
    NoBoard,
    /// The budget was spent before.
    LeftOut,
}

impl State {
    /// Its name in the JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Cut => "cut",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
            Self::NoBoard => "none",
            Self::LeftOut => "left-out",
        }
    }
}

/// A phase, when it has ended.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// How it ended.
    pub state: State,
    /// Whether the form alone was wrong of some of its runs.
    pub wrong_form: bool,
    /// Runs that were right.
    pub runs: u64,
    /// Boards answered right.
    pub boards: u64,
}

/// Tests of a kind, with their times.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// The phase that it belongs to.
    pub phase: &'static str,
    /// Boards answered right.
    pub boards: u64,
    /// The processor time of each run that was right.
    pub times: Vec<Duration>,
    /// The most of these times.
    pub worst_time: Duration,
    /// The boards of the run that took it.
    pub worst: Vec<Case>,
    /// Some of the boards, chosen at random.
    pub some: Vec<Case>,
    /// Of the run that took longest the board that takes longest alone, and its time.
    pub worst_alone: Option<(Case, Duration)>,
    /// Our engines on `some`.
    pub engines: Vec<super::times::EngineTime>,
}

impl Phase {
    /// How it ended, as the JSON has it.
    pub const fn state_name(&self) -> &'static str {
        match self.state {
            State::Done if self.wrong_form => "wrong-form",
            state => state.name(),
        }
    }
}

/// The names of the phases in their order.
const PHASES: [&str; 8] =
    ["samples", "alone", "nearest first", "traps", "around the limit", "random", "costliest", "input forms"];

/// Boards within so many moves are given one a run before all others.
const ALONE_WITHIN: u8 = 2;

/// Boards of a class that are kept for our engines.
const KEPT: u64 = 48;

/// A run with a fault.
#[derive(Clone, Debug)]
pub struct Found {
    /// The class of tests.
    pub class: String,
    /// The form of input.
    pub form: Layout,
    /// The boards.
    pub cases: Vec<Case>,
    /// What is wrong.
    pub finding: Finding,
    /// The run, unless the judge failed.
    pub run: Option<Run>,
}

/// Why tests do not go on.
#[derive(Debug)]
pub enum Halt {
    /// Ended by a signal.
    Interrupted,
    /// A fault was found.
    Fault(Box<Found>),
}

/// What the boards of a run count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// The boards of their distance in order.
    InOrder,
    /// Drawn from their distance.
    Drawn,
    /// Random.
    Random,
    /// Nothing of the kind.
    Other,
}

/// What the one who asked may want to show meanwhile.
#[derive(Debug)]
pub enum Event<'a> {
    /// Something was tested.
    Tick(Duration),
    /// A phase ended.
    Phase(&'a Phase),
}

/// How all tests ended.
#[derive(Debug)]
pub enum Ending {
    /// Without a fault.
    Right,
    /// With one.
    Fault(Box<Found>),
    /// By a signal.
    Interrupted,
    /// The budget was spent before the samples were done.
    NothingKnown,
}

/// A judgement under way.
pub struct Session<'a> {
    /// What is asked.
    pub config: &'a Config,
    /// All boards.
    pub boards: Boards,
    /// Phases that have ended.
    pub phases: Vec<Phase>,
    /// Classes of tests that have begun.
    pub classes: Vec<Class>,
    /// By distance, how many boards in order from the first were answered right.
    pub in_order: Vec<u64>,
    /// By distance, how many boards in order from the first were answered right one a run.
    pub alone: Vec<u64>,
    /// The most boards of a run that was right.
    pub most_in_run: usize,
    /// The boards that were chosen, neither in order nor at random, and answered right: each once.
    pub chosen: Vec<Case>,
    /// By distance, how many drawn boards were answered right.
    pub drawn: Vec<u64>,
    /// Random boards answered right.
    pub random: u64,
    /// Boards answered right.
    pub boards_right: u64,
    /// Runs that were right.
    pub runs_right: u64,
    /// The most processor time of a run that was right.
    pub slowest: Duration,
    /// The most memory of a run that was right.
    pub peak: u64,
    /// The least that can be told of memory.
    pub floor: u64,
    /// Inputs that were given twice.
    pub repeated: u64,
    /// Whether one of them was answered differently.
    pub differs: bool,
    /// The first run of which the form alone was wrong.
    form_fault: Option<Box<Found>>,
    /// How many runs there were of which the form alone was wrong.
    wrong_forms: u64,
    /// The smallest input known to show the fault, while a smaller one is looked for.
    pub known: Option<super::shrink::Shrunk>,
    /// Remarks.
    pub notes: Vec<String>,
    /// When the tests began.
    pub begun: Instant,
    /// Boards of the next run where the judge chooses, and the most that it may choose.
    size: usize,
    cap: usize,
    /// Runs of as many boards as allowed that were right since one was not, and whether one ever was not.
    streak: u32,
    was_too_many: bool,
    /// Whether the next run is given twice.
    repeat: bool,
    sandbox: Sandbox,
    stopper: Stopper,
    /// Which boards of a class are kept: apart from what chooses the tests, which do not depend on how far the time went.
    sampling: Random,
    listener: Box<dyn FnMut(Event<'_>) + 'a>,
}

impl<'a> Session<'a> {
    /// Makes ready; the launcher is started first of all.
    ///
    /// # Errors
    ///
    /// Those of [`Sandbox::new`].
    pub fn new(config: &'a Config, stopper: Stopper, listener: impl FnMut(Event<'_>) + 'a) -> io::Result<Self> {
        let begun = Instant::now();
        let sandbox = Sandbox::new(&config.command, &config.limits, stopper.clone())?;
        Ok(Self {
            config,
            boards: Boards::default(),
            phases: Vec::new(),
            classes: Vec::new(),
            in_order: vec![0; usize::from(FARTHEST) + 1],
            alone: vec![0; usize::from(FARTHEST) + 1],
            most_in_run: 0,
            chosen: Vec::new(),
            drawn: vec![0; usize::from(FARTHEST) + 1],
            random: 0,
            boards_right: 0,
            runs_right: 0,
            slowest: Duration::ZERO,
            peak: 0,
            floor: 0,
            repeated: 0,
            differs: false,
            form_fault: None,
            wrong_forms: 0,
            known: None,
            notes: Vec::new(),
            begun,
            size: config.own_cases(),
            cap: MOST_CASES,
            streak: 0,
            was_too_many: false,
            repeat: false,
            sandbox,
            stopper,
            sampling: Random::new(config.seed),
            listener: Box::new(listener),
        })
    }

    /// Whether so much of the budget is spent.
    fn is_spent(&self, share: Duration) -> bool {
        self.begun.elapsed() >= share
    }

    /// Gives all tests.
    pub fn run(&mut self) -> Ending {
        match self.all_phases() {
            Err(Halt::Fault(found)) => Ending::Fault(found),
            // A fault of the form is known, however the tests ended.
            ended => match (self.form_fault.take(), ended) {
                (Some(found), _) => Ending::Fault(found),
                (None, Err(_)) => Ending::Interrupted,
                (None, Ok(())) if !self.has_done_samples() => Ending::NothingKnown,
                (None, Ok(())) => Ending::Right,
            },
        }
    }

    fn has_done_samples(&self) -> bool {
        self.phases.first().is_some_and(|phase| phase.state == State::Done)
    }

    /// The least memory that can be told of a program; 0 where the system does not tell.
    ///
    /// # Errors
    ///
    /// Where no launcher can be had.
    pub fn floor(&self) -> io::Result<u64> {
        self.sandbox.floor()
    }

    /// Whether the one who asked has ended it.
    pub fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    fn all_phases(&mut self) -> Result<(), Halt> {
        let budget = self.config.budget;
        // What comes after the boards in order has a share: more of it where there is little, a minute where there is plenty.
        let least = Duration::from_secs(5).min(budget / 10 * 7);
        let rest = (budget / 5 * 2).clamp(least, Duration::from_mins(1));
        let share = |percent: u32| budget.saturating_sub(rest) + rest / 100 * percent;
        self.phase(|session| session.samples(budget))?;
        if !self.has_done_samples() {
            return Ok(());
        }
        self.phase(|session| session.nearest_alone(share(0) / 2))?;
        self.phase(|session| session.nearest_first(share(0)))?;
        self.phase(|session| session.traps(share(10)))?;
        self.phase(|session| session.around_limit(share(30)))?;
        self.phase(|session| session.random_boards(share(55), share(75)))?;
        self.phase(|session| session.costliest(share(92)))?;
        self.phase(Self::forms)
    }

    fn phase(&mut self, tests: impl FnOnce(&mut Self) -> Result<State, Halt>) -> Result<(), Halt> {
        let (runs, boards) = (self.runs_right, self.boards_right);
        // The last are four runs, given whatever the budget: no statement is to leave the forms open.
        let last = self.phases.len() + 1 == PHASES.len();
        let spent = !last && self.is_spent(self.config.budget);
        self.repeat = true;
        let forms = self.wrong_forms;
        let result = if spent { Ok(State::LeftOut) } else { tests(self) };
        let state = match &result {
            Ok(State::Cut) if self.runs_right == runs => State::LeftOut,
            Ok(state) => *state,
            Err(Halt::Interrupted) => State::Interrupted,
            Err(Halt::Fault(_)) => State::Failed,
        };
        let (runs, boards) = (self.runs_right - runs, self.boards_right - boards);
        let phase = Phase { name: self.phase_name(), state, wrong_form: self.wrong_forms > forms, runs, boards };
        (self.listener)(Event::Phase(&phase));
        self.phases.push(phase);
        result.map(|_| ())
    }

    /// The name of the phase under way.
    fn phase_name(&self) -> &'static str {
        PHASES[self.phases.len().min(PHASES.len() - 1)]
    }

    /// The source of random boards of the phase under way.
    fn random_source(&self) -> Random {
        Random::new(self.config.seed.wrapping_mul(8).wrapping_add(self.phases.len() as u64))
    }

    fn sample_cases(&self) -> Vec<Case> {
        let cases =
            SAMPLES.iter().filter_map(|(line, distance)| Some(Case { board: line.parse().ok()?, distance: *distance }));
        // The order in which they are printed.
        if self.config.style == Style::Uva { cases.rev().collect() } else { cases.collect() }
    }

    fn samples(&mut self, until: Duration) -> Result<State, Halt> {
        let cases = self.sample_cases();
        let mut states = vec![self.give_all("samples", &cases, until, Counts::Other)?];
        // What one case leaves behind shows in the next: each after each, and after itself.
        if let [one, other] = cases[..] {
            let turns = [other, one, other, other, one, one];
            states.push(self.give_all("samples turned", &turns, until, Counts::Other)?);
        }
        // And some programs are wrong only where nothing follows.
        for case in cases {
            if self.is_spent(until) {
                states.push(State::Cut);
                break;
            }
            self.give("samples alone", &[case], Layout::Plain)?;
        }
        Ok(if states.contains(&State::Cut) { State::Cut } else { State::Done })
    }

    /// The nearest boards, one a run: what is wrong there is wrong for `T = 1`, and is the smallest counterexample there can be.
    fn nearest_alone(&mut self, until: Duration) -> Result<State, Halt> {
        for distance in 0..=ALONE_WITHIN {
            for case in self.boards.level(distance) {
                if self.is_spent(until) {
                    return Ok(State::Cut);
                }
                self.give("alone", &[case], Layout::Plain)?;
                self.alone[usize::from(distance)] += 1;
            }
        }
        Ok(State::Done)
    }

    fn nearest_first(&mut self, until: Duration) -> Result<State, Halt> {
        for distance in 0..=FARTHEST {
            if self.is_spent(until) {
                return Ok(State::Cut);
            }
            let cases = self.boards.level(distance);
            let state = self.give_all(&format!("distance {distance}"), &cases, until, Counts::InOrder)?;
            if state == State::Cut {
                return Ok(state);
            }
        }
        Ok(State::Done)
    }

    fn traps(&mut self, until: Duration) -> Result<State, Halt> {
        let traps = read(TRAPS.as_bytes(), Form::Corpus).unwrap_or_default();
        let mut cases: Vec<_> =
            traps.iter().filter_map(|trap| Some(Case { board: trap.board, distance: trap.exact? })).collect();
        // The same with the white knights in the place of the black ones.
        for index in 0..cases.len() {
            let Case { board, distance } = cases[index];
            cases.push(Case { board: board.turned_and_swapped(), distance });
        }
        cases.sort_by_key(Case::order);
        cases.dedup();
        self.give_all("traps", &cases, until, Counts::Other)
    }

    fn around_limit(&mut self, until: Duration) -> Result<State, Halt> {
        let limit = self.config.max_moves;
        let mut random = self.random_source();
        let mut state = State::NoBoard;
        for (distance, name) in [(Some(limit), "limit"), (limit.checked_add(1), "past limit")] {
            let Some(distance) = distance.filter(|&distance| distance <= FARTHEST) else { continue };
            let cases = self.boards.some(distance, AROUND_LIMIT / 3, AROUND_LIMIT * 2 / 3, &mut random);
            let given = self.give_all(&format!("{name} {distance}"), &cases, until, Counts::Other)?;
            state = if state == State::Cut { state } else { given };
        }
        Ok(state)
    }

    fn random_boards(&mut self, until_drawn: Duration, until: Duration) -> Result<State, Halt> {
        if self.in_order.iter().sum::<u64>() == u64::from(Board::COUNT) {
            // Each of them was tested.
            return Ok(State::NoBoard);
        }
        let boards = self.random_source().boards(RANDOM);
        let cases = draw(&mut self.boards, self.config.seed, &self.in_order);
        let drawn = self.give_all("drawn", &cases, until_drawn, Counts::Drawn)?;
        self.repeat = true;
        let cases: Vec<_> = boards.into_iter().map(|board| self.boards.case(board)).collect();
        let random = self.give_all("random", &cases, until, Counts::Random)?;
        Ok(if drawn == State::Cut { drawn } else { random })
    }

    /// The boards, of some thousand, that cost depth-first and breadth-first search most.
    fn costliest(&mut self, until: Duration) -> Result<State, Halt> {
        /// States that ranking may expand, so that it ends in a second whatever the limit.
        const MOST_EXPANDED: u64 = 8_000_000;
        let limit = self.config.max_moves;
        let mut random = self.random_source();
        let mut candidates: Vec<Case> = Vec::new();
        if limit <= FARTHEST {
            candidates.extend(self.boards.some(limit, 0, 1_000, &mut random));
        }
        let boards = random.boards(1_000);
        candidates.extend(boards.into_iter().map(|board| self.boards.case(board)));
        random.shuffle(&mut candidates);
        let mut chosen = Vec::new();
        for engine in ["idastar", "bibfs-single"].into_iter().filter_map(registry::find) {
            let mut engine = (engine.make)();
            let mut left = MOST_EXPANDED;
            let mut costs = Vec::new();
            for &case in &candidates {
                let problem = Problem::new(case.board).within(limit);
                let (_, stats) = engine.solve(&problem, &Budget { nodes: left.min(1 << 18), ..Budget::UNLIMITED });
                costs.push((stats.expanded, case));
                left = left.saturating_sub(stats.expanded);
                if left == 0 || self.stopper.is_stopped() {
                    break;
                }
            }
            costs.sort_by_key(|(expanded, case)| (std::cmp::Reverse(*expanded), case.order()));
            chosen.extend(costs.into_iter().take(COSTLIEST).map(|(_, case)| case));
        }
        let mut seen = Vec::new();
        chosen.retain(|case| {
            !seen.contains(case) && {
                seen.push(*case);
                true
            }
        });
        // One a run: no judge has ten of them in one, and what each takes is seen.
        for (number, case) in chosen.iter().enumerate() {
            self.give("costliest", &[*case], Layout::Plain)?;
            if self.is_spent(until) && number + 1 < chosen.len() {
                return Ok(State::Cut);
            }
        }
        self.note_costliest();
        Ok(State::Done)
    }

    /// Says what a run full of the costliest board would take, where it is more than a run may take.
    fn note_costliest(&mut self) {
        let own = self.config.own_cases();
        let Some(worst) = self.classes.last().map(|class| class.worst_time) else { return };
        let all = worst.saturating_mul(u32::try_from(own).unwrap_or(u32::MAX));
        if all > self.config.limits.processor {
            self.notes.push(format!(
                "a run of {own} boards like the costliest, {} alone, would take about {}; it was not tried",
                time(worst),
                time(all)
            ));
        }
    }

    fn forms(&mut self) -> Result<State, Halt> {
        let mut cases = self.sample_cases();
        cases.extend(self.boards.level(1));
        cases.truncate(self.config.own_cases());
        if let CasesPerRun::Exactly(most) = self.config.cases_per_run {
            cases.truncate(most);
        }
        // Right in the plain form, a fault in another is one of the form.
        self.give("form plain", &cases, Layout::Plain)?;
        for form in Layout::OTHERS {
            self.give(&format!("form {}", form.name()), &cases, form)?;
        }
        Ok(State::Done)
    }

    /// Boards of the next run.
    fn cases_of_run(&self) -> usize {
        match self.config.cases_per_run {
            CasesPerRun::Style => self.config.own_cases(),
            CasesPerRun::Exactly(count) => count,
            CasesPerRun::AsWanted => self.size.min(self.cap),
        }
    }

    /// Gives boards in runs. At least the first run is given, whatever the time.
    fn give_all(&mut self, class: &str, cases: &[Case], until: Duration, counts: Counts) -> Result<State, Halt> {
        let mut rest = cases;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(self.cases_of_run().min(rest.len()));
            self.give(class, now, Layout::Plain)?;
            match counts {
                Counts::InOrder => {
                    let distance = usize::from(now[0].distance);
                    self.in_order[distance] += now.len() as u64;
                    if self.config.cases_per_run == CasesPerRun::Exactly(1) {
                        self.alone[distance] = self.alone[distance].max(self.in_order[distance]);
                    }
                }
                Counts::Drawn => {
                    for case in now {
                        self.drawn[usize::from(case.distance)] += 1;
                    }
                }
                Counts::Random => self.random += now.len() as u64,
                Counts::Other => {}
            }
            rest = later;
            if self.is_spent(until) && !rest.is_empty() {
                return Ok(State::Cut);
            }
        }
        Ok(if cases.is_empty() { State::NoBoard } else { State::Done })
    }

    /// Gives boards in one run, and counts it where it is right.
    fn give(&mut self, class: &str, cases: &[Case], form: Layout) -> Result<(), Halt> {
        let (run, finding) = self.attempt(class, cases, form)?;
        if let Some(finding) = self.beyond_form(class, cases, form, &run, finding) {
            let own = self.config.own_cases();
            let many = self.config.cases_per_run == CasesPerRun::AsWanted && cases.len() > own;
            if !many || !is_of_size(&finding, &run) {
                return Err(fault(class, cases, form, finding, Some(run)));
            }
            // More boards than the judges give may take more than the judges allow: a fault only where it shows with fewer.
            for half in cases.chunks(cases.len().div_ceil(2)) {
                self.give(class, half, form)?;
            }
            self.cap = (cases.len() / 2).clamp(own, self.cap);
            self.streak = 0;
            if !std::mem::replace(&mut self.was_too_many, true) {
                self.notes.push(format!(
                    "a run of {} boards ended with {}, its halves were right: runs had fewer boards after it",
                    cases.len(),
                    finding.verdict
                ));
            }
            return Ok(());
        }
        if std::mem::take(&mut self.repeat) {
            let (again, finding) = self.attempt(class, cases, form)?;
            self.compare(&run, &again);
            if let Some(finding) = self.beyond_form(class, cases, form, &again, finding) {
                return Err(fault(class, cases, form, finding, Some(again)));
            }
        }
        self.count(class, cases, &run);
        // A run of twice as many boards takes less than twice as long.
        let (took, limit) = (run.report.processor, self.config.limits.processor);
        if cases.len() >= self.cap {
            // What was too much may have been a busy machine.
            self.streak += 1;
            if self.streak.is_multiple_of(8) {
                self.cap = (self.cap * 2).min(MOST_CASES);
            }
        }
        if took > limit / 4 * 3 {
            self.size = (self.size / 2).max(self.config.own_cases());
        } else if took < limit / 5 * 2 && cases.len() >= self.size {
            self.size = (self.size * 2).min(MOST_CASES);
        }
        Ok(())
    }

    /// What is wrong beyond the form. Of the first run of which the form alone is wrong it is kept in mind.
    fn beyond_form(
        &mut self,
        class: &str,
        cases: &[Case],
        form: Layout,
        run: &Run,
        finding: Option<Finding>,
    ) -> Option<Finding> {
        let finding = finding?;
        if !finding.form_alone {
            return Some(finding);
        }
        self.wrong_forms += 1;
        if self.form_fault.is_none()
            && let Halt::Fault(found) = fault(class, cases, form, finding, Some(run.clone()))
        {
            self.form_fault = Some(found);
        }
        None
    }

    /// Gives boards in one run.
    pub(super) fn attempt(
        &mut self,
        class: &str,
        cases: &[Case],
        form: Layout,
    ) -> Result<(Run, Option<Finding>), Halt> {
        if self.stopper.is_stopped() {
            return Err(Halt::Interrupted);
        }
        let Config { style, max_moves, limits, .. } = self.config;
        let input = cases::input(*style, form, cases);
        let expected = cases::expected(*style, *max_moves, cases);
        let run = self.sandbox.run(input.as_bytes(), output_bound(cases.len())).map_err(|error| {
            if self.stopper.is_stopped() {
                return Halt::Interrupted;
            }
            fault(class, cases, form, Finding::new(Verdict::Fail, format!("could not be judged: {error}")), None)
        })?;
        if run.report.end == End::Stopped(Stop::Asked) {
            return Err(Halt::Interrupted);
        }
        let answers: Vec<_> = cases.iter().map(|case| case.answer(*max_moves)).collect();
        let finding = examine(&run, limits, *style, &answers, &expected);
        (self.listener)(Event::Tick(self.begun.elapsed()));
        Ok((run, finding))
    }

    /// Notes whether an input that was given twice was answered alike. What the judge cut off says nothing of it.
    pub(super) fn compare(&mut self, run: &Run, again: &Run) {
        let by_itself = |run: &Run| matches!(run.report.end, End::Exited(_) | End::Signalled(_));
        if !by_itself(run) || !by_itself(again) {
            return;
        }
        self.repeated += 1;
        self.differs |= run.stdout != again.stdout || run.report.end != again.report.end;
    }

    fn count(&mut self, class: &str, cases: &[Case], run: &Run) {
        let phase = self.phase_name();
        self.boards_right += cases.len() as u64;
        self.runs_right += 1;
        self.most_in_run = self.most_in_run.max(cases.len());
        if !matches!(phase, "alone" | "nearest first" | "random" | "input forms") {
            for case in cases {
                if !self.chosen.contains(case) {
                    self.chosen.push(*case);
                }
            }
        }
        let report = &run.report;
        self.slowest = self.slowest.max(report.processor);
        self.peak = self.peak.max(report.peak);
        self.floor = self.floor.max(report.floor);
        if self.classes.last().is_none_or(|last| last.name != class) {
            self.classes.push(Class {
                name: class.into(),
                phase,
                boards: 0,
                times: Vec::new(),
                worst_time: Duration::ZERO,
                worst: Vec::new(),
                some: Vec::new(),
                worst_alone: None,
                engines: Vec::new(),
            });
        }
        let Some(class) = self.classes.last_mut() else { return };
        if class.times.is_empty() || report.processor > class.worst_time {
            (class.worst_time, class.worst) = (report.processor, cases.to_vec());
        }
        class.times.push(report.processor);
        for &case in cases {
            class.boards += 1;
            // Each board is kept with the same chance (Vitter 1985, algorithm R).
            if (class.some.len() as u64) < KEPT {
                class.some.push(case);
            } else {
                let place = self.sampling.below(u32::try_from(class.boards).unwrap_or(u32::MAX));
                if u64::from(place) < KEPT {
                    class.some[place as usize] = case;
                }
            }
        }
    }
}

/// Whether a fault may be one of the size of a run alone: a limit that a smaller one keeps to.
fn is_of_size(finding: &Finding, run: &Run) -> bool {
    matches!(finding.verdict, Verdict::TimeLimit | Verdict::MemoryLimit) || run.report.end == End::Stopped(Stop::Output)
}

pub(super) fn fault(class: &str, cases: &[Case], form: Layout, finding: Finding, run: Option<Run>) -> Halt {
    Halt::Fault(Box::new(Found { class: class.into(), form, cases: cases.to_vec(), finding, run }))
}

/// Boards of each distance that was not tested completely: one of each, then another of each, and so on.
///
/// Those of a distance are the same whatever the budget, but for what was tested already: each distance has a generator of its own, and
/// the boards far away come from one that nothing else takes from.
fn draw(boards: &mut Boards, seed: u64, in_order: &[u64]) -> Vec<Case> {
    let source = |stream: u64| Random::new(Random::new(seed.wrapping_add(stream << 32)).next());
    let open: Vec<u8> = (0..=FARTHEST).filter(|&distance| in_order[usize::from(distance)] < count(distance)).collect();
    let is_near = |distance: u8| count(distance) < 10_000 && distance < FARTHEST / 2;
    let mut levels: Vec<Vec<Case>> = vec![Vec::new(); usize::from(FARTHEST) + 1];
    for &distance in open.iter().filter(|&&distance| is_near(distance)) {
        let mut cases: Vec<_> = boards.level(distance).into_iter().enumerate().collect();
        source(1 + u64::from(distance)).shuffle(&mut cases);
        cases.truncate(DRAWN);
        let tested = in_order[usize::from(distance)] as usize;
        levels[usize::from(distance)] =
            cases.into_iter().filter(|(place, _)| *place >= tested).map(|(_, case)| case).collect();
    }
    let table = boards.table();
    let mut random = source(0);
    for _ in 0..DRAWN_FROM {
        let board = random.board();
        let distance = table.distance(board);
        let level = &mut levels[usize::from(distance)];
        let wanted = open.contains(&distance) && !is_near(distance) && level.len() < DRAWN;
        if wanted && level.iter().all(|case| case.board != board) {
            level.push(Case { board, distance });
        }
    }
    (0..DRAWN).flat_map(|round| levels.iter().filter_map(move |level| level.get(round).copied())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_depends_on_the_seed_alone() {
        let mut boards = Boards::default();
        let mut in_order = vec![0; usize::from(FARTHEST) + 1];
        let all = draw(&mut boards, 1, &in_order);
        assert_ne!(all, draw(&mut boards, 2, &in_order));
        // As far as a longer budget goes.
        for distance in 0..=6_u8 {
            in_order[usize::from(distance)] = count(distance);
        }
        in_order[7] = 1_200;
        let fewer = draw(&mut boards, 1, &in_order);
        let tested: Vec<Case> = boards.level(7)[..1_200].to_vec();
        let mut rest: Vec<Case> = all.into_iter().filter(|case| case.distance > 6 && !tested.contains(case)).collect();
        rest.sort_by_key(Case::order);
        let mut fewer_sorted = fewer;
        fewer_sorted.sort_by_key(Case::order);
        assert!(fewer_sorted.len() > 1_000 && fewer_sorted == rest);
    }
}
