//! A*+IDA* (Bu & Korf 2019): A* until its memory is full, then IDA* below the states on its frontier.
//!
//! A* meets each state once, so IDA* searches the subtree of a state once, however many paths lead to it. A state
//! has a bound of its own: depth + value at first, and what the last search of its subtree has proven later. An
//! iteration enters the states whose bound it reaches, those of the least value first: they are the deepest of equal
//! depth + value, and the last iteration ends early among them. Near its root, a subtree leaves out states that A*
//! has reached on a path of at most the same length.
//!
//! `kept` has the states of A*, `walk` makes the heuristic's nodes, which are not kept.
//!
//! The counts of the last iteration are those up to the part of the frontier with the first solution, whatever the
//! number of threads: the results depend on board, heuristic, mode and memory alone.

mod kept;
mod walk;

use fifteen_puzzle::Direction;

use self::kept::KeptStates;
use self::walk::Walk;
use super::dispatch::HeuristicView;
use super::heuristics::HeuristicError;
use super::mode::SearchWith;
use super::moves::Move;
use super::pruning::{PrunedSpace, TrackedMove};
use super::searcher::{Position, Step};
use super::space::key_of;
use crate::ida::IdaOptions;
use crate::ida::deepening::{IterationResult, deepen};
use crate::ida::descent::{DescentEnd, DescentLimits, DescentResult, Solutions};
use crate::ida::parallel::{SubtreeRange, search_on_threads};
use crate::limits::LimitKind;
use crate::outcome::{Outcome, raised};
use crate::space::{KeyedSpace, StateSpace};

/// Bytes of the states that A* keeps where there is no [`Limits::memory`](crate::Limits::memory).
pub const DEFAULT_MEMORY: u64 = 100_000_000;
/// Bytes that are left to the paths of IDA*, or half of a smaller memory.
const PATHS: u64 = 1 << 20;
/// Consecutive roots that one thread searches.
const PART: usize = 256;
/// Levels of a subtree whose states are looked up among those of A*. Fewer leave more duplicates, more cost time.
const CHECKED_LEVELS: u32 = 5;

/// A*+IDA*, in plain or fast mode: the mode of the subtrees.
pub(super) fn search(heuristic: HeuristicView<'_>, task: SearchWith<'_>) -> Result<Outcome<Move>, HeuristicError> {
    let SearchWith { mode, space, start, options, progress } = task;
    let searcher = heuristic.searcher();
    let pruned = PrunedSpace::new(space, mode);
    let start_position = searcher.position(&pruned, start)?;
    let (h0, parity) = (start_position.value(), space.parity(start));
    let options = IdaOptions { limits: options.limits.clone(), ..IdaOptions::default() };
    let memory = options.limits.memory.unwrap_or(DEFAULT_MEMORY);
    let search = Search { start: &*start_position, parity, options: &options, threads: mode.threads() };
    let mut kept = KeptStates::new(
        key_of(space, start),
        space.key_bytes(),
        raised(h0, parity),
        h0,
        memory - PATHS.min(memory / 2),
    );
    let mut walk = Walk::new(start_position.fork());
    let outcome = deepen(h0, parity, &options, progress, &mut |bound, before| {
        let mut pass = IterationResult::new(DescentEnd::Complete { next: u32::MAX }, &options);
        let end = kept.as_mut().map_err(|kind| *kind).and_then(|kept| {
            let end = search.iterate(kept, &mut walk, bound, before, &mut pass);
            pass.peak += kept.peak();
            end
        });
        if let Err(kind) = end {
            pass.end = DescentEnd::Limit(kind);
        }
        pass
    });
    Ok(outcome.map_moves(TrackedMove::step))
}

/// A search in progress.
struct Search<'a> {
    /// The position at the start.
    start: &'a dyn Position,
    parity: Option<u32>,
    options: &'a IdaOptions,
    threads: usize,
}

