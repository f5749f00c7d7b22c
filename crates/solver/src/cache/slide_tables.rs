//! A cache for the tables that searches in the multi-tile metric use.

use std::sync::{Arc, Mutex};
use std::thread;

use fifteen_puzzle::{Board, Size};
use fifteen_resources::lock;
use fifteen_search::tiles::slides::SlideTables;
use fifteen_search::{LimitKind, Limits};

use super::{POLL, lock_within};
use crate::solver::Slides;

/// A cache of limited size for the tables of the multi-tile metric. Goals of the same size with the
/// blank in the same cell share their tables.
///
/// The limit includes tables in use and tables that are being built. Before a build, unused tables
/// are evicted, the least recently used first. If the tables in use leave too little room, the
/// build waits. Only one build runs at a time.
#[derive(Debug)]
pub struct SlideTableCache {
    /// Maximum size of all tables, in bytes.
    bytes: u64,
    /// Cached tables, the most recently used first.
    kept: Mutex<Vec<(SlideTablesKey, Slides)>>,
    building: Mutex<()>,
}

/// Identifies tables in the cache. It contains everything on which the tables depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlideTablesKey {
    size: Size,
    /// The blank's cell in the goal.
    blank: usize,
    /// Whether to build the larger tables, whose heuristic values are higher. This is the argument
    /// `two` of [`SlideTables::build`].
    two: bool,
    /// Memory required to build the tables, in bytes.
    bytes_to_build: u64,
}

impl SlideTablesKey {
    pub(crate) fn new(goal: &Board, two: bool) -> Self {
        Self {
            size: goal.size(),
            blank: goal.blank(),
            two,
            bytes_to_build: SlideTables::bytes_to_build(goal, two),
        }
    }
}

impl SlideTableCache {
    /// Creates a cache for at most `bytes` bytes of tables. A single build that needs more is
    /// accepted only when the cache is empty.
    pub fn new(bytes: u64) -> Self {
        Self {
            bytes,
            kept: Mutex::default(),
            building: Mutex::default(),
        }
    }

    /// Returns the tables from the cache, or builds and caches them. While another thread is
    /// building, or the cache is full, the call waits for as long as `limits` allow.
    ///
    /// # Errors
    /// Returns the limit that ended the wait or stopped the build.
    pub(crate) fn get_or_build(
        &self,
        key: SlideTablesKey,
        limits: &Limits,
        build: impl FnOnce() -> Result<Slides, LimitKind>,
    ) -> Result<Slides, LimitKind> {
        if let Some(slides) = self.get(key) {
            return Ok(slides);
        }
        let _alone = lock_within(&self.building, limits)?;
        // Another thread may have built the tables while this one waited for the lock.
        if let Some(slides) = self.get(key) {
            return Ok(slides);
        }
        while !self.make_room(key.bytes_to_build) {
            limits.check_interruption()?;
            thread::sleep(POLL);
        }
        let built = build()?;
        lock(&self.kept).insert(0, (key, built.clone()));
        Ok(built)
    }

    fn get(&self, key: SlideTablesKey) -> Option<Slides> {
        let mut kept = lock(&self.kept);
        let at = kept.iter().position(|(of, _)| *of == key)?;
        kept[..=at].rotate_right(1);
        Some(kept[0].1.clone())
    }

    /// Evicts unused tables until a build of `bytes_to_build` bytes fits. Returns false if all
    /// remaining tables are in use.
    fn make_room(&self, bytes_to_build: u64) -> bool {
        let mut kept = lock(&self.kept);
        loop {
            let bytes_of = |(_, slides): &(_, Slides)| slides.tables.bytes() + slides.space.bytes();
            let bytes: u64 = kept.iter().map(bytes_of).sum();
            if kept.is_empty() || bytes.saturating_add(bytes_to_build) <= self.bytes {
                return true;
            }
            // Tables are unused if the cache holds the only reference to them.
            let unused = |(_, slides): &(_, Slides)| Arc::strong_count(&slides.tables) == 1;
            match kept.iter().rposition(unused) {
                Some(at) => drop(kept.remove(at)),
                None => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use fifteen_puzzle::MoveOrder;
    use fifteen_search::tiles::slides::SlideSpace;

    use crate::{Goal, Metric, Setup, notation};

    #[test]
    fn shared_tables_change_no_search() {
        let size = "3x3".parse().unwrap();
        let cache = Arc::new(SlideTableCache::new(u64::MAX));
        for goal in ["123456780", "876543210", "012345678", "123456780"] {
            let alone = Setup {
                goal: Goal::Board(board(goal)),
                metric: Metric::MultiTile,
                ..Setup::default()
            };
            let shared = Setup {
                slide_tables: Some(Arc::clone(&cache)),
                ..alone.clone()
            };
            let [alone, shared] = [alone, shared].map(|setup| {
                let solver = setup.open(size).unwrap();
                let found = solver.solve(&board("867254301"), &Limits::default());
                let found = found.unwrap();
                (found.length, found.moves, found.generated)
            });
            assert_eq!(alone, shared, "{goal}");
        }
        assert_eq!(lock(&cache.kept).len(), 2);
    }

    #[test]
    fn goals_with_the_same_blank_share_their_tables_within_a_bound() {
        let last = board("123456780");
        let bytes = SlideTables::bytes_to_build(&last, false);
        let cache = SlideTableCache::new(bytes);
        let built = AtomicUsize::new(0);
        let ask = |goal: &Board, limits: &Limits| {
            cache.get_or_build(SlideTablesKey::new(goal, false), limits, || {
                built.fetch_add(1, Ordering::Relaxed);
                Ok(Slides {
                    space: SlideSpace::new(goal, MoveOrder::default()),
                    tables: Arc::new(SlideTables::build(
                        goal,
                        false,
                        crate::Threads::ONE,
                        limits,
                    )?),
                })
            })
        };
        let free = Limits::default();
        let used = ask(&last, &free).unwrap();
        ask(&board("876543210"), &free).unwrap();
        assert_eq!(built.load(Ordering::Relaxed), 1);
        // While a search uses the cached tables, there is no room for others, so this request would
        // have to wait. It returns an error instead, because it is already cancelled.
        let cancelled = Limits::cancelled_by(Arc::new(true.into()));
        let waited = ask(&board("012345678"), &cancelled);
        assert_eq!(waited.err(), Some(LimitKind::Interrupted));
        assert_eq!(built.load(Ordering::Relaxed), 1);
        drop(used);
        ask(&board("012345678"), &free).unwrap();
        ask(&last, &free).unwrap();
        assert_eq!(built.load(Ordering::Relaxed), 3, "there is room for one");
    }

    /// Parses a 3x3 board.
    fn board(digits: &str) -> Board {
        notation::parse(digits, None).unwrap()
    }
}
