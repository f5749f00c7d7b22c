//! Methods of the Python class `Tables`, which evaluates a heuristic on NumPy arrays, checks it,
//! and measures its quality.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use fifteen_lab::LabError;
use fifteen_lab::check::{CheckPlan, CheckRecord};
use fifteen_lab::quality::{QualityRecord, Survey};
use fifteen_solver::Threads;
use fifteen_solver::batch::{self, Source};
use fifteen_solver::resources::system_memory;
use numpy::ndarray::{ArrayView1, ArrayView2, Axis};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use super::{OpenArguments, OpenedHeuristic};
use crate::error::{failed, of_heuristic, of_solving};
use crate::function::HeuristicArgument;
use crate::wait::{self, Cancel};
use crate::{arguments, input, record_object, whole};

/// Maximum cost bound for which node counts are predicted. The time and memory for a prediction
/// grow with the bound. Larger bounds are useless, because every board can be solved in far fewer
/// moves.
const LARGEST_BOUND: u32 = 500;

/// Number of boards that a thread evaluates at once. This is faster than evaluating the boards one
/// by one.
const CHUNK: usize = 1024;

/// Evaluates a heuristic for many boards at once.
///
/// :param heuristic: The heuristic, as for :class:`Solver`. The default is the strongest tables
///     that are found.
///
/// The other parameters have the same meaning as for :class:`Solver`.
///
/// :raises TableError: A table is missing or damaged.
#[pyclass(frozen, extends = OpenedHeuristic, module = "fifteen")]
pub(crate) struct Tables {
    /// The name of the heuristic, such as ``"7-8 zero-aware + reflection"``.
    #[pyo3(get)]
    name: Option<String>,
    /// The size of the tables, in bytes.
    #[pyo3(get)]
    bytes: u64,
}

