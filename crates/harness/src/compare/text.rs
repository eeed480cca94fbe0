//! A comparison as text.

use super::{Comparison, CounterRow, TimeRow, Verdict};
use crate::statistics::Interval;
use crate::view::table::{Field, Table};
use crate::view::words;
use anstyle::AnsiColor;
use chivalry_corpus::Escaped;
use std::cmp::Reverse;
use std::io::{self, Write};

/// Rows by strata that are shown unless all are asked for.
const MOST_ROWS: usize = 20;

/// Writes a comparison, in colour where it is `styled`, and with all rows of strata where these are asked for.
///
/// # Errors
///
/// Where the writer fails.
pub(crate) fn text(comparison: &Comparison, output: &mut dyn Write, styled: bool, all: bool) -> io::Result<()> {
    let Comparison { verdict, solves, rounds, answers, counters, times: rows, .. } = comparison;
    for (side, program) in [("old", &comparison.old), ("new", &comparison.new)] {
        let (version, commit) = (Escaped(&program.version), Escaped(&program.commit));
        writeln!(output, "{side}  chivalry {version}, commit {commit}")?;
    }
    let threshold = words::percent(comparison.threshold);
    write!(output, "{} in common, threshold {threshold}", words::plural(*solves as u64, "answer", "answers"))?;
    if let Some(rounds) = rounds {
        let rounds = words::plural((*rounds).into(), "round", "rounds");
        write!(output, ", {rounds} in turns, processor time")?;
    }
    writeln!(output)?;
    for note in &comparison.notes {
        writeln!(output, "{}", words::wrapped(&format!("note: {}", Escaped(note))))?;
    }
    writeln!(output)?;
    for row in answers {
        writeln!(output, "{}  {}", signed(row.verdict).shown(styled), Escaped(&row.message))?;
    }
    if *solves > 0 && answers.is_empty() {
        writeln!(output, "Answers: as they were")?;
    }
    if *solves > 0 && counters.is_empty() {
        writeln!(output, "Counters: as they were")?;
    }
    write_counters(output, styled, counters)?;
    write_times(output, styled, rows, all)?;
    // What is green must say of what.
    let of = match (verdict, rows.is_empty()) {
        (Verdict::Nothing, _) => " in common",
        (_, true) => " (answers and counters; no times)",
        (_, false) => "",
    };
    writeln!(output, "\nverdict: {}{of}", signed(*verdict).shown(styled))
}

fn write_counters(output: &mut dyn Write, styled: bool, rows: &[CounterRow]) -> io::Result<()> {
    if !rows.is_empty() {
        writeln!(output, "Counters, sums over what is in common (heap: the greatest)")?;
    }
    for CounterRow { engine, counter, old, new, rose, fell, at, verdict } in rows {
        let change =
            if *old > 0 { format!("{:+.2} %", 100.0 * (*new as f64 / *old as f64 - 1.0)) } else { String::new() };
        let (verdict, engine) = (signed(*verdict).shown(styled), Escaped(engine));
        writeln!(output, "{verdict}  {engine} {counter}: {old} -> {new} {change} (rose on {rose}, fell on {fell})")?;
        writeln!(output, "           most on {}", Escaped(at))?;
    }
    Ok(())
}

fn write_times(output: &mut dyn Write, styled: bool, rows: &[TimeRow], all: bool) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let (engines, mut strata): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.stratum.is_none());
    // What got worse is read first.
    strata.sort_by_key(|row| Reverse(row.verdict));
    let is_told = |row: &&&TimeRow| all || matches!(row.verdict, Verdict::Slower | Verdict::Faster);
    let told: Vec<_> = strata.iter().filter(is_told).take(if all { usize::MAX } else { MOST_ROWS }).collect();
    let mut table = Table::new("Times", 3, ["engine", "boards", "", "old", "new", "ratio (95 %)", "verdict"]);
    for row in engines.iter().chain(told.iter().copied()) {
        let TimeRow { engine, stratum, model, old_ns, new_ns, ratio: Interval { value, low, high }, verdict, .. } = row;
        let (old, new) = (words::time(*old_ns), words::time(*new_ns));
        let ratio = format!("{value:.3} ({low:.3}..{high:.3})");
        let fields = [engine.as_str(), stratum.as_deref().unwrap_or("all"), model, &old, &new, &ratio].map(Field::from);
        table.push(fields.into_iter().chain([signed(*verdict)]));
    }
    writeln!(output)?;
    table.text(output, styled)?;
    if told.len() < strata.len() {
        let count = |verdict| strata.iter().filter(|row| row.verdict == verdict).count();
        let counts = [Verdict::Slower, Verdict::Unclear, Verdict::Same, Verdict::Faster]
            .map(|verdict| (count(verdict), verdict));
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, verdict)| format!("{count} {verdict}")).collect();
        writeln!(output, "of {} rows by strata: {} (--all shows them)", strata.len(), counts.join(", "))?;
    }
    Ok(())
}

/// A verdict with a sign that differs for better and worse, and a colour where there is one.
fn signed(verdict: Verdict) -> Field {
    let (sign, color) = match verdict {
        Verdict::Wrong | Verdict::Larger | Verdict::Slower => ("! ", Some(AnsiColor::Red)),
        Verdict::Faster | Verdict::Smaller => ("+ ", Some(AnsiColor::Green)),
        Verdict::Unclear => ("? ", Some(AnsiColor::Yellow)),
        Verdict::Same => ("= ", None),
        Verdict::Nothing => ("", None),
    };
    Field { color, ..format!("{sign}{verdict}").into() }
}
