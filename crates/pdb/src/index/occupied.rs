//! Occupied sets: the cells on which the tiles of a pattern stand, whatever their order.
//!
//! A set is a mask, bit c standing for cell c. Sets of one size are numbered in the order of their masks, which is the
//! colexicographic order of the sets of cells.

use fifteen_puzzle::Size;

/// The masks of all sets of `tiles` cells, ascending.
pub fn occupied_sets(size: Size, tiles: usize) -> impl Iterator<Item = u32> {
    let end = 1u64 << size.cells();
    let first = (1u64 << tiles) - 1;
    // The next larger number with the same number of set bits (Gosper's hack).
    std::iter::successors(Some(first), |&mask| {
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask + lowest;
        Some(ripple | (((mask ^ ripple) / lowest) >> 2))
    })
    .take_while(move |&mask| mask < end)
    .map(|mask| mask as u32)
}

/// The cells of a mask, smallest first.
pub fn cells_of(mask: u32) -> impl Iterator<Item = usize> {
    let next = |&m: &u32| Some(m & (m - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(mask).filter(|&m| m != 0), next).map(|m| m.trailing_zeros() as usize)
}

/// `n` over `k`, for `n` up to [`MAX_CELLS`](fifteen_puzzle::MAX_CELLS).
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        0
    } else {
        (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
    }
}

/// A part of a set's colexicographic rank: the sum of `binomial(cell, position + 1)` over the cells in `mask`, whose
/// bit 0 is cell `offset`, as the members from position `index` on.
pub(super) fn colex(mask: u32, offset: u32, index: usize) -> u32 {
    cells_of(mask)
        .enumerate()
        .map(|(i, cell)| binomial(cell + offset as usize, index + i + 1) as u32)
        .sum()
}
