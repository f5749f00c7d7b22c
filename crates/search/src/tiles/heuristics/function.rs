//! A heuristic that is a function of boards, such as one in another language, asked for many boards at a time.
//!
//! [`FunctionHeuristic`] has the function. A search needs one value after the other, so each search has a
//! [`FunctionSearch`]: it asks for boards that will probably be needed soon together with the one that is needed now,
//! and keeps their values. Algorithms and counts are those of any other heuristic.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fifteen_puzzle::{Board, MoveOrder};

use super::error::{FunctionError, HeuristicError};
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::{Key, TileSpace, TileState, key_of};

/// Boards for which a function is asked at once, while a search follows one path: the children of a node, and then
/// descendants, the nearest first.
const LOOK_AHEAD: usize = 128;
/// Boards for which a function is asked at once, where that many are known to be needed.
const MOST_AT_ONCE: usize = 4096;
/// Values that a search keeps; when there are more, it begins again.
const MOST_KEPT: usize = 1 << 20;
/// The largest value: no solution is that long.
const LARGEST: u32 = u16::MAX as u32;

/// A function from boards to lower bounds of their distances.
pub trait HeuristicFunction: Send + Sync {
    /// The value of each board.
    ///
    /// # Errors
    /// The reason why there are no values. It ends the search.
    fn values(&self, boards: &[Board]) -> Result<Vec<u32>, FunctionError>;
}

/// A heuristic that is a [`HeuristicFunction`], for one goal.
#[derive(Clone)]
pub struct FunctionHeuristic {
    space: TileSpace,
    function: Arc<dyn HeuristicFunction>,
}

impl fmt::Debug for FunctionHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionHeuristic").field("goal", self.space.goal()).finish_non_exhaustive()
    }
}

impl FunctionHeuristic {
    /// The heuristic of boards that are to reach `goal`.
    pub fn new(goal: &Board, function: Arc<dyn HeuristicFunction>) -> Self {
        Self { space: TileSpace::new(goal, MoveOrder::ULRD), function }
    }

    /// The values of boards, in few calls.
    pub(super) fn values(&self, states: &[TileState]) -> Result<Vec<u32>, HeuristicError> {
        let mut values = Vec::with_capacity(states.len());
        for states in states.chunks(MOST_AT_ONCE) {
            values.extend(self.call(states)?);
        }
        Ok(values)
    }

    fn call(&self, states: &[TileState]) -> Result<Vec<u32>, HeuristicError> {
        let boards: Vec<Board> = states.iter().map(|state| self.space.board(state)).collect();
        let values = self.function.values(&boards)?;
        let (expected, found) = (boards.len(), values.len());
        if found != expected {
            return Err(wrong(format!(
                "the heuristic must return one value for each board: {expected} were expected, {found} were found"
            )));
        }
        match boards.iter().zip(&values).find(|&(_, &value)| value > LARGEST) {
            Some((board, value)) => Err(wrong(format!(
                "the heuristic's value for the board {board} is {value}; a value is a number of moves, at most {LARGEST}"
            ))),
            None => Ok(values),
        }
    }
}

/// A function's values are not those of a heuristic.
fn wrong(message: String) -> HeuristicError {
    FunctionError::new(message).into()
}

/// A [`FunctionHeuristic`] in one search.
#[derive(Debug, Clone)]
pub(crate) struct FunctionSearch<'t> {
    heuristic: &'t FunctionHeuristic,
    /// The values that the search has asked for.
    kept: Arc<Mutex<HashMap<Key, u32>>>,
    /// The first error. From then on no board leads to the goal, so the search ends.
    failure: Arc<OnceLock<HeuristicError>>,
}

impl<'t> FunctionSearch<'t> {
    pub(in crate::tiles) fn new(heuristic: &'t FunctionHeuristic) -> Self {
        Self { heuristic, kept: Arc::default(), failure: Arc::default() }
    }

    /// The error that has ended the search.
    pub(in crate::tiles) fn failure(&self) -> Option<&HeuristicError> {
        self.failure.get()
    }

