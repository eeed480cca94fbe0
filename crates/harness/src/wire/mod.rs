//! The forms of the program's JSON, apart from the types that it computes with, so that neither binds the other.

pub mod bench;
pub mod checkpoint;
pub mod compare;
pub mod engines;
pub mod judge;
pub mod proof;
pub mod protocol;
pub mod solve;
pub mod table;
pub mod verify;
