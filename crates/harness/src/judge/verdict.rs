//! What a run is worth.
//!
//! # The order
//!
//! A run may show several faults. The first of this list is its verdict:
//!
//! 1. `FAIL`: the judge could not run the program.
//! 2. `MLE`: a process held more memory than allowed, or all of them together several times that.
//! 3. `TLE`: the processor time was above the limit, or the time by the clock above its own.
//! 4. `PE`: more output than any answer can be; what it says is not looked at.
//! 5. `RE`: ended by a signal or with an exit status other than 0, had too many processes, or left some behind. So a crash is never
//!    shown as a wrong answer, and as each of these is seen by itself, a wrong answer never as a crash.
//! 6. `WA`: for some board another answer than the right one.
//! 7. `PE`: every answer there is is right, but the form is not, or there are too few or too many.
//!
//! The first run with a fault ends the tests, but for one where the form alone is wrong: what another run shows comes before it, so that a
//! program which only speaks another judge's words is still told which boards it gets wrong.
//!
//! # The form
//!
//! As real judges do, blanks at the end of a line, carriage returns among them, and blank lines at the end are not looked at. Anything else that
//! differs is `PE`, as long as the numbers are right: blanks before an answer, blank lines between, the words of another style or in another
//! case, labels, prompts, several answers on a line, the number of boards before the answers. On a line with a label or a prompt the number
//! after it is the answer; where a line has more numbers than that, none of them is.

use super::launcher::{End, Limits, MOST_PROCESSES, Stop, TOGETHER};
use super::sandbox::Run;
use crate::view::table::size;
use chivalry_corpus::{Answer, Style};
use nix::sys::signal::Signal;
use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Accepted.
    Accepted,
    /// A wrong answer.
    WrongAnswer,
    /// The numbers are right, the form is not, or lines are missing.
    PresentationError,
    /// Too slow.
    TimeLimit,
    /// Too much memory.
    MemoryLimit,
    /// A crash, an exit status, processes left behind.
    RuntimeError,
    /// The judge's own trouble.
    Fail,
}

impl Verdict {
    /// The judges' short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::TimeLimit => "TLE",
            Self::MemoryLimit => "MLE",
            Self::RuntimeError => "RE",
            Self::Fail => "FAIL",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A fault of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Never [`Verdict::Accepted`].
    pub verdict: Verdict,
    /// What the program did, in one sentence without its full stop.
    pub explanation: String,
    /// Which boards are answered wrong, from 0; of a wrong answer alone.
    pub wrong: Vec<usize>,
    /// The answers in the order of the boards, as far as there are any.
    pub given: Vec<String>,
    /// Whether every board has its right number, and the form alone is wrong. It does not end the tests.
    pub form_alone: bool,
}

impl Finding {
    /// One without answers.
    pub fn new(verdict: Verdict, explanation: String) -> Self {
        Self { verdict, explanation, wrong: Vec::new(), given: Vec::new(), form_alone: false }
    }
}

/// What two runs have in common that show the same fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    verdict: Verdict,
    /// The signal or the exit status of an error at run time, and whether the judge ended what wrote without end.
    end: Option<End>,
    /// Whether there are fewer answers than boards, or more, where the form is wrong.
    answers: Option<Ordering>,
}

impl Finding {
    /// The kind of fault that a run of so many boards shows.
    pub fn kind(&self, run: &Run, boards: usize) -> Kind {
        let is_form = self.verdict == Verdict::PresentationError;
        let end = &run.report.end;
        let has_end = self.verdict == Verdict::RuntimeError || is_form && *end == End::Stopped(Stop::Output);
        Kind {
            verdict: self.verdict,
            end: has_end.then(|| end.clone()),
            answers: (is_form && !has_end).then(|| self.given.len().cmp(&boards)),
        }
    }
}

/// How much a program may write for so many boards: more than any form of the answers takes.
pub const fn output_bound(boards: usize) -> usize {
    (1 << 16) + boards.saturating_mul(256)
}

