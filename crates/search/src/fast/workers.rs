//! Threads that search the subtrees of one iteration, each with several lanes.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::lane::{Lane, Report, Step};
use super::split::{Seed, Split};
use crate::ida::{Found, IdaOptions};
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

/// Searches that take turns on one thread.
const LANES: usize = 8;
/// Turns of all lanes between two looks at limits and at what other threads found.
const POLL: usize = 512;

/// What all threads share.
struct Shared<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    seeds: &'a [Seed<S, H>],
    bound: u32,
    options: &'a IdaOptions,
    /// The next subtree that nobody has begun with.
    next: AtomicUsize,
    /// The first subtree known to hold a solution after which the search is to stop.
    solved: AtomicUsize,
}

/// Searches the subtrees; their reports are in the order of moves, with those that were given up after a solution was
/// found before them, then what stopped the search, if anything did, and bytes of nodes.
pub(super) fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    split: &Split<S, H>,
    bound: u32,
    options: &IdaOptions,
    threads: usize,
) -> (Vec<Report<S::Move>>, Option<LimitKind>, u64)
{
    let shared = Shared {
        space,
        heuristic,
        seeds: &split.seeds,
        bound,
        options,
        next: AtomicUsize::new(0),
        solved: AtomicUsize::new(usize::MAX),
    };
    let (mut reports, mut stopped) = (Vec::with_capacity(split.seeds.len()), None);
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| shared.work())).collect();
        let mut results = vec![shared.work()];
        results.extend(others.into_iter().filter_map(|thread| thread.join().ok()));
        for (part, limit) in results {
            reports.extend(part);
            stopped = stopped.or(limit);
        }
    });
    reports.sort_unstable_by_key(|report| report.subtree);
    (reports, stopped, 0)
}

impl<'a, S: StateSpace, H: Heuristic<S>> Shared<'a, S, H> {
    /// What one thread does: the reports of its subtrees, and the limit that stopped it.
    fn work(&self) -> (Vec<Report<S::Move>>, Option<LimitKind>) {
        let mut reports = Vec::new();
        let mut lanes: Vec<Lane<'a, S, H>> = Vec::with_capacity(LANES);
        while lanes.len() < LANES && let Some(subtree) = self.take() {
            let seed = (subtree, &self.seeds[subtree]);
            let (mut lane, step) = Lane::new((self.space, self.heuristic), self.bound, seed, Found::new(self.options));
            if step == Step::Running || self.go_on(&mut lane, &mut reports) {
                lanes.push(lane);
            }
        }
        loop {
            for _ in 0..POLL {
                let mut i = 0;
                while i < lanes.len() {
                    if lanes[i].step() == Step::Running || self.go_on(&mut lanes[i], &mut reports) {
                        i += 1;
                    } else {
                        lanes.swap_remove(i);
                    }
                }
            }
            let solved = self.solved.load(Ordering::Relaxed);
            reports.extend(lanes.extract_if(.., |lane| lane.report.subtree > solved).map(|lane| lane.report));
            if lanes.is_empty() {
                return (reports, None);
            }
            if let Err(kind) = self.options.limits.check(0) {
                reports.extend(lanes.into_iter().map(|lane| lane.report));
                return (reports, Some(kind));
            }
        }
    }

    /// The next subtree, if it is not after a solution.
    fn take(&self) -> Option<usize> {
        let subtree = self.next.fetch_add(1, Ordering::Relaxed);
        (subtree < self.seeds.len() && subtree < self.solved.load(Ordering::Relaxed)).then_some(subtree)
    }

    /// Hands in the report of a lane that is done, and gives it another subtree, until there is one with something to do; false
    /// if there is none.
    fn go_on(&self, lane: &mut Lane<'a, S, H>, reports: &mut Vec<Report<S::Move>>) -> bool {
        loop {
            if lane.report.found.is_enough() {
                self.solved.fetch_min(lane.report.subtree, Ordering::Relaxed);
            }
            reports.push(lane.report.clone());
            let Some(subtree) = self.take() else { return false };
            if lane.restart(subtree, &self.seeds[subtree], Found::new(self.options)) == Step::Running {
                return true;
            }
        }
    }
}
