//! The methods of `Tables`: values of a heuristic over NumPy arrays.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fifteen_solver::pdb::system_memory;
use fifteen_solver::{Board, Goal};
use numpy::ndarray::{ArrayView2, s};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use super::{OpenArguments, Solver, Tables};
use crate::arguments::paths;
use crate::error::{FifteenError, of_heuristic, of_opening};
use crate::wait;

/// Boards that a thread takes at a time.
const CHUNK: usize = 1024;

#[pymethods]
impl Tables {
    /// Opens a heuristic; with it, notes for the user.
    #[staticmethod]
    fn open(py: Python<'_>, arguments: OpenArguments<'_>) -> PyResult<(Self, Vec<String>)> {
        let (Solver { solver, goal }, notes) = arguments.open(py)?;
        Ok((Self { solver, goal }, notes))
    }

    /// Exactly the tables of these files.
    #[staticmethod]
    fn of_files(py: Python<'_>, files: &Bound<'_, PyAny>, reflection: bool) -> PyResult<Self> {
        let files: Vec<PathBuf> = paths(Some(files))?;
        let setup = fifteen_solver::Setup { no_reflection: !reflection, ..fifteen_solver::Setup::default() };
        let solver = py.detach(|| setup.open_files(&files)).map_err(|error| of_opening(&error))?;
        let goal = *solver.goal();
        let named = [Goal::Last, Goal::First].into_iter().find(|named| named.board(goal.size()) == Ok(goal));
        Ok(Self { solver: Arc::new(solver), goal: named.unwrap_or(Goal::Board(goal)) })
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
    fn name(&self) -> Option<&str> {
        self.solver.heuristic()
    }

    /// The heuristic as an argument: "7-8".
    #[getter]
    fn heuristic_spec(&self) -> Option<String> {
        self.solver.heuristic_spec().map(ToString::to_string)
    }

    #[getter]
    fn bytes(&self) -> u64 {
        self.solver.table_bytes()
    }

    #[getter]
    fn cells(&self) -> usize {
        self.solver.goal().size().cells()
    }

    /// A solver with these tables.
    fn solver(&self) -> Solver {
        Solver { solver: Arc::clone(&self.solver), goal: self.goal }
    }

    /// The values of many boards, in the shape (n, cells).
    fn h<'py>(
        &self,
        py: Python<'py>,
        boards: PyReadonlyArray2<'py, u8>,
        threads: usize,
        memory_limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (view, cancel) = (boards.as_array(), wait::flag());
        let cells = self.cells();
        if view.ncols() != cells {
            let (rows, columns) = view.dim();
            let expected = format!("boards must have the shape (n, {cells}), a {} board a row", self.size());
            return Err(FifteenError::new_err(format!("{expected}; this array has ({rows}, {columns})")));
        }
        let threads = fifteen_solver::batch::threads_or_all(threads);
        let memory = memory_limit.unwrap_or_else(system_memory::default_limit);
        let values = wait::for_result(py, &cancel, || {
            self.solver.tile_heuristic().prepare(view.nrows() as u64, threads, memory, &cancel);
            values(&self.solver, view, threads, &cancel)
        })?;
        Ok(values?.into_pyarray(py))
    }
}

/// The value of each row, on `threads` threads; or the error of the first row that is not a board or cannot be solved.
fn values(
    solver: &fifteen_solver::Solver,
    boards: ArrayView2<'_, u8>,
    threads: usize,
    cancel: &AtomicBool,
) -> PyResult<Vec<u32>> {
    let mut values = vec![0; boards.nrows()];
    let chunks = Mutex::new(values.chunks_mut(CHUNK).enumerate());
    let failed: Mutex<Option<(usize, PyErr)>> = Mutex::new(None);
    let first_failed = AtomicUsize::new(usize::MAX);
    let work = || {
        loop {
            let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((chunk, values)) = chunk.filter(|_| !cancel.load(Ordering::Relaxed)) else { return };
            let first = chunk * CHUNK;
            if first > first_failed.load(Ordering::Relaxed) {
                return;
            }
            let rows = boards.slice(s![first..first + values.len(), ..]);
            match values_of(solver, first, rows) {
                Ok(found) => values.copy_from_slice(&found),
                Err((row, error)) => {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(other, _)| row < *other) {
                        *failed = Some((row, error));
                        first_failed.fetch_min(row, Ordering::Relaxed);
                    }
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A system short of threads may refuse some; the others do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(values),
    }
}

/// The values of some rows, numbered from `first`; or the number of a bad row, and its error.
fn values_of(
    solver: &fifteen_solver::Solver,
    first: usize,
    rows: ArrayView2<'_, u8>,
) -> Result<Vec<u32>, (usize, PyErr)> {
    let mut states = Vec::with_capacity(rows.nrows());
    let mut tiles = [0; 256];
    for (row, given) in (first..).zip(rows.outer_iter()) {
        let wrong = |error: &dyn ToString| (row, FifteenError::new_err(format!("row {row}: {}", error.to_string())));
        // Rows of another length were refused before; no board has more cells.
        let tiles = &mut tiles[..given.len().min(256)];
        tiles.iter_mut().zip(given).for_each(|(tile, given)| *tile = *given);
        let board = Board::new(solver.goal().size(), tiles).map_err(|e| wrong(&e))?;
        states.push(solver.space().state(&board).map_err(|e| wrong(&e))?);
    }
    solver.tile_heuristic().values(&states).map_err(|(board, error)| (first + board, of_heuristic(error)))
}
