//! Pattern databases as heuristics: one look-up for each move and view, by rank and row, never from scratch.

mod heuristic;
mod view;

use std::sync::Arc;

use fifteen_pdb::{Header, Kind, Pattern, Rows, Table};
use fifteen_puzzle::{Board, Size, Symmetry};

pub use heuristic::PdbHeuristic;
use view::View;

use crate::tiles::Manhattan;
use crate::tiles::any::{WithHeuristic, tables_part};

/// The tables of a partition, ready to search boards of one goal with.
#[derive(Debug)]
pub struct PdbTables<D> {
    size: Size,
    tables: Vec<(Arc<Table<D>>, Arc<Rows>)>,
    views: Vec<View>,
    manhattan: Manhattan,
}

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
    pub fn new(goal: &Board, tables: Vec<Arc<Table<D>>>, reflection: bool) -> Result<Self, PdbError> {
        let (size, blank) = (goal.size(), goal.blank());
        let frame = Symmetry::representative(size, blank);
        let mut times = vec![0; size.cells()];
        for table in &tables {
            let found = table.header().pattern();
            if found.size() != size || found.blank() != frame {
                return Err(PdbError::OtherBoard { found: Box::new(found.clone()), size, blank });
            }
            found.cells().iter().for_each(|&cell| times[usize::from(cell)] += 1);
        }
        let covered = times.iter().filter(|&&n| n > 0).count();
        let shared = times.iter().filter(|&&n| n > 1).count();
        if covered != size.cells() - 1 || shared > 0 {
            return Err(PdbError::NoPartition { size, covered, shared });
        }
        let mut numberings: Vec<Arc<Rows>> = Vec::new();
        let with_rows = |table: Arc<Table<D>>| {
            let tiles = table.header().pattern().len();
            let known = numberings.iter().find(|r| r.tiles() == tiles).cloned();
            let rows = known.unwrap_or_else(|| {
                numberings.push(Arc::new(Rows::new(size, tiles)));
                Arc::clone(&numberings[numberings.len() - 1])
            });
            (table, rows)
        };
        let tables: Vec<_> = tables.into_iter().map(with_rows).collect();
        tables.iter().try_for_each(|(table, rows)| check_rows(table.header(), rows))?;
        let patterns: Vec<&[u8]> = tables.iter().map(|(t, _)| t.header().pattern().cells()).collect();
        let regular = Symmetry::carrying(size, blank, frame).unwrap_or(Symmetry::IDENTITY);
        let mut views = vec![View::new(size, regular, &patterns)];
        // The board reflected and then carried is the board carried and then reflected about the frame's blank.
        if let Some(reflection) = Symmetry::keeping(size, frame).filter(|_| reflection) {
            views.push(View::new(size, regular.then(size, reflection), &patterns));
        }
        Ok(Self { size, tables, views, manhattan: Manhattan::new(size) })
    }

    /// Whether the reflected board is looked up too.
    pub fn reflects(&self) -> bool {
        self.views.len() > 1
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table<D>> {
        self.tables.iter().map(|(table, _)| table.as_ref())
    }

    /// Does some work with the heuristic of these tables, compiled for their number and the views.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        tables_part(self).with(work)
    }
}

/// A header has a digest, but whoever made it may have got the number of rows wrong: no entry is read on its word.
fn check_rows(header: &Header, rows: &Rows) -> Result<(), PdbError> {
    let expected = if header.kind() == Kind::ZeroAware { rows.len() } else { rows.maps() };
    if header.rows() == u64::from(expected) {
        return Ok(());
    }
    Err(PdbError::Rows { pattern: Box::new(header.pattern().clone()), found: header.rows(), expected })
}
