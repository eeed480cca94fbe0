//! From a run with a fault to the smallest input that shows it.
//!
//! First the boards of the run are given alone. Where one fails alone, and again when it is given once more, boards before it in the order by
//! distance, and by line within a distance, are tried until one of them fails alone or all are known to be right. Where none fails alone, the
//! fault needs company: the shortest list of the run's boards is looked for, by trying all of them where there are few, else by leaving out
//! ever smaller parts (Zeller, Hildebrandt 2002, "Simplifying and isolating failure-inducing input").

use super::boards::count;
use super::cases::{Case, Form};
use super::sandbox::Run;
use super::session::{Found, Halt, Session};
use super::verdict::{Finding, Verdict};
use crate::table::grouped;
use std::time::{Duration, Instant};

/// The most boards of a run of a search for smaller boards.
const MOST_CASES: usize = 1_000;

/// The most companions of which all choices are tried.
const MOST_COMPANIONS: usize = 12;

/// The smallest input that shows a fault.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// Its boards.
    pub cases: Vec<Case>,
    /// The form of input.
    pub form: Form,
    /// What is wrong with the answers to it.
    pub finding: Finding,
    /// The run.
    pub run: Run,
    /// Whether a second run failed as well.
    pub confirmed: bool,
    /// Whether it is known that there is no smaller one.
    pub smallest: bool,
    /// What is known of its size.
    pub statement: String,
}

/// A run with the same fault.
type Failure = (Run, Finding);

