//! `chivalry bench`: what each engine costs.

use super::verify::chosen;
use crate::cli::corpora::{Corpus, Selection};
use crate::cli::exit::{self, Status};
use crate::cli::files;
use crate::cli::options::{Search, Time, engine_parser};
use crate::cli::output::{Output, note};
use crate::cli::progress;
use crate::engines::bounds::{self as guided, Guidance};
use crate::engines::tables::{self, Source};
use crate::engines::{self as registry, Entry, TABLE};
use crate::measure::strata::{self, Boards, Item, Stratum};
use crate::measure::warnings;
use crate::measure::{Plan, Progress, Run};
use crate::run::environment::{self as machine, Ticks};
use crate::run::record::{self, Context};
use crate::run::wire::{Record, Warning};
use crate::verify::check::{Culprit, Disagreement, Report};
use crate::view as render;
use crate::view::table;
use anyhow::Context as _;
use chivalry_corpus::{Case, Escaped, Random};
use chivalry_table::Table;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime};

const AFTER_HELP: &str = "\
All answers are checked first, against the exact distances and every path by
replay. A wrong engine shows `wrong` instead of figures, and the exit status is
1. Then states and heap are counted, the same on every run. Then the engines are
timed on one thread, in rounds, in a random order within each, until all medians
are known to 2 % or the time is spent.

Rows are strata: the boards of one distance; `rand`, random ones; `deep`, those
beyond 15 moves, without a limit, where a board is given up after 300,000 states
unless --nodes or --time-limit says otherwise. With --max-moves there is one for
each distance and `>N` for the boards beyond, where an engine proves that there
is no path. `out 3/10` says that the budget was spent: 3 boards of 10 were
answered, and none was timed.

Exit status: 0 measured; 1 a wrong answer; 2 bad usage or bad input; 4 there was
nothing to measure; 130 interrupted, what was measured until then being written.

Examples:
  chivalry bench                                 the bundled corpus
  chivalry bench --max-moves none --engine bibfs-balanced,astar
  chivalry bench --heuristic misplaced,matching,perfect --markdown table.md
  chivalry bench my-corpus.txt --random 2000 --json run.json";

/// Lines of disagreement that are printed.
const MOST_PRINTED: usize = 20;

/// Measures time, states and heap of every engine, by distance
///
/// The boards are those of the files given, or of the corpus inside the program, up to ten for each distance, and a hundred random ones.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Measure only these engines; may be repeated, or name several with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = engine_parser(), hide_possible_values = true)]
    engine: Vec<&'static Entry>,
    /// Take at most this many samples of every engine on every stratum
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Begin no further sample after this time; each is taken once
    #[arg(long, value_name = "TIME", default_value = "20s")]
    time: Time,
    /// Write the record of the run to a file: samples, counts and environment, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the samples to a file, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write tables to paste to a file, as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write a page to look at to a file, as HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show all that was counted, and how far times are apart
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    guidance: Guidance,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    search: Search,
}

