//! A run as CSV, one row a sample, for other programs.

use crate::run::{Cell, Run, State, Stratum};
use std::io::{self, Write};

/// The names of the columns.
const HEAD: [&str; 12] = [
    "engine",
    "stratum",
    "distance",
    "max_moves",
    "boards",
    "answered",
    "state",
    "complete",
    "model",
    "repeats",
    "sample",
    "ns_per_board",
];

/// Writes one row for each sample: the engine, the stratum with its boards, `warm` or `cold`, the number of the sample from 1, and
/// its nanoseconds per board.
///
/// A cell without times has one row that says in `state` why, the last four fields empty, so that it is not missed.
/// `complete` is `false` on every row of a run that was cut short.
///
/// # Errors
///
/// Where the writer fails.
pub(crate) fn csv(run: &Run, output: &mut dyn Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(output);
    rows.write_record(HEAD)?;
    for (stratum, engine, cell) in run.cells() {
        let facts = facts(run, stratum, engine, cell);
        let mut row = |last: [String; 4]| rows.write_record(facts.iter().chain(&last));
        for (model, times) in [("warm", &cell.warm), ("cold", &cell.cold)] {
            let Some(times) = times else { continue };
            for (sample, number) in times.samples_ns.iter().zip(1..) {
                row([model.into(), times.repeats.to_string(), i32::to_string(&number), sample.to_string()])?;
            }
        }
        if cell.warm.is_none() && cell.cold.is_none() {
            row(Default::default())?;
        }
    }
    rows.flush()
}

/// What all rows of a cell have.
fn facts(run: &Run, stratum: &Stratum, engine: usize, cell: &Cell) -> [String; 8] {
    let number = |number: Option<u8>| number.map(|number| number.to_string()).unwrap_or_default();
    let state = match cell.state {
        State::Measured => "measured",
        State::OutOfBudget => "out-of-budget",
        State::Wrong => "wrong",
        State::Untimed => "untimed",
    };
    [
        run.engines[engine].name.clone(),
        stratum.name.clone(),
        number(stratum.distance),
        number(stratum.max_moves),
        stratum.boards.len().to_string(),
        stratum.answered(engine).to_string(),
        state.into(),
        run.complete.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::example::{example, mishaps};

    fn rows(run: &Run) -> Vec<Vec<String>> {
        let mut text = Vec::new();
        csv(run, &mut text).unwrap();
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
        reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
    }

    #[test]
    fn every_sample_has_a_row() {
        let run = example();
        let rows = rows(&run);
        assert_eq!(rows[0], HEAD);
        assert_eq!(rows.len(), 1 + 4 * 2 * 3);
        assert_eq!(rows[1], ["idastar", "0", "0", "15", "1", "1", "measured", "true", "warm", "100", "1", "60"]);
        // What is read back are the samples themselves.
        let samples: Vec<f64> = rows[1..].iter().map(|row| row[11].parse().unwrap()).collect();
        let expected = run.cells().flat_map(|(_, _, cell)| [&cell.warm, &cell.cold]).flatten();
        assert!(samples.iter().eq(expected.flat_map(|times| &times.samples_ns)));
    }

    #[test]
    fn what_was_not_measured_is_said() {
        let rows = rows(&mishaps());
        assert_eq!(rows.len(), 1 + 2 * 3 + 3);
        assert_eq!(rows[7], ["table", "0", "0", "15", "1", "1", "wrong", "false", "", "", "", ""]);
        assert_eq!(rows[8][6], "out-of-budget");
    }
}
