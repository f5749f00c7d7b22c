//! Errors of notations.

use crate::board::BoardError;
use crate::size::{MAX_CELLS, Size, SizeError};

/// A text that makes no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// No number at all.
    #[error("the board is empty; write its numbers row by row, 0 for the blank")]
    Empty,
    /// A word that is neither a number nor a blank.
    #[error("number {position}: '{found}' is neither a number nor a blank (0, _, . or x)")]
    Symbol {
        /// Position of the word, from 1.
        position: usize,
        /// The word, shortened, its control characters escaped.
        found: String,
    },
    /// A number too large for any board.
    #[error("number {position}: {found} is too large; the largest board has {MAX_CELLS} cells, tiles 1 to {}", MAX_CELLS - 1)]
    TooLarge {
        /// Position of the word, from 1.
        position: usize,
        /// The digits, shortened.
        found: String,
    },
    /// More numbers than any board has cells.
    #[error("more than {MAX_CELLS} numbers; the largest board has {MAX_CELLS} cells")]
    TooMany,
    /// Rows of different lengths.
    #[error("row {row} has {found} {}, but the rows before it have {expected}", numbers(*found))]
    Ragged {
        /// Number of the row, from 1.
        row: usize,
        /// Numbers in it.
        found: usize,
        /// Numbers in the first row.
        expected: usize,
    },
    /// A count that is not a square, without rows or a size.
    #[error(
        "{found} {} not make a square board; end each row with '/', as in 1 2 3 / 4 5 0, or give the size as WxH",
        if *found == 1 { "number does" } else { "numbers do" }
    )]
    NoSize {
        /// Count of the numbers.
        found: usize,
    },
    /// Rows that give another size than the one asked for.
    #[error("the rows make a {found} board, but the size or the goal asks for a {expected} board")]
    OtherSize {
        /// The size that the rows give.
        found: Size,
        /// The size asked for.
        expected: Size,
    },
    /// An array whose brackets do not match.
    #[error("the brackets of the array do not match; write it as [1, 2, 3, 0] or [[1, 2], [3, 0]]")]
    Brackets,
    /// Rows that give an unsupported size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Numbers that are not a permutation of the board's.
    #[error(transparent)]
    Board(#[from] BoardError),
}

fn numbers(count: usize) -> &'static str {
    if count == 1 { "number" } else { "numbers" }
}
