//! Orientations: how the cells of a board correspond to the cells of a pattern database.
//!
//! A pattern database (a *table*) is built for one goal cell of the blank. It can also serve boards
//! with another goal cell: a symmetry maps each board so that the two goal cells coincide. The
//! board can also be reflected about the diagonal through the blank's goal cell. The board and its
//! reflection both yield lower bounds, and a search uses the larger one.
//!
//! For example, if the blank's goal is cell 8 of a 3x3 board, the reflection exchanges cells 1 and
//! 3, cells 2 and 6, and cells 5 and 7:
//!
//! ```text
//! cells of the board   0 1 2     cells of the tables   0 3 6
//!                      3 4 5     when reflected        1 4 7
//!                      6 7 8                           2 5 8
//! ```
//!
//! Tiles are named by their goal cells here. If tile 5 is on cell 2 of the board, tile 7 is on cell
//! 6 of the reflected board.

use fifteen_puzzle::{Size, Symmetry};

/// A mapping from the cells of a board to the cells of the tables. It applies a symmetry of the
/// board, such as a reflection about a diagonal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    size: Size,
}

impl Orientation {
    /// Returns the orientation that applies `symmetry` to boards of the given size.
    pub(super) fn new(size: Size, symmetry: Symmetry) -> Self {
        Self { symmetry, size }
    }

    /// Returns the orientation that maps every board cell to the table cell with the same index.
    pub(super) fn identity(size: Size) -> Self {
        Self::new(size, Symmetry::IDENTITY)
    }

    /// Returns the table cell that corresponds to a board cell.
    pub(super) fn table_cell(&self, board_cell: usize) -> usize {
        self.symmetry.apply(self.size, board_cell)
    }

    /// Returns the board cell that corresponds to each table cell. This is the inverse of
    /// [`table_cell`](Self::table_cell).
    pub(super) fn board_cells(&self) -> Vec<u8> {
        let mut board_cells = vec![0; self.size.cells()];
        for board_cell in 0..self.size.cells() {
            board_cells[self.table_cell(board_cell)] = board_cell as u8;
        }
        board_cells
    }
}
