//! `chivalry measure-server`, hidden: a build that `chivalry compare --against` times.

use super::exit::Status;
use super::output::Output;
use crate::compare::{HELLO, Server};
use crate::engines::Registry;
use serde::Serialize;
use std::io::{self, Write};
use std::process;
use std::sync::mpsc::sync_channel;
use std::thread;

/// Greets, and replies until standard input ends.
///
/// # Errors
///
/// Where standard input or output fails.
pub(crate) fn run(registry: &Registry, output: &mut Output) -> anyhow::Result<Status> {
    say(output, &HELLO)?;
    let mut server = Server::new(registry);
    for line in requests() {
        say(output, &server.reply(&line?))?;
        if output.is_gone() {
            break;
        }
    }
    Ok(Status::Good)
}

/// The lines of standard input, read by a thread that ends this process where they end: whoever asked is gone, and what it asked for last may take
/// minutes.
fn requests() -> impl Iterator<Item = io::Result<String>> {
    let (send, receive) = sync_channel(1);
    thread::spawn(move || {
        for line in io::stdin().lines() {
            if send.send(line).is_err() {
                return;
            }
        }
        process::exit(Status::Good as i32);
    });
    receive.into_iter()
}

fn say(output: &mut Output, document: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *output, document)?;
    writeln!(output)?;
    Ok(output.flush()?)
}
