//! A cache of opened solvers.

use std::sync::{Arc, Mutex};

use fifteen_puzzle::Size;
use fifteen_resources::lock;
use fifteen_search::{LimitKind, Limits};

use super::lock_within;
use crate::{GoalSolver, OpenError, RequestError, Setup};

/// An opened solver, or the reason why opening it failed.
pub type CachedSolver = Result<GoalSolver, Arc<OpenError>>;

/// A cache of solvers with a limited size, which evicts the least recently used solver.
///
/// Opening a solver that needs tables takes memory and CPU time, so only one such solver is
/// opened at a time.
#[derive(Debug)]
pub struct SolverCache {
    capacity: usize,
    /// Maximum size of the tables of all cached solvers, in bytes. Memory-mapped tables do not
    /// count.
    table_bytes: u64,
    keeps_failures: bool,
    /// Cached solvers, the most recently used first.
    entries: Mutex<Vec<CacheEntry>>,
    opening: Mutex<()>,
}

/// A cached solver, and the settings with which it was opened.
#[derive(Debug)]
struct CacheEntry {
    setup: Setup,
    size: Size,
    solver: CachedSolver,
}

impl SolverCache {
    /// Creates a cache of at most `capacity` solvers. If opening a solver fails, the error is not
    /// cached, so the next call tries again.
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            table_bytes: u64::MAX,
            keeps_failures: false,
            entries: Mutex::default(),
            opening: Mutex::default(),
        }
    }

    /// Limits the tables that all cached solvers hold in memory to `table_bytes` bytes. The most
    /// recently used solver stays in the cache even if its tables alone exceed the limit.
    #[must_use]
    pub fn with_table_bytes(self, table_bytes: u64) -> Self {
        Self {
            table_bytes,
            ..self
        }
    }

    /// Caches errors too, so that a solver that cannot be opened is not tried again. Errors due to
    /// a time limit or a cancellation are never cached.
    #[must_use]
    pub fn keeping_failures(self) -> Self {
        Self {
            keeps_failures: true,
            ..self
        }
    }

    /// Returns the solver for the given setup and board size. If it is not cached, opens it and
    /// calls `on_open`.
    ///
    /// Only one solver with tables is opened at a time. If another thread is opening one, this call
    /// waits for as long as the [limits](Setup::limits) of the setup allow.
    ///
    /// # Errors
    /// Returns the error from [`GoalSolver::open`] if the solver cannot be opened, or
    /// [`OpenError::Stopped`] if the wait reached a limit.
    pub fn open(
        &self,
        setup: &Setup,
        size: Size,
        on_open: impl FnOnce(&GoalSolver),
    ) -> CachedSolver {
        if let Some(known) = self.get(setup, size) {
            return known;
        }
        let _alone = if setup.needs_no_tables() {
            None
        } else {
            let alone = lock_within(&self.opening, &setup.limits);
            Some(alone.map_err(|limit| Arc::new(OpenError::Stopped(limit)))?)
        };
        // Another thread may have opened the solver while this one waited for the lock.
        if let Some(known) = self.get(setup, size) {
            return known;
        }
        let opened = GoalSolver::open(setup, size).map_err(Arc::new);
        if let Ok(solver) = &opened {
            on_open(solver);
        }
        let is_kept = match &opened {
            Ok(_) => true,
            Err(error) => {
                self.keeps_failures && error.limit().is_none_or(|limit| limit == LimitKind::Memory)
            }
        };
        if is_kept {
            let mut entries = lock(&self.entries);
            // Remove the limits, which apply only to this call, from the setup that is cached.
            let setup = Setup {
                limits: Limits::default(),
                ..setup.clone()
            };
            let solver = opened.clone();
            entries.insert(
                0,
                CacheEntry {
                    setup,
                    size,
                    solver,
                },
            );
            self.make_room(&mut entries);
        }
        opened
    }

    /// Evicts the least recently used solvers until the cache is within its limits.
    fn make_room(&self, entries: &mut Vec<CacheEntry>) {
        entries.truncate(self.capacity);
        let mut bytes = 0_u64;
        let is_beyond = |entry: &CacheEntry| {
            let of_solver = entry
                .solver
                .as_ref()
                .ok()
                .and_then(GoalSolver::board_solver)
                .map_or(0, |solver| solver.table_bytes_in_memory());
            bytes = bytes.saturating_add(of_solver);
            bytes > self.table_bytes
        };
        if let Some(beyond) = entries.iter().position(is_beyond) {
            entries.truncate(beyond.max(1));
        }
    }

    /// Returns the solver for the given setup and board size if it is cached. If a cached solver
    /// differs only in its algorithm, returns a new solver that shares its heuristic.
    pub fn get(&self, setup: &Setup, size: Size) -> Option<CachedSolver> {
        let mut entries = lock(&self.entries);
        let at = entries
            .iter()
            .position(|entry| entry.size == size && entry.setup.opens_same(setup))?;
        entries[..=at].rotate_right(1);
        let with_algorithm = |solver: GoalSolver| {
            setup.checked()?;
            Ok(solver.with_algorithm(setup.algorithm, setup.order))
        };
        let known = entries[0].solver.clone();
        Some(known.and_then(|solver| {
            with_algorithm(solver).map_err(|error: RequestError| Arc::new(error.into()))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use fifteen_puzzle::Board;
    use fifteen_search::tiles::{FunctionError, FunctionValues, HeuristicFunction};

    use crate::tables::TableStore;
    use crate::{Algorithm, Goal, HeuristicKind, HeuristicSpec, NamedFunction, notation};

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

    #[test]
    fn an_opening_waits_for_another_one_within_its_limits() {
        let (size, cache) = ("3x3".parse().unwrap(), SolverCache::new(3));
        let cancelled = |setup: Setup| Setup {
            limits: Limits::cancelled_by(Arc::new(true.into())),
            ..setup
        };
        let walking = Setup::with_heuristic(HeuristicKind::WalkingDistance);
        let another = lock(&cache.opening);
        let stopped = cache
            .open(&cancelled(walking.clone()), size, |_| ())
            .unwrap_err();
        assert!(matches!(
            *stopped,
            OpenError::Stopped(LimitKind::Interrupted)
        ));
        // A solver without tables is opened without waiting, so even a cancelled request succeeds.
        let manhattan = Setup::with_heuristic(HeuristicKind::Manhattan);
        assert!(cache.open(&cancelled(manhattan), size, |_| ()).is_ok());
        drop(another);
        assert!(cache.open(&walking, size, |_| ()).is_ok());
    }

    #[test]
    fn tables_in_memory_make_room_for_each_other() {
        let size = "3x3".parse().unwrap();
        let of_goal = |goal: &str| Setup {
            goal: Goal::Board(board(goal)),
            ..Setup::with_heuristic(HeuristicKind::WalkingDistance)
        };
        let setups = ["123456780", "023456781", "103456782"].map(of_goal);
        let bytes = setups
            .each_ref()
            .map(|setup| setup.open(size).unwrap().table_bytes_in_memory());
        for (limit, kept) in [
            (u64::MAX, [true, true, true]),
            (bytes[1] + bytes[2], [false, true, true]),
            (0, [false, false, true]),
        ] {
            let cache = SolverCache::new(3).with_table_bytes(limit);
            for setup in &setups {
                cache.open(setup, size, |_| ()).unwrap();
            }
            let found = setups
                .each_ref()
                .map(|setup| cache.get(setup, size).is_some());
            assert_eq!(found, kept, "{limit}");
        }
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
    fn failed_openings_are_retried_unless_failures_are_kept() {
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

    /// Parses a 3x3 board.
    fn board(digits: &str) -> Board {
        notation::parse(digits, None).unwrap()
    }
}
