//! The hot path: one depth-first search of a subtree to a bound with tables.
//!
//! It visits the nodes that [`GenericDescent`](crate::ida::descent::GenericDescent) visits with
//! [`PdbHeuristic`](super::PdbHeuristic), its slow twin, and counts them alike. It is faster because nodes are never
//! made or copied: a move changes the pattern states of one tile's lookups, which are swapped with those of its
//! [`ChildSlot`] (`children.rs`); the slot then holds what undoes the move.
//!
//! A tile that moves sideways passes no other: its rank stays, and the new entry lies near the old one. The board can
//! be read as it is or reflected about a diagonal, and every move is sideways in one of these orientations and not in
//! the other. The lookups in which the move is sideways (*near*) are read at once when a node is expanded. The others
//! (*far*) are computed and prefetched only for a child that the near lookups do not prune, and are read when the
//! child's turn comes.

use super::MAX_LOOKUPS;
use super::children::{ChildSlot, CurrentNode, TableDescent};
use super::reader::PatternState;
use super::slack::Slack;
use crate::ida::descent::{Descend, DescentEnd, DescentLimits, DescentResult, Solutions, SubtreeRoot};
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::TileState;

/// A node from which a descent may begin.
pub(in crate::tiles) trait PatternNode {
    /// The state of each lookup's pattern; more may follow.
    fn states(&self) -> &[PatternState];

    /// The sums; more may follow.
    fn sums(&self) -> &[i16];
}

/// A node on the path from the root to the current node, and its children.
struct PathNode<'t, M, const A: usize, const W: usize, const Z: bool> {
    slots: [ChildSlot<'t, M, A, W, Z>; 4],
    kept: u8,
    /// The slot after the one that the path follows.
    next: u8,
    /// Number of children after the last one that was kept.
    rest: u8,
}

/// Counts children, and checks limits as often as [`Limits::check`](crate::Limits::check) asks for.
struct NodeCounter<'a> {
    generated: u64,
    /// The count at which limits are checked again.
    checkpoint: u64,
    check: &'a mut dyn FnMut(u64) -> Result<u64, LimitKind>,
}

impl NodeCounter<'_> {
    #[inline(always)]
    fn add(&mut self, children: u8) -> Result<(), LimitKind> {
        let generated = self.generated + u64::from(children);
        if generated > self.checkpoint {
            self.check_limits(generated)?;
        }
        self.generated = generated;
        Ok(())
    }

    #[cold]
    fn check_limits(&mut self, generated: u64) -> Result<(), LimitKind> {
        while self.checkpoint < generated {
            self.generated = self.checkpoint;
            self.checkpoint = (self.check)(self.checkpoint)?;
        }
        Ok(())
    }
}

impl<'t, const A: usize, const W: usize, const Z: bool> TableDescent<'t, A, W, Z> {
    /// Puts the children of the current node that the near lookups do not prune into its slots; true if they prune
    /// none.
    #[inline(always)]
    fn expand<'s, S>(
        &'s self,
        space: &S,
        current: &CurrentNode,
        last: Option<S::Move>,
        slack: Slack<W>,
        node: &mut PathNode<'s, S::Move, A, W, Z>,
    ) -> bool
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
    {
        let (mut kept, mut tried, mut all) = (0, 0, true);
        for m in space.moves(&current.state, last) {
            let slot = &mut node.slots[usize::from(kept) % 4];
            slot.m = m;
            tried += 1;
            slot.tried = tried;
            if self.prepare(slot, current, slack) {
                kept += 1;
                tried = 0;
            } else {
                all = false;
            }
        }
        (node.kept, node.next, node.rest) = (kept, 0, tried);
        all
    }
}

/// The root of a descent.
struct Root<'a, M> {
    state: &'a TileState,
    patterns: &'a [PatternState],
    sums: &'a [i16],
    path: &'a [M],
}

impl<S, N, const A: usize, const W: usize, const Z: bool> Descend<S, N> for TableDescent<'_, A, W, Z>
where
    S: StateSpace<State = TileState, Move: Into<Move>>,
    N: Heuristic<S, Node: PatternNode>,
{
    fn descend(
        &self,
        space: &S,
        _: &N,
        root: &SubtreeRoot<S, N>,
        limits: DescentLimits,
        solutions: &mut Solutions<S::Move>,
    ) -> DescentResult {
        let SubtreeRoot { state, node, path } = root;
        self.search(space, &Root { state, patterns: node.states(), sums: node.sums(), path }, limits, solutions)
    }
}

