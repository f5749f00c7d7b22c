//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use super::split::Split;
use crate::ida::descent::{Descend, DescentEnd, DescentLimits, DescentResult, Solutions};
use crate::ida::options::IdaOptions;
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

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
    bound: u32,
    options: &'a IdaOptions,
    /// The next subtree that no thread has begun.
    next: AtomicUsize,
    /// The first subtree known to hold a solution with which the search is to stop.
    solved: AtomicUsize,
}

/// Searches the subtrees on `threads` threads. The reports are in the order of moves.
///
/// A subtree after a solution is abandoned, or not begun; a subtree that a limit stopped ends with that limit.
pub(super) fn search<S: StateSpace, H: Heuristic<S>>(
    descent: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    split: &Split<S, H>,
    bound: u32,
    options: &IdaOptions,
    threads: usize,
) -> Vec<SubtreeReport<S::Move>> {
    let (next, solved) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let shared = Shared { descent, space, heuristic, split, bound, options, next, solved };
    on_threads(threads, &|| shared.work())
}

/// Does the work on `threads` threads and sorts the reports. Compiled once for all searches.
fn on_threads<M: Send>(threads: usize, work: &(dyn Fn() -> Vec<SubtreeReport<M>> + Sync)) -> Vec<SubtreeReport<M>> {
    let mut reports = std::thread::scope(|scope| {
        // The system may refuse threads: those that it grants do the work.
        let others: Vec<_> = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut reports = work();
        for thread in others {
            match thread.join() {
                Ok(part) => reports.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        reports
    });
    reports.sort_unstable_by_key(|report| report.subtree);
    reports
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Shared<'_, S, H, D> {
    /// The work of one thread.
    fn work(&self) -> Vec<SubtreeReport<S::Move>> {
        let mut reports = Vec::new();
        loop {
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
            let limits = DescentLimits { bound: self.bound, before: 0, check: &mut check };
            let result = self.descent.descend(self.space, self.heuristic, root, limits, &mut solutions);
            self.options.limits.count_rest(result.generated);
            if solutions.is_enough() {
                self.solved.fetch_min(subtree, Ordering::Relaxed);
            }
            let stopped = matches!(result.end, DescentEnd::Limit(_));
            reports.push(SubtreeReport { subtree, result, solutions });
            if stopped && subtree < self.solved.load(Ordering::Relaxed) {
                return reports;
            }
        }
    }
}
