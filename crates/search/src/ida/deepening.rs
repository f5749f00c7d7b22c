//! The main loop of IDA*: depth-first searches with increasing bounds, until one finds a solution.
//!
//! [`deepen`] is the loop. It consists of three parts, which an anytime search combines in its own
//! way:
//!
//! 1. [`Deepening::begin`] returns the next bound, unless the search is over.
//! 2. An [`IterationSearch`] searches everything within this bound, subtree by subtree.
//! 3. [`Deepening::end`] draws the conclusion: a solution, the next bound, or a limit.

use std::collections::VecDeque;

use super::cut::{IdaProblem, IterationSubtrees};
use super::options::{Find, IdaOptions};
use super::subtree::{DescentEnd, FoundSolutions, SubtreeResult};
use super::workers::{self, SubtreeRange, SubtreeReport};
use crate::outcome::raised;
use crate::{Heuristic, Iteration, LimitKind, Outcome, StateSpace, Status};

/// Number of nodes expanded in the previous iteration for which the next one gets another subtree,
/// if it is cut for several threads.
const NODES_PER_SUBTREE: u64 = 64;
/// Approximate maximum number of subtrees of an iteration that is cut for several threads.
const MAX_SUBTREES: u64 = 2048;
/// Number of nodes expanded in the previous iteration for which the next one gets another subtree,
/// if one thread searches several subtrees alternately. It is larger than for several threads,
/// because cutting costs several times as much per node as searching and only hides memory latency
/// here.
const NODES_PER_INTERLEAVED_SUBTREE: u64 = 256;
/// Approximate maximum number of subtrees that one thread searches alternately in an iteration.
const MAX_INTERLEAVED_SUBTREES: u64 = 512;
/// Minimum number of nodes expanded in the previous iteration for which the next one is cut for
/// several threads. A smaller iteration is over before starting threads pays off.
const MIN_EXPANDED: u64 = 20_000;

/// Returns the approximate number of subtrees into which an iteration is cut for several threads.
/// `last_expanded` is the number of nodes that the previous iteration expanded.
pub(crate) fn subtrees_for_threads(last_expanded: u64) -> usize {
    if last_expanded < MIN_EXPANDED {
        1
    } else {
        (last_expanded / NODES_PER_SUBTREE).min(MAX_SUBTREES) as usize
    }
}

/// Returns into how many additional subtrees an iteration is cut for one thread, whose engine
/// searches several subtrees alternately: while one waits for memory, the others continue.
///
/// The node counts stay those of a single depth-first search, because the cut keeps track of the
/// order in which that search would visit the nodes above the subtrees.
fn interleaved_subtrees(last_expanded: u64) -> usize {
    (last_expanded / NODES_PER_INTERLEAVED_SUBTREE).min(MAX_INTERLEAVED_SUBTREES) as usize
}

/// Finds a shortest solution by iterations with increasing bounds, and calls `progress` after each
/// iteration.
///
/// Without `threads`, one thread searches each iteration, and counts the nodes of a single
/// depth-first search. With `threads`, a large iteration is cut into subtrees for up to that many
/// threads. The node counts then include the nodes above all subtrees, and the subtrees up to the
/// first one, in the order of moves, that contains a solution. So they do not depend on the number
/// of threads.
///
/// Only [`Outcome::speculative`] depends on what runs at the same time: it counts the nodes of
/// later subtrees that were begun before the solution was found.
pub(crate) fn deepen<S: StateSpace, H: Heuristic<S>>(
    problem: &IdaProblem<'_, S, H>,
    options: &IdaOptions,
    threads: Option<usize>,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut deepening = Deepening::new(problem.h0(), problem.parity(), options);
    while let Some(bound) = deepening.begin(options) {
        let mut iteration =
            IterationSearch::new(problem, options, threads, &deepening, bound, false);
        iteration.advance(u64::MAX);
        if let Some(ended) = deepening.end(iteration.finish(), options) {
            progress(&ended);
        }
    }
    deepening.outcome(options)
}

