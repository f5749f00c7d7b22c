//! Errors of opening a table.

/// Bytes that are not opened as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There are no bytes at all.
    #[error("the file is empty; build the table again")]
    Empty,
    /// The bytes do not begin as a table does.
    #[error("this is not a pattern database of fifteen: it begins with {found:02x?}, not {expected:02x?}")]
    Foreign {
        /// The first bytes.
        found: Vec<u8>,
        /// The first bytes of a table.
        expected: [u8; 8],
    },
    /// Made by a later version.
    #[error(
        "the table has format version {found}, newer than the version {expected} that this program reads; \
         update fifteen"
    )]
    Newer {
        /// The version found.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// Made by an earlier version.
    #[error(
        "the table has the old format version {found}, this program reads version {expected}; \
         build the table again (--force)"
    )]
    Older {
        /// The version found.
        found: u32,
        /// The version that is read.
        expected: u32,
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
    #[error("the table's header makes no sense: {what}; build the table again (--force)")]
    Header {
        /// The contradiction.
        what: String,
    },
    /// The compressed form cannot be unpacked.
    #[error("the compressed table cannot be unpacked: {what}; build or fetch it again")]
    Packed {
        /// The reason.
        what: String,
    },
}
