//! Deep verification: every entry compared with a breadth-first search that shares no code with the builder's sweep.
//!
//! The builder pulls whole classes through precomputed permutations. Here single entries are pushed to their
//! neighbours, in the order of the file, and every rank is computed from its definition.

mod bits;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use rayon::prelude::*;

use self::bits::Bits;
use super::compare_histograms;
use crate::index::occupied::{cells_of, occupied_sets};
use crate::index::rank::{FACTORIAL, rank, unrank};
use crate::index::{BlankRegions, ZeroClasses, count_rows, entries};
use fifteen_resources::{Threads, run_in_pool};

use crate::{BuildError, BuildProgress, OnProgress, Pattern, Table, TableKind, VerifyError};

/// Bytes of memory that [`Table::verify_deep`] takes: three bits for each zero-aware entry, and one for each placement
/// (of which only the additive kind makes use).
pub fn deep_verification_memory(pattern: &Pattern) -> u64 {
    let [sets, classes] =
        [TableKind::Additive, TableKind::ZeroAware].map(|kind| count_rows(pattern, kind));
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    classes * arrangements / 8 * 3 + sets * arrangements / 8 + sets * 16 + classes * 64
}

/// A move of the tile in slot `from` to slot `to`, which leads to class `class`.
#[derive(Clone, Copy)]
struct Edge {
    from: u8,
    to: u8,
    class: u32,
}

/// The comparison of levels with a table.
struct Comparison<'t> {
    table: &'t Table,
    classes: ZeroClasses,
    /// The occupied sets in order.
    sets: Vec<u32>,
    /// By class: the number of its occupied set, and its edges.
    edges: Vec<(u32, Vec<Edge>)>,
    /// Additive: the placements whose least distance is known.
    known: Bits,
}

impl Table {
    /// Proves the table entry by entry, after [`Table::verify`].
    ///
    /// A breadth-first search from the goal, with code separate from the builder's, is compared with every entry;
    /// entries that it does not reach must be 0. It takes the memory of [`deep_verification_memory`] and about ten
    /// times as long as the build.
    ///
    /// # Errors
    /// [`VerifyError`]: the wrong entry with the lowest number in the first level that has one, or the interruption.
    pub fn verify_deep(
        &self,
        threads: Threads,
        progress: OnProgress<'_>,
    ) -> Result<(), VerifyError> {
        self.verify()?;
        run_in_pool(threads, || self.sweep_and_compare(progress)).map_err(BuildError::from)?
    }

