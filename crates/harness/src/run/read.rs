//! Runs read again: whole, of this version, and of one shape, so that whoever has a [`Run`] may rely on its docs.

use super::{Cell, Run, SCHEMA, State, Stratum, Times, VERSION};
use crate::verify::Answer;
use chivalry_corpus::{Escaped, Excerpt};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};

/// The most bytes that a file may have: a million samples are 20 MB.
const MOST_BYTES: u64 = 1 << 28;

/// Why a text is no run.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(io::Error),
    /// It is not what it should be: the place, where it has one, as `line:column: `, then what was found and what was expected.
    Parse(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Parse(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a run from a stream.
///
/// # Errors
///
/// As [`read`], and where the stream fails or does not end.
pub fn read_from(reader: impl Read) -> Result<Run, ReadError> {
    let mut text = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(ReadError::Io)?;
    if text.len() as u64 > MOST_BYTES {
        let message = format!("found more than {MOST_BYTES} bytes, expected a record of `chivalry bench`");
        return Err(ReadError::Parse(message));
    }
    read(&text)
}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    schema: Option<Value>,
    version: Option<Value>,
}

/// Reads a run from its text.
///
/// # Errors
///
/// [`ReadError::Parse`] where it is no run of this version.
pub fn read(text: &[u8]) -> Result<Run, ReadError> {
    parse(text).map_err(ReadError::Parse)
}

fn parse(text: &[u8]) -> Result<Run, String> {
    // A byte-order mark is no fault of the run's.
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let Head { schema, version } = serde_json::from_slice(text).map_err(|error| syntax(&error))?;
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    match &schema {
        Some(Value::String(name)) if name == SCHEMA => {}
        Some(other) => {
            return Err(format!("found the schema `{}`, expected `{SCHEMA}`", Excerpt::word(&shown(other))));
        }
        None => return Err(format!("found JSON without a schema, expected one of `{SCHEMA}`")),
    }
    if version != Some(VERSION.into()) {
        let found = version.map_or_else(|| "none".into(), |version| shown(&version));
        return Err(format!("found version `{}`, expected version {VERSION}", Excerpt::word(&found)));
    }
    let run = serde_json::from_slice(text).map_err(|error| syntax(&error))?;
    shape(&run)?;
    Ok(run)
}

/// What `serde_json` found, with its place in front.
fn syntax(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        let expected = "expected the rest of the record (JSON, perhaps cut off)";
        return format!("{line}:{column}: found the end of the file, {expected}");
    }
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    format!("{line}:{column}: found {}, expected a record of version {VERSION}", Escaped(&message[..end]))
}

/// Whether all that belongs to engines is there once for each, names are different, and times are of what was measured.
///
/// # Errors
///
/// Where that is not so: the place, what was found and what was expected.
pub(crate) fn shape(run: &Run) -> Result<(), String> {
    names(run.engines.iter().map(|engine| &engine.name), "engines")?;
    names(run.strata.iter().map(|stratum| &stratum.name), "strata")?;
    let engines = run.engines.len();
    for stratum in &run.strata {
        let Stratum { name, boards, cells, .. } = stratum;
        if boards.is_empty() {
            return Err(format!("strata `{name}`: found no board, expected one at least"));
        }
        let mut counts = boards.iter().map(|item| item.solves.len()).chain([cells.len()]);
        if let Some(found) = counts.find(|&found| found != engines) {
            return Err(format!("strata `{name}`: found figures of {found} engines, expected {engines}"));
        }
        for (engine, cell) in cells.iter().enumerate() {
            if let Some(expected) = fault(stratum, engine, cell, run.engines[engine].fault.is_some()) {
                let engine = &run.engines[engine].name;
                return Err(format!("strata `{name}`, `{engine}`: found a contradiction, expected {expected}"));
            }
        }
    }
    let known = run.self_check.iter().all(|check| run.engines.iter().any(|engine| engine.name == check.engine));
    if !known || run.self_check.iter().any(|check| !check.ratio.is_plausible()) {
        return Err("self_check: found a contradiction, expected a ratio of one of the engines".into());
    }
    Ok(())
}

/// What is not so in the cell of an engine, if anything.
fn fault(stratum: &Stratum, engine: usize, cell: &Cell, is_wrong: bool) -> Option<&'static str> {
    let timed = cell.warm.is_some() || cell.cold.is_some();
    let gave_up = stratum.answered(engine) < stratum.boards.len();
    let plausible = |times: &Times| {
        let samples = !times.samples_ns.is_empty() && times.samples_ns.iter().all(|&sample| sample > 0.0);
        samples && times.repeats > 0 && times.median.is_plausible()
    };
    let solve_is_wrong = stratum.boards.iter().any(|item| {
        let solve = &item.solves[engine];
        let moves = solve.moves.is_none_or(|moves| moves == item.distance);
        !moves
            || (solve.answer == Answer::Solved) != solve.moves.is_some()
            || solve.time_ns.is_some_and(|time| time <= 0.0)
    });
    let wrong_answer = stratum.solves(engine).any(|solve| solve.answer == Answer::Wrong);
    let checks = [
        ((cell.state == State::Measured) == timed, "times where the state is `measured`, and only there"),
        ((cell.state == State::Wrong) == is_wrong, "the state `wrong` for each engine with a fault, and only there"),
        (is_wrong || !wrong_answer, "a fault of the engine that answered wrong"),
        (
            is_wrong || !gave_up || cell.state == State::OutOfBudget,
            "the state `out-of-budget` where a board was given up",
        ),
        (!solve_is_wrong, "the board's distance where it was solved, and times above 0"),
        (
            [&cell.warm, &cell.cold].into_iter().flatten().all(plausible),
            "samples above 0, and an interval around their median",
        ),
    ];
    checks.into_iter().find(|(holds, _)| !holds).map(|(_, expected)| expected)
}

