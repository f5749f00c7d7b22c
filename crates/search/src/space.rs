//! The traits through which every algorithm sees a puzzle: its state space, its states as keys, and a heuristic for it;
//! and [`Zero`], a heuristic for every space.

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle: states, the moves between them, and the goal. Every move costs 1 and can be taken back by a move.
///
/// A search holds one state and carries it along with [`apply`](Self::apply) and [`undo`](Self::undo), so a state may
/// be large and a move should be small.
///
/// The threads of a search share the space, and pass states and moves to each other.
pub trait StateSpace: Sync {
    /// One arrangement of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;
    /// One move, complete enough to be taken back.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The moves of a state in the order in which they are tried, without the one that takes back `last`.
    ///
    /// `last` is the move that led to `state`, or `None` where there is none. Best are iterators that know their
    /// length, such as those over slices: the search then makes room once.
    fn moves(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
    ) -> impl Iterator<Item = Self::Move>;

    /// Makes a move of [`moves`](Self::moves).
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// The state after a move of [`moves`](Self::moves).
    #[inline]
    fn after(&self, state: &Self::State, m: Self::Move) -> Self::State {
        let mut after = state.clone();
        self.apply(&mut after, m);
        after
    }

    /// Takes back the last move.
    fn undo(&self, state: &mut Self::State, m: Self::Move);

    /// True if the puzzle is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The parity (0 or 1) of the distance to the goal if all solutions have the same parity.
    ///
    /// With a parity, bounds grow by 2, and a first bound of the wrong parity is raised by 1.
    fn parity(&self, state: &Self::State) -> Option<u32>;
}

/// A state space for searches that keep every state they have reached: as keys, which are shorter than states.
pub trait KeyedSpace: StateSpace {
    /// The number of bytes of every state's key.
    fn key_bytes(&self) -> usize;

    /// Writes the key of a state into [`key_bytes`](Self::key_bytes) bytes. Different states have different keys.
    fn write_key(&self, state: &Self::State, key: &mut [u8]);

    /// The state with a key that [`write_key`](Self::write_key) has written.
    fn read_key(&self, key: &[u8]) -> Self::State;
}

/// A lower bound of the distance to the goal, carried along from parent to child.
///
/// Values must never exceed the true distance; so they are 0 in every goal, and only states of value 0 are tested.
/// They need not be consistent. The threads of a search share the heuristic.
pub trait Heuristic<S: StateSpace>: Sync {
    /// The heuristic's knowledge of one state: its value, and data that makes its children's values cheap.
    type Node: Clone + Send + Sync;
    /// The reason why a state has no node, such as a damaged table. `Infallible` for most heuristics.
    type Error;

    /// The node of a state, from scratch.
    ///
    /// # Errors
    /// If a state has no node, such as with a damaged table.
    fn root(&self, state: &S::State) -> Result<Self::Node, Self::Error>;

    /// The node's value; `u32::MAX` where no goal can be reached.
    fn value(&self, node: &Self::Node) -> u32;

    /// The node of a child. `state` and `node` are the parent's.
    ///
    /// # Errors
    /// If and only if the child's value is above `limit`: a number above `limit` that is at most the child's value. It
    /// is the value itself, or a part of a maximum, or `u32::MAX` where no goal can be reached. Spaces without a parity
    /// take their next bound from it.
    fn child(
        &self,
        state: &S::State,
        node: &Self::Node,
        m: S::Move,
        limit: u32,
    ) -> Result<Self::Node, u32>;

    /// The estimate of the distance by which nodes are ranked, in hundredths of a move; `None` for the value.
    fn estimate(&self, node: &Self::Node) -> Option<u32> {
        let _ = node;
        None
    }

    /// Announces that the children of all these states, each with the move that led there, will be asked for next.
    fn expect(&self, parents: &mut dyn Iterator<Item = (S::State, Option<S::Move>)>) {
        let _ = parents;
    }
}

/// A reference is the same heuristic.
impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for &H {
    type Node = H::Node;
    type Error = H::Error;

    fn root(&self, state: &S::State) -> Result<H::Node, H::Error> {
        (**self).root(state)
    }

    #[inline]
    fn value(&self, node: &H::Node) -> u32 {
        (**self).value(node)
    }

    #[inline]
    fn child(
        &self,
        state: &S::State,
        node: &H::Node,
        m: S::Move,
        limit: u32,
    ) -> Result<H::Node, u32> {
        (**self).child(state, node, m, limit)
    }

    #[inline]
    fn estimate(&self, node: &H::Node) -> Option<u32> {
        (**self).estimate(node)
    }

    fn expect(&self, parents: &mut dyn Iterator<Item = (S::State, Option<S::Move>)>) {
        (**self).expect(parents);
    }
}

/// Value 0 everywhere: IDA* becomes iterative deepening.
#[derive(Debug, Clone, Copy, Default)]
pub struct Zero;

impl<S: StateSpace> Heuristic<S> for Zero {
    type Node = ();
    type Error = Infallible;

    fn root(&self, _: &S::State) -> Result<(), Infallible> {
        Ok(())
    }

    fn value(&self, (): &()) -> u32 {
        0
    }

    fn child(&self, _: &S::State, (): &(), _: S::Move, _: u32) -> Result<(), u32> {
        Ok(())
    }
}
