//! The solver of goals that leave a choice.

use fifteen_puzzle::{GoalPattern, GridPath, Size, TileGrid, goal_of_other_size};
use fifteen_search::tiles::{Algorithm, ChoiceSpace, HeuristicKind};
use fifteen_search::{Instant, Iteration, Limits, Outcome};

use super::{OpenError, SolveError};

/// The result of a search for a goal that leaves a choice.
pub type ChoiceSolution = Outcome<GridPath>;

/// Finds shortest solutions for the starts of one goal that leaves a choice, by A* with a Manhattan
/// distance of its own.
///
/// ```
/// use fifteen_solver::puzzle::{GoalPattern, TileGrid};
/// use fifteen_solver::{ChoiceSolver, Limits, Size, notation};
///
/// let any = None;
/// let first_row = [Some(1), Some(2), Some(3), any, any, any, any, any, any];
/// let solver = ChoiceSolver::new(GoalPattern::new(Size::new(3, 3)?, &first_row)?);
/// let start = TileGrid::from(notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?);
/// assert_eq!(solver.solve(&start, &Limits::default())?.length, Some(21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ChoiceSolver {
    space: ChoiceSpace,
}

impl ChoiceSolver {
    /// The algorithm of every search.
    pub const ALGORITHM: Algorithm = Algorithm::Astar;

    /// The name of the heuristic of every search.
    pub const HEURISTIC: HeuristicKind = HeuristicKind::Manhattan;

    /// The solver of a goal.
    pub fn new(goal: GoalPattern) -> Self {
        Self {
            space: ChoiceSpace::new(goal),
        }
    }

    /// The solver of a goal, for boards of that size.
    ///
    /// # Errors
    /// Returns an error if the goal has another size.
    pub fn open(goal: GoalPattern, size: Size) -> Result<Self, OpenError> {
        if goal.size() != size {
            return Err(goal_of_other_size(goal.size(), size).into());
        }
        Ok(Self::new(goal))
    }

    /// The goal.
    pub fn goal(&self) -> &GoalPattern {
        self.space.goal()
    }

    /// Finds a shortest solution.
    ///
    /// Stopping at a limit is no error: the solution's status says so, and its bound is what was
    /// proven by then.
    ///
    /// # Errors
    /// Returns an error if the start has another size than the goal or cannot reach it.
    pub fn solve(&self, start: &TileGrid, limits: &Limits) -> Result<ChoiceSolution, SolveError> {
        self.solve_with_progress(start, limits, &mut |_| ())
    }

    /// Does the same as [`ChoiceSolver::solve`], and calls `progress` whenever the proven bound
    /// grows.
    ///
    /// # Errors
    /// Returns the errors of [`ChoiceSolver::solve`].
    pub fn solve_with_progress(
        &self,
        start: &TileGrid,
        limits: &Limits,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Result<ChoiceSolution, SolveError> {
        let started = Instant::now();
        let solution = self.space.search(start, limits, progress)?;
        Ok(ChoiceSolution {
            seconds: started.elapsed().as_secs_f64(),
            ..solution
        })
    }
}
