//! The payload of an additive table: for each placement, the smallest distance over all regions of
//! the blank.
//!
//! An entry holds half of the *excess*: the difference between the distance and the Manhattan
//! distance, which is never negative and always even. For example, tiles 1 and 2 in each other's
//! goal cells have the Manhattan distance 2. One of them must step aside and back to let the other
//! pass, so the distance is 4, and the entry is (4 - 2) / 2 = 1.

use fifteen_resources::{filled, zeroed};
use rayon::prelude::*;

use super::graph::ClassGraph;
use super::sweep::Sweep;
use crate::index::rank::{FACTORIAL, unrank};
use crate::index::{BLOCK_LEN, RankBlock, ranks};
use crate::pattern::ManhattanDistances;
use crate::{BuildError, Pattern};

/// Number of arrangements for which one thread writes the entries at a time. It is even, so that
/// 4-bit entries fill whole bytes.
const GROUP: usize = 64;

/// Number of blocks of consecutive ranks of one occupied set that a thread processes at a time.
const BLOCKS: usize = 512;

/// For each placement, the smallest distance over all blank regions that the breadth-first sweep
/// has found so far.
pub(super) struct LeastDistances {
    /// For each occupied set and rank, the distance plus 1, or 0 if it is not known yet.
    found: Vec<u8>,
    /// The first class of each occupied set, and at the end the number of classes.
    first_classes: Vec<u32>,
    arrangements: usize,
}

impl LeastDistances {
    pub(super) fn new(graph: &ClassGraph, pattern: &Pattern) -> Result<Self, BuildError> {
        let arrangements = FACTORIAL[pattern.len()] as usize;
        let sets = graph.numbering.occupied_sets() as usize;
        let mut first_classes = filled(0, sets + 1)?;
        for (first_class, numbered) in first_classes
            .iter_mut()
            .zip(graph.numbering.first_classes())
        {
            *first_class = numbered;
        }
        Ok(Self {
            found: zeroed(sets * arrangements)?,
            first_classes,
            arrangements,
        })
    }

    /// Memory that [`LeastDistances`] takes, in bytes.
    pub(super) fn bytes(sets: u64, arrangements: u64) -> u64 {
        sets * arrangements + (sets + 1) * 4
    }

    /// Upper bound on the memory of [`into_payload`](Self::into_payload), in bytes: entries of 8
    /// bits each.
    pub(super) fn payload_bytes(sets: u64, pattern: &Pattern) -> u64 {
        sets * u64::from(FACTORIAL[pattern.len()]) + ManhattanDistances::bytes(sets, pattern)
    }

    /// Records the distance of all placements of the sweep's current level that have none yet, and
    /// returns their number.
    pub(super) fn add_level(&mut self, sweep: &Sweep<'_>) -> u64 {
        let mark = sweep.depth as u8 + 1;
        self.found
            .par_chunks_mut(self.arrangements)
            .zip(self.first_classes.par_windows(2))
            .flat_map(|(found, classes)| {
                let classes = classes[0]..classes[1];
                found
                    .par_chunks_mut(BLOCKS * BLOCK_LEN)
                    .enumerate()
                    .map(move |(part, found)| {
                        classes
                            .clone()
                            .filter_map(|class| sweep.level_of(class))
                            .map(|bits| add_class(found, &bits[part * BLOCKS..], mark))
                            .sum::<u64>()
                    })
            })
            .sum()
    }

    /// Returns the number of bits per entry and the payload. An entry has 4 bits if every halved
    /// excess fits, and otherwise 8.
    pub(super) fn into_payload(self, pattern: &Pattern) -> Result<(u8, Vec<u8>), BuildError> {
        for (entry_bits, largest) in [(4, 15), (8, 255)] {
            let (found, payload) = self.payload(pattern, usize::from(entry_bits))?;
            if found <= largest {
                return Ok((entry_bits, payload));
            }
        }
        Err(BuildError::Excess)
    }

    /// Returns the largest entry, and the payload with entries of `entry_bits` bits. The payload is
    /// wrong if the largest entry does not fit.
    fn payload(&self, pattern: &Pattern, entry_bits: usize) -> Result<(u32, Vec<u8>), BuildError> {
        let manhattan = ManhattanDistances::new(pattern)?;
        let (sets, per_byte) = (self.first_classes.len() - 1, 8 / entry_bits);
        let mut payload: Vec<u8> = zeroed((sets * self.arrangements).div_ceil(per_byte))?;
        // Neighbouring arrangements share cache lines of `found`, and an even number of them fills
        // whole bytes.
        let groups = payload.par_chunks_mut(sets * GROUP / per_byte).enumerate();
        let largest = groups.map(|(group, out): (usize, &mut [u8])| {
            let ranks = group * GROUP..self.arrangements.min((group + 1) * GROUP);
            let mut largest = 0;
            for (i, rank) in ranks.enumerate() {
                let tiles = unrank(rank as u32, pattern.len());
                for set in 0..sets {
                    let Some(distance) = self.found[set * self.arrangements + rank].checked_sub(1)
                    else {
                        continue;
                    };
                    let half = (u32::from(distance) - manhattan.of(&tiles, set)) / 2;
                    largest = largest.max(half);
                    let entry = i * sets + set;
                    out[entry / per_byte] |= (half as u8) << (entry % per_byte * entry_bits);
                }
            }
            largest
        });
        Ok((largest.max().unwrap_or(0), payload))
    }
}

/// Stores `mark` for the placements of these blocks that have no distance yet, and returns their
/// number.
fn add_class(found: &mut [u8], blocks: &[RankBlock], mark: u8) -> u64 {
    let mut new = 0;
    for (block, found) in blocks.iter().zip(found.chunks_mut(BLOCK_LEN)) {
        let mut ranks = ranks(block);
        while ranks != 0 {
            let entry = &mut found[ranks.trailing_zeros() as usize];
            if *entry == 0 {
                *entry = mark;
                new += 1;
            }
            ranks &= ranks - 1;
        }
    }
    new
}
