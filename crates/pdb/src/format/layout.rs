//! Fixed fields at the start of a table, and their byte offsets. All integers are little-endian.
//!
//! The offsets and `renew_digests` are public, but hidden from the documentation. Outside this
//! crate, only tests and the fuzzer use them, to create tables with one error and valid digests.
//! Other programs can rely on `FORMAT.md` instead.

use super::{Digest, OpenTableError};

/// Magic number: the first eight bytes of a table. Like the magic number of PNG, it detects
/// transfers that converted line endings or cleared the high bit of each byte.
pub(crate) const MAGIC: [u8; 8] = *b"\x8915PDB\r\n";

/// Format version that this library reads and writes.
pub const VERSION: u32 = 1;

/// Alignment of the payload in the file, in bytes. With this alignment, a mapped payload starts on
/// a page boundary.
pub const PAGE: u64 = 4096;

/// Maximum size of a header in bytes, including metadata and padding. This many bytes are read from
/// the start of a file, before the size of its header is known.
pub(crate) const MAX_HEADER: u64 = 16 * PAGE;

/// Offset of the magic number, in bytes.
#[doc(hidden)]
pub const MAGIC_AT: usize = 0;
/// Offset of the format version, in bytes.
#[doc(hidden)]
pub const VERSION_AT: usize = MAGIC_AT + 8;
/// Offset, in bytes, of the field that holds the length of the metadata.
#[doc(hidden)]
pub const METADATA_LEN_AT: usize = VERSION_AT + 4;
/// Offset, in bytes, of the field that holds the position of the payload.
#[doc(hidden)]
pub const PAYLOAD_OFFSET_AT: usize = METADATA_LEN_AT + 4;
/// Offset, in bytes, of the field that holds the length of the payload.
#[doc(hidden)]
pub const PAYLOAD_LEN_AT: usize = PAYLOAD_OFFSET_AT + 8;
/// Offset, in bytes, of the field that holds the digest of the payload.
#[doc(hidden)]
pub const PAYLOAD_DIGEST_AT: usize = PAYLOAD_LEN_AT + 8;
/// Offset, in bytes, of the field that holds the digest of the header.
#[doc(hidden)]
pub const HEADER_DIGEST_AT: usize = PAYLOAD_DIGEST_AT + 32;
/// Offset of the metadata, in bytes.
#[doc(hidden)]
pub const METADATA_AT: usize = HEADER_DIGEST_AT + 32;

/// Header fields at fixed offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FixedFields {
    pub(super) metadata_len: u32,
    pub(super) payload_offset: u64,
    pub(super) payload_len: u64,
    pub(super) payload_digest: Digest,
}

impl FixedFields {
    pub(super) fn new(metadata_len: u32, payload_len: u64, payload_digest: Digest) -> Self {
        let payload_offset = (METADATA_AT as u64 + u64::from(metadata_len)).next_multiple_of(PAGE);
        Self {
            metadata_len,
            payload_offset,
            payload_len,
            payload_digest,
        }
    }

    /// Returns the size of the whole file, in bytes.
    pub(super) fn file_len(&self) -> u64 {
        self.payload_offset.saturating_add(self.payload_len)
    }