/// What is wrong with a run, if anything; `None` also for one that the judge was asked to end.
pub fn examine(run: &Run, limits: &Limits, style: Style, answers: &[Answer], expected: &str) -> Option<Finding> {
    let report = &run.report;
    let found = |verdict, explanation: String| Some(Finding::new(verdict, explanation));
    let finding = match &report.end {
        End::NotStarted(why) => found(Verdict::Fail, format!("could not be started: {why}")),
        End::Stopped(Stop::Asked) => return None,
        _ if report.survivors > 0 => {
            found(Verdict::Fail, format!("left {} processes that could not be ended", report.survivors))
        }
        End::Stopped(Stop::Memory) => found(
            Verdict::MemoryLimit,
            format!("held more than {}, {} when it was ended", size(limits.memory), size(report.peak)),
        ),
        End::Stopped(Stop::MemoryTogether(held)) => found(
            Verdict::MemoryLimit,
            format!(
                "had processes that together held {}, more than {TOGETHER} times {}, and was ended",
                size(*held),
                size(limits.memory)
            ),
        ),
        // Below what the launcher held the system does not tell.
        _ if report.peak > limits.memory.max(report.floor) => {
            found(Verdict::MemoryLimit, format!("held {} of {}", size(report.peak), size(limits.memory)))
        }
        End::Stopped(Stop::Clock) => {
            let closed = if report.closed_output { ", its output closed" } else { "" };
            found(
                Verdict::TimeLimit,
                format!(
                    "was still running after {} by the clock{closed}, having used {} of processor time, and was ended",
                    time(report.wall),
                    time(report.processor)
                ),
            )
        }
        End::Stopped(Stop::Processor) => {
            let closed = if report.closed_output { ", its output closed" } else { "" };
            found(
                Verdict::TimeLimit,
                format!("was still running after {} of processor time{closed}, and was ended", time(limits.processor)),
            )
        }
        _ if report.processor > limits.processor => found(
            Verdict::TimeLimit,
            format!("took {} of processor time, allowed are {}", time(report.processor), time(limits.processor)),
        ),
        End::Stopped(Stop::Output) => found(
            Verdict::PresentationError,
            format!(
                "printed more than {} where {} expected, and was ended",
                size(run.stdout.len() as u64),
                counted(answers.len())
            ),
        ),
        End::Stopped(Stop::Processes) => {
            found(Verdict::RuntimeError, format!("had more than {MOST_PROCESSES} processes, which were ended"))
        }
        End::Signalled(signal) => {
            let hint = if *signal == Signal::SIGKILL as i32 { ", not by the judge" } else { "" };
            found(Verdict::RuntimeError, format!("was ended by {}{hint}", signal_name(*signal)))
        }
        End::Exited(status @ (1.. | ..0)) => {
            let right = run.stdout == expected.as_bytes();
            let after = if right { ", after right answers" } else { "" };
            found(Verdict::RuntimeError, format!("ended with exit status {status}{after}"))
        }
        End::Exited(0) if report.left > 0 => {
            let (many, were) = if report.left == 1 { ("process", "was") } else { ("processes", "were") };
            found(Verdict::RuntimeError, format!("ended and left {} {many} running, which {were} ended", report.left))
        }
        End::Exited(0) if run.stdout == expected.as_bytes() => None,
        End::Exited(0) => return compare(style, answers, expected, &run.stdout),
    };
    finding.map(|finding| Finding { given: lines(&run.stdout), ..finding })
}

/// The name of a signal.
pub fn signal_name(signal: i32) -> String {
    Signal::try_from(signal).map_or_else(|_| format!("signal {signal}"), |signal| signal.as_str().to_owned())
}

/// The most characters of a line that are kept: more than an answer has.
const MOST_KEPT: usize = 200;

fn text(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(&line[..line.len().min(4 * MOST_KEPT)]).into_owned();
    match line.char_indices().nth(MOST_KEPT) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}

/// The lines that say something.
fn lines(output: &[u8]) -> Vec<String> {
    output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).map(text).collect()
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// No answer.
    Nothing,
    /// That there is no path, in words.
    None,
    /// A number, after a label or a prompt or among words.
    Number(i64),
    /// Several numbers, none of which is the answer more than another.
    Several,
}

impl Meaning {
    /// What a line says for the board of this number, from 1.
    ///
    /// It never has a choice of numbers: one that may stand for an answer and one that may be right are the same only by chance.
    fn of(line: &[u8], number: usize) -> Self {
        let lower = line.to_ascii_lowercase();
        let says = |word: &[u8]| lower.windows(word.len()).any(|window| window == word);
        if says(b"unsolvable") || says(b"bored") {
            return Self::None;
        }
        // After `Case 1:`, `How many boards?` and the like.
        let label = line.iter().rposition(|byte| b":?=>".contains(byte)).map_or(0, |end| end + 1);
        let rest = if line[label..].iter().any(u8::is_ascii_digit) { &line[label..] } else { line };
        match numbers(rest)[..] {
            [] => Self::Nothing,
            [only] => Self::Number(only),
            // `Case 1 7`: what the first number is, is plain.
            [first, last]
                if i64::try_from(number) == Ok(first)
                    && rest.trim_ascii().first().is_some_and(|&byte| is_of_label(byte)) =>
            {
                Self::Number(last)
            }
            _ => Self::Several,
        }
    }

