//! An opened table: header and payload over any bytes, and what can be asked of them.

use std::io::{self, Write};
use std::ops::Range;

use crate::additive;
use crate::error::{OpenError, VerifyError};
use crate::format::{Digest, Header};
use crate::pattern::TableKind;
use crate::rows;

/// A table over its bytes: mapped, in memory, or borrowed.
#[derive(Debug, Clone)]
pub struct Table<D> {
    header: Header,
    bytes: D,
    payload: Range<usize>,
}

/// The first distance of which there are not as many entries as the header says.
pub(crate) fn compare_histograms(counted: &[u64], header: &[u64]) -> Result<(), VerifyError> {
    let at = |list: &[u64], h: usize| list.get(h).copied().unwrap_or(0);
    let wrong = (0..counted.len().max(header.len())).find(|&h| at(counted, h) != at(header, h));
    wrong.map_or(Ok(()), |h| {
        Err(VerifyError::Histogram {
            what: format!("the number of entries with distance {h}"),
            found: at(counted, h),
            expected: at(header, h),
        })
    })
}

impl<D> Table<D> {
    /// The same table over the same bytes, held in another way.
    pub fn map<E: AsRef<[u8]>>(self, hold: impl FnOnce(D) -> E) -> Table<E> {
        Table { header: self.header, bytes: hold(self.bytes), payload: self.payload }
    }
}

impl Table<Vec<u8>> {
    pub(crate) fn from_parts(header: Header, payload: Vec<u8>) -> Self {
        let all = 0..payload.len();
        Self { header, bytes: payload, payload: all }
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// Opens a table in constant time: checks the header, its digest and the length, not the entries
    /// (see [`Table::verify`]).
    ///
    /// # Errors
    /// [`OpenError`]: empty, foreign, of another version, cut short, added to, or with a damaged header.
    pub fn open(bytes: D) -> Result<Self, OpenError> {
        let header = Header::read(bytes.as_ref())?;
        let found = bytes.as_ref().len() as u64;
        if found != header.file_len() {
            return Err(OpenError::Length { found, expected: header.file_len() });
        }
        let payload = header.payload_offset() as usize..bytes.as_ref().len();
        Ok(Self { header, bytes, payload })
    }

    /// Writes the whole file; the bytes are those that were opened.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header.bytes())?;
        out.write_all(self.payload())
    }

    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What holds the bytes.
    pub fn held(&self) -> &D {
        &self.bytes
    }

    /// The entries' bytes.
    pub fn payload(&self) -> &[u8] {
        &self.bytes.as_ref()[self.payload.clone()]
    }

    /// Checks the payload against its digest and against the histogram.
    ///
    /// Finds every accidental damage, in the time of reading the file once. That the entries were right when they
    /// were written is what [`Table::verify_deep`] shows.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let found: Digest = *blake3::hash(self.payload()).as_bytes();
        if found != self.header.digest() {
            let found = blake3::Hash::from(found).to_hex().to_string();
            return Err(VerifyError::PayloadDigest { found, expected: self.header.digest_hex() });
        }
        self.verify_rows()?;
        if self.header.kind() == TableKind::ZeroAware { self.verify_ones() } else { self.verify_histogram() }
    }

    /// The header's number of rows is that of the board and the number of tiles.
    fn verify_rows(&self) -> Result<(), VerifyError> {
        let pattern = self.header.pattern();
        let (maps, rows) = rows::count(pattern.size(), pattern.len());
        let expected = if self.header.kind() == TableKind::ZeroAware { rows } else { maps };
        let found = self.header.rows();
        if found == expected {
            return Ok(());
        }
        Err(VerifyError::Histogram { what: "the number of rows in the header".into(), found, expected })
    }

    /// An additive entry is the distance itself: counts them all.
    fn verify_histogram(&self) -> Result<(), VerifyError> {
        let counted = additive::histogram(self.header.pattern(), self.payload(), self.header.entry_bits());
        compare_histograms(&counted, self.header.histogram())
    }

    /// A zero-aware entry is 1 where the distance's second bit is: their number follows from the histogram.
    fn verify_ones(&self) -> Result<(), VerifyError> {
        let expected = self.header.histogram().iter().enumerate().filter(|(h, _)| h & 2 != 0).map(|(_, &n)| n).sum();
        let found = self.payload().iter().map(|b| u64::from(b.count_ones())).sum();
        if found == expected {
            return Ok(());
        }
        Err(VerifyError::Histogram { what: "the number of entries whose bit is 1".into(), found, expected })
    }
}
