//! Building a table: a breadth-first search over all entries of a pattern, then the payload in the order of the file.
//!
//! `graph` lists the zero classes of a pattern and the moves between them, `sweep` searches them level by level on
//! planes of bits, `arrange` (zero-aware) and `additive` make the payload, `upper_bits` the distances that do not fit
//! one bit. [`requirements`] announces the cost of a build.

mod additive;
mod arrange;
mod builder;
mod graph;
mod requirements;
mod sweep;
mod upper_bits;

use std::ops::ControlFlow;

use self::additive::Distances;
use self::arrange::arrange;
use self::graph::Graph;
use self::sweep::{Sweep, reachable_per_class};
use crate::format::MAX_DISTANCE;
use crate::{Header, Pattern, Table, TableKind};
use fifteen_resources::{AllocationError, ThreadsError};

pub use builder::TableBuilder;
pub use requirements::{Requirements, requirements};
pub use upper_bits::UpperBits;

/// A table that was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The system refused the memory.
    #[error("{0}; choose a smaller partition or free some memory")]
    OutOfMemory(#[from] AllocationError),
    /// The progress callback asked to stop.
    #[error("the build was interrupted; nothing was written")]
    Interrupted,
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A distance does not fit a byte.
    #[error(
        "the pattern has distances above {MAX_DISTANCE}, which no table here can hold; choose a smaller one"
    )]
    TooDeep,
    /// A value does not fit an additive entry.
    #[error(
        "an entry exceeds its Manhattan distance by more than 8 bits can hold; use the zero-aware kind"
    )]
    Excess,
}

/// Progress of a build or a deep verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildProgress {
    /// Depth of the level that is being searched.
    pub depth: u32,
    /// Number of entries whose distance is known. For both kinds of tables these are zero-aware entries.
    pub entries: u64,
    /// Number of entries that can be reached.
    pub total: u64,
}

/// Receives the progress of a build or a deep verification, and can stop it by returning `Break`.
pub type OnProgress<'a> = &'a mut (dyn FnMut(BuildProgress) -> ControlFlow<()> + Send);

fn build_zero_aware(pattern: Pattern, progress: OnProgress<'_>) -> Result<Table, BuildError> {
    let graph = Graph::new(&pattern);
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut bits = sweep.empty_plane()?;
    let histogram = run(&mut sweep, &pattern, progress, |sweep| {
        // An entry is the second bit of its distance.
        if sweep.depth & 2 != 0 {
            sweep.add_level(&mut bits);
        }
        Ok(())
    })?;
    drop(sweep);
    let payload = arrange(&graph, &bits, pattern.len())?;
    Ok(finish(pattern, TableKind::ZeroAware, 1, histogram, payload))
}

fn build_additive(pattern: Pattern, progress: OnProgress<'_>) -> Result<Table, BuildError> {
    let graph = Graph::new(&pattern);
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut distances = Distances::new(&graph, &pattern)?;
    let mut histogram = vec![distances.absorb(&sweep)];
    run(&mut sweep, &pattern, progress, |sweep| {
        histogram.push(distances.absorb(sweep));
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

/// Deepens until a level is empty, and calls `on_level` after each that is not; returns the number of entries of each.
fn run<'g>(
    sweep: &mut Sweep<'g>,
    pattern: &Pattern,
    progress: OnProgress<'_>,
    mut on_level: impl FnMut(&Sweep<'g>) -> Result<(), BuildError>,
) -> Result<Vec<u64>, BuildError> {
    let total = sweep.graph.len() as u64 * u64::from(reachable_per_class(pattern));
    let mut histogram = vec![1];
    loop {
        let (depth, before) = (sweep.depth + 1, histogram.iter().sum::<u64>());
        let found = sweep.deepen(&mut |found| match progress(BuildProgress {
            depth,
            entries: before + found,
            total,
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BuildError::Interrupted),
        })?;
        if found == 0 {
            return Ok(histogram);
        }
        histogram.push(found);
        on_level(sweep)?;
    }
}

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
