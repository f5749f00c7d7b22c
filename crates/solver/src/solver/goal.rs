//! [`GoalSolver`]: a solver for any goal. The goal is either a single board or a pattern that many
//! boards match.

use std::sync::Arc;

use fifteen_puzzle::{Convention, Goal, GridPath, Metric, MoveOrder, Path, Size, TileGrid};
use fifteen_search::tiles::{Algorithm, ChoiceSpace, HeuristicKind, SearchEvent};
use fifteen_search::{Instant, Iteration, Limits, Outcome};

use super::{OpenError, OpeningNote, Setup, SolveError, Solver};

/// The algorithm of all searches for a goal pattern.
const ALGORITHM: Algorithm = Algorithm::Astar;

/// The heuristic of all searches for a goal pattern.
const HEURISTIC: HeuristicKind = HeuristicKind::Manhattan;

/// The result of [`GoalSolver::solve`].
pub type GoalSolution = Outcome<SolutionPath>;

/// Finds shortest solutions for any goal.
///
/// If the goal is a single board, boards are solved by a [`Solver`]. If the goal is a pattern,
/// boards are solved by A* with a Manhattan distance for patterns, which needs no tables. A tile
/// can then occur on the start board more than once, so boards are passed as [`TileGrid`]s.
///
/// ```
/// use fifteen_solver::{Goal, GoalSolver, Limits, Setup, Size, notation};
///
/// let goal = Goal::parse("1 2 3 / * * * / * * *", None)?; // tiles 1 to 3 in the first row
/// let setup = Setup { goal, ..Setup::default() };
/// let solver = GoalSolver::open(&setup, Size::new(3, 3)?)?;
/// let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None)?;
/// assert_eq!(solver.solve(&board.into(), &Limits::default())?.length, Some(21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub enum GoalSolver {
    /// The goal is a single board.
    Board(Arc<Solver>),
    /// A solver for a goal that is a pattern, which many boards match.
    Choice(ChoiceSpace),
}

/// The moves of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionPath {
    /// The moves to a goal that is a single board. The board has only one blank.
    Board(Path),
    /// The moves to a goal that is a pattern. The board can contain several blanks, and the same
    /// tile more than once.
    Choice(Box<GridPath>),
}

impl GoalSolver {
    /// Opens a solver for boards of `size`.
    ///
    /// # Errors
    /// Returns an error if the settings contradict each other, if the goal has a different size, or
    /// if the tables cannot be found, read or built.
    pub fn open(setup: &Setup, size: Size) -> Result<Self, OpenError> {
        match setup.goal {
            Goal::Choice(pattern) => {
                setup.check_opening(size)?;
                Ok(Self::Choice(ChoiceSpace::new(pattern)))
            }
            _ => setup.open(size).map(Self::from),
        }
    }

    /// Returns the solver if the goal is a single board, and `None` if the goal is a pattern.
    pub fn board_solver(&self) -> Option<&Arc<Solver>> {
        match self {
            Self::Board(solver) => Some(solver),
            Self::Choice(_) => None,
        }
    }

    /// Returns the size of the boards.
    pub fn size(&self) -> Size {
        match self {
            Self::Board(solver) => solver.goal().size(),
            Self::Choice(space) => space.goal().size(),
        }
    }

