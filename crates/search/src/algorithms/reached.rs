//! [`Reached`]: the states that a graph search has reached, each with the last move to it.
//!
//! No state stores its parent. The last move is enough: for example, if the last move to a state was *up*, taking it back
//! leads to the parent, whose own last move is found by its key. Repeating this gives the path from the root, backwards.

use crate::storage::state_table::StateTable;
use crate::storage::{Budget, List};
use crate::{KeyedSpace, LimitKind};

/// States in the order in which they were reached. The number of the root is 0.
pub(crate) struct Reached<'a, S: KeyedSpace> {
    space: &'a S,
    states: StateTable,
    /// The last move to each state except the root.
    moves: List<S::Move>,
    /// The key of the state that [`find`](Self::find) looked for last.
    key: Vec<u8>,
}

impl<'a, S: KeyedSpace> Reached<'a, S> {
    /// An empty table.
    pub(crate) fn new(space: &'a S) -> Self {
        let width = space.key_bytes();
        Self {
            space,
            states: StateTable::new(width),
            moves: List::default(),
            key: vec![0; width],
        }
    }

    /// Adds the root.
    pub(crate) fn begin(&mut self, root: &S::State, budget: &mut Budget) -> Result<u32, LimitKind> {
        self.space.write_key(root, &mut self.key);
        self.states.insert(&self.key, budget)
    }

    pub(crate) fn len(&self) -> u32 {
        self.states.len() as u32
    }

    /// The state with that number.
    #[inline]
    pub(crate) fn state(&self, number: u32) -> Option<S::State> {
        self.states.get(number).map(|key| self.space.read_key(key))
    }

    /// The last move to a state, or `None` for the root.
    #[inline]
    pub(crate) fn last_move(&self, number: u32) -> Option<S::Move> {
        self.moves.get(number.checked_sub(1)? as usize).copied()
    }

    /// The number of a state, or `None` if it was not reached. The state is remembered for [`add`](Self::add).
    #[inline]
    pub(crate) fn find(&mut self, state: &S::State) -> Option<u32> {
        self.space.write_key(state, &mut self.key);
        self.states.find(&self.key)
    }

    /// The number, in this search, of the state that `other` looked for last.
    #[inline]
    pub(crate) fn find_as(&self, other: &Self) -> Option<u32> {
        self.states.find(&other.key)
    }

    /// Adds the state that [`find`](Self::find) looked for last, with the move to it.
    #[inline]
    pub(crate) fn add(&mut self, m: S::Move, budget: &mut Budget) -> Result<u32, LimitKind> {
        self.moves.push(m, budget)?;
        self.states.insert(&self.key, budget)
    }

    /// Records the last move of a shorter path to a state. There is no shorter path to the root.
    pub(crate) fn shorten(&mut self, number: u32, m: S::Move) {
        if let Some(last) = number
            .checked_sub(1)
            .and_then(|before| self.moves.get_mut(before as usize))
        {
            *last = m;
        }
    }

    /// The moves from the root to a state, found backwards.
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
