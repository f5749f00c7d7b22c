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

    /// The cells from which one step to the left, to the right, up, or down leads into a mask.
    #[inline]
    pub fn beside(self, mask: u32) -> [u32; 4] {
        let (right, left) = ((mask & self.not_right) << 1, (mask & self.not_left) >> 1);
        [right, left, mask << self.width & self.all, mask >> self.width]
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

/// The most regions of an occupied set: every other cell of the largest board.
const MOST: usize = fifteen_puzzle::MAX_CELLS.div_ceil(2);

/// Regions by their smallest cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RegionList {
    masks: [u32; MOST],
    len: usize,
}

impl RegionList {
    fn collect(regions: impl Iterator<Item = u32>) -> Self {
        let mut list = Self::default();
        regions.for_each(|region| list.push(region));
        list
    }

    fn push(&mut self, region: u32) {
        self.masks[self.len % MOST] = region;
        self.len += 1;
    }

    /// The regions.
    pub(super) fn as_slice(&self) -> &[u32] {
        &self.masks[..self.len.min(MOST)]
    }

    /// Adds a region of cells after all cells of the list but those of regions that it touches, and joins it with
    /// these. `touched`: the cells next to it.
    #[inline]
    fn join(&mut self, region: u32, touched: u32) {
        let (mut joined, mut at, mut kept) = (region, None, 0);
        for i in 0..self.len.min(MOST) {
            let other = self.masks[i];
            if other & touched != 0 {
                joined |= other;
                if at.replace(at.unwrap_or(kept)).is_some() {
                    continue;
                }
            }
            self.masks[kept] = other;
            kept += 1;
        }
        self.len = kept;
        match at {
            Some(at) => self.masks[at] = joined,
            None => self.push(joined),
        }
    }
}

/// The regions of many occupied sets, in a third of the time: those of the upper rows from a table, those of the lower
/// rows from the set before, joined where they touch. Fastest for sets in ascending order.
#[derive(Debug)]
pub(super) struct RegionsByHalves {
    regions: BlankRegions,
    /// By occupied set of the upper rows.
    upper: Vec<RegionList>,
    upper_cells: u32,
    /// The cells of the upper rows.
    upper_mask: u32,
    /// The last occupied set of the lower rows, and its regions.
    last: Option<u32>,
    lower: RegionList,
}

impl RegionsByHalves {
    pub(super) fn new(size: Size) -> Self {
        let upper_cells = (size.height() / 2 * size.width()) as u32;
        let (regions, upper_mask) = (BlankRegions::new(size), (1 << upper_cells) - 1);
        let below = regions.all & !upper_mask;
        let upper = (0..=upper_mask).map(|occupied| RegionList::collect(regions.of(occupied | below))).collect();
        Self { regions, upper, upper_cells, upper_mask, last: None, lower: RegionList::default() }
    }

    /// The regions of an occupied set.
    #[inline]
    pub(super) fn of(&mut self, occupied: u32) -> RegionList {
        let below = occupied >> self.upper_cells;
        if self.last != Some(below) {
            self.lower = RegionList::collect(self.regions.of(occupied | self.upper_mask));
            self.last = Some(below);
        }
        let mut list = self.upper[(occupied & self.upper_mask) as usize];
        self.lower.as_slice().iter().for_each(|&region| list.join(region, region >> self.regions.width));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::super::occupied::occupied_sets;
    use super::*;

    #[test]
    fn halves_have_the_regions_of_the_whole() {
        for (width, height) in [(4, 4), (3, 3), (2, 6), (6, 2), (5, 3), (3, 5), (2, 2)] {
            let size = Size::new(width, height).unwrap();
            let mut halves = RegionsByHalves::new(size);
            for tiles in 1..size.cells() {
                for occupied in occupied_sets(size, tiles) {
                    let expected: Vec<_> = BlankRegions::new(size).of(occupied).collect();
                    assert_eq!(halves.of(occupied).as_slice(), expected, "{size} {occupied:b}");
                }
            }
        }
    }
}
