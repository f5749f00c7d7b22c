//! Local improvement: windows of a solution, each replaced by a shortest path between its two ends if that is shorter.
//!
//! A window is a search of its own: its last board is the goal. Tables are for the real goal, so the heuristic is
//! linear conflict, and the search ends without a result when it becomes large.

use fifteen_puzzle::{Board, MoveOrder};

use crate::limits::{LimitKind, Limits, Status};
use crate::options::Options;
use crate::outcome::Outcome;
use crate::space::StateSpace;
use crate::tiles::algorithm::Algorithm;
use crate::tiles::heuristics::HeuristicKind;
use crate::tiles::mode::Mode;
use crate::tiles::moves::Move;
use crate::tiles::space::{TileSpace, TileState};

/// Moves between the beginnings of two windows.
const STEP: usize = 4;
/// The first length of a window, and by how much the next one is longer.
const LENGTHS: (usize, usize) = (32, 8);

/// A solution that is being improved.
pub(super) struct Improvement<'a> {
    pub(super) space: &'a TileSpace,
    pub(super) start: &'a TileState,
    pub(super) moves: Vec<Move>,
    /// The clock and the flag of these are checked.
    pub(super) limits: &'a Limits,
    /// Nodes generated.
    pub(super) generated: u64,
}

impl Improvement<'_> {
    /// Improves the solution by windows of growing length, until about `nodes` nodes were generated.
    ///
    /// # Errors
    /// If the time is over or the search was interrupted; the moves are a solution all the same.
    pub(super) fn improve(&mut self, nodes: u64) -> Result<(), LimitKind> {
        let mut window = LENGTHS.0;
        while window < self.moves.len() + LENGTHS.1 && self.generated < nodes {
            let before = self.moves.len();
            let mut first = 0;
            while first + STEP < self.moves.len() && self.generated < nodes {
                self.replace(first, (first + window).min(self.moves.len()), nodes / 16)?;
                first += STEP;
            }
            if self.moves.len() == before {
                window += LENGTHS.1;
            }
        }
        Ok(())
    }

    /// Replaces the moves from `first` to `last` by fewer if a search of up to `nodes` nodes finds them.
    fn replace(&mut self, first: usize, last: usize, nodes: u64) -> Result<(), LimitKind> {
        let mut state = *self.start;
        self.moves[..first].iter().for_each(|&m| self.space.apply(&mut state, m));
        let from = self.space.board(&state);
        self.moves[first..last].iter().for_each(|&m| self.space.apply(&mut state, m));
        let to = self.space.board(&state);
        let limits = Limits {
            nodes: Some(nodes.max(1)),
            depth: Some((last - first).saturating_sub(2) as u32),
            memory: None,
            monitor: None,
            ..self.limits.clone()
        };
        let Some(found) = shortest_window(&from, &to, self.space.order(), limits) else { return Ok(()) };
        self.generated += found.generated;
        match (found.moves, found.status) {
            // A move is the same in both spaces: cells and a direction.
            (Some(moves), _) => drop(self.moves.splice(first..last, moves)),
            (None, Status::Limit(kind @ (LimitKind::Time | LimitKind::Interrupted))) => return Err(kind),
            (None, _) => (),
        }
        Ok(())
    }
}

/// Searches for a shortest path from one board to another; `None` if there is none.
pub(in crate::tiles) fn shortest_window(
    from: &Board,
    to: &Board,
    order: MoveOrder,
    limits: Limits,
) -> Option<Outcome<Vec<Move>>> {
    let window = TileSpace::new(to, order);
    let start = window.state(from).ok()?;
    let heuristic = HeuristicKind::LinearConflict.build(to, &limits).ok()?;
    let options = Options { limits, mode: Mode::Fast { threads: 1 }, ..Options::default() };
    Algorithm::Ida.search(&window, &heuristic, &start, &options, &mut |_| ()).ok()
}
