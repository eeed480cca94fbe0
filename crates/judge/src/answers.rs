//! What a program's output says.
//!
//! Blanks at the end of a line, carriage returns and blank lines at the end do not matter, as with real judges. If the
//! numbers are right, any other difference is `PE`: blanks before an answer, blank lines between answers, the words of
//! another style or in another case, labels, prompts, several answers on a line, the number of boards before the
//! answers.
//!
//! The words that say that there is no path mean −1. Else the answer of a line is the only number after the last `:`,
//! `?`, `=` or `>`. A line with several numbers there has no answer: which of them was meant would be a guess.

use crate::verdict::{Finding, Verdict, lines};
use chivalry_corpus::words::counted;
use chivalry_corpus::{Answer, Excerpt, Style};

fn excerpt(line: &[u8]) -> String {
    Excerpt::line(&String::from_utf8_lossy(line)).to_string()
}

/// The lines that say something, not more of each than is needed.
pub(crate) fn excerpts(output: &[u8]) -> Vec<String> {
    output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).map(excerpt).collect()
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// No answer.
    Nothing,
    /// A number; −1 for no path.
    Number(f64),
    /// Several numbers.
    Several,
}

impl Meaning {
    fn of(line: &[u8]) -> Self {
        let lower = line.to_ascii_lowercase();
        let says = |word: &[u8]| lower.windows(word.len()).any(|window| window == word);
        if says(b"unsolvable") || says(b"bored") {
            return Self::Number(-1.0);
        }
        let label = line.iter().rposition(|byte| b":?=>".contains(byte)).map_or(0, |end| end + 1);
        let words = line[label..].split(|byte| !(byte.is_ascii_digit() || b".-".contains(byte)));
        let numbers: Vec<_> = words.filter(|word| word.iter().any(u8::is_ascii_digit)).collect();
        match numbers[..] {
            [] => Self::Nothing,
            // What is no whole number is no answer.
            [only] => Self::Number(whole(only).unwrap_or(f64::INFINITY)),
            _ => Self::Several,
        }
    }

    fn is(self, answer: Answer) -> bool {
        self == Self::Number(if let Answer::Moves(moves) = answer { moves as f64 } else { -1.0 })
    }
}

/// A whole number, also as `7.` and `7.0`.
fn whole(word: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(word).ok()?.trim_end_matches('.').parse().ok()?;
    (number.fract() == 0.0).then_some(number)
}

/// Which boards are answered wrong.
fn wrong(units: &[&[u8]], answers: &[Answer]) -> Vec<usize> {
    let said = units.iter().zip(answers).enumerate();
    said.filter(|(_, (unit, answer))| !Meaning::of(unit).is(**answer)).map(|(index, _)| index).collect()
}

/// Compares what was written with what was expected.
pub(crate) fn compare(style: Style, answers: &[Answer], expected: &str, output: &[u8]) -> Option<Finding> {
    let mut all: Vec<&[u8]> = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    while all.last().is_some_and(|line| line.is_empty()) {
        all.pop();
    }
    if all.iter().copied().eq(expected.lines().map(str::as_bytes)) {
        return None;
    }
    let count = answers.len();
    let mut units = units(&all, count);
    let mut wrong_units = wrong(&units, answers);
    // One that repeats the number of boards before its answers.
    let mut repeats_count = false;
    if units.len() == count + 1 && Meaning::of(units[0]) == Meaning::Number(count as f64) {
        let of_rest = wrong(&units[1..], answers);
        repeats_count = of_rest.is_empty() || of_rest.len() < wrong_units.len();
        if repeats_count {
            units.remove(0);
            wrong_units = of_rest;
        }
    }
    let finding = if let Some(&first) = wrong_units.first() {
        let several = match Meaning::of(units[first]) {
            Meaning::Several => ", in which more than one number may be meant",
            _ => "",
        };
        let (given, right) = (excerpt(units[first]), style.answer(answers[first]));
        let answered = format!("answers board {} of {count} with `{given}`{several}", first + 1);
        Finding::new(Verdict::WrongAnswer, format!("{answered}, where `{right}` is right"))
    } else if repeats_count {
        let what = "printed more lines than expected: the number of boards, and then the right answers";
        Finding::new(Verdict::PresentationError, what)
    } else {
        Finding::new(Verdict::PresentationError, wrong_form(style, answers, expected, &all, units.len()))
    };
    let form_alone = finding.verdict == Verdict::PresentationError && units.len() == count;
    let given = units.iter().map(|unit| excerpt(unit)).collect();
    Some(Finding { wrong: wrong_units, given, form_alone, ..finding })
}

