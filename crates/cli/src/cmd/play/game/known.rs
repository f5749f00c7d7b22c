//! The solution that a game knows: a shortest one, or the best so far of a search that goes on.

use std::time::Duration;

use fifteen_solver::Board;

/// The time from the first solution of a search until the best one is used without a proof.
const PATIENCE: Duration = Duration::from_secs(2);

/// A solution of some board; by default none.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownSolution {
    /// Its boards, one move apart, the goal last.
    boards: Vec<Board>,
    is_shortest: bool,
    /// The time from which it is used.
    ready: Duration,
}

impl KnownSolution {
    /// A solution that came at `now`, proven to be a shortest one or not.
    pub(crate) fn new(boards: Vec<Board>, is_shortest: bool, now: Duration) -> Self {
        Self { boards, is_shortest, ready: if is_shortest { Duration::ZERO } else { now + PATIENCE } }
    }

    pub(crate) fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// It is proven that no solution of any of the boards is shorter.
    pub(crate) fn is_shortest(&self) -> bool {
        self.is_shortest
    }

    /// It can be used: it is proven, or the proof has had its time.
    pub(crate) fn is_ready(&self, now: Duration) -> bool {
        self.ready <= now
    }

    /// The place of a board among those of the solution.
    pub(crate) fn place(&self, board: &Board) -> Option<usize> {
        self.boards.iter().position(|other| other == board)
    }

    /// Takes another solution, unless this one serves the player's board better.
    pub(crate) fn improve(&mut self, other: Self, board: &Board) {
        let left = |solution: &Self| solution.place(board).map(|at| solution.boards.len() - at);
        match (left(self), left(&other)) {
            (Some(_), None) => {}
            (Some(known), Some(new)) => {
                // A better one of the same search does not wait anew.
                if other.is_shortest && !self.is_shortest || new < known {
                    *self = Self { ready: self.ready.min(other.ready), ..other };
                }
            }
            // Neither serves this board; a proven one may serve another.
            (None, None) if self.is_shortest && !other.is_shortest => {}
            (None, _) => *self = other,
        }
    }
}
