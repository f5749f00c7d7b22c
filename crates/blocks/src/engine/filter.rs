//! Bloom filters (Bloom 1970) that remember which states the old layers of a search contained.
//!
//! A breadth-first search needs only the keys of its last two layers. Reconstructing a solution
//! also visits the older layers, from the goal back to the start state, but it merely asks whether
//! a layer contains a given key. A Bloom filter answers this question with two bytes per key (four
//! for long keys) instead of eight or more. It recognises every key of its layer, but also wrongly
//! accepts about one in 300 other keys.
//!
//! All five bits of a key are in the same 64-bit word, so a query reads memory only once. For
//! example, the filter of a layer with 10 keys has 3 words, one for every 4 keys. The hash of a key
//! selects, say, word 1 and its bits 3, 17, 20, 41 and 60. Adding the key sets these bits. A query
//! finds all five bits set if the key was added, or if other keys happen to have set them.
//!
//! False positives cost time, but they do not change the result. Any chain of neighbouring states
//! from the goal to the start state, with one state per layer, is a shortest path. A state that a
//! filter wrongly reports cannot be part of such a chain.

use super::Words;

/// Number of bits that each key sets in a Bloom filter. A word contains the bits of about
/// [`KEYS_PER_WORD`] keys, so it seldom happens that all five bits of an absent key are set by
/// chance.
const BITS_PER_KEY: u32 = 5;
/// Average number of keys in each 64-bit word of a Bloom filter, if keys are one machine word long.
///
/// For longer keys, a filter has twice as many words, and therefore fewer false positives. Puzzles
/// with long keys have more moves in each state, so their searches query the filters more often.
const KEYS_PER_WORD: usize = 4;

/// Bloom filters for the old layers of a breadth-first search. Each shard, which is one of the
/// parts into which the search divides its set of states, has its own filters.
#[derive(Default)]
pub(crate) struct LayerFilters {
    words: Vec<u64>,
    /// The start of each layer's filter, as an index into `words`, from the oldest layer to the
    /// newest.
    starts: Vec<usize>,
}

/// The bits that a key sets in a Bloom filter. They are all in one word of the filter.
struct KeyBits {
    /// The index of the word that contains the bits, counted from the start of the filter.
    word: usize,
    /// A mask of the bits within the word.
    bits: u64,
}

impl LayerFilters {
    /// Returns how much capacity to add to `words`, in elements, so that a filter for `keys` keys
    /// can be appended.
    ///
    /// Returns 0 if the spare capacity suffices. Otherwise, returns at least an eighth of the
    /// length of `words`, so that the vector is seldom reallocated.
    fn growth<const K: usize>(&self, keys: usize) -> usize {
        let words = filter_words::<K>(keys);
        if self.words.capacity() - self.words.len() < words {
            words.max(self.words.len() / 8)
        } else {
            0
        }
    }

    /// Returns the memory, in bytes, that all filters would occupy after adding a filter for a
    /// layer with `keys` keys.
    pub(crate) fn bytes_with<const K: usize>(&self, keys: usize) -> usize {
        let growth = self.growth::<K>(keys);
        if growth == 0 {
            self.bytes()
        } else {
            (self.words.len() + growth) * size_of::<u64>()
        }
    }

    /// Appends a filter for the next layer. Returns `None`, and leaves the filters unchanged, if
    /// there is not enough memory.
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

    /// Returns `false` if a layer definitely does not contain the key, and `true` if it probably
    /// does.
    ///
    /// `back` selects the layer: 0 is the newest layer with a filter, 1 is the layer before it, and
    /// so on.
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

    /// Returns the memory that all filters occupy, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

/// Returns the size of a filter, in words, for a layer with `keys` keys.
fn filter_words<const K: usize>(keys: usize) -> usize {
    keys.div_ceil(if K > 1 {
        KEYS_PER_WORD / 2
    } else {
        KEYS_PER_WORD
    })
}

#[inline]
fn key_bits<const K: usize>(key: Words<K>, words: usize) -> KeyBits {
    // The highest bits of the hash select the shard, so they are the same for all keys in the
    // filter. Rotate and multiply the hash to spread its other bits over the whole word.
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
    fn filters_find_all_keys_of_a_layer_and_few_others() {
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
