//! Random boards whose shortest solutions have a given length.
//!
//! Boards of up to 12 cells are counted whole, so that each board of that depth is equally likely. So is each on a
//! larger board if at least one in [`RARE`] has that depth, by the published counts: random boards are solved until one
//! has it. Otherwise a walk of random moves goes to that depth and stays near it; every board is proven to have it, but
//! boards near each other in the graph of moves are drawn together more often.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{DepthCounts, enough_moves};
use fifteen_puzzle::{Board, Metric, MoveOrder, RandomBoards, RandomNumbers, Size};
use fifteen_search::{LimitKind, Limits, Status};
use fifteen_solver::{OpenError, Options, SolveError, Solver};

use crate::enumeration::{BoardLayers, EnumerationError};

/// The largest board that is counted whole.
const COUNTED_CELLS: usize = 12;
/// Boards among which at least one has the depth, if random boards are solved until one has it.
const RARE: u64 = 1000;
/// Moves of the walk from one board to the next.
const STRIDE: u32 = 40;
/// Moves of the walk that lead away from the depth, for each one that is made.
const AWAY: u64 = 4;

/// A stream of random boards of one depth. The same seed gives the same boards.
#[derive(Debug)]
pub struct BoardsOfDepth {
    depth: u32,
    numbers: RandomNumbers,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Layers(Box<BoardLayers>),
    Drawn { boards: Box<RandomBoards>, solver: Arc<Solver>, options: Options },
    Walk { board: Board, depth: u32, solver: Arc<Solver>, options: Options },
}

/// There are no boards to draw.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardsOfDepthError {
    /// No board is that deep.
    #[error("no {size} board needs {depth} moves: with this goal, {enough} are enough for all of them")]
    TooDeep {
        /// The size.
        size: Size,
        /// The depth asked for.
        depth: u32,
        /// The largest depth, or a number that is known not to be below it.
        enough: u32,
    },
    /// Another thread set the flag.
    #[error("interrupted")]
    Interrupted,
    /// Boards cannot be counted.
    #[error(transparent)]
    Enumeration(#[from] EnumerationError),
    /// The solver cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl BoardsOfDepth {
    /// The boards at `depth` from `goal`. `open` opens a solver, for boards that are too large to be counted; `options`
    /// are those of its searches.
    ///
    /// # Errors
    /// If no board is that deep, or a solver or memory is missing.
    pub fn new(
        goal: &Board,
        depth: u32,
        seed: u64,
        threads: usize,
        options: Options,
        open: impl FnOnce() -> Result<Solver, OpenError>,
    ) -> Result<Self, BoardsOfDepthError> {
        let size = goal.size();
        let numbers = RandomNumbers::new(seed);
        let limits = Limits { cancel: options.limits.cancel.clone(), ..Limits::default() };
        if size.cells() <= COUNTED_CELLS {
            let layers = layer(goal, depth, threads, &limits)?;
            return Ok(Self { depth, numbers, source: Source::Layers(Box::new(layers)) });
        }
        let enough = enough_moves(goal);
        if depth > enough {
            return Err(BoardsOfDepthError::TooDeep { size, depth, enough });
        }
        let counts = DepthCounts::for_goal(goal, Metric::SingleTile).map_or_else(Vec::new, |known| known.counts);
        let all: u64 = counts.iter().sum();
        let is_frequent = counts.get(depth as usize).is_some_and(|&count| count > all / RARE);
        let solver = Arc::new(open()?);
        let source = if is_frequent {
            Source::Drawn { boards: Box::new(RandomBoards::new(*goal, seed)), solver, options }
        } else {
            Source::Walk { board: *goal, depth: 0, solver, options }
        };
        Ok(Self { depth, numbers, source })
    }

    /// The solver that was opened; `None` for boards that are counted.
    pub fn solver(&self) -> Option<&Arc<Solver>> {
        match &self.source {
            Source::Layers(_) => None,
            Source::Drawn { solver, .. } | Source::Walk { solver, .. } => Some(solver),
        }
    }

    /// The next board; `None` if another thread set the flag of the options.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn draw(&mut self) -> Result<Option<Board>, SolveError> {
        match &mut self.source {
            Source::Layers(layers) => Ok(layers.board(self.numbers.below(layers.count()))),
            Source::Drawn { boards, solver, options } => {
                for board in boards.by_ref() {
                    match length(solver, &board, self.depth, options)? {
                        ControlFlow::Continue(length) if length == Some(self.depth) => return Ok(Some(board)),
                        ControlFlow::Continue(_) => (),
                        ControlFlow::Break(()) => break,
                    }
                }
                Ok(None)
            }
            Source::Walk { board, depth, solver, options } => {
                let mut step = 0;
                while step < STRIDE || *depth != self.depth {
                    let moves: Vec<Board> =
                        MoveOrder::ULRD.directions().into_iter().filter_map(|d| board.moved(d)).collect();
                    let next = moves[self.numbers.below(moves.len() as u64) as usize];
                    // A neighbour is one move nearer to the goal or one farther from it.
                    let nearer = depth.saturating_sub(1);
                    let ControlFlow::Continue(length) = length(solver, &next, nearer, options)? else {
                        return Ok(None);
                    };
                    let at = length.unwrap_or(*depth + 1);
                    let is_away = at.abs_diff(self.depth) > depth.abs_diff(self.depth);
                    if !is_away || self.numbers.below(AWAY) == 0 {
                        (*board, *depth) = (next, at);
                    }
                    step += 1;
                }
                Ok(Some(*board))
            }
        }
    }
}

/// The length of the shortest solutions, if it is at most `most`; a break if another thread set the flag.
fn length(
    solver: &Solver,
    board: &Board,
    most: u32,
    options: &Options,
) -> Result<ControlFlow<(), Option<u32>>, SolveError> {
    let limits = Limits { depth: Some(most), ..options.limits.clone() };
    let found = solver.solve(board, &Options { limits, ..options.clone() })?;
    let is_cancelled = found.status == Status::Limit(LimitKind::Interrupted);
    Ok(if is_cancelled {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(found.length.filter(|_| found.shortest))
    })
}

/// The layer of that depth.
fn layer(goal: &Board, depth: u32, threads: usize, limits: &Limits) -> Result<BoardLayers, BoardsOfDepthError> {
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
    while layers.depth() < depth {
        match layers.deepen(limits) {
            Ok(0) => {
                let (size, enough) = (goal.size(), layers.depth());
                return Err(BoardsOfDepthError::TooDeep { size, depth, enough });
            }
            Ok(_) => (),
            Err(_) => return Err(BoardsOfDepthError::Interrupted),
        }
    }
    Ok(layers)
}
