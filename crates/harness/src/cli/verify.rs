//! `chivalry verify`: engines against exact distances and against each other, and lower bounds against the distances.

use super::exhaustive;
use super::exit::Status;
use super::options::{Task, Threads};
use super::output::{self, Output, note};
use super::progress;
use crate::engines::Registry;
use crate::run::environment::COMMIT;
use crate::verify::check::{self, Plan};
use crate::verify::report::{Conclusion, Report};
use crate::verify::space::{Shard, Subset};
use crate::verify::statement::{BoundStatement, Statement};
use crate::view::table::{Field, Table};
use crate::view::words::{boards, grouped, limit, plural};
use chivalry_corpus::Escaped;
use chivalry_table::Wide;
use std::io::{self, Write};

/// The limit unless chosen: the puzzle's own.
const LIMIT: u8 = 15;

/// The states that an engine which needs a limit may expand on a board where there is neither limit nor budget.
const NODES_WITHOUT_LIMIT: u64 = 5_000_000;

/// Lines of disagreement that are printed.
const MOST_PRINTED: usize = 20;

/// Checks every engine against the exact distances and the other engines
#[derive(Debug, clap::Args)]
#[command(after_help = include_str!("../../help/verify.txt").trim_end())]
pub(crate) struct Arguments {
    #[command(flatten)]
    task: Task,
    /// Write the result as one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    exhaustive: exhaustive::Options,
    /// Prove instead that each lower bound, or those of --heuristic, is admissible and consistent, on all boards and across all moves
    #[arg(long, conflicts_with_all = ["files", "random", "seed", "exhaustive", "engine", "boards", "shard", "shards", "dir",
          "max_moves", "nodes", "stored", "time_limit"])]
    lower_bounds: bool,
}

/// Verifies, and writes the result.
///
/// # Errors
///
/// [`super::exit::Refusal`] where an input is not what it should be; any other where the table is wrong or the system fails it.
pub(crate) fn run(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    arguments.threads.start()?;
    let conclusion = if arguments.lower_bounds {
        lower_bounds(arguments, registry, output)?
    } else if arguments.exhaustive.exhaustive {
        let statement = exhaustive::run(&arguments.exhaustive, &plan(arguments, registry), output)?;
        if arguments.json {
            output::json(output, &statement)?;
        } else {
            print_statement(output, &statement)?;
        }
        statement.report.verdict
    } else {
        corpora(arguments, &plan(arguments, registry), output)?
    };
    Ok(status(conclusion))
}

/// What engines are asked on each board.
fn plan(arguments: &Arguments, registry: &Registry) -> Plan {
    let search = arguments.task.search.search();
    let max_moves = search.limit_or(Some(LIMIT));
    let engines = arguments.task.engines.choose(registry).into_iter().map(|entry| {
        let endless = max_moves.is_none() && entry.needs_limit;
        let patience = if endless { search.patience.or_nodes(NODES_WITHOUT_LIMIT) } else { search.patience };
        (entry, patience)
    });
    Plan { engines: engines.collect(), goal: search.goal, max_moves }
}

/// The exit status of a conclusion. If it is neither right nor wrong, a note says why.
fn status(conclusion: Conclusion) -> Status {
    match conclusion {
        Conclusion::Agreed | Conclusion::Proven => Status::Good,
        Conclusion::Disagreed | Conclusion::Disproven => Status::Wrong,
        Conclusion::Inconclusive => {
            note("chivalry: inconclusive: boards were given up, their budget spent");
            Status::Inconclusive
        }
        Conclusion::Nothing => {
            note("chivalry: nothing was checked: there is no such board");
            Status::Nothing
        }
    }
}

/// Checks all corpora, and writes the result.
fn corpora(arguments: &Arguments, plan: &Plan, output: &mut Output) -> anyhow::Result<Conclusion> {
    let corpora = arguments.task.selection.read(plan.goal)?;
    let bar = progress::bar(corpora.iter().map(|corpus| corpus.cases.len() as u64).sum(), "verifying");
    let reports = corpora.iter().map(|corpus| check::run(plan, &corpus.name, &corpus.cases, |done| bar.inc(done)));
    let report = reports.fold(Report::new(plan), Report::and).concluded(Conclusion::Agreed);
    bar.finish_and_clear();
    if arguments.json {
        output::json(output, &report)?;
        return Ok(report.verdict);
    }
    print_list(output, &report)?;
    let stated = grouped(report.stated);
    let title = format!("{}, {stated} with a stated distance, {}", boards(report.boards), limit(report.max_moves));
    counts(output, &report, title)?;
    if report.boards > 0 {
        writeln!(output, "{}", disagreements(&report))?;
    }
    Ok(report.verdict)
}

