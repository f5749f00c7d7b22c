//! Builds tables. A breadth-first search from the goal finds the distances of all entries, which
//! are then stored in the order of the file.
//!
//! | module | purpose |
//! | --- | --- |
//! | `builder` | [`TableBuilder`], the public entry point |
//! | `graph` | computes the zero classes of a pattern, and the moves between them |
//! | `sweep` | finds all entries at distance 0, 1, 2, ..., with one bit per entry |
//! | `arrange` | reorders the bits of a zero-aware table for the file |
//! | `additive` | computes the entries of an additive table |
//! | `upper_bits` | computes the bits of distances that a zero-aware table omits |
//! | `requirements` | estimates the memory, the time and the size of the file |

mod additive;
mod arrange;
mod builder;
mod graph;
mod requirements;
mod sweep;
mod upper_bits;

use std::ops::ControlFlow;

use self::additive::LeastDistances;
use self::arrange::arrange;
use self::graph::ClassGraph;
use self::sweep::{Sweep, reachable_per_class};
use crate::format::MAX_DISTANCE;
use crate::{Header, Pattern, Table, TableKind};
use fifteen_resources::{AllocationError, ThreadsError};

pub use builder::TableBuilder;
pub(crate) use requirements::small_bytes;
pub use requirements::{Requirements, build_memory, requirements};
pub use upper_bits::UpperBits;

/// Reason why a table could not be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// Memory allocation failed.
    #[error("{0}; choose a smaller partition or free some memory")]
    OutOfMemory(#[from] AllocationError),
    /// The progress callback stopped the build.
    #[error("the build was interrupted; nothing was written")]
    Interrupted,
    /// The system could not start the threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A distance is too large for the file format.
    #[error(
        "the pattern has distances above {MAX_DISTANCE}, which no table here can hold; choose a smaller one"
    )]
    TooDeep,
    /// A distance exceeds the Manhattan distance by more than 510. An additive table stores half of
    /// this difference in at most 8 bits.
    #[error(
        "an entry exceeds its Manhattan distance by more than 8 bits can hold; use the zero-aware kind"
    )]
    Excess,
}

/// Progress of a build or of a deep verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildProgress {
    /// Distance from the goal that the breadth-first search has currently reached.
    pub depth: u32,
    /// Number of entries that the search has found so far. For an additive table, the search has
    /// more entries than the finished table, because it also distinguishes the regions in which the
    /// blank can be.
    pub entries: u64,
    /// Total number of entries that the search can reach from the goal.
    pub total: u64,
}

impl BuildProgress {
    /// Estimates the remaining time in seconds. `passed` is the time since the start, in seconds.
    /// Returns `None` while it is too early for an estimate.
    ///
    /// The first levels of a breadth-first search have few entries, but they take nearly as long as
    /// later levels. An estimate based on the first levels would be far too long.
    pub fn seconds_left(&self, passed: f64) -> Option<f64> {
        let is_early = self.entries < self.total / 20;
        let missing = self.total.saturating_sub(self.entries);
        (!is_early && self.entries > 0).then(|| passed * missing as f64 / self.entries as f64)
    }
}

/// Callback that receives the progress of a build or a deep verification. It can return `Break` to
/// stop the operation.
pub type OnProgress<'a> = &'a mut (dyn FnMut(BuildProgress) -> ControlFlow<()> + Send);

fn build_zero_aware(pattern: Pattern, on_progress: OnProgress<'_>) -> Result<Table, BuildError> {
    let graph = ClassGraph::new(&pattern)?;
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut bits = sweep.empty_plane()?;
    let histogram = run(&mut sweep, &pattern, on_progress, |sweep| {
        // An entry is bit 1 of its distance.
        if sweep.depth & 2 != 0 {
            sweep.add_level(&mut bits);
        }
        Ok(())
    })?;
    drop(sweep);
    let payload = arrange(&graph, &bits, pattern.len())?;
    Ok(finish(pattern, TableKind::ZeroAware, 1, histogram, payload))
}

fn build_additive(pattern: Pattern, on_progress: OnProgress<'_>) -> Result<Table, BuildError> {
    let graph = ClassGraph::new(&pattern)?;
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut distances = LeastDistances::new(&graph, &pattern)?;
    let mut histogram = vec![distances.add_level(&sweep)];
    run(&mut sweep, &pattern, on_progress, |sweep| {
        histogram.push(distances.add_level(sweep));
        Ok(())
    })?;
    drop(sweep);
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    let (entry_bits, payload) = distances.into_payload(&pattern)?;
    Ok(finish(
        pattern,
        TableKind::Additive,
        entry_bits,
        histogram,
        payload,
    ))
}

/// Runs a breadth-first search until it finds no new entries, and returns the number of entries at
/// each distance. Calls `on_level` after each level except level 0.
fn run<'g>(
    sweep: &mut Sweep<'g>,
    pattern: &Pattern,
    on_progress: OnProgress<'_>,
    mut on_level: impl FnMut(&Sweep<'g>) -> Result<(), BuildError>,
) -> Result<Vec<u64>, BuildError> {
    let total = sweep.graph.len() as u64 * u64::from(reachable_per_class(pattern));
    let mut histogram = vec![1];
    loop {
        let depth = sweep.depth + 1;
        let before: u64 = histogram.iter().sum();
        let found = sweep.deepen(&mut |found| {
            let progress = BuildProgress {
                depth,
                entries: before + found,
                total,
            };
            match on_progress(progress) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(BuildError::Interrupted),
            }
        })?;
        if found == 0 {
            return Ok(histogram);
        }
        histogram.push(found);
        on_level(sweep)?;
    }
}

/// Creates a table from its payload and its histogram, in which item `d` is the number of entries
/// with distance `d`.
fn finish(
    pattern: Pattern,
    kind: TableKind,
    entry_bits: u8,
    histogram: Vec<u64>,
    payload: Vec<u8>,
) -> Table {
    let digest = *blake3::hash(&payload).as_bytes();
    Table::from_parts(
        Header::new(pattern, kind, entry_bits, histogram, digest),
        payload,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_estimated_from_the_first_levels() {
        let at = |entries| BuildProgress {
            depth: 3,
            entries,
            total: 1000,
        };
        assert_eq!(at(0).seconds_left(60.0), None);
        assert_eq!(at(10).seconds_left(60.0), None);
        assert_eq!(at(250).seconds_left(60.0), Some(180.0));
        assert_eq!(at(1000).seconds_left(60.0), Some(0.0));
    }
}