/// An iteration in progress: its subtrees, and the results of those already searched.
///
/// The results are added up in the order of moves, even if threads finish subtrees in another
/// order. So an iteration can be paused at a certain node count, and the pause is at the same place
/// for any number of threads.
pub(crate) struct IterationSearch<'a, S: StateSpace, H: Heuristic<S>> {
    problem: &'a IdaProblem<'a, S, H>,
    options: &'a IdaOptions,
    threads: usize,
    subtrees: IterationSubtrees<S, H::Node>,
    /// Number of nodes generated in all previous iterations.
    generated_before: u64,
    /// True if the iteration is a single depth-first search on one thread. Node limits are exact
    /// only then.
    is_whole: bool,
    /// Index of the first subtree that has not been searched.
    next: usize,
    /// Reports of subtrees that have been searched, but are not part of `result` yet.
    finished: VecDeque<SubtreeReport<S::Move>>,
    result: IterationResult<S::Move>,
}

impl<'a, S: StateSpace, H: Heuristic<S>> IterationSearch<'a, S, H> {
    /// Cuts the iteration with this bound into subtrees, without searching them. See [`deepen`] for
    /// the meaning of `threads`. `pauses` says whether the caller will pause the iteration.
    ///
    /// A node limit is exact only in a single depth-first search, so an iteration with a node limit
    /// is neither cut for threads nor for an engine that searches subtrees alternately. The latter
    /// cut would also change the node count at which the iteration pauses.
    pub(crate) fn new(
        problem: &'a IdaProblem<'a, S, H>,
        options: &'a IdaOptions,
        threads: Option<usize>,
        deepening: &Deepening<S::Move>,
        bound: u32,
        pauses: bool,
    ) -> Self {
        let last_expanded = deepening.last_expanded;
        let has_node_limit = options.limits.nodes.is_some();
        let threads = threads.filter(|_| !has_node_limit);
        let wanted = threads.map_or(1, |_| subtrees_for_threads(last_expanded));
        let is_interleaved =
            wanted == 1 && !has_node_limit && !pauses && problem.engine().concurrent_subtrees() > 1;
        let interleaved = if is_interleaved {
            interleaved_subtrees(last_expanded)
        } else {
            0
        };
        let subtrees = problem.cut(bound, wanted, interleaved);
        let is_whole = threads.is_none() && interleaved == 0;
        let mut result = IterationResult::new(options);
        if !is_whole {
            result.begin_with_nodes_above(&subtrees);
        }
        Self {
            problem,
            options,
            threads: if last_expanded >= MIN_EXPANDED {
                threads.unwrap_or(1)
            } else {
                1
            },
            subtrees,
            generated_before: deepening.generated(),
            is_whole,
            next: 0,
            finished: VecDeque::new(),
            result,
        }
    }

    /// Returns the number of nodes generated in the whole search so far, without the subtrees that
    /// have been searched ahead of their turn.
    pub(crate) fn generated(&self) -> u64 {
        self.generated_before + self.result.generated
    }

    /// Returns whether the iteration has ended: all subtrees have been searched, or the rest is
    /// unnecessary because of a solution or a limit.
    fn is_over(&self) -> bool {
        self.result.has_ended()
            || (self.finished.is_empty() && self.next == self.subtrees.roots.len())
    }

    /// Searches subtrees until the iteration is over, or until the whole search has generated at
    /// least `pause` nodes. Returns true if it has paused there and can continue.
    ///
    /// An iteration that is a single depth-first search never pauses.
    pub(crate) fn advance(&mut self, pause: u64) -> bool {
        while !self.is_over() && self.generated() < pause {
            if let Some(report) = self.finished.pop_front() {
                self.count(report);
                continue;
            }
            let generated = self.generated();
            let range = SubtreeRange {
                first: self.next,
                end: self.subtrees.roots.len(),
                generated_before: if self.is_whole { generated } else { 0 },
                enough: pause - generated,
            };
            let (subtrees, options) = (&self.subtrees, self.options);
            let reports = workers::search(self.problem, subtrees, range, options, self.threads);
            self.next += reports.len();
            self.finished.extend(reports);
        }
        !self.is_whole && !self.result.has_ended() && self.generated() >= pause
    }

    /// Adds the report of the next subtree in the order of moves.
    fn count(&mut self, report: SubtreeReport<S::Move>) {
        let result = &mut self.result;
        result.add(report.result);
        if result.solutions.is_enough() {
            // Do not count nodes above the subtrees that come after the solution.
            let above = &self.subtrees.above;
            let counted = self.subtrees.counted_before(report.subtree);
            result.expanded -= above.expanded - counted.expanded;
            result.generated -= above.generated - counted.generated;
        }
    }

