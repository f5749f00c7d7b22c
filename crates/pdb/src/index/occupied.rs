//! Occupied sets: the cells that a pattern's tiles occupy, regardless of their order.
//!
//! A set is a bit mask in which bit c represents cell c. Sets of the same size are numbered in
//! ascending order of their masks, which is called colexicographic order. For example, consider two
//! tiles on cells 1 and 3 of a 3x3 board:
//!
//! ```text
//! board     mask
//! . A .
//! B . .     0 0000 1010 (bits 1 and 3)
//! . . .
//! ```
//!
//! The sets {0,1}, {0,2}, {1,2} and {0,3} have smaller masks, so this set has the index 4. The
//! index can be computed directly: the i-th smallest cell c of a set, where i starts at 1,
//! contributes the binomial coefficient `c choose i`. Here, the index is `1 choose 1` + `3 choose
//! 2` = 1 + 3 = 4.

use fifteen_puzzle::Size;

/// Returns the masks of all sets of `tiles` cells in ascending order. Yields nothing if the board
/// has fewer than `tiles` cells.
pub fn occupied_sets(size: Size, tiles: usize) -> impl Iterator<Item = u32> {
    let end = 1u64 << size.cells();
    let first = 1u64
        .checked_shl(tiles as u32)
        .map_or(u64::MAX, |bit| bit - 1);
    // Compute the next larger mask with the same number of set bits (Gosper's hack). After the mask
    // 0, `checked_div` returns `None`, which ends the iteration.
    std::iter::successors(Some(first), |&mask| {
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask.checked_add(lowest)?;
        Some(ripple | ((mask ^ ripple).checked_div(lowest)? >> 2))
    })
    .take_while(move |&mask| mask < end)
    .map(|mask| mask as u32)
}

/// Returns the cells of a mask in ascending order.
pub fn cells_of(mask: u32) -> impl Iterator<Item = usize> {
    let next = |&m: &u32| Some(m & (m - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(mask).filter(|&m| m != 0), next).map(|m| m.trailing_zeros() as usize)
}

/// Returns the binomial coefficient `n choose k`, for `n` up to
/// [`MAX_CELLS`](fifteen_puzzle::MAX_CELLS).
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        0
    } else {
        (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
    }
}

/// Returns the contribution of the cells in `mask` to the index of an occupied set. The set may
/// contain other cells too. Its index is the sum of the contributions of all its cells.
///
/// Bit 0 of `mask` represents cell `offset`. `smaller` is the number of cells in the set that
/// precede all cells in `mask`.
pub(super) fn colex(mask: u32, offset: u32, smaller: usize) -> u32 {
    cells_of(mask)
        .enumerate()
        .map(|(i, cell)| binomial(cell + offset as usize, smaller + i + 1) as u32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_listed_once_for_any_number_of_tiles() {
        let size = Size::new(3, 2).unwrap();
        for tiles in 0..=70 {
            let sets: Vec<u32> = occupied_sets(size, tiles).collect();
            assert_eq!(sets.len() as u64, binomial(6, tiles), "{tiles}");
            assert!(sets.is_sorted_by(|a, b| a < b));
            for (number, set) in (0..).zip(sets) {
                assert_eq!(set.count_ones() as usize, tiles);
                assert_eq!(colex(set, 0, 0), number);
            }
        }
    }
}
