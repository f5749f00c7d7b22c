//! The traits through which every algorithm sees a puzzle: [`StateSpace`], [`KeyedSpace`] and [`Heuristic`].

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle: its states, the moves between them, and the goal. Every move costs 1, and another move can take it back.
///
/// A depth-first search has a single state, which it changes with [`apply`](Self::apply) and [`undo`](Self::undo). So a
/// state may be large, but a move should be small. The threads of a search share the space, and pass states and moves to
/// each other.
pub trait StateSpace: Sync {
    /// A position of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move, with everything that is needed to take it back.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The moves of a state in the order in which they are tried, except the one that takes back `last`.
    ///
    /// `last` is the move that led to `state`, or `None` at the start. An iterator that knows its length, such as one over
    /// a slice, is best, because the search then allocates only once.
    fn moves(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
    ) -> impl Iterator<Item = Self::Move>;

    /// Makes a move that [`moves`](Self::moves) returned.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// The state after a move that [`moves`](Self::moves) returned.
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

    /// The parity (0 or 1) of the length of all solutions from a state, if they have the same one.
    ///
    /// With a parity, the bounds of a search grow by 2, and a first bound of the other parity is raised by 1.
    fn parity(&self, state: &Self::State) -> Option<u32>;
}

/// A state space whose states can be stored as keys, for searches that keep every state. Keys are shorter than states.
pub trait KeyedSpace: StateSpace {
    /// Length of a key in bytes, the same for all states.
    fn key_bytes(&self) -> usize;

    /// Writes the key of a state to a slice of [`key_bytes`](Self::key_bytes) bytes. Different states have different keys.
    fn write_key(&self, state: &Self::State, key: &mut [u8]);

    /// The state of a key that [`write_key`](Self::write_key) wrote.
    fn read_key(&self, key: &[u8]) -> Self::State;
}

/// A lower bound of the distance to the goal, which is computed for a child from its parent.
///
/// A value must never exceed the distance. So it is 0 at the goal, and searches test only states of value 0. Values need
/// not be consistent. The threads of a search share the heuristic.
pub trait Heuristic<S: StateSpace>: Sync {
    /// What the heuristic stores for a state: its value, and data from which the values of its children follow quickly.
    type Node: Clone + Send + Sync;
    /// Why a state cannot be evaluated, such as a damaged table. `Infallible` for most heuristics.
    type Error;

    /// Evaluates a state without its parent.
    ///
    /// # Errors
    /// Returns an error if the state cannot be evaluated, for example because a table is damaged.
    fn root(&self, state: &S::State) -> Result<Self::Node, Self::Error>;

    /// The value of a node, or `u32::MAX` if the goal cannot be reached.
    fn value(&self, node: &Self::Node) -> u32;

    /// Evaluates the child after a move. `state` and `node` belong to the parent.
    ///
    /// # Errors
    /// Returns an error if and only if the child's value exceeds `limit`. The error is a number above `limit` that does not
    /// exceed the value: the value itself, one part of a maximum, or `u32::MAX` if the goal cannot be reached. In spaces
    /// without a parity it determines the next bound.
    fn child(
        &self,
        state: &S::State,
        node: &Self::Node,
        m: S::Move,
        limit: u32,
    ) -> Result<Self::Node, u32>;

    /// The estimate of the distance by which nodes are ranked, in hundredths of a move, or `None` to rank them by value.
    fn estimate(&self, node: &Self::Node) -> Option<u32> {
        let _ = node;
        None
    }

    /// Announces that the children of these states will be evaluated next. Each state comes with the move that led to it.
    fn expect(&self, parents: &mut dyn Iterator<Item = (S::State, Option<S::Move>)>) {
        let _ = parents;
    }
}

/// A reference to a heuristic is a heuristic.
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

/// The heuristic with the value 0 for every state. With it, IDA* is iterative deepening.
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
