//! The report that people look at: one HTML file that needs nothing else, made from runs alone.
//!
//! The page is a template, checked when the program is compiled, which escapes every text that it is given. Charts are
//! SVG made here. A small script of the page's own moves what can be moved; without it only that is lost. The page's
//! own policy forbids it to load anything. It names script and style by their hash, so that no other script would run
//! even if one came in.

mod boards;
mod chart;
mod escape;
mod figures;
mod scale;

use crate::compare::unlike;
use crate::engines::tables;
use crate::run::Run;
use crate::view::summary::{Notice, Summary, Tone};
use crate::view::table::Field;
use crate::view::{Table, words};
use anyhow::Context;
use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use boards::{Data, Shown};
use figures::Figure;
use sha2::{Digest, Sha256};

/// The page's style.
const STYLE: &str = include_str!("../../templates/report.css");

/// The page's script.
const SCRIPT: &str = include_str!("../../templates/report.js");

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    title: String,
    policy: String,
    style: &'static str,
    script: &'static str,
    /// The run that is shown in full.
    run: &'a Run,
    summary: Summary,
    /// The notices of all runs, each with the number of its board where that is here.
    notices: Vec<(Option<usize>, Notice)>,
    /// The runs, where there are several.
    runs: Option<Table>,
    figures: Vec<Figure>,
    /// How many boards are here, and of how many.
    boards: (usize, usize),
    every_board: Table,
    data: Data<'a>,
}

/// Makes the page of runs, each with the name of its file. Of several runs the last is shown in full, and the change over all of them.
///
/// # Errors
///
/// Where there is no run, or a text could not be made, which is a fault of the program.
pub(crate) fn html(runs: &[(&str, &Run)]) -> anyhow::Result<String> {
    let &(_, run) = runs.last().context("there is no run to show")?;
    let distances = tables::shared(run.plan.goal);
    let shown = Shown::of(run);
    let (scatter, places) = figures::scatter::scatter(run, &shown).unzip();
    let mut figures = Vec::new();
    if !run.strata.is_empty() && !run.engines.is_empty() {
        let [time, expanded, heap] = figures::by_distance(run);
        figures.extend([time, expanded, figures::cactus(run)]);
        figures.extend(scatter);
        figures.extend(figures::distribution(run));
        figures.push(heap);
    }
    let all: Vec<&Run> = runs.iter().map(|(_, run)| *run).collect();
    figures.extend(figures::change(&all));
    let number = |notice: &Notice| Some(shown.boards.iter().find(|(.., item)| Some(item.board) == notice.board)?.0);
    let page = Page {
        title: match runs {
            [_] => format!("Chivalry: benchmark of {} engines", run.engines.len()),
            several => format!("Chivalry: {} benchmarks", several.len()),
        },
        policy: format!(
            "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
            hash(STYLE),
            hash(SCRIPT)
        ),
        style: STYLE,
        script: SCRIPT,
        run,
        summary: Summary::of(run),
        notices: notices(&all).into_iter().map(|notice| (number(&notice), notice)).collect(),
        runs: (runs.len() > 1).then(|| list(runs)),
        figures,
        boards: (shown.boards.len(), shown.of),
        every_board: boards::table(run, &shown, &distances),
        data: Data::of(run, &shown, &distances, places.unwrap_or_default()),
    };
    page.render().context("the page")
}

/// What a reader has to know of all runs: of which one, where there are several, and in what it is unlike the first.
fn notices(runs: &[&Run]) -> Vec<Notice> {
    let mut notices = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let Summary { notices: own, warnings, .. } = Summary::of(run);
        let others = if index > 0 { unlike(runs[0], run) } else { Vec::new() };
        let others = (!others.is_empty()).then(|| Notice {
            tone: Tone::Unsure,
            about: "unlike run 1".into(),
            text: format!("What differs makes times differ, whatever the engines do: {}.", others.join("; ")),
            board: None,
        });
        let of = if runs.len() > 1 { format!("run {}, ", index + 1) } else { String::new() };
        let all = own.into_iter().chain(warnings).chain(others);
        notices.extend(all.map(|notice| Notice { about: format!("{of}{}", notice.about), ..notice }));
    }
    notices
}

/// The runs, a row each.
fn list(runs: &[(&str, &Run)]) -> Table {
    let mut table = Table::new("The runs", 1, ["run", "file", "began", "commit", "processor", "boards", "engines"]);
    for (index, (name, run)) in runs.iter().enumerate() {
        let names: Vec<_> = run.engines.iter().map(|engine| engine.name.as_str()).collect();
        let row = [
            format!("run {}", index + 1),
            (*name).into(),
            words::date(run.began),
            run.program.commit.clone(),
            run.machine.cpu.clone(),
            words::grouped(run.board_count() as u64),
            names.join(", "),
        ];
        table.push(row.map(Field::from));
    }
    table
}

/// The hash of a script or style as a content security policy has it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
