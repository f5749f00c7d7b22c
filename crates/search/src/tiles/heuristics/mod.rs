//! Heuristics of the tile puzzle that need no files, the maximum of several heuristics, and any of them chosen at run
//! time.
//!
//! [`HeuristicKind`] names those without files, each of which has a file here, and [`Builtin`] is any of them.
//! [`FunctionHeuristic`] is a function of the caller's. [`TileHeuristic`] is any heuristic chosen at run time, pattern
//! databases included, and owns its data. `part` has one type for all that are not a maximum, and the maximum of
//! several; a [`Guide`] is what a beam asks of them.

mod any;
mod error;
pub(super) mod function;
mod linear_conflict;
mod manhattan;
mod misplaced;
pub(crate) mod part;
mod walking_distance;

use std::convert::Infallible;

use fifteen_puzzle::Board;

use super::{Move, TileSpace, TileState};
use crate::{Heuristic, Limits};

pub use any::TileHeuristic;
pub use error::{FunctionError, HeuristicError, MAX_PARTS};
pub use function::{FunctionHeuristic, FunctionValues, HeuristicFunction};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use walking_distance::{WalkingDistance, WalkingDistanceError};

/// A heuristic that guides a beam. It may know more of a board than its value: every sum of pattern databases says
/// something about the distance.
///
/// No method has a default: a maximum that did not pass one on would guide a beam more weakly, and nobody would notice.
pub(crate) trait Guide: Heuristic<TileSpace> {
    /// The number of sums, of which the value is the largest.
    fn sums(&self) -> u32;

    /// Prefetches what [`child_sums`](Self::child_sums) needs: many children of many nodes are asked for in advance.
    fn prefetch(&self, state: &TileState, node: &Self::Node, m: Move);

    /// The value of a child and the total of its sums, without its node.
    ///
    /// # Errors
    /// Those of [`child`](Heuristic::child).
    fn child_sums(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32>;
}

/// The heuristics that need no files, by name, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicKind {
    /// `zero`: nothing is known.
    Zero,
    /// `misplaced`: see [`Misplaced`].
    Misplaced,
    /// `manhattan`: see [`Manhattan`].
    Manhattan,
    /// `linear-conflict`: see [`LinearConflict`].
    LinearConflict,
    /// `walking-distance`: see [`WalkingDistance`].
    WalkingDistance,
}

fifteen_puzzle::named!(
    HeuristicKind, "heuristic":
    Zero = "zero", Misplaced = "misplaced", Manhattan = "manhattan", LinearConflict = "linear-conflict",
    WalkingDistance = "walking-distance"
);

impl HeuristicKind {
    /// A description in one line.
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

/// A heuristic that needs no files, with its data.
#[derive(Debug)]
pub(crate) enum Builtin {
    Zero,
    Misplaced,
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
}

/// A node of any heuristic without tables: small, so a maximum of two of them is fast.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LightNode {
    value: u32,
    /// For walking distance: where the entries of the board's rows and columns begin.
    offsets: [u32; 2],
}

impl From<u32> for LightNode {
    #[inline]
    fn from(value: u32) -> Self {
        Self {
            value,
            offsets: [0; 2],
        }
    }
}

impl Builtin {
    /// The heuristic for a goal.
    fn new(
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
                Self::WalkingDistance(WalkingDistance::new(goal, limits)?)
            }
        })
    }

    /// Bytes of the tables that are read during a search.
    fn bytes(&self) -> u64 {
        if let Self::WalkingDistance(walking) = self {
            walking.bytes()
        } else {
            0
        }
    }

    /// True if it knows too little to lead a beam to the goal.
    pub(super) fn is_blind(&self) -> bool {
        matches!(self, Self::Zero | Self::Misplaced)
    }

    /// True if the value of a board does not depend on the cell of the blank.
    pub(crate) fn ignores_blank(&self) -> bool {
        matches!(
            self,
            Self::Zero | Self::Misplaced | Self::Manhattan(_) | Self::LinearConflict(_)
        )
    }
}

impl Heuristic<TileSpace> for Builtin {
    type Node = LightNode;
    type Error = Infallible;

    fn root(&self, state: &TileState) -> Result<LightNode, Infallible> {
        Ok(match self {
            Self::Zero => LightNode::default(),
            Self::Misplaced => Misplaced.root(state)?.into(),
            Self::Manhattan(manhattan) => manhattan.root(state)?.into(),
            Self::LinearConflict(conflict) => conflict.root(state)?.into(),
            Self::WalkingDistance(walking) => walking.root(state)?,
        })
    }

    #[inline]
    fn value(&self, node: &LightNode) -> u32 {
        node.value
    }

    #[inline]
    fn child(
        &self,
        state: &TileState,
        node: &LightNode,
        m: Move,
        limit: u32,
    ) -> Result<LightNode, u32> {
        let value = match self {
            Self::Zero => Ok(0),
            Self::Misplaced => Misplaced.child(state, &node.value, m, limit),
            Self::Manhattan(manhattan) => manhattan.child(state, &node.value, m, limit),
            Self::LinearConflict(conflict) => conflict.child(state, &node.value, m, limit),
            Self::WalkingDistance(walking) => return walking.child(state, node, m, limit),
        };
        value.map(LightNode::from)
    }
}
