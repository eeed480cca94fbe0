//! The complete table of exact distances, shared by all who ask for one goal.

use chivalry_board::Board;
use chivalry_table::{Table, TableEngine};
use std::sync::{Arc, Mutex, PoisonError};

/// The table of the goal asked for last. It is a cache: no answer depends on what it holds.
static SHARED: Mutex<Option<Arc<Table>>> = Mutex::new(None);

fn held() -> Option<Arc<Table>> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The table for this goal, built on the threads of the current rayon pool where the one that is held is another.
pub(crate) fn shared(goal: Board) -> Arc<Table> {
    // Never built under the lock: a thread of the pool that waits for the build may take up other work, and that may ask for the lock.
    held().filter(|table| table.goal() == goal).unwrap_or_else(|| {
        let table = Arc::new(Table::build(goal));
        *SHARED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&table));
        table
    })
}

/// The engine `table`. It reads the shared table where there is one for its goal, and else builds its own.
pub(crate) fn engine() -> TableEngine {
    held().map_or_else(TableEngine::new, TableEngine::from)
}
