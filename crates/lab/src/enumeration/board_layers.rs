//! [`BoardLayers`]: the boards at each distance from a goal.

use std::fmt;

use fifteen_puzzle::{Board, Metric};
use fifteen_resources::{LimitKind, Limits, Threads, run_in_pool};

use super::planes::{PlaneGeometry, StatePlanes, memory};
use super::states;
use crate::LabError;

/// All boards at one distance from a goal, one depth after the other.
///
/// The boards of a depth are divided into parts, so that threads can share them. Their order
/// depends on neither the machine nor the number of threads.
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
    /// The goal, transposed if it is higher than wide: planes of a wide board have fewer vertical
    /// moves.
    goal: Board,
    is_transposed: bool,
    threads: Threads,
    depth: u32,
    count: u64,
    /// Number of boards at this depth and all smaller ones.
    found: u64,
}

impl BoardLayers {
    /// The layers at depth 0, where the goal is the only board. Deeper ones are searched with
    /// `threads` threads (0: one for each core).
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
        // If the system refuses threads, the caller learns it here and not in the middle of the
        // work.
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

    /// Number of bytes that the layers of a goal take, the same at each depth. The result is
    /// `u64::MAX` if the number is larger than that.
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

    /// Depth of the boards.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of boards at this depth.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// True if no board is deeper.
    pub fn is_last(&self) -> bool {
        u128::from(self.found) == states(self.goal.size())
    }

    /// Goes to the next depth, and returns its number of boards.
    ///
    /// Returns 0 and changes nothing if there are no deeper boards. [`Limits::nodes`] limits the
    /// number of boards at all depths together.
    ///
    /// # Errors
    /// Returns the limit that stopped the search. Then the layers are unfinished and must not be
    /// used any more.
    pub fn deepen(&mut self, limits: &Limits) -> Result<u64, LimitKind> {
        if self.is_last() {
            return Ok(0);
        }
        let planes = &mut self.planes;
        let before = self.found;
        // A limit of n nodes allows n boards besides the goal.
        let mut pause = |found| limits.check(before + found - 1).map(|_| ());
        // The pool of these threads started when the layers were made. If the system now refuses to
        // start another one, it has run out of memory.
        self.count = run_in_pool(self.threads, || planes.deepen(&mut pause))
            .map_err(|_| LimitKind::Memory)??;
        self.depth += 1;
        self.found += self.count;
        Ok(self.count)
    }

    /// Number of parts.
    pub fn parts(&self) -> usize {
        self.planes.parts()
    }

    /// The boards of a part at this depth.
    pub fn part(&self, part: usize) -> Vec<Board> {
        self.boards(part).collect()
    }

    /// The board with that index at this depth, counted through all parts.
    pub fn board(&self, mut index: u64) -> Option<Board> {
        for part in 0..self.parts() {
            match index.checked_sub(self.planes.count(part)) {
                Some(left) => index = left,
                None => return self.boards(part).nth(index as usize),
            }
        }
        None
    }

    /// The boards of a part, turned back to the goal's height and width.
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
