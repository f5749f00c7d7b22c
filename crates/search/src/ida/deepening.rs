//! The main loop of IDA*: depth-first searches with increasing bounds until one finds a solution.
//!
//! A caller creates a [`Deepening`], calls [`Deepening::iterate`] until it returns `None`, and then
//! gets the result from [`Deepening::outcome`]. Each call of `iterate` is one iteration of IDA*,
//! which consists of three steps:
//!
//! 1. [`Deepening::begin`] returns the next bound, unless the search is over.
//! 2. An [`IterationSearch`] searches all nodes within this bound, subtree by subtree.
//! 3. [`Deepening::end`] evaluates the result: a solution, a limit, or a higher bound.

use std::collections::VecDeque;

use super::companion::Companion;
use super::cut::{IdaProblem, IterationSubtrees};
use super::options::{Find, IdaOptions, Splitting};
use super::subtree::{DescentEnd, DescentResult, FoundSolutions};
use super::workers;
use crate::outcome::raised;
use crate::{Heuristic, Iteration, LimitKind, Limits, Outcome, StateSpace, Status};

/// Target size of a subtree when an iteration is split for several threads. It is measured in nodes
/// expanded by the previous iteration, because the size of the next iteration is not known in
/// advance.
const NODES_PER_SUBTREE: u64 = 64;
/// Approximate maximum number of subtrees in an iteration that is split for several threads.
const MAX_SUBTREES: u64 = 2048;
/// Target size of a subtree when one thread switches between subtrees. It exceeds
/// [`NODES_PER_SUBTREE`], because splitting takes several times as long per node as searching, and
/// here it serves only to hide memory latency.
const NODES_PER_INTERLEAVED_SUBTREE: u64 = 256;
/// Approximate maximum number of subtrees in an iteration when one thread switches between
/// subtrees.
const MAX_INTERLEAVED_SUBTREES: u64 = 512;
/// An iteration is split for several threads only if the previous iteration expanded at least this
/// many nodes. For smaller iterations, starting threads takes longer than it saves.
const MIN_EXPANDED: u64 = 20_000;
/// Minimum number of nodes per thread that the previous iteration must have expanded. With fewer
/// nodes, the next iteration uses fewer threads.
const MIN_EXPANDED_PER_THREAD: u64 = 2_000;

/// Returns the approximate number of subtrees for an iteration on several threads. It depends on
/// `last_expanded`, the number of nodes expanded in the previous iteration.
pub(crate) fn subtrees_for_threads(last_expanded: u64) -> usize {
    if last_expanded < MIN_EXPANDED {
        1
    } else {
        (last_expanded / NODES_PER_SUBTREE).min(MAX_SUBTREES) as usize
    }
}

/// Returns the maximum number of threads for which an iteration has enough work. Each iteration
/// starts its threads anew, and starting one takes as long as searching about a thousand nodes.
fn useful_threads(last_expanded: u64) -> usize {
    if last_expanded < MIN_EXPANDED {
        1
    } else {
        (last_expanded / MIN_EXPANDED_PER_THREAD) as usize
    }
}

/// Returns the number of subtrees into which an iteration on a single thread is split. While one
/// subtree waits for memory, the engine searches another one.
///
/// The node counts are still the same as in a single depth-first search, because nodes above the
/// subtrees are counted in the order in which a depth-first search would visit them.
fn interleaved_subtrees(last_expanded: u64) -> usize {
    (last_expanded / NODES_PER_INTERLEAVED_SUBTREE).min(MAX_INTERLEAVED_SUBTREES) as usize
}

/// How an iteration is divided into subtrees.
enum Division {
    /// A single subtree, which is the whole iteration. Only this division keeps a node limit
    /// exactly.
    Whole,
    /// About this many subtrees, between which one thread switches to hide memory latency. The node
    /// counts are those of a single depth-first search.
    Interleaved { subtrees: usize },
    /// At least this many subtrees, which this many threads share. The node counts include all
    /// nodes above the subtrees.
    ForThreads { subtrees: usize, threads: usize },
}

impl Division {
    /// Chooses how to divide an iteration. `last_expanded` is the number of nodes expanded in the
    /// previous iteration. `can_interleave` says whether one thread may switch between subtrees. It
    /// may not if the engine searches one subtree at a time, or if the iteration will be paused,
    /// because switching would change the node counts at the pauses.
    fn new(
        splitting: Splitting,
        limits: &Limits,
        last_expanded: u64,
        can_interleave: bool,
    ) -> Self {
        if limits.nodes.is_some() {
            return Self::Whole;
        }
        let for_threads = match splitting {
            Splitting::ForThreads(_) => subtrees_for_threads(last_expanded),
            Splitting::AsOneSearch => 1,
        };
        let interleaved = interleaved_subtrees(last_expanded);
        // An iteration that is too small for several threads can still be interleaved.
        if for_threads == 1 && can_interleave && interleaved > 0 {
            return Self::Interleaved {
                subtrees: interleaved,
            };
        }
        match splitting {
            Splitting::ForThreads(threads) => Self::ForThreads {
                subtrees: for_threads,
                threads: threads.min(useful_threads(last_expanded)),
            },
            Splitting::AsOneSearch => Self::Whole,
        }
    }
}

