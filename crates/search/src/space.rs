//! The traits that algorithms require of a puzzle and its heuristic: [`StateSpace`], [`KeyedSpace`]
//! and [`Heuristic`].

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle: its states, the moves between them, and the goal. Every move costs 1 and can be undone
/// by another move.
///
/// A depth-first search keeps a single state, which it changes with [`apply`](Self::apply) and
/// [`undo`](Self::undo). A state can therefore be large, but a move should be small. All threads of
/// a search share the space and exchange states and moves.
pub trait StateSpace: Sync {
    /// A position of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move, including all data needed to undo it.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Returns the moves from `state` in the order in which a search tries them, except the move
    /// that undoes `last`.
    ///
    /// `last` is the move that led to `state`, or `None` if `state` is the start state. The
    /// iterator should know its length if possible, as slice iterators do, so that the search can
    /// allocate memory for all moves at once.
    fn moves(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
    ) -> impl Iterator<Item = Self::Move>;

    /// Applies a move to `state`. The move must be one that [`moves`](Self::moves) returns for
    /// `state`.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Returns the state after a move, and leaves `state` unchanged. The move must be one that
    /// [`moves`](Self::moves) returns for `state`.
    #[inline]
    fn after(&self, state: &Self::State, m: Self::Move) -> Self::State {
        let mut after = state.clone();
        self.apply(&mut after, m);
        after
    }

    /// Undoes `m`, the last move applied to `state`.
    fn undo(&self, state: &mut Self::State, m: Self::Move);

    /// Returns whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the parity of the solution length: 0 if every solution from `state` has an even
    /// number of moves, 1 if every solution has an odd number, and `None` if the parity is not
    /// fixed.
    ///
    /// If the parity is known, iterative deepening starts from a bound of that parity and raises
    /// the bound by 2 instead of 1.
    fn parity(&self, state: &Self::State) -> Option<u32>;
}

/// A state space whose states can be packed into keys of a fixed length. A search that stores every
/// reached state stores its key instead, which is shorter.
pub trait KeyedSpace: StateSpace {
    /// Returns the length of a key in bytes. All keys of a space have the same length.
    fn key_bytes(&self) -> usize;

    /// Writes the key of a state into a slice of [`key_bytes`](Self::key_bytes) bytes. Distinct
    /// states must have distinct keys.
    fn write_key(&self, state: &Self::State, key: &mut [u8]);

    /// Decodes a key that [`write_key`](Self::write_key) wrote.
    fn read_key(&self, key: &[u8]) -> Self::State;
}

/// A lower bound on the distance to the goal, computed incrementally: a child's value is derived
/// from its parent's value.
///
/// The value must never exceed the true distance. The value is therefore 0 at the goal, and
/// searches apply the goal test only to states with the value 0. Values need not be consistent: a
/// move can change them by more than 1. All threads of a search share the heuristic.
pub trait Heuristic<S: StateSpace>: Sync {
    /// The data that the heuristic stores for a state: the state's value, and everything that helps
    /// to compute the values of its children quickly.
    type Node: Clone + Send + Sync;
    /// The reason why a state cannot be evaluated, such as a damaged table. Heuristics that cannot
    /// fail use [`Infallible`].
    type Error;

    /// Evaluates a state from scratch, without its parent.
    ///
    /// # Errors
    /// Returns an error if the state cannot be evaluated, for example because a table is damaged.
    fn root(&self, state: &S::State) -> Result<Self::Node, Self::Error>;

    /// Returns the value stored in a node, or `u32::MAX` if the goal is unreachable.
    fn value(&self, node: &Self::Node) -> u32;

    /// Evaluates the child that the move `m` creates. `state` is the parent, and `node` holds the
    /// parent's heuristic data.
    ///
    /// # Errors
    /// Returns an error if and only if the child's value exceeds `limit`, so that the search prunes
    /// the child. The error is a lower bound on the child's value. It also exceeds `limit`, and is
    /// `u32::MAX` if the goal is unreachable. In spaces without a known parity, the search derives
    /// its next bound from this error.
    ///
    /// The error can be less than the value. A maximum of several heuristics can therefore stop at
    /// the first heuristic that exceeds the limit.
    fn child(
        &self,
        state: &S::State,
        node: &Self::Node,
        m: S::Move,
        limit: u32,
    ) -> Result<Self::Node, u32>;

    /// Returns an estimate of the distance to the goal, in hundredths of a move. Unlike the value,
    /// it may exceed the distance. Best-first searches rank nodes by this estimate, or by their
    /// values if it is `None`, the default.
    fn estimate(&self, node: &Self::Node) -> Option<u32> {
        let _ = node;
        None
    }

    /// Announces that the children of the given states will be evaluated next, so that the
    /// heuristic can evaluate them in one batch. Each state is paired with the move that led to it.
    /// The move is `None` for the start of the search.
    fn expect(&self, parents: &mut dyn Iterator<Item = (S::State, Option<S::Move>)>) {
        let _ = parents;
    }
}

/// Lets a search borrow its heuristic instead of owning it.
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

/// The zero heuristic, whose value is 0 for every state. With this heuristic, IDA* becomes
/// iterative deepening.
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
