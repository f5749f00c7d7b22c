//! Deep verification: compares every entry with a breadth-first search that is independent of the
//! one that built the table.
//!
//! The builder computes 120 entries at a time with precomputed permutations. The search in this
//! module expands one entry at a time, in the order of the file, and computes each rank from its
//! definition. Therefore, each search exposes errors in the other one. However, both searches use
//! the same numbering of the entries ([`index`](crate::index)) and the same Manhattan distances, so
//! an error in this code could remain hidden. The tests of this crate cover these parts with a
//! third search.
//!
//! For example, take tiles 1 and 2 on a 3x3 board. Level 0 is the goal's entry. The blank can move
//! freely among the cells of the remaining tiles, so three moves lead to level 1: tile 2 moves down
//! or right, or tile 1 moves down. Once a level is complete, its entries are compared with the
//! table. Bit 1 of the distance 1 is 0, so these three entries of the table must be 0. After the
//! last level, all entries that were never reached must be 0.

mod bits;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use fifteen_resources::{Threads, filled, run_in_pool, zeroed};
use rayon::prelude::*;

use self::bits::EntrySet;
use super::compare_histograms;
use crate::build::small_bytes;
use crate::index::occupied::{binomial, cells_of, occupied_sets};
use crate::index::rank::{Arrangement, FACTORIAL, MAX_TILES, rank, unrank};
use crate::index::{BlankRegions, ZeroClasses, count_rows, entries};
use crate::pattern::ManhattanDistances;
use crate::{BuildError, BuildProgress, OnProgress, Pattern, Table, TableKind, VerifyError};

/// Maximum number of progress reports per level of the breadth-first search. All threads wait for
/// each other at a report, so more reports would slow down the search.
const REPORTS: usize = 16;

/// Returns an upper bound on the memory that [`Table::verify_deep`] needs, in bytes.
pub fn deep_verification_memory(pattern: &Pattern, threads: Threads) -> u64 {
    let sets = count_rows(pattern, TableKind::Additive);
    let classes = count_rows(pattern, TableKind::ZeroAware);
    let arrangements = u64::from(FACTORIAL[pattern.len()]);
    let placements = EntrySet::bytes(sets * arrangements);
    ClassMoves::bytes(pattern, sets, classes)
        + ManhattanDistances::bytes(sets, pattern)
        // Three sets of entries: those found so far, those at the current distance, and those at
        // the next distance.
        + 3 * EntrySet::bytes(classes * arrangements)
        // A fourth set for additive tables, whose entries ignore the blank. It holds the placements
        // of the tiles whose smallest distance has already been found.
        + placements
        + small_bytes(threads)
}

/// A move that leads to the zero class `class`. The tile moves from slot `from` to slot `to`. A
/// slot is the position of a tile among all tiles in cell order, counted from 0.
#[derive(Debug, Clone, Copy, Default)]
struct ClassMove {
    from: u8,
    to: u8,
    class: u32,
}

/// All zero classes of a pattern, and the moves that lead out of each class. A zero class specifies
/// which cells the tiles occupy and which region of free cells contains the blank.
struct ClassMoves {
    numbering: ZeroClasses,
    /// For each zero class, the index of its set of occupied cells. A zero class specifies which
    /// cells the tiles occupy and which region of free cells contains the blank.
    set_of_class: Vec<u32>,
    /// For each zero class, the index in `moves` of the first move that leads out of the class.
    /// Item `i + 1` marks the end of the moves of class `i`.
    first_move: Vec<u32>,
    moves: Vec<ClassMove>,
}

