//! Ranks of colour sequences: a perfect index for slide tables.
//!
//! A colour sequence lists the colours of a board's tiles in row-major or column-major order,
//! without the blank. It is stored as a *key*: two bits per tile, with the first tile in the lowest
//! bits.
//!
//! The rank of a key is the sum of two numbers. The first number comes from an array that is
//! indexed by the first half of the key, and the second number from an array that is indexed by the
//! second half. Two small arrays are therefore enough to rank every key. For example, the sequences
//! of the colours 0, 0, 1 and 1 have these ranks (a space separates the two halves):
//!
//! | rank | sequence |                                                     |
//! |------|----------|-----------------------------------------------------|
//! | 0    | 00 11    | `first[00]` = 0, `second[11]` = 0                   |
//! | 1, 2 | 10 10, 10 01 | `first[10]` = 1, `second[10]` = 0, `second[01]` = 1 |
//! | 3, 4 | 01 10, 01 01 | `first[01]` = 3                                 |
//! | 5    | 11 00    | `first[11]` = 5, `second[00]` = 0                   |

use std::collections::BTreeMap;

pub(super) const COLOURS: usize = 4;
/// Number of bits for one tile's colour in a key.
pub(super) const COLOUR_BITS: usize = 2;

/// Number of tiles of each colour, indexed by colour.
pub(super) type Counts = [u8; COLOURS];

/// A numbering of the colour sequences that contain each colour a fixed number of times. Their
/// numbers 0, 1, 2 and so on are called *ranks*.
#[derive(Debug)]
pub(super) struct Ranks {
    /// Number of bits in the first half of a key. A key is an encoded colour sequence.
    first_bits: usize,
    /// For each first half of a key, the smallest rank of the keys that start with this half.
    first: Vec<u32>,
    /// For each second half of a key, its index within its list in `halves`. The rank of a key is
    /// the number in `first` for its first half, plus this index for its second half.
    second: Vec<u32>,
    /// All keys in order of increasing rank, in blocks of keys with the same first half. A key is
    /// an encoded colour sequence.
    pub(super) blocks: Vec<KeyBlock>,
    /// The second halves of all keys, grouped into lists. The halves in one list contain each
    /// colour equally often, and are in ascending order.
    halves: Vec<Vec<u64>>,
    /// Number of colour sequences. All ranks are less than this number.
    pub(super) len: usize,
}

/// The keys with the same first half, whose ranks are consecutive. A key is an encoded colour
/// sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyBlock {
    /// The first half of the keys, which is stored in their lowest bits.
    pub(super) first_half: u64,
    /// Index of the list with the second halves of these keys. [`Ranks::second_halves`] returns all
    /// lists.
    pub(super) second_halves: usize,
}

impl Ranks {
    /// Assigns ranks to all colour sequences in which each colour occurs as often as `counts` says.
    pub(super) fn new(counts: Counts) -> Self {
        let [first_tiles, second_tiles] = halves_of(counts);
        let (first_bits, second_bits) = (COLOUR_BITS * first_tiles, COLOUR_BITS * second_tiles);
        let mut second = vec![0; 1 << second_bits];
        let mut lists: BTreeMap<Counts, usize> = BTreeMap::new();
        let mut halves: Vec<Vec<u64>> = Vec::new();
        for half in keys(second_tiles, counts) {
            let list = *lists
                .entry(counts_of(half, second_tiles))
                .or_insert(halves.len());
            if list == halves.len() {
                halves.push(Vec::new());
            }
            second[half as usize] = halves[list].len() as u32;
            halves[list].push(half);
        }
        let mut first = vec![0; 1 << first_bits];
        let mut blocks = Vec::new();
        let mut len = 0;
        for half in keys(first_tiles, counts) {
            let used = counts_of(half, first_tiles);
            let left = std::array::from_fn(|colour| counts[colour] - used[colour]);
            let Some(&list) = lists.get(&left) else {
                continue;
            };
            first[half as usize] = len as u32;
            blocks.push(KeyBlock {
                first_half: half,
                second_halves: list,
            });
            len += halves[list].len();
        }
        Self {
            first_bits,
            first,
            second,
            blocks,
            halves,
            len,
        }
    }

    /// Returns an upper bound on the memory that [`Ranks::new`] needs, in bytes.
    pub(super) fn bytes_to_build(counts: Counts) -> u64 {
        let lists = halves_of(counts).map(|tiles| {
            let all = 1 << (COLOUR_BITS * tiles);
            let used = number_of_keys(tiles, counts);
            // The first term is for arrays that are indexed by every possible half of a key. The
            // second term is for lists with an item for each half that occurs. A list that grows by
            // doubling can be up to twice as large as its contents, hence the factor 2.
            all * size_of::<u32>() as u64
                + used * (size_of::<u64>() + 2 * size_of::<KeyBlock>()) as u64
        });
        lists.iter().sum()
    }

