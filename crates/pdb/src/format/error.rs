//! Errors of opening a table.

use std::fmt::Display;

/// The remedy for a damaged table.
pub(crate) const BUILD_AGAIN: &str =
    "build it again with the options that built it (fifteen pdb build --force)";

/// Bytes that are not opened as a table: what was expected and found, and the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(pub(super) String);

impl OpenError {
    /// The length differs from the header's.
    pub(crate) fn length(found: u64, expected: u64) -> Self {
        let change = if found < expected {
            "cut short"
        } else {
            "added to"
        };
        Self(format!(
            "the table is {found} bytes long, but its header says {expected}; it was {change}; {BUILD_AGAIN}"
        ))
    }

    /// The header cannot be read or contradicts itself.
    pub(super) fn header(mistake: impl Display) -> Self {
        Self(format!(
            "the table's header makes no sense: {mistake}; {BUILD_AGAIN}"
        ))
    }

    /// The compressed form cannot be unpacked.
    pub(super) fn packed(reason: impl Display) -> Self {
        Self(format!(
            "the compressed table cannot be unpacked: {reason}; build or fetch it again"
        ))
    }
}