impl Tables {
    /// Creates the Python object for an opened heuristic.
    ///
    /// # Errors
    /// Returns an error if more than one board matches the goal.
    pub(crate) fn of(opened: OpenedHeuristic) -> PyResult<PyClassInitializer<Self>> {
        let solver = opened.board_solver()?;
        let (name, bytes) = (solver.heuristic().map(str::to_owned), solver.table_bytes());
        Ok(PyClassInitializer::from(opened).add_subclass(Self { name, bytes }))
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (
        heuristic: "Heuristic | None" = None, *, size: "Size | None" = None, goal: "Goal | None" = None,
        tables: "Paths | None" = None, reflection=true, verify=false, threads: "int" = 0, memory_limit: "int | None" = None
    ))]
    fn new(
        py: Python<'_>,
        heuristic: Option<HeuristicArgument>,
        size: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
        tables: Option<&Bound<'_, PyAny>>,
        reflection: bool,
        verify: bool,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
        #[pyo3(from_py_with = whole::memory_limit)] memory_limit: Option<u64>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let (defaults, tables) = (OpenArguments::new(size, goal)?, arguments::paths(tables)?);
        let given = OpenArguments {
            heuristic,
            tables,
            reflection,
            verify,
            threads,
            memory_limit,
            ..defaults
        };
        Self::of(OpenedHeuristic::new(py, given, false)?)
    }

    #[staticmethod]
    #[pyo3(signature = (arguments: "dict[str, Any]") -> "Tables")]
    fn _reopened(py: Python<'_>, arguments: OpenArguments) -> PyResult<Py<Self>> {
        Py::new(py, Self::of(OpenedHeuristic::new(py, arguments, true)?)?)
    }

    /// Opens exactly the tables in the given files, which must form a partition, and verifies their
    /// digests.
    #[staticmethod]
    #[pyo3(signature = (files: "Paths", *, reflection=true) -> "Tables")]
    fn of_files(files: &Bound<'_, PyAny>, reflection: bool) -> PyResult<Py<Self>> {
        let (py, tables) = (files.py(), arguments::paths(Some(files))?);
        let given = OpenArguments {
            tables,
            files: true,
            reflection,
            ..OpenArguments::new(None, None)?
        };
        Py::new(py, Self::of(OpenedHeuristic::new(py, given, false)?)?)
    }

    /// Returns the heuristic's value for each board, as an array of shape (n,). Each value is a
    /// lower bound on the number of moves.
    ///
    /// :param boards: The boards, as for :meth:`Solver.solve_many`. The fastest form is an array of
    ///     integers with shape (n, cells) or (n, height, width) and with 0 for the blank. An array
    ///     of type uint8 is not copied.
    /// :param threads: The number of threads. 0 means one thread for each core. Other Python
    ///     threads can run during the call.
    ///
    /// The tables store only a part of each distance. Once you have passed enough boards, in one
    /// call or in several (about a million boards for 7-8), the rest of each distance is built in
    /// memory. From then on, evaluating a board takes only one read of each table. The rest takes
    /// four times as much memory as the tables, and nine times as much while it is being built. If
    /// this exceeds ``memory_limit`` (by default half of the available memory), the rest is not
    /// built. The values are the same in either case.
    ///
    /// :raises FifteenError: The array has another shape or does not contain integers, or a row is
    ///     not a board or cannot reach the goal.
    #[pyo3(signature = (boards: "Boards", *, threads: "int" = 0) -> "NDArray[np.int32]")]
    fn h<'py>(
        this: &Bound<'py, Self>,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::new());
        let solver = opened.board_solver()?;
        let boards = input::array(boards, solver.goal().size(), &opened.goal)?;
        let (view, threads) = (boards.as_array(), Threads::all_if_zero(threads));
        let limit = opened
            .arguments
            .bind(py)
            .as_any()
            .get_item("memory_limit")?
            .extract::<Option<u64>>()?;
        let memory = limit.unwrap_or_else(system_memory::default_limit);
        let values = wait::for_result(py, &cancel, || {
            solver
                .tile_heuristic()
                .prepare(view.nrows() as u64, threads, memory, cancel.flag());
            values(solver, view, threads, cancel.flag())
        })?;
        Ok(values?.into_pyarray(py))
    }

    /// Checks whether the heuristic is admissible and consistent, as ``fifteen lab heuristic``
    /// does. A heuristic is admissible if no value is larger than the distance from the goal. It is
    /// consistent if no move changes the value by more than 1.
    ///
    /// :param samples: The number of random boards to check, and also the number of boards near the
    ///     goal. By default, all boards are checked on sizes of up to 12 cells, and 100,000 samples
    ///     on larger sizes.
    /// :param seed: The seed of the samples.
    ///
    /// >>> import fifteen
    /// >>> wrong = lambda boards: 2 * (boards[:, :-1] != range(1, 9)).sum(axis=1)
    /// >>> fifteen.Tables(wrong, size="3x3").check().overestimate
    /// Overestimate(board='1 2 3 / 4 5 0 / 7 8 6', value=2, distance=1)
    #[pyo3(signature = (*, samples: "int | None" = None, seed: "int" = 1, threads: "int" = 0) -> "HeuristicCheck")]
    fn check<'py>(
        this: &Bound<'py, Self>,
        #[pyo3(from_py_with = whole::optional_samples)] samples: Option<u64>,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::new());
        let solver = opened.board_solver()?;
        let plan = CheckPlan::new(solver.goal().size(), samples);
        let (limits, threads) = (cancel.limits(), Threads::all_if_zero(threads));
        let check = wait::for_result(py, &cancel, || {
            plan.run(
                solver.space(),
                solver.tile_heuristic(),
                seed,
                threads,
                &limits,
                &mut |_| cancel.flow(),
            )
        })?;
        let check = check.map_err(|error| match error {
            LabError::Heuristic(error) => of_heuristic(error),
            error => failed(error),
        })?;
        record_object(
            py,
            "HeuristicCheck",
            &CheckRecord::new(solver, opened.goal, &plan, &check),
        )
    }

    /// Measures the strength of the heuristic, as ``fifteen lab heuristic`` does. The result
    /// contains the heuristic's values on random boards, and estimates of the number of nodes that
    /// IDA* will expand.
    ///
    /// :param samples: The number of random boards, and also the number of boards near the goal.
    /// :param bounds: The cost bounds of the iterations whose node counts are predicted. The
    ///     default is five bounds, beginning at the mean value.
    ///
    /// >>> import fifteen
    /// >>> round(fifteen.Tables("manhattan", size="3x3").quality(samples=1000).branching, 3)
    /// 1.732
    #[pyo3(signature = (*, samples: "int" = 100_000, seed: "int" = 1, bounds: "Sequence[int] | None" = None, threads: "int" = 0) -> "Quality")]
    fn quality<'py>(
        this: &Bound<'py, Self>,
        #[pyo3(from_py_with = whole::samples)] samples: u64,
        #[pyo3(from_py_with = whole::seed)] seed: u64,
        #[pyo3(from_py_with = whole::bounds)] bounds: Option<Vec<u32>>,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, opened, cancel) = (this.py(), this.as_super().get(), Cancel::new());
        let (solver, threads) = (opened.board_solver()?, Threads::all_if_zero(threads));
        let bounds = bounds.unwrap_or_default();
        if let Some(bound) = bounds.iter().find(|&&bound| bound > LARGEST_BOUND) {
            return Err(failed(format!(
                "bounds: expected whole numbers from 0 to {LARGEST_BOUND}; found {bound}"
            )));
        }
        let found = wait::for_result(py, &cancel, || {
            let (space, heuristic) = (solver.space(), solver.tile_heuristic());
            let survey = Survey::of(space, heuristic, samples, seed, threads, &mut |_| {
                cancel.flow()
            })?;
            Ok(QualityRecord::new(solver, &survey, seed, &bounds))
        })?;
        record_object(py, "Quality", &found.map_err(of_solving)?)
    }

    fn __repr__(this: &Bound<'_, Self>) -> String {
        let opened = this.as_super().get();
        let name = this
            .get()
            .name
            .as_ref()
            .map_or_else(|| "None".to_owned(), |name| format!("'{name}'"));
        format!(
            "Tables({name}, size='{}', goal='{}')",
            opened.solver.size(),
            opened.goal
        )
    }
}

