//! A table: header and payload over any bytes.
//!
//! [`Table`] opens and writes tables. [`lookup`](crate::distance) reads a distance from scratch, `verify` proves the
//! entries.

use std::io::{self, Write};
use std::ops::Range;

use crate::format::{Header, OpenError, zst};

/// A table over its bytes: mapped, in memory, or borrowed.
#[derive(Debug, Clone)]
pub struct Table<D> {
    header: Header,
    bytes: D,
    payload: Range<usize>,
}

impl<D> Table<D> {
    /// The same table over the same bytes in another container.
    pub fn map_storage<E: AsRef<[u8]>>(self, convert: impl FnOnce(D) -> E) -> Table<E> {
        Table { header: self.header, bytes: convert(self.bytes), payload: self.payload }
    }
}

impl Table<Vec<u8>> {
    /// A table in memory; its container holds the payload alone.
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

    /// Writes the whole file.
    ///
    /// # Errors
    /// If `out` refuses the bytes.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header.bytes())?;
        out.write_all(self.payload())
    }

    /// Writes the compressed form of the whole file (see [`zst`]).
    ///
    /// # Errors
    /// If `out` refuses the bytes, or zstd the level.
    pub fn write_packed(&self, level: i32, out: &mut dyn Write) -> io::Result<()> {
        zst::pack(&[&self.header.bytes(), self.payload()], level, out)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The container of the bytes.
    pub fn storage(&self) -> &D {
        &self.bytes
    }

    /// The bytes of the entries.
    pub fn payload(&self) -> &[u8] {
        &self.bytes.as_ref()[self.payload.clone()]
    }
}
