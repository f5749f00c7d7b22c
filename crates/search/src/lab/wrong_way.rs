//! IDA* with the Manhattan distance, seen as a search for the fewest wrong moves.
//!
//! Every move takes a tile one step closer to its goal cell or one step away from it; the second is a wrong move. A
//! solution with n wrong moves has distance + 2n moves in all, because each wrong move must be made up for by another
//! one. For example, from a board of Manhattan distance 21, a solution of 25 moves has 2 wrong moves. So iteration n
//! searches the solutions with n wrong moves, and visits the same nodes as [`ida`] with the bound distance + 2n.

use std::convert::Infallible;

use crate::ida::{self, Find, IdaOptions};
use crate::tiles::{Manhattan, Move, TileSpace, TileState};
use crate::{Heuristic, Iteration, Limits, Outcome};

/// Finds shortest solutions. Calls `progress` after each iteration.
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

/// A heuristic: the number of moves that are left if no further move is wrong. It follows from the number of wrong moves
/// so far.
struct WrongMoves {
    manhattan: Manhattan,
    /// The Manhattan distance of the start.
    distance: u32,
}

/// The numbers of moves since the start.
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
