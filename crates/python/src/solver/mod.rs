//! Open solvers: the classes `Solver` and `Tables`, which share one, and the keywords of opening it.
//!
//! `methods` has the methods of `Solver`, `stream` solves many boards, `tables` has the methods of `Tables`.

mod methods;
mod stream;
mod tables;

use std::sync::Arc;

use fifteen_solver::{Algorithm, Goal, Request, SolverBuilder};
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{failed, of_opening};
use crate::wait;
pub(crate) use stream::Solutions;

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

/// The heuristic of a solver, for values over arrays.
#[pyclass(frozen, module = "fifteen._fifteen")]
pub(crate) struct Tables {
    pub(crate) solver: Arc<fifteen_solver::Solver>,
    pub(crate) goal: Goal,
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

impl Solver {
    /// The request that all searches with this solver share.
    pub(crate) fn request(&self) -> Request {
        Request { goal: self.goal, algorithm: self.solver.algorithm(), stats: true, ..Request::default() }
    }
}

/// The algorithm of a request with its deepening.
pub(crate) fn resolved_algorithm(request: &Request) -> PyResult<Algorithm> {
    request.resolved_algorithm().map_err(failed)
}