/// Writes what was proven.
fn print_statement(output: &mut Output, statement: &Statement) -> io::Result<()> {
    let Statement { program, commit, subset, shard, seconds, threads, report, .. } = statement;
    print_list(output, report)?;
    let which = match (subset, report.max_moves) {
        (Subset::All, _) | (Subset::Within, None) => "every board".into(),
        (Subset::Within, Some(limit)) => format!("every board within {limit} moves"),
        (Subset::Beyond, Some(limit)) => format!("every board beyond {limit} moves"),
        (Subset::Beyond, None) => "no board".into(),
    };
    let part = if *shard == Shard::WHOLE { String::new() } else { format!(" of shard {shard}") };
    writeln!(output, "goal        {}, {}", report.goal, limit(report.max_moves))?;
    writeln!(output, "boards      {}, {which}{part}", grouped(report.boards))?;
    writeln!(output, "program     {program}, commit {commit}")?;
    let threads = plural(*threads as u64, "thread", "threads");
    counts(output, report, format!("time        {seconds:.1} s on {threads}"))?;
    match report.verdict {
        Conclusion::Proven => {
            writeln!(output, "proven: each answers each of these boards right, every path replayed")
        }
        _ => writeln!(output, "not proven: {}", disagreements(report)),
    }
}

/// Writes what is wrong.
fn print_list(output: &mut Output, report: &Report) -> io::Result<()> {
    for found in report.list.iter().take(MOST_PRINTED) {
        let engine = found.engine.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        let place = format_args!("{}:{}", Escaped(&found.corpus), found.line);
        writeln!(output, "wrong: {}  {engine}{}  ({place})", found.board, found.message)?;
    }
    if report.list.len() > MOST_PRINTED {
        writeln!(output, "and {} more", grouped((report.list.len() - MOST_PRINTED) as u64))?;
    }
    if report.list.is_empty() { Ok(()) } else { writeln!(output) }
}

/// Writes the table of counts.
fn counts(output: &mut Output, report: &Report, title: String) -> io::Result<()> {
    let mut table = Table::new(title, 1, ["engine", "right", "none within", "out of budget", "wrong"]);
    for tally in &report.engines {
        let counts = [tally.right, tally.none_within, tally.out_of_budget, tally.wrong].map(grouped);
        table.push([tally.engine.clone()].into_iter().chain(counts).map(Field::from));
    }
    table.text(output, false)
}

fn disagreements(report: &Report) -> String {
    match report.disagreements {
        0 => "no disagreement".into(),
        count => plural(count, "disagreement", "disagreements"),
    }
}

/// Proves lower bounds admissible and consistent on every board, and writes a statement for each.
fn lower_bounds(arguments: &Arguments, registry: &Registry, output: &mut Output) -> anyhow::Result<Conclusion> {
    let named = &arguments.task.engines.bounds.heuristic;
    let chosen = registry.bounds().iter();
    let chosen: Vec<_> =
        chosen.filter(|bound| named.is_empty() || named.iter().any(|name| name == bound.name)).collect();
    let bar = progress::bar(chosen.len() as u64, "proving");
    let exact = Wide::build(arguments.task.search.search().goal);
    let prove = |bound| {
        let statement = BoundStatement::prove(bound, &exact, COMMIT);
        bar.inc(1);
        statement
    };
    let statements: Vec<_> = chosen.into_iter().map(prove).collect();
    bar.finish_and_clear();
    let all = statements.iter().all(|statement| statement.verdict == Conclusion::Proven);
    let conclusion = if all { Conclusion::Proven } else { Conclusion::Disproven };
    if arguments.json {
        output::json(output, &statements)?;
        return Ok(conclusion);
    }
    for BoundStatement { heuristic, commit, goal, moves, seconds, fault, boards: count, .. } in &statements {
        match fault {
            None => writeln!(output, "proven: {heuristic} is admissible and consistent, and its steps are right")?,
            Some(fault) => writeln!(output, "wrong: {heuristic} is {fault}")?,
        }
        let (count, moves) = (boards(*count), grouped(*moves));
        writeln!(output, "  goal {goal}; {count}, {moves} moves; {seconds:.1} s; commit {commit}")?;
    }
    Ok(conclusion)
}
