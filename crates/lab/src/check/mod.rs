//! Admissibility and consistency of a heuristic, checked board by board.
//!
//! A heuristic is admissible if no value is larger than the distance to the goal, and consistent if no move changes the
//! value by more than 1. A [`CheckPlan`] compares the values of all boards with their distances, which breadth-first
//! search finds, and the values of both ends of every move. Of boards that are too large for that it takes samples: the
//! moves of random boards and of boards near the goal, and the values along solutions, which are at least as long as
//! the distance. A [`HeuristicCheck`] has the findings; a [`CheckRecord`] is the result as data.

mod record;

use std::ops::ControlFlow;

use fifteen_puzzle::{
    Board, Direction, ImportanceSampledBoards, Metric, MoveOrder, RandomBoards, Size,
};
use fifteen_search::tiles::{Algorithm, HeuristicKind, TileHeuristic, TileSpace};
use fifteen_search::{Limits, Options};
use fifteen_solver::batch;
use serde::Serialize;

use crate::LabError;
use crate::enumeration::BoardLayers;
use crate::quality::Growth;
pub use record::{CheckRecord, Jump, Overestimate};

/// Boards that a thread takes at a time.
const CHUNK: u64 = 256;
/// Sampled boards for each one that is solved.
const SOLVED: u64 = 100;
/// The width of the beam that solves it: near the shortest solution, in milliseconds.
const BEAM: &str = "beam:300";

/// The largest board of which all boards are checked by default.
const COUNTED_CELLS: usize = 12;
/// Samples of larger boards by default.
const SAMPLES: u64 = 100_000;

/// The findings of a check.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HeuristicCheck {
    /// Boards whose value was compared with those after their moves.
    pub boards: u64,
    /// Moves whose ends were compared.
    pub moves: u64,
    /// Boards whose value was compared with the distance, or with the length of a solution.
    pub compared: u64,
    /// Boards whose value is too large.
    pub overestimates: u64,
    /// The first of them.
    pub overestimate: Option<Overestimate>,
    /// Moves that change the value by more than 1.
    pub jumps: u64,
    /// The first of them.
    pub jump: Option<Jump>,
    /// The sum of the values that were compared with distances.
    #[serde(skip)]
    pub value_sum: u64,
    /// The sum of these distances, or of the lengths of solutions.
    #[serde(skip)]
    pub distance_sum: u64,
}

/// The boards that a check takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckPlan {
    /// True if all boards are checked.
    pub complete: bool,
    /// The number of random boards, and of boards near the goal, otherwise.
    pub samples: u64,
    /// The number of boards that the progress reaches.
    pub boards: u64,
}

impl CheckPlan {
    /// A check with that number of samples; by default all boards of up to 12 cells, and 100,000 samples of larger
    /// ones.
    pub fn new(size: Size, samples: Option<u64>) -> Self {
        let (complete, samples) = (
            samples.is_none() && size.cells() <= COUNTED_CELLS,
            samples.unwrap_or(SAMPLES),
        );
        let boards = if complete {
            (3..=size.cells() as u64).product()
        } else {
            samples.saturating_mul(2)
        };
        Self {
            complete,
            samples,
            boards,
        }
    }

    /// Makes the check, on `threads` threads; `seed` is for samples. `progress` receives the number of boards done;
    /// where it breaks, the check ends in an error.
    ///
    /// # Errors
    /// If memory is missing, a table is damaged, or the check was ended.
    pub fn run(
        &self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        seed: u64,
        threads: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<HeuristicCheck, LabError> {
        let values = |boards: &[Board]| {
            // Boards that cannot reach the goal do not occur here.
            let states: Vec<_> = boards
                .iter()
                .filter_map(|board| space.state(board).ok())
                .collect();
            heuristic.values(&states).map_err(|(_, error)| error.into())
        };
        if self.complete {
            all(space.goal(), &values, threads, limits, progress)
        } else {
            sampled(space, &values, [self.samples, seed], threads, progress)
        }
    }
}

/// The values of boards.
type Values<'a> = &'a (dyn Fn(&[Board]) -> Result<Vec<u32>, LabError> + Sync);

impl HeuristicCheck {
    /// True if no value was too large.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// True if no move changed the value by more than 1.
    pub fn is_consistent(&self) -> bool {
        self.jumps == 0
    }

    /// Adds what was found later.
    fn add(&mut self, later: &Self) {
        self.boards += later.boards;
        self.moves += later.moves;
        self.compared += later.compared;
        self.overestimates += later.overestimates;
        self.overestimate = self.overestimate.or(later.overestimate);
        self.jumps += later.jumps;
        self.jump = self.jump.or(later.jump);
        self.value_sum += later.value_sum;
        self.distance_sum += later.distance_sum;
    }

    fn compare(&mut self, board: Board, value: u32, distance: u32) {
        self.compared += 1;
        self.value_sum += u64::from(value);
        self.distance_sum += u64::from(distance);
        if value > distance {
            self.overestimates += 1;
            self.overestimate = self.overestimate.or(Some(Overestimate {
                board,
                value,
                distance,
            }));
        }
    }

