//! A heuristic that the caller supplies as a function of boards, for example in Python.
//!
//! Calling such a function is slow, so a call should evaluate many boards, but a search needs one
//! value at a time. [`FunctionSearch`] reconciles the two. When a value is missing, it calls the
//! function for the board together with other boards that the search will probably need soon, and
//! stores all the values. The search visits the same nodes as with any other heuristic that returns
//! the same values.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fifteen_puzzle::{Board, MoveOrder};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{FunctionError, HeuristicError};
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::{Key, TileSpace, TileState, key_of};

/// Approximate number of boards to evaluate in advance when a depth-first search needs an unknown
/// value. They are descendants of the current node, whose values the search will probably need
/// next.
const LOOK_AHEAD: usize = 1024;
/// Minimum number of boards to collect before calling the function to evaluate boards in advance.
/// Small calls are inefficient, because each call takes some time regardless of the number of
/// boards.
const FEW: usize = 64;
/// Maximum number of boards that are passed to the function in one call.
const MOST_AT_ONCE: usize = 4096;
/// Maximum number of values that a search stores, to limit its memory. If there are more, all
/// stored values are discarded.
const MOST_KEPT: usize = 1 << 20;
/// Largest valid value, in moves. No solution is this long.
const LARGEST: u32 = u16::MAX as u32;

/// A function that computes lower bounds or estimates of the distances from boards to the goal.
pub trait HeuristicFunction: Send + Sync {
    /// Returns the value of each board, in order.
    ///
    /// # Errors
    /// Returns an error if the values cannot be computed. The error ends the search.
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError>;
}

/// The values of several boards. A function must return the same variant in every call.
#[derive(Debug, Clone, PartialEq)]
pub enum FunctionValues {
    /// Lower bounds on the distances, in moves. The value of the goal must therefore be 0.
    Bounds(Vec<u32>),
    /// Estimates of the distances, for example by a neural network. They can exceed the distances,
    /// so only weighted A* and beam search accept them. The goal can have any estimate.
    Estimates(Vec<f32>),
}

impl From<Vec<u32>> for FunctionValues {
    fn from(values: Vec<u32>) -> Self {
        Self::Bounds(values)
    }
}

/// A heuristic for one goal whose values come from a [`HeuristicFunction`].
#[derive(Clone)]
pub struct FunctionHeuristic {
    space: TileSpace,
    function: Arc<dyn HeuristicFunction>,
}

impl fmt::Debug for FunctionHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionHeuristic")
            .field("goal", self.space.goal())
            .finish_non_exhaustive()
    }
}

impl FunctionHeuristic {
    /// Creates the heuristic for boards with this goal.
    pub fn new(goal: &Board, function: Arc<dyn HeuristicFunction>) -> Self {
        Self {
            space: TileSpace::new(goal, MoveOrder::ULRD),
            function,
        }
    }

    fn values(&self, states: &[TileState]) -> Result<Vec<u32>, HeuristicError> {
        let mut values = Vec::with_capacity(states.len());
        for states in states.chunks(MOST_AT_ONCE) {
            match self.call(states)? {
                FunctionValues::Bounds(bounds) => values.extend(bounds),
                FunctionValues::Estimates(_) => return Err(wrong(ESTIMATES.to_owned())),
            }
        }
        Ok(values)
    }

    fn call(&self, states: &[TileState]) -> Result<FunctionValues, HeuristicError> {
        let boards: Vec<Board> = states.iter().map(|state| self.space.board(state)).collect();
        let values = self.function.values(&boards)?;
        let (found, bad) = match &values {
            FunctionValues::Bounds(values) => (
                values.len(),
                values
                    .iter()
                    .position(|&value| value > LARGEST)
                    .map(|at| (at, values[at].to_string())),
            ),
            FunctionValues::Estimates(values) => {
                let bad = values
                    .iter()
                    .position(|value| !value.is_finite() || *value > LARGEST as f32);
                (values.len(), bad.map(|at| (at, values[at].to_string())))
            }
        };
        let expected = boards.len();
        if found != expected {
            return Err(wrong(format!(
                "the heuristic must return one value for each board: {expected} were expected, {found} were found"
            )));
        }
        match bad {
            Some((at, value)) => Err(wrong(format!(
                "the heuristic's value for the board {} is {value}; a value is a number of moves, at most {LARGEST}",
                boards[at]
            ))),
            None => Ok(values),
        }
    }
}

const ESTIMATES: &str = "the heuristic returns estimates, not whole numbers; they prove nothing, so only weighted-astar and \
                         beam take them: round them down to numbers of moves that are never larger than the distance, \
                         and 0 for the goal";

