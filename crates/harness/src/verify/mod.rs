//! Answers held against exact distances and against each other.

mod verdict;

pub use verdict::{Answer, Refuted, Verdict};