/// What is wrong with output whose numbers are right, so many of them.
fn wrong_form(style: Style, answers: &[Answer], expected: &str, all: &[&[u8]], given: usize) -> String {
    let count = answers.len();
    if given == 0 {
        return format!("printed nothing, where {} expected", lines(count));
    }
    if given != count {
        let which = if given < count { "as far as they go the right ones" } else { "the right ones first" };
        let printed = counted(given as u64, "answer");
        return format!("printed {printed}, {which}, where {} expected", lines(count));
    }
    let differs = all.iter().copied().zip(expected.lines()).find(|(given, expected)| *given != expected.as_bytes());
    let what = match differs {
        Some((b"", _)) => "a blank line where an answer is expected".into(),
        Some((given, expected)) => format!("`{}` where `{expected}` is expected", excerpt(given)),
        None => "more lines than expected".into(),
    };
    let is_of = |other: &Style| {
        let lines = answers.iter().map(|&answer| other.answer(answer).to_string().into_bytes());
        all.iter().map(|line| line.to_vec()).eq(lines)
    };
    match Style::ALL.iter().find(|other| is_of(other)) {
        Some(other) => format!("answers in the style {other}, not {style} (see --style): {what}"),
        None => format!("printed the right numbers in another form: {what}"),
    }
}

/// What is taken for the answers, in their order: the lines. If there are too many, lines that say nothing are left
/// out. If there are too few and the words are numbers, it is the words.
fn units<'a>(all: &[&'a [u8]], count: usize) -> Vec<&'a [u8]> {
    let mut lines: Vec<_> = all.iter().map(|line| line.trim_ascii()).filter(|line| !line.is_empty()).collect();
    if lines.len() > count && lines.iter().any(|line| Meaning::of(line) != Meaning::Nothing) {
        lines.retain(|line| Meaning::of(line) != Meaning::Nothing);
    } else if lines.len() < count {
        let words = lines.iter().flat_map(|line| line.split(u8::is_ascii_whitespace));
        let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
        if words.iter().all(|word| whole(word).is_some()) {
            return words;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(style: Style, answers: &[Answer], output: &str) -> (String, Vec<usize>) {
        let lines: Vec<_> = answers.iter().map(|&answer| style.answer(answer).to_string() + "\n").collect();
        match compare(style, answers, &lines.concat(), output.as_bytes()) {
            None => ("AC".into(), Vec::new()),
            Some(finding) => (finding.verdict.to_string(), finding.wrong),
        }
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
            ("Case 1 7\nCase 2 -1\n", "WA"),
            ("8..7\n-1\n", "WA"),
            ("7..8\n-1\n", "WA"),
            ("7 7\n-1\n", "WA"),
            ("7.5\n-1\n", "WA"),
            ("7.0\n-1\n", "PE"),
            ("7.\n-1\n", "PE"),
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
        assert_eq!(judged(Style::Bzoj, &[Answer::Moves(1)], "1\n1\n"), ("PE".into(), Vec::new()));
        // The goal alone, with a label that would be the answer of another.
        assert_eq!(judged(Style::Bzoj, &[Answer::Moves(1)], "Case 1: 0\n"), ("WA".into(), vec![0]));
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
}
