//! The numbering of zero classes, which a search with pattern databases reads for every child.
//!
//! A *zero class* combines the set of cells that a pattern's tiles occupy with one region of free
//! cells that contains the blank. The index of a zero class is part of the index of a table entry.
//! [`ZeroClasses`] numbers the zero classes of all boards. [`SmallClasses`] assigns the same
//! indices on boards of up to 16 cells, in half the memory.

use std::sync::Arc;

use fifteen_pdb::index::ZeroClasses;
use fifteen_pdb::index::occupied::occupied_sets;
use fifteen_puzzle::Size;

/// A numbering of zero classes that is fast enough to be used for every child in a search. A zero
/// class is a pair: the set of cells that a pattern's tiles occupy, and the region of free cells
/// that contains the blank.
pub(in crate::tiles) trait Classes: Clone + Send + Sync + 'static {
    /// Returns whichever of the two arguments has this type. `small` is `None` on boards of more
    /// than 16 cells.
    fn of(classes: &Arc<ZeroClasses>, small: Option<&Arc<SmallClasses>>) -> Self;

    /// Returns the index of a board's zero class. `occupied` is the bit mask of the cells that the
    /// pattern's tiles occupy, and `blank` is the blank's cell, which identifies the region of free
    /// cells.
    fn class(&self, occupied: u32, blank: u8) -> u32;

    /// Returns the index of a set of occupied cells among all sets with the same number of cells.
    /// `occupied` is a bit mask.
    fn occupied_rank(&self, occupied: u32) -> u32;
}

impl Classes for Arc<ZeroClasses> {
    fn of(classes: &Arc<ZeroClasses>, _: Option<&Arc<SmallClasses>>) -> Self {
        Arc::clone(classes)
    }

    #[inline(always)]
    fn class(&self, occupied: u32, blank: u8) -> u32 {
        (**self).class(occupied, blank.into())
    }

    #[inline(always)]
    fn occupied_rank(&self, occupied: u32) -> u32 {
        (**self).occupied_rank(occupied)
    }
}

/// A compact numbering of zero classes for boards of up to 16 cells. It takes half as much memory
/// as [`ZeroClasses`], so more of it stays in the processor's cache.
///
/// Each set of occupied cells has one item of 64 bits. The upper 16 bits hold the index of the
/// set's first zero class. The lower bits hold a three-bit number for each cell, which is the index
/// of the region that contains the cell. The sum of both indices is the index of the zero class
/// with the blank on that cell.
#[derive(Debug)]
pub(in crate::tiles) struct SmallClasses {
    /// One item for each set of occupied cells, in the order of the sets' indices. The item holds
    /// the index of the set's first zero class and, for each cell, the number of its region, as
    /// [`SmallClasses`] explains.
    sets: Vec<u64>,
    /// The contribution of the cells 0 to 7 to the index of a set of occupied cells. The array is
    /// indexed by the bit mask of the occupied cells among them.
    low_rank: [u16; 256],
    /// The contribution of the cells 8 to 15 to the index of a set of occupied cells. The array is
    /// indexed by the bit mask of the occupied cells among them. The index of the set is the sum of
    /// both contributions.
    high_rank: [u16; 256],
}

impl SmallClasses {
    /// Creates the compact form of `classes`, the zero classes of patterns with `tiles` tiles.
    /// Returns `None` if the board has more than 16 cells.
    pub(super) fn new(size: Size, tiles: usize, classes: &ZeroClasses) -> Option<Self> {
        if size.cells() > 16 {
            return None;
        }
        let (mut low_rank, mut high_rank) = ([0; 256], [0; 256]);
        let mut sets = Vec::with_capacity(classes.occupied_sets() as usize);
        for (occupied, (first, regions)) in occupied_sets(size, tiles).zip(classes.regions()) {
            let number = sets.len() as u16;
            // The lower half of the board is cells 0 to 7. If its occupied cells are 0, 1, 2 and so
            // on, this is the first set with these upper cells, because sets are sorted by bit
            // mask. Its lower cells therefore contribute 0 to its index.
            let (low, high) = (occupied as usize & 255, occupied as usize >> 8);
            if low + 1 == 1 << low.count_ones() {
                high_rank[high] = number;
            }
            low_rank[low] = number - high_rank[high];
            sets.push(u64::from(first) << 48 | in_three_bits(regions as u64));
        }
        Some(Self {
            sets,
            low_rank,
            high_rank,
        })
    }
}

/// Packs 16 four-bit numbers, each less than 8, into 16 three-bit fields.
fn in_three_bits(numbers: u64) -> u64 {
    // Each step merges pairs of adjacent fields, which doubles the field width.
    let pairs = (numbers & 0x0707_0707_0707_0707) | (numbers & 0x7070_7070_7070_7070) >> 1;
    let fours = (pairs & 0x003F_003F_003F_003F) | (pairs & 0x3F00_3F00_3F00_3F00) >> 2;
    let eights = (fours & 0x0000_0FFF_0000_0FFF) | (fours & 0x0FFF_0000_0FFF_0000) >> 4;
    (eights & 0x00FF_FFFF) | (eights & 0x00FF_FFFF_0000_0000) >> 8
}

impl Classes for Arc<SmallClasses> {
    fn of(_: &Arc<ZeroClasses>, small: Option<&Arc<SmallClasses>>) -> Self {
        Arc::clone(small.expect("a board of up to 16 cells"))
    }

    #[inline(always)]
    fn class(&self, occupied: u32, blank: u8) -> u32 {
        let set = self.sets[self.occupied_rank(occupied) as usize];
        (set >> 48) as u32 + ((set >> (3 * blank % 64)) as u32 & 7)
    }

    #[inline(always)]
    fn occupied_rank(&self, occupied: u32) -> u32 {
        u32::from(self.low_rank[occupied as usize % 256])
            + u32::from(self.high_rank[occupied as usize / 256 % 256])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `SmallClasses` assigns every zero class the same index as `ZeroClasses`, on
    /// boards of every shape with up to 16 cells.
    #[test]
    fn small_classes_have_the_indices_of_zero_classes() {
        for size in Size::all().filter(|size| size.cells() <= 16) {
            for tiles in 1..size.cells().min(9) {
                let classes = ZeroClasses::new(size, tiles);
                let small = Arc::new(SmallClasses::new(size, tiles, &classes).unwrap());
                for occupied in occupied_sets(size, tiles) {
                    for blank in (0..size.cells()).filter(|cell| occupied >> cell & 1 == 0) {
                        assert_eq!(
                            small.class(occupied, blank as u8),
                            classes.class(occupied, blank),
                            "{size} {occupied:b}"
                        );
                    }
                }
            }
        }
    }
}
