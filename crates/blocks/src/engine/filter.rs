//! The filters of old layers: Bloom filters (Bloom 1970) whose bits for one key lie in one word.
//!
//! A layer that no longer bounds the search is needed only to go back from a goal. There a false answer costs time and
//! nothing else: a chain of neighbours from the goal to the start with one state for each layer is a shortest path,
//! whatever the filters said on the way, and a state wrongly found in a layer begins no such chain.

use super::Words;

/// Bits of each key.
const BITS: u32 = 5;
/// Keys of one word of the filter, for keys of one word: about one answer in 300 is false. Longer keys have more
/// neighbours, and half as many keys a word.
const KEYS: usize = 4;

/// The filters of the layers of one shard, one after the other.
#[derive(Default)]
pub(crate) struct LayerFilters {
    words: Vec<u64>,
    /// The start of each layer in `words`.
    starts: Vec<usize>,
}

impl LayerFilters {
    /// Adds the filter of the next layer.
    pub(crate) fn push<const K: usize>(&mut self, layer: &[Words<K>]) {
        let (start, words) = (
            self.words.len(),
            layer.len().div_ceil(if K > 1 { KEYS / 2 } else { KEYS }),
        );
        if self.words.capacity() < start + words {
            self.words.reserve_exact(words.max(start / 8));
        }
        self.starts.push(start);
        self.words.resize(start + words, 0);
        let filter = &mut self.words[start..];
        for &key in layer {
            let (word, bits) = place(key, words);
            filter[word] |= bits;
        }
    }

    /// Returns false if a layer, counted back from the last one here, lacks a key; true if it may have it.
    pub(crate) fn may_have<const K: usize>(&self, back: usize, key: Words<K>) -> bool {
        let Some(layer) = self.starts.len().checked_sub(1 + back) else {
            return false;
        };
        let end = self
            .starts
            .get(layer + 1)
            .copied()
            .unwrap_or(self.words.len());
        let filter = &self.words[self.starts[layer]..end];
        if filter.is_empty() {
            return false;
        }
        let (word, bits) = place(key, filter.len());
        filter[word] & bits == bits
    }

    /// The memory of all filters, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

/// The word of a key among `words` words, and its bits there.
#[inline]
fn place<const K: usize>(key: Words<K>, words: usize) -> (usize, u64) {
    // The shard and the slots of the set have used the high bits of the hash; another product mixes it once more.
    let mixed = key
        .hashed()
        .rotate_left(32)
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = ((mixed >> 32) * words as u64) >> 32;
    let bits = (0..BITS).fold(0, |bits, i| bits | 1 << (mixed >> (6 * i) & 63));
    (word as usize, bits)
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
        layers.iter().for_each(|layer| filters.push(layer));
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
