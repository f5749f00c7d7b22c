//! The search for a shortest solution.

use fifteen_resources::Status;

use super::{count, reconstruct};
use crate::engine::{Request, SearchEngine, StateLayers, WithEngine, dispatch};
use crate::{BlockOptions, BlockProgress, BlockSearchError, BlockSolution, Puzzle, SolutionCount};

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlockOutcome {
    /// The end of the search; [`Status::Exhausted`] of an unsolvable puzzle.
    pub status: Status,
    /// The number of moves of a shortest solution.
    pub length: Option<u32>,
    /// A lower bound on the moves of every solution: the length where it is known; for an unsolvable puzzle one more
    /// than the largest distance from the start.
    pub bound: u32,
    /// Number of states visited, images under a symmetry counted once. After a stop, those of complete layers only.
    pub visited: u64,
    /// A shortest solution, with [`BlockOptions::path`].
    pub solution: Option<BlockSolution>,
    /// The number of shortest solutions, with [`BlockOptions::count`]. Solutions differ by their sequences of
    /// positions. Positions that only exchange interchangeable pieces are equal; mirror images are different.
    pub solutions: Option<SolutionCount>,
    /// The peak memory of tables and layers, in bytes, as measured at each check of the limits.
    pub memory: u64,
}

/// Searches for a shortest solution.
///
/// # Errors
/// [`BlockSearchError::NoGoal`] for a puzzle without a goal, [`BlockSearchError::TooLarge`] if its states fit no key.
pub fn solve(
    puzzle: &Puzzle,
    options: &BlockOptions,
    progress: &mut dyn FnMut(&BlockProgress),
) -> Result<BlockOutcome, BlockSearchError> {
    if puzzle.goal().is_none() {
        return Err(BlockSearchError::NoGoal);
    }
    dispatch::<Solve>(
        Request {
            puzzle,
            options,
            progress,
        },
        options.symmetries,
    )
}

struct Solve;

impl WithEngine for Solve {
    type Output = BlockOutcome;

    fn run<const K: usize>(
        engine: &dyn SearchEngine<K>,
        Request {
            puzzle,
            options,
            progress,
        }: Request<'_>,
    ) -> BlockOutcome {
        let start = engine.canonical(engine.start());
        let mut layers = StateLayers::new(engine, options, options.path || options.count, &[start]);
        let goals = loop {
            let goals = layers.goals();
            if !goals.is_empty() {
                break Ok(Some(goals));
            }
            match layers.grow_within_depth(progress) {
                Ok(0) => break Ok(None),
                Ok(_) => {}
                Err(stop) => break Err(stop),
            }
        };
        let mut outcome = BlockOutcome {
            bound: layers.layers,
            visited: layers.states,
            memory: layers.peak as u64,
            ..BlockOutcome::default()
        };
        match goals {
            Err(stop) => {
                outcome.status = Status::Limit(stop);
                // Without memory for the start, nothing is known.
                outcome.bound = if layers.states == 0 { 0 } else { outcome.bound };
            }
            Ok(None) => outcome.bound -= 1, // the last layer is empty
            Ok(Some(goals)) => {
                outcome.status = Status::Solved;
                outcome.bound -= 1;
                outcome.length = Some(outcome.bound);
                if options.path {
                    outcome.solution = goals
                        .first()
                        .and_then(|&g| reconstruct::solution(puzzle, options, engine, &layers, g));
                }
                if options.count {
                    match count::solutions(engine, &layers, &goals, options) {
                        Ok(solutions) => outcome.solutions = Some(solutions),
                        Err(stop) => outcome.status = Status::Limit(stop),
                    }
                }
            }
        }
        outcome
    }
}
