//! IDA* on several threads: each iteration is cut into subtrees, which the threads take one after the other.
//!
//! `split` cuts an iteration into subtrees, `workers` searches them; `boards` searches many boards on one thread. Lengths
//! and solutions are those of [`ida`](super); so are the counts of complete iterations. The counts of the last iteration
//! are those of the nodes above the subtrees, and of the subtrees up to the one, in the order of moves, that has the
//! first solution: all work beyond it is speculative. The cut of an iteration depends only on the iteration before, so
//! nothing but the number of speculative nodes depends on the threads.

mod boards;
mod split;
mod workers;

use std::ops::Range;

use super::companion::{Callbacks, Companion};
use super::deepening::{IterationResult, deepen};
use super::descent::{DescentEnd, DescentResult, Solutions};
use crate::{LimitKind, Options, Outcome};
pub(crate) use boards::{BoardQueue, Boards};
pub(crate) use split::{CompiledSubtrees, NodesAbove, SubtreeFeed, SubtreeTask, Subtrees};
use workers::{SubtreeRange, SubtreeReport};

/// Nodes expanded in the last iteration for each subtree into which the next one is cut.
const NODES_PER_SUBTREE: u64 = 64;
/// The largest number of subtrees of an iteration.
const MAX_SUBTREES: u64 = 2048;
/// The same for an iteration that one thread searches, several subtrees by turns. Cutting takes several times as long for a
/// node as searching.
const NODES_PER_TURNS: u64 = 256;
const MAX_FOR_TURNS: u64 = 512;
/// Nodes expanded in the last iteration for the next one to be cut: a smaller search is over before threads pay.
const MIN_EXPANDED: u64 = 20_000;

/// The approximate number of subtrees of an iteration, from the nodes expanded in the iteration before.
pub(crate) fn number_of_subtrees(last: u64) -> usize {
    if last < MIN_EXPANDED {
        1
    } else {
        (last / NODES_PER_SUBTREE).min(MAX_SUBTREES) as usize
    }
}

/// The number of subtrees for a search that takes turns, from the nodes expanded in the iteration before.
fn number_for_turns(last: u64) -> usize {
    (last / NODES_PER_TURNS).min(MAX_FOR_TURNS) as usize
}

/// IDA*, compiled once for all heuristics: on up to `threads` threads, or without `threads` in one piece.
///
/// The companion's turns are before iterations and after subtrees. A turn is due after the first subtree, in the order
/// of moves, with which the count reaches the companion's number, whatever other threads have searched by then.
pub(crate) fn search_subtrees<M: Copy + Send>(
    subtrees: &mut dyn Subtrees<M>,
    options: &Options,
    threads: Option<usize>,
    Callbacks {
        companion,
        progress,
    }: Callbacks<'_>,
) -> Outcome<Vec<M>> {
    // With a limit of nodes, one thread stops at the same node everywhere.
    let threads = threads.filter(|_| options.limits.nodes.is_none());
    let mut last = 0;
    deepen(
        subtrees.h0(),
        subtrees.parity(),
        options,
        progress,
        &mut |bound, before| {
            if let Some(end) = turn(companion, bound, before) {
                return IterationResult::new(end, options);
            }
            let wanted = if threads.is_some() {
                number_of_subtrees(last)
            } else {
                1
            };
            // A cut for turns only, which leaves all counts as they are.
            let takes_turns = wanted == 1 && subtrees.turns() > 1 && options.limits.nodes.is_none();
            let more = if takes_turns && companion.next() == u64::MAX {
                number_for_turns(last)
            } else {
                0
            };
            let above = subtrees.split(bound, wanted, more);
            if threads.is_none() && more == 0 {
                let mut feed = InOrder::new(0..1, bound, before, options);
                subtrees.descend_each(&mut feed);
                last = feed.pass.expanded;
                return feed.pass;
            }
            let mut pass =
                IterationResult::new(DescentEnd::Complete { next: above.least }, options);
            (pass.expanded, pass.generated, pass.peak) =
                (above.expanded, above.generated, above.bytes);
            let threads = threads
                .filter(|_| last >= MIN_EXPANDED)
                .map_or(1, |threads| threads.max(1));
            let subtrees = IterationSubtrees {
                subtrees,
                above,
                bound,
                before,
            };
            let pass = subtrees.search(pass, options, threads, companion);
            last = pass.expanded;
            pass
        },
    )
}

/// A feed of subtrees one after the other, until the search is to stop.
pub(crate) struct InOrder<'a, M> {
    /// The subtrees that are left.
    left: Range<usize>,
    bound: u32,
    /// Nodes generated before the pass.
    before: u64,
    options: &'a Options,
    /// A subtree is being searched.
    busy: bool,
    /// The sum of the subtrees that are done.
    pub(crate) pass: IterationResult<M>,
    /// A node was above the bound.
    pub(crate) pruned: bool,
    /// The first subtree with a solution.
    pub(crate) solved: Option<usize>,
}

