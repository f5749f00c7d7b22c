//! One heuristic of several: enumerations of all types of them, of their nodes and of what they prepare.
//!
//! Those with small nodes have enumerations of their own: a maximum of them alone is several times as fast.

use crate::space::Heuristic;
use crate::tiles::any::{HeuristicError, WithHeuristic};
use crate::tiles::linear_conflict::LinearConflict;
use crate::tiles::manhattan::Manhattan;
use crate::tiles::misplaced::Misplaced;
use crate::tiles::moves::Move;
use crate::tiles::pdb::{PdbHeuristic, PdbTables};
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
    Pdb4x1(PdbHeuristic<'t, 4, 1, true>), this, work => work.with(this);
    Pdb24x1(Boxed<PdbHeuristic<'t, 24, 1, true>>), this, work => work.with(&*this.0);
    Pdb4x2(PdbHeuristic<'t, 4, 2, true>), this, work => work.with(this);
    Pdb8x2(PdbHeuristic<'t, 8, 2, true>), this, work => work.with(this);
    Pdb48x2(Boxed<PdbHeuristic<'t, 48, 2, true>>), this, work => work.with(&*this.0);
    Pdb8x4(PdbHeuristic<'t, 8, 4, true>), this, work => work.with(this);
    Pdb32x16(Boxed<PdbHeuristic<'t, 32, 16, true>>), this, work => work.with(&*this.0);
    Pdb64x16(Boxed<PdbHeuristic<'t, 64, 16, true>>), this, work => work.with(&*this.0);
    Additive24x1(Boxed<PdbHeuristic<'t, 24, 1, false>>), this, work => work.with(&*this.0);
    Additive48x2(Boxed<PdbHeuristic<'t, 48, 2, false>>), this, work => work.with(&*this.0);
    Additive64x16(Boxed<PdbHeuristic<'t, 64, 16, false>>), this, work => work.with(&*this.0);
}

impl<'t> Part<'t> {
    /// The same heuristic among those whose nodes are small.
    pub(crate) fn light(&self) -> Option<LightPart<'t>> {
        if let Self::Light(light) = self { Some(light.clone()) } else { None }
    }
}

/// The heuristic of some tables, compiled for about their number of look-ups and sums.
pub(in crate::tiles) fn tables_part<D: AsRef<[u8]>>(tables: &PdbTables<D>) -> Part<'_> {
    match (tables.is_zero_aware(), tables.looks(), tables.sums()) {
        (true, ..=4, 1) => Part::Pdb4x1(PdbHeuristic::new(tables)),
        (true, _, 1) => Part::Pdb24x1(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (true, ..=4, 2) => Part::Pdb4x2(PdbHeuristic::new(tables)),
        (true, ..=8, 2) => Part::Pdb8x2(PdbHeuristic::new(tables)),
        (true, _, 2) => Part::Pdb48x2(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (true, ..=8, ..=4) => Part::Pdb8x4(PdbHeuristic::new(tables)),
        (true, ..=32, _) => Part::Pdb32x16(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (true, _, _) => Part::Pdb64x16(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (false, _, 1) => Part::Additive24x1(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (false, _, 2) => Part::Additive48x2(Boxed(Box::new(PdbHeuristic::new(tables)))),
        (false, _, _) => Part::Additive64x16(Boxed(Box::new(PdbHeuristic::new(tables)))),
    }
}
