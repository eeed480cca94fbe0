//! Two runs held against each other.

mod common;

pub(crate) use common::{same_stratum, unlike};
