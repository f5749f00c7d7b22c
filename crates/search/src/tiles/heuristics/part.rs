//! [`Part`], any heuristic that is not a maximum, and [`MaxOf`], the maximum of several.

use super::Guide;
use super::function::FunctionSearch;
use super::{Builtin, HeuristicError, LightNode};
use crate::Heuristic;
use crate::tiles::pdb::{PdbHeuristic, PdbNode};
use crate::tiles::{MAX_LOOKUPS, Move, PdbTables, TileSpace, TileState};

/// The most lookups of tables whose nodes are kept within the nodes of parts.
const FEW: usize = 8;

/// A heuristic that is not a maximum.
#[derive(Debug, Clone)]
pub(crate) enum Part<'t> {
    Builtin(&'t Builtin),
    Function(FunctionSearch<'t>),
    /// Tables with few lookups.
    Few(PdbHeuristic<'t, FEW>),
    /// Tables with many lookups. Their nodes are boxed, so that they do not make all others large.
    Many(PdbHeuristic<'t, MAX_LOOKUPS>),
}

/// A node of a heuristic that is not a maximum.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // A box would cost more than the copy.
pub(crate) enum PartNode {
    Light(LightNode),
    Few(PdbNode<FEW>),
    Many(Box<PdbNode<MAX_LOOKUPS>>),
}

impl<'t> Part<'t> {
    /// The heuristic of some tables.
    pub(in crate::tiles) fn of_tables(tables: &'t PdbTables) -> Self {
        if tables.lookups() <= FEW {
            Self::Few(PdbHeuristic::new(tables))
        } else {
            Self::Many(PdbHeuristic::new(tables))
        }
    }
}

#[cold]
fn other_node() -> ! {
    unreachable!("a node of another heuristic")
}

impl Heuristic<TileSpace> for Part<'_> {
    type Node = PartNode;
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<PartNode, HeuristicError> {
        Ok(match self {
            Self::Builtin(heuristic) => PartNode::Light(heuristic.root(state)?),
            Self::Function(function) => PartNode::Light(function.root(state)?.into()),
            Self::Few(tables) => PartNode::Few(tables.root(state)?),
            Self::Many(tables) => PartNode::Many(Box::new(tables.root(state)?)),
        })
    }

    #[inline]
    fn value(&self, node: &PartNode) -> u32 {
        match (self, node) {
            (Self::Builtin(_), PartNode::Light(node)) => node.value,
            (Self::Function(function), PartNode::Light(node)) => function.value(&node.value),
            (Self::Few(tables), PartNode::Few(node)) => tables.value(node),
            (Self::Many(tables), PartNode::Many(node)) => tables.value(node),
            _ => other_node(),
        }
    }

    // It holds the code of all kinds of tables: one copy is enough.
    #[inline(never)]
    fn child(
        &self,
        state: &TileState,
        node: &PartNode,
        m: Move,
        limit: u32,
    ) -> Result<PartNode, u32> {
        Ok(match (self, node) {
            (Self::Builtin(heuristic), PartNode::Light(node)) => {
                PartNode::Light(heuristic.child(state, node, m, limit)?)
            }
            (Self::Function(function), PartNode::Light(node)) => {
                PartNode::Light(function.child(state, &node.value, m, limit)?.into())
            }
            (Self::Few(tables), PartNode::Few(node)) => {
                PartNode::Few(tables.child(state, node, m, limit)?)
            }
            (Self::Many(tables), PartNode::Many(node)) => {
                PartNode::Many(Box::new(tables.child(state, node, m, limit)?))
            }
            _ => other_node(),
        })
    }

    fn estimate(&self, node: &PartNode) -> Option<u32> {
        let (Self::Function(function), PartNode::Light(node)) = (self, node) else {
            return None;
        };
        function.estimate(&node.value)
    }

    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        if let Self::Function(function) = self {
            function.expect(parents);
        }
    }
}

impl Guide for Part<'_> {
    fn sums(&self) -> u32 {
        match self {
            Self::Builtin(_) | Self::Function(_) => 1,
            Self::Few(tables) => tables.sums(),
            Self::Many(tables) => tables.sums(),
        }
    }

    fn prefetch(&self, state: &TileState, node: &PartNode, m: Move) {
        match (self, node) {
            (Self::Builtin(_) | Self::Function(_), PartNode::Light(_)) => (),
            (Self::Few(tables), PartNode::Few(node)) => tables.prefetch(state, node, m),
            (Self::Many(tables), PartNode::Many(node)) => tables.prefetch(state, node, m),
            _ => other_node(),
        }
    }

    fn child_sums(
        &self,
        state: &TileState,
        node: &PartNode,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32> {
        match (self, node) {
            (Self::Builtin(heuristic), PartNode::Light(node)) => heuristic
                .child(state, node, m, limit)
                .map(|child| (child.value, child.value)),
            (Self::Function(function), PartNode::Light(node)) => {
                let child = function.child(state, &node.value, m, limit)?;
                let value = function.value(&child);
                Ok((value, function.estimate(&child).unwrap_or(value)))
            }
            (Self::Few(tables), PartNode::Few(node)) => tables.child_sums(state, node, m, limit),
            (Self::Many(tables), PartNode::Many(node)) => tables.child_sums(state, node, m, limit),
            _ => other_node(),
        }
    }
}

/// The largest of up to `N` values; the parts are evaluated in order until one is above the limit.
#[derive(Debug)]
pub(crate) struct MaxOf<P, const N: usize>(Vec<P>);

/// The parts' nodes, `None` beyond the last part, and the largest value.
#[derive(Debug, Clone)]
pub(crate) struct MaxNode<T, const N: usize> {
    parts: [Option<T>; N],
    value: u32,
}

impl<P, const N: usize> MaxOf<P, N> {
    /// The maximum of these parts, at most `N`.
    pub(crate) fn new(mut parts: Vec<P>) -> Self {
        parts.truncate(N);
        Self(parts)
    }

    /// Each part with its node.
    #[inline]
    fn with_nodes<'n, T>(
        &'n self,
        node: &'n MaxNode<T, N>,
    ) -> impl Iterator<Item = (&'n P, &'n T)> {
        self.0.iter().zip(node.parts.iter().flatten())
    }
}

