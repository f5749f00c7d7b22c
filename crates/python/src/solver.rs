//! The solver: tables opened once, then any number of boards.

use std::sync::Arc;

use fifteen_solver::record::{BoardRecord, Request};
use fifteen_solver::{Algorithm, Board, Goal, HeuristicSpec, MoveOrder, Options, SolveError, SolverBuilder};
use pyo3::prelude::*;

use crate::arguments::{self, SearchArguments};
use crate::error::{failed, of_opening, of_solving};
use crate::solution::Solution;
use crate::stream::Solutions;
use crate::tables::Tables;
use crate::wait;

/// Finds shortest solutions for the boards of one goal.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Solver {
    pub(crate) solver: Arc<fifteen_solver::Solver>,
    /// As a person writes it.
    pub(crate) goal: Goal,
}

/// How a solver is to be opened: the keywords of `Solver` and `Tables` in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct OpenArguments<'py> {
    size: Option<Bound<'py, PyAny>>,
    goal: Bound<'py, PyAny>,
    heuristic: Option<String>,
    algorithm: String,
    deepening: bool,
    tables: Option<Bound<'py, PyAny>>,
    order: Option<String>,
    reflection: bool,
    check: bool,
    threads: usize,
    memory_limit: Option<u64>,
}

impl OpenArguments<'_> {
    /// Opens the solver; also what happened that a person may want to know.
    pub(crate) fn open(&self, py: Python<'_>) -> PyResult<(Solver, Vec<String>)> {
        let (size, goal) = arguments::size_of(self.size.as_ref(), &self.goal)?;
        let cancel = wait::flag();
        let builder = fifteen_solver::Solver::builder()
            .goal(goal)
            .algorithm(arguments::algorithm(&self.algorithm, self.deepening)?);
        let builder =
            builder.reflection(self.reflection).check(self.check).threads(self.threads).cancel(Arc::clone(&cancel));
        let paths = arguments::paths(self.tables.as_ref())?;
        let builder = paths.into_iter().fold(builder, SolverBuilder::tables);
        let builder = match &self.order {
            Some(order) => builder.order(order.parse::<MoveOrder>().map_err(failed)?),
            None => builder,
        };
        let builder = match &self.heuristic {
            Some(heuristic) => builder.heuristic(heuristic.parse::<HeuristicSpec>().map_err(failed)?),
            None => builder,
        };
        let builder = self.memory_limit.into_iter().fold(builder, SolverBuilder::memory);
        let solver = wait::for_result(py, &cancel, || builder.open(size))?.map_err(of_opening)?;
        let notes = solver.notes().iter().map(ToString::to_string).collect();
        Ok((Solver { solver: Arc::new(solver), goal }, notes))
    }
}

#[pymethods]
impl Solver {
    /// Opens a solver; with it, notes for the user.
    #[staticmethod]
    fn open(py: Python<'_>, arguments: OpenArguments<'_>) -> PyResult<(Self, Vec<String>)> {
        arguments.open(py)
    }

    #[getter]
    fn size(&self) -> String {
        self.solver.goal().size().to_string()
    }

    #[getter]
    fn goal(&self) -> String {
        self.goal.to_string()
    }

    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.solver.heuristic()
    }

    #[getter]
    fn algorithm(&self) -> &'static str {
        self.solver.algorithm().name()
    }

    #[getter]
    fn order(&self) -> String {
        self.solver.order().to_string()
    }

    #[getter]
    fn table_bytes(&self) -> u64 {
        self.solver.table_bytes()
    }

    /// The same tables with another algorithm.
    fn with_algorithm(&self, algorithm: &str, deepening: bool, order: Option<&str>) -> PyResult<Self> {
        let algorithm = arguments::algorithm(algorithm, deepening)?;
        if algorithm == Algorithm::IdaWrongWay && self.solver.heuristic() != Some("manhattan") {
            return Err(failed(format!("{algorithm} is Manhattan only; open a solver with heuristic='manhattan'")));
        }
        let order = order.map(str::parse::<MoveOrder>).transpose().map_err(failed)?;
        Ok(Self { solver: Arc::new(self.solver.with_algorithm(algorithm, order)), goal: self.goal })
    }

    /// The heuristic in force.
    fn tables(&self) -> Tables {
        Tables { solver: Arc::clone(&self.solver), goal: self.goal }
    }

    /// Solves a board.
    fn solve(&self, py: Python<'_>, board: &Bound<'_, PyAny>, arguments: SearchArguments) -> PyResult<Solution> {
        let board = arguments::board(board, Some(self.solver.goal().size()))?;
        let cancel = wait::flag();
        let options = arguments.options(self.solver.algorithm(), arguments.threads, &cancel)?;
        let result = wait::for_result(py, &cancel, || self.solver.solve(&board, &options))?;
        let solution = result.as_ref().map_err(|error| of_solving(error.clone()))?;
        let request = request(&self.solver, self.goal, &options);
        Ok(BoardRecord::of(1, board, &self.solver, Ok(solution), &request).into())
    }

    /// Solves boards as they are asked for.
    fn solve_many(&self, boards: &Bound<'_, PyAny>, arguments: SearchArguments) -> PyResult<Solutions> {
        let threads = fifteen_solver::batch::threads_or_all(arguments.threads);
        let cancel = wait::flag();
        let options = arguments.options(self.solver.algorithm(), 1, &cancel)?;
        let request = request(&self.solver, self.goal, &options);
        Solutions::new(Arc::clone(&self.solver), options, request, boards.try_iter()?.unbind(), threads, cancel)
    }
}

/// What a record says of a search with these options.
pub(crate) fn request(solver: &fifteen_solver::Solver, goal: Goal, options: &Options) -> Request {
    let goal = goal.to_string();
    Request { goal, algorithm: solver.algorithm(), mode: options.mode, stats: true, ..Request::default() }
}

/// The record of a board, numbered from 1, whatever came of it.
pub(crate) fn record(
    line: u64,
    board: Result<Board, String>,
    solver: &fifteen_solver::Solver,
    options: &Options,
    request: &Request,
) -> BoardRecord {
    match board {
        Ok(board) => {
            let result: Result<_, SolveError> = solver.solve(&board, options);
            BoardRecord::of(line, board, solver, result.as_ref(), request)
        }
        Err(error) => BoardRecord::invalid(line, None, error, request),
    }
}
