//! Verification of tables. This module checks the digest and the histogram. The module `deep`
//! searches all distances again and compares every entry with the result.

mod deep;
mod histogram;

pub use deep::deep_verification_memory;

use crate::index::count_rows;
use fifteen_resources::{Threads, run_in_pool};

use crate::{BuildError, Digest, Remedy, Table, TableKind};

/// Reason why a table failed verification or could not be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The digest of the entries does not match the header.
    #[error(
        "the table's entries are damaged: their digest is {}, the header says {}",
        hex(found),
        hex(expected)
    )]
    Digest {
        /// Digest computed from the entries.
        found: Digest,
        /// Digest stored in the header.
        expected: Digest,
    },
    /// A count of entries does not match the header.
    #[error("the entries do not fit the histogram: {what} is {found}, the header says {expected}")]
    Count {
        /// Description of what was counted, for the error message.
        what: String,
        /// Count found in the entries.
        found: u64,
        /// Count according to the header.
        expected: u64,
    },
    /// An entry does not match the true distance.
    #[error("entry {entry} is wrong: its distance is {distance}, but the table holds {found}")]
    Entry {
        /// Index of the entry.
        entry: u64,
        /// True distance of the entry.
        distance: u32,
        /// The value in the table: the bit of a zero-aware entry, or the distance that an additive
        /// entry encodes.
        found: u32,
    },
    /// An unreachable entry, or a bit after the last entry, is not 0.
    #[error("entry {entry} cannot be reached, but is not 0")]
    Unreachable {
        /// Index of the entry.
        entry: u64,
    },
    /// The verification was interrupted, or the system did not provide enough memory or threads.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl VerifyError {
    /// Returns the action that resolves the error, or `None` if no such action is known.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Build(_) => None,
            _ => Some(Remedy::BuildAgain),
        }
    }
}

fn hex(digest: &Digest) -> String {
    blake3::Hash::from(*digest).to_hex().to_string()
}

impl Table {
    /// Hashes and counts the entries, and compares the results with the digest and the histogram in
    /// the header.
    ///
    /// The comparison detects accidental damage, and takes about as long as reading the file. It
    /// does not prove that the entries were correct when the table was built. To prove this, use
    /// [`Table::verify_deep`].
    ///
    /// # Errors
    /// Returns [`VerifyError`] if the entries do not match the digest or the histogram, or if
    /// [`Header::rows`](crate::Header::rows) is wrong.
    pub fn verify(&self) -> Result<(), VerifyError> {
        self.verify_digest()?;
        let header = self.header();
        compare(
            "the number of rows in the header",
            header.rows(),
            count_rows(header.pattern(), header.kind()),
        )?;
        if header.kind() == TableKind::ZeroAware {
            // A zero-aware entry is bit 1 of its distance, so the histogram in the header
            // determines how many entries are 1.
            let expected = header
                .histogram()
                .iter()
                .enumerate()
                .filter(|(h, _)| h & 2 != 0)
                .map(|(_, &n)| n)
                .sum();
            let found = self
                .payload()
                .iter()
                .map(|b| u64::from(b.count_ones()))
                .sum();
            return compare("the number of entries whose bit is 1", found, expected);
        }
        let counted = run_in_pool(Threads::All, || {
            histogram::histogram(header.pattern(), self.payload(), header.entry_bits())
        });
        let counted = counted
            .map_err(BuildError::from)?
            .map_err(BuildError::from)?;
        compare_histograms(&counted, header.histogram())
    }

    /// Computes the digest of the entries and compares it with the header. This detects accidental
    /// damage.
    ///
    /// # Errors
    /// Returns [`VerifyError::Digest`] if the digest does not match.
    pub fn verify_digest(&self) -> Result<(), VerifyError> {
        let found: Digest = *blake3::hash(self.payload()).as_bytes();
        if found == self.header().digest() {
            return Ok(());
        }
        Err(VerifyError::Digest {
            found,
            expected: self.header().digest(),
        })
    }
}

/// Returns an error if a count does not match the header. `what` describes the count in the error
/// message.
fn compare(what: &str, found: u64, expected: u64) -> Result<(), VerifyError> {
    if found == expected {
        return Ok(());
    }
    Err(VerifyError::Count {
        what: what.to_owned(),
        found,
        expected,
    })
}

/// Compares the histogram of the entries with the histogram in the header. The error message names
/// the first distance at which the counts differ.
fn compare_histograms(counted: &[u64], header: &[u64]) -> Result<(), VerifyError> {
    let at = |list: &[u64], h: usize| list.get(h).copied().unwrap_or(0);
    (0..counted.len().max(header.len())).try_for_each(|h| {
        compare(
            &format!("the number of entries with distance {h}"),
            at(counted, h),
            at(header, h),
        )
    })
}
