//! Checks board by board whether a heuristic is admissible and consistent.
//!
//! A heuristic is *admissible* if its value never exceeds the distance to the goal. Only then are
//! the solutions of A* and IDA* shortest ones. It is *consistent* if no move changes its value by
//! more than 1. Only then does A* expand no state twice, and only then does the theory in
//! [`quality`](crate::quality) hold. For example, `1 2 3 / 4 5 6 / 0 7 8` is two moves away from
//! the 3x3 goal: the value 3 would be an overestimate. One move leads from it to
//! `1 2 3 / 4 5 6 / 7 0 8`: if the values of the two boards are 2 and 0, the heuristic is
//! inconsistent.
//!
//! On boards of up to 12 cells a [`CheckPlan`] looks at everything: breadth-first search lists all
//! boards with their distances, and the values at both ends of every move are compared. On larger
//! boards it takes samples:
//!
//! - all moves of random boards and of boards near the goal test consistency;
//! - beam search solves one sampled board in a hundred. A solution with n moves left proves that
//!   the distance is at most n, so a value above n is an overestimate.
//!
//! A sample can refute a heuristic but can't prove anything about it.
//!
//! The findings are a [`HeuristicCheck`]. A [`CheckRecord`] is the same as data for output.

mod record;

use std::ops::ControlFlow;

use fifteen_puzzle::{
    Board, Direction, ImportanceSampledBoards, Metric, MoveOrder, RandomBoards, Size,
};
use fifteen_resources::system_memory::default_limit;
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, BeamWidth, HeuristicKind, TileHeuristic, TileSpace};
use fifteen_solver::batch;
use serde::Serialize;

use crate::LabError;
use crate::chunks::chunks;
use crate::enumeration::BoardLayers;
use crate::quality::TreeGrowth;
pub use record::{CheckRecord, MoveValues, Overestimate};

/// Number of sampled boards that a thread checks at a time.
const CHUNK: usize = 256;
/// One in this many sampled boards is solved.
const BOARDS_PER_SOLUTION: usize = 100;
/// Width of the beam search that solves sampled boards. It takes milliseconds, and its solutions
/// are not much longer than the shortest ones.
const BEAM_WIDTH: u32 = 300;

/// Number of cells up to which all boards of a size are checked by default.
const MAX_COMPLETE_CELLS: usize = 12;
/// Default number of random boards, and of boards near the goal, on larger sizes.
const DEFAULT_SAMPLES: u64 = 100_000;

/// The findings of a check.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HeuristicCheck {
    /// Number of boards whose value was compared with the values after their moves.
    pub boards: u64,
    /// Number of moves whose two ends were compared.
    pub moves: u64,
    /// Number of boards whose value was compared with their distance from the goal, or with the
    /// length of a solution.
    pub compared: u64,
    /// Number of boards whose value is too large.
    pub overestimates: u64,
    /// The first board whose value is too large.
    pub overestimate: Option<Overestimate>,
    /// Number of moves that change the value by more than 1.
    pub jumps: u64,
    /// The first move that changes the value by more than 1.
    pub jump: Option<MoveValues>,
    /// Sum of the values that were compared with distances or lengths of solutions.
    #[serde(skip)]
    pub value_sum: u64,
    /// Sum of these distances and lengths.
    #[serde(skip)]
    pub distance_sum: u64,
}

/// Which boards a check looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckPlan {
    /// True to check all boards, false to check samples.
    pub complete: bool,
    /// Number of random boards in a sample, and also of boards near the goal.
    pub samples: u64,
    /// Number of boards that the progress reports at the end.
    pub boards: u64,
}

