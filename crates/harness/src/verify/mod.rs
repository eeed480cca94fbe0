//! Answers held against exact distances and against each other.
//!
//! `check` has engines solve boards and judges what they answer, `space` takes the boards from complete enumeration, and `statement` says what was
//! proven that way, in a form that is written, read and folded.

pub(crate) mod check;
pub(crate) mod report;
pub(crate) mod space;
pub(crate) mod statement;
mod verdict;

pub use verdict::{Answer, Refuted, Verdict};
