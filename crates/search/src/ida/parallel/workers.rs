//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::split::{SubtreeFeed, SubtreeTask, Subtrees};
use crate::ida::descent::{DescentEnd, DescentResult, Solutions};
use crate::{LimitKind, Options};
use fifteen_resources::run_on_threads;

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
    let done = Mutex::new(DoneInOrder {
        generated: vec![None; left],
        complete: 0,
        sum: 0,
    });
    let enough = AtomicBool::new(false);
    let shared = Shared {
        subtrees,
        options,
        next,
        solved,
        part,
        done,
        enough,
    };
    let reports = Mutex::new(Vec::new());
    run_on_threads(threads, &|| {
        let own = shared.work();
        // The list is whole even if a thread panicked.
        reports
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(own);
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

/// The subtrees that one thread takes.
struct Worker<'a, M> {
    shared: &'a Shared<'a, M>,
    reports: Vec<SubtreeReport<M>>,
    /// A limit stopped a subtree.
    stopped: bool,
}

impl<M> SubtreeFeed<M> for Worker<'_, M> {
    fn next(&mut self) -> Option<SubtreeTask<M>> {
        let Shared {
            part,
            options,
            next,
            solved,
            enough,
            ..
        } = self.shared;
        if self.stopped || enough.load(Ordering::Relaxed) {
            return None;
        }
        let subtree = next.fetch_add(1, Ordering::Relaxed);
        let wanted = subtree < part.end && subtree <= solved.load(Ordering::Relaxed);
        wanted.then(|| SubtreeTask {
            subtree,
            bound: part.bound,
            before: 0,
            solutions: options.solutions(),
        })
    }

    fn check(&mut self, subtree: usize, generated: u64) -> Result<u64, LimitKind> {
        if subtree > self.shared.solved.load(Ordering::Relaxed) {
            return Err(LimitKind::Interrupted);
        }
        self.shared.options.limits.check(generated)
    }

    fn done(&mut self, subtree: usize, result: DescentResult, solutions: Solutions<M>) {
        let Shared {
            options, solved, ..
        } = self.shared;
        options.limits.count_rest(result.generated);
        if solutions.is_enough() {
            solved.fetch_min(subtree, Ordering::Relaxed);
        }
        let is_limit = matches!(result.end, DescentEnd::Limit(_));
        self.stopped |= is_limit && subtree < solved.load(Ordering::Relaxed);
        self.shared.count(subtree, result.generated);
        self.reports.push(SubtreeReport {
            subtree,
            result,
            solutions,
        });
    }
}

impl<M: Send> Shared<'_, M> {
    /// The work of one thread.
    fn work(&self) -> Vec<SubtreeReport<M>> {
        let mut worker = Worker {
            shared: self,
            reports: Vec::new(),
            stopped: false,
        };
        self.subtrees.descend_each(&mut worker);
        worker.reports
    }
}

impl<M> Shared<'_, M> {
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
