//! The hot path: depth-first searches of subtrees with tables, several by turns.
//!
//! They visit the nodes that [`GenericDescent`](crate::ida::descent::GenericDescent) visits with
//! [`PdbHeuristic`](super::PdbHeuristic), its slow twin, and count them alike. A node of 4x4 waits longer for the entries of
//! its children, which lie anywhere in 200 MB, than it works. So a descent asks for them and *turns* to another descent; when
//! its next turn comes, they have arrived.

use super::frame::Frame;
use super::kernel::{Kernel, PatternNode};
use super::words::Word;
use crate::ida::descent::{Descend, DescentEnd, DescentResult, Feed, Solutions, Task};
use crate::tiles::pruning::{PrunedSpace, TrackedMove};
use crate::{Heuristic, LimitKind, StateSpace};

/// Bytes of tables that are taken to be in the processor's cache.
const CACHED: usize = 1 << 20;

/// A descent.
struct Search<W, const L: usize, const A: usize, const S: usize> {
    ticket: usize,
    /// The moves that lead to the root.
    above: Vec<TrackedMove>,
    bound: u32,
    before: u64,
    solutions: Solutions<TrackedMove>,
    /// From the root to the current node, and room for more.
    frames: Vec<Frame<W, L, A, S>>,
    depth: usize,
    /// Moves that the bound leaves below the current node.
    left: u32,
    expanded: u64,
    /// Nodes generated, those before included.
    generated: u64,
    /// The count of generated nodes at which limits are checked again.
    checkpoint: u64,
    /// No node was above the bound.
    complete: bool,
}

impl<W: Word, const L: usize, const A: usize, const S: usize> Search<W, L, A, S> {
    /// A turn: reads the entries of the current node's children, and goes on to the next node. The end, if it is there.
    #[inline(always)]
    fn turn<const Z: bool>(
        &mut self,
        kernel: &Kernel<'_, W, L, A, S, Z>,
        check: &mut dyn FnMut(usize, u64) -> Result<u64, LimitKind>,
    ) -> Option<DescentEnd> {
        let frame = &mut self.frames[self.depth];
        kernel.settle(frame);
        self.complete &= !frame.is_pruned();
        loop {
            let (is_left, tried) = self.frames[self.depth].take();
            self.generated += u64::from(tried);
            if self.generated > self.checkpoint
                && let Err(kind) = self.check_limits(check)
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
            // Only damaged tables let a node be expanded with no move left.
            if self.left == 0 {
                self.complete = false;
                continue;
            }
            let Some([frame, next]) = self.frames[self.depth..].first_chunk_mut() else {
                unreachable!("room for a child")
            };
            kernel.step(frame, next);
            if self.left - 1 == 2 * next.node.slack.first() && kernel.is_goal(next) {
                if self.add_solution(kernel) {
                    return Some(DescentEnd::Solved);
                }
                continue;
            }
            kernel.prepare(&mut self.frames[self.depth + 1]);
            self.left -= 1;
            self.depth += 1;
            self.expanded += 1;
            return None;
        }
    }

    /// # Errors
    /// The limit that was reached; then exactly the nodes up to it count.
    #[cold]
    fn check_limits(
        &mut self,
        check: &mut dyn FnMut(usize, u64) -> Result<u64, LimitKind>,
    ) -> Result<(), LimitKind> {
        let generated = self.generated;
        while self.checkpoint < generated {
            self.generated = self.checkpoint;
            self.checkpoint = check(self.ticket, self.checkpoint)?;
        }
        self.generated = generated;
        Ok(())
    }

    /// Adds the solution that the path makes with the frame after it; true if the search is to stop.
    #[cold]
    #[inline(never)] // its loops would otherwise be prepared at every node
    fn add_solution<const Z: bool>(&mut self, kernel: &Kernel<'_, W, L, A, S, Z>) -> bool {
        let below = self.frames[..self.depth + 2]
            .windows(2)
            .map(|pair| kernel.step_between([&pair[0], &pair[1]]));
        self.solutions.add(self.above.iter().copied().chain(below))
    }
}

impl<W: Word, const L: usize, const A: usize, const S: usize, const Z: bool>
    Kernel<'_, W, L, A, S, Z>
{
    /// Begins the next descent of a feed, in the frames of one that is over. Roots that are the goal are done at once.
    fn begin<'s, N>(
        &self,
        space: &PrunedSpace<'s>,
        feed: &mut dyn Feed<PrunedSpace<'s>, N>,
        mut frames: Vec<Frame<W, L, A, S>>,
    ) -> Option<Search<W, L, A, S>>
    where
        N: Heuristic<PrunedSpace<'s>, Node: PatternNode>,
    {
        loop {
            let Task {
                ticket,
                root,
                bound,
                before,
                mut solutions,
            } = feed.next()?;
            let is_zero = root.node.sums()[..self.sums].iter().all(|&sum| sum == 0);
            if is_zero && space.is_goal(&root.state) {
                solutions.add(root.path.iter().copied());
                feed.done(
                    ticket,
                    DescentResult {
                        expanded: 0,
                        generated: 0,
                        end: DescentEnd::Solved,
                        peak: 0,
                    },
                    solutions,
                );
                continue;
            }
            let left = bound - root.path.len() as u32;
            if frames.len() < left as usize + 2 {
                frames.resize_with(left as usize + 2, Frame::new);
            }
            self.root(&mut frames[0], &root, left);
            return Some(Search {
                ticket,
                above: root.path,
                bound,
                before,
                solutions,
                frames,
                depth: 0,
                left,
                expanded: 1,
                generated: before,
                checkpoint: before,
                complete: true,
            });
        }
    }

    /// Gives every descent its turn, again and again, until one is over: which, and its end.
    fn take_turns<'s, N>(
        &self,
        searches: &mut [Search<W, L, A, S>],
        feed: &mut dyn Feed<PrunedSpace<'s>, N>,
    ) -> (usize, DescentEnd)
    where
        N: Heuristic<PrunedSpace<'s>>,
    {
        loop {
            for (number, search) in searches.iter_mut().enumerate() {
                if let Some(end) =
                    search.turn(self, &mut |ticket, generated| feed.check(ticket, generated))
                {
                    return (number, end);
                }
            }
        }
    }
}

