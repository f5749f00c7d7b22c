//! Methods of the Python class `Solver`, which opens a heuristic and solves boards.

use fifteen_solver::puzzle::GridPath;
use fifteen_solver::record::{AnalysisRecord, BoardRecord, implied_convention};
use fifteen_solver::{Algorithm, Convention, Metric, MoveOrder};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{OpenArguments, OpenedHeuristic, Solutions, Tables};
use crate::error::{UnsolvableError, failed, of_solving};
use crate::function::HeuristicArgument;
use crate::wait::{self, Cancel};
use crate::{arguments, record_object, whole};

/// Solves boards for one goal, with one heuristic and one algorithm. A solver opens its tables
/// once, and then solves any number of boards. Several threads can use the same solver.
///
/// :param size: The width and height of the boards: a string such as ``"4x3"``, or two equal
///     integers such as ``(4, 4)``. The default is the size of the goal, or 4x4 if there is no
///     goal.
/// :param goal: The finished board. The default, ``"last"``, is 1, 2, ..., blank. You can also pass
///     ``"first"`` (blank, 1, 2, ...), ``"spiral"``, or a board. In the single-tile metric, the
///     goal of a board of up to 12 cells can contain ``*``, which stands for any tile, and tiles
///     that repeat.
/// :param heuristic: The name of a heuristic, as in the command. Examples are ``"manhattan"``,
///     ``"7-8"``, ``"7-8:additive"``, ``"7-8x2"`` and ``"manhattan+6-6-3"``. By default, the solver
///     uses the strongest tables that it finds. The heuristic can also be a function. It receives
///     an array of boards with shape (n, cells) and type uint8, and returns n integers, none of
///     which may exceed the board's distance from the goal. For ``"weighted-astar"`` and
///     ``"beam"``, it can instead return n floats, which are estimates of the distance. The solver
///     calls the function with many boards at a time. If the function raises an exception, the
///     search ends.
/// :param algorithm: The name of the search algorithm, such as ``"ida"``, ``"astar"`` or ``"bfs"``.
/// :param tables: Files, or folders in which to look for tables. The default is the command's
///     folder.
/// :param order: The order in which the search tries the blank's moves, such as ``"ULRD"``.
/// :param reflection: Whether to look up the reflected board as well.
/// :param verify: Whether to verify the digests of the tables. This reads the tables completely.
/// :param threads: The number of threads that build tables in memory if no tables are found. 0
///     means one thread for each core.
/// :param memory_limit: The maximum size of a heuristic that is built in memory, in bytes.
/// :param metric: What counts as one move. In the ``"single-tile"`` metric, a move slides one tile.
///     In the ``"multi-tile"`` metric, a move slides one or more tiles of a row or column together.
///     The multi-tile metric has its own tables, which are built in memory. You can choose neither
///     a heuristic nor another algorithm for it.
/// :raises TableError: A table is missing or damaged.
/// :raises FifteenError: A name or a board is invalid.
#[pyclass(frozen, extends = OpenedHeuristic, module = "fifteen")]
pub(crate) struct Solver {
    /// The name of the heuristic, such as ``"7-8 zero-aware + reflection"``. None if the algorithm
    /// does not use a heuristic.
    #[pyo3(get)]
    heuristic: Option<String>,
    /// The name of the search algorithm.
    #[pyo3(get)]
    algorithm: String,
    /// What counts as one move: ``"single-tile"`` or ``"multi-tile"``.
    #[pyo3(get)]
    metric: String,
    /// The order in which the search tries the blank's moves.
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
        let heuristic = heuristic.map(str::to_owned);
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

    /// Opens a solver for a single board in the multi-tile metric. Its tables are weaker than the
    /// usual ones, but take less time to build.
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

