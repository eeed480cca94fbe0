//! What the tests of all commands need.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A board seven moves from the goal.
pub(crate) const SEVEN: &str = "10110/01*11/10111/01001/00000";

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the fixtures, in which every command runs.
pub(crate) fn fixtures() -> PathBuf {
    root().join("fixtures")
}

/// The text of a fixture.
pub(crate) fn fixture(name: &str) -> String {
    fs::read_to_string(fixtures().join(name)).unwrap()
}

/// The program with these arguments, among the fixtures, for two minutes at most.
pub(crate) fn chivalry(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chivalry").unwrap();
    command.args(arguments).timeout(Duration::from_mins(2)).current_dir(fixtures());
    command
}

/// What it writes where all is well.
pub(crate) fn output(arguments: &[&str]) -> String {
    String::from_utf8(chivalry(arguments).assert().success().get_output().stdout.clone()).unwrap()
}

/// The JSON documents that it writes.
pub(crate) fn json(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = chivalry(arguments).write_stdin(input).output().unwrap();
    serde_json::Deserializer::from_slice(&output.stdout).into_iter().collect::<Result<_, _>>().unwrap()
}
