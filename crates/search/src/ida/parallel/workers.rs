//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::split::Split;
use crate::ida::descent::{Descend, DescentEnd, DescentLimits, DescentResult, Solutions};
use crate::ida::options::IdaOptions;
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};
use crate::threads::on_threads;

/// The result of one subtree.
pub(super) struct SubtreeReport<M> {
    /// The index of the subtree, in the order of moves.
    pub(super) subtree: usize,
    pub(super) result: DescentResult,
    pub(super) solutions: Solutions<M>,
}

/// The state that all threads share.
struct Shared<'a, S: StateSpace, H: Heuristic<S>, D> {
    descent: &'a D,
    space: &'a S,
    heuristic: &'a H,
    split: &'a Split<S, H>,
    options: &'a IdaOptions,
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
pub(super) struct SubtreeRange {
    /// Nodes of depth + value above this are pruned.
    pub(super) bound: u32,
    /// The first one.
    pub(super) first: usize,
    /// None is begun after the first ones that are done have generated this number of nodes.
    pub(super) nodes: u64,
}

/// Searches the subtrees on `threads` threads. The reports are in the order of moves.
///
/// A subtree after a solution is abandoned, or not begun; a subtree that a limit stopped ends with that limit. All
/// subtrees before one that is begun are begun too.
pub(super) fn search<S: StateSpace, H: Heuristic<S>>(
    descent: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    split: &Split<S, H>,
    part: SubtreeRange,
    options: &IdaOptions,
    threads: usize,
) -> Vec<SubtreeReport<S::Move>> {
    let (next, solved) = (AtomicUsize::new(part.first), AtomicUsize::new(usize::MAX));
    let left = split.roots.len().saturating_sub(part.first);
    let done = Mutex::new(DoneInOrder { generated: vec![None; left], complete: 0, sum: 0 });
    let enough = AtomicBool::new(false);
    let shared = Shared { descent, space, heuristic, split, options, next, solved, part, done, enough };
    in_order(on_threads(threads, &|| shared.work()))
}

/// The reports in the order of their subtrees; compiled once for all heuristics.
fn in_order<M>(mut reports: Vec<SubtreeReport<M>>) -> Vec<SubtreeReport<M>> {
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

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Shared<'_, S, H, D> {
    /// The work of one thread.
    fn work(&self) -> Vec<SubtreeReport<S::Move>> {
        let mut reports = Vec::new();
        while !self.enough.load(Ordering::Relaxed) {
            let subtree = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = self.split.roots.get(subtree) else { return reports };
            if subtree > self.solved.load(Ordering::Relaxed) {
                return reports;
            }
            let mut solutions = Solutions::new(self.options);
            let mut check = |generated| {
                if subtree > self.solved.load(Ordering::Relaxed) {
                    return Err(LimitKind::Interrupted);
                }
                self.options.limits.check(generated)
            };
            let limits = DescentLimits { bound: self.part.bound, before: 0, check: &mut check };
            let result = self.descent.descend(self.space, self.heuristic, root, limits, &mut solutions);
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
