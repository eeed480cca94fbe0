//! From a run with a fault to the smallest input that shows it.
//!
//! First the boards of the run are given alone. If one fails alone, and fails again, the boards before it are tried, in
//! the order by distance and rank. For half of the time they are tried alone, nearest first. Then those that no test
//! has had are tried in runs, until one fails alone or the time is spent. A board is called the smallest only if every
//! board before it was right alone.
//!
//! If none fails alone, the fault needs company: ever smaller parts of the run are left out, until no board can be left
//! out (delta debugging: Zeller, Hildebrandt 2002, "Simplifying and isolating failure-inducing input").
//!
//! A smaller input shows the fault only if it shows the same kind of it.

use crate::judgement::{Config, Counterexample, Judgement, most_cases};
use crate::session::{Halt, Session};
use crate::verdict::{Case, Fault, Finding, Kind, Verdict};
use chivalry_corpus::Layout;
use chivalry_corpus::words::{counted, grouped};
use chivalry_table::Table;
use std::time::{Duration, Instant};

/// The most boards of a run of a search for smaller boards.
const MOST_CASES: usize = 1_000;

/// The most boards of a run of which those are tried alone, too, that it answers right.
const MOST_CHOICES: usize = 12;

/// What some boards show when they are given in one run.
enum Shown {
    /// They are answered right, as far as numbers go.
    Right,
    /// The fault that is looked for.
    Same(Box<Fault>),
    /// Another.
    Other,
}

