//! How much heap something takes at its peak.
//!
//! The program's allocator is the system's, with counters of each thread beside it (of the crate `alloc_tracker`): what other threads
//! allocate meanwhile is not counted, so that a figure is the same on every run. Counting costs a nanosecond or two an allocation, and is always on.

use alloc_tracker::{Allocator, Session};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Allocator<System> = Allocator::system();

/// The most bytes that `work` held at one time on this thread, in addition to what was held before.
pub(super) fn peak(work: impl FnOnce()) -> u64 {
    let session = Session::new().no_stdout().no_file();
    let operation = session.operation("work");
    {
        let _span = operation.measure_thread().iterations(1);
        work();
    }
    let report = session.to_report();
    let peak = report.operations().next().and_then(|(_, counts)| counts.peak_outstanding_bytes());
    #[expect(clippy::cast_sign_loss, reason = "a number of bytes: the average over one span")]
    let bytes = peak.unwrap_or(0.0) as u64;
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn the_most_at_one_time_counts() {
        assert_eq!(peak(|| {}), 0);
        let one_by_one = peak(|| {
            for _ in 0..10 {
                drop(black_box(vec![0_u8; 1000]));
            }
        });
        assert_eq!(one_by_one, 1000);
        let together = peak(|| {
            let a = black_box(vec![0_u8; 1000]);
            let mut b = black_box(Vec::<u8>::with_capacity(500));
            b.reserve_exact(700);
            drop((a, b));
            drop(black_box(vec![1_u8; 100]));
        });
        assert_eq!(together, 1700);
        // What was there before is not counted, even where it goes.
        let before = black_box(vec![0_u8; 5000]);
        assert_eq!(peak(|| drop(black_box(vec![0_u8; 300]))), 300);
        drop(before);
    }

    #[test]
    fn other_threads_are_not_counted() {
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    drop(black_box(vec![0_u8; 1 << 20]));
                }
            });
            let peaks: Vec<_> = (0..100).map(|_| peak(|| drop(black_box(vec![0_u8; 1000])))).collect();
            // Before anything can fail: the other thread is waited for.
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(peaks, [1000; 100]);
        });
    }
}
