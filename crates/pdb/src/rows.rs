//! Rows: one for each map of a pattern and each region in which the blank may be.
//!
//! Maps are numbered in the order of their masks (bit c set: cell c is occupied), which is the colexicographic order
//! of the sets of cells; the regions of a map by their smallest cell; rows by map, then region.

use fifteen_puzzle::{MAX_CELLS, Size};

/// Subsets of the first half of the cells, and of the second.
const LOW: usize = 1 << MAX_CELLS.div_ceil(2);
const HIGH: usize = 1 << (MAX_CELLS / 2);

/// What is known of one map, in one 16-byte entry: the number of its first row in the upper 28 bits of the last
/// word, and below it 25 nibbles, the region of each cell outside the map.
#[derive(Debug, Clone, Copy)]
struct MapEntry([u32; 4]);

impl MapEntry {
    /// The entry, and how many regions there are.
    fn new(first_row: u32, regions: impl Iterator<Item = u32>) -> (Self, u32) {
        let mut words = [0, 0, 0, first_row << 4];
        let mut count = 0;
        for region in regions {
            // Of most maps there is one region, whose number is in place already.
            if count > 0 {
                cells_of(region).for_each(|cell| words[cell / 8 % 4] |= count << (cell % 8 * 4));
            }
            count += 1;
        }
        (Self(words), count)
    }

    fn first_row(&self) -> u32 {
        self.0[3] >> 4
    }

    #[inline(always)]
    fn row(&self, cell: usize) -> u32 {
        self.first_row() + ((self.0[cell / 8 % 4] >> (cell % 8 * 4)) & 15)
    }
}

/// The numbering of maps and rows for all patterns of `tiles` tiles on boards of one size.
///
/// 16 bytes a map: 206 kB for 8 tiles on 4x4, 2.8 MB for 6 tiles on 5x5.
#[derive(Debug, Clone)]
pub struct Rows {
    size: Size,
    tiles: usize,
    low_bits: u32,
    low_mask: u32,
    /// Arrays of the largest board's size, so that no index needs to be checked: a map is a sum of one item of each.
    low_rank: Box<[u32; LOW]>,
    high_rank: Box<[u32; HIGH]>,
    maps: Vec<MapEntry>,
    rows: u32,
}

impl Rows {
    /// Numbers the maps and rows; `tiles` must be below the number of cells.
    pub fn new(size: Size, tiles: usize) -> Self {
        debug_assert!((1..size.cells()).contains(&tiles));
        let low_bits = size.cells().div_ceil(2) as u32;
        let high_bits = size.cells() as u32 - low_bits;
        let mut low_rank = Box::new([0; LOW]);
        let mut high_rank = Box::new([0; HIGH]);
        (0..).zip(low_rank.iter_mut().take(1 << low_bits)).for_each(|(mask, rank)| *rank = colex(mask, 0, 0));
        for (mask, rank) in (0..).zip(high_rank.iter_mut().take(1 << high_bits)) {
            *rank = colex(mask, low_bits, tiles.saturating_sub(mask.count_ones() as usize));
        }
        let mut rows = 0;
        let mut maps = Vec::with_capacity(binomial(size.cells(), tiles) as usize);
        let regions = Regions::new(size);
        for mask in masks(size, tiles) {
            let (entry, count) = MapEntry::new(rows, regions.of(mask));
            maps.push(entry);
            rows += count;
        }
        Self { size, tiles, low_bits, low_mask: (1 << low_bits) - 1, low_rank, high_rank, maps, rows }
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Tiles in the pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Number of rows, at least 1.
    #[allow(clippy::len_without_is_empty, reason = "there is never no row")]
    pub fn len(&self) -> u32 {
        self.rows
    }

    /// Number of maps.
    pub fn maps(&self) -> u32 {
        self.maps.len() as u32
    }

    /// The number of a map, from its mask.
    #[inline(always)]
    pub fn map(&self, mask: u32) -> u32 {
        self.low_rank[(mask & self.low_mask) as usize % LOW] + self.high_rank[(mask >> self.low_bits) as usize % HIGH]
    }

    /// The row of a map when the blank is on that cell outside it.
    #[inline(always)]
    pub fn row(&self, mask: u32, blank: usize) -> u32 {
        self.maps[self.map(mask) as usize].row(blank)
    }

    /// The first row of each map, and after the last map the number of rows.
    pub fn first_rows(&self) -> impl Iterator<Item = u32> {
        self.maps.iter().map(|m| m.first_row()).chain([self.rows])
    }
}

/// How many maps and rows patterns of that many tiles have.
///
/// Walks through all maps (5.2 million at most) without storing any.
pub fn count(size: Size, tiles: usize) -> (u64, u64) {
    let regions = Regions::new(size);
    (binomial(size.cells(), tiles), masks(size, tiles).map(|mask| regions.of(mask).count() as u64).sum())
}

/// The masks of all maps, in order.
pub fn masks(size: Size, tiles: usize) -> impl Iterator<Item = u32> {
    let end = 1u64 << size.cells();
    let first = (1u64 << tiles) - 1;
    // The next larger number with as many bits set (Gosper's method).
    std::iter::successors(Some(first), |&mask| {
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask + lowest;
        Some(ripple | (((mask ^ ripple) / lowest) >> 2))
    })
    .take_while(move |&mask| mask < end)
    .map(|mask| mask as u32)
}

/// Finds the regions of the maps of one size of board: flood fill on masks.
#[derive(Debug, Clone, Copy)]
pub struct Regions {
    width: u32,
    all: u32,
    not_left: u32,
    not_right: u32,
}

impl Regions {
    /// For boards of that size.
    pub fn new(size: Size) -> Self {
        let width = size.width() as u32;
        let all = (1 << size.cells()) - 1;
        let left: u32 = (0..size.height()).map(|row| 1 << (row * size.width())).sum();
        Self { width, all, not_left: all & !left, not_right: all & !(left << (width - 1)) }
    }

