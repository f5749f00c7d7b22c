//! Finds a shortest solution by breadth-first search.

use fifteen_resources::Status;

use super::{count, reconstruct};
use crate::engine::{AnyEngine, SearchEngine, StateLayers, build_engine};
use crate::{BlockOptions, BlockProgress, BlockSearchError, BlockSolution, Puzzle, SolutionCount};

/// The result of a search for a shortest solution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockOutcome {
    /// How the search ended. [`Status::Exhausted`] means that the puzzle has no solution.
    pub status: Status,
    /// Number of moves in a shortest solution, or `None` if no solution was found.
    pub length: Option<u32>,
    /// A proven lower bound: no solution has fewer moves.
    ///
    /// If a solution was found, the bound is the length of that solution. If the puzzle has no
    /// solution, the bound is one more than the largest distance of a state from the start state.
    pub bound: u32,
    /// Number of states in the layers that the search completed.
    ///
    /// If [`BlockOptions::symmetries`] is set, a state and its mirror images count as one state.
    pub visited: u64,
    /// A shortest solution, if one was found and [`BlockOptions::path`] is set.
    pub solution: Option<BlockSolution>,
    /// The number of shortest solutions, if the puzzle was solved and [`BlockOptions::count`] is
    /// set.
    ///
    /// Two solutions are distinct if their sequences of positions differ. Swapping interchangeable
    /// pieces does not change a position, but reflecting the board does.
    pub solutions: Option<SolutionCount>,
    /// Peak memory of the hash tables, layers and lists, in bytes. It is updated whenever the
    /// limits are checked.
    pub memory: u64,
}

/// Finds a shortest solution of a puzzle.
///
/// `progress` is called at least once per layer.
///
/// # Errors
/// Returns [`BlockSearchError::NoGoal`] if the puzzle has no goal, and
/// [`BlockSearchError::TooLarge`] if a state does not fit into the longest key that the search
/// engine supports.
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
        // There was not enough memory even for the start state. It could be a goal state, so the
        // only certain bound is 0.
        Status::Limit(_) if layers.states == 0 => 0,
        Status::Limit(_) => layers.layers,
        // The last layer contains a goal state, or it is empty because no further states exist.
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