impl Arguments {
    /// The files to write.
    fn files(&self) -> impl Iterator<Item = &Path> {
        [&self.json, &self.csv, &self.markdown, &self.html].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// Measures, writes the files, and then the report.
///
/// # Errors
///
/// Where standard output or a file fails, signals cannot be had, or the table is refuted.
pub fn run(arguments: &Arguments, output: &mut Output) -> anyhow::Result<Status> {
    let (began, clock, ticks) = (SystemTime::now(), Instant::now(), Ticks::now());
    let search = &arguments.search;
    let machine = machine::machine();
    if let Err(error) = arguments.source.prepare(search.goal) {
        note(error);
        return Ok(Status::Bad);
    }
    let corpora = match arguments.selection.read(search.goal) {
        Ok(corpora) => corpora,
        Err(status) => return Ok(status),
    };
    if corpora.iter().all(|corpus| corpus.cases.is_empty()) {
        note("chivalry: nothing was measured: there is no board");
        return Ok(Status::Nothing);
    }
    // Before the work, not after it.
    if !writable(arguments) {
        return Ok(Status::Bad);
    }
    let stop = exit::on_signal()?;
    let engines = arguments.guidance.apply(chosen(&arguments.engine));
    let prepared = prepare(&engines, arguments);
    let strata = divide(search, &arguments.selection, corpora);
    let plan = Plan { rounds: arguments.rounds, time: arguments.time.0, seed: arguments.selection.seed };
    let mut run = Run::new(&engines, search, &strata, plan, &stop);
    let bar = progress::bar(3000, "checking");
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        run.measure(|progress| {
            let (name, position) = match progress {
                Progress::Answered(part) => ("checking", part),
                Progress::Counted(part) => ("counting", 1000 + part),
                Progress::Timed(part) => ("timing", 2000 + part),
            };
            bar.set_message(name);
            bar.set_position(position);
        })
    }));
    bar.finish_and_clear();
    let interrupted = stop.load(Ordering::Relaxed);
    let context = Context {
        engines: &engines,
        prepared: &prepared,
        search,
        strata: &strata,
        seed: plan.seed,
        rounds: plan.rounds,
        time: plan.time,
        command: command(),
        began: began.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        elapsed: clock.elapsed(),
        complete: matches!(ended, Ok(Ok(()))) && !interrupted,
        machine: crate::run::wire::Machine { load_after: machine::load(), ..machine },
    };
    let mut record = record::record(&run, context);
    let found = warnings::find(&record, warnings::stolen_since(ticks), run.end);
    record.warnings =
        found.iter().map(|warning| Warning { kind: warning.kind().into(), message: warning.to_string() }).collect();
    // Whichever fails, the other is done.
    let written = write_files(arguments, &record);
    print_wrong(output, &run.report)?;
    render::terminal::write(&record, output, output.styled, arguments.verbose)?;
    output.flush()?;
    written?;
    match ended {
        Ok(result) => result?,
        Err(panic) => panic::resume_unwind(panic),
    }
    Ok(status(&run.report, &record, interrupted))
}

fn status(report: &Report, record: &Record, interrupted: bool) -> Status {
    if interrupted {
        note("chivalry: interrupted; what was measured until then is written");
        Status::Interrupted
    } else if report.disagreement_count > 0 || record.engines.iter().any(|engine| engine.fault.is_some()) {
        Status::Wrong
    } else if record.cells.iter().all(|cell| cell.warm.is_none()) {
        note("chivalry: nothing was measured: every engine spent its budget");
        Status::Nothing
    } else {
        Status::Good
    }
}

/// Whether all files can be written, and are different ones and none of the corpora; what is wrong is told.
fn writable(arguments: &Arguments) -> bool {
    let outputs: Vec<_> = arguments.files().collect();
    if outputs.iter().any(|path| path.as_os_str() == "-") {
        note("chivalry: found `-`, expected the name of a file: the report goes to standard output");
        return false;
    }
    for path in &outputs {
        if let Err(error) = files::check(path) {
            note(format_args!("{}: {}", Escaped(&path.to_string_lossy()), files::expected(&error)));
            return false;
        }
    }
    match files::distinct(&outputs, arguments.selection.files()) {
        Ok(()) => true,
        Err(message) => {
            note(message);
            false
        }
    }
}

/// Makes what engines share; in words what that is, for each of them.
fn prepare(engines: &[Entry], arguments: &Arguments) -> Vec<Option<String>> {
    let goal = arguments.search.goal;
    let timed = |work: &dyn Fn()| {
        let begin = Instant::now();
        work();
        table::time(begin.elapsed().as_nanos() as f64)
    };
    // Also for the exact distances.
    let built = timed(&|| drop(tables::shared(goal)));
    let made: Vec<_> = engines
        .iter()
        .map(|entry| {
            let made = timed(&|| registry::prepare(&[*entry], goal));
            if entry.name == TABLE {
                let how =
                    if arguments.source.is_file() { "read from a file".into() } else { format!("built in {built}") };
                return Some(format!("complete table, {}, {how}", table::bytes(Table::BYTES as f64)));
            }
            // The second engine of a bound finds it made.
            guided::preparation(entry).map(|what| format!("{what}, made or found in {made}"))
        })
        .collect();
    made
}

