//! What is said of a run, derived once: which engines are right and which is fastest where, what a reader has to know, and what was measured how.

use super::metrics::HEAP;
use super::table::{Field, NONE, Table, mark_best};
use super::words::{self, boards, bytes, grouped, limit, percent, plural, ratio};
use crate::engines::Patience;
use crate::run::{Engine, Item, Run, Stratum, Times, Warning};
use crate::statistics::{Interval, median};
use crate::verify::Answer;
use chivalry_board::Board;

/// Wrong distances of a corpus that are shown; the run has them all.
const MOST_FAULTS: usize = 20;

/// How something is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Bad,
    Unsure,
}

impl Tone {
    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Unsure => "unsure",
        }
    }
}

/// What is said of a run.
pub(crate) struct Summary {
    pub(crate) tone: Tone,
    /// One sentence on what is right.
    pub(crate) headline: String,
    /// What is wrong or missing, and where.
    pub(crate) notices: Vec<Notice>,
    /// How far the figures can be trusted.
    pub(crate) warnings: Vec<Notice>,
    /// What was measured, where, how, and by which command.
    pub(crate) facts: Vec<(String, String)>,
    /// Which engines are fastest where: a range of strata, and its engines.
    pub(crate) fastest: Vec<(String, String)>,
    /// Of each engine how its answers are.
    pub(crate) answers: Vec<(Tone, String)>,
    /// A row for each engine: its totals.
    pub(crate) totals: Table,
    /// A row for each engine: how its costs grow.
    pub(crate) growth: Table,
}

/// What a reader has to know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) tone: Tone,
    /// What it is about: an engine, or a kind.
    pub(crate) about: String,
    pub(crate) text: String,
    /// The board that it is about.
    pub(crate) board: Option<Board>,
}

impl Notice {
    fn unsure(about: &str, text: String) -> Self {
        Self { tone: Tone::Unsure, about: about.into(), text, board: None }
    }

    fn wrong(about: &str, board: Board, text: String) -> Self {
        Self { tone: Tone::Bad, about: about.into(), text, board: Some(board) }
    }
}

impl Summary {
    /// That of a run.
    pub(crate) fn of(run: &Run) -> Self {
        let answers: Vec<_> = (0..run.engines.len()).map(|engine| answers(run, engine)).collect();
        let (tone, headline) = headline(run);
        Self {
            tone,
            headline,
            notices: notices(run, &answers),
            warnings: run.warnings.iter().map(warning).collect(),
            facts: facts(run),
            fastest: fastest(run),
            totals: totals(run),
            growth: growth(run),
            answers,
        }
    }
}

/// How many answers of an engine are of a kind.
fn count(run: &Run, engine: usize, kind: Answer) -> usize {
    run.items().filter(|item| item.solves[engine].answer == kind).count()
}

/// How the answers of an engine are.
fn answers(run: &Run, engine: usize) -> (Tone, String) {
    let all = boards(run.board_count() as u64);
    let (wrong, given_up) = (count(run, engine, Answer::Wrong), count(run, engine, Answer::OutOfBudget));
    match (wrong, given_up) {
        (1.., _) => (Tone::Bad, format!("wrong on {} of {all}", grouped(wrong as u64))),
        _ if run.engines[engine].fault.is_some() => (Tone::Bad, "wrong when it was asked again".into()),
        _ if run.board_count() == 0 => (Tone::Unsure, "nothing answered".into()),
        (0, 0) => (Tone::Good, format!("right on {all}")),
        _ => (Tone::Unsure, format!("right, gave up on {}", grouped(given_up as u64))),
    }
}