impl ClassMoves {
    fn new(pattern: &Pattern) -> Result<Self, BuildError> {
        let size = pattern.size();
        let numbering = ZeroClasses::allocate(size, pattern.len())?;
        let mut set_of_class = zeroed(numbering.len() as usize)?;
        let mut first_move = zeroed(numbering.len() as usize + 1)?;
        let mut moves = filled(ClassMove::default(), Self::count(pattern) as usize)?;
        let regions = BlankRegions::new(size);
        let (mut class, mut number) = (0, 0);
        for (set, occupied) in (0..).zip(occupied_sets(size, pattern.len())) {
            for region in regions.of(occupied) {
                set_of_class[class] = set;
                for blank in cells_of(region) {
                    let tiles = size
                        .neighbours(blank)
                        .filter(|&cell| occupied >> cell & 1 == 1);
                    for cell in tiles {
                        let after = occupied ^ (1 << cell) ^ (1 << blank);
                        moves[number] = ClassMove {
                            from: slot(occupied, cell),
                            to: slot(after, blank),
                            class: numbering.class(after, cell),
                        };
                        number += 1;
                    }
                }
                class += 1;
                first_move[class] = number as u32;
            }
        }
        Ok(Self {
            numbering,
            set_of_class,
            first_move,
            moves,
        })
    }

    /// Returns the length of `moves`, which is the total number of moves that lead out of all zero
    /// classes. A zero class specifies which cells the tiles occupy and which region of free cells
    /// contains the blank.
    ///
    /// A move takes a tile from an occupied cell to a free neighbouring cell. So it is determined
    /// by an ordered pair of neighbouring cells and by the cells of the other tiles. The other
    /// tiles can be on any of the other cells.
    fn count(pattern: &Pattern) -> u64 {
        let size = pattern.size();
        let pairs: usize = (0..size.cells())
            .map(|cell| size.neighbours(cell).count())
            .sum();
        match size.cells().checked_sub(2) {
            Some(others) => pairs as u64 * binomial(others, pattern.len() - 1),
            None => 0,
        }
    }

    /// Returns the memory that the zero classes of a pattern and their moves take, in bytes. A zero
    /// class specifies which cells the tiles occupy and which region of free cells contains the
    /// blank.
    fn bytes(pattern: &Pattern, sets: u64, classes: u64) -> u64 {
        let moves = Self::count(pattern) * size_of::<ClassMove>() as u64;
        ZeroClasses::bytes(sets) + classes * 8 + 4 + moves
    }

    /// Returns the moves that lead out of a zero class. A zero class specifies which cells the
    /// tiles occupy and which region of free cells contains the blank.
    fn of_class(&self, class: u64) -> &[ClassMove] {
        let [first, end] = [class, class + 1].map(|class| self.first_move[class as usize] as usize);
        &self.moves[first..end]
    }
}

/// Returns the number of occupied cells before `cell`. This is the slot of a tile on `cell`.
fn slot(occupied: u32, cell: usize) -> u8 {
    cells_of(occupied).take_while(|&c| c < cell).count() as u8
}

/// A comparison between a table and an independent breadth-first search.
struct DeepComparison<'t> {
    table: &'t Table,
    classes: ClassMoves,
    manhattan: ManhattanDistances,
    /// The placements of the tiles that the search has already reached. The set is used for
    /// additive tables, which ignore the blank, so that each placement counts only once. It is
    /// empty for zero-aware tables.
    known: EntrySet,
}

impl Table {
    /// Checks every entry of the table against an independent breadth-first search from the goal.
    /// Calls [`Table::verify`] first.
    ///
    /// Entries that the search does not reach must be 0. The verification takes about ten times as
    /// long as the build. [`deep_verification_memory`] returns how much memory it needs.
    ///
    /// # Errors
    /// Returns [`VerifyError`] with the first wrong entry, which is the entry with the smallest
    /// distance and, among the wrong entries at this distance, the smallest index. Also returns an
    /// error if memory allocation fails, threads cannot be started, or `on_progress` stops the
    /// verification.
    pub fn verify_deep(
        &self,
        threads: Threads,
        on_progress: OnProgress<'_>,
    ) -> Result<(), VerifyError> {
        self.verify()?;
        run_in_pool(threads, || self.search_and_compare(on_progress)).map_err(BuildError::from)?
    }

