//! Any program against the exact answers: the tests, how they are run, what they show.
//!
//! A [`session`] gives [`cases`] to the program in its [`sandbox`], by way of a [`launcher`], and has each run [examined](verdict). What fails is
//! [shrunk](shrink). [`statement`] says what was tested, in words and for the JSON.

pub mod boards;
pub mod cases;
pub mod launcher;
mod processes;
pub mod sandbox;
pub mod session;
pub mod shrink;
pub mod statement;
pub mod times;
pub mod verdict;