    fn compare_ends(&mut self, [board, after]: [Board; 2], [value, value_after]: [u32; 2]) {
        self.moves += 1;
        if value.abs_diff(value_after) > 1 {
            self.jumps += 1;
            self.jump = self.jump.or(Some(Jump {
                board,
                after,
                value,
                value_after,
            }));
        }
    }

    /// Compares the values of boards with those after their moves in some directions, and perhaps with their distance.
    fn examine(
        &mut self,
        values_of: Values<'_>,
        boards: &[Board],
        directions: &[Direction],
        distance: Option<u32>,
    ) -> Result<(), LabError> {
        let mut ends = Vec::new();
        for (index, board) in boards.iter().enumerate() {
            ends.extend(
                directions
                    .iter()
                    .filter_map(|&direction| Some((index, board.moved(direction)?))),
            );
        }
        let values = values_of(boards)?;
        let after: Vec<Board> = ends.iter().map(|&(_, board)| board).collect();
        for (&(index, end), value) in ends.iter().zip(values_of(&after)?) {
            self.compare_ends([boards[index], end], [values[index], value]);
        }
        if let Some(distance) = distance {
            boards
                .iter()
                .zip(values)
                .for_each(|(&board, value)| self.compare(board, value, distance));
        }
        self.boards += boards.len() as u64;
        Ok(())
    }
}

/// Checks all boards. Each move is seen once: from the end in which the blank goes up or left.
fn all(
    goal: &Board,
    values_of: Values<'_>,
    threads: usize,
    limits: &Limits,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, batch::threads_or_all(threads))?;
    let mut check = HeuristicCheck::default();
    loop {
        let depth = layers.depth();
        let work = |part| {
            let mut check = HeuristicCheck::default();
            let directions = [Direction::Up, Direction::Left];
            check
                .examine(values_of, &layers.part(part), &directions, Some(depth))
                .map(|()| check)
        };
        gather(&mut check, 0..layers.parts(), threads, work, progress)?;
        match layers.deepen(limits) {
            Ok(0) => return Ok(check),
            Ok(_) => (),
            Err(_) => return Err(LabError::Interrupted),
        }
    }
}

/// Checks samples: numbers of random boards first, then those near the goal.
fn sampled(
    space: &TileSpace,
    values_of: Values<'_>,
    [samples, seed]: [u64; 2],
    threads: usize,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    let near =
        ImportanceSampledBoards::new(*space.goal(), seed, Growth::new(space.size()).branching);
    let mut random = RandomBoards::new(*space.goal(), seed);
    let mut first = 0;
    let chunks = std::iter::from_fn(|| {
        let indices = first..(first + CHUNK).min(2 * samples);
        first = indices.end;
        let boards: Vec<Board> = indices
            .filter_map(|index| {
                if index < samples {
                    random.next()
                } else {
                    Some(near.draw(index - samples).0)
                }
            })
            .collect();
        (!boards.is_empty()).then_some(boards)
    });
    let work = |boards: Vec<Board>| {
        let mut check = HeuristicCheck::default();
        check.examine(values_of, &boards, &MoveOrder::ULRD.directions(), None)?;
        for board in boards.iter().step_by(SOLVED as usize) {
            let path = solution(space, board)?;
            let values = values_of(&path)?;
            for (left, (&board, value)) in (0..).zip(path.iter().zip(values).rev()) {
                check.compare(board, value, left);
            }
        }
        Ok(check)
    };
    let mut check = HeuristicCheck::default();
    gather(&mut check, chunks, threads, work, progress)?;
    Ok(check)
}

/// The boards of a solution, from a board to the goal; only the goal if the beam has lost its way.
fn solution(space: &TileSpace, board: &Board) -> Result<Vec<Board>, LabError> {
    let goal = *space.goal();
    let guide: TileHeuristic = HeuristicKind::LinearConflict.build(&goal, &Limits::default())?;
    let (Ok(algorithm), Ok(start)) = (BEAM.parse::<Algorithm>(), space.state(board)) else {
        return Ok(vec![goal]);
    };
    let options = Options::default();
    let found = algorithm.search(space, &guide, &start, &options, &mut |_| ())?;
    let mut path = vec![*board];
    for m in found.moves.iter().flatten() {
        path.extend(path[path.len() - 1].moved(m.direction()));
    }
    Ok(if path.last() == Some(&goal) {
        path
    } else {
        vec![goal]
    })
}

/// Adds the checks of all items in their order, so that the result does not depend on the number of threads.
fn gather<T: Send>(
    sum: &mut HeuristicCheck,
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> Result<HeuristicCheck, LabError> + Sync,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let mut ended = Ok(());
    batch::in_order(items, threads, work, |check| {
        match check {
            Ok(check) => sum.add(&check),
            Err(error) => ended = Err(error),
        }
        if ended.is_ok() && progress(sum.boards).is_break() {
            ended = Err(LabError::Interrupted);
        }
        if ended.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    ended
}

#[cfg(test)]
mod tests;