    /// The regions of a map as masks, by their smallest cell.
    pub fn of(self, map: u32) -> impl Iterator<Item = u32> {
        let mut free = self.all & !map;
        std::iter::from_fn(move || {
            let smallest = Some(free).filter(|&f| f != 0)?.trailing_zeros();
            let region = self.at(map, smallest as usize);
            free &= !region;
            Some(region)
        })
    }

    /// The cells of a mask and those next to them.
    #[inline]
    pub fn around(self, mask: u32) -> u32 {
        let sideways = (mask & self.not_right) << 1 | (mask & self.not_left) >> 1;
        (mask | mask << self.width | mask >> self.width | sideways) & self.all
    }

    /// The region of a map in which a cell outside it lies, as a mask.
    #[inline]
    pub fn at(self, map: u32, cell: usize) -> u32 {
        let free = self.all & !map;
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

/// The cells of a mask, smallest first.
pub fn cells_of(mask: u32) -> impl Iterator<Item = usize> {
    let next = |&m: &u32| Some(m & (m - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(mask).filter(|&m| m != 0), next).map(|m| m.trailing_zeros() as usize)
}

/// `n` over `k`, for `n` up to [`MAX_CELLS`].
pub fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1)) }
}

/// The colexicographic rank of the cells in `mask`, whose bit 0 is cell `offset`, as the members from `index` on of
/// a set: `sum of binomial(cell, position + 1)`.
fn colex(mask: u32, offset: u32, index: usize) -> u32 {
    cells_of(mask).enumerate().map(|(i, cell)| binomial(cell + offset as usize, index + i + 1) as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(w: usize, h: usize) -> Size {
        Size::new(w, h).unwrap()
    }

    #[test]
    fn published_counts_of_rows() {
        // Clausecker & Reinefeld 2019 for 5x5; the others are sums over all maps.
        for (s, tiles, rows) in
            [(size(4, 4), 8, 35_347), (size(4, 4), 7, 27_748), (size(5, 5), 6, 251_400), (size(3, 3), 8, 9)]
        {
            assert_eq!(count(s, tiles).1, rows);
        }
        assert_eq!(Rows::new(size(4, 4), 8).len(), 35_347);
        let most = |s: Size, k| masks(s, k).map(|m| Regions::new(s).of(m).count()).max();
        assert_eq!(most(size(4, 4), 8), Some(8));
        assert_eq!(most(size(5, 5), 12), Some(13));
    }

    #[test]
    fn every_map_and_row_has_its_number() {
        for (s, tiles) in [(size(4, 4), 5), (size(3, 3), 4), (size(5, 4), 3), (size(2, 7), 6), (size(5, 5), 4)] {
            let rows = Rows::new(s, tiles);
            let mut next = 0;
            for (number, mask) in masks(s, tiles).enumerate() {
                assert_eq!(rows.map(mask), number as u32);
                for region in Regions::new(s).of(mask) {
                    assert!(cells_of(region).all(|cell| rows.row(mask, cell) == next), "{mask:b} {region:b}");
                    next += 1;
                }
            }
            assert_eq!((next, u64::from(next)), (rows.len(), count(s, tiles).1));
            assert_eq!(rows.first_rows().last(), Some(next));
        }
    }

    #[test]
    fn regions_are_connected_and_apart() {
        let s = size(4, 3);
        for mask in masks(s, 5) {
            let regions: Vec<_> = Regions::new(s).of(mask).collect();
            assert_eq!(regions.iter().sum::<u32>(), ((1 << 12) - 1) & !mask);
            for (i, &region) in regions.iter().enumerate() {
                let touched: u32 = cells_of(region).flat_map(|c| s.neighbours(c)).fold(0, |m, c| m | 1 << c);
                assert_eq!(touched & !mask & !region, 0, "region {i} of {mask:b} goes on");
                let mut reached = region & region.wrapping_neg();
                for _ in 0..12 {
                    reached |= cells_of(reached).flat_map(|c| s.neighbours(c)).fold(0, |m, c| m | 1 << c) & region;
                }
                assert_eq!(reached, region);
            }
        }
    }
}
