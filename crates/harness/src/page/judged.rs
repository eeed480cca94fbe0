//! The result of `chivalry judge`: verdict, coverage, counterexample, time against limit.

use super::Judged;
use super::boards::{Playable, plain_strip};
use super::chart::{Bars, Head, Rows, Unit};
use super::figures::{Grid, View};
use super::markup::{clean, clean_lines};
use super::summary::Tone;
use crate::view::table::{self, grouped, size};
use crate::wire::judge::{Counterexample, Judgement};
use chivalry_board::Board;
use chivalry_table::Table;

/// A judged program on the page.
pub(super) struct JudgedView {
    /// Its number among those of the page, from 0.
    pub(super) index: usize,
    pub(super) command: String,
    pub(super) file: String,
    pub(super) tone: Tone,
    /// The verdict in letters, as judges write it.
    pub(super) verdict: String,
    /// The same in a word.
    pub(super) word: &'static str,
    pub(super) explanation: String,
    pub(super) coverage: String,
    pub(super) notes: Vec<String>,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) coverage_view: Option<View>,
    pub(super) time_view: Option<View>,
    pub(super) phases: Grid,
    pub(super) fault: Vec<(&'static str, String)>,
    /// What the program wrote to standard error.
    pub(super) stderr: String,
    pub(super) example: Option<ExampleView>,
}

/// A counterexample.
pub(super) struct ExampleView {
    pub(super) statement: String,
    pub(super) board: String,
    pub(super) distance: u8,
    pub(super) input: String,
    pub(super) expected: String,
    pub(super) given: String,
    pub(super) moves: String,
    /// Whether its path can be played.
    pub(super) playable: bool,
    /// For readers without scripts.
    pub(super) strip: String,
}

fn word(verdict: Option<&str>) -> (Tone, &'static str) {
    match verdict {
        Some("AC") => (Tone::Good, "accepted"),
        Some("WA") => (Tone::Bad, "wrong answer"),
        Some("PE") => (Tone::Bad, "presentation error"),
        Some("TLE") => (Tone::Bad, "time limit exceeded"),
        Some("MLE") => (Tone::Bad, "memory limit exceeded"),
        Some("RE") => (Tone::Bad, "runtime error"),
        Some("FAIL") => (Tone::Bad, "could not be run"),
        Some(_) => (Tone::Unsure, "unknown verdict"),
        None => (Tone::Unsure, "no verdict"),
    }
}

/// The view of a result, and the board that is played.
pub(super) fn view(index: usize, judged: &Judged, table: &Table) -> (JudgedView, Option<Playable>) {
    let Judged { name, judgement } = judged;
    let (tone, word) = word(judgement.verdict.as_deref());
    let boards = |example: &Counterexample| {
        example.path.iter().map(|board| board.parse()).collect::<Result<Vec<Board>, _>>().ok()
    };
    let playable = judgement
        .counterexample
        .as_ref()
        .and_then(|example| Playable::along(&boards(example)?, Some(example.distance)));
    let fault = judgement.fault.as_ref();
    let view = JudgedView {
        index,
        command: clean(&crate::view::command_line(&judgement.command)),
        file: clean(name),
        tone: if judgement.interrupted && tone == Tone::Good { Tone::Unsure } else { tone },
        verdict: judgement.verdict.as_deref().map_or("–".into(), clean),
        word,
        explanation: clean(&judgement.explanation),
        coverage: clean(&judgement.coverage.statement),
        notes: notes(judgement),
        facts: facts(judgement),
        coverage_view: coverage(index, judgement),
        time_view: times(index, judgement),
        phases: phases(judgement),
        fault: fault.map_or(Vec::new(), |fault| {
            let none = || "none".to_owned();
            vec![
                ("Verdict", clean(&fault.verdict)),
                ("Found in", clean(&fault.class)),
                ("Form of the input", fault.form.as_deref().map_or("plain".into(), clean)),
                ("What it did", clean(&fault.explanation)),
                ("Exit status", fault.exit_status.map_or_else(none, |status| status.to_string())),
                ("Signal", fault.signal.as_deref().map_or_else(none, clean)),
                ("Processor time", table::time(fault.time_ns as f64)),
                ("Time by the clock", table::time(fault.wall_ns as f64)),
                ("Memory", size(fault.peak_bytes)),
                ("Boards of the run", grouped(fault.boards)),
            ]
        }),
        stderr: fault.map_or(String::new(), |fault| clean_lines(&fault.stderr)),
        example: judgement.counterexample.as_ref().map(|example| ExampleView {
            statement: clean(&example.statement),
            board: clean(&example.board),
            distance: example.distance,
            input: clean_lines(&example.input),
            expected: clean_lines(&example.expected_output),
            given: clean_lines(&example.given_output),
            moves: clean(&example.moves.join(" ")),
            playable: playable.is_some(),
            strip: match (playable.is_some(), example.board.parse()) {
                (true, Ok(board)) => plain_strip(board, table),
                _ => String::new(),
            },
        }),
    };
    (view, playable)
}

