//! The report that people read: one HTML file that needs nothing else, made from records of `bench`.
//!
//! The page is a template, checked when the program is compiled, which escapes every text that it is given. Charts are SVG made here; a small
//! script, the page's own, moves what can be moved, and nothing is lost without it but that. The page may load nothing: its own policy
//! forbids it, and names script and style by their hash, so that no other script would run even if one came in.

mod boards;
mod chart;
mod figures;
mod markup;
mod summary;

use crate::engines::tables;
use crate::run::wire::Record;
use anyhow::Context;
use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use boards::{Data, Selection};
use chivalry_board::Board;
use figures::{Figure, Grid};
use sha2::{Digest, Sha256};
use summary::Summary;

/// The page's style.
const STYLE: &str = include_str!("../../templates/report.css");

/// The page's script.
const SCRIPT: &str = include_str!("../../templates/report.js");

/// A record of `chivalry bench` with the name of its file.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name that the page shows.
    pub name: String,
    /// The record: one that was read, and so is at one with itself.
    pub record: Record,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    title: String,
    policy: String,
    style: &'static str,
    script: &'static str,
    summary: Option<Summary>,
    runs: Option<Grid>,
    figures: Vec<Figure>,
    /// How many boards are shown, and of how many.
    boards: Option<(usize, usize)>,
    plain: &'a str,
    data: String,
}

/// Makes the page. Of several runs the last is shown in full, and the change over all of them.
///
/// # Errors
///
/// Where a text could not be made, which is a fault of the program.
pub fn html(runs: &[Run]) -> anyhow::Result<String> {
    let last = runs.last().map(|run| &run.record);
    // Records are read with goals that are boards.
    let goal = last.and_then(|record| record.plan.goal.parse().ok()).unwrap_or(Board::GOAL);
    let table = tables::shared(goal);
    let mut data = Data::empty(goal);
    let mut figures = Vec::new();
    let mut plain = String::new();
    let mut shown = None;
    if let Some(record) = last {
        let selection = Selection::of(record);
        let (scatter, places) = figures::scatter(record, &selection).unzip();
        if !record.strata.is_empty() && !record.engines.is_empty() {
            figures.push(figures::time(record));
            figures.push(figures::nodes(record));
            figures.push(figures::cactus(record));
            figures.extend(scatter);
            figures.extend(figures::distribution(record));
            figures.push(figures::memory(record));
        }
        figures.push(figures::space(record, &table));
        figures.extend(figures::runs(runs));
        if !selection.boards.is_empty() {
            data = Data::of(record, &selection, &table, places.unwrap_or_default());
            plain = boards::plain(record, &selection, &table);
            shown = Some((selection.boards.len(), record.boards.len()));
        }
    }
    let page = Page {
        title: title(runs),
        policy: format!(
            "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
            hash(STYLE),
            hash(SCRIPT)
        ),
        style: STYLE,
        script: SCRIPT,
        summary: runs.last().map(|_| summary::of(runs)),
        runs: summary::runs(runs),
        figures,
        boards: shown,
        plain: &plain,
        data: markup::json(&data).context("the data of the page")?,
    };
    page.render().context("the page")
}

/// What the tab of a browser shows.
fn title(runs: &[Run]) -> String {
    match runs {
        [run] => format!("Chivalry: benchmark of {} engines", run.record.engines.len()),
        _ => format!("Chivalry: {} benchmarks", runs.len()),
    }
}

/// The hash of a script or style as a content security policy has it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
