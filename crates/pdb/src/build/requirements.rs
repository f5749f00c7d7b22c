//! Estimates the cost of a table: its number of entries, its file size, and the memory and time of
//! its build.

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
    /// Number of entries in the table, whether they can be reached or not.
    pub entries: u64,
    /// Number of entries that the build searches. An additive build searches more than `entries`,
    /// because it has to distinguish the regions of the blank.
    pub sweep_entries: u64,
    /// Number of [rows](crate::index), which is also the number of table entries for each order of
    /// the tiles. The rows are the zero classes in a zero-aware table and the occupied sets in an
    /// additive table.
    pub rows: u64,
    /// Size of the file, in bytes. For an additive table, this assumes 4 bits per entry, which is
    /// the usual width.
    pub file_bytes: u64,
    /// Upper bound on the memory that a build on all cores needs, in bytes.
    pub memory_bytes: u64,
    /// Size of a classic pattern database for the same tiles, in bytes. It has one byte per
    /// placement of the tiles, regardless of the blank.
    pub classic_bytes: u64,
}

/// Estimated build speed of one thread at about 2.6 GHz, in zero-aware entries per second. It is an
/// average: building the table of eight tiles on 4x4 takes half of the estimated time, and building
/// a table of six tiles on 5x5 takes twice the estimated time.
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

/// Returns an upper bound on the memory used by a build with the given number of threads, in bytes.
pub fn build_memory(pattern: &Pattern, kind: TableKind, threads: Threads) -> u64 {
    let sets = count_rows(pattern, TableKind::Additive);
    let classes = count_rows(pattern, TableKind::ZeroAware);
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let plane = EntryPlane::bytes(classes, pattern.len());
    let sweep = Sweep::bytes(pattern, classes);
    let peak = match kind {
        // The computed entries need memory during the whole build. The search frees its memory
        // before the entries are reordered for the file, so only the larger of these two steps adds
        // to the peak.
        TableKind::ZeroAware => plane + sweep.max(arranged_bytes(classes, arrangements, threads)),
        // The distances need memory during the whole build. The search frees its memory before the
        // distances are packed for the file, so only the larger of these two steps adds to the
        // peak.
        TableKind::Additive => {
            LeastDistances::bytes(sets, arrangements)
                + sweep.max(LeastDistances::payload_bytes(sets, pattern))
        }
    };
    ClassGraph::bytes(sets, classes) + peak + small_bytes(threads)
}

/// Returns the memory that reordering the bits of a zero-aware table takes, in bytes. It consists
/// of the payload and one buffer per thread.
pub(super) fn arranged_bytes(classes: u64, arrangements: u64, threads: Threads) -> u64 {
    (classes * arrangements).div_ceil(8) + threads.count() as u64 * arrange::buffer_bytes(classes)
}

/// Returns an upper bound on the memory for small allocations, such as the header, the histogram
/// and the scratch space of the threads, in bytes.
pub(crate) fn small_bytes(threads: Threads) -> u64 {
    (64 << 10) + threads.count() as u64 * (64 << 10)
}
