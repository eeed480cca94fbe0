//! `chivalry judge`: any program against the exact answers, down to the smallest counterexample.

use crate::cli::exit::Status;
use crate::cli::options::{Time, style_parser};
use crate::cli::output::Output;
use chivalry_corpus::Style;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

const AFTER_HELP: &str = "\
The program reads a judge's input on its standard input and writes the answers,
one a line. The tests, in this order: the samples, together and each alone; the
boards within two moves, each alone; all boards nearest to the goal first, as far
as the time goes; trap boards; boards at the limit and one past it; random
boards; boards that cost searches most; input forms that real judges have (blank
lines between cases, no last newline, CRLF). Then the slowest runs are given
again, board by board, for the times. The first fault ends the tests.

Verdicts; where a run shows several faults the first of these is told:
  FAIL  the judge could not run the program
  MLE   a process held more memory than --memory-limit, or all processes
        together held more than four times that
  TLE   more processor time than --time-limit, or by the clock more than the
        greater of 1.2 times that and 1 s above it; the time in which the main
        thread of the first process waits for a processor is not counted, that
        of other threads and processes is
  PE    output without end
  RE    a signal, an exit status other than 0, more than 64 processes, or
        processes left behind
  WA    a wrong answer
  PE    right numbers in a wrong form, or too few or too many of them
  AC    none of these, on what the statement says was tested
Blanks at the ends of lines and blank lines at the end do not matter. Of a line
with a label or a prompt the number after it is the answer; a line with several
numbers is none. A wrong form alone does not end the tests: what other runs show
comes first.

After a wrong answer the smallest board that fails alone is looked for, and where
none does, a list of boards of which none can be left out. The board is called
the smallest only where every board before it was answered right alone. With
--cases-per-run 0 runs grow as far as the program answers in a fraction of its
time; there, time, memory and output beyond a limit count only if they come with
no more boards than the style's judge gives, and every other fault counts.

--budget is for the tests. A run that has begun is not cut off by it, and what
follows comes on top: the input forms, the search for a smaller counterexample
(the greater of 5 s and a tenth of the budget, and the run under way then), and
the times, 3 s.

The program is run with your rights and is not kept from doing harm on purpose.
All of its processes are ended after each run. The first Ctrl-C gives the
statement so far, the second ends the judge at once.

Exit status: 0 AC; 1 a fault of the program; 2 bad usage; 3 the budget was spent
before the samples were done; 70 FAIL; 130 interrupted.

Examples:
  chivalry judge -- ./a.out
  chivalry judge --style uva --budget 10s -- python3 knights.py
  chivalry judge --cases-per-run 0 --budget 30m -- ./a.out     all boards
  chivalry judge --keep failed --json judged.json -- java Main";

/// Judges any program against the exact answers, and finds the smallest board that breaks it
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The judge's form of input and answers: bzoj (or luogu, acwing; limit 15), fzu (15), uva (or kattis; 10)
    #[arg(long, value_name = "STYLE", default_value = "bzoj", value_parser = style_parser(), hide_possible_values = true)]
    style: Style,
    /// The most moves that are asked for, instead of the style's
    #[arg(long, value_name = "N")]
    max_moves: Option<u8>,
    /// Processor time of a run, like `500ms` or `2s`
    #[arg(long, value_name = "TIME", default_value = "1s")]
    time_limit: Time,
    /// Memory of a process, like `64MiB`; above what the launcher holds, on Linux some 3 MiB, below which it cannot be told
    #[arg(long, value_name = "SIZE", default_value = "128MiB")]
    memory_limit: Size,
    /// Boards of a run, 0 for as many as wanted [default: 10, in the uva style 13]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    cases_per_run: Option<u32>,
    /// The time for the tests, like `10s` or `30m`; the input forms, four runs, are tested even after it
    #[arg(long, value_name = "TIME", default_value = "60s")]
    budget: Time,
    /// The seed of random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write everything to a file, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where there is a fault, write its input, the output expected and the output given as files into this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// An amount of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(u64);

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected an amount of memory above 0, like `128MiB`, `64MB` or `1GiB`";
        let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
        let units = units.into_iter().chain([("kB", 1_000), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]);
        let (number, unit) =
            units.chain([("B", 1)]).find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit))).ok_or(EXPECTED)?;
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(EXPECTED);
        }
        let number: u64 = number.parse().map_err(|_| EXPECTED)?;
        number.checked_mul(unit).filter(|&bytes| bytes > 0).map(Self).ok_or(EXPECTED)
    }
}

