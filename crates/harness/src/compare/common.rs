//! What two runs have in common, and what sets their figures apart.

use crate::run::{Item, Program, Run, Stratum};
use crate::view::words;
use chivalry_board::Board;
use std::collections::HashMap;

/// A board as it is posed to an engine: the board, the limit of moves, the most states to expand, and the most to hold.
type Problem = (Board, Option<u8>, Option<u64>, Option<u64>);

/// What makes the heap of two builds differ without their engines: another compiler or target lays things out otherwise.
pub(super) fn build_differences(old: &Program, new: &Program) -> Vec<String> {
    differing([
        ("compiler", &old.compiler, &new.compiler),
        ("target", &old.target, &new.target),
        ("flags", &old.flags, &new.flags),
    ])
}

/// What makes the times of two runs differ without their engines, on the same boards: the machine and the build.
pub(super) fn time_differences(old: &Run, new: &Run) -> Vec<String> {
    let (a, b) = (&old.machine, &new.machine);
    let mut found = differing([
        ("processor", &a.cpu, &b.cpu),
        ("cores", &a.cores.to_string(), &b.cores.to_string()),
        ("memory", &a.memory.to_string(), &b.memory.to_string()),
        ("system", &a.system, &b.system),
    ]);
    found.extend(build_differences(&old.program, &new.program));
    found
}

/// Those of the facts that differ: `cores (2; 64)`.
fn differing<const N: usize>(facts: [(&str, &String, &String); N]) -> Vec<String> {
    let differ = facts.into_iter().filter(|(_, old, new)| old != new);
    differ.map(|(what, old, new)| format!("{what} ({old}; {new})")).collect()
}

/// What makes the times of two runs differ without their engines: machine, build, goal, limit, and the strata of one name that pose other problems.
pub(crate) fn unlike(old: &Run, new: &Run) -> Vec<String> {
    let mut found = time_differences(old, new);
    found.extend(differing([
        ("goal", &old.plan.goal.to_string(), &new.plan.goal.to_string()),
        ("moves", &words::limit(old.plan.max_moves), &words::limit(new.plan.max_moves)),
    ]));
    let named = |name: &str| old.strata.iter().any(|stratum| stratum.name == name);
    let same = |name: &str| same_strata(old, new).any(|(_, stratum)| stratum.name == name);
    let names = new.strata.iter().map(|stratum| stratum.name.as_str());
    let others: Vec<_> = names.filter(|name| named(name) && !same(name)).collect();
    if !others.is_empty() {
        found.push(format!("boards, limits or budgets of the strata {}", others.join(", ")));
    }
    found
}

/// Whether two runs pose the same problems in the stratum of this name.
pub(crate) fn same_stratum(old: &Run, new: &Run, name: &str) -> bool {
    old.plan.goal == new.plan.goal && same_strata(old, new).any(|(_, stratum)| stratum.name == name)
}

/// The strata with the same name, boards, limit and budget, in the order of the new run.
pub(super) fn same_strata<'a>(old: &'a Run, new: &'a Run) -> impl Iterator<Item = (&'a Stratum, &'a Stratum)> {
    let boards = |stratum: &Stratum| {
        let mut boards: Vec<Board> = stratum.boards.iter().map(|item| item.board).collect();
        boards.sort_unstable();
        boards
    };
    let posed = |stratum: &Stratum| (stratum.max_moves, stratum.patience);
    new.strata.iter().filter_map(move |after| {
        let before = old.strata.iter().find(|before| before.name == after.name)?;
        (posed(before) == posed(after) && boards(before) == boards(after)).then_some((before, after))
    })
}

/// For each engine that both runs have its name and its number in each.
pub(super) fn same_engines<'a>(old: &Run, new: &'a Run) -> Vec<(&'a str, usize, usize)> {
    let of_old = |name: &str| old.engines.iter().position(|engine| engine.name == name);
    let engines = new.engines.iter().enumerate();
    engines.filter_map(|(number, engine)| Some((engine.name.as_str(), of_old(&engine.name)?, number))).collect()
}

/// Boards that both runs pose alike, each once: the board as each run has it, in the order of the new run.
pub(super) fn same_problems<'a>(old: &'a Run, new: &'a Run) -> Vec<(&'a Item, &'a Item)> {
    let posed = |run: &'a Run| {
        run.strata.iter().flat_map(|stratum| {
            let Stratum { max_moves, patience, .. } = stratum;
            stratum.boards.iter().map(|item| ((item.board, *max_moves, patience.nodes, patience.stored), item))
        })
    };
    let mut before: HashMap<Problem, &Item> = HashMap::new();
    for (problem, item) in posed(old) {
        before.entry(problem).or_insert(item);
    }
    // Taken out, so that a board that comes twice counts once.
    posed(new).filter_map(|(problem, after)| Some((before.remove(&problem)?, after))).collect()
}
