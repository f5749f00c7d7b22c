//! [`AnyHeuristic`]: any heuristic of the tile puzzle, chosen at run time.
//!
//! This type makes searches slower: for each child, a search has to test which heuristic the
//! [`AnyHeuristic`] contains, and to create a large node. Hot loops therefore use concrete types.
//! IDA* has a specialised [`SubtreeEngine`](crate::ida::subtree::SubtreeEngine) for each important
//! heuristic. A* and beam search are also compiled for some concrete types (see
//! [`AnyHeuristic::with_small_nodes`] and [`AnyHeuristic::search_beam`]).

use std::slice;
use std::sync::Arc;

use super::builtin::{Builtin, MaxOfTwo, SmallNode};
use super::function::FunctionSearch;
use super::{FunctionHeuristic, Guide, HeuristicError, Manhattan, WithHeuristic};
use crate::tiles::beam::BeamPass;
use crate::tiles::pdb::{PatternWord, PdbHeuristic, PdbNode};
use crate::tiles::{MAX_LOOKUPS, Move, PdbTables, TileSpace, TileState};
use crate::{Heuristic, LimitKind};

/// The node of a pattern database heuristic is stored inline in an [`AnyNode`] if the heuristic
/// reads at most this many table entries per board. Larger nodes are boxed, because otherwise every
/// `AnyNode` would take as much memory as the largest node.
const FEW_LOOKUPS: usize = 8;

/// Any heuristic of the tile puzzle. Cloning is cheap, because clones share the tables.
#[derive(Debug, Clone)]
pub(crate) enum AnyHeuristic {
    Builtin(Arc<Builtin>),
    Function(FunctionSearch),
    /// Pattern databases that read at most [`FEW_LOOKUPS`] table entries per board.
    FewLookups(Arc<PdbHeuristic<FEW_LOOKUPS>>),
    /// Pattern databases that read more than [`FEW_LOOKUPS`] table entries per board. Their nodes
    /// are boxed, so that they do not enlarge the nodes of other heuristics.
    ManyLookups(Arc<PdbHeuristic<MAX_LOOKUPS>>),
    /// The maximum of several heuristics, none of which is itself a maximum. They are evaluated in
    /// order until a value exceeds the search's limit.
    Max(Arc<[AnyHeuristic]>),
}

/// The data that a search stores with each state for an [`AnyHeuristic`]. The variant matches the
/// variant of the heuristic. For example, pattern databases store the values of their lookups.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // Boxing a node would cost more than copying it.
pub(crate) enum AnyNode {
    /// A node of a built-in heuristic or a function.
    Small(SmallNode),
    FewLookups(PdbNode<FEW_LOOKUPS>),
    ManyLookups(Box<PdbNode<MAX_LOOKUPS>>),
    Max {
        /// The maximum of the values of `nodes`, which is the value of the combined heuristic.
        value: u32,
        /// The node of each heuristic in the maximum, in the order of the heuristics.
        nodes: Box<[AnyNode]>,
    },
}

impl From<Builtin> for AnyHeuristic {
    fn from(builtin: Builtin) -> Self {
        Self::Builtin(Arc::new(builtin))
    }
}

impl From<PdbTables> for AnyHeuristic {
    fn from(tables: PdbTables) -> Self {
        let tables = Arc::new(tables);
        if tables.lookup_count() <= FEW_LOOKUPS {
            Self::FewLookups(Arc::new(PdbHeuristic::new(tables)))
        } else {
            Self::ManyLookups(Arc::new(PdbHeuristic::new(tables)))
        }
    }
}

impl From<FunctionHeuristic> for AnyHeuristic {
    fn from(function: FunctionHeuristic) -> Self {
        Self::Function(FunctionSearch::new(function, false))
    }
}

impl AnyHeuristic {
    /// Returns the Manhattan distance heuristic for the boards of a space.
    pub(crate) fn manhattan(space: &TileSpace) -> Self {
        Builtin::Manhattan(Manhattan::new(space.size())).into()
    }

