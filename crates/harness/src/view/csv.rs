//! A record as CSV, one row a sample, for other programs.

use crate::run::wire::{Cell, Record, Stratum};
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
pub fn write(record: &Record, output: impl Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(output);
    rows.write_record(HEAD)?;
    for (index, stratum) in record.strata.iter().enumerate() {
        for engine in 0..record.engines.len() {
            let cell = record.cell(index, engine);
            let mut row = |last: [String; 4]| rows.write_record(facts(record, stratum, cell).iter().chain(&last));
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
    }
    rows.flush()
}

/// What all rows of a cell have.
fn facts(record: &Record, stratum: &Stratum, cell: &Cell) -> [String; 8] {
    let number = |number: Option<u8>| number.map(|number| number.to_string()).unwrap_or_default();
    [
        cell.engine.clone(),
        stratum.name.clone(),
        number(stratum.distance),
        number(stratum.max_moves),
        stratum.boards.to_string(),
        cell.answered.to_string(),
        cell.state.clone(),
        record.complete.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::wire::example::{example, mishaps};

    fn rows(record: &Record) -> Vec<Vec<String>> {
        let mut text = Vec::new();
        write(record, &mut text).unwrap();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
        reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
    }

    #[test]
    fn every_sample_has_a_row() {
        let record = example();
        let rows = rows(&record);
        assert_eq!(rows[0], HEAD);
        assert_eq!(rows.len(), 1 + 4 * 2 * 3);
        assert_eq!(rows[1], ["idastar", "0", "0", "15", "1", "1", "measured", "true", "warm", "100", "1", "60"]);
        // What is read back are the samples themselves.
        let samples: Vec<f64> = rows[1..].iter().map(|row| row[11].parse().unwrap()).collect();
        let expected = record.cells.iter().flat_map(|cell| [&cell.warm, &cell.cold]).flatten();
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
