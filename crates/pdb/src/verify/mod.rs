//! Verifying a table: its digest and histogram here, every entry in `deep`.

mod deep;
mod histogram;

pub use deep::deep_verification_memory;

use crate::format::BUILD_AGAIN;
use crate::index::count_rows;
use fifteen_resources::{Threads, run_in_pool};

use crate::{BuildError, Digest, Table, TableKind};

/// A mistake in a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The entries do not fit the header: its digest, or its numbers.
    #[error("{0}; {BUILD_AGAIN}")]
    Header(String),
    /// A wrong entry, or a bit behind the last entry that is not 0.
    #[error("entry {entry} {what}; {BUILD_AGAIN}")]
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

impl Table {
    /// Checks the payload against its digest and against the histogram.
    ///
    /// Finds every accidental damage, in the time of reading the file once. That the entries were right when they were
    /// written is proved by [`Table::verify_deep`].
    ///
    /// # Errors
    /// [`VerifyError`]: a digest, a number of classes or a histogram that does not match.
    pub fn verify(&self) -> Result<(), VerifyError> {
        self.verify_digest()?;
        let header = self.header();
        compare(
            "the number of rows in the header",
            header.classes(),
            count_rows(header.pattern(), header.kind()),
        )?;
        if header.kind() == TableKind::ZeroAware {
            // An entry is 1 if the second bit of its distance is.
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
        compare_histograms(&counted.map_err(BuildError::from)?, header.histogram())
    }

    /// Checks the payload against its digest, which finds every accidental damage of the entries.
    ///
    /// # Errors
    /// [`VerifyError::Header`] if they do not match.
    pub fn verify_digest(&self) -> Result<(), VerifyError> {
        let found: Digest = *blake3::hash(self.payload()).as_bytes();
        if found == self.header().digest() {
            return Ok(());
        }
        let found = blake3::Hash::from(found).to_hex().to_string();
        let expected = self.header().digest_hex();
        Err(VerifyError::Header(format!(
            "the table's entries are damaged: their digest is {found}, the header says {expected}"
        )))
    }
}

fn compare(what: &str, found: u64, expected: u64) -> Result<(), VerifyError> {
    if found == expected {
        return Ok(());
    }
    Err(VerifyError::Header(format!(
        "the entries do not fit the histogram: {what} is {found}, the header says {expected}"
    )))
}

/// Compares the numbers of entries distance by distance; the error names the first that differs.
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
