//! From a run with a fault to the smallest input that shows it.
//!
//! First the boards of the run are given alone. Where one fails alone, and again when it is given once more, boards before it in the order by
//! distance, and by line within a distance, are tried: alone, nearest first, for half of the time, and then in runs, those that no test has
//! had, until one of them fails alone or the time is spent. It is called the smallest only if every board before it was right alone.
//!
//! Where none fails alone, the fault needs company: ever smaller parts of the run are left out, until no board can be left out (Zeller,
//! Hildebrandt 2002, "Simplifying and isolating failure-inducing input"), and where the run is short all its parts are tried.
//!
//! A smaller input shows the fault only if it shows the same [kind](super::verdict::Kind) of it.

use super::boards::count;
use super::cases::Case;
use super::sandbox::Run;
use super::session::{Found, Halt, Session};
use super::verdict::{Finding, Kind, Verdict};
use crate::view::table::grouped;
use chivalry_corpus::Layout;
use std::time::{Duration, Instant};

/// The most boards of a run of a search for smaller boards.
const MOST_CASES: usize = 1_000;

/// The most boards of a run of which all parts are tried.
const MOST_CHOICES: usize = 12;

/// The smallest input that shows a fault.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// Its boards.
    pub cases: Vec<Case>,
    /// The form of input.
    pub form: Layout,
    /// What is wrong with the answers to it.
    pub finding: Finding,
    /// The run.
    pub run: Run,
    /// Whether a second run failed in the same way, where there was one.
    pub confirmed: Option<bool>,
    /// Whether it is known that there is no smaller one.
    pub smallest: bool,
    /// What is known of its size.
    pub statement: String,
}

impl Shrunk {
    fn kind(&self) -> Kind {
        self.finding.kind(&self.run, self.cases.len())
    }
}

/// A run with the same fault.
type Failure = (Run, Finding);

/// What a board does when it is given alone.
enum Single {
    /// It is answered right.
    Right,
    /// It shows the fault.
    Fails(Box<Shrunk>),
    /// It shows another.
    Other,
}

