//! [`Header`]: describes a table's pattern, kind and entries.

use fifteen_puzzle::Size;

use super::layout::FixedFields;
use super::metadata::Metadata;
use crate::index::count_rows;
use crate::index::rank::FACTORIAL;
use crate::{Digest, OpenTableError, Pattern, TableKind};

/// Maximum distance that a table can contain. Searches store a distance in one byte, and builds
/// store the distance plus 1, so 255 is not possible.
pub const MAX_DISTANCE: u32 = 254;

const GENERATOR: &str = concat!("fifteen ", env!("CARGO_PKG_VERSION"));

/// Header of a table, which describes the pattern, the kind and the entries. [`Header::read`]
/// checks that the fields are consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pattern: Pattern,
    kind: TableKind,
    fixed: FixedFields,
    metadata: Metadata,
}

impl Header {
    /// Description of the order of a table's entries, which is shown to users. An arrangement is an
    /// order of the pattern's tiles. All entries for one arrangement are next to each other.
    pub const ENTRY_ORDER: &str = "arrangement by arrangement";

    /// Creates the header of a new table. `digest` is the digest of the table's payload, which
    /// contains its entries.
    pub(crate) fn new(
        pattern: Pattern,
        kind: TableKind,
        entry_bits: u8,
        histogram: Vec<u64>,
        digest: Digest,
    ) -> Self {
        let rows = count_rows(&pattern, kind);
        let entries = rows * u64::from(FACTORIAL[pattern.len()]);
        let metadata = Metadata {
            width: pattern.size().width() as u8,
            height: pattern.size().height() as u8,
            blank: pattern.blank() as u8,
            tiles: pattern.cells().to_vec(),
            kind: kind as u8,
            entry_order: 0,
            entry_bits,
            entries,
            reachable: histogram.iter().sum(),
            rows,
            histogram,
            generator: GENERATOR.to_owned(),
        };
        let payload_len = payload_len(entries, entry_bits).unwrap_or(u64::MAX);
        let fixed = FixedFields::new(metadata.encode().len() as u32, payload_len, digest);
        Self {
            pattern,
            kind,
            fixed,
            metadata,
        }
    }

    /// Reads the header from the first bytes of a table. Bytes after the header are ignored.
    ///
    /// # Errors
    /// Returns [`OpenTableError`] if the bytes are not a table, the format version is not
    /// supported, the header is incomplete or damaged, or its fields contradict each other.
    pub fn read(bytes: &[u8]) -> Result<Self, OpenTableError> {
        let fixed = FixedFields::read(bytes)?;
        let metadata = Metadata::decode(fixed.metadata(bytes))?;
        let size = Size::new(metadata.width.into(), metadata.height.into())
            .map_err(OpenTableError::header)?;
        let pattern = Pattern::new(size, metadata.blank.into(), &metadata.tiles)
            .map_err(OpenTableError::header)?;
        let kind = match (metadata.kind, metadata.entry_bits) {
            (0, 1) => TableKind::ZeroAware,
            (1, 4 | 8) => TableKind::Additive,
            (kind, bits) => {
                return Err(OpenTableError::header(format!(
                    "kind {kind} with entries of {bits} bits"
                )));
            }
        };
        if metadata.entry_order != 0 {
            return Err(OpenTableError::header(format!(
                "unknown entry order {}",
                metadata.entry_order
            )));
        }
        let header = Self {
            pattern,
            kind,
            fixed,
            metadata,
        };
        header.check_counts()?;
        Ok(header)
    }

    fn check_counts(&self) -> Result<(), OpenTableError> {
        let m = &self.metadata;
        let entries = m.rows.saturating_mul(FACTORIAL[self.pattern.len()].into());
        let sum = m
            .histogram
            .iter()
            .fold(0u64, |sum, &n| sum.saturating_add(n));
        let (levels, most) = (m.histogram.len() as u64, u64::from(MAX_DISTANCE) + 1);
        let payload = payload_len(m.entries, m.entry_bits).unwrap_or(u64::MAX);
        for (what, found, expected) in [
            ("the number of entries", m.entries, entries),
            ("the number of levels", levels, levels.clamp(1, most)),
            ("the number of reachable entries", m.reachable, sum),
            (
                "the number of reachable entries",
                m.reachable,
                sum.min(m.entries),
            ),
            ("the payload's length", self.fixed.payload_len, payload),
        ] {
            if found != expected {
                return Err(OpenTableError::header(format!(
                    "{what} is {found} where {expected} was expected"
                )));
            }
        }
        Ok(())
    }

