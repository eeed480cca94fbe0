//! The form of a judgement as JSON.

pub mod judge;
