//! The error of a puzzle's text.

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
    pub(super) fn new((line, column): (usize, usize), message: impl Into<String>) -> Self {
        FormatError { line, column, message: message.into() }
    }
}
