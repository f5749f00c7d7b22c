//! Search of the subtrees of one iteration, on one thread or on several.
//!
//! Each thread repeatedly takes the next subtree that no thread has started. Once a subtree
//! contains a solution, the threads abandon all subtrees that come later in depth-first order. The
//! reports are returned in depth-first order, so that the caller can count nodes as if a single
//! thread had visited them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fifteen_resources::run_on_threads;

use super::cut::{IdaProblem, IterationSubtrees};
use super::options::IdaOptions;
use super::subtree::{DescentEnd, Subtree, SubtreeQueue, SubtreeResult};
use crate::{Heuristic, LimitKind, StateSpace};

/// A range of consecutive subtrees in an iteration, to search in parallel.
#[derive(Clone, Copy)]
pub(crate) struct SubtreeRange {
    /// Index of the first subtree.
    pub(crate) first: usize,
    /// Index after the last subtree.
    pub(crate) end: usize,
    /// Node count from which the search of each subtree starts, for comparison with the node limit.
    /// If a single subtree is the whole iteration, this is the number of nodes generated earlier,
    /// and the limit is exact. If the iteration has several subtrees, it is 0.
    pub(crate) generated_before: u64,
    /// When this many nodes have been generated, no further subtree is started. The nodes of a
    /// subtree count only once all earlier subtrees are finished.
    pub(crate) enough: u64,
}

/// The result of one subtree.
pub(crate) struct SubtreeReport<M> {
    /// Index of the subtree in the iteration, in depth-first order.
    pub(crate) subtree: usize,
    /// Result of the subtree. Its solutions begin at the start of the search, not at the root of
    /// the subtree.
    pub(crate) result: SubtreeResult<M>,
}

/// Searches a range of subtrees on up to `threads` threads. Returns the reports in depth-first
/// order.
///
/// Subtrees are started in order, so the reports have no gaps. If a limit stops a subtree, its
/// report says which one.
pub(crate) fn search<S: StateSpace, H: Heuristic<S>>(
    problem: &IdaProblem<'_, S, H>,
    subtrees: &IterationSubtrees<S, H::Node>,
    range: SubtreeRange,
    options: &IdaOptions,
    threads: usize,
) -> Vec<SubtreeReport<S::Move>> {
    let shared = SharedProgress {
        subtrees,
        range,
        options,
        next: AtomicUsize::new(range.first),
        solved: AtomicUsize::new(usize::MAX),
        is_enough: AtomicBool::new(false),
        prefix: Mutex::new(CompletePrefix {
            generated: vec![None; range.end.saturating_sub(range.first)],
            length: 0,
            sum: 0,
        }),
        reports: Mutex::new(Vec::new()),
    };
    let threads = threads.min(range.end.saturating_sub(range.first));
    run_on_threads(threads, &|| {
        let mut worker = SubtreeWorker {
            shared: &shared,
            stopped: false,
        };
        problem
            .engine()
            .search_subtrees(problem.space(), &mut worker);
    });
    let reports = shared.reports.into_inner();
    let mut reports = reports.unwrap_or_else(PoisonError::into_inner);
    reports.sort_unstable_by_key(|report| report.subtree);
    reports
}

/// Data shared by the threads that search an iteration.
struct SharedProgress<'a, S: StateSpace, N> {
    subtrees: &'a IterationSubtrees<S, N>,
    range: SubtreeRange,
    options: &'a IdaOptions,
    /// Index of the next subtree to start.
    next: AtomicUsize,
    /// Index of the first subtree whose solution ends the search, or `usize::MAX` before one is
    /// found.
    solved: AtomicUsize,
    /// Set once the threads have generated [`SubtreeRange::enough`] nodes.
    is_enough: AtomicBool,
    prefix: Mutex<CompletePrefix>,
    reports: Mutex<Vec<SubtreeReport<S::Move>>>,
}

/// Node counts of the finished subtrees, and the sum of those before the first unfinished subtree.
/// Subtrees that finish out of order are added later.
struct CompletePrefix {
    /// For each subtree of the range, the number of nodes generated, or `None` while the subtree is
    /// unfinished.
    generated: Vec<Option<u64>>,
    /// Number of subtrees before the first unfinished one.
    length: usize,
    /// Number of nodes generated in all subtrees before the first unfinished one.
    sum: u64,
}

impl CompletePrefix {
    fn add(&mut self, subtree: usize, generated: u64) {
        self.generated[subtree] = Some(generated);
        while let Some(&Some(generated)) = self.generated.get(self.length) {
            self.length += 1;
            self.sum += generated;
        }
    }
}

/// The queue from which one thread's engine takes its subtrees.
struct SubtreeWorker<'a, S: StateSpace, N> {
    shared: &'a SharedProgress<'a, S, N>,
    /// Set once a limit has stopped a subtree of this thread.
    stopped: bool,
}

impl<S: StateSpace, N> SubtreeQueue<S, N> for SubtreeWorker<'_, S, N> {
    fn next(&mut self) -> Option<Subtree<'_, S, N>> {
        let shared = self.shared;
        if self.stopped || shared.is_enough.load(Ordering::Relaxed) {
            return None;
        }
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        if index >= shared.range.end || index > shared.solved.load(Ordering::Relaxed) {
            return None;
        }
        Some(Subtree {
            id: index,
            root: &shared.subtrees.roots[index],
            bound: shared.subtrees.bound,
            generated_before: shared.range.generated_before,
            solutions: shared.options.solutions(),
        })
    }

    fn check(&mut self, index: usize, generated: u64) -> Result<u64, LimitKind> {
        if index > self.shared.solved.load(Ordering::Relaxed) {
            return Err(LimitKind::Interrupted);
        }
        self.shared.options.limits.check(generated)
    }

    fn done(&mut self, index: usize, mut result: SubtreeResult<S::Move>) {
        let shared = self.shared;
        let SubtreeRange {
            first,
            generated_before,
            enough,
            ..
        } = shared.range;
        if generated_before == 0 {
            shared.options.limits.count_rest(result.generated);
        }
        if result.solutions.is_enough() {
            shared.solved.fetch_min(index, Ordering::Relaxed);
        }
        // A subtree after the first solution can also end with a limit, but only because other
        // threads have made it unnecessary. Such a limit must not stop this thread.
        let is_limit = matches!(result.end, DescentEnd::Limit(_));
        self.stopped |= is_limit && index < shared.solved.load(Ordering::Relaxed);
        if enough < u64::MAX {
            // Ignore poisoning: the counts remain valid even if another thread panicked.
            let prefix = shared.prefix.lock();
            let mut prefix = prefix.unwrap_or_else(PoisonError::into_inner);
            prefix.add(index - first, result.generated);
            if prefix.sum >= enough {
                shared.is_enough.store(true, Ordering::Relaxed);
            }
        }
        result.solutions.prepend(&shared.subtrees.roots[index].path);
        // Ignore poisoning: the list remains valid even if another thread panicked.
        let reports = shared.reports.lock();
        let report = SubtreeReport {
            subtree: index,
            result,
        };
        reports.unwrap_or_else(PoisonError::into_inner).push(report);
    }
}
