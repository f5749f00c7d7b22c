//! Cutting one iteration into units: runs of subtrees that may be searched anywhere, in any order, and put together again
//! into what one machine counts.
//!
//! How large a subtree is going to be is judged by its nodes under a smaller bound, one whose whole iteration is quickly
//! searched: a subtree that is too large there is replaced by its children, and small ones that follow each other make one unit.

use super::split::Split;
use super::subtrees;
use crate::deepening::End;
use crate::descent::{Descend, Extent, Found, Seed};
use crate::ida::IdaOptions;
use crate::limits::LimitKind;
use crate::space::{Heuristic, StateSpace};

/// How an iteration is to be cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CutOptions {
    /// Nodes of depth + value above this are pruned.
    pub(crate) bound: u32,
    /// In fast mode, the nodes expanded in the iteration before: [`super::search`] cuts by them, and counts accordingly.
    pub(crate) fast: Option<u64>,
    /// The smaller bound by which subtrees are judged.
    pub(crate) probe: u32,
    /// Nodes that a unit should have under the smaller bound.
    pub(crate) nodes: u64,
}

/// A subtree, and what one machine has counted above the subtrees when it comes to this one.
#[derive(Debug, Clone)]
pub(crate) struct Above<M> {
    /// The moves that lead to its root.
    pub(crate) moves: Vec<M>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

/// An iteration that was cut.
#[derive(Debug)]
pub(crate) struct Cut<M> {
    /// In the order in which one depth-first search would come to them.
    pub(crate) units: Vec<Vec<Above<M>>>,
    /// Nodes expanded above all subtrees.
    pub(crate) expanded: u64,
    /// Nodes generated there, the roots of the subtrees among them; the start is not one of them.
    pub(crate) generated: u64,
    /// The smallest depth + value above the bound that was seen there, or `u32::MAX`.
    pub(crate) least: u32,
}

/// Cuts an iteration; the same start and options are cut the same way everywhere.
pub(crate) fn cut<S: StateSpace, H: Heuristic<S>>(
    descend: &impl Descend<S, H>,
    space: &S,
    heuristic: &H,
    root: Seed<S, H>,
    options: CutOptions,
) -> Cut<S::Move> {
    let split = Split::new(space, heuristic, root, options.bound, options.fast.map_or(1, subtrees));
    let Split { seeds, expanded, generated, least } = split;
    let cut = Cut { units: Vec::new(), expanded, generated, least };
    let mut cutter = Cutter { descend, space, heuristic, options, cut, nodes: 0 };
    for seed in seeds {
        cutter.visit(seed);
    }
    cutter.cut
}

struct Cutter<'a, S: StateSpace, H, D> {
    descend: &'a D,
    space: &'a S,
    heuristic: &'a H,
    options: CutOptions,
    cut: Cut<S::Move>,
    /// Nodes of the last unit under the smaller bound.
    nodes: u64,
}

impl<S: StateSpace, H: Heuristic<S>, D: Descend<S, H>> Cutter<'_, S, H, D> {
    /// Takes a subtree, or those of its children.
    fn visit(&mut self, seed: Seed<S, H>) {
        let left = self.options.bound - seed.path.len() as u32;
        let whole = left == 0 || self.heuristic.value(&seed.node) == 0 && self.space.is_goal(&seed.state);
        let nodes = if whole { Some(1) } else { self.nodes_below(&seed) };
        if let Some(nodes) = nodes {
            return self.take(seed, nodes);
        }
        self.cut.expanded += 1;
        let moves: Vec<S::Move> = self.space.moves(&seed.state, seed.path.last().copied()).collect();
        for m in moves {
            self.cut.generated += 1;
            let pending = self.heuristic.prepare(&seed.state, &seed.node, m, left - 1);
            match self.heuristic.child(&seed.state, &seed.node, m, pending, left - 1) {
                Ok(node) => {
                    let mut state = seed.state.clone();
                    self.space.apply(&mut state, m);
                    self.visit(Seed { state, node, path: seed.path.iter().copied().chain([m]).collect() });
                }
                Err(value) => self.cut.least = self.cut.least.min(value.saturating_add(seed.path.len() as u32 + 1)),
            }
        }
    }

    /// The root of a subtree and its nodes under the smaller bound; `None` if they are more than a unit should have.
    fn nodes_below(&self, seed: &Seed<S, H>) -> Option<u64> {
        let CutOptions { probe, nodes, .. } = self.options;
        if self.heuristic.value(&seed.node).saturating_add(seed.path.len() as u32) > probe {
            return Some(1);
        }
        let mut found = Found::new(&IdaOptions { finish_iteration: true, ..IdaOptions::default() });
        let mut check = |generated| if generated >= nodes { Err(LimitKind::Nodes) } else { Ok(nodes) };
        let extent = Extent { bound: probe, before: 0, check: &mut check };
        let descent = self.descend.descend(self.space, self.heuristic, seed, extent, &mut found);
        (!matches!(descent.end, End::Limit(_))).then_some(1 + descent.generated)
    }

    /// Adds a subtree to the last unit, or to a new one if that is large enough.
    fn take(&mut self, seed: Seed<S, H>, nodes: u64) {
        let Cut { units, expanded, generated, .. } = &mut self.cut;
        let subtree = Above { moves: seed.path, expanded: *expanded, generated: *generated };
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
