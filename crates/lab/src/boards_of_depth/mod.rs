//! Random boards whose shortest solutions have a given length: independent of each other, and none twice.
//!
//! Each board of the depth is equally likely where that can be had:
//! - boards of up to 12 cells are counted whole, and depths with few boards are listed;
//! - random boards are solved until one has the depth, if enough boards have it, by the published counts;
//! - near the goal, paths of that many moves are drawn until one is a shortest solution (`paths.rs`).
//!
//! Otherwise each board is the end of a walk of its own towards the depth. Such boards are independent, but boards that
//! have more of the paths around them are drawn more often.

mod paths;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_data::{DepthCounts, enough_moves, hardest17};
use fifteen_puzzle::{Board, Goal, Metric, RandomBoards, RandomNumbers};
use fifteen_search::Limits;
use fifteen_search::tiles::Mode;
use fifteen_solver::{OpenError, Options, Solution, SolveError, Solver};

use self::paths::{Paths, neighbours};
use crate::LabError;
use crate::enumeration::BoardLayers;

/// The largest board that is counted whole.
const COUNTED_CELLS: usize = 12;
/// The largest board of which random boards are solved.
const SOLVED_CELLS: usize = 16;
/// The most boards of a depth that are listed.
const LISTED: usize = 100_000;
/// Boards or paths among which at least one is drawn; where there are fewer, walks are quicker.
const TRIES: f64 = 3000.0;
/// The largest depth for which paths are drawn, in multiples of the number of cells, where boards were never counted.
const PATHS: u32 = 2;
/// Moves of a walk that lead away from the depth, for each one that is made.
const AWAY: u64 = 4;

/// A stream of random boards of one depth. The same seed gives the same boards.
#[derive(Debug)]
pub struct BoardsOfDepth {
    goal: Board,
    depth: u32,
    numbers: RandomNumbers,
    random: RandomBoards,
    source: Source,
    /// The number of boards of that depth; none if it is unknown.
    count: Option<u64>,
    drawn: HashSet<Board>,
    solver: Option<Arc<Solver>>,
    options: Options,
}

#[derive(Debug)]
enum Source {
    Layers(Box<BoardLayers>),
    List(Vec<Board>),
    Random,
    Paths(Paths),
    /// The board and the depth at which a walk has arrived.
    Walk(Option<(Board, u32)>),
}

impl BoardsOfDepth {
    /// The boards at `depth` from `goal`, until another thread sets the flag. `open` opens a solver, for boards that are
    /// too many to be counted.
    ///
    /// # Errors
    /// If no board is that deep, or a solver or memory is missing.
    pub fn new(
        goal: &Board,
        depth: u32,
        seed: u64,
        threads: usize,
        cancel: &Arc<AtomicBool>,
        open: impl FnOnce() -> Result<Solver, OpenError>,
    ) -> Result<Self, LabError> {
        let (size, enough) = (goal.size(), enough_moves(goal));
        let limits = Limits::cancelled_by(Arc::clone(cancel));
        let (source, count) = if size.cells() <= COUNTED_CELLS {
            let layers = Box::new(layer(goal, depth, threads, &limits)?);
            let count = layers.count();
            (Source::Layers(layers), Some(count))
        } else if depth > enough {
            return Err(LabError::TooDeep {
                size,
                depth,
                enough,
            });
        } else if let Some(boards) = listed(goal, depth) {
            let count = boards.len() as u64;
            (Source::List(boards), Some(count))
        } else {
            let known = DepthCounts::for_goal(goal, Metric::SingleTile);
            (
                unlisted(goal, depth),
                known.and_then(|known| known.counts.get(depth as usize).copied()),
            )
        };
        let is_searched = !matches!(source, Source::Layers(_) | Source::List(_));
        let solver = if is_searched {
            Some(Arc::new(open()?))
        } else {
            None
        };
        let (numbers, random) = (RandomNumbers::new(seed), RandomBoards::new(*goal, seed));
        let options = Options {
            mode: Mode::Fast { threads },
            limits,
            ..Options::default()
        };
        Ok(Self {
            goal: *goal,
            depth,
            numbers,
            random,
            source,
            count,
            drawn: HashSet::new(),
            solver,
            options,
        })
    }

    /// The solver that was opened; `None` for boards that are counted or listed.
    pub fn solver(&self) -> Option<&Arc<Solver>> {
        self.solver.as_ref()
    }

    /// True if each board of the depth is equally likely.
    pub fn is_uniform(&self) -> bool {
        !matches!(self.source, Source::Walk(_))
    }

