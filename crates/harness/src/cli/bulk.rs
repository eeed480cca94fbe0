//! Many lines of output, made on all threads.

use super::output::Output;
use rayon::prelude::*;
use std::io::{self, Write};

/// Items that one thread takes at a time, at most: enough that taking them costs nothing.
const PORTION: usize = 1 << 10;

/// Items whose texts are held at one time, at most.
const BLOCK: usize = 1 << 17;

/// Writes a text for each item, in their order, made on the program's threads; stops where nobody reads any more.
///
/// `text` is given what `start` makes for each portion of items, and returns how many of them it counts; the sum comes
/// back. `done` is told how many items are written. It takes few items at first and then ever more, so that the first
/// texts come early, however long one takes.
///
/// # Errors
///
/// Where a writer fails.
pub(crate) fn write<T: Sync, S>(
    output: &mut Output,
    items: &[T],
    start: impl Fn() -> S + Sync,
    text: impl Fn(&mut S, &T, &mut Vec<u8>) -> io::Result<u64> + Sync,
    mut done: impl FnMut(usize),
) -> io::Result<u64> {
    let threads = rayon::current_num_threads();
    let (mut sum, mut written, mut block) = (0, 0, threads);
    while written < items.len() && !output.is_gone() {
        let taken = &items[written..items.len().min(written + block)];
        let portion = (block / (8 * threads)).clamp(1, PORTION);
        let texts: Vec<io::Result<(Vec<u8>, u64)>> = taken
            .par_chunks(portion)
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
        written += taken.len();
        block = (2 * block).min(BLOCK);
        done(written);
    }
    Ok(sum)
}
