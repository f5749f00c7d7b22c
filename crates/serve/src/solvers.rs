//! Solvers by what is asked for: opened when the first request needs one, kept as long as there is room.

use std::sync::Arc;

use fifteen_solver::pdb::Collection;
use fifteen_solver::tables::TableError;
use fifteen_solver::{
    HeuristicKind, HeuristicSpec, OpenError, OpeningNote, Pages, Partition, Request, Size, Solver, SolverBuilder,
    SolverCache,
};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

use crate::error::Error;
use crate::limits::{BUILT_BYTES, Config, SOLVERS};

/// The solvers that are open, and the settings of all.
pub(crate) struct Solvers {
    builder: SolverBuilder,
    cache: Arc<SolverCache>,
    /// One solver is opened at a time; a client that leaves while it waits for its turn opens nothing.
    turn: Mutex<()>,
}

/// A solver, and notes for the client.
pub(crate) struct Opened {
    pub solver: Arc<Solver>,
    pub notes: Vec<String>,
}

impl Solvers {
    pub(crate) fn new(config: &Config) -> Self {
        let builder = builder(config).memory(BUILT_BYTES).check(true);
        Self { builder, cache: Arc::new(SolverCache::new(SOLVERS)), turn: Mutex::new(()) }
    }

    /// The solver of a request for boards of that size.
    ///
    /// # Errors
    /// If the heuristic cannot be opened, or is a file.
    pub(crate) async fn get(&self, request: &Request, size: Size) -> Result<Opened, Error> {
        request.heuristic.as_ref().map_or(Ok(()), no_file)?;
        let builder = self.builder.clone().request(request);
        let opened = match self.cache.get(&builder, size) {
            Some(known) => known,
            None => {
                let _turn = self.turn.lock().await;
                let cache = Arc::clone(&self.cache);
                let opened = spawn_blocking(move || cache.open(&builder, size, |_| ())).await;
                opened.map_err(|_| Error::internal("the heuristic could not be opened"))?
            }
        };
        let solver = opened.map_err(|error| refusal(&error, request.heuristic.as_ref()))?;
        // Skipped files are the business of whoever runs the server.
        let notes = solver.notes().iter().filter(|note| !matches!(note, OpeningNote::Skipped(_)));
        let notes = notes.map(ToString::to_string).collect();
        Ok(Opened { solver, notes })
    }
}

fn builder(config: &Config) -> SolverBuilder {
    Solver::builder().in_memory_fallback(true).tables_in(&config.tables).pages(Pages::Auto)
}

/// The answer to a client whose heuristic cannot be opened.
fn refusal(error: &OpenError, heuristic: Option<&HeuristicSpec>) -> Error {
    let heuristic = heuristic.map_or_else(|| "the default".to_owned(), ToString::to_string);
    match error {
        OpenError::Tables(TableError::Missing { size, kind, .. }) => Error::refused(format!(
            "the server has no {kind} tables for the heuristic {heuristic} with this goal on {size} boards; /api/options lists \
             heuristics that need none or have theirs"
        )),
        // These name what the client wrote.
        OpenError::Tables(
            TableError::Partition(_) | TableError::Collection { .. } | TableError::NoCollection { .. },
        ) => Error::refused(error),
        // And these name files of the server.
        OpenError::Tables(_) => Error::internal(format!(
            "the server's tables for the heuristic {heuristic} cannot be used; whoever runs it may check them with fifteen pdb verify"
        )),
        other => Error::refused(other),
    }
}

/// Refuses a collection in a file: a client may name only shipped ones.
fn no_file(heuristic: &HeuristicSpec) -> Result<(), Error> {
    match heuristic {
        HeuristicSpec::Collection { collection, .. } if Collection::shipped().all(|(name, _)| name != collection) => {
            Err(Error::refused(format!(
                "'{collection}' would be a file; over HTTP a collection must be one that is shipped: {}",
                fifteen_solver::tables::shipped()
            )))
        }
        HeuristicSpec::Max(parts) => parts.iter().try_for_each(no_file),
        _ => Ok(()),
    }
}

/// The names of heuristics that can be used at once: those that need no tables, and those whose tables are there or are
/// quickly built.
pub(crate) fn available(config: &Config) -> Vec<String> {
    let kinds = HeuristicKind::ALL.into_iter().map(|kind| kind.to_string());
    let partitions = Size::all().flat_map(|size| {
        let collections = Collection::shipped().filter(move |&(_, of)| of == size).map(|(name, _)| name);
        collections.chain(Partition::names(size)).map(move |name| (size, name))
    });
    let available = partitions.filter(|(size, name)| {
        name.parse::<HeuristicSpec>().is_ok_and(|heuristic| builder(config).heuristic(heuristic).is_available(*size))
    });
    kinds.chain(available.map(|(_, name)| name.to_owned())).collect()
}
