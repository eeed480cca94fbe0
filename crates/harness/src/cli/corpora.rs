//! The boards that a command works on: files, random ones, or the bundled corpus.

use super::exit::{Refusal, Status};
use super::files::is_stream;
use super::output::note;
use crate::engines::Search;
use crate::measure::{self, Boards};
use crate::run::{self, Run};
use chivalry_board::Board;
use chivalry_corpus::{BUNDLED, Case, Escaped, Form, Random, ReadError};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The most random boards that can be asked for.
pub(crate) const MOST_RANDOM: i64 = 10_000_000;

/// Boards with a name.
#[derive(Clone, Debug)]
pub(crate) struct Corpus {
    /// The file, or what the boards are.
    pub(crate) name: String,
    /// The boards.
    pub(crate) cases: Vec<Case>,
}

/// Which boards are worked on.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Selection {
    /// Files of boards, `-` for standard input; the bundled corpus where there are none
    #[arg(value_name = "CORPUS")]
    pub(crate) files: Vec<PathBuf>,
    /// Add this many random boards, all different
    #[arg(long, help_heading = "Boards", value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_RANDOM))]
    pub(crate) random: Option<u32>,
    /// The seed of the random boards, and of every other choice
    #[arg(long, help_heading = "Boards", value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Selection {
    /// Whether the boards are those of the bundled corpus, as nothing else was chosen.
    pub(crate) const fn is_bundled(&self) -> bool {
        self.files.is_empty() && self.random.is_none()
    }

    /// Reads the boards; the random ones, where there are any, are the last corpus. Distances that a corpus states are those to
    /// [`Board::GOAL`]: for another goal they are dropped.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where a file is not what it should be; it names all that are not.
    pub(crate) fn read(&self, goal: Board) -> Result<Vec<Corpus>, Refusal> {
        let mut corpora = all(&self.files, |path| {
            let cases = boards(path, Form::Any)?;
            Ok(Corpus { name: name(path), cases })
        })?;
        if self.is_bundled() {
            let cases = chivalry_corpus::read(BUNDLED.as_bytes(), Form::Corpus).unwrap_or_default();
            corpora.push(Corpus { name: "bundled".into(), cases });
        }
        if let Some(count) = self.random {
            corpora.push(Corpus { name: format!("random, seed {}", self.seed), cases: random(count, self.seed) });
        }
        if goal != Board::GOAL {
            for Corpus { name, cases } in &mut corpora {
                if cases.iter().any(|case| case.exact.is_some()) && !self.files.is_empty() {
                    let name = Escaped(name);
                    note(format_args!("{name}: it states distances to the usual goal; they are not used"));
                }
                for case in cases {
                    case.exact = None;
                }
            }
        }
        Ok(corpora)
    }
}

impl Selection {
    /// Reads the boards to measure: those of [`Selection::read`], and random ones beside the bundled corpus where no limit is chosen.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where a file is not what it should be, or there is no board at all.
    pub(crate) fn boards(&self, search: &Search) -> Result<Boards, Refusal> {
        let mut corpora = self.read(search.goal)?;
        if corpora.iter().all(|corpus| corpus.cases.is_empty()) {
            return Err(Refusal::of(Status::Nothing, "nothing was measured: there is no board"));
        }
        let random = match self.random {
            Some(_) => corpora.pop().map(|corpus| corpus.cases).unwrap_or_default(),
            None if self.is_bundled() && search.max_moves.is_none() => random(measure::RANDOM, self.seed),
            None => Vec::new(),
        };
        let given = corpora.into_iter().flat_map(|corpus| corpus.cases).collect();
        Ok(Boards { given, random, bundled: self.is_bundled() })
    }
}

/// So many random boards, all different.
pub(crate) fn random(count: u32, seed: u64) -> Vec<Case> {
    let boards = Random::new(seed).boards(count).into_iter();
    boards.zip(1..).map(|(board, line)| Case { board, exact: None, line }).collect()
}

/// Reads all files; standard input is one of them at most.
///
/// # Errors
///
/// [`Refusal`] with the messages of all files that cannot be read.
pub(crate) fn all<T>(paths: &[PathBuf], read: impl Fn(&Path) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
    if paths.iter().filter(|path| is_stream(path)).count() > 1 {
        return Err(Refusal::usage("found `-` more than once, expected it once at most"));
    }
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for path in paths {
        match read(path) {
            Ok(found) => good.push(found),
            Err(refusal) => bad.push(refusal.message),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(Refusal::bad(bad.join("\n"))) }
}

/// Reads all boards of an input, `-` being standard input.
///
/// # Errors
///
/// [`Refusal`], which names the place of the fault.
pub(crate) fn boards(path: &Path, form: Form) -> Result<Vec<Case>, Refusal> {
    let result = opened(path).map_err(ReadError::from).and_then(|file| chivalry_corpus::read(file, form));
    result.map_err(|error| match error {
        ReadError::Io(error) => unreadable(path, &error),
        fault @ ReadError::Parse { .. } => Refusal::bad(format_args!("{}:{fault}", Escaped(&name(path)))),
    })
}

/// Reads a run that `chivalry bench --json` wrote, `-` being standard input.
///
/// # Errors
///
/// [`Refusal`], which names the place of the fault.
pub(crate) fn read_run(path: &Path) -> Result<Run, Refusal> {
    let result = opened(path).map_err(run::ReadError::Io).and_then(run::read_from);
    result.map_err(|error| match error {
        run::ReadError::Io(error) => unreadable(path, &error),
        run::ReadError::Parse(message) => {
            let space = if message.starts_with(|first: char| first.is_ascii_digit()) { "" } else { " " };
            Refusal::bad(format_args!("{}:{space}{message}", Escaped(&name(path))))
        }
    })
}

/// An input, `-` being standard input.
pub(crate) fn opened(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_stream(path) { Ok(Box::new(io::stdin().lock())) } else { Ok(Box::new(File::open(path)?)) }
}

/// What an input is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stream(path) { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

/// Why an input could not be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Refusal {
    let words = match error.kind() {
        ErrorKind::NotFound => "found no such file, expected a file".into(),
        ErrorKind::IsADirectory => "found a folder, expected a file".into(),
        ErrorKind::PermissionDenied => "found no permission to read it, expected a readable file".into(),
        _ => format!("found an error while reading ({error}), expected a readable file"),
    };
    Refusal::bad(format_args!("{}: {words}", Escaped(&name(path))))
}
