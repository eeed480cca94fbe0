//! `chivalry table`: the complete table of exact distances.

use super::bulk;
use super::corpora;
use super::exit::Status;
use super::options::Goal;
use super::output::{self, Output, note};
use crate::engines::tables;
use crate::json;
use crate::view::words;
use chivalry_board::Board;
use chivalry_corpus::{Case, Form};
use chivalry_table::Wide;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Asks the complete table of exact distances
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/table.txt").trim_end())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Stats(Stats),
    Distance(Distance),
    Antipodes(Antipodes),
}

/// Writes how many boards lie at each distance
///
/// A line for each distance: the distance and its boards. Then the total, the farthest distance, the mean and the boards at
/// even and odd distances.
#[derive(Debug, clap::Args)]
struct Stats {
    /// Write one JSON document: goal, distances (distance, boards), total, farthest, mean, even, odd
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    goal: Goal,
}

/// Writes the fewest moves from each board of a file
///
/// One number a line, without any limit. A file is a corpus or a judge's file.
#[derive(Debug, clap::Args)]
struct Distance {
    /// Files of boards; standard input where there are none, or for `-`
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Write JSON, one object a line and board: file, line, board, goal, distance
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    goal: Goal,
}

/// Writes the farthest boards with their distance, as a corpus
#[derive(Debug, clap::Args)]
struct Antipodes {
    #[command(flatten)]
    goal: Goal,
}

/// Runs the chosen command.
///
/// # Errors
///
/// Where standard output fails.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    match &arguments.command {
        Command::Stats(stats) => stats.run(output),
        Command::Distance(distance) => distance.run(output),
        Command::Antipodes(antipodes) => antipodes.run(output),
    }
}

/// The document of `table stats --json`.
#[derive(Serialize)]
struct Statistics {
    #[serde(with = "json::board")]
    goal: Board,
    total: u64,
    farthest: u8,
    mean: f64,
    even: u64,
    odd: u64,
    distances: Vec<Level>,
}

/// The boards at a distance.
#[derive(Serialize)]
struct Level {
    distance: u8,
    boards: u32,
}

impl Stats {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let table = tables::shared(self.goal.goal);
        let distances: Vec<_> =
            (0..).zip(table.counts()).map(|(distance, &boards)| Level { distance, boards }).collect();
        let sum = |part: fn(&Level) -> u64| distances.iter().map(part).sum::<u64>();
        let total = sum(|level| level.boards.into());
        let moves = sum(|level| u64::from(level.boards) * u64::from(level.distance));
        let odd = sum(|level| u64::from(level.boards) * u64::from(level.distance % 2));
        let (goal, farthest, mean) = (table.goal(), table.greatest_distance(), moves as f64 / total as f64);
        if self.json {
            output::json(output, &Statistics { goal, total, farthest, mean, even: total - odd, odd, distances })?;
            return Ok(Status::Good);
        }
        for level in &distances {
            writeln!(output, "{} {}", level.distance, level.boards)?;
        }
        let even = total - odd;
        writeln!(output, "total {total}\nfarthest {farthest}\nmean {mean:.6}\neven {even}\nodd {odd}")?;
        Ok(Status::Good)
    }
}

/// A line of `table distance --json`.
#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    line: u64,
    #[serde(with = "json::board")]
    board: Board,
    #[serde(with = "json::board")]
    goal: Board,
    distance: u8,
}

impl Distance {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut wide = None;
        let mut status = Status::Good;
        for path in &self.files {
            match corpora::boards(path, Form::Any) {
                Ok(cases) => {
                    let wide = wide.get_or_insert_with(|| Wide::build(self.goal.goal));
                    self.write(path, &cases, wide, output)?;
                }
                Err(refusal) => {
                    note(&refusal);
                    status = refusal.status;
                }
            }
        }
        Ok(status)
    }

    fn write(&self, path: &Path, cases: &[Case], wide: &Wide, output: &mut Output) -> io::Result<()> {
        let (file, goal) = (corpora::name(path), self.goal.goal);
        let text = |(): &mut (), &Case { board, line, .. }: &Case, bytes: &mut Vec<u8>| {
            let distance = wide.distance(board);
            if self.json {
                serde_json::to_writer(&mut *bytes, &Answer { file: &file, line, board, goal, distance })?;
                writeln!(bytes)?;
            } else {
                writeln!(bytes, "{distance}")?;
            }
            Ok(0)
        };
        bulk::write(output, cases, || (), text, |_| {}).map(drop)
    }
}

impl Antipodes {
    fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let goal = self.goal.goal;
        let table = tables::shared(goal);
        let (boards, distance) = (table.farthest(), table.greatest_distance());
        let option = if goal == Board::GOAL { String::new() } else { format!(" --goal '{goal}'") };
        let count = words::boards(boards.len() as u64);
        writeln!(output, "# The boards farthest from the goal {goal}: {count}, {distance} moves.")?;
        writeln!(output, "# From: chivalry table antipodes{option}")?;
        for board in boards {
            writeln!(output, "{board} {distance}")?;
        }
        Ok(Status::Good)
    }
}
