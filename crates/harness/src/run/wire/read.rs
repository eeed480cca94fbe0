//! Records read again: whole, of this schema and major version, and at one with themselves, so that a reader may index as the fields' docs say.

use super::{MAJOR, Record, SCHEMA, Times, is_outcome, is_state, is_warning};
use crate::cli::corpora::unreadable;
use chivalry_board::Board;
use chivalry_corpus::{Escaped, Excerpt};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that a record may have: a million samples are 20 MB.
pub const MOST_BYTES: u64 = 1 << 28;

/// A text that is no record. `Display` writes `line:column: found …, expected …`, without the place where it has none.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(io::Error),
    /// It has more than [`MOST_BYTES`].
    TooLong,
    /// It is no JSON, or cut off.
    Syntax(serde_json::Error),
    /// It is JSON, but another document: this stands in the place of the schema's name, `None` for nothing.
    Schema(Option<String>),
    /// It is a record of another major version, or of none.
    Version(Option<String>),
    /// A field is missing or of another type.
    Field(serde_json::Error),
    /// The fields contradict each other.
    Inconsistent(Inconsistency),
}

/// Two fields of a record that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The field, like `cells[7].state`.
    pub field: String,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "found an error while reading ({error}), expected a readable file"),
            Self::TooLong => write!(f, "found more than {MOST_BYTES} bytes, expected a record of `chivalry bench`"),
            Self::Syntax(error) if error.is_eof() => write!(
                f,
                "{}:{}: found the end of the file, expected the rest of the record (JSON, perhaps cut off)",
                error.line(),
                error.column()
            ),
            Self::Syntax(error) => {
                let (line, column) = (error.line(), error.column());
                write!(f, "{line}:{column}: found no JSON ({}), expected a record", plain(error))
            }
            Self::Schema(None) => write!(f, "found JSON without a schema, expected one of `{SCHEMA}`"),
            Self::Schema(Some(found)) => write!(f, "found the schema `{}`, expected `{SCHEMA}`", Excerpt::word(found)),
            Self::Version(None) => write!(f, "found a record without a version, expected version {MAJOR}"),
            Self::Version(Some(found)) => {
                write!(f, "found version `{}`, expected version {MAJOR}, like {}", Excerpt::word(found), super::VERSION)
            }
            Self::Field(error) => {
                let (line, column) = (error.line(), error.column());
                write!(f, "{line}:{column}: found {}, expected a record of version {MAJOR}", plain(error))
            }
            Self::Inconsistent(Inconsistency { field, found, expected }) => {
                write!(f, "{field}: found {}, expected {}", Excerpt::word(found), Escaped(expected))
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// The message without its place, and without anything that a terminal would obey.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    Escaped(&message[..end]).to_string()
}

/// A file that is no record. `Display` names the file and the fault.
#[derive(Debug)]
pub struct RecordFileError {
    /// The file as named by the user, or `<stdin>`.
    pub name: String,
    /// What is wrong.
    pub kind: ReadError,
}

impl fmt::Display for RecordFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(&self.name))?;
        match &self.kind {
            ReadError::Io(error) => write!(f, ": {}", unreadable(error)),
            // These begin with a place.
            kind @ (ReadError::Syntax(_) | ReadError::Field(_)) => write!(f, ":{kind}"),
            kind => write!(f, ": {kind}"),
        }
    }
}

impl std::error::Error for RecordFileError {}

/// Reads a record from a file, `-` being standard input.
///
/// # Errors
///
/// Where it cannot be read, or is no record of this major version.
pub fn read_file(path: &Path) -> Result<Record, RecordFileError> {
    let result = if path.as_os_str() == "-" {
        read_from(io::stdin().lock())
    } else {
        File::open(path).map_err(ReadError::Io).and_then(read_from)
    };
    result.map_err(|kind| RecordFileError { name: crate::cli::corpora::name(path), kind })
}

/// Reads a record from a stream.
///
/// # Errors
///
/// Where it cannot be read, or is no record of this major version.
pub fn read_from(reader: impl Read) -> Result<Record, ReadError> {
    let mut text = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(ReadError::Io)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(ReadError::TooLong);
    }
    read(text)
}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    schema: Option<Value>,
    version: Option<Value>,
}

