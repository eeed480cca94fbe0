//! Properties of reading: nothing makes them panic, and what is written is read.

use chivalry_board::Board;
use chivalry_corpus::{Form, Style, read};
use proptest::prelude::*;
use std::fmt::Write;

const FORMS: [Form; 6] = [
    Form::Judge(Style::Bzoj),
    Form::Judge(Style::Fzu),
    Form::Judge(Style::Uva),
    Form::Corpus,
    Form::CorpusOr(Style::Bzoj),
    Form::Any,
];

/// Every form, on bytes of any kind: an answer or a message.
fn read_all(bytes: &[u8]) {
    for form in FORMS {
        if let Err(error) = read(bytes, form) {
            let message = error.to_string();
            assert!(message.contains(": found ") && message.contains(", expected "), "{message:?}");
            assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
        }
    }
}

fn boards() -> impl Strategy<Value = Vec<Board>> {
    prop::collection::vec((0..Board::COUNT).prop_map(|rank| Board::from_rank(rank).unwrap()), 1..20)
}

/// Liberties that a judge's file may take.
#[derive(Clone, Debug)]
struct Liberties {
    end: &'static str,
    mark: bool,
    blank_lines: usize,
    trailing: usize,
    last_end: bool,
    lose_trailing_space: bool,
}

fn liberties() -> impl Strategy<Value = Liberties> {
    (prop::sample::select(vec!["\n", "\r\n"]), any::<bool>(), 0..3_usize, 0..3_usize, any::<bool>(), any::<bool>())
        .prop_map(|(end, mark, blank_lines, trailing, last_end, lose_trailing_space)| Liberties {
            end,
            mark,
            blank_lines,
            trailing,
            last_end,
            lose_trailing_space,
        })
}

fn write(boards: &[Board], style: Style, with: &Liberties) -> String {
    let Liberties { end, mark, blank_lines, trailing, last_end, lose_trailing_space } = *with;
    let mut text = String::new();
    let spaces = " ".repeat(trailing);
    write!(text, "{}{}{spaces}{end}", if mark { "\u{FEFF}" } else { "" }, boards.len()).unwrap();
    for board in boards {
        for _ in 0..blank_lines {
            write!(text, "{spaces}{end}").unwrap();
        }
        for row in format!("{board:#}").lines() {
            let row = row.replace('*', &style.blank().to_string());
            if lose_trailing_space && row.ends_with(' ') {
                write!(text, "{}{end}", row.trim_end()).unwrap();
            } else {
                write!(text, "{row}{spaces}{end}").unwrap();
            }
        }
    }
    if !last_end {
        text.truncate(text.len() - end.len());
    }
    text
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn any_bytes_of_the_alphabet_are_survived(text in "[01*/ \r\n#?\t-]{0,200}") {
        read_all(text.as_bytes());
    }

    #[test]
    fn nearly_valid_files_are_survived(
        boards in boards(),
        with in liberties(),
        corpus in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(any::<u8>())), 0..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        for style in Style::ALL {
            let text = if corpus {
                boards.iter().fold(String::new(), |text, board| text + &format!("{board} 7{}", with.end))
            } else {
                write(&boards, style, &with)
            };
            let mut bytes = text.into_bytes();
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                match byte {
                    Some(byte) => bytes[at] = *byte,
                    None => { bytes.remove(at); }
                }
            }
            if let Some(cut) = &cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            read_all(&bytes);
        }
    }

    #[test]
    fn judges_files_are_read_as_written(boards in boards(), with in liberties()) {
        for style in Style::ALL {
            let text = write(&boards, style, &with);
            let cases = read(text.as_bytes(), Form::Judge(style));
            let read: Vec<_> = cases.map_err(|error| TestCaseError::fail(format!("{error:?} in {text:?}")))?
                .into_iter().map(|case| case.board).collect();
            prop_assert_eq!(&read, &boards, "{:?}", text);
        }
    }

    #[test]
    fn corpora_are_read_as_written(boards in boards(), distances in prop::collection::vec(prop::option::of(any::<u8>()), 20)) {
        let mut text = String::from("# boards\n\n");
        for (board, distance) in boards.iter().zip(&distances) {
            let distance = distance.map_or("?".into(), |distance| distance.to_string());
            writeln!(text, "{board} {distance} # comment").unwrap();
        }
        for form in [Form::Corpus, Form::CorpusOr(Style::Uva), Form::Any] {
            let read: Vec<_> = read(text.as_bytes(), form).unwrap().into_iter().map(|case| (case.board, case.exact)).collect();
            let written: Vec<_> = boards.iter().copied().zip(distances.iter().copied()).collect();
            prop_assert_eq!(read, written);
        }
    }

    /// The lines on which boards begin, whichever way they were read.
    #[test]
    fn lines_are_counted(boards in boards(), with in liberties()) {
        let text = write(&boards, Style::Bzoj, &with);
        let lines: Vec<_> = text.lines().collect();
        for case in read(text.as_bytes(), Form::Any).unwrap() {
            let first = lines[case.line as usize - 1].trim_end();
            prop_assert!(case.board.to_string().starts_with(first), "{} {:?}", case.line, text);
        }
    }
}
