//! The program `chivalry`.

use std::process::ExitCode;

fn main() -> ExitCode {
    chivalry::run(&chivalry::engines::Registry::bundled(), std::env::args_os())
}
