//! [`BoardsOfDepth`]: random boards whose shortest solutions have a given number of moves.
//!
//! The boards are independent of each other, and no board is drawn twice. There is no direct way to
//! draw a board of depth 50, say, so several methods are tried, and the cheapest one that makes all
//! boards of the depth equally likely is taken:
//!
//! 1. Boards of up to 12 cells are enumerated depth by depth, and one of the depth is picked.
//! 2. If this depth and all smaller ones have few boards, they are listed.
//! 3. Random boards are solved until one has the depth. On 4x4 one board in 13 needs 53 moves, but
//!    only one in 17,000 needs 30.
//! 4. Near the goal, random paths of that many moves are drawn, and a path counts if it is a
//!    shortest solution of its end (`paths.rs`).
//!
//! If each of these would take too long, a board is the end of a *walk* towards the depth: from a
//! board that is too near, moves that lead farther away are taken, and most others are not. Such
//! boards are independent too, but a board is more likely if many paths lead to it.

mod paths;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_data::{DepthCounts, enough_moves, hardest17};
use fifteen_puzzle::{Board, Goal, Metric, RandomBoards, RandomNumbers};
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, TileIda};
use fifteen_search::{Find, Threads};
use fifteen_solver::{OpenError, Solution, SolveError, Solver};

use self::paths::{RandomPaths, neighbours};
use crate::LabError;
use crate::enumeration::BoardLayers;

/// Maximum number of cells of a board whose states are all enumerated.
const MAX_ENUMERATED_CELLS: usize = 12;
/// Maximum number of cells of a board of which random boards are solved. Larger ones would take
/// hours each.
const MAX_SOLVED_CELLS: usize = 16;
/// Maximum number of boards of a depth that are listed.
const MAX_LISTED: usize = 100_000;
/// Expected number of random boards or paths up to which drawing them is faster than a walk.
const MAX_TRIES: f64 = 3000.0;
/// Depth up to which paths are drawn on sizes whose boards were never counted, as a multiple of the
/// number of cells.
const PATH_DEPTH_PER_CELL: u32 = 2;
/// One in this many moves of a walk may lead away from the depth, so that it finds a way around.
const MOVES_PER_MOVE_AWAY: u64 = 4;

/// A stream of random boards of one depth. The same seed gives the same boards.
#[derive(Debug)]
pub struct BoardsOfDepth {
    goal: Board,
    depth: u32,
    numbers: RandomNumbers,
    random: RandomBoards,
    method: DrawMethod,
    /// Number of boards of this depth, if it is known.
    count: Option<u64>,
    drawn: HashSet<Board>,
    /// The solver that finds lengths.
    solver: Option<Arc<Solver>>,
    limits: Limits,
}

/// How boards of the depth are drawn (see the [module](self)).
#[derive(Debug)]
enum DrawMethod {
    /// Picks one of the boards that an enumeration found at the depth.
    Enumeration(Box<BoardLayers>),
    /// Picks one of these boards.
    List(Vec<Board>),
    /// Solves random boards.
    RandomBoards,
    /// Draws paths from the goal.
    RandomPaths(RandomPaths),
    /// Walks towards the depth, from here if a walk is under way.
    Walk(Option<WalkPosition>),
}

/// A board on a walk, with its distance from the goal.
#[derive(Debug, Clone, Copy)]
struct WalkPosition {
    board: Board,
    depth: u32,
}

impl BoardsOfDepth {
    /// Creates the stream of boards at `depth` from `goal`. It ends when another thread sets
    /// `cancel`.
    ///
    /// `open` opens a solver; it is called only if the boards can be neither enumerated nor listed.
    ///
    /// # Errors
    /// Returns an error if no board has that depth, if the solver can't be opened, or if the system
    /// refuses memory.
    pub fn new(
        goal: &Board,
        depth: u32,
        seed: u64,
        threads: usize,
        cancel: &Arc<AtomicBool>,
        open: impl FnOnce() -> Result<Solver, OpenError>,
    ) -> Result<Self, LabError> {
        let limits = Limits::cancelled_by(Arc::clone(cancel));
        let method = if goal.size().cells() <= MAX_ENUMERATED_CELLS {
            let layers = enumerate_to_depth(goal, depth, threads, &limits)?;
            DrawMethod::Enumeration(Box::new(layers))
        } else {
            DrawMethod::of_large_board(goal, depth)?
        };
        let (count, solver) = match &method {
            DrawMethod::Enumeration(layers) => (Some(layers.count()), None),
            DrawMethod::List(boards) => (Some(boards.len() as u64), None),
            _ => {
                let solver = open()?;
                let ida = Algorithm::Ida(TileIda::fast(Threads::all_if_zero(threads)));
                let solver = solver.with_algorithm(ida, Some(solver.order()));
                (published_count(goal, depth), Some(Arc::new(solver)))
            }
        };
        Ok(Self {
            goal: *goal,
            depth,
            numbers: RandomNumbers::new(seed),
            random: RandomBoards::new(*goal, seed),
            method,
            count,
            drawn: HashSet::new(),
            solver,
            limits,
        })
    }

