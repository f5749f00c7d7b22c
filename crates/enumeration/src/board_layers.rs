//! [`BoardLayers`]: the boards themselves, depth by depth.

use std::fmt;
use std::sync::Arc;

use fifteen_puzzle::{Board, Metric};
use fifteen_search::{LimitKind, Limits};
use rayon::ThreadPool;

use crate::planes::PlaneLevels;
use crate::{EnumerationError, geometry::Geometry};

/// All boards at one distance from a goal, one depth after the other, on planes: a bit for each board
/// of that size. [`Enumeration::planes_bytes`](crate::Enumeration::planes_bytes) says how much memory they take.
///
/// The boards of a depth are in parts, which threads can share, and in an order that depends on neither the machine nor
/// the number of threads.
pub struct BoardLayers {
    levels: PlaneLevels,
    goal: Board,
    pool: Arc<ThreadPool>,
    depth: u32,
    count: u64,
}

impl BoardLayers {
    /// The goal alone, at depth 0; deeper ones are found on `threads` threads.
    ///
    /// # Errors
    /// If the system refuses memory or threads.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Result<Self, EnumerationError> {
        let geometry = Geometry::new(goal.size(), goal.blank(), metric).wide();
        let pool = fifteen_pdb::thread_pool(threads)?;
        Ok(Self { levels: PlaneLevels::new(geometry)?, goal: *goal, pool, depth: 0, count: 1 })
    }

    /// The depth of the boards.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of boards at this depth.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Goes to the next depth, and returns its number of boards: 0 if there are no more, and then the layers stay as
    /// they are.
    ///
    /// # Errors
    /// The limit of time, or the flag, that stopped it; then the layers are of no use.
    pub fn deepen(&mut self, limits: &Limits) -> Result<u64, LimitKind> {
        let levels = &mut self.levels;
        let found = self.pool.install(|| levels.deepen(&mut |_, _| limits.check(0).map(|_| ())))?;
        if found == 0 {
            levels.step_back();
        } else {
            self.depth += 1;
            self.count = found;
        }
        Ok(found)
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.levels.boards(&self.goal).blocks()
    }

    /// The boards of a part at this depth.
    pub fn part(&self, part: usize) -> Vec<Board> {
        self.levels.boards(&self.goal).boards(part).collect()
    }

    /// A board of this depth, by its index in the order of the parts.
    pub fn board(&self, mut index: u64) -> Option<Board> {
        let boards = self.levels.boards(&self.goal);
        for part in 0..boards.blocks() {
            match index.checked_sub(boards.count(part)) {
                Some(left) => index = left,
                None => return boards.boards(part).nth(index as usize),
            }
        }
        None
    }
}

impl fmt::Debug for BoardLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardLayers").field("goal", &self.goal).field("depth", &self.depth).finish_non_exhaustive()
    }
}
