//! Encodes and decodes the metadata block of a table. No other module uses bincode.

use super::OpenTableError;

/// The fields of the metadata block, in this order. Integers have a fixed width and are
/// little-endian.
#[derive(Debug, Clone, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub(super) struct Metadata {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The blank's goal cell.
    pub(super) blank: u8,
    /// The goal cells of the tiles, in ascending order.
    pub(super) tiles: Vec<u8>,
    /// Kind of the table: 0 for zero-aware, 1 for additive.
    pub(super) kind: u8,
    /// Order of the entries: 0 for arrangement by arrangement, which is the only order so far.
    pub(super) entry_order: u8,
    /// Number of bits per entry: 1, 4 or 8.
    pub(super) entry_bits: u8,
    pub(super) entries: u64,
    pub(super) reachable: u64,
    pub(super) rows: u64,
    /// The number of entries with distance 0, 1, 2, ... up to the largest.
    pub(super) histogram: Vec<u64>,
    /// Name and version of the program that made the table.
    pub(super) generator: String,
}

/// Maximum size of the metadata, in bytes. It bounds the memory that a damaged length field can
/// make the decoder allocate.
const LIMIT: usize = 32 * 1024;

fn config() -> impl bincode::config::Config {
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<LIMIT>()
}

impl Metadata {
    pub(super) fn encode(&self) -> Vec<u8> {
        // Encoding into a vector can fail only if the metadata exceeds `LIMIT`, and no metadata is
        // nearly that large.
        bincode::encode_to_vec(self, config()).unwrap_or_default()
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, OpenTableError> {
        let (metadata, used) = bincode::decode_from_slice(bytes, config())
            .map_err(|e| OpenTableError::header(format!("its metadata is unreadable ({e})")))?;
        if used != bytes.len() {
            return Err(OpenTableError::header(format!(
                "its metadata has {} bytes, {used} of them used",
                bytes.len()
            )));
        }
        Ok(metadata)
    }
}
