//! [`Table`]: a pattern database, in memory or mapped from a file.

use std::io::{self, Write};
use std::ops::Deref;
use std::sync::OnceLock;
#[cfg(feature = "mmap")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(feature = "mmap")]
use crate::file::{FileStamp, MappedFile};
use crate::format::{Header, OpenTableError};
use crate::index::ZeroClasses;

/// Kind of pattern database, which determines what an entry stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum TableKind {
    /// One 1-bit entry for each placement of the tiles and each region that can contain the blank
    /// (Clausecker & Reinefeld 2019).
    ///
    /// The entry is the upper bit of the distance modulo 4, and the lower bit is the parity of the
    /// Manhattan distance. A search needs no more, because the distances of neighbouring entries
    /// differ by exactly 1. If it knows the distance of one entry, the distance modulo 4 of a
    /// neighbour determines the neighbour's distance.
    #[default]
    ZeroAware,
    /// One entry of 4 or 8 bits for each placement of the tiles (Korf & Felner 2002).
    ///
    /// The distance of a placement is the smallest distance over all positions of the blank. The
    /// entry is half of the difference between this distance and the Manhattan distance.
    Additive,
}

fifteen_puzzle::named!(TableKind, "kind of table": ZeroAware = "zero-aware", Additive = "additive");

/// A pattern database, in memory or mapped from a file.
#[derive(Debug)]
pub struct Table {
    header: Header,
    payload: Payload,
    /// The file from which the table is mapped, or `None` if the table is in memory.
    #[cfg(feature = "mmap")]
    mapping: Option<Mapping>,
    /// The numbering of the table's zero classes, computed on the first lookup. A zero class
    /// specifies which cells the tiles occupy and which region of free cells contains the blank.
    zero_classes: OnceLock<ZeroClasses>,
}

/// The file from which a table is mapped, and whether its entries have been moved into huge pages.
#[cfg(feature = "mmap")]
#[derive(Debug)]
struct Mapping {
    stamp: FileStamp,
    /// Whether the entries have already been moved into huge pages.
    moved: AtomicBool,
    /// Whether a caller has already asked to move the entries into huge pages. Only the first
    /// request has an effect.
    was_asked_to_move: AtomicBool,
}

/// The entries of a table, as shared bytes. A clone remains valid after the table is dropped.
#[derive(Debug, Clone)]
pub struct Payload(bytes::Bytes);

impl Deref for Payload {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Contents of a table file.
#[derive(Debug)]
pub(crate) enum TableBytes {
    Owned(Vec<u8>),
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
    /// Creates a table from a header and the bytes of its entries.
    pub(crate) fn from_parts(header: Header, payload: Vec<u8>) -> Self {
        Self {
            header,
            payload: Payload(payload.into()),
            #[cfg(feature = "mmap")]
            mapping: None,
            zero_classes: OnceLock::new(),
        }
    }

    /// Opens a table from the bytes of its file. The time does not depend on the size of the table.
    ///
    /// The header, its digest and the length of the file are checked. [`Table::verify`] also checks
    /// the entries.
    ///
    /// # Errors
    /// Returns [`OpenTableError`] if the bytes are not a table, the format version is not
    /// supported, the header is damaged, or the length does not match the header.
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
        let mut mapping = None;
        let bytes = match bytes {
            TableBytes::Owned(bytes) => bytes::Bytes::from(bytes),
            #[cfg(feature = "mmap")]
            TableBytes::Mapped(MappedFile { map, stamp }) => {
                mapping = Some(Mapping {
                    stamp,
                    moved: AtomicBool::new(false),
                    was_asked_to_move: AtomicBool::new(false),
                });
                bytes::Bytes::from_owner(map)
            }
        };
        Ok(Self {
            payload: Payload(bytes.slice(header.payload_offset() as usize..)),
            header,
            #[cfg(feature = "mmap")]
            mapping,
            zero_classes: OnceLock::new(),
        })
    }

    /// Writes the table in the file format: first the header, then the entries.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header.bytes())?;
        out.write_all(self.payload())
    }

    /// Returns the table's header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the numbering of the table's zero classes, which is computed on the first call. A
    /// zero class specifies which cells the tiles occupy and which region of free cells contains
    /// the blank.
    pub(crate) fn zero_classes(&self) -> &ZeroClasses {
        let pattern = self.header.pattern();
        self.zero_classes
            .get_or_init(|| ZeroClasses::new(pattern.size(), pattern.len()))
    }

    /// Returns the entries as bytes.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Returns the entries as shared bytes, which remain valid after the table is dropped.
    pub fn shared_payload(&self) -> Payload {
        self.payload.clone()
    }

    /// Returns whether the table is mapped from a file. A table whose entries were moved into huge
    /// pages no longer counts as mapped.
    #[cfg(feature = "mmap")]
    pub fn is_mapped(&self) -> bool {
        self.mapping
            .as_ref()
            .is_some_and(|mapping| !mapping.moved.load(Ordering::Relaxed))
    }

    /// Returns whether the caller should move the table's entries into huge pages. Only the first
    /// call for a mapped table returns `true`, so that the work is done only once. The result for a
    /// table in memory is always `false`.
    #[cfg(feature = "mmap")]
    pub(crate) fn start_moving(&self) -> bool {
        self.mapping
            .as_ref()
            .is_some_and(|mapping| !mapping.was_asked_to_move.swap(true, Ordering::Relaxed))
    }

    /// Records that the entries have been moved into huge pages.
    #[cfg(feature = "mmap")]
    pub(crate) fn set_moved(&self) {
        if let Some(mapping) = &self.mapping {
            mapping.moved.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the mapped file still has the same length and modification time as when it
    /// was opened. Returns `true` for a table in memory.
    ///
    /// If the result is `false`, another program has violated the safety contract of
    /// [`TableFiles::mapped`](crate::file::TableFiles::mapped), and values from the table may be
    /// wrong. Replacing the file with a new file of the same name is not a violation.
    #[cfg(feature = "mmap")]
    pub fn unchanged(&self) -> bool {
        self.mapping
            .as_ref()
            .is_none_or(|mapping| mapping.stamp.unchanged())
    }
}
