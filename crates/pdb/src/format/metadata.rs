//! The metadata block of a table.

use super::OpenError;

/// The fields of the metadata block, in this order; integers have a fixed width and are little-endian, and a list has its
/// length before it, in 8 bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Metadata {
    pub(super) width: u8,
    pub(super) height: u8,
    /// The blank's goal cell.
    pub(super) blank: u8,
    /// The tiles, named by their goal cells, ascending.
    pub(super) tiles: Vec<u8>,
    /// 0: zero-aware, 1: additive.
    pub(super) kind: u8,
    /// 0: arrangement by arrangement.
    pub(super) entry_order: u8,
    /// Bits of one entry: 1, 4 or 8.
    pub(super) entry_bits: u8,
    pub(super) entries: u64,
    pub(super) reachable: u64,
    pub(super) rows: u64,
    /// Entries with distance 0, 1, 2, ... up to the largest.
    pub(super) histogram: Vec<u64>,
    /// The program that made the table.
    pub(super) generator: String,
}

impl Metadata {
    pub(super) fn encode(&self) -> Vec<u8> {
        let length = |list: usize| (list as u64).to_le_bytes();
        let mut bytes = vec![self.width, self.height, self.blank];
        bytes.extend(length(self.tiles.len()));
        bytes.extend(&self.tiles);
        bytes.extend([self.kind, self.entry_order, self.entry_bits]);
        for number in [self.entries, self.reachable, self.rows, self.histogram.len() as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.histogram.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(length(self.generator.len()));
        bytes.extend(self.generator.bytes());
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, OpenError> {
        let mut fields = Fields(bytes);
        let metadata = fields.metadata().filter(|_| fields.0.is_empty());
        metadata.ok_or_else(|| OpenError::Header("its metadata is unreadable".to_owned()))
    }
}

/// The bytes that are not read yet; all methods return `None` behind the end.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn metadata(&mut self) -> Option<Metadata> {
        // In the order in which they are written.
        Some(Metadata {
            width: self.byte()?,
            height: self.byte()?,
            blank: self.byte()?,
            tiles: self.list(1)?.to_vec(),
            kind: self.byte()?,
            entry_order: self.byte()?,
            entry_bits: self.byte()?,
            entries: self.number()?,
            reachable: self.number()?,
            rows: self.number()?,
            histogram: self.list(8)?.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number)).collect(),
            generator: String::from_utf8(self.list(1)?.to_vec()).ok()?,
        })
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.take(8)?.first_chunk()?))
    }

    /// The items of a list, each of `size` bytes.
    fn list(&mut self, size: u64) -> Option<&'a [u8]> {
        let length = self.number()?.checked_mul(size)?;
        self.take(usize::try_from(length).ok()?)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden: the metadata block of `FORMAT.md`, byte for byte.
    #[test]
    fn the_block_byte_by_byte() {
        let metadata = Metadata {
            width: 3,
            height: 2,
            blank: 5,
            tiles: vec![0, 1],
            kind: 1,
            entry_order: 0,
            entry_bits: 4,
            entries: 0x0102,
            reachable: 3,
            rows: 4,
            histogram: vec![1, 2],
            generator: "me".into(),
        };
        let u64s = |n: u64| n.to_le_bytes().to_vec();
        let expected = [
            vec![3, 2, 5],
            u64s(2),
            vec![0, 1],
            vec![1, 0, 4],
            u64s(0x0102),
            u64s(3),
            u64s(4),
            u64s(2),
            u64s(1),
            u64s(2),
            u64s(2),
            b"me".to_vec(),
        ]
        .concat();
        assert_eq!(metadata.encode(), expected);
        assert_eq!(Metadata::decode(&expected), Ok(metadata));
        assert!((0..expected.len()).all(|len| Metadata::decode(&expected[..len]).is_err()));
        assert!(Metadata::decode(&[expected, vec![0]].concat()).is_err());
    }
}
