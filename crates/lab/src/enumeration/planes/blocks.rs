//! Blocks: the orders that differ only in the places of the first few tiles among themselves.
//!
//! A block is an order of all tiles in which the first few ([`permutations`](super::permutations)) are not
//! distinguished. A vertical move carries whole blocks to whole blocks: the tile that moves is one of the others, and
//! the first few stay in order, or it is one of them, and they are permuted as they would be without the others.

use super::Geometry;
use super::permutations::{OrderPermutations, low_tiles};

/// The origin of the orders of a block: another block, and a permutation.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    block: u32,
    permutation: u16,
}

const IN_ORDER: u16 = u16::MAX;

impl Origin {
    pub(super) fn block(self) -> usize {
        self.block as usize
    }

    /// The permutation of the first few tiles by the move.
    pub(super) fn permutation(self) -> Option<u16> {
        Some(self.permutation).filter(|&p| p != IN_ORDER)
    }
}

/// Number of blocks that the orders of `tiles` tiles make.
pub(super) fn count(tiles: usize) -> u128 {
    (low_tiles(tiles) as u128 + 1..=tiles as u128).product()
}

/// Bytes of the tables of a board.
pub(super) fn memory(geometry: Geometry) -> u128 {
    let windows = geometry.size.cells() - geometry.size.width();
    (2 * windows * size_of::<Origin>()) as u128 * count(geometry.size.cells() - 1)
}

/// By the upper cell of a vertical step: the origins of blocks when the blank goes up, and when it goes down.
pub(super) fn origins(
    geometry: Geometry,
    permutations: &OrderPermutations,
) -> Vec<[Vec<Origin>; 2]> {
    let windows = 0..geometry.size.cells() - geometry.size.width();
    windows
        .map(|upper| [true, false].map(|up| step(geometry, permutations, upper, up)))
        .collect()
}

fn step(
    geometry: Geometry,
    permutations: &OrderPermutations,
    upper: usize,
    up: bool,
) -> Vec<Origin> {
    let (tiles, width) = (geometry.size.cells() - 1, geometry.size.width());
    let row = upper / width;
    let parity = geometry.parity(if up { row + 1 } else { row });
    let origin = |block: usize| {
        let after = BlockOrder::of(block, tiles);
        let mut before = after.clone();
        let window = &mut before.0[upper..upper + width];
        // A blank that goes up brings the first tile of the window behind the others: this is the reverse.
        if up {
            window.rotate_right(1)
        } else {
            window.rotate_left(1)
        }
        let (from, to) = if up {
            (upper, upper + width - 1)
        } else {
            (upper + width - 1, upper)
        };
        let slots = [before.low_tiles_before(from), after.low_tiles_before(to)];
        let permuted = before.0[from] == LOW && slots[0] != slots[1];
        let parity = (parity + before.inversions()) % 2;
        Origin {
            block: before.block() as u32,
            permutation: if permuted {
                permutations.number(parity as usize, slots[0], slots[1])
            } else {
                IN_ORDER
            },
        }
    };
    (0..count(tiles) as usize).map(origin).collect()
}

/// Stands for each of the first few tiles.
const LOW: u8 = 0;

/// An order of tiles in which the first few are not distinguished.
#[derive(Debug, Clone)]
pub(super) struct BlockOrder(Vec<u8>);

impl BlockOrder {
    /// Blocks are numbered by the number of smaller tiles behind each tile, the greatest tile first.
    pub(super) fn of(mut block: usize, tiles: usize) -> Self {
        let low = low_tiles(tiles);
        let mut places = vec![LOW; low];
        for tile in low..tiles {
            places.insert(tile - block % (tile + 1), tile as u8);
            block /= tile + 1;
        }
        Self(places)
    }

    fn block(&self) -> usize {
        let low = low_tiles(self.0.len());
        (low..self.0.len()).rev().fold(0, |block, tile| {
            block * (tile + 1) + self.behind(tile as u8) as usize
        })
    }

    /// Number of smaller tiles behind a tile that is distinguished.
    fn behind(&self, tile: u8) -> u32 {
        self.0
            .iter()
            .rev()
            .take_while(|&&t| t != tile)
            .filter(|&&t| t < tile)
            .count() as u32
    }

    /// Pairs in the wrong order, less those among the first few tiles.
    pub(super) fn inversions(&self) -> u32 {
        self.0
            .iter()
            .filter(|&&tile| tile != LOW)
            .map(|&tile| self.behind(tile))
            .sum()
    }

    /// The order with the first few tiles as `low` has them.
    pub(super) fn filled(&self, low: &[u8]) -> Vec<u8> {
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