    fn sweep_and_compare(&self, progress: OnProgress<'_>) -> Result<(), VerifyError> {
        let pattern = self.header().pattern();
        let comparison = Comparison::new(self)?;
        let entries = u64::from(comparison.classes.len()) * u64::from(comparison.arrangements());
        let (seen, mut level, mut next) = (
            Bits::new(entries)?,
            Bits::new(entries)?,
            Bits::new(entries)?,
        );
        let goal = u64::from(comparison.classes.class(pattern.mask(), pattern.blank()));
        seen.insert(goal);
        level.insert(goal);
        let mut found = 1;
        let mut counted = Vec::new();
        for depth in 0.. {
            counted.push(comparison.level(&level, depth)?);
            let new = comparison.deepen(&seen, &level, &next);
            found += new;
            let state = BuildProgress {
                depth: depth + 1,
                entries: found,
                total: entries,
            };
            if progress(state) == ControlFlow::Break(()) {
                return Err(BuildError::Interrupted.into());
            }
            if new == 0 {
                break;
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        comparison.unreached(&seen)?;
        compare_histograms(&counted, self.header().histogram())
    }
}

impl<'t> Comparison<'t> {
    fn new(table: &'t Table) -> Result<Self, BuildError> {
        let (pattern, size) = (table.header().pattern(), table.header().pattern().size());
        let classes = ZeroClasses::new(size, pattern.len());
        let placements = u64::from(classes.occupied_sets()) * u64::from(FACTORIAL[pattern.len()]);
        let known = Bits::new(if table.header().kind() == TableKind::Additive {
            placements
        } else {
            0
        })?;
        let slot =
            |occupied: u32, cell: usize| cells_of(occupied).take_while(|&c| c < cell).count() as u8;
        let regions = BlankRegions::new(size);
        let sets: Vec<u32> = occupied_sets(size, pattern.len()).collect();
        let mut edges = Vec::new();
        for (number, &occupied) in (0..).zip(&sets) {
            for region in regions.of(occupied) {
                let pairs = cells_of(region)
                    .flat_map(|blank| size.neighbours(blank).map(move |cell| (cell, blank)));
                let moves =
                    pairs
                        .filter(|&(cell, _)| occupied >> cell & 1 == 1)
                        .map(|(cell, blank)| {
                            let after = occupied ^ (1 << cell) ^ (1 << blank);
                            Edge {
                                from: slot(occupied, cell),
                                to: slot(after, blank),
                                class: classes.class(after, cell),
                            }
                        });
                edges.push((number, moves.collect()));
            }
        }
        Ok(Self {
            table,
            classes,
            sets,
            edges,
            known,
        })
    }

    fn tiles(&self) -> usize {
        self.table.header().pattern().len()
    }

    fn arrangements(&self) -> u32 {
        FACTORIAL[self.tiles()]
    }

    /// Adds the unseen neighbours of a level to `seen` and `next`; returns their number.
    fn deepen(&self, seen: &Bits, level: &Bits, next: &Bits) -> u64 {
        let classes = u64::from(self.classes.len());
        (0..self.arrangements())
            .into_par_iter()
            .map(|r| {
                let (tiles, arrangement) = (self.tiles(), unrank(r, self.tiles()));
                // The rank after each move, computed once from the definition.
                let mut known = vec![None; tiles * tiles];
                let mut rank_after = |from: usize, to: usize| {
                    *known[from * tiles + to].get_or_insert_with(|| {
                        let mut next = arrangement[..tiles].to_vec();
                        let tile = next.remove(from);
                        next.insert(to, tile);
                        rank(&next)
                    })
                };
                let first = u64::from(r) * classes;
                let mut new = 0;
                for entry in level.members(first..first + classes) {
                    for edge in &self.edges[(entry - first) as usize].1 {
                        let rank = rank_after(edge.from.into(), edge.to.into());
                        let to = entries::index(rank, self.classes.len(), edge.class);
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

    /// Compares a level with the table; returns the number of the table's entries with this distance.
    fn level(&self, level: &Bits, depth: u32) -> Result<u64, VerifyError> {
        let classes = u64::from(self.classes.len());
        let compare = |r: u32| {
            let first = u64::from(r) * classes;
            let mut count = 0;
            for entry in level.members(first..first + classes) {
                count += u64::from(self.entry(r, (entry - first) as u32, depth)?);
            }
            Ok(count)
        };
        // The first error in the order of entries, whatever the threads do.
        let counts: Vec<Result<u64, VerifyError>> = (0..self.arrangements())
            .into_par_iter()
            .map(compare)
            .collect();
        counts.into_iter().sum()
    }

    /// Compares one entry; false if its additive placement was compared before.
    fn entry(&self, rank: u32, class: u32, distance: u32) -> Result<bool, VerifyError> {
        let header = self.table.header();
        if header.kind() == TableKind::ZeroAware {
            let entry = entries::index(rank, self.classes.len(), class);
            let found = entries::bit(self.table.payload(), entry);
            return if found == distance >> 1 & 1 {
                Ok(true)
            } else {
                Err(VerifyError::Entry {
                    entry,
                    distance,
                    found,
                })
            };
        }
        let (set, _) = self.edges[class as usize];
        let entry = entries::index(rank, self.classes.occupied_sets(), set);
        if !self.known.insert(entry) {
            return Ok(false);
        }
        let found = self.manhattan(rank, set)
            + entries::excess(self.table.payload(), header.entry_bits(), entry);
        if found == distance {
            Ok(true)
        } else {
            Err(VerifyError::Entry {
                entry,
                distance,
                found,
            })
        }
    }

    fn manhattan(&self, rank: u32, set: u32) -> u32 {
        let pattern = self.table.header().pattern();
        let occupied = self.sets[set as usize];
        let tiles = unrank(rank, pattern.len());
        let distance = |(cell, &tile): (usize, &u8)| {
            pattern
                .size()
                .manhattan(cell, pattern.cells()[usize::from(tile)].into())
        };
        cells_of(occupied).zip(&tiles).map(distance).sum::<usize>() as u32
    }

    /// Checks that entries which nothing reaches, and bits behind the last entry, are 0.
    fn unreached(&self, seen: &Bits) -> Result<(), VerifyError> {
        let header = self.table.header();
        let bits = u64::from(header.entry_bits());
        let reached = if header.kind() == TableKind::ZeroAware {
            seen
        } else {
            &self.known
        };
        let payload = self.table.payload();
        let wrong = (0..payload.len())
            .into_par_iter()
            .filter(|&i| payload[i] != 0)
            .find_map_first(|i| {
                (0..8 / bits)
                    .map(|part| i as u64 * (8 / bits) + part)
                    .find(|&entry| {
                        let value = u32::from(payload[i]) >> (entry % (8 / bits) * bits)
                            & ((1 << bits) - 1);
                        value != 0 && (entry >= header.entries() || !reached.contains(entry))
                    })
            });
        wrong.map_or(Ok(()), |entry| Err(VerifyError::Unreachable { entry }))
    }
}
