//! One type for all heuristics without tables. Their nodes are small, so a maximum of two of them is fast.

use super::Builtin;
use super::error::HeuristicError;
use super::function::FunctionSearch;
use super::guide::Guide;
use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::space::{TileSpace, TileState};

/// A heuristic without tables, in one search.
#[derive(Debug, Clone)]
pub(crate) enum Light<'t> {
    Builtin(&'t Builtin),
    Function(FunctionSearch<'t>),
}

/// A node of any heuristic without tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LightNode {
    pub(super) value: u32,
    /// For walking distance: where the entries of the board's rows and columns begin.
    pub(super) offsets: [u32; 2],
}

impl From<u32> for LightNode {
    #[inline]
    fn from(value: u32) -> Self {
        Self { value, offsets: [0; 2] }
    }
}

impl Heuristic<TileSpace> for Light<'_> {
    type Node = LightNode;
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<LightNode, HeuristicError> {
        match self {
            Self::Builtin(heuristic) => heuristic.root(state).map_err(Into::into),
            Self::Function(function) => function.root(state).map(LightNode::from),
        }
    }

    #[inline]
    fn value(&self, node: &LightNode) -> u32 {
        node.value
    }

    #[inline]
    fn child(&self, state: &TileState, node: &LightNode, m: Move, limit: u32) -> Result<LightNode, u32> {
        match self {
            Self::Builtin(heuristic) => heuristic.child(state, node, m, limit),
            Self::Function(function) => function.child(state, &node.value, m, limit).map(LightNode::from),
        }
    }
}

impl Guide for Light<'_> {
    fn sums(&self) -> u32 {
        1
    }

    fn prefetch(&self, _: &TileState, _: &LightNode, _: Move) {}

    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        if let Self::Function(function) = self {
            function.expect(parents);
        }
    }

    fn child_sums(&self, state: &TileState, node: &LightNode, m: Move, limit: u32) -> Result<(u32, u32), u32> {
        self.child(state, node, m, limit).map(|child| (child.value, child.value))
    }
}