    fn is(self, answer: Answer) -> bool {
        let number = match answer {
            Answer::Moves(moves) => i64::try_from(moves).unwrap_or(i64::MAX),
            Answer::NoneWithin(_) => -1,
        };
        match self {
            Self::Nothing | Self::Several => false,
            Self::None => number == -1,
            Self::Number(given) => given == number,
        }
    }
}

/// Whether a label may begin with it.
const fn is_of_label(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'#'
}

/// The whole numbers of a text; what is no whole number is given as one that is no answer.
fn numbers(text: &[u8]) -> Vec<i64> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut numbers = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.iter().position(u8::is_ascii_digit) {
        let length = digits(&rest[start..]);
        let number: Option<i64> =
            std::str::from_utf8(&rest[start..start + length]).ok().and_then(|number| number.parse().ok());
        let is_negative = start > 0 && rest[start - 1] == b'-';
        rest = &rest[start + length..];
        let fraction = if rest.first() == Some(&b'.') { digits(&rest[1..]) } else { 0 };
        let is_whole = rest.iter().skip(1).take(fraction).all(|&digit| digit == b'0');
        if fraction > 0 {
            rest = &rest[1 + fraction..];
        }
        numbers.push(match number.filter(|_| is_whole) {
            Some(number) if is_negative => -number,
            Some(number) => number,
            None => i64::MAX,
        });
    }
    numbers
}

/// Compares what was written with what was expected.
fn compare(style: Style, answers: &[Answer], expected: &str, output: &[u8]) -> Option<Finding> {
    let mut all: Vec<&[u8]> = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    while all.last().is_some_and(|line| line.is_empty()) {
        all.pop();
    }
    if all.iter().copied().eq(expected.lines().map(str::as_bytes)) {
        return None;
    }
    let filled: Vec<&[u8]> = all.iter().map(|line| line.trim_ascii()).filter(|line| !line.is_empty()).collect();
    let count = answers.len();
    let pe = |explanation: String, given: &[&[u8]]| {
        let form_alone = given.len() == count;
        let given = given.iter().map(|line| text(line)).collect();
        Some(Finding { given, form_alone, ..Finding::new(Verdict::PresentationError, explanation) })
    };
    if filled.is_empty() {
        return pe(format!("printed nothing, where {} expected", counted(count)), &[]);
    }
    let wrong_of = |units: &[&[u8]]| -> Vec<usize> {
        let said = units.iter().zip(answers).enumerate();
        said.filter(|(index, (unit, answer))| !Meaning::of(unit, index + 1).is(**answer))
            .map(|(index, _)| index)
            .collect()
    };
    let mut units = units(&filled, count);
    let mut wrong = wrong_of(&units);
    // One that repeats the number of boards before its answers.
    let after_count = match filled.split_first() {
        Some((first, rest)) if rest.len() == count && numbers(first) == [i64::try_from(count).unwrap_or(i64::MAX)] => {
            Some(rest)
        }
        _ => None,
    };
    let repeats_count = after_count.is_some_and(|rest| {
        let of_rest = wrong_of(rest).len();
        of_rest == 0 || of_rest < wrong.len()
    });
    if let Some(rest) = after_count.filter(|_| repeats_count) {
        units = rest.to_vec();
        wrong = wrong_of(&units);
    }
    if let Some(&first) = wrong.first() {
        let several = match Meaning::of(units[first], first + 1) {
            Meaning::Several => ", in which more than one number may be meant",
            _ => "",
        };
        let explanation = format!(
            "answers board {} of {count} with `{}`{several}, where `{}` is right",
            first + 1,
            text(units[first]),
            style.answer(answers[first])
        );
        let given = units.iter().map(|line| text(line)).collect();
        return Some(Finding { wrong, given, ..Finding::new(Verdict::WrongAnswer, explanation) });
    }
    if repeats_count {
        return pe("printed more lines than expected: the number of boards, and then the right answers".into(), &units);
    }
    let got = units.len();
    if got != count {
        let printed = if got == 1 { "1 answer".into() } else { format!("{got} answers") };
        let which = if got < count { "as far as they go the right ones" } else { "the right ones first" };
        return pe(format!("printed {printed}, {which}, where {} expected", counted(count)), &units);
    }
    let differs = all.iter().copied().zip(expected.lines()).find(|(given, expected)| *given != expected.as_bytes());
    let what = match differs {
        Some((b"", _)) => "a blank line where an answer is expected".into(),
        Some((given, expected)) => format!("`{}` where `{expected}` is expected", text(given)),
        None => "more lines than expected".into(),
    };
    let is_of = |other: Style| {
        let lines = answers.iter().map(|&answer| other.answer(answer).to_string());
        all.iter().copied().eq(lines.collect::<Vec<_>>().iter().map(String::as_bytes))
    };
    if let Some(other) = Style::ALL.into_iter().find(|&other| is_of(other)) {
        return pe(format!("answers in the style {other}, not {style} (see --style): {what}"), &units);
    }
    pe(format!("printed the right numbers in another form: {what}"), &units)
}