/// Judges, and writes what came of it.
///
/// # Errors
///
/// Where standard output or a file fails, or signals cannot be had.
#[cfg(not(unix))]
pub fn run(_arguments: &Arguments, _output: &mut Output) -> anyhow::Result<Status> {
    crate::cli::output::note(
        "chivalry: judging needs process groups, which this system does not have: Linux or macOS does it",
    );
    Ok(Status::Fault)
}

#[cfg(unix)]
pub use unix::run;

#[cfg(unix)]
mod unix {
    use super::{Arguments, Output, Status};
    use crate::cli::files;
    use crate::cli::output::note;
    use crate::cli::progress;
    use crate::judge::cases;
    use crate::judge::launcher::Limits;
    use crate::judge::sandbox::Stopper;
    use crate::judge::session::{CasesPerRun, Class, Config, Ending, Event, Found, Halt, Phase, Session, State};
    use crate::judge::shrink::Shrunk;
    use crate::judge::statement::{self, Outcome};
    use crate::judge::times::{EngineTime, median};
    use crate::judge::verdict::{Verdict, time};
    use crate::view::table::{grouped, size};
    use anyhow::Context;
    use chivalry_board::Board;
    use chivalry_corpus::{Escaped, Excerpt, Layout};
    use std::cell::RefCell;
    use std::fmt::Write as _;
    use std::fs;
    use std::io::{self, Write};
    use std::path::Path;
    use std::process;
    use std::time::Duration;

    /// Boards of an input that are printed; `--keep` writes all.
    const MOST_PRINTED: usize = 30;

    /// The files of `--keep`.
    const KEPT: [&str; 3] = ["input.txt", "expected.txt", "given.txt"];

    /// Boards of a path that are drawn side by side.
    const BOARDS_IN_ROW: usize = 8;

