//! [`BoardsOfDepth`]: random boards whose shortest solutions have a given number of moves.
//!
//! The boards are independent of each other, and no board is drawn twice. A board that is, for
//! example, 50 moves from the goal can't be drawn directly. So the cheapest of several methods is
//! used, all of which make every board at the requested depth equally likely:
//!
//! 1. On sizes of up to 12 cells, all boards are enumerated depth by depth, and a random board at
//!    the requested depth is picked.
//! 2. If the requested depth and all smaller ones have few boards, the boards are listed by a
//!    breadth-first search.
//! 3. Random boards are solved until one is at the requested depth. On 4x4, one board in 13 needs
//!    53 moves, but only one in 17,000 needs 30.
//! 4. Near the goal, random paths of the requested length, starting at the goal, are sampled
//!    (`paths.rs`). The board at the end of a path is accepted only if no path to it is shorter.
//!    Boards at the end of many paths are accepted less often.
//!
//! If all of these methods would take too long, a *walk* is used instead: a random walk that
//! favours moves towards the requested depth and rejects most other moves, until it reaches that
//! depth. Such boards are independent too, but a board is more likely if many paths lead to it.

mod paths;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_data::{DepthCounts, enough_moves, hardest17};
use fifteen_puzzle::{Board, Goal, Metric, RandomBoards, RandomNumbers, Size};
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, TileIda};
use fifteen_search::{Find, Threads};
use fifteen_solver::{OpenError, Solution, SolveError, Solver};

use self::paths::{RandomPaths, neighbours};
use crate::LabError;
use crate::enumeration::BoardLayers;

/// Maximum number of cells for which all boards are enumerated. Larger sizes would need too much
/// memory.
const MAX_ENUMERATED_CELLS: usize = 12;
/// Maximum number of cells for which random boards are solved. On larger sizes, solving a board
/// would take hours.
const MAX_SOLVED_CELLS: usize = 16;
/// Maximum number of boards at one depth that are listed in memory. A breadth-first search from the
/// goal lists them, and gives up at the first depth with more boards.
const MAX_LISTED: usize = 100_000;
/// Maximum expected number of attempts to draw a board. An attempt tries a random board or a random
/// path, and fails if the board is not at the requested depth. If more attempts are expected, a
/// random walk is faster and is used instead.
const MAX_TRIES: f64 = 3000.0;
/// Maximum depth for which random paths are used, in moves per cell. On 5x5, for example, paths
/// have up to 50 moves. The limit applies only to sizes for which the number of boards at each
/// depth is unknown.
const PATH_DEPTH_PER_CELL: u32 = 2;
/// A random walk accepts one in four moves that lead away from the requested depth. If it rejected
/// all of them, it would get stuck on a board from which every move leads away.
const MOVES_PER_MOVE_AWAY: u64 = 4;

/// A sequence of random boards whose shortest solutions have a given number of moves. The same seed
/// always yields the same boards.
#[derive(Debug)]
pub struct BoardsOfDepth {
    numbers: RandomNumbers,
    method: DrawMethod,
    /// Number of boards at the requested depth, or `None` if it is unknown.
    count: Option<u64>,
    drawn: HashSet<Board>,
    limits: Limits,
}

/// How boards at the requested depth are drawn (see the [module](self)).
#[derive(Debug)]
enum DrawMethod {
    Known(KnownBoards),
    Sampled(Box<SampledBoards>),
}

/// All boards at the requested depth. One of them is picked at random.
#[derive(Debug)]
enum KnownBoards {
    /// The boards at the current depth of a complete enumeration.
    Enumeration(Box<BoardLayers>),
    /// The boards as a list in memory.
    List(Vec<Board>),
}

/// Boards that are sampled at random until one has the requested depth. A solver computes the
/// distances of sampled boards from the goal.
#[derive(Debug)]
struct SampledBoards {
    goal: Board,
    depth: u32,
    sampling: Sampling,
    random: RandomBoards,
    solver: Arc<Solver>,
    limits: Limits,
}

