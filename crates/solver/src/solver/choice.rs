//! [`ChoiceSolver`]: a solver for goal patterns, which accept several boards.

use fifteen_puzzle::{GoalPattern, GridPath, Size, TileGrid, goal_of_other_size};
use fifteen_search::tiles::{Algorithm, ChoiceSpace, HeuristicKind};
use fifteen_search::{Instant, Iteration, Limits, Outcome};

use super::{OpenError, SolveError};

/// The result of a search for a goal pattern.
pub type ChoiceSolution = Outcome<GridPath>;

/// Finds shortest solutions for a goal pattern, which fixes the contents of only some cells. It
/// uses A* with a Manhattan distance for patterns.
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
    /// Algorithm used for every search.
    pub const ALGORITHM: Algorithm = Algorithm::Astar;

    /// Heuristic used for every search.
    pub const HEURISTIC: HeuristicKind = HeuristicKind::Manhattan;

    /// Creates a solver for a goal pattern.
    pub fn new(goal: GoalPattern) -> Self {
        Self {
            space: ChoiceSpace::new(goal),
        }
    }

    /// Creates a solver for a goal pattern, after checking that the pattern is for boards of
    /// `size`.
    ///
    /// # Errors
    /// Returns an error if the pattern is for a different board size.
    pub fn open(goal: GoalPattern, size: Size) -> Result<Self, OpenError> {
        if goal.size() != size {
            return Err(goal_of_other_size(goal.size(), size).into());
        }
        Ok(Self::new(goal))
    }

    /// Returns the goal pattern.
    pub fn goal(&self) -> &GoalPattern {
        self.space.goal()
    }

    /// Finds a shortest solution.
    ///
    /// Reaching a limit is not an error. In that case, the status of the solution names the limit,
    /// and its bound is the lower bound proven so far.
    ///
    /// # Errors
    /// Returns an error if the start grid and the goal pattern differ in size, or if the goal
    /// cannot be reached.
    pub fn solve(&self, start: &TileGrid, limits: &Limits) -> Result<ChoiceSolution, SolveError> {
        self.solve_with_progress(start, limits, &mut |_| ())
    }

    /// Finds a shortest solution, and calls `progress` whenever the proven lower bound increases.
    ///
    /// # Errors
    /// Returns an error if the start grid and the goal pattern differ in size, or if the goal
    /// cannot be reached.
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
