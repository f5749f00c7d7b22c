//! The functions that open a solver themselves; the last one is kept.

use std::env;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments;
use crate::function::HeuristicArgument;
use crate::solver::{OpenArguments, Opened, Solver};

/// A shortest solution of one board; opens a :class:`Solver` for it, and keeps it for the next call with the same options.
///
/// The options are those of :class:`Solver` and of :meth:`Solver.solve`.
///
/// >>> import fifteen
/// >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8]).moves
/// 'LL'
/// >>> fifteen.solve([1, 2, 3, 4, 5, 6, 0, 7, 8], metric="multi-tile").moves
/// 'L2'
#[pyfunction]
#[pyo3(signature = (
    board: "Board", *, size: "Size | None" = None, goal: "Goal | None" = None, heuristic: "Heuristic | None" = None,
    algorithm: "Algorithm" = "ida", tables: "Paths | None" = None, metric: "Metric" = "single-tile",
    **limits: "Unpack[Limits]"
) -> "Solution")]
pub(crate) fn solve<'py>(
    board: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    heuristic: Option<HeuristicArgument>,
    algorithm: &str,
    tables: Option<&Bound<'py, PyAny>>,
    metric: &str,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let defaults = for_one_board(board, size, goal)?;
    let tables = arguments::paths(tables)?;
    let solver = opened(board.py(), OpenArguments { heuristic, tables, ..defaults.with(algorithm, metric) })?;
    Solver::solve(&solver, board, limits)
}

/// Solutions of many boards of one size (default 4x4): the options are those of :class:`Solver` and of
/// :meth:`Solver.solve_many`.
#[pyfunction]
#[pyo3(signature = (
    boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None,
    heuristic: "Heuristic | None" = None, algorithm: "Algorithm" = "ida", tables: "Paths | None" = None,
    metric: "Metric" = "single-tile", progress=false, **limits: "Unpack[Limits]"
) -> "Iterator[Solution]")]
pub(crate) fn solve_many<'py>(
    boards: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    heuristic: Option<HeuristicArgument>,
    algorithm: &str,
    tables: Option<&Bound<'py, PyAny>>,
    metric: &str,
    progress: bool,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (defaults, tables) = (OpenArguments::new(size, goal)?, arguments::paths(tables)?);
    let solver = opened(boards.py(), OpenArguments { heuristic, tables, ..defaults.with(algorithm, metric) })?;
    Solver::solve_many(&solver, boards, progress, limits)
}

/// Finds the moves that a person's solution loses; opens a :class:`Solver` for it. See :meth:`Solver.analyse`.
///
/// >>> import fifteen
/// >>> fifteen.analyse("1 2 3 / 4 5 6 / 0 7 8", "D U L R L2").distances
/// (2, 3, 2, 1, 2, 1, 0)
#[pyfunction]
#[pyo3(signature = (
    board: "Board", moves, *, size: "Size | None" = None, goal: "Goal | None" = None,
    metric: "Metric" = "single-tile", convention: "Convention | None" = None, tables: "Paths | None" = None,
    **limits: "Unpack[Limits]"
) -> "Analysis")]
pub(crate) fn analyse<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
    metric: &str,
    convention: Option<&str>,
    tables: Option<&Bound<'py, PyAny>>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (defaults, tables) = (for_one_board(board, size, goal)?, arguments::paths(tables)?);
    let solver = opened(board.py(), OpenArguments { tables, ..defaults.with("ida", metric) })?;
    Solver::analyse(&solver, board, moves, convention, limits)
}

/// The arguments for one board: in the multi-tile metric, tables that are ready sooner.
fn for_one_board<'py>(
    board: &Bound<'py, PyAny>,
    size: Option<&Bound<'py, PyAny>>,
    goal: Option<&Bound<'py, PyAny>>,
) -> PyResult<OpenArguments> {
    let size = match size {
        Some(size) => arguments::size(size)?,
        None => arguments::board(board, None)?.size(),
    };
    let size = size.to_string().into_pyobject(board.py())?;
    Ok(OpenArguments { for_one_board: true, ..OpenArguments::new(Some(&size), goal)? })
}

/// The solver that was opened last, and for what.
static LAST: Mutex<Option<(String, Py<Solver>)>> = Mutex::new(None);

/// The solver that was opened last, if it is the one that is asked for, otherwise a new one. No lock is held while
/// Python runs.
fn opened(py: Python<'_>, arguments: OpenArguments) -> PyResult<Bound<'_, Solver>> {
    let folders = (env::var_os("FIFTEEN_PDB_DIR"), env::current_dir().ok());
    let wanted = format!("{arguments:?} {folders:?}");
    let known = last().as_ref().filter(|(known, _)| *known == wanted).map(|(_, solver)| solver.clone_ref(py));
    if let Some(solver) = known {
        return Ok(solver.into_bound(py));
    }
    forget();
    let solver = Bound::new(py, Solver::of(Opened::new(py, arguments, false)?))?;
    let _before = last().replace((wanted, solver.clone().unbind()));
    Ok(solver)
}

/// Drops the solver that was opened last: there may be better tables now.
pub(crate) fn forget() {
    let _before = last().take();
}

fn last() -> MutexGuard<'static, Option<(String, Py<Solver>)>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}
