//! Lookups and sums: which table is read in which orientation, and which of these lookups make a lower bound together.
//!
//! [`Lookups`] has every [`Lookup`] once, the sums, and for each tile its [`AffectedLookup`]s: those that its moves
//! change.

use fifteen_pdb::index::rank::pass_delta;
use fifteen_pdb::{Partition, Pattern};
use fifteen_puzzle::{Size, Symmetry};

use super::PdbError;
use super::orientation::Orientation;
use crate::tiles::{CELLS, MAX_LOOKUPS, MAX_SUMS};

/// A table, and the orientation in which it is read: the board as it is, or reflected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lookup {
    pub(super) table: usize,
    pub(super) orientation: usize,
}

/// A lookup that the moves of a tile change.
#[derive(Debug, Clone)]
pub(super) struct AffectedLookup {
    /// The index of the lookup.
    pub(super) lookup: usize,
    pub(super) orientation: usize,
    /// The sums that the lookup is part of.
    pub(super) sums: Vec<usize>,
    /// By tile: the change of the rank on passing it; 0 for tiles of other lookups, and for the blank.
    pub(super) rank_deltas: [i32; CELLS],
}

/// Maximum partitions' sums, those of the reflected board among them.
#[derive(Debug)]
pub(super) struct Lookups {
    /// Every lookup once, in the order in which sums need them.
    pub(super) lookups: Vec<Lookup>,
    /// The sums, as the lookups that are added up; all different.
    pub(super) sums: Vec<Vec<usize>>,
    /// By tile: the lookups that its moves change, those of the first sum first.
    pub(super) affected: Vec<Vec<AffectedLookup>>,
}

impl Lookups {
    /// The lookups of partitions in tables of canonical patterns.
    ///
    /// `mirror` is the reflection that keeps the tables' blank, if there is one; with `reflect` each partition also
    /// makes a reflected sum.
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
            let own = partition
                .patterns()
                .iter()
                .map(|pattern| lookup(tables, &pattern.canonical().0, mirror));
            let own: Vec<Lookup> = own.collect::<Result<_, _>>()?;
            // A pattern that is its own reflection has the same distances both ways.
            let alike =
                |table: usize| mirror.is_some_and(|m| tables[table].image(m) == *tables[table]);
            let other = |l: &Lookup| Lookup {
                table: l.table,
                orientation: if alike(l.table) { 0 } else { 1 - l.orientation },
            };
            let reflected = (reflect && mirror.is_some()).then(|| own.iter().map(other).collect());
            for sum in [Some(own), reflected].into_iter().flatten() {
                let same = |known: &Vec<Lookup>| {
                    known.len() == sum.len() && known.iter().all(|l| sum.contains(l))
                };
                if !sums.iter().any(same) {
                    sums.push(sum);
                }
            }
        }
        let mut lookups = Vec::new();
        let sums: Vec<Vec<usize>> = sums
            .iter()
            .map(|sum| {
                sum.iter()
                    .map(|&lookup| place(&mut lookups, lookup))
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
            .map(|tile| affected(tile, size, tables, orientations, &lookups, &sums))
            .collect();
        Ok(Self {
            lookups,
            sums,
            affected,
        })
    }

    /// True if the moves of every tile change exactly one lookup in each orientation.
    pub(super) fn is_one_each_way(&self) -> bool {
        // The goal's blank cell has no tile.
        let mut tiles = self.affected.iter().filter(|affected| !affected.is_empty());
        tiles.all(|affected| matches!(&affected[..], [a, b] if a.orientation != b.orientation))
    }
}

/// The number of a lookup, which is added to the list if it is new.
fn place(lookups: &mut Vec<Lookup>, lookup: Lookup) -> usize {
    lookups
        .iter()
        .position(|&known| known == lookup)
        .unwrap_or_else(|| {
            lookups.push(lookup);
            lookups.len() - 1
        })
}

/// The lookup in a table that serves a pattern, or its reflection.
fn lookup(
    tables: &[&Pattern],
    pattern: &Pattern,
    mirror: Option<Symmetry>,
) -> Result<Lookup, PdbError> {
    let table = |wanted: &Pattern| tables.iter().position(|&p| p == wanted);
    let own = table(pattern).map(|table| Lookup {
        table,
        orientation: 0,
    });
    let reflected = || {
        mirror
            .and_then(|m| table(&pattern.image(m)))
            .map(|table| Lookup {
                table,
                orientation: 1,
            })
    };
    let missing = || PdbError::Missing {
        tiles: pattern.clone(),
    };
    own.or_else(reflected).ok_or_else(missing)
}

/// The lookups that the moves of a tile change.
fn affected(
    tile: usize,
    size: Size,
    tables: &[&Pattern],
    orientations: &[Orientation],
    lookups: &[Lookup],
    sums: &[Vec<usize>],
) -> Vec<AffectedLookup> {
    let place = |lookup: &Lookup, tile: usize| {
        tables[lookup.table]
            .cells()
            .binary_search(&(orientations[lookup.orientation].table_cell(tile) as u8))
            .ok()
            .map(|p| p as u8)
    };
    let affect = |(number, lookup): (usize, &Lookup)| {
        let own = place(lookup, tile)?;
        let mut rank_deltas = [0; CELLS];
        for (other, delta) in rank_deltas
            .iter_mut()
            .enumerate()
            .take(size.cells())
            .filter(|&(other, _)| other != tile)
        {
            *delta = place(lookup, other).map_or(0, |other| pass_delta(own, other));
        }
        let sums = (0..sums.len())
            .filter(|&s| sums[s].contains(&number))
            .collect();
        Some(AffectedLookup {
            lookup: number,
            orientation: lookup.orientation,
            sums,
            rank_deltas,
        })
    };
    lookups.iter().enumerate().filter_map(affect).collect()
}
