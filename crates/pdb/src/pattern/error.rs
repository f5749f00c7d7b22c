//! [`PatternError`]: a mistake in the text or the tiles of a pattern, a partition or a collection.

use std::fmt::Display;

/// A text or tiles that make no pattern, partition or collection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct PatternError {
    /// The line, from 1, in a text of several lines.
    pub line: Option<usize>,
    /// The mistake, in words.
    pub message: String,
}

impl PatternError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into() }
    }

    pub(super) fn on_line(line: usize, message: impl Display) -> Self {
        Self { line: Some(line), message: message.to_string() }
    }
}