/// An iteration in progress, with its subtrees and the results obtained so far.
///
/// Results are added in depth-first order, even if threads finish subtrees in a different order.
/// The iteration can pause at a given node count, and this order makes it pause at the same point
/// for any number of threads.
pub(crate) struct IterationSearch<'a, S: StateSpace, H: Heuristic<S>> {
    problem: &'a IdaProblem<'a, S, H>,
    options: &'a IdaOptions,
    threads: usize,
    subtrees: IterationSubtrees<S, H::Node>,
    /// Number of nodes generated in all earlier iterations of the search.
    generated_before: u64,
    /// Number of subtrees whose results have been added to `result`. Results are added in
    /// depth-first order.
    counted: usize,
    /// Results of the next subtrees, which have been searched but not yet added to `result`.
    finished: VecDeque<DescentResult<S::Move>>,
    result: DescentResult<S::Move>,
    /// Number of nodes generated in subtrees after the solution, which a single depth-first search
    /// would not have reached. They are not part of `result`.
    speculative: u64,
}

impl<'a, S: StateSpace, H: Heuristic<S>> IterationSearch<'a, S, H> {
    /// Splits the iteration with this bound into subtrees, without searching them. `pauses` says
    /// whether the caller will pause the iteration.
    pub(crate) fn new(
        problem: &'a IdaProblem<'a, S, H>,
        splitting: Splitting,
        deepening: &Deepening<'a, S::Move>,
        bound: u32,
        pauses: bool,
    ) -> Self {
        let options = deepening.options;
        let can_interleave = !pauses && problem.engine().concurrent_subtrees() > 1;
        let last_expanded = deepening.last_expanded;
        let division = Division::new(splitting, &options.limits, last_expanded, can_interleave);
        let mut result = DescentResult::new(options);
        let mut subtrees;
        let mut threads = 1;
        match division {
            Division::Whole => {
                subtrees = problem.cut(bound, 1, 0);
                subtrees.limit_offset = Some(deepening.generated());
            }
            Division::Interleaved { subtrees: wanted } => {
                subtrees = problem.cut(bound, 1, wanted);
                result.begin_with_nodes_above(&subtrees);
            }
            Division::ForThreads {
                subtrees: wanted,
                threads: useful,
            } => {
                threads = useful;
                subtrees = problem.cut(bound, wanted, 0);
                result.begin_with_nodes_above(&subtrees);
            }
        }
        Self {
            problem,
            options,
            threads,
            subtrees,
            generated_before: deepening.generated(),
            counted: 0,
            finished: VecDeque::new(),
            result,
            speculative: 0,
        }
    }

    /// Returns the number of nodes generated in the whole search so far. Subtrees count only once
    /// their results have been added.
    pub(crate) fn generated(&self) -> u64 {
        self.generated_before + self.result.generated
    }

    /// Returns whether the iteration has ended. It ends after its last subtree, or when a solution
    /// or a limit makes the remaining subtrees unnecessary.
    fn is_over(&self) -> bool {
        self.result.has_ended()
            || (self.finished.is_empty() && self.counted == self.subtrees.roots.len())
    }

    /// Searches subtrees until the iteration ends, or until the whole search has generated at least
    /// `pause` nodes. Returns true if the iteration has paused and can continue.
    ///
    /// An iteration that runs as one depth-first search never pauses, because its only subtree is
    /// the whole iteration.
    pub(crate) fn advance(&mut self, pause: u64) -> bool {
        while !self.is_over() && self.generated() < pause {
            if let Some(result) = self.finished.pop_front() {
                self.add(result);
                continue;
            }
            let results = workers::search(
                self.problem,
                &self.subtrees,
                self.counted..self.subtrees.roots.len(),
                self.options,
                pause - self.generated(),
                self.threads,
            );
            self.finished.extend(results);
        }
        let is_one_search = self.subtrees.limit_offset.is_some();
        let reached_pause = self.generated() >= pause;
        reached_pause && !self.result.has_ended() && !is_one_search
    }

    /// Adds the result of the next subtree in depth-first order to the result of the iteration.
    fn add(&mut self, subtree: DescentResult<S::Move>) {
        let index = self.counted;
        self.counted += 1;
        let result = &mut self.result;
        result.add(subtree);
        if result.solutions.is_enough() {
            // Leave out the nodes that were expanded only to create subtrees after the solution.
            let above = &self.subtrees.above;
            let counted = self.subtrees.counted_before(index);
            result.expanded -= above.expanded - counted.expanded;
            result.generated -= above.generated - counted.generated;
        }
    }

    /// Adds the results of all subtrees that have been searched. Subtrees after the first solution
    /// were searched needlessly, so their nodes are counted separately, in `speculative`.
    fn finish(&mut self) {
        while let Some(subtree) = self.finished.pop_front() {
            if self.result.solutions.is_enough() || self.result.end == DescentEnd::Known {
                self.result.peak = self.result.peak.max(subtree.peak);
                self.speculative += subtree.generated;
            } else {
                self.add(subtree);
            }
        }
    }

