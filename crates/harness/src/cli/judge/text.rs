//! A judgement for people.

use crate::cli::output::Output;
use crate::view::words::command_line;
use crate::view::words::{counted, duration, grouped, size};
use chivalry_board::Board;
use chivalry_corpus::{Escaped, Excerpt, Layout};
use chivalry_judge::{Config, Counterexample, Fault, Judgement, Phase, State, Verdict};
use std::io::{self, Write};

/// Boards of an input that are printed; `--keep` writes all.
const MOST_PRINTED: usize = 30;

/// Boards of a path that are drawn side by side.
const BOARDS_IN_ROW: usize = 8;

/// What is asked.
pub(super) fn head(output: &mut Output, config: &Config) -> io::Result<()> {
    let runs = config
        .cases_per_run
        .map_or("runs as long as wanted".into(), |count| format!("{} a run", counted(count as u64, "board")));
    writeln!(
        output,
        "judging     {}\nstyle       {}, limit {}; {runs}, {} and {} each\nbudget      {}, seed {}\n",
        Excerpt::line(&command_line(&config.command)),
        config.style,
        config.max_moves,
        duration(config.limits.processor),
        size(config.limits.memory),
        duration(config.budget),
        config.seed
    )
}

/// A phase that has ended.
pub(super) fn phase(output: &mut Output, phase: &Phase) -> io::Result<()> {
    let how = match phase.state {
        State::Done if phase.wrong_form => "right numbers in a wrong form",
        State::Done => "right",
        State::Cut if phase.wrong_form => "wrong form, then out of time",
        State::Cut => "right, as far as the time went",
        State::Failed => "a fault",
        State::Interrupted => "interrupted",
        State::NoBoard => "no such board is left",
        State::LeftOut => "left out, the time was spent",
    };
    let (boards, runs) = (grouped(phase.boards), grouped(phase.runs));
    writeln!(output, "{:<17}{boards:>10} boards{runs:>9} runs  {how}", phase.name)
}

/// What came of it all.
pub(super) fn judgement(output: &mut Output, judgement: &Judgement) -> io::Result<()> {
    let name = judgement.verdict.map_or("no verdict".into(), |verdict| verdict.to_string());
    let color = match judgement.verdict {
        Some(Verdict::Accepted) => anstyle::AnsiColor::Green,
        Some(_) => anstyle::AnsiColor::Red,
        None => anstyle::AnsiColor::Yellow,
    };
    let style = if output.styled { color.on_default().bold() } else { anstyle::Style::new() };
    writeln!(output, "\n{style}{name}{style:#}  {}", Escaped(&judgement.explanation))?;
    if let Some(fault) = &judgement.fault {
        print_fault(output, fault)?;
    }
    if let Some(example) = &judgement.counterexample {
        counterexample(output, example)?;
    }
    writeln!(output, "\n{}", judgement.coverage.statement)?;
    for note in &judgement.notes {
        writeln!(output, "note: {note}")?;
    }
    match judgement.deterministic {
        Some(true) => {
            let were = if judgement.repeated_inputs == 1 { "was" } else { "were" };
            let inputs = counted(judgement.repeated_inputs, "input");
            writeln!(output, "{inputs} {were} given twice and answered alike")
        }
        Some(false) => {
            writeln!(output, "note: the program is not deterministic: it answered the same input differently")
        }
        None => Ok(()),
    }
}

fn print_fault(output: &mut Output, fault: &Fault) -> io::Result<()> {
    let boards = counted(fault.cases.len() as u64, "board");
    writeln!(output, "    found in: {}, a run of {boards}", fault.class)?;
    let stderr = String::from_utf8_lossy(&fault.run.stderr);
    let lines: Vec<_> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    // What went wrong is often said last, as in a traceback.
    for line in &lines[lines.len().saturating_sub(4)..] {
        writeln!(output, "    it says: {}", Excerpt::line(line))?;
    }
    Ok(())
}

fn counterexample(output: &mut Output, example: &Counterexample) -> io::Result<()> {
    let Counterexample { fault, shown, path, .. } = example;
    let count = fault.cases.len();
    let boards = if count == 1 { "one board".into() } else { counted(count as u64, "board") };
    let again = match example.confirmed {
        Some(true) => "a second run did the same",
        Some(false) => "a second run did not do the same",
        None => "it was not run again",
    };
    writeln!(output, "\nCounterexample, {boards}; {again}\n{}", textwrap::fill(&example.statement, 80))?;
    if fault.layout != Layout::Plain {
        writeln!(output, "the form matters: {}", fault.layout)?;
    }
    writeln!(output, "\ninput:")?;
    if count > MOST_PRINTED {
        writeln!(output, "{boards}, too many to print: --keep DIR writes them")?;
    } else {
        // A terminal shows neither the end of the last line nor how lines end.
        writeln!(output, "{}", example.input.replace('\r', "").trim_end_matches('\n'))?;
    }
    let which = if count == 1 { String::new() } else { format!(" for board {}", shown + 1) };
    let given = Excerpt::line(example.given.as_deref().unwrap_or("nothing"));
    writeln!(output, "\nexpected{which}: {}\ngiven{which}: {given}", example.expected)?;
    if fault.finding.verdict != Verdict::WrongAnswer {
        writeln!(output, "the program {}", Escaped(&fault.finding.explanation))?;
    }
    let board = example.case.board;
    if example.moves.is_empty() {
        return writeln!(output, "\n{board} is the goal");
    }
    let moves = counted(example.moves.len() as u64, "move");
    writeln!(output, "\nA shortest path of {board}, {moves}: {}\n", example.moves.join(" "))?;
    draw(output, path)
}

fn draw(output: &mut Output, path: &[Board]) -> io::Result<()> {
    for (number, row) in path.chunks(BOARDS_IN_ROW).enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        let drawn: Vec<String> = row.iter().map(ToString::to_string).collect();
        for line in 0..5 {
            let between = if line == 2 { "  →  " } else { "     " };
            let parts: Vec<_> = drawn.iter().filter_map(|board| board.split('/').nth(line)).collect();
            writeln!(output, "    {}", parts.join(between))?;
        }
    }
    Ok(())
}