fn headline(run: &Run) -> (Tone, String) {
    let engines = 0..run.engines.len();
    let count_of_boards = run.board_count();
    if engines.is_empty() || count_of_boards == 0 {
        return (Tone::Unsure, "Nothing was measured.".into());
    }
    let all = if count_of_boards == 1 { "the board".into() } else { format!("all {}", boards(count_of_boards as u64)) };
    let wrong: Vec<_> =
        run.engines.iter().filter(|engine| engine.fault.is_some()).map(|engine| engine.name.as_str()).collect();
    let given_up: usize = engines.clone().map(|engine| count(run, engine, Answer::OutOfBudget)).sum();
    let engines = match engines.len() {
        1 => "The engine is".to_owned(),
        2 => "Both engines are".to_owned(),
        engines => format!("All {engines} engines are"),
    };
    match wrong.as_slice() {
        [] if !run.corpus_faults.is_empty() => {
            let distances = plural(run.corpus_faults.len() as u64, "wrong distance", "wrong distances");
            (Tone::Bad, format!("No engine is wrong, but the corpus states {distances}."))
        }
        [] if given_up == 0 && run.complete => (Tone::Good, format!("{engines} right on {all}.")),
        [] if given_up == 0 => (Tone::Unsure, format!("{engines} right on {all}, but the run was cut short.")),
        [] => {
            let solves = grouped((run.engines.len() * count_of_boards) as u64);
            let were = if given_up == 1 { "was" } else { "were" };
            let given_up = grouped(given_up as u64);
            (Tone::Unsure, format!("No engine is wrong; {given_up} of {solves} searches {were} given up."))
        }
        [one] => (Tone::Bad, format!("{one} gives wrong answers.")),
        several => (Tone::Bad, format!("{} give wrong answers.", words::list(several))),
    }
}

/// What is wrong or missing.
fn notices(run: &Run, answers: &[(Tone, String)]) -> Vec<Notice> {
    let mut notices = Vec::new();
    if !run.complete {
        notices.push(Notice::unsure("incomplete", "the run was cut short; this is what it has".into()));
    }
    for (Engine { name, fault, .. }, (_, answers)) in run.engines.iter().zip(answers) {
        if let Some(fault) = fault {
            let text = format!("{answers}; first {}: {}", fault.board, fault.message);
            notices.push(Notice::wrong(name, fault.board, text));
        }
    }
    for fault in run.corpus_faults.iter().take(MOST_FAULTS) {
        let text = format!("{}: it states {}, and the distance is {}", fault.board, fault.stated, fault.exact);
        notices.push(Notice::wrong("the corpus", fault.board, text));
    }
    if let Some(more @ 1..) = run.corpus_faults.len().checked_sub(MOST_FAULTS) {
        let more = plural(more as u64, "more distance is", "more distances are");
        notices.push(Notice { tone: Tone::Bad, ..Notice::unsure("the corpus", format!("{more} wrong")) });
    }
    notices
}

/// A warning in words.
fn warning(warning: &Warning) -> Notice {
    let (about, text) = match *warning {
        Warning::BusyMachine { load, cores, stolen } => {
            let stolen = percent(stolen);
            ("busy-machine", format!("load {load:.2} on {cores} cores, {stolen} of their time stolen by the host"))
        }
        Warning::ShortSamples { short, of, shortest_ns } => {
            let least = words::time(shortest_ns);
            ("short-samples", format!("{short} of {of} series have samples that are too short, down to {least}"))
        }
        Warning::Outliers { far, of } => {
            ("outliers", format!("{far} of {of} samples are far from the median of theirs"))
        }
        Warning::Drift { ratio } => {
            let how = if ratio > 1.0 { "slower" } else { "faster" };
            let by = percent((ratio - 1.0).abs());
            ("drift", format!("the second half of the rounds was {by} {how} than the first"))
        }
        Warning::SelfCheck { noticeable } => {
            let by = percent(noticeable);
            ("self-check", format!("one engine under two names differs: nothing below {by} would be noticed"))
        }
        Warning::FewRounds { rounds, asked } => {
            ("few-rounds", format!("{rounds} of {asked} rounds, and some medians are not known well enough"))
        }
    };
    Notice::unsure(about, text)
}

