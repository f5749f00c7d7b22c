//! [`BoardLayers`]: a breadth-first search that lists the boards at each distance from a goal.

use std::fmt;

use fifteen_puzzle::{Board, Metric};
use fifteen_resources::{LimitKind, Limits, Threads, run_in_pool};

use super::planes::{PlaneGeometry, StatePlanes, memory};
use super::states;
use crate::LabError;

/// A breadth-first search from a goal, which holds all boards at the current depth.
/// [`deepen`](Self::deepen) goes on to the next depth.
///
/// The boards at a depth are divided into parts, so that several threads can process them. The
/// order of the boards is the same on every machine and for any number of threads.
///
/// ```
/// use fifteen_lab::enumeration::BoardLayers;
/// use fifteen_puzzle::{Goal, Metric, Size};
/// use fifteen_search::Limits;
///
/// let goal = Goal::Last.board(Size::new(3, 3)?)?;
/// let mut layers = BoardLayers::new(&goal, Metric::SingleTile, 1)?;
/// while layers.depth() < 31 {
///     layers.deepen(&Limits::default()).unwrap();
/// }
/// let hardest: Vec<_> = (0..layers.parts()).flat_map(|part| layers.part(part)).collect();
/// assert_eq!(hardest.len(), 2);
/// assert_eq!(hardest[0].to_string(), "6 4 7 / 8 5 0 / 3 2 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardLayers {
    planes: StatePlanes,
    /// The goal, transposed if the board is higher than wide, because the search is faster on wide
    /// boards: they have fewer vertical moves, which are the expensive ones.
    goal: Board,
    is_transposed: bool,
    threads: Threads,
    depth: u32,
    count: u64,
    /// Number of boards found so far: those at the current depth and at all smaller depths.
    found: u64,
}

impl BoardLayers {
    /// Starts at depth 0, where the goal is the only board. Deeper layers are searched on `threads`
    /// threads (0: one for each core).
    ///
    /// # Errors
    /// Returns an error if the system refuses memory or threads.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Result<Self, LabError> {
        let is_transposed = is_high(goal);
        let goal = if is_transposed {
            goal.transposed()
        } else {
            *goal
        };
        let planes = StatePlanes::new(PlaneGeometry {
            size: goal.size(),
            blank: goal.blank(),
            metric,
        })?;
        let threads = Threads::all_if_zero(threads);
        // Starts the thread pool now, so that the caller learns immediately if the system refuses
        // to start threads, instead of in the middle of the search.
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

    /// Returns the number of bytes that a search from `goal` needs, which is the same at every
    /// depth, or `u64::MAX` if the number doesn't fit in a `u64`.
    pub fn bytes(goal: &Board, metric: Metric) -> u64 {
        let goal = if is_high(goal) {
            goal.transposed()
        } else {
            *goal
        };
        memory(PlaneGeometry {
            size: goal.size(),
            blank: goal.blank(),
            metric,
        })
    }

    /// Returns the current depth: the distance of the current boards from the goal, in moves.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of boards at the current depth.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether all boards have been found, so that no deeper layer exists.
    pub fn is_last(&self) -> bool {
        u128::from(self.found) == states(self.goal.size())
    }

    /// Advances the search to the next depth and returns the number of boards there.
    ///
    /// Returns 0 and changes nothing if no boards are deeper. [`Limits::nodes`] limits the total
    /// number of boards found at all depths.
    ///
    /// # Errors
    /// Returns the limit that stopped the search. The layer is then incomplete, and the search must
    /// not be used any more.
    pub fn deepen(&mut self, limits: &Limits) -> Result<u64, LimitKind> {
        if self.is_last() {
            return Ok(0);
        }
        let planes = &mut self.planes;
        let before = self.found;
        // The goal doesn't count against the node limit, so a limit of n allows n boards besides
        // it.
        let mut pause = |found| limits.check(before + found - 1).map(|_| ());
        // `new` has already started a pool with this number of threads. If the system refuses to
        // start one now, it has run out of memory.
        self.count = run_in_pool(self.threads, || planes.deepen(&mut pause))
            .map_err(|_| LimitKind::Memory)??;
        self.depth += 1;
        self.found += self.count;
        Ok(self.count)
    }

    /// Returns the number of parts into which the boards at the current depth are divided.
    pub fn parts(&self) -> usize {
        self.planes.parts()
    }

    /// Returns the boards of one part of the current depth.
    pub fn part(&self, part: usize) -> Vec<Board> {
        self.boards(part).collect()
    }

    /// Returns the board with this index among all boards at the current depth, or `None` if there
    /// are fewer boards. Indices run through all parts in order.
    pub fn board(&self, mut index: u64) -> Option<Board> {
        for part in 0..self.parts() {
            match index.checked_sub(self.planes.count(part)) {
                Some(left) => index = left,
                None => return self.boards(part).nth(index as usize),
            }
        }
        None
    }

    /// Returns the boards of a part, transposed back if the goal was transposed for the search.
    fn boards(&self, part: usize) -> impl Iterator<Item = Board> {
        self.planes.boards(part, &self.goal).map(|board| {
            if self.is_transposed {
                board.transposed()
            } else {
                board
            }
        })
    }
}

fn is_high(board: &Board) -> bool {
    board.size().width() < board.size().height()
}

impl fmt::Debug for BoardLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardLayers")
            .field("goal", &self.goal)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}
