//! Shortest solutions.

use fifteen_search::LimitKind;

use crate::count;
use crate::engine::layers::Layers;
use crate::engine::layout::Layout;
use crate::engine::words::{Key, Mask};
use crate::engine::{Engine, Job, dispatch};
use crate::error::SolveError;
use crate::options::{Options, Progress, Stop};
use crate::puzzle::Puzzle;
use crate::solution::{Solution, Solutions};
use crate::walk;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It found a shortest solution, and did all that was asked for beyond that.
    Solved,
    /// It saw all states; none solves the puzzle.
    Unsolvable,
    /// It was stopped.
    Stopped(Stop),
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Moves of a shortest solution.
    pub length: Option<u32>,
    /// No solution has fewer moves than this; the length where that is known, and for an unsolvable puzzle one more
    /// than the moves to the last states.
    pub bound: u32,
    /// States found, images under a symmetry counted once; if stopped, those of complete layers only.
    pub visited: u64,
    /// A shortest solution, with [`Options::path`].
    pub solution: Option<Solution>,
    /// How many there are, with [`Options::count`]. Two are equal when their sequences of positions are; positions are
    /// equal when only interchangeable pieces have changed their places. Mirror images are different.
    pub solutions: Option<Solutions>,
    /// The most memory that tables and layers took, in bytes, as seen after each 65,536 states expanded.
    pub memory: u64,
}

/// Searches for a shortest solution.
///
/// # Errors
/// A puzzle without a goal, or one whose states are too large.
pub fn solve(puzzle: &Puzzle, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Result<Outcome, SolveError> {
    if puzzle.goal().is_none() {
        return Err(SolveError::NoGoal);
    }
    let layout = Layout::new(puzzle, options.interchangeable);
    dispatch(layout, options.metric, options.symmetries, Solve { puzzle, options, progress })
}

struct Solve<'a> {
    puzzle: &'a Puzzle,
    options: &'a Options,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Job for Solve<'_> {
    type Output = Outcome;

    fn run<M: Mask, K: Key>(self, engine: &Engine<M, K>) -> Outcome {
        let options = self.options;
        let start = engine.code.canonical(engine.start());
        let mut layers = Layers::new(engine, options, options.path || options.count, &[start]);
        let ended = to_goal(engine, &mut layers, options, self.progress);
        let mut outcome = Outcome {
            status: Status::Unsolvable,
            length: None,
            bound: layers.layers,
            visited: layers.states,
            solution: None,
            solutions: None,
            memory: layers.peak as u64,
        };
        match ended {
            Err(stop) => outcome.status = Status::Stopped(stop),
            Ok(None) => outcome.bound -= 1, // the last layer is empty
            Ok(Some(goals)) => {
                outcome.status = Status::Solved;
                outcome.bound -= 1;
                outcome.length = Some(outcome.bound);
                if options.path {
                    outcome.solution = goals.first().and_then(|&g| walk::solution(self.puzzle, engine, &layers, g));
                }
                if options.count {
                    match count::solutions(engine, &layers, &goals, options) {
                        Ok(solutions) => outcome.solutions = Some(solutions),
                        Err(stop) => outcome.status = Status::Stopped(stop),
                    }
                }
            }
        }
        outcome
    }
}

/// Makes layers until one has goals, and returns these; `None` if there are no more layers.
fn to_goal<M: Mask, K: Key>(
    engine: &Engine<M, K>,
    layers: &mut Layers<M, K>,
    options: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Option<Vec<K>>, Stop> {
    loop {
        let goals = layers.filter(|key| engine.is_goal(key));
        if !goals.is_empty() {
            return Ok(Some(goals));
        }
        if options.limits.forbids(layers.layers) {
            return Err(Stop::Limit(LimitKind::Depth));
        }
        if layers.grow(progress)? == 0 {
            return Ok(None);
        }
    }
}
