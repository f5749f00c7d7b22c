//! Lookups and sums: which table is read in which orientation, and which distances are added up.
//!
//! A *lookup* is a table that is read in one orientation of the board: as it is, or reflected. The
//! distances of all lookups of one partition add up to a lower bound. The heuristic is the maximum
//! of one or more such sums.
//!
//! For example, the partition 1-4/5-8 of a 3x3 board has two tables, one of the tiles 1 to 4 and
//! one of the tiles 5 to 8. If the reflected board is used, too, they make four lookups and two
//! sums:
//!
//! | lookup | table | orientation | sum    |
//! |--------|-------|-------------|--------|
//! | 0      | 1-4   | as it is    | first  |
//! | 1      | 5-8   | as it is    | first  |
//! | 2      | 1-4   | reflected   | second |
//! | 3      | 5-8   | reflected   | second |
//!
//! A move of tile 2 changes the distance of lookup 0. The reflection exchanges cells 1 and 3, so
//! tile 2 (with goal cell 1) is tile 4 in the reflected board, and the move also changes lookup 2.
//! Lookups 0 and 2 are the [`AffectedLookup`]s of tile 2.

use fifteen_pdb::index::rank::pass_delta;
use fifteen_pdb::{Partition, Pattern};
use fifteen_puzzle::{Size, Symmetry};

use super::PdbError;
use super::orientation::Orientation;
use crate::tiles::{CELLS, MAX_LOOKUPS, MAX_SUMS};

/// A table and the orientation of the board in which it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lookup {
    /// The index of the table in the list of tables.
    pub(super) table: usize,
    /// The orientation: 0 for the board as it is, 1 for the reflected board.
    pub(super) orientation: usize,
}

/// A lookup whose distance changes when a given tile moves, because the tile is in its pattern.
#[derive(Debug, Clone)]
pub(super) struct AffectedLookup {
    /// The index of the lookup in [`Lookups::lookups`].
    pub(super) lookup: usize,
    /// The orientation of the lookup: 0 for the board as it is, 1 for the reflected board.
    pub(super) orientation: usize,
    /// The indices of the sums to which the lookup contributes.
    pub(super) sums: Vec<usize>,
    /// The change of the pattern's rank when the moving tile passes another tile, indexed by the
    /// other tile. It is 0 for the blank and for tiles outside the pattern.
    pub(super) rank_deltas: [i32; CELLS],
}

/// The lookups of a heuristic, and the sums of lookups of which it takes the maximum.
#[derive(Debug)]
pub(super) struct Lookups {
    /// All different lookups, in the order in which the sums first use them.
    pub(super) lookups: Vec<Lookup>,
    /// All different sums, each as a list of indices of the lookups that are added up.
    pub(super) sums: Vec<Vec<usize>>,
    /// For each tile, indexed by its goal cell: the lookups that its moves change, in ascending
    /// order.
    pub(super) affected: Vec<Vec<AffectedLookup>>,
}

impl Lookups {
    /// Finds a table for each pattern of the partitions, and collects the lookups and sums.
    ///
    /// `tables` holds the canonical patterns of the tables. `mirror` is the reflection that keeps
    /// the blank's goal cell in place, if the board has one. If `reflect` is true, each partition
    /// also contributes the sum for the reflected board.
    ///
    /// # Errors
    /// Returns an error if no table has the tiles of a pattern, or if there are no sums, more than
    /// [`MAX_SUMS`], or more than [`MAX_LOOKUPS`] lookups.
    pub(super) fn new(
        size: Size,
        tables: &[&Pattern],
        partitions: &[Partition],
        orientations: &[Orientation],
        mirror: Option<Symmetry>,
        reflect: bool,
    ) -> Result<Self, PdbError> {
        let mut sums: Vec<Vec<Lookup>> = Vec::new();
        for partition in partitions {
            let mut regular = Vec::new();
            for pattern in partition.patterns() {
                regular.push(find_lookup(tables, &pattern.canonical().0, mirror)?);
            }
            let reflected = mirror
                .filter(|_| reflect)
                .map(|mirror| reflected_sum(tables, &regular, mirror));
            for sum in [Some(regular), reflected].into_iter().flatten() {
                let is_same = |known: &Vec<Lookup>| {
                    known.len() == sum.len() && known.iter().all(|l| sum.contains(l))
                };
                if !sums.iter().any(is_same) {
                    sums.push(sum);
                }
            }
        }
        let mut lookups = Vec::new();
        let sums: Vec<Vec<usize>> = sums
            .iter()
            .map(|sum| {
                sum.iter()
                    .map(|&lookup| index_of(&mut lookups, lookup))
                    .collect()
            })
            .collect();
        if !(1..=MAX_SUMS).contains(&sums.len()) || lookups.len() > MAX_LOOKUPS {
            return Err(PdbError::Count {
                sums: sums.len(),
                tables: lookups.len(),
            });
        }
        let affected = (0..size.cells())
            .map(|tile| affected_lookups(tile, size, tables, orientations, &lookups, &sums))
            .collect();
        Ok(Self {
            lookups,
            sums,
            affected,
        })
    }