impl Session<'_> {
    /// Looks for the smallest input with this fault. The best that is known, meanwhile and in the end, is the judgement's counterexample.
    ///
    /// # Errors
    ///
    /// [`Halt::Interrupted`], and the judge's own faults.
    pub(crate) fn shrink(&mut self, whole: &Fault) -> Result<(), Halt> {
        let budget = self.judgement.config.budget.min(Duration::from_hours(1));
        let until = Instant::now() + Duration::from_secs(5).max(budget / 10);
        self.keep(whole.clone(), None);
        self.confirm()?;
        let tried = if whole.cases.len() == 1 { None } else { self.alone(whole, until)? };
        let is_confirmed = self.best().is_some_and(|best| best.confirmed == Some(true));
        match (tried, is_confirmed, whole.layout) {
            (Some(tried), ..) => self.company(whole, tried, until)?,
            (None, true, Layout::Plain) => self.smaller(&whole.kind(), until)?,
            (None, _, Layout::Plain) => {
                self.conclude_best(false, "it did not fail each time, so that smaller boards were not looked for");
            }
            (None, _, layout) => {
                self.conclude_best(false, format!("one board, in the form `{layout}`"));
            }
        }
        Ok(())
    }

    fn keep(&mut self, fault: Fault, confirmed: Option<bool>) {
        let Judgement { config, counterexample, .. } = &mut self.judgement;
        *counterexample = Some(Counterexample { confirmed, ..Counterexample::of(fault, config, self.table) });
    }

    /// Says what is known of the size of the best.
    pub(crate) fn conclude_best(&mut self, smallest: bool, statement: impl Into<String>) {
        if let Some(best) = &mut self.judgement.counterexample {
            (best.smallest, best.statement) = (smallest, statement.into());
        }
    }

    fn best(&self) -> Option<&Counterexample> {
        self.judgement.counterexample.as_ref()
    }

    /// The boards of the best.
    fn best_cases(&self) -> &[Case] {
        self.best().map_or(&[], |best| &best.fault.cases)
    }

    /// What these boards show of a fault of this kind.
    fn shows(&mut self, like: &Kind, layout: Layout, cases: &[Case]) -> Result<Shown, Halt> {
        Ok(match self.attempt("counterexample", layout, cases)? {
            Ok(_) => Shown::Right,
            Err(fault) if fault.kind() == *like => Shown::Same(fault),
            Err(fault) if fault.finding.form_alone => Shown::Right,
            Err(_) => Shown::Other,
        })
    }

    /// Whether the input of a fault shows it once more.
    fn shows_again(&mut self, fault: &Fault) -> Result<bool, Halt> {
        let again = self.attempt(&fault.class, fault.layout, &fault.cases)?;
        self.compare(&fault.run, &again);
        Ok(again.is_err_and(|again| again.kind() == fault.kind()))
    }

    /// Whether the best shows its fault once more, which it says from then on.
    fn confirm(&mut self) -> Result<bool, Halt> {
        let Some(Counterexample { fault, .. }) = self.best().cloned() else { return Ok(false) };
        let confirmed = self.shows_again(&fault)?;
        self.keep(fault, Some(confirmed));
        Ok(confirmed)
    }

    /// Whether these boards show the fault; if so they are the best.
    fn is_better(&mut self, like: &Kind, layout: Layout, cases: &[Case]) -> Result<bool, Halt> {
        let Shown::Same(fault) = self.shows(like, layout, cases)? else { return Ok(false) };
        self.keep(*fault, None);
        Ok(true)
    }

    /// What a board shows when it is given alone; `None` where it shows the fault twice: then it is the best.
    fn shows_alone(&mut self, like: &Kind, layout: Layout, case: Case) -> Result<Option<Shown>, Halt> {
        let shown = self.shows(like, layout, &[case])?;
        if let Shown::Same(fault) = &shown
            && self.shows_again(fault)?
        {
            self.keep((**fault).clone(), Some(true));
            return Ok(None);
        }
        Ok(Some(shown))
    }

    /// Looks for a board of the run that fails when it is given alone, one that fails twice where there is one; else tells how many were
    /// tried, and how many were to be.
    fn alone(&mut self, whole: &Fault, until: Instant) -> Result<Option<(usize, usize)>, Halt> {
        let candidates = self.candidates(whole);
        let mut unconfirmed = None;
        let (mut tried, of) = (0, candidates.len());
        for case in candidates {
            // The first is given whatever the time.
            if tried > 0 && Instant::now() > until {
                break;
            }
            tried += 1;
            match self.shows_alone(&whole.kind(), whole.layout, case)? {
                None => return Ok(None),
                Some(Shown::Same(fault)) => unconfirmed = unconfirmed.or(Some(fault)),
                Some(_) => {}
            }
        }
        let Some(fault) = unconfirmed else { return Ok(Some((tried, of))) };
        self.keep(*fault, Some(false));
        Ok(None)
    }

    /// The boards of a run that may fail alone, the likeliest first.
    fn candidates(&self, whole: &Fault) -> Vec<Case> {
        let Fault { cases, finding: Finding { verdict, wrong, given, .. }, .. } = whole;
        if *verdict != Verdict::WrongAnswer {
            // Where the answers end, the program may have ended, too.
            let (before, after) = cases.split_at(given.len().min(cases.len()));
            return [after, before].concat();
        }
        let mut candidates: Vec<Case> = wrong.iter().filter_map(|&index| cases.get(index).copied()).collect();
        candidates.sort_by_key(|case| case.order());
        if cases.len() <= MOST_CHOICES.max(most_cases(self.judgement.config.style)) {
            // One that is right in company may be wrong alone; in a long run that would take too long.
            let others = cases.iter().enumerate().filter(|(index, _)| !wrong.contains(index));
            candidates.extend(others.map(|(_, case)| *case));
        }
        candidates
    }

    /// Looks for a board before the best that fails alone, too.
    fn smaller(&mut self, like: &Kind, until: Instant) -> Result<(), Halt> {
        // For faults other than wrong answers it is not worth the time. The text says what is known already.
        let now = Instant::now();
        let until = if like.0 == Verdict::WrongAnswer { until } else { now };
        let levels = &self.judgement.coverage.distances;
        let mut alone: Vec<u64> = levels.iter().map(|level| level.alone).collect();
        let mut right: Vec<u64> = levels.iter().map(|level| level.in_order).collect();
        if !self.smaller_in(like, &mut alone, 1, now + until.saturating_duration_since(now) / 2)? {
            self.smaller_in(like, &mut right, MOST_CASES, until)?;
            self.smaller_in(like, &mut alone, 1, until)?;
        }
        for (level, &alone) in self.judgement.coverage.distances.iter_mut().zip(&alone) {
            level.alone = alone;
        }
        self.measure(&right);
        Ok(())
    }

    /// Looks for a board before the best that fails alone, in runs of at most so many boards, and tells whether there is one. `done` says
    /// how many boards of each distance are known to be right in such runs, and is brought forward.
    fn smaller_in(&mut self, like: &Kind, done: &mut [u64], most: usize, until: Instant) -> Result<bool, Halt> {
        let Some(&best) = self.best_cases().first() else { return Ok(false) };
        let own = most_cases(self.judgement.config.style).min(most);
        let mut length = own;
        for (distance, done) in (0..=best.distance).zip(done) {
            if *done == self.judgement.coverage.distances[usize::from(distance)].boards || Instant::now() >= until {
                continue;
            }
            let mut level = self.level(distance);
            level.truncate(level.partition_point(|case| case.order() < best.order()));
            let mut rest = level.get(*done as usize..).unwrap_or_default();
            while !rest.is_empty() && Instant::now() < until {
                let (now, later) = rest.split_at(length.min(rest.len()));
                if now.len() > 1 && matches!(self.shows(like, Layout::Plain, now)?, Shown::Right) {
                    *done += now.len() as u64;
                    self.most_in_run = self.most_in_run.max(now.len());
                    length = (length * 2).min(most);
                } else if now.len() > own {
                    // More boards than the judges give may be too many for it.
                    length = own;
                    continue;
                } else if let Some(is_found) = self.each_alone(like, now, done)? {
                    return Ok(is_found);
                }
                rest = later;
            }
        }
        Ok(false)
    }

    /// Tries boards alone until one is not right, and counts those that are. `Some(true)` where it shows the fault twice: then it is
    /// the best.
    fn each_alone(&mut self, like: &Kind, cases: &[Case], right: &mut u64) -> Result<Option<bool>, Halt> {
        for &case in cases {
            match self.shows_alone(like, Layout::Plain, case)? {
                None => return Ok(Some(true)),
                Some(Shown::Right) => *right += 1,
                // Neither right nor the same fault: what comes after it cannot be known to be the smallest.
                Some(_) => return Ok(Some(false)),
            }
        }
        Ok(None)
    }

    /// Says what is known of the size of the best, a board that fails alone, where so many boards of each distance were right.
    fn measure(&mut self, right: &[u64]) {
        let Some(&best) = self.best_cases().first() else { return };
        let before = self.level(best.distance).partition_point(|case| case.order() < best.order()) as u64;
        let levels = self.judgement.coverage.distances.iter().zip(right);
        let (mut total, mut right_before, mut alone) = (0, 0, 0);
        for (level, &right) in levels.take(usize::from(best.distance) + 1) {
            let most = if level.distance == best.distance { before } else { level.boards };
            total += most;
            alone += level.alone.min(most);
            right_before += right.max(level.alone).min(most);
        }
        self.conclude_best(alone >= total, size_in_words(total, right_before, alone, self.most_in_run));
    }

    /// Looks for the shortest list of boards with the fault.
    fn company(&mut self, whole: &Fault, (tried, candidates): (usize, usize), until: Instant) -> Result<(), Halt> {
        let Fault { cases, layout, finding, .. } = whole;
        let (like, of) = (whole.kind(), cases.len());
        // Boards after the first wrong or missing answer seldom have a part in the fault.
        let end = finding.wrong.first().copied().unwrap_or(finding.given.len()) + 1;
        if end > 1 && end < of {
            self.is_better(&like, *layout, &cases[..end])?;
        }
        let none_is_left_out = self.leave_out(&like, *layout, until)?;
        // Of two boards either alone is all that is left.
        let is_pair = tried == of && self.best_cases().len() == 2;
        let confirmed = self.confirm()?;
        let (count, alone) = (self.best_cases().len(), alone_in_words(tried, candidates, of));
        let statement = match (confirmed, none_is_left_out || is_pair) {
            (true, true) => format!("{alone}; of these {count} none can be left out"),
            (true, false) => format!("{alone}; {count} boards in one run do, perhaps fewer would"),
            _ => format!("{count} boards in one run; given once more, they did not show it again"),
        };
        self.conclude_best(is_pair && confirmed, statement);
        Ok(())
    }

    /// Leaves out ever smaller parts of the best, in the end one board at a time. Whether none can be left out any more.
    fn leave_out(&mut self, like: &Kind, layout: Layout, until: Instant) -> Result<bool, Halt> {
        let mut part = self.best_cases().len() / 2;
        while part > 0 && Instant::now() <= until {
            let (mut start, before) = (0, self.best_cases().len());
            while start < self.best_cases().len() && self.best_cases().len() > part && Instant::now() <= until {
                let cases = self.best_cases();
                let after = (start + part).min(cases.len());
                let fewer = [&cases[..start], &cases[after..]].concat();
                if !self.is_better(like, layout, &fewer)? {
                    start += part;
                }
            }
            if part == 1 && self.best_cases().len() == before && start >= before {
                return Ok(true);
            }
            part = (part / 2).max(1);
        }
        Ok(false)
    }
}

