//! Blocks: sets of orders that differ only in how the first tiles are placed among themselves.
//!
//! The first tiles are called *low*; there are up to eight of them. A block is an order in which
//! low tiles are not told apart. For example, if 1 and 2 were the low tiles of four, `1 3 4 2` and
//! `2 3 4 1` would be in the block `L 3 4 L`.
//!
//! A vertical move takes a tile past others, and so it takes a whole block to a whole block. Let it
//! take the first tile past two others:
//!
//! - from `3 L 4 L` to `L 4 3 L`: tile 3 moves, and the low tiles keep their order;
//! - from `L 3 L 4` to `3 L L 4`: a low tile moves past tile 3 and past the other low tile, so the
//!   low tiles change places, as they would without the others. The states of the block are
//!   permuted.
//!
//! A [`BlockOrigin`] says for each block which block leads into it, and with which permutation.

use super::PlaneGeometry;
use super::permutations::{OrderPermutations, low_tiles};

/// Where the states of a block come from in a vertical move: another block, perhaps permuted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockOrigin {
    block: u32,
    permutation: u16,
}

/// The number of the permutation if a move keeps the low tiles in their order.
const NO_PERMUTATION: u16 = u16::MAX;

impl BlockOrigin {
    pub(super) fn block(self) -> usize {
        self.block as usize
    }

    /// Number of the permutation of the low tiles, or `None` if they keep their order.
    pub(super) fn permutation(self) -> Option<u16> {
        (self.permutation != NO_PERMUTATION).then_some(self.permutation)
    }
}

/// The origins of all blocks in one vertical step between two cells.
pub(super) struct StepOrigins {
    /// Where states come from if the blank goes up, indexed by the block after the step.
    pub(super) up: Vec<BlockOrigin>,
    /// Where states come from if the blank goes down, indexed by the block after the step.
    pub(super) down: Vec<BlockOrigin>,
}

/// Number of blocks that the orders of `tiles` tiles make.
pub(super) fn count(tiles: usize) -> u128 {
    (low_tiles(tiles) as u128 + 1..=tiles as u128).product()
}

/// Number of bytes that [`origins`] take.
pub(super) fn memory(geometry: PlaneGeometry) -> u128 {
    let upper_cells = geometry.size.cells() - geometry.size.width();
    (2 * upper_cells * size_of::<BlockOrigin>()) as u128 * count(geometry.size.cells() - 1)
}

/// Tabulates the origins of all vertical steps, indexed by the upper cell of the step.
pub(super) fn origins(
    geometry: PlaneGeometry,
    permutations: &OrderPermutations,
) -> Vec<StepOrigins> {
    let upper_cells = 0..geometry.size.cells() - geometry.size.width();
    upper_cells
        .map(|upper| StepOrigins {
            up: origins_of_step(geometry, permutations, upper, true),
            down: origins_of_step(geometry, permutations, upper, false),
        })
        .collect()
}

/// The origins of the step between `upper` and the cell below it, indexed by the block after it.
fn origins_of_step(
    geometry: PlaneGeometry,
    permutations: &OrderPermutations,
    upper: usize,
    up: bool,
) -> Vec<BlockOrigin> {
    let tiles = geometry.size.cells() - 1;
    let width = geometry.size.width();
    let upper_row = upper / width;
    let row_before = if up { upper_row + 1 } else { upper_row };
    let parity_before = geometry.parity(row_before);
    // The tile moves between the two ends of a row of `width` places in the order. A blank that
    // goes up takes the first one behind the others; a blank that goes down, the last one before
    // the others.
    let (from, to) = if up {
        (upper, upper + width - 1)
    } else {
        (upper + width - 1, upper)
    };
    let origin = |block: usize| {
        let after = BlockOrder::of(block, tiles);
        let mut before = after.clone();
        let row = &mut before.0[upper..upper + width];
        // This takes the move back.
        if up {
            row.rotate_right(1);
        } else {
            row.rotate_left(1);
        }
        let from_slot = before.low_tiles_before(from);
        let to_slot = after.low_tiles_before(to);
        let is_permuted = before.0[from] == LOW && from_slot != to_slot;
        let low_parity = (parity_before + before.inversions()) % 2;
        BlockOrigin {
            block: before.block() as u32,
            permutation: if is_permuted {
                permutations.number(low_parity as usize, from_slot, to_slot)
            } else {
                NO_PERMUTATION
            },
        }
    };
    (0..count(tiles) as usize).map(origin).collect()
}

/// Stands for each of the low tiles.
const LOW: u8 = 0;

/// A block as an order of tiles, with [`LOW`] in the place of each low tile. The other tiles are
/// numbered from the number of low tiles on.
#[derive(Debug, Clone)]
pub(super) struct BlockOrder(Vec<u8>);

impl BlockOrder {
    /// The order of a block by its number.
    ///
    /// For each tile that is not low, the number has a digit: how many smaller tiles come after it.
    /// The digit of the smallest of these tiles is the lowest one.
    pub(super) fn of(mut block: usize, tiles: usize) -> Self {
        let low = low_tiles(tiles);
        let mut order = vec![LOW; low];
        for tile in low..tiles {
            order.insert(tile - block % (tile + 1), tile as u8);
            block /= tile + 1;
        }
        Self(order)
    }

    /// Number of the block.
    fn block(&self) -> usize {
        let low = low_tiles(self.0.len());
        (low..self.0.len()).rev().fold(0, |block, tile| {
            block * (tile + 1) + self.smaller_after(tile as u8) as usize
        })
    }

    /// Number of smaller tiles that come after a tile that is not low.
    fn smaller_after(&self, tile: u8) -> u32 {
        self.0
            .iter()
            .rev()
            .take_while(|&&other| other != tile)
            .filter(|&&other| other < tile)
            .count() as u32
    }

    /// Number of pairs of tiles in the wrong order, without the pairs of two low tiles.
    pub(super) fn inversions(&self) -> u32 {
        self.0
            .iter()
            .filter(|&&tile| tile != LOW)
            .map(|&tile| self.smaller_after(tile))
            .sum()
    }

    /// The order with the low tiles of `low` in the places of low tiles, from left to right.
    pub(super) fn with_low_tiles(&self, low: &[u8]) -> Vec<u8> {
        let mut low = low.iter().copied();
        self.0
            .iter()
            .map(|&tile| {
                if tile == LOW {
                    low.next().unwrap_or(LOW)
                } else {
                    tile
                }
            })
            .collect()
    }

    fn low_tiles_before(&self, place: usize) -> usize {
        self.0[..place].iter().filter(|&&tile| tile == LOW).count()
    }
}