    /// Returns the name of the heuristic, such as `manhattan`, or `None` if the algorithm uses no
    /// heuristic.
    pub fn heuristic(&self) -> Option<&str> {
        match self {
            Self::Board(solver) => solver.heuristic(),
            Self::Choice(_) => Some(HEURISTIC.name()),
        }
    }

    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.board_solver()
            .map_or(ALGORITHM, |solver| solver.algorithm())
    }

    /// Returns the metric, that is, the unit in which moves are counted.
    pub fn metric(&self) -> Metric {
        self.board_solver()
            .map_or(Metric::SingleTile, |solver| solver.metric())
    }

    /// Returns the order in which a search tries the moves of the blank.
    pub fn order(&self) -> MoveOrder {
        self.board_solver()
            .map_or(ALGORITHM.default_order(), |solver| solver.order())
    }

    /// Returns the size of the heuristic's tables, in bytes.
    pub fn table_bytes(&self) -> u64 {
        self.board_solver().map_or(0, |solver| solver.table_bytes())
    }

    /// Returns notes that tell the user how this solver was opened, for example that table files
    /// were skipped or that tables were built in memory.
    pub fn notes(&self) -> &[OpeningNote] {
        self.board_solver().map_or(&[], |solver| solver.notes())
    }

    /// Returns a solver that shares this solver's heuristic but uses another algorithm (see
    /// [`Solver::with_algorithm`]). A solver for a pattern always uses A*, so it is returned
    /// unchanged.
    #[must_use]
    pub fn with_algorithm(&self, algorithm: Algorithm, order: Option<MoveOrder>) -> Self {
        let order = order.unwrap_or(algorithm.default_order());
        match self {
            Self::Board(solver) if (solver.algorithm(), solver.order()) != (algorithm, order) => {
                solver.with_algorithm(algorithm, Some(order)).into()
            }
            _ => self.clone(),
        }
    }

    /// Finds a shortest solution, as [`Solver::solve`] does.
    ///
    /// # Errors
    /// Returns [`SolveError::RepeatedTile`] if a tile occurs more than once although the goal is a
    /// single board. Otherwise, returns an error in the same cases as [`Solver::solve`].
    pub fn solve(&self, start: &TileGrid, limits: &Limits) -> Result<GoalSolution, SolveError> {
        self.solve_with_events(start, limits, &mut |_| ())
    }

    /// Finds a shortest solution, and calls `on_event` as [`Solver::solve_with_events`] does. If
    /// the goal is a pattern, `on_event` is called whenever the proven lower bound increases.
    ///
    /// # Errors
    /// Returns [`SolveError`] for the same reasons as [`GoalSolver::solve`].
    pub fn solve_with_events(
        &self,
        start: &TileGrid,
        limits: &Limits,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Result<GoalSolution, SolveError> {
        match self {
            Self::Board(solver) => {
                let board = start.board().ok_or(SolveError::RepeatedTile)?;
                let solution = solver.solve_with_events(&board, limits, on_event)?;
                Ok(solution.map_paths(SolutionPath::Board))
            }
            Self::Choice(space) => {
                let started = Instant::now();
                let mut progress =
                    |iteration: &Iteration| on_event(SearchEvent::Iteration(*iteration));
                let solution = space.search(start, limits, &mut progress)?;
                Ok(GoalSolution {
                    seconds: started.elapsed().as_secs_f64(),
                    ..solution.map_paths(|path| SolutionPath::Choice(Box::new(path)))
                })
            }
        }
    }
}

impl From<Solver> for GoalSolver {
    fn from(solver: Solver) -> Self {
        Self::Board(Arc::new(solver))
    }
}

impl SolutionPath {
    /// Returns the direction in which the blank moves in each step. If there are several blanks,
    /// this is the blank that moves in that step.
    pub fn directions(&self) -> Path {
        match self {
            Self::Board(path) => path.clone(),
            Self::Choice(path) => Path::new(path.directions().collect()),
        }
    }

    /// Returns this path with all of its boards, beginning with `start`. Returns `None` if the path
    /// is not possible from `start`.
    pub fn grid_path(&self, start: &TileGrid) -> Option<GridPath> {
        match self {
            Self::Board(path) => GridPath::of_board(&start.board()?, path).ok(),
            Self::Choice(path) => Some(GridPath::clone(path)).filter(|path| path.start() == start),
        }
    }

    /// Formats this path with one letter per single-tile move, such as `RUL`.
    pub fn letters(&self, convention: Convention) -> String {
        match self {
            Self::Board(path) => path.letters(convention),
            Self::Choice(path) => path.letters(convention),
        }
    }

    /// Formats the moves in the given metric, as [`Path::text`] does. With several blanks, each
    /// move also contains the cell of the tile, such as `5R` (see [`GridPath::text`]).
    pub fn text(&self, metric: Metric, convention: Convention) -> String {
        match self {
            Self::Board(path) => path.text(metric, convention),
            Self::Choice(path) => path.text(convention),
        }
    }
}
