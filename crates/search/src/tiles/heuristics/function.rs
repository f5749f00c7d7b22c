//! A heuristic that is a function of boards, such as one in another language, asked for many boards at a time.
//!
//! [`FunctionHeuristic`] has the function. A search needs one value after the other, so each search has a
//! [`FunctionSearch`]: it asks for boards that will probably be needed soon together with the one that is needed now,
//! and keeps their values. Algorithms and counts are those of any other heuristic.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fifteen_puzzle::{Board, MoveOrder};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{FunctionError, HeuristicError};
use crate::space::{Heuristic, StateSpace};
use crate::tiles::moves::Move;
use crate::tiles::space::{Key, TileSpace, TileState, key_of};

/// Boards below a node for which a function is asked, while a search follows one path.
const LOOK_AHEAD: usize = 1024;
/// Boards that are worth a call.
const FEW: usize = 64;
/// Boards for which a function is asked at once, where that many are known to be needed.
const MOST_AT_ONCE: usize = 4096;
/// Values that a search keeps; when there are more, it begins again.
const MOST_KEPT: usize = 1 << 20;
/// The largest value: no solution is that long.
const LARGEST: u32 = u16::MAX as u32;

/// A function from boards to lower bounds of their distances, or to estimates of them.
pub trait HeuristicFunction: Send + Sync {
    /// The value of each board.
    ///
    /// # Errors
    /// The reason why there are no values. It ends the search.
    fn values(&self, boards: &[Board]) -> Result<FunctionValues, FunctionError>;
}

/// The values of some boards. Those of one function are of one kind.
#[derive(Debug, Clone, PartialEq)]
pub enum FunctionValues {
    /// Numbers of moves, none larger than the distance; so they are 0 for the goal.
    Bounds(Vec<u32>),
    /// Estimates of the distances, such as those of a neural network, for searches that only rank boards by them. They
    /// prove nothing, and the goal may have any.
    Estimates(Vec<f32>),
}

impl From<Vec<u32>> for FunctionValues {
    fn from(values: Vec<u32>) -> Self {
        Self::Bounds(values)
    }
}

/// A heuristic that is a [`HeuristicFunction`], for one goal.
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
    /// The heuristic of boards that are to reach `goal`.
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

/// A function's values are not those of a heuristic.
fn wrong(message: String) -> HeuristicError {
    FunctionError::new(message).into()
}

/// A [`FunctionHeuristic`] in one search. A node is a value, or an estimate in hundredths of a move; only 0 stands for
/// the goal then.
#[derive(Debug, Clone)]
pub(crate) struct FunctionSearch {
    heuristic: Arc<FunctionHeuristic>,
    takes_estimates: bool,
    /// The function makes estimates, as its first values show.
    makes_estimates: Arc<OnceLock<bool>>,
    /// The values that the search has asked for.
    kept: Arc<Mutex<FxHashMap<Key, u32>>>,
    /// The first error. From then on no board leads to the goal, so the search ends.
    failure: Arc<OnceLock<HeuristicError>>,
}

impl FunctionSearch {
    pub(super) fn new(heuristic: FunctionHeuristic, takes_estimates: bool) -> Self {
        Self::begin(Arc::new(heuristic), takes_estimates)
    }

    /// Another search with the same function, which knows no values yet.
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

    /// The values of boards, in few calls.
    pub(super) fn values(&self, states: &[TileState]) -> Result<Vec<u32>, HeuristicError> {
        self.heuristic.values(states)
    }

    /// The error that has ended the search.
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

    /// The node of a state; if it is not known yet, `ask` asks for states, this one among them, together.
    fn node_of(&self, state: &TileState, ask: impl FnOnce()) -> u32 {
        if self.failure.get().is_some() {
            return u32::MAX;
        }
        let known = self.kept(state).or_else(|| {
            ask();
            self.kept(state)
        });
        // Another thread may have emptied the list since.
        known
            .or_else(|| self.call(&[*state]).map(|values| values[0]))
            .unwrap_or(u32::MAX)
    }

    /// Asks for the values of states, and keeps them.
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

    /// Calls the function; none if it fails. No lock is held meanwhile: the function may wait for other threads.
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

    /// The nodes that values make.
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
            // A goal with another value would never be found.
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

    /// Asks for the children of a state, and for states below them that a search within `limit` will need: level by
    /// level, as far as the values allow. Where there is no limit, states count that bring the search little further
    /// than it is.
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
            // A call takes time: the children of a few states are asked for with them.
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

/// The states after the moves of a state, without the one that takes back `last`.
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

    /// The value; of an estimate what is certain, that only the goal has the distance 0.
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

    /// Asks for the values of the children together.
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
