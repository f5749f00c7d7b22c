//! Errors that occur when a table is opened from bytes.

use super::layout::{MAGIC, VERSION};
use crate::Remedy;

/// Reason why bytes could not be opened as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenTableError {
    /// The input is empty.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not a table, because they do not start with the magic number.
    #[error(
        "this is not a pattern database of fifteen: it begins with {found:02x?}, not {MAGIC:02x?}"
    )]
    Foreign {
        /// The first bytes of the input.
        found: Vec<u8>,
    },
    /// The table has a format version that this library does not support.
    #[error("{}", version_message(*found))]
    OtherVersion {
        /// The table's format version.
        found: u32,
    },
    /// The length of the table does not match its header.
    #[error(
        "the table is {found} bytes long, but its header says {expected}; it was {}",
        if found < expected { "cut short" } else { "added to" }
    )]
    Length {
        /// Actual length, in bytes.
        found: u64,
        /// Length according to the header, in bytes.
        expected: u64,
    },
    /// The header does not match its digest, so it is damaged.
    #[error("the table's header is damaged (its digest does not match)")]
    DamagedHeader,
    /// The header matches its digest, but its fields contradict each other.
    #[error("the table's header makes no sense: {mistake}")]
    Contradiction {
        /// Description of the contradiction.
        mistake: String,
    },
    /// The compressed table cannot be decompressed.
    #[error("the compressed table cannot be unpacked: {reason}; build or fetch it again")]
    Compressed {
        /// Description of the problem.
        reason: String,
    },
    /// A zstd frame of the compressed table is larger than 4 MiB or does not state its size. This
    /// library does not write such frames.
    #[error("the compressed table cannot be unpacked: a frame {fault}")]
    OtherFrames {
        /// What is wrong with the frame.
        fault: &'static str,
    },
}

impl OpenTableError {
    /// Returns the action that resolves the error, or `None` if no such action is known.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Empty
            | Self::Length { .. }
            | Self::DamagedHeader
            | Self::Contradiction { .. } => Some(Remedy::BuildAgain),
            Self::OtherVersion { found } if *found < VERSION => Some(Remedy::BuildAgain),
            Self::OtherFrames { .. } => Some(Remedy::BuildCompressed),
            Self::Foreign { .. } | Self::OtherVersion { .. } | Self::Compressed { .. } => None,
        }
    }

    /// Creates the error for a header whose fields contradict each other.
    pub(super) fn header(mistake: impl ToString) -> Self {
        Self::Contradiction {
            mistake: mistake.to_string(),
        }
    }

    /// Creates the error for a compressed table that cannot be decompressed.
    pub(super) fn packed(reason: impl ToString) -> Self {
        Self::Compressed {
            reason: reason.to_string(),
        }
    }
}

fn version_message(found: u32) -> String {
    if found > VERSION {
        format!(
            "the table has format version {found}, newer than the version {VERSION} that this program reads; update fifteen"
        )
    } else {
        format!(
            "the table has the old format version {found}, this program reads version {VERSION}"
        )
    }
}
