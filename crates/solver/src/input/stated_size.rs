//! The size that a heading, a record or the caller states for a board.

use std::fmt;

use fifteen_puzzle::Size;

/// The size of a board that can have more than 25 cells, unlike a [`Size`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StatedSize {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl StatedSize {
    pub(super) fn square(side: usize) -> Self {
        Self {
            width: side,
            height: side,
        }
    }

    /// Returns the size of a board with these rows, which are equally long.
    pub(super) fn of_rows(rows: &[Vec<u8>]) -> Self {
        Self {
            width: rows.first().map_or(0, Vec::len),
            height: rows.len(),
        }
    }

    /// Parses a size such as `9x4`, width first. Returns `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once(['x', 'X'])?;
        Some(Self {
            width: width.trim().parse().ok()?,
            height: height.trim().parse().ok()?,
        })
    }

    /// Returns the number of cells, or `usize::MAX` if the number is even larger.
    pub(super) fn cells(self) -> usize {
        self.width.saturating_mul(self.height)
    }

    /// Returns this size if a [`Board`](fifteen_puzzle::Board) can have it.
    pub(super) fn of_small_board(self) -> Option<Size> {
        Size::new(self.width, self.height).ok()
    }
}

impl From<Size> for StatedSize {
    fn from(size: Size) -> Self {
        Self {
            width: size.width(),
            height: size.height(),
        }
    }
}

impl fmt::Display for StatedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
