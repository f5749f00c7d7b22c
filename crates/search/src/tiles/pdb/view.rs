//! Tables as a search sees them, whatever holds their bytes: so that searches are compiled once.

use fifteen_pdb::{Header, Rows};
use fifteen_puzzle::Size;

use super::frame::{Frame, FrameMoves};
use super::looks::Looks;
use crate::tiles::Manhattan;

/// What is looked up where: all of a heuristic but its tables.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) size: Size,
    pub(super) frames: Vec<Frame>,
    pub(super) moves: FrameMoves,
    pub(super) looks: Looks,
    pub(super) manhattan: Manhattan,
}

/// A table, and the numbering of its rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableView<'t> {
    pub(super) header: &'t Header,
    pub(super) payload: &'t [u8],
    pub(super) rows: &'t Rows,
}

/// The tables of a heuristic, and what is looked up in them.
#[derive(Debug)]
pub(in crate::tiles) struct View<'t> {
    pub(super) shape: &'t Shape,
    pub(super) tables: Vec<TableView<'t>>,
}

impl View<'_> {
    /// How many sums the maximum is taken of.
    pub(in crate::tiles) fn sums(&self) -> usize {
        self.shape.looks.sums.len()
    }

    /// How many look-ups the sums are made of.
    pub(in crate::tiles) fn looks(&self) -> usize {
        self.shape.looks.looks.len()
    }

    /// How many look-ups a move changes at most in one frame: no more than there are partitions.
    pub(in crate::tiles) fn most_touches(&self) -> usize {
        self.shape.looks.most_touches()
    }

    /// Whether all tables are zero-aware.
    pub(in crate::tiles) fn is_zero_aware(&self) -> bool {
        self.tables.iter().all(|table| table.header.kind() == fifteen_pdb::TableKind::ZeroAware)
    }
}
