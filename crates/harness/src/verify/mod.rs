//! Answers held against exact distances and against each other.

pub mod check;
pub mod checkpoint;
pub mod space;
pub mod wire_checkpoint;
pub mod wire_proof;
pub mod wire_verify;