    /// The solver that was opened, or `None` if the boards are enumerated or listed.
    pub fn solver(&self) -> Option<&Arc<Solver>> {
        self.solver.as_ref()
    }

    /// True if all boards of the depth are equally likely.
    pub fn is_uniform(&self) -> bool {
        !matches!(self.method, DrawMethod::Walk(_))
    }

    /// Draws a board that was not drawn before.
    ///
    /// Returns `None` if all boards of the depth were drawn, or if another thread set the flag.
    /// `on_try` is called before each attempt, of which many may be needed.
    ///
    /// # Errors
    /// Returns an error if a table is damaged.
    pub fn draw(&mut self, on_try: &mut dyn FnMut()) -> Result<Option<Board>, SolveError> {
        while self.count != Some(self.drawn.len() as u64) {
            on_try();
            let found = self.attempt()?;
            // An interrupted search may have found nothing for that reason only.
            if self.limits.check_interruption().is_err() {
                break;
            }
            if let Some(board) = found.filter(|&board| self.drawn.insert(board)) {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// Makes one attempt: tries a random board or path, or takes a step of the walk. Returns the
    /// board if it has the depth.
    fn attempt(&mut self) -> Result<Option<Board>, SolveError> {
        match &mut self.method {
            DrawMethod::Enumeration(layers) => Ok(layers.board(self.numbers.below(layers.count()))),
            DrawMethod::List(boards) => {
                let index = self.numbers.below(boards.len() as u64);
                Ok(Some(boards[index as usize]))
            }
            DrawMethod::RandomBoards => self.try_random_board(),
            DrawMethod::RandomPaths(paths) => {
                let board = paths.draw(&mut self.numbers);
                // A board is the end of as many paths as it has shortest solutions. Accepting one
                // in that number makes all boards equally likely.
                let solutions = self.shortest_solutions(&board)?;
                let is_accepted = solutions > 0 && self.numbers.below(solutions) == 0;
                Ok(is_accepted.then_some(board))
            }
            DrawMethod::Walk(position) => match position.take() {
                Some(arrived) if arrived.depth == self.depth => Ok(Some(arrived.board)),
                position => {
                    self.method = DrawMethod::Walk(self.walk_step(position)?);
                    Ok(None)
                }
            },
        }
    }

    /// Solves a random board, and returns it if it has the depth.
    fn try_random_board(&mut self) -> Result<Option<Board>, SolveError> {
        // Every move takes the blank to a cell of the other colour. So the blank's cell tells
        // whether a board needs an even or an odd number of moves.
        let size = self.goal.size();
        let goal_colour = size.colour(self.goal.blank());
        let has_parity_of_depth = |board: &Board| {
            let is_odd = size.colour(board.blank()) != goal_colour;
            is_odd == (self.depth % 2 == 1)
        };
        let Some(board) = self.random.find(has_parity_of_depth) else {
            return Ok(None);
        };
        let length = self.length(&board, self.depth)?;
        Ok((length == Some(self.depth)).then_some(board))
    }

    /// Takes a step of a walk and returns the position after it, or `None` if the walk is given up.
    ///
    /// Without a position a walk begins: at a random board, or at the goal if the size is too large
    /// for random boards to be solved.
    fn walk_step(
        &mut self,
        position: Option<WalkPosition>,
    ) -> Result<Option<WalkPosition>, SolveError> {
        let Some(position) = position else {
            return self.begin_walk();
        };
        let boards: Vec<Board> = neighbours(&position.board).collect();
        let board = boards[self.numbers.below(boards.len() as u64) as usize];
        // The neighbour is one move nearer to the goal or one move farther away, so a search of one
        // move less than here decides which.
        let nearer = position.depth.saturating_sub(1);
        let depth = self.length(&board, nearer)?.unwrap_or(position.depth + 1);
        let leads_away = depth.abs_diff(self.depth) > position.depth.abs_diff(self.depth);
        if leads_away && self.numbers.below(MOVES_PER_MOVE_AWAY) != 0 {
            return Ok(Some(position));
        }
        Ok(Some(WalkPosition { board, depth }))
    }

    fn begin_walk(&mut self) -> Result<Option<WalkPosition>, SolveError> {
        let can_be_solved = self.goal.size().cells() <= MAX_SOLVED_CELLS;
        let Some(board) = self.random.next().filter(|_| can_be_solved) else {
            return Ok(Some(WalkPosition {
                board: self.goal,
                depth: 0,
            }));
        };
        let depth = self.length(&board, u32::MAX)?;
        Ok(depth.map(|depth| WalkPosition { board, depth }))
    }

    /// Length of the shortest solutions, or `None` if it is above `max_length`.
    fn length(&self, board: &Board, max_length: u32) -> Result<Option<u32>, SolveError> {
        let Some(solver) = &self.solver else {
            return Ok(None);
        };
        let found = self.search(solver, board, max_length)?;
        Ok(found.length.filter(|_| found.shortest))
    }

    /// Number of shortest solutions, or 0 if the board does not have the depth.
    fn shortest_solutions(&self, board: &Board) -> Result<u64, SolveError> {
        let Some(solver) = &self.solver else {
            return Ok(0);
        };
        let counting = Algorithm::Ida(TileIda::Plain {
            find: Find::All { keep: 0 },
            pause: None,
        });
        let counting = solver.with_algorithm(counting, Some(solver.order()));
        let found = self.search(&counting, board, self.depth)?;
        let is_deep = found.length == Some(self.depth);
        Ok(found.solutions.filter(|_| is_deep).unwrap_or(0))
    }

    /// Searches for solutions of at most `max_length` moves.
    fn search(
        &self,
        solver: &Solver,
        board: &Board,
        max_length: u32,
    ) -> Result<Solution, SolveError> {
        let limits = Limits {
            depth: Some(max_length),
            ..self.limits.clone()
        };
        solver.solve(board, &limits)
    }
}

impl DrawMethod {
    /// Chooses the method for a board that is too large to be enumerated.
    fn of_large_board(goal: &Board, depth: u32) -> Result<Self, LabError> {
        let enough = enough_moves(goal);
        if depth > enough {
            return Err(LabError::TooDeep {
                size: goal.size(),
                depth,
                enough,
            });
        }
        if let Some(boards) = listed(goal, depth) {
            return Ok(Self::List(boards));
        }
        let size = goal.size();
        let paths = RandomPaths::new(goal, depth);
        // The numbers of boards are published for goals with the blank in a corner. For other
        // goals they are a good estimate.
        let corner = Goal::Last.board(size).ok();
        let counts = corner.and_then(|corner| DepthCounts::for_goal(&corner, Metric::SingleTile));
        let Some(DepthCounts { counts, .. }) = counts else {
            let is_near = depth <= PATH_DEPTH_PER_CELL * size.cells() as u32;
            return Ok(if is_near {
                Self::RandomPaths(paths)
            } else {
                Self::Walk(None)
            });
        };
        let hardest = hardest17(Goal::Board(*goal));
        if depth as usize == counts.len() - 1 && !hardest.is_empty() {
            return Ok(Self::List(hardest));
        }
        let boards_of_depth = counts.get(depth as usize).map_or(0.0, |&n| n as f64);
        // Half of all boards have the parity of the depth.
        let boards = counts.iter().sum::<u64>() as f64 / 2.0;
        let boards_tried = boards / boards_of_depth;
        let paths_tried = paths.count() / boards_of_depth;
        Ok(if boards_tried.min(paths_tried) > MAX_TRIES {
            Self::Walk(None)
        } else if boards_tried < paths_tried {
            Self::RandomBoards
        } else {
            Self::RandomPaths(paths)
        })
    }
}

/// The published number of boards of a depth.
fn published_count(goal: &Board, depth: u32) -> Option<u64> {
    let published = DepthCounts::for_goal(goal, Metric::SingleTile)?;
    published.counts.get(depth as usize).copied()
}

/// Lists the boards of a depth by a breadth-first search. Returns `None` if this or a smaller depth
/// has more than [`MAX_LISTED`] boards.
fn listed(goal: &Board, depth: u32) -> Option<Vec<Board>> {
    let mut before = HashSet::new();
    let mut layer = HashSet::from([*goal]);
    for _ in 0..depth {
        let next = layer
            .iter()
            .flat_map(neighbours)
            .filter(|board| !before.contains(board))
            .collect();
        before = std::mem::replace(&mut layer, next);
        if layer.len() > MAX_LISTED {
            return None;
        }
    }
    // A hash set has another order each time, and the same seed must draw the same boards.
    let mut boards: Vec<Board> = layer.into_iter().collect();
    boards.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
    Some(boards)
}

/// Enumerates the boards depth by depth, and stops at `depth`.
fn enumerate_to_depth(
    goal: &Board,
    depth: u32,
    threads: usize,
    limits: &Limits,
) -> Result<BoardLayers, LabError> {
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
    while layers.depth() < depth {
        match layers.deepen(limits) {
            Ok(0) => {
                return Err(LabError::TooDeep {
                    size: goal.size(),
                    depth,
                    enough: layers.depth(),
                });
            }
            Ok(_) => (),
            Err(_) => return Err(LabError::Interrupted),
        }
    }
    Ok(layers)
}

#[cfg(test)]
mod tests;