/// How boards are sampled.
#[derive(Debug)]
enum Sampling {
    /// Random boards are solved until one has the requested depth.
    RandomBoards,
    /// Random paths of the requested length are sampled, starting at the goal. A board at the end
    /// of a path is rejected if a shorter path leads to it, because it is then nearer to the goal.
    RandomPaths(RandomPaths),
    /// A random walk leads towards the requested depth. The value is the current position, or
    /// `None` before a new walk begins.
    Walk(Option<WalkPosition>),
}

/// The current board of a random walk, with its distance from the goal.
#[derive(Debug, Clone, Copy)]
struct WalkPosition {
    board: Board,
    depth: u32,
}

impl BoardsOfDepth {
    /// Creates a sequence of random boards that are `depth` moves from `goal`. The sequence ends if
    /// another thread sets `cancel`.
    ///
    /// `open` opens a solver, which computes the distances of boards from the goal. It is not
    /// called if all boards at this depth are already known from an enumeration or a list in
    /// memory.
    ///
    /// # Errors
    /// Returns an error if no board is `depth` moves from the goal, if the solver can't be opened,
    /// if memory can't be allocated, or if `cancel` is set while boards are enumerated.
    pub fn new(
        goal: &Board,
        depth: u32,
        seed: u64,
        threads: Threads,
        cancel: &Arc<AtomicBool>,
        open: impl FnOnce() -> Result<Solver, OpenError>,
    ) -> Result<Self, LabError> {
        let limits = Limits::cancelled_by(Arc::clone(cancel));
        let (method, count) = match KnownBoards::at_depth(goal, depth, threads, &limits)? {
            Some(known) => {
                let count = known.count();
                (DrawMethod::Known(known), Some(count))
            }
            None => {
                let solver = open()?;
                let ida = Algorithm::Ida(TileIda::fast(threads));
                let sampled = SampledBoards {
                    goal: *goal,
                    depth,
                    sampling: Sampling::choose(goal, depth),
                    random: RandomBoards::new(*goal, seed),
                    solver: Arc::new(solver.with_algorithm(ida, Some(solver.order()))),
                    limits: limits.clone(),
                };
                let method = DrawMethod::Sampled(Box::new(sampled));
                (method, published_count(goal, depth))
            }
        };
        Ok(Self {
            numbers: RandomNumbers::new(seed),
            method,
            count,
            drawn: HashSet::new(),
            limits,
        })
    }

    /// Returns the solver that computes distances, or `None` if all boards at the depth are already
    /// known from an enumeration or a list in memory.
    pub fn solver(&self) -> Option<&Arc<Solver>> {
        match &self.method {
            DrawMethod::Known(_) => None,
            DrawMethod::Sampled(sampled) => Some(&sampled.solver),
        }
    }

    /// Returns whether all boards at the requested depth are equally likely. This is true for all
    /// methods except a random walk.
    pub fn is_uniform(&self) -> bool {
        match &self.method {
            DrawMethod::Known(_) => true,
            DrawMethod::Sampled(sampled) => !matches!(sampled.sampling, Sampling::Walk(_)),
        }
    }

