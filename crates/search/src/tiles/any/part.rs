//! One heuristic of several: enumerations of all types of them, of their nodes and of what they prepare.
//!
//! Those with small nodes have enumerations of their own: a maximum of them alone is several times as fast.

use crate::space::Heuristic;
use crate::tiles::any::{HeuristicError, WithHeuristic};
use crate::tiles::linear_conflict::LinearConflict;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::misplaced::Misplaced;
use crate::tiles::moves::Move;
use crate::tiles::pdb::{MOST_LOOKS, PdbHeuristic, View};
use crate::tiles::space::{TileSpace, TileState};
use crate::tiles::walking::WalkingDistance;
use crate::zero::Zero;

/// A large heuristic with large nodes, which lie elsewhere, so that they do not make all others large.
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

/// Lists the types once for the three enumerations, and says how work is done with each.
macro_rules! parts {
    (#[$inline:meta] $part:ident, $node:ident, $pending:ident: $($name:ident($heuristic:ty), $this:ident, $work:ident => $done:expr;)*) => {
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

        /// What a heuristic of any type prepares.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum $pending<'t> {
            $($name(<$heuristic as Heuristic<TileSpace>>::Pending),)*
        }

        impl $part<'_> {
            /// Does some work with this heuristic alone, compiled for its type.
            pub(crate) fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
                match (self, work) {
                    $((Self::$name($this), $work) => $done,)*
                }
            }
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
    #[inline] LightPart, LightNode, LightPending:
    Zero(&'t Zero), this, work => work.with(*this);
    Misplaced(&'t Misplaced), this, work => work.with(*this);
    Manhattan(&'t Manhattan), this, work => work.with(*this);
    LinearConflict(&'t LinearConflict), this, work => work.with(*this);
    WalkingDistance(&'t WalkingDistance), this, work => work.with(*this);
}

parts! {
    // Each body holds that of every type of table: one of it is enough.
    #[inline(never)] Part, PartNode, PartPending:
    Light(LightPart<'t>), this, work => this.with(work);
    Pdb8(PdbHeuristic<'t, 8, true>), this, work => work.with(this);
    Pdb64(Boxed<PdbHeuristic<'t, MOST_LOOKS, true>>), this, work => work.with(&*this.0);
    Additive8(PdbHeuristic<'t, 8, false>), this, work => work.with(this);
    Additive64(Boxed<PdbHeuristic<'t, MOST_LOOKS, false>>), this, work => work.with(&*this.0);
}

impl<'t> Part<'t> {
    /// The same heuristic among those whose nodes are small.
    pub(crate) fn light(&self) -> Option<LightPart<'t>> {
        if let Self::Light(light) = self { Some(light.clone()) } else { None }
    }
}

/// The heuristic of some tables, compiled for about their number of look-ups.
pub(in crate::tiles) fn tables_part<'t>(tables: &View<'t>) -> Part<'t> {
    match (tables.is_zero_aware(), tables.looks()) {
        (true, ..=8) => Part::Pdb8(PdbHeuristic::new(tables)),
        (true, _) => Part::Pdb64(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (false, ..=8) => Part::Additive8(PdbHeuristic::new(tables)),
        (false, _) => Part::Additive64(Boxed(Box::new(PdbHeuristic::new(tables)))),
    }
}