/// The strata of the boards chosen, each with its exact distance.
pub fn divide(search: &Search, selection: &Selection, mut corpora: Vec<Corpus>) -> Vec<Stratum> {
    let exact = tables::shared(search.goal);
    let item = |case: Case| Item { case, exact: exact.distance(case.board) };
    let mut random = Vec::new();
    if selection.has_random() {
        random = corpora.pop().map(|corpus| corpus.cases).unwrap_or_default();
    } else if selection.is_bundled() && search.max_moves.is_none() {
        let boards = Random::new(selection.seed).boards(strata::RANDOM).into_iter();
        random = boards.zip(1..).map(|(board, line)| Case { board, exact: None, line }).collect();
    }
    let boards = Boards {
        given: corpora.into_iter().flat_map(|corpus| corpus.cases).map(item).collect(),
        random: random.into_iter().map(item).collect(),
        bundled: selection.is_bundled(),
    };
    strata::divide(boards, search)
}

/// The command line, the program's name first.
fn command() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once("chivalry".into()).chain(arguments).collect()
}

/// A way to write a record.
type Form = fn(&Record, &mut dyn Write) -> io::Result<()>;

fn write_files(arguments: &Arguments, record: &Record) -> anyhow::Result<()> {
    let forms: [(&Option<PathBuf>, Form); 4] = [
        (&arguments.json, |record, writer| {
            let mut writer = io::BufWriter::new(writer);
            serde_json::to_writer_pretty(&mut writer, record)?;
            writeln!(writer)?;
            writer.flush()
        }),
        (&arguments.csv, |record, writer| render::csv::write(record, writer)),
        (&arguments.markdown, |record, writer| render::markdown::write(record, writer)),
        (&arguments.html, |record, writer| {
            let run = crate::page::Run { name: "this run".into(), record: record.clone() };
            writer.write_all(crate::page::html(&[run]).map_err(io::Error::other)?.as_bytes())
        }),
    ];
    for (path, form) in forms {
        if let Some(path) = path {
            files::replace(path, |writer| form(record, writer))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes which engines are wrong, board by board. What a corpus states wrong is in the record.
fn print_wrong(output: &mut Output, report: &Report) -> io::Result<()> {
    let of_engines = report.disagreements.iter().filter_map(|Disagreement { case, culprit }| match culprit {
        Culprit::Engine(name, fault) => Some((case.board, name, fault)),
        Culprit::Corpus(_) => None,
    });
    for (board, name, fault) in of_engines.clone().take(MOST_PRINTED) {
        writeln!(output, "wrong: {board}  {name}: {fault}")?;
    }
    match of_engines.count().saturating_sub(MOST_PRINTED) {
        0 => Ok(()),
        more => writeln!(output, "and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::strata::tests::{bundled, search};
    use crate::run::wire as bench;
    use chivalry_board::Board;
    use chivalry_engine::{Budget, Engine, Outcome, Problem, Stats};
    use std::cell::Cell;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// Denies every path of seven moves and more.
    struct Denier;

    /// Answers wrong from some solve on, or panics.
    struct Late {
        panics: bool,
    }

    thread_local! {
        static SOLVES: Cell<u32> = const { Cell::new(0) };
    }

    fn inner(problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        (registry::ENGINES[0].make)().solve(problem, budget)
    }

    impl Engine for Denier {
        fn name(&self) -> &'static str {
            "denier"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = inner(problem, budget);
            (if outcome.distance() >= Some(7) { problem.none_within() } else { outcome }, stats)
        }
    }

    impl Engine for Late {
        fn name(&self) -> &'static str {
            "late"
        }

        fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
            let (outcome, stats) = inner(problem, budget);
            let solves = SOLVES.get() + 1;
            SOLVES.set(solves);
            // Right in the check and where the heap is watched, wrong soon after.
            assert!(!(self.panics && solves > 100), "on purpose");
            (if solves > 400 { problem.none_within() } else { outcome }, stats)
        }
    }

    fn entry(name: &'static str, make: fn() -> Box<dyn Engine>) -> Entry {
        Entry { name, summary: "an engine of a test", needs_limit: false, make }
    }

    /// The record of a run over the boards within 15 moves, for the time given.
    fn measured(
        engines: &[Entry],
        options: &[&str],
        stop_after: Option<Progress>,
        rounds: u32,
    ) -> (Record, Report, bool) {
        SOLVES.set(0);
        registry::prepare(engines, Board::GOAL);
        let search = search(options);
        let mut boards = bundled();
        boards.given.retain(|item| item.exact <= 15);
        boards.random.clear();
        let strata = strata::divide(boards, &search);
        let stop = AtomicBool::new(false);
        let plan = Plan { rounds, time: Duration::ZERO, seed: 1 };
        let mut run = Run::new(engines, &search, &strata, plan, &stop);
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            run.measure(|progress| {
                if stop_after == Some(progress) {
                    stop.store(true, Ordering::Relaxed);
                }
            })
        }));
        let context = Context {
            engines,
            prepared: &vec![None; engines.len()],
            search: &search,
            strata: &strata,
            seed: 1,
            rounds,
            time: Duration::ZERO,
            command: command(),
            began: 0,
            elapsed: Duration::ZERO,
            complete: matches!(ended, Ok(Ok(()))) && !stop.load(Ordering::Relaxed),
            machine: machine::machine(),
        };
        let record = record::record(&run, context);
        let text = serde_json::to_string(&record).unwrap();
        let schema = serde_json::from_str(include_str!("../../../../schema/bench-2.json")).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        if let Err(error) = validator.validate(&serde_json::from_str(&text).unwrap()) {
            panic!("{}: {error}", error.instance_path);
        }
        assert_eq!(bench::read(text).unwrap(), record, "what is written can be read");
        (record, run.report, ended.is_err())
    }

    #[test]
    fn a_wrong_engine_has_no_times_and_the_others_have() {
        let engines = [registry::ENGINES[0], entry("denier", || Box::new(Denier))];
        let (record, report, _) = measured(&engines, &[], None, 3);
        assert_eq!((report.tallies[0].wrong, report.tallies[1].wrong), (0, 90));
        assert!(record.complete);
        assert_eq!((record.strata.len(), record.boards.len()), (16, 149));
        for stratum in 0..16 {
            let (right, wrong) = (record.cell(stratum, 0), record.cell(stratum, 1));
            assert_eq!((right.state.as_str(), wrong.state.as_str()), ("measured", "wrong"));
            assert!(wrong.warm.is_none() && wrong.cold.is_none());
            // With no time at all one round is made, and no more.
            for times in [&right.warm, &right.cold] {
                assert_eq!(times.as_ref().unwrap().samples_ns.len(), 1);
            }
        }
        let fault = record.engines[1].fault.as_ref().unwrap();
        assert_eq!(fault.message, "expected 7 moves, got none within 15");
        assert_eq!(fault.board, record.boards[record.strata[7].first].board);
        assert!(record.solves[..149].iter().all(|solve| solve.time_ns.is_some()));
        assert!(record.solves[149..].iter().all(|solve| solve.time_ns.is_none()));
        // The totals are those of the right engines.
        assert_eq!(record.totals.strata.len(), 16);
        assert_eq!((record.totals.engines[0].geometric_mean, record.totals.engines[1].time_ns), (Some(1.0), None));
        assert_eq!(record.self_check, None, "of one round nothing can be said");
    }

    #[test]
    fn an_engine_that_is_wrong_only_while_it_is_timed_is_wrong() {
        let engines = [entry("late", || Box::new(Late { panics: false })), registry::ENGINES[1]];
        let (record, report, _) = measured(&engines, &[], None, 3);
        assert_eq!(report.disagreement_count, 0);
        assert!(record.engines[0].fault.is_some());
        assert!(
            (0..16)
                .all(|stratum| record.cell(stratum, 0).state == "wrong" && record.cell(stratum, 1).state == "measured")
        );
        assert_eq!(status(&report, &record, false), Status::Wrong);
    }

    #[test]
    fn a_run_that_fails_keeps_what_it_has() {
        let engines = [registry::ENGINES[0], entry("late", || Box::new(Late { panics: true }))];
        let (record, _, failed) = measured(&engines, &[], None, 3);
        assert!(failed && !record.complete);
        assert_eq!((record.boards.len(), record.solves.len()), (100, 200));
        assert!(record.cells.iter().all(|cell| cell.state == "untimed"));
        assert_eq!(
            record.strata.last().unwrap().name,
            "11",
            "the boards of one distance follow those of the one before"
        );
    }

    #[test]
    fn a_run_that_is_stopped_keeps_what_it_has() {
        let engines = &registry::ENGINES[..2];
        let (record, report, _) = measured(engines, &[], Some(Progress::Answered(503)), 3);
        assert!(!record.complete && (70..80).contains(&record.boards.len()), "{}", record.boards.len());
        assert_eq!(status(&report, &record, true), Status::Interrupted);
        let (record, ..) = measured(engines, &[], Some(Progress::Counted(500)), 3);
        assert_eq!(record.boards.len(), 149);
        assert!(record.cells[0].peak_heap.is_some() && record.cells[31].peak_heap.is_none());
        assert!(record.cells.iter().all(|cell| cell.state == "untimed"));
        let (record, ..) = measured(engines, &[], Some(Progress::Timed(1000)), 3);
        assert!(record.cells.iter().any(|cell| cell.state == "untimed"));
        assert!(!record.complete);
        let (record, ..) = measured(engines, &[], Some(Progress::Answered(0)), 3);
        assert_eq!((record.boards.len(), record.cells.len()), (1, 2));
    }

    #[test]
    fn an_engine_out_of_budget_is_not_timed_there() {
        let (record, report, _) = measured(&registry::ENGINES[..2], &["--nodes", "20"], None, 3);
        assert_eq!(record.cell(3, 0).state, "measured");
        let given_up = record.cell(15, 0);
        assert_eq!((given_up.state.as_str(), given_up.warm.is_none()), ("out-of-budget", true));
        assert!(given_up.answered < 10 && given_up.peak_heap.is_some());
        assert!(!record.totals.strata.contains(&"15".into()) && record.totals.strata.contains(&"3".into()));
        assert_eq!(status(&report, &record, false), Status::Good);
        let (record, report, _) =
            measured(&registry::ENGINES[..1], &["--nodes", "0", "--goal", "01111/11111/00*11/00001/00000"], None, 3);
        assert!(record.cells.iter().filter(|cell| cell.warm.is_some()).count() <= 1);
        let _ = report;
    }

    /// All but times are the same on every run.
    #[test]
    fn counts_and_heap_are_the_same_every_time() {
        // The table is shared by the whole process, and other tests ask for it, too.
        let searches = &registry::ENGINES[..5];
        let counts = || {
            let (mut record, ..) = measured(searches, &[], Some(Progress::Counted(1000)), 1);
            record.machine = bench::example::example().machine;
            record
        };
        let first = counts();
        assert!(first.cells.iter().all(|cell| cell.peak_heap.is_some()));
        assert!(first.cells.iter().any(|cell| cell.engine == "astar" && cell.peak_heap > Some(10_000)));
        assert!(counts() == first, "on the same thread");
        assert!(std::thread::spawn(counts).join().unwrap() == first, "on another thread");
    }

    #[test]
    fn every_cell_has_a_sample_of_each_round() {
        let search = search(&[]);
        let strata = strata::divide(Boards { given: bundled().given[..60].to_vec(), ..Boards::default() }, &search);
        let stop = AtomicBool::new(false);
        let plan = Plan { rounds: 4, time: Duration::from_mins(5), seed: 7 };
        let mut run = Run::new(&registry::ENGINES[..2], &search, &strata, plan, &stop);
        run.measure(|_| {}).unwrap();
        assert_eq!((run.rounds, run.end), (4, crate::measure::End::Rounds));
        for cell in run.cells.iter().flatten() {
            assert_eq!((cell.warm.nanoseconds.len(), cell.cold.nanoseconds.len()), (4, 4));
            assert!(cell.boards.iter().all(|times| times.len() == 2), "rounds 0 and 3");
        }
        let twin = run.twin.unwrap();
        assert!(twin.engine == 0 && twin.pairs.iter().all(|pairs| pairs.len() == 4));
    }
}
