//! Checks whether a heuristic is admissible and consistent, by computing its values on many boards.
//!
//! A heuristic is *admissible* if its value never exceeds the distance to the goal. Without this
//! property, A* and IDA* can return solutions that are not shortest. A heuristic is *consistent* if
//! no move changes its value by more than 1. Without this property, A* can expand a state more than
//! once, and the theory in [`quality`](crate::quality) doesn't apply. For example, `1 2 3 / 4 5 6 /
//! 0 7 8` is two moves away from the 3x3 goal, so the value 3 would be an overestimate. One move
//! leads from this board to `1 2 3 / 4 5 6 / 7 0 8`. If the values of these two boards are 2 and 0,
//! the heuristic is inconsistent.
//!
//! On boards of up to 12 cells, a [`CheckPlan`] checks everything by default: a breadth-first
//! search enumerates all boards with their distances, and the values before and after every move
//! are compared. On larger boards, it checks samples in two ways:
//!
//! - For consistency, it compares the values before and after each move of random boards and of
//!   boards near the goal.
//! - For admissibility, it solves one sampled board in a hundred by beam search. A board on the
//!   solution with n moves left has a distance of at most n, so a value above n is an overestimate.
//!
//! A sample can prove that a heuristic is not admissible or not consistent, but not that it is.
//!
//! The result is a [`HeuristicCheck`]. A [`CheckRecord`] contains it in a form for JSON output.

mod record;

use std::ops::ControlFlow;

use fifteen_puzzle::{Board, Direction, ImportanceSampledBoards, Metric, RandomBoards, Size};
use fifteen_resources::Threads;
use fifteen_resources::system_memory::default_limit;
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, BeamWidth, HeuristicKind, TileHeuristic, TileSpace};
use fifteen_solver::batch::{self, Source};
use serde::Serialize;

use crate::LabError;
use crate::chunks::chunks;
use crate::enumeration::BoardLayers;
use crate::quality::TreeGrowth;
pub use record::{CheckRecord, MoveValues, Overestimate};

/// Number of sampled boards that a thread checks at a time. Evaluating many boards at once is
/// faster than evaluating them one by one.
const CHUNK: usize = 256;
/// One in this many sampled boards is solved by beam search. Solving all of them would take too
/// long, because a search takes much longer than evaluating the heuristic.
const BOARDS_PER_SOLUTION: usize = 100;
/// Width of the beam search that solves sampled boards. With this width, a search takes only
/// milliseconds, and its solutions are not much longer than shortest ones.
const BEAM_WIDTH: u32 = 300;

/// Maximum number of cells for which all boards are checked by default. With 12 cells there are
/// already 239,500,800 boards.
const MAX_COMPLETE_CELLS: usize = 12;
/// Default number of random boards to check on sizes on which not all boards are checked. The same
/// number of boards near the goal is checked too.
const DEFAULT_SAMPLES: u64 = 100_000;

/// The result of checking a heuristic: how much was checked, and which faults were found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HeuristicCheck {
    /// Number of boards whose moves were checked.
    pub boards: u64,
    /// Number of moves for which the heuristic's values before and after the move were compared.
    pub moves: u64,
    /// Number of boards whose heuristic value was compared with their distance from the goal, or
    /// with the length of a solution.
    pub compared: u64,
    /// Number of boards whose heuristic value was found to exceed their distance from the goal.
    pub overestimates: u64,
    /// The first board whose value was found to be too large, or `None` if there is no such board.
    pub overestimate: Option<Overestimate>,
    /// Number of checked moves that change the heuristic's value by more than 1.
    pub jumps: u64,
    /// The first checked move that changes the heuristic's value by more than 1, or `None` if there
    /// is no such move.
    pub jump: Option<MoveValues>,
    /// Sum of the heuristic's values on the boards counted by `compared`. The mean is computed from
    /// it.
    #[serde(skip)]
    pub value_sum: u64,
    /// Sum of the distances or solution lengths of the boards counted by `compared`. The mean is
    /// computed from it.
    #[serde(skip)]
    pub distance_sum: u64,
}

/// Determines which boards a check covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckPlan {
    /// Whether to check all boards instead of a sample.
    pub complete: bool,
    /// Number of random boards to check. The same number of boards near the goal is checked too.
    /// Ignored if `complete` is true.
    pub samples: u64,
    /// Total number of boards to check. The progress callback receives this number at the end.
    pub boards: u64,
}

impl CheckPlan {
    /// Plans a check of `samples` random boards and the same number of boards near the goal.
    ///
    /// If `samples` is `None`, all boards are checked on sizes of up to 12 cells. On larger sizes,
    /// 100,000 random boards and 100,000 boards near the goal are checked.
    pub fn new(size: Size, samples: Option<u64>) -> Self {
        let complete = samples.is_none() && size.cells() <= MAX_COMPLETE_CELLS;
        let samples = samples.unwrap_or(DEFAULT_SAMPLES);
        let boards = if complete {
            u64::try_from(size.reachable_boards()).unwrap_or(u64::MAX)
        } else {
            samples.saturating_mul(2)
        };
        Self {
            complete,
            samples,
            boards,
        }
    }