impl Session<'_> {
    /// Looks for the smallest input with the fault that was found; `None` for the judge's own faults.
    ///
    /// # Errors
    ///
    /// [`Halt::Interrupted`], and the judge's own faults.
    pub fn shrink(&mut self, found: &Found) -> Result<Option<Shrunk>, Halt> {
        let Some(first) = found.run.clone().filter(|_| found.finding.verdict != Verdict::Fail) else { return Ok(None) };
        let until = Instant::now() + Duration::from_secs(5).max(self.config.budget.min(Duration::from_hours(1)) / 10);
        let (again, finding) = self.attempt(&found.class, &found.cases, found.form)?;
        self.compare(&first, &again);
        let confirmed = finding.is_some_and(|finding| finding.verdict == found.finding.verdict);
        let whole = Shrunk {
            cases: found.cases.clone(),
            form: found.form,
            finding: found.finding.clone(),
            run: first,
            confirmed,
            smallest: false,
            statement: String::new(),
        };
        let alone = if found.cases.len() == 1 { Some(whole.clone()) } else { self.alone(found, until)? };
        match alone {
            Some(alone) if alone.form == Form::Plain && alone.confirmed => self.smaller(alone, until).map(Some),
            Some(alone) => {
                let statement = match alone.form {
                    Form::Plain => "it did not fail each time, so that smaller boards were not looked for".into(),
                    form => format!("one board, in the form `{}`", form.name()),
                };
                Ok(Some(Shrunk { statement, ..alone }))
            }
            None => self.company(whole, until).map(Some),
        }
    }

    /// Whether the program shows this fault, and in a list on the last board, where it is a wrong answer.
    fn fails(&mut self, verdict: Verdict, cases: &[Case], form: Form) -> Result<Option<Failure>, Halt> {
        let (run, finding) = self.attempt("counterexample", cases, form)?;
        let same = |finding: &Finding| {
            finding.verdict == verdict
                && (verdict != Verdict::WrongAnswer || finding.wrong.contains(&(cases.len().saturating_sub(1))))
        };
        Ok(finding.filter(same).map(|finding| (run, finding)))
    }

    /// A board that fails when it is given alone; one that fails twice where there is one.
    fn single(&mut self, verdict: Verdict, case: Case, form: Form) -> Result<Option<Shrunk>, Halt> {
        let Some((run, finding)) = self.fails(verdict, &[case], form)? else { return Ok(None) };
        let (again, other) = self.attempt("counterexample", &[case], form)?;
        self.compare(&run, &again);
        let confirmed = other.is_some_and(|other| other.verdict == verdict);
        let cases = vec![case];
        Ok(Some(Shrunk { cases, form, finding, run, confirmed, smallest: false, statement: String::new() }))
    }

    fn alone(&mut self, found: &Found, until: Instant) -> Result<Option<Shrunk>, Halt> {
        let Finding { verdict, wrong, given, .. } = &found.finding;
        let mut candidates: Vec<Case> = if *verdict == Verdict::WrongAnswer {
            wrong.iter().filter_map(|&index| found.cases.get(index).copied()).collect()
        } else {
            // Where the answers end, the program may have ended, too.
            let (before, after) = found.cases.split_at(given.len().min(found.cases.len()));
            after.iter().chain(before).copied().collect()
        };
        if *verdict == Verdict::WrongAnswer {
            candidates.sort_by_key(Case::order);
        }
        let mut unconfirmed = None;
        for case in candidates {
            match self.single(*verdict, case, found.form)? {
                Some(single) if single.confirmed => return Ok(Some(single)),
                Some(single) => unconfirmed = unconfirmed.or(Some(single)),
                None => {}
            }
            if Instant::now() > until {
                break;
            }
        }
        Ok(unconfirmed)
    }

    /// A board before this one in the order that fails alone, too; else this one.
    fn smaller(&mut self, alone: Shrunk, until: Instant) -> Result<Shrunk, Halt> {
        let (verdict, case) = (alone.finding.verdict, alone.cases[0]);
        let own = self.config.own_cases();
        // For other faults than wrong answers it is not worth the time: what is known already is told.
        let until = if verdict == Verdict::WrongAnswer { until } else { Instant::now() };
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
                let (_, finding) = self.attempt("counterexample", now, Form::Plain)?;
                if finding.is_none_or(|finding| finding.form_alone) {
                    right += now.len() as u64;
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
                    match self.single(verdict, suspect, Form::Plain)? {
                        Some(single) if single.confirmed => {
                            let place = level.partition_point(|other| other.order() < suspect.order());
                            return Ok(measured(single, right, before + place as u64));
                        }
                        Some(_) => {}
                        None => right += 1,
                    }
                }
                rest = later;
            }
        }
        Ok(measured(alone, right, total))
    }

    /// The shortest list of boards with the fault.
    fn company(&mut self, whole: Shrunk, until: Instant) -> Result<Shrunk, Halt> {
        let (verdict, form) = (whole.finding.verdict, whole.form);
        let mut best = whole.clone();
        // Nothing after the first wrong answer has a part in it.
        let mut cases = match whole.finding.wrong.first() {
            Some(&first) => whole.cases[..=first.min(whole.cases.len() - 1)].to_vec(),
            None => whole.cases,
        };
        if cases.len() < best.cases.len() {
            match self.fails(verdict, &cases, form)? {
                Some((run, finding)) => best = Shrunk { cases: cases.clone(), run, finding, ..best },
                None => cases.clone_from(&best.cases),
            }
        }
        // Ever smaller parts are left out; the last board is the one that is answered wrong.
        let mut part = cases.len() / 2;
        while part > 0 && cases.len() > MOST_COMPANIONS + 1 && Instant::now() <= until {
            let mut start = 0;
            while start + part < cases.len() && Instant::now() <= until {
                let fewer: Vec<Case> = cases[..start].iter().chain(&cases[start + part..]).copied().collect();
                match self.fails(verdict, &fewer, form)? {
                    Some((run, finding)) => {
                        best = Shrunk { cases: fewer.clone(), run, finding, ..best };
                        cases = fewer;
                    }
                    None => start += part,
                }
            }
            part /= 2;
        }
        let mut all_tried = cases.len() <= MOST_COMPANIONS + 1;
        if let Some((&last, companions)) = cases.split_last().filter(|_| all_tried) {
            let mut choices: Vec<u32> = (0..1 << companions.len()).filter(|choice: &u32| *choice > 0).collect();
            choices.sort_by_key(|choice| choice.count_ones());
            for choice in choices.into_iter().filter(|choice| (choice.count_ones() as usize) < companions.len()) {
                if Instant::now() > until {
                    all_tried = false;
                    break;
                }
                let chosen = companions.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
                let fewer: Vec<Case> = chosen.map(|(_, case)| *case).chain([last]).collect();
                if let Some((run, finding)) = self.fails(verdict, &fewer, form)? {
                    best = Shrunk { cases: fewer, run, finding, ..best };
                    break;
                }
            }
        }
        let again = self.fails(verdict, &best.cases, form)?;
        if let Some((again, _)) = &again {
            self.compare(&best.run, again);
        }
        best.confirmed = again.is_some();
        best.smallest = all_tried && best.confirmed;
        let count = best.cases.len();
        best.statement = match (best.confirmed, all_tried) {
            (false, _) => format!("{count} boards in one run; given once more, they did not show it again"),
            (true, true) => {
                format!("no board shows it alone; the shortest list of the boards of that run, {count} of them")
            }
            (true, false) => {
                format!("no board that was tried shows it alone; {count} boards in one run do, perhaps fewer would")
            }
        };
        Ok(best)
    }
}

/// Says what is known of the size of a board that fails alone, where so many of all before it were answered right.
fn measured(alone: Shrunk, right: u64, total: u64) -> Shrunk {
    let smallest = right >= total;
    let statement = match total {
        0 => "the smallest there is: no board is before the goal".into(),
        1 if smallest => {
            "the smallest: the one board before it in the order by distance, the goal, was answered right".into()
        }
        _ if smallest => {
            format!(
                "the smallest: all {} boards before it in the order by distance were answered right",
                grouped(total)
            )
        }
        _ => format!(
            "there may be smaller ones: of the {} boards before it in the order by distance {} were answered right",
            grouped(total),
            grouped(right)
        ),
    };
    Shrunk { smallest, statement, ..alone }
}
