//! What a person wants first: which engines are right, which is fastest where, on what machine, from which commit, by which command.

use super::Run;
use super::figures::Grid;
use super::markup::clean;
use crate::compare as comparison;
use crate::run::wire::{Cell, Record};
use crate::view::MOST_FAULTS;
use crate::view::table::{self, grouped};

/// How something is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Bad,
    Unsure,
}

impl Tone {
    /// Its class in the page's style.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Unsure => "unsure",
        }
    }
}

/// The top of the page.
pub(super) struct Summary {
    pub(super) tone: Tone,
    /// One sentence on what is right.
    pub(super) headline: String,
    /// What is wrong, and where.
    pub(super) faults: Vec<FaultLine>,
    /// Warnings, each with its kind.
    pub(super) warnings: Vec<(String, String)>,
    /// Which engine is fastest where: distances, engines.
    pub(super) fastest: Vec<(String, String)>,
    pub(super) engines: Vec<EngineLine>,
    /// What the sums of the engines are over.
    pub(super) over: String,
    /// The facts of the run.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) command: String,
}

/// A wrong answer.
pub(super) struct FaultLine {
    pub(super) engine: String,
    pub(super) board: String,
    pub(super) message: String,
    /// The number of the board in the record, from 1, where it is there.
    pub(super) number: Option<usize>,
}

/// A row of the table of engines.
pub(super) struct EngineLine {
    pub(super) style: usize,
    pub(super) name: String,
    pub(super) summary: String,
    pub(super) prepared: Option<String>,
    pub(super) tone: Tone,
    pub(super) verdict: String,
    pub(super) mean: String,
    pub(super) fastest: bool,
    pub(super) time: String,
    pub(super) nodes: String,
    pub(super) growth: String,
    pub(super) peak: String,
}

/// How many answers of an engine were of each kind.
struct Tally {
    right: usize,
    given_up: usize,
    wrong: usize,
}

fn tally(record: &Record, engine: usize) -> Tally {
    let solves = &record.solves[engine * record.boards.len()..][..record.boards.len()];
    let of = |outcome: &str| solves.iter().filter(|solve| solve.outcome == outcome).count();
    Tally { right: of("solved") + of("none-within"), given_up: of("out-of-budget"), wrong: of("wrong") }
}

/// The summary of the last run, with the warnings of all.
pub(super) fn of(runs: &[Run]) -> Summary {
    let record = &runs[runs.len() - 1].record;
    let tallies: Vec<_> = (0..record.engines.len()).map(|engine| tally(record, engine)).collect();
    let is_wrong = |engine: usize| tallies[engine].wrong > 0 || record.engines[engine].fault.is_some();
    let wrong: Vec<_> = (0..record.engines.len())
        .filter(|&engine| is_wrong(engine))
        .map(|engine| record.engines[engine].name.as_str())
        .collect();
    let given_up: usize = tallies.iter().map(|tally| tally.given_up).sum();
    let (tone, headline) = headline(record, &wrong, given_up);
    let faults = record.engines.iter().filter_map(|engine| {
        let fault = engine.fault.as_ref()?;
        let number = record.boards.iter().position(|board| board.board == fault.board);
        Some(FaultLine {
            engine: clean(&engine.name),
            board: clean(&fault.board),
            message: clean(&fault.message),
            number: number.map(|number| number + 1),
        })
    });
    let of_corpus = record.corpus_faults.iter().take(MOST_FAULTS).map(|fault| FaultLine {
        engine: "the corpus".into(),
        board: clean(&fault.board),
        message: clean(&fault.message),
        number: record.boards.iter().position(|board| board.board == fault.board).map(|number| number + 1),
    });
    Summary {
        tone,
        headline,
        faults: faults.chain(of_corpus).collect(),
        warnings: warnings(runs),
        fastest: fastest(record),
        engines: (0..record.engines.len()).map(|engine| line(record, engine, &tallies[engine])).collect(),
        over: if record.totals.boards == 0 {
            "There is no stratum in which every right engine was measured: there are no sums.".into()
        } else {
            format!(
                "Sums and relative time are over the {} boards in {} strata where every right engine was measured.",
                grouped(record.totals.boards as u64),
                record.totals.strata.len()
            )
        },
        facts: facts(record),
        command: clean(&crate::view::command_line(&record.command)),
    }
}