    /// Draws a board that has not been drawn before.
    ///
    /// Returns `None` if all boards at the requested depth have been drawn, or if another thread
    /// sets the `cancel` flag. Drawing a board can take many attempts, and `on_try` is called
    /// before each attempt.
    ///
    /// # Errors
    /// Returns an error if a table is damaged.
    pub fn draw(&mut self, on_try: &mut dyn FnMut()) -> Result<Option<Board>, SolveError> {
        while self.count != Some(self.drawn.len() as u64) {
            on_try();
            let found = match &mut self.method {
                DrawMethod::Known(known) => known.pick(&mut self.numbers),
                DrawMethod::Sampled(sampled) => sampled.attempt(&mut self.numbers)?,
            };
            // If the search was interrupted, `None` does not mean that no board exists, so ignore
            // the result.
            if self.limits.check_interruption().is_err() {
                break;
            }
            if let Some(board) = found.filter(|&board| self.drawn.insert(board)) {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }
}

impl KnownBoards {
    /// Returns all boards that are `depth` moves from `goal`, or `None` if there are too many of
    /// them.
    fn at_depth(
        goal: &Board,
        depth: u32,
        threads: Threads,
        limits: &Limits,
    ) -> Result<Option<Self>, LabError> {
        if goal.size().cells() <= MAX_ENUMERATED_CELLS {
            let layers = enumerate_to_depth(goal, depth, threads, limits)?;
            return Ok(Some(Self::Enumeration(Box::new(layers))));
        }
        let enough = enough_moves(goal);
        if depth > enough {
            return Err(LabError::TooDeep {
                size: goal.size(),
                depth,
                enough,
            });
        }
        let listed = listed(goal, depth).or_else(|| published_list(goal, depth));
        Ok(listed.map(Self::List))
    }

    fn count(&self) -> u64 {
        match self {
            Self::Enumeration(layers) => layers.count(),
            Self::List(boards) => boards.len() as u64,
        }
    }

    /// Picks one of the boards at random. All boards are equally likely.
    fn pick(&self, numbers: &mut RandomNumbers) -> Option<Board> {
        let index = numbers.below(self.count());
        match self {
            Self::Enumeration(layers) => layers.board(index),
            Self::List(boards) => boards.get(index as usize).copied(),
        }
    }
}

impl SampledBoards {
    /// Makes one attempt to draw a board: tries a random board or path, or takes a step of the
    /// walk. Returns the board if it is at the requested depth.
    fn attempt(&mut self, numbers: &mut RandomNumbers) -> Result<Option<Board>, SolveError> {
        match &mut self.sampling {
            Sampling::RandomBoards => self.try_random_board(),
            Sampling::RandomPaths(paths) => {
                let board = paths.draw(numbers);
                // A board with n shortest solutions is the end of n paths. Accepting it with
                // probability 1/n makes all boards equally likely.
                let solutions = self.shortest_solutions(&board)?;
                let is_accepted = solutions > 0 && numbers.below(solutions) == 0;
                Ok(is_accepted.then_some(board))
            }
            Sampling::Walk(position) => match position.take() {
                Some(arrived) if arrived.depth == self.depth => Ok(Some(arrived.board)),
                position => {
                    self.sampling = Sampling::Walk(self.walk_step(position, numbers)?);
                    Ok(None)
                }
            },
        }
    }

    /// Solves a random board. Returns the board if it is at the requested depth.
    fn try_random_board(&mut self) -> Result<Option<Board>, SolveError> {
        // The blank's cell determines whether a board needs an even or an odd number of moves,
        // because every move takes the blank to a cell of the opposite chequerboard colour. Boards
        // with the wrong parity need not be solved.
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

    /// Takes a step of a random walk. Returns the new board and its distance from the goal, or
    /// `None` if a new walk must begin.
    ///
    /// If `position` is `None`, begins a new walk at a random board, or at the goal if boards of
    /// this size are too hard to solve.
    fn walk_step(
        &mut self,
        position: Option<WalkPosition>,
        numbers: &mut RandomNumbers,
    ) -> Result<Option<WalkPosition>, SolveError> {
        let Some(position) = position else {
            return self.begin_walk();
        };
        let boards: Vec<Board> = neighbours(&position.board).collect();
        let board = boards[numbers.below(boards.len() as u64) as usize];
        // The current board is `position.depth` moves from the goal, and a move changes the
        // distance by 1. So the new board is either `nearer` or `position.depth + 1` moves from the
        // goal. It is the latter if the search finds no solution of length `nearer`.
        let nearer = position.depth.saturating_sub(1);
        let depth = self.length(&board, nearer)?.unwrap_or(position.depth + 1);
        let leads_away = depth.abs_diff(self.depth) > position.depth.abs_diff(self.depth);
        if leads_away && numbers.below(MOVES_PER_MOVE_AWAY) != 0 {
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

    /// Returns the length of a shortest solution of `board`, or `None` if it exceeds `max_length`.
    fn length(&self, board: &Board, max_length: u32) -> Result<Option<u32>, SolveError> {
        let found = self.search(&self.solver, board, max_length)?;
        Ok(found.length.filter(|_| found.shortest))
    }

    /// Returns the number of shortest solutions of `board`, or 0 if the board is not at the
    /// requested depth.
    fn shortest_solutions(&self, board: &Board) -> Result<u64, SolveError> {
        let counting = Algorithm::Ida(TileIda::Plain {
            find: Find::All { keep: 0 },
            pause: None,
        });
        let counting = self
            .solver
            .with_algorithm(counting, Some(self.solver.order()));
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

impl Sampling {
    /// Chooses the method for sampling boards that are `depth` moves from `goal`.
    fn choose(goal: &Board, depth: u32) -> Self {
        let size = goal.size();
        let paths = RandomPaths::new(goal, depth);
        let Some(DepthCounts { counts, .. }) = counts_for_corner(size) else {
            let is_near = depth <= PATH_DEPTH_PER_CELL * size.cells() as u32;
            return if is_near {
                Self::RandomPaths(paths)
            } else {
                Self::Walk(None)
            };
        };
        let boards_of_depth = counts.get(depth as usize).map_or(0.0, |&n| n as f64);
        // About half of all boards have the wrong parity and are rejected without being solved.
        let boards = counts.iter().sum::<u64>() as f64 / 2.0;
        let boards_tried = boards / boards_of_depth;
        let paths_tried = paths.count() / boards_of_depth;
        if boards_tried.min(paths_tried) > MAX_TRIES {
            Self::Walk(None)
        } else if boards_tried < paths_tried {
            Self::RandomBoards
        } else {
            Self::RandomPaths(paths)
        }
    }
}

/// Returns the published number of boards at each depth for a goal with the blank in a corner. The
/// numbers are good estimates for other goals too.
fn counts_for_corner(size: Size) -> Option<DepthCounts> {
    let corner = Goal::Last.board(size).ok()?;
    DepthCounts::for_goal(&corner, Metric::SingleTile)
}

/// Returns the published list of the hardest 4x4 boards if they are exactly `depth` moves from
/// `goal`. Returns `None` for other sizes and depths, and if the goal's blank is not in a corner.
fn published_list(goal: &Board, depth: u32) -> Option<Vec<Board>> {
    let counts = counts_for_corner(goal.size())?.counts;
    let hardest = hardest17(Goal::Board(*goal));
    (depth as usize == counts.len() - 1 && !hardest.is_empty()).then_some(hardest)
}

/// Returns the published number of boards at distance `depth` from `goal`, or `None` if it is
/// unknown.
fn published_count(goal: &Board, depth: u32) -> Option<u64> {
    let published = DepthCounts::for_goal(goal, Metric::SingleTile)?;
    published.counts.get(depth as usize).copied()
}

/// Lists the boards at distance `depth` by a breadth-first search. Returns `None` if this depth or
/// a smaller one has more than [`MAX_LISTED`] boards.
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
    // The iteration order of a hash set changes from run to run. Sort the boards, so that the same
    // seed draws the same boards.
    let mut boards: Vec<Board> = layer.into_iter().collect();
    boards.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
    Some(boards)
}

/// Enumerates the boards depth by depth, up to `depth`.
fn enumerate_to_depth(
    goal: &Board,
    depth: u32,
    threads: Threads,
    limits: &Limits,
) -> Result<BoardLayers, LabError> {
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
    while layers.depth() < depth {
        if layers.deepen(limits)? == 0 {
            return Err(LabError::TooDeep {
                size: goal.size(),
                depth,
                enough: layers.depth(),
            });
        }
    }
    Ok(layers)
}

#[cfg(test)]
mod tests;
