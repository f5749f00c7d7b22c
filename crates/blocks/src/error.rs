//! Errors: a puzzle that cannot be searched, and a mistake in the text of a puzzle.

use fifteen_puzzle::words::count;

/// The reason why a puzzle cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockSearchError {
    /// The puzzle has no goal, so it cannot be solved.
    #[error(
        "the puzzle has no goal: only its states can be counted; add the word 'goal' and a second map"
    )]
    NoGoal,
    /// The puzzle has too many states for the longest key.
    #[error(
        "a state of this puzzle ({} cells) takes {} bits: at most {} are possible; use fewer or equal pieces",
        count(*.cells as u64), count(*.bits as u64), count(*.most as u64)
    )]
    TooLarge {
        /// Number of cells of the smallest rectangle around the floor.
        cells: usize,
        /// Number of bits that a state needs.
        bits: usize,
        /// Maximum number of bits of a state.
        most: usize,
    },
}

/// A mistake in the text of a puzzle, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
#[non_exhaustive]
pub struct FormatError {
    /// The line, from 1. A text of a single line, such as an argument, is line 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
    /// What is wrong, and what to do about it.
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
