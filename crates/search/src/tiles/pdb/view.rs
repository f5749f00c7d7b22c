//! Tables as a search sees them, whatever holds their bytes, so that searches are compiled once.

use fifteen_pdb::Header;
use fifteen_pdb::index::ZeroClasses;

use super::lookups::Lookups;
use super::orientation::OrientedMoves;
use super::root_lookup::RootLookup;
use crate::tiles::heuristics::Manhattan;

/// The lookups of a heuristic, and what moves do to them: everything but the tables.
#[derive(Debug)]
pub(super) struct LookupPlan {
    pub(super) moves: OrientedMoves,
    pub(super) lookups: Lookups,
    pub(super) manhattan: Manhattan,
}

/// A table, and the numbering of its rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableView<'t> {
    pub(super) header: &'t Header,
    pub(super) payload: &'t [u8],
    pub(super) classes: &'t ZeroClasses,
}

/// The tables of a heuristic, and the plan of lookups in them.
#[derive(Debug, Clone)]
pub(crate) struct PdbView<'t> {
    pub(super) plan: &'t LookupPlan,
    pub(super) tables: Vec<TableView<'t>>,
    /// By lookup: what it needs for a board from scratch.
    pub(super) roots: &'t [RootLookup],
}

impl PdbView<'_> {
    /// Number of sums of which the maximum is taken.
    pub(in crate::tiles) fn sums(&self) -> usize {
        self.plan.lookups.sums.len()
    }

    /// Number of different lookups in the sums.
    pub(in crate::tiles) fn lookups(&self) -> usize {
        self.plan.lookups.lookups.len()
    }

    /// The largest number of lookups that a move changes in one orientation: at most the number of partitions.
    pub(in crate::tiles) fn most_affected(&self) -> usize {
        self.plan.lookups.most_affected()
    }

    /// True if all tables are zero-aware.
    pub(in crate::tiles) fn is_zero_aware(&self) -> bool {
        self.tables.iter().all(|table| table.header.kind() == fifteen_pdb::TableKind::ZeroAware)
    }
}
