//! Standard output and standard error.

use anstream::AutoStream;
use clap::ColorChoice;
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, ErrorKind, StdoutLock, Write};
use std::rc::Rc;

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Standard output, fully buffered, that ends quietly where its reader has gone: what is written after that is dropped.
///
/// So a check whose output nobody reads any more still ends with the status that it found.
pub(crate) struct Output {
    stdout: io::BufWriter<Quiet>,
    /// Whether escape sequences for colour and weight are wanted.
    pub(crate) styled: bool,
}

struct Quiet {
    stdout: StdoutLock<'static>,
    gone: Rc<Cell<bool>>,
}

impl Output {
    /// Standard output; `color` as chosen by the user, [`ColorChoice::Auto`] heeding the terminal and `NO_COLOR`.
    pub(crate) fn new(color: ColorChoice) -> Self {
        let stdout = io::stdout();
        let styled = match color {
            ColorChoice::Auto => AutoStream::choice(&stdout) != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let quiet = Quiet { stdout: stdout.lock(), gone: Rc::default() };
        Self { stdout: io::BufWriter::with_capacity(GATHERED, quiet), styled }
    }

    /// Whether the reader has gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.stdout.get_ref().gone.get()
    }

    /// The same for later, while something else writes.
    pub(crate) fn gone(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.stdout.get_ref().gone)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

impl Write for Quiet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.gone.get() {
            match self.stdout.write_all(bytes).and_then(|()| self.stdout.flush()) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.gone.set(true),
                result => result?,
            }
        }
        Ok(bytes.len())
    }

    /// Nothing is held back.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a line to standard error. Where that is closed there is nobody to tell.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes a document as JSON for machines and people, ended by a line end.
///
/// # Errors
///
/// Where the writer fails.
pub(crate) fn json(output: &mut dyn Write, document: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *output, document)?;
    Ok(writeln!(output)?)
}