    fn search_and_compare(&self, on_progress: OnProgress<'_>) -> Result<(), VerifyError> {
        let pattern = self.header().pattern();
        let comparison = DeepComparison::new(self)?;
        let entries = comparison.classes() * u64::from(comparison.arrangements());
        let reachable = if pattern.has_unreachable_placements() {
            entries.div_ceil(2)
        } else {
            entries
        };
        let seen = EntrySet::new(entries)?;
        let mut level = EntrySet::new(entries)?;
        let mut next = EntrySet::new(entries)?;
        let numbering = &comparison.classes.numbering;
        // In the goal, the tiles are in ascending order. This order has rank 0, so the index of the
        // goal's entry is the index of its zero class.
        let goal = u64::from(numbering.class(pattern.mask(), pattern.blank()));
        seen.insert(goal);
        level.insert(goal);
        let mut found = 1;
        let mut histogram = Vec::new();
        for depth in 0.. {
            histogram.push(comparison.compare_level(&level, depth)?);
            let before = found;
            let ranks = comparison.arrangements();
            for part in parts(ranks) {
                found += comparison.push(part, &seen, &level, &next);
                let progress = BuildProgress {
                    depth: depth + 1,
                    entries: found,
                    total: reachable,
                };
                if on_progress(progress) == ControlFlow::Break(()) {
                    return Err(BuildError::Interrupted.into());
                }
            }
            if found == before {
                break;
            }
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        comparison.check_unreached(&seen)?;
        compare_histograms(&histogram, self.header().histogram())
    }
}

/// Splits `0..ranks` into smaller ranges, so that progress can be reported after each range. A rank
/// is a unique number for one order of the tiles.
fn parts(ranks: u32) -> impl Iterator<Item = Range<u32>> {
    let part = ranks.div_ceil(REPORTS as u32).max(1 << 12);
    (0..ranks)
        .step_by(part as usize)
        .map(move |first| first..ranks.min(first + part))
}

impl<'t> DeepComparison<'t> {
    fn new(table: &'t Table) -> Result<Self, BuildError> {
        let pattern = table.header().pattern();
        let classes = ClassMoves::new(pattern)?;
        let manhattan = ManhattanDistances::new(pattern)?;
        let placements = match table.header().kind() {
            TableKind::ZeroAware => 0,
            TableKind::Additive => {
                manhattan.occupied_sets() as u64 * u64::from(FACTORIAL[pattern.len()])
            }
        };
        Ok(Self {
            table,
            classes,
            manhattan,
            known: EntrySet::new(placements)?,
        })
    }

    fn tiles(&self) -> usize {
        self.table.header().pattern().len()
    }

    fn arrangements(&self) -> u32 {
        FACTORIAL[self.tiles()]
    }

    fn classes(&self) -> u64 {
        self.classes.numbering.len().into()
    }

    /// Finds the neighbours of all entries in `level` whose ranks are in `ranks`. Adds new
    /// neighbours to `seen` and `next`, and returns their number. The rank of an entry is a unique
    /// number for its order of the tiles.
    fn push(&self, ranks: Range<u32>, seen: &EntrySet, level: &EntrySet, next: &EntrySet) -> u64 {
        ranks
            .into_par_iter()
            .map(|rank| {
                let mut after_move = RanksAfterMoves::new(unrank(rank, self.tiles()), self.tiles());
                let first = u64::from(rank) * self.classes();
                let mut new = 0;
                for entry in level.members(first..first + self.classes()) {
                    for class_move in self.classes.of_class(entry - first) {
                        let rank = after_move.get(class_move.from.into(), class_move.to.into());
                        let numbering = &self.classes.numbering;
                        let neighbour = entries::index(rank, numbering.len(), class_move.class);
                        if seen.insert(neighbour) {
                            next.insert(neighbour);
                            new += 1;
                        }
                    }
                }
                new
            })
            .sum()
    }