impl CheckPlan {
    /// A check of `samples` random boards and as many boards near the goal.
    ///
    /// Without a number, all boards are checked on sizes of up to 12 cells, and 100,000 samples of
    /// each kind on larger ones.
    pub fn new(size: Size, samples: Option<u64>) -> Self {
        let complete = samples.is_none() && size.cells() <= MAX_COMPLETE_CELLS;
        let samples = samples.unwrap_or(DEFAULT_SAMPLES);
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

    /// Runs the check on `threads` threads (0: one for each core).
    ///
    /// `seed` determines the sampled boards. `progress` receives the number of boards checked so
    /// far and ends the check by returning `Break`. The findings don't depend on the number of
    /// threads.
    ///
    /// # Errors
    /// Returns an error if the system refuses memory, if a table is damaged, or if `progress` or
    /// `limits` ended the check.
    pub fn run(
        &self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        seed: u64,
        threads: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<HeuristicCheck, LabError> {
        let memory = limits.memory.unwrap_or_else(default_limit);
        let cancel = limits.cancel.clone().unwrap_or_default();
        heuristic.prepare(self.boards, threads, memory, &cancel);
        let values_of = |boards: &[Board]| {
            // All boards here have the goal's parity, so every board has a state.
            let states: Vec<_> = boards
                .iter()
                .filter_map(|board| space.state(board).ok())
                .collect();
            heuristic.values(&states).map_err(|(_, error)| error.into())
        };
        if self.complete {
            check_all_boards(space.goal(), &values_of, threads, limits, progress)
        } else {
            let sample = BoardSample {
                goal: *space.goal(),
                count: self.samples,
                seed,
            };
            check_sample(space, &values_of, sample, threads, progress)
        }
    }
}

/// Computes the heuristic's values of boards.
type ValuesOf<'a> = &'a (dyn Fn(&[Board]) -> Result<Vec<u32>, LabError> + Sync);

impl HeuristicCheck {
    /// True if no value was too large.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// True if no move changed the value by more than 1.
    pub fn is_consistent(&self) -> bool {
        self.jumps == 0
    }

    /// Adds the findings on boards that come after the ones seen so far.
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

    /// Compares a board's value with its distance, or with an upper bound of the distance.
    fn compare_with_distance(&mut self, board: Board, value: u32, distance: u32) {
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

    /// Compares the values at both ends of a move.
    fn compare_ends(&mut self, ends: MoveValues) {
        self.moves += 1;
        if ends.value.abs_diff(ends.value_after) > 1 {
            self.jumps += 1;
            self.jump = self.jump.or(Some(ends));
        }
    }

    /// Compares the value of each board with the values after its moves in `directions`, and with
    /// `distance` if all boards have this known distance from the goal.
    fn check_boards(
        &mut self,
        values_of: ValuesOf<'_>,
        boards: &[Board],
        directions: &[Direction],
        distance: Option<u32>,
    ) -> Result<(), LabError> {
        let values = values_of(boards)?;
        // Values are cheaper to compute for many boards at once, so all moves are collected first.
        let mut starts = Vec::new();
        let mut ends = Vec::new();
        for (index, board) in boards.iter().enumerate() {
            for &direction in directions {
                if let Some(end) = board.moved(direction) {
                    starts.push(index);
                    ends.push(end);
                }
            }
        }
        let values_after = values_of(&ends)?;
        for ((&start, &after), value_after) in starts.iter().zip(&ends).zip(values_after) {
            self.compare_ends(MoveValues {
                board: boards[start],
                after,
                value: values[start],
                value_after,
            });
        }
        if let Some(distance) = distance {
            for (&board, value) in boards.iter().zip(values) {
                self.compare_with_distance(board, value, distance);
            }
        }
        self.boards += boards.len() as u64;
        Ok(())
    }
}

/// Checks all boards and all moves.
fn check_all_boards(
    goal: &Board,
    values_of: ValuesOf<'_>,
    threads: usize,
    limits: &Limits,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    // A move up from one board is the move down from the other, so two of the four directions
    // meet each move exactly once.
    let directions = [Direction::Up, Direction::Left];
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, batch::threads_or_all(threads))?;
    let mut check = HeuristicCheck::default();
    loop {
        let depth = layers.depth();
        let check_part = |part| {
            let mut check = HeuristicCheck::default();
            check.check_boards(values_of, &layers.part(part), &directions, Some(depth))?;
            Ok(check)
        };
        check_in_order(&mut check, 0..layers.parts(), threads, check_part, progress)?;
        match layers.deepen(limits) {
            Ok(0) => return Ok(check),
            Ok(_) => (),
            Err(_) => return Err(LabError::Interrupted),
        }
    }
}

/// A sample of boards: `count` random ones, then `count` near the goal, all determined by `seed`.
#[derive(Debug, Clone, Copy)]
struct BoardSample {
    goal: Board,
    count: u64,
    seed: u64,
}

impl BoardSample {
    fn boards(self) -> impl Iterator<Item = Board> + Send {
        let mut random = RandomBoards::new(self.goal, self.seed);
        let branching = TreeGrowth::new(self.goal.size()).branching;
        let near = ImportanceSampledBoards::new(self.goal, self.seed, branching);
        let random_boards = (0..self.count).map_while(move |_| random.next());
        random_boards.chain((0..self.count).map(move |index| near.draw(index).0))
    }
}

/// Checks the moves of sampled boards, and the values along the solutions of some of them.
fn check_sample(
    space: &TileSpace,
    values_of: ValuesOf<'_>,
    sample: BoardSample,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    let guide = HeuristicKind::LinearConflict.build(space.goal(), &Limits::default())?;
    let check_chunk = |boards: Vec<Board>| {
        let mut check = HeuristicCheck::default();
        check.check_boards(values_of, &boards, &MoveOrder::ULRD.directions(), None)?;
        for board in boards.iter().step_by(BOARDS_PER_SOLUTION) {
            let path = boards_to_goal(space, &guide, board)?;
            let values = values_of(&path)?;
            for (moves_left, (&board, value)) in (0..).zip(path.iter().zip(values).rev()) {
                check.compare_with_distance(board, value, moves_left);
            }
        }
        Ok(check)
    };
    let mut check = HeuristicCheck::default();
    let chunks = chunks(sample.boards(), CHUNK);
    check_in_order(&mut check, chunks, threads, check_chunk, progress)?;
    Ok(check)
}

/// Solves a board by beam search and returns all boards from it to the goal.
///
/// Returns only the goal if the beam finds no solution.
fn boards_to_goal(
    space: &TileSpace,
    guide: &TileHeuristic,
    board: &Board,
) -> Result<Vec<Board>, LabError> {
    let goal = *space.goal();
    let Ok(start) = space.state(board) else {
        return Ok(vec![goal]);
    };
    let beam = Algorithm::Beam {
        width: BeamWidth::new(BEAM_WIDTH).unwrap_or(BeamWidth::DEFAULT),
    };
    let found = beam.search(space, guide, &start, &Limits::default(), &mut |_| ())?;
    let mut path = vec![*board];
    for m in found.moves.iter().flatten() {
        path.extend(path[path.len() - 1].moved(m.direction()));
    }
    if path.last() == Some(&goal) {
        Ok(path)
    } else {
        Ok(vec![goal])
    }
}

/// Checks all items on `threads` threads and adds their findings to `sum` in the order of the
/// items, so that the first overestimate doesn't depend on the number of threads.
fn check_in_order<T: Send>(
    sum: &mut HeuristicCheck,
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    check_item: impl Fn(T) -> Result<HeuristicCheck, LabError> + Sync,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let mut outcome = Ok(());
    batch::in_order(items, threads, check_item, |check| {
        match check {
            Ok(check) => sum.add(&check),
            Err(error) => outcome = Err(error),
        }
        if outcome.is_ok() && progress(sum.boards).is_break() {
            outcome = Err(LabError::Interrupted);
        }
        if outcome.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    outcome
}

#[cfg(test)]
mod tests;
