//! The built-in heuristics, which need no files: their names ([`HeuristicKind`]) and their data
//! ([`Builtin`]).

use std::convert::Infallible;
use std::sync::Arc;

use fifteen_puzzle::Board;

use super::{LinearConflict, Manhattan, Misplaced, WalkingDistance, WalkingDistanceError};
use crate::tiles::{Move, TileSpace, TileState};
use crate::{Heuristic, Limits};

/// The names of the built-in heuristics, which need no files, ordered from weakest to strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicKind {
    /// `zero`: 0 for every board.
    Zero,
    /// `misplaced`: the number of misplaced tiles ([`Misplaced`]).
    Misplaced,
    /// `manhattan`: the Manhattan distance ([`Manhattan`]).
    Manhattan,
    /// `linear-conflict`: the Manhattan distance plus linear conflicts ([`LinearConflict`]).
    LinearConflict,
    /// `walking-distance`: the walking distance ([`WalkingDistance`]).
    WalkingDistance,
}

fifteen_puzzle::named!(
    HeuristicKind, "heuristic":
    Zero = "zero", Misplaced = "misplaced", Manhattan = "manhattan", LinearConflict = "linear-conflict",
    WalkingDistance = "walking-distance"
);

impl HeuristicKind {
    /// Returns a one-line description for the command's help.
    pub fn about(self) -> &'static str {
        match self {
            Self::Zero => "0 everywhere: nothing is known",
            Self::Misplaced => "Tiles that are not on their goal cells",
            Self::Manhattan => "Rows and columns from each tile to its goal cell, added up",
            Self::LinearConflict => {
                "Manhattan, and 2 for each tile that must leave its line to let others pass"
            }
            Self::WalkingDistance => {
                "Exact moves of the tiles among the rows, and among the columns, added up"
            }
        }
    }
}

/// A built-in heuristic, with the data that it needs to evaluate boards.
#[derive(Debug)]
pub(crate) enum Builtin {
    Zero,
    Misplaced,
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(Arc<WalkingDistance>),
}

/// The data that a search stores with a state for a built-in heuristic. It is small, because A*
/// keeps it in memory for every open state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SmallNode {
    pub(crate) value: u32,
    /// Used only by walking distance: the index of the first table entry for the state of the
    /// board's rows, and the same index for its columns.
    pub(super) offsets: [u32; 2],
}

impl From<u32> for SmallNode {
    #[inline]
    fn from(value: u32) -> Self {
        Self {
            value,
            offsets: [0; 2],
        }
    }
}

impl Builtin {
    /// Builds the heuristic for a goal. Only walking distance needs large tables, and `limits`
    /// restricts the time and memory for building them.
    pub(super) fn new(
        kind: HeuristicKind,
        goal: &Board,
        limits: &Limits,
    ) -> Result<Self, WalkingDistanceError> {
        let size = goal.size();
        Ok(match kind {
            HeuristicKind::Zero => Self::Zero,
            HeuristicKind::Misplaced => Self::Misplaced,
            HeuristicKind::Manhattan => Self::Manhattan(Manhattan::new(size)),
            HeuristicKind::LinearConflict => Self::LinearConflict(LinearConflict::new(size)),
            HeuristicKind::WalkingDistance => {
                Self::WalkingDistance(Arc::new(WalkingDistance::new(goal, limits)?))
            }
        })
    }

    /// Returns the total size of the tables that a search reads, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        if let Self::WalkingDistance(walking) = self {
            walking.bytes()
        } else {
            0
        }
    }

    /// Returns whether the heuristic is too weak to guide a beam search to the goal. The beam then
    /// uses the Manhattan distance instead.
    pub(super) fn is_blind(&self) -> bool {
        match self {
            Self::Zero | Self::Misplaced => true,
            Self::Manhattan(_) | Self::LinearConflict(_) | Self::WalkingDistance(_) => false,
        }
    }

    /// Returns whether a board's value depends only on the tiles, and not on the position of the
    /// blank on the board or in the goal. If so, a bidirectional search can use the heuristic in
    /// both directions.
    pub(super) fn ignores_blank(&self) -> bool {
        match self {
            Self::Zero | Self::Misplaced | Self::Manhattan(_) | Self::LinearConflict(_) => true,
            Self::WalkingDistance(_) => false,
        }
    }
}

impl Heuristic<TileSpace> for Builtin {
    type Node = SmallNode;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<SmallNode, Infallible> {
        Ok(match self {
            Self::Zero => SmallNode::default(),
            Self::Misplaced => Misplaced.root(state)?.into(),
            Self::Manhattan(manhattan) => manhattan.root(state)?.into(),
            Self::LinearConflict(conflict) => conflict.root(state)?.into(),
            Self::WalkingDistance(walking) => walking.root(state)?,
        })
    }

    #[inline]
    fn value(&self, node: &SmallNode) -> u32 {
        node.value
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &SmallNode,
        m: Move,
        limit: u32,
    ) -> Result<SmallNode, u32> {
        let value = match self {
            Self::Zero => Ok(0),
            Self::Misplaced => Misplaced.child(state, &node.value, m, limit),
            Self::Manhattan(manhattan) => manhattan.child(state, &node.value, m, limit),
            Self::LinearConflict(conflict) => conflict.child(state, &node.value, m, limit),
            Self::WalkingDistance(walking) => return walking.child(state, node, m, limit),
        };
        value.map(SmallNode::from)
    }
}

/// The maximum of two built-in heuristics. Unlike [`AnyHeuristic::Max`](super::AnyHeuristic::Max),
/// it allocates no memory for a node. Such an allocation makes IDA* execute 2.5 times as many
/// instructions per node.
#[derive(Debug)]
pub(crate) struct MaxOfTwo(pub(crate) Arc<Builtin>, pub(crate) Arc<Builtin>);

/// A node of [`MaxOfTwo`]: the nodes of both heuristics, and the larger of their values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoNodes {
    first: SmallNode,
    second: SmallNode,
    value: u32,
}

impl TwoNodes {
    #[inline]
    fn new(first: SmallNode, second: SmallNode) -> Self {
        Self {
            first,
            second,
            value: first.value.max(second.value),
        }
    }
}

impl Heuristic<TileSpace> for MaxOfTwo {
    type Node = TwoNodes;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<TwoNodes, Infallible> {
        Ok(TwoNodes::new(self.0.root(state)?, self.1.root(state)?))
    }

    #[inline]
    fn value(&self, node: &TwoNodes) -> u32 {
        node.value
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &TwoNodes,
        m: Move,
        limit: u32,
    ) -> Result<TwoNodes, u32> {
        let first = self.0.child(state, &node.first, m, limit)?;
        let second = self.1.child(state, &node.second, m, limit)?;
        Ok(TwoNodes::new(first, second))
    }
}
