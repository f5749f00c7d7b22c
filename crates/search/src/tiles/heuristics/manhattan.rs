//! The Manhattan distance: each tile's steps to its goal cell on an empty board.

use std::convert::Infallible;

use fifteen_puzzle::Size;

use crate::Heuristic;
use crate::tiles::{CELLS, MOVES, Move, TileSpace, TileState};

/// The sum of the tiles' distances along rows and columns; a move changes one of them by 1.
#[derive(Debug, Clone)]
pub struct Manhattan {
    size: Size,
    /// By tile and move: how the move changes the tile's distance.
    change: [[i8; MOVES]; CELLS],
}

impl Manhattan {
    /// The heuristic for boards of that size, whatever the goal: tiles are named by their goal cells.
    pub fn new(size: Size) -> Self {
        let mut change = [[0; MOVES]; CELLS];
        for (tile, changes) in change.iter_mut().enumerate().take(size.cells()) {
            for m in Move::all(size) {
                let nearer = size.manhattan(m.from(), tile) < size.manhattan(m.to(), tile);
                changes[m.index()] = if nearer { -1 } else { 1 };
            }
        }
        Self { size, change }
    }

    /// The change of a tile's distance by a move: 1 or -1.
    #[inline]
    pub(crate) fn change(&self, tile: usize, m: Move) -> i8 {
        self.change[tile % CELLS][m.index()]
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