    /// Returns whether the moves of every tile change exactly one lookup in each of the two
    /// orientations. If so, a search can use faster code.
    pub(super) fn is_one_each_way(&self) -> bool {
        // The entry of the blank's goal cell is empty, because no tile belongs there.
        let mut tiles = self.affected.iter().filter(|affected| !affected.is_empty());
        tiles.all(|affected| matches!(&affected[..], [a, b] if a.orientation != b.orientation))
    }
}

/// Returns the lookups that read the tables of a sum in the opposite orientation.
fn reflected_sum(tables: &[&Pattern], sum: &[Lookup], mirror: Symmetry) -> Vec<Lookup> {
    sum.iter()
        .map(|lookup| {
            let pattern = tables[lookup.table];
            // A pattern that is its own reflection has equal distances in both orientations.
            let is_symmetric = pattern.image(mirror) == *pattern;
            Lookup {
                table: lookup.table,
                orientation: if is_symmetric {
                    0
                } else {
                    1 - lookup.orientation
                },
            }
        })
        .collect()
}

/// Returns the index of a lookup in a list, and appends the lookup if it is new.
fn index_of(lookups: &mut Vec<Lookup>, lookup: Lookup) -> usize {
    lookups
        .iter()
        .position(|&known| known == lookup)
        .unwrap_or_else(|| {
            lookups.push(lookup);
            lookups.len() - 1
        })
}

/// Returns the lookup that gives the distance of a canonical pattern. It reads the pattern's own
/// table, or else the table of the reflected pattern in the reflected orientation.
///
/// # Errors
/// Returns an error if neither table exists.
fn find_lookup(
    tables: &[&Pattern],
    pattern: &Pattern,
    mirror: Option<Symmetry>,
) -> Result<Lookup, PdbError> {
    let table_of = |wanted: &Pattern| tables.iter().position(|&p| p == wanted);
    if let Some(table) = table_of(pattern) {
        return Ok(Lookup {
            table,
            orientation: 0,
        });
    }
    if let Some(table) = mirror.and_then(|mirror| table_of(&pattern.image(mirror))) {
        return Ok(Lookup {
            table,
            orientation: 1,
        });
    }
    Err(PdbError::Missing {
        tiles: pattern.clone(),
    })
}

/// Returns the lookups that the moves of a tile change.
fn affected_lookups(
    tile: usize,
    size: Size,
    tables: &[&Pattern],
    orientations: &[Orientation],
    lookups: &[Lookup],
    sums: &[Vec<usize>],
) -> Vec<AffectedLookup> {
    let mut affected = Vec::new();
    for (index, lookup) in lookups.iter().enumerate() {
        let pattern = tables[lookup.table];
        let orientation = &orientations[lookup.orientation];
        // The number of a tile within the pattern, or `None` if the pattern does not contain it.
        // Tiles are named by their goal cells, so a tile is mapped like a cell.
        let number_of = |tile: usize| {
            let goal_cell = orientation.table_cell(tile) as u8;
            let number = pattern.cells().binary_search(&goal_cell).ok()?;
            Some(number as u8)
        };
        let Some(number) = number_of(tile) else {
            continue;
        };
        let mut rank_deltas = [0; CELLS];
        for other in (0..size.cells()).filter(|&other| other != tile) {
            rank_deltas[other] = number_of(other).map_or(0, |passed| pass_delta(number, passed));
        }
        affected.push(AffectedLookup {
            lookup: index,
            orientation: lookup.orientation,
            sums: (0..sums.len())
                .filter(|&sum| sums[sum].contains(&index))
                .collect(),
            rank_deltas,
        });
    }
    affected
}
