//! The metadata block of a table, which is encoded with bincode. No other module depends on
//! bincode.

use super::OpenTableError;

/// Fields of the metadata block, in the order of the file. Integers have a fixed width and are
/// little-endian.
#[derive(Debug, Clone, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub(super) struct Metadata {
    pub(super) width: u8,
    pub(super) height: u8,
    /// Goal cell of the blank.
    pub(super) blank: u8,
    /// Goal cells of the tiles, in ascending order.
    pub(super) tiles: Vec<u8>,
    /// Kind of the table: 0 for zero-aware, 1 for additive.
    pub(super) kind: u8,
    /// Order of the entries. The only defined value is 0: all entries for one arrangement (order of
    /// the tiles) are adjacent.
    pub(super) entry_order: u8,
    /// Number of bits per entry: 1, 4 or 8.
    pub(super) entry_bits: u8,
    pub(super) entries: u64,
    pub(super) reachable: u64,
    pub(super) rows: u64,
    /// Number of entries at each distance, from 0 to the largest.
    pub(super) histogram: Vec<u64>,
    /// Name and version of the program that created the table.
    pub(super) generator: String,
}

/// Maximum size of the metadata, in bytes. Without this limit, a damaged length field could make
/// the decoder allocate too much memory.
const LIMIT: usize = 32 * 1024;

fn config() -> impl bincode::config::Config {
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<LIMIT>()
}

impl Metadata {
    pub(super) fn encode(&self) -> Vec<u8> {
        // Encoding fails only if the metadata exceeds `LIMIT`, but real metadata is far smaller.
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
