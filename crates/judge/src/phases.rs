//! The phases of the tests, and the boards of each.

use crate::judgement::{Config, most_cases};
use crate::session::Session;
use crate::verdict::Case;
use chivalry_board::Board;
use chivalry_corpus::{Form, Layout, Random, Style, TRAPS, read};
use chivalry_engine::{Budget, Problem};
use chivalry_table::Table;
use std::cmp::Reverse;

/// The boards of the judges' sample, with their distances.
const SAMPLES: [(&str, u8); 2] = [("10110/01*11/10111/01001/00000", 7), ("01011/110*1/01110/01010/00100", 18)];

/// Boards within this distance come first, one a run: a fault there is the smallest counterexample that there can be.
const ALONE_WITHIN: u8 = 2;

/// Boards at the limit, and as many past it.
const AROUND_LIMIT: usize = 60;

/// Boards drawn of each distance that was not tested completely.
const DRAWN: usize = 40;

/// How many random boards are looked through to find these.
const DRAWN_FROM: u32 = 1_000_000;

/// Random boards.
const RANDOM: u32 = 2_000;

/// Boards that cost most, for each of the engines.
const COSTLIEST: usize = 20;

/// The most states that an engine may expand to find them: it ends within a second, whatever the limit.
const MOST_EXPANDED: u64 = 8_000_000;

/// A part of the time: in hundredths of what is for the boards in order, and of what is for all that follows.
pub(crate) type Share = (u32, u32);

/// A phase.
pub(crate) struct Plan {
    /// Its name.
    pub(crate) name: &'static str,
    /// When it is to end.
    pub(crate) share: Share,
    /// Whether it is given even if the budget is spent, so that every statement covers the input forms.
    pub(crate) always: bool,
    /// Its boards.
    pub(crate) batches: fn(&mut Session<'_>) -> Vec<Batch>,
}

const fn plan(name: &'static str, share: Share, batches: fn(&mut Session<'_>) -> Vec<Batch>) -> Plan {
    Plan { name, share, always: false, batches }
}

/// The phases in their order.
pub(crate) const PHASES: [Plan; 8] = [
    plan("samples", (100, 100), samples),
    plan("alone", (50, 0), nearest_alone),
    plan("nearest first", (100, 0), nearest_first),
    plan("traps", (100, 10), traps),
    plan("around the limit", (100, 30), around_limit),
    plan("random", (100, 75), random_boards),
    plan("costliest", (100, 92), costliest),
    Plan { always: true, ..plan("input forms", (100, 100), forms) },
];

/// Boards that are given one after the other, in as many runs as they take.
pub(crate) struct Batch {
    /// The class of tests.
    pub(crate) class: String,
    /// The boards; none where all at a distance are given.
    pub(crate) cases: Vec<Case>,
    /// The distance of which all boards are given.
    pub(crate) level: Option<u8>,
    /// What they count for.
    pub(crate) counts: Counts,
    /// The layout of the input.
    pub(crate) layout: Layout,
    /// Whether each of them has a run of its own.
    pub(crate) is_alone: bool,
    /// When it is to end, where that is before the end of the phase.
    pub(crate) share: Option<Share>,
}

/// What boards count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    /// The boards of their distance in order.
    InOrder,
    /// The boards of their distance in order, one a run.
    Alone,
    /// Drawn from their distance.
    Drawn,
    /// Random.
    Random,
    /// Chosen for another reason.
    Chosen,
    /// Nothing: they are given elsewhere, too.
    Nothing,
}

impl Batch {
    fn new(class: impl Into<String>, cases: Vec<Case>, counts: Counts) -> Self {
        Self { class: class.into(), cases, level: None, counts, layout: Layout::Plain, is_alone: false, share: None }
    }

    fn level(class: impl Into<String>, distance: u8, counts: Counts) -> Self {
        Self { level: Some(distance), ..Self::new(class, Vec::new(), counts) }
    }
}