/// Reads a record from its text. Fields that this version does not know are passed over.
///
/// # Errors
///
/// Where it is no record of this major version: see [`ReadError`].
pub fn read(text: impl AsRef<[u8]>) -> Result<Record, ReadError> {
    let text = text.as_ref();
    // A byte-order mark is no fault of the record's.
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let Head { schema, version } = serde_json::from_slice(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => ReadError::Schema(None),
        _ => ReadError::Syntax(error),
    })?;
    let shown = |value: Value| value.as_str().map_or_else(|| value.to_string(), String::from);
    if schema.as_ref().and_then(Value::as_str) != Some(SCHEMA) {
        return Err(ReadError::Schema(schema.map(shown)));
    }
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let same_major =
        |version: &str| version.split_once('.').is_some_and(|(major, minor)| major == MAJOR && number(minor));
    if !version.as_ref().and_then(Value::as_str).is_some_and(same_major) {
        return Err(ReadError::Version(version.map(shown)));
    }
    let record = serde_json::from_slice(text).map_err(ReadError::Field)?;
    consistent(&record).map_err(ReadError::Inconsistent)?;
    Ok(record)
}

/// What a check gives.
type Checked = Result<(), Inconsistency>;

/// Demands something of a field.
fn demand(
    holds: bool,
    field: impl FnOnce() -> String,
    found: impl fmt::Display,
    expected: impl fmt::Display,
) -> Checked {
    if holds {
        return Ok(());
    }
    Err(Inconsistency { field: field(), found: found.to_string(), expected: expected.to_string() })
}

/// Whether a record is at one with itself.
fn consistent(record: &Record) -> Checked {
    demand(record.plan.goal.parse::<Board>().is_ok(), || "plan.goal".into(), &record.plan.goal, "a board")?;
    for (index, board) in record.boards.iter().enumerate() {
        let field = || format!("boards[{index}].board");
        demand(board.board.parse::<Board>().is_ok(), field, &board.board, "a board")?;
    }
    names(record.engines.iter().map(|engine| &engine.name), "engines")?;
    names(record.strata.iter().map(|stratum| &stratum.name), "strata")?;
    let mut first = 0;
    for (index, stratum) in record.strata.iter().enumerate() {
        demand(stratum.first == first, || format!("strata[{index}].first"), stratum.first, first)?;
        demand(stratum.boards > 0, || format!("strata[{index}].boards"), 0, "1 or more")?;
        // Without a sum that could overflow.
        let left = record.boards.len() - first;
        demand(
            stratum.boards <= left,
            || format!("strata[{index}].boards"),
            stratum.boards,
            format_args!("{left} at most"),
        )?;
        first += stratum.boards;
    }
    demand(
        first == record.boards.len(),
        || "boards".into(),
        record.boards.len(),
        format_args!("{first}, as in the strata"),
    )?;
    solves(record)?;
    cells(record)?;
    let growing = record.growth.iter().map(|growth| &growth.engine);
    demand(same_engines(record, growing), || "growth".into(), "other engines", "the engines in their order")?;
    let totalled = record.totals.engines.iter().map(|total| &total.engine);
    demand(same_engines(record, totalled), || "totals.engines".into(), "other engines", "the engines in their order")?;
    for name in &record.totals.strata {
        let known = record.strata.iter().any(|stratum| stratum.name == *name);
        demand(known, || "totals.strata".into(), name, "the name of a stratum")?;
    }
    if let Some(check) = &record.self_check {
        let known = record.engines.iter().any(|engine| engine.name == check.engine);
        demand(known, || "self_check.engine".into(), &check.engine, "the name of an engine")?;
        let field = || "self_check.noticeable".into();
        demand((0.0..=1e9).contains(&check.noticeable), field, check.noticeable, "0 or more")?;
    }
    for (index, warning) in record.warnings.iter().enumerate() {
        let field = || format!("warnings[{index}].kind");
        demand(is_warning(&warning.kind), field, &warning.kind, "a kind of warning")?;
    }
    Ok(())
}

/// Names are all different, and short lines of plain characters: they are printed.
fn names<'a>(names: impl Iterator<Item = &'a String>, list: &str) -> Checked {
    let mut seen = BTreeSet::new();
    for (index, name) in names.enumerate() {
        let plain = !name.is_empty() && name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_graphic());
        demand(plain, || format!("{list}[{index}].name"), name, "a name of plain characters")?;
        demand(seen.insert(name), || format!("{list}[{index}].name"), format_args!("`{name}` again"), "another name")?;
    }
    Ok(())
}

fn same_engines<'a>(record: &'a Record, names: impl Iterator<Item = &'a String>) -> bool {
    record.engines.iter().map(|engine| &engine.name).eq(names)
}

