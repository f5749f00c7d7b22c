//! IDA* with the Manhattan distance, viewed as a search for the fewest moves that take a tile away
//! from its goal cell.
//!
//! Every move takes a tile one step closer to its goal cell or one step away from it. A step away
//! is a *wrong* move. Each wrong move costs two extra moves: itself, and another move that makes up
//! for it. A solution with n wrong moves from a board with Manhattan distance d therefore has d +
//! 2n moves. For example, if the distance is 21, a solution of 25 moves has 2 wrong moves.
//! Iteration n searches for solutions with n wrong moves, and visits the same nodes as [`ida`] with
//! the bound d + 2n.

use std::convert::Infallible;

use crate::ida::{self, Find, IdaOptions};
use crate::tiles::{Manhattan, Move, TileSpace, TileState};
use crate::{Heuristic, Iteration, Limits, Outcome};

/// Finds shortest solutions by iterations that allow 0, 1, 2 and more *wrong* moves. A wrong move
/// takes a tile away from its goal cell. Calls `progress` after each iteration.
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

/// The Manhattan distance, computed from two counts: all moves since the start board, and the
/// *wrong* moves among them. A wrong move takes a tile away from its goal cell.
struct WrongMoves {
    manhattan: Manhattan,
    /// The Manhattan distance of the start board.
    distance: u32,
}

/// Counts of the moves since the start board: all moves, and the *wrong* moves, which took a tile
/// away from its goal cell.
#[derive(Clone, Copy)]
struct MoveCounts {
    all: u32,
    wrong: u32,
}

impl Heuristic<TileSpace> for WrongMoves {
    type Node = MoveCounts;
    type Error = Infallible;

    fn root(&self, _: &TileState) -> Result<MoveCounts, Infallible> {
        Ok(MoveCounts { all: 0, wrong: 0 })
    }

    #[inline]
    fn value(&self, made: &MoveCounts) -> u32 {
        self.distance + 2 * made.wrong - made.all
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        made: &MoveCounts,
        m: Move,
        limit: u32,
    ) -> Result<MoveCounts, u32> {
        let wrong = made.wrong + u32::from(self.manhattan.change(state.tile(m.to()), m) > 0);
        let child = MoveCounts {
            all: made.all + 1,
            wrong,
        };
        let value = self.value(&child);
        if value > limit { Err(value) } else { Ok(child) }
    }
}
