//! Runs in words, tables and rows.

pub(crate) mod words;
