//! Deep verification: every entry compared with a breadth-first search that shares no code with the builder's sweep.
//!
//! The builder pulls whole rows through precomputed permutations. Here single entries are pushed to their neighbours,
//! in the order of the file, and every rank is counted out from its definition.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::build::{OnProgress, Progress, in_pool};
use crate::entries;
use crate::error::{BuildError, VerifyError};
use crate::pattern::{Pattern, TableKind};
use crate::rank::{Arrangement, FACTORIAL, rank, unrank};
use crate::rows::{Regions, Rows, cells_of, masks};
use crate::sweep::zeroed;
use crate::table::{Table, compare_histograms};

/// Bytes of memory that [`Table::verify_deep`] takes: three bits for each zero-aware entry, and for the additive kind
/// one more for each placement.
pub fn deep_verification_memory(pattern: &Pattern) -> u64 {
    let (maps, rows) = crate::rows::count(pattern.size(), pattern.len());
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    rows * arrangements / 8 * 3 + maps * arrangements / 8 + maps * 16 + rows * 64
}

/// A set of entries that threads add to.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(len: u64) -> Result<Self, BuildError> {
        let words: Vec<u64> = zeroed(len.div_ceil(64) as usize)?;
        Ok(Self(words.into_iter().map(AtomicU64::new).collect()))
    }

    fn contains(&self, i: u64) -> bool {
        self.0[(i / 64) as usize].load(Relaxed) >> (i % 64) & 1 == 1
    }

    /// Adds a member; tells whether it is new.
    fn insert(&self, i: u64) -> bool {
        let bit = 1 << (i % 64);
        self.0[(i / 64) as usize].fetch_or(bit, Relaxed) & bit == 0
    }

    /// The members in a range, in order.
    fn members(&self, range: std::ops::Range<u64>) -> impl Iterator<Item = u64> {
        let words = range.start / 64..range.end.div_ceil(64);
        words
            .flat_map(move |w| {
                let word = self.0[w as usize].load(Relaxed);
                let bits =
                    std::iter::successors(Some(word).filter(|&b| b != 0), |b| Some(b & (b - 1)).filter(|&b| b != 0));
                bits.map(move |b| w * 64 + u64::from(b.trailing_zeros()))
            })
            .filter(move |i| range.contains(i))
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(|w| *w.get_mut() = 0);
    }
}

/// Taking the tile in slot `from` out and putting it into slot `to` leads to row `row`.
#[derive(Clone, Copy)]
struct Edge {
    from: u8,
    to: u8,
    row: u32,
}

/// The edges of each row, and the map it belongs to.
struct Edges {
    masks: Vec<u32>,
    map_of: Vec<u32>,
    edges: Vec<Vec<Edge>>,
}

fn edges(pattern: &Pattern, rows: &Rows) -> Edges {
    let size = pattern.size();
    let slot = |map: u32, cell: usize| cells_of(map).take_while(|&c| c < cell).count() as u8;
    let regions = Regions::new(size);
    let masks: Vec<u32> = masks(size, pattern.len()).collect();
    let mut all = Edges { masks, map_of: Vec::new(), edges: Vec::new() };
    for (number, map) in all.masks.iter().copied().enumerate() {
        for region in regions.of(map) {
            let pairs = cells_of(region).flat_map(|blank| size.neighbours(blank).map(move |cell| (cell, blank)));
            let moves = pairs.filter(|&(cell, _)| map >> cell & 1 == 1).map(|(cell, blank)| {
                let after = map ^ (1 << cell) ^ (1 << blank);
                Edge { from: slot(map, cell), to: slot(after, blank), row: rows.row(after, cell) }
            });
            all.edges.push(moves.collect());
            all.map_of.push(number as u32);
        }
    }
    all
}

/// What of a level is compared with the table.
struct Check<'t, D> {
    table: &'t Table<D>,
    rows: Rows,
    edges: Edges,
    /// Additive: the placements whose least distance is known.
    placed: Bits,
}

impl<D: AsRef<[u8]> + Sync> Table<D> {
    /// Proves the table entry by entry: sweeps breadth-first from the goal with code separate from the builder's and
    /// compares every entry, and that all which cannot be reached is 0. Checks the digest first.
    ///
    /// Memory: [`deep_verification_memory`]. Time: about ten times that of building.
    ///
    /// # Errors
    /// [`VerifyError`] with the first level's wrong entry of the lowest number.
    pub fn verify_deep(&self, threads: usize, progress: OnProgress<'_>) -> Result<(), VerifyError> {
        self.verify()?;
        in_pool(threads, || self.sweep_and_compare(progress))
    }

