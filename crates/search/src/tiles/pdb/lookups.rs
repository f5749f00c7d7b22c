//! Lookups and sums: which tables the heuristic reads for a board, and which distances it adds.
//!
//! A *lookup* reads one table in one orientation: for the board as it is, or for its reflection.
//! The distances from all lookups of one partition add up to a lower bound. The heuristic value is
//! the maximum over one or more such sums.
//!
//! For example, the partition 1-4/5-8 of a 3x3 board has two tables, for the tiles 1 to 4 and for
//! the tiles 5 to 8. If the reflected board is also looked up, there are four lookups and two sums:
//!
//! | lookup | table | orientation | sum    |
//! |--------|-------|-------------|--------|
//! | 0      | 1-4   | as it is    | first  |
//! | 1      | 5-8   | as it is    | first  |
//! | 2      | 1-4   | reflected   | second |
//! | 3      | 5-8   | reflected   | second |
//!
//! A move of tile 2 changes the distance of lookup 0, whose pattern contains the tile. It also
//! changes lookup 2: the reflection exchanges cells 1 and 3, so tile 2, whose goal cell is 1,
//! becomes tile 4 on the reflected board. Lookups 0 and 2 are the [`AffectedLookup`]s of tile 2.

use fifteen_pdb::index::rank::pass_delta;
use fifteen_pdb::{Partition, Pattern};
use fifteen_puzzle::{Size, Symmetry};

use super::PdbError;
use super::orientation::Orientation;
use crate::tiles::{MAX_LOOKUPS, MAX_SUMS, PADDED_CELLS};

/// A table lookup: which table is read, and whether for the board itself or for its reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lookup {
    /// Index of the table in the list of tables.
    pub(super) table: usize,
    /// 0 if the table is read for the board itself, and 1 if it is read for the reflected board.
    pub(super) orientation: usize,
}

/// A lookup whose pattern contains a given tile. Its distance must be read again when the tile
/// moves.
#[derive(Debug, Clone)]
pub(super) struct AffectedLookup {
    /// Index of this lookup in [`LookupPlan::lookups`].
    pub(super) lookup: usize,
    /// 0 if the table is read for the board itself, and 1 if it is read for the reflected board.
    pub(super) orientation: usize,
    /// Indices of the sums in [`LookupPlan::sums`] that include this lookup's distance.
    pub(super) sums: Vec<usize>,
    /// For each other tile, how much the rank changes when the moving tile passes it towards later
    /// cells. The *rank* is the index of the tiles' order among all permutations of the pattern's
    /// tiles. The change is 0 for the blank and for tiles outside the pattern.
    pub(super) rank_deltas: [i32; PADDED_CELLS],
}

/// The lookups and sums of a heuristic. A lookup reads the distance of one pattern, on the board or
/// on its reflection. A sum adds the distances of several lookups, and the largest sum is the
/// heuristic value.
#[derive(Debug)]
pub(super) struct LookupPlan {
    /// All distinct lookups, in the order of their first use in `sums`.
    pub(super) lookups: Vec<Lookup>,
    /// The distinct sums, each as a list of indices into `lookups`. For example, `[[0, 1], [2, 3]]`
    /// means two sums of two lookups each.
    pub(super) sums: Vec<Vec<usize>>,
    /// For each tile, the lookups whose patterns contain the tile, in ascending order. The index is
    /// the tile's goal cell.
    pub(super) affected: Vec<Vec<AffectedLookup>>,
}

impl LookupPlan {
    /// Finds a table for each pattern of the partitions, and lists the lookups and sums.
    ///
    /// `tables` holds the pattern of each table, in canonical form ([`Pattern::canonical`]).
    /// `mirror` is the reflection that keeps the blank's goal cell in place, if one exists. With
    /// `reflect`, each partition also adds a sum for the reflected board.
    ///
    /// # Errors
    /// Returns an error if a pattern has no table, if `partitions` is empty, or if the heuristic
    /// would have more than [`MAX_SUMS`] sums or [`MAX_LOOKUPS`] lookups.
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

    /// Returns whether every tile is in the patterns of exactly two lookups: one for the board
    /// itself and one for the reflected board. A move then changes exactly two distances, so a
    /// search can use faster code.
    pub(super) fn is_one_each_way(&self) -> bool {
        // Skip the blank's goal cell. It is not the goal cell of any tile, so its list of lookups
        // is empty.
        let mut tiles = self.affected.iter().filter(|affected| !affected.is_empty());
        tiles.all(|affected| matches!(&affected[..], [a, b] if a.orientation != b.orientation))
    }
}

/// Returns the sum that corresponds to `sum` on the reflected board. Its lookups read the same
/// tables, but for the reflected board instead of the board itself, or vice versa.
fn reflected_sum(tables: &[&Pattern], sum: &[Lookup], mirror: Symmetry) -> Vec<Lookup> {
    sum.iter()
        .map(|lookup| {
            let pattern = tables[lookup.table];
            // A symmetric pattern has the same distance on the board and on its reflection. Both
            // sums then share one lookup, which is for the board itself (orientation 0).
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

/// Returns the index of `lookup` in the list. If the lookup is new, appends it first.
fn index_of(lookups: &mut Vec<Lookup>, lookup: Lookup) -> usize {
    lookups
        .iter()
        .position(|&known| known == lookup)
        .unwrap_or_else(|| {
            lookups.push(lookup);
            lookups.len() - 1
        })
}

/// Returns a lookup for the distance of a pattern. If the pattern has a table, the lookup reads
/// this table for the board itself. Otherwise, it reads the table of the reflected pattern for the
/// reflected board.
///
/// # Errors
/// Returns an error if neither of the two tables exists.
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

/// Returns the lookups whose patterns contain the given tile. Their distances change when the tile
/// moves.
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
        // Returns the 0-based index of a tile among the pattern's tiles, or `None` for a tile
        // outside the pattern. Tiles are named by their goal cells, so converting the goal cell to
        // a table cell gives the tile's name in the table.
        let number_of = |tile: usize| {
            let goal_cell = orientation.table_cell(tile) as u8;
            let number = pattern.cells().binary_search(&goal_cell).ok()?;
            Some(number as u8)
        };
        let Some(number) = number_of(tile) else {
            continue;
        };
        let mut rank_deltas = [0; PADDED_CELLS];
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
