//! Ascending lists of keys, stored as gaps between neighbours in as few bytes as each gap needs.
//!
//! A list is cut into parts by the first digits of the keys, and each part can be read by itself. A gap below 2^7n
//! takes n bytes, the lowest bit set telling how many, usually one or two; a gap of 2^56 or more is written in full
//! after a 0.

use super::key::Key;
use super::parts::Parts;

/// Bytes that are read for every gap, whatever its length.
const READ: usize = 8;

/// The keys of one cell of the blank.
#[derive(Debug, Default)]
pub(super) struct KeyList {
    bytes: Vec<u8>,
    /// The start of each part, and the end of the last one; nothing if the list is empty.
    starts: Vec<usize>,
    keys: u64,
}

impl KeyList {
    /// A list of `parts` parts, to be filled in order.
    pub(super) fn with_parts(parts: usize) -> Self {
        let mut starts = Vec::with_capacity(parts + 1);
        starts.push(0);
        Self { bytes: Vec::new(), starts, keys: 0 }
    }

    /// Appends the next part.
    pub(super) fn push_part<K>(&mut self, part: &KeyWriter<K>) {
        self.bytes.extend_from_slice(&part.bytes);
        self.starts.push(self.bytes.len());
        self.keys += part.keys;
    }

    /// Completes the list after the last part.
    pub(super) fn finish(&mut self) {
        if self.keys == 0 {
            return *self = Self::default();
        }
        self.bytes.extend_from_slice(&[0; READ]);
        self.bytes.shrink_to_fit();
    }

    /// Number of keys.
    pub(super) fn keys(&self) -> u64 {
        self.keys
    }

    /// Bytes of the list.
    pub(super) fn bytes(&self) -> u64 {
        (self.bytes.len() + self.starts.capacity() * size_of::<usize>()) as u64
    }

    /// The keys of a part, which begins with the key `first` or later.
    #[inline]
    pub(super) fn part<K: Key>(&self, part: usize, first: K) -> KeyReader<'_, K> {
        match self.starts.get(part..part + 2) {
            Some(&[at, end]) => KeyReader { bytes: &self.bytes, at, end, floor: first },
            _ => KeyReader { bytes: &[], at: 0, end: 0, floor: first },
        }
    }

    /// The same keys in other parts.
    pub(super) fn cut<K: Key>(&self, old: &Parts, new: &Parts) -> Self {
        if self.keys == 0 {
            return Self::default();
        }
        let mut list = Self::with_parts(new.count());
        let mut next = 0;
        let mut writer = KeyWriter::new(new.first_key(0));
        for part in 0..old.count() {
            for key in self.part::<K>(part, old.first_key(part)) {
                let part = new.part_of(key);
                while next < part {
                    next += 1;
                    list.push_part(&writer);
                    writer = KeyWriter::new(new.first_key(next));
                }
                writer.push(key);
            }
        }
        list.push_part(&writer);
        let end = list.bytes.len();
        list.starts.resize(new.count() + 1, end);
        list.finish();
        list
    }
}

/// Reads the keys of a part.
#[derive(Debug, Clone)]
pub(super) struct KeyReader<'a, K> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    floor: K,
}

impl<K: Key> Iterator for KeyReader<'_, K> {
    type Item = K;

    #[inline(always)]
    fn next(&mut self) -> Option<K> {
        if self.at >= self.end {
            return None;
        }
        let word = u64::read(self.bytes, self.at);
        let gap = if word as u8 == 0 {
            let gap = K::read(self.bytes, self.at + 1);
            self.at += 1 + K::BITS as usize / 8;
            gap
        } else {
            let bytes = word.trailing_zeros() + 1;
            self.at += bytes as usize;
            K::from(word << (64 - 8 * bytes) >> (64 - 7 * bytes))
        };
        let key = self.floor + gap;
        self.floor = key + K::from(1);
        Some(key)
    }
}