fn counted(boards: usize) -> String {
    if boards == 1 { "1 line is".into() } else { format!("{boards} lines are") }
}

/// What stands for the answers, in their order: the lines; without those that say nothing where there are too many; or the words, where
/// these are numbers and there are too few lines.
fn units<'a>(lines: &[&'a [u8]], count: usize) -> Vec<&'a [u8]> {
    if lines.len() > count {
        let speaking: Vec<_> = lines.iter().copied().filter(|line| Meaning::of(line, 0) != Meaning::Nothing).collect();
        return if speaking.is_empty() { lines.to_vec() } else { speaking };
    }
    if lines.len() < count {
        let words: Vec<&[u8]> = lines.iter().flat_map(|line| line.split(u8::is_ascii_whitespace)).collect();
        let words: Vec<&[u8]> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let number = |word: &&[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<i64>().is_ok());
        if words.iter().all(number) {
            return words;
        }
    }
    lines.to_vec()
}

/// A time in words.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        0.0..1e-6 => (seconds * 1e9, "ns"),
        1e-6..1e-3 => (seconds * 1e6, "µs"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let digits = match number {
        _ if number.fract() == 0.0 => 0,
        0.0..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::super::launcher::Report;
    use super::*;

    fn judged(style: Style, answers: &[Answer], output: &str) -> (&'static str, Vec<usize>) {
        let lines: Vec<_> = answers.iter().map(|&answer| style.answer(answer).to_string() + "\n").collect();
        let expected = lines.concat();
        match compare(style, answers, &expected, output.as_bytes()) {
            None => ("AC", Vec::new()),
            Some(finding) => (finding.verdict.name(), finding.wrong),
        }
    }

    fn run(end: End) -> Run {
        let (processor, wall) = (Duration::ZERO, Duration::ZERO);
        let (left, survivors, peak, floor, stdout, stderr) = (0, 0, 0, 0, 0, 0);
        let report =
            Report { end, closed_output: false, left, survivors, processor, wall, peak, floor, stdout, stderr };
        Run { report, stdout: Vec::new(), stderr: Vec::new() }
    }

    #[test]
    fn form_and_numbers_are_told_apart() {
        let [seven, none] = [Answer::Moves(7), Answer::NoneWithin(15)];
        for (output, verdict) in [
            ("7\n-1\n", "AC"),
            ("7\n-1", "AC"),
            ("7 \t\r\n-1\r\n\r\n\n", "AC"),
            (" 7\n-1\n", "PE"),
            ("7\n\n-1\n", "PE"),
            ("7 -1\n", "PE"),
            ("7\nBored!\n", "PE"),
            ("Solvable in 7 move(s).\nUnsolvable in less than 16 move(s).\n", "PE"),
            ("Number of cases: 7\n-1\n", "PE"),
            ("Number of cases:\n7\n-1\n", "PE"),
            ("Case 1: 7\nCase 2: -1\n", "PE"),
            ("7\n", "PE"),
            ("", "PE"),
            ("\n\n", "PE"),
            ("7\n-1\n7\n", "PE"),
            ("7\n18\n", "WA"),
            ("8\n", "WA"),
            ("-1\n7\n", "WA"),
            ("7\n1\n", "WA"),
            ("hello\n-1\n", "WA"),
            ("7\n99999999999999999999999\n", "WA"),
            ("\u{0}\n\u{1}\n", "WA"),
            // Two numbers on a line are never both tried.
            ("Case 7: 8\nCase 2: -1\n", "WA"),
            ("Case 1: 8\nCase -1: 2\n", "WA"),
            ("8..7\n-1\n", "WA"),
            ("7..8\n-1\n", "WA"),
            ("7 7\n-1\n", "WA"),
            ("7.5\n-1\n", "WA"),
            ("7.0\n-1\n", "PE"),
            ("Case 1 7\n#2 -1\n", "PE"),
            ("Case 2 7\n#2 -1\n", "WA"),
            ("Case 1: Solvable in 7 move(s).\nCase 2: Bored!\n", "PE"),
            // The number of boards before the answers.
            ("2\n7\n-1\n", "PE"),
            ("2\n8\n-1\n", "WA"),
            ("3\n7\n-1\n", "WA"),
        ] {
            assert_eq!(judged(Style::Bzoj, &[seven, none], output).0, verdict, "{output:?}");
        }
        assert_eq!(judged(Style::Bzoj, &[none, seven, seven, none], "7\n7\n8\n-1\n").1, [0, 2]);
        assert_eq!(judged(Style::Bzoj, &[seven, none], "2\n8\n-1\n").1, [0]);
        // The number of boards is the answer, too.
        assert_eq!(judged(Style::Bzoj, &[Answer::Moves(1)], "1\n1\n"), ("PE", Vec::new()));
        // The goal alone, with a label that would be the answer of another.
        assert_eq!(judged(Style::Bzoj, &[Answer::Moves(1)], "Case 1: 0\n"), ("WA", vec![0]));
        let uva = [Answer::Moves(7), Answer::NoneWithin(10)];
        for (output, verdict) in [
            ("Solvable in 7 move(s).\nUnsolvable in less than 11 move(s).\n", "AC"),
            ("7\n-1\n", "PE"),
            ("solvable in 7 moves\nunsolvable in less than 11 move(s).\n", "PE"),
            ("Solvable in 11 move(s).\nUnsolvable in less than 11 move(s).\n", "WA"),
        ] {
            assert_eq!(judged(Style::Uva, &uva, output).0, verdict, "{output:?}");
        }
    }

    #[test]
    fn memory_is_told_as_it_was_held() {
        let limits = Limits { processor: Duration::from_secs(1), wall: Duration::from_secs(2), memory: 4 << 20 };
        let mut run = run(End::Stopped(Stop::MemoryTogether(20 << 20)));
        let found = |run: &Run| examine(run, &limits, Style::Bzoj, &[Answer::Moves(7)], "7\n");
        let finding = found(&run).unwrap();
        assert_eq!(finding.verdict, Verdict::MemoryLimit);
        assert!(
            finding.explanation.contains("together held 20 MiB, more than 4 times 4 MiB"),
            "{}",
            finding.explanation
        );
        // What the launcher held itself is no fault of the program.
        run.report.end = End::Exited(0);
        run.stdout = b"7\n".to_vec();
        (run.report.peak, run.report.floor) = (5 << 20, 5 << 20);
        assert_eq!(found(&run), None);
        run.report.floor = 3 << 20;
        assert_eq!(found(&run).unwrap().verdict, Verdict::MemoryLimit);
        // A signal is one, also that of the system's limit.
        run.report = Report { end: End::Signalled(Signal::SIGXCPU as i32), peak: 0, ..run.report };
        assert_eq!(found(&run).unwrap().verdict, Verdict::RuntimeError);
    }

    #[test]
    fn kinds_of_a_fault_are_told_apart() {
        let crash = Finding::new(Verdict::RuntimeError, String::new());
        let [signal, status] = [run(End::Signalled(11)), run(End::Exited(7))];
        assert_ne!(crash.kind(&signal, 1), crash.kind(&status, 1));
        assert_eq!(crash.kind(&signal, 1), crash.kind(&signal, 9));
        let form =
            Finding { given: vec!["Case 1: 7".into()], ..Finding::new(Verdict::PresentationError, String::new()) };
        let ended = run(End::Exited(0));
        assert_ne!(form.kind(&ended, 1), form.kind(&ended, 10));
        let wrong = Finding { wrong: vec![4], ..Finding::new(Verdict::WrongAnswer, String::new()) };
        assert_eq!(wrong.kind(&ended, 5), Finding::new(Verdict::WrongAnswer, String::new()).kind(&ended, 1));
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(time(Duration::from_secs(1)), "1 s");
        assert_eq!(time(Duration::from_micros(31_417)), "31.4 ms");
        assert_eq!(time(Duration::ZERO), "0 ns");
    }
}