fn solves(record: &Record) -> Checked {
    let (found, engines, boards) = (record.solves.len(), record.engines.len(), record.boards.len());
    let fits = engines.checked_mul(boards) == Some(found);
    demand(fits, || "solves".into(), found, format_args!("{engines} engines on {boards} boards"))?;
    for (index, solve) in record.solves.iter().enumerate() {
        let outcome = &solve.outcome;
        demand(is_outcome(outcome), || format!("solves[{index}].outcome"), outcome, "an outcome")?;
        let fits = solve.moves.is_some() == (outcome == "solved");
        demand(fits, || format!("solves[{index}].moves"), "another outcome", "moves where solved, else null")?;
        let (engine, board) = (&record.engines[index / boards], &record.boards[index % boards]);
        let fits = solve.outcome != "wrong" || engine.fault.is_some();
        demand(fits, || format!("solves[{index}].outcome"), "wrong", "a fault of its engine, too")?;
        let fits = solve.moves.is_none_or(|moves| board.distance.is_none_or(|distance| moves == distance));
        let distance = board.distance.unwrap_or_default();
        let found = solve.moves.unwrap_or_default();
        demand(fits, || format!("solves[{index}].moves"), found, format_args!("{distance}, the board's distance"))?;
        let fits = solve.time_ns.is_none_or(|time| time > 0.0);
        demand(fits, || format!("solves[{index}].time_ns"), "no length of time", "more than 0")?;
    }
    Ok(())
}

fn cells(record: &Record) -> Checked {
    let (found, strata, engines) = (record.cells.len(), record.strata.len(), record.engines.len());
    let fits = strata.checked_mul(engines) == Some(found);
    demand(fits, || "cells".into(), found, format_args!("{strata} strata by {engines} engines"))?;
    let pairs = record.strata.iter().flat_map(|stratum| record.engines.iter().map(move |engine| (stratum, engine)));
    for (index, (cell, (stratum, engine))) in record.cells.iter().zip(pairs).enumerate() {
        let field = |name: &str| format!("cells[{index}].{name}");
        demand(cell.stratum == stratum.name, || field("stratum"), &cell.stratum, &stratum.name)?;
        demand(cell.engine == engine.name, || field("engine"), &cell.engine, &engine.name)?;
        demand(is_state(&cell.state), || field("state"), &cell.state, "a state")?;
        let solves = record.solves(index / record.engines.len(), index % record.engines.len());
        let answered = solves.iter().filter(|solve| solve.outcome != "out-of-budget").count();
        demand(cell.answered == answered, || field("answered"), cell.answered, answered)?;
        let timed = cell.warm.is_some() || cell.cold.is_some();
        demand(
            timed == (cell.state == "measured"),
            || field("state"),
            &cell.state,
            "times where measured, and only there",
        )?;
        let wrong = engine.fault.is_some();
        demand(
            wrong == (cell.state == "wrong"),
            || field("state"),
            &cell.state,
            "`wrong` for each engine with a fault, and for no other",
        )?;
        for (model, times) in [("warm", &cell.warm), ("cold", &cell.cold)] {
            if let Some(times) = times {
                demand(sound(times), || field(model), "times that cannot be", "samples, and figures that are of them")?;
            }
        }
    }
    Ok(())
}

