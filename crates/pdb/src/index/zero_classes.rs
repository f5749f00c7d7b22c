//! Zero classes: an occupied set together with one of its blank regions.
//!
//! Classes are numbered by occupied set first, then by the smallest cell of the region. For
//! example, a pattern of two tiles on a 3x3 board, with its tiles A and B on the cells 1 and 3:
//!
//! ```text
//! . A .
//! B . .
//! . . .
//! ```
//!
//! The occupied set {1,3} has the number 4 (see [`occupied`](super::occupied)). The sets before it,
//! {0,1}, {0,2}, {1,2} and {0,3}, each leave one region and so have the classes 0 to 3. The set
//! {1,3} divides the free cells into the regions {0} and {2,4,5,6,7,8}, which are the classes 4 and
//! 5. So if the blank is on cell 8, the class is 5.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use fifteen_puzzle::{MAX_CELLS, Size};
use fifteen_resources::AllocationError;

use super::BlankRegions;
use super::occupied::{binomial, colex, occupied_sets};
use crate::{Pattern, TableKind};

/// Number of subsets of the first half of the cells, which is the length of the first rank table.
const LOW: usize = 1 << MAX_CELLS.div_ceil(2);
/// Number of subsets of the second half of the cells, which is the length of the second rank table.
const HIGH: usize = 1 << (MAX_CELLS / 2);

/// The zero classes of one occupied set, packed into 16 bytes: a nibble for each of the 25 cells
/// gives the region of a free cell, and the upper 28 bits of the last word hold the number of the
/// first class.
#[derive(Debug, Clone, Copy)]
struct SetEntry([u32; 4]);

/// Expands a set of eight cells (one bit each) to a word with one nibble per cell, which is 1 for
/// the cells in the set.
pub(crate) const NIBBLES: [u32; 256] = {
    let mut nibbles = [0; 256];
    let mut bits = 1;
    while bits < nibbles.len() {
        // The nibbles of all cells in the set except the lowest are already in the table.
        nibbles[bits] = nibbles[bits & (bits - 1)] | 1 << (4 * bits.trailing_zeros());
        bits += 1;
    }
    nibbles
};

