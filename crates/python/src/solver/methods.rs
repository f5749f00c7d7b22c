//! Methods of the Python class `Solver`, which opens a heuristic and solves boards.

use std::sync::Arc;

use fifteen_solver::puzzle::GridPath;
use fifteen_solver::record::{
    AnalysisError, AnalysisRecord, BoardRecord, implied_convention, implied_convention_of_choice,
};
use fifteen_solver::{Algorithm, Convention, Metric, MoveOrder, Path};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{GoalSolver, OpenArguments, OpenedHeuristic, Solutions, Tables};
use crate::error::{UnsolvableError, failed, of_solving};
use crate::function::HeuristicArgument;
use crate::wait::{self, Cancel};
use crate::{arguments, record_object, whole};

/// A solver for a goal, with a heuristic and an algorithm. It is opened once and then solves any
/// number of boards, from any number of threads.
///
/// :param size: ``"4x3"``, width and height, or ``(4, 4)``; by default the goal's, else 4x4.
/// :param goal: a name, such as ``"first"``, or a board, on up to 12 cells with ``*`` for any tile,
///     or tiles that repeat (in the single-tile metric only); by default ``"last"``: 1, 2, ...,
///     blank.
/// :param heuristic: as for the command: ``"manhattan"``, ``"7-8"``, ``"7-8:additive"``,
///     ``"7-8x2"``, ``"manhattan+6-6-3"``; by default the strongest tables found. Or a function,
///     which takes an array of boards, of shape (n, cells) and type uint8, and returns n integers,
///     none of them larger than the distance to the goal; or, for ``"weighted-astar"`` and
///     ``"beam"``, n floats that estimate this distance. It is called for many boards at a time; an
///     exception that it raises ends the search.
/// :param algorithm: ``"ida"``, ``"astar"``, ``"bfs"``, ...
/// :param tables: files or folders to look for tables in; by default those of the command.
/// :param order: the order in which the blank's moves are tried, such as ``"ULRD"``.
/// :param reflection: whether to look up the reflected board too.
/// :param verify: whether to verify the digests of the tables, for which they are read completely.
/// :param threads: number of threads that build tables in memory if none are found; 0 means one for
///     each core.
/// :param memory_limit: bytes that a heuristic built in memory may take.
/// :param metric: ``"single-tile"``, or ``"multi-tile"``: a row or column of tiles that slide
///     together is one move. The multi-tile metric has its own tables, which are built in memory,
///     and takes no heuristic and no other algorithm.
/// :raises TableError: a table is missing or damaged.
/// :raises FifteenError: a name or board is wrong.
#[pyclass(frozen, extends = OpenedHeuristic, module = "fifteen")]
pub(crate) struct Solver {
    /// The heuristic in use, such as ``"7-8 zero-aware + reflection"``; None if the algorithm uses
    /// none.
    #[pyo3(get)]
    heuristic: Option<String>,
    /// The algorithm's name.
    #[pyo3(get)]
    algorithm: String,
    /// The unit in which moves are counted.
    #[pyo3(get)]
    metric: String,
    /// The order in which the blank's moves are tried.
    #[pyo3(get)]
    order: String,
    /// The size of the heuristic's tables, in bytes.
    #[pyo3(get)]
    table_bytes: u64,
}

