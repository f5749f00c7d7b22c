//! Errors of a verification.

use crate::build::BuildError;

/// A mistake in a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The payload does not match its digest: the one found, and the one in the header.
    #[error(
        "the table's entries are damaged: their digest is {0}, the header says {1}; build the table again (--force)"
    )]
    Digest(String, String),
    /// The entries do not add up to the histogram.
    #[error("the entries do not fit the histogram: {0}; build the table again (--force)")]
    Histogram(String),
    /// A wrong entry, or a bit behind the last entry that is not 0.
    #[error("entry {entry} {what}; build the table again (--force)")]
    Entry {
        /// The entry's number.
        entry: u64,
        /// The mistake.
        what: String,
    },
    /// The search did not finish.
    #[error(transparent)]
    Sweep(#[from] BuildError),
}