    /// Judges, and writes what came of it.
    ///
    /// # Errors
    ///
    /// Where standard output or a file fails, or signals cannot be had.
    pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
        if let Some(problem) = unusable(arguments) {
            note(problem);
            return Ok(Status::Bad);
        }
        let config = config(arguments);
        let stopper = Stopper::default();
        let signalled = stopper.clone();
        // The second ends the judge at once, and all that is below it.
        ctrlc::set_handler(move || {
            if signalled.stop_at_last() {
                process::exit(Status::Interrupted as i32);
            }
        })?;
        let bar = progress::bar(u64::try_from(config.budget.as_millis()).unwrap_or(u64::MAX), "judging");
        // What the listener writes may fail; that is told when it is over.
        let written = RefCell::new((output, Ok(())));
        let listener = |event: Event<'_>| match event {
            Event::Tick(elapsed) => bar.set_position(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
            Event::Phase(phase) => {
                let (output, result) = &mut *written.borrow_mut();
                if result.is_ok() {
                    *result = bar.suspend(|| print_phase(output, phase).and_then(|()| output.flush()));
                }
            }
        };
        let mut session = match Session::new(&config, stopper, listener) {
            Ok(session) => session,
            Err(error) => {
                note(format_args!("chivalry: cannot judge: {error}"));
                return Ok(Status::Fault);
            }
        };
        if let Ok(floor) = session.floor()
            && config.limits.memory <= floor
        {
            note(format_args!(
                "chivalry: found --memory-limit {}, expected more than the {} that the launcher of the program holds: \
                 what is below cannot be told",
                size(config.limits.memory),
                size(floor)
            ));
            return Ok(Status::Bad);
        }
        {
            let (output, _) = &mut *written.borrow_mut();
            head(output, &config)?;
            output.flush()?;
        }
        let outcome = judge(&mut session);
        bar.finish_and_clear();
        // What one place does not take the others still get.
        let document = write_document(arguments, &session, &outcome);
        let (output, result) = &mut *written.borrow_mut();
        std::mem::replace(result, Ok(()))?;
        print(output, &session, &outcome)?;
        let kept = match &arguments.keep {
            Some(folder) => keep(output, folder, &session, &outcome),
            None => Ok(()),
        };
        output.flush()?;
        document.and(kept).map(|()| status(&outcome))
    }

    fn write_document(arguments: &Arguments, session: &Session<'_>, outcome: &Outcome) -> anyhow::Result<()> {
        let Some(path) = &arguments.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(&statement::document(session, outcome))? + "\n";
        files::replace(path, |writer| writer.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn status(outcome: &Outcome) -> Status {
        match outcome.verdict() {
            _ if outcome.interrupted => Status::Interrupted,
            None => Status::Inconclusive,
            Some(Verdict::Accepted) => Status::Good,
            Some(Verdict::Fail) => Status::Fault,
            Some(_) => Status::Wrong,
        }
    }

    /// What keeps a judgement from being begun, found before the work and not after it.
    fn unusable(arguments: &Arguments) -> Option<String> {
        if arguments.time_limit.0.is_zero() {
            return Some("chivalry: found --time-limit 0, expected a time above 0".into());
        }
        if let Some(path) = &arguments.json
            && let Err(error) = files::check(path)
        {
            return Some(format!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
        }
        let Some(folder) = &arguments.keep else { return None };
        let name = folder.to_string_lossy();
        if let Err(error) = check_folder(folder) {
            return Some(format!(
                "{}: found no way to write files there ({error}), expected a folder or a place for one",
                Escaped(&name)
            ));
        }
        let paths = KEPT.map(|name| folder.join(name));
        for path in &paths {
            if let Err(error) = files::check(path)
                && error.kind() != io::ErrorKind::NotFound
            {
                return Some(format!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
            }
        }
        let taken = [folder.clone()].into_iter().chain(paths).collect::<Vec<_>>();
        if arguments.json.as_ref().is_some_and(|json| files::distinct(&[json], &taken).is_err()) {
            return Some(format!("{}: found it for --json and for --keep, expected two places", Escaped(&name)));
        }
        None
    }

    /// Whether files can be written into a folder, or it can be made. It is made only when there is something to keep.
    fn check_folder(folder: &Path) -> io::Result<()> {
        let folder = std::path::absolute(folder)?;
        let Some(there) = folder.ancestors().find(|path| path.symlink_metadata().is_ok()) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        tempfile::tempfile_in(there).map(drop)
    }

    fn config(arguments: &Arguments) -> Config {
        let processor = arguments.time_limit.0;
        // max(1.2 × limit, limit + 1 s), whatever the limit.
        let wall = processor.saturating_add((processor / 5).max(Duration::from_secs(1)));
        Config {
            command: arguments.command.clone(),
            style: arguments.style,
            max_moves: arguments.max_moves.unwrap_or(arguments.style.limit()),
            limits: Limits { processor, wall, memory: arguments.memory_limit.0 },
            cases_per_run: match arguments.cases_per_run {
                None => CasesPerRun::Style,
                Some(0) => CasesPerRun::AsWanted,
                Some(count) => CasesPerRun::Exactly(count as usize),
            },
            budget: arguments.budget.0,
            seed: arguments.seed,
        }
    }

    /// The tests, and what follows from them.
    fn judge(session: &mut Session<'_>) -> Outcome {
        let mut ending = session.run();
        let mut interrupted = session.is_stopped();
        let mut shrunk = None;
        shrink(session, &mut ending, &mut interrupted, &mut shrunk);
        if session.differs {
            session.notes.push("the program is not deterministic: it answered the same input differently".into());
        }
        let failed = matches!(&ending, Ending::Fault(found) if found.finding.verdict == Verdict::Fail);
        if !interrupted && !failed && !matches!(ending, Ending::NothingKnown) {
            let is_right = match &ending {
                Ending::Fault(found) => found.finding.form_alone,
                _ => true,
            };
            match session.complete_times() {
                Err(Halt::Interrupted) => interrupted = true,
                // These are tests, too: what is wrong alone is wrong. A fault that was found before is told.
                Err(Halt::Fault(fault)) if is_right => {
                    ending = Ending::Fault(fault);
                    shrunk = None;
                    shrink(session, &mut ending, &mut interrupted, &mut shrunk);
                }
                Ok(()) | Err(Halt::Fault(_)) => {}
            }
        }
        Outcome { ending, shrunk, interrupted }
    }

    /// Looks for the smallest input that shows the fault, if there is one. What is known where it is interrupted is told as well.
    fn shrink(session: &mut Session<'_>, ending: &mut Ending, interrupted: &mut bool, shrunk: &mut Option<Shrunk>) {
        let Ending::Fault(found) = &*ending else { return };
        match session.shrink(found) {
            Ok(found) => *shrunk = found,
            Err(Halt::Interrupted) => {
                *interrupted = true;
                let statement = "interrupted before a smaller one was found";
                *shrunk = session.known.take().map(|known| Shrunk { statement: statement.into(), ..known });
            }
            Err(Halt::Fault(fault)) => *ending = Ending::Fault(fault),
        }
    }

    fn head(output: &mut Output, config: &Config) -> io::Result<()> {
        let words: Vec<_> =
            config.command.iter().map(|word| Excerpt::line(&quoted(&word.to_string_lossy())).to_string()).collect();
        let cases = match config.cases_per_run {
            CasesPerRun::Style => format!("{} boards a run", config.own_cases()),
            CasesPerRun::Exactly(1) => "1 board a run".into(),
            CasesPerRun::Exactly(count) => format!("{} boards a run", grouped(count as u64)),
            CasesPerRun::AsWanted => "runs as long as wanted".into(),
        };
        writeln!(output, "judging     {}", words.join(" "))?;
        writeln!(
            output,
            "style       {}, limit {}; {cases}, {} and {} each\nbudget      {}, seed {}\n",
            config.style,
            config.max_moves,
            time(config.limits.processor),
            size(config.limits.memory),
            time(config.budget),
            config.seed
        )
    }

    /// A word as a shell reads it.
    fn quoted(word: &str) -> String {
        let is_plain = |letter: char| letter.is_alphanumeric() || "_./=:,+@%-".contains(letter);
        if !word.is_empty() && word.chars().all(is_plain) {
            return word.to_owned();
        }
        format!("'{}'", word.replace('\'', "'\\''"))
    }

    fn print_phase(output: &mut Output, phase: &Phase) -> io::Result<()> {
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

    fn print(output: &mut Output, session: &Session<'_>, outcome: &Outcome) -> io::Result<()> {
        let name = outcome.verdict().map_or("no verdict", Verdict::name);
        let color = match outcome.verdict() {
            Some(Verdict::Accepted) => anstyle::AnsiColor::Green,
            Some(_) => anstyle::AnsiColor::Red,
            None => anstyle::AnsiColor::Yellow,
        };
        let style = if output.styled { color.on_default().bold() } else { anstyle::Style::new() };
        let explanation = statement::explanation(outcome);
        writeln!(output, "\n{style}{name}{style:#}  {}", Escaped(&explanation))?;
        if let Some(found) = outcome.found() {
            print_fault(output, found)?;
        }
        if let Some(shrunk) = &outcome.shrunk {
            print_counterexample(output, session, shrunk)?;
        }
        writeln!(output, "\n{}", statement::coverage(session))?;
        for remark in &session.notes {
            writeln!(output, "note: {remark}")?;
        }
        match session.repeated {
            _ if session.differs => {}
            0 => {}
            1 => writeln!(output, "1 input was given twice and answered alike")?,
            count => writeln!(output, "{count} inputs were given twice and answered alike")?,
        }
        print_times(output, &session.classes)
    }

    fn print_fault(output: &mut Output, found: &Found) -> io::Result<()> {
        let boards = if found.cases.len() == 1 { "1 board".into() } else { format!("{} boards", found.cases.len()) };
        writeln!(output, "    found in: {}, a run of {boards}", found.class)?;
        let stderr =
            found.run.as_ref().map(|run| String::from_utf8_lossy(&run.stderr).into_owned()).unwrap_or_default();
        let lines: Vec<_> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
        // What went wrong is often said last, as in a traceback.
        for line in lines.iter().rev().take(4).rev() {
            writeln!(output, "    it says: {}", Excerpt::line(line))?;
        }
        Ok(())
    }

    /// A text in lines of 80 columns.
    fn wrapped(text: &str) -> String {
        const MOST: usize = 80;
        let mut lines = String::new();
        let mut width = 0;
        for word in text.split(' ') {
            let length = word.chars().count();
            if width > 0 {
                let is_full = width + 1 + length > MOST;
                lines.push(if is_full { '\n' } else { ' ' });
                width = if is_full { 0 } else { width + 1 };
            }
            lines.push_str(word);
            width += length;
        }
        lines
    }

    fn print_counterexample(output: &mut Output, session: &Session<'_>, shrunk: &Shrunk) -> io::Result<()> {
        let Config { style, max_moves, .. } = session.config;
        let (index, shown) = statement::shown(shrunk);
        let boards =
            if shrunk.cases.len() == 1 { "one board".into() } else { format!("{} boards", shrunk.cases.len()) };
        let again = match shrunk.confirmed {
            Some(true) => "a second run did the same",
            Some(false) => "a second run did not do the same",
            None => "it was not run again",
        };
        writeln!(output, "\nCounterexample, {boards}; {again}")?;
        writeln!(output, "{}", wrapped(&shrunk.statement))?;
        if shrunk.form != Layout::Plain {
            writeln!(output, "the form matters: {}", shrunk.form.name())?;
        }
        writeln!(output, "\ninput:")?;
        let printed = &shrunk.cases[..shrunk.cases.len().min(MOST_PRINTED)];
        if printed.len() == shrunk.cases.len() {
            let form = if shrunk.form == Layout::BlankLines { shrunk.form } else { Layout::Plain };
            write!(output, "{}", cases::input(*style, form, printed))?;
        } else {
            writeln!(output, "{} boards, too many to print: --keep DIR writes them", shrunk.cases.len())?;
        }
        let which = if shrunk.cases.len() == 1 { String::new() } else { format!(" for board {}", index + 1) };
        let given = match shrunk.finding.given.get(index) {
            Some(line) => Excerpt::line(line).to_string(),
            None => "nothing".into(),
        };
        writeln!(output, "\nexpected{which}: {}", style.answer(shown.answer(*max_moves)))?;
        writeln!(output, "given{which}: {given}")?;
        if shrunk.finding.verdict != Verdict::WrongAnswer {
            writeln!(output, "the program {}", Escaped(&shrunk.finding.explanation))?;
        }
        let (path, moves) = statement::way(shown);
        let board = shown.board;
        match moves.len() {
            0 => writeln!(output, "\n{board} is the goal"),
            count => {
                let moves_word = if count == 1 { "1 move".into() } else { format!("{count} moves") };
                writeln!(output, "\nA shortest path of {board}, {moves_word}: {}\n", moves.join(" "))?;
                draw(output, &path)
            }
        }
    }

    fn draw(output: &mut Output, path: &[Board]) -> io::Result<()> {
        for (number, row) in path.chunks(BOARDS_IN_ROW).enumerate() {
            if number > 0 {
                writeln!(output)?;
            }
            let drawn: Vec<Vec<String>> =
                row.iter().map(|board| format!("{board:#}").lines().map(str::to_owned).collect()).collect();
            for line in 0..5 {
                let between = if line == 2 { "  →  " } else { "     " };
                let parts: Vec<_> = drawn.iter().map(|board| board[line].as_str()).collect();
                writeln!(output, "    {}", parts.join(between))?;
            }
        }
        Ok(())
    }

    fn print_times(output: &mut Output, classes: &[Class]) -> io::Result<()> {
        if classes.is_empty() {
            return Ok(());
        }
        writeln!(
            output,
            "\nProcessor time of a run, start-up included; of the worst run the board that\ntakes longest alone"
        )?;
        writeln!(output, "{:<14}{:>7}{:>9}{:>9}{:>9}  board", "tests", "runs", "median", "worst", "alone")?;
        for class in classes.iter().filter(|class| class.phase != "input forms") {
            let (alone, board) = class
                .worst_alone
                .map_or((String::new(), String::new()), |(case, took)| (time(took), case.board.to_string()));
            let row = format!(
                "{:<14}{:>7}{:>9}{:>9}{alone:>9}  {board}",
                class.name,
                class.times.len(),
                time(median(&class.times)),
                time(class.worst_time)
            );
            writeln!(output, "{}", row.trim_end())?;
        }
        print_engines(output, classes, "the median", |engine| engine.median)?;
        print_engines(output, classes, "the worst", |engine| engine.worst)
    }

    /// What our engines take, 80 columns wide for six of them.
    fn print_engines(
        output: &mut Output,
        classes: &[Class],
        which: &str,
        figure: impl Fn(&EngineTime) -> Duration,
    ) -> io::Result<()> {
        let timed: Vec<_> = classes.iter().filter(|class| !class.engines.is_empty()).collect();
        let Some(widest) = timed.iter().max_by_key(|class| class.engines.len()) else { return Ok(()) };
        writeln!(output, "\nOur engines on boards of these tests, time of a board without start-up, {which}")?;
        // Names of two parts take two lines.
        let names: Vec<_> =
            widest.engines.iter().map(|engine| engine.engine.split_once('-').unwrap_or(("", engine.engine))).collect();
        let width = |index: usize| names[index].1.len().max(9) + 1;
        for line in 0..2 {
            let mut row = format!("{:<14}", if line == 1 { "tests" } else { "" });
            for (index, (first, second)) in names.iter().enumerate() {
                let dash = if first.is_empty() { "" } else { "-" };
                let name = if line == 0 { format!("{first}{dash}") } else { (*second).to_owned() };
                let _ = write!(row, "{name:>width$}", width = width(index));
            }
            writeln!(output, "{}", row.trim_end())?;
        }
        for class in &timed {
            write!(output, "{:<14}", class.name)?;
            for (index, column) in widest.engines.iter().enumerate() {
                let cell = class.engines.iter().find(|engine| engine.engine == column.engine);
                let text = cell.map_or("–".into(), |cell| time(figure(cell)));
                write!(output, "{text:>width$}", width = width(index))?;
            }
            writeln!(output)?;
        }
        Ok(())
    }

    /// Writes the input of a fault, the output expected and the output given.
    fn keep(output: &mut Output, folder: &Path, session: &Session<'_>, outcome: &Outcome) -> anyhow::Result<()> {
        let Config { style, max_moves, .. } = session.config;
        let Some(found) = outcome.found() else {
            if KEPT.iter().any(|name| folder.join(name).exists()) {
                let name = folder.to_string_lossy();
                writeln!(output, "\nnothing to keep: what is in {} is of an earlier judgement", Escaped(&name))?;
            }
            return Ok(());
        };
        let (form, cases, run) = match &outcome.shrunk {
            Some(shrunk) => (shrunk.form, &shrunk.cases, Some(&shrunk.run)),
            None => (found.form, &found.cases, found.run.as_ref()),
        };
        let given = run.map(|run| run.stdout.as_slice()).unwrap_or_default();
        let input = cases::input(*style, form, cases);
        let expected = cases::expected(*style, *max_moves, cases);
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for (name, bytes) in KEPT.into_iter().zip([input.as_bytes(), expected.as_bytes(), given]) {
            let path = folder.join(name);
            files::replace(&path, |writer| writer.write_all(bytes))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        writeln!(output, "\nkept in {}: input.txt, expected.txt, given.txt", Escaped(&folder.to_string_lossy()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [("128MiB", 128 << 20), ("1GiB", 1 << 30), ("64MB", 64_000_000), ("5B", 5), ("7KiB", 7168)]
        {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in ["", "B", "0MiB", "1", "-1MiB", "1.5GiB", "99999999999GiB", "99999999999999999999B", "MiB"] {
            assert!(text.parse::<Size>().is_err(), "{text:?}");
        }
    }
}
