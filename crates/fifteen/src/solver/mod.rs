//! The solver: a goal and a heuristic, opened once, then any number of boards from any number of threads.

mod builder;
mod engine;
mod options;
mod solution;

use std::time::Instant;

use fifteen_puzzle::parity::{self, Unsolvable};
use fifteen_puzzle::{Board, Size};
use fifteen_search::ida::Iteration;

pub use builder::{Note, OpenError, SolverBuilder};
use engine::Engine;
pub use options::Options;
pub use solution::Solution;

/// Finds shortest solutions for the boards of one goal.
///
/// Opening reads or builds the tables; solving only reads them, so one solver serves all threads. The same board and
/// options give the same solution and the same counts every time.
pub struct Solver {
    goal: Board,
    engine: Engine,
    heuristic: String,
    notes: Vec<Note>,
}

/// Why a board was not searched at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal cannot be reached; the reason says why.
    #[error(transparent)]
    Unsolvable(Unsolvable),
    /// The board has another size than the goal.
    #[error("this solver is for {goal} boards, but the board is {board}; open one for its size")]
    OtherSize {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// A table does not give what it should: it is damaged.
    #[error(transparent)]
    Damaged(#[from] fifteen_pdb::DamagedError),
}

impl From<Unsolvable> for SolveError {
    fn from(reason: Unsolvable) -> Self {
        match reason {
            Unsolvable::OtherSize { board, goal } => Self::OtherSize { board, goal },
            parity => Self::Unsolvable(parity),
        }
    }
}

impl Solver {
    /// A solver for boards of that size, tiles in order and the blank last, with the strongest tables there are.
    pub fn open(size: Size) -> Result<Self, OpenError> {
        Self::builder().open(size)
    }

    /// Everything that can be chosen, at its default.
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// The board to be reached.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The name of the heuristic in force: `manhattan`, `7-8 zero-aware + reflection`, ...
    pub fn heuristic(&self) -> &str {
        &self.heuristic
    }

    /// What happened on opening that a person may want to know.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Finds a shortest solution, or all of them, by IDA* (Korf 1985).
    ///
    /// Stopping at a limit is no error: the solution's status says so, and its bound is what was proven by then.
    pub fn solve(&self, board: &Board, options: &Options) -> Result<Solution, SolveError> {
        self.solve_watched(board, options, &mut |_| ())
    }

    /// As [`Solver::solve`], and calls `progress` after each iteration.
    pub fn solve_watched(
        &self,
        board: &Board,
        options: &Options,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<Solution, SolveError> {
        let started = Instant::now();
        parity::check(board, &self.goal)?;
        let outcome = self.engine.search(board, &options.for_search(started), progress)?;
        Ok(Solution::new(outcome, started.elapsed()))
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("goal", &self.goal).field("heuristic", &self.heuristic).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;
    use crate::{HeuristicSpec, Status};
    use std::time::Duration;

    fn manhattan(size: &str) -> Solver {
        Solver::builder().heuristic(HeuristicSpec::Manhattan).open(size.parse().unwrap()).unwrap()
    }

    #[test]
    fn one_solver_for_all_threads() {
        fn shared<T: Send + Sync>(_: &T) {}
        shared(&manhattan("3x3"));
    }

    #[test]
    fn the_hardest_3x3_board() {
        let solver = manhattan("3x3");
        let board = board("8 6 7 / 2 5 4 / 3 0 1");
        let options = Options { all: Some(usize::MAX), ..Options::default() };
        let solution = solver.solve(&board, &options).unwrap();
        assert_eq!((solution.length, solution.bound, solution.status), (Some(31), 31, Status::Solved));
        let all = solution.all_moves.unwrap();
        assert_eq!(solution.solutions, Some(all.len() as u64));
        assert_eq!(solution.moves.as_ref(), all.first());
        assert!(all.iter().all(|path| path.len() == 31 && path.solves(&board, solver.goal())));
    }

    #[test]
    fn limits_leave_what_was_proven() {
        let solver = manhattan("3x3");
        let board = board("8 6 7 / 2 5 4 / 3 0 1");
        let mut limits = [Options::default(), Options::default(), Options::default()];
        limits[0].nodes = Some(100);
        limits[1].depth = Some(30);
        limits[2].time = Some(Duration::ZERO);
        for options in limits {
            let solution = solver.solve(&board, &options).unwrap();
            assert!(matches!(solution.status, Status::Limit(_)), "{options:?}");
            assert_eq!((solution.length, solution.moves), (None, None));
            assert!((solution.h0..=31).contains(&solution.bound));
        }
    }

    #[test]
    fn what_cannot_be_solved_is_said() {
        let solver = manhattan("3x3");
        let unsolvable = solver.solve(&board("1 2 3 / 4 5 6 / 8 7 0"), &Options::default());
        assert!(matches!(unsolvable, Err(SolveError::Unsolvable(_))));
        let other = solver.solve(&board("1 2 3 / 4 5 0"), &Options::default());
        assert!(matches!(other, Err(SolveError::OtherSize { .. })));
    }
}