impl Search<'_> {
    /// One iteration: of A*, of IDA*, or the end of A* and then IDA*.
    fn iterate(
        &self,
        kept: &mut KeptStates,
        walk: &mut Walk<'_>,
        bound: u32,
        before: u64,
        pass: &mut IterationResult<TrackedMove>,
    ) -> Result<(), LimitKind> {
        if kept.roots() == 0 {
            self.expand_kept(kept, walk, bound, before, pass)?;
        }
        if kept.roots() > 0 {
            self.search_roots(kept, bound, before, pass);
        }
        Ok(())
    }

    /// A*: expands the states with that bound, until there are none, one is the goal, or the memory is full.
    fn expand_kept(
        &self,
        kept: &mut KeptStates,
        walk: &mut Walk<'_>,
        bound: u32,
        before: u64,
        pass: &mut IterationResult<TrackedMove>,
    ) -> Result<(), LimitKind> {
        let mut checkpoint = before;
        while let Some(number) = kept.take(bound) {
            // Only tables that are changed during the search have a state whose path cannot be made again.
            if !walk.go_to(kept, number) {
                continue;
            }
            if kept.is_full() {
                return kept.end_astar(number, bound, walk.position.value());
            }
            if walk.position.is_goal() {
                pass.solutions.add(walk.position.path().into_iter());
                pass.end = DescentEnd::Solved;
                return Ok(());
            }
            pass.expanded += 1;
            let depth = walk.position.depth() + 1;
            let children = walk.position.children(u32::MAX - 1);
            children.as_slice().iter().for_each(|child| kept.prefetch(&child.key));
            for child in children.as_slice() {
                if before + pass.generated == checkpoint {
                    checkpoint = self.options.limits.check(checkpoint)?;
                }
                pass.generated += 1;
                if child.value < u32::MAX {
                    let cost = raised(child.value.saturating_add(depth), self.parity);
                    kept.reach(child.key, number, depth, child.direction, cost)?;
                }
            }
        }
        pass.end = DescentEnd::Complete { next: kept.least().unwrap_or(u32::MAX) };
        Ok(())
    }

    /// IDA*: searches the subtrees of the roots, in parts.
    fn search_roots(&self, kept: &KeptStates, bound: u32, before: u64, pass: &mut IterationResult<TrackedMove>) {
        let end = kept.roots().div_ceil(PART);
        if self.options.limits.nodes.is_some() {
            // One part after the other, so that the search stops at the same node everywhere.
            let mut part = 0;
            while part < end && !pass.has_ended() {
                let mut solutions = self.options.solutions();
                let mut check = |generated| self.options.limits.check(generated);
                let limits = DescentLimits { bound, before: before + pass.generated, check: &mut check };
                let result = self.search_part(kept, part, limits, &mut solutions);
                pass.peak = pass.peak.max(result.peak);
                pass.add(result, solutions);
                part += 1;
            }
            return;
        }
        let range = SubtreeRange { bound, first: 0, end, nodes: u64::MAX };
        let search_part = |part, limits: DescentLimits, solutions: &mut Solutions<TrackedMove>| {
            self.search_part(kept, part, limits, solutions)
        };
        for report in search_on_threads(&search_part, range, self.options, self.threads) {
            pass.peak = pass.peak.max(report.result.peak);
            if pass.solutions.is_enough() {
                pass.speculative += report.result.generated;
            } else {
                pass.add(report.result, report.solutions);
            }
        }
    }

    /// Searches the subtrees of one part of the roots.
    fn search_part(
        &self,
        kept: &KeptStates,
        part: usize,
        limits: DescentLimits,
        solutions: &mut Solutions<TrackedMove>,
    ) -> DescentResult {
        let DescentLimits { bound, before, check } = limits;
        let mut checkpoint = before;
        // A descent checks the limits at its first node: there is nothing to check for most.
        let mut check = |generated: u64| {
            if generated >= checkpoint {
                checkpoint = check(generated)?;
            }
            Ok(checkpoint)
        };
        let result = DescentResult { expanded: 0, generated: 0, end: DescentEnd::Solved, peak: 0 };
        let walk = Walk::new(self.start.fork());
        let mut search = PartSearch { kept, walk, bound, before, check: &mut check, solutions, result };
        let end = search.roots(part * PART..(part + 1) * PART);
        DescentResult { end, ..search.result }
    }
}

/// The search of the subtrees of some roots.
struct PartSearch<'a> {
    kept: &'a KeptStates,
    walk: Walk<'a>,
    bound: u32,
    before: u64,
    check: &'a mut dyn FnMut(u64) -> Result<u64, LimitKind>,
    solutions: &'a mut Solutions<TrackedMove>,
    result: DescentResult,
}

impl PartSearch<'_> {
    fn roots(&mut self, indices: std::ops::Range<usize>) -> DescentEnd {
        let mut least = u32::MAX;
        for number in indices.map_while(|index| self.kept.root(index)) {
            let mut next = self.kept.bound(number);
            if next <= self.bound && self.walk.go_to(self.kept, number) {
                match self.subtree(CHECKED_LEVELS) {
                    DescentEnd::Complete { next: above } => next = above,
                    end => return end,
                }
                self.kept.set_bound(number, next);
            }
            least = least.min(next);
        }
        DescentEnd::Complete { next: least }
    }

    fn go_down(&mut self, direction: Direction) -> bool {
        self.walk.position.down(direction, u32::MAX - 1, false) == Step::Made
    }

    /// Searches the subtree below the current state; for some levels without the states that A* has reached.
    fn subtree(&mut self, levels: u32) -> DescentEnd {
        if levels == 0 || self.walk.position.is_goal() {
            let before = self.before + self.result.generated;
            let limits = DescentLimits { bound: self.bound, before, check: self.check };
            let DescentResult { expanded, generated, end, peak } = self.walk.position.descend(limits, self.solutions);
            self.result.expanded += expanded;
            self.result.generated += generated;
            self.result.peak = self.result.peak.max(peak);
            return end;
        }
        self.result.expanded += 1;
        let depth = self.walk.position.depth() + 1;
        let children = self.walk.position.children(self.bound.saturating_sub(depth));
        children.as_slice().iter().for_each(|child| self.kept.prefetch(&child.key));
        let mut least = u32::MAX;
        for child in children.as_slice() {
            if let Err(kind) = (self.check)(self.before + self.result.generated) {
                return DescentEnd::Limit(kind);
            }
            self.result.generated += 1;
            let cost = child.value.saturating_add(depth);
            if cost > self.bound {
                least = least.min(cost);
            } else if !self.kept.has_reached(&child.key, depth) && self.go_down(child.direction) {
                let end = self.subtree(levels - 1);
                self.walk.position.up();
                match end {
                    DescentEnd::Complete { next } => least = least.min(next),
                    end => return end,
                }
            }
        }
        DescentEnd::Complete { next: least }
    }
}

#[cfg(test)]
mod tests;
