//! IDA* with Manhattan, as a search for the fewest moves that take a tile away from its goal cell.
//!
//! Every move takes a tile one step nearer to its goal cell or one step away from it. A solution with n steps away
//! has n more towards: Manhattan + 2n moves in all. So iteration n searches the solutions with n wrong moves. It
//! sees the nodes that [`ida`] with Manhattan sees in the iteration with the bound Manhattan + 2n.

use std::convert::Infallible;

use crate::ida::{self, Find, IdaOptions};
use crate::tiles::{Manhattan, Move, TileSpace, TileState};
use crate::{Heuristic, Iteration, Limits, Outcome};

/// Finds a shortest solution; `progress` is called after each iteration.
pub fn search(
    space: &TileSpace,
    start: &TileState,
    find: Find,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<Move>> {
    let manhattan = Manhattan::new(space.size());
    let Ok(distance) = manhattan.root(start);
    let options = IdaOptions {
        limits: limits.clone(),
        find,
        pause: None,
    };
    let Ok(outcome) = ida::search(
        space,
        &WrongMoves {
            manhattan,
            distance,
        },
        start,
        &options,
        progress,
    );
    outcome
}

/// The moves left if none of them is wrong, known from the wrong moves so far.
struct WrongMoves {
    manhattan: Manhattan,
    /// The Manhattan distance of the start.
    distance: u32,
}

/// Moves since the start.
#[derive(Clone, Copy)]
struct Made {
    all: u32,
    wrong: u32,
}

impl Heuristic<TileSpace> for WrongMoves {
    type Node = Made;
    type Error = Infallible;

    fn root(&self, _: &TileState) -> Result<Made, Infallible> {
        Ok(Made { all: 0, wrong: 0 })
    }

    #[inline]
    fn value(&self, made: &Made) -> u32 {
        self.distance + 2 * made.wrong - made.all
    }

    #[inline]
    fn child(&self, state: &TileState, made: &Made, m: Move, limit: u32) -> Result<Made, u32> {
        let wrong = made.wrong + u32::from(self.manhattan.change(state.tile(m.to()), m) > 0);
        let child = Made {
            all: made.all + 1,
            wrong,
        };
        let value = self.value(&child);
        if value > limit { Err(value) } else { Ok(child) }
    }
}
