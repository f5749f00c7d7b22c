//! Orientations: how cells of the board correspond to cells of the tables.
//!
//! A table is built for one position of the goal's blank and serves every goal that a symmetry of
//! the board carries there. A board can be looked up as it is (after that symmetry), or reflected
//! about the diagonal that keeps the blank in its cell. Both lookups give a lower bound, and the
//! larger one counts.
//!
//! For example, on a 3x3 board whose goal has the blank on cell 8, the reflection exchanges cells
//! 1 and 3, 2 and 6, and 5 and 7:
//!
//! ```text
//! cells of the board   0 1 2     cells of the tables   0 3 6
//!                      3 4 5     when reflected        1 4 7
//!                      6 7 8                           2 5 8
//! ```
//!
//! Tiles are named by their goal cells. So tile 5 on cell 2 of the board is tile 7 on cell 6 of the
//! tables when the board is reflected.

use fifteen_puzzle::{Size, Symmetry};

/// A symmetry that carries the board to the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    size: Size,
}

impl Orientation {
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        Self { symmetry, size }
    }

    /// The orientation in which cells of the board and of the tables are the same.
    pub(super) fn identity(size: Size) -> Self {
        Self::new(size, Symmetry::IDENTITY)
    }

    /// The cell of the tables that corresponds to a cell of the board.
    pub(super) fn table_cell(&self, board_cell: usize) -> usize {
        self.symmetry.apply(self.size, board_cell)
    }

    /// The cells of the board in the order of the corresponding cells of the tables.
    pub(super) fn board_cells(&self) -> Vec<u8> {
        let mut board_cells = vec![0; self.size.cells()];
        for board_cell in 0..self.size.cells() {
            board_cells[self.table_cell(board_cell)] = board_cell as u8;
        }
        board_cells
    }
}
