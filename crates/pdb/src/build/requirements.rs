//! Estimates of what a table costs: its entries, its file size, and the memory and time of the
//! build.

use fifteen_resources::Threads;

use super::additive::LeastDistances;
use super::arrange;
use super::graph::ClassGraph;
use super::sweep::{EntryPlane, Sweep};
use crate::format::layout::PAGE;
use crate::index::count_rows;
use crate::index::rank::FACTORIAL;
use crate::{Pattern, TableKind};

/// The cost of building and keeping a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Number of entries, whether they can be reached or not.
    pub entries: u64,
    /// Number of entries that the build sweeps. For both kinds of tables these are zero-aware
    /// entries.
    pub sweep_entries: u64,
    /// Number of zero classes (zero-aware) or occupied sets (additive).
    pub classes: u64,
    /// Size of the file, in bytes. An additive table is assumed to have the usual 4 bits per entry.
    pub file_bytes: u64,
    /// Upper bound on the memory of a build on all cores, in bytes.
    pub memory_bytes: u64,
    /// Size of the classic form in bytes: one byte for each placement, whatever the blank's region.
    pub classic_bytes: u64,
}

/// Number of zero-aware entries that one thread of about 2.6 GHz sweeps per second, from which the
/// build time is estimated.
const ENTRIES_PER_SECOND: f64 = 160e6;

impl Requirements {
    /// Estimates the time of a build, in seconds. It may be wrong by a factor of two.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.sweep_entries as f64 / (ENTRIES_PER_SECOND * threads.max(1) as f64)
    }
}

/// Returns the cost of building and keeping the table of a pattern.
pub fn requirements(pattern: &Pattern, kind: TableKind) -> Requirements {
    let sets = count_rows(pattern, TableKind::Additive);
    let classes = count_rows(pattern, TableKind::ZeroAware);
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let (rows, entry_bits) = match kind {
        TableKind::ZeroAware => (classes, 1),
        TableKind::Additive => (sets, 4),
    };
    Requirements {
        entries: rows * arrangements,
        sweep_entries: classes * arrangements,
        classes: rows,
        file_bytes: PAGE + (rows * arrangements * entry_bits).div_ceil(8),
        memory_bytes: build_memory(pattern, kind, Threads::All),
        classic_bytes: sets * arrangements,
    }
}

/// Returns an upper bound on the memory of a build on that number of threads, in bytes.
pub fn build_memory(pattern: &Pattern, kind: TableKind, threads: Threads) -> u64 {
    let sets = count_rows(pattern, TableKind::Additive);
    let classes = count_rows(pattern, TableKind::ZeroAware);
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let plane = EntryPlane::bytes(classes, pattern.len());
    let sweep = Sweep::bytes(pattern, classes);
    let peak = match kind {
        // The plane of result bits is kept throughout. The sweep is freed before the payload is
        // allocated.
        TableKind::ZeroAware => plane + sweep.max(arranged_bytes(classes, arrangements, threads)),
        // The distances are kept throughout. The sweep is freed before the payload is allocated.
        TableKind::Additive => {
            LeastDistances::bytes(sets, arrangements)
                + sweep.max(LeastDistances::payload_bytes(sets, pattern))
        }
    };
    ClassGraph::bytes(sets, classes) + peak + small_bytes(threads)
}

/// Memory for reordering the bits of a zero-aware table, in bytes: the payload of one bit per
/// entry, and a buffer for each thread.
pub(super) fn arranged_bytes(classes: u64, arrangements: u64, threads: Threads) -> u64 {
    (classes * arrangements).div_ceil(8) + threads.count() as u64 * arrange::buffer_bytes(classes)
}

/// Upper bound on the memory of all small allocations, in bytes: the header, the histogram, and the
/// work queues and scratch space of the threads.
pub(crate) fn small_bytes(threads: Threads) -> u64 {
    (64 << 10) + threads.count() as u64 * (64 << 10)
}
