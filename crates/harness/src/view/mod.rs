//! Records of `chivalry bench` in other forms. Each is made from a record alone, so that it is the same on the day of the run and later.

pub mod table;

pub mod csv;
pub mod markdown;
pub mod terminal;

use crate::run::wire::{Cell, Record};
use chivalry_board::Board;

/// Wrong distances of a corpus that are shown; the record has them all.
pub(crate) const MOST_FAULTS: usize = 20;

/// A figure as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The text: the figure, or why there is none.
    pub text: String,
    /// The figure by which the best is found, the least; `None` where there is none.
    pub value: Option<f64>,
}

/// The text of a cell with so many boards: a figure, or why there is none.
pub fn cell_text(cell: &Cell, boards: usize, value: Option<f64>, show: impl Fn(f64) -> String) -> Shown {
    let none = |text: String| Shown { text, value: None };
    match (cell.state.as_str(), value) {
        ("wrong", _) => none("wrong".into()),
        ("out-of-budget", _) => none(format!("out {}/{boards}", cell.answered)),
        (_, None) => none("-".into()),
        (_, Some(value)) => Shown { text: show(value), value: Some(value) },
    }
}

/// What was measured, where, and by which command: a line each.
pub fn facts(record: &Record) -> Vec<String> {
    let Record { plan, program, machine, .. } = record;
    let unknown = |text: &str| if text.is_empty() { "unknown".into() } else { text.to_owned() };
    let mut facts = Vec::new();
    let seconds = record.seconds;
    facts.push(format!(
        "{}, {} round{} in seeded random order, seed {}, one thread; {seconds:.1} s",
        crate::view::table::boards(record.boards.len() as u64),
        plan.rounds,
        if plan.rounds == 1 { "" } else { "s" },
        plan.seed
    ));
    if plan.goal != Board::GOAL.to_string() {
        facts.push(format!("goal {}", plan.goal));
    }
    let memory = machine.memory as f64 / f64::from(1 << 30);
    facts.push(format!(
        "{}, {} cores, {memory:.1} GB, {}, load {:.2} before and {:.2} after",
        unknown(&machine.cpu),
        machine.cores,
        unknown(&machine.system),
        machine.load_before,
        machine.load_after
    ));
    let dirty = if program.commit.ends_with("-dirty") { "-dirty" } else { "" };
    let commit: String = program.commit.chars().take(12).collect();
    facts.push(format!(
        "chivalry {}, commit {commit}{dirty}, {}, {}, {}",
        program.version,
        unknown(&program.compiler),
        unknown(&program.target),
        program.flags
    ));
    facts.push(format!("command: {}", command_line(&record.command)));
    facts
}

/// A command line as a shell takes it.
pub fn command_line(words: &[String]) -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./,=:+%@".contains(&byte))
    };
    let quoted = |word: &String| if plain(word) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_can_be_run_again() {
        let words = ["chivalry", "bench", "--goal", "11111/01111/00*11/00001/00000", "it's", ""].map(String::from);
        assert_eq!(command_line(&words), r"chivalry bench --goal '11111/01111/00*11/00001/00000' 'it'\''s' ''");
    }
}
