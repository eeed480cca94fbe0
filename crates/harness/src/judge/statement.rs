//! What was tested and what came of it, in words and as a document.

use super::boards::{Boards, FARTHEST, count};
use super::cases::{self, Case};
use super::launcher::End;
use super::session::{Class, Config, Ending, Found, Session, State};
use super::shrink::Shrunk;
use super::times::median;
use super::verdict::{Finding, Verdict, signal_name, time};
use crate::cli::exhaustive::COMMIT;
use crate::view::table::{grouped, size};
use crate::wire::judge as wire;
use chivalry_board::Board;
use chivalry_corpus::Layout;
use std::time::Duration;

/// What came of a judgement.
#[derive(Debug)]
pub struct Outcome {
    /// How the tests ended.
    pub ending: Ending,
    /// The smallest input that shows the fault.
    pub shrunk: Option<Shrunk>,
    /// Whether it was ended by a signal, at the tests or after them.
    pub interrupted: bool,
}

impl Outcome {
    /// The fault, where there is one.
    pub fn found(&self) -> Option<&Found> {
        if let Ending::Fault(found) = &self.ending { Some(found) } else { None }
    }

    /// The verdict; none where not even the samples were done.
    pub fn verdict(&self) -> Option<Verdict> {
        match &self.ending {
            Ending::Right => Some(Verdict::Accepted),
            Ending::Fault(found) => Some(found.finding.verdict),
            Ending::Interrupted | Ending::NothingKnown => None,
        }
    }
}

/// The most bytes of an output that the document holds.
const MOST_OUTPUT: usize = 1 << 16;

/// The most boards of a counterexample that the document lists one by one.
const MOST_LISTED: usize = 1_000;

/// What was tested, in words: never "correct" for what was only sampled.
pub fn coverage(session: &Session<'_>) -> String {
    let complete = (0..=FARTHEST).take_while(|&distance| session.in_order[usize::from(distance)] == count(distance));
    let within = complete.last();
    let mut parts = Vec::new();
    let tested: u64 = session.in_order.iter().sum();
    if tested == u64::from(Board::COUNT) {
        parts.push(format!("all {} boards", grouped(tested)));
    } else {
        if let Some(within) = within {
            let boards: u64 = (0..=within).map(count).sum();
            parts.push(match within {
                0 => "the goal".into(),
                1 => format!("all {boards} boards within 1 move"),
                _ => format!("all {} boards within {within} moves", grouped(boards)),
            });
        }
        let next = within.map_or(0, |within| within + 1);
        let begun = session.in_order[usize::from(next)];
        if begun > 0 {
            parts.push(format!("the first {} of {} at {next}", grouped(begun), grouped(count(next))));
        }
        let drawn: u64 = session.drawn.iter().sum();
        if drawn > 0 {
            let drawn_at = |distance: &u8| session.drawn[usize::from(*distance)] > 0;
            let (from, to) =
                ((0..=FARTHEST).find(drawn_at).unwrap_or(0), (0..=FARTHEST).rev().find(drawn_at).unwrap_or(0));
            let all: u64 = (from..=to).map(count).sum();
            parts.push(format!("{} of {} between {from} and {to}", grouped(drawn), grouped(all)));
        }
        if session.random > 0 {
            parts.push(format!("{} random boards", grouped(session.random)));
        }
        // Each once, and not those that are among all boards within a distance.
        let is_other = |case: &&Case| within.is_none_or(|within| case.distance > within);
        match session.chosen.iter().filter(is_other).count() {
            0 => {}
            1 => parts.push("1 chosen one".into()),
            other => parts.push(format!("{} chosen ones", grouped(other as u64))),
        }
        match session.alone.iter().sum::<u64>() {
            0 | 1 => {}
            alone => parts.push(format!("the first {} boards alone", grouped(alone))),
        }
    }
    if parts.is_empty() {
        return "right on no board".into();
    }
    let Config { limits, .. } = session.config;
    let peak = if session.peak <= session.floor {
        format!("peak at most {}", size(session.floor))
    } else {
        format!("peak {}", size(session.peak))
    };
    format!(
        "right on {}; slowest test {} of {}, {peak} of {}",
        parts.join(", on "),
        time(session.slowest),
        time(limits.processor),
        size(limits.memory)
    )
}

