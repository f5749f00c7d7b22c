//! The maximum of several heuristics of any types.

use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::space::{TileSpace, TileState};

/// The largest of up to `N` values; the parts are evaluated in order until one is above the limit.
#[derive(Debug)]
pub(in crate::tiles) struct MaxOf<P, const N: usize>(Vec<P>);

/// The parts' nodes, `None` beyond the last part, and the largest value.
#[derive(Debug, Clone)]
pub(in crate::tiles) struct MaxNode<T, const N: usize> {
    parts: [Option<T>; N],
    value: u32,
}

impl<P, const N: usize> MaxOf<P, N> {
    /// The maximum of these parts, at most `N`.
    pub(in crate::tiles) fn new(mut parts: Vec<P>) -> Self {
        parts.truncate(N);
        Self(parts)
    }
}

impl<P: Heuristic<TileSpace>, const N: usize> Heuristic<TileSpace> for MaxOf<P, N> {
    type Node = MaxNode<P::Node, N>;
    type Pending = [Option<P::Pending>; N];
    type Error = P::Error;

    fn root(&self, state: &TileState) -> Result<Self::Node, P::Error> {
        let mut node = MaxNode { parts: [const { None }; N], value: 0 };
        for (part, place) in self.0.iter().zip(&mut node.parts) {
            let part_node = part.root(state)?;
            node.value = node.value.max(part.value(&part_node));
            *place = Some(part_node);
        }
        Ok(node)
    }

    #[inline]
    fn value(&self, node: &Self::Node) -> u32 {
        node.value
    }

    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        // A part that asks in advance, which few do, takes all of them.
        self.0.iter().for_each(|part| part.expect(parents));
    }

    #[inline]
    fn prepare(&self, state: &TileState, node: &Self::Node, m: Move, limit: u32) -> Self::Pending {
        let mut pending = [const { None }; N];
        for ((part, node), place) in self.0.iter().zip(&node.parts).zip(&mut pending) {
            *place = node.as_ref().map(|node| part.prepare(state, node, m, limit));
        }
        pending
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        pending: Self::Pending,
        limit: u32,
    ) -> Result<Self::Node, u32> {
        let mut child = MaxNode { parts: [const { None }; N], value: 0 };
        let parts = self.0.iter().zip(&node.parts).zip(pending).zip(&mut child.parts);
        for (((part, node), pending), place) in parts {
            if let (Some(node), Some(pending)) = (node, pending) {
                let part_node = part.child(state, node, m, pending, limit)?;
                child.value = child.value.max(part.value(&part_node));
                *place = Some(part_node);
            }
        }
        Ok(child)
    }
}
