//! The size of a board, as stated in a heading, in a record or by the caller.

use std::fmt;

use fifteen_puzzle::Size;
use fifteen_search::tiles::large::MOST_CELLS;

use super::headings::names_role;

/// The stated size of a board. Unlike a [`Size`], it can have more than 25 cells.
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

    /// Returns the size of a board with the given rows, which must be equally long.
    pub(super) fn of_rows(rows: &[Vec<u8>]) -> Self {
        Self {
            width: rows.first().map_or(0, Vec::len),
            height: rows.len(),
        }
    }

    /// Parses a heading that contains only a size and perhaps words. Examples are `9x4`, `9 x 4`,
    /// `Size: 9x4` and `Board (9x4)`.
    ///
    /// Returns `None` if the line contains other digits or single letters, because these can be
    /// cells of a board. Also returns `None` if it contains a word such as `start`, because the
    /// line is then a heading of another kind.
    pub(super) fn of_heading(line: &str) -> Option<Self> {
        // A line with a brace can be a record with a field `size`, which is not a heading.
        if line.contains('{') {
            return None;
        }
        let line = line.replace(" x ", "x").replace(" × ", "x");
        let mut found = None;
        let is_outside = |c: char| !(c.is_alphanumeric() || "×_".contains(c));
        for word in line.split(is_outside).filter(|word| !word.is_empty()) {
            if let Some(size) = Self::parse(word) {
                if found.replace(size).is_some() {
                    return None;
                }
            } else if word.len() < 2 || !word.chars().all(char::is_alphabetic) || names_role(word) {
                return None;
            }
        }
        found.filter(|size| size.is_possible())
    }

    /// Splits a text of several lines into the size in its first line and the lines below it.
    /// Returns `None` if the first line is not a size.
    pub(super) fn above(text: &str) -> Option<(Self, &str)> {
        let (first, below) = text.split_once('\n')?;
        Some((Self::of_heading(first)?, below))
    }

    /// Returns whether there are boards of this size.
    pub(super) fn is_possible(self) -> bool {
        self.width >= 2 && self.height >= 2 && self.cells() <= MOST_CELLS
    }

    /// Parses a size such as `9x4`, width first. Returns `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once(['x', 'X', '×'])?;
        Some(Self {
            width: width.trim().parse().ok()?,
            height: height.trim().parse().ok()?,
        })
    }

    /// Returns the number of cells, or `usize::MAX` if it is too large for a `usize`.
    pub(super) fn cells(self) -> usize {
        self.width.saturating_mul(self.height)
    }

    /// Returns this size as the size of a [`Board`](fifteen_puzzle::Board), or `None` if it is too
    /// large or too small for one.
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

/// Returns the error message for a board whose size is `found`, although the text or the caller
/// states the size `expected`.
pub(super) fn other_size(found: impl fmt::Display, expected: impl fmt::Display) -> String {
    format!(
        "the stated size is {expected}, but the board has the size {found}; correct the size or the board"
    )
}
