//! The hot path of IDA* with pattern databases: one thread alternates between depth-first searches
//! of several subtrees, to hide memory latency.
//!
//! A node on a 4x4 board has two or three children. Their table entries are scattered over 200 MB,
//! so waiting for memory takes longer than all other work. A [`Descent`] searches one subtree, and
//! therefore works in *turns*. It prefetches the entries of its current node's children, and the
//! other descents take their turns in the meantime. By its own next turn, the entries have arrived
//! in the cache. The descent reads them, moves to the next node within the bound, and prefetches
//! again.
//!
//! A descent visits and counts the same nodes as the generic search,
//! [`GenericDescent`](crate::ida::generic_descent::GenericDescent), with
//! [`PdbHeuristic`](super::PdbHeuristic).

use super::frame::Frame;
use super::kernel::Kernel;
use super::words::Word;
use crate::ida::subtree::{
    DescentEnd, DescentResult, FoundSolutions, SubtreeEngine, SubtreeLimits, SubtreeQueue,
};
use crate::tiles::heuristics::AnyNode;
use crate::tiles::pruning::{PrunedSpace, TrackedMove};
use crate::{LimitKind, StateSpace};

/// Maximum size of tables, in bytes, that are assumed to stay in the processor's cache.
const CACHED: usize = 1 << 20;

/// A depth-first search of one subtree, which alternates with the searches of other subtrees.
struct Descent<'l, W, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize> {
    /// Index of the subtree in the queue.
    index: usize,
    limits: &'l SubtreeLimits<'l>,
    bound: u32,
    /// Number of moves from the start of the search to the root of the subtree.
    root_depth: u32,
    generated_before: u64,
    solutions: FoundSolutions<TrackedMove>,
    /// The search stack, with one frame per node. It begins with the frames of the nodes from the
    /// root of the subtree to the current node, followed by unused frames.
    frames: Vec<Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>>,
    /// Number of moves from the root of the subtree to the current node.
    depth: usize,
    /// Number of moves that the bound still allows below the current node.
    left: u32,
    expanded: u64,
    /// Number of nodes generated so far, including nodes generated before this search began.
    generated: u64,
    /// Number of generated nodes at which to check the limits again.
    checkpoint: u64,
    /// Whether the search has pruned no node so far.
    complete: bool,
}

impl<W: Word, const LOOKUPS: usize, const AFFECTED: usize, const SUM_WORDS: usize>
    Descent<'_, W, LOOKUPS, AFFECTED, SUM_WORDS>
{
    /// Takes one turn of this search, after which the thread can continue with another search. In
    /// its turn, the search reads the table entries of the current node's children, moves to the
    /// next node within the bound, and prefetches the entries of its children. Returns how the
    /// search ended, or `None` if it continues.
    #[inline(always)]
    fn turn<const ZERO_AWARE: bool>(
        &mut self,
        kernel: &Kernel<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>,
        space: &PrunedSpace,
    ) -> Option<DescentEnd> {
        let frame = &mut self.frames[self.depth];
        kernel.settle(frame);
        self.complete &= !frame.is_pruned();
        loop {
            let (is_left, tried) = self.frames[self.depth].take();
            self.generated += u64::from(tried);
            if self.generated > self.checkpoint
                && let Err(kind) = self.check_limits()
            {
                return Some(DescentEnd::Limit(kind));
            }
            if !is_left {
                if self.depth == 0 {
                    return Some(DescentEnd::Complete {
                        next: if self.complete {
                            u32::MAX
                        } else {
                            self.bound + 2
                        },
                    });
                }
                self.depth -= 1;
                self.left += 1;
                continue;
            }
            // Only damaged tables lead here: with intact tables, a node without moves left is the
            // goal.
            if self.left == 0 {
                self.complete = false;
                continue;
            }
            let Some([frame, next]) = self.frames[self.depth..].first_chunk_mut() else {
                unreachable!("room for a child")
            };
            kernel.step(space, frame, next);
            // At the goal, the first sum of distances is 0. Test this sum first, because comparing
            // whole boards takes longer.
            let left = self.left - 1;
            if next.node.slack.is_first_sum_zero(left) && kernel.is_goal(next) {
                if self.add_solution(kernel) {
                    return Some(DescentEnd::Solved);
                }
                continue;
            }
            kernel.prepare(space, &mut self.frames[self.depth + 1]);
            self.left -= 1;
            self.depth += 1;
            self.expanded += 1;
            return None;
        }
    }

    /// Checks the limits. A *checkpoint* is a number of generated nodes at which a check is due.
    /// The search can have passed several checkpoints since the last call, and this function checks
    /// the limits at each of them. If a limit is reached at a checkpoint, the search reports this
    /// number of nodes and ignores the nodes generated after it.
    #[cold]
    fn check_limits(&mut self) -> Result<(), LimitKind> {
        let generated = self.generated;
        while self.checkpoint < generated {
            self.generated = self.checkpoint;
            self.checkpoint = self.limits.check(self.index, self.checkpoint)?;
        }
        self.generated = generated;
        Ok(())
    }

    /// Adds the solution whose last node is in the frame after the current node. Returns whether
    /// the search should stop.
    #[cold]
    #[inline(never)] // Inlined, it would cost registers at every node.
    fn add_solution<const ZERO_AWARE: bool>(
        &mut self,
        kernel: &Kernel<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>,
    ) -> bool {
        let moves = self.frames[..self.depth + 2]
            .windows(2)
            .map(|pair| kernel.step_between([&pair[0], &pair[1]]));
        self.solutions.add(moves)
    }

    /// Returns the result of a finished search, and its frames for reuse by the next search.
    fn finish(
        self,
        end: DescentEnd,
    ) -> (
        DescentResult<TrackedMove>,
        Vec<Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>>,
    ) {
        let frames = (self.bound - self.root_depth) as usize + 2;
        let result = DescentResult {
            expanded: self.expanded,
            generated: self.generated - self.generated_before,
            end,
            solutions: self.solutions,
            peak: (size_of::<Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>>() * frames) as u64,
        };
        (result, self.frames)
    }
}

