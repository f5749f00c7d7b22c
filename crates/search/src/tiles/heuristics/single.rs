//! One type for all heuristics that are not a maximum, for use in a maximum: enumerations of the types of heuristics,
//! of their nodes and of their pending children.
//!
//! [`LightHeuristic`] has those with small nodes: a maximum of them alone is several times as fast. [`SingleHeuristic`]
//! has all.

use super::error::HeuristicError;
use super::function::FunctionSearch;
use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::misplaced::Misplaced;
use super::walking_distance::WalkingDistance;
use crate::space::Heuristic;
use crate::tiles::moves::Move;
use crate::tiles::pdb::{MAX_LOOKUPS, PdbHeuristic, PdbTables};
use crate::tiles::space::{TileSpace, TileState};
use crate::zero::Zero;

/// A heuristic with large nodes, boxed so that they do not make the nodes of all others large.
#[derive(Debug, Clone)]
pub(crate) struct Boxed<H>(Box<H>);

impl<H: Heuristic<TileSpace>> Heuristic<TileSpace> for Boxed<H> {
    type Node = Box<H::Node>;
    type Pending = H::Pending;
    type Error = H::Error;

    fn root(&self, state: &TileState) -> Result<Self::Node, H::Error> {
        self.0.root(state).map(Box::new)
    }

    fn value(&self, node: &Self::Node) -> u32 {
        self.0.value(node)
    }

    fn prepare(&self, state: &TileState, node: &Self::Node, m: Move, limit: u32) -> H::Pending {
        self.0.prepare(state, node, m, limit)
    }

    fn child(
        &self,
        state: &TileState,
        node: &Self::Node,
        m: Move,
        pending: H::Pending,
        limit: u32,
    ) -> Result<Self::Node, u32> {
        self.0.child(state, node, m, pending, limit).map(Box::new)
    }
}

/// Makes the three enumerations from one list of the types.
macro_rules! parts {
    (#[$inline:meta] $part:ident, $node:ident, $pending:ident: $($name:ident($heuristic:ty);)*) => {
        /// A heuristic of any of the types.
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant)] // There are at most eight of them in a search.
        pub(crate) enum $part<'t> {
            $($name($heuristic),)*
        }

        /// A node of a heuristic of any type.
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant)] // A box would cost more than the copy.
        pub(crate) enum $node<'t> {
            $($name(<$heuristic as Heuristic<TileSpace>>::Node),)*
        }

        /// A pending child of a heuristic of any type.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $pending<'t> {
            $($name(<$heuristic as Heuristic<TileSpace>>::Pending),)*
        }

        impl<'t> Heuristic<TileSpace> for $part<'t> {
            type Node = $node<'t>;
            type Pending = $pending<'t>;
            type Error = HeuristicError;

            fn root(&self, state: &TileState) -> Result<$node<'t>, HeuristicError> {
                match self {
                    $(Self::$name(heuristic) => Ok($node::$name(Heuristic::<TileSpace>::root(heuristic, state)?)),)*
                }
            }

            #[inline]
            fn value(&self, node: &$node<'t>) -> u32 {
                match (self, node) {
                    $((Self::$name(heuristic), $node::$name(node)) => {
                        Heuristic::<TileSpace>::value(heuristic, node)
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }

            fn estimate(&self, node: &$node<'t>) -> u32 {
                match (self, node) {
                    $((Self::$name(heuristic), $node::$name(node)) => {
                        Heuristic::<TileSpace>::estimate(heuristic, node)
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }

            fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
                match self {
                    $(Self::$name(heuristic) => Heuristic::<TileSpace>::expect(heuristic, parents),)*
                }
            }

            #[$inline]
            fn prepare(&self, state: &TileState, node: &$node<'t>, m: Move, limit: u32) -> $pending<'t> {
                match (self, node) {
                    $((Self::$name(heuristic), $node::$name(node)) => {
                        $pending::$name(Heuristic::<TileSpace>::prepare(heuristic, state, node, m, limit))
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }

            #[$inline]
            fn child(
                &self,
                state: &TileState,
                node: &$node<'t>,
                m: Move,
                pending: $pending<'t>,
                limit: u32,
            ) -> Result<$node<'t>, u32> {
                match (self, node, pending) {
                    $((Self::$name(heuristic), $node::$name(node), $pending::$name(pending)) => {
                        Heuristic::<TileSpace>::child(heuristic, state, node, m, pending, limit).map($node::$name)
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }
        }
    };
}

parts! {
    #[inline] LightHeuristic, LightNode, LightPending:
    Zero(&'t Zero);
    Misplaced(&'t Misplaced);
    Manhattan(&'t Manhattan);
    LinearConflict(&'t LinearConflict);
    WalkingDistance(&'t WalkingDistance);
    Function(FunctionSearch<'t>);
}

parts! {
    // Each body holds those of all types of tables: one copy is enough.
    #[inline(never)] SingleHeuristic, SingleNode, SinglePending:
    Light(LightHeuristic<'t>);
    Pdb8(PdbHeuristic<'t, 8, true>);
    Pdb64(Boxed<PdbHeuristic<'t, MAX_LOOKUPS, true>>);
    Additive8(PdbHeuristic<'t, 8, false>);
    Additive64(Boxed<PdbHeuristic<'t, MAX_LOOKUPS, false>>);
}

impl<'t> SingleHeuristic<'t> {
    /// The heuristic of some tables, compiled for about their number of lookups.
    pub(in crate::tiles) fn of_tables(tables: &'t PdbTables) -> Self {
        match (tables.is_zero_aware(), tables.lookups()) {
            (true, ..=8) => Self::Pdb8(PdbHeuristic::new(tables)),
            (true, _) => Self::Pdb64(Boxed(Box::new(PdbHeuristic::new(tables)))),
            (false, ..=8) => Self::Additive8(PdbHeuristic::new(tables)),
            (false, _) => Self::Additive64(Boxed(Box::new(PdbHeuristic::new(tables)))),
        }
    }
}