    /// Returns the heuristics that form this maximum, or this heuristic alone if it is not a
    /// maximum.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Max(parts) => parts,
            part => slice::from_ref(part),
        }
    }

    /// Returns the pattern databases if this heuristic consists only of pattern databases.
    pub(in crate::tiles) fn tables(&self) -> Option<&Arc<PdbTables>> {
        match self {
            Self::FewLookups(tables) => Some(tables.tables()),
            Self::ManyLookups(tables) => Some(tables.tables()),
            _ => None,
        }
    }

    /// Converts this heuristic to a [`MaxOfTwo`] if it is the maximum of two built-in heuristics.
    pub(in crate::tiles) fn as_max_of_two(&self) -> Option<MaxOfTwo> {
        match self.parts() {
            [Self::Builtin(first), Self::Builtin(second)] => {
                Some(MaxOfTwo(Arc::clone(first), Arc::clone(second)))
            }
            _ => None,
        }
    }

    /// Returns whether this heuristic, or a part of it, is a function that the caller supplied.
    pub(super) fn has_function(&self) -> bool {
        let is_function = |part: &Self| matches!(part, Self::Function(_));
        self.parts().iter().any(is_function)
    }

    /// Returns a copy of this heuristic for a new search. The copy contains no function values from
    /// earlier searches. `takes_estimates` says whether the search accepts estimates, which can
    /// exceed the distance.
    pub(super) fn for_search(&self, takes_estimates: bool) -> Self {
        match self {
            Self::Function(function) => Self::Function(function.restarted(takes_estimates)),
            Self::Max(parts) => {
                let parts = parts.iter().map(|part| part.for_search(takes_estimates));
                Self::Max(parts.collect())
            }
            other => other.clone(),
        }
    }

    /// Returns the first error of a function during the search, or `None` if no function failed.
    pub(super) fn failure(&self) -> Option<HeuristicError> {
        self.parts().iter().find_map(|part| match part {
            Self::Function(function) => function.failure().cloned(),
            _ => None,
        })
    }

    /// Returns whether the heuristic is too weak to guide a beam search to the goal. An example is
    /// the number of misplaced tiles.
    pub(crate) fn is_blind(&self) -> bool {
        matches!(self, Self::Builtin(builtin) if builtin.is_blind())
    }

    /// Returns true if a board's value never depends on the cell of the blank. Returns false for
    /// pattern databases and functions, whose values may depend on it.
    pub(crate) fn ignores_blank(&self) -> bool {
        let ignores =
            |part: &Self| matches!(part, Self::Builtin(builtin) if builtin.ignores_blank());
        self.parts().iter().all(ignores)
    }

    /// Evaluates a board from scratch and returns its value.
    pub(crate) fn value_of(&self, state: &TileState) -> Result<u32, HeuristicError> {
        Ok(self.value(&self.root(state)?))
    }

    /// Performs an operation that stores many nodes, such as A*. The operation is compiled
    /// separately for heuristics with small nodes, and stores these nodes directly. All other
    /// heuristics share a version that stores an [`AnyNode`] for each state.
    pub(crate) fn with_small_nodes<W: WithHeuristic>(&self, work: W) -> W::Output {
        if let Some(max) = self.as_max_of_two() {
            return work.with(&max);
        }
        match self {
            Self::Builtin(builtin) => match &**builtin {
                Builtin::Manhattan(manhattan) => work.with(manhattan),
                builtin => work.with(builtin),
            },
            Self::Function(function) => work.with(function),
            other => work.with(other),
        }
    }

    /// Runs one beam search with this heuristic. Pattern databases that read at most 32 table
    /// entries per board get specialised code, which is faster.
    pub(crate) fn search_beam(&self, pass: BeamPass<'_>) -> Result<Option<Vec<Move>>, LimitKind> {
        match self {
            Self::FewLookups(tables) => pass.run(&**tables),
            Self::ManyLookups(many) if many.tables().lookup_count() <= 32 => {
                pass.run(&PdbHeuristic::<32>::new(Arc::clone(many.tables())))
            }
            other => pass.run(other),
        }
    }
}

impl AnyNode {
    /// Returns the data in a node of pattern databases: a packed pattern for each lookup, and a sum
    /// of distances for each partition. A packed pattern holds the cells of the pattern's tiles,
    /// their order and their distance. Both slices can end with unused items.
    ///
    /// # Panics
    /// Panics if the node does not belong to pattern databases.
    pub(in crate::tiles) fn patterns_and_sums(&self) -> (&[PatternWord], &[i16]) {
        match self {
            Self::FewLookups(node) => node.patterns_and_sums(),
            Self::ManyLookups(node) => node.patterns_and_sums(),
            _ => other_node(),
        }
    }
}

#[cold]
fn other_node() -> ! {
    unreachable!("a node of another heuristic")
}

impl Heuristic<TileSpace> for AnyHeuristic {
    type Node = AnyNode;
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<AnyNode, HeuristicError> {
        Ok(match self {
            Self::Builtin(builtin) => AnyNode::Small(builtin.root(state)?),
            Self::Function(function) => AnyNode::Small(function.root(state)?.into()),
            Self::FewLookups(tables) => AnyNode::FewLookups(tables.root(state)?),
            Self::ManyLookups(tables) => AnyNode::ManyLookups(Box::new(tables.root(state)?)),
            Self::Max(parts) => {
                let mut value = 0;
                let mut nodes = Vec::with_capacity(parts.len());
                for part in &**parts {
                    let node = part.root(state)?;
                    value = value.max(part.value(&node));
                    nodes.push(node);
                }
                AnyNode::Max {
                    value,
                    nodes: nodes.into(),
                }
            }
        })
    }

