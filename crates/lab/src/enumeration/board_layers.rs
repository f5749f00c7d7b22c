//! [`BoardLayers`]: the boards themselves, depth by depth.

use std::fmt;

use fifteen_puzzle::{Board, Metric};
use fifteen_resources::{LimitKind, Limits, Threads, run_in_pool};

use super::planes::{Geometry, Planes, memory};
use super::states;
use crate::LabError;

/// All boards at one distance from a goal, one depth after the other.
///
/// The boards of a depth are in parts, which threads can share, and in an order that depends on neither the machine nor
/// the number of threads.
pub struct BoardLayers {
    planes: Planes,
    /// The goal as the planes see it: at least as wide as high, so that there are fewer vertical moves.
    goal: Board,
    is_transposed: bool,
    threads: Threads,
    depth: u32,
    count: u64,
    /// The boards of this and all depths before.
    found: u64,
}

impl BoardLayers {
    /// The goal itself, at depth 0; deeper boards are found on `threads` threads.
    ///
    /// # Errors
    /// If the system refuses memory or threads.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Result<Self, LabError> {
        let (goal, is_transposed) = wide(goal);
        let planes = Planes::new(Geometry {
            size: goal.size(),
            blank: goal.blank(),
            metric,
        })?;
        let threads = Threads::all_if_zero(threads);
        // A refusal of threads is an error here, and not in the middle of the work.
        run_in_pool(threads, || ())?;
        Ok(Self {
            planes,
            goal,
            is_transposed,
            threads,
            depth: 0,
            count: 1,
            found: 1,
        })
    }

    /// Bytes that the layers of a goal take at any depth; `u64::MAX` stands for more than that.
    pub fn bytes(goal: &Board, metric: Metric) -> u64 {
        let goal = wide(goal).0;
        memory(Geometry {
            size: goal.size(),
            blank: goal.blank(),
            metric,
        })
    }

    /// The depth of the boards.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of boards at this depth.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// True if no board is deeper.
    pub fn is_last(&self) -> bool {
        u128::from(self.found) == states(self.goal.size())
    }

    /// Goes to the next depth, and returns its number of boards: 0 if there are no more, and then the layers stay as
    /// they are. [`Limits::nodes`] limits the number of boards of all depths.
    ///
    /// # Errors
    /// The limit that stopped it; then the layers are of no use.
    pub fn deepen(&mut self, limits: &Limits) -> Result<u64, LimitKind> {
        if self.is_last() {
            return Ok(0);
        }
        let (planes, before) = (&mut self.planes, self.found);
        // The limit is on boards found; there is at least the goal.
        let mut check = |found| limits.check(before + found - 1).map(|_| ());
        // The pool of these threads started when the layers were made. If the system now refuses to start another one,
        // it has run out of memory.
        self.count = run_in_pool(self.threads, || planes.deepen(&mut check))
            .map_err(|_| LimitKind::Memory)??;
        self.depth += 1;
        self.found += self.count;
        Ok(self.count)
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.planes.parts()
    }

    /// The boards of a part at this depth.
    pub fn part(&self, part: usize) -> Vec<Board> {
        self.boards(part).collect()
    }

    /// A board of this depth, by its index in the order of the parts.
    pub fn board(&self, mut index: u64) -> Option<Board> {
        for part in 0..self.parts() {
            match index.checked_sub(self.planes.count(part)) {
                Some(left) => index = left,
                None => return self.boards(part).nth(index as usize),
            }
        }
        None
    }

    /// The boards of a part, turned back if those of the planes are transposed.
    fn boards(&self, part: usize) -> impl Iterator<Item = Board> {
        let as_asked = |board: Board| {
            if self.is_transposed {
                board.transposed()
            } else {
                board
            }
        };
        self.planes.boards(part, &self.goal).map(as_asked)
    }
}

/// A board that is at least as wide as high: the board itself, or transposed.
fn wide(board: &Board) -> (Board, bool) {
    let is_transposed = board.size().width() < board.size().height();
    (
        if is_transposed {
            board.transposed()
        } else {
            *board
        },
        is_transposed,
    )
}

impl fmt::Debug for BoardLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardLayers")
            .field("goal", &self.goal)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}
