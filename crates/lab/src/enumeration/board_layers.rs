//! [`BoardLayers`]: a breadth-first search that lists the boards at each distance from a goal.

use std::fmt;

use fifteen_puzzle::{Board, Metric};
use fifteen_resources::{LimitKind, Limits, Threads, run_in_pool};

use super::planes::{PlaneGeometry, StatePlanes, memory};
use crate::LabError;

/// A breadth-first search from a goal that holds all boards at the current depth.
/// [`deepen`](Self::deepen) advances it to the next depth.
///
/// The boards at a depth are divided into parts, which threads can process independently. The order
/// of the boards is the same on every machine and for any number of threads.
///
/// ```
/// use fifteen_lab::enumeration::BoardLayers;
/// use fifteen_puzzle::{Goal, Metric, Size};
/// use fifteen_search::{Limits, Threads};
///
/// let goal = Goal::Last.board(Size::new(3, 3)?)?;
/// let mut layers = BoardLayers::new(&goal, Metric::SingleTile, Threads::All)?;
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
    /// The goal, transposed if the board is taller than it is wide. The search is faster on wide
    /// boards, because vertical moves are more expensive than horizontal ones.
    goal: Board,
    is_transposed: bool,
    threads: Threads,
    depth: u32,
    count: u64,
    /// Total number of boards found so far, at all depths up to the current one.
    found: u64,
}

impl BoardLayers {
    /// Starts a search at depth 0, where the goal is the only board. Further depths are searched on
    /// `threads` threads.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated or if threads can't be started.
    pub fn new(goal: &Board, metric: Metric, threads: Threads) -> Result<Self, LabError> {
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
        // Start the thread pool now, so that a failure is reported here rather than in the middle
        // of the search.
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

    /// Returns how much memory a search from `goal` needs, in bytes. The memory is the same for
    /// every depth. Returns `u64::MAX` if the number of bytes is too large for a `u64`.
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

    /// Returns the distance of the current boards from the goal, in moves.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of boards at the current depth.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether the search has found all boards, so that no deeper boards exist.
    pub fn is_last(&self) -> bool {
        u128::from(self.found) == self.goal.size().reachable_boards()
    }

    /// Advances the search to the next depth and returns the number of boards there.
    ///
    /// If no boards exist beyond the current depth, returns 0 and keeps the current boards.
    /// [`Limits::nodes`] limits the total number of boards found at all depths.
    ///
    /// # Errors
    /// Returns the limit that stopped the search. The next depth is then incomplete, and the search
    /// must not be used again.
    pub fn deepen(&mut self, limits: &Limits) -> Result<u64, LimitKind> {
        if self.is_last() {
            return Ok(0);
        }
        let planes = &mut self.planes;
        let before = self.found;
        // `Limits::check` fails as soon as the number reaches the limit. Pass one board less, so
        // that a limit of n allows n boards, including the goal.
        let mut pause = |found| limits.check(before + found - 1).map(|_| ());
        // `new` has already started this number of threads successfully. If starting them fails
        // now, memory has probably run out.
        self.count = run_in_pool(self.threads, || planes.deepen(&mut pause))
            .map_err(|_| LimitKind::Memory)??;
        self.depth += 1;
        self.found += self.count;
        Ok(self.count)
    }

    /// Returns the number of parts into which the boards at the current depth are divided. A caller
    /// can save memory by listing one part at a time.
    pub fn parts(&self) -> usize {
        self.planes.parts()
    }

    /// Returns one part of the boards at the current depth. Parts are numbered from 0.
    pub fn part(&self, part: usize) -> Vec<Board> {
        self.boards(part).collect()
    }

    /// Returns the board with the given index among all boards at the current depth, or `None` if
    /// the index is too large. Boards are numbered part by part.
    pub fn board(&self, mut index: u64) -> Option<Board> {
        for part in 0..self.parts() {
            match index.checked_sub(self.planes.count(part)) {
                Some(left) => index = left,
                None => return self.boards(part).nth(index as usize),
            }
        }
        None
    }

    /// Returns the boards in one part of the current depth. If the search uses the transposed goal,
    /// transposes the boards back.
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