/// What the verdict means, in one sentence without its full stop.
pub fn explanation(outcome: &Outcome) -> String {
    match &outcome.ending {
        Ending::Right => "every answer to these tests was right".into(),
        Ending::Interrupted => "interrupted; no fault was found before".into(),
        Ending::NothingKnown => "the budget was spent before the samples were done".into(),
        Ending::Fault(found) => {
            let form = match found.form {
                Layout::Plain => String::new(),
                form => format!(
                    "; only in the input form `{}`, the same boards in the plain form are answered right",
                    form.name()
                ),
            };
            let then = if outcome.interrupted { "; interrupted after that" } else { "" };
            format!("the program {}{form}{then}", found.finding.explanation)
        }
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Everything, as a document.
pub fn document(session: &Session<'_>, outcome: &Outcome) -> wire::Judgement {
    let config = session.config;
    let command = config.command.iter().map(|word| word.to_string_lossy().into_owned());
    wire::Judgement {
        schema: wire::SCHEMA.into(),
        version: wire::VERSION.into(),
        program: env!("CARGO_PKG_VERSION").into(),
        commit: COMMIT.into(),
        command: command.collect(),
        style: config.style.name().into(),
        max_moves: config.max_moves,
        goal: Board::GOAL.to_string(),
        limits: wire::Limits {
            time_ns: nanos(config.limits.processor),
            wall_ns: nanos(config.limits.wall),
            memory_bytes: config.limits.memory,
            floor_bytes: session.floor,
            cases_per_run: config.cases_per_run.wire(config),
            budget_ns: nanos(config.budget),
        },
        seed: config.seed,
        verdict: outcome.verdict().map(|verdict| verdict.name().into()),
        explanation: explanation(outcome),
        interrupted: outcome.interrupted,
        budget_spent: session.phases.iter().any(|phase| matches!(phase.state, State::Cut | State::LeftOut)),
        deterministic: (session.repeated > 0).then_some(!session.differs),
        repeated_inputs: session.repeated,
        coverage: wire_coverage(session),
        phases: session
            .phases
            .iter()
            .map(|phase| wire::Phase {
                name: phase.name.into(),
                state: phase.state_name().into(),
                wrong_form: phase.wrong_form,
                runs: phase.runs,
                boards: phase.boards,
            })
            .collect(),
        classes: session.classes.iter().map(class).collect(),
        slowest_run_ns: nanos(session.slowest),
        peak_bytes: session.peak,
        fault: outcome.found().map(fault),
        counterexample: outcome.shrunk.as_ref().map(|shrunk| counterexample(session, shrunk)),
        notes: session.notes.clone(),
        seconds: session.begun.elapsed().as_secs_f64(),
    }
}

fn wire_coverage(session: &Session<'_>) -> wire::Coverage {
    let within =
        (0..=FARTHEST).take_while(|&distance| session.in_order[usize::from(distance)] == count(distance)).last();
    wire::Coverage {
        statement: coverage(session),
        complete_within: within,
        complete_boards: within.map_or(0, |within| (0..=within).map(count).sum()),
        distances: (0..=FARTHEST)
            .map(|distance| wire::Distance {
                distance,
                boards: count(distance),
                in_order: session.in_order[usize::from(distance)],
                drawn: session.drawn[usize::from(distance)],
            })
            .collect(),
        random_boards: session.random,
        alone_boards: session.alone.iter().sum(),
        chosen_boards: session.chosen.len() as u64,
        boards: session.boards_right,
        runs: session.runs_right,
        all: session.in_order.iter().sum::<u64>() == u64::from(Board::COUNT),
    }
}

fn class(class: &Class) -> wire::Class {
    wire::Class {
        name: class.name.clone(),
        phase: class.phase.into(),
        runs: class.times.len() as u64,
        boards: class.boards,
        median_run_ns: nanos(median(&class.times)),
        worst_run_ns: nanos(class.worst_time),
        worst_run_boards: class.worst.len() as u64,
        worst_board: class.worst_alone.map(|(case, _)| case.board.to_string()),
        worst_board_ns: class.worst_alone.map(|(_, time)| nanos(time)),
        engines: class
            .engines
            .iter()
            .map(|engine| wire::EngineTime {
                engine: engine.engine.into(),
                boards: engine.boards as u64,
                median_ns: nanos(engine.median),
                worst_ns: nanos(engine.worst),
                worst_board: engine.worst_case.board.to_string(),
            })
            .collect(),
    }
}

fn fault(found: &Found) -> wire::Fault {
    let report = found.run.as_ref().map(|run| &run.report);
    let form = if found.form == Layout::Plain { None } else { Some(found.form.name().into()) };
    wire::Fault {
        verdict: found.finding.verdict.name().into(),
        class: found.class.clone(),
        form,
        explanation: found.finding.explanation.clone(),
        exit_status: report.and_then(|report| if let End::Exited(status) = report.end { Some(status) } else { None }),
        signal: report
            .and_then(|report| if let End::Signalled(signal) = report.end { Some(signal_name(signal)) } else { None }),
        time_ns: report.map_or(0, |report| nanos(report.processor)),
        wall_ns: report.map_or(0, |report| nanos(report.wall)),
        peak_bytes: report.map_or(0, |report| report.peak),
        boards: found.cases.len() as u64,
        stderr: found.run.as_ref().map(|run| String::from_utf8_lossy(&run.stderr).into_owned()).unwrap_or_default(),
    }
}

/// The board of a counterexample that is shown: the first that is answered wrong, else the first without an answer where others have one,
/// else the last.
pub fn shown(shrunk: &Shrunk) -> (usize, Case) {
    let last = shrunk.cases.len() - 1;
    let Finding { wrong, given, .. } = &shrunk.finding;
    let unanswered = Some(given.len()).filter(|&answered| answered > 0);
    let index = wrong.first().copied().or(unanswered).unwrap_or(last).min(last);
    (index, shrunk.cases[index])
}

/// A shortest path, board by board, and its moves.
pub fn way(case: Case) -> (Vec<Board>, Vec<String>) {
    // Where there is a table it is shared.
    let path = Boards::default().path(case);
    let mut way = vec![case.board];
    way.extend(path.moves.iter().scan(case.board, |board, &step| {
        *board = board.play(step)?;
        Some(*board)
    }));
    (way, path.moves.iter().map(ToString::to_string).collect())
}

fn counterexample(session: &Session<'_>, shrunk: &Shrunk) -> wire::Counterexample {
    let Config { style, max_moves, .. } = session.config;
    let (index, shown) = shown(shrunk);
    let (path, moves) = way(shown);
    let line = |case: &Case| style.answer(case.answer(*max_moves)).to_string();
    let given = |index: usize| shrunk.finding.given.get(index).cloned();
    let output = &shrunk.run.stdout;
    wire::Counterexample {
        alone: shrunk.cases.len() == 1,
        confirmed: shrunk.confirmed == Some(true),
        smallest: shrunk.smallest,
        statement: shrunk.statement.clone(),
        input: cases::input(*style, shrunk.form, &shrunk.cases),
        cases: shrunk
            .cases
            .iter()
            .enumerate()
            .take(MOST_LISTED)
            .map(|(index, case)| wire::Case {
                board: case.board.to_string(),
                distance: case.distance,
                expected: line(case),
                given: given(index),
            })
            .collect(),
        failing: (shrunk.finding.verdict == Verdict::WrongAnswer).then_some(index as u64),
        board: shown.board.to_string(),
        distance: shown.distance,
        expected: line(&shown),
        given: given(index),
        path: path.iter().map(ToString::to_string).collect(),
        moves,
        expected_output: cases::expected(*style, *max_moves, &shrunk.cases),
        given_output: String::from_utf8_lossy(&output[..output.len().min(MOST_OUTPUT)]).into_owned(),
    }
}
