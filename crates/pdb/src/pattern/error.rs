//! [`PatternError`]: a mistake in the text or the tiles of a pattern, a partition or a collection.

use std::fmt;

/// A text or tiles that make no pattern, partition or collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The line and the column in it, in characters, both from 1, in a text of several lines.
    pub place: Option<(usize, usize)>,
    /// The mistake, in words.
    pub message: String,
}

impl PatternError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into() }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}