/// How many boards of a run were given alone.
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
    /// Looks for the smallest input with the fault that was found; `None` for the judge's own faults. What is known meanwhile is in
    /// [`Session::known`].
    ///
    /// # Errors
    ///
    /// [`Halt::Interrupted`], and the judge's own faults.
    pub fn shrink(&mut self, found: &Found) -> Result<Option<Shrunk>, Halt> {
        let Some(first) = found.run.clone().filter(|_| found.finding.verdict != Verdict::Fail) else { return Ok(None) };
        let until = Instant::now() + Duration::from_secs(5).max(self.config.budget.min(Duration::from_hours(1)) / 10);
        let mut whole = Shrunk {
            cases: found.cases.clone(),
            form: found.form,
            finding: found.finding.clone(),
            run: first,
            confirmed: None,
            smallest: false,
            statement: String::new(),
        };
        self.known = Some(whole.clone());
        let (again, finding) = self.attempt(&found.class, &found.cases, found.form)?;
        self.compare(&whole.run, &again);
        let is_same = |finding: Finding| finding.kind(&again, found.cases.len()) == whole.kind();
        whole.confirmed = Some(finding.is_some_and(is_same));
        self.known = Some(whole.clone());
        if let [case] = whole.cases[..] {
            return self.of_one(whole, case, until).map(Some);
        }
        match self.alone(&whole, until)? {
            (Some(alone), _) => {
                let case = alone.cases[0];
                self.of_one(alone, case, until).map(Some)
            }
            (None, tried) => self.company(&whole, tried, until).map(Some),
        }
    }

    /// What comes of a board that fails alone.
    fn of_one(&mut self, alone: Shrunk, case: Case, until: Instant) -> Result<Shrunk, Halt> {
        let statement = match alone.form {
            Layout::Plain if alone.confirmed == Some(true) => return self.smaller(alone, case, until),
            Layout::Plain => "it did not fail each time, so that smaller boards were not looked for".into(),
            form => format!("one board, in the form `{}`", form.name()),
        };
        Ok(Shrunk { statement, ..alone })
    }

    /// The run, where the program shows this fault.
    fn fails(&mut self, kind: &Kind, cases: &[Case], form: Layout) -> Result<Option<Failure>, Halt> {
        let (run, finding) = self.attempt("counterexample", cases, form)?;
        let same = |finding: &Finding| finding.kind(&run, cases.len()) == *kind;
        Ok(finding.filter(same).map(|finding| (run, finding)))
    }

    /// What a board does when it is given alone, and once more where it fails.
    fn single(&mut self, kind: &Kind, case: Case, form: Layout) -> Result<Single, Halt> {
        let (run, finding) = self.attempt("counterexample", &[case], form)?;
        let Some(finding) = finding else { return Ok(Single::Right) };
        if finding.kind(&run, 1) != *kind {
            return Ok(if finding.form_alone { Single::Right } else { Single::Other });
        }
        let (again, other) = self.attempt("counterexample", &[case], form)?;
        self.compare(&run, &again);
        let confirmed = Some(other.is_some_and(|other| other.kind(&again, 1) == *kind));
        let cases = vec![case];
        let shrunk = Shrunk { cases, form, finding, run, confirmed, smallest: false, statement: String::new() };
        self.known = Some(shrunk.clone());
        Ok(Single::Fails(Box::new(shrunk)))
    }

    /// A board of the run that fails when it is given alone, one that fails twice where there is one; and how many were tried.
    fn alone(&mut self, whole: &Shrunk, until: Instant) -> Result<(Option<Shrunk>, Tried), Halt> {
        let Finding { verdict, wrong, given, .. } = &whole.finding;
        let kind = whole.kind();
        let mut candidates: Vec<Case> = if *verdict == Verdict::WrongAnswer {
            wrong.iter().filter_map(|&index| whole.cases.get(index).copied()).collect()
        } else {
            // Where the answers end, the program may have ended, too.
            let (before, after) = whole.cases.split_at(given.len().min(whole.cases.len()));
            after.iter().chain(before).copied().collect()
        };
        if *verdict == Verdict::WrongAnswer {
            candidates.sort_by_key(Case::order);
            if whole.cases.len() <= MOST_CHOICES.max(self.config.own_cases()) {
                // One that is right in company may be wrong alone; in a long run that would take too long.
                let others = whole.cases.iter().enumerate().filter(|(index, _)| !wrong.contains(index));
                candidates.extend(others.map(|(_, case)| *case));
            }
        }
        let mut unconfirmed = None;
        let mut tried = Tried { alone: 0, of: candidates.len(), boards: whole.cases.len() };
        for case in candidates {
            // The first is given whatever the time.
            if tried.alone > 0 && Instant::now() > until {
                break;
            }
            tried.alone += 1;
            match self.single(&kind, case, whole.form)? {
                Single::Fails(single) if single.confirmed == Some(true) => return Ok((Some(*single), tried)),
                Single::Fails(single) => unconfirmed = unconfirmed.or(Some(*single)),
                Single::Right | Single::Other => {}
            }
        }
        Ok((unconfirmed, tried))
    }

    /// A board before this one in the order that fails alone, too; else this one.
    fn smaller(&mut self, alone: Shrunk, case: Case, until: Instant) -> Result<Shrunk, Halt> {
        // For other faults than wrong answers it is not worth the time: what is known already is told.
        let now = Instant::now();
        let until = if alone.finding.verdict == Verdict::WrongAnswer { until } else { now };
        if let Some(smaller) = self.smaller_alone(&alone, case, now + until.saturating_duration_since(now) / 2)? {
            return Ok(self.measured(smaller, 0, 0));
        }
        let (alone, right, total) = self.smaller_in_runs(alone, case, until)?;
        let case = alone.cases[0];
        Ok(match self.smaller_alone(&alone, case, until)? {
            Some(smaller) => self.measured(smaller, 0, 0),
            None => self.measured(alone, right, total),
        })
    }

    /// The first board in the order that fails alone, of those before this one that are not known to be right alone.
    fn smaller_alone(&mut self, alone: &Shrunk, case: Case, until: Instant) -> Result<Option<Shrunk>, Halt> {
        let kind = alone.kind();
        for distance in 0..=case.distance {
            let place = usize::from(distance);
            if self.alone[place] == count(distance) {
                continue;
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            let level = self.boards.level(distance);
            for &suspect in &level[usize::try_from(self.alone[place]).unwrap_or(usize::MAX).min(level.len())..] {
                if suspect.order() >= case.order() || Instant::now() >= until {
                    return Ok(None);
                }
                match self.single(&kind, suspect, Layout::Plain)? {
                    Single::Right => self.alone[place] += 1,
                    Single::Fails(single) if single.confirmed == Some(true) => return Ok(Some(*single)),
                    // Neither right nor the same fault: what comes after it cannot be known to be the smallest.
                    Single::Fails(_) | Single::Other => {
                        self.known = Some(alone.clone());
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A board before this one that fails alone, of those that no test has had, looked for in runs; else this one. With how many of all before
    /// it were right, in runs or alone.
    fn smaller_in_runs(&mut self, alone: Shrunk, case: Case, until: Instant) -> Result<(Shrunk, u64, u64), Halt> {
        let kind = alone.kind();
        let own = self.config.own_cases();
        let (mut size, mut right, mut total) = (own, 0, 0);
        for distance in 0..=case.distance {
            let done = self.in_order[usize::from(distance)];
            if done == count(distance) && distance < case.distance {
                (right, total) = (right + done, total + done);
                continue;
            }
            if Instant::now() >= until && done < count(distance) && distance < case.distance {
                right += done;
                // A level far away is large: it is not even made where there is no time for it.
                total += count(distance);
                continue;
            }
            let mut level = self.boards.level(distance);
            level.truncate(level.partition_point(|other| other.order() < case.order()));
            let before = total;
            total += level.len() as u64;
            right += done.min(level.len() as u64);
            let mut rest = level.get(done as usize..).unwrap_or_default();
            while !rest.is_empty() && Instant::now() <= until {
                let (now, later) = rest.split_at(size.min(rest.len()));
                let (_, finding) = self.attempt("counterexample", now, Layout::Plain)?;
                if finding.is_none_or(|finding| finding.form_alone) {
                    right += now.len() as u64;
                    self.most_in_run = self.most_in_run.max(now.len());
                    size = (size * 2).min(MOST_CASES);
                    rest = later;
                    continue;
                }
                if now.len() > own {
                    // More boards than the judges give may be too many for it.
                    size = own;
                    continue;
                }
                for &suspect in now {
                    match self.single(&kind, suspect, Layout::Plain)? {
                        Single::Fails(single) if single.confirmed == Some(true) => {
                            let place = level.partition_point(|other| other.order() < suspect.order());
                            return Ok((*single, right, before + place as u64));
                        }
                        Single::Fails(_) => self.known = Some(alone.clone()),
                        Single::Other => {}
                        Single::Right => right += 1,
                    }
                }
                rest = later;
            }
        }
        Ok((alone, right, total))
    }

    /// Says what is known of the size of a board that fails alone, where so many of all before it were right in runs or alone.
    fn measured(&mut self, shrunk: Shrunk, right: u64, total: u64) -> Shrunk {
        let case = shrunk.cases[0];
        let nearer: u64 = (0..case.distance).map(count).sum();
        let nearer_alone: u64 = (0..case.distance).map(|distance| self.alone[usize::from(distance)]).sum();
        let (mut alone, mut total) = (nearer_alone, total.max(nearer));
        if nearer_alone == nearer {
            // Only then are there boards of its own distance that were given alone.
            let done = self.alone[usize::from(case.distance)];
            let level = if done > 0 || total == nearer { self.boards.level(case.distance) } else { Vec::new() };
            let place = level.partition_point(|other| other.order() < case.order()) as u64;
            (alone, total) = (alone + done.min(place), total.max(nearer + place));
        }
        let statement = size_in_words(total, right.max(alone), alone, self.most_in_run);
        Shrunk { smallest: alone >= total, statement, ..shrunk }
    }

    /// The shortest list of boards with the fault.
    fn company(&mut self, whole: &Shrunk, tried: Tried, until: Instant) -> Result<Shrunk, Halt> {
        let (kind, form, of) = (whole.kind(), whole.form, whole.cases.len());
        let mut best = whole.clone();
        // What comes after the first wrong answer, or the first that is missing, has seldom a part in it.
        let end = whole.finding.wrong.first().copied().unwrap_or(whole.finding.given.len()) + 1;
        if end > 1 && end < of {
            self.try_list(&mut best, &kind, whole.cases[..end].to_vec(), form)?;
        }
        // Ever smaller parts are left out, in the end one board at a time until none can be.
        let mut part = best.cases.len() / 2;
        let mut minimal = false;
        while part > 0 && !minimal && Instant::now() <= until {
            let (mut start, before) = (0, best.cases.len());
            while start < best.cases.len() && best.cases.len() > part && Instant::now() <= until {
                let after = (start + part).min(best.cases.len());
                let fewer: Vec<Case> = best.cases[..start].iter().chain(&best.cases[after..]).copied().collect();
                if !self.try_list(&mut best, &kind, fewer, form)? {
                    start += part;
                }
            }
            minimal = part == 1 && best.cases.len() == before && start >= before;
            part = (part / 2).max(1);
        }
        let all_alone = tried.alone == tried.boards;
        // Of two boards either alone is all that is left.
        minimal |= all_alone && best.cases.len() == 2;
        let shortest = minimal
            && all_alone
            && (best.cases.len() == 2 || of <= MOST_CHOICES && self.shorter(&mut best, whole, until)?);
        let again = self.fails(&kind, &best.cases, form)?;
        if let Some((again, _)) = &again {
            self.compare(&best.run, again);
        }
        best.confirmed = Some(again.is_some());
        best.smallest = shortest && again.is_some();
        let count = best.cases.len();
        let alone = tried.in_words();
        best.statement = match (best.confirmed, minimal) {
            (Some(true), _) if shortest && count == of => format!("{alone}; all {count} boards of that run are needed"),
            (Some(true), _) if shortest => format!("{alone}; of the {of} boards of that run no fewer than {count} do"),
            (Some(true), true) => format!("{alone}; of these {count} none can be left out"),
            (Some(true), false) => format!("{alone}; {count} boards in one run do, perhaps fewer would"),
            _ => format!("{count} boards in one run; given once more, they did not show it again"),
        };
        Ok(best)
    }

    /// Whether this list shows the fault; if so it is the best.
    fn try_list(&mut self, best: &mut Shrunk, kind: &Kind, cases: Vec<Case>, form: Layout) -> Result<bool, Halt> {
        let Some((run, finding)) = self.fails(kind, &cases, form)? else { return Ok(false) };
        *best = Shrunk { cases, run, finding, confirmed: None, ..best.clone() };
        self.known = Some(best.clone());
        Ok(true)
    }

    /// Tries the parts of the run that are shorter than the best list, the shortest first. False where the time did not do.
    fn shorter(&mut self, best: &mut Shrunk, whole: &Shrunk, until: Instant) -> Result<bool, Halt> {
        let kind = whole.kind();
        let sizes = 2..best.cases.len() as u32;
        let mut choices: Vec<u32> = (0..1 << whole.cases.len()).collect();
        choices.retain(|choice| sizes.contains(&choice.count_ones()));
        choices.sort_by_key(|choice| choice.count_ones());
        for choice in choices {
            if Instant::now() > until {
                return Ok(false);
            }
            let chosen = whole.cases.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
            if self.try_list(best, &kind, chosen.map(|(_, case)| *case).collect(), whole.form)? {
                break;
            }
        }
        Ok(true)
    }
}

/// What is known of a board that fails alone, where of `total` boards before it `right` were right, and `alone` of these when given alone.
fn size_in_words(total: u64, right: u64, alone: u64, most_in_run: usize) -> String {
    let all = grouped(total);
    match total {
        0 => "the smallest there is: no board is before the goal".into(),
        1 if alone == 1 => {
            "the smallest: the one board before it in the order by distance, the goal, was answered right alone".into()
        }
        _ if alone >= total => {
            format!("the smallest: all {all} boards before it in the order by distance were answered right alone")
        }
        _ if right == 0 => format!(
            "there may be smaller ones: none of the {all} boards before it in the order by distance is known to be answered right"
        ),
        _ => {
            let (start, of) = if right >= total {
                ("perhaps not the smallest: ", format!("all {all} boards before it in the order by distance were"))
            } else {
                let right = grouped(right);
                let of = format!("of the {all} boards before it in the order by distance, {right} were");
                ("there may be smaller ones: ", of)
            };
            let how = match alone {
                0 => format!("in runs of up to {}", grouped(most_in_run as u64)),
                _ if alone >= right => "each alone".into(),
                _ => format!(
                    "{} of them alone, the others in runs of up to {}",
                    grouped(alone),
                    grouped(most_in_run as u64)
                ),
            };
            format!("{start}{of} answered right, {how}")
        }
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
        let in_company = size_in_words(1_017, 1_017, 23, 10);
        assert!(in_company.starts_with("perhaps not the smallest: all 1,017"), "{in_company}");
        assert!(
            in_company.ends_with("answered right, 23 of them alone, the others in runs of up to 10"),
            "{in_company}"
        );
        let unknown = size_in_words(1_931, 1, 0, 1_000);
        assert!(size_in_words(1_931, 0, 0, 10).contains("none of the 1,931"));
        assert!(
            unknown.starts_with("there may be smaller ones: of the 1,931 boards before it in the order by distance, 1")
        );
    }
}
