//! Solvers by what is asked for: opened when the first question needs one, kept as long as there is room.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_solver::pdb::Collection;
use fifteen_solver::search::Instant;
use fifteen_solver::tables::TableError;
use fifteen_solver::{
    HeuristicKind, HeuristicSpec, LimitKind, Limits, Metric, OpenError, OpeningNote, Pages,
    Partition, Remedy, Request, Setup, Size, SlideTableCache, Solver, SolverCache, TableRemedy,
};

use crate::parse::Failure;
use crate::policy::{
    BUILT_BYTES, SLIDE_BYTES, SLIDE_TABLES_BYTES, SOLVER_BYTES, SOLVERS, of_memory,
};

/// The solvers that are open, and the settings of all.
pub struct Solvers {
    setup: Setup,
    /// The solvers of the single-tile metric. Those of the multi-tile metric share their tables, and are opened in no
    /// time once these are built.
    cache: SolverCache,
    slide_tables: Arc<SlideTableCache>,
}

/// A solver, and notes for the one who asked.
#[derive(Clone)]
pub(crate) struct OpenedSolver {
    pub(crate) solver: Arc<Solver>,
    pub(crate) notes: Vec<String>,
    /// Seconds of opening it.
    pub(crate) seconds: f64,
}

/// The reason why a solver was not opened.
pub(crate) enum OpeningFailure {
    /// The time was over, or the client has gone away.
    Stopped(Arc<OpenError>),
    /// It cannot be opened.
    Failed(Failure),
}

impl Solvers {
    /// Solvers with tables in these folders and files, or those found by default.
    pub fn new(tables: &[PathBuf]) -> Self {
        let (tables, limits) = (tables.to_vec(), of_memory(BUILT_BYTES));
        let setup = Setup {
            in_memory_fallback: true,
            tables,
            // Mapped files are shared by all solvers. A copy in large pages would be faster to search, but each new goal
            // that a client sends would take another one.
            pages: Pages::File,
            check: true,
            // Each opening has one of the threads that search, and leaves the other ones alone.
            threads: 1,
            limits,
            ..Setup::default()
        };
        Self {
            setup,
            cache: new_cache(),
            slide_tables: Arc::new(SlideTableCache::new(SLIDE_TABLES_BYTES)),
        }
    }

