//! Blank regions: the connected sets of cells that the tiles of a pattern leave free.
//!
//! The blank moves freely inside its region, because moves of tiles outside the pattern are not
//! counted. For example, tiles on the cells 1 and 3 of a 3x3 board leave two regions, {0} and
//! {2,4,5,6,7,8}:
//!
//! ```text
//! . A .
//! B . .
//! . . .
//! ```
//!
//! A region is found by growing a set of cells, as a mask, by all neighbours at once until it no
//! longer changes.

use fifteen_puzzle::Size;

/// Finds the blank regions of occupied sets on boards of one size.
#[derive(Debug, Clone, Copy)]
pub struct BlankRegions {
    width: u32,
    all: u32,
    not_left: u32,
    not_right: u32,
}

impl BlankRegions {
    /// Returns a finder of blank regions for boards of this size.
    pub fn new(size: Size) -> Self {
        let width = size.width() as u32;
        let all = (1 << size.cells()) - 1;
        let left: u32 = (0..size.height())
            .map(|row| 1 << (row * size.width()))
            .sum();
        Self {
            width,
            all,
            not_left: all & !left,
            not_right: all & !(left << (width - 1)),
        }
    }

    /// Lists the blank regions of an occupied set, each as a mask of cells, in the order of their
    /// smallest cells.
    pub fn of(self, occupied: u32) -> impl Iterator<Item = u32> {
        let mut free = self.all & !occupied;
        std::iter::from_fn(move || {
            let smallest = Some(free).filter(|&f| f != 0)?.trailing_zeros();
            let region = self.at(occupied, smallest as usize);
            free &= !region;
            Some(region)
        })
    }

    /// Returns the mask of the cells in `mask` together with all of their neighbours.
    #[inline]
    pub fn around(self, mask: u32) -> u32 {
        let sideways = (mask & self.not_right) << 1 | (mask & self.not_left) >> 1;
        (mask | mask << self.width | mask >> self.width | sideways) & self.all
    }

    /// Returns four masks: the cells from which one step to the left, to the right, up or down, in
    /// this order, leads to a cell of `mask`.
    #[inline]
    pub fn beside(self, mask: u32) -> [u32; 4] {
        let (right, left) = ((mask & self.not_right) << 1, (mask & self.not_left) >> 1);
        [
            right,
            left,
            mask << self.width & self.all,
            mask >> self.width,
        ]
    }

    /// Returns the mask of the blank region that contains a cell, or an empty mask if the cell is
    /// occupied.
    #[inline]
    pub fn at(self, occupied: u32, cell: usize) -> u32 {
        let free = self.all & !occupied;
        let mut region = 1 << cell & free;
        loop {
            let grown = self.around(region) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}