    fn sweep_and_compare(&self, progress: OnProgress<'_>) -> Result<(), VerifyError> {
        let pattern = self.header().pattern();
        let rows = Rows::new(pattern.size(), pattern.len());
        let arrangements = u64::from(FACTORIAL[pattern.len()]);
        let entries = u64::from(rows.len()) * arrangements;
        let placed = Bits::new(if self.header().kind() == TableKind::Additive {
            u64::from(rows.maps()) * arrangements
        } else {
            0
        })?;
        let edges = edges(pattern, &rows);
        let check = Check { table: self, rows, edges, placed };
        let (seen, mut level, mut next) = (Bits::new(entries)?, Bits::new(entries)?, Bits::new(entries)?);
        let goal = u64::from(check.rows.row(pattern.mask(), pattern.blank()));
        seen.insert(goal);
        level.insert(goal);
        let mut found = 1;
        let mut counted = Vec::new();
        for depth in 0.. {
            counted.push(check.level(&level, depth)?);
            let new = check.deepen(&seen, &level, &next);
            found += new;
            let state = Progress { depth: depth + 1, entries: found, total: entries };
            if progress(state) == ControlFlow::Break(()) {
                return Err(BuildError::Interrupted.into());
            }
            if new == 0 {
                break;
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        check.unreached(&seen)?;
        compare_histograms(&counted, self.header().histogram())
    }
}

impl<D: AsRef<[u8]> + Sync> Check<'_, D> {
    fn arrangements(&self) -> u32 {
        FACTORIAL[self.rows.tiles()]
    }

    /// Adds the unseen neighbours of a level to `seen` and `next`; returns how many there are.
    fn deepen(&self, seen: &Bits, level: &Bits, next: &Bits) -> u64 {
        let rows = u64::from(self.rows.len());
        (0..self.arrangements())
            .into_par_iter()
            .map(|r| {
                let arrangement = unrank(r, self.rows.tiles());
                let mut ranks = ShiftedRanks::new(arrangement, self.rows.tiles());
                let first = u64::from(r) * rows;
                let mut new = 0;
                for entry in level.members(first..first + rows) {
                    for edge in &self.edges.edges[(entry - first) as usize] {
                        let to = entries::index(ranks.of(edge.from, edge.to), self.rows.len(), edge.row);
                        if seen.insert(to) {
                            next.insert(to);
                            new += 1;
                        }
                    }
                }
                new
            })
            .sum()
    }

    /// Compares a level with the table; returns how many of the table's entries have this distance.
    fn level(&self, level: &Bits, depth: u32) -> Result<u64, VerifyError> {
        let rows = u64::from(self.rows.len());
        let compare = |r: u32| {
            let first = u64::from(r) * rows;
            let mut count = 0;
            for entry in level.members(first..first + rows) {
                count += u64::from(self.entry(r, (entry - first) as u32, depth)?);
            }
            Ok(count)
        };
        // The first error in the order of entries, whatever the threads do.
        let counts: Vec<Result<u64, VerifyError>> = (0..self.arrangements()).into_par_iter().map(compare).collect();
        counts.into_iter().sum()
    }

    /// Compares one entry; tells whether it is the table's own (an additive placement counts once).
    fn entry(&self, rank: u32, row: u32, distance: u32) -> Result<bool, VerifyError> {
        let header = self.table.header();
        if header.kind() == TableKind::ZeroAware {
            let entry = entries::index(rank, self.rows.len(), row);
            let found = entries::bit(self.table.payload(), entry);
            let right = found == distance >> 1 & 1;
            return if right { Ok(true) } else { Err(VerifyError::Entry { entry, distance, found }) };
        }
        let map = self.edges.map_of[row as usize];
        let entry = entries::index(rank, self.rows.maps(), map);
        if !self.placed.insert(entry) {
            return Ok(false);
        }
        let found = self.manhattan(rank, map) + entries::excess(self.table.payload(), header.entry_bits(), entry);
        if found == distance { Ok(true) } else { Err(VerifyError::Entry { entry, distance, found }) }
    }

    fn manhattan(&self, rank: u32, map: u32) -> u32 {
        let pattern = self.table.header().pattern();
        let mask = self.edges.masks[map as usize];
        let tiles = unrank(rank, pattern.len());
        let distance =
            |(cell, &tile): (usize, &u8)| pattern.size().manhattan(cell, pattern.cells()[usize::from(tile)].into());
        cells_of(mask).zip(&tiles).map(distance).sum::<usize>() as u32
    }

    /// Entries that nothing reaches, and bits behind the last entry, must be 0.
    fn unreached(&self, seen: &Bits) -> Result<(), VerifyError> {
        let header = self.table.header();
        let bits = u64::from(header.entry_bits());
        let reached = if header.kind() == TableKind::ZeroAware { seen } else { &self.placed };
        let payload = self.table.payload();
        let wrong = (0..payload.len()).into_par_iter().filter(|&i| payload[i] != 0).find_map_first(|i| {
            (0..8 / bits).map(|part| i as u64 * (8 / bits) + part).find(|&entry| {
                let value = u32::from(payload[i]) >> (entry % (8 / bits) * bits) & ((1 << bits) - 1);
                value != 0 && (entry >= header.entries() || !reached.contains(entry))
            })
        });
        wrong.map_or(Ok(()), |entry| Err(VerifyError::Unreachable { entry }))
    }
}

/// The ranks that an arrangement's shifts lead to, each counted out once.
struct ShiftedRanks {
    arrangement: Arrangement,
    tiles: usize,
    known: Vec<Option<u32>>,
}

impl ShiftedRanks {
    fn new(arrangement: Arrangement, tiles: usize) -> Self {
        Self { arrangement, tiles, known: vec![None; tiles * tiles] }
    }

    fn of(&mut self, from: u8, to: u8) -> u32 {
        let (arrangement, tiles) = (&self.arrangement[..self.tiles], self.tiles);
        *self.known[usize::from(from) * tiles + usize::from(to)].get_or_insert_with(|| {
            let mut shifted = arrangement.to_vec();
            let tile = shifted.remove(from.into());
            shifted.insert(to.into(), tile);
            rank(&shifted)
        })
    }
}

#[cfg(test)]
mod tests;
