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
        let left: u32 = (0..size.height()).map(|row| 1 << (row * size.width())).sum();
        Self { width, all, not_left: all & !left, not_right: all & !(left << (width - 1)) }
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

#[cfg(test)]
mod tests {
    use super::super::occupied::{cells_of, occupied_sets};
    use super::*;

    #[test]
    fn regions_are_connected_and_apart() {
        let size = Size::new(4, 3).unwrap();
        for occupied in occupied_sets(size, 5) {
            let regions: Vec<_> = BlankRegions::new(size).of(occupied).collect();
            assert_eq!(regions.iter().sum::<u32>(), ((1 << 12) - 1) & !occupied);
            for (i, &region) in regions.iter().enumerate() {
                let around = |mask| cells_of(mask).flat_map(|c| size.neighbours(c)).fold(0, |m, c| m | 1 << c);
                assert_eq!(around(region) & !occupied & !region, 0, "region {i} of {occupied:b} goes on");
                let mut reached = region & region.wrapping_neg();
                for _ in 0..12 {
                    reached |= around(reached) & region;
                }
                assert_eq!(reached, region);
            }
        }
    }
}
