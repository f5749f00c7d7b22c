//! Cutting one iteration into units: runs of subtrees that may be searched anywhere, in any order. The sum of their
//! counts is the count of one machine.
//!
//! The size of a subtree is estimated by its nodes under a smaller bound, whose whole iteration is quickly searched. A
//! subtree that is too large there is replaced by its children; small subtrees that follow each other make one unit.

use super::number_of_subtrees;
use super::split::{NodesAbove, Split};
use crate::ida::descent::{Descend, DescentEnd, DescentLimits, Solutions, SubtreeRoot};
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

/// Options for cutting an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CutOptions {
    /// Nodes of depth + value above this are pruned.
    pub(crate) bound: u32,
    /// In fast mode, the nodes expanded in the iteration before: [`super::search`] splits by that number, and counts
    /// accordingly.
    pub(crate) fast: Option<u64>,
    /// The smaller bound by which the sizes of subtrees are estimated.
    pub(crate) probe: u32,
    /// Nodes that a unit should have under the smaller bound.
    pub(crate) nodes: u64,
}

/// The root of a subtree, and the counts of one machine above the subtrees when it comes to this one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subtree<M> {
    /// The moves that lead to the root.
    pub moves: Vec<M>,
    /// Nodes expanded above.
    pub expanded: u64,
    /// Nodes generated above in this iteration, this root among them.
    pub generated: u64,
}

/// An iteration cut into units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationCut<M> {
    /// The subtrees of each unit, in the order in which one machine would come to them.
    pub units: Vec<Vec<Subtree<M>>>,
    /// Nodes expanded above all subtrees.
    pub expanded: u64,
    /// Nodes generated there, the roots of the subtrees among them; the start is not one of them.
    pub generated: u64,
    /// True if a node there was above the bound.
    pub pruned: bool,
}

impl<M> IterationCut<M> {
    /// The same cut with other moves.
    pub(crate) fn map_moves<T>(self, other: impl Fn(M) -> T) -> IterationCut<T> {
        let Self { units, expanded, generated, pruned } = self;
        let subtree = |Subtree { moves, expanded, generated }: Subtree<M>| {
            let moves = moves.into_iter().map(&other).collect();
            Subtree { moves, expanded, generated }
        };
        let units = units.into_iter().map(|unit| unit.into_iter().map(subtree).collect()).collect();
        IterationCut { units, expanded, generated, pruned }
    }
}

/// Cuts an iteration; the same start and options give the same cut everywhere.
pub(crate) fn cut<S: StateSpace, H: Heuristic<S>>(
    descent: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    root: SubtreeRoot<S, H>,
    options: CutOptions,
) -> IterationCut<S::Move> {
    let split = Split::new(space, heuristic, root, options.bound, options.fast.map_or(1, number_of_subtrees));
    let Split { roots, above: NodesAbove { expanded, generated, least, .. } } = split;
    let cut = IterationCut { units: Vec::new(), expanded, generated, pruned: least < u32::MAX };
    let mut cutter = Cutter { descent, space, heuristic, options, cut, nodes: 0 };
    for root in roots {
        cutter.visit(root);
    }
    cutter.cut
}

struct Cutter<'a, S: StateSpace, H, D> {
    descent: &'a D,
    space: &'a S,
    heuristic: &'a H,
    options: CutOptions,
    cut: IterationCut<S::Move>,
    /// Nodes of the last unit under the smaller bound.
    nodes: u64,
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Cutter<'_, S, H, D> {
    /// Takes a subtree, or the subtrees of its children.
    fn visit(&mut self, root: SubtreeRoot<S, H>) {
        let left = self.options.bound - root.path.len() as u32;
        let nodes = if left == 0 { Some(1) } else { self.nodes_below(&root) };
        if let Some(nodes) = nodes {
            return self.take(root, nodes);
        }
        self.cut.expanded += 1;
        let moves: Vec<S::Move> = self.space.moves(&root.state, root.path.last().copied()).collect();
        for m in moves {
            self.cut.generated += 1;
            match self.heuristic.child(&root.state, &root.node, m, left - 1) {
                Ok(node) => self.visit(root.child(self.space, m, node)),
                Err(value) => self.cut.pruned |= value < u32::MAX,
            }
        }
    }

    /// The nodes of a subtree under the smaller bound, its root included; `None` if a unit should have fewer.
    fn nodes_below(&self, root: &SubtreeRoot<S, H>) -> Option<u64> {
        let CutOptions { probe, nodes, .. } = self.options;
        if self.heuristic.value(&root.node).saturating_add(root.path.len() as u32) > probe {
            return Some(1);
        }
        let mut solutions = Solutions::new(1, false);
        let mut check = |generated| if generated >= nodes { Err(LimitKind::Nodes) } else { Ok(nodes) };
        let limits = DescentLimits { bound: probe, before: 0, check: &mut check };
        let result = self.descent.descend(self.space, self.heuristic, root, limits, &mut solutions);
        (!matches!(result.end, DescentEnd::Limit(_))).then_some(1 + result.generated)
    }

    /// Adds a subtree to the last unit, or to a new one if that is large enough.
    fn take(&mut self, root: SubtreeRoot<S, H>, nodes: u64) {
        let IterationCut { units, expanded, generated, .. } = &mut self.cut;
        let subtree = Subtree { moves: root.path, expanded: *expanded, generated: *generated };
        match units.last_mut().filter(|_| self.nodes + nodes <= self.options.nodes) {
            Some(unit) => {
                unit.push(subtree);
                self.nodes += nodes;
            }
            None => {
                units.push(vec![subtree]);
                self.nodes = nodes;
            }
        }
    }
}
