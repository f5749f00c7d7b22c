//! Zero classes: pairs of an occupied set and one of its blank regions.
//!
//! Classes are numbered by occupied set, then by the smallest cell of the region. For example, take
//! a pattern of two tiles A and B, which are on cells 1 and 3 of a 3x3 board:
//!
//! ```text
//! . A .
//! B . .
//! . . .
//! ```
//!
//! The occupied set {1,3} has the index 4 (see [`occupied`](super::occupied)). The four sets before
//! it are {0,1}, {0,2}, {1,2} and {0,3}. Each leaves a single region, so together they have the
//! classes 0 to 3. The set {1,3} splits the free cells into the regions {0} and {2,4,5,6,7,8},
//! which are classes 4 and 5. If the blank is on cell 8, the class is 5.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use fifteen_puzzle::{MAX_CELLS, Size};
use fifteen_resources::AllocationError;

use super::BlankRegions;
use super::occupied::{binomial, colex, occupied_sets};
use crate::{Pattern, TableKind};

/// Length of `ZeroClasses::low_rank`. On the largest board, 5x5, this array has one item for each
/// set of occupied cells among the first 13 cells.
const LOW: usize = 1 << MAX_CELLS.div_ceil(2);
/// Length of `ZeroClasses::high_rank`. On the largest board, 5x5, this array has one item for each
/// set of occupied cells among the last 12 cells.
const HIGH: usize = 1 << (MAX_CELLS / 2);

/// The blank regions of one occupied set, packed into 16 bytes. A blank region is a connected set
/// of free cells. Four bits for each of the 25 cells hold the index of the cell's region. The upper
/// 28 bits of the last word hold the index of the set's first zero class.
#[derive(Debug, Clone, Copy)]
struct SetEntry([u32; 4]);

/// Lookup table that expands a set of eight cells to four bits per cell: 1 if the cell is in the
/// set, and 0 otherwise. For example, item `0b101` is `0x101`.
pub(crate) const NIBBLES: [u32; 256] = {
    let mut nibbles = [0; 256];
    let mut bits = 1;
    while bits < nibbles.len() {
        // The set without its lowest cell has a smaller index, so its nibbles are already computed.
        nibbles[bits] = nibbles[bits & (bits - 1)] | 1 << (4 * bits.trailing_zeros());
        bits += 1;
    }
    nibbles
};

impl SetEntry {
    /// Packs the blank regions of an occupied set, which are the connected regions of free cells.
    /// Also returns the number of regions.
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

/// A numbering of all occupied sets and zero classes for a board size and a number of tiles. An
/// *occupied set* is a set of cells that a pattern's tiles can occupy. A *zero class* combines an
/// occupied set with one of the regions of free cells that can contain the blank.
///
/// A numbering takes 16 bytes of memory per occupied set. This is 206 kB for 8 tiles on 4x4, and
/// 2.8 MB for 6 tiles on 5x5.
#[derive(Debug, Clone)]
pub struct ZeroClasses {
    low_bits: u32,
    low_mask: u32,
    /// The first term of the index of an occupied set. The index is the sum of an item of
    /// `low_rank` and an item of `high_rank`.
    ///
    /// `low_rank` is indexed by the bit mask of the occupied cells among the first `low_bits` cells
    /// of the board. The length of the array is constant, so that lookups need no bounds check.
    low_rank: Box<[u32; LOW]>,
    /// The second term of the index of an occupied set. The array is indexed by the bit mask of the
    /// occupied cells after the first `low_bits` cells of the board.
    high_rank: Box<[u32; HIGH]>,
    sets: Vec<SetEntry>,
    classes: u32,
}

impl ZeroClasses {
    /// Numbers all sets of `tiles` occupied cells, and their zero classes. A set has one zero class
    /// for each region of free cells.
    ///
    /// If the tiles leave no cell for the blank, the numbering has no zero classes.
    pub fn new(size: Size, tiles: usize) -> Self {
        Self::with_sets(size, tiles, Vec::with_capacity(set_count(size, tiles)))
    }

    /// Creates the same numbering as [`new`](Self::new), but returns an error if memory allocation
    /// fails.
    pub(crate) fn allocate(size: Size, tiles: usize) -> Result<Self, AllocationError> {
        let mut sets = Vec::new();
        let count = set_count(size, tiles);
        sets.try_reserve_exact(count).map_err(|_| AllocationError {
            needed: (count * size_of::<SetEntry>()) as u64,
        })?;
        Ok(Self::with_sets(size, tiles, sets))
    }