impl<
    W: Word,
    const LOOKUPS: usize,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
> Kernel<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>
{
    /// Starts the search of the next subtree in the queue, reusing the frames of an earlier search.
    /// Returns `None` if the queue is currently empty. Subtrees whose root is the goal need no
    /// search and are reported immediately.
    fn begin<'l>(
        &self,
        space: &PrunedSpace,
        limits: &'l SubtreeLimits<'l>,
        queue: &mut SubtreeQueue<'_, PrunedSpace, AnyNode>,
        mut frames: Vec<Frame<W, LOOKUPS, AFFECTED, SUM_WORDS>>,
    ) -> Option<Descent<'l, W, LOOKUPS, AFFECTED, SUM_WORDS>> {
        loop {
            let (index, subtree) = queue.next()?;
            let (_, sums) = subtree.node.patterns_and_sums();
            if sums[..self.sums].iter().all(|&sum| sum == 0) && space.is_goal(&subtree.state) {
                let result = DescentResult::of_solved_root(subtree.solutions);
                queue.done(index, result);
                continue;
            }
            let left = subtree.bound - subtree.depth;
            if frames.len() < left as usize + 2 {
                frames.resize_with(left as usize + 2, Frame::new);
            }
            self.begin_at_root(space, &mut frames[0], &subtree);
            return Some(Descent {
                index,
                limits,
                bound: subtree.bound,
                root_depth: subtree.depth,
                generated_before: subtree.generated_before,
                solutions: subtree.solutions,
                frames,
                depth: 0,
                left,
                expanded: 1,
                generated: subtree.generated_before,
                checkpoint: subtree.generated_before,
                complete: true,
            });
        }
    }
}

impl<
    W: Word,
    const LOOKUPS: usize,
    const AFFECTED: usize,
    const SUM_WORDS: usize,
    const ZERO_AWARE: bool,
