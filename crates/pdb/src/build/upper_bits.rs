//! [`UpperBits`]: the upper bits of all distances, which a zero-aware table does not store.
//!
//! A zero-aware entry is bit 1 of a distance, and bit 0 is the parity of the Manhattan distance.
//! The upper bits complete the distance, so that no walk to the goal is needed. For example,
//! distance 22 is `10110` in binary: the parity is 0, the entry is 1, and the upper bits are `101`,
//! which is 22 / 4 = 5.

use fifteen_resources::{Threads, run_in_pool, zeroed};
use rayon::prelude::*;

use super::arrange::arrange;
use super::graph::ClassGraph;
use super::requirements::{arranged_bytes, small_bytes};
use super::run;
use super::sweep::{EntryPlane, Sweep};
use crate::index::rank::FACTORIAL;
use crate::index::{NIBBLES, count_rows, entries};
use crate::{BuildError, OnProgress, Pattern, TableKind};

/// The upper bits of all distances, which a zero-aware table omits. For each entry, they are stored
/// as a 4-bit number: a quarter of the distance, rounded down.
///
/// With these bits, millions of unrelated boards can be looked up quickly. Searches do not need
/// them. They take four times as much memory as the table and 1.5 times as long to build.
#[derive(Debug)]
pub struct UpperBits(Vec<u8>);

impl UpperBits {
    const BITS: usize = 4;

    /// Largest distance that can be represented, which is 63. A distance has six bits: bit 0 is its
    /// parity, bit 1 is the table's entry, and bits 2 to 5 are stored here.
    pub const LARGEST: u32 = (4 << Self::BITS) - 1;

    /// Returns an upper bound on the memory for building the upper bits, in bytes. `threads` is the
    /// number of threads that the build uses.
    pub fn memory(pattern: &Pattern, threads: Threads) -> u64 {
        let sets = count_rows(pattern, TableKind::Additive);
        let classes = count_rows(pattern, TableKind::ZeroAware);
        let arrangements = u64::from(FACTORIAL[pattern.len()]);
        let planes = Self::BITS as u64 * EntryPlane::bytes(classes, pattern.len());
        let upper = (classes * arrangements).div_ceil(8) * Self::BITS as u64;
        // The planes stay in memory during the whole build. The search frees its memory before the
        // bits are reordered for the table, so only the larger of these two steps counts.
        let sweep = Sweep::bytes(pattern, classes);
        let in_order = upper + arranged_bytes(classes, arrangements, threads);
        ClassGraph::bytes(sets, classes) + planes + sweep.max(in_order) + small_bytes(threads)
    }

    /// Builds the upper bits of a pattern's distances. They are in the same order as the entries of
    /// the table that [`TableBuilder`](crate::TableBuilder) builds for the pattern.
    ///
    /// # Errors
    /// Returns [`BuildError`] if a distance exceeds [`UpperBits::LARGEST`], memory allocation
    /// fails, threads cannot be started, or `on_progress` stops the build.
    pub fn build(
        pattern: &Pattern,
        threads: Threads,
        on_progress: OnProgress<'_>,
    ) -> Result<Self, BuildError> {
        let (canonical, _) = pattern.canonical();
        run_in_pool(threads, || Self::build_here(&canonical, on_progress))?
    }

    fn build_here(pattern: &Pattern, on_progress: OnProgress<'_>) -> Result<Self, BuildError> {
        let graph = ClassGraph::new(pattern)?;
        let mut sweep = Sweep::new(&graph, pattern)?;
        // One plane for each of the four upper bits of a distance, lowest bit first. A plane holds
        // one bit of the distance of every table entry. It is `None` until the search finds a
        // distance in which this bit is set.
        let mut planes: [Option<EntryPlane>; Self::BITS] = Default::default();
        run(&mut sweep, pattern, on_progress, |sweep| {
            if sweep.depth > Self::LARGEST {
                return Err(BuildError::TooDeep);
            }
            for (bit, plane) in planes.iter_mut().enumerate() {
                if (sweep.depth / 4) >> bit & 1 == 0 {
                    continue;
                }
                let plane = match plane {
                    Some(plane) => plane,
                    None => plane.insert(sweep.empty_plane()?),
                };
                sweep.add_level(plane);
            }
            Ok(())
        })?;
        drop(sweep);
        in_order(&graph, planes, pattern.len())
    }

    /// Returns the upper bits as bytes. Each byte holds two entries, in the order of the table.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the distance of an entry. `payload` contains the entries of the table, `index` is
    /// the index of the entry, and `parity` is bit 0 of the distance.
    ///
    /// # Panics
    /// Panics if the table has no entry with this index.
    #[inline]
    pub fn distance(&self, payload: &[u8], index: u64, parity: u32) -> u32 {
        let upper = u32::from(self.0[(index / 2) as usize] >> (index % 2 * 4)) & 15;
        upper << 2 | entries::bit(payload, index) << 1 | parity
    }
}

/// Merges four bit planes into a list with four bits per entry. Each plane holds one bit of every
/// entry. The planes are in the order of the search, and the list is in the order of the table
/// file.
fn in_order(
    graph: &ClassGraph,
    planes: [Option<EntryPlane>; UpperBits::BITS],
    tiles: usize,
) -> Result<UpperBits, BuildError> {
    /// Number of bytes of a bit plane that a thread merges at a time.
    const PART: usize = 1 << 16;

    let bytes = (FACTORIAL[tiles] as usize * graph.len()).div_ceil(8);
    let mut upper: Vec<u8> = zeroed(bytes * UpperBits::BITS)?;
    for (bit, plane) in planes.into_iter().enumerate() {
        let Some(plane) = plane else { continue };
        let bits = arrange(graph, &plane, tiles)?;
        drop(plane);
        upper
            .par_chunks_mut(PART * UpperBits::BITS)
            .zip(bits.par_chunks(PART))
            .for_each(|(upper, bits)| {
                for (upper, &bits) in upper.as_chunks_mut().0.iter_mut().zip(bits) {
                    let merged = u32::from_le_bytes(*upper) | NIBBLES[usize::from(bits)] << bit;
                    *upper = merged.to_le_bytes();
                }
            });
    }
    Ok(UpperBits(upper))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use fifteen_puzzle::Size;

    use super::*;

    #[test]
    fn four_bits_and_an_entry_hold_64_distances() {
        assert_eq!(UpperBits::LARGEST, 63);
        // The largest distances for these two patterns are 63, which fits, and 64, which does not.
        let [fits, too_deep] = [8, 7].map(|last| {
            let pattern = Pattern::new(Size::new(2, 12).unwrap(), 23, &[0, 1, 2, 3, last]).unwrap();
            UpperBits::build(&pattern, Threads::All, &mut |_| ControlFlow::Continue(()))
        });
        assert!(fits.is_ok() && matches!(too_deep, Err(BuildError::TooDeep)));
    }
}