    /// Returns the result of the iteration. Subtrees that turned out to be unnecessary, because an
    /// earlier one has the solution, are only counted as speculative.
    pub(crate) fn finish(mut self) -> IterationResult<S::Move> {
        while let Some(report) = self.finished.pop_front() {
            if self.result.solutions.is_enough() || self.result.end == DescentEnd::Known {
                self.result.peak = self.result.peak.max(report.result.peak);
                self.result.speculative += report.result.generated;
            } else {
                self.count(report);
            }
        }
        self.result
    }

    /// Ends the iteration before all its subtrees have been searched.
    pub(crate) fn end_early(&mut self, end: DescentEnd) {
        self.result.end = end;
    }
}

/// The result of one iteration, added up from the results of its subtrees.
pub(crate) struct IterationResult<M> {
    pub(crate) expanded: u64,
    /// Number of nodes generated in the iteration, not counting the root of the search.
    pub(crate) generated: u64,
    pub(crate) end: DescentEnd,
    pub(crate) solutions: FoundSolutions<M>,
    /// Peak memory of the nodes, in bytes.
    pub(crate) peak: u64,
    /// Number of nodes generated that a single depth-first search would not have generated. They
    /// are not part of `generated`.
    pub(crate) speculative: u64,
}

impl<M> IterationResult<M> {
    /// Returns the result of an iteration that has not begun, with all counts 0.
    pub(crate) fn new(options: &IdaOptions) -> Self {
        Self {
            expanded: 0,
            generated: 0,
            end: DescentEnd::Complete { next: u32::MAX },
            solutions: options.solutions(),
            peak: 0,
            speculative: 0,
        }
    }

    /// Returns the result of an iteration that ended before it began, with all counts 0.
    pub(crate) fn without_search(end: DescentEnd, options: &IdaOptions) -> Self {
        Self {
            end,
            ..Self::new(options)
        }
    }

    /// Starts the counts with the nodes above the subtrees, and the memory with the roots.
    pub(crate) fn begin_with_nodes_above<S: StateSpace<Move = M>, N>(
        &mut self,
        subtrees: &IterationSubtrees<S, N>,
    ) {
        let above = &subtrees.above;
        self.expanded = above.expanded;
        self.generated = above.generated;
        self.end = DescentEnd::Complete { next: above.least };
        self.peak = subtrees.bytes();
    }

    /// Returns whether the iteration needs no more subtrees, because it has the solution that it
    /// looks for or was stopped early.
    pub(crate) fn has_ended(&self) -> bool {
        self.solutions.is_enough() || matches!(self.end, DescentEnd::Limit(_) | DescentEnd::Known)
    }

    /// Adds the result of the next subtree in the order of moves. Its solutions must begin at the
    /// start of the search, not at the root of the subtree.
    pub(crate) fn add(&mut self, subtree: SubtreeResult<M>) {
        self.expanded += subtree.expanded;
        self.generated += subtree.generated;
        self.peak = self.peak.max(subtree.peak);
        self.solutions.append(subtree.solutions);
        self.end = match (self.end, subtree.end) {
            (DescentEnd::Complete { next }, DescentEnd::Complete { next: other }) => {
                DescentEnd::Complete {
                    next: next.min(other),
                }
            }
            (DescentEnd::Complete { .. }, end) => end,
            (end, _) => end,
        };
    }
}

/// The state of a search between two iterations: the next bound, and the outcome so far.
pub(crate) struct Deepening<M> {
    outcome: Outcome<Vec<M>>,
    /// 0 if all solutions have an even length, 1 if all have an odd length, and `None` if both may
    /// occur.
    parity: Option<u32>,
    solutions: FoundSolutions<M>,
    /// Number of nodes expanded in the previous iteration, or 0 before the second one. It
    /// determines into how many subtrees the next iteration is cut.
    pub(crate) last_expanded: u64,
    is_over: bool,
}

