//! Runs in words, tables and rows.

pub(crate) mod table;
pub(crate) mod words;

pub(crate) use table::Table;
