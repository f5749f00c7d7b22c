//! One search over many machines: lines of JSON in, lines of JSON out.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use fifteen_solver::distributed::{
    self, DistributedError, Job, Line, Merged, SearchSpec, Split, SplitOptions, TableDigest, Unit,
};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Limits, Mode, Options, Request, SolverCache, batch};
use pyo3::prelude::*;

use crate::arguments;
use crate::error::{failed, of_work};
use crate::solver::Solver;
use crate::{record, wait};

/// The solvers opened in this process: a worker has many units of one search.
static SOLVERS: LazyLock<SolverCache> = LazyLock::new(|| SolverCache::new(16));

/// Splits the search for a board: the line of the job, and those of its units.
#[pyfunction]
#[pyo3(signature = (
    solver, board: "Board", mode: "Mode", finish_iteration, first, units, threads
))]
#[allow(clippy::too_many_arguments)] // Keywords of a function in Python.
pub(crate) fn split(
    py: Python<'_>,
    solver: &Bound<'_, Solver>,
    board: &Bound<'_, PyAny>,
    mode: &str,
    finish_iteration: bool,
    first: u64,
    units: Option<usize>,
    threads: usize,
) -> PyResult<(String, Vec<String>)> {
    let opened = solver.as_super().get();
    let board = arguments::board(board, Some(opened.solver.goal().size()))?;
    let cancel = wait::flag();
    let mode = mode.parse::<Mode>().map_err(failed)?.on(batch::threads_or_all(threads));
    let limits = Limits::cancelled_by(Arc::clone(&cancel));
    let search = Options { mode, finish_iteration, limits, ..Options::default() };
    let options = SplitOptions { search, first, units, goal: Some(opened.goal) };
    let split = wait::for_result(py, &cancel, || distributed::split(&opened.solver, &board, &options))?;
    split.map(lines).map_err(of_work)
}

/// The line of a board's job before any search; for a board that cannot be searched, the solution that says so.
#[pyfunction]
#[pyo3(signature = (
    solver, board: "Board | FifteenError", mode: "Mode", finish_iteration, line
) -> "tuple[str | None, Solution | None]")]
pub(crate) fn begin<'py>(
    solver: &Bound<'py, Solver>,
    board: &Bound<'py, PyAny>,
    mode: &str,
    finish_iteration: bool,
    line: u64,
) -> PyResult<(Option<String>, Option<Bound<'py, PyAny>>)> {
    let opened = solver.as_super().get();
    let native = &opened.solver;
    let options = SplitOptions {
        search: Options { mode: mode.parse().map_err(failed)?, finish_iteration, ..Options::default() },
        goal: Some(opened.goal),
        ..SplitOptions::default()
    };
    let mut request = Request { stats: false, ..opened.request() };
    request.search.mode = options.search.mode;
    let py = board.py();
    let board = match arguments::board(board, Some(native.goal().size())) {
        Ok(board) => board,
        Err(error) => {
            let record = BoardRecord::invalid(line, None, error.value(py).to_string(), &request);
            return Ok((None, Some(record::object(py, "Solution", &record, None)?)));
        }
    };
    match distributed::begin(native, &board, &options) {
        Ok(job) => Ok((Some(Line::Job(job).to_string()), None)),
        Err(DistributedError::Solve(error)) => {
            let record = BoardRecord::new(line, board, native, Err(error), &request);
            Ok((None, Some(record::object(py, "Solution", &record, None)?)))
        }
        Err(error) => Err(of_work(error)),
    }
}

/// Splits the next iteration of a job, or the first large one of a job that has only begun.
#[pyfunction]
#[pyo3(signature = (job, tables: "Paths | None", units, first, threads))]
pub(crate) fn resume(
    py: Python<'_>,
    job: &str,
    tables: Option<&Bound<'_, PyAny>>,
    units: Option<usize>,
    first: u64,
    threads: usize,
) -> PyResult<(String, Vec<String>)> {
    let job = the_job(job)?;
    let paths = arguments::paths(tables)?;
    let (mode, cancel) = (Mode::Fast { threads: batch::threads_or_all(threads) }, wait::flag());
    let search = Options { mode, limits: Limits::cancelled_by(Arc::clone(&cancel)), ..Options::default() };
    let options = SplitOptions { search, first, units, goal: None };
    let split = wait::for_result(py, &cancel, || {
        let solver = opened(&job.search, paths)?;
        distributed::resume(&solver, &job, &options)
    })?;
    split.map(lines).map_err(of_work)
}

