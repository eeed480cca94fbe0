//! From a run with a fault to the smallest input that shows it.
//!
//! First the boards of the run are given alone. Where one fails alone, and again when it is given once more, boards before it in the
//! order by distance and rank are tried: alone, nearest first, for half of the time, and then in runs, those that no test has had,
//! until one of them fails alone or the time is spent. It is called the smallest only if every board before it was right alone.
//!
//! Where none fails alone, the fault needs company: ever smaller parts of the run are left out, until no board can be left out (delta
//! debugging: Zeller, Hildebrandt 2002, "Simplifying and isolating failure-inducing input"), and where the run is short all its parts
//! are tried.
//!
//! A smaller input shows the fault only if it shows the same kind of it.

use crate::judgement::{Answered, Config, Counterexample, most_cases};
use crate::session::{Halt, Session};
use crate::verdict::{Case, Fault, Finding, Kind, Verdict};
use crate::words::{counted, grouped};
use chivalry_corpus::Layout;
use chivalry_table::Table;
use std::time::{Duration, Instant};

/// The most boards of a run of a search for smaller boards.
const MOST_CASES: usize = 1_000;

/// The most boards of a run of which all parts are tried.
const MOST_CHOICES: usize = 12;

/// The smallest input known to show a fault: see [`Counterexample`].
pub(crate) struct Best {
    fault: Fault,
    confirmed: Option<bool>,
    smallest: bool,
    statement: String,
}

/// What some boards show when they are given in one run.
enum Shown {
    /// They are answered right, as far as numbers go.
    Right,
    /// The fault that is looked for.
    Same(Box<Fault>),
    /// Another.
    Other,
}

/// How many boards of a run were given alone, and did not show the fault.
#[derive(Clone, Copy, Debug)]
struct Tried {
    alone: usize,
    /// How many were to be.
    of: usize,
    /// How many the run has.
    boards: usize,
}

impl Tried {
    fn in_words(self) -> String {
        let Self { alone, of, boards } = self;
        match alone == of {
            true if of < boards => "no board that is answered wrong there shows it alone".into(),
            true => "no board shows it alone".into(),
            false => format!("only {alone} of {of} boards were tried alone for want of time, and do not show it"),
        }
    }
}

