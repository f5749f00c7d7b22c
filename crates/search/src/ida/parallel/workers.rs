//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use super::split::Split;
use crate::ida::descent::{Descend, DescentEnd, DescentLimits, DescentResult, Solutions};
use crate::ida::options::IdaOptions;
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

/// What came of one subtree.
pub(super) struct SubtreeReport<M> {
    /// Its number, in the order of moves.
    pub(super) subtree: usize,
    pub(super) result: DescentResult,
    pub(super) solutions: Solutions<M>,
}

/// What all threads share.
struct Shared<'a, S: StateSpace, H: Heuristic<S>, D> {
    descent: &'a D,
    space: &'a S,
    heuristic: &'a H,
    split: &'a Split<S, H>,
    bound: u32,
    options: &'a IdaOptions,
    /// The next subtree that nobody has begun with.
    next: AtomicUsize,
    /// The first subtree known to hold a solution with which the search is to stop.
    solved: AtomicUsize,
}

/// Searches the subtrees on so many threads. The reports are in the order of moves. A subtree behind a solution is given up, or not
/// begun with; one that a limit stopped has it for its end.
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

/// Does the work on so many threads and puts the reports in order. Compiled once, whatever is searched.
fn on_threads<M: Send>(threads: usize, work: &(dyn Fn() -> Vec<SubtreeReport<M>> + Sync)) -> Vec<SubtreeReport<M>> {
    let mut reports = std::thread::scope(|scope| {
        // A system short of threads may refuse some: those that there are do the work.
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
    /// What one thread does.
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
