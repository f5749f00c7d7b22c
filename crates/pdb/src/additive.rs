//! The additive kind: for each placement the least distance over where the blank is, kept as half of its excess
//! over the Manhattan distance.

use rayon::prelude::*;

use crate::error::BuildError;
use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::rank::{FACTORIAL, unrank};
use crate::rows::{cells_of, masks};
use crate::sweep::{Sweep, zeroed};

/// Not found yet, or never.
const UNKNOWN: u8 = u8::MAX;

/// The distance of each placement, map by map, as far as a sweep has found them.
pub(crate) struct Distances {
    /// One byte for each placement, plus 1 so that zeroed memory means unknown.
    found: Vec<u8>,
    first_rows: Vec<u32>,
    arrangements: usize,
}

impl Distances {
    pub(crate) fn new(graph: &Graph, pattern: &Pattern) -> Result<Self, BuildError> {
        let arrangements = FACTORIAL[pattern.len()] as usize;
        let first_rows: Vec<u32> = graph.numbering().first_rows().collect();
        Ok(Self { found: zeroed((first_rows.len() - 1) * arrangements)?, first_rows, arrangements })
    }

    /// Takes over the level at which the sweep is; returns how many placements are new.
    pub(crate) fn absorb(&mut self, sweep: &Sweep<'_>) -> u64 {
        let mark = (sweep.depth() + 1).min(u32::from(UNKNOWN)) as u8;
        let maps = self.found.par_chunks_mut(self.arrangements).zip(self.first_rows.par_windows(2));
        let absorb_map = |(found, rows): (&mut [u8], &[u32])| {
            (rows[0]..rows[1])
                .filter_map(|row| sweep.level_of(row))
                .map(|bits| absorb_row(found, bits, mark))
                .sum::<u64>()
        };
        maps.map(absorb_map).sum()
    }

    /// The payload, arrangement by arrangement, with the bits that an entry takes: 4 where every excess fits, else 8.
    pub(crate) fn into_payload(self, pattern: &Pattern) -> Result<(u8, Vec<u8>), BuildError> {
        let maps: Vec<Vec<usize>> = masks(pattern.size(), pattern.len()).map(|mask| cells_of(mask).collect()).collect();
        let half_excess = |rank: usize, map: usize| {
            let distance = self.found[map * self.arrangements + rank];
            if distance == 0 {
                0
            } else {
                (u32::from(distance) - 1).saturating_sub(manhattan(pattern, rank, &maps[map])) / 2
            }
        };
        let ranks = (0..self.arrangements).into_par_iter();
        let most = ranks.map(|r| (0..maps.len()).map(|m| half_excess(r, m)).max().unwrap_or(0)).max().unwrap_or(0);
        let entry_bits = match most {
            0..16 => 4,
            16..256 => 8,
            _ => return Err(BuildError::Excess { excess: most * 2 }),
        };
        let per_byte = 8 / usize::from(entry_bits);
        let entries = maps.len() * self.arrangements;
        let mut payload: Vec<u8> = zeroed(entries.div_ceil(per_byte))?;
        // Two arrangements at a time: a whole number of bytes.
        payload.par_chunks_mut(maps.len() * 2 / per_byte).enumerate().for_each(|(pair, out)| {
            for (i, byte) in out.iter_mut().enumerate() {
                for part in 0..per_byte {
                    let entry = i * per_byte + part;
                    let (rank, map) = (pair * 2 + entry / maps.len(), entry % maps.len());
                    if rank < self.arrangements {
                        *byte |= (half_excess(rank, map) as u8) << (part * 4);
                    }
                }
            }
        });
        Ok((entry_bits, payload))
    }
}

fn absorb_row(found: &mut [u8], bits: &[u64], mark: u8) -> u64 {
    let mut new = 0;
    for (&word, found) in bits.iter().zip(found.chunks_mut(64)) {
        let mut word = word;
        while word != 0 {
            let entry = &mut found[word.trailing_zeros() as usize];
            if *entry == 0 {
                *entry = mark;
                new += 1;
            }
            word &= word - 1;
        }
    }
    new
}

/// Sum of the tiles' Manhattan distances from their goal cells.
fn manhattan(pattern: &Pattern, rank: usize, cells: &[usize]) -> u32 {
    let arrangement = unrank(rank as u32, pattern.len());
    let of_slot = |(&cell, &tile): (&usize, &u8)| {
        pattern.size().manhattan(cell, pattern.cells()[usize::from(tile)].into()) as u32
    };
    cells.iter().zip(&arrangement).map(of_slot).sum()
}