/// Writes the keys of a part, in ascending order.
#[derive(Debug)]
pub(super) struct KeyWriter<K> {
    bytes: Vec<u8>,
    keys: u64,
    floor: K,
}

impl<K: Key> KeyWriter<K> {
    /// A part that begins with the key `first` or later.
    pub(super) fn new(first: K) -> Self {
        Self { bytes: Vec::new(), keys: 0, floor: first }
    }

    /// A key greater than the last one.
    #[inline(always)]
    pub(super) fn push(&mut self, key: K) {
        let gap = key - self.floor;
        match gap.try_into().ok().filter(|&gap: &u64| gap >> 56 == 0) {
            Some(gap) => {
                let bytes = (u64::BITS - (gap | 1).leading_zeros()).div_ceil(7);
                let end = self.bytes.len() + bytes as usize;
                // Appends all eight bytes and truncates: faster than a copy of unknown length.
                self.bytes.extend_from_slice(&(gap << bytes | 1 << (bytes - 1)).to_le_bytes());
                self.bytes.truncate(end);
            }
            None => {
                self.bytes.push(0);
                gap.write(&mut self.bytes);
            }
        }
        self.floor = key + K::from(1);
        self.keys += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::*;

    fn check<K: Key + std::fmt::Debug>(code: &Code<K>, digits: usize, keys: &[K]) {
        let parts = Parts::new(code, digits);
        let mut list = KeyList::with_parts(parts.count());
        for part in 0..parts.count() {
            let mut writer = KeyWriter::new(parts.first_key(part));
            keys.iter().filter(|&&key| parts.part_of(key) == part).for_each(|&key| writer.push(key));
            list.push_part(&writer);
        }
        list.finish();
        assert_eq!(list.keys(), keys.len() as u64);
        for finer in digits..digits + 3 {
            let new = Parts::new(code, finer);
            let list = list.cut::<K>(&parts, &new);
            let read = |part| list.part(part, new.first_key(part)).collect::<Vec<K>>();
            assert_eq!(
                (0..new.count()).flat_map(read).collect::<Vec<K>>(),
                keys,
                "cut by {digits}, then {finer} digits"
            );
            assert!((0..new.count()).all(|part| read(part).iter().all(|&key| new.part_of(key) == part)));
        }
    }

    /// True if the first digits are those of an order of tiles.
    fn is_valid<K: Key>(code: &Code<K>, key: K) -> bool {
        let parts = Parts::new(code, 5);
        let part = parts.part_of(key);
        part < parts.count() && parts.head(part) == parts.head_of(key)
    }

    #[test]
    fn what_is_written_is_read_whatever_the_gap() {
        let code = Code::<u128>::new(20);
        let mut keys: Vec<u128> = (0..68).flat_map(|bits| [(1 << bits) - 1, 1 << bits, (1 << bits) + 1]).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut sums: Vec<u128> =
            keys.iter().scan(0, |sum, key| Some(std::mem::replace(sum, *sum + key + 1))).collect();
        for keys in [&mut keys, &mut sums] {
            keys.retain(|&key| is_valid(&code, key));
            assert!(keys.len() > 150 && keys.windows(2).any(|pair| pair[1] - pair[0] > 1 << 56));
            (0..3).for_each(|digits| check(&code, digits, keys));
        }
        let code = Code::<u64>::new(15);
        let keys = (0..9000).map(|i| i * i * i * 30).filter(|&key| is_valid(&code, key)).collect::<Vec<u64>>();
        assert!(keys.len() > 2000);
        (0..3).for_each(|digits| check(&code, digits, &keys));
    }

    #[test]
    fn small_gaps_take_a_byte() {
        let mut writer = KeyWriter::new(0);
        (0..1000u64).for_each(|i| writer.push(i * 128));
        assert_eq!((writer.bytes.len(), writer.keys), (1000, 1000));
        writer.push(999 * 128 + 129);
        assert_eq!(writer.bytes.len(), 1002);
    }
}
