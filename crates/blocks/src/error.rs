//! The errors of this crate: [`BlockSearchError`] for puzzles that cannot be searched, and
//! [`FormatError`] for errors in the text of a puzzle.

use fifteen_puzzle::words::count;

/// The reason why a puzzle cannot be searched, or why its text is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockSearchError {
    /// The search requires a goal, but the puzzle has none.
    #[error(
        "the puzzle has no goal: only its states can be counted; add the word 'goal' and a second map"
    )]
    NoGoal,
    /// A state of the puzzle has more bits than the search engine supports.
    #[error(
        "a state of this puzzle ({} cells) takes {} bits: at most {} are possible; use fewer or equal pieces",
        count(*.cells as u64), count(*.bits as u64), count(*.most as u64)
    )]
    TooLarge {
        /// Number of cells in the bounding rectangle of the floor.
        cells: usize,
        /// Number of bits that a state of the puzzle needs.
        bits: usize,
        /// Maximum number of bits that the search engine supports for a state.
        most: usize,
    },
    /// The text of the puzzle is invalid.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// An error in the text of a puzzle, with its line and column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
#[non_exhaustive]
pub struct FormatError {
    /// The line number, starting from 1. Text from a command-line argument counts as line 1.
    pub line: usize,
    /// The column number, in characters, starting from 1.
    pub column: usize,
    /// What is wrong, and how to correct it.
    pub message: String,
    /// Whether the error is that several cars could be the one that must leave a Rush Hour board.
    /// The caller of [`PuzzleNotation::parse`](crate::format::PuzzleNotation::parse) can then ask
    /// the user for this car, and parse the text again with the answer.
    pub asks_for_car: bool,
}

impl FormatError {
    pub(crate) fn new((line, column): (usize, usize), message: impl Into<String>) -> Self {
        FormatError {
            line,
            column,
            message: message.into(),
            asks_for_car: false,
        }
    }
}
