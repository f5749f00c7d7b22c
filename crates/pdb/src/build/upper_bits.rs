//! [`UpperBits`]: with the one bit of a zero-aware entry they give the entry's distance at once, without moves to the
//! goal.

use rayon::prelude::*;

use super::arrange::{arrange, arrange_buffer};
use super::graph::Graph;
use super::run;
use super::sweep::{Plane, Sweep};
use crate::index::rank::FACTORIAL;
use crate::index::{NIBBLES, entries};
use fifteen_resources::{Threads, run_in_pool, zeroed};

use crate::{BuildError, OnProgress, Pattern, Requirements, TableKind, requirements};

/// The bits of distances that entries of a table do not hold: a quarter of each distance, rounded down, in four bits.
///
/// A table's entry is the second bit of its distance, and the first is the parity of the Manhattan distance. A search
/// needs no more, but the value of a board is otherwise found by moves down to the goal. The upper bits take four times
/// the memory of the table and half as long again to build. So they are worth it for values of millions of boards.
#[derive(Debug)]
pub struct UpperBits(Vec<u8>);

/// Planes of upper bits, the lowest bit first; none while no distance has the bit.
type Planes = [Option<Plane>; UpperBits::BITS];

impl UpperBits {
    const BITS: usize = 4;

    /// The largest distance that an entry, its parity and its upper bits can give.
    pub const LARGEST: u32 = (4 << Self::BITS) - 1;

    /// Bytes of memory at the peak of a build on `threads` threads.
    pub fn memory(pattern: &Pattern, threads: Threads) -> u64 {
        let Requirements {
            classes,
            memory_bytes,
            file_bytes,
            ..
        } = requirements(pattern, TableKind::ZeroAware);
        // Beside the sweep and its planes: the bits in the order of the entries, which take more than the sweep before.
        memory_bytes
            + (2 * Self::BITS as u64 - 1) * file_bytes
            + threads.count() as u64 * arrange_buffer(classes)
    }

    /// Builds the upper bits for the table that serves a pattern, as [`build`](crate::build()) does the table.
    ///
    /// # Errors
    /// [`BuildError`]: a distance above [`UpperBits::LARGEST`], memory refused, threads refused, interrupted by
    /// `progress`.
    pub fn build(
        pattern: &Pattern,
        threads: Threads,
        progress: OnProgress<'_>,
    ) -> Result<Self, BuildError> {
        run_in_pool(threads, || {
            Self::build_here(&pattern.canonical().0, progress)
        })?
    }

    fn build_here(pattern: &Pattern, progress: OnProgress<'_>) -> Result<Self, BuildError> {
        let graph = Graph::new(pattern);
        let mut sweep = Sweep::new(&graph, pattern)?;
        let mut planes = Planes::default();
        run(&mut sweep, pattern, progress, |sweep| {
            if sweep.depth > Self::LARGEST {
                return Err(BuildError::TooDeep);
            }
            for bit in (0..Self::BITS).filter(|bit| (sweep.depth / 4) >> bit & 1 == 1) {
                let plane = match &mut planes[bit] {
                    Some(plane) => plane,
                    none => none.insert(sweep.empty_plane()?),
                };
                sweep.add_level(plane);
            }
            Ok(())
        })?;
        drop(sweep);
        in_order(&graph, planes, pattern.len())
    }

    /// The bytes: two entries in each, in the order of the table.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The distance of the entry with that index of the table with that payload; `parity` is that of the distance.
    #[inline]
    pub fn distance(&self, payload: &[u8], index: u64, parity: u32) -> u32 {
        let upper = u32::from(self.0[(index / 2) as usize] >> (index % 2 * 4)) & 15;
        upper << 2 | entries::bit(payload, index) << 1 | parity
    }
}

/// The bits of the planes, entry by entry.
fn in_order(graph: &Graph, planes: Planes, tiles: usize) -> Result<UpperBits, BuildError> {
    /// Bytes of a plane that a thread takes at a time.
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
                    *upper = (u32::from_le_bytes(*upper) | NIBBLES[usize::from(bits)] << bit)
                        .to_le_bytes();
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
    fn four_bits_and_an_entry_tell_64_distances() {
        assert_eq!(UpperBits::LARGEST, 63);
        // The largest distances are 63 and 64.
        let [fits, too_deep] = [8, 7].map(|last| {
            let pattern = Pattern::new(Size::new(2, 12).unwrap(), 23, &[0, 1, 2, 3, last]).unwrap();
            UpperBits::build(&pattern, Threads::All, &mut |_| ControlFlow::Continue(()))
        });
        assert!(fits.is_ok() && matches!(too_deep, Err(BuildError::TooDeep)));
    }
}
