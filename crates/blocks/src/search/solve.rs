//! The search for a shortest solution.

use fifteen_resources::Status;

use super::{count, reconstruct};
use crate::engine::{AnyEngine, SearchEngine, StateLayers, build_engine};
use crate::{BlockOptions, BlockProgress, BlockSearchError, BlockSolution, Puzzle, SolutionCount};

/// The result of a search for a shortest solution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockOutcome {
    /// How the search ended. [`Status::Exhausted`] means that there is no solution.
    pub status: Status,
    /// Number of moves of a shortest solution.
    pub length: Option<u32>,
    /// A lower bound on the number of moves of every solution.
    ///
    /// It is the length, if that is known. For a puzzle without a solution, it is one more than the
    /// largest distance from the start.
    pub bound: u32,
    /// Number of states that the search visited. Mirror images count once.
    ///
    /// After a stop, only the states of complete layers count.
    pub visited: u64,
    /// A shortest solution, if [`BlockOptions::path`] asks for it.
    pub solution: Option<BlockSolution>,
    /// The number of shortest solutions, if [`BlockOptions::count`] asks for it.
    ///
    /// Two solutions are different if their sequences of positions are. Positions that differ only
    /// in the places of interchangeable pieces are the same; mirror images are different.
    pub solutions: Option<SolutionCount>,
    /// Peak memory of tables, layers and lists, in bytes, as measured whenever the limits were
    /// checked.
    pub memory: u64,
}

/// Searches for a shortest solution.
///
/// `progress` is called at least once in each layer.
///
/// # Errors
/// Returns [`BlockSearchError::NoGoal`] if the puzzle has no goal, and
/// [`BlockSearchError::TooLarge`] if it has too many states for the longest key.
pub fn solve(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<BlockOutcome, BlockSearchError> {
    if puzzle.goal().is_none() {
        return Err(BlockSearchError::NoGoal);
    }
    Ok(match build_engine(puzzle, options, options.symmetries)? {
        AnyEngine::OneWord(engine) => solve_with(&*engine, puzzle, options, progress),
        AnyEngine::TwoWords(engine) => solve_with(&*engine, puzzle, options, progress),
        AnyEngine::FourWords(engine) => solve_with(&*engine, puzzle, options, progress),
        AnyEngine::Longest(engine) => solve_with(&*engine, puzzle, options, progress),
    })
}

fn solve_with<const K: usize>(
    engine: &dyn SearchEngine<K>,
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> BlockOutcome {
    let start = engine.canonical(engine.start());
    let keep = options.path || options.count;
    let mut layers = StateLayers::new(engine, options, keep, vec![start]);
    let mut outcome = BlockOutcome::default();
    let goal = loop {
        if let Some(goal) = layers.smallest_goal() {
            outcome.status = Status::Solved;
            break Some(goal);
        }
        match layers.grow_within_depth(progress) {
            Ok(0) => break None,
            Ok(_) => {}
            Err(stop) => {
                outcome.status = Status::Limit(stop);
                break None;
            }
        }
    };
    outcome.visited = layers.states;
    outcome.bound = match outcome.status {
        // Without memory for the start, nothing is known.
        Status::Limit(_) if layers.states == 0 => 0,
        Status::Limit(_) => layers.layers,
        // The last layer has the goal, or it is empty.
        Status::Solved | Status::Exhausted => layers.layers - 1,
    };
    if let Some(goal) = goal {
        outcome.length = Some(outcome.bound);
        if options.path {
            outcome.solution = reconstruct::solution(puzzle, options, engine, &layers, goal);
        }
        if options.count {
            match count::solutions(engine, &mut layers, options) {
                Ok(solutions) => outcome.solutions = Some(solutions),
                Err(stop) => outcome.status = Status::Limit(stop),
            }
        }
    }
    outcome.memory = layers.peak as u64;
    outcome
}
