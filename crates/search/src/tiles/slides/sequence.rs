//! The two orders of a board's cells, row by row and column by column, and what a slide changes.
//!
//! The tiles of a board make a sequence in each order. The blank is not part of it, so a slide along
//! a row leaves the row order as it is. In the column order each tile that moves passes the tiles
//! between its two columns, so a window of the sequence is rotated.
//!
//! For example, in the slide
//!
//! ```text
//! 1 2 3      1 2 3      row by row:         1 2 3 4 5 6 7 8 before and after
//! 4 5 6  ->  4 5 6      column by column:   1 4 (7 2 5) (8 3 6) before
//! 7 8 _      _ 7 8                          1 4 (2 5 7) (3 6 8) after
//! ```
//!
//! tile 7 passes tiles 2 and 5, and tile 8 passes tiles 3 and 6.

use super::ranks::COLOUR_BITS;

/// The cells of a board in the order of its rows, or of its columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellOrder {
    /// Number of lines: rows, or columns.
    pub(super) lines: usize,
    /// Cells of a line.
    pub(super) length: usize,
    by_rows: bool,
}

impl CellOrder {
    /// The order by rows and the order by columns of a board.
    pub(super) fn both(width: usize, height: usize) -> [Self; 2] {
        [
            Self {
                lines: height,
                length: width,
                by_rows: true,
            },
            Self {
                lines: width,
                length: height,
                by_rows: false,
            },
        ]
    }

    /// The line of a cell, and its position in the line.
    #[inline]
    pub(super) fn line_position(self, cell: usize) -> (usize, usize) {
        if self.by_rows {
            (cell / self.length, cell % self.length)
        } else {
            (cell % self.lines, cell / self.lines)
        }
    }

    /// The cell at a position of a line.
    #[inline]
    pub(super) fn cell(self, line: usize, position: usize) -> usize {
        if self.by_rows {
            line * self.length + position
        } else {
            position * self.lines + line
        }
    }

    /// The number of a cell in this order.
    #[inline]
    pub(super) fn number(self, cell: usize) -> usize {
        let (line, position) = self.line_position(cell);
        line * self.length + position
    }

    /// The key of a board's sequence. `colour` gives the colour of the tile on a cell.
    pub(super) fn key(self, blank: usize, colour: impl Fn(usize) -> usize) -> u64 {
        let cells = (0..self.lines * self.length)
            .map(|number| self.cell(number / self.length, number % self.length));
        let tiles = cells.filter(|&cell| cell != blank).zip(0..);
        tiles.fold(0, |key, (cell, tile)| {
            key | (colour(cell) as u64) << (COLOUR_BITS * tile)
        })
    }

    /// The key after the blank has moved from the cell with this number to the next line.
    #[inline]
    pub(super) fn forward(self, key: u64, number: usize) -> u64 {
        let bits = COLOUR_BITS * self.length;
        let shift = COLOUR_BITS * number;
        let window = key >> shift & ((1 << bits) - 1);
        let rotated = (window << COLOUR_BITS | window >> (bits - COLOUR_BITS)) & ((1 << bits) - 1);
        key ^ (window ^ rotated) << shift
    }

    /// The key after the blank has moved from the next line back to the cell with this number.
    #[inline]
    pub(super) fn backward(self, key: u64, number: usize) -> u64 {
        let bits = COLOUR_BITS * self.length;
        let shift = COLOUR_BITS * number;
        let window = key >> shift & ((1 << bits) - 1);
        let rotated =
            window >> COLOUR_BITS | (window & ((1 << COLOUR_BITS) - 1)) << (bits - COLOUR_BITS);
        key ^ (window ^ rotated) << shift
    }
}
