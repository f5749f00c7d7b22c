//! The methods of `Solver`: opening it, and solving boards.

use std::sync::Arc;

use fifteen_solver::record::{AnalysisRecord, BoardRecord, recorded_convention};
use fifteen_solver::{AnalysisError, Metric, MoveOrder, Path, Setup};
use pyo3::prelude::*;

use super::pool::Pool;
use super::{OpenArguments, Solver, Tables, algorithm, checked};
use crate::analysis::Analysis;
use crate::arguments::{self, SearchArguments};
use crate::error::{failed, of_solving};
use crate::solution::Solution;
use crate::wait;

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

    /// The heuristic as an argument: "7-8".
    #[getter]
    fn heuristic_spec(&self) -> Option<String> {
        self.solver.heuristic_spec().map(ToString::to_string)
    }

    #[getter]
    fn algorithm(&self) -> String {
        self.solver.algorithm().to_string()
    }

    #[getter]
    fn metric(&self) -> String {
        self.solver.metric().to_string()
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
    fn with_algorithm(&self, name: &str, deepening: bool, order: Option<&str>) -> PyResult<Self> {
        let algorithm = algorithm(name, deepening)?;
        checked(&Setup { algorithm, ..Setup::default() })?;
        let order = order.map(str::parse::<MoveOrder>).transpose().map_err(failed)?;
        Ok(Self { solver: Arc::new(self.solver.with_algorithm(algorithm, order)), goal: self.goal })
    }

    /// The heuristic in force.
    fn tables(&self) -> PyResult<Tables> {
        match self.solver.metric() {
            Metric::SingleTile => Ok(Tables { solver: Arc::clone(&self.solver), goal: self.goal }),
            Metric::MultiTile => {
                Err(failed("tables are for the single-tile metric; open a solver with metric='single-tile'"))
            }
        }
    }

    /// Analyses moves; without a convention, in the one in which they fit the board.
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        moves: &str,
        convention: Option<&str>,
        arguments: SearchArguments,
    ) -> PyResult<Py<Analysis>> {
        let board = arguments::board(board, Some(self.solver.goal().size()))?;
        let convention = match convention {
            Some(name) => name.parse().map_err(failed)?,
            None => recorded_convention(moves, &board, self.solver.goal()),
        };
        let path = Path::parse(moves, convention).map_err(failed)?;
        let cancel = wait::flag();
        let request = arguments.request(self.request(), self.threads(arguments.threads), &cancel)?;
        let analysed = || fifteen_solver::Analysis::of(&self.solver, &board, &path, &request.search, &mut |_| ());
        let analysis = wait::for_result(py, &cancel, analysed)?.map_err(|error| match error {
            AnalysisError::Solve(error) => of_solving(error),
            error => failed(error),
        })?;
        let record = AnalysisRecord::new(board, self.goal, &path, (self.solver.metric(), convention), analysis);
        Analysis::new(py, &record)
    }

    /// Solves a board.
    fn solve(&self, py: Python<'_>, board: &Bound<'_, PyAny>, arguments: SearchArguments) -> PyResult<Py<Solution>> {
        let board = arguments::board(board, Some(self.solver.goal().size()))?;
        let cancel = wait::flag();
        let request = arguments.request(self.request(), self.threads(arguments.threads), &cancel)?;
        let solution = wait::for_result(py, &cancel, || self.solver.solve(&board, &request.search))?;
        let solution = solution.map_err(of_solving)?;
        Solution::new(py, &BoardRecord::new(1, board, &self.solver, Ok(solution), &request))
    }

    /// Threads that solve boards; 0: one for each core.
    fn pool(&self, arguments: SearchArguments) -> PyResult<Pool> {
        let cancel = wait::flag();
        let request = arguments.request(self.request(), 1, &cancel)?;
        let threads = self.threads(arguments.threads);
        Pool::new(Arc::clone(&self.solver), request, threads, cancel)
    }
}