impl Session<'_> {
    /// The source of random boards of the phase under way.
    fn random(&self) -> Random {
        let Config { seed, .. } = self.judgement.config;
        Random::new(seed.wrapping_mul(8).wrapping_add(self.judgement.phases.len() as u64))
    }

    fn case(&self, board: Board) -> Case {
        Case { board, distance: self.table.distance(board) }
    }

    /// The first boards of a distance in their order, then some others at random. If there are no more, all of them in
    /// order.
    fn some(&self, distance: u8, first: usize, others: usize, random: &mut Random) -> Vec<Case> {
        let mut cases = self.level(distance);
        if cases.len() > first + others {
            let mut rest = cases.split_off(first);
            random.draw(&mut rest, others);
            cases.append(&mut rest);
        }
        cases
    }

    fn sample_cases(&self) -> Vec<Case> {
        let case = |(line, distance): &(&str, u8)| Some(Case { board: line.parse().ok()?, distance: *distance });
        let mut cases: Vec<_> = SAMPLES.iter().filter_map(case).collect();
        if self.judgement.config.style == Style::Uva {
            // The order in which they are printed there.
            cases.reverse();
        }
        cases
    }
}

fn samples(session: &mut Session<'_>) -> Vec<Batch> {
    let cases = session.sample_cases();
    // What one case leaves behind shows in the next: each after each, and after itself.
    let turned = [1, 0, 1, 1, 0, 0].iter().filter_map(|&index| cases.get(index).copied()).collect();
    vec![
        Batch::new("samples", cases.clone(), Counts::Chosen),
        Batch::new("samples turned", turned, Counts::Chosen),
        // And some programs are wrong only where nothing follows.
        Batch { is_alone: true, ..Batch::new("samples alone", cases, Counts::Chosen) },
    ]
}

fn nearest_alone(_: &mut Session<'_>) -> Vec<Batch> {
    let level = |distance| Batch { is_alone: true, ..Batch::level("alone", distance, Counts::Alone) };
    (0..=ALONE_WITHIN).map(level).collect()
}

fn nearest_first(session: &mut Session<'_>) -> Vec<Batch> {
    let level = |distance| Batch::level(format!("distance {distance}"), distance, Counts::InOrder);
    (0..=session.table.greatest_distance()).map(level).collect()
}

fn traps(session: &mut Session<'_>) -> Vec<Batch> {
    let traps = read(TRAPS.as_bytes(), Form::Corpus).unwrap_or_default();
    // The same with the white knights in the place of the black ones.
    let boards = traps.iter().flat_map(|trap| [trap.board, trap.board.turned_and_swapped()]);
    let mut cases: Vec<_> = boards.map(|board| session.case(board)).collect();
    cases.sort_by_key(|case| case.order());
    cases.dedup();
    vec![Batch::new("traps", cases, Counts::Chosen)]
}

fn around_limit(session: &mut Session<'_>) -> Vec<Batch> {
    let limit = session.judgement.config.max_moves;
    let mut random = session.random();
    let levels = [(Some(limit), "limit"), (limit.checked_add(1), "past limit")].into_iter();
    let levels = levels.filter_map(|(distance, name)| Some((distance?, name)));
    let batch = |(distance, name)| {
        let cases = session.some(distance, AROUND_LIMIT / 3, AROUND_LIMIT * 2 / 3, &mut random);
        Batch::new(format!("{name} {distance}"), cases, Counts::Chosen)
    };
    levels.map(batch).filter(|batch| !batch.cases.is_empty()).collect()
}

fn random_boards(session: &mut Session<'_>) -> Vec<Batch> {
    if session.judgement.coverage.is_complete() {
        // Each of them was tested.
        return Vec::new();
    }
    let in_order: Vec<_> = session.judgement.coverage.distances.iter().map(|level| level.in_order).collect();
    let drawn = draw(session.table, session.judgement.config.seed, &in_order);
    let boards = session.random().boards(RANDOM);
    let cases = boards.into_iter().map(|board| session.case(board)).collect();
    vec![
        Batch { share: Some((100, 55)), ..Batch::new("drawn", drawn, Counts::Drawn) },
        Batch::new("random", cases, Counts::Random),
    ]
}