impl Counterexample {
    /// What is told of an input with a fault before it is run again.
    fn of(fault: Fault, config: &Config, table: &Table) -> Self {
        let Finding { wrong, given, .. } = &fault.finding;
        let last = fault.cases.len() - 1;
        let unanswered = Some(given.len()).filter(|&answered| answered > 0);
        let shown = wrong.first().copied().or(unanswered).unwrap_or(last).min(last);
        let case = fault.cases[shown];
        let moves = table.path(case.board).moves;
        let mut path = vec![case.board];
        path.extend(moves.iter().scan(case.board, |board, &step| {
            *board = board.play(step)?;
            Some(*board)
        }));
        Self {
            confirmed: None,
            smallest: false,
            statement: String::new(),
            shown,
            case,
            expected: config.style.answer(case.answer(config.max_moves)).to_string(),
            given: given.get(shown).cloned(),
            path,
            moves: moves.iter().map(ToString::to_string).collect(),
            input: config.style.input(fault.layout, fault.cases.iter().map(|case| case.board)),
            expected_output: config.expected(&fault.cases),
            fault,
        }
    }
}

/// What is known of a run of so many boards of which some were tried alone.
fn alone_in_words(tried: usize, candidates: usize, boards: usize) -> String {
    match tried == candidates {
        true if candidates < boards => "no board that is answered wrong there shows it alone".into(),
        true => "no board shows it alone".into(),
        false => format!("only {tried} of {candidates} boards were tried alone for want of time, and do not show it"),
    }
}

