//! Values of other crates in the JSON form.

use serde::Serializer;
use std::fmt::Display;

/// The most bytes of a text of the judged program.
const MOST: usize = 1 << 16;

/// A text that may be no text.
pub(crate) fn lossy<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]))
}

/// What has a text.
pub(crate) fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A list of what has a text.
pub(crate) fn texts<S: Serializer>(values: &[impl Display], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// A list that is told by its length.
pub(crate) fn length<T, S: Serializer>(list: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(list.len() as u64)
}

/// A time in whole nanoseconds.
pub(crate) mod nanos {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_nanos)
    }
}
