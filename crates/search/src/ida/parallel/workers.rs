//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::split::Subtrees;
use crate::ida::descent::{DescentEnd, DescentLimits, DescentResult, Solutions};
use crate::limits::LimitKind;
use crate::options::Options;
use crate::threads::on_threads;

/// The result of one subtree.
pub(crate) struct SubtreeReport<M> {
    /// The index of the subtree, in the order of moves.
    pub(crate) subtree: usize,
    pub(crate) result: DescentResult,
    pub(crate) solutions: Solutions<M>,
}

/// The state that all threads share.
struct Shared<'a, M> {
    subtrees: &'a dyn Subtrees<M>,
    options: &'a Options,
    /// The next subtree that no thread has begun.
    next: AtomicUsize,
    /// The first subtree known to hold a solution with which the search is to stop.
    solved: AtomicUsize,
    part: SubtreeRange,
    done: Mutex<DoneInOrder>,
    /// No further subtree is begun.
    enough: AtomicBool,
}

/// The subtrees of one call of [`search`].
#[derive(Clone, Copy)]
pub(crate) struct SubtreeRange {
    /// Nodes of depth + value above this are pruned.
    pub(crate) bound: u32,
    /// The first one.
    pub(crate) first: usize,
    /// The one after the last.
    pub(crate) end: usize,
    /// None is begun after the first ones that are done have generated this number of nodes.
    pub(crate) nodes: u64,
}

/// Searches the subtrees on `threads` threads. The reports are in the order of moves.
///
/// A subtree after a solution is abandoned, or not begun; a subtree that a limit stopped ends with that limit. All
/// subtrees before one that is begun are begun too.
pub(crate) fn search<M: Send>(
    subtrees: &dyn Subtrees<M>,
    part: SubtreeRange,
    options: &Options,
    threads: usize,
) -> Vec<SubtreeReport<M>> {
    let (next, solved) = (AtomicUsize::new(part.first), AtomicUsize::new(usize::MAX));
    let left = part.end.saturating_sub(part.first);
    let done = Mutex::new(DoneInOrder { generated: vec![None; left], complete: 0, sum: 0 });
    let enough = AtomicBool::new(false);
    let shared = Shared { subtrees, options, next, solved, part, done, enough };
    let reports = Mutex::new(Vec::new());
    on_threads(threads, &|| {
        let own = shared.work();
        // The list is whole even if a thread panicked.
        reports.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    });
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort_unstable_by_key(|report| report.subtree);
    reports
}

/// The subtrees that are done, counted in order.
struct DoneInOrder {
    /// By subtree, from the first: the nodes generated.
    generated: Vec<Option<u64>>,
    /// The number of subtrees before which all are done, and the sum of their nodes.
    complete: usize,
    sum: u64,
}

impl DoneInOrder {
    fn add(&mut self, subtree: usize, generated: u64) {
        self.generated[subtree] = Some(generated);
        while let Some(&Some(generated)) = self.generated.get(self.complete) {
            self.complete += 1;
            self.sum += generated;
        }
    }
}

impl<M: Send> Shared<'_, M> {
    /// The work of one thread.
    fn work(&self) -> Vec<SubtreeReport<M>> {
        let mut reports = Vec::new();
        while !self.enough.load(Ordering::Relaxed) {
            let subtree = self.next.fetch_add(1, Ordering::Relaxed);
            if subtree >= self.part.end || subtree > self.solved.load(Ordering::Relaxed) {
                return reports;
            }
            let mut solutions = self.options.solutions();
            let mut check = |generated| {
                if subtree > self.solved.load(Ordering::Relaxed) {
                    return Err(LimitKind::Interrupted);
                }
                self.options.limits.check(generated)
            };
            let limits = DescentLimits { bound: self.part.bound, before: 0, check: &mut check };
            let result = self.subtrees.descend(subtree, limits, &mut solutions);
            self.options.limits.count_rest(result.generated);
            if solutions.is_enough() {
                self.solved.fetch_min(subtree, Ordering::Relaxed);
            }
            let stopped = matches!(result.end, DescentEnd::Limit(_));
            self.count(subtree, result.generated);
            reports.push(SubtreeReport { subtree, result, solutions });
            if stopped && subtree < self.solved.load(Ordering::Relaxed) {
                return reports;
            }
        }
        reports
    }

    /// Counts the nodes of a subtree that is done.
    fn count(&self, subtree: usize, generated: u64) {
        if self.part.nodes < u64::MAX {
            // The counts are whole even if a thread panicked.
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done.add(subtree - self.part.first, generated);
            if done.sum >= self.part.nodes {
                self.enough.store(true, Ordering::Relaxed);
            }
        }
    }
}
