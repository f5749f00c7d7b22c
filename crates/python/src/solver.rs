//! The solver: tables opened once, then any number of boards.

use std::sync::Arc;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Algorithm, Goal, MoveOrder, Request, SolverBuilder, batch};
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
    /// The goal: a name or a board.
    pub(crate) goal: Goal,
}

/// The keywords of `Solver` and `Tables` in Python.
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
    /// Opens the solver; with it, notes for the user.
    pub(crate) fn open(&self, py: Python<'_>) -> PyResult<(Solver, Vec<String>)> {
        let (size, goal) = arguments::size_of(self.size.as_ref(), &self.goal)?;
        let cancel = wait::flag();
        let mut request = Request {
            goal,
            heuristic: self.heuristic.as_deref().map(str::parse).transpose().map_err(failed)?,
            algorithm: self.algorithm.parse().map_err(failed)?,
            deepening: self.deepening,
            order: self.order.as_deref().map(str::parse).transpose().map_err(failed)?,
            ..Request::default()
        };
        request.algorithm = resolved_algorithm(&request)?;
        let builder = fifteen_solver::Solver::builder().request(&request);
        let builder =
            builder.reflection(self.reflection).check(self.check).threads(self.threads).cancel(Arc::clone(&cancel));
        let builder = builder.tables_in(arguments::paths(self.tables.as_ref())?);
        let builder = self.memory_limit.into_iter().fold(builder, SolverBuilder::memory);
        let solver = wait::for_result(py, &cancel, || builder.open(size))?.map_err(|error| of_opening(&error))?;
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
        let algorithm = algorithm.parse().map_err(failed)?;
        let algorithm = resolved_algorithm(&Request { algorithm, deepening, ..Request::default() })?;
        self.solver.check_algorithm(algorithm).map_err(failed)?;
        let order = order.map(str::parse::<MoveOrder>).transpose().map_err(failed)?;
        Ok(Self { solver: Arc::new(self.solver.with_algorithm(algorithm, order)), goal: self.goal })
    }

    /// The heuristic in force.
    fn tables(&self) -> Tables {
        Tables { solver: Arc::clone(&self.solver), goal: self.goal }
    }

    /// Solves a board.
    fn solve(&self, py: Python<'_>, board: &Bound<'_, PyAny>, arguments: SearchArguments) -> PyResult<Py<Solution>> {
        let board = arguments::board(board, Some(self.solver.goal().size()))?;
        let cancel = wait::flag();
        let request = arguments.request(self, batch::threads_or_all(arguments.threads), &cancel)?;
        let solution = wait::for_result(py, &cancel, || self.solver.solve(&board, &request.search))?;
        let solution = solution.map_err(of_solving)?;
        Solution::new(py, BoardRecord::new(1, board, &self.solver, Ok(solution), &request))
    }

    /// Solves boards as they are asked for.
    fn solve_many(&self, boards: &Bound<'_, PyAny>, arguments: SearchArguments) -> PyResult<Solutions> {
        let cancel = wait::flag();
        let request = arguments.request(self, 1, &cancel)?;
        let threads = batch::threads_or_all(arguments.threads);
        Solutions::new(Arc::clone(&self.solver), request, boards.try_iter()?.unbind(), threads, cancel)
    }
}

impl Solver {
    /// The request that all searches with this solver share.
    pub(crate) fn request(&self) -> Request {
        Request { goal: self.goal, algorithm: self.solver.algorithm(), stats: true, ..Request::default() }
    }
}

fn resolved_algorithm(request: &Request) -> PyResult<Algorithm> {
    request.resolved_algorithm().map_err(failed)
}