impl Session<'_> {
    /// Looks for the smallest input with this fault. What is known meanwhile and in the end is the best.
    ///
    /// # Errors
    ///
    /// [`Halt::Interrupted`], and the judge's own faults.
    pub(crate) fn shrink(&mut self, whole: &Fault) -> Result<(), Halt> {
        let budget = self.judgement.config.budget.min(Duration::from_hours(1));
        let until = Instant::now() + Duration::from_secs(5).max(budget / 10);
        self.keep(whole.clone(), None);
        let confirmed = self.shows_again(whole)?;
        self.keep(whole.clone(), Some(confirmed));
        let tried = if whole.cases.len() == 1 { None } else { self.alone(whole, until)? };
        match (tried, self.best.as_ref().and_then(|best| best.confirmed), whole.layout) {
            (Some(tried), ..) => self.company(whole, tried, until)?,
            (None, Some(true), Layout::Plain) => self.smaller(&whole.kind(), until)?,
            (None, _, Layout::Plain) => {
                self.conclude_best(false, "it did not fail each time, so that smaller boards were not looked for");
            }
            (None, _, layout) => {
                self.conclude_best(false, format!("one board, in the form `{}`", layout.name()));
            }
        }
        Ok(())
    }

    fn keep(&mut self, fault: Fault, confirmed: Option<bool>) {
        self.best = Some(Best { fault, confirmed, smallest: false, statement: String::new() });
    }

    /// Says what is known of the size of the best.
    pub(crate) fn conclude_best(&mut self, smallest: bool, statement: impl Into<String>) {
        if let Some(best) = &mut self.best {
            (best.smallest, best.statement) = (smallest, statement.into());
        }
    }

    /// The boards of the best.
    fn best_cases(&self) -> &[Case] {
        self.best.as_ref().map_or(&[], |best| &best.fault.cases)
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
    /// tried.
    fn alone(&mut self, whole: &Fault, until: Instant) -> Result<Option<Tried>, Halt> {
        let candidates = self.candidates(whole);
        let mut unconfirmed = None;
        let mut tried = Tried { alone: 0, of: candidates.len(), boards: whole.cases.len() };
        for case in candidates {
            // The first is given whatever the time.
            if tried.alone > 0 && Instant::now() > until {
                break;
            }
            tried.alone += 1;
            match self.shows_alone(&whole.kind(), whole.layout, case)? {
                None => return Ok(None),
                Some(Shown::Same(fault)) => unconfirmed = unconfirmed.or(Some(fault)),
                Some(_) => {}
            }
        }
        let Some(fault) = unconfirmed else { return Ok(Some(tried)) };
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
        // For other faults than wrong answers it is not worth the time: what is known already is told.
        let now = Instant::now();
        let until = if like.0 == Verdict::WrongAnswer { until } else { now };
        let mut right: Vec<u64> = self.judgement.coverage.distances.iter().map(|level| level.in_order).collect();
        if !self.smaller_alone(like, now + until.saturating_duration_since(now) / 2)? {
            self.smaller_in_runs(like, &mut right, until)?;
            self.smaller_alone(like, until)?;
        }
        self.measure(&right);
        Ok(())
    }

    /// Looks for the first board in the order that fails alone, of those before the best that are not known to be right alone.
    fn smaller_alone(&mut self, like: &Kind, until: Instant) -> Result<bool, Halt> {
        let Some(&best) = self.best_cases().first() else { return Ok(false) };
        for distance in 0..=best.distance {
            let level = self.judgement.coverage.distances[usize::from(distance)];
            if level.alone == level.boards {
                continue;
            }
            if Instant::now() >= until {
                return Ok(false);
            }
            for suspect in self.level(distance).into_iter().skip(level.alone as usize) {
                if suspect.order() >= best.order() || Instant::now() >= until {
                    return Ok(false);
                }
                match self.shows_alone(like, Layout::Plain, suspect)? {
                    None => return Ok(true),
                    Some(Shown::Right) => self.judgement.coverage.distances[usize::from(distance)].alone += 1,
                    // Neither right nor the same fault: what comes after it cannot be known to be the smallest.
                    Some(_) => return Ok(false),
                }
            }
        }
        Ok(false)
    }

    /// Looks, in runs, for a board before the best that fails alone, of those that no test has had. Counts by distance what was right.
    fn smaller_in_runs(&mut self, like: &Kind, right: &mut [u64], until: Instant) -> Result<(), Halt> {
        let Some(&best) = self.best_cases().first() else { return Ok(()) };
        let own = most_cases(self.judgement.config.style);
        let mut length = own;
        for (distance, right) in (0..=best.distance).zip(right) {
            if *right == self.judgement.coverage.distances[usize::from(distance)].boards || Instant::now() >= until {
                continue;
            }
            let mut level = self.level(distance);
            level.truncate(level.partition_point(|case| case.order() < best.order()));
            let mut rest = level.get(*right as usize..).unwrap_or_default();
            while !rest.is_empty() && Instant::now() <= until {
                let (now, later) = rest.split_at(length.min(rest.len()));
                if let Shown::Right = self.shows(like, Layout::Plain, now)? {
                    *right += now.len() as u64;
                    self.most_in_run = self.most_in_run.max(now.len());
                    length = (length * 2).min(MOST_CASES);
                } else if now.len() > own {
                    // More boards than the judges give may be too many for it.
                    length = own;
                    continue;
                } else if self.one_of(like, right, now)? {
                    return Ok(());
                }
                rest = later;
            }
        }
        Ok(())
    }

    /// Whether one of these boards fails alone. Counts those before it that are right.
    fn one_of(&mut self, like: &Kind, right: &mut u64, suspects: &[Case]) -> Result<bool, Halt> {
        for &suspect in suspects {
            match self.shows_alone(like, Layout::Plain, suspect)? {
                None => return Ok(true),
                Some(Shown::Right) => *right += 1,
                Some(_) => {}
            }
        }
        Ok(false)
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
    fn company(&mut self, whole: &Fault, tried: Tried, until: Instant) -> Result<(), Halt> {
        let Fault { cases, layout, finding, .. } = whole;
        let (like, of) = (whole.kind(), cases.len());
        // What comes after the first wrong answer, or the first that is missing, has seldom a part in it.
        let end = finding.wrong.first().copied().unwrap_or(finding.given.len()) + 1;
        if end > 1 && end < of {
            self.is_better(&like, *layout, &cases[..end])?;
        }
        let all_alone = tried.alone == tried.boards;
        // Of two boards either alone is all that is left.
        let minimal = self.leave_out(&like, *layout, until)? || all_alone && self.best_cases().len() == 2;
        let shortest = minimal
            && all_alone
            && (self.best_cases().len() == 2 || of <= MOST_CHOICES && self.shorter(whole, until)?);
        let confirmed = match &self.best {
            Some(best) => self.shows_again(&best.fault.clone())?,
            None => false,
        };
        let (count, alone) = (self.best_cases().len(), tried.in_words());
        let statement = match (confirmed, minimal) {
            (true, _) if shortest && count == of => format!("{alone}; all {count} boards of that run are needed"),
            (true, _) if shortest => format!("{alone}; of the {of} boards of that run no fewer than {count} do"),
            (true, true) => format!("{alone}; of these {count} none can be left out"),
            (true, false) => format!("{alone}; {count} boards in one run do, perhaps fewer would"),
            _ => format!("{count} boards in one run; given once more, they did not show it again"),
        };
        if let Some(best) = &mut self.best {
            best.confirmed = Some(confirmed);
        }
        self.conclude_best(shortest && confirmed, statement);
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

    /// Tries the parts of a run that are shorter than the best, the shortest first. False where the time did not do.
    fn shorter(&mut self, whole: &Fault, until: Instant) -> Result<bool, Halt> {
        let sizes = 2..self.best_cases().len() as u32;
        let mut choices: Vec<u32> = (0..1 << whole.cases.len()).collect();
        choices.retain(|choice| sizes.contains(&choice.count_ones()));
        choices.sort_by_key(|choice| choice.count_ones());
        for choice in choices {
            if Instant::now() > until {
                return Ok(false);
            }
            let chosen = whole.cases.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
            let chosen: Vec<Case> = chosen.map(|(_, case)| *case).collect();
            if self.is_better(&whole.kind(), whole.layout, &chosen)? {
                break;
            }
        }
        Ok(true)
    }
}

impl Counterexample {
    /// What is told of the best.
    pub(crate) fn of(best: Best, config: &Config, table: &Table) -> Self {
        let Best { fault, confirmed, smallest, statement } = best;
        let Finding { wrong, given, .. } = &fault.finding;
        let last = fault.cases.len() - 1;
        let unanswered = Some(given.len()).filter(|&answered| answered > 0);
        let shown = wrong.first().copied().or(unanswered).unwrap_or(last).min(last);
        let board = fault.cases[shown].board;
        let moves = table.path(board).moves;
        let mut path = vec![board];
        path.extend(moves.iter().scan(board, |board, &step| {
            *board = board.play(step)?;
            Some(*board)
        }));
        let answered = |(index, &case): (usize, &Case)| {
            let expected = config.style.answer(case.answer(config.max_moves)).to_string();
            Answered { case, expected, given: given.get(index).cloned() }
        };
        Self {
            confirmed,
            smallest,
            statement,
            cases: fault.cases.iter().enumerate().map(answered).collect(),
            shown,
            path,
            moves: moves.iter().map(ToString::to_string).collect(),
            input: config.style.input(fault.layout, fault.cases.iter().map(|case| case.board)),
            expected: config.expected(&fault.cases),
            fault,
        }
    }
}

/// What is known of a board that fails alone, where of `total` boards before it `right` were right, and `alone` of these when given
/// alone.
fn size_in_words(total: u64, right: u64, alone: u64, most_in_run: usize) -> String {
    let before = format!("{} before it in the order by distance", counted(total, "board"));
    if total == 0 {
        return "the smallest there is: no board is before the goal".into();
    }
    if total == 1 && alone == 1 {
        return "the smallest: the one board before it in the order by distance, the goal, was answered right alone"
            .into();
    }
    if alone >= total {
        return format!("the smallest: all {before} were answered right alone");
    }
    if right == 0 {
        return format!("there may be smaller ones: none of the {before} is known to be answered right");
    }
    let what = if right >= total {
        format!("perhaps not the smallest: all {before} were answered right")
    } else {
        format!("there may be smaller ones: of the {before}, {} were answered right", grouped(right))
    };
    let runs = format!("in runs of up to {}", grouped(most_in_run as u64));
    match alone {
        0 => format!("{what}, {runs}"),
        _ if alone >= right => format!("{what}, each alone"),
        _ => format!("{what}, {} of them alone, the others {runs}", grouped(alone)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Tried, size_in_words};

    #[test]
    fn boards_that_were_not_tried_are_not_called_right() {
        let in_words = |alone, of, boards| Tried { alone, of, boards }.in_words();
        assert_eq!(in_words(6, 6, 6), "no board shows it alone");
        assert_eq!(in_words(2, 2, 1_000), "no board that is answered wrong there shows it alone");
        assert!(in_words(2, 10, 10).starts_with("only 2 of 10 boards were tried alone"));
    }

    #[test]
    fn the_smallest_is_what_every_board_before_it_was_right_alone() {
        assert!(size_in_words(0, 0, 0, 10).starts_with("the smallest there is"));
        assert!(size_in_words(1, 1, 1, 10).starts_with("the smallest: the one board"));
        assert!(size_in_words(1_017, 1_017, 1_017, 10).starts_with("the smallest: all 1,017 boards"));
        let company = size_in_words(1_017, 1_017, 23, 10);
        assert!(company.starts_with("perhaps not the smallest: all 1,017"), "{company}");
        assert!(company.ends_with("answered right, 23 of them alone, the others in runs of up to 10"), "{company}");
        assert!(size_in_words(1_931, 0, 0, 10).contains("none of the 1,931"));
        let unknown = size_in_words(1_931, 1, 0, 1_000);
        let begins = "there may be smaller ones: of the 1,931 boards before it in the order by distance, 1";
        assert!(unknown.starts_with(begins), "{unknown}");
    }
}
