//! The errors of a puzzle's text, and of a puzzle that cannot be searched.

use fifteen_puzzle::words::count;

/// An error that prevents a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockSearchError {
    /// The puzzle has no goal to be solved.
    #[error(
        "the puzzle has no goal: only its states can be counted; add the word 'goal' and a second map"
    )]
    NoGoal,
    /// The puzzle's states do not fit the longest key.
    #[error(
        "a state of this puzzle ({} cells) takes {} bits: at most {} are possible; use fewer or equal pieces",
        count(*.cells as u64), count(*.bits as u64), count(*.most as u64)
    )]
    TooLarge {
        /// Cells in the box around the board.
        cells: usize,
        /// Bits of a state.
        bits: usize,
        /// The most bits that a state may have.
        most: usize,
    },
}

/// A mistake in a puzzle's text, and its place. An argument that is not from a file is line 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
#[non_exhaustive]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The mistake, in words.
    pub message: String,
}

impl FormatError {
    pub(crate) fn new((line, column): (usize, usize), message: impl Into<String>) -> Self {
        FormatError {
            line,
            column,
            message: message.into(),
        }
    }
}
