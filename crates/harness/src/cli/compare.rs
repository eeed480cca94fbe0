//! `chivalry compare`: what got wrong, larger or slower.

use super::bench;
use super::verify::chosen;
use crate::compare::{self as comparison, Comparison, CounterRow, TimeRow, Verdict};
use crate::cli::corpora::Selection;
use crate::compare::builds::{self as duel, Build, Patience};
use crate::cli::exit::{self, Status};
use crate::engines::bounds::Guidance;
use crate::cli::options::{Search, Time, engine_parser};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::engines::Entry;
use crate::view::table;
use crate::run::wire::{Program, read_file};
use crate::compare::{protocol, wire};
use anstyle::{AnsiColor, Style};
use chivalry_board::Board;
use chivalry_corpus::Escaped;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Answers come first, then counters, which are exact: any growth is a regression.
Then times, where both records are of one machine and one kind of build: the
ratio of new to old with its 95 % interval, corrected for the number of rows
(Holm). `slower` and `faster` are sure and beyond the threshold, `same` excludes
a difference beyond it, `unclear` does neither. On the boards of one distance
twice the threshold counts, and between two records at least 15 %.

Records of two runs also differ by what the machine did meanwhile, and by where
each process had its memory. To gate on times use --against: it runs the other
executable and this one in turns (A B B A), with fresh processes in each round,
and counts processor time with warm buffers, until every engine is clear or the
time is spent.

Exit status: 0 nothing got worse; 1 a wrong answer or a regression; 2 bad usage or
bad input; 3 unclear; 4 nothing in common.

Examples:
  chivalry bench --json old.json ; … ; chivalry bench --json new.json
  chivalry compare old.json new.json
  chivalry compare --against ../old/target/release/chivalry
  chivalry compare --against old-chivalry --engine idastar --time 20s";

/// Rows by strata that are shown unless all are asked for.
const MOST_ROWS: usize = 20;

/// Says what got wrong, larger or slower from one record to another, or from one build to another
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The old record and the new one, `-` for standard input; with --against corpora to measure on
    #[arg(value_name = "OLD.json NEW.json")]
    files: Vec<PathBuf>,
    /// Compare this build with an older one, measured in turns on this machine
    #[arg(long, value_name = "EXECUTABLE")]
    against: Option<PathBuf>,
    /// What is not called slower, in per cent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percent)]
    threshold: f64,
    /// Show every row of times
    #[arg(long)]
    all: bool,
    /// Write the comparison as JSON instead
    #[arg(long)]
    json: bool,
    /// Measure only these engines; may be repeated, or name several with commas
    #[arg(long, help_heading = "Against", value_name = "NAME", value_delimiter = ',', requires = "against",
          value_parser = engine_parser(), hide_possible_values = true)]
    engine: Vec<&'static Entry>,
    /// Take at most this many rounds of samples
    #[arg(long, help_heading = "Against", value_name = "N", default_value_t = 200, requires = "against",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Begin no further round after this time
    #[arg(long, help_heading = "Against", value_name = "TIME", default_value = "60s", requires = "against")]
    time: Time,
    /// Add this many random boards, all different
    #[arg(long, help_heading = "Against", value_name = "N", requires = "against")]
    random: Option<u32>,
    /// The seed of random boards, of the order of measurements, and of resampling
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    guidance: Guidance,
    #[command(flatten)]
    search: Search,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .strip_suffix('%')
        .unwrap_or(text)
        .trim_end()
        .parse()
        .map_err(|_| "expected a number of per cent, like 5")?;
    if number > 0.0 && number <= 1000.0 {
        Ok(number / 100.0)
    } else {
        Err("expected per cent above 0, at most 1000".into())
    }
}

/// What was compared with what.
struct Sides {
    old: Program,
    new: Program,
    rounds: Option<u32>,
}

