//! Bloom filters (Bloom 1970) that stand for old layers when a solution is traced back.
//!
//! A search needs the keys of its last two layers only. To go back from the goal to the start, it
//! asks of older layers merely whether they contain a given key, and a filter answers this with two
//! bytes for each key (four for long keys) instead of eight or more. A filter never forgets a key,
//! but about one answer in 300 is a wrong "yes".
//!
//! All five bits of a key lie in one word of 64 bits, so that a question reads memory once. For
//! example, a layer of 10 keys has a filter of 3 words, since there is a word for every 4 keys. The
//! hash of a key chooses word 1, say, and there the bits 3, 17, 20, 41 and 60. Adding the key sets
//! these bits. A question finds all five of them set if the key was added, or if other keys happen
//! to have set them.
//!
//! Wrong answers cost time, but do not change the result: a chain of neighbouring states from the
//! goal to the start with one state for each layer is a shortest path whatever the filters
//! answered, and a state that is not really in its layer cannot be part of such a chain.

use super::Words;

/// Number of bits that a key sets.
const BITS_PER_KEY: u32 = 5;
/// Number of keys for each word of a filter if keys have one word.
///
/// Longer keys have twice as many words: their puzzles have more moves, so more questions are
/// asked.
const KEYS_PER_WORD: usize = 4;

/// The filters of the old layers of a shard, one after the other.
#[derive(Default)]
pub(crate) struct LayerFilters {
    words: Vec<u64>,
    /// The index in `words` at which the filter of each layer starts.
    starts: Vec<usize>,
}

/// The bits that a key sets in a filter.
struct KeyBits {
    /// The word of the filter.
    word: usize,
    /// The bits in this word.
    bits: u64,
}

impl LayerFilters {
    /// Number of words by which the memory has to grow for the filter of a layer of `keys` keys.
    fn growth<const K: usize>(&self, keys: usize) -> usize {
        let words = filter_words::<K>(keys);
        if self.words.capacity() - self.words.len() < words {
            words.max(self.words.len() / 8)
        } else {
            0
        }
    }

    /// Returns the memory that all filters will take with one more, for a layer of `keys` keys, in
    /// bytes.
    pub(crate) fn bytes_with<const K: usize>(&self, keys: usize) -> usize {
        let growth = self.growth::<K>(keys);
        if growth == 0 {
            self.bytes()
        } else {
            (self.words.len() + growth) * size_of::<u64>()
        }
    }

    /// Adds the filter of the next layer. Returns `None`, and adds nothing, if the system refuses
    /// the memory.
    pub(crate) fn push<const K: usize>(&mut self, layer: &[Words<K>]) -> Option<()> {
        let start = self.words.len();
        let words = filter_words::<K>(layer.len());
        let growth = self.growth::<K>(layer.len());
        self.words.try_reserve_exact(growth).ok()?;
        self.starts.push(start);
        self.words.resize(start + words, 0);
        let filter = &mut self.words[start..];
        for &key in layer {
            let set = key_bits(key, words);
            filter[set.word] |= set.bits;
        }
        Some(())
    }

    /// Returns `false` if a layer does not have a key, and `true` if it probably has it.
    ///
    /// `back` counts the layers back from the last one that has a filter.
    pub(crate) fn may_have<const K: usize>(&self, back: usize, key: Words<K>) -> bool {
        let Some(layer) = self.starts.len().checked_sub(1 + back) else {
            return false;
        };
        let end = self.starts.get(layer + 1).copied();
        let filter = &self.words[self.starts[layer]..end.unwrap_or(self.words.len())];
        if filter.is_empty() {
            return false;
        }
        let set = key_bits(key, filter.len());
        filter[set.word] & set.bits == set.bits
    }

    /// Returns the memory of all filters, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

/// Returns the number of words of the filter of a layer.
fn filter_words<const K: usize>(keys: usize) -> usize {
    keys.div_ceil(if K > 1 {
        KEYS_PER_WORD / 2
    } else {
        KEYS_PER_WORD
    })
}

/// Returns the bits of a key in a filter of `words` words.
#[inline]
fn key_bits<const K: usize>(key: Words<K>, words: usize) -> KeyBits {
    // The high bits of the hash already chose the shard, so they are equal for all keys of a
    // filter. Rotating the hash and multiplying it once more mixes its low bits into all others.
    let mixed = key
        .hashed()
        .rotate_left(32)
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = ((mixed >> 32) * words as u64) >> 32;
    let bits = (0..BITS_PER_KEY).fold(0, |bits, i| bits | 1 << (mixed >> (6 * i) & 63));
    KeyBits {
        word: word as usize,
        bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_few_answers_are_false() {
        let key = |i: u64| Words([i.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1 << 63]);
        let layers: [Vec<Words<1>>; 4] =
            [0..0, 0..1, 10_000..30_000, 30_000..30_100].map(|keys| keys.map(key).collect());
        let mut filters = LayerFilters::default();
        for layer in &layers {
            let announced = filters.bytes_with::<1>(layer.len());
            filters.push(layer).unwrap();
            assert_eq!(filters.bytes(), announced);
        }
        for (back, layer) in layers.iter().rev().enumerate() {
            assert!(layer.iter().all(|&key| filters.may_have(back, key)));
        }
        assert!(!filters.may_have(3, key(0)) && !filters.may_have(4, key(0)));
        let wrong = (50_000..150_000)
            .filter(|&i| filters.may_have(1, key(i)))
            .count();
        assert!(wrong < 1000, "{wrong} of 100000");
    }
}