/// Works on a unit: the line of its result.
#[pyfunction]
#[pyo3(name = "work", signature = (unit, tables: "Paths | None"))]
pub(crate) fn work_unit(py: Python<'_>, unit: &str, tables: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let unit = the_unit(unit)?;
    let paths = arguments::paths(tables)?;
    let cancel = wait::flag();
    let result = wait::for_result(py, &cancel, || {
        let solver = opened(&unit.search, paths)?;
        distributed::work(&solver, &unit, Some(Arc::clone(&cancel)))
    })?;
    Ok(Line::Result(result.map_err(of_work)?).to_string())
}

/// Merges results: the solution of the board with that number, if there is one; and the line of the job, finished or
/// with its next iteration.
#[pyfunction]
#[pyo3(signature = (job, results: "list[str]", line) -> "tuple[Solution | None, str]")]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    job: &str,
    results: Vec<String>,
    line: u64,
) -> PyResult<(Option<Bound<'py, PyAny>>, String)> {
    let job = the_job(job)?;
    let merged = py.detach(|| {
        let result = |line: &String| match Line::parse(line).map_err(of_work)? {
            Line::Result(result) => Ok(result),
            _ => Err(failed("a job or unit, where a result should be")),
        };
        let results = results.iter().map(result).collect::<PyResult<Vec<_>>>()?;
        distributed::merge(&job, &results).map_err(of_work)
    })?;
    match merged {
        Merged::Solved(solution) => {
            let request = Request { stats: true, ..Request::default() };
            let finished = Line::Job(job.finished(&solution)).to_string();
            let mut record = job.record(*solution, &request).map_err(of_work)?;
            record.line = line;
            Ok((Some(record::object(py, "Solution", &record, None)?), finished))
        }
        Merged::Next(job) => Ok((None, Line::Job(*job).to_string())),
    }
}

/// A table of a job or unit: its name, its digest, the file that has it, and files that only seem to have it.
type Located = (String, String, Option<PathBuf>, Vec<(PathBuf, String)>);

/// Locates the tables of a job or unit, each read whole and checked.
#[pyfunction]
pub(crate) fn locate(py: Python<'_>, line: &str, tables: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Located>> {
    let (search, paths) = (the_search(line)?, arguments::paths(tables)?);
    let located = py.detach(|| distributed::locate_tables(&search, &paths)).map_err(of_work)?;
    let located = located.into_iter().map(|l| {
        let others = l.others.into_iter().map(|other| (other.path, other.reason)).collect();
        (l.table.table, l.table.digest, l.path, others)
    });
    Ok(located.collect())
}

/// The path of a table of a job or unit in a folder.
#[pyfunction]
pub(crate) fn table_path(line: &str, digest: &str, folder: PathBuf) -> PyResult<PathBuf> {
    let search = the_search(line)?;
    distributed::table_path(&search, the_table(&search, digest)?, &folder).map_err(of_work)
}

/// The fault of a file that should have exactly the entries with that digest; None if it has them.
#[pyfunction]
pub(crate) fn table_fault(py: Python<'_>, path: PathBuf, digest: &str) -> Option<String> {
    py.detach(|| distributed::table_fault(&path, digest))
}

/// Builds a table of a job or unit into a folder.
#[pyfunction]
pub(crate) fn build_table(
    py: Python<'_>,
    line: &str,
    digest: &str,
    folder: PathBuf,
    threads: usize,
) -> PyResult<PathBuf> {
    let (search, cancel) = (the_search(line)?, wait::flag());
    let (table, threads) = (the_table(&search, digest)?, batch::threads_or_all(threads));
    wait::for_result(py, &cancel, || distributed::build_table(&search, table, &folder, threads, &cancel))?
        .map_err(of_work)
}

/// The fault of a line of a job, unit or result; None if it is one and its digest belongs to it.
#[pyfunction]
pub(crate) fn line_fault(line: &str) -> Option<String> {
    Line::parse(line).err().map(|error| error.to_string())
}

/// The folder into which tables are built when none is named.
#[pyfunction]
pub(crate) fn default_folder() -> Option<PathBuf> {
    fifteen_solver::tables::default_folder()
}

fn the_search(line: &str) -> PyResult<SearchSpec> {
    match Line::parse(line).map_err(of_work)? {
        Line::Job(job) => Ok(job.search),
        Line::Unit(unit) => Ok(unit.search),
        Line::Result(_) => Err(failed("a result, where a job or unit should be")),
    }
}

fn the_table<'a>(search: &'a SearchSpec, digest: &str) -> PyResult<&'a TableDigest> {
    let table = search.tables.iter().find(|table| table.digest == digest);
    table.ok_or_else(|| failed(format!("the search needs no table with the digest {digest}")))
}

/// The solver for a search; opened once in a process.
fn opened(
    search: &SearchSpec,
    paths: Vec<PathBuf>,
) -> Result<Arc<fifteen_solver::Solver>, distributed::DistributedError> {
    search.open_in(&SOLVERS, &fifteen_solver::Setup { tables: paths, ..fifteen_solver::Setup::default() })
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
