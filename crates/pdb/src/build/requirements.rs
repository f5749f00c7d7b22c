//! The cost of a table: entries, bytes of the file, memory of the build.

use super::arrange::arrange_buffer;
use crate::format::layout::PAGE;
use crate::index::rank::FACTORIAL;
use crate::index::{Block, class_blocks, count_rows};
use crate::{Pattern, TableKind};

/// The cost of building and keeping a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Entries, reachable or not.
    pub entries: u64,
    /// Entries that the build sweeps: the zero-aware ones, whatever the kind.
    pub sweep_entries: u64,
    /// Zero classes (zero-aware) or occupied sets (additive).
    pub classes: u64,
    /// Bytes of the file; for an additive table in its usual form of 4 bits an entry.
    pub file_bytes: u64,
    /// Bytes of memory at the peak of a build on all cores.
    pub memory_bytes: u64,
    /// Bytes of the classic form: one for each placement, the blank ignored.
    pub classic_bytes: u64,
}

/// Zero-aware entries that one thread of about 2.6 GHz sweeps in a second.
const ENTRIES_PER_SECOND: f64 = 160e6;

impl Requirements {
    /// Seconds of a build on that many threads, roughly: to be announced, not to be relied on.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.sweep_entries as f64 / (ENTRIES_PER_SECOND * threads.max(1) as f64)
    }
}

/// The cost of building and keeping the table of a pattern.
pub fn requirements(pattern: &Pattern, kind: TableKind) -> Requirements {
    let [sets, classes] =
        [TableKind::Additive, TableKind::ZeroAware].map(|kind| count_rows(pattern, kind));
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    // The bits of all entries; and the numbering of occupied sets, the graph, and two counts for each class.
    let plane = classes * (class_blocks(pattern.len()) * size_of::<Block>()) as u64;
    let numbering = sets * 16 + classes * 24;
    let (rows, bits, bytes) = match kind {
        // A second plane, or the payload and the buffers of the threads that put it in order.
        TableKind::ZeroAware => {
            let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
            let in_order = (classes * arrangements).div_ceil(8) + threads * arrange_buffer(classes);
            (classes, 1, plane + plane.max(in_order))
        }
        // A byte for each placement, and the plane or the entries, usually of 4 bits.
        TableKind::Additive => (
            sets,
            4,
            sets * arrangements + plane.max(sets * arrangements / 2),
        ),
    };
    Requirements {
        entries: rows * arrangements,
        sweep_entries: classes * arrangements,
        classes: rows,
        file_bytes: PAGE + (rows * arrangements * bits).div_ceil(8),
        memory_bytes: bytes + numbering,
        classic_bytes: sets * arrangements,
    }
}
