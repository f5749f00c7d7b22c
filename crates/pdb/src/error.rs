//! What can go wrong in building, opening and verifying tables.

use crate::pattern::PatternError;

/// Why a table was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The system refused the memory.
    #[error("out of memory: the system refused {needed} bytes; choose a smaller partition or free some memory")]
    OutOfMemory {
        /// Bytes asked for at once.
        needed: u64,
    },
    /// The progress callback asked to stop.
    #[error("the build was interrupted; nothing was written")]
    Interrupted,
    /// The tiles are no pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}; ask for fewer")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A distance does not fit a byte.
    #[error(
        "the pattern has distances above {}, which no table here can hold; choose a smaller one",
        crate::sweep::MAX_DISTANCE
    )]
    TooDeep,
    /// A value does not fit an additive entry.
    #[error("an entry exceeds its Manhattan distance by more than 8 bits can hold; use the zero-aware kind")]
    Excess,
}

/// Why bytes are not opened as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There are no bytes at all.
    #[error("the file is empty; build the table again")]
    Empty,
    /// The bytes do not begin as a table does.
    #[error("this is no pattern database of fifteen: it begins with {found:02x?}, not {expected:02x?}")]
    Foreign {
        /// The first bytes.
        found: Vec<u8>,
        /// What they should be.
        expected: [u8; 8],
    },
    /// Made by a later version.
    #[error(
        "the table has format version {found}, newer than the version {expected} that this program reads; update fifteen"
    )]
    Newer {
        /// The version found.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// Made by an earlier version.
    #[error(
        "the table has the old format version {found}, this program reads version {expected}; build the table again (--force)"
    )]
    Older {
        /// The version found.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// The length is not what the header says.
    #[error("the table is {found} bytes long, but its header says {expected}; it was {}; build it again (--force)",
        if found < expected { "cut short" } else { "added to" })]
    Length {
        /// The length.
        found: u64,
        /// The length that the header gives.
        expected: u64,
    },
    /// The header is not what its digest says.
    #[error("the table's header is damaged (its digest does not match); build the table again (--force)")]
    HeaderDigest,
    /// The header cannot be read or contradicts itself.
    #[error("the table's header makes no sense: {what}; build the table again (--force)")]
    Header {
        /// What is wrong.
        what: String,
    },
    /// The compressed form cannot be unpacked.
    #[error("the compressed table cannot be unpacked: {what}; build or fetch it again")]
    Packed {
        /// What is wrong.
        what: String,
    },
}

/// Why a table is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The payload is not what its digest says.
    #[error(
        "the table's entries are damaged: their digest is {found}, the header says {expected}; build the table again (--force)"
    )]
    PayloadDigest {
        /// The digest of the payload, in hexadecimal.
        found: String,
        /// The digest in the header.
        expected: String,
    },
    /// The entries do not add up to the histogram.
    #[error(
        "the entries do not fit the histogram: {what} is {found}, the header says {expected}; build the table again (--force)"
    )]
    Histogram {
        /// What was counted.
        what: String,
        /// The count.
        found: u64,
        /// What the header gives.
        expected: u64,
    },
    /// An entry is wrong.
    #[error(
        "entry {entry} is wrong: its distance is {distance}, but the table holds {found}; build the table again (--force)"
    )]
    Entry {
        /// The entry's number.
        entry: u64,
        /// The true distance.
        distance: u32,
        /// What the table holds there: the bit of a zero-aware entry, the distance of an additive one.
        found: u32,
    },
    /// An entry that nothing reaches, or a bit behind the last entry, is not zero.
    #[error("entry {entry} cannot be reached, but is not 0; build the table again (--force)")]
    Unreachable {
        /// The entry's number.
        entry: u64,
    },
    /// The sweep could not be done, or was interrupted.
    #[error(transparent)]
    Sweep(#[from] BuildError),
}

/// An entry without a possible distance, or a header that does not fit the board: the table is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table of {pattern} is damaged: it gives no distance of at most {largest}, its largest value; verify it and build it again (--force)"
)]
pub struct DamagedError {
    /// The table's tiles.
    pub pattern: String,
    /// The largest value, from the header.
    pub largest: u32,
}
