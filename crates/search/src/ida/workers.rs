//! Search of the subtrees of one iteration, on one thread or on several.
//!
//! Each thread repeatedly takes the next subtree that no thread has started. Once a subtree
//! contains a solution, the threads abandon all subtrees that come later in depth-first order. The
//! results are returned in depth-first order, so that the caller can count nodes as if a single
//! thread had visited them.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fifteen_resources::run_on_threads;

use super::cut::{IdaProblem, IterationSubtrees};
use super::options::IdaOptions;
use super::subtree::{DescentEnd, DescentResult, Subtree, SubtreeLimits};
use crate::{Heuristic, Queue, StateSpace};

/// Searches the subtrees whose indices are in `range`, on up to `threads` threads. Returns their
/// results in depth-first order. The solutions in the results begin at the start of the search, not
/// at the roots of the subtrees.
///
/// No further subtree is started after a solution or a limit, or once `enough` nodes have been
/// generated. The nodes of a subtree count only once all earlier subtrees are finished. Subtrees
/// are started in order, so the first subtrees in `range` have results, without gaps.
pub(crate) fn search<S: StateSpace, H: Heuristic<S>>(
    problem: &IdaProblem<'_, S, H>,
    subtrees: &IterationSubtrees<S, H::Node>,
    range: Range<usize>,
    options: &IdaOptions,
    enough: u64,
    threads: usize,
) -> Vec<DescentResult<S::Move>> {
    let threads = threads.min(range.len());
    let limits = SubtreeLimits::new(&options.limits);
    let queue = SharedQueue {
        subtrees,
        options,
        limits: &limits,
        end: range.end,
        enough,
        next: AtomicUsize::new(range.start),
        is_closed: AtomicBool::new(false),
        finished: Mutex::new(FinishedSubtrees {
            first: range.start,
            results: Vec::new(),
            complete: 0,
            generated: 0,
        }),
    };
    run_on_threads(threads, &|| {
        let engine = problem.engine();
        // `Queue` is implemented for references to the queue, so that all threads can share it.
        let mut queue = &queue;
        engine.search_subtrees(problem.space(), &limits, &mut queue);
    });
    let finished = queue.finished.into_inner();
    let finished = finished.unwrap_or_else(PoisonError::into_inner);
    finished.results.into_iter().flatten().collect()
}

/// The queue from which all threads take their subtrees, and to which they return the results.
struct SharedQueue<'a, S: StateSpace, N> {
    subtrees: &'a IterationSubtrees<S, N>,
    options: &'a IdaOptions,
    limits: &'a SubtreeLimits<'a>,
    /// Index of the subtree after the last one to search.
    end: usize,
    /// No further subtree is started once this many nodes have been generated.
    enough: u64,
    /// Index of the next subtree to start.
    next: AtomicUsize,
    /// Whether no further subtree should be started, because a limit has stopped the search of a
    /// subtree, or because enough nodes have been generated.
    is_closed: AtomicBool,
    finished: Mutex<FinishedSubtrees<S::Move>>,
}

/// The results of the finished subtrees. Threads can finish subtrees out of order.
struct FinishedSubtrees<M> {
    /// Index, within the iteration, of the first subtree that the threads search.
    first: usize,
    /// The results in depth-first order, from the first subtree to the last finished one. The
    /// result of an unfinished subtree between them is `None`.
    results: Vec<Option<DescentResult<M>>>,
    /// Number of results before the first missing one.
    complete: usize,
    /// Number of nodes generated in the subtrees before the first missing result.
    generated: u64,
}

impl<M> FinishedSubtrees<M> {
    /// Adds the result of the subtree with this index in the iteration.
    fn add(&mut self, index: usize, result: DescentResult<M>) {
        let position = index - self.first;
        if self.results.len() <= position {
            self.results.resize_with(position + 1, || None);
        }
        self.results[position] = Some(result);
        while let Some(Some(result)) = self.results.get(self.complete) {
            self.complete += 1;
            self.generated += result.generated;
        }
    }
}

impl<S: StateSpace, N: Clone> Queue<Subtree<S, N>, DescentResult<S::Move>>
    for &SharedQueue<'_, S, N>
{
    fn next(&mut self) -> Option<(usize, Subtree<S, N>)> {
        if self.is_closed.load(Ordering::Relaxed) {
            return None;
        }
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if index >= self.end || self.limits.is_unnecessary(index) {
            return None;
        }
        Some((index, self.subtrees.subtree(index, self.options)))
    }

    fn done(&mut self, index: usize, mut result: DescentResult<S::Move>) {
        if self.subtrees.limit_offset.is_none() {
            self.options.limits.count_rest(result.generated);
        }
        if result.solutions.is_enough() {
            self.limits.solve(index);
        }
        // After a solution, `SubtreeLimits::check` stops the searches of all later subtrees, which
        // then also end with a limit. This must not close the queue.
        let is_limit = matches!(result.end, DescentEnd::Limit(_));
        if is_limit && !self.limits.is_unnecessary(index) {
            self.is_closed.store(true, Ordering::Relaxed);
        }
        result.solutions.prepend(&self.subtrees.roots[index].path);
        // Ignore poisoning: the results remain valid even if another thread panicked.
        let finished = self.finished.lock();
        let mut finished = finished.unwrap_or_else(PoisonError::into_inner);
        finished.add(index, result);
        if finished.generated >= self.enough {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }
}