impl Solver {
    /// Creates the Python object for an opened heuristic.
    pub(crate) fn of(opened: OpenedHeuristic) -> PyClassInitializer<Self> {
        let solver = &opened.solver;
        let (heuristic, table_bytes) = (solver.heuristic(), solver.table_bytes());
        let (algorithm, metric) = (solver.algorithm().to_string(), solver.metric().to_string());
        let named = Self {
            heuristic,
            algorithm,
            metric,
            order: solver.order().to_string(),
            table_bytes,
        };
        PyClassInitializer::from(opened).add_subclass(named)
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (
        size: "Size | None" = None, *, goal: "Goal | None" = None, heuristic: "Heuristic | None" = None,
        algorithm: "Algorithm" = "ida", tables: "Paths | None" = None, order=None, reflection=true, verify=false,
        threads: "int" = 0, memory_limit: "int | None" = None, metric: "Metric" = "single-tile"
    ))]
    fn new(
        py: Python<'_>,
        size: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        heuristic: Option<HeuristicArgument>,
        algorithm: &str,
        tables: Option<&Bound<'_, PyAny>>,
        order: Option<String>,
        reflection: bool,
        verify: bool,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
        #[pyo3(from_py_with = whole::memory_limit)] memory_limit: Option<u64>,
        metric: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let (algorithm, metric) = (algorithm.to_owned(), metric.to_owned());
        let tables = arguments::paths(tables)?;
        let given = OpenArguments {
            heuristic,
            algorithm,
            metric,
            tables,
            order,
            reflection,
            verify,
            threads,
            memory_limit,
            ..OpenArguments::new(size, goal)?
        };
        Ok(Self::of(OpenedHeuristic::new(py, given, false)?))
    }

    /// Opens a solver for a single board in the multi-tile metric. Its tables are weaker, but ready
    /// sooner.
    #[staticmethod]
    #[pyo3(signature = (size: "Size | None", goal: "Goal | None", algorithm: "Algorithm", tables: "Paths | None") -> "Solver")]
    fn _for_one_board(
        py: Python<'_>,
        size: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        algorithm: &str,
        tables: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let given = OpenArguments {
            algorithm: algorithm.to_owned(),
            metric: Metric::MultiTile.to_string(),
            for_one_board: true,
            tables: arguments::paths(tables)?,
            ..OpenArguments::new(size, goal)?
        };
        Py::new(py, Self::of(OpenedHeuristic::new(py, given, false)?))
    }

    #[staticmethod]
    #[pyo3(signature = (arguments: "dict[str, Any]") -> "Solver")]
    fn _reopened(py: Python<'_>, arguments: OpenArguments) -> PyResult<Py<Self>> {
        Py::new(py, Self::of(OpenedHeuristic::new(py, arguments, true)?))
    }

    /// Creates a solver that shares tables that are open already.
    #[staticmethod]
    #[pyo3(signature = (tables, *, algorithm: "Algorithm" = "ida", order=None) -> "Solver")]
    fn of_tables(
        tables: &Bound<'_, Tables>,
        algorithm: &str,
        order: Option<&str>,
    ) -> PyResult<Py<Self>> {
        let (py, opened) = (tables.py(), tables.as_super().get());
        let algorithm: Algorithm = algorithm.parse().map_err(failed)?;
        let order = order
            .map(str::parse::<MoveOrder>)
            .transpose()
            .map_err(failed)?;
        let solver = opened.solver.of_board()?.with_algorithm(algorithm, order);
        let solver = GoalSolver::Board(Arc::new(solver));
        Py::new(py, Self::of(opened.shared(py, solver)))
    }

    /// Returns the heuristic, to evaluate arrays of boards. Works only in the single-tile metric.
    #[pyo3(signature = () -> "Tables")]
    fn tables(this: &Bound<'_, Self>) -> PyResult<Py<Tables>> {
        let (py, opened) = (this.py(), this.as_super().get());
        match opened.solver.metric() {
            Metric::SingleTile => {
                Py::new(py, Tables::of(opened.shared(py, opened.solver.clone()))?)
            }
            Metric::MultiTile => Err(failed(
                "tables are for the single-tile metric; open a solver with metric='single-tile'",
            )),
        }
    }

    /// Finds a shortest solution. Other Python threads can run meanwhile.
    ///
    #[doc = include_str!("../search_keywords.txt")]
    /// :returns: a solution with status ``"solved"``; or with status ``"limit"`` and the lower
    ///     bound proven so far in ``bound``. In fast mode, ``moves`` is then the best solution
    ///     found, if any: ``upper`` is its length, and ``gap`` is ``upper - bound``.
    /// :raises UnsolvableError: the goal cannot be reached.
    /// :raises FifteenError: the board is invalid, or has another size.
    #[pyo3(signature = (board: "Board", **limits: "Unpack[Limits]") -> "Solution")]
    pub(crate) fn solve<'py>(
        this: &Bound<'py, Self>,
        board: &Bound<'py, PyAny>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::of_search(limits)?);
        let size = Some(opened.solver.size());
        let record = match &opened.solver {
            GoalSolver::Board(solver) => {
                let board = arguments::board(board, size)?;
                let request = opened.one_search(limits, &cancel)?;
                let solver = &super::with_algorithm_of(solver, &request);
                let limits = request.limits_from_now();
                let solution = wait::for_result(py, &cancel, || solver.solve(&board, &limits))?;
                BoardRecord::new(
                    1,
                    board,
                    solver,
                    Ok(solution.map_err(of_solving)?),
                    &request,
                )
            }
            GoalSolver::Choice(solver) => {
                let start = arguments::tiles(board, size)?;
                let request = opened.one_search(limits, &cancel)?;
                let limits = request.limits_from_now();
                let solution = wait::for_result(py, &cancel, || solver.solve(&start, &limits))?;
                BoardRecord::of_choice(1, start, Ok(solution.map_err(of_solving)?), &request)
            }
        };
        record_object(py, "Solution", &record)
    }

    /// Solves any number of boards on all cores. Returns an iterator of solutions, in the order of
    /// the boards.
    ///
    /// Boards are read as threads have room for them, and solutions are returned as soon as they
    /// are found. A separate thread reads the boards from an iterable, so a slow iterable does not
    /// delay boards that have been read. A board that cannot be solved or read gives a solution
    /// with status ``"unsolvable"`` or ``"invalid"`` and an ``error``; ``line`` is the board's
    /// number, from 1. Limits apply to each board. Each thread solves one board at a time; in plain
    /// mode it alternates between several boards, whose ``seconds`` overlap.
    ///
    /// :param boards: the path of a file or an open file (read as the command reads it; ``line`` is
    ///     then that of the file), an array of shape (n, cells) or (n, height, width), a data frame
    ///     with a column ``board`` or one column for each cell, or any iterable of boards.
    /// :param progress: show a progress bar, with tqdm.
    #[doc = include_str!("../search_keywords.txt")]
    /// :raises FifteenError: ``boards`` is a single board, or an array of another shape.
    #[pyo3(signature = (
        boards: "Boards", *, progress=false, **limits: "Unpack[Limits]"
    ) -> "Iterator[Solution]")]
    pub(crate) fn solve_many<'py>(
        this: &Bound<'py, Self>,
        boards: &Bound<'py, PyAny>,
        progress: bool,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::of_search(limits)?);
        let (request, threads) = opened.many_searches(limits, &cancel)?;
        let (solutions, feed) =
            Solutions::new(py, opened.solver.clone(), request, threads, cancel)?;
        let size = opened.solver.size().to_string();
        py.import(intern!(py, "fifteen._input"))?
            .call_method1("solutions", (solutions, feed, boards, size, progress))
    }

    /// Finds the moves that lose ground, by solving every position on the way.
    ///
    /// A move loses ground if the goal is no nearer after it.
    ///
    /// :param moves: letters U, D, L and R, perhaps with numbers: ``"R3 U2 L"``.
    /// :param letters: whether letters name the direction of the ``"tile"`` or of the
    ///     ``"blank"``; by default the tile, unless only the blank can make the moves.
    ///
    /// These keywords apply to the search from each position:
    ///
    #[doc = include_str!("../search_keywords.txt")]
    /// :raises FifteenError: a move leaves the board, or the text contains something other than
    ///     moves.
    #[pyo3(signature = (
        board: "Board", moves, *, letters: "Letters | None" = None, **limits: "Unpack[Limits]"
    ) -> "Analysis")]
    pub(crate) fn analyse<'py>(
        this: &Bound<'py, Self>,
        board: &Bound<'py, PyAny>,
        moves: &str,
        letters: Option<&str>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::of_search(limits)?);
        let size = Some(opened.solver.size());
        let convention = letters
            .map(str::parse::<Convention>)
            .transpose()
            .map_err(failed)?;
        let analysis = match &opened.solver {
            GoalSolver::Board(solver) => {
                let board = arguments::board(board, size)?;
                let request = opened.one_search(limits, &cancel)?;
                let solver = &super::with_algorithm_of(solver, &request);
                let convention =
                    convention.unwrap_or_else(|| implied_convention(moves, &board, None));
                let path = Path::parse_on(moves, &board, convention).map_err(failed)?;
                let (start, path) = ((board, opened.goal), (&path, convention));
                wait::for_result(py, &cancel, || {
                    AnalysisRecord::of(solver, start, path, &request, &mut |_| ())
                })?
            }
            GoalSolver::Choice(solver) => {
                let start = arguments::tiles(board, size)?;
                let request = opened.one_search(limits, &cancel)?;
                let convention =
                    convention.unwrap_or_else(|| implied_convention_of_choice(moves, &start));
                let path = GridPath::parse(moves, &start, convention).map_err(failed)?;
                wait::for_result(py, &cancel, || {
                    AnalysisRecord::of_choice(solver, &path, convention, &request, &mut |_| ())
                })?
            }
        };
        let analysis = analysis.map_err(|error| match error {
            AnalysisError::Solve(error) => of_solving(error),
            error => failed(error),
        })?;
        if let Some(reason) = analysis.error {
            return Err(UnsolvableError::new_err(reason));
        }
        record_object(py, "Analysis", &analysis)
    }

    fn __repr__(this: &Bound<'_, Self>) -> String {
        let (
            Self {
                heuristic,
                algorithm,
                metric,
                ..
            },
            opened,
        ) = (this.get(), this.as_super().get());
        let heuristic = heuristic
            .as_ref()
            .map_or_else(|| "None".to_owned(), |name| format!("'{name}'"));
        let metric = if metric == "single-tile" {
            String::new()
        } else {
            format!(", metric='{metric}'")
        };
        let (size, goal) = (opened.solver.size(), opened.goal);
        format!(
            "Solver('{size}', goal='{goal}', heuristic={heuristic}, algorithm='{algorithm}'{metric})"
        )
    }
}
