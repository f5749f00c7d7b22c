//! The two orders of a board's cells, row by row and column by column, and what slides do to sequences of tiles.
//!
//! A slide along a row leaves the sequence of tiles in the order of rows as it is, because the blank is not part of it.
//! In the order of columns each tile that moves passes the tiles between two columns: a window of the key is rotated.

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
    /// By rows, then by columns, on a board of `width` x `height` cells.
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

    /// The line of a cell, and its place in the line.
    #[inline]
    pub(super) fn line_place(self, cell: usize) -> (usize, usize) {
        if self.by_rows {
            (cell / self.length, cell % self.length)
        } else {
            (cell % self.lines, cell / self.lines)
        }
    }

    /// The cell at a place of a line.
    #[inline]
    pub(super) fn cell(self, line: usize, place: usize) -> usize {
        if self.by_rows {
            line * self.length + place
        } else {
            place * self.lines + line
        }
    }

    /// The number of a cell in this order.
    #[inline]
    pub(super) fn number(self, cell: usize) -> usize {
        let (line, place) = self.line_place(cell);
        line * self.length + place
    }

    /// The key of the tiles of a board without the blank, by the colour of the tile on each cell.
    pub(super) fn key(self, blank: usize, colour: impl Fn(usize) -> usize) -> u64 {
        let cells = (0..self.lines * self.length)
            .map(|number| self.cell(number / self.length, number % self.length));
        let tiles = cells.filter(|&cell| cell != blank).zip(0..);
        tiles.fold(0, |key, (cell, tile)| {
            key | (colour(cell) as u64) << (COLOUR_BITS * tile)
        })
    }

    /// The key after the blank has gone from cell `number` to the next line.
    #[inline]
    pub(super) fn forward(self, key: u64, number: usize) -> u64 {
        let (bits, shift) = (COLOUR_BITS * self.length, COLOUR_BITS * number);
        let window = key >> shift & ((1 << bits) - 1);
        let rotated = (window << COLOUR_BITS | window >> (bits - COLOUR_BITS)) & ((1 << bits) - 1);
        key ^ (window ^ rotated) << shift
    }

    /// The key after the blank has gone from the line after to cell `number`.
    #[inline]
    pub(super) fn backward(self, key: u64, number: usize) -> u64 {
        let (bits, shift) = (COLOUR_BITS * self.length, COLOUR_BITS * number);
        let window = key >> shift & ((1 << bits) - 1);
        let rotated =
            window >> COLOUR_BITS | (window & ((1 << COLOUR_BITS) - 1)) << (bits - COLOUR_BITS);
        key ^ (window ^ rotated) << shift
    }
}