impl<'s, W, N, const L: usize, const A: usize, const S: usize, const Z: bool>
    Descend<PrunedSpace<'s>, N> for Kernel<'_, W, L, A, S, Z>
where
    W: Word,
    N: Heuristic<PrunedSpace<'s>, Node: PatternNode>,
{
    /// As many as hide the wait for memory, of large tables on 4x4; on larger boards, and with tables that a processor's
    /// cache holds, one is fastest.
    fn turns(&self) -> usize {
        if W::BITS == 4 && self.bytes > CACHED {
            4
        } else {
            1
        }
    }

    fn descend_each(
        &self,
        space: &PrunedSpace<'s>,
        _: &N,
        feed: &mut dyn Feed<PrunedSpace<'s>, N>,
    ) {
        let mut searches: Vec<_> = self.begin(space, feed, Vec::new()).into_iter().collect();
        while !searches.is_empty() {
            while searches.len() < Descend::<PrunedSpace<'s>, N>::turns(self)
                && let Some(search) = self.begin(space, feed, Vec::new())
            {
                searches.push(search);
            }
            let (number, end) = self.take_turns(&mut searches, feed);
            let Search {
                ticket,
                above,
                bound,
                before,
                solutions,
                frames,
                expanded,
                generated,
                ..
            } = searches.swap_remove(number);
            let peak = size_of::<Frame<W, L, A, S>>() * (bound as usize - above.len() + 2);
            let result = DescentResult {
                expanded,
                generated: generated - before,
                end,
                peak: peak as u64,
            };
            feed.done(ticket, result, solutions);
            searches.extend(self.begin(space, feed, frames));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fifteen_pdb::{Partition, TableBuilder};
    use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

    use super::*;
    use crate::ida::descent::SubtreeRoot;
    use crate::tiles::mode::Mode;
    use crate::tiles::pdb::{PdbHeuristic, PdbTables};
    use crate::tiles::pruning::PrunedHeuristic;
    use crate::tiles::space::TileSpace;

    type Tables<'t> = PrunedHeuristic<PdbHeuristic<'t, 8>>;

    /// A feed of one subtree.
    struct One<'s, 't> {
        task: Option<Task<PrunedSpace<'s>, Tables<'t>>>,
        done: Option<(DescentResult, Solutions<TrackedMove>)>,
    }

    impl<'s, 't> Feed<PrunedSpace<'s>, Tables<'t>> for One<'s, 't> {
        fn next(&mut self) -> Option<Task<PrunedSpace<'s>, Tables<'t>>> {
            self.task.take()
        }

        fn check(&mut self, _: usize, _: u64) -> Result<u64, LimitKind> {
            Ok(u64::MAX)
        }

        fn done(&mut self, _: usize, result: DescentResult, solutions: Solutions<TrackedMove>) {
            self.done = Some((result, solutions));
        }
    }

    #[test]
    fn the_next_bound_is_two_above_and_sums_of_zero_are_no_goal() {
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
        let heuristic = PrunedHeuristic(PdbHeuristic::<8>::new(&tables));
        let kernel = Kernel::<u64, 8, 1, 1, true>::new(&tables, &pruned);
        for board in RandomBoards::new(goal, 2).take(5) {
            let state = space.state(&board).unwrap();
            let node = heuristic.root(&state).unwrap();
            let value = heuristic.value(&node);
            let search = |node, bound| {
                let root = SubtreeRoot {
                    state,
                    node,
                    path: Vec::new(),
                };
                let task = Task {
                    ticket: 0,
                    root,
                    bound,
                    before: 0,
                    solutions: Solutions::new(1, false),
                };
                let mut feed = One {
                    task: Some(task),
                    done: None,
                };
                kernel.descend_each(&pruned, &heuristic, &mut feed);
                let (result, solutions) = feed.done.unwrap();
                (result.end, result.generated, solutions.count)
            };
            assert!(
                matches!(search(node, value), (DescentEnd::Complete { next }, 1.., _) if next == value + 2)
            );
            // Sums of damaged tables may be 0 on any board: it is no goal, and its children are above the bound.
            let children = space.moves(&state, None).count() as u64;
            let end = DescentEnd::Complete { next: 2 };
            assert_eq!(
                search(node.with_sums_of_zero(), 0),
                (end, children, 0),
                "{board}"
            );
        }
    }
}
