//! Estimates what a table costs: its number of entries, its file size, and the memory and time that
//! its build takes.

use fifteen_resources::Threads;

use super::additive::LeastDistances;
use super::arrange;
use super::graph::ClassGraph;
use super::sweep::{EntryPlane, Sweep};
use crate::format::layout::PAGE;
use crate::index::count_rows;
use crate::index::rank::FACTORIAL;
use crate::{Pattern, TableKind};

/// Cost of building and storing a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirements {
    /// Number of entries in the table, including entries that cannot be reached.
    pub entries: u64,
    /// Number of entries in the breadth-first search that builds the table. For an additive table,
    /// this is more than `entries`, because the search also distinguishes the regions in which the
    /// blank can be.
    pub sweep_entries: u64,
    /// Number of [rows](crate::index) of the table: the zero classes of a zero-aware table, or the
    /// occupied sets of an additive table. A table has one entry for each combination of a row and
    /// an order of the tiles.
    pub rows: u64,
    /// Size of the file, in bytes. For an additive table, the estimate assumes entries of 4 bits,
    /// which are nearly always enough.
    pub file_bytes: u64,
    /// Upper bound on the memory that a build with all cores needs, in bytes.
    pub memory_bytes: u64,
    /// Size in bytes of a classic pattern database for the same tiles. Such a database ignores the
    /// position of the blank, and has one byte for each placement of the tiles.
    pub classic_bytes: u64,
}

/// Average build speed of one thread at about 2.6 GHz, in zero-aware entries per second. A table of
/// eight tiles on 4x4 takes half as long as this speed suggests, and a table of six tiles on 5x5
/// takes twice as long.
const ENTRIES_PER_SECOND: f64 = 350e6;

impl Requirements {
    /// Estimates the build time in seconds. The estimate can be wrong by a factor of two.
    pub fn seconds(&self, threads: usize) -> f64 {
        self.sweep_entries as f64 / (ENTRIES_PER_SECOND * threads.max(1) as f64)
    }
}

/// Returns the cost of building and storing a pattern's table.
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
        rows,
        file_bytes: PAGE + (rows * arrangements * entry_bits).div_ceil(8),
        memory_bytes: build_memory(pattern, kind, Threads::All),
        classic_bytes: sets * arrangements,
    }
}

/// Returns an upper bound on the memory that a build with the given number of threads needs, in
/// bytes.
pub fn build_memory(pattern: &Pattern, kind: TableKind, threads: Threads) -> u64 {
    let sets = count_rows(pattern, TableKind::Additive);
    let classes = count_rows(pattern, TableKind::ZeroAware);
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let plane = EntryPlane::bytes(classes, pattern.len());
    let sweep = Sweep::bytes(pattern, classes);
    let peak = match kind {
        // The bits of the table stay in memory during the whole build. The search frees its memory
        // before the bits are reordered for the file, so only the larger of these two steps counts.
        TableKind::ZeroAware => plane + sweep.max(arranged_bytes(classes, arrangements, threads)),
        // The distances stay in memory during the whole build. The search frees its memory before
        // the distances are packed for the file, so only the larger of these two steps counts.
        TableKind::Additive => {
            LeastDistances::bytes(sets, arrangements)
                + sweep.max(LeastDistances::payload_bytes(sets, pattern))
        }
    };
    ClassGraph::bytes(sets, classes) + peak + small_bytes(threads)
}

/// Returns the memory for reordering the bits of a zero-aware table, in bytes. This memory holds
/// the reordered bits and one buffer per thread.
pub(super) fn arranged_bytes(classes: u64, arrangements: u64, threads: Threads) -> u64 {
    (classes * arrangements).div_ceil(8) + threads.count() as u64 * arrange::buffer_bytes(classes)
}

/// Returns an upper bound on the memory for small allocations, in bytes. It allows 64 KiB for the
/// header and the histogram, and 64 KiB for the scratch space of each thread.
pub(crate) fn small_bytes(threads: Threads) -> u64 {
    (64 << 10) + threads.count() as u64 * (64 << 10)
}