    /// The next board, unlike all before; `None` if all were drawn, or if another thread set the flag.
    /// `on_try` is called before each board that is tried.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn draw(&mut self, on_try: &mut dyn FnMut()) -> Result<Option<Board>, SolveError> {
        while self.count != Some(self.drawn.len() as u64) {
            on_try();
            let found = self.attempt()?;
            // A search that was interrupted has found nothing.
            if self.options.limits.check_interruption().is_err() {
                break;
            }
            if let Some(board) = found.filter(|&board| self.drawn.insert(board)) {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// A board of the depth, if the one that is tried has it.
    fn attempt(&mut self) -> Result<Option<Board>, SolveError> {
        match &mut self.source {
            Source::Layers(layers) => Ok(layers.board(self.numbers.below(layers.count()))),
            Source::List(boards) => Ok(Some(
                boards[self.numbers.below(boards.len() as u64) as usize],
            )),
            Source::Random => {
                // All solutions of a board are odd, or all are even, as its blank's cell says.
                let size = self.goal.size();
                let is_odd =
                    |board: &Board| size.colour(board.blank()) != size.colour(self.goal.blank());
                let Some(board) = self
                    .random
                    .find(|board| is_odd(board) == (self.depth % 2 == 1))
                else {
                    return Ok(None);
                };
                let length = self.length(&board, self.depth)?;
                Ok(Some(board).filter(|_| length == Some(self.depth)))
            }
            Source::Paths(paths) => {
                let board = paths.draw(&mut self.numbers);
                // A board is the end of as many paths as it has shortest solutions.
                let solutions = self.solutions(&board)?;
                Ok(Some(board).filter(|_| solutions > 0 && self.numbers.below(solutions) == 0))
            }
            Source::Walk(at) => match at.take() {
                Some((board, at)) if at == self.depth => Ok(Some(board)),
                at => {
                    self.source = Source::Walk(self.step(at)?);
                    Ok(None)
                }
            },
        }
    }

    /// The place of a walk after a step; a walk begins at a random board, or on a large board at the goal, since the
    /// random ones are too hard to be solved.
    fn step(&mut self, at: Option<(Board, u32)>) -> Result<Option<(Board, u32)>, SolveError> {
        let Some((board, at)) = at else {
            let is_small = self.goal.size().cells() <= SOLVED_CELLS;
            let Some(start) = self.random.next().filter(|_| is_small) else {
                return Ok(Some((self.goal, 0)));
            };
            return Ok(self.length(&start, u32::MAX)?.map(|length| (start, length)));
        };
        let boards: Vec<Board> = neighbours(&board).collect();
        let next = boards[self.numbers.below(boards.len() as u64) as usize];
        // A neighbour is one move nearer to the goal or one farther from it.
        let length = self.length(&next, at.saturating_sub(1))?.unwrap_or(at + 1);
        let leads_away = length.abs_diff(self.depth) > at.abs_diff(self.depth);
        let is_made = !leads_away || self.numbers.below(AWAY) == 0;
        Ok(Some(if is_made { (next, length) } else { (board, at) }))
    }

    /// The length of the shortest solutions, if it is at most `most`.
    fn length(&self, board: &Board, most: u32) -> Result<Option<u32>, SolveError> {
        let found = self.search(board, most, self.options.clone())?;
        Ok(found.and_then(|found| found.length.filter(|_| found.shortest)))
    }

    /// The number of solutions if the shortest ones have the depth; otherwise 0.
    fn solutions(&self, board: &Board) -> Result<u64, SolveError> {
        let options = Options {
            mode: Mode::Plain,
            all: Some(0),
            ..self.options.clone()
        };
        let found = self
            .search(board, self.depth, options)?
            .filter(|found| found.length == Some(self.depth));
        Ok(found.and_then(|found| found.solutions).unwrap_or(0))
    }

    fn search(
        &self,
        board: &Board,
        most: u32,
        options: Options,
    ) -> Result<Option<Solution>, SolveError> {
        let limits = Limits {
            depth: Some(most),
            ..options.limits
        };
        self.solver
            .as_ref()
            .map(|solver| solver.solve(board, &Options { limits, ..options }))
            .transpose()
    }
}

/// The source of boards that are too many to be counted.
fn unlisted(goal: &Board, depth: u32) -> Source {
    let size = goal.size();
    let paths = Paths::new(goal, depth);
    // For other goals than those that were counted, a goal in the corner tells what to expect.
    let corner = Goal::Last
        .board(size)
        .ok()
        .and_then(|corner| DepthCounts::for_goal(&corner, Metric::SingleTile));
    let Some(counts) = corner.map(|known| known.counts) else {
        let is_near = depth <= PATHS * size.cells() as u32;
        return if is_near {
            Source::Paths(paths)
        } else {
            Source::Walk(None)
        };
    };
    let hardest = hardest17(Goal::Board(*goal));
    if depth as usize == counts.len() - 1 && !hardest.is_empty() {
        return Source::List(hardest);
    }
    let of_depth = counts
        .get(depth as usize)
        .map_or(0.0, |&count| count as f64);
    let all: u64 = counts.iter().sum();
    let [random, paths_tried] = [all as f64 / 2.0, paths.count()].map(|tried| tried / of_depth);
    match (random < paths_tried, random.min(paths_tried) <= TRIES) {
        (_, false) => Source::Walk(None),
        (true, true) => Source::Random,
        (false, true) => Source::Paths(paths),
    }
}

/// The boards of that depth, if this and each smaller depth have few.
fn listed(goal: &Board, depth: u32) -> Option<Vec<Board>> {
    let (mut before, mut layer) = (HashSet::new(), HashSet::from([*goal]));
    for _ in 0..depth {
        let next = layer
            .iter()
            .flat_map(neighbours)
            .filter(|board| !before.contains(board))
            .collect();
        before = std::mem::replace(&mut layer, next);
        if layer.len() > LISTED {
            return None;
        }
    }
    let mut boards: Vec<Board> = layer.into_iter().collect();
    boards.sort_unstable_by(|a, b| a.tiles().cmp(b.tiles()));
    Some(boards)
}

/// The layer of that depth.
fn layer(
    goal: &Board,
    depth: u32,
    threads: usize,
    limits: &Limits,
) -> Result<BoardLayers, LabError> {
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
    while layers.depth() < depth {
        match layers.deepen(limits) {
            Ok(0) => {
                let (size, enough) = (goal.size(), layers.depth());
                return Err(LabError::TooDeep {
                    size,
                    depth,
                    enough,
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