    /// Returns the size of the arrays and lists, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let halves: usize = self.halves.iter().map(|list| size_of_val(&list[..])).sum();
        (size_of_val(&self.first[..])
            + size_of_val(&self.second[..])
            + size_of_val(&self.blocks[..])
            + halves) as u64
    }

    /// Returns the rank of a key, which is less than [`len`](Self::len). A key is an encoded colour
    /// sequence.
    #[inline]
    pub(super) fn rank(&self, key: u64) -> usize {
        let first = self.first[(key & ((1 << self.first_bits) - 1)) as usize];
        (first + self.second[(key >> self.first_bits) as usize]) as usize
    }

    /// Returns the second halves of all keys, in lists that are indexed by
    /// [`KeyBlock::second_halves`]. Each half is shifted to its position in the key and then mapped
    /// by `change`.
    pub(super) fn second_halves(&self, change: impl Fn(u64) -> u64) -> Vec<Vec<u64>> {
        let change = |&half: &u64| change(half << self.first_bits);
        self.halves
            .iter()
            .map(|list| list.iter().map(change).collect())
            .collect()
    }
}

/// Returns how many tiles the first half and the second half of a key contain. If the number of
/// tiles is odd, the first half has one more.
fn halves_of(counts: Counts) -> [usize; 2] {
    let tiles: usize = counts.iter().map(|&count| usize::from(count)).sum();
    [tiles.div_ceil(2), tiles / 2]
}

/// Returns the number of keys of `tiles` tiles with at most `counts` tiles of each colour. [`keys`]
/// lists them.
fn number_of_keys(tiles: usize, counts: Counts) -> u64 {
    // Item n is the number of keys of n tiles that use only the colours processed so far. The tiles
    // of the next colour can be inserted at any positions.
    let mut keys = vec![0; tiles + 1];
    keys[0] = 1;
    for count in counts {
        for placed in (0..=tiles).rev() {
            let mut sum = 0;
            let mut ways = 1;
            for taken in 0..=placed.min(count.into()) {
                sum += keys[placed - taken] * ways;
                ways = ways * (placed - taken) as u64 / (taken + 1) as u64;
            }
            keys[placed] = sum;
        }
    }
    keys[tiles]
}

/// Returns all keys of `tiles` tiles with at most `counts` tiles of each colour, in ascending
/// order.
fn keys(tiles: usize, counts: Counts) -> Vec<u64> {
    fn extend(tiles: usize, key: u64, left: &mut Counts, keys: &mut Vec<u64>) {
        if tiles == 0 {
            return keys.push(key);
        }
        for colour in 0..COLOURS {
            if left[colour] > 0 {
                left[colour] -= 1;
                extend(tiles - 1, key << COLOUR_BITS | colour as u64, left, keys);
                left[colour] += 1;
            }
        }
    }
    let mut keys = Vec::with_capacity(number_of_keys(tiles, counts) as usize);
    extend(tiles, 0, &mut { counts }, &mut keys);
    keys
}

/// Counts the tiles of each colour in a key of `tiles` tiles.
fn counts_of(key: u64, tiles: usize) -> Counts {
    let mut counts = [0; COLOURS];
    for tile in 0..tiles {
        counts[(key >> (COLOUR_BITS * tile)) as usize % COLOURS] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each key has a unique rank, and that the blocks list the keys by increasing
    /// rank.
    #[test]
    fn ranks_are_a_bijection_in_the_order_of_the_blocks() {
        for counts in [
            [1, 1, 1, 0],
            [2, 1, 1, 1],
            [2, 2, 2, 2],
            [3, 3, 3, 2],
            [0, 5, 1, 2],
            [4, 0, 0, 3],
        ] {
            let ranks = Ranks::new(counts);
            let tiles = counts.iter().sum::<u8>().into();
            let all = keys(tiles, counts);
            assert_eq!(number_of_keys(tiles, counts), all.len() as u64);
            assert!(ranks.bytes() <= Ranks::bytes_to_build(counts));
            assert_eq!(ranks.len, all.len());
            let mut seen = vec![false; ranks.len];
            all.iter()
                .for_each(|&key| assert!(!std::mem::replace(&mut seen[ranks.rank(key)], true)));
            let halves = ranks.second_halves(|half| half);
            let sums = ranks.blocks.iter().flat_map(|block| {
                halves[block.second_halves]
                    .iter()
                    .map(|h| block.first_half | h)
            });
            assert!(sums.map(|key| ranks.rank(key)).eq(0..ranks.len));
        }
    }
}