impl<M: Clone> Deepening<M> {
    /// Returns a search before its first iteration. `h0` is the heuristic's value for the start.
    pub(crate) fn new(h0: u32, parity: Option<u32>, options: &IdaOptions) -> Self {
        let outcome = Outcome {
            bound: raised(h0, parity),
            h0,
            ..Outcome::default()
        };
        Self {
            outcome,
            parity,
            solutions: options.solutions(),
            last_expanded: 0,
            is_over: false,
        }
    }

    /// Returns the number of nodes generated so far, including the root once the first iteration
    /// has begun.
    pub(crate) fn generated(&self) -> u64 {
        self.outcome.generated
    }

    /// Begins the next iteration and returns its bound, or `None` if the search is over.
    pub(crate) fn begin(&mut self, options: &IdaOptions) -> Option<u32> {
        if self.is_over {
            return None;
        }
        let bound = self.outcome.bound;
        if self.outcome.h0 == u32::MAX {
            self.stop(Status::Exhausted);
            return None;
        }
        if options.limits.forbids(bound) {
            self.stop(Status::Limit(LimitKind::Depth));
            return None;
        }
        if self.outcome.generated == 0 {
            if let Err(kind) = options.limits.check(0) {
                self.end(
                    IterationResult::without_search(DescentEnd::Limit(kind), options),
                    options,
                );
                return None;
            }
            self.outcome.generated = 1;
        }
        if let Some(monitor) = &options.limits.monitor {
            monitor.begin_iteration(bound, self.outcome.generated);
        }
        Some(bound)
    }

    fn stop(&mut self, status: Status) {
        self.outcome.status = status;
        self.is_over = true;
    }

    /// Ends the iteration in progress with its result. Afterwards either the search is over, or the
    /// bound has grown.
    ///
    /// Returns the iteration to report, or `None` if a companion's solution made the proof complete
    /// before the first node.
    pub(crate) fn end(
        &mut self,
        result: IterationResult<M>,
        options: &IdaOptions,
    ) -> Option<Iteration> {
        let outcome = &mut self.outcome;
        let iteration = Iteration {
            bound: outcome.bound,
            expanded: result.expanded,
            generated: result.generated,
        };
        let reported =
            (result.end != DescentEnd::Known || result.expanded > 0).then_some(iteration);
        outcome.iterations.extend(reported);
        self.last_expanded = result.expanded;
        outcome.expanded += result.expanded;
        outcome.generated += result.generated;
        outcome.speculative += result.speculative;
        outcome.peak_bytes = outcome.peak_bytes.max(result.peak);
        self.solutions = result.solutions;
        let limit = options.limits.memory;
        let is_too_large = limit.is_some_and(|most| outcome.peak_bytes > most);
        match result.end {
            DescentEnd::Limit(kind) => self.stop(Status::Limit(kind)),
            DescentEnd::Known => self.stop(Status::Solved),
            _ if self.solutions.count > 0 => self.stop(Status::Solved),
            _ if is_too_large => self.stop(Status::Limit(LimitKind::Memory)),
            DescentEnd::Solved | DescentEnd::Complete { next: u32::MAX } => {
                self.stop(Status::Exhausted);
            }
            DescentEnd::Complete { next } => {
                outcome.bound = if self.parity.is_some() {
                    outcome.bound.saturating_add(2)
                } else {
                    next
                };
                if options.pause.is_some_and(|most| iteration.expanded >= most) {
                    self.stop(Status::Limit(LimitKind::Nodes));
                }
            }
        }
        reported
    }

    /// Returns the outcome of a search that is over.
    pub(crate) fn outcome(self, options: &IdaOptions) -> Outcome<Vec<M>> {
        let Self {
            mut outcome,
            solutions,
            ..
        } = self;
        outcome.moves = solutions.kept.first().cloned();
        outcome.length = outcome.moves.as_ref().map(|moves| moves.len() as u32);
        // A solution below the bound would have been found in an earlier iteration, if the values
        // were lower bounds.
        outcome.shortest = outcome.length == Some(outcome.bound);
        if let Find::All { keep } = options.find {
            let complete = !matches!(outcome.status, Status::Limit(_));
            outcome.solutions = complete.then_some(solutions.count);
            outcome.all_moves = Some(solutions.kept.into_iter().take(keep).collect());
        }
        outcome
    }
}