    /// Creates a solver from tables that are already open. The solver shares the memory of the
    /// tables.
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
        let solver = opened.board_solver()?.with_algorithm(algorithm, order);
        Py::new(py, Self::of(opened.shared(py, solver.into())))
    }

    /// Returns the solver's heuristic, which can evaluate arrays of boards. This method works only
    /// in the single-tile metric.
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

    /// Finds a shortest solution of a board. Other Python threads can run during the search.
    ///
    #[doc = include_str!("../search_keywords.txt")]
    /// :returns: A solution. Its status is ``"solved"``, or ``"limit"`` if the search reached a
    ///     limit. After a limit, ``bound`` is the lower bound that has been proven so far. In fast
    ///     mode, the search might have found a solution before it reached the limit. Then ``moves``
    ///     contains the best solution, ``upper`` is its length, and ``gap`` is ``upper - bound``.
    /// :raises UnsolvableError: The board cannot reach the goal.
    /// :raises FifteenError: The board is invalid, or its size is not the solver's size.
    #[pyo3(signature = (board: "Board", **limits: "Unpack[Limits]") -> "Solution")]
    pub(crate) fn solve<'py>(
        this: &Bound<'py, Self>,
        board: &Bound<'py, PyAny>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::of_search(limits)?);
        let size = Some(opened.solver.size());
        let start = arguments::start(board, size, opened.goal)?;
        let request = opened.one_search(limits, &cancel)?;
        let (solver, limits) = (opened.solver_of(&request), request.limits_from_now());
        let solution = wait::for_result(py, &cancel, || solver.solve(&start, &limits))?;
        let solution = solution.map_err(of_solving)?;
        let record = BoardRecord::of_goal(1, start, &solver, Ok(solution), &request);
        record_object(py, "Solution", &record)
    }

    /// Solves any number of boards on all cores. Returns an iterator of solutions, in the order of
    /// the boards.
    ///
    /// The solver reads boards whenever its threads have room for them, and the iterator returns
    /// each solution as soon as the solution and all earlier ones are known. A separate thread
    /// reads the boards from an iterable, so a slow iterable does not delay boards that have
    /// already been read. If a board cannot be solved or read, its solution has the status
    /// ``"unsolvable"`` or ``"invalid"``, and ``error`` contains the reason. ``line`` is the number
    /// of the board, counted from 1. Limits apply to each board separately. Each thread solves one
    /// board at a time. In plain mode, a thread alternates between several boards, so their
    /// ``seconds`` overlap.
    ///
    /// :param boards: The boards: the path of a file, an open file, an array of shape (n, cells) or
    ///     (n, height, width), a data frame with a ``board`` column or with one column for each
    ///     cell, or any iterable of boards. A file is read in the same way as by the command, and
    ///     ``line`` is then the line number in the file.
    /// :param progress: Whether to show a progress bar. This requires the ``tqdm`` package.
    #[doc = include_str!("../search_keywords.txt")]
    /// :raises FifteenError: ``boards`` is a single board, or an array whose shape is neither
    ///     (n, cells) nor (n, height, width).
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
            Solutions::new(py, opened.solver_of(&request), request, threads, cancel)?;
        let (size, goal) = (opened.solver.size().to_string(), opened.goal.to_string());
        py.import(intern!(py, "fifteen._input"))?
            .call_method1("solutions", (solutions, feed, boards, size, goal, progress))
    }

    /// Finds the mistakes in a sequence of moves, by solving every position on the way.
    ///
    /// A move is a mistake if the goal is no nearer after it.
    ///
    /// :param moves: The moves, as letters U, D, L and R. A number can follow a letter, as in
    ///     ``"R3 U2 L"``.
    /// :param letters: Whether a letter names the direction of the ``"tile"`` or of the
    ///     ``"blank"``. By default, it names the direction of the tile, unless only the blank can
    ///     make the moves.
    ///
    /// The following keywords apply to the search from each position:
    ///
    #[doc = include_str!("../search_keywords.txt")]
    /// :raises FifteenError: A move leaves the board, or ``moves`` contains something other than
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
        let start = arguments::start(board, size, opened.goal)?;
        let request = opened.one_search(limits, &cancel)?;
        let solver = opened.solver_of(&request);
        let convention = convention.unwrap_or_else(|| implied_convention(moves, &start, None));
        let path = GridPath::parse(moves, &start, convention).map_err(failed)?;
        let goal = opened.goal;
        let analysis = wait::for_result(py, &cancel, || {
            AnalysisRecord::of(&solver, goal, &path, convention, &request, &mut |_| ())
        })?;
        let analysis = analysis.map_err(of_solving)?;
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