    /// Checks all entries in `level`, whose true distance is `distance`. Returns the number of
    /// table entries with this distance.
    fn compare_level(&self, level: &EntrySet, distance: u32) -> Result<u64, VerifyError> {
        (0..self.arrangements())
            .into_par_iter()
            .map(|rank| {
                let first = u64::from(rank) * self.classes();
                let mut count = 0;
                for entry in level.members(first..first + self.classes()) {
                    let class = (entry - first) as u32;
                    count += u64::from(self.compare_entry(rank, class, distance)?);
                }
                Ok(count)
            })
            // `reduce` combines the results in their original order. So if several entries are
            // wrong, the error is for the one with the smallest index.
            .reduce(
                || Ok(0),
                |first: Result<u64, VerifyError>, second| Ok(first? + second?),
            )
    }

    /// Checks the table for one entry, whose true distance is `distance`. Returns whether the entry
    /// counts for the histogram. In a zero-aware table, every entry counts. In an additive table,
    /// each placement of the tiles counts only once, at its smallest distance.
    fn compare_entry(&self, rank: u32, class: u32, distance: u32) -> Result<bool, VerifyError> {
        let header = self.table.header();
        let payload = self.table.payload();
        let (entry, expected, found) = match header.kind() {
            TableKind::ZeroAware => {
                let entry = entries::index(rank, self.classes.numbering.len(), class);
                (entry, distance >> 1 & 1, entries::bit(payload, entry))
            }
            TableKind::Additive => {
                let set = self.classes.set_of_class[class as usize];
                let sets = self.classes.numbering.occupied_sets();
                let entry = entries::index(rank, sets, set);
                if !self.known.insert(entry) {
                    return Ok(false);
                }
                let manhattan = self.manhattan.of(&unrank(rank, self.tiles()), set as usize);
                let excess = entries::excess(payload, header.entry_bits(), entry);
                (entry, distance, manhattan + excess)
            }
        };
        if found == expected {
            return Ok(true);
        }
        Err(VerifyError::Entry {
            entry,
            distance,
            found,
        })
    }

    /// Checks that all unreachable entries are 0. The unused bits after the last entry must be 0
    /// too.
    fn check_unreached(&self, seen: &EntrySet) -> Result<(), VerifyError> {
        let header = self.table.header();
        let reached = match header.kind() {
            TableKind::ZeroAware => seen,
            TableKind::Additive => &self.known,
        };
        let payload = self.table.payload();
        let bits = u64::from(header.entry_bits());
        let per_byte = 8 / bits;
        let wrong = (0..payload.len())
            .into_par_iter()
            .filter(|&i| payload[i] != 0)
            .find_map_first(|i| {
                (0..per_byte)
                    .map(|part| i as u64 * per_byte + part)
                    .find(|&entry| {
                        let value =
                            u32::from(payload[i]) >> (entry % per_byte * bits) & ((1 << bits) - 1);
                        value != 0 && (entry >= header.entries() || !reached.contains(entry))
                    })
            });
        match wrong {
            Some(entry) => Err(VerifyError::Unreachable { entry }),
            None => Ok(()),
        }
    }
}

/// The ranks after every possible move of a tile, starting from one order of the tiles. Each rank
/// is computed from its definition when it is first needed. So the verification does not depend on
/// the builder's lookup tables.
struct RanksAfterMoves {
    arrangement: Arrangement,
    tiles: usize,
    known: [[Option<u32>; MAX_TILES]; MAX_TILES],
}

impl RanksAfterMoves {
    fn new(arrangement: Arrangement, tiles: usize) -> Self {
        Self {
            arrangement,
            tiles,
            known: [[None; MAX_TILES]; MAX_TILES],
        }
    }

    /// Returns the rank of the tiles' order after the tile in slot `from` has moved to slot `to`.
    fn get(&mut self, from: usize, to: usize) -> u32 {
        let Self {
            arrangement, tiles, ..
        } = *self;
        *self.known[from][to].get_or_insert_with(|| {
            let mut moved = arrangement;
            let tile = moved[from];
            moved.copy_within(from + 1..tiles, from);
            moved.copy_within(to..tiles - 1, to + 1);
            moved[to] = tile;
            rank(&moved[..tiles])
        })
    }
}
