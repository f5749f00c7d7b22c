//! One search over many machines: the folder of a driver, and the units of its workers.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use fifteen_solver::distributed::{
    self, DistributedError, Folder, Job, JobOptions, Line, SearchSpec, UnitResult,
};
use fifteen_solver::{Limits, Request, Setup, Threads};
use pyo3::prelude::*;

use crate::error::{failed, of_work};
use crate::solver::Solver;
use crate::{arguments, record_object, wait};

/// The solvers that a worker keeps open.
const OPEN: usize = 4;

/// The search for a board in a folder, as its driver sees it.
#[pyclass(name = "Search", module = "fifteen._fifteen")]
pub(crate) struct ClusterSearch {
    solver: Arc<fifteen_solver::Solver>,
    folder: Folder,
}

#[pymethods]
impl ClusterSearch {
    /// Goes on with the search in the folder, or begins it there.
    #[new]
    #[pyo3(signature = (
        solver, board: "Board", folder, mode: "Mode", finish_iteration, first, units
    ))]
    fn new(
        solver: &Bound<'_, Solver>,
        board: &Bound<'_, PyAny>,
        folder: PathBuf,
        mode: &str,
        finish_iteration: bool,
        first: u64,
        units: Option<usize>,
    ) -> PyResult<Self> {
        let (py, opened) = (solver.py(), solver.as_super().get());
        let solver = opened.solver.of_board()?;
        let board = arguments::board(board, Some(solver.goal().size()))?;
        let cancel = wait::flag();
        let options = JobOptions {
            mode: mode.parse().map_err(failed)?,
            threads: Threads::All,
            finish_iteration,
            limits: Limits::cancelled_by(Arc::clone(&cancel)),
            first,
            units,
        };
        let start = || Folder::start(&folder, solver, &board, &options, &mut |_| ());
        let folder = wait::for_result(py, &cancel, start)?.map_err(of_work)?;
        Ok(Self {
            solver: Arc::clone(solver),
            folder,
        })
    }

    /// The line of the job, for workers.
    #[getter]
    fn job(&self) -> String {
        self.folder.job().to_json()
    }

    /// The bound of the iteration.
    #[getter]
    fn bound(&self) -> u32 {
        self.folder.job().search.bound
    }

    /// The number of units that the iteration needs.
    #[getter]
    fn needed(&self) -> usize {
        self.folder.needed()
    }

    /// The units among those without a result, in order.
    fn missing(&self) -> Vec<usize> {
        self.folder.missing().collect()
    }

    /// Adds the line of a result, which is in the folder when the call returns.
    fn add(&mut self, py: Python<'_>, result: &str) -> PyResult<()> {
        let result = UnitResult::parse(result).map_err(of_work)?;
        py.detach(|| self.folder.add(result)).map_err(of_work)
    }

    /// Goes on to the next iteration or to the solution, unless results are missing.
    fn advance(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.folder.advance(&self.solver))
            .map_err(of_work)
    }

    /// The solution of the board, once there is one.
    #[pyo3(signature = () -> "Solution | None")]
    fn solution<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let request = Request {
            stats: true,
            ..Request::default()
        };
        let record = self
            .folder
            .job()
            .record(&self.solver, &request)
            .map_err(of_work)?;
        record
            .map(|record| record_object(py, "Solution", &record))
            .transpose()
    }
}

/// On a worker: searches a unit of a job; the line of its result. Tables are looked for in the given folders and in the
/// default ones, and built if they are missing; a process looks for them once.
#[pyfunction]
#[pyo3(signature = (job, unit, tables: "Paths | None"))]
pub(crate) fn search_unit(
    py: Python<'_>,
    job: &str,
    unit: usize,
    tables: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let job = Job::parse(job).map_err(of_work)?;
    let (tables, cancel) = (arguments::paths(tables)?, wait::flag());
    let result = wait::for_result(py, &cancel, || {
        let provide = || distributed::provide_tables(&job.search, &tables, 0, &cancel);
        let solver = opened(&job.search, &tables, provide)?;
        distributed::work(&solver, &job, unit, Some(Arc::clone(&cancel)))
    })?;
    Ok(result.map_err(of_work)?.to_json())
}

/// The solver for a search, with the tables that `provide` finds; kept for the other units and iterations.
fn opened(
    search: &SearchSpec,
    tables: &[PathBuf],
    provide: impl FnOnce() -> Result<Vec<PathBuf>, DistributedError>,
) -> Result<Arc<fifteen_solver::Solver>, DistributedError> {
    type Opened = (SearchSpec, Vec<PathBuf>, Arc<fifteen_solver::Solver>);
    static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |(other, given, _): &&Opened| search.difference(other).is_none() && given == tables;
    if let Some((_, _, solver)) = opened.iter().find(same) {
        return Ok(Arc::clone(solver));
    }
    let solver = Arc::new(search.open(&Setup {
        tables: provide()?,
        ..Setup::default()
    })?);
    opened.insert(0, (search.clone(), tables.to_vec(), Arc::clone(&solver)));
    opened.truncate(OPEN);
    Ok(solver)
}
