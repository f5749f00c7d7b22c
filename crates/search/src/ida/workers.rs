//! Threads that search the subtrees of one iteration.
//!
//! Each thread takes the next subtree that no other thread has begun. Once a subtree has a
//! solution, all subtrees that come later in the order of moves are abandoned. The reports are
//! sorted, so that the caller can count nodes in the order in which one thread would visit them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fifteen_resources::run_on_threads;

use super::cut::{IdaProblem, IterationSubtrees};
use super::options::IdaOptions;
use super::subtree::{DescentEnd, Subtree, SubtreeQueue, SubtreeResult};
use crate::{Heuristic, LimitKind, StateSpace};

/// A range of consecutive subtrees of an iteration, to be searched together.
#[derive(Clone, Copy)]
pub(crate) struct SubtreeRange {
    /// Index of the first subtree.
    pub(crate) first: usize,
    /// Index after the last subtree.
    pub(crate) end: usize,
    /// The number of generated nodes from which each subtree goes on counting when it checks the
    /// node limit. It is the count before the iteration if the iteration is a single subtree, which
    /// makes the limit exact, and otherwise 0.
    pub(crate) generated_before: u64,
    /// Number of nodes after which no further subtree is begun. It is compared with the nodes
    /// generated in all subtrees before the first unfinished one.
    pub(crate) enough: u64,
}

/// The result of one subtree.
pub(crate) struct SubtreeReport<M> {
    /// The index of the subtree among all subtrees of the iteration, in the order of moves.
    pub(crate) subtree: usize,
    /// The result of the subtree, with solutions that begin at the start of the search.
    pub(crate) result: SubtreeResult<M>,
}

/// Searches subtrees on `threads` threads, or on fewer if there are fewer subtrees, and returns the reports in the order of moves.
///
/// Subtrees are begun in order, so the reports have no gaps. A subtree that was stopped at a limit
/// reports this limit.
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

/// What the threads that search an iteration share.
struct SharedProgress<'a, S: StateSpace, N> {
    subtrees: &'a IterationSubtrees<S, N>,
    range: SubtreeRange,
    options: &'a IdaOptions,
    /// Index of the next subtree that no thread has begun.
    next: AtomicUsize,
    /// Index of the first subtree in which a thread found a solution that ends the search.
    solved: AtomicUsize,
    /// True once [`SubtreeRange::enough`] nodes were generated.
    is_enough: AtomicBool,
    prefix: Mutex<CompletePrefix>,
    reports: Mutex<Vec<SubtreeReport<S::Move>>>,
}

/// Node counts of the finished subtrees. They show how many nodes were generated in all subtrees
/// before the first unfinished one.
struct CompletePrefix {
    /// For each subtree of the range, the number of nodes generated, or `None` if it is unfinished.
    generated: Vec<Option<u64>>,
    /// Number of subtrees before the first unfinished one.
    length: usize,
    /// Number of nodes generated in the subtrees before the first unfinished one.
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

/// The queue from which one thread takes its subtrees.
struct SubtreeWorker<'a, S: StateSpace, N> {
    shared: &'a SharedProgress<'a, S, N>,
    /// True once a limit stopped a subtree of this thread.
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
        // A subtree that comes after a solution is interrupted for that reason, which is no limit.
        let is_limit = matches!(result.end, DescentEnd::Limit(_));
        self.stopped |= is_limit && index < shared.solved.load(Ordering::Relaxed);
        if enough < u64::MAX {
            // The counts are valid even if another thread panicked.
            let prefix = shared.prefix.lock();
            let mut prefix = prefix.unwrap_or_else(PoisonError::into_inner);
            prefix.add(index - first, result.generated);
            if prefix.sum >= enough {
                shared.is_enough.store(true, Ordering::Relaxed);
            }
        }
        result.solutions.prepend(&shared.subtrees.roots[index].path);
        // The list is valid even if another thread panicked.
        let reports = shared.reports.lock();
        let report = SubtreeReport {
            subtree: index,
            result,
        };
        reports.unwrap_or_else(PoisonError::into_inner).push(report);
    }
}
