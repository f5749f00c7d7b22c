//! A board as one machine word or few, and the classes of its patterns: what differs between boards of up to 16 cells and larger
//! ones.
//!
//! A [`Word`] has a digit for each cell of the tables: 0 for the blank, otherwise the tile's goal cell, exclusive-or the
//! blank's goal cell. So a move of a tile is an exclusive-or with its digit on both cells.

use std::ops::IndexMut;
use std::sync::Arc;

use fifteen_pdb::index::ZeroClasses;
use fifteen_pdb::index::occupied::occupied_sets;
use fifteen_puzzle::Size;

/// A board in words.
pub(in crate::tiles) trait Word:
    Copy + Default + Eq + Send + Sync + 'static
{
    /// Bits of a digit.
    const BITS: u8;
    /// Digits that a tile passes on boards of four or five columns.
    const PASSED: u8;
    /// A number by digit.
    type ByDigit: Copy + Default + IndexMut<usize, Output = i32> + Send + Sync;
    /// The numbering of occupied sets and zero classes.
    type Classes: Classes;

    /// The offset of a cell's digit, in bits.
    fn offset(cell: u8) -> u8;

    /// The digits from an offset on: at least 12, unless the board ends before.
    fn digits_at(&self, offset: u8) -> u64;

    /// The digit at an offset.
    fn digit(&self, offset: u8) -> usize;

    /// Exclusive-or with a digit at an offset.
    fn change(&mut self, digit: usize, offset: u8);
}

/// The numbering of occupied sets and zero classes, as a search reads it.
pub(in crate::tiles) trait Classes: Clone + Send + Sync + 'static {
    /// One of both, whichever it is; the small ones are there for boards of up to 16 cells.
    fn of(classes: &Arc<ZeroClasses>, small: Option<&Arc<SmallClasses>>) -> Self;

    /// The class of an occupied set with the blank on a free cell.
    fn class(&self, occupied: u32, blank: u8) -> u32;

    /// The number of an occupied set.
    fn occupied_rank(&self, occupied: u32) -> u32;
}

/// Up to 16 cells.
impl Word for u64 {
    const BITS: u8 = 4;
    const PASSED: u8 = 3;
    type ByDigit = [i32; 16];
    type Classes = Arc<SmallClasses>;

    fn offset(cell: u8) -> u8 {
        4 * cell
    }

    #[inline(always)]
    fn digits_at(&self, offset: u8) -> u64 {
        self >> (offset % 64)
    }

    #[inline(always)]
    fn digit(&self, offset: u8) -> usize {
        self.digits_at(offset) as usize % 16
    }

    #[inline(always)]
    fn change(&mut self, digit: usize, offset: u8) {
        *self ^= (digit as u64) << (offset % 64);
    }
}

/// Up to 25 cells, 12 in a word: cheaper to shift than 128 bits.
impl Word for [u64; 4] {
    const BITS: u8 = 5;
    const PASSED: u8 = 4;
    type ByDigit = [i32; 32];
    type Classes = Arc<ZeroClasses>;

    fn offset(cell: u8) -> u8 {
        cell / 12 * 64 + cell % 12 * 5
    }

    #[inline(always)]
    fn digits_at(&self, offset: u8) -> u64 {
        let (word, bit) = (usize::from(offset / 64), offset % 64);
        (self[word] >> bit) | (self[(word + 1) % 4] << ((60 - bit) % 64))
    }

    #[inline(always)]
    fn digit(&self, offset: u8) -> usize {
        (self[usize::from(offset / 64)] >> (offset % 64)) as usize % 32
    }

    #[inline(always)]
    fn change(&mut self, digit: usize, offset: u8) {
        self[usize::from(offset / 64)] ^= (digit as u64) << (offset % 64);
    }
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

/// The zero classes of a board of up to 16 cells in 8 bytes for each occupied set, half of what [`ZeroClasses`] takes: the
/// number of the first class in the upper 16 bits, and below it the region of each cell in three bits.
#[derive(Debug)]
pub(in crate::tiles) struct SmallClasses {
    sets: Vec<u64>,
    /// A set's number is the sum of one item of each.
    low_rank: [u16; 256],
    high_rank: [u16; 256],
}

impl SmallClasses {
    /// The same numbers as those of `classes`; none for larger boards.
    pub(super) fn new(size: Size, tiles: usize, classes: &ZeroClasses) -> Option<Self> {
        if size.cells() > 16 {
            return None;
        }
        let (mut low_rank, mut high_rank) = ([0; 256], [0; 256]);
        let mut sets = Vec::with_capacity(classes.occupied_sets() as usize);
        for (occupied, (first, regions)) in occupied_sets(size, tiles).zip(classes.regions()) {
            let number = sets.len() as u16;
            // Sets are in the order of their masks: the first one with these upper cells has the lowest lower ones.
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

/// 16 numbers of four bits, none above 7, in three bits each.
fn in_three_bits(numbers: u64) -> u64 {
    // Pairs of fields move together, each pair one field of the next step.
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

    /// On every shape of up to 16 cells.
    #[test]
    fn small_classes_are_the_classes() {
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