    /// Ends the iteration before all its subtrees have been searched.
    pub(crate) fn end_early(&mut self, end: DescentEnd) {
        self.result.end = end;
    }
}

/// The state of a search between two iterations.
pub(crate) struct Deepening<'a, M> {
    options: &'a IdaOptions,
    outcome: Outcome<Vec<M>>,
    /// 0 if all solutions have an even length, 1 if all have an odd length, and `None` if both
    /// parities are possible.
    parity: Option<u32>,
    solutions: FoundSolutions<M>,
    /// Number of nodes expanded in the previous iteration, or 0 before the first iteration. It
    /// determines how many subtrees the next iteration is split into.
    pub(crate) last_expanded: u64,
    is_over: bool,
}

impl<'a, M: Copy> Deepening<'a, M> {
    /// Creates a search that has not started yet.
    pub(crate) fn new<S: StateSpace<Move = M>, H: Heuristic<S>>(
        problem: &IdaProblem<'_, S, H>,
        options: &'a IdaOptions,
    ) -> Self {
        let h0 = problem.h0();
        let parity = problem.parity();
        let outcome = Outcome {
            bound: raised(h0, parity),
            h0,
            ..Outcome::default()
        };
        Self {
            options,
            outcome,
            parity,
            solutions: options.solutions(),
            last_expanded: 0,
            is_over: false,
        }
    }

    /// Returns the number of nodes generated so far. The root is counted in the first iteration.
    pub(crate) fn generated(&self) -> u64 {
        self.outcome.generated
    }

    /// Runs the next iteration, alternately with `companion` if there is one. Returns the
    /// iteration, or `None` if the search is over.
    ///
    /// [`Splitting`] decides whether several threads share a large iteration, and which nodes it
    /// counts. The result does not depend on timing, except for [`Outcome::speculative`]: the nodes
    /// of later subtrees that were started before the solution was found.
    pub(crate) fn iterate<S: StateSpace<Move = M>, H: Heuristic<S>>(
        &mut self,
        problem: &IdaProblem<'_, S, H>,
        mut companion: Option<&mut dyn Companion>,
        splitting: Splitting,
    ) -> Option<Iteration> {
        let bound = self.begin()?;
        let mut pause = u64::MAX;
        if let Some(companion) = &mut companion {
            if let Some(end) = companion.turn(bound, self.generated()) {
                return self.end(DescentResult::without_search(end, self.options), 0);
            }
            pause = companion.next();
        }
        let full = problem.with_full_heuristic(bound, self.generated());
        let problem = full.as_ref().unwrap_or(problem);
        let pauses = pause < u64::MAX;
        let mut iteration = IterationSearch::new(problem, splitting, self, bound, pauses);
        while iteration.advance(pause)
            && let Some(companion) = &mut companion
        {
            if let Some(end) = companion.turn(bound, iteration.generated()) {
                iteration.end_early(end);
            }
            pause = companion.next();
        }
        iteration.finish();
        self.end(iteration.result, iteration.speculative)
    }

    /// Starts the next iteration and returns its bound. Returns `None` if the search is over.
    pub(crate) fn begin(&mut self) -> Option<u32> {
        let options = self.options;
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
                let end = DescentEnd::Limit(kind);
                self.end(DescentResult::without_search(end, options), 0);
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

    /// Ends the current iteration with its result. Afterwards, either the search is over or the
    /// bound has grown. `speculative` is the number of nodes that were generated needlessly, after
    /// the solution.
    ///
    /// Returns the iteration to report, or `None` if a companion search ended it before it expanded
    /// a node. The search is then over.
    pub(crate) fn end(&mut self, result: DescentResult<M>, speculative: u64) -> Option<Iteration> {
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
        outcome.speculative += speculative;
        outcome.peak_bytes = outcome.peak_bytes.max(result.peak);
        self.solutions = result.solutions;
        let limit = self.options.limits.memory;
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
                if self
                    .options
                    .pause
                    .is_some_and(|most| iteration.expanded >= most)
                {
                    self.stop(Status::Limit(LimitKind::Nodes));
                }
            }
        }
        reported
    }

    /// Returns the outcome of a finished search.
    pub(crate) fn outcome(self) -> Outcome<Vec<M>> {
        let Self {
            options,
            mut outcome,
            solutions,
            ..
        } = self;
        outcome.moves = solutions.kept.first().cloned();
        outcome.length = outcome.moves.as_ref().map(|moves| moves.len() as u32);
        // A solution is proven to be shortest only if its length equals the bound. A longer
        // solution may not be shortest. A shorter solution reveals that the heuristic
        // overestimates, so the bound is not reliable.
        outcome.shortest = outcome.length == Some(outcome.bound);
        if let Find::All { keep } = options.find {
            let complete = !matches!(outcome.status, Status::Limit(_));
            outcome.solutions = complete.then_some(solutions.count);
            outcome.all_moves = Some(solutions.kept.into_iter().take(keep).collect());
        }
        outcome
    }
}
