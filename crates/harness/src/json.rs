//! How values of the other crates are written as JSON, and read.

use chivalry_engine::Stats;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a search counted on a board: exact, the same on every machine.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Stats")]
pub(crate) struct Counters {
    /// States expanded.
    pub(crate) expanded: u64,
    /// States generated.
    pub(crate) generated: u64,
    /// Of them those that were known already.
    pub(crate) duplicates: u64,
    /// The most states held at one time.
    pub(crate) peak_stored: u64,
    /// Iterations, or levels.
    pub(crate) rounds: u64,
}

/// A board as its one line: `#[serde(with = "crate::json::board")]`.
pub(crate) mod board {
    use chivalry_board::Board;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(board)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|error| D::Error::custom(format_args!("no board `{text}`: {error}")))
    }
}