/// What is known of a board that fails alone, where of `total` boards before it `right` were right, and `alone` of these when given
/// alone.
fn size_in_words(total: u64, right: u64, alone: u64, most_in_run: usize) -> String {
    let boards = format!("{} before it in the order by distance", counted(total, "board"));
    if alone >= total {
        return match total {
            0 => "the smallest there is: no board is before the goal".into(),
            1 => "the smallest: the goal, the one board before it, was answered right alone".into(),
            _ => format!("the smallest: all {boards} were answered right alone"),
        };
    }
    let size = if right >= total { "perhaps not the smallest" } else { "there may be smaller ones" };
    let others = if alone < right { format!(", the others in runs of up to {most_in_run}") } else { String::new() };
    let (right, alone) = (grouped(right), grouped(alone));
    format!("{size}: of the {boards} {right} were answered right, {alone} of them alone{others}")
}

#[cfg(test)]
mod tests {
    use super::{alone_in_words, size_in_words};

    #[test]
    fn boards_that_were_not_tried_are_not_called_right() {
        assert_eq!(alone_in_words(6, 6, 6), "no board shows it alone");
        assert_eq!(alone_in_words(2, 2, 1_000), "no board that is answered wrong there shows it alone");
        assert!(alone_in_words(2, 10, 10).starts_with("only 2 of 10 boards were tried alone"));
    }

    #[test]
    fn the_smallest_is_what_every_board_before_it_was_right_alone() {
        assert!(size_in_words(0, 0, 0, 10).starts_with("the smallest there is"));
        let boards = "1,017 boards before it in the order by distance";
        for (right, alone, words) in [
            (1_017, 1_017, format!("the smallest: all {boards} were answered right alone")),
            (
                1_017,
                23,
                format!(
                    "perhaps not the smallest: of the {boards} 1,017 were answered right, 23 of them alone, the others in runs of up to 10"
                ),
            ),
            (0, 0, format!("there may be smaller ones: of the {boards} 0 were answered right, 0 of them alone")),
        ] {
            assert_eq!(size_in_words(1_017, right, alone, 10), words);
        }
    }
}