/// A text, or that it is not known.
fn known(text: &str) -> &str {
    if text.is_empty() { "unknown" } else { text }
}

/// What was measured, where, how, and by which command.
fn facts(run: &Run) -> Vec<(String, String)> {
    let Run { machine, program, plan, .. } = run;
    let memory = if machine.memory == 0 { "unknown memory".into() } else { bytes(machine.memory as f64) };
    let cpu = known(&machine.cpu);
    let compiler = format!("{}, {}, {}", known(&program.compiler), known(&program.target), known(&program.flags));
    let rounds = format!("{} of {} rounds in seeded random order", run.rounds, plan.rounds);
    let mut facts = vec![
        ("Machine", format!("{cpu}, {} cores, {memory}, {}", machine.cores, known(&machine.system))),
        ("Load", format!("{:.2} before, {:.2} after", machine.load_before, machine.load_after)),
        ("Program", format!("chivalry {}, commit {}", program.version, known(&program.commit))),
        ("Build", compiler),
        (
            "Measured",
            format!("{}, {:.1} s; {rounds}, seed {}, one thread", words::date(run.began), run.seconds, plan.seed),
        ),
        ("Bounds", bounds(plan.max_moves, &plan.patience)),
    ];
    if plan.goal != Board::GOAL {
        facts.push(("Goal", plan.goal.to_string()));
    }
    if let Some(check) = &run.self_check {
        let (ratio, least) = (words::interval(check.ratio, ratio), percent(check.noticeable()));
        let text =
            format!("{} under two names, ratio {ratio}; what differs by less than {least} is the same", check.engine);
        facts.push(("Self-check", text));
    }
    facts.push(("Command", words::command_line(&run.command)));
    let of_strata = run.strata.iter().filter(|stratum| stratum.distance.is_none()).map(|stratum| {
        let bounds = bounds(stratum.max_moves, &stratum.patience);
        (format!("Stratum {}", stratum.name), format!("{}, {bounds}", boards_of(stratum)))
    });
    let prepared = run.engines.iter().filter_map(|Engine { name, prepared, .. }| {
        Some((format!("Prepared for {name}"), format!("{}; in no time or heap above", prepared.as_ref()?)))
    });
    let named = facts.into_iter().map(|(name, text)| (name.to_owned(), text));
    of_strata.chain(prepared).chain(named).collect()
}

/// How many boards a stratum has, and how far they are away.
fn boards_of(stratum: &Stratum) -> String {
    let distances = || stratum.boards.iter().map(|item: &Item| item.distance);
    let span = match (distances().min(), distances().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (least, _) => least.unwrap_or(0).to_string(),
    };
    format!("{}, {span} moves away", boards(stratum.boards.len() as u64))
}

