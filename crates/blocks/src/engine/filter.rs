//! Bloom filters (Bloom 1970), which replace the old layers of a search when a solution is traced
//! back.
//!
//! A search needs the keys of only its last two layers. When it goes back from the goal to the
//! start, it merely asks whether an older layer contains a given key. A filter answers this with
//! two bytes for each key (four for long keys), instead of eight or more. It never misses a key of
//! the layer, but about one in 300 other keys is a false positive.
//!
//! All five bits of a key are in the same 64-bit word, so that a query reads memory only once. For
//! example, the filter of a layer with 10 keys has 3 words, since there is one word for every 4
//! keys. The hash of a key selects, say, word 1 and its bits 3, 17, 20, 41 and 60. Adding the key
//! sets these bits. A query finds all five of them set if the key was added, or if other keys
//! happen to have set them.
//!
//! False positives cost time, but do not change the result. A chain of neighbouring states from the
//! goal to the start, with one state for each layer, is a shortest path whatever the filters
//! answered, and a state that is not really in its layer cannot be part of such a chain.

use super::Words;

/// Number of bits that each key sets in its word of the filter.
const BITS_PER_KEY: u32 = 5;
/// Number of keys for each word of a filter, for keys that have only one word themselves.
///
/// Filters for longer keys have twice as many words. Puzzles with long keys have more moves per
/// state, so more keys are queried and false positives are more costly.
const KEYS_PER_WORD: usize = 4;

/// The filters of all old layers of a shard, stored one after the other.
#[derive(Default)]
pub(crate) struct LayerFilters {
    words: Vec<u64>,
    /// The index in `words` where the filter of each layer begins, from the oldest layer to the
    /// latest.
    starts: Vec<usize>,
}

/// The word and the bits that represent a key in a filter.
struct KeyBits {
    /// The index of the word in the filter.
    word: usize,
    /// A mask of the bits that the key sets in this word.
    bits: u64,
}

impl LayerFilters {
    /// Returns the number of words by which `words` has to grow for another filter, of a layer with
    /// `keys` keys. The list grows by at least an eighth, and not at all if its capacity suffices.
    fn growth<const K: usize>(&self, keys: usize) -> usize {
        let words = filter_words::<K>(keys);
        if self.words.capacity() - self.words.len() < words {
            words.max(self.words.len() / 8)
        } else {
            0
        }
    }

    /// Returns the memory, in bytes, that all filters will occupy after a filter for a layer with
    /// `keys` keys has been added.
    pub(crate) fn bytes_with<const K: usize>(&self, keys: usize) -> usize {
        let growth = self.growth::<K>(keys);
        if growth == 0 {
            self.bytes()
        } else {
            (self.words.len() + growth) * size_of::<u64>()
        }
    }

    /// Adds a filter for the next layer. Returns `None`, and adds nothing, if the allocation fails.
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

    /// Returns `false` if a layer certainly does not contain a key, and `true` if it probably does.
    ///
    /// The layer is given by its distance from the latest layer that has a filter: `back` is 0 for
    /// that layer, 1 for the layer before it, and so on.
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

/// Returns the number of words of the filter for a layer with `keys` keys.
fn filter_words<const K: usize>(keys: usize) -> usize {
    keys.div_ceil(if K > 1 {
        KEYS_PER_WORD / 2
    } else {
        KEYS_PER_WORD
    })
}

/// Returns the word and the bits that represent a key in a filter with `words` words.
#[inline]
fn key_bits<const K: usize>(key: Words<K>, words: usize) -> KeyBits {
    // The highest bits of the hash selected the shard, so they are equal for all keys of this
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