/// Whether the figures can be those of the samples.
fn sound(times: &Times) -> bool {
    let &Times { median_ns: median, mad_ns: mad, min_ns: min, low_ns: low, high_ns: high, .. } = times;
    times.repeats > 0
        && !times.samples_ns.is_empty()
        && times.samples_ns.iter().all(|&sample| sample >= min)
        && 0.0 < min
        && min <= low
        && low <= median
        && median <= high
        && mad >= 0.0
        && times.per_node_ns.is_none_or(|time| time > 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::example::{example, mishaps};
    use super::*;

    fn text(record: &Record) -> String {
        serde_json::to_string(record).unwrap()
    }

    fn fault(text: impl AsRef<[u8]>) -> String {
        read(text).expect_err("it is no record").to_string()
    }

    #[test]
    fn what_is_written_is_read() {
        for record in [example(), mishaps()] {
            assert_eq!(read(text(&record)).unwrap(), record);
            assert_eq!(read_from(serde_json::to_vec_pretty(&record).unwrap().as_slice()).unwrap(), record);
            assert_eq!(read(format!("\u{feff}{}", text(&record))).unwrap(), record);
        }
    }

    #[test]
    fn every_float_is_read_as_it_was_written() {
        let mut random = chivalry_corpus::Random::new(1);
        let mut record = example();
        for _ in 0..2000 {
            record.seconds = f64::from_bits(random.next() >> 2);
            assert_eq!(read(text(&record)).unwrap(), record);
        }
    }

    #[test]
    fn a_later_minor_version_is_read_and_another_major_one_is_not() {
        let with = |version: &str| text(&example()).replace(r#""version":"2.1""#, &format!(r#""version":{version}"#));
        let later = with(r#""2.17""#).replacen('{', r#"{"colour":["new"],"#, 1);
        assert_eq!(read(&later).unwrap().version, "2.17");
        for (version, shown) in [
            (r#""1.0""#, "1.0"),
            (r#""3.0""#, "3.0"),
            (r#""20.0""#, "20.0"),
            ("1", "1"),
            (r#""2""#, "2"),
            (r#""2.x""#, "2.x"),
            ("2.0", "2.0"),
        ] {
            assert_eq!(
                fault(with(version)),
                format!("found version `{shown}`, expected version 2, like 2.1"),
                "{version}"
            );
        }
        assert_eq!(fault(r#"{"schema":"chivalry-bench"}"#), "found a record without a version, expected version 2");
    }

    #[test]
    fn other_documents_are_refused() {
        for (text, message) in [
            ("{}", "found JSON without a schema, expected one of `chivalry-bench`"),
            ("[1]", "found JSON without a schema, expected one of `chivalry-bench`"),
            ("7", "found JSON without a schema, expected one of `chivalry-bench`"),
            (
                r#"{"schema":"chivalry-proof","version":1}"#,
                "found the schema `chivalry-proof`, expected `chivalry-bench`",
            ),
            (r#"{"schema":["\u001b"]}"#, r#"found the schema `["\u001b"]`, expected `chivalry-bench`"#),
            ("", "1:0: found the end of the file, expected the rest of the record (JSON, perhaps cut off)"),
            ("schema", "1:1: found no JSON (expected value), expected a record"),
        ] {
            assert_eq!(fault(text), message, "{text}");
        }
        let bytes = fault(b"{\"schema\":\"\xff\"}");
        assert!(bytes.contains("found no JSON"), "{bytes}");
    }

    #[test]
    fn a_text_cut_off_anywhere_is_refused() {
        let text = text(&example());
        for end in 0..text.len() {
            // A number cut off behind its sign or point is no number to the parser.
            let message = fault(&text[..end]);
            assert!(message.contains("found the end of the file") || message.contains("found no JSON"), "{message}");
        }
        assert!(fault(format!("{text} x")).contains("found no JSON"));
    }

    /// Each field is needed and has one type; none of the changes makes the reader panic.
    #[test]
    fn fields_are_not_guessed() {
        fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
            match value {
                Value::Object(fields) => {
                    for (name, value) in fields {
                        found.push(format!("{path}/{name}"));
                        paths(value, &format!("{path}/{name}"), found);
                    }
                }
                Value::Array(items) => items.iter().take(1).for_each(|item| paths(item, &format!("{path}/0"), found)),
                _ => {}
            }
        }
        let whole = serde_json::to_value(example()).unwrap();
        let mut found = Vec::new();
        paths(&whole, "", &mut found);
        assert!(found.len() > 80, "{}", found.len());
        for path in found {
            let (parent, name) = path.rsplit_once('/').unwrap();
            let mut without = whole.clone();
            let removed = without.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
            let mut other = whole.clone();
            *other.pointer_mut(&path).unwrap() = Value::Array(vec![Value::Null]);
            assert!(read(other.to_string()).is_err(), "{path} of another type");
            // Absent and null are one where null is allowed.
            let optional = [
                "fault",
                "prepared",
                "nodes",
                "stored",
                "time_limit_ns",
                "max_moves",
                "distance",
                "time_ns",
                "moves",
                "peak_heap",
                "warm",
                "cold",
                "per_node_ns",
                "time",
                "geometric_mean",
                "self_check",
                "corpus_faults",
            ];
            let refused = read(without.to_string()).is_err();
            assert!(refused || optional.contains(&name), "{path}: {removed}");
        }
    }

    #[test]
    fn contradictions_are_found() {
        type Change = fn(&mut Record);
        let changes: [(Change, &str); 30] = [
            (|r| r.plan.goal = "x".into(), "plan.goal: found x, expected a board"),
            (|r| r.boards[1].board = "\u{1b}[2J".into(), "boards[1].board: found \\u{1b}[2J, expected a board"),
            (|r| r.strata[1].first = 0, "strata[1].first: found 0, expected 1"),
            (|r| r.strata[0].boards = 0, "strata[0].boards: found 0, expected 1 or more"),
            (|r| r.strata[1].boards = usize::MAX, "strata[1].boards: found 18446744073709551615, expected 2 at most"),
            (|r| r.strata[1].boards = 1, "boards: found 3, expected 2, as in the strata"),
            (|r| r.strata[1].name = "0".into(), "strata[1].name: found `0` again, expected another name"),
            (|r| r.engines[0].name = "table".into(), "engines[1].name: found `table` again, expected another name"),
            (
                |r| r.engines[0].name = "a\u{7}".into(),
                "engines[0].name: found a\\u{7}, expected a name of plain characters",
            ),
            (|r| drop(r.solves.pop()), "solves: found 5, expected 2 engines on 3 boards"),
            (|r| r.solves[4].outcome = "lost".into(), "solves[4].outcome: found lost, expected an outcome"),
            (
                |r| r.solves[4].moves = None,
                "solves[4].moves: found another outcome, expected moves where solved, else null",
            ),
            (|r| r.solves[0].time_ns = Some(0.0), "solves[0].time_ns: found no length of time, expected more than 0"),
            (|r| drop(r.cells.pop()), "cells: found 3, expected 2 strata by 2 engines"),
            (|r| r.cells.swap(0, 1), "cells[0].engine: found table, expected idastar"),
            (|r| r.cells.swap(0, 2), "cells[0].stratum: found 7, expected 0"),
            (|r| r.cells[3].state = "fine".into(), "cells[3].state: found fine, expected a state"),
            (|r| r.cells[3].answered = 3, "cells[3].answered: found 3, expected 2"),
            (|r| r.cells[3].answered = 1, "cells[3].answered: found 1, expected 2"),
            (|r| r.solves[4].moves = Some(9), "solves[4].moves: found 9, expected 7, the board's distance"),
            (|r| r.boards[2].distance = Some(9), "solves[2].moves: found 7, expected 9, the board's distance"),
            (
                |r| (r.solves[4].outcome, r.solves[4].moves) = ("wrong".into(), None),
                "solves[4].outcome: found wrong, expected a fault of its engine, too",
            ),
            (
                |r| r.self_check.as_mut().unwrap().noticeable = -1.0,
                "self_check.noticeable: found -1, expected 0 or more",
            ),
            (
                |r| r.cells[3].state = "untimed".into(),
                "cells[3].state: found untimed, expected times where measured, and only there",
            ),
            (
                |r| r.cells[1].cold.as_mut().unwrap().samples_ns.clear(),
                "cells[1].cold: found times that cannot be, expected samples, and figures that are of them",
            ),
            (
                |r| r.cells[1].warm.as_mut().unwrap().low_ns = 1e9,
                "cells[1].warm: found times that cannot be, expected samples, and figures that are of them",
            ),
            (|r| drop(r.growth.pop()), "growth: found other engines, expected the engines in their order"),
            (
                |r| r.totals.engines.swap(0, 1),
                "totals.engines: found other engines, expected the engines in their order",
            ),
            (|r| r.totals.strata[0] = "8".into(), "totals.strata: found 8, expected the name of a stratum"),
            (|r| r.warnings[0].kind = "noise".into(), "warnings[0].kind: found noise, expected a kind of warning"),
        ];
        for (change, message) in changes {
            let mut record = example();
            change(&mut record);
            assert_eq!(fault(text(&record)), message);
        }
        let mut record = mishaps();
        record.engines[1].fault = None;
        assert!(fault(text(&record)).contains("a fault of its engine"));
        let mut record = example();
        record.engines[0].fault = mishaps().engines.remove(1).fault;
        assert!(fault(text(&record)).contains("for each engine with a fault"));
        let mut record = example();
        record.self_check.as_mut().unwrap().engine = "nobody".into();
        assert!(fault(text(&record)).contains("self_check.engine: found nobody"));
    }

    #[test]
    fn endless_streams_are_given_up() {
        assert!(matches!(read_from(io::repeat(b' ')), Err(ReadError::TooLong)));
    }

    #[test]
    fn files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        std::fs::write(&path, "{\n\"schema\"").unwrap();
        let message = read_file(&path).unwrap_err().to_string();
        assert!(
            message.ends_with(
                "run.json:2:8: found the end of the file, expected the rest of the record (JSON, perhaps cut off)"
            ),
            "{message}"
        );
        let message = read_file(&folder.path().join("none")).unwrap_err().to_string();
        assert!(message.ends_with("none: found no such file, expected a file"), "{message}");
    }
}
