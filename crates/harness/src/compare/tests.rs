use super::*;
use crate::run::example::{example, mishaps};
use crate::run::{Fault, Solve, State, Times};
use crate::verify::Answer;

/// All series of samples of a run.
fn series(run: &mut Run) -> impl Iterator<Item = &mut Times> {
    let cells = run.strata.iter_mut().flat_map(|stratum| &mut stratum.cells);
    cells.flat_map(|cell| [&mut cell.warm, &mut cell.cold].into_iter().flatten())
}

/// The example with samples enough for a verdict, all times multiplied.
fn timed(factor: f64) -> Run {
    let mut run = example();
    run.self_check = None;
    for times in series(&mut run) {
        let middle = times.median.value * factor;
        times.samples_ns = (0..40).map(|index| middle * (1.0 + f64::from(index * 7 % 40 - 20) / 4000.0)).collect();
    }
    run
}

/// Two records, with the usual threshold.
fn records(old: &Run, new: &Run) -> Comparison {
    compare(old, new, Pairing::Unpaired, 0.05, 1)
}

fn verdicts(comparison: &Comparison) -> Vec<Verdict> {
    let mut verdicts: Vec<_> = comparison.times.iter().map(|row| row.verdict).collect();
    verdicts.dedup();
    verdicts
}

fn notes(comparison: &Comparison, words: &str) -> bool {
    comparison.notes.iter().any(|note| note.contains(words))
}

#[test]
fn like_and_like_are_the_same() {
    for pairing in [Pairing::Unpaired, Pairing::Rounds] {
        let mut other = timed(1.0);
        if pairing == Pairing::Rounds {
            // A round's samples are not all in one proportion: an interval that is a point says nothing.
            for times in series(&mut other) {
                times.samples_ns.iter_mut().step_by(2).for_each(|sample| *sample *= 1.001);
                times.samples_ns.iter_mut().skip(1).step_by(2).for_each(|sample| *sample /= 1.001);
            }
        }
        let comparison = compare(&timed(1.0), &other, pairing, 0.05, 1);
        assert_eq!((comparison.solves, comparison.verdict), (6, Verdict::Same), "{comparison:?}");
        assert!(comparison.answers.is_empty() && comparison.counters.is_empty() && comparison.notes.is_empty());
        // Two engines, warm and cold, over all strata and on each of two.
        assert_eq!((comparison.times.len(), verdicts(&comparison)), (12, vec![Verdict::Same]));
    }
}

#[test]
fn times_above_the_threshold_are_slower_and_below_faster() {
    for (factor, threshold, verdict) in [
        (1.20, 0.05, Verdict::Slower),
        (1.0 / 1.20, 0.05, Verdict::Faster),
        (1.02, 0.05, Verdict::Same),
        (1.10, 0.20, Verdict::Same),
        (1.20, 0.30, Verdict::Same),
    ] {
        let comparison = compare(&timed(1.0), &timed(factor), Pairing::Unpaired, threshold, 1);
        assert_eq!((comparison.verdict, verdicts(&comparison)), (verdict, vec![verdict]), "{factor}");
    }
}

#[test]
fn a_single_stratum_must_differ_by_more_than_the_luck_of_a_process() {
    let comparison = records(&timed(1.0), &timed(1.08));
    for TimeRow { stratum, verdict, .. } in &comparison.times {
        let expected = if stratum.is_none() { Verdict::Slower } else { Verdict::Same };
        assert_eq!(*verdict, expected, "{stratum:?}");
    }
    assert_eq!(comparison.verdict, Verdict::Slower);
    // Where each round has processes of its own, by more than twice the threshold.
    let mut new = timed(1.12);
    series(&mut new).for_each(|times| times.samples_ns.iter_mut().step_by(2).for_each(|sample| *sample *= 1.001));
    for (threshold, expected) in [(0.05, Verdict::Slower), (0.08, Verdict::Same)] {
        let paired = compare(&timed(1.0), &new, Pairing::Rounds, threshold, 1);
        assert_eq!(verdicts(&paired)[0], Verdict::Slower);
        assert_eq!(paired.times.last().map(|row| (row.stratum.as_deref(), row.verdict)), Some((Some("7"), expected)));
    }
}

