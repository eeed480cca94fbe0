//! `chivalry engines --json`: an array of these.

use serde::Serialize;

/// An engine.
#[derive(Debug, Serialize)]
pub struct Engine {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Whether it needs a limit or a budget for far boards.
    pub needs_limit: bool,
}
