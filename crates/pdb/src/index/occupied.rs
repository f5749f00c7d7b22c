//! Occupied sets: the cells on which the tiles of a pattern stand, whatever their order.
//!
//! A set is a mask, in which bit c stands for cell c. Sets of the same number of cells are numbered
//! in the order of their masks, which is called the colexicographic order. For example, the tiles
//! of a pattern of two on the cells 1 and 3 of a 3x3 board:
//!
//! ```text
//! board     mask
//! . A .
//! B . .     0 0000 1010 (bits 1 and 3)
//! . . .
//! ```
//!
//! The sets {0,1}, {0,2}, {1,2} and {0,3} have smaller masks, so this set has the number 4. The
//! number can be computed without listing them: the i-th smallest cell c of a set, counting from 1,
//! contributes `c choose i`. Here, that is `1 choose 1` = 1 plus `3 choose 2` = 3.

use fifteen_puzzle::Size;

/// Lists the masks of all sets of `tiles` cells in ascending order. The list is empty if the board
/// has fewer cells.
pub fn occupied_sets(size: Size, tiles: usize) -> impl Iterator<Item = u32> {
    let end = 1u64 << size.cells();
    let first = 1u64
        .checked_shl(tiles as u32)
        .map_or(u64::MAX, |bit| bit - 1);
    // The next larger number with the same number of set bits (Gosper's hack). The empty set is the
    // only one of its size.
    std::iter::successors(Some(first), |&mask| {
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask.checked_add(lowest)?;
        Some(ripple | ((mask ^ ripple).checked_div(lowest)? >> 2))
    })
    .take_while(move |&mask| mask < end)
    .map(|mask| mask as u32)
}

/// Lists the cells of a mask in ascending order.
pub fn cells_of(mask: u32) -> impl Iterator<Item = usize> {
    let next = |&m: &u32| Some(m & (m - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(mask).filter(|&m| m != 0), next).map(|m| m.trailing_zeros() as usize)
}

/// Returns `n` over `k`, for `n` up to [`MAX_CELLS`](fifteen_puzzle::MAX_CELLS).
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        0
    } else {
        (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
    }
}

/// Returns the part of a set's number that some of its cells contribute.
///
/// These are the cells in `mask`, whose bit 0 is cell `offset`. `smaller` is the number of cells of
/// the set that are smaller than all of them.
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
