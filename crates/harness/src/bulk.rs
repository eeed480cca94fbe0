//! Many lines of output, made on all threads.

use crate::cli::output::Output;
use rayon::prelude::*;
use std::io::{self, Write};

/// Items that one thread takes at a time: enough that taking them costs nothing.
const PORTION: usize = 1 << 10;

/// Items whose texts are held at one time.
const BLOCK: usize = 1 << 17;

/// Writes a text for each item, in their order, made on the threads of the current rayon pool; stops where nobody reads any more.
///
/// `text` is given what `start` makes for each portion of items, and returns how many of them it counts; the sum comes back.
///
/// # Errors
///
/// Where a writer fails.
pub fn write<T: Sync, S>(
    output: &mut Output,
    items: &[T],
    start: impl Fn() -> S + Sync,
    text: impl Fn(&mut S, &T, &mut Vec<u8>) -> io::Result<u64> + Sync,
) -> io::Result<u64> {
    let mut sum = 0;
    for block in items.chunks(BLOCK) {
        let texts: Vec<io::Result<(Vec<u8>, u64)>> = block
            .par_chunks(PORTION)
            .map(|portion| {
                let (mut bytes, mut count, mut state) = (Vec::new(), 0, start());
                for item in portion {
                    count += text(&mut state, item, &mut bytes)?;
                }
                Ok((bytes, count))
            })
            .collect();
        for text in texts {
            let (bytes, count) = text?;
            output.write_all(&bytes)?;
            sum += count;
        }
        if output.is_gone() {
            break;
        }
    }
    Ok(sum)
}
