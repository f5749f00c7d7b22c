//! Opened heuristics: the Python classes `Solver` and `Tables`, and their base class
//! `OpenedHeuristic`, which handles their arguments, comparison and pickling.
//!
//! `methods` contains the methods of `Solver`, `tables` the methods of `Tables`, and `pool` solves
//! many boards in parallel.

mod methods;
mod pool;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_solver::search::tiles::WalkingDistance;
use fifteen_solver::{
    Field, Goal, GoalSolver, IdaRequest, Limits, MissingTables, NamedFunction, OpenError,
    OpeningNote, Request, Setup, Size, Threads,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::SearchArguments;
use crate::error::{advised, failed, of_opening};
use crate::function::{HeuristicArgument, PythonFunction};
use crate::wait::{self, Cancel};
use crate::{arguments, memory};
pub(crate) use methods::Solver;
pub(crate) use pool::{Feed, Solutions};
pub(crate) use tables::Tables;

/// Arguments with which a solver is opened. Pickling a solver stores only these arguments. With
/// them, another process can open the same solver from the tables on its disk.
#[derive(Default, FromPyObject, IntoPyObject, IntoPyObjectRef)]
#[pyo3(from_item_all)]
pub(crate) struct OpenArguments {
    pub(crate) size: String,
    pub(crate) goal: String,
    pub(crate) heuristic: Option<HeuristicArgument>,
    pub(crate) algorithm: String,
    pub(crate) metric: String,
    /// Whether to use weaker tables that take less time to build. This setting applies only to the
    /// multi-tile metric.
    pub(crate) for_one_board: bool,
    pub(crate) tables: Vec<PathBuf>,
    /// Whether `tables` lists exactly the files to use. If false, `tables` lists the folders and
    /// files in which to look for suitable tables.
    pub(crate) files: bool,
    pub(crate) order: Option<String>,
    pub(crate) reflection: bool,
    pub(crate) verify: bool,
    pub(crate) threads: usize,
    pub(crate) memory_limit: Option<u64>,
}

impl OpenArguments {
    /// Creates arguments with the given size and goal, and defaults for everything else.
    pub(crate) fn new(
        size: Option<&Bound<'_, PyAny>>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (size, goal) = arguments::size_and_goal(size, goal)?;
        let (size, goal) = (size.to_string(), goal.to_string());
        let (algorithm, metric) = ("ida".to_owned(), "single-tile".to_owned());
        Ok(Self {
            size,
            goal,
            algorithm,
            metric,
            reflection: true,
            ..Self::default()
        })
    }

    fn setup(&self, py: Python<'_>, goal: Goal, limits: Limits) -> PyResult<Setup> {
        let (heuristic, function) = match &self.heuristic {
            Some(HeuristicArgument::Name(name)) => (Some(name.parse().map_err(failed)?), None),
            Some(HeuristicArgument::Function(function)) => {
                let function = PythonFunction::new(function.bind(py))?;
                (
                    None,
                    Some(NamedFunction {
                        name: function.name.clone(),
                        function,
                    }),
                )
            }
            None => (None, None),
        };
        let setup = Setup {
            goal,
            heuristic,
            function,
            algorithm: self.algorithm.parse().map_err(failed)?,
            metric: self.metric.parse().map_err(failed)?,
            for_one_board: self.for_one_board,
            order: self
                .order
                .as_deref()
                .map(str::parse)
                .transpose()
                .map_err(failed)?,
            // If the caller specifies table files or folders, missing tables are an error.
            // Otherwise, small tables are built in their place.
            missing_tables: if self.tables.is_empty() {
                MissingTables::BuildSmall
            } else {
                MissingTables::Error
            },
            tables: self.tables.clone(),
            check: self.verify,
            no_reflection: !self.reflection,
            threads: Threads::all_if_zero(self.threads),
            limits,
            ..Setup::default()
        };
        setup
            .checked()
            .map_err(|error| failed(error.spelled(Field::name)))?;
        Ok(setup)
    }

    /// Returns a warning if opening the solver will probably take a long time.
    fn notice(&self, size: Size, goal: &Goal) -> PyResult<Option<String>> {
        /// Number of states above which it takes several seconds to build the walking-distance
        /// tables.
        const MANY_STATES: u128 = 1_000_000;
        let Some(HeuristicArgument::Name(heuristic)) = &self.heuristic else {
            return Ok(None);
        };
        if !heuristic.split('+').any(|name| name == "walking-distance") {
            return Ok(None);
        }
        let states = WalkingDistance::states(&goal.board(size).map_err(failed)?);
        let largest = states
            .into_iter()
            .max()
            .filter(|&states| states > MANY_STATES);
        Ok(largest.map(|states| {
            format!(
                "walking-distance on a {size} board builds tables of {} million states in memory, which can take \
                 minutes and gigabytes; Ctrl-C stops it, memory_limit= bounds it (by default the available memory does)",
                states / 1_000_000
            )
        }))
    }
}

/// A heuristic that was opened for a goal. This is the base class of :class:`Solver` and
/// :class:`Tables`.
#[pyclass(frozen, subclass, module = "fifteen._fifteen")]
pub(crate) struct OpenedHeuristic {
    pub(crate) solver: GoalSolver,
    /// The goal: a name or a board.
    pub(crate) goal: Goal,
    /// The [`OpenArguments`], as a dictionary. The algorithm and the move order in it can differ
    /// from those of `solver`, which are the ones in use.
    arguments: Py<PyDict>,
}

impl OpenedHeuristic {
    /// Opens the solver that the arguments describe. Notes for the user are issued as Python
    /// warnings. `again` suppresses these warnings: it is true if an unpickled solver is opened
    /// again.
    pub(crate) fn new(py: Python<'_>, arguments: OpenArguments, again: bool) -> PyResult<Self> {
        let size: Size = arguments.size.parse().map_err(failed)?;
        let goal = Goal::parse(&arguments.goal, Some(size)).map_err(failed)?;
        let warn = |notes: Vec<String>| {
            notes
                .iter()
                .filter(|_| !again)
                .try_for_each(|note| warn(py, note))
        };
        warn(arguments.notice(size, &goal)?.into_iter().collect())?;
        let cancel = Cancel::new();
        // Without a limit, a heuristic that needs too much memory could make the whole machine
        // unusable.
        let memory = arguments
            .memory_limit
            .or_else(fifteen_solver::resources::system_memory::available);
        let limits = Limits {
            memory,
            ..cancel.limits()
        };
        let setup = arguments.setup(py, goal, limits)?;
        let open = || {
            if arguments.files {
                return setup.open_files(&setup.tables).map(GoalSolver::from);
            }
            GoalSolver::open(&setup, size)
        };
        let solver =
            wait::for_result(py, &cancel, open)?.map_err(|error: OpenError| of_opening(&error))?;
        warn(solver.notes().iter().map(note).collect())?;
        // If the caller passes table files, these tables determine the goal.
        let goal = match solver.board_solver() {
            Some(solver) if arguments.files => Goal::of_board(solver.goal()),
            _ => goal,
        };
        Ok(Self {
            solver,
            goal,
            arguments: arguments.into_pyobject(py)?.unbind(),
        })
    }

    /// Creates an object for `solver`, which shares the tables of this object but can have a
    /// different algorithm.
    fn shared(&self, py: Python<'_>, solver: GoalSolver) -> Self {
        Self {
            solver,
            goal: self.goal,
            arguments: self.arguments.clone_ref(py),
        }
    }

    /// Returns the solver if the goal is a single board.
    ///
    /// # Errors
    /// Returns an error if the goal is a pattern that many boards match.
    pub(crate) fn board_solver(&self) -> PyResult<&Arc<fifteen_solver::Solver>> {
        self.solver.board_solver().ok_or_else(|| {
            failed(format!(
                "the goal {} leaves a choice: only solve and analyse take such goals",
                self.goal
            ))
        })
    }

    /// Returns a solver with the same tables and move order, and with the algorithm of `request`.
    pub(crate) fn solver_of(&self, request: &Request) -> GoalSolver {
        let order = Some(self.solver.order());
        self.solver.with_algorithm(request.setup.algorithm, order)
    }

    /// Creates the request for a single search from keyword arguments.
    pub(crate) fn one_search(
        &self,
        keywords: Option<&Bound<'_, PyDict>>,
        cancel: &Cancel,
    ) -> PyResult<Request> {
        let (request, _) = self.request(keywords, false, cancel)?;
        Ok(Request {
            limits: memory::limited(request.limits.clone(), 1),
            ..request
        })
    }

    /// Creates a request for many single-threaded searches from keyword arguments. Also returns the
    /// number of searches that run at the same time.
    pub(crate) fn many_searches(
        &self,
        keywords: Option<&Bound<'_, PyDict>>,
        cancel: &Cancel,
    ) -> PyResult<(Request, Threads)> {
        let (request, threads) = self.request(keywords, true, cancel)?;
        let limits = memory::limited(request.limits.clone(), threads.count());
        Ok((Request { limits, ..request }, threads))
    }

    /// Creates a request from keyword arguments, without a default memory limit. If `many` is true,
    /// each search is single-threaded. Also returns the number of threads for all searches
    /// together.
    pub(crate) fn request(
        &self,
        limits: Option<&Bound<'_, PyDict>>,
        many: bool,
        cancel: &Cancel,
    ) -> PyResult<(Request, Threads)> {
        let SearchArguments {
            request: asked,
            threads,
        } = arguments::limits(limits)?;
        // Only one thread at a time can call a Python function, because the call needs the
        // interpreter lock. Additional threads would only wait for each other.
        let solver = self.solver.board_solver();
        let has_function = solver.is_some_and(|solver| solver.tile_heuristic().has_function());
        let alone = threads == 0 && has_function;
        let threads = if alone {
            Threads::ONE
        } else {
            Threads::all_if_zero(threads)
        };
        let ida = IdaRequest {
            threads: if many { Threads::ONE } else { threads },
            ..asked.ida
        };
        let limits = Limits {
            cancel: Some(Arc::clone(cancel.flag())),
            ..asked.limits
        };
        let (metric, algorithm) = (self.solver.metric(), self.solver.algorithm());
        let setup = Setup {
            goal: self.goal,
            metric,
            algorithm,
            ..Setup::default()
        };
        let request = Request {
            setup,
            ida,
            limits,
            stats: true,
            ..asked
        }
        .validated();
        Ok((
            request.map_err(|error| failed(error.spelled(Field::name)))?,
            threads,
        ))
    }

    /// Returns the keyword arguments that open an identical solver.
    fn reopening<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arguments = self.arguments.bind(py).copy()?;
        arguments.set_item("algorithm", self.solver.algorithm().to_string())?;
        arguments.set_item("order", self.solver.order().to_string())?;
        let solver = self.solver.board_solver();
        if let Some(spec) = solver.and_then(|solver| solver.heuristic_spec()) {
            arguments.set_item("heuristic", spec.to_string())?;
        }
        Ok(arguments)
    }
}

