//! Errors of opening a table.

use super::layout::{MAGIC, VERSION};

/// Bytes that are not opened as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There are no bytes at all.
    #[error("the file is empty; build the table again")]
    Empty,
    /// The bytes do not begin as a table does.
    #[error("this is not a pattern database of fifteen: it begins with {found:02x?}, not {MAGIC:02x?}")]
    Foreign {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// The table is of another format version.
    #[error("the table has {}", if *found > VERSION {
        format!("format version {found}, newer than the version {VERSION} that this program reads; update fifteen")
    } else {
        format!("the old format version {found}, this program reads version {VERSION}; build the table again (--force)")
    })]
    Version {
        /// The version.
        found: u32,
    },
    /// The length differs from the header's.
    #[error("the table is {found} bytes long, but its header says {expected}; it was {}; build it again (--force)",
        if found < expected { "cut short" } else { "added to" })]
    Length {
        /// The length.
        found: u64,
        /// The length that the header gives.
        expected: u64,
    },
    /// The header does not match its digest.
    #[error("the table's header is damaged (its digest does not match); build the table again (--force)")]
    HeaderDigest,
    /// The header cannot be read or contradicts itself.
    #[error("the table's header makes no sense: {0}; build the table again (--force)")]
    Header(String),
    /// The compressed form cannot be unpacked.
    #[error("the compressed table cannot be unpacked: {0}; build or fetch it again")]
    Packed(String),
}