/// Creates an error that reports invalid values of a heuristic function.
fn wrong(message: String) -> HeuristicError {
    FunctionError::new(message).into()
}

/// A [`FunctionHeuristic`] during one search, with the values computed so far.
///
/// A search node stores only an integer. If the function returns lower bounds, the integer is the
/// board's lower bound. If the function returns estimates, it is the board's estimate in hundredths
/// of a move. The integer is 0 for the goal and at least 1 for all other boards that have an
/// estimate, so that searches recognise the goal by a value of 0.
#[derive(Debug, Clone)]
pub(crate) struct FunctionSearch {
    heuristic: Arc<FunctionHeuristic>,
    takes_estimates: bool,
    /// Whether the function returns estimates instead of lower bounds. Unset until the first call
    /// returns.
    makes_estimates: Arc<OnceLock<bool>>,
    /// The board values computed so far, indexed by packed state.
    kept: Arc<Mutex<FxHashMap<Key, u32>>>,
    /// The function's first error. After an error, every value is `u32::MAX`, so that the search
    /// ends.
    failure: Arc<OnceLock<HeuristicError>>,
}

impl FunctionSearch {
    pub(super) fn new(heuristic: FunctionHeuristic, takes_estimates: bool) -> Self {
        Self::begin(Arc::new(heuristic), takes_estimates)
    }

    /// Returns a copy of this heuristic for a new search, without the values stored by earlier
    /// searches. `takes_estimates` says whether the new search accepts estimates, which can exceed
    /// the distance.
    pub(super) fn restarted(&self, takes_estimates: bool) -> Self {
        Self::begin(Arc::clone(&self.heuristic), takes_estimates)
    }

    fn begin(heuristic: Arc<FunctionHeuristic>, takes_estimates: bool) -> Self {
        Self {
            heuristic,
            takes_estimates,
            makes_estimates: Arc::default(),
            kept: Arc::default(),
            failure: Arc::default(),
        }
    }

    /// Returns the values of boards, with as few calls of the caller's function as possible.
    pub(super) fn values(&self, states: &[TileState]) -> Result<Vec<u32>, HeuristicError> {
        self.heuristic.values(states)
    }

    /// Returns the function's first error, which ends the search, or `None` if no call has failed.
    pub(in crate::tiles) fn failure(&self) -> Option<&HeuristicError> {
        self.failure.get()
    }

    fn key(&self, state: &TileState) -> Key {
        key_of(&self.heuristic.space, state)
    }

