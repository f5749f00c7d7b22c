//! Errors that occur when bytes are opened as a table.

use super::layout::{MAGIC, VERSION};
use crate::Remedy;

/// The reason why bytes cannot be opened as a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenTableError {
    /// The input is empty.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not a table: they do not begin with its magic number.
    #[error(
        "this is not a pattern database of fifteen: it begins with {found:02x?}, not {MAGIC:02x?}"
    )]
    Foreign {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// The table has a format version that this program does not read.
    #[error("{}", version_message(*found))]
    OtherVersion {
        /// The table's format version.
        found: u32,
    },
    /// The length of the table differs from the one that its header gives.
    #[error(
        "the table is {found} bytes long, but its header says {expected}; it was {}",
        if found < expected { "cut short" } else { "added to" }
    )]
    Length {
        /// Length of the file, in bytes.
        found: u64,
        /// Length that follows from the header, in bytes.
        expected: u64,
    },
    /// The digest of the header does not match the header.
    #[error("the table's header is damaged (its digest does not match)")]
    DamagedHeader,
    /// The header has the right digest, but contradicts itself.
    #[error("the table's header makes no sense: {mistake}")]
    Contradiction {
        /// The contradiction, in words.
        mistake: String,
    },
    /// The compressed table cannot be unpacked, because its bytes are damaged.
    #[error("the compressed table cannot be unpacked: {reason}; build or fetch it again")]
    Compressed {
        /// The reason, in words.
        reason: String,
    },
    /// A file is compressed, but not in frames of a stated size of at most 4 MiB.
    #[error("the compressed table cannot be unpacked: a frame {fault}")]
    OtherFrames {
        /// The fault of the frame, in words.
        fault: &'static str,
    },
}

impl OpenTableError {
    /// Returns what a user can do about the error.
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

    /// Returns the error for a header that contradicts itself.
    pub(super) fn header(mistake: impl ToString) -> Self {
        Self::Contradiction {
            mistake: mistake.to_string(),
        }
    }

    /// Returns the error for a compressed table that cannot be unpacked.
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