fn notes(judgement: &Judgement) -> Vec<String> {
    let mut notes = Vec::new();
    if judgement.interrupted {
        notes.push("The judgement was interrupted.".to_owned());
    }
    if judgement.budget_spent {
        notes.push("The time for tests was spent: some were left out.".into());
    }
    if judgement.deterministic == Some(false) {
        notes.push("The program does not answer the same input alike each time.".into());
    }
    notes.extend(judgement.notes.iter().map(|note| clean(note)));
    notes
}

fn facts(judgement: &Judgement) -> Vec<(&'static str, String)> {
    let limits = &judgement.limits;
    let per_run =
        if limits.cases_per_run == 0 { "as many as the judge likes".into() } else { limits.cases_per_run.to_string() };
    let peak = if judgement.peak_bytes <= limits.floor_bytes {
        format!("at most {}", size(limits.floor_bytes))
    } else {
        size(judgement.peak_bytes)
    };
    vec![
        ("Style", clean(&judgement.style)),
        ("Limit of moves", judgement.max_moves.to_string()),
        ("Goal", clean(&judgement.goal)),
        ("Time limit of a run", table::time(limits.time_ns as f64)),
        ("Memory limit", size(limits.memory_bytes)),
        ("Boards of a run", per_run),
        ("Slowest run", table::time(judgement.slowest_run_ns as f64)),
        ("Most memory", peak),
        ("Boards answered right", grouped(judgement.coverage.boards)),
        ("Runs that were right", grouped(judgement.coverage.runs)),
        ("Seed", judgement.seed.to_string()),
        ("Judged by", format!("chivalry {}, commit {}", clean(&judgement.program), clean(&judgement.commit))),
        ("Took", format!("{:.1} s", judgement.seconds)),
    ]
}

fn coverage(index: usize, judgement: &Judgement) -> Option<View> {
    let distances = &judgement.coverage.distances;
    let head = Head {
        id: &format!("coverage-{index}"),
        title: "Coverage by distance",
        description: "How many boards lie at each distance (wide bars), and how many of them the program answered right (narrow bars).",
        x: "distance, moves",
        y: "boards",
    };
    let bars = distances.iter().map(|at| {
        let right = at.in_order.saturating_add(at.drawn) as f64;
        (at.distance.to_string(), at.boards as f64, (right > 0.0).then_some(right))
    });
    let rows = distances
        .iter()
        .map(|at| vec![at.distance.to_string(), grouped(at.boards), grouped(at.in_order), grouped(at.drawn)]);
    (!distances.is_empty()).then(|| View {
        svg: Bars { head, unit: Unit::Count, bars: bars.collect() }.draw(),
        table: Grid {
            caption: "Boards answered right at each distance".into(),
            head: ["distance", "boards", "right, in order", "right, drawn"].map(String::from).into(),
            rows: rows.collect(),
        },
        ..View::default()
    })
}

fn times(index: usize, judgement: &Judgement) -> Option<View> {
    let classes: Vec<_> = judgement.classes.iter().filter(|class| class.runs > 0).collect();
    let head = Head {
        id: &format!("limit-{index}"),
        title: "Time against the limit",
        description: "Processor time of the runs of each class of tests: the median (round mark), the worst (square mark), and the limit (dashed line).",
        x: "processor time of a run: median (round), worst (square)",
        y: "",
    };
    let names: Vec<_> = classes.iter().map(|class| clean(&class.name)).collect();
    let rows = classes
        .iter()
        .zip(&names)
        .map(|(class, name)| (name.as_str(), class.median_run_ns as f64, class.worst_run_ns as f64));
    let engines = |class: &&crate::wire::judge::Class| {
        let engines = class
            .engines
            .iter()
            .map(|engine| format!("{} {}", clean(&engine.engine), table::time(engine.median_ns as f64)));
        let engines: Vec<_> = engines.collect();
        if engines.is_empty() { "–".to_owned() } else { engines.join(", ") }
    };
    let grid = classes.iter().map(|class| {
        vec![
            clean(&class.name),
            grouped(class.runs),
            grouped(class.boards),
            table::time(class.median_run_ns as f64),
            table::time(class.worst_run_ns as f64),
            class.worst_board.as_deref().map_or("–".into(), clean),
            class.worst_board_ns.map_or("–".into(), |time| table::time(time as f64)),
            engines(class),
        ]
    });
    (!classes.is_empty()).then(|| View {
        svg: Rows { head, rows: rows.collect(), limit: judgement.limits.time_ns as f64 }.draw(),
        table: Grid {
            caption: "Times of each class of tests; engines without starting a process".into(),
            head: [
                "class",
                "runs",
                "boards",
                "median",
                "worst",
                "slowest board",
                "alone",
                "our engines, median of a board",
            ]
            .map(String::from)
            .into(),
            rows: grid.collect(),
        },
        ..View::default()
    })
}

fn phases(judgement: &Judgement) -> Grid {
    let rows = judgement
        .phases
        .iter()
        .map(|phase| vec![clean(&phase.name), clean(&phase.state), grouped(phase.runs), grouped(phase.boards)]);
    Grid {
        caption: "Phases".into(),
        head: ["phase", "state", "right runs", "right boards"].map(String::from).into(),
        rows: rows.collect(),
    }
}