/// Compares, and writes what it says.
///
/// # Errors
///
/// Where standard output fails, or this program's own executable is not to be found.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let result = match &arguments.against {
        Some(executable) => against(arguments, executable)?,
        None => records(arguments),
    };
    let (comparison, sides) = match result {
        Ok(result) => result,
        Err(status) => return Ok(status),
    };
    let verdict =
        if comparison.is_empty() && comparison.answers.is_empty() { None } else { Some(comparison.verdict()) };
    if arguments.json {
        serde_json::to_writer_pretty(&mut *output, &document(&comparison, &sides, verdict))?;
        writeln!(output)?;
    } else {
        print(output, arguments, &comparison, &sides, verdict)?;
    }
    Ok(match verdict {
        None => {
            note("chivalry: nothing was compared: nothing is in common");
            Status::Nothing
        }
        Some(verdict) if verdict.is_worse() => Status::Wrong,
        Some(Verdict::Unclear) => Status::Inconclusive,
        Some(_) => Status::Good,
    })
}

/// Compares two records.
fn records(arguments: &Arguments) -> Result<(Comparison, Sides), Status> {
    let [old, new] = arguments.files.as_slice() else {
        let count = arguments.files.len();
        let records = if count == 1 { "record" } else { "records" };
        note(format_args!(
            "chivalry: found {count} {records}, expected two, the old one and the new one, or --against"
        ));
        return Err(Status::Bad);
    };
    if arguments.files.iter().all(|path| path.as_os_str() == "-") {
        note("chivalry: found `-` twice, expected it once at most");
        return Err(Status::Bad);
    }
    let another_goal = arguments.search.goal != Board::GOAL;
    if arguments.guidance.is_given()
        || arguments.search.max_moves.is_some()
        || arguments.search.is_bounded()
        || another_goal
    {
        note("chivalry: found an option that chooses what is measured, expected it together with --against only");
        return Err(Status::Bad);
    }
    let mut read = [old, new].map(|path| {
        read_file(path).map_err(|error| {
            note(error);
            Status::Bad
        })
    });
    let [Ok(old), Ok(new)] = &mut read else { return Err(Status::Bad) };
    let comparison = comparison::compare(old, new, arguments.threshold, arguments.seed);
    Ok((comparison, Sides { old: old.program.clone(), new: new.program.clone(), rounds: None }))
}

/// A fact of a build.
type Fact = fn(&Program) -> &String;

type Compared = Result<(Comparison, Sides), Status>;

/// Compares two builds.
fn against(arguments: &Arguments, executable: &Path) -> anyhow::Result<Compared> {
    let search = &arguments.search;
    if search.time_limit.is_some() {
        note("chivalry: found --time-limit, expected --nodes: what is given up by a clock is not the same twice");
        return Ok(Err(Status::Bad));
    }
    let selection = Selection::of(arguments.files.clone(), arguments.random, arguments.seed);
    let corpora = match selection.read(search.goal) {
        Ok(corpora) => corpora,
        Err(status) => return Ok(Err(status)),
    };
    let engines = arguments.guidance.apply(chosen(&arguments.engine));
    let strata = bench::divide(search, &selection, corpora);
    if strata.is_empty() {
        note("chivalry: nothing was compared: there is no board");
        return Ok(Err(Status::Nothing));
    }
    let plan = protocol::Plan {
        goal: search.goal.to_string(),
        stored: search.stored,
        engines: engines.iter().map(|entry| entry.name.into()).collect(),
        strata: strata
            .iter()
            .map(|stratum| protocol::Stratum {
                name: stratum.name.clone(),
                distance: stratum.distance,
                max_moves: stratum.max_moves,
                nodes: (stratum.patience.nodes != u64::MAX).then_some(stratum.patience.nodes),
                boards: stratum.items.iter().map(|item| (item.case.board.to_string(), item.exact)).collect(),
            })
            .collect(),
    };
    let this = std::env::current_exe()?;
    let patience = Patience { rounds: arguments.rounds, time: arguments.time.0, seed: arguments.seed };
    let stop = exit::on_signal()?;
    let bar = progress::bar(1000, "comparing");
    let result = (|| {
        let mut old = Build::start(executable, &stop)?;
        let mut new = Build::start(&this, &stop)?;
        let (before, after) = (old.answers(plan.clone())?, new.answers(plan.clone())?);
        let mut comparison = comparison::compare_counts(&before, &after, arguments.threshold);
        let differ = |what: &str, of: fn(&Program) -> &String| {
            let (old, new) = (of(&old.program), of(&new.program));
            (old != new).then(|| format!("the builds differ in their {what}: {old}; {new}"))
        };
        let facts: [(&str, Fact); 3] =
            [("compiler", |p| &p.compiler), ("target", |p| &p.target), ("flags", |p| &p.flags)];
        comparison.notes.extend(facts.into_iter().filter_map(|(what, of)| differ(what, of)));
        let mut sides = Sides { old: old.program.clone(), new: new.program.clone(), rounds: None };
        drop((old, new));
        let rounds =
            duel::duel([executable, &this], &plan, [&before, &after], &mut comparison, patience, &stop, |part| {
                bar.set_position(u64::from(part));
            })?;
        sides.rounds = Some(rounds);
        Ok((comparison, sides))
    })();
    bar.finish_and_clear();
    Ok(result.map_err(|error| match error {
        duel::BuildError::Stopped => {
            note(format_args!("chivalry: {error}"));
            Status::Interrupted
        }
        duel::BuildError::Unlike { .. } => {
            note(error);
            Status::Bad
        }
    }))
}

