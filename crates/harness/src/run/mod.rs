//! A measurement, as it is kept.

pub mod environment;
pub mod record;
pub mod wire;