/// The machine gets twice as slow on the way, which hits both builds alike: only round by round does it not hide a twentieth.
#[test]
fn rounds_belong_together() {
    let drifting = |factor: f64| {
        let mut run = timed(factor);
        for times in series(&mut run) {
            (0..).zip(&mut times.samples_ns).for_each(|(round, sample)| *sample *= 1.0 + f64::from(round) / 40.0);
        }
        run
    };
    let mut new = drifting(1.07);
    series(&mut new).for_each(|times| times.samples_ns.iter_mut().step_by(2).for_each(|sample| *sample *= 1.001));
    assert_eq!(records(&drifting(1.0), &new).verdict, Verdict::Unclear);
    let paired = compare(&drifting(1.0), &new, Pairing::Rounds, 0.05, 1);
    assert_eq!((paired.verdict, paired.rounds), (Verdict::Slower, Some(3)));
    assert!(paired.times.iter().all(|row| (row.ratio.value - 1.07).abs() < 0.002 && row.p < 0.01), "{paired:?}");
}

#[test]
fn the_order_of_records_turns_the_words_around() {
    let (slow, fast) = (timed(1.2), timed(1.0));
    assert_eq!(records(&slow, &fast).verdict, Verdict::Faster);
    assert_eq!(records(&fast, &slow).verdict, Verdict::Slower);
}

#[test]
fn few_or_wild_samples_are_unclear() {
    let few = |mut run: Run| {
        series(&mut run).for_each(|times| times.samples_ns.truncate(2));
        run
    };
    let comparison = records(&few(timed(1.0)), &few(timed(1.5)));
    assert_eq!((comparison.verdict, verdicts(&comparison)), (Verdict::Unclear, vec![Verdict::Unclear]));
    let mut wild = timed(1.0);
    for times in series(&mut wild) {
        times.samples_ns.iter_mut().enumerate().for_each(|(index, sample)| *sample *= 1.0 + (index % 7) as f64);
    }
    assert_eq!(records(&wild, &wild).verdict, Verdict::Unclear);
}

#[test]
fn one_slow_stratum_is_enough() {
    let mut new = timed(1.0);
    let times = new.strata[1].cells[1].warm.as_mut().unwrap();
    times.samples_ns.iter_mut().for_each(|sample| *sample *= 1.3);
    let comparison = records(&timed(1.0), &new);
    let slower: Vec<_> = comparison.times.iter().filter(|row| row.verdict == Verdict::Slower).collect();
    assert!(slower.iter().all(|row| (row.engine.as_str(), row.model) == ("table", "warm")), "{slower:?}");
    assert!(slower.iter().any(|row| row.stratum.as_deref() == Some("7")));
    assert_eq!(comparison.verdict, Verdict::Slower);
}

#[test]
fn any_growth_of_a_counter_is_a_regression() {
    let grown: [fn(&mut Run); 6] = [
        |run| run.strata[1].boards[0].solves[0].stats.expanded += 1,
        |run| run.strata[1].boards[0].solves[0].stats.generated += 1,
        |run| run.strata[1].boards[1].solves[1].stats.duplicates += 1,
        |run| run.strata[0].boards[0].solves[0].stats.peak_stored += 1,
        |run| run.strata[1].boards[0].solves[1].stats.rounds += 1,
        |run| run.strata[0].cells[1].peak_heap = Some(4097),
    ];
    for (index, grow) in grown.iter().enumerate() {
        let mut new = timed(1.0);
        let old = new.clone();
        grow(&mut new);
        let comparison = records(&old, &new);
        assert_eq!(comparison.verdict, Verdict::Larger, "{index}");
        assert_eq!((comparison.counters.len(), comparison.counters[0].rose), (1, 1), "{index}");
        let back = records(&new, &old);
        assert_eq!((back.verdict, back.counters[0].fell), (Verdict::Smaller, 1), "{index}");
    }
}

#[test]
fn a_fall_elsewhere_excuses_nothing() {
    let mut new = timed(1.0);
    new.strata[1].boards[0].solves[0].stats.expanded += 1;
    new.strata[1].boards[1].solves[0].stats.expanded -= 10;
    let comparison = records(&timed(1.0), &new);
    let [row] = comparison.counters.as_slice() else { panic!("{comparison:?}") };
    assert_eq!((row.rose, row.fell, row.verdict), (1, 1, Verdict::Larger));
    assert_eq!(row.at, new.strata[1].boards[0].board.to_string());
}

#[test]
fn wrong_answers_come_before_all_else() {
    let comparison = records(&timed(1.0), &mishaps());
    assert_eq!(comparison.verdict, Verdict::Wrong);
    assert!(comparison.answers[0].message.contains("table is wrong"), "{:?}", comparison.answers);
    let lost = comparison.answers.iter().any(|row| row.verdict == Verdict::Larger && row.message.contains("gives up"));
    assert!(lost && notes(&comparison, "new record is incomplete"), "{comparison:?}");
    let back = records(&mishaps(), &timed(1.0));
    assert!(!back.verdict.is_worse(), "{back:?}");
    assert!(back.answers.iter().any(|row| row.message.contains("was wrong in the old record and is right")));
    // A new engine is no less wrong.
    let mut alone = timed(1.0);
    alone.engines[1].name = "other".into();
    assert_eq!(records(&alone, &mishaps()).verdict, Verdict::Wrong);
}