impl<'a, M> InOrder<'a, M> {
    pub(crate) fn new(
        subtrees: Range<usize>,
        bound: u32,
        before: u64,
        options: &'a Options,
    ) -> Self {
        let pass = IterationResult::new(DescentEnd::Complete { next: u32::MAX }, options);
        Self {
            left: subtrees,
            bound,
            before,
            options,
            busy: false,
            pass,
            pruned: false,
            solved: None,
        }
    }
}

impl<M> SubtreeFeed<M> for InOrder<'_, M> {
    fn next(&mut self) -> Option<SubtreeTask<M>> {
        if self.busy || self.pass.has_ended() {
            return None;
        }
        let (before, solutions) = (self.before + self.pass.generated, self.options.solutions());
        let task = self.left.next().map(|subtree| SubtreeTask {
            subtree,
            bound: self.bound,
            before,
            solutions,
        });
        self.busy = task.is_some();
        task
    }

    fn check(&mut self, _: usize, generated: u64) -> Result<u64, LimitKind> {
        self.options.limits.check(generated)
    }

    fn done(&mut self, subtree: usize, result: DescentResult, solutions: Solutions<M>) {
        self.busy = false;
        self.pruned |= matches!(result.end, DescentEnd::Complete { next } if next < u32::MAX);
        self.solved = self.solved.or((solutions.count > 0).then_some(subtree));
        self.pass.peak = self.pass.peak.max(result.peak);
        self.pass.add(result, solutions);
    }
}

/// The subtrees of an iteration.
struct IterationSubtrees<'a, M> {
    subtrees: &'a dyn Subtrees<M>,
    above: NodesAbove,
    bound: u32,
    /// Nodes generated before the iteration.
    before: u64,
}

impl<M: Send> IterationSubtrees<'_, M> {
    /// Searches the subtrees, with turns of the companion between them, and adds their results to those of the nodes
    /// above.
    fn search(
        self,
        mut pass: IterationResult<M>,
        options: &Options,
        threads: usize,
        companion: &mut dyn Companion,
    ) -> IterationResult<M> {
        let Self {
            subtrees,
            above,
            bound,
            before,
        } = self;
        let number = above.subtrees;
        let (mut first, mut ended) = (0, false);
        while first < number && !pass.has_ended() {
            let nodes = companion.next().saturating_sub(before + pass.generated);
            let range = SubtreeRange {
                bound,
                first,
                end: number,
                nodes,
            };
            for SubtreeReport {
                subtree,
                result,
                solutions,
            } in workers::search(subtrees, range, options, threads)
            {
                first = subtree + 1;
                pass.peak = pass.peak.max(result.peak);
                if pass.solutions.is_enough() || ended {
                    pass.speculative += result.generated;
                    continue;
                }
                pass.add(result, solutions);
                if pass.solutions.is_enough() {
                    // Nodes above that come after the solution were made for the cut.
                    let (expanded, generated) = subtrees.counted_before(subtree);
                    pass.expanded -= above.expanded - expanded;
                    pass.generated -= above.generated - generated;
                }
                if !pass.has_ended()
                    && before + pass.generated >= companion.next()
                    && let Some(end) = turn(companion, bound, before + pass.generated)
                {
                    (pass.end, ended) = (end, true);
                }
            }
        }
        pass
    }
}

impl<M> IterationResult<M> {
    /// An iteration without nodes.
    pub(crate) fn new(end: DescentEnd, options: &Options) -> Self {
        Self {
            expanded: 0,
            generated: 0,
            end,
            solutions: options.solutions(),
            peak: 0,
            speculative: 0,
        }
    }

    /// True once it has its solution, or stops.
    pub(crate) fn has_ended(&self) -> bool {
        self.solutions.is_enough() || matches!(self.end, DescentEnd::Limit(_) | DescentEnd::Known)
    }

    /// Adds the next subtree.
    pub(crate) fn add(&mut self, result: DescentResult, solutions: Solutions<M>) {
        self.expanded += result.expanded;
        self.generated += result.generated;
        self.solutions.join(solutions);
        self.end = match (self.end, result.end) {
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

/// The end of an iteration, if the companion's turn ends it.
fn turn(companion: &mut dyn Companion, bound: u32, generated: u64) -> Option<DescentEnd> {
    match companion.turn(bound, generated) {
        Ok(known) => known.then_some(DescentEnd::Known),
        Err(kind) => Some(DescentEnd::Limit(kind)),
    }
}
