//! The maximum of several heuristics of any types.

use super::HeuristicError;
use super::part::{Part, PartNode, PartPending};
use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::space::{TileSpace, TileState};

/// The largest of up to `N` values; the parts are asked in order, until one is above the limit.
#[derive(Debug)]
pub(super) struct Max<'t, const N: usize>(Vec<Part<'t>>);

/// The parts' nodes, and the largest value.
#[derive(Debug, Clone)]
pub(super) struct Node<'t, const N: usize> {
    parts: [PartNode<'t>; N],
    value: u32,
}

impl<'t, const N: usize> Max<'t, N> {
    /// The maximum of these parts, at most `N`.
    pub(super) fn new(mut parts: Vec<Part<'t>>) -> Self {
        parts.truncate(N);
        Self(parts)
    }
}

impl<'t, const N: usize> Heuristic<TileSpace> for Max<'t, N> {
    type Node = Node<'t, N>;
    type Pending = [PartPending<'t>; N];
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<Node<'t, N>, HeuristicError> {
        let mut node = Node { parts: [const { PartNode::None(std::marker::PhantomData) }; N], value: 0 };
        for (part, place) in self.0.iter().zip(&mut node.parts) {
            *place = part.root(state)?;
            node.value = node.value.max(part.value(place));
        }
        Ok(node)
    }

    #[inline]
    fn value(&self, node: &Node<'t, N>) -> u32 {
        node.value
    }

    #[inline]
    fn prepare(&self, state: &TileState, node: &Node<'t, N>, m: Move) -> [PartPending<'t>; N] {
        let mut pending = [PartPending::None(std::marker::PhantomData); N];
        for ((part, node), place) in self.0.iter().zip(&node.parts).zip(&mut pending) {
            *place = part.prepare(state, node, m);
        }
        pending
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &Node<'t, N>,
        m: Move,
        pending: [PartPending<'t>; N],
        limit: u32,
    ) -> Result<Node<'t, N>, u32> {
        let mut child = Node { parts: [const { PartNode::None(std::marker::PhantomData) }; N], value: 0 };
        for (i, part) in self.0.iter().enumerate() {
            child.parts[i] = part.child(state, &node.parts[i], m, pending[i], limit)?;
            child.value = child.value.max(part.value(&child.parts[i]));
        }
        Ok(child)
    }
}
