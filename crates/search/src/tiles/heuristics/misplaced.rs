//! [`Misplaced`]: the number of misplaced tiles, one of the simplest lower bounds.

use std::convert::Infallible;

use crate::Heuristic;
use crate::tiles::{BLANK, Move, PADDED_CELLS, TileSpace, TileState};

/// The number of tiles that are not on their goal cells. Each misplaced tile needs at least one
/// move.
#[derive(Debug, Clone, Copy, Default)]
pub struct Misplaced;

impl Heuristic<TileSpace> for Misplaced {
    type Node = u32;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<u32, Infallible> {
        let misplaced = |&cell: &usize| ![cell, usize::from(BLANK)].contains(&state.tile(cell));
        Ok((0..PADDED_CELLS).filter(misplaced).count() as u32)
    }

    #[inline]
    fn value(&self, node: &u32) -> u32 {
        *node
    }

    #[inline]
    fn child(&self, state: &TileState, node: &u32, m: Move, limit: u32) -> Result<u32, u32> {
        let tile = state.tile(m.to());
        let value = node + u32::from(tile == m.to()) - u32::from(tile == m.from());
        if value > limit { Err(value) } else { Ok(value) }
    }
}
