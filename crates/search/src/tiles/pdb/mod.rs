//! Pattern databases as heuristics: one look-up for each move and view, by rank and row, never from scratch.

mod children;
mod descent;
mod frame;
mod heuristic;
mod looks;
mod reader;
mod slack;
mod values;
mod view;

use std::sync::Arc;

use fifteen_pdb::{Header, Pattern, Rows, Table, TableKind};
use fifteen_puzzle::{Board, Size, Symmetry};

pub(in crate::tiles) use children::TableDescent;
use frame::{Frame, FrameMoves};
pub use heuristic::PdbHeuristic;
use looks::Looks;
use values::Memory;
pub(in crate::tiles) use view::View;
use view::{Shape, TableView};

use crate::tiles::Manhattan;
use crate::tiles::any::{WithHeuristic, tables_part};

/// The tables of one partition or several, ready to search boards of one goal with.
#[derive(Debug)]
pub struct PdbTables<D> {
    tables: Vec<(Arc<Table<D>>, Arc<Rows>)>,
    /// By table, for values of many boards at once.
    memories: Vec<Memory>,
    shape: Shape,
    reflected: bool,
}

/// The most sums, reflected ones included, of which a heuristic takes the maximum.
pub const MOST_SUMS: usize = 16;

/// The most look-ups of which they are made.
pub const MOST_LOOKS: usize = 64;

/// Why tables make no heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdbError {
    /// A table of another board, or for another cell of the blank.
    #[error("the table of the tiles {found} is for {} boards and does not serve this {size} goal with the blank on cell {blank}", found.size())]
    OtherBoard {
        /// The table's pattern.
        found: Box<Pattern>,
        /// The goal's size.
        size: Size,
        /// The goal's blank.
        blank: usize,
    },
    /// A pattern that no table serves.
    #[error("there is no table of the tiles {pattern}; build it (fifteen pdb build)")]
    Missing {
        /// The pattern.
        pattern: Box<Pattern>,
    },
    /// Too many partitions, or none.
    #[error(
        "the maximum can be taken of 1 to {MOST_SUMS} sums of {MOST_LOOKS} tables, reflected ones counted too, not of {sums} sums of {looks}"
    )]
    Count {
        /// How many sums there are.
        sums: usize,
        /// How many different look-ups they are made of.
        looks: usize,
    },
    /// A table whose header contradicts its board.
    #[error(
        "the table of the tiles {pattern} is damaged: it has {found} rows where the board has {expected}; build it again (--force)"
    )]
    Rows {
        /// The table's pattern.
        pattern: Box<Pattern>,
        /// The rows in the header.
        found: u64,
        /// The rows that there are.
        expected: u32,
    },
    /// Tables that share tiles or leave some out.
    #[error("the tables' tiles do not make a partition: {covered} of {} tiles are covered, {shared} of them more than once",
        size.cells() - 1)]
    NoPartition {
        /// The goal's size.
        size: Size,
        /// Tiles in at least one table.
        covered: usize,
        /// Tiles in more than one.
        shared: usize,
    },
}

impl<D: AsRef<[u8]>> PdbTables<D> {
    /// Tables that make a partition, for boards with that goal; with `reflection` the board is looked up a second
    /// time, reflected, if a reflection keeps the goal's blank in its cell.
    ///
    /// # Errors
    /// If a table is of another board, or they make no partition.
    pub fn new(goal: &Board, tables: Vec<Arc<Table<D>>>, reflection: bool) -> Result<Self, PdbError> {
        let patterns: Vec<Pattern> = tables.iter().map(|t| t.header().pattern().clone()).collect();
        Self::collection(goal, tables, &[patterns], reflection)
    }