/// A build may be wrong, or run out of its budget, on boards that it answered right before it was timed.
#[test]
fn faults_of_timing_are_told_of_the_build_that_has_them() {
    let with = |change: fn(&mut Run)| {
        let mut run = timed(1.0);
        change(&mut run);
        run.settle();
        run
    };
    let wrong = with(|run| {
        let board = run.strata[1].boards[0].board;
        run.engines[0].fault = Some(Fault { board, message: "while it was timed: expected 7 moves, got 9".into() });
    });
    let given_up = with(|run| run.strata[1].cells[0].state = State::OutOfBudget);
    for (run, worse, better, words) in [
        (&wrong, Verdict::Wrong, "was wrong in the old build and is right", "while it was timed: expected 7 moves"),
        (&given_up, Verdict::Larger, "in the old build", "ran out of its budget on 7 while it was timed"),
    ] {
        let comparison = compare(&timed(1.0), run, Pairing::Rounds, 0.05, 1);
        let [row] = comparison.answers.as_slice() else { panic!("{comparison:?}") };
        assert_eq!((row.verdict, comparison.verdict), (worse, worse));
        assert!(row.message.contains(words) && row.message.contains("in the new build"), "{row:?}");
        assert!(notes(&comparison, "timed in one build only: idastar on"), "{comparison:?}");
        // The old build's faults are no regression.
        let back = compare(run, &timed(1.0), Pairing::Rounds, 0.05, 1);
        let [row] = back.answers.as_slice() else { panic!("{back:?}") };
        assert_eq!(row.verdict, Verdict::Smaller);
        assert!(row.message.contains(words) && row.message.contains(better), "{row:?}");
    }
}

#[test]
fn times_of_other_machines_and_builds_are_not_compared_but_counters_are() {
    type Change = fn(&mut Run);
    let others: [(Change, &str); 4] = [
        (|run| run.machine.cpu = "Another".into(), "processor"),
        (|run| run.machine.cores = 64, "cores"),
        (|run| run.program.compiler = "rustc 1.96.0".into(), "compiler"),
        (|run| run.program.flags = "dev, opt-level 1".into(), "flags"),
    ];
    for (change, what) in others {
        let mut new = timed(2.0);
        change(&mut new);
        new.strata[1].boards[0].solves[0].stats.expanded += 1;
        let comparison = records(&timed(1.0), &new);
        assert!(comparison.times.is_empty());
        assert_eq!((comparison.verdict, comparison.counters.len()), (Verdict::Larger, 1));
        let told = comparison.notes.iter().any(|note| note.contains("times are not compared") && note.contains(what));
        assert!(told, "{what}: {:?}", comparison.notes);
    }
    // Another version or commit is what one wants to compare.
    let mut new = timed(1.2);
    (new.program.version, new.program.commit) = ("0.2.0".into(), "ffff".into());
    assert_eq!(records(&timed(1.0), &new).verdict, Verdict::Slower);
    // What was measured in turns was so on one machine; of another kind of build it is told.
    new.program.compiler = "rustc 1.96.0".into();
    let comparison = compare(&timed(1.0), &new, Pairing::Rounds, 0.05, 1);
    assert!(!comparison.times.is_empty() && notes(&comparison, "the builds differ in compiler (rustc 1.95.0; rustc"));
}

#[test]
fn what_is_not_in_common_is_said() {
    let mut other = timed(1.0);
    other.plan.goal = "00000/1000*/01011/11100/11111".parse().unwrap();
    let comparison = records(&timed(1.0), &other);
    assert!(comparison.verdict == Verdict::Nothing && comparison.notes[0].contains("goal"), "{comparison:?}");
    let changes: [fn(&mut Run); 3] = [
        |run| run.strata.iter_mut().for_each(|stratum| stratum.max_moves = Some(10)),
        |run| run.strata.iter_mut().for_each(|stratum| stratum.patience.stored = Some(10)),
        |run| run.plan.patience.time_ns = Some(1_000_000),
    ];
    for change in changes {
        let mut other = timed(1.0);
        change(&mut other);
        let comparison = records(&timed(1.0), &other);
        assert_eq!((comparison.solves, comparison.verdict), (0, Verdict::Nothing));
    }
    let mut other = timed(1.0);
    other.engines[0].name = "mine".into();
    let comparison = records(&timed(1.0), &other);
    assert_eq!(comparison.solves, 3);
    assert!(notes(&comparison, "only in the old record: idastar"), "{:?}", comparison.notes);
    assert!(notes(&comparison, "only in the new record: mine"), "{:?}", comparison.notes);
}

