//! The suite that every engine runs.
