//! How much heap a build takes at its peak, and a table afterwards. A file of its own: it counts the whole process.

use chivalry_board::Board;
use chivalry_table::Table;
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

#[test]
fn a_build_stays_within_64_megabytes_and_a_table_within_9() {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let table = Table::build(Board::GOAL);
    let (peak, kept) = (HEAP.peak_usage() - before, HEAP.current_usage() - before);
    assert!(peak <= 64_000_000, "{peak}");
    const { assert!(Table::BYTES <= 9_000_000) };
    // The rest are rayon's threads.
    assert!(kept <= 9_000_000, "{kept}");
    assert_eq!(table.distance(Board::GOAL), 0);
}
