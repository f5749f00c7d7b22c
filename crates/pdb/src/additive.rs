//! The additive kind: for each placement the least distance over where the blank is, kept as half of its excess
//! over the Manhattan distance.

use fifteen_puzzle::MAX_CELLS;
use rayon::prelude::*;

use crate::entries;
use crate::error::BuildError;
use crate::graph::Graph;
use crate::pattern::Pattern;
use crate::rank::{Arrangement, FACTORIAL, unrank};
use crate::rows::{cells_of, masks};
use crate::shifts::{BLOCK_LEN, Block, words};
use crate::sweep::{Sweep, zeroed};

/// Arrangements that one thread writes at a time; an even number.
const GROUP: usize = 64;

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
        let mark = sweep.depth() as u8 + 1;
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
        for (entry_bits, most) in [(4, 15), (8, 255)] {
            let (largest, payload) = self.halves(pattern, usize::from(entry_bits))?;
            if largest <= most {
                return Ok((entry_bits, payload));
            }
        }
        Err(BuildError::Excess)
    }

    /// Half of the excess of every placement, cut to that many bits; and the largest before it was cut.
    fn halves(&self, pattern: &Pattern, entry_bits: usize) -> Result<(u32, Vec<u8>), BuildError> {
        let manhattan = Manhattan::new(pattern);
        let (maps, per_byte) = (self.first_rows.len() - 1, 8 / entry_bits);
        let mut payload: Vec<u8> = zeroed((maps * self.arrangements).div_ceil(per_byte))?;
        // Neighbouring arrangements share cache lines of `found`; an even number of them fills whole bytes.
        let groups = payload.par_chunks_mut(maps * GROUP / per_byte).enumerate();
        let largest = groups.map(|(group, out): (usize, &mut [u8])| {
            let ranks = group * GROUP..self.arrangements.min((group + 1) * GROUP);
            let mut largest = 0;
            for (i, rank) in ranks.enumerate() {
                let tiles = unrank(rank as u32, pattern.len());
                for map in 0..maps {
                    let Some(distance) = self.found[map * self.arrangements + rank].checked_sub(1) else { continue };
                    let half = (u32::from(distance) - manhattan.of(&tiles, map)) / 2;
                    largest = largest.max(half);
                    let entry = i * maps + map;
                    out[entry / per_byte] |= (half as u8) << (entry % per_byte * entry_bits);
                }
            }
            largest
        });
        Ok((largest.max().unwrap_or(0), payload))
    }
}

/// How many entries of a payload have distance 0, 1, 2, ...; those that cannot be reached are left out.
pub(crate) fn histogram(pattern: &Pattern, payload: &[u8], entry_bits: u32) -> Vec<u64> {
    let manhattan = Manhattan::new(pattern);
    let maps = manhattan.cells.len() / manhattan.tiles;
    let count = |mut counts: Vec<u64>, rank: u32| {
        let tiles = unrank(rank, pattern.len());
        for map in (0..maps).filter(|&map| manhattan.reachable(pattern, &tiles, map)) {
            let excess = entries::excess(payload, entry_bits, entries::index(rank, maps as u32, map as u32));
            let distance = (manhattan.of(&tiles, map) + excess) as usize;
            if counts.len() <= distance {
                counts.resize(distance + 1, 0);
            }
            counts[distance] += 1;
        }
        counts
    };
    let add = |mut a: Vec<u64>, b: Vec<u64>| {
        a.resize(a.len().max(b.len()), 0);
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    (0..FACTORIAL[pattern.len()]).into_par_iter().fold(Vec::new, count).reduce(Vec::new, add)
}

/// Whether an arrangement of numbers, 0 on the cell `blank`, can be brought to the goal.
fn same_parity(pattern: &Pattern, tiles: &[u8], goal: &[u8], blank: u8) -> bool {
    let place = |tile: u8| goal.iter().position(|&t| t == tile).unwrap_or(0);
    let places: Vec<usize> = tiles.iter().map(|&t| place(t)).collect();
    let smaller_after = |i: usize| places[i + 1..].iter().filter(|&&p| p < places[i]).count();
    let inversions: usize = (0..places.len()).map(smaller_after).sum();
    let steps = pattern.size().manhattan(blank.into(), pattern.blank());
    inversions % 2 == steps % 2
}

/// Manhattan distances of placements.
struct Manhattan {
    tiles: usize,
    /// The cells of each map, one after the other.
    cells: Vec<u8>,
    /// By tile of the pattern: the distance of each cell from its goal.
    distances: Vec<[u8; MAX_CELLS]>,
}

impl Manhattan {
    fn new(pattern: &Pattern) -> Self {
        let size = pattern.size();
        let distance = |goal: u8, cell| if cell < size.cells() { size.manhattan(goal.into(), cell) as u8 } else { 0 };
        let maps = masks(size, pattern.len());
        Self {
            tiles: pattern.len(),
            cells: maps.flat_map(cells_of).map(|c| c as u8).collect(),
            distances: pattern.cells().iter().map(|&goal| std::array::from_fn(|c| distance(goal, c))).collect(),
        }
    }

    /// Whether a placement can be reached. Where at most one tile is outside the pattern, parity decides: some place of
    /// the blank must make a board that can be solved.
    fn reachable(&self, pattern: &Pattern, arrangement: &Arrangement, map: usize) -> bool {
        let cells = pattern.size().cells();
        if self.tiles + 2 < cells {
            return true;
        }
        let map = &self.cells[map * self.tiles..][..self.tiles];
        let empty = (0..cells as u8).filter(|cell| !map.contains(cell));
        let outside =
            (0..cells as u8).find(|cell| !pattern.cells().contains(cell) && usize::from(*cell) != pattern.blank());
        // A tile is named by its goal cell plus 1.
        let board = |blank: u8| {
            let mut tiles = vec![outside.map_or(0, |goal| goal + 1); cells];
            map.iter()
                .zip(arrangement)
                .for_each(|(&cell, &t)| tiles[usize::from(cell)] = pattern.cells()[usize::from(t)] + 1);
            tiles[usize::from(blank)] = 0;
            tiles
        };
        let goal: Vec<u8> = (0..cells).map(|c| if c == pattern.blank() { 0 } else { c as u8 + 1 }).collect();
        empty.into_iter().any(|blank| same_parity(pattern, &board(blank), &goal, blank))
    }

    #[inline]
    fn of(&self, arrangement: &Arrangement, map: usize) -> u32 {
        let cells = &self.cells[map * self.tiles..][..self.tiles];
        let distance = |(&cell, &tile): (&u8, &u8)| u32::from(self.distances[usize::from(tile)][usize::from(cell)]);
        cells.iter().zip(arrangement).map(distance).sum()
    }
}

fn absorb_row(found: &mut [u8], row: &[Block], mark: u8) -> u64 {
    let mut new = 0;
    for (block, found) in row.iter().zip(found.chunks_mut(BLOCK_LEN)) {
        for (mut word, found) in words(block).into_iter().zip(found.chunks_mut(64)) {
            while word != 0 {
                let entry = &mut found[word.trailing_zeros() as usize];
                if *entry == 0 {
                    *entry = mark;
                    new += 1;
                }
                word &= word - 1;
            }
        }
    }
    new
}