impl SetEntry {
    /// Returns the packed entry of an occupied set, and the number of its blank regions.
    fn new(first_class: u32, regions: impl Iterator<Item = u32>) -> (Self, u32) {
        let mut words = [0, 0, 0, first_class << 4];
        let mut count = 0;
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

/// The numbers of the occupied sets and zero classes of all patterns of the same size.
///
/// Memory: 16 bytes for each occupied set, which is 206 kB for 8 tiles on 4x4 and 2.8 MB for 6
/// tiles on 5x5.
#[derive(Debug, Clone)]
pub struct ZeroClasses {
    low_bits: u32,
    low_mask: u32,
    /// Contribution of the first half of the cells to the number of an occupied set, indexed by the
    /// mask of that half. Both arrays are long enough for the largest board, so that indexing needs
    /// no bounds check.
    low_rank: Box<[u32; LOW]>,
    /// Contribution of the second half of the cells to the number of an occupied set.
    high_rank: Box<[u32; HIGH]>,
    sets: Vec<SetEntry>,
    classes: u32,
}

impl ZeroClasses {
    /// Numbers all sets of `tiles` occupied cells, and their zero classes.
    ///
    /// A board that has no cell left for the blank has no classes.
    pub fn new(size: Size, tiles: usize) -> Self {
        Self::with_sets(size, tiles, Vec::with_capacity(set_count(size, tiles)))
    }

    /// Like [`new`](Self::new), numbers the occupied sets and zero classes, but returns an error if
    /// the system refuses the memory.
    pub(crate) fn allocate(size: Size, tiles: usize) -> Result<Self, AllocationError> {
        let mut sets = Vec::new();
        let count = set_count(size, tiles);
        sets.try_reserve_exact(count).map_err(|_| AllocationError {
            needed: (count * size_of::<SetEntry>()) as u64,
        })?;
        Ok(Self::with_sets(size, tiles, sets))
    }

    /// Memory that the numbering of `sets` occupied sets takes, in bytes.
    pub(crate) fn bytes(sets: u64) -> u64 {
        sets * size_of::<SetEntry>() as u64 + ((LOW + HIGH) * size_of::<u32>()) as u64
    }

    /// Numbers the zero classes and stores the entries of the occupied sets in the empty vector
    /// `sets`.
    fn with_sets(size: Size, tiles: usize, mut sets: Vec<SetEntry>) -> Self {
        let low_bits = size.cells().div_ceil(2) as u32;
        let high_bits = size.cells() as u32 - low_bits;
        let mut low_rank = Box::new([0; LOW]);
        for (mask, rank) in (0..).zip(low_rank.iter_mut().take(1 << low_bits)) {
            *rank = colex(mask, 0, 0);
        }
        let mut high_rank = Box::new([0; HIGH]);
        for (mask, rank) in (0u32..).zip(high_rank.iter_mut().take(1 << high_bits)) {
            let in_low_half = tiles.saturating_sub(mask.count_ones() as usize);
            *rank = colex(mask, low_bits, in_low_half);
        }
        let mut classes = 0;
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

    /// Number of zero classes.
    #[allow(
        clippy::len_without_is_empty,
        reason = "an empty numbering is of no use"
    )]
    pub fn len(&self) -> u32 {
        self.classes
    }

    /// Number of occupied sets.
    pub fn occupied_sets(&self) -> u32 {
        self.sets.len() as u32
    }

    /// Returns the number of an occupied set, which must have as many cells as the pattern has
    /// tiles.
    #[inline(always)]
    pub fn occupied_rank(&self, occupied: u32) -> u32 {
        self.low_rank[(occupied & self.low_mask) as usize % LOW]
            + self.high_rank[(occupied >> self.low_bits) as usize % HIGH]
    }

    /// Returns the number of the zero class that consists of an occupied set and the region of a
    /// blank on the free cell `blank`.
    ///
    /// # Panics
    /// May panic if the set does not have the right number of cells. A cell that is not free gives
    /// the number of some other class. [`Table::value`](crate::Table::value) checks the board
    /// instead.
    #[inline(always)]
    pub fn class(&self, occupied: u32, blank: usize) -> u32 {
        self.sets[self.occupied_rank(occupied) as usize].class(blank)
    }

    /// Returns the number of classes that a table of this kind distinguishes: zero classes in a
    /// zero-aware table, occupied sets in an additive one.
    pub fn rows(&self, kind: TableKind) -> u32 {
        match kind {
            TableKind::ZeroAware => self.len(),
            TableKind::Additive => self.occupied_sets(),
        }
    }

    /// Returns the number of the zero class (zero-aware) or the occupied set (additive) to which a
    /// placement belongs. The cell `blank` must be free.
    #[inline]
    pub fn row(&self, kind: TableKind, occupied: u32, blank: usize) -> u32 {
        match kind {
            TableKind::ZeroAware => self.class(occupied, blank),
            TableKind::Additive => self.occupied_rank(occupied),
        }
    }

    /// Lists for each occupied set the number of its first zero class, and a number with four bits
    /// per cell, which hold the index of the region if the cell is free.
    pub fn regions(&self) -> impl Iterator<Item = (u32, u128)> {
        self.sets.iter().map(|set| {
            let [a, b, c, d] = set.0.map(u128::from);
            let regions = a | (b << 32) | (c << 64) | ((d % 16) << 96);
            (set.first_class(), regions)
        })
    }

    /// Lists the number of the first zero class of each occupied set, followed by the total number
    /// of classes.
    pub fn first_classes(&self) -> impl Iterator<Item = u32> {
        self.sets
            .iter()
            .map(SetEntry::first_class)
            .chain([self.classes])
    }
}

/// Returns the number of ways to choose the `tiles` cells that the tiles occupy.
fn set_count(size: Size, tiles: usize) -> usize {
    binomial(size.cells(), tiles) as usize
}

/// Returns the number of zero classes (zero-aware) or occupied sets (additive) in the table of a
/// pattern.
///
/// The first call for a size and a number of tiles visits all occupied sets, of which there are 5.2
/// million at most. The result is kept for later calls.
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

    #[test]
    fn every_number_of_tiles_has_a_numbering() {
        let size = Size::new(3, 2).unwrap();
        let [none, all, more] = [0, 6, 7].map(|tiles| ZeroClasses::new(size, tiles));
        assert_eq!(
            (none.len(), none.occupied_sets(), none.class(0, 3)),
            (1, 1, 0)
        );
        assert_eq!((all.len(), all.occupied_sets()), (0, 1));
        assert_eq!((more.len(), more.occupied_sets()), (0, 0));
    }

    /// A set entry holds the region of a cell in four bits, so there may be at most 16 regions.
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
