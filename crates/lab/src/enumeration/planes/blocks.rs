//! Divides the orders of the tiles into *blocks*. An order is the permutation of the tiles in
//! reading order.
//!
//! The first tiles, up to eight of them, are called *low*. A block is the set of all orders that
//! become identical when low tiles are not distinguished. For example, if 1 and 2 were the low
//! tiles of four, the orders `1 3 4 2` and `2 3 4 1` would both be in the block `L 3 4 L`.
//!
//! A vertical move takes a tile past others, and so it maps a whole block to a whole block. For
//! example, a move that takes the first tile past two others maps
//!
//! * `3 L 4 L` to `L 4 3 L`: tile 3 moves, and the low tiles keep their order;
//! * `L 3 L 4` to `3 L L 4`: the first low tile moves past tile 3 and past the second low tile, so
//!   the two low tiles are swapped. This permutes the states inside the block.
//!
//! For each vertical move, a [`BlockOrigin`] says from which block the move leads into a given
//! block, and how it permutes the low tiles.

use super::PlaneGeometry;
use super::permutations::{OrderPermutations, low_tiles};

/// Describes where the states of a block come from when the blank moves up or down by one cell: the
/// block before the move, and how the move reorders the low tiles (see the [module](self)).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockOrigin {
    block: u32,
    permutation: u16,
}

/// Value of the `permutation` field for a move that keeps the order of the low tiles (the first
/// eight tiles).
const NO_PERMUTATION: u16 = u16::MAX;

impl BlockOrigin {
    pub(super) fn block(self) -> usize {
        self.block as usize
    }

    /// Returns the index of the table in [`OrderPermutations`] that says how the move reorders the
    /// low tiles (the first eight tiles). Returns `None` if they keep their order.
    pub(super) fn permutation(self) -> Option<u16> {
        (self.permutation != NO_PERMUTATION).then_some(self.permutation)
    }
}

/// Two tables of [`BlockOrigin`]s for a cell and the cell below it: one for the blank's move up
/// between these cells, and one for its move down.
pub(super) struct StepOrigins {
    /// Origins of the states of each block when the blank moves up, indexed by the block after the
    /// move.
    pub(super) up: Vec<BlockOrigin>,
    /// Origins of the states of each block when the blank moves down, indexed by the block after
    /// the move.
    pub(super) down: Vec<BlockOrigin>,
}

/// Returns the number of blocks into which all orders of `tiles` tiles are divided. The orders in a
/// block differ only in the arrangement of the low tiles (the first eight tiles).
pub(super) fn count(tiles: usize) -> u128 {
    (low_tiles(tiles) as u128 + 1..=tiles as u128).product()
}

/// Returns the size of the tables that [`origins`] creates, in bytes.
pub(super) fn memory(geometry: PlaneGeometry) -> u128 {
    let upper_cells = geometry.size.cells() - geometry.size.width();
    (2 * upper_cells * size_of::<BlockOrigin>()) as u128 * count(geometry.size.cells() - 1)
}

/// Creates the tables for all moves of the blank by one cell, up or down. Item `c` of the result
/// describes the two moves between the cell `c` and the cell below it.
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

/// Returns where the states of each block come from in one move of the blank. If `up` is true, the
/// blank moves up to the cell `upper`. Otherwise, it moves down from this cell.
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
    // In row-major order, the moving tile passes `width - 1` other tiles. If the blank moves up,
    // the tile moves from before these tiles to after them. If the blank moves down, the tile moves
    // from after them to before them.
    let (from, to) = if up {
        (upper, upper + width - 1)
    } else {
        (upper + width - 1, upper)
    };
    let origin = |block: usize| {
        let after = BlockOrder::of(block, tiles);
        let mut before = after.clone();
        let row = &mut before.0[upper..upper + width];
        // Undo the move to obtain the tile order before it.
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

/// Placeholder for a low tile in a [`BlockOrder`], which does not distinguish the low tiles (the
/// first eight tiles).
const LOW: u8 = 0;

/// A block of tile orders, stored as one order in which [`LOW`] replaces each low tile. The tiles
/// are numbered from 0. So with eight low tiles the other tiles are 8, 9 and so on, and none of
/// them can be mistaken for `LOW`, which is 0.
#[derive(Debug, Clone)]
pub(super) struct BlockOrder(Vec<u8>);

impl BlockOrder {
    /// Returns the block with the given index.
    ///
    /// The index is a mixed-radix number with one digit for each tile that is not low: the number
    /// of smaller tiles after it. The smallest of these tiles has the least significant digit.
    pub(super) fn of(mut block: usize, tiles: usize) -> Self {
        let low = low_tiles(tiles);
        let mut order = vec![LOW; low];
        for tile in low..tiles {
            order.insert(tile - block % (tile + 1), tile as u8);
            block /= tile + 1;
        }
        Self(order)
    }

    /// Returns the index of the block. This is the inverse of [`of`](Self::of).
    fn block(&self) -> usize {
        let low = low_tiles(self.0.len());
        (low..self.0.len()).rev().fold(0, |block, tile| {
            block * (tile + 1) + self.smaller_after(tile as u8) as usize
        })
    }

    /// Returns the number of smaller tiles that come after `tile`, including low tiles. `tile`
    /// itself must not be low.
    fn smaller_after(&self, tile: u8) -> u32 {
        self.0
            .iter()
            .rev()
            .take_while(|&&other| other != tile)
            .filter(|&&other| other < tile)
            .count() as u32
    }

    /// Returns the number of inversions, which are pairs of tiles with the larger one first. Pairs
    /// of low tiles are not counted, because a block leaves their order open.
    pub(super) fn inversions(&self) -> u32 {
        self.0
            .iter()
            .filter(|&&tile| tile != LOW)
            .map(|&tile| self.smaller_after(tile))
            .sum()
    }

    /// Replaces the placeholders [`LOW`], from left to right, with the tiles in `low`. Returns the
    /// resulting order of all tiles.
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