    /// Returns the header as bytes, including the padding before the payload.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.fixed.header_bytes(&self.metadata.encode())
    }

    /// Returns the pattern, which consists of the board size and the goal cells of the tiles and
    /// the blank.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the kind of the table.
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// Returns the number of entries, including entries that cannot be reached.
    pub fn entries(&self) -> u64 {
        self.metadata.entries
    }

    /// Returns the number of entries that can be reached from the goal.
    pub fn reachable(&self) -> u64 {
        self.metadata.reachable
    }

    /// Returns the number of [rows](crate::index): the zero classes of a zero-aware table, or the
    /// occupied sets of an additive table.
    pub fn rows(&self) -> u64 {
        self.metadata.rows
    }

    /// Returns the histogram, in which item `d` is the number of entries with distance `d`.
    pub fn histogram(&self) -> &[u64] {
        &self.metadata.histogram
    }

    /// Returns the largest distance in the table.
    pub fn largest(&self) -> u32 {
        self.metadata.histogram.len() as u32 - 1
    }

    /// Returns the mean distance of all reachable entries.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self
            .histogram()
            .iter()
            .enumerate()
            .map(|(h, &n)| h as f64 * n as f64)
            .sum();
        sum / self.reachable().max(1) as f64
    }

    /// Returns the number of bits per entry: 1 in a zero-aware table, and 4 or 8 in an additive
    /// table.
    pub fn entry_bits(&self) -> u32 {
        self.metadata.entry_bits.into()
    }

    /// Returns the name and version of the program that created the table.
    pub fn generator(&self) -> &str {
        &self.metadata.generator
    }

    /// Returns the offset of the payload in the file, in bytes.
    pub fn payload_offset(&self) -> u64 {
        self.fixed.payload_offset
    }

    /// Returns the size of the whole file, in bytes.
    pub fn file_len(&self) -> u64 {
        self.fixed.file_len()
    }

    /// Returns the BLAKE3 digest of the payload.
    pub fn digest(&self) -> Digest {
        self.fixed.payload_digest
    }

    /// Returns the BLAKE3 digest of the payload in hexadecimal.
    pub fn digest_hex(&self) -> String {
        blake3::Hash::from(self.digest()).to_hex().to_string()
    }

    /// Returns the BLAKE3 digest of the histogram in hexadecimal. The digest is computed from the
    /// counts as 8-byte little-endian integers.
    pub fn histogram_digest_hex(&self) -> String {
        let bytes: Vec<u8> = self
            .histogram()
            .iter()
            .flat_map(|n| n.to_le_bytes())
            .collect();
        blake3::hash(&bytes).to_hex().to_string()
    }
}

fn payload_len(entries: u64, entry_bits: u8) -> Option<u64> {
    entries
        .checked_mul(entry_bits.into())
        .map(|bits| bits.div_ceil(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates the header of an additive table for three tiles on a 3x3 board. The table has 84
    /// occupied sets and 84 x 3! = 504 entries.
    fn header() -> Header {
        let pattern = Pattern::new(Size::new(3, 3).unwrap(), 8, &[0, 1, 2]).unwrap();
        Header::new(pattern, TableKind::Additive, 8, vec![1, 2, 3], [7; 32])
    }

    /// Modifies a header, encodes it with a matching digest, and reads it back.
    fn read_with(change: impl FnOnce(&mut Header)) -> Result<Header, String> {
        let mut header = header();
        change(&mut header);
        let len = header.metadata.encode().len() as u32;
        header.fixed = FixedFields::new(len, header.fixed.payload_len, header.fixed.payload_digest);
        Header::read(&header.bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn headers_with_contradictory_numbers_are_refused() {
        assert_eq!(read_with(|_| ()), Ok(header()));
        let refused = |change: fn(&mut Header), what: &str| {
            let error = read_with(change).unwrap_err();
            assert!(error.contains(what), "{error}");
        };
        refused(
            |h| h.metadata.rows += 1,
            "the number of entries is 504 where 510 was expected",
        );
        refused(
            |h| h.metadata.entries += 1,
            "the number of entries is 505 where 504 was expected",
        );
        refused(
            |h| h.metadata.reachable += 1,
            "the number of reachable entries is 7 where 6 was expected",
        );
        let too_many =
            |h: &mut Header| (h.metadata.histogram, h.metadata.reachable) = (vec![505], 505);
        refused(too_many, "the number of reachable entries is 505");
        let more_in_levels =
            |h: &mut Header| (h.metadata.histogram, h.metadata.reachable) = (vec![505], 504);
        refused(
            more_in_levels,
            "the number of reachable entries is 504 where 505 was expected",
        );
        refused(
            |h| h.fixed.payload_len += 1,
            "the payload's length is 505 where 504 was expected",
        );
        refused(
            |h| (h.metadata.histogram, h.metadata.reachable) = (vec![], 0),
            "the number of levels is 0",
        );
        refused(
            |h| (h.metadata.histogram, h.metadata.reachable) = (vec![1; 256], 256),
            "the number of levels is 256",
        );
        let longer = [header().metadata.encode(), vec![0]].concat();
        assert!(
            Metadata::decode(&longer).is_err()
                && Metadata::decode(&longer[..longer.len() - 2]).is_err()
        );
    }
}