/// The first of them counts.
#[test]
fn a_board_that_comes_twice_is_compared_once() {
    let twice = |run: &Run| {
        let mut run = run.clone();
        let again = run.strata[1].boards[0].clone();
        run.strata[1].boards.push(again);
        run
    };
    let mut new = twice(&timed(1.0));
    new.strata[1].boards[2].solves[0].stats.expanded += 1;
    let comparison = records(&twice(&timed(1.0)), &new);
    assert_eq!((comparison.solves, comparison.counters.len()), (6, 0));
    assert!(notes(&comparison, "in common are 6 answers of 8 in the old record and 8 in the new"));
}

#[test]
fn what_a_self_check_would_not_notice_is_unclear_and_not_the_same() {
    for (factor, verdict) in [(1.02, Verdict::Same), (1.18, Verdict::Unclear), (1.3, Verdict::Slower)] {
        let mut new = timed(factor);
        new.self_check = example().self_check;
        new.self_check.as_mut().unwrap().ratio = Interval { value: 1.2, low: 1.1, high: 1.3 };
        let comparison = records(&timed(1.0), &new);
        assert_eq!(comparison.verdict, verdict, "{factor}");
        assert!(notes(&comparison, "20.0 %"), "{:?}", comparison.notes);
    }
}

#[test]
fn without_times_nothing_is_the_same() {
    let mut untimed = timed(1.0);
    for cell in untimed.strata.iter_mut().flat_map(|stratum| &mut stratum.cells) {
        (cell.warm, cell.cold, cell.state) = (None, None, State::Untimed);
    }
    for (old, new) in [(&untimed, &timed(1.0)), (&timed(1.0), &untimed), (&untimed, &untimed)] {
        let comparison = records(old, new);
        assert_eq!((comparison.times.len(), comparison.verdict), (0, Verdict::Unclear));
        assert!(notes(&comparison, "no times were compared"));
    }
    // A cell that has lost its times is named.
    let mut new = timed(1.0);
    let cell = &mut new.strata[1].cells[1];
    (cell.warm, cell.cold) = (None, None);
    let comparison = records(&timed(1.0), &new);
    assert!(notes(&comparison, "timed in one record only: table on 7"), "{comparison:?}");
}

#[test]
fn an_answer_that_changes_is_wrong() {
    let changes: [fn(&mut Solve); 2] =
        [|solve| solve.moves = Some(9), |solve| (solve.answer, solve.moves) = (Answer::NoneWithin, None)];
    for change in changes {
        let mut new = timed(1.0);
        change(&mut new.strata[1].boards[0].solves[1]);
        for (old, new) in [(&timed(1.0), &new), (&new, &timed(1.0))] {
            let comparison = records(old, new);
            assert_eq!((comparison.verdict, comparison.answers.len()), (Verdict::Wrong, 1));
        }
    }
}

#[test]
fn a_wrong_engine_is_told_whatever_else_differs() {
    let mut new = mishaps();
    new.plan.goal = "00000/1000*/01011/11100/11111".parse().unwrap();
    let comparison = records(&timed(1.0), &new);
    assert_eq!((comparison.solves, comparison.verdict), (0, Verdict::Wrong));
}

#[test]
fn heap_is_compared_of_like_builds_only() {
    let mut new = timed(1.0);
    new.strata[0].cells[1].peak_heap = Some(9999);
    new.program.target = "i686-unknown-linux-gnu".into();
    let comparison = records(&timed(1.0), &new);
    assert!(comparison.counters.is_empty() && notes(&comparison, "heap is not compared"), "{comparison:?}");
}

/// What a page says where it shows two runs beside each other.
#[test]
fn what_makes_runs_unlike_is_named() {
    let old = timed(1.0);
    assert!(unlike(&old, &timed(1.5)).is_empty() && same_stratum(&old, &timed(1.5), "7"));
    let mut new = timed(1.0);
    (new.plan.max_moves, new.machine.cores) = (None, 64);
    new.strata[1].boards.pop();
    new.strata[0].name = "elsewhere".into();
    let expected = ["cores (2; 64)", "moves (limit 15; no limit)", "boards, limits or budgets of the strata 7"];
    assert_eq!(unlike(&old, &new), expected);
    assert!(!same_stratum(&old, &new, "7") && !same_stratum(&old, &new, "0") && !same_stratum(&old, &new, "elsewhere"));
}
