//! The traits through which algorithms see a puzzle: [`StateSpace`], [`KeyedSpace`] and
//! [`Heuristic`].

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle: its states, the moves between them, and the goal. Every move costs 1 and can be undone
/// by another move.
///
/// A depth-first search keeps a single state, which it changes with [`apply`](Self::apply) and
/// [`undo`](Self::undo). A state may therefore be large, but a move should be small. All threads of
/// a search share the space and pass states and moves to each other.
pub trait StateSpace: Sync {
    /// A position of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move, with all the data that is needed to undo it.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Returns the moves from a state in the order in which they are tried, without the move that
    /// would undo `last`.
    ///
    /// `last` is the move that led to `state`, or `None` at the start. Return an iterator of known
    /// length if possible, such as one over a slice, so that the search can allocate memory for all
    /// moves at once.
    fn moves(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
    ) -> impl Iterator<Item = Self::Move>;

    /// Changes `state` by a move that [`moves`](Self::moves) returned for it.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Returns the state after a move that [`moves`](Self::moves) returned for `state`, which is
    /// left unchanged.
    #[inline]
    fn after(&self, state: &Self::State, m: Self::Move) -> Self::State {
        let mut after = state.clone();
        self.apply(&mut after, m);
        after
    }

    /// Undoes the move that led to `state`.
    fn undo(&self, state: &mut Self::State, m: Self::Move);

    /// Returns whether the state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the parity of the solution length from a state (0 if every solution has an even
    /// number of moves, 1 if an odd number), or `None` if both occur.
    ///
    /// If the parity is known, iterative deepening can raise its bound by 2 instead of 1, and
    /// starts from a bound of that parity.
    fn parity(&self, state: &Self::State) -> Option<u32>;
}

/// A state space whose states can be packed into keys of a fixed length. Searches that store every
/// state they reach store the keys, because they are shorter than the states.
pub trait KeyedSpace: StateSpace {
    /// Returns the length of a key in bytes, which does not depend on the state.
    fn key_bytes(&self) -> usize;

    /// Writes the key of a state into a slice of [`key_bytes`](Self::key_bytes) bytes. Different
    /// states must have different keys.
    fn write_key(&self, state: &Self::State, key: &mut [u8]);

    /// Returns the state whose key [`write_key`](Self::write_key) wrote.
    fn read_key(&self, key: &[u8]) -> Self::State;
}

/// A lower bound on the distance to the goal, computed incrementally: a child's value is derived
/// from its parent's.
///
/// The value must never exceed the true distance. It is therefore 0 at the goal, and searches apply
/// the goal test only to states of value 0. Values need not be consistent, which means that a move
/// may change them by more than 1. All threads of a search share the heuristic.
pub trait Heuristic<S: StateSpace>: Sync {
    /// What the heuristic stores for a state: its value, and the data from which the values of its
    /// children are quickly computed.
    type Node: Clone + Send + Sync;
    /// The reason why a state cannot be evaluated, such as a damaged table. Most heuristics cannot
    /// fail and use `Infallible`.
    type Error;

    /// Evaluates a state from scratch, without its parent.
    ///
    /// # Errors
    /// Returns an error if the state cannot be evaluated, for example because a table is damaged.
    fn root(&self, state: &S::State) -> Result<Self::Node, Self::Error>;

    /// Returns the value of an evaluated state, or `u32::MAX` if the goal cannot be reached from
    /// it.
    fn value(&self, node: &Self::Node) -> u32;

    /// Evaluates the child that the move `m` leads to. `state` and `node` belong to its parent.
    ///
    /// # Errors
    /// Returns an error if and only if the child's value exceeds `limit`, so that the child is
    /// pruned. The error is a number greater than `limit` but not greater than the value. It may be
    /// less than the value, so that a maximum of several lower bounds need not be computed
    /// completely. It is `u32::MAX` if the goal cannot be reached. In spaces without a known
    /// parity, the search derives its next bound from it.
    fn child(
        &self,
        state: &S::State,
        node: &Self::Node,
        m: S::Move,
        limit: u32,
    ) -> Result<Self::Node, u32>;

    /// Returns an estimate of the distance in hundredths of a move, by which best-first searches
    /// then rank nodes. It may exceed the distance. The default, `None`, ranks nodes by their
    /// value.
    fn estimate(&self, node: &Self::Node) -> Option<u32> {
        let _ = node;
        None
    }

    /// Announces that the children of these states will be evaluated next, so that the heuristic
    /// can compute all their values together. Each state comes with the move that led to it.
    fn expect(&self, parents: &mut dyn Iterator<Item = (S::State, Option<S::Move>)>) {
        let _ = parents;
    }
}

/// Lets a reference to a heuristic be used as a heuristic.
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

/// The heuristic whose value is 0 for every state. It turns IDA* into iterative deepening.
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
