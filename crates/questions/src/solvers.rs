//! Cache of solvers. A solver is opened when a request first needs it.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_solver::Threads;
use fifteen_solver::pdb::Collection;
use fifteen_solver::search::Instant;
use fifteen_solver::tables::TableError;
use fifteen_solver::{
    GoalSolver, HeuristicKind, HeuristicSpec, LimitKind, Limits, Metric, MissingTables, OpenError,
    OpeningNote, Partition, Remedy, Request, Setup, Size, SlideTableCache, SolverCache,
    TableRemedy,
};

use crate::parse::Failure;
use crate::policy::{
    BUILT_BYTES, SLIDE_BYTES, SLIDE_TABLES_BYTES, SOLVER_BYTES, SOLVERS, of_memory,
};

/// Opens solvers, and keeps them open for later requests. All solvers share settings such as the
/// table folders.
pub struct Solvers {
    setup: Setup,
    /// Cached solvers of the single-tile metric. Solvers of the multi-tile metric need no cache,
    /// because they share `slide_tables` and are opened quickly once these tables are built.
    cache: SolverCache,
    slide_tables: Arc<SlideTableCache>,
}

/// An opened solver, with notes for the client. A note says, for example, that the solver uses
/// small tables.
#[derive(Clone)]
pub(crate) struct OpenedSolver {
    pub(crate) solver: GoalSolver,
    pub(crate) notes: Vec<String>,
    /// Time to open the solver, in seconds.
    pub(crate) seconds: f64,
}

/// Reason why a solver was not opened.
pub(crate) enum OpeningFailure {
    /// The time ran out, or the client cancelled the request.
    Stopped(Arc<OpenError>),
    /// The solver cannot be opened.
    Failed(Failure),
}

impl Solvers {
    /// Creates a cache whose solvers use the tables in the given folders and files. If `tables` is
    /// empty, the default folders are searched.
    pub fn new(tables: &[PathBuf]) -> Self {
        let (tables, limits) = (tables.to_vec(), of_memory(BUILT_BYTES));
        let setup = Setup {
            missing_tables: MissingTables::BuildFallback,
            tables,
            check: true,
            // Use one thread, because other searches keep running on their threads while a solver
            // is opened.
            threads: Threads::ONE,
            limits,
            // By default, tables are memory-mapped files, and all solvers share the memory.
            // Searches would be faster with copies in large pages, but solvers for different goals
            // could not share these copies.
            ..Setup::default()
        };
        Self {
            setup,
            cache: new_cache(),
            slide_tables: Arc::new(SlideTableCache::new(SLIDE_TABLES_BYTES)),
        }
    }

    /// Creates a cache whose solvers use the tables in `store`. Tables that the solvers build are
    /// added to `store`.
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

    /// Empties the cache after tables were added, because its solvers were opened without these
    /// tables.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(crate) fn tables_changed(&mut self) {
        self.cache = new_cache();
    }

    /// Checks whether a request's solver can be opened, without reading or building a table.
    ///
    /// # Errors
    /// Returns an error if the solver cannot be opened, for example because its tables are missing.
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

    /// Combines the settings that a request chooses with the settings common to all solvers.
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

    /// Returns the solver for a request that was [checked](Self::check). Opens the solver if it is
    /// not cached. `limits` contains the deadline and the cancellation flag, which stop the
    /// opening.
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
            Metric::MultiTile => GoalSolver::open(&setup, size).map_err(Arc::new),
        };
        let solver = opened.map_err(|error| match error.limit() {
            Some(LimitKind::Time | LimitKind::Interrupted) => OpeningFailure::Stopped(error),
            _ => OpeningFailure::Failed(refusal(&error, request.setup.heuristic.as_ref())),
        })?;
        // A note about a skipped table file is for the server's operator, not for the client.
        let notes = solver
            .notes()
            .iter()
            .filter(|note| !matches!(note, OpeningNote::Skipped(_)));
        let spelled = |note: &OpeningNote| match note {
            // The full note advises building larger tables, which a client cannot do.
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

    /// Returns the heuristics that can be used immediately: those that need no tables, and those
    /// whose tables exist or are quick to build.
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

/// Creates an empty cache for solvers of the single-tile metric.
fn new_cache() -> SolverCache {
    SolverCache::new(SOLVERS).with_table_bytes(SOLVER_BYTES)
}

/// Appends advice to an error message if a table file must be verified or built again. Clients have
/// no access to the server, so the advice is addressed to its operator. Other remedies are omitted.
pub(crate) fn advised(message: impl ToString, remedy: Option<Remedy>) -> String {
    match remedy {
        Some(Remedy::TableFile(TableRemedy::BuildAgain | TableRemedy::Verify)) => format!(
            "{}; whoever runs the server may check its tables with fifteen pdb verify",
            message.to_string()
        ),
        _ => message.to_string(),
    }
}

/// Converts an error from opening a heuristic to a [`Failure`] with a message for the client.
fn refusal(error: &OpenError, heuristic: Option<&HeuristicSpec>) -> Failure {
    let heuristic = heuristic.map_or_else(|| "the default".to_owned(), ToString::to_string);
    match error {
        OpenError::Tables(TableError::Missing { size, kind, .. }) => Failure::refused(format!(
            "there are no {kind} tables for the heuristic {heuristic} with this goal on {size} boards; \
             choose another one: over HTTP, /api/options lists those that need none or have theirs"
        )),
        // The message contains only names that the client sent, so the client can see it.
        OpenError::Tables(TableError::Sets(_)) => Failure::refused(error),
        // The message contains names of files on the server, which the client must not see.
        OpenError::Tables(_) => Failure::internal(format!(
            "the tables for the heuristic {heuristic} cannot be used; \
             whoever runs the server may check them with fifteen pdb verify"
        )),
        other => Failure::refused(advised(other, other.remedy())),
    }
}
