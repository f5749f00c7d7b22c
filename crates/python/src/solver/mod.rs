//! Open solvers: the classes `Solver` and `Tables`, which share one, and the keywords of opening it.
//!
//! `methods` has the methods of `Solver`, `pool` solves many boards, `tables` has the methods of `Tables`.

mod methods;
mod pool;
mod tables;

use std::sync::Arc;

use fifteen_solver::search::tiles::WalkingDistance;
use fifteen_solver::{Algorithm, Field, Goal, Metric, OpeningNote, Request, RequestError, SolverBuilder, batch};
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{failed, in_python, of_opening};
use crate::function::{HeuristicArgument, PythonFunction};
use crate::wait;
pub(crate) use pool::Pool;

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
    heuristic: Option<HeuristicArgument>,
    algorithm: String,
    metric: String,
    /// In the multi-tile metric, tables that are ready sooner.
    for_one_board: bool,
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
            heuristic: self.heuristic_name().map(str::parse).transpose().map_err(failed)?,
            algorithm: self.algorithm.parse().map_err(failed)?,
            metric: self.metric.parse().map_err(failed)?,
            deepening: self.deepening,
            order: self.order.as_deref().map(str::parse).transpose().map_err(failed)?,
            ..Request::default()
        };
        request.algorithm = resolved_algorithm(&request)?;
        if let (Metric::MultiTile, Some(HeuristicArgument::Function(_))) = (request.metric, &self.heuristic) {
            let error = RequestError::SingleTileOnly { field: Field::Heuristic };
            return Err(failed(error.spelled(arguments::keyword)));
        }
        let builder = fifteen_solver::Solver::builder().request(&request).for_one_board(self.for_one_board);
        let builder =
            builder.reflection(self.reflection).check(self.check).threads(self.threads).cancel(Arc::clone(&cancel));
        let builder = match &self.heuristic {
            Some(HeuristicArgument::Function(function)) => {
                let name: String = function.bind(py).getattr("name")?.extract()?;
                builder.function(name, Arc::new(PythonFunction(function.clone_ref(py))))
            }
            _ => builder,
        };
        let paths = arguments::paths(self.tables.as_ref())?;
        // Who names files wants those and no others.
        let builder = builder.small_in_memory(paths.is_empty()).tables_in(paths);
        // Without a limit, a heuristic that does not fit into the memory would take the machine with it.
        let memory = self.memory_limit.or_else(fifteen_solver::pdb::system_memory::available);
        let builder = memory.into_iter().fold(builder, SolverBuilder::memory);
        let solver = wait::for_result(py, &cancel, || builder.open(size))?.map_err(|error| of_opening(&error))?;
        let notes = solver.notes().iter().map(note).collect();
        Ok((Solver { solver: Arc::new(solver), goal }, notes))
    }

    fn heuristic_name(&self) -> Option<&str> {
        match &self.heuristic {
            Some(HeuristicArgument::Name(name)) => Some(name),
            _ => None,
        }
    }
}

impl Solver {
    /// The number of threads for searches: 0 is one for each core, and one where each waits for the same interpreter.
    pub(crate) fn threads(&self, threads: usize) -> usize {
        let slow = threads == 0 && self.solver.tile_heuristic().has_function();
        if slow { 1 } else { batch::threads_or_all(threads) }
    }

    /// The request that all searches with this solver share.
    pub(crate) fn request(&self) -> Request {
        let (metric, algorithm) = (self.solver.metric(), self.solver.algorithm());
        Request { goal: self.goal, metric, algorithm, stats: true, ..Request::default() }
    }
}

/// A note in words; commands in it are those of Python.
fn note(note: &OpeningNote) -> String {
    match note {
        OpeningNote::BuiltInMemory { remedy, .. } => in_python(&note.to_string(), remedy),
        note => note.to_string(),
    }
}

/// States of the tables of walking distance that take seconds to build and are announced.
const MANY_STATES: u128 = 1_000_000;

/// A warning that opening a solver with these arguments will take long; None if it will not.
#[pyfunction]
pub(crate) fn opening_notice(arguments: OpenArguments<'_>) -> PyResult<Option<String>> {
    let builds =
        arguments.heuristic_name().iter().flat_map(|text| text.split('+')).any(|name| name == "walking-distance");
    if !builds {
        return Ok(None);
    }
    let (size, goal) = arguments::size_of(arguments.size.as_ref(), &arguments.goal)?;
    let states = WalkingDistance::states(&goal.board(size).map_err(failed)?);
    let largest = states.into_iter().max().filter(|&states| states > MANY_STATES);
    Ok(largest.map(|states| {
        format!(
            "walking-distance on a {size} board builds tables of {} million states in memory, which can take minutes and \
             gigabytes; Ctrl-C stops it, memory_limit= bounds it (by default the available memory does)",
            states / 1_000_000
        )
    }))
}

/// The algorithm of a request with its deepening.
pub(crate) fn resolved_algorithm(request: &Request) -> PyResult<Algorithm> {
    request.resolved_algorithm().map_err(|error| failed(error.spelled(arguments::keyword)))
}