/// The boards, of some thousand, that cost each of the engines most.
fn costliest(session: &mut Session<'_>) -> Vec<Batch> {
    let limit = session.judgement.config.max_moves;
    let mut random = session.random();
    let mut candidates = session.some(limit, 0, 1_000, &mut random);
    candidates.extend(random.boards(1_000).into_iter().map(|board| session.case(board)));
    random.shuffle(&mut candidates);
    let mut chosen: Vec<Case> = Vec::new();
    for engine in &mut *session.engines {
        let mut left = MOST_EXPANDED;
        let mut costs = Vec::new();
        for &case in &candidates {
            let problem = Problem::new(case.board).within(limit);
            let (_, stats) = engine.solve(&problem, &Budget { nodes: left.min(1 << 18), ..Budget::UNLIMITED });
            costs.push((stats.expanded, case));
            left = left.saturating_sub(stats.expanded);
            if left == 0 {
                break;
            }
        }
        costs.sort_by_key(|(expanded, case)| (Reverse(*expanded), case.order()));
        for (_, case) in costs.into_iter().take(COSTLIEST) {
            if !chosen.contains(&case) {
                chosen.push(case);
            }
        }
    }
    // One a run: no judge has ten of them in one, and what each takes is seen.
    vec![Batch { is_alone: true, ..Batch::new("costliest", chosen, Counts::Chosen) }]
}

fn forms(session: &mut Session<'_>) -> Vec<Batch> {
    let Config { style, cases_per_run, .. } = session.judgement.config;
    let mut cases = session.sample_cases();
    cases.extend(session.level(1));
    cases.truncate(most_cases(style).min(cases_per_run.unwrap_or(usize::MAX)));
    // Right in the plain form, a fault in another is one of the form.
    let form = |layout| Batch { layout, ..Batch::new(format!("form {layout}"), cases.clone(), Counts::Nothing) };
    Layout::ALL.map(form).into()
}

/// Boards of each distance that was not tested completely: one of each, then another of each, and so on.
///
/// The boards of a distance do not depend on the budget, but for those that were tested already. So each distance has a
/// generator of its own, and so have the boards far away.
fn draw(table: &Table, seed: u64, in_order: &[u64]) -> Vec<Case> {
    let source = |stream: u64| Random::new(Random::new(seed.wrapping_add(stream << 32)).next());
    let is_open = |distance: usize| in_order[distance] < u64::from(table.counts()[distance]);
    let is_near = |distance: usize| table.counts()[distance] < 10_000 && distance < in_order.len() / 2;
    let mut levels: Vec<Vec<Case>> = vec![Vec::new(); in_order.len()];
    for (distance, level) in (0_u8..).zip(&mut levels) {
        let place = usize::from(distance);
        if is_open(place) && is_near(place) {
            let mut boards: Vec<_> = (0..).zip(table.boards_at(distance)).collect();
            source(1 + u64::from(distance)).shuffle(&mut boards);
            let untested = boards.into_iter().take(DRAWN).filter(|(number, _)| *number >= in_order[place]);
            level.extend(untested.map(|(_, board)| Case { board, distance }));
        }
    }
    let mut random = source(0);
    for _ in 0..DRAWN_FROM {
        let board = random.board();
        let distance = table.distance(board);
        let place = usize::from(distance);
        let level = &mut levels[place];
        let is_wanted = is_open(place) && !is_near(place) && level.len() < DRAWN;
        if is_wanted && level.iter().all(|case| case.board != board) {
            level.push(Case { board, distance });
        }
    }
    (0..DRAWN).flat_map(|round| levels.iter().filter_map(move |level| level.get(round).copied())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_depends_on_the_seed_alone() {
        let table = Table::build(Board::GOAL);
        let mut in_order = vec![0; table.counts().len()];
        let all = draw(&table, 1, &in_order);
        assert_ne!(all, draw(&table, 2, &in_order));
        // As far as a longer budget goes.
        for (done, &count) in in_order.iter_mut().zip(&table.counts()[..=6]) {
            *done = count.into();
        }
        in_order[7] = 1_200;
        let mut fewer = draw(&table, 1, &in_order);
        let tested = &table.boards_at(7)[..1_200];
        let mut rest: Vec<Case> =
            all.into_iter().filter(|case| case.distance > 6 && !tested.contains(&case.board)).collect();
        rest.sort_by_key(|case| case.order());
        fewer.sort_by_key(|case| case.order());
        assert!(fewer.len() > 1_000 && fewer == rest);
    }
}
