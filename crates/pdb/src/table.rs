//! [`Table`]: a header and the bytes of the entries, in memory or mapped from a file.

use std::io::{self, Write};
use std::ops::Deref;
use std::sync::OnceLock;

#[cfg(feature = "mmap")]
use crate::file::{FileStamp, MappedFile};
use crate::format::{Header, OpenTableError};
use crate::index::ZeroClasses;

/// A kind of pattern database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum TableKind {
    /// One entry for each placement of the tiles and region of the blank (Clausecker & Reinefeld
    /// 2019). Neighbouring entries differ by exactly 1, so one bit per entry is enough.
    #[default]
    ZeroAware,
    /// One entry for each placement of the tiles: the smallest distance over all regions of the
    /// blank (Korf & Felner 2002). It is kept as half of its excess over the Manhattan distance, in
    /// 4 or 8 bits.
    Additive,
}

fifteen_puzzle::named!(TableKind, "kind of table": ZeroAware = "zero-aware", Additive = "additive");

/// A pattern database, in memory or mapped from a file.
#[derive(Debug)]
pub struct Table {
    header: Header,
    payload: Payload,
    /// The file from which the table is mapped.
    #[cfg(feature = "mmap")]
    mapped: Option<FileStamp>,
    /// The numbering of the zero classes, made when a value is first looked up.
    zero_classes: OnceLock<ZeroClasses>,
}

/// The entries of a table. Clones share them, and keep them in memory or mapped when the table is
/// dropped.
#[derive(Debug, Clone)]
pub struct Payload(bytes::Bytes);

impl Deref for Payload {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// The bytes of a table's file.
#[derive(Debug)]
pub(crate) enum TableBytes {
    /// In memory.
    Owned(Vec<u8>),
    /// Mapped from a file.
    #[cfg(feature = "mmap")]
    Mapped(MappedFile),
}

impl TableBytes {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Self::Mapped(mapped) => mapped.as_slice(),
        }
    }
}

impl Table {
    /// Makes a table of a header and its entries.
    pub(crate) fn from_parts(header: Header, payload: Vec<u8>) -> Self {
        Self {
            header,
            payload: Payload(payload.into()),
            #[cfg(feature = "mmap")]
            mapped: None,
            zero_classes: OnceLock::new(),
        }
    }

    /// Opens a table from the bytes of its file, in constant time.
    ///
    /// The header, its digest and the length of the file are checked; [`Table::verify`] checks the
    /// entries too.
    ///
    /// # Errors
    /// Returns [`OpenTableError`] if the bytes are not a table, if they have another version of the
    /// format, if the header is damaged, or if the length differs from the one in the header.
    pub fn open(bytes: Vec<u8>) -> Result<Self, OpenTableError> {
        Self::over(TableBytes::Owned(bytes))
    }

    pub(crate) fn over(bytes: TableBytes) -> Result<Self, OpenTableError> {
        let header = Header::read(bytes.as_slice())?;
        let found = bytes.as_slice().len();
        if found as u64 != header.file_len() {
            return Err(OpenTableError::Length {
                found: found as u64,
                expected: header.file_len(),
            });
        }
        #[cfg(feature = "mmap")]
        let mut mapped = None;
        let bytes = match bytes {
            TableBytes::Owned(bytes) => bytes::Bytes::from(bytes),
            #[cfg(feature = "mmap")]
            TableBytes::Mapped(MappedFile { map, stamp }) => {
                mapped = Some(stamp);
                bytes::Bytes::from_owner(map)
            }
        };
        Ok(Self {
            payload: Payload(bytes.slice(header.payload_offset() as usize..)),
            header,
            #[cfg(feature = "mmap")]
            mapped,
            zero_classes: OnceLock::new(),
        })
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// Returns the error of `out` if it cannot be written to.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header.bytes())?;
        out.write_all(self.payload())
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the numbers of the zero classes of the table's boards, which the first call
    /// computes.
    pub(crate) fn zero_classes(&self) -> &ZeroClasses {
        let pattern = self.header.pattern();
        self.zero_classes
            .get_or_init(|| ZeroClasses::new(pattern.size(), pattern.len()))
    }

    /// The bytes of the entries.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The bytes of the entries, for an owner that may outlive the table.
    pub fn shared_payload(&self) -> Payload {
        self.payload.clone()
    }

    /// Returns whether the table is mapped from a file.
    #[cfg(feature = "mmap")]
    pub fn is_mapped(&self) -> bool {
        self.mapped.is_some()
    }

    /// Returns whether a mapped file still has the length and the time of change that it had when
    /// it was opened.
    ///
    /// If not, another program broke the contract of
    /// [`TableFiles::mapped`](crate::file::TableFiles::mapped), and values that were read may be
    /// wrong. Replacing the file by another one of the same name is no change.
    #[cfg(feature = "mmap")]
    pub fn unchanged(&self) -> bool {
        self.mapped.as_ref().is_none_or(FileStamp::unchanged)
    }
}
