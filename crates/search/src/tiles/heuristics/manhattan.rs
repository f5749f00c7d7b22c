//! The Manhattan distance: the number of rows and columns between each tile and its goal cell,
//! summed over all tiles.
//!
//! For example, a tile on the top left cell of a 3x3 board whose goal is the bottom right cell
//! contributes 2 rows + 2 columns = 4. A move changes the distance of one tile by 1, so a single
//! addition yields the value of a child.

use std::convert::Infallible;

use fifteen_puzzle::Size;

use crate::Heuristic;
use crate::tiles::{MOVES, Move, PADDED_CELLS, TileSpace, TileState};

/// The sum of the distances of all tiles from their goal cells, in rows and columns.
#[derive(Debug, Clone)]
pub struct Manhattan {
    size: Size,
    /// The change of a tile's distance from its goal cell, 1 or -1, indexed by tile and then by
    /// [`Move::index`].
    change: [[i8; MOVES]; PADDED_CELLS],
}

impl Manhattan {
    /// Creates the heuristic for boards of the given size. It does not depend on the goal, because
    /// a [`TileState`] names each tile by its goal cell.
    pub fn new(size: Size) -> Self {
        let mut change = [[0; MOVES]; PADDED_CELLS];
        for (tile, changes) in change.iter_mut().enumerate().take(size.cells()) {
            for m in Move::all(size) {
                let nearer = size.manhattan(m.from(), tile) < size.manhattan(m.to(), tile);
                changes[m.index()] = if nearer { -1 } else { 1 };
            }
        }
        Self { size, change }
    }

    /// Returns by how much a move changes a tile's distance from its goal cell: 1 or -1.
    #[inline]
    pub(crate) fn change(&self, tile: usize, m: Move) -> i8 {
        self.change[tile % PADDED_CELLS][m.index()]
    }
}

impl Heuristic<TileSpace> for Manhattan {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<u32, Infallible> {
        let distance = |cell| self.size.manhattan(cell, state.tile(cell)) as u32;
        Ok((0..self.size.cells())
            .filter(|&cell| cell != state.blank())
            .map(distance)
            .sum())
    }

    #[inline]
    fn value(&self, node: &u32) -> u32 {
        *node
    }

    #[inline]
    fn child(&self, state: &TileState, node: &u32, m: Move, limit: u32) -> Result<u32, u32> {
        let value = node.wrapping_add_signed(self.change(state.tile(m.to()), m).into());
        if value > limit { Err(value) } else { Ok(value) }
    }
}