    #[inline]
    fn value(&self, node: &AnyNode) -> u32 {
        match (self, node) {
            (Self::Builtin(_), AnyNode::Small(node)) => node.value,
            (Self::Function(function), AnyNode::Small(node)) => function.value(&node.value),
            (Self::FewLookups(tables), AnyNode::FewLookups(node)) => tables.value(node),
            (Self::ManyLookups(tables), AnyNode::ManyLookups(node)) => tables.value(node),
            (Self::Max(_), AnyNode::Max { value, .. }) => *value,
            _ => other_node(),
        }
    }

    // Not inlined, because the function is large: it contains the code of every heuristic.
    #[inline(never)]
    fn child(
        &self,
        state: &TileState,
        node: &AnyNode,
        m: Move,
        limit: u32,
    ) -> Result<AnyNode, u32> {
        Ok(match (self, node) {
            (Self::Builtin(builtin), AnyNode::Small(node)) => {
                AnyNode::Small(builtin.child(state, node, m, limit)?)
            }
            (Self::Function(function), AnyNode::Small(node)) => {
                AnyNode::Small(function.child(state, &node.value, m, limit)?.into())
            }
            (Self::FewLookups(tables), AnyNode::FewLookups(node)) => {
                AnyNode::FewLookups(tables.child(state, node, m, limit)?)
            }
            (Self::ManyLookups(tables), AnyNode::ManyLookups(node)) => {
                AnyNode::ManyLookups(Box::new(tables.child(state, node, m, limit)?))
            }
            (Self::Max(parts), AnyNode::Max { nodes, .. }) => {
                let mut value = 0;
                let mut children = Vec::with_capacity(parts.len());
                for (part, node) in parts.iter().zip(nodes) {
                    let child = part.child(state, node, m, limit)?;
                    value = value.max(part.value(&child));
                    children.push(child);
                }
                AnyNode::Max {
                    value,
                    nodes: children.into(),
                }
            }
            _ => other_node(),
        })
    }

    fn estimate(&self, node: &AnyNode) -> Option<u32> {
        match (self, node) {
            (Self::Function(function), AnyNode::Small(node)) => function.estimate(&node.value),
            (Self::Max(parts), AnyNode::Max { nodes, .. }) => parts
                .iter()
                .zip(nodes)
                .filter_map(|(part, node)| part.estimate(node))
                .max(),
            _ => None,
        }
    }

    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        match self {
            Self::Function(function) => function.expect(parents),
            // `parents` can be iterated only once, so only the first part that iterates it can
            // evaluate the children in advance. Most parts do not use it.
            Self::Max(parts) => parts.iter().for_each(|part| part.expect(parents)),
            _ => {}
        }
    }
}

impl Guide for AnyHeuristic {
    fn sums(&self) -> u32 {
        match self {
            Self::Builtin(_) | Self::Function(_) => 1,
            Self::FewLookups(tables) => tables.sums(),
            Self::ManyLookups(tables) => tables.sums(),
            Self::Max(parts) => parts.iter().map(Guide::sums).sum(),
        }
    }

    fn prefetch(&self, state: &TileState, node: &AnyNode, m: Move) {
        match (self, node) {
            (Self::Builtin(_) | Self::Function(_), AnyNode::Small(_)) => (),
            (Self::FewLookups(tables), AnyNode::FewLookups(node)) => {
                tables.prefetch(state, node, m);
            }
            (Self::ManyLookups(tables), AnyNode::ManyLookups(node)) => {
                tables.prefetch(state, node, m);
            }
            (Self::Max(parts), AnyNode::Max { nodes, .. }) => {
                for (part, node) in parts.iter().zip(nodes) {
                    part.prefetch(state, node, m);
                }
            }
            _ => other_node(),
        }
    }

    fn child_sums(
        &self,
        state: &TileState,
        node: &AnyNode,
        m: Move,
        limit: u32,
    ) -> Result<(u32, u32), u32> {
        match (self, node) {
            (Self::Builtin(builtin), AnyNode::Small(node)) => {
                let child = builtin.child(state, node, m, limit)?;
                Ok((child.value, child.value))
            }
            (Self::Function(function), AnyNode::Small(node)) => {
                let child = function.child(state, &node.value, m, limit)?;
                let value = function.value(&child);
                Ok((value, function.estimate(&child).unwrap_or(value)))
            }
            (Self::FewLookups(tables), AnyNode::FewLookups(node)) => {
                tables.child_sums(state, node, m, limit)
            }
            (Self::ManyLookups(tables), AnyNode::ManyLookups(node)) => {
                tables.child_sums(state, node, m, limit)
            }
            (Self::Max(parts), AnyNode::Max { nodes, .. }) => {
                let mut value = 0;
                let mut total = 0;
                for (part, node) in parts.iter().zip(nodes) {
                    let (part_value, part_total) = part.child_sums(state, node, m, limit)?;
                    value = part_value.max(value);
                    total += part_total;
                }
                Ok((value, total))
            }
            _ => other_node(),
        }
    }
}
