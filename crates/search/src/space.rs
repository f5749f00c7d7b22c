//! The two traits through which every algorithm sees a puzzle: its state space and a heuristic for it.

use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle: states, the moves between them, and the goal. Every move costs 1 and can be taken back by a move.
///
/// A search holds one state and carries it along with [`apply`](Self::apply) and [`undo`](Self::undo), so a state may
/// be large and a move should be small.
///
/// A space is shared by the threads of a search, which hand each other states and moves.
pub trait StateSpace: Sync {
    /// One arrangement of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;
    /// One move, complete enough to be taken back.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The moves of a state in the order in which they are tried, without the one that takes back `last`.
    ///
    /// `last` is the move that led to `state`, or `None` where there is none. Best are iterators that know their
    /// length, such as those over slices: the search then makes room once.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> impl Iterator<Item = Self::Move>;

    /// Makes a move of [`moves`](Self::moves).
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Takes back the move that was made last.
    fn undo(&self, state: &mut Self::State, m: Self::Move);

    /// Whether the puzzle is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The parity (0 or 1) of the distance to the goal where all ways to it have the same, else `None`.
    ///
    /// With a parity, bounds grow by 2, and a first bound of the wrong parity is raised by 1.
    fn parity(&self, state: &Self::State) -> Option<u32>;
}

/// A lower bound of the distance to the goal, carried along from parent to child.
///
/// Values must never exceed the true distance; so they are 0 in every goal, and only states of value 0 are tested.
/// They need not be consistent. A heuristic is shared by the threads of a search.
pub trait Heuristic<S: StateSpace>: Sync {
    /// What is known about one state: its value, and whatever makes its children's values cheap.
    type Node: Clone + Send + Sync;
    /// What [`prepare`](Self::prepare) leaves for [`child`](Self::child).
    type Pending: Copy;
    /// Why the node of a state may be impossible to make: a damaged table. `Infallible` for most heuristics.
    type Error;

    /// The node of a state, from nothing.
    fn root(&self, state: &S::State) -> Result<Self::Node, Self::Error>;

    /// The node's value; `u32::MAX` where no goal can be reached.
    fn value(&self, node: &Self::Node) -> u32;

    /// First half of making a child, cheap: computes addresses and prefetches. `state` and `node` are the parent's.
    ///
    /// A search prepares all children before it asks for the first. `limit` is the one that it is going to ask with: a
    /// hint, by which work can be left out that a pruned child does not need.
    fn prepare(&self, state: &S::State, node: &Self::Node, m: S::Move, limit: u32) -> Self::Pending;

    /// Second half: the child's node, or an error if and only if its value is above `limit`.
    ///
    /// `state` and `node` are the parent's. The error is a number above `limit` that is at most the child's value:
    /// the value itself, or the part at which the work was stopped, or `u32::MAX` where no goal can be reached.
    /// Spaces without a parity take their next bound from it.
    fn child(
        &self,
        state: &S::State,
        node: &Self::Node,
        m: S::Move,
        pending: Self::Pending,
        limit: u32,
    ) -> Result<Self::Node, u32>;
}

/// A reference does what the heuristic does.
impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for &H {
    type Node = H::Node;
    type Pending = H::Pending;
    type Error = H::Error;

    fn root(&self, state: &S::State) -> Result<H::Node, H::Error> {
        (**self).root(state)
    }

    #[inline]
    fn value(&self, node: &H::Node) -> u32 {
        (**self).value(node)
    }

    #[inline]
    fn prepare(&self, state: &S::State, node: &H::Node, m: S::Move, limit: u32) -> H::Pending {
        (**self).prepare(state, node, m, limit)
    }

    #[inline]
    fn child(
        &self,
        state: &S::State,
        node: &H::Node,
        m: S::Move,
        pending: H::Pending,
        limit: u32,
    ) -> Result<H::Node, u32> {
        (**self).child(state, node, m, pending, limit)
    }
}
