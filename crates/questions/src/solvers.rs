//! Solvers by what is asked for: opened when the first question needs one, kept as long as there is room.

use std::path::PathBuf;
use std::sync::Arc;

use fifteen_solver::pdb::Collection;
use fifteen_solver::search::Instant;
use fifteen_solver::tables::TableError;
use fifteen_solver::{
    HeuristicKind, HeuristicSpec, Metric, OpenError, OpeningNote, Pages, Partition, Remedy,
    Request, Setup, Size, Solver, SolverCache,
};

use crate::parse::Failure;
use crate::policy::{BUILT_BYTES, SLIDE_BYTES, SLIDE_SOLVERS, SOLVERS, of_memory};

/// The solvers that are open, and the settings of all.
pub struct Solvers {
    setup: Setup,
    cache: SolverCache,
    /// Those of the multi-tile metric, whose tables are large.
    slides: SolverCache,
}

/// A solver, and notes for the one who asked.
pub(crate) struct OpenedSolver {
    pub(crate) solver: Arc<Solver>,
    pub(crate) notes: Vec<String>,
    /// Seconds of opening it.
    pub(crate) seconds: f64,
}

impl Solvers {
    /// Solvers with tables in these folders and files, or those found by default.
    pub fn new(tables: &[PathBuf]) -> Self {
        let (tables, limits) = (tables.to_vec(), of_memory(BUILT_BYTES));
        let setup = Setup {
            in_memory_fallback: true,
            tables,
            pages: Pages::Auto,
            check: true,
            limits,
            ..Setup::default()
        };
        Self {
            setup,
            cache: SolverCache::new(SOLVERS),
            slides: SolverCache::new(SLIDE_SOLVERS),
        }
    }

    /// Solvers with the tables of a store, which also keeps those that they build.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(crate) fn with_store(store: Arc<fifteen_solver::tables::TableStore>) -> Self {
        let solvers = Self::new(&[]);
        Self {
            setup: Setup {
                store: Some(store),
                threads: 1,
                ..solvers.setup
            },
            ..solvers
        }
    }

    /// Forgets the solvers whose tables were chosen from files or from the store.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(crate) fn tables_changed(&mut self) {
        self.cache = SolverCache::new(SOLVERS);
    }

    /// The solver of a request for boards of that size, opened if it is not open yet.
    pub(crate) fn open(&self, request: &Request, size: Size) -> Result<OpenedSolver, Failure> {
        let started = Instant::now();
        let Setup {
            goal,
            metric,
            heuristic,
            algorithm,
            order,
            ..
        } = request.setup.clone();
        if let Some(file) = heuristic.as_ref().and_then(HeuristicSpec::file) {
            return Err(Failure::refused(format!(
                "'{file}' would be a file; over HTTP a collection must be one that is shipped: {}",
                fifteen_solver::tables::shipped()
            )));
        }
        let setup = Setup {
            goal,
            metric,
            heuristic,
            algorithm,
            order,
            ..self.setup.clone()
        };
        let opened = match metric {
            Metric::SingleTile => self.cache.open(&setup, size, |_| ()),
            Metric::MultiTile => {
                let setup = Setup {
                    for_one_board: true,
                    limits: of_memory(SLIDE_BYTES),
                    ..setup
                };
                self.slides.open(&setup, size, |_| ())
            }
        };
        let solver = opened.map_err(|error| refusal(&error, request.setup.heuristic.as_ref()))?;
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

/// Returns a message, followed by the remedy if there is one, in words for somebody who cannot see the server.
pub(crate) fn advised(message: impl ToString, remedy: Option<Remedy>) -> String {
    match remedy {
        Some(Remedy::BuildAgain | Remedy::Verify) => format!(
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