impl<const A: usize, const W: usize, const Z: bool> TableDescent<'_, A, W, Z> {
    /// The descent itself: compiled for the space, whatever the heuristic's nodes are.
    fn search<S>(
        &self,
        space: &S,
        root: &Root<'_, S::Move>,
        limits: DescentLimits,
        solutions: &mut Solutions<S::Move>,
    ) -> DescentResult
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
    {
        let DescentLimits { bound, before, check } = limits;
        let sums = &root.sums[..self.sums];
        if sums.iter().all(|&sum| sum == 0) && space.is_goal(root.state) {
            solutions.add(root.path.iter().copied());
            return DescentResult { expanded: 0, generated: 0, end: DescentEnd::Solved, peak: 0 };
        }
        let mut current = CurrentNode { state: *root.state, patterns: [PatternState::default(); MAX_LOOKUPS] };
        current.patterns.iter_mut().zip(root.patterns).for_each(|(pattern, root)| *pattern = *root);
        let mut counter = NodeCounter { generated: before, checkpoint: before, check };
        let mut left = bound - root.path.len() as u32; // moves that the bound leaves below the current node
        let mut slack = Slack::new(left, sums);
        let mut last = root.path.last().copied();
        let mut path: Vec<PathNode<S::Move, A, W, Z>> = Vec::new();
        let mut depth = 0; // of the current node below the root: its index in the path
        let mut expanded = 0;
        // To fill slots with; every cell of a board has a move.
        let Some(any) = space.moves(&current.state, None).next() else {
            return DescentResult { expanded: 0, generated: 0, end: DescentEnd::Complete { next: u32::MAX }, peak: 0 };
        };
        let mut complete = true; // nothing was above the bound so far
        let end = 'search: loop {
            expanded += 1;
            if depth == path.len() {
                path.push(PathNode::new(any, self));
            }
            complete &= self.expand(space, &current, last, slack, &mut path[depth]);
            // Until a child is kept.
            (last, slack) = loop {
                let node = &mut path[depth];
                if node.next == node.kept {
                    if let Err(kind) = counter.add(node.rest) {
                        break 'search DescentEnd::Limit(kind);
                    }
                    if depth == 0 {
                        break 'search DescentEnd::Complete { next: if complete { u32::MAX } else { bound + 2 } };
                    }
                    depth -= 1;
                    let parent = &mut path[depth];
                    let slot = &mut parent.slots[usize::from(parent.next - 1) % 4];
                    space.undo(&mut current.state, slot.m);
                    self.swap(slot, &mut current.patterns);
                    left += 1;
                    continue;
                }
                let slot = &mut node.slots[usize::from(node.next) % 4];
                node.next += 1;
                if let Err(kind) = counter.add(slot.tried) {
                    break 'search DescentEnd::Limit(kind);
                }
                // Only damaged tables let a node be expanded with no move left.
                let Some(slack) = self.settle(slot, &current.state).filter(|_| left > 0) else {
                    complete = false;
                    continue;
                };
                let m = slot.m;
                if left - 1 == 2 * slack.first() {
                    space.apply(&mut current.state, m);
                    if space.is_goal(&current.state) {
                        if add_solution(root.path, &path[..=depth], solutions) {
                            break 'search DescentEnd::Solved;
                        }
                        space.undo(&mut current.state, m);
                        continue;
                    }
                    space.undo(&mut current.state, m);
                }
                self.swap(slot, &mut current.patterns);
                space.apply(&mut current.state, m);
                left -= 1;
                depth += 1;
                break (Some(m), slack);
            };
        };
        let peak = size_of::<PathNode<S::Move, A, W, Z>>() * path.capacity();
        DescentResult { expanded, generated: counter.generated - before, end, peak: peak as u64 }
    }
}

/// Adds the solution that a path below a root makes; true if the search is to stop.
#[cold]
#[inline(never)] // its loops would otherwise be prepared at every node
fn add_solution<M: Copy, const A: usize, const W: usize, const Z: bool>(
    above: &[M],
    path: &[PathNode<M, A, W, Z>],
    solutions: &mut Solutions<M>,
) -> bool {
    let below = path.iter().map(|node| node.slots[usize::from(node.next - 1) % 4].m);
    solutions.add(above.iter().copied().chain(below))
}

impl<'t, M: Copy, const A: usize, const W: usize, const Z: bool> PathNode<'t, M, A, W, Z> {
    /// A node without children; any move fills the slots.
    fn new(m: M, tables: &'t TableDescent<'t, A, W, Z>) -> Self {
        Self { slots: [ChildSlot::new(m, tables); 4], kept: 0, next: 0, rest: 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use fifteen_pdb::{Partition, TableKind, build};
    use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

    use super::*;
    use crate::tiles::pdb::{MAX_SUMS, PdbHeuristic, PdbTables};
    use crate::tiles::space::TileSpace;

    #[test]
    fn the_next_bound_is_two_above_and_sums_of_zero_are_no_goal() {
        let goal = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let partition = Partition::parse("1-4/5-8", &goal).unwrap();
        let table = |p| Arc::new(build(p, TableKind::ZeroAware, 1, &mut |_| ControlFlow::Continue(())).unwrap());
        let tables = PdbTables::new(&goal, partition.patterns().iter().map(table).collect(), true).unwrap();
        let heuristic = PdbHeuristic::<MAX_LOOKUPS>::new(&tables);
        let descent = TableDescent::<MAX_SUMS, 4, true>::new(&tables);
        for board in RandomBoards::new(goal, 2).take(5) {
            let state = &space.state(&board).unwrap();
            let node = heuristic.root(state).unwrap();
            let value = Heuristic::<TileSpace>::value(&heuristic, &node);
            let search = |sums: &[i16], bound| {
                let root = Root { state, patterns: node.states(), sums, path: &[] };
                let limits = DescentLimits { bound, before: 0, check: &mut |_| Ok(u64::MAX) };
                let mut solutions = Solutions::new(1, false);
                let result = descent.search(&space, &root, limits, &mut solutions);
                (result.end, result.generated, solutions.count)
            };
            assert!(matches!(search(node.sums(), value), (DescentEnd::Complete { next }, 1.., _) if next == value + 2));
            // Sums of damaged tables may be 0 on any board: it is no goal, and its children are above the bound.
            let children = space.moves(state, None).count() as u64;
            assert_eq!(search(&[0; MAX_SUMS], 0), (DescentEnd::Complete { next: 2 }, children, 0), "{board}");
        }
    }
}
