//! Solvers that are open already, shared by all who ask for the same.

use std::sync::{Arc, Mutex};

use crate::batch::lock;
use crate::{OpenError, RequestError, Setup, Solver};
use fifteen_puzzle::Size;

/// A solver, or the reason why it cannot be opened.
pub type CachedSolver = Result<Arc<Solver>, Arc<OpenError>>;

/// A bounded cache of solvers; the least recently used one makes room. One solver is opened at a time, since that takes
/// memory and a core.
#[derive(Debug)]
pub struct SolverCache {
    capacity: usize,
    keeps_failures: bool,
    /// The most recently used first.
    entries: Mutex<Vec<(Setup, Size, CachedSolver)>>,
    opening: Mutex<()>,
}

impl SolverCache {
    /// A cache of at most `capacity` solvers. A solver that could not be opened is tried again.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            keeps_failures: false,
            entries: Mutex::default(),
            opening: Mutex::default(),
        }
    }

    /// Keeps failures too: a solver that could not be opened is not tried again.
    #[must_use]
    pub fn keeping_failures(self) -> Self {
        Self {
            keeps_failures: true,
            ..self
        }
    }

    /// The solver that a setup opens for boards of that size, from the cache or opened now. `on_open` sees a solver that
    /// is opened now. Other threads that need a solver opened wait.
    ///
    /// # Errors
    /// Those of [`Setup::open`].
    pub fn open(&self, setup: &Setup, size: Size, on_open: impl FnOnce(&Solver)) -> CachedSolver {
        if let Some(known) = self.get(setup, size) {
            return known;
        }
        let _alone = lock(&self.opening);
        // Another thread may have opened it meanwhile.
        if let Some(known) = self.get(setup, size) {
            return known;
        }
        let opened = setup.open(size).map(Arc::new).map_err(Arc::new);
        if let Ok(solver) = &opened {
            on_open(solver);
        }
        if self.keeps_failures || opened.is_ok() {
            let mut entries = lock(&self.entries);
            entries.insert(0, (setup.clone(), size, opened.clone()));
            entries.truncate(self.capacity);
        }
        opened
    }

    /// The solver that a setup opens for boards of that size, if it is in the cache. All algorithms that take a
    /// heuristic share one.
    pub fn get(&self, setup: &Setup, size: Size) -> Option<CachedSolver> {
        let mut entries = lock(&self.entries);
        let at = entries
            .iter()
            .position(|(known, of, _)| *of == size && known.opens_same(setup))?;
        entries[..=at].rotate_right(1);
        let with_algorithm = |solver: Arc<Solver>| {
            setup.checked()?;
            let (algorithm, order) = (setup.algorithm, setup.order());
            match (solver.algorithm(), solver.order()) {
                same if same == (algorithm, order) => Ok(solver),
                _ => Ok(Arc::new(solver.with_algorithm(algorithm, Some(order)))),
            }
        };
        let known = entries[0].2.clone();
        Some(known.and_then(|solver| {
            with_algorithm(solver).map_err(|error: RequestError| Arc::new(error.into()))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TableStore;
    use crate::{Algorithm, Board, HeuristicKind, HeuristicSpec, NamedFunction};
    use fifteen_search::tiles::{FunctionError, FunctionValues, HeuristicFunction};

    #[test]
    fn algorithms_share_a_heuristic() {
        let size: Size = "3x3".parse().unwrap();
        let cache = SolverCache::new(3);
        let manhattan = Setup::with_heuristic(HeuristicKind::Manhattan);
        let opened = |setup: &Setup| {
            let mut opened = false;
            let solver = cache.open(setup, size, |_| opened = true).unwrap();
            (solver.algorithm(), opened)
        };
        let ida = Algorithm::default();
        assert_eq!(opened(&manhattan), (ida, true));
        assert_eq!(opened(&manhattan), (ida, false));
        let with = |algorithm| Setup {
            algorithm,
            ..manhattan.clone()
        };
        assert_eq!(opened(&with(Algorithm::Astar)), (Algorithm::Astar, false));
        assert_eq!(opened(&with(Algorithm::Bfs)), (Algorithm::Bfs, true));
    }

    #[test]
    fn the_solver_that_was_used_least_recently_makes_room() {
        let (size, cache) = ("3x3".parse().unwrap(), SolverCache::new(3));
        let kinds = [
            HeuristicKind::Zero,
            HeuristicKind::Misplaced,
            HeuristicKind::Manhattan,
        ];
        let [a, b, c] = kinds.map(Setup::with_heuristic);
        let d = Setup::with_heuristic(HeuristicKind::LinearConflict);
        for setup in [&a, &b, &c, &a, &d] {
            cache.open(setup, size, |_| ()).unwrap();
        }
        assert_eq!(
            [a, b, c, d].map(|setup| cache.get(&setup, size).is_some()),
            [true, false, true, true]
        );
    }

    struct Constant(u32);

    impl HeuristicFunction for Constant {
        fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError> {
            Ok(vec![self.0; boards.len()].into())
        }
    }

    #[test]
    fn another_store_or_function_is_another_solver() {
        let (size, cache) = ("3x3".parse().unwrap(), SolverCache::new(8));
        let function = |value: u32| {
            let (name, function) = ("same".to_owned(), Arc::new(Constant(value)));
            Setup {
                function: Some(NamedFunction { name, function }),
                ..Setup::default()
            }
        };
        let store = || Setup {
            store: Some(Arc::<TableStore>::default()),
            ..Setup::default()
        };
        for setup in [function(0), function(1), store(), store()] {
            assert!(cache.get(&setup, size).is_none());
            cache.open(&setup, size, |_| ()).unwrap();
            assert!(cache.get(&setup, size).is_some());
        }
    }

    #[test]
    fn failures_are_tried_again_unless_they_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let setup = Setup {
            tables: vec![folder.path().join("tables")],
            ..Setup::with_heuristic(HeuristicSpec::tables("1-4/5-8"))
        };
        let size: Size = "3x3".parse().unwrap();
        for (cache, kept) in [
            (SolverCache::new(2), false),
            (SolverCache::new(2).keeping_failures(), true),
        ] {
            assert!(cache.open(&setup, size, |_| ()).is_err());
            assert_eq!(cache.get(&setup, size).is_some(), kept);
        }
    }
}
