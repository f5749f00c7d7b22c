//! Zero classes: one for each occupied set of a pattern and blank region.
//!
//! Classes are numbered by occupied set, then by the smallest cell of the region.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use fifteen_puzzle::{MAX_CELLS, Size};

use super::BlankRegions;
use super::occupied::{binomial, colex, occupied_sets};
use crate::{Pattern, TableKind};

/// Subsets of the first half of the cells, and of the second.
const LOW: usize = 1 << MAX_CELLS.div_ceil(2);
const HIGH: usize = 1 << (MAX_CELLS / 2);

/// The classes of one occupied set in 16 bytes: the number of the first class in the upper 28 bits of the last word,
/// and below it 25 nibbles, the region of each free cell.
#[derive(Debug, Clone, Copy)]
struct SetEntry([u32; 4]);

/// By eight cells as bits: 1 in the nibble of each.
pub(crate) const NIBBLES: [u32; 256] = {
    let mut nibbles = [0; 256];
    let mut bits = 1;
    while bits < nibbles.len() {
        // The lowest cell's, and those of the others.
        nibbles[bits] = nibbles[bits & (bits - 1)] | 1 << (4 * bits.trailing_zeros());
        bits += 1;
    }
    nibbles
};

impl SetEntry {
    /// The entry, and the number of regions.
    fn new(first_class: u32, regions: impl Iterator<Item = u32>) -> (Self, u32) {
        let (mut words, mut count) = ([0, 0, 0, first_class << 4], 0);
        for region in regions {
            for (word, cells) in words.iter_mut().zip(region.to_le_bytes()) {
                *word |= count * NIBBLES[usize::from(cells)];
            }
            count += 1;
        }
        (Self(words), count)
    }

    #[inline(always)]
    fn first_class(&self) -> u32 {
        self.0[3] >> 4
    }

    #[inline(always)]
    fn class(&self, cell: usize) -> u32 {
        self.first_class() + ((self.0[cell / 8 % 4] >> (cell % 8 * 4)) & 15)
    }
}

/// The numbering of occupied sets and zero classes for all patterns of `tiles` tiles on boards of one size.
///
/// It takes 16 bytes for each occupied set: 206 kB for 8 tiles on 4x4, 2.8 MB for 6 tiles on 5x5.
#[derive(Debug, Clone)]
pub struct ZeroClasses {
    low_bits: u32,
    low_mask: u32,
    /// Arrays of the largest board's size, so that no index needs a check: a set's number is the sum of one item of
    /// each.
    low_rank: Box<[u32; LOW]>,
    high_rank: Box<[u32; HIGH]>,
    sets: Vec<SetEntry>,
    classes: u32,
}

impl ZeroClasses {
    /// Numbers the occupied sets and classes; `tiles` must be below the number of cells.
    pub fn new(size: Size, tiles: usize) -> Self {
        debug_assert!((1..size.cells()).contains(&tiles));
        let low_bits = size.cells().div_ceil(2) as u32;
        let high_bits = size.cells() as u32 - low_bits;
        let mut low_rank = Box::new([0; LOW]);
        let mut high_rank = Box::new([0; HIGH]);
        (0..)
            .zip(low_rank.iter_mut().take(1 << low_bits))
            .for_each(|(mask, rank)| *rank = colex(mask, 0, 0));
        for (mask, rank) in (0..).zip(high_rank.iter_mut().take(1 << high_bits)) {
            *rank = colex(
                mask,
                low_bits,
                tiles.saturating_sub(mask.count_ones() as usize),
            );
        }
        let mut classes = 0;
        let mut sets = Vec::with_capacity(binomial(size.cells(), tiles) as usize);
        let regions = BlankRegions::new(size);
        for occupied in occupied_sets(size, tiles) {
            let (entry, count) = SetEntry::new(classes, regions.of(occupied));
            sets.push(entry);
            classes += count;
        }
        Self {
            low_bits,
            low_mask: (1 << low_bits) - 1,
            low_rank,
            high_rank,
            sets,
            classes,
        }
    }

    /// Number of zero classes, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "there is always a class")]
    pub fn len(&self) -> u32 {
        self.classes
    }

    /// Number of occupied sets.
    pub fn occupied_sets(&self) -> u32 {
        self.sets.len() as u32
    }

    /// The number of an occupied set.
    #[inline(always)]
    pub fn occupied_rank(&self, occupied: u32) -> u32 {
        self.low_rank[(occupied & self.low_mask) as usize % LOW]
            + self.high_rank[(occupied >> self.low_bits) as usize % HIGH]
    }

    /// The number of the class of an occupied set with the blank on the free cell `blank`.
    #[inline(always)]
    pub fn class(&self, occupied: u32, blank: usize) -> u32 {
        self.sets[self.occupied_rank(occupied) as usize].class(blank)
    }

    /// Number of rows of a table of that kind: of zero classes, or of occupied sets.
    pub fn rows(&self, kind: TableKind) -> u32 {
        match kind {
            TableKind::ZeroAware => self.len(),
            TableKind::Additive => self.occupied_sets(),
        }
    }

    /// The row of an occupied set, with the blank on the free cell `blank`, in a table of that kind.
    #[inline]
    pub fn row(&self, kind: TableKind, occupied: u32, blank: usize) -> u32 {
        match kind {
            TableKind::ZeroAware => self.class(occupied, blank),
            TableKind::Additive => self.occupied_rank(occupied),
        }
    }

    /// The number of each occupied set's first class, and the region of each of its free cells in four bits.
    pub fn regions(&self) -> impl Iterator<Item = (u32, u128)> {
        let regions = |SetEntry([a, b, c, d]): &SetEntry| [*a, *b, *c, d % 16];
        let bits = |words: [u32; 4]| {
            words
                .iter()
                .rev()
                .fold(0, |bits, &word| bits << 32 | u128::from(word))
        };
        self.sets
            .iter()
            .map(move |set| (set.first_class(), bits(regions(set))))
    }

    /// The first class of each occupied set, then the number of classes.
    pub fn first_classes(&self) -> impl Iterator<Item = u32> {
        self.sets
            .iter()
            .map(SetEntry::first_class)
            .chain([self.classes])
    }
}

/// Number of rows of the tables of a pattern: of zero classes, or of occupied sets.
///
/// The first count of the zero classes for a size and number of tiles visits all occupied sets (5.2 million at most)
/// without storing any; later calls know the result.
pub(crate) fn count_rows(pattern: &Pattern, kind: TableKind) -> u64 {
    static KNOWN: LazyLock<Mutex<HashMap<(Size, usize), u64>>> = LazyLock::new(Mutex::default);
    let (size, tiles) = (pattern.size(), pattern.len());
    if kind == TableKind::Additive {
        return binomial(size.cells(), tiles);
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry((size, tiles)).or_insert_with(|| {
        let regions = BlankRegions::new(size);
        occupied_sets(size, tiles)
            .map(|occupied| regions.of(occupied).count() as u64)
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A nibble numbers the regions of an occupied set.
    #[test]
    fn no_occupied_set_has_more_than_16_regions() {
        for (side, tiles, regions) in [(4, 8, 8), (5, 12, 13)] {
            let size = Size::new(side, side).unwrap();
            let most = occupied_sets(size, tiles)
                .map(|occupied| BlankRegions::new(size).of(occupied).count())
                .max();
            assert_eq!(most, Some(regions), "{size}");
        }
    }
}
