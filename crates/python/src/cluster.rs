//! Distributes the search for one board over many machines. A driver keeps the state of the search
//! in a folder, and workers search independent parts of it, called units.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_solver::distributed::{
    self, DistributedError, Folder, Job, JobOptions, Line, SearchSpec, UnitResult,
};
use fifteen_solver::{Request, Setup, Threads};
use pyo3::prelude::*;

use crate::error::{failed, of_work};
use crate::kept::{Kept, NoValue};
use crate::solver::Solver;
use crate::wait::{self, Cancel};
use crate::{arguments, record_object, whole};

/// Number of solvers that a worker keeps open for later jobs.
const OPEN: u64 = 4;

/// Coordinates a search for one board that several workers share. A folder contains the state of
/// the search.
#[pyclass(module = "fifteen._fifteen")]
pub(crate) struct ClusterSearch {
    solver: Arc<fifteen_solver::Solver>,
    folder: Folder,
}

#[pymethods]
impl ClusterSearch {
    /// Continues the search in the folder, or starts a new search if the folder contains none.
    #[new]
    #[pyo3(signature = (
        solver, board: "Board", folder, mode: "Mode", finish_iteration, split_after: "int", units: "int | None"
    ))]
    fn new(
        solver: &Bound<'_, Solver>,
        board: &Bound<'_, PyAny>,
        folder: PathBuf,
        mode: &str,
        finish_iteration: bool,
        #[pyo3(from_py_with = whole::split_after)] split_after: u64,
        #[pyo3(from_py_with = whole::units)] units: Option<usize>,
    ) -> PyResult<Self> {
        let (py, opened) = (solver.py(), solver.as_super().get());
        let solver = opened.board_solver()?;
        let board = arguments::board(board, Some(solver.goal().size()))?;
        let cancel = Cancel::new();
        let options = JobOptions {
            mode: mode.parse().map_err(failed)?,
            threads: Threads::All,
            finish_iteration,
            limits: cancel.limits(),
            split_after,
            units,
        };
        let start = || Folder::start(&folder, solver, &board, &options, &mut |_| ());
        let folder = wait::for_result(py, &cancel, start)?.map_err(of_work)?;
        Ok(Self {
            solver: Arc::clone(solver),
            folder,
        })
    }

    /// The current job, as a line of JSON. Workers receive this line as their input.
    #[getter]
    fn job(&self) -> String {
        self.folder.job().to_json()
    }

    /// The cost bound of the current iteration.
    #[getter]
    fn bound(&self) -> u32 {
        self.folder.job().search.bound
    }

    /// The number of units (independent parts of the search) that the iteration needs.
    #[getter]
    fn needed(&self) -> usize {
        self.folder.needed()
    }

    /// Returns the indices of the needed units that have no result yet, in ascending order.
    fn missing(&self) -> Vec<usize> {
        self.folder.missing().collect()
    }

    /// Adds a worker's result, which is a line of JSON. The result is saved in the folder before
    /// the call returns.
    fn add(&mut self, py: Python<'_>, result: &str) -> PyResult<()> {
        let result = UnitResult::parse(result).map_err(of_work)?;
        py.detach(|| self.folder.add(result)).map_err(of_work)
    }

    /// Moves on to the next iteration, or to the solution. The results of all needed units of the
    /// current iteration must have been added.
    fn advance(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.folder.advance(&self.solver))
            .map_err(of_work)
    }

    /// Returns the solution of the board, or None if the search has not ended yet.
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

/// Searches one unit of a job, and returns its result as a line of JSON. Workers call this
/// function. In each process, the first call looks for the tables in the given folders and in the
/// default folders, and builds missing tables.
#[pyfunction]
#[pyo3(signature = (job, unit, tables: "Paths | None"))]
pub(crate) fn search_unit(
    py: Python<'_>,
    job: &str,
    unit: usize,
    tables: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let job = Job::parse(job).map_err(of_work)?;
    let (tables, cancel) = (arguments::paths(tables)?, Cancel::new());
    let result = wait::for_result(py, &cancel, || {
        let solver = opened(&job.search, &tables, cancel.flag())?;
        distributed::work(&solver, &job, unit, Some(Arc::clone(cancel.flag())))
    })?;
    Ok(result.map_err(of_work)?.to_json())
}

/// Cache key of an opened solver: the search that it is used for, and the paths of its tables.
struct OpenedSearch {
    search: SearchSpec,
    tables: Vec<PathBuf>,
}

impl PartialEq for OpenedSearch {
    fn eq(&self, other: &Self) -> bool {
        self.search.difference(&other.search).is_none() && self.tables == other.tables
    }
}

/// Opens the solver for a search, after finding or building its tables. The solver is cached,
/// because a worker usually searches many units (independent parts) of the same search.
fn opened(
    search: &SearchSpec,
    tables: &[PathBuf],
    cancel: &AtomicBool,
) -> Result<Arc<fifteen_solver::Solver>, DistributedError> {
    static OPENED: Kept<OpenedSearch, Arc<fifteen_solver::Solver>> = Kept::new(OPEN);
    let key = OpenedSearch {
        search: search.clone(),
        tables: tables.to_vec(),
    };
    let open = || {
        let solver = search.open(&Setup {
            tables: distributed::provide_tables(search, tables, Threads::All, cancel)?,
            ..Setup::default()
        })?;
        Ok(Arc::new(solver))
    };
    OPENED
        .get_or_make(key, 1, cancel, open)
        .map_err(|reason| match reason {
            NoValue::Interrupted => DistributedError::Interrupted,
            NoValue::Failed(error) => error,
        })
}
