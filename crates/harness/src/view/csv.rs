//! A run as CSV, one row a sample, for other programs.

use crate::run::{Run, State};
use serde::Serialize;
use std::io::{self, Write};

/// A row; its fields are the columns.
#[derive(Clone, Copy, Serialize)]
struct Row<'a> {
    engine: &'a str,
    stratum: &'a str,
    distance: Option<u8>,
    max_moves: Option<u8>,
    boards: usize,
    answered: usize,
    state: State,
    complete: bool,
    model: Option<&'a str>,
    repeats: Option<u32>,
    sample: Option<usize>,
    ns_per_board: Option<f64>,
}

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
    for (stratum, engine, cell) in run.cells() {
        let row = Row {
            engine: &run.engines[engine].name,
            stratum: &stratum.name,
            distance: stratum.distance,
            max_moves: stratum.max_moves,
            boards: stratum.boards.len(),
            answered: stratum.answered(engine),
            state: cell.state,
            complete: run.complete,
            model: None,
            repeats: None,
            sample: None,
            ns_per_board: None,
        };
        for (model, times) in [("warm", &cell.warm), ("cold", &cell.cold)] {
            let Some(times) = times else { continue };
            let row = Row { model: Some(model), repeats: Some(times.repeats), ..row };
            for (number, &time) in (1..).zip(&times.samples_ns) {
                rows.serialize(Row { sample: Some(number), ns_per_board: Some(time), ..row })?;
            }
        }
        if cell.warm.is_none() && cell.cold.is_none() {
            rows.serialize(row)?;
        }
    }
    rows.flush()
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
        let head = "engine,stratum,distance,max_moves,boards,answered,state,complete,model,repeats,sample,ns_per_board";
        assert_eq!(rows[0].join(","), head);
        assert_eq!(rows.len(), 1 + 4 * 2 * 3);
        assert_eq!(rows[1], ["idastar", "0", "0", "15", "1", "1", "measured", "true", "warm", "100", "1", "60.0"]);
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
