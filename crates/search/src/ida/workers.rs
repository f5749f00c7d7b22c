//! Threads that search the subtrees of one iteration.
//!
//! Each thread takes the next subtree that no other thread has begun. After the first subtree with
//! a solution, in the order of moves, all later subtrees are abandoned. The reports are sorted, so
//! that the caller can count nodes as one thread would.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fifteen_resources::run_on_threads;

use super::cut::{IdaProblem, IterationSubtrees};
use super::options::IdaOptions;
use super::subtree::{DescentEnd, Subtree, SubtreeQueue, SubtreeResult};
use crate::{Heuristic, LimitKind, StateSpace};

/// Some of the subtrees of an iteration, to be searched together.
#[derive(Clone, Copy)]
pub(crate) struct SubtreeRange {
    /// Index of the first subtree.
    pub(crate) first: usize,
    /// Index after the last subtree.
    pub(crate) end: usize,
    /// The count of nodes with which a subtree begins: all nodes of earlier iterations if the
    /// iteration is one subtree, so that a limit of nodes is exact, and otherwise 0.
    pub(crate) generated_before: u64,
    /// No further subtree is begun once the first ones, without a gap, have generated this many
    /// nodes.
    pub(crate) enough: u64,
}

/// The result of one subtree.
pub(crate) struct SubtreeReport<M> {
    /// The index of the subtree, in the order of moves.
    pub(crate) subtree: usize,
    /// Its solutions are moves from the start of the search.
    pub(crate) result: SubtreeResult<M>,
}

/// Searches subtrees on `threads` threads, and returns the reports in the order of moves.
///
/// All subtrees before one that was begun were begun too. A subtree that a limit stopped reports
/// this limit.
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

/// What the threads share.
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

/// The nodes of the first subtrees, up to the first one that is not finished.
struct CompletePrefix {
    /// For each subtree of the range: the nodes generated, if it is finished.
    generated: Vec<Option<u64>>,
    /// Number of subtrees before the first unfinished one.
    length: usize,
    /// Sum of their nodes.
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
    /// True once a limit stopped a subtree.
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
        // A subtree after a solution may have been stopped for that reason.
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
