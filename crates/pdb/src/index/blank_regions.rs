//! Blank regions: the connected sets of cells that the tiles of a pattern leave free.

use fifteen_puzzle::Size;

/// Finds the blank regions of occupied sets on boards of one size, by flood fill on masks.
#[derive(Debug, Clone, Copy)]
pub struct BlankRegions {
    width: u32,
    all: u32,
    not_left: u32,
    not_right: u32,
}

impl BlankRegions {
    /// The regions on boards of that size.
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

    /// The regions of an occupied set as masks, by their smallest cell.
    pub fn of(self, occupied: u32) -> impl Iterator<Item = u32> {
        let mut free = self.all & !occupied;
        std::iter::from_fn(move || {
            let smallest = Some(free).filter(|&f| f != 0)?.trailing_zeros();
            let region = self.at(occupied, smallest as usize);
            free &= !region;
            Some(region)
        })
    }

    /// The cells of a mask and the cells next to them.
    #[inline]
    pub fn around(self, mask: u32) -> u32 {
        let sideways = (mask & self.not_right) << 1 | (mask & self.not_left) >> 1;
        (mask | mask << self.width | mask >> self.width | sideways) & self.all
    }

    /// The cells from which one step to the left, to the right, up, or down leads into a mask.
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

    /// The region of an occupied set in which the free cell `cell` lies, as a mask.
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
