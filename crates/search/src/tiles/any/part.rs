//! One heuristic of several: an enumeration of all types of them, of their nodes and of what they prepare.

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

/// A heuristic whose large nodes lie elsewhere, so that they do not make the nodes of all others large.
#[derive(Debug)]
pub(crate) struct Boxed<H>(H);

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

    fn prepare(&self, state: &TileState, node: &Self::Node, m: Move) -> H::Pending {
        self.0.prepare(state, node, m)
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

/// Lists the types once for all the enumerations. `work` says which heuristic work is done with when it is alone.
macro_rules! parts {
    ($($name:ident($heuristic:ty), $this:ident => $work:expr;)*) => {
        /// A heuristic of any type.
        #[derive(Debug)]
        #[allow(clippy::large_enum_variant)] // There are at most eight of them in a search.
        pub(crate) enum Part<'t> {
            $($name($heuristic),)*
        }

        /// A node of a heuristic of any type.
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant)] // A box would cost more than the copy.
        pub(crate) enum PartNode<'t> {
            $($name(<$heuristic as Heuristic<TileSpace>>::Node),)*
            /// Where there is no heuristic. The type names the tables that the others are made of.
            #[allow(dead_code)]
            None(std::marker::PhantomData<&'t ()>),
        }

        /// What a heuristic of any type prepares.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum PartPending<'t> {
            $($name(<$heuristic as Heuristic<TileSpace>>::Pending),)*
            None(std::marker::PhantomData<&'t ()>),
        }

        impl Part<'_> {
            /// Does some work with this heuristic alone, compiled for its type.
            pub(crate) fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
                match self {
                    $(Self::$name($this) => work.with($work),)*
                }
            }
        }

        impl<'t> Heuristic<TileSpace> for Part<'t> {
            type Node = PartNode<'t>;
            type Pending = PartPending<'t>;
            type Error = HeuristicError;

            fn root(&self, state: &TileState) -> Result<PartNode<'t>, HeuristicError> {
                match self {
                    $(Self::$name(heuristic) => Ok(PartNode::$name(Heuristic::<TileSpace>::root(heuristic, state)?)),)*
                }
            }

            #[inline]
            fn value(&self, node: &PartNode<'t>) -> u32 {
                match (self, node) {
                    $((Self::$name(heuristic), PartNode::$name(node)) => {
                        Heuristic::<TileSpace>::value(heuristic, node)
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }

            #[inline]
            fn prepare(&self, state: &TileState, node: &PartNode<'t>, m: Move) -> PartPending<'t> {
                match (self, node) {
                    $((Self::$name(heuristic), PartNode::$name(node)) => {
                        PartPending::$name(Heuristic::<TileSpace>::prepare(heuristic, state, node, m))
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }

            #[inline]
            fn child(
                &self,
                state: &TileState,
                node: &PartNode<'t>,
                m: Move,
                pending: PartPending<'t>,
                limit: u32,
            ) -> Result<PartNode<'t>, u32> {
                match (self, node, pending) {
                    $((Self::$name(heuristic), PartNode::$name(node), PartPending::$name(pending)) => {
                        Heuristic::<TileSpace>::child(heuristic, state, node, m, pending, limit).map(PartNode::$name)
                    })*
                    _ => unreachable!("a node of another heuristic"),
                }
            }
        }
    };
}

parts! {
    Zero(&'t Zero), this => *this;
    Misplaced(&'t Misplaced), this => *this;
    Manhattan(&'t Manhattan), this => *this;
    LinearConflict(&'t LinearConflict), this => *this;
    WalkingDistance(&'t WalkingDistance), this => *this;
    Pdb2x1(PdbHeuristic<'t, 2, 1>), this => this;
    Pdb2x2(PdbHeuristic<'t, 2, 2>), this => this;
    Pdb4x1(PdbHeuristic<'t, 4, 1>), this => this;
    Pdb4x2(PdbHeuristic<'t, 4, 2>), this => this;
    Pdb8x1(Boxed<PdbHeuristic<'t, 8, 1>>), this => &this.0;
    Pdb8x2(Boxed<PdbHeuristic<'t, 8, 2>>), this => &this.0;
    Pdb24x1(Boxed<PdbHeuristic<'t, 24, 1>>), this => &this.0;
    Pdb24x2(Boxed<PdbHeuristic<'t, 24, 2>>), this => &this.0;
}

/// The heuristic of some tables, compiled for their number and the views.
pub(in crate::tiles) fn tables_part<D: AsRef<[u8]>>(tables: &PdbTables<D>) -> Part<'_> {
    match (tables.tables().count(), tables.reflects()) {
        (0..=2, false) => Part::Pdb2x1(PdbHeuristic::new(tables)),
        (0..=2, true) => Part::Pdb2x2(PdbHeuristic::new(tables)),
        (3..=4, false) => Part::Pdb4x1(PdbHeuristic::new(tables)),
        (3..=4, true) => Part::Pdb4x2(PdbHeuristic::new(tables)),
        (5..=8, false) => Part::Pdb8x1(Boxed(PdbHeuristic::new(tables))),
        (5..=8, true) => Part::Pdb8x2(Boxed(PdbHeuristic::new(tables))),
        (_, false) => Part::Pdb24x1(Boxed(PdbHeuristic::new(tables))),
        (_, true) => Part::Pdb24x2(Boxed(PdbHeuristic::new(tables))),
    }
}