fn headline(record: &Record, wrong: &[&str], given_up: usize) -> (Tone, String) {
    let engines = record.engines.len();
    let boards = grouped(record.boards.len() as u64);
    if engines == 0 || record.boards.is_empty() {
        return (Tone::Unsure, "Nothing was measured.".into());
    }
    let all = match engines {
        1 => "The engine is".to_owned(),
        2 => "Both engines are".to_owned(),
        engines => format!("All {engines} engines are"),
    };
    match wrong {
        [] if !record.corpus_faults.is_empty() => {
            let count = record.corpus_faults.len();
            let distances = if count == 1 {
                "1 wrong distance".into()
            } else {
                format!("{} wrong distances", grouped(count as u64))
            };
            (Tone::Bad, format!("No engine is wrong, but the corpus states {distances}."))
        }
        [] if given_up == 0 && record.complete => (Tone::Good, format!("{all} right on all {boards} boards.")),
        [] if given_up == 0 => {
            (Tone::Unsure, format!("{all} right on all {boards} boards, but the run was cut short."))
        }
        [] => {
            let solves = grouped((engines * record.boards.len()) as u64);
            let were = if given_up == 1 { "was" } else { "were" };
            let given_up = grouped(given_up as u64);
            (
                Tone::Unsure,
                format!("No engine is wrong; {given_up} of {solves} searches on {boards} boards {were} given up."),
            )
        }
        [one] => (Tone::Bad, format!("{} gives wrong answers.", clean(one))),
        [first @ .., last] => {
            (Tone::Bad, format!("{} and {} give wrong answers.", clean(&first.join(", ")), clean(last)))
        }
    }
}

fn line(record: &Record, engine: usize, tally: &Tally) -> EngineLine {
    let entry = &record.engines[engine];
    let boards = record.boards.len();
    let (tone, verdict) = match tally {
        Tally { wrong, .. } if *wrong > 0 => (Tone::Bad, format!("wrong on {wrong} of {boards}")),
        _ if entry.fault.is_some() => (Tone::Bad, "wrong".into()),
        Tally { right: 0, given_up: 0, .. } => (Tone::Unsure, "nothing answered".into()),
        Tally { right, given_up: 0, .. } => (Tone::Good, format!("right on {right} of {boards}")),
        Tally { right, given_up, .. } => (Tone::Unsure, format!("right on {right}, gave up on {given_up}")),
    };
    let total = record.totals.engines.get(engine);
    let mean = total.and_then(|total| total.geometric_mean);
    let best = record.totals.engines.iter().filter_map(|total| total.geometric_mean).min_by(f64::total_cmp);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".into());
    let growth = record.growth.get(engine).and_then(|growth| growth.time);
    let peak = (0..record.strata.len()).filter_map(|stratum| record.cell(stratum, engine).peak_heap).max();
    EngineLine {
        style: super::chart::style(engine),
        name: clean(&entry.name),
        summary: clean(&entry.summary),
        prepared: entry.prepared.as_deref().map(clean),
        tone,
        verdict,
        mean: or_dash(mean.map(|mean| format!("{mean:.2}×"))),
        fastest: mean.is_some() && mean == best,
        time: or_dash(total.and_then(|total| total.time_ns).map(table::time)),
        nodes: or_dash(total.filter(|_| record.totals.boards > 0).map(|total| grouped(total.expanded))),
        growth: or_dash(growth.map(|factor| format!("×{:.2}", factor.factor))),
        peak: or_dash(peak.map(|peak| table::bytes(peak as f64))),
    }
}

/// Which engines are fastest on which strata: those whose interval the fastest one's touches are as fast.
fn fastest(record: &Record) -> Vec<(String, String)> {
    let mut found: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (index, stratum) in record.strata.iter().enumerate() {
        let cells: Vec<&Cell> = (0..record.engines.len()).map(|engine| record.cell(index, engine)).collect();
        let times = || cells.iter().filter_map(|cell| Some((cell.engine.as_str(), cell.warm.as_ref()?)));
        let Some((_, best)) = times().min_by(|a, b| a.1.median_ns.total_cmp(&b.1.median_ns)) else { continue };
        let engines: Vec<_> = times().filter(|(_, times)| times.low_ns <= best.high_ns).map(|(name, _)| name).collect();
        match found.last_mut() {
            Some((strata, same)) if *same == engines => strata.push(&stratum.name),
            _ => found.push((vec![&stratum.name], engines)),
        }
    }
    let range = |strata: &[&str]| match strata {
        [one] => clean(one),
        [first, .., last] => format!("{} – {}", clean(first), clean(last)),
        [] => String::new(),
    };
    found.into_iter().map(|(strata, engines)| (range(&strata), clean(&engines.join(", ")))).collect()
}