/// Evaluates the heuristic for each row, with `threads` threads. Returns the error for the first
/// row that is not a board or cannot be solved.
fn values(
    solver: &fifteen_solver::Solver,
    boards: ArrayView2<'_, u8>,
    threads: Threads,
    cancel: &AtomicBool,
) -> PyResult<Vec<i32>> {
    let parts = boards.nrows().div_ceil(CHUNK).max(1);
    let threads = Threads::all_if_zero(threads.count().min(parts));
    let mut values = Ok(Vec::with_capacity(boards.nrows()));
    let chunks = boards
        .axis_chunks_iter(Axis(0), CHUNK)
        .enumerate()
        .take_while(|_| !cancel.load(Ordering::Relaxed));
    let work = |(chunk, rows)| values_of(solver, chunk * CHUNK, rows);
    batch::in_order(chunks, Source::Ready, threads, work, |found| {
        match (&mut values, found) {
            (Ok(values), Ok(found)) => {
                // No value exceeds 65,535, so the cast is lossless.
                values.extend(found.into_iter().map(|value| value as i32));
                ControlFlow::Continue(())
            }
            (_, found) => {
                values = found.map(|_| Vec::new());
                ControlFlow::Break(())
            }
        }
    });
    values
}

/// Evaluates the heuristic for consecutive rows of an array. `first` is the index of the first row,
/// for error messages.
fn values_of(
    solver: &fifteen_solver::Solver,
    first: usize,
    rows: ArrayView2<'_, u8>,
) -> PyResult<Vec<u32>> {
    let state = |row: (usize, ArrayView1<'_, u8>)| {
        let board = input::row(solver.goal().size(), row)?;
        solver
            .space()
            .state(&board)
            .map_err(|error| failed(format!("row {}: {error}", row.0)))
    };
    let states = (first..)
        .zip(rows.outer_iter())
        .map(state)
        .collect::<PyResult<Vec<_>>>()?;
    solver
        .tile_heuristic()
        .values(&states)
        .map_err(|(_, error)| of_heuristic(error))
}