impl<P: Heuristic<TileSpace>, const N: usize> Heuristic<TileSpace> for MaxOf<P, N> {
    type Node = MaxNode<P::Node, N>;
    type Error = P::Error;

    fn root(&self, state: &TileState) -> Result<Self::Node, P::Error> {
        let mut node = MaxNode {
            parts: [const { None }; N],
            value: 0,
        };
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

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<Self::Node, u32> {
        let mut child = MaxNode {
            parts: [const { None }; N],
            value: 0,
        };
        for ((part, node), place) in self.with_nodes(node).zip(&mut child.parts) {
            let part_node = part.child(state, node, m, limit)?;
            child.value = child.value.max(part.value(&part_node));
            *place = Some(part_node);
        }
        Ok(child)
    }

    fn estimate(&self, node: &Self::Node) -> Option<u32> {
        self.with_nodes(node)
            .filter_map(|(part, node)| part.estimate(node))
            .max()
    }

    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        // A part that asks in advance, which few do, takes all of them.
        self.0.iter().for_each(|part| part.expect(parents));
    }
}

impl<P: Guide, const N: usize> Guide for MaxOf<P, N> {
    fn sums(&self) -> u32 {
        self.0.iter().map(Guide::sums).sum()
    }

    fn prefetch(&self, state: &TileState, node: &Self::Node, m: Move) {
        self.with_nodes(node)
            .for_each(|(part, node)| part.prefetch(state, node, m));
    }

    fn child_sums(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32> {
        self.with_nodes(node)
            .try_fold((0, 0), |(value, total), (part, node)| {
                let (part_value, part_total) = part.child_sums(state, node, m, limit)?;
                Ok((part_value.max(value), part_total + total))
            })
    }
}
