//! One search over many machines: lines of JSON in, lines of JSON out.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use fifteen::SolverBuilder;
use fifteen::record::Request;
use fifteen::work::{self as parts, Job, Line, Merged, Search, Split, SplitOptions, Unit};
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{failed, of_work};
use crate::solution::Solution;
use crate::solver::Solver;
use crate::wait;

/// The solvers opened in this process, by what they are opened for: a worker has many units of one search.
static SOLVERS: LazyLock<Mutex<HashMap<String, Arc<fifteen::Solver>>>> = LazyLock::new(Mutex::default);

/// Splits the search for a board: the line of the job, and those of its units.
#[pyfunction]
#[pyo3(signature = (solver, board, mode, finish_iteration, first, units, threads))]
#[allow(clippy::too_many_arguments)] // Keywords of a function in Python.
pub(crate) fn split(
    py: Python<'_>,
    solver: &Solver,
    board: &Bound<'_, PyAny>,
    mode: &str,
    finish_iteration: bool,
    first: u64,
    units: Option<usize>,
    threads: usize,
) -> PyResult<(String, Vec<String>)> {
    let board = arguments::board(board, Some(solver.solver.goal().size()))?;
    let cancel = wait::flag();
    let mode = arguments::mode(mode, solver.solver.algorithm(), false, threads)?;
    let (goal, stop) = (Some(solver.goal), Some(Arc::clone(&cancel)));
    let options = SplitOptions { mode, finish_iteration, first, units, goal, cancel: stop };
    let split = wait::for_result(py, &cancel, || parts::split(&solver.solver, &board, &options))?;
    split.map(lines).map_err(of_work)
}

/// Splits the next iteration of a job.
#[pyfunction]
#[pyo3(signature = (job, tables, units))]
pub(crate) fn resume(
    py: Python<'_>,
    job: &str,
    tables: Option<&Bound<'_, PyAny>>,
    units: Option<usize>,
) -> PyResult<(String, Vec<String>)> {
    let job = the_job(job)?;
    let paths = arguments::paths(tables)?;
    let options = SplitOptions { units, ..SplitOptions::default() };
    let split = wait::for_result(py, &wait::flag(), || {
        let solver = opened(&job.search, paths)?;
        parts::resume(&solver, &job, &options)
    })?;
    split.map(lines).map_err(of_work)
}

/// Works on a unit: the line of its result.
#[pyfunction]
#[pyo3(name = "work", signature = (unit, tables))]
pub(crate) fn work_unit(py: Python<'_>, unit: &str, tables: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let unit = the_unit(unit)?;
    let paths = arguments::paths(tables)?;
    let cancel = wait::flag();
    let result = wait::for_result(py, &cancel, || {
        let solver = opened(&unit.search, paths)?;
        parts::work(&solver, &unit, Some(Arc::clone(&cancel)))
    })?;
    Ok(Line::Result(result.map_err(of_work)?).to_string())
}

/// Merges results: the solution, or the line of the job with its next iteration.
#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    job: &str,
    units: Vec<String>,
    results: Vec<String>,
) -> PyResult<(Option<Solution>, Option<String>)> {
    let job = the_job(job)?;
    let merged = py.detach(|| {
        let units = units.iter().map(|line| the_unit(line)).collect::<PyResult<Vec<_>>>()?;
        let result = |line: &String| match Line::parse(line).map_err(of_work)? {
            Line::Result(result) => Ok(result),
            _ => Err(failed("a job or unit, where a result should be")),
        };
        let results = results.iter().map(result).collect::<PyResult<Vec<_>>>()?;
        parts::merge(&job, &units, &results).map_err(of_work)
    })?;
    match merged {
        Merged::Solved(solution) => {
            let request = Request { stats: true, ..Request::default() };
            Ok((Some(job.record(&solution, &request).map_err(of_work)?.into()), None))
        }
        Merged::Next(job) => Ok((None, Some(Line::Job(*job).to_string()))),
    }
}

/// The solver for a search; opened once in a process.
fn opened(search: &Search, paths: Vec<PathBuf>) -> Result<Arc<fifteen::Solver>, parts::WorkError> {
    let key = format!("{} {:?} {} {} {paths:?}", search.size, search.goal, search.order, search.heuristic);
    let mut solvers = SOLVERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solver) = solvers.get(&key) {
        return Ok(Arc::clone(solver));
    }
    let builder = paths.into_iter().fold(fifteen::Solver::builder(), SolverBuilder::tables);
    let solver = Arc::new(search.open(&builder)?);
    solvers.insert(key, Arc::clone(&solver));
    Ok(solver)
}

fn lines(split: Split) -> (String, Vec<String>) {
    let units = split.units.into_iter().map(|unit| Line::Unit(unit).to_string()).collect();
    (Line::Job(split.job).to_string(), units)
}

fn the_job(line: &str) -> PyResult<Job> {
    match Line::parse(line).map_err(of_work)? {
        Line::Job(job) => Ok(job),
        _ => Err(failed("a unit or result, where a job should be")),
    }
}

fn the_unit(line: &str) -> PyResult<Unit> {
    match Line::parse(line).map_err(of_work)? {
        Line::Unit(unit) => Ok(unit),
        _ => Err(failed("a job or result, where a unit should be")),
    }
}