    fn kept(&self, state: &TileState) -> Option<u32> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&self.key(state)).copied()
    }

    /// Returns the node of a state, which is its encoded value. If the value is not stored yet,
    /// calls `ask` to compute and store it. `ask` usually evaluates other states at the same time.
    fn node_of(&self, state: &TileState, ask: impl FnOnce()) -> u32 {
        if self.failure.get().is_some() {
            return u32::MAX;
        }
        let known = self.kept(state).or_else(|| {
            ask();
            self.kept(state)
        });
        // Another thread may have discarded the values that `ask` stored. If so, evaluate the state
        // alone.
        known
            .or_else(|| self.call(&[*state]).map(|values| values[0]))
            .unwrap_or(u32::MAX)
    }

    /// Evaluates states with the caller's function, up to [`MOST_AT_ONCE`] in each call, and stores
    /// each value as the integer that a search node holds.
    fn ask(&self, states: &[TileState]) {
        for states in states.chunks(MOST_AT_ONCE) {
            let Some(values) = self.call(states) else {
                return;
            };
            let keyed: Vec<_> = states
                .iter()
                .map(|state| self.key(state))
                .zip(values)
                .collect();
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() > MOST_KEPT {
                kept.clear();
            }
            kept.extend(keyed);
        }
    }

    /// Calls the function and returns its values, encoded as nodes, or `None` if the call fails. No
    /// lock is held during the call, because the function may wait for other threads.
    fn call(&self, states: &[TileState]) -> Option<Vec<u32>> {
        if self.failure.get().is_some() {
            return None;
        }
        let nodes = self
            .heuristic
            .call(states)
            .and_then(|values| self.nodes(states, values));
        nodes.map_err(|error| drop(self.failure.set(error))).ok()
    }

    /// Checks the values that the caller's function has returned for `states`, and encodes each
    /// value as a search node, which is an integer.
    fn nodes(
        &self,
        states: &[TileState],
        values: FunctionValues,
    ) -> Result<Vec<u32>, HeuristicError> {
        let estimates = matches!(values, FunctionValues::Estimates(_));
        if *self.makes_estimates.get_or_init(|| estimates) != estimates {
            return Err(wrong(
                "the heuristic returned whole numbers for some boards, and estimates for others"
                    .to_owned(),
            ));
        }
        let is_goal = |state: &TileState| self.heuristic.space.is_goal(state);
        match values {
            // Reject a nonzero value of the goal, because the search recognises the goal by its
            // value 0.
            FunctionValues::Bounds(values) => match states
                .iter()
                .zip(&values)
                .find(|&(state, _)| is_goal(state))
            {
                Some((_, &found)) if found > 0 => Err(wrong(format!(
                    "the heuristic's value for the goal is {found}; it must be 0, since no value may be larger than the \
                     distance (estimates, which weighted-astar and beam take, are floats)"
                ))),
                _ => Ok(values),
            },
            FunctionValues::Estimates(values) if self.takes_estimates => {
                let hundredths = |(state, value): (&TileState, f32)| {
                    if is_goal(state) {
                        0
                    } else {
                        (value * 100.0).round().max(1.0) as u32
                    }
                };
                Ok(states.iter().zip(values).map(hundredths).collect())
            }
            FunctionValues::Estimates(_) => Err(wrong(ESTIMATES.to_owned())),
        }
    }

    /// Evaluates states below `state` in advance, level by level, beginning with its children. They
    /// are the states that a search within `limit` will probably visit. States whose value exceeds
    /// the remaining limit are not expanded.
    ///
    /// If `limit` exceeds every valid value, the search has no limit. The value of `state` plus 1
    /// is then used as the limit.
    fn ask_below(&self, state: &TileState, node: u32, mut limit: u32) {
        if limit > LARGEST {
            limit = self.value(&node).saturating_add(1);
        }
        let mut level = vec![*state];
        let mut seen = FxHashSet::from_iter([self.key(state)]);
        let (mut unknown, mut asked) = (Vec::new(), 0);
        while !level.is_empty() && asked < LOOK_AHEAD && seen.len() < 4 * LOOK_AHEAD {
            let below = level
                .iter()
                .flat_map(|state| children(&self.heuristic.space, state, None));
            level = below.filter(|child| seen.insert(self.key(child))).collect();
            unknown.extend(level.iter().filter(|child| self.kept(child).is_none()));
            // Each call of the function takes time. If few unknown states have been collected so
            // far, add those of the next level before the call.
            if unknown.len() >= FEW {
                self.ask(&unknown);
                asked += unknown.len();
                unknown.clear();
            }
            level.retain(|child| {
                self.kept(child)
                    .is_none_or(|node| self.value(&node) <= limit)
            });
            limit = limit.saturating_sub(1);
        }
        self.ask(&unknown);
    }
}

/// Returns the children of a state, except the child that undoes the move `last`.
fn children(
    space: &TileSpace,
    state: &TileState,
    last: Option<Move>,
) -> impl Iterator<Item = TileState> {
    space.moves(state, last).map(move |m| space.after(state, m))
}

impl Heuristic<TileSpace> for FunctionSearch {
    type Node = u32;
    type Error = HeuristicError;

    fn root(&self, state: &TileState) -> Result<u32, HeuristicError> {
        let node = self.node_of(state, || {
            self.ask(&[*state, *self.heuristic.space.solved()])
        });
        self.failure().map_or(Ok(node), |error| Err(error.clone()))
    }

    /// Returns a lower bound on the distance. If the function returns estimates, the bound is 0 for
    /// the goal and 1 for all other states, because estimates prove nothing else.
    fn value(&self, node: &u32) -> u32 {
        let is_certain = *node == u32::MAX || self.makes_estimates.get() != Some(&true);
        if is_certain { *node } else { (*node).min(1) }
    }

    fn child(&self, state: &TileState, node: &u32, m: Move, limit: u32) -> Result<u32, u32> {
        let child = self.heuristic.space.after(state, m);
        let node = self.node_of(&child, || self.ask_below(state, *node, limit));
        let value = self.value(&node);
        if value <= limit { Ok(node) } else { Err(value) }
    }

    fn estimate(&self, node: &u32) -> Option<u32> {
        (self.makes_estimates.get() == Some(&true)).then_some(*node)
    }

    /// Evaluates the children of all parents and stores their values, with as few calls of the
    /// caller's function as possible.
    fn expect(&self, parents: &mut dyn Iterator<Item = (TileState, Option<Move>)>) {
        let space = &self.heuristic.space;
        let parents: Vec<_> = parents.collect();
        let mut states: Vec<_> = parents
            .iter()
            .flat_map(|(state, last)| children(space, state, *last))
            .collect();
        states.retain(|state| self.kept(state).is_none());
        self.ask(&states);
    }
}