    /// Tables that make several partitions, each given by the canonical forms of its patterns (see
    /// [`Pattern::canonical`]): the heuristic is the largest of their sums and, with `reflection`, of the reflected
    /// board's sums (Holte et al. 2006: the maximum of several smaller tables).
    ///
    /// One table serves a pattern and its reflection; a look-up that several sums share is made once; a sum that occurs
    /// twice counts once.
    ///
    /// # Errors
    /// If a table is of another board, one is missing, or there are no sums or too many: see [`MOST_SUMS`] and [`MOST_LOOKS`].
    pub fn collection(
        goal: &Board,
        tables: Vec<Arc<Table<D>>>,
        partitions: &[Vec<Pattern>],
        reflection: bool,
    ) -> Result<Self, PdbError> {
        let (size, blank) = (goal.size(), goal.blank());
        let frame = Symmetry::representative(size, blank);
        let patterns: Vec<&Pattern> = tables.iter().map(|t| t.header().pattern()).collect();
        if let Some(&other) = patterns.iter().find(|p| p.size() != size || p.blank() != frame) {
            return Err(PdbError::OtherBoard { found: Box::new(other.clone()), size, blank });
        }
        // The board reflected and then carried is the board carried and then reflected about the frame's blank.
        let mirror = Symmetry::keeping(size, frame);
        let regular = Symmetry::carrying(size, blank, frame).unwrap_or(Symmetry::IDENTITY);
        let carried = [Some(regular), mirror.map(|mirror| regular.then(size, mirror))];
        let frames: Vec<Frame> = carried.into_iter().flatten().map(|s| Frame::new(size, s)).collect();
        let looks = Looks::new(size, &patterns, partitions, &frames, mirror, reflection)?;
        let tables = with_rows(size, tables);
        tables.iter().try_for_each(|(table, rows)| check_rows(table.header(), rows))?;
        let (moves, manhattan) = (FrameMoves::new(size, &frames), Manhattan::new(size));
        let shape = Shape { size, frames, moves, looks, manhattan };
        let memories = tables.iter().map(|_| Memory::default()).collect();
        Ok(Self { tables, memories, shape, reflected: reflection && mirror.is_some() })
    }

    /// Whether the reflected board is looked up too.
    pub fn reflects(&self) -> bool {
        self.reflected
    }

    /// How many sums the maximum is taken of: 2 for one partition and its reflection.
    pub fn sums(&self) -> usize {
        self.shape.looks.sums.len()
    }

    /// How many look-ups the sums are made of; no more than that many tables are read for a board.
    pub fn looks(&self) -> usize {
        self.shape.looks.looks.len()
    }

    /// Whether all tables are zero-aware, so that no move changes a sum by more than 1.
    pub fn is_zero_aware(&self) -> bool {
        self.tables().all(|table| table.header().kind() == TableKind::ZeroAware)
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table<D>> {
        self.tables.iter().map(|(table, _)| table.as_ref())
    }

    /// The tables as a search sees them.
    pub(in crate::tiles) fn view(&self) -> View<'_> {
        let tables = self.tables.iter().map(|(table, rows)| TableView {
            header: table.header(),
            payload: table.payload(),
            rows,
        });
        View { shape: &self.shape, tables: tables.collect() }
    }

    /// Does some work with the heuristic of these tables, compiled for the number of sums and look-ups.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        tables_part(&self.view()).with(work)
    }
}

/// Tables with the numberings of their rows, one for each number of tiles.
fn with_rows<D: AsRef<[u8]>>(size: Size, tables: Vec<Arc<Table<D>>>) -> Vec<(Arc<Table<D>>, Arc<Rows>)> {
    let mut numberings: Vec<Arc<Rows>> = Vec::new();
    let with_rows = |table: Arc<Table<D>>| {
        let tiles = table.header().pattern().len();
        let known = numberings.iter().find(|rows| rows.tiles() == tiles).cloned();
        let rows = known.unwrap_or_else(|| {
            numberings.push(Arc::new(Rows::new(size, tiles)));
            Arc::clone(&numberings[numberings.len() - 1])
        });
        (table, rows)
    };
    tables.into_iter().map(with_rows).collect()
}

/// A header has a digest, but whoever made it may have got the number of rows wrong: no entry is read on its word.
fn check_rows(header: &Header, rows: &Rows) -> Result<(), PdbError> {
    let expected = if header.kind() == TableKind::ZeroAware { rows.len() } else { rows.maps() };
    if header.rows() == u64::from(expected) {
        return Ok(());
    }
    Err(PdbError::Rows { pattern: Box::new(header.pattern().clone()), found: header.rows(), expected })
}