    /// Solvers with the tables of a store, which also keeps those that they build.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(crate) fn with_store(store: Arc<fifteen_solver::tables::TableStore>) -> Self {
        let solvers = Self::new(&[]);
        Self {
            setup: Setup {
                store: Some(store),
                ..solvers.setup
            },
            ..solvers
        }
    }

    /// Forgets the solvers whose tables were chosen from files or from the store.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(crate) fn tables_changed(&mut self) {
        self.cache = new_cache();
    }

    /// Checks that the solver of a request can be opened, without reading or building a table.
    ///
    /// # Errors
    /// Returns what the client is told if it cannot.
    pub(crate) fn check(&self, request: &Request, size: Size) -> Result<(), Failure> {
        let heuristic = request.setup.heuristic.as_ref();
        if let Some(file) = heuristic.and_then(HeuristicSpec::file) {
            return Err(Failure::refused(format!(
                "'{file}' would be a file; over HTTP a collection must be one that is shipped: {}",
                fifteen_solver::tables::shipped()
            )));
        }
        let setup = self.setup_of(request);
        if self.cache.get(&setup, size).is_some() {
            return Ok(());
        }
        let checked = setup.check_opening(size);
        checked.map_err(|error| refusal(&error, heuristic))
    }

    /// The choices of a request, with the settings of all solvers.
    fn setup_of(&self, request: &Request) -> Setup {
        let asked = request.setup.clone();
        let setup = Setup {
            goal: asked.goal,
            metric: asked.metric,
            heuristic: asked.heuristic,
            algorithm: asked.algorithm,
            order: asked.order,
            ..self.setup.clone()
        };
        match setup.metric {
            Metric::SingleTile => setup,
            Metric::MultiTile => Setup {
                for_one_board: true,
                slide_tables: Some(Arc::clone(&self.slide_tables)),
                limits: of_memory(SLIDE_BYTES),
                ..setup
            },
        }
    }

    /// The solver of a request that was [checked](Self::check), for boards of that size. It is opened if it is not open
    /// yet, until the deadline or the flag of `limits` ends the opening.
    pub(crate) fn open(
        &self,
        request: &Request,
        size: Size,
        limits: &Limits,
    ) -> Result<OpenedSolver, OpeningFailure> {
        let started = Instant::now();
        let mut setup = self.setup_of(request);
        setup.limits.deadline = limits.deadline;
        setup.limits.cancel.clone_from(&limits.cancel);
        let opened = match setup.metric {
            Metric::SingleTile => self.cache.open(&setup, size, |_| ()),
            Metric::MultiTile => setup.open(size).map(Arc::new).map_err(Arc::new),
        };
        let solver = opened.map_err(|error| match error.limit() {
            Some(LimitKind::Time | LimitKind::Interrupted) => OpeningFailure::Stopped(error),
            _ => OpeningFailure::Failed(refusal(&error, request.setup.heuristic.as_ref())),
        })?;
        // Skipped files are the business of whoever runs the program.
        let notes = solver
            .notes()
            .iter()
            .filter(|note| !matches!(note, OpeningNote::Skipped(_)));
        let spelled = |note: &OpeningNote| match note {
            // Those who ask build no tables themselves.
            OpeningNote::BuiltInMemory { partition, .. } => {
                format!("the search uses the small tables {partition}")
            }
            other => other.to_string(),
        };
        let notes = notes.map(spelled).collect();
        Ok(OpenedSolver {
            solver,
            notes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// The heuristics that can be used at once: those that need no tables, and those whose tables are there or are
    /// quickly built.
    pub(crate) fn available(&self) -> Vec<HeuristicSpec> {
        let kinds = HeuristicKind::ALL.into_iter().map(HeuristicSpec::from);
        let partitions = Size::all().flat_map(|size| {
            let collections = Collection::shipped()
                .filter(move |&(_, of)| of == size)
                .map(|(name, _)| name);
            collections
                .chain(Partition::names(size))
                .map(move |name| (size, name))
        });
        let available = |(size, name): (Size, &'static str)| {
            let heuristic = name.parse::<HeuristicSpec>().ok()?;
            let setup = Setup {
                heuristic: Some(heuristic.clone()),
                ..self.setup.clone()
            };
            setup.is_available(size).then_some(heuristic)
        };
        kinds.chain(partitions.filter_map(available)).collect()
    }
}

/// An empty cache of solvers of the single-tile metric.
fn new_cache() -> SolverCache {
    SolverCache::new(SOLVERS).with_table_bytes(SOLVER_BYTES)
}

/// Returns a message, followed by the remedy if there is one, in words for somebody who cannot see the server.
pub(crate) fn advised(message: impl ToString, remedy: Option<Remedy>) -> String {
    match remedy {
        Some(Remedy::TableFile(TableRemedy::BuildAgain | TableRemedy::Verify)) => format!(
            "{}; whoever runs the server may check its tables with fifteen pdb verify",
            message.to_string()
        ),
        _ => message.to_string(),
    }
}

/// The answer to a client whose heuristic cannot be opened.
fn refusal(error: &OpenError, heuristic: Option<&HeuristicSpec>) -> Failure {
    let heuristic = heuristic.map_or_else(|| "the default".to_owned(), ToString::to_string);
    match error {
        OpenError::Tables(TableError::Missing { size, kind, .. }) => Failure::refused(format!(
            "there are no {kind} tables for the heuristic {heuristic} with this goal on {size} boards; \
             choose another one: over HTTP, /api/options lists those that need none or have theirs"
        )),
        // These name what the client wrote.
        OpenError::Tables(TableError::Sets(_)) => Failure::refused(error),
        // And these name files of the server.
        OpenError::Tables(_) => Failure::internal(format!(
            "the tables for the heuristic {heuristic} cannot be used; \
             whoever runs the server may check them with fifteen pdb verify"
        )),
        other => Failure::refused(advised(other, other.remedy())),
    }
}