    /// Returns the bytes of the header: the fixed fields, the metadata and zero padding up to the
    /// payload.
    pub(super) fn header_bytes(&self, metadata: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; self.payload_offset as usize];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(MAGIC_AT, &MAGIC);
        put(VERSION_AT, &VERSION.to_le_bytes());
        put(METADATA_LEN_AT, &self.metadata_len.to_le_bytes());
        put(PAYLOAD_OFFSET_AT, &self.payload_offset.to_le_bytes());
        put(PAYLOAD_LEN_AT, &self.payload_len.to_le_bytes());
        put(PAYLOAD_DIGEST_AT, &self.payload_digest);
        put(METADATA_AT, metadata);
        let digest = header_digest(&bytes);
        bytes[HEADER_DIGEST_AT..METADATA_AT].copy_from_slice(&digest);
        bytes
    }

    /// Reads the fixed fields from the start of a file, and verifies the digest of the header.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, OpenTableError> {
        if bytes.is_empty() {
            return Err(OpenTableError::Empty);
        }
        // A truncated table can end within the magic number, so compare only the bytes that exist.
        // If they differ from the magic number, the file is not a table.
        let found = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(found) {
            return Err(OpenTableError::Foreign {
                found: found.to_vec(),
            });
        }
        let short = || OpenTableError::Length {
            found: bytes.len() as u64,
            expected: PAGE,
        };
        let found = u32::from_le_bytes(field(bytes, VERSION_AT).ok_or_else(short)?);
        if found != VERSION {
            return Err(OpenTableError::OtherVersion { found });
        }
        let fixed = Self {
            metadata_len: u32::from_le_bytes(field(bytes, METADATA_LEN_AT).ok_or_else(short)?),
            payload_offset: u64::from_le_bytes(field(bytes, PAYLOAD_OFFSET_AT).ok_or_else(short)?),
            payload_len: u64::from_le_bytes(field(bytes, PAYLOAD_LEN_AT).ok_or_else(short)?),
            payload_digest: field(bytes, PAYLOAD_DIGEST_AT).ok_or_else(short)?,
        };
        let layout = Self::new(fixed.metadata_len, fixed.payload_len, fixed.payload_digest);
        if fixed != layout || fixed.payload_offset > MAX_HEADER {
            return Err(OpenTableError::DamagedHeader);
        }
        let header = bytes.get(..fixed.payload_offset as usize);
        let header = header.ok_or_else(|| OpenTableError::Length {
            found: bytes.len() as u64,
            expected: fixed.file_len(),
        })?;
        if header_digest(header) != header[HEADER_DIGEST_AT..METADATA_AT] {
            return Err(OpenTableError::DamagedHeader);
        }
        if header[METADATA_AT..]
            .iter()
            .skip(fixed.metadata_len as usize)
            .any(|&b| b != 0)
        {
            return Err(OpenTableError::header(
                "the bytes behind its metadata are not 0",
            ));
        }
        Ok(fixed)
    }

    /// Returns the metadata bytes. `bytes` must be the same bytes that were passed to
    /// [`FixedFields::read`].
    pub(super) fn metadata<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        &bytes[METADATA_AT..METADATA_AT + self.metadata_len as usize]
    }
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

/// Recomputes the digests of the payload and of the header in a table file. Tests call this
/// function after they have modified the file.
///
/// # Errors
/// Returns [`OpenTableError`] if the position of the payload is outside the file or overlaps the
/// fixed fields.
#[doc(hidden)]
pub fn renew_digests(file: &mut [u8]) -> Result<(), OpenTableError> {
    let short = OpenTableError::Length {
        found: file.len() as u64,
        expected: PAGE,
    };
    let payload = field(file, PAYLOAD_OFFSET_AT).map_or(0, u64::from_le_bytes) as usize;
    let (header, payload) = file
        .split_at_mut_checked(payload)
        .filter(|(h, _)| h.len() > METADATA_AT)
        .ok_or(short)?;
    header[PAYLOAD_DIGEST_AT..HEADER_DIGEST_AT].copy_from_slice(blake3::hash(payload).as_bytes());
    let digest = header_digest(header);
    header[HEADER_DIGEST_AT..METADATA_AT].copy_from_slice(&digest);
    Ok(())
}

/// Returns the digest of a header. The digest covers all bytes before the payload, except for the
/// digest itself.
fn header_digest(header: &[u8]) -> Digest {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&header[..HEADER_DIGEST_AT])
        .update(&header[METADATA_AT..]);
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the offsets, sizes and constants in the code match those in `FORMAT.md`.
    #[test]
    fn the_code_uses_the_byte_offsets_in_the_format_document() {
        let format = include_str!("../../FORMAT.md");
        let fields = [
            (MAGIC_AT, 8, "magic"),
            (VERSION_AT, 4, "format version"),
            (METADATA_LEN_AT, 4, "metadata length"),
            (PAYLOAD_OFFSET_AT, 8, "payload offset"),
            (PAYLOAD_LEN_AT, 8, "payload length"),
            (PAYLOAD_DIGEST_AT, 32, "payload digest"),
            (HEADER_DIGEST_AT, 32, "header digest"),
        ];
        for (at, len, name) in fields {
            assert!(
                format.contains(&format!("| {at} | {len} | {name} |")),
                "{name} at {at}"
            );
        }
        assert!(format.contains(&format!("| {METADATA_AT} | metadata length | metadata |")));
        assert!(format.contains(&format!("**Format version {VERSION}**")));
        assert!(format.contains(&format!("multiple of {PAGE}")));
        assert!(format.contains(&MAGIC.map(|b| format!("{b:02x}")).join(" ")));
    }
}