/// The limit of moves, and what a search may spend.
fn bounds(max_moves: Option<u8>, patience: &Patience) -> String {
    let Patience { nodes, stored, time_ns } = patience;
    let bounds = [
        Some(limit(max_moves)),
        nodes.map(|nodes| format!("at most {} states expanded on a board", grouped(nodes))),
        stored.map(|stored| format!("at most {} states stored", grouped(stored))),
        time_ns.map(|time| format!("at most {} a board", words::time(time as f64))),
    ];
    bounds.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Which engines are fastest on which strata: those whose interval touches the fastest one's are as fast.
fn fastest(run: &Run) -> Vec<(String, String)> {
    let mut found: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for stratum in &run.strata {
        let times = || {
            run.engines
                .iter()
                .zip(&stratum.cells)
                .filter_map(|(engine, cell)| Some((engine, cell.warm.as_ref()?.median)))
        };
        let Some((_, best)) = times().min_by(|(_, a), (_, b)| a.value.total_cmp(&b.value)) else { continue };
        let engines =
            times().filter(|(_, median)| median.low <= best.high).map(|(engine, _)| engine.name.as_str()).collect();
        match found.last_mut() {
            Some((strata, same)) if *same == engines => strata.push(&stratum.name),
            _ => found.push((vec![&stratum.name], engines)),
        }
    }
    let range = |strata: &[&str]| match strata {
        [first, .., last] => format!("{first} – {last}"),
        one => one.concat(),
    };
    found.into_iter().map(|(strata, engines)| (range(&strata), engines.join(", "))).collect()
}

/// The totals of the engines.
fn totals(run: &Run) -> Table {
    let totals = run.totals();
    let title = if totals.boards == 0 {
        "No totals: there is no stratum that every right engine was measured on".into()
    } else {
        let strata = plural(totals.strata.len() as u64, "stratum", "strata");
        let of = format!(
            "Totals over the {strata}, {}, that every right engine was measured on",
            boards(totals.boards as u64)
        );
        format!(
            "{of}; relative: the geometric mean of the times in proportion to the fastest; ± and MAD: the median over the strata"
        )
    };
    let head = ["engine", "relative", "time, warm", "± (95 %)", "MAD", "states", "peak heap"];
    let mut table = Table::new(title, 1, head);
    let strata: Vec<_> = run.strata.iter().collect();
    for (engine, total) in totals.engines.iter().enumerate() {
        let states = if totals.boards > 0 { grouped(total.expanded) } else { NONE.into() };
        table.rows.push(vec![
            run.engines[engine].name.as_str().into(),
            Field::figure(total.geometric_mean, |mean| format!("{mean:.2}×")),
            Field::figure(total.time_ns, words::time),
            Field::figure(usual(run, engine, |times| times.median.half_width()), percent),
            Field::figure(usual(run, engine, |times| times.mad_ns() / times.median.value), percent),
            states.into(),
            Field::figure(HEAP.together(&strata, engine), bytes),
        ]);
    }
    mark_best(table.rows.iter_mut().map(|row| &mut row[1]));
    table
}

/// The median over the strata of a part of their times. A single sample says nothing of its scatter and does not count.
fn usual(run: &Run, engine: usize, of: fn(&Times) -> f64) -> Option<f64> {
    let times = run.strata.iter().filter_map(|stratum| stratum.cells[engine].warm.as_ref());
    median(&times.filter(|times| times.samples_ns.len() > 1).map(of).collect::<Vec<_>>())
}

/// How the costs of the engines grow.
fn growth(run: &Run) -> Table {
    let mut table = Table::new("Growth per move, fitted", 1, ["engine", "states expanded", "time, warm"]);
    let shown = |factor: Option<Interval>| factor.map_or(NONE.into(), |factor| words::interval(factor, ratio));
    for (index, engine) in run.engines.iter().enumerate() {
        let growth = run.growth(index);
        table.push([engine.name.clone(), shown(growth.expanded), shown(growth.time)].map(Field::from));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::CorpusFault;
    use crate::run::example::{example, mishaps};

    fn fact<'a>(summary: &'a Summary, name: &str) -> &'a str {
        &summary.facts.iter().find(|(found, _)| found == name).unwrap().1
    }

    #[test]
    fn a_good_run_is_told() {
        let summary = Summary::of(&example());
        assert_eq!((summary.tone, summary.headline.as_str()), (Tone::Good, "Both engines are right on all 3 boards."));
        assert_eq!(summary.notices, []);
        assert_eq!(summary.fastest, [("0 – 7".into(), "idastar, table".into())]);
        assert_eq!(fact(&summary, "Machine"), "A processor, 2 cores, 8.00 GiB, A system 1.0");
        assert!(fact(&summary, "Self-check").contains("ratio 1.001 [0.990 – 1.010]; what differs by less than 1.0 %"));
        assert!(fact(&summary, "Program").contains("commit 0123456789abcdef0123456789abcdef01234567"));
        let totals: Vec<_> = summary.totals.rows[0].iter().map(|field| field.text.as_str()).collect();
        assert_eq!(totals, ["idastar", "1.41×", "440 ns", "50.0 %", "50.0 %", "42", "4.00 KiB"]);
    }

    #[test]
    fn each_wrong_engine_is_named_once_with_its_boards() {
        let summary = Summary::of(&mishaps());
        assert_eq!((summary.tone, summary.headline.as_str()), (Tone::Bad, "table gives wrong answers."));
        let [incomplete, wrong] = summary.notices.as_slice() else { panic!("{:?}", summary.notices) };
        assert_eq!((incomplete.tone, incomplete.about.as_str()), (Tone::Unsure, "incomplete"));
        assert_eq!((wrong.tone, wrong.about.as_str()), (Tone::Bad, "table"));
        let text = "wrong on 2 of 3 boards; first 10110/01*11/10111/01001/00000: expected 7 moves, got 9";
        assert_eq!(wrong.text, text);
        assert_eq!(summary.answers[0], (Tone::Unsure, "right, gave up on 1".into()));
        let mut later = example();
        later.engines[1].fault = mishaps().engines[1].fault.clone();
        later.settle();
        assert_eq!(Summary::of(&later).answers[1], (Tone::Bad, "wrong when it was asked again".into()));
    }

    #[test]
    fn all_wrong_distances_are_counted_and_some_shown() {
        let mut run = example();
        let fault = CorpusFault { board: run.strata[0].boards[0].board, stated: 2, exact: 0 };
        run.corpus_faults = vec![fault; 1556];
        let summary = Summary::of(&run);
        assert_eq!(summary.headline, "No engine is wrong, but the corpus states 1,556 wrong distances.");
        assert_eq!(summary.notices.len(), MOST_FAULTS + 1);
        assert_eq!(summary.notices[0].text, "11111/01111/00*11/00001/00000: it states 2, and the distance is 0");
        assert_eq!(summary.notices[MOST_FAULTS].text, "1,536 more distances are wrong");
        run.corpus_faults.truncate(MOST_FAULTS);
        assert_eq!(Summary::of(&run).notices.len(), MOST_FAULTS);
    }

    #[test]
    fn strata_of_several_distances_say_what_they_are() {
        let mut run = example();
        let stratum = &mut run.strata[1];
        (stratum.distance, stratum.name, stratum.max_moves) = (None, "deep".into(), None);
        stratum.patience.nodes = Some(300_000);
        let text = "2 boards, 7 moves away, no limit, at most 300,000 states expanded on a board";
        assert_eq!(fact(&Summary::of(&run), "Stratum deep"), text);
        run.engines[1].prepared = Some("complete table, 8.11 MiB".into());
        assert_eq!(
            fact(&Summary::of(&run), "Prepared for table"),
            "complete table, 8.11 MiB; in no time or heap above"
        );
    }

    #[test]
    fn warnings_are_short_sentences() {
        let warnings = [
            Warning::BusyMachine { load: 0.25, cores: 2, stolen: 0.05 },
            Warning::ShortSamples { short: 3, of: 12, shortest_ns: 12_345.0 },
            Warning::Outliers { far: 31, of: 1000 },
            Warning::Drift { ratio: 0.95 },
            Warning::SelfCheck { noticeable: 0.051 },
            Warning::FewRounds { rounds: 3, asked: 30 },
        ];
        let texts = warnings.map(|found| warning(&found).text);
        assert_eq!(texts[0], "load 0.25 on 2 cores, 5.0 % of their time stolen by the host");
        assert_eq!(texts[1], "3 of 12 series have samples that are too short, down to 12.3 µs");
        assert_eq!(texts[3], "the second half of the rounds was 5.0 % faster than the first");
        assert!(texts.iter().all(|text| text.chars().count() <= 80), "{texts:?}");
    }
}
