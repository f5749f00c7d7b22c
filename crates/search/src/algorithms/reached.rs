//! [`Reached`]: the states that a graph search has reached, each with the last move that led to it.
//!
//! Parents are not stored, because undoing the last move to a state yields its parent. The parent
//! is then looked up to find its own last move, and so on back to the root.

use crate::storage::state_table::StateTable;
use crate::storage::{Budget, List};
use crate::{KeyedSpace, LimitKind};

/// The states that a search has reached, indexed in the order in which they were found. The root
/// has index 0.
pub(crate) struct Reached<'a, S: KeyedSpace> {
    space: &'a S,
    states: StateTable,
    /// The last move on the best known path to each state. No move leads to the root, so the move
    /// to state `n` has index `n - 1`.
    moves: List<S::Move>,
    /// The key of the state most recently passed to [`find`](Self::find), kept so that
    /// [`add`](Self::add) need not compute it again.
    key: Vec<u8>,
}

impl<'a, S: KeyedSpace> Reached<'a, S> {
    /// Creates a table without states.
    pub(crate) fn new(space: &'a S) -> Self {
        let width = space.key_bytes();
        Self {
            space,
            states: StateTable::new(width),
            moves: List::default(),
            key: vec![0; width],
        }
    }

    /// Adds the root of the search, which gets index 0.
    pub(crate) fn begin(&mut self, root: &S::State, budget: &mut Budget) -> Result<u32, LimitKind> {
        self.space.write_key(root, &mut self.key);
        self.states.insert(&self.key, budget)
    }

    pub(crate) fn len(&self) -> u32 {
        self.states.len() as u32
    }

    /// Returns the state with the given index, or `None` if the index is out of bounds.
    #[inline]
    pub(crate) fn state(&self, number: u32) -> Option<S::State> {
        self.states.get(number).map(|key| self.space.read_key(key))
    }

    /// Returns the last move on the best known path to a state, or `None` for the root.
    #[inline]
    pub(crate) fn last_move(&self, number: u32) -> Option<S::Move> {
        self.moves.get(number.checked_sub(1)? as usize).copied()
    }

    /// Returns the index of a state, or `None` if the state has not been reached. The state's key
    /// is kept for [`add`](Self::add).
    #[inline]
    pub(crate) fn find(&mut self, state: &S::State) -> Option<u32> {
        self.space.write_key(state, &mut self.key);
        self.states.find(&self.key)
    }

    /// Returns the index in `self` of the state that was most recently passed to `other.find`, or
    /// `None` if `self` does not contain it. A bidirectional search calls this to find out whether
    /// its two directions have met, without computing the state's key again.
    #[inline]
    pub(crate) fn find_as(&self, other: &Self) -> Option<u32> {
        self.states.find(&other.key)
    }

    /// Adds the state most recently passed to [`find`](Self::find), with the last move that led to
    /// it. Returns its index.
    #[inline]
    pub(crate) fn add(&mut self, m: S::Move, budget: &mut Budget) -> Result<u32, LimitKind> {
        self.moves.push(m, budget)?;
        self.states.insert(&self.key, budget)
    }

    /// Replaces the last move to a state after a shorter path to it was found. Has no effect on the
    /// root.
    pub(crate) fn shorten(&mut self, number: u32, m: S::Move) {
        if let Some(last) = number
            .checked_sub(1)
            .and_then(|before| self.moves.get_mut(before as usize))
        {
            *last = m;
        }
    }

    /// Returns the moves from the root to a state. To find them, it undoes the last move of each
    /// state on the path, from the end back to the root.
    pub(crate) fn path(&self, mut state: S::State) -> Vec<S::Move> {
        let mut path = Vec::new();
        let mut key = self.key.clone();
        self.space.write_key(&state, &mut key);
        while let Some(m) = self
            .states
            .find(&key)
            .and_then(|number| self.last_move(number))
        {
            path.push(m);
            self.space.undo(&mut state, m);
            self.space.write_key(&state, &mut key);
        }
        path.reverse();
        path
    }
}
