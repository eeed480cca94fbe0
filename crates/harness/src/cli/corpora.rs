//! The boards that a command works on: files, random ones, or the bundled corpus.

use crate::cli::exit::Status;
use crate::cli::output::note;
use chivalry_board::Board;
use chivalry_corpus::{BUNDLED, Case, Escaped, Form, Random, ReadError, Style};
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The most random boards that can be asked for.
pub const MOST_RANDOM: i64 = 10_000_000;

/// Boards with a name.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The file, or what the boards are.
    pub name: String,
    /// The boards.
    pub cases: Vec<Case>,
}

/// The form of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileForm {
    /// Told from the file.
    Auto,
    /// One board a line.
    Corpus,
    /// A judge's file with `*`.
    #[value(aliases = ["luogu", "acwing"])]
    Bzoj,
    /// A judge's file with `*`.
    Fzu,
    /// A judge's file with a space.
    #[value(alias = "kattis")]
    Uva,
}

impl From<FileForm> for Form {
    fn from(form: FileForm) -> Self {
        match form {
            FileForm::Auto => Self::Any,
            FileForm::Corpus => Self::Corpus,
            FileForm::Bzoj => Self::Judge(Style::Bzoj),
            FileForm::Fzu => Self::Judge(Style::Fzu),
            FileForm::Uva => Self::Judge(Style::Uva),
        }
    }
}

/// Which boards are worked on.
#[derive(Clone, Debug, clap::Args)]
pub struct Selection {
    /// Files of boards, `-` for standard input; the bundled corpus where there are none
    #[arg(value_name = "CORPUS")]
    files: Vec<PathBuf>,
    /// The form of the files: auto, corpus, bzoj, fzu or uva
    #[arg(long, help_heading = "Boards", value_name = "FORM", default_value = "auto", hide_possible_values = true)]
    style: FileForm,
    /// Add this many random boards, all different
    #[arg(long, help_heading = "Boards", value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_RANDOM))]
    random: Option<u32>,
    /// The seed of the random boards, and of every other choice
    #[arg(long, help_heading = "Boards", value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl Selection {
    /// These files, or the bundled corpus where there are none, and so many random boards.
    pub const fn of(files: Vec<PathBuf>, random: Option<u32>, seed: u64) -> Self {
        Self { files, style: FileForm::Auto, random, seed }
    }

    /// Whether the boards are those of the bundled corpus, as nothing else was chosen.
    pub const fn is_bundled(&self) -> bool {
        self.files.is_empty() && self.random.is_none()
    }

    /// Whether random boards are among them: the last corpus.
    pub const fn has_random(&self) -> bool {
        self.random.is_some()
    }

    /// The files as named, `-` for standard input.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Reads the boards. Distances that a corpus states are those to [`Board::GOAL`]: for another goal they are dropped.
    ///
    /// # Errors
    ///
    /// [`Status::Bad`], the message having been written, where a file is not what it should be.
    pub fn read(&self, goal: Board) -> Result<Vec<Corpus>, Status> {
        let form = self.style.into();
        let mut corpora = Vec::new();
        let mut bad = self.files.iter().filter(|path| path.as_os_str() == "-").count() > 1;
        if bad {
            note("chivalry: found `-` more than once, expected it once at most");
            return Err(Status::Bad);
        }
        for path in &self.files {
            match read(path, form) {
                Ok(cases) => corpora.push(Corpus { name: name(path), cases }),
                Err(error) => {
                    note(error);
                    bad = true;
                }
            }
        }
        if bad {
            return Err(Status::Bad);
        }
        if self.is_bundled() {
            let cases = chivalry_corpus::read(BUNDLED.as_bytes(), Form::Corpus).unwrap_or_default();
            corpora.push(Corpus { name: "bundled".into(), cases });
        }
        if let Some(count) = self.random {
            let boards = Random::new(self.seed).boards(count).into_iter();
            let cases = boards.zip(1..).map(|(board, line)| Case { board, exact: None, line }).collect();
            corpora.push(Corpus { name: format!("random, seed {}", self.seed), cases });
        }
        if goal != Board::GOAL {
            let stated = corpora.iter().filter(|corpus| corpus.cases.iter().any(|case| case.exact.is_some()));
            for Corpus { name, .. } in stated.filter(|_| !self.files.is_empty()) {
                note(format_args!(
                    "{}: the distances that it states are taken for those to the usual goal, and not used",
                    Escaped(name)
                ));
            }
            for case in corpora.iter_mut().flat_map(|corpus| &mut corpus.cases) {
                case.exact = None;
            }
        }
        Ok(corpora)
    }
}

/// Opens an input, `-` being standard input, and reads all of its boards.
///
/// # Errors
///
/// The message for the user, which names the file.
pub fn read(path: &Path, form: Form) -> Result<Vec<Case>, String> {
    let result = if path.as_os_str() == "-" {
        chivalry_corpus::read(io::stdin().lock(), form)
    } else {
        File::open(path).map_err(ReadError::from).and_then(|file| chivalry_corpus::read(file, form))
    };
    result.map_err(|error| {
        let name = name(path);
        match error {
            ReadError::Parse(error) => format!("{}:{error}", Escaped(&name)),
            ReadError::Io(error) => format!("{}: {}", Escaped(&name), unreadable(&error)),
        }
    })
}

/// What an input is called in messages.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

/// Why a file could not be read, to stand after its name.
pub fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "found no such file, expected a file".into(),
        ErrorKind::IsADirectory => "found a folder, expected a file".into(),
        ErrorKind::PermissionDenied => "found no permission to read it, expected a readable file".into(),
        _ => format!("found an error while reading ({error}), expected a readable file"),
    }
}
