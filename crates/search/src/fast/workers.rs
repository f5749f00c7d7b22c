//! Threads that search the subtrees of one iteration.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use super::split::Split;
use crate::deepening::End;
use crate::descent::{Descend, Descent, Extent, Found};
use crate::ida::IdaOptions;
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

/// What came of one subtree.
pub(super) struct Report<M> {
    /// Its number, in the order of moves.
    pub(super) subtree: usize,
    pub(super) descent: Descent,
    pub(super) found: Found<M>,
}

/// What all threads share.
struct Shared<'a, S: StateSpace, H: Heuristic<S>, D> {
    descend: &'a D,
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
    descend: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    split: &Split<S, H>,
    bound: u32,
    options: &IdaOptions,
    threads: usize,
) -> Vec<Report<S::Move>> {
    let (next, solved) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let shared = Shared { descend, space, heuristic, split, bound, options, next, solved };
    on_threads(threads, &|| shared.work())
}

/// Does the work on so many threads and puts the reports in order. Compiled once, whatever is searched.
fn on_threads<M: Send>(threads: usize, work: &(dyn Fn() -> Vec<Report<M>> + Sync)) -> Vec<Report<M>> {
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
    fn work(&self) -> Vec<Report<S::Move>> {
        let mut reports = Vec::new();
        loop {
            let subtree = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(seed) = self.split.seeds.get(subtree) else { return reports };
            if subtree > self.solved.load(Ordering::Relaxed) {
                return reports;
            }
            let mut found = Found::new(self.options);
            let mut check = |generated| {
                if subtree > self.solved.load(Ordering::Relaxed) {
                    return Err(LimitKind::Interrupted);
                }
                self.options.limits.check(generated)
            };
            let extent = Extent { bound: self.bound, before: 0, check: &mut check };
            let descent = self.descend.descend(self.space, self.heuristic, seed, extent, &mut found);
            if found.is_enough() {
                self.solved.fetch_min(subtree, Ordering::Relaxed);
            }
            let stopped = matches!(descent.end, End::Limit(_));
            reports.push(Report { subtree, descent, found });
            if stopped && subtree < self.solved.load(Ordering::Relaxed) {
                return reports;
            }
        }
    }
}
