//! Open solvers: the classes `Solver` and `Tables`, which share one, and the keywords of opening it.
//!
//! `methods` has the methods of `Solver`, `pool` solves many boards, `tables` has the methods of `Tables`.

mod methods;
mod pool;
mod tables;

use std::sync::Arc;

use fifteen_solver::search::tiles::WalkingDistance;
use fifteen_solver::{Algorithm, Goal, Limits, NamedFunction, OpeningNote, Request, Setup, batch};
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
        let function = match &self.heuristic {
            Some(HeuristicArgument::Function(function)) => {
                let name = function.bind(py).getattr("name")?.extract()?;
                Some(NamedFunction { name, function: Arc::new(PythonFunction(function.clone_ref(py))) })
            }
            _ => None,
        };
        let tables = arguments::paths(self.tables.as_ref())?;
        // Without a limit, a heuristic that does not fit into the memory would take the machine with it.
        let memory = self.memory_limit.or_else(fifteen_solver::pdb::system_memory::available);
        let setup = Setup {
            goal,
            heuristic: self.heuristic_name().map(str::parse).transpose().map_err(failed)?,
            function,
            algorithm: algorithm(&self.algorithm, self.deepening)?,
            metric: self.metric.parse().map_err(failed)?,
            for_one_board: self.for_one_board,
            order: self.order.as_deref().map(str::parse).transpose().map_err(failed)?,
            // Who names files wants those and no others.
            small_in_memory: tables.is_empty(),
            tables,
            check: self.check,
            no_reflection: !self.reflection,
            threads: self.threads,
            limits: Limits { memory, cancel: Some(Arc::clone(&cancel)), ..Limits::default() },
            ..Setup::default()
        };
        checked(&setup)?;
        let solver = wait::for_result(py, &cancel, || setup.open(size))?.map_err(|error| of_opening(&error))?;
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
        let setup = Setup { goal: self.goal, metric, algorithm, ..Setup::default() };
        Request { setup, stats: true, ..Request::default() }
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

/// Checks that the parts of a setup go with each other.
pub(crate) fn checked(setup: &Setup) -> PyResult<()> {
    setup.checked().map_err(|error| failed(error.spelled(arguments::keyword)))
}

/// The algorithm of that name; `dfs` with `deepening` is `iddfs`.
pub(crate) fn algorithm(name: &str, deepening: bool) -> PyResult<Algorithm> {
    match name.parse().map_err(failed)? {
        Algorithm::Dfs | Algorithm::Iddfs if deepening => Ok(Algorithm::Iddfs),
        other if deepening => Err(failed(format!("deepening is for dfs, not for {other}"))),
        other => Ok(other),
    }
}
