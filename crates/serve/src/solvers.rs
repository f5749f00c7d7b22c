//! Solvers by what is asked for: opened when the first request needs one, kept as long as there is room.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fifteen_solver::pdb::Collection;
use fifteen_solver::tables::TableError;
use fifteen_solver::{Algorithm, Goal, HeuristicKind, HeuristicSpec, Note, OpenError, Size, Solver};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::Error;
use crate::limits::{BUILT_BYTES, Config, SOLVERS};

/// Those that are open.
pub(crate) struct Solvers {
    config: Config,
    /// The one used last comes first.
    open: Mutex<Vec<(Key, Arc<Solver>)>>,
    /// One is opened at a time: it takes memory and a core.
    opening: Semaphore,
}

/// What a solver is opened for; algorithms share it.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    size: Size,
    goal: Goal,
    heuristic: Option<HeuristicSpec>,
}

/// A solver with an algorithm, and what the client should know of it.
pub(crate) struct Opened {
    pub solver: Arc<Solver>,
    pub notes: Vec<String>,
}

impl Solvers {
    pub(crate) fn new(config: &Config) -> Self {
        Self { config: config.clone(), open: Mutex::default(), opening: Semaphore::new(1) }
    }

    /// The solver for boards of that size and goal; without a heuristic, with the algorithm's own.
    ///
    /// # Errors
    /// If the heuristic cannot be had, or does not go with the algorithm.
    pub(crate) async fn get(
        &self,
        size: Size,
        goal: Goal,
        algorithm: Algorithm,
        heuristic: Option<HeuristicSpec>,
    ) -> Result<Opened, Error> {
        heuristic.as_ref().map_or(Ok(()), no_file)?;
        let mut notes = Vec::new();
        let heuristic = match (algorithm, heuristic) {
            (Algorithm::IdaWrongWay, Some(other)) if other != HeuristicKind::Manhattan.into() => {
                return Err(Error::refused(OpenError::ManhattanOnly { algorithm, heuristic: other }));
            }
            (Algorithm::BranchAndBound, None) => Some(HeuristicKind::Misplaced.into()),
            (_, heuristic) if algorithm.takes_heuristic() => heuristic,
            (_, heuristic) => {
                let ignored = heuristic.filter(|_| algorithm != Algorithm::IdaWrongWay);
                notes.extend(ignored.map(|heuristic| Note::HeuristicIgnored { algorithm, heuristic }.to_string()));
                Some(HeuristicKind::Zero.into())
            }
        };
        let solver = self.of(Key { size, goal, heuristic }).await?;
        // Files that were passed over are the business of whoever runs the server.
        let told = solver.notes().iter().filter(|note| !matches!(note, Note::Skipped(_)));
        notes.extend(told.map(ToString::to_string));
        let solver = match algorithm {
            Algorithm::Ida => solver,
            other => Arc::new(solver.with_algorithm(other, None)),
        };
        Ok(Opened { solver, notes })
    }

    async fn of(&self, key: Key) -> Result<Arc<Solver>, Error> {
        if let Some(solver) = self.known(&key) {
            return Ok(solver);
        }
        let stopped = |_| Error::internal("the server was shut down before the heuristic was ready");
        let _alone = self.opening.acquire().await.map_err(stopped)?;
        // Somebody else may have opened it meanwhile.
        if let Some(solver) = self.known(&key) {
            return Ok(solver);
        }
        let (config, wanted) = (self.config.clone(), key.clone());
        let opened = spawn_blocking(move || open(&config, &wanted)).await;
        let solver = opened.map_err(|_| Error::internal("the heuristic could not be opened"))??;
        let solver = Arc::new(solver);
        let mut open = self.lock();
        open.insert(0, (key, Arc::clone(&solver)));
        open.truncate(SOLVERS);
        Ok(solver)
    }

    /// One that is open, which is then the one used last.
    fn known(&self, key: &Key) -> Option<Arc<Solver>> {
        let mut open = self.lock();
        let at = open.iter().position(|(known, _)| known == key)?;
        open[..=at].rotate_right(1);
        Some(Arc::clone(&open[0].1))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Key, Arc<Solver>)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(config: &Config, key: &Key) -> Result<Solver, Error> {
    let builder = Solver::builder().goal(key.goal).memory(BUILT_BYTES).check(true).quick_tables(true);
    let builder = config.tables.iter().fold(builder, |builder, path| builder.tables(path));
    let builder = key.heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()));
    builder.open(key.size).map_err(|error| {
        let heuristic = key.heuristic.as_ref().map_or_else(|| "the default".to_owned(), ToString::to_string);
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
                "the server's tables for the heuristic {heuristic} cannot be used; whoever runs it may look with fifteen pdb verify"
            )),
            other => Error::refused(other),
        }
    })
}

/// A client may name a collection that is shipped, but no file.
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

/// The names of heuristics that can be had at once: those that need no tables, and those whose tables are there or are quickly
/// built.
pub(crate) fn available(config: &Config) -> Vec<String> {
    let kinds = HeuristicKind::ALL.into_iter().map(|kind| kind.to_string());
    let partitions = Size::all().flat_map(|size| {
        let collections = Collection::shipped().filter(move |&(_, of)| of == size).map(|(name, _)| name);
        collections.chain(fifteen_solver::Partition::names(size)).map(move |name| (size, name))
    });
    let there = partitions.filter(|(size, name)| {
        let Ok(heuristic) = name.parse() else { return false };
        let key = Key { size: *size, goal: Goal::Last, heuristic: Some(heuristic) };
        // Their digests are checked when they are used.
        let builder = Solver::builder().quick_tables(true);
        let builder = config.tables.iter().fold(builder, |builder, path| builder.tables(path));
        key.heuristic.iter().fold(builder, |builder, h| builder.heuristic(h.clone())).open(key.size).is_ok()
    });
    kinds.chain(there.map(|(_, name)| name.to_owned())).collect()
}
