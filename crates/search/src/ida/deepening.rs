//! The main loop of IDA*: depth-first searches with increasing bounds, until one finds a solution.

use super::companion::{Companion, end_by_companion};
use super::cut::{IdaProblem, IterationSubtrees};
use super::options::{Find, IdaOptions};
use super::subtree::{DescentEnd, FoundSolutions, SubtreeResult};
use super::workers::{self, SubtreeRange};
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
/// order in which that search would visit the nodes above the subtrees. Two things would change, so
/// the result is 0 if they matter: where a node limit stops the search, and the node counts at
/// which a companion takes its turns.
fn interleaved_subtrees(
    last_expanded: u64,
    options: &IdaOptions,
    companion: &dyn Companion,
) -> usize {
    if options.limits.nodes.is_some() || companion.next() != u64::MAX {
        return 0;
    }
    (last_expanded / NODES_PER_INTERLEAVED_SUBTREE).min(MAX_INTERLEAVED_SUBTREES) as usize
}

/// Finds a shortest solution by iterations with increasing bounds.
///
/// Without `threads`, one thread searches each iteration, and counts the nodes of a single
/// depth-first search. The engine may still cut the iteration and search several subtrees
/// alternately: see [`interleaved_subtrees`].
///
/// With `threads`, a large iteration is cut into subtrees for up to that many threads. The node
/// counts then include the nodes above all subtrees, and the subtrees up to the first one, in the
/// order of moves, that contains a solution. So they do not depend on the number of threads.
///
/// Only [`Outcome::speculative`] depends on what runs at the same time: it counts the nodes of
/// later subtrees that were begun before the solution was found, by other threads or alternately on
/// one.
///
/// The companion takes its turns before iterations and, if the iteration was cut for threads, after
/// the first subtrees that together bring the number of generated nodes to [`Companion::next`].
pub(crate) fn deepen<S: StateSpace, H: Heuristic<S>>(
    problem: &IdaProblem<'_, S, H>,
    options: &IdaOptions,
    threads: Option<usize>,
    companion: &mut dyn Companion,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    // A node limit is exact only in a single depth-first search.
    let threads = threads.filter(|_| options.limits.nodes.is_none());
    let mut deepening = Deepening::new(problem.h0(), problem.parity(), options);
    let mut last_expanded = 0;
    while let Some(bound) = deepening.begin(options, progress) {
        let generated_before = deepening.generated();
        let mut result = IterationResult::new(options);
        if let Some(end) = end_by_companion(companion, bound, generated_before) {
            result.end = end;
        } else {
            let wanted = threads.map_or(1, |_| subtrees_for_threads(last_expanded));
            let interleaved = if wanted == 1 && problem.engine().concurrent_subtrees() > 1 {
                interleaved_subtrees(last_expanded, options, companion)
            } else {
                0
            };
            let iteration = CutIteration {
                problem,
                subtrees: &problem.cut(bound, wanted, interleaved),
                generated_before,
                is_whole: threads.is_none() && interleaved == 0,
                threads: if last_expanded >= MIN_EXPANDED {
                    threads.map_or(1, |threads| threads.max(1))
                } else {
                    1
                },
            };
            iteration.search(&mut result, options, companion);
        }
        last_expanded = result.expanded;
        deepening.end(result, options, progress);
    }
    deepening.outcome(options)
}

/// One iteration, which has been cut into subtrees to search.
struct CutIteration<'a, S: StateSpace, H: Heuristic<S>> {
    problem: &'a IdaProblem<'a, S, H>,
    subtrees: &'a IterationSubtrees<S, H::Node>,
    /// Number of nodes generated in all previous iterations.
    generated_before: u64,
    /// True if the iteration is a single depth-first search on one thread. Then node limits are
    /// exact, and the companion takes no turns before its end.
    is_whole: bool,
    threads: usize,
}

impl<S: StateSpace, H: Heuristic<S>> CutIteration<'_, S, H> {
    /// Searches the subtrees, with the companion's turns in between, and adds their results to
    /// `result` in the order of moves.
    fn search(
        &self,
        result: &mut IterationResult<S::Move>,
        options: &IdaOptions,
        companion: &mut dyn Companion,
    ) {
        let subtrees = self.subtrees;
        if !self.is_whole {
            result.begin_with_nodes_above(subtrees);
        }
        let mut first = 0;
        let mut ended_by_companion = false;
        while first < subtrees.roots.len() && !result.has_ended() {
            let generated = self.generated_before + result.generated;
            let range = SubtreeRange {
                first,
                end: subtrees.roots.len(),
                generated_before: if self.is_whole { generated } else { 0 },
                enough: companion.next().saturating_sub(generated),
            };
            let reports = workers::search(self.problem, subtrees, range, options, self.threads);
            for report in reports {
                first = report.subtree + 1;
                result.peak = result.peak.max(report.result.peak);
                if result.solutions.is_enough() || ended_by_companion {
                    result.speculative += report.result.generated;
                    continue;
                }
                result.add(report.result);
                if result.solutions.is_enough() {
                    // Do not count nodes above the subtrees that come after the solution.
                    let counted = subtrees.counted_before(report.subtree);
                    result.expanded -= subtrees.above.expanded - counted.expanded;
                    result.generated -= subtrees.above.generated - counted.generated;
                }
                let generated = self.generated_before + result.generated;
                if !self.is_whole
                    && !result.has_ended()
                    && generated >= companion.next()
                    && let Some(end) = end_by_companion(companion, subtrees.bound, generated)
                {
                    result.end = end;
                    ended_by_companion = true;
                }
            }
        }
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
            is_over: false,
        }
    }

    /// Returns the number of nodes generated so far, including the root once the first iteration
    /// has begun.
    pub(crate) fn generated(&self) -> u64 {
        self.outcome.generated
    }

    /// Begins the next iteration and returns its bound, or `None` if the search is over.
    pub(crate) fn begin(
        &mut self,
        options: &IdaOptions,
        progress: &mut dyn FnMut(&Iteration),
    ) -> Option<u32> {
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
                let empty = Iteration {
                    bound,
                    expanded: 0,
                    generated: 0,
                };
                progress(&empty);
                self.outcome.iterations.push(empty);
                self.stop(Status::Limit(kind));
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
    pub(crate) fn end(
        &mut self,
        result: IterationResult<M>,
        options: &IdaOptions,
        progress: &mut dyn FnMut(&Iteration),
    ) {
        let outcome = &mut self.outcome;
        let iteration = Iteration {
            bound: outcome.bound,
            expanded: result.expanded,
            generated: result.generated,
        };
        // If the companion made the proof unnecessary before the first node, there was no
        // iteration.
        if result.end != DescentEnd::Known || result.expanded > 0 {
            progress(&iteration);
            outcome.iterations.push(iteration);
        }
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
