//! Divides the orders of the tiles into *blocks*: sets of orders that differ only in how the first
//! few tiles are arranged among themselves.
//!
//! These first tiles, up to eight of them, are called *low*. A block is an order in which low tiles
//! are not distinguished. For example, if 1 and 2 were the low tiles of four, the orders `1 3 4 2`
//! and `2 3 4 1` would both be in the block `L 3 4 L`.
//!
//! A vertical move takes a tile past others, and so it maps a whole block to a whole block. For
//! example, a move that takes the first tile past two others maps
//!
//! - `3 L 4 L` to `L 4 3 L`: tile 3 moves, and the low tiles keep their order;
//! - `L 3 L 4` to `3 L L 4`: the first low tile moves past tile 3 and past the second low tile, so
//!   the two low tiles are swapped. This permutes the states inside the block.
//!
//! For each vertical move, a [`BlockOrigin`] says which block leads into a given block, and with
//! which permutation of the low tiles.

use super::PlaneGeometry;
use super::permutations::{OrderPermutations, low_tiles};

/// The block whose states lead into a given block in a vertical move, and the permutation of the
/// low tiles that the move applies to them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BlockOrigin {
    block: u32,
    permutation: u16,
}

/// Value of [`BlockOrigin::permutation`] for moves that keep the low tiles in their order.
const NO_PERMUTATION: u16 = u16::MAX;

impl BlockOrigin {
    pub(super) fn block(self) -> usize {
        self.block as usize
    }

    /// Returns the number of the permutation of the low tiles (see [`OrderPermutations::number`]),
    /// or `None` if they keep their order.
    pub(super) fn permutation(self) -> Option<u16> {
        (self.permutation != NO_PERMUTATION).then_some(self.permutation)
    }
}

/// The origins of all blocks for one-tile vertical moves between two neighbouring cells.
pub(super) struct StepOrigins {
    /// The origins if the blank moves up, indexed by the block after the move.
    pub(super) up: Vec<BlockOrigin>,
    /// The origins if the blank moves down, indexed by the block after the move.
    pub(super) down: Vec<BlockOrigin>,
}

/// Returns the number of blocks into which the orders of `tiles` tiles are divided.
pub(super) fn count(tiles: usize) -> u128 {
    (low_tiles(tiles) as u128 + 1..=tiles as u128).product()
}

/// Returns the number of bytes of the tables that [`origins`] returns.
pub(super) fn memory(geometry: PlaneGeometry) -> u128 {
    let upper_cells = geometry.size.cells() - geometry.size.width();
    (2 * upper_cells * size_of::<BlockOrigin>()) as u128 * count(geometry.size.cells() - 1)
}

/// Tabulates the origins for all one-tile vertical moves, indexed by the upper of the two cells
/// that the blank moves between.
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

/// Tabulates the origins for moves of the blank between the cell `upper` and the cell below it
/// (upwards if `up` is true), indexed by the block after the move.
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
    // The moving tile passes `width - 1` others. If the blank moves up, the tile goes from the
    // front of them to behind them; if it moves down, from behind them to the front.
    let (from, to) = if up {
        (upper, upper + width - 1)
    } else {
        (upper + width - 1, upper)
    };
    let origin = |block: usize| {
        let after = BlockOrder::of(block, tiles);
        let mut before = after.clone();
        let row = &mut before.0[upper..upper + width];
        // Undo the move to find the order before it.
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

/// The entry of a [`BlockOrder`] that stands for any low tile.
const LOW: u8 = 0;

/// A block, represented as an order of tiles with [`LOW`] in place of each low tile. The other
/// tiles are numbered upwards from the number of low tiles, so the lowest is 8 if eight tiles are
/// low.
#[derive(Debug, Clone)]
pub(super) struct BlockOrder(Vec<u8>);

impl BlockOrder {
    /// Decodes a block number.
    ///
    /// The number is in a mixed radix and has one digit for each tile that is not low: how many
    /// smaller tiles come after it. The digit of the smallest such tile is the least significant.
    pub(super) fn of(mut block: usize, tiles: usize) -> Self {
        let low = low_tiles(tiles);
        let mut order = vec![LOW; low];
        for tile in low..tiles {
            order.insert(tile - block % (tile + 1), tile as u8);
            block /= tile + 1;
        }
        Self(order)
    }

    /// Encodes the block as a number, the inverse of [`of`](Self::of).
    fn block(&self) -> usize {
        let low = low_tiles(self.0.len());
        (low..self.0.len()).rev().fold(0, |block, tile| {
            block * (tile + 1) + self.smaller_after(tile as u8) as usize
        })
    }

    /// Returns how many smaller tiles, low ones included, come after `tile`, which must not be low.
    fn smaller_after(&self, tile: u8) -> u32 {
        self.0
            .iter()
            .rev()
            .take_while(|&&other| other != tile)
            .filter(|&&other| other < tile)
            .count() as u32
    }

    /// Returns the number of inversions, which are pairs of tiles with the larger one first. Pairs
    /// of two low tiles are not counted, because the block doesn't say which of them comes first.
    pub(super) fn inversions(&self) -> u32 {
        self.0
            .iter()
            .filter(|&&tile| tile != LOW)
            .map(|&tile| self.smaller_after(tile))
            .sum()
    }

    /// Replaces the entries [`LOW`] by the tiles in `low`, from left to right, and returns the
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