    /// Returns the memory that a numbering of `sets` occupied sets takes, in bytes.
    pub(crate) fn bytes(sets: u64) -> u64 {
        sets * size_of::<SetEntry>() as u64 + ((LOW + HIGH) * size_of::<u32>()) as u64
    }

    /// Creates a numbering that stores its data in the empty vector `sets`.
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

    /// Returns the number of zero classes. A zero class is a pair of an occupied set and a region
    /// for the blank.
    #[allow(
        clippy::len_without_is_empty,
        reason = "an empty numbering is of no use"
    )]
    pub fn len(&self) -> u32 {
        self.classes
    }

    /// Returns the number of occupied sets. An occupied set is a set of cells that the pattern's
    /// tiles can occupy.
    pub fn occupied_sets(&self) -> u32 {
        self.sets.len() as u32
    }

    /// Returns the index of an occupied set, which must have one cell for each tile of the pattern.
    #[inline(always)]
    pub fn occupied_rank(&self, occupied: u32) -> u32 {
        self.low_rank[(occupied & self.low_mask) as usize % LOW]
            + self.high_rank[(occupied >> self.low_bits) as usize % HIGH]
    }

    /// Returns the index of the zero class for the tiles on the cells `occupied` and the blank on
    /// the cell `blank`. All cells in the blank's region give the same class.
    ///
    /// # Panics
    /// Can panic if the set has the wrong number of cells. If `blank` is occupied, the result is
    /// the index of an unrelated class. [`Table::value`](crate::Table::value) checks its input
    /// instead.
    #[inline(always)]
    pub fn class(&self, occupied: u32, blank: usize) -> u32 {
        self.sets[self.occupied_rank(occupied) as usize].class(blank)
    }

    /// Returns the number of [rows](crate::index) of a table. The rows are the zero classes in a
    /// zero-aware table, and the occupied sets in an additive table.
    pub fn rows(&self, kind: TableKind) -> u32 {
        match kind {
            TableKind::ZeroAware => self.len(),
            TableKind::Additive => self.occupied_sets(),
        }
    }

    /// Returns the index of the [row](crate::index) for the tiles on the cells `occupied` and the
    /// blank on the cell `blank`. The row is a zero class in a zero-aware table, and an occupied
    /// set in an additive table.
    #[inline]
    pub fn row(&self, kind: TableKind, occupied: u32, blank: usize) -> u32 {
        match kind {
            TableKind::ZeroAware => self.class(occupied, blank),
            TableKind::Additive => self.occupied_rank(occupied),
        }
    }

    /// Returns two numbers for each occupied set. The first is the index of the set's first zero
    /// class. The second holds the region index of each cell, with four bits per cell. The sum of
    /// the first number and the region index of the blank's cell is the index of the zero class.
    pub fn regions(&self) -> impl Iterator<Item = (u32, u128)> {
        self.sets.iter().map(|set| {
            let [a, b, c, d] = set.0.map(u128::from);
            let regions = a | (b << 32) | (c << 64) | ((d % 16) << 96);
            (set.first_class(), regions)
        })
    }

    /// Returns the index of the first zero class of each occupied set, followed by the total number
    /// of zero classes. The zero classes of a set have consecutive indices.
    pub fn first_classes(&self) -> impl Iterator<Item = u32> {
        self.sets
            .iter()
            .map(SetEntry::first_class)
            .chain([self.classes])
    }
}

/// Returns the number of sets of `tiles` cells on a board.
fn set_count(size: Size, tiles: usize) -> usize {
    binomial(size.cells(), tiles) as usize
}

/// Returns the number of [rows](crate::index) of a pattern's table: its zero classes if the table
/// is zero-aware, or its occupied sets if it is additive.
///
/// The results are cached, because counting zero classes visits up to 5.2 million occupied sets.
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
    fn zero_classes_can_be_numbered_for_any_number_of_tiles() {
        let size = Size::new(3, 2).unwrap();
        let [none, all, more] = [0, 6, 7].map(|tiles| ZeroClasses::new(size, tiles));
        assert_eq!(
            (none.len(), none.occupied_sets(), none.class(0, 3)),
            (1, 1, 0)
        );
        assert_eq!((all.len(), all.occupied_sets()), (0, 1));
        assert_eq!((more.len(), more.occupied_sets()), (0, 0));
    }

    /// Checks that four bits are always enough for the index of a region of free cells.
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
