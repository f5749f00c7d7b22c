//! Computes the payload of an additive table: for each placement of the tiles, the smallest
//! distance over all positions of the blank.
//!
//! An entry holds half of the *excess*, which is the distance minus the Manhattan distance. The
//! excess is never negative and always even. For example, if tiles 1 and 2 are on each other's goal
//! cells, their Manhattan distance is 2. The distance is 4, because one of them must step aside and
//! back to let the other pass. So the entry is (4 - 2) / 2 = 1.

use fifteen_resources::{filled, zeroed};
use rayon::prelude::*;

use super::graph::ClassGraph;
use super::sweep::Sweep;
use crate::index::rank::{FACTORIAL, unrank};
use crate::index::{BLOCK_LEN, RankBlock, ranks};
use crate::pattern::ManhattanDistances;
use crate::{BuildError, Pattern};

/// Number of tile orders (arrangements) whose entries a thread writes at a time. The distances of
/// 64 consecutive orders, one byte each, fill a cache line. The number is even, because two entries
/// of 4 bits share a byte.
const GROUP: usize = 64;

/// Number of blocks that a thread processes at a time. A block holds 120 consecutive tile orders.
/// The blocks of one set of occupied cells are distributed among several threads.
const BLOCKS: usize = 512;

/// For each placement of the tiles, the smallest distance found so far. It is the minimum over all
/// positions of the blank.
pub(super) struct LeastDistances {
    /// For each set of occupied cells and each order of the tiles, the distance plus 1, or 0 if the
    /// distance is not yet known.
    found: Vec<u8>,
    /// For each set of occupied cells, the index of its first zero class. A zero class specifies
    /// which cells the tiles occupy and which region of free cells contains the blank. The classes
    /// of one set have consecutive indices. The last item is the total number of classes.
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

    /// Returns the memory that the distances take, in bytes. `sets` is the number of occupied sets,
    /// and `arrangements` is the number of tile orders.
    pub(super) fn bytes(sets: u64, arrangements: u64) -> u64 {
        sets * arrangements + (sets + 1) * 4
    }

    /// Returns an upper bound on the memory that [`into_payload`](Self::into_payload) needs, in
    /// bytes. The bound assumes entries of 8 bits, the larger of the two possible sizes.
    pub(super) fn payload_bytes(sets: u64, pattern: &Pattern) -> u64 {
        sets * u64::from(FACTORIAL[pattern.len()]) + ManhattanDistances::bytes(sets, pattern)
    }

    /// Records the current depth of the search as the distance of each placement of the tiles that
    /// the search has just reached for the first time. Returns the number of these placements.
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

    /// Returns the number of bits per entry, and the packed entries. Entries have 4 bits if all
    /// values fit, and 8 bits otherwise.
    pub(super) fn into_payload(self, pattern: &Pattern) -> Result<(u8, Vec<u8>), BuildError> {
        for (entry_bits, largest) in [(4, 15), (8, 255)] {
            let (found, payload) = self.payload(pattern, usize::from(entry_bits))?;
            if found <= largest {
                return Ok((entry_bits, payload));
            }
        }
        Err(BuildError::Excess)
    }

    /// Returns the largest entry, and all entries packed with `entry_bits` bits each. The packed
    /// entries are invalid if the largest one needs more bits.
    fn payload(&self, pattern: &Pattern, entry_bits: usize) -> Result<(u32, Vec<u8>), BuildError> {
        let manhattan = ManhattanDistances::new(pattern)?;
        let (sets, per_byte) = (self.first_classes.len() - 1, 8 / entry_bits);
        let mut payload: Vec<u8> = zeroed((sets * self.arrangements).div_ceil(per_byte))?;
        // Each thread handles a group of consecutive tile orders, because their distances share
        // cache lines in `found`.
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

/// Records the distances of placements that are reached for the first time. For each rank in
/// `blocks`, sets the item of `found` to `mark` (the distance plus 1) if it is still 0. Returns the
/// number of items that were set.
fn add_class(found: &mut [u8], blocks: &[RankBlock], mark: u8) -> u64 {
    let mut new = 0;
    for (block, found) in blocks.iter().zip(found.chunks_mut(BLOCK_LEN)) {
        for rank in ranks(*block) {
            let entry = &mut found[rank];
            if *entry == 0 {
                *entry = mark;
                new += 1;
            }
        }
    }
    new
}
