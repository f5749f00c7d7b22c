//! The sequences that list a board's tiles in row-major and in column-major order, and how a slide
//! changes these sequences.
//!
//! The blank is not part of a sequence, so a slide along a row does not change the row-major
//! sequence. In the column-major sequence, a tile that moves to the next column passes the tiles
//! that are listed between its old and new cells. Each tile that moves therefore rotates a window
//! of the sequence.
//!
//! For example, this slide moves tile 7 past tiles 2 and 5, and tile 8 past tiles 3 and 6:
//!
//! ```text
//! 1 2 3      1 2 3      row by row:         1 2 3 4 5 6 7 8 before and after
//! 4 5 6  ->  4 5 6      column by column:   1 4 (7 2 5) (8 3 6) before
//! 7 8 _      _ 7 8                          1 4 (2 5 7) (3 6 8) after
//! ```

use super::ranks::COLOUR_BITS;

/// An order in which the cells of a board are listed: row-major or column-major.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellOrder {
    /// Number of *lines*, which are rows if `by_rows` is true and columns otherwise.
    pub(super) lines: usize,
    /// Number of cells in each *line*, which is a row or a column.
    pub(super) length: usize,
    /// Whether the order is row-major rather than column-major.
    by_rows: bool,
}

impl CellOrder {
    /// Returns the row-major order and the column-major order for boards of the given size.
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

    /// Returns the index of a cell's row or column, and the cell's position in it.
    #[inline]
    pub(super) fn line_position(self, cell: usize) -> (usize, usize) {
        if self.by_rows {
            (cell / self.length, cell % self.length)
        } else {
            (cell % self.lines, cell / self.lines)
        }
    }

    /// Returns the cell at the given position in the given row or column.
    #[inline]
    pub(super) fn cell(self, line: usize, position: usize) -> usize {
        if self.by_rows {
            line * self.length + position
        } else {
            position * self.lines + line
        }
    }

    /// Returns the 0-based position of a cell when all cells are listed in this order.
    #[inline]
    pub(super) fn number(self, cell: usize) -> usize {
        let (line, position) = self.line_position(cell);
        line * self.length + position
    }

    /// Encodes a board as a key: the colours of its tiles, in the order of their cells, with two
    /// bits per tile. The blank is skipped. `colour` returns the colour of the tile on a cell.
    pub(super) fn key(self, blank: usize, colour: impl Fn(usize) -> usize) -> u64 {
        let cells = (0..self.lines * self.length)
            .map(|number| self.cell(number / self.length, number % self.length));
        let tiles = cells.filter(|&cell| cell != blank).zip(0..);
        tiles.fold(0, |key, (cell, tile)| {
            key | (colour(cell) as u64) << (COLOUR_BITS * tile)
        })
    }

    /// Returns the new [key](Self::key) after the blank moves to the next row or column. `number`
    /// is the [position](Self::number) of the cell that the blank leaves. The tile that enters this
    /// cell moves towards the front of the sequence, past the tiles between its old and its new
    /// cell.
    #[inline]
    pub(super) fn forward(self, key: u64, number: usize) -> u64 {
        let bits = COLOUR_BITS * self.length;
        let shift = COLOUR_BITS * number;
        let window = key >> shift & ((1 << bits) - 1);
        let rotated = (window << COLOUR_BITS | window >> (bits - COLOUR_BITS)) & ((1 << bits) - 1);
        key ^ (window ^ rotated) << shift
    }

    /// Returns the new [key](Self::key) after the blank moves to the previous row or column.
    /// `number` is the [position](Self::number) of the cell that the blank enters. This undoes
    /// [`forward`](Self::forward).
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
