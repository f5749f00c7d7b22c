//! Orientations: which cell of a pattern database corresponds to which cell of the board.
//!
//! A pattern database (a *table*) is built for one goal cell of the blank. It also serves every
//! goal whose blank a symmetry of the board carries to that cell. A board can be looked up as it is
//! (after that symmetry), or reflected about the diagonal that keeps the blank's goal cell in
//! place. Both lookups give a lower bound, and a search uses the larger one.
//!
//! For example, on a 3x3 board whose goal has the blank on cell 8, the reflection exchanges cells 1
//! and 3, cells 2 and 6, and cells 5 and 7:
//!
//! ```text
//! cells of the board   0 1 2     cells of the tables   0 3 6
//!                      3 4 5     when reflected        1 4 7
//!                      6 7 8                           2 5 8
//! ```
//!
//! Tiles are named by their goal cells here. So if tile 5 is on cell 2 of the board, then the
//! tables have tile 7 on cell 6 when the board is reflected.

use fifteen_puzzle::{Size, Symmetry};

/// A symmetry that maps the cells of a board to the cells of the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    size: Size,
}

impl Orientation {
    /// Returns the orientation that applies `symmetry` to boards of a size.
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        Self { symmetry, size }
    }

    /// Returns the orientation that maps every cell of the board to the same cell of the tables.
    pub(super) fn identity(size: Size) -> Self {
        Self::new(size, Symmetry::IDENTITY)
    }

    /// Returns the cell of the tables that corresponds to a cell of the board.
    pub(super) fn table_cell(&self, board_cell: usize) -> usize {
        self.symmetry.apply(self.size, board_cell)
    }

    /// Returns the cells of the board, indexed by the corresponding cells of the tables: the
    /// inverse of [`table_cell`](Self::table_cell).
    pub(super) fn board_cells(&self) -> Vec<u8> {
        let mut board_cells = vec![0; self.size.cells()];
        for board_cell in 0..self.size.cells() {
            board_cells[self.table_cell(board_cell)] = board_cell as u8;
        }
        board_cells
    }
}