/// Names are all different, and short lines of plain characters: they are printed.
fn names<'a>(names: impl Iterator<Item = &'a String>, list: &str) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        let shown = Excerpt::word(name);
        let plain = !name.is_empty() && name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_graphic());
        if !plain {
            return Err(format!("{list}: found the name `{shown}`, expected a name of plain characters"));
        }
        if !seen.insert(name) {
            return Err(format!("{list}: found `{shown}` again, expected another name"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    fn text(run: &Run) -> String {
        serde_json::to_string_pretty(run).unwrap()
    }

    fn fault(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        for run in [example(), mishaps()] {
            assert_eq!(read(text(&run).as_bytes()).unwrap(), run);
            assert_eq!(read(format!("\u{feff}{}", text(&run)).as_bytes()).unwrap(), run);
        }
    }

    #[test]
    fn what_is_no_run_is_refused() {
        let whole = text(&example());
        for (text, message) in [
            ("", "1:0: found the end of the file, expected the rest of the record (JSON, perhaps cut off)"),
            ("[", "1:1: found the end of the file, expected the rest of the record (JSON, perhaps cut off)"),
            ("{}", "found JSON without a schema, expected one of `chivalry-bench`"),
            (r#"{"schema": "\u001b[2J"}"#, r"found the schema `\u{1b}[2J`, expected `chivalry-bench`"),
            (r#"{"schema": "chivalry-bench"}"#, "found version `none`, expected version 3"),
            (r#"{"schema": "chivalry-bench", "version": "2.1"}"#, "found version `2.1`, expected version 3"),
            (&whole.replace("\"measured\"", "\"fine\""), "found unknown variant `fine`"),
            (&whole.replace("11111/01111/00*11/00001/00000", "x"), "found no board `x`"),
            (&whole.replace("\"few-rounds\"", "\"noise\""), "found unknown variant `noise`"),
        ] {
            assert!(fault(text).contains(message), "{message}\n{}", fault(text));
        }
        for end in (0..whole.len() - 2).step_by(97) {
            assert!(read(&whole.as_bytes()[..end]).is_err(), "{end}");
        }
        assert!(matches!(read_from(io::repeat(b' ')), Err(ReadError::Parse(message)) if message.contains("more than")));
    }

    /// Every field says what it is.
    fn described(value: &Value, path: &str) {
        for (name, field) in value["properties"].as_object().into_iter().flatten() {
            let said = field.get("description").is_some() || field.get("const").is_some();
            assert!(said, "{path}/{name} has no description");
        }
        for (name, definition) in value["$defs"].as_object().into_iter().flatten() {
            described(definition, name);
        }
    }

    /// The committed schema is that of the types; `CHIVALRY_SCHEMA=update` writes it.
    #[test]
    fn the_schema_is_the_one_that_is_committed() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/bench.json");
        let schema = serde_json::to_string_pretty(&schemars::schema_for!(Run)).unwrap() + "\n";
        if std::env::var_os("CHIVALRY_SCHEMA").is_some_and(|value| value == "update") {
            std::fs::write(path, &schema).unwrap();
        }
        assert!(
            std::fs::read_to_string(path).unwrap() == schema,
            "CHIVALRY_SCHEMA=update cargo test -p chivalry schema"
        );
        described(&serde_json::from_str(&schema).unwrap(), "");
    }

    #[test]
    fn contradictions_are_found() {
        type Change = fn(&mut Run);
        let changes: [(Change, &str); 14] = [
            (|run| run.strata[0].boards.clear(), "strata `0`: found no board, expected one at least"),
            (|run| run.strata[1].name = "0".into(), "strata: found `0` again, expected another name"),
            (|run| run.engines[0].name = "a\u{7}".into(), r"engines: found the name `a\u{7}`"),
            (|run| run.strata[1].boards[1].solves.truncate(1), "strata `7`: found figures of 1 engines, expected 2"),
            (|run| run.strata[1].cells.truncate(1), "strata `7`: found figures of 1 engines, expected 2"),
            (|run| run.strata[1].boards[0].solves[1].moves = None, "the board's distance where it was solved"),
            (|run| run.strata[1].boards[0].solves[1].moves = Some(9), "the board's distance where it was solved"),
            (|run| run.strata[1].boards[0].solves[1].time_ns = Some(0.0), "times above 0"),
            (|run| run.strata[0].cells[1].state = State::Untimed, "times where the state is `measured`"),
            (|run| run.strata[0].cells[1].cold = Some(Times::default()), "samples above 0"),
            (|run| run.strata[0].cells[1].warm.as_mut().unwrap().median.low = 0.0, "samples above 0"),
            (|run| run.self_check.as_mut().unwrap().engine = "nobody".into(), "self_check: found a contradiction"),
            (|run| run.self_check.as_mut().unwrap().ratio.value = -1.0, "self_check: found a contradiction"),
            (
                |run| run.engines[0].fault = mishaps().engines.remove(1).fault,
                "the state `wrong` for each engine with a fault",
            ),
        ];
        for (change, message) in changes {
            let mut run = example();
            change(&mut run);
            assert!(fault(&text(&run)).contains(message), "{message}\n{}", fault(&text(&run)));
        }
        let mut run = mishaps();
        run.engines[1].fault = None;
        assert!(fault(&text(&run)).contains("`wrong` for each engine with a fault"));
    }
}
