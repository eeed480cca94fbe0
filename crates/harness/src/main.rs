//! The program `chivalry`.

use std::process::ExitCode;

fn main() -> ExitCode {
    chivalry::run(std::env::args_os())
}
