//! Blank regions: the connected components of the cells that a pattern's tiles leave free.
//!
//! The blank can move anywhere inside its region at no cost, because moves of tiles outside the
//! pattern are not counted. For example, tiles on cells 1 and 3 of a 3x3 board leave two regions,
//! {0} and {2,4,5,6,7,8}:
//!
//! ```text
//! . A .
//! B . .
//! . . .
//! ```
//!
//! Regions are found by a flood fill on bit masks. Starting with one cell, the fill adds all free
//! neighbours in each step until the mask stops growing.

use fifteen_puzzle::Size;

/// Computes the blank regions on boards of one size. A blank region is a connected set of free
/// cells in which the blank can move.
#[derive(Debug, Clone, Copy)]
pub struct BlankRegions {
    width: u32,
    all: u32,
    not_left: u32,
    not_right: u32,
}

impl BlankRegions {
    /// Precomputes the bit masks for boards of the given size.
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

    /// Returns all blank regions of a board whose tiles occupy the cells in the mask `occupied`.
    /// Each region is a mask of cells. The regions are ordered by their smallest cells.
    pub fn of(self, occupied: u32) -> impl Iterator<Item = u32> {
        let mut free = self.all & !occupied;
        std::iter::from_fn(move || {
            let smallest = Some(free).filter(|&f| f != 0)?.trailing_zeros();
            let region = self.at(occupied, smallest as usize);
            free &= !region;
            Some(region)
        })
    }

    /// Returns the mask of the cells in `mask` and all their neighbours.
    #[inline]
    pub fn around(self, mask: u32) -> u32 {
        let sideways = (mask & self.not_right) << 1 | (mask & self.not_left) >> 1;
        (mask | mask << self.width | mask >> self.width | sideways) & self.all
    }

    /// Returns the cells from which one step leads into `mask`. There is one mask of cells for each
    /// direction of the step: left, right, up and down.
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

    /// Returns the mask of the blank region that contains `cell`, or an empty mask if the cell is
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