#[pymethods]
impl OpenedHeuristic {
    /// The width and height of the boards, such as ``"4x4"``.
    #[getter]
    fn size(&self) -> String {
        self.solver.size().to_string()
    }

    /// The name of the goal, or the goal's tiles on one line.
    #[getter]
    fn goal(&self) -> String {
        self.goal.to_string()
    }

    /// Returns whether two objects have the same class, goal, heuristic, algorithm, metric, move
    /// order and table paths.
    fn __eq__(this: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let (py, same_class) = (this.py(), this.get_type().is(other.get_type()));
        Ok(same_class && this.get().reopening(py)?.eq(other.get().reopening(py)?)?)
    }

    fn __hash__(&self) -> isize {
        let text = format!("{} {} {}", self.size(), self.goal, self.solver.algorithm());
        text.bytes().fold(0, |hash: isize, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        })
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this // An immutable object can serve as its own copy.
    }

    #[pyo3(signature = (memo: "object", /))]
    fn __deepcopy__(this: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        this
    }

    /// Supports pickling. The process that unpickles the object opens the tables again, from the
    /// same paths.
    #[pyo3(signature = () -> "tuple[Any, ...]")]
    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((
            this.get_type().getattr("_reopened")?,
            (this.get().reopening(this.py())?,),
        ))
    }
}

/// Issues a Python warning. The warning points to the line of the user's code that called this
/// package.
pub(crate) fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    py.import("fifteen._input")?
        .call_method1("warn", (text,))
        .map(drop)
}

/// Returns the text of a note about an opened solver. If the note has a remedy, adds advice that
/// names Python functions and arguments.
fn note(note: &OpeningNote) -> String {
    advised(note, note.remedy())
}