fn warnings(runs: &[Run]) -> Vec<(String, String)> {
    let mut warnings = Vec::new();
    for (index, Run { record, .. }) in runs.iter().enumerate() {
        let run = if runs.len() > 1 { format!("run {}, ", index + 1) } else { String::new() };
        if !record.complete {
            warnings.push((format!("{run}incomplete"), "The run was cut short: what it had is shown here.".into()));
        }
        for warning in &record.warnings {
            warnings.push((format!("{run}{}", clean(&warning.kind)), clean(&warning.message)));
        }
        let others = if index > 0 { comparison::unlike(&runs[0].record, record) } else { Vec::new() };
        if !others.is_empty() {
            let others = clean(&others.join("; "));
            warnings.push((
                format!("{run}unlike run 1"),
                format!("What differs makes times differ, whatever the engines do: {others}."),
            ));
        }
    }
    warnings
}

/// A text, or that it is not known.
fn known(text: &str) -> String {
    if text.is_empty() { "unknown".into() } else { clean(text) }
}

fn facts(record: &Record) -> Vec<(&'static str, String)> {
    let Record { machine, program, plan, .. } = record;
    let mut facts = vec![
        ("Processor", format!("{}, {} cores", known(&machine.cpu), machine.cores)),
        ("Memory", if machine.memory == 0 { "unknown".into() } else { table::bytes(machine.memory as f64) }),
        ("System", known(&machine.system)),
        ("Load", format!("{:.2} before, {:.2} after", machine.load_before, machine.load_after)),
        ("Program", format!("chivalry {}", clean(&program.version))),
        ("Commit", known(&program.commit)),
        ("Compiler", format!("{}, {}", known(&program.compiler), known(&program.target))),
        ("Build", known(&program.flags)),
        ("Began", began(record.began)),
        ("Took", format!("{:.1} s", record.seconds)),
        ("Rounds", format!("{} of {}, seed {}", plan.rounds, plan.rounds_asked, plan.seed)),
        ("Limit of moves", plan.max_moves.map_or("none".into(), |limit| limit.to_string())),
        ("Budget of a search", budget(record)),
        ("Goal", clean(&plan.goal)),
    ];
    if let Some(check) = &record.self_check {
        facts.push((
            "Self-check",
            format!(
                "{} against itself ×{:.3} [{:.3} – {:.3}]; differences below {:.1} % would not be noticed",
                clean(&check.engine),
                check.ratio.factor,
                check.ratio.low,
                check.ratio.high,
                100.0 * check.noticeable
            ),
        ));
    }
    facts
}

/// The bounds of every search, and those of single strata.
fn budget(record: &Record) -> String {
    let plan = &record.plan;
    let bounds = [
        plan.nodes.map(|nodes| format!("{} states expanded", grouped(nodes))),
        plan.stored.map(|stored| format!("{} states held", grouped(stored))),
        plan.time_limit_ns.map(|limit| table::time(limit as f64)),
    ];
    let mut bounds: Vec<_> = bounds.into_iter().flatten().collect();
    if bounds.is_empty() {
        bounds.push("none".into());
    }
    let own = record.strata.iter().filter(|stratum| stratum.nodes != plan.nodes);
    bounds.extend(own.filter_map(|stratum| {
        stratum.nodes.map(|nodes| format!("{} states expanded in {}", grouped(nodes), clean(&stratum.name)))
    }));
    bounds.join("; ")
}

/// A time since 1970 as a date, UTC (the days by Howard Hinnant's `civil_from_days`).
fn began(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{:02} UTC", seconds % 60)
}

/// The runs, where there are several.
pub(super) fn runs(runs: &[Run]) -> Option<Grid> {
    let rows = runs.iter().enumerate().map(|(index, Run { name, record })| {
        vec![
            format!("run {}", index + 1),
            clean(name),
            began(record.began),
            known(&record.program.commit),
            known(&record.machine.cpu),
            grouped(record.boards.len() as u64),
            clean(&record.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ")),
        ]
    });
    let head = ["run", "file", "began", "commit", "processor", "boards", "engines"].map(String::from).into();
    (runs.len() > 1).then(|| Grid { caption: "The runs".into(), head, rows: rows.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_790_000_000, "2026-09-21 14:13:20 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(began(seconds), text);
        }
        assert!(began(u64::MAX).ends_with(" UTC"));
    }
}