    /// Runs the check on `threads` threads.
    ///
    /// `seed` determines the sampled boards. `progress` receives the number of boards checked so
    /// far, and can end the check by returning `Break`. The result is the same for any number of
    /// threads.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated, if a table is damaged, or if `progress` or
    /// `limits` ends the check.
    pub fn run(
        &self,
        space: &TileSpace,
        heuristic: &TileHeuristic,
        seed: u64,
        threads: Threads,
        limits: &Limits,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<HeuristicCheck, LabError> {
        let memory = limits.memory.unwrap_or_else(default_limit);
        let cancel = limits.cancel.clone().unwrap_or_default();
        heuristic.prepare(self.boards, threads, memory, &cancel);
        let values_of = |boards: &[Board]| {
            // `state` fails only if the goal can't be reached from a board. Every board of a check
            // can reach the goal.
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

/// A function that evaluates the heuristic on several boards at once.
type ValuesOf<'a> = &'a (dyn Fn(&[Board]) -> Result<Vec<u32>, LabError> + Sync);

impl HeuristicCheck {
    /// Returns whether no overestimate was found.
    pub fn is_admissible(&self) -> bool {
        self.overestimates == 0
    }

    /// Returns whether every checked move changes the heuristic's value by at most 1.
    pub fn is_consistent(&self) -> bool {
        self.jumps == 0
    }

    /// Adds the result of checking further boards. If both results contain a fault of the same
    /// kind, keeps the one in `self`, which was found first.
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

    /// Compares the heuristic's value on a board with `distance`, which is the board's distance
    /// from the goal or an upper bound on it.
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

    /// Compares the heuristic's values before and after a move, and counts a difference of more
    /// than 1 as a jump.
    fn compare_ends(&mut self, ends: MoveValues) {
        self.moves += 1;
        if ends.value.abs_diff(ends.value_after) > 1 {
            self.jumps += 1;
            self.jump = self.jump.or(Some(ends));
        }
    }

    /// Compares each board's heuristic value with the values after its moves in `directions`.
    ///
    /// If `distance` is not `None`, all boards are at this distance from the goal. The value of
    /// each board is then compared with it.
    fn check_boards(
        &mut self,
        values_of: ValuesOf<'_>,
        boards: &[Board],
        directions: &[Direction],
        distance: Option<u32>,
    ) -> Result<(), LabError> {
        let values = values_of(boards)?;
        // Collect the boards after all moves first, because evaluating many boards at once is
        // faster than evaluating them one by one.
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

/// Checks all boards that can reach the goal, and all their moves.
fn check_all_boards(
    goal: &Board,
    values_of: ValuesOf<'_>,
    threads: Threads,
    limits: &Limits,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    // Every move down reverses a move up, and every move right reverses a move left. So two of the
    // four directions cover each pair of neighbouring boards exactly once.
    let directions = [Direction::Up, Direction::Left];
    let mut layers = BoardLayers::new(goal, Metric::SingleTile, threads)?;
    let mut check = HeuristicCheck::default();
    loop {
        let depth = layers.depth();
        let check_part = |part| {
            let mut check = HeuristicCheck::default();
            check.check_boards(values_of, &layers.part(part), &directions, Some(depth))?;
            Ok(check)
        };
        check_in_order(&mut check, 0..layers.parts(), threads, check_part, progress)?;
        if layers.deepen(limits)? == 0 {
            return Ok(check);
        }
    }
}

/// A reproducible sample of boards: `count` random boards, then `count` boards near the goal.
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

/// Checks the values of a heuristic on a sample of boards. On every board, it checks how each move
/// changes the value. It also solves some of the boards. On each board along such a solution, it
/// compares the value with the number of moves left.
fn check_sample(
    space: &TileSpace,
    values_of: ValuesOf<'_>,
    sample: BoardSample,
    threads: Threads,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<HeuristicCheck, LabError> {
    let guide = HeuristicKind::LinearConflict.build(space.goal(), &Limits::default())?;
    let check_chunk = |boards: Vec<Board>| {
        let mut check = HeuristicCheck::default();
        check.check_boards(values_of, &boards, &Direction::ALL, None)?;
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

/// Solves a board by beam search and returns all boards on the solution, from `board` to the goal.
///
/// If the beam search finds no solution, returns only the goal.
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

/// Checks all items on `threads` threads. Adds the results to `sum` in the order of the items, so
/// that the fault reported first is the same for any number of threads.
fn check_in_order<T: Send>(
    sum: &mut HeuristicCheck,
    items: impl Iterator<Item = T> + Send,
    threads: Threads,
    check_item: impl Fn(T) -> Result<HeuristicCheck, LabError> + Sync,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(), LabError> {
    let mut outcome = Ok(());
    batch::in_order(items, Source::Ready, threads, check_item, |check| {
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