fn print(
    output: &mut Output,
    arguments: &Arguments,
    comparison: &Comparison,
    sides: &Sides,
    verdict: Option<Verdict>,
) -> io::Result<()> {
    for (side, program) in [("old", &sides.old), ("new", &sides.new)] {
        let (version, commit) = (Escaped(&program.version), Escaped(&program.commit));
        writeln!(output, "{side}  chivalry {version}, commit {commit}")?;
    }
    let threshold = 100.0 * comparison.threshold;
    write!(output, "{} answers in common, threshold {threshold:.1} %", comparison.solves)?;
    match sides.rounds {
        Some(rounds) => {
            let plural = if rounds == 1 { "" } else { "s" };
            writeln!(output, ", {rounds} round{plural} in turns, processor time")?;
        }
        None => writeln!(output)?,
    }
    for words in &comparison.notes {
        writeln!(output, "note: {}", Escaped(words))?;
    }
    let styled = output.styled;
    writeln!(output)?;
    for (verdict, words) in &comparison.answers {
        writeln!(output, "{}  {}", shown(*verdict, styled), Escaped(words))?;
    }
    if comparison.answers.is_empty() && comparison.solves > 0 {
        writeln!(output, "Answers: as they were")?;
    }
    if comparison.counters.is_empty() && comparison.solves > 0 {
        writeln!(output, "Counters: as they were")?;
    }
    counters(output, &comparison.counters)?;
    times(output, &comparison.times, arguments.all)?;
    writeln!(output)?;
    match verdict {
        // What is green must say of what.
        Some(verdict) if comparison.times.is_empty() => {
            writeln!(output, "verdict: {} (answers and counters; no times)", shown(verdict, styled))
        }
        Some(verdict) => writeln!(output, "verdict: {}", shown(verdict, styled)),
        None => writeln!(output, "verdict: nothing in common"),
    }
}

fn counters(output: &mut Output, rows: &[CounterRow]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let styled = output.styled;
    writeln!(output, "Counters, sums over what is in common (heap: the greatest)")?;
    for row in rows {
        let CounterRow { engine, counter, old, new, rose, fell, at, verdict } = row;
        let change =
            if *old > 0 { format!("{:+.2} %", 100.0 * (*new as f64 / *old as f64 - 1.0)) } else { String::new() };
        writeln!(
            output,
            "{}  {} {counter}: {old} -> {new} {change} (rose on {rose}, fell on {fell})",
            shown(*verdict, styled),
            Escaped(engine)
        )?;
        writeln!(output, "           most on {}", Escaped(at))?;
    }
    Ok(())
}

