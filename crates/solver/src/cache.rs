//! Solvers that are open already, shared by all who ask for the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fifteen_puzzle::Size;
use fifteen_search::tiles::Algorithm;

use crate::solver::{HeuristicSource, OpenError, Solver, SolverBuilder};

/// A solver, or the reason why it cannot be opened.
pub type CachedSolver = Result<Arc<Solver>, Arc<OpenError>>;

/// A bounded cache of solvers; the least recently used one makes room. One solver is opened at a time, since that takes
/// memory and a core.
#[derive(Debug)]
pub struct SolverCache {
    capacity: usize,
    keeps_failures: bool,
    /// The most recently used first.
    entries: Mutex<Vec<(Key, CachedSolver)>>,
    opening: Mutex<()>,
}

/// The identity of a solver; all algorithms that take a heuristic share one.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    source: HeuristicSource,
    size: Size,
    /// The algorithm, if it takes no heuristic.
    uninformed: Option<Algorithm>,
}

impl SolverCache {
    /// A cache of at most `capacity` solvers. A solver that could not be opened is tried again.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, keeps_failures: false, entries: Mutex::default(), opening: Mutex::default() }
    }

    /// Keeps failures too: a solver that could not be opened is not tried again.
    #[must_use]
    pub fn keeping_failures(self) -> Self {
        Self { keeps_failures: true, ..self }
    }

    /// The solver that `builder` opens for boards of that size, from the cache or opened now. `on_open` sees a solver
    /// that is opened now. Other threads that need a solver opened wait.
    ///
    /// # Errors
    /// Those of [`SolverBuilder::open`].
    pub fn open(&self, builder: &SolverBuilder, size: Size, on_open: impl FnOnce(&Solver)) -> CachedSolver {
        if let Some(known) = self.get(builder, size) {
            return known;
        }
        let _alone = lock(&self.opening);
        // Another thread may have opened it meanwhile.
        if let Some(known) = self.get(builder, size) {
            return known;
        }
        let opened = builder.open(size).map(Arc::new).map_err(Arc::new);
        if let Ok(solver) = &opened {
            on_open(solver);
        }
        if self.keeps_failures || opened.is_ok() {
            let mut entries = lock(&self.entries);
            entries.insert(0, (Key::new(builder, size), opened.clone()));
            entries.truncate(self.capacity);
        }
        opened
    }

    /// The solver that `builder` opens for boards of that size, if it is in the cache.
    pub fn get(&self, builder: &SolverBuilder, size: Size) -> Option<CachedSolver> {
        let key = Key::new(builder, size);
        let mut entries = lock(&self.entries);
        let at = entries.iter().position(|(known, _)| *known == key)?;
        entries[..=at].rotate_right(1);
        let (algorithm, order) = builder.algorithm_and_order();
        let with_algorithm = |solver: Arc<Solver>| match (solver.algorithm(), solver.order()) {
            same if same == (algorithm, order) => solver,
            _ => Arc::new(solver.with_algorithm(algorithm, Some(order))),
        };
        Some(entries[0].1.clone().map(with_algorithm))
    }
}

impl Key {
    fn new(builder: &SolverBuilder, size: Size) -> Self {
        let (algorithm, _) = builder.algorithm_and_order();
        let uninformed = Some(algorithm).filter(|algorithm| !algorithm.takes_heuristic());
        Self { source: builder.heuristic_source(), size, uninformed }
    }
}

/// The data behind these locks is whole even if a thread panicked while it held one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HeuristicKind, HeuristicSpec};

    #[test]
    fn algorithms_share_a_heuristic_and_the_oldest_makes_room() {
        let size: Size = "3x3".parse().unwrap();
        let cache = SolverCache::new(2);
        let manhattan = Solver::builder().heuristic(HeuristicKind::Manhattan);
        let opened = |builder: &SolverBuilder| {
            let mut opened = false;
            let solver = cache.open(builder, size, |_| opened = true).unwrap();
            (solver.algorithm(), opened)
        };
        assert_eq!(opened(&manhattan), (Algorithm::Ida, true));
        assert_eq!(opened(&manhattan), (Algorithm::Ida, false));
        assert_eq!(opened(&manhattan.clone().algorithm(Algorithm::Astar)), (Algorithm::Astar, false));
        assert_eq!(opened(&manhattan.clone().algorithm(Algorithm::Bfs)), (Algorithm::Bfs, true));
        assert_eq!(opened(&manhattan.clone().heuristic(HeuristicKind::Zero)), (Algorithm::Ida, true));
        assert_eq!(opened(&manhattan), (Algorithm::Ida, true));
    }

    #[test]
    fn failures_are_tried_again_unless_they_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tables");
        let builder = Solver::builder().heuristic(HeuristicSpec::partition("1-4/5-8")).tables(&path);
        let size: Size = "3x3".parse().unwrap();
        for (cache, kept) in [(SolverCache::new(2), false), (SolverCache::new(2).keeping_failures(), true)] {
            assert!(cache.open(&builder, size, |_| ()).is_err());
            assert_eq!(cache.get(&builder, size).is_some(), kept);
        }
    }
}