    /// Asks for the values of the children of states, each with the move that led there.
    pub(super) fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        let space = &self.heuristic.space;
        let mut states: Vec<TileState> = parents.flat_map(|(state, last)| children(space, state, last)).collect();
        {
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            states.retain(|state| !kept.contains_key(&self.key(state)));
        }
        self.ask(&states);
    }

    fn key(&self, state: &TileState) -> Key {
        key_of(&self.heuristic.space, state)
    }

    fn kept(&self, state: &TileState) -> Option<u32> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&self.key(state)).copied()
    }

    /// The value of a state; if it is not known yet, `likely` makes a list of states, this one among them, that are
    /// asked for together.
    fn value_of(&self, state: &TileState, likely: impl FnOnce() -> Vec<TileState>) -> u32 {
        if self.failure.get().is_some() {
            return u32::MAX;
        }
        let known = self.kept(state).or_else(|| {
            self.ask(&likely());
            self.kept(state)
        });
        // Another thread may have emptied the list since.
        known.or_else(|| self.call(&[*state]).map(|values| values[0])).unwrap_or(u32::MAX)
    }

    /// Asks for the values of states, and keeps them.
    fn ask(&self, states: &[TileState]) {
        for states in states.chunks(MOST_AT_ONCE) {
            let Some(values) = self.call(states) else { return };
            let keyed: Vec<_> = states.iter().map(|state| self.key(state)).zip(values).collect();
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() > MOST_KEPT {
                kept.clear();
            }
            kept.extend(keyed);
        }
    }

    /// Calls the function; none if it fails. No lock is held meanwhile: the function may wait for other threads.
    fn call(&self, states: &[TileState]) -> Option<Vec<u32>> {
        if self.failure.get().is_some() {
            return None;
        }
        let values = self.heuristic.call(states).and_then(|values| {
            // A goal with another value would never be found.
            let goal = states.iter().zip(&values).find(|&(state, _)| self.heuristic.space.is_goal(state));
            match goal {
                Some((_, &found)) if found > 0 => Err(wrong(format!(
                    "the heuristic's value for the goal is {found}; it must be 0, since no value may be larger than the \
                     distance"
                ))),
                _ => Ok(values),
            }
        });
        values.map_err(|error| drop(self.failure.set(error))).ok()
    }

    /// The unknown states nearest to this one, itself first, up to [`LOOK_AHEAD`], and all of its children.
    fn around(&self, state: &TileState) -> Vec<TileState> {
        let space = &self.heuristic.space;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut found, mut queue) = (Vec::new(), VecDeque::from([*state]));
        let mut seen = HashSet::from([self.key(state)]);
        while let Some(state) = queue.pop_front() {
            if !kept.contains_key(&self.key(&state)) {
                found.push(state);
            }
            if found.len() + queue.len() < LOOK_AHEAD {
                queue.extend(children(space, state, None).into_iter().filter(|child| seen.insert(self.key(child))));
            }
        }
        found
    }
}

/// The states after the moves of a state, without the one that takes back `last`.
fn children(space: &TileSpace, state: TileState, last: Option<Move>) -> Vec<TileState> {
    let child = |m| {
        let mut child = state;
        space.apply(&mut child, m);
        child
    };
    space.moves(&state, last).map(child).collect()
}

impl Heuristic<TileSpace> for FunctionSearch<'_> {
    type Node = u32;
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<u32, HeuristicError> {
        let value = self.value_of(state, || {
            let mut states = self.around(state);
            states.push(*self.heuristic.space.solved());
            states
        });
        self.failure().map_or(Ok(value), |error| Err(error.clone()))
    }

    fn value(&self, node: &u32) -> u32 {
        *node
    }

    fn child(&self, state: &TileState, _: &u32, m: Move, limit: u32) -> Result<u32, u32> {
        let mut child = *state;
        self.heuristic.space.apply(&mut child, m);
        let value = self.value_of(&child, || self.around(state));
        if value <= limit { Ok(value) } else { Err(value) }
    }
}