> SubtreeEngine<PrunedSpace, AnyNode> for Kernel<W, LOOKUPS, AFFECTED, SUM_WORDS, ZERO_AWARE>
{
    /// Returns 4 if the board fits into one machine word and the tables are larger than the
    /// processor's cache. Then, while one subtree waits for memory, the search continues in three
    /// other subtrees. In all other cases, one subtree at a time is fastest.
    fn concurrent_subtrees(&self) -> usize {
        if W::BITS == 4 && self.bytes > CACHED {
            4
        } else {
            1
        }
    }

    fn search_subtrees(
        &self,
        space: &PrunedSpace,
        limits: &SubtreeLimits<'_>,
        queue: &mut SubtreeQueue<'_, PrunedSpace, AnyNode>,
    ) {
        let mut descents: Vec<_> = self
            .begin(space, limits, queue, Vec::new())
            .into_iter()
            .collect();
        while !descents.is_empty() {
            while descents.len() < self.concurrent_subtrees()
                && let Some(descent) = self.begin(space, limits, queue, Vec::new())
            {
                descents.push(descent);
            }
            let (position, end) = 'turns: loop {
                for (position, descent) in descents.iter_mut().enumerate() {
                    if let Some(end) = descent.turn(self, space) {
                        break 'turns (position, end);
                    }
                }
            };
            let descent = descents.swap_remove(position);
            let index = descent.index;
            let (result, frames) = descent.finish(end);
            queue.done(index, result);
            descents.extend(self.begin(space, limits, queue, frames));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fifteen_pdb::{Partition, TableBuilder};
    use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

    use super::*;
    use crate::ida::subtree::Subtree;
    use crate::tiles::heuristics::AnyHeuristic;
    use crate::tiles::mode::Mode;
    use crate::tiles::pdb::PdbTables;
    use crate::tiles::space::TileSpace;
    use crate::{Heuristic, Limits, Queue};

    /// A queue that supplies a single subtree and stores its result.
    struct OneSubtree {
        subtree: Option<Subtree<PrunedSpace, AnyNode>>,
        result: Option<DescentResult<TrackedMove>>,
    }

    impl Queue<Subtree<PrunedSpace, AnyNode>, DescentResult<TrackedMove>> for OneSubtree {
        fn next(&mut self) -> Option<(usize, Subtree<PrunedSpace, AnyNode>)> {
            self.subtree.take().map(|subtree| (0, subtree))
        }

        fn done(&mut self, _: usize, result: DescentResult<TrackedMove>) {
            self.result = Some(result);
        }
    }

    #[test]
    fn the_bound_grows_by_two_and_sums_of_zero_are_not_the_goal() {
        let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
        let space = &TileSpace::new(&goal, MoveOrder::ULRD);
        let pruned = PrunedSpace::new(space, Mode::Plain);
        let partition = Partition::parse("1-4/5-8", &goal).unwrap();
        let table = |p| Arc::new(TableBuilder::new().build(p).unwrap());
        let tables = PdbTables::new(
            &goal,
            partition.patterns().iter().map(table).collect(),
            true,
        )
        .unwrap();
        let kernel = Kernel::<u64, 8, 1, 1, true>::new(&tables);
        let heuristic = AnyHeuristic::from(tables);
        for board in RandomBoards::new(goal, 2).take(5) {
            let state = space.state(&board).unwrap();
            let node = heuristic.root(&state).unwrap();
            let value = heuristic.value(&node);
            let search = |node, bound| {
                let subtree = Subtree {
                    state,
                    node,
                    last: None,
                    depth: 0,
                    bound,
                    generated_before: 0,
                    solutions: FoundSolutions::new(1, false),
                };
                let mut queue = OneSubtree {
                    subtree: Some(subtree),
                    result: None,
                };
                let limits = Limits::default();
                kernel.search_subtrees(&pruned, &SubtreeLimits::new(&limits), &mut queue);
                let result = queue.result.unwrap();
                (result.end, result.generated, result.solutions.count)
            };
            let AnyNode::FewLookups(damaged) = node.clone() else {
                panic!("four lookups are few");
            };
            assert!(
                matches!(search(node, value), (DescentEnd::Complete { next }, 1.., _) if next == value + 2)
            );
            // Damaged tables can have sums of 0 on any board. The search must not mistake such a
            // board for the goal, and must prune its children, which exceed the bound 0.
            let children = space.moves(&state, None).count() as u64;
            let end = DescentEnd::Complete { next: 2 };
            assert_eq!(
                search(AnyNode::FewLookups(damaged.with_sums_of_zero()), 0),
                (end, children, 0),
                "{board}"
            );
        }
    }
}
