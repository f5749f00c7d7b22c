//! The payload of an additive table: for each placement the least distance over all cells of the blank, kept as half of
//! its excess over the Manhattan distance.

use rayon::prelude::*;

use super::graph::Graph;
use super::sweep::Sweep;
use crate::index::rank::{FACTORIAL, unrank};
use crate::index::{BLOCK_LEN, Block, ranks};
use crate::pattern::Manhattan;
use fifteen_resources::zeroed;

use crate::{BuildError, Pattern};

/// Arrangements that one thread writes at a time; an even number.
const GROUP: usize = 64;

/// The distances of placements that a sweep has found, occupied set by occupied set.
pub(super) struct Distances {
    /// One byte for each placement, plus 1 so that zeroed memory means unknown.
    found: Vec<u8>,
    first_classes: Vec<u32>,
    arrangements: usize,
}

impl Distances {
    pub(super) fn new(graph: &Graph, pattern: &Pattern) -> Result<Self, BuildError> {
        let arrangements = FACTORIAL[pattern.len()] as usize;
        let first_classes: Vec<u32> = graph.numbering.first_classes().collect();
        Ok(Self {
            found: zeroed((first_classes.len() - 1) * arrangements)?,
            first_classes,
            arrangements,
        })
    }

    /// Adds the placements of the current level of the sweep; returns the number of new ones.
    pub(super) fn absorb(&mut self, sweep: &Sweep<'_>) -> u64 {
        let mark = sweep.depth as u8 + 1;
        let sets = self
            .found
            .par_chunks_mut(self.arrangements)
            .zip(self.first_classes.par_windows(2));
        let absorb_set = |(found, classes): (&mut [u8], &[u32])| {
            (classes[0]..classes[1])
                .filter_map(|class| sweep.level_of(class))
                .map(|bits| absorb_class(found, bits, mark))
                .sum::<u64>()
        };
        sets.map(absorb_set).sum()
    }

    /// The bits of an entry and the payload, arrangement by arrangement: 4 bits where every excess fits, else 8.
    pub(super) fn into_payload(self, pattern: &Pattern) -> Result<(u8, Vec<u8>), BuildError> {
        for (entry_bits, most) in [(4, 15), (8, 255)] {
            let (largest, payload) = self.halves(pattern, usize::from(entry_bits))?;
            if largest <= most {
                return Ok((entry_bits, payload));
            }
        }
        Err(BuildError::Excess)
    }

    /// The largest half of an excess, and all of them cut to `entry_bits` bits.
    fn halves(&self, pattern: &Pattern, entry_bits: usize) -> Result<(u32, Vec<u8>), BuildError> {
        let manhattan = Manhattan::new(pattern);
        let (sets, per_byte) = (self.first_classes.len() - 1, 8 / entry_bits);
        let mut payload: Vec<u8> = zeroed((sets * self.arrangements).div_ceil(per_byte))?;
        // Neighbouring arrangements share cache lines of `found`; an even number of them fills whole bytes.
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

fn absorb_class(found: &mut [u8], class: &[Block], mark: u8) -> u64 {
    let mut new = 0;
    for (block, found) in class.iter().zip(found.chunks_mut(BLOCK_LEN)) {
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
