//! Complete tables of exact distances: built or read, and shared by all who ask.

use crate::cli::corpora::unreadable;
use chivalry_board::Board;
use chivalry_corpus::Escaped;
use chivalry_table::{ReadTableError, Table, TableEngine, Wide};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The table of the goal asked for last. It is a cache: no answer depends on what it holds.
static SHARED: Mutex<Option<Arc<Table>>> = Mutex::new(None);

/// The shared table, if it is for this goal.
fn held(goal: Board) -> Option<Arc<Table>> {
    any_held().filter(|table| table.goal() == goal)
}

fn any_held() -> Option<Arc<Table>> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Shares a table from now on, in the place of any other.
pub fn share(table: Table) -> Arc<Table> {
    let table = Arc::new(table);
    *SHARED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&table));
    table
}

/// The shared table for this goal, built on the threads of the current rayon pool where there is none.
pub fn shared(goal: Board) -> Arc<Table> {
    // Never built under the lock: a thread of the pool that waits for the build may take up other work, and that may ask for the lock.
    held(goal).unwrap_or_else(|| share(Table::build(goal)))
}

/// The engine `table`. It reads the shared table where there is one for its goal, and else builds its own.
pub fn engine() -> TableEngine {
    any_held().map_or_else(TableEngine::new, TableEngine::from)
}

/// Where a table comes from.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Source {
    /// Read the table from a file that `chivalry table export` wrote, instead of building it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl Source {
    /// Whether a file is named.
    pub const fn is_file(&self) -> bool {
        self.table.is_some()
    }

    /// Reads the file, where one is named, and shares its table.
    ///
    /// # Errors
    ///
    /// Where it is no table for the goal.
    pub fn prepare(&self, goal: Board) -> Result<(), TableFileError> {
        if let Some(path) = &self.table {
            share(read(path, goal)?);
        }
        Ok(())
    }

    /// The table, shared.
    ///
    /// # Errors
    ///
    /// Where the file is no table for the goal.
    pub fn table(&self, goal: Board) -> Result<Arc<Table>, TableFileError> {
        self.prepare(goal)?;
        Ok(shared(goal))
    }

    /// The exact distances, ready for a great many questions, once [`Source::prepare`] has read the file.
    pub fn exact(&self, goal: Board) -> Exact {
        // What was read is what is asked: its wide form would be built anew.
        if self.is_file() { Exact::Table(shared(goal)) } else { Exact::Wide(Box::new(Wide::build(goal))) }
    }
}

/// Exact distances of all boards to a goal.
#[derive(Clone, Debug)]
pub enum Exact {
    /// One bit a board: a seventh of a microsecond a question.
    Table(Arc<Table>),
    /// The wide form: a fifth of that.
    Wide(Box<Wide>),
}

impl Exact {
    /// The fewest moves from this board to the goal.
    #[inline]
    pub fn distance(&self, board: Board) -> u8 {
        match self {
            Self::Table(table) => table.distance(board),
            Self::Wide(wide) => wide.distance(board),
        }
    }
}

/// Reads a table.
///
/// # Errors
///
/// Where the file cannot be read or is no table for the goal.
pub fn read(path: &Path, goal: Board) -> Result<Table, TableFileError> {
    let read = |path| {
        let file = File::open(path).map_err(ReadTableError::Io)?;
        Table::read_from(file, goal)
    };
    read(path).map_err(|kind| TableFileError { name: path.to_string_lossy().into_owned(), kind })
}

/// A file that is no table for the goal. `Display` names the file and the fault.
#[derive(Debug)]
pub struct TableFileError {
    /// The file as named by the user.
    pub name: String,
    /// What is wrong.
    pub kind: ReadTableError,
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Escaped(&self.name))?;
        match &self.kind {
            ReadTableError::Io(error) => write!(f, ": {}", unreadable(error)),
            kind => write!(f, ": {kind}"),
        }
    }
}

impl std::error::Error for TableFileError {}