fn times(output: &mut Output, rows: &[TimeRow], all: bool) -> io::Result<()> {
    let styled = output.styled;
    let line = |output: &mut Output, row: &TimeRow| {
        let (old, new) = (table::time(row.old_ns), table::time(row.new_ns));
        let name = row.stratum.as_ref().map_or(String::from("all"), ToString::to_string);
        let engine = Escaped(&row.engine).to_string();
        let interval = format!("{:.3}..{:.3}", row.ratio.low, row.ratio.high);
        writeln!(
            output,
            "{engine:<18}{:<7}{:<5}{old:>9}{new:>9}{:>7.3} {interval:>13}  {}",
            Escaped(&name).to_string(),
            row.model,
            row.ratio.value,
            shown(row.verdict, styled)
        )
    };
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(output, "\n{:<18}{:<12}{:>9}{:>9}{:>7} {:>13}", "Times", "boards", "old", "new", "ratio", "95 %")?;
    let (engines, mut strata): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.stratum.is_none());
    for row in engines {
        line(output, row)?;
    }
    // What got worse is read first.
    strata.sort_by_key(|row| std::cmp::Reverse(row.verdict));
    let told = |row: &&&TimeRow| all || matches!(row.verdict, Verdict::Slower | Verdict::Faster);
    let shown_rows = strata.iter().filter(told).count().min(if all { usize::MAX } else { MOST_ROWS });
    for row in strata.iter().filter(told).take(shown_rows) {
        line(output, row)?;
    }
    if shown_rows < strata.len() {
        let count = |verdict| strata.iter().filter(|row| row.verdict == verdict).count();
        let words: Vec<_> = [Verdict::Slower, Verdict::Unclear, Verdict::Same, Verdict::Faster]
            .into_iter()
            .map(|verdict| (count(verdict), verdict))
            .filter(|(count, _)| *count > 0)
            .map(|(count, verdict)| format!("{count} {verdict}"))
            .collect();
        writeln!(output, "of {} rows by strata: {} (--all shows them)", strata.len(), words.join(", "))?;
    }
    Ok(())
}

/// A verdict with a sign that differs for better and worse, and a colour where there is one.
fn shown(verdict: Verdict, styled: bool) -> String {
    let (sign, color) = match verdict {
        Verdict::Wrong | Verdict::Larger | Verdict::Slower => ('!', Some(AnsiColor::Red)),
        Verdict::Faster | Verdict::Smaller => ('+', Some(AnsiColor::Green)),
        Verdict::Unclear => ('?', Some(AnsiColor::Yellow)),
        Verdict::Same => ('=', None),
    };
    let style = color.filter(|_| styled).map_or(Style::new(), |color| color.on_default().bold());
    format!("{style}{sign} {verdict}{style:#}")
}

fn document(comparison: &Comparison, sides: &Sides, verdict: Option<Verdict>) -> wire::Document {
    wire::Document {
        schema: wire::SCHEMA,
        version: wire::VERSION,
        old: sides.old.commit.clone(),
        new: sides.new.commit.clone(),
        verdict: verdict.map_or("nothing", Verdict::name),
        threshold: comparison.threshold,
        noticeable: comparison.noticeable,
        solves: comparison.solves,
        rounds: sides.rounds,
        answers: comparison
            .answers
            .iter()
            .map(|(verdict, words)| wire::Answer { verdict: verdict.name(), message: words.clone() })
            .collect(),
        counters: comparison
            .counters
            .iter()
            .map(|row| wire::Counter {
                engine: row.engine.clone(),
                counter: row.counter,
                old: row.old,
                new: row.new,
                rose: row.rose,
                fell: row.fell,
                at: row.at.clone(),
                verdict: row.verdict.name(),
            })
            .collect(),
        times: comparison
            .times
            .iter()
            .map(|row| wire::Time {
                engine: row.engine.clone(),
                stratum: row.stratum.clone(),
                model: row.model,
                old_ns: row.old_ns,
                new_ns: row.new_ns,
                ratio: row.ratio.value,
                low: row.ratio.low,
                high: row.ratio.high,
                p: row.p,
                verdict: row.verdict.name(),
            })
            .collect(),
        notes: comparison.notes.clone(),
    }
}
