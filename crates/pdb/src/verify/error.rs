//! Errors of a verification.

use crate::build::BuildError;

/// A mistake in a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The payload does not match its digest.
    #[error(
        "the table's entries are damaged: their digest is {found}, the header says {expected}; \
         build the table again (--force)"
    )]
    PayloadDigest {
        /// The digest of the payload, in hexadecimal.
        found: String,
        /// The digest in the header.
        expected: String,
    },
    /// The entries do not add up to the histogram.
    #[error(
        "the entries do not fit the histogram: {what} is {found}, the header says {expected}; \
         build the table again (--force)"
    )]
    Histogram {
        /// The number that was counted.
        what: String,
        /// The count.
        found: u64,
        /// The number in the header.
        expected: u64,
    },
    /// A wrong entry.
    #[error(
        "entry {entry} is wrong: its distance is {distance}, but the table holds {found}; build the table again (--force)"
    )]
    Entry {
        /// The entry's number.
        entry: u64,
        /// The true distance.
        distance: u32,
        /// The table's value: the bit of a zero-aware entry, the distance of an additive one.
        found: u32,
    },
    /// An entry that nothing reaches, or a bit behind the last entry, is not zero.
    #[error("entry {entry} cannot be reached, but is not 0; build the table again (--force)")]
    Unreachable {
        /// The entry's number.
        entry: u64,
    },
    /// The search did not finish.
    #[error(transparent)]
    Sweep(#[from] BuildError),
}
