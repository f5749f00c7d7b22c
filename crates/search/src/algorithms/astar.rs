//! A* (Hart, Nilsson & Raphael 1968) and weighted A* (Pohl 1970).
//!
//! A* always expands the state with the smallest f = depth + value, where the value is the
//! heuristic's lower bound on the remaining distance. Weighted A* multiplies the value by a weight
//! w, so it prefers states that seem close to the goal. It finds a solution sooner, but the
//! solution can be up to w times as long as a shortest one. For example, with w = 2 a state of
//! depth 10 and value 6 has the rank 22. It is expanded before a state of depth 4 and value 10,
//! whose rank is 24. A* expands the second state first, because its f is 14 instead of 16.
//!
//! Ties are broken in favour of the deepest state, then of the state found last. If the heuristic
//! is not consistent, the first path to a state may not be a shortest one. The state is then
//! reopened when a shorter path is found. A state is tested for the goal when it is expanded.
//! States can be expanded in batches (Agostinelli, McAleer, Shmakov & Baldi 2019), so that the
//! values of all their children are computed together.
//!
//! For each reached state, the search stores the key, the last move and the depth. Heuristic data
//! is stored only for open states.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use fifteen_puzzle::ParseError;
use fifteen_puzzle::words::shorten;

use crate::algorithms::reached::Reached;
use crate::algorithms::run::{Run, SearchEnd, remove_one};
use crate::storage::List;
use crate::{Heuristic, Iteration, KeyedSpace, LimitKind, Limits, Outcome};

/// The factor by which weighted A* multiplies heuristic values. It is a number from 1 (plain A*) to
/// 1000 with at most three decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weight(u32);

/// The error for a number that is not a valid [`Weight`].
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a weight is a number from 1 to 1000 with at most three decimals, but found {found}")]
pub struct WeightError {
    /// The invalid number.
    pub found: f64,
}

/// Options of A*. The default is plain A*, which expands one state at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AstarOptions {
    /// The factor by which heuristic values are multiplied.
    pub weight: Weight,
    /// Number of states to expand together. Larger batches speed up heuristics that evaluate many
    /// states at once, such as neural networks.
    pub batch: NonZeroU32,
}

impl AstarOptions {
    /// Returns the options for weighted A* that expands one state at a time.
    pub const fn weighted(weight: Weight) -> Self {
        Self {
            weight,
            batch: NonZeroU32::MIN,
        }
    }
}

impl Default for AstarOptions {
    fn default() -> Self {
        Self::weighted(Weight::ONE)
    }
}

/// Converts moves to hundredths of a move, the unit of [`Heuristic::estimate`]. For example, an
/// estimate of 12.34 moves is the integer 1234.
const HUNDREDTHS: u64 = 100;

/// The sort key of an open state: the state with the smallest key is expanded first. The first
/// number is depth + weight * estimate. The second number breaks ties. It is smaller for deeper
/// states, so the deepest of several states comes first.
type Rank = (u64, u64);

impl Weight {
    /// A weight of 1, which turns weighted A* into A*.
    pub const ONE: Self = Self(Self::SCALE);
    /// A weight of 2, the default for weighted A*.
    pub const TWO: Self = Self(2 * Self::SCALE);
    const SCALE: u32 = 1000;

    /// Creates a weight from a number.
    ///
    /// # Errors
    /// Returns an error unless the number is between 1 and 1000 and has at most three decimals.
    pub fn new(value: f64) -> Result<Self, WeightError> {
        let scaled = value * f64::from(Self::SCALE);
        let weight = scaled.round();
        if (1e3..=1e6).contains(&weight) && (scaled - weight).abs() < 1e-6 {
            Ok(Self(weight as u32))
        } else {
            Err(WeightError { found: value })
        }
    }

    /// Returns the sort key of a state. States with a smaller depth + weight * estimate come first.
    /// Among states with equal sums, the deepest comes first. The estimate is in hundredths of a
    /// move.
    #[inline]
    fn rank(self, depth: u32, estimate: u64) -> Rank {
        let cost =
            u64::from(depth) * u64::from(Self::SCALE) * HUNDREDTHS + estimate * u64::from(self.0);
        (cost, u64::from(u32::MAX - depth))
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / f64::from(Self::SCALE))
    }
}

impl FromStr for Weight {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let weight = text.parse().ok().and_then(|value| Self::new(value).ok());
        weight.ok_or_else(|| {
            ParseError(format!(
                "bad weight '{}' (a number from 1 to 1000, at most three decimals, such as 1.5)",
                shorten(text)
            ))
        })
    }
}

/// Finds a solution that is at most [`AstarOptions::weight`] times as long as a shortest one. It
/// can be longer if the heuristic ranks states by [estimates](Heuristic::estimate), because an
/// estimate may exceed the true distance. Calls `progress` whenever the proven lower bound
/// increases.
///
/// All states are kept in memory, so set [`Limits::memory`].
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start state.
pub fn search<S: KeyedSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: AstarOptions,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let root = heuristic.root(start)?;
    let h0 = heuristic.value(&root);
    let mut search = AstarSearch {
        space,
        heuristic,
        run: Run::new(limits, space.parity(start), h0, progress),
        reached: Reached::new(space),
        depths: List::default(),
        open: BTreeMap::new(),
        weight: options.weight,
        is_ranked_by_cost: options.weight == Weight::ONE && heuristic.estimate(&root).is_none(),
        costs: BTreeMap::new(),
        beyond: u32::MAX,
    };
    let end = search.go(start, root, options.batch.get());
    Ok(search.run.finish(h0, end))
}

/// A stack of open states with the same sort key. Each item holds the state's index in the table of
/// reached states, and the data that the heuristic stores about the state.
type Open<N> = List<(u32, N)>;

struct AstarSearch<'a, S: KeyedSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    run: Run<'a>,
    reached: Reached<'a, S>,
    /// The length of the shortest known path to each state. States are indexed in the order in
    /// which they were found.
    depths: List<u32>,
    /// The open states, grouped by sort key. If a shorter path to an open state is found, the state
    /// is added again, and its old entry is skipped later.
    open: BTreeMap<Rank, Open<H::Node>>,
    weight: Weight,
    /// Whether states are sorted by f = depth + heuristic value, as in plain A*. If so, the f of
    /// the first open state is a lower bound on the solution length.
    is_ranked_by_cost: bool,
    /// The number of open states with each f = depth + heuristic value. The smallest f is a lower
    /// bound on the solution length. The map is empty if `is_ranked_by_cost` is true.
    ///
    /// A state that is reached again by a shorter path is counted twice. The extra f can only lower
    /// the bound, so the bound stays valid.
    costs: BTreeMap<u32, u64>,
    /// The smallest f = depth + heuristic value of the states that the depth limit pruned, or
    /// `u32::MAX` if it pruned none.
    beyond: u32,
}

impl<S: KeyedSpace, H: Heuristic<S>> AstarSearch<'_, S, H> {
    fn go(
        &mut self,
        start: &S::State,
        root: H::Node,
        batch: u32,
    ) -> Result<SearchEnd<S::Move>, LimitKind> {
        self.run.reach(0);
        self.run.generate_at(0)?;
        let h0 = self.heuristic.value(&root);
        if h0 < u32::MAX {
            self.reached.begin(start, &mut self.run.budget)?;
            self.depths.push(0, &mut self.run.budget)?;
            self.push(0, (0, root))?;
        }
        let mut taken = Vec::new();
        loop {
            taken.extend((0..batch).map_while(|_| self.take()));
            // `proven` is the smallest f = depth + heuristic value of all open states. No solution
            // is shorter than this.
            let Some(&(proven, ..)) = taken.first() else {
                break;
            };
            if batch > 1 {
                let parent = |&(_, _, number, _): &(_, _, u32, _)| {
                    Some((self.reached.state(number)?, self.reached.last_move(number)))
                };
                self.heuristic.expect(&mut taken.iter().filter_map(parent));
            }
            for (index, (_, depth, number, node)) in taken.drain(..).enumerate() {
                // An earlier state of this batch may have led to a shorter path to this state. If
                // so, the state is open again with its new depth, and this entry is skipped.
                if self.depths.get(number as usize) != Some(&depth) {
                    continue;
                }
                if let Some(end) = self.advance(proven, depth, (number, node), index == 0)? {
                    return Ok(end);
                }
            }
        }
        Ok(SearchEnd::Nothing {
            beyond: (self.beyond < u32::MAX).then_some(self.beyond),
        })
    }

    /// Expands a state, or ends the search if the state is the goal. States are expanded in
    /// batches, and only the first state of a batch can end the search. If a later state is the
    /// goal, it returns to the open states, because an earlier state of the batch may lead to a
    /// shorter solution.
    fn advance(
        &mut self,
        proven: u32,
        depth: u32,
        (number, node): (u32, H::Node),
        is_first: bool,
    ) -> Result<Option<SearchEnd<S::Move>>, LimitKind> {
        let cost = depth.saturating_add(self.heuristic.value(&node));
        if self.run.limits.forbids(self.run.raised(cost)) {
            self.beyond = self.beyond.min(cost);
            return Ok(None);
        }
        self.run.reach(proven.min(cost));
        let Some(state) = self.reached.state(number) else {
            return Ok(None);
        };
        if self.heuristic.value(&node) == 0 && self.space.is_goal(&state) {
            if !is_first {
                return self.push(depth, (number, node)).map(|()| None);
            }
            return Ok(Some(SearchEnd::Solved {
                moves: self.reached.path(state),
                bound: proven.min(depth),
            }));
        }
        if self.run.limits.forbids(depth + 1) {
            self.beyond = self.beyond.min(depth + 1);
            return Ok(None);
        }
        self.expand(number, depth, &state, &node)?;
        Ok(None)
    }

    /// Takes the next state to expand from the open states. Returns the smallest f = depth +
    /// heuristic value of all open states, followed by the state's depth, index and heuristic data.
    /// Returns `None` if no state is open.
    fn take(&mut self) -> Option<(u32, u32, u32, H::Node)> {
        loop {
            let mut best = self.open.first_entry()?;
            let Some((number, node)) = best.get_mut().pop(&mut self.run.budget) else {
                best.remove();
                continue;
            };
            let &(_, rest) = best.key();
            let depth = u32::MAX - rest as u32;
            let cost = depth.saturating_add(self.heuristic.value(&node));
            let least = self
                .costs
                .first_key_value()
                .map_or(cost, |(&least, _)| least);
            remove_one(&mut self.costs, cost);
            if self.depths.get(number as usize) == Some(&depth) {
                return Some((least, depth, number, node));
            }
        }
    }

    /// Adds a state to the open states. `entry` holds the state's index in the table of reached
    /// states, and the data that the heuristic stores about the state.
    fn push(&mut self, depth: u32, entry: (u32, H::Node)) -> Result<(), LimitKind> {
        let value = self.heuristic.value(&entry.1);
        let estimate = self
            .heuristic
            .estimate(&entry.1)
            .map_or(u64::from(value) * HUNDREDTHS, u64::from);
        if !self.is_ranked_by_cost {
            *self.costs.entry(depth.saturating_add(value)).or_default() += 1;
        }
        self.open
            .entry(self.weight.rank(depth, estimate))
            .or_default()
            .push(entry, &mut self.run.budget)
    }

    fn expand(
        &mut self,
        number: u32,
        depth: u32,
        state: &S::State,
        node: &H::Node,
    ) -> Result<(), LimitKind> {
        let (space, heuristic) = (self.space, self.heuristic);
        self.run.expanded += 1;
        let depth = depth + 1;
        let limit = self
            .run
            .limits
            .depth
            .map_or(u32::MAX - 1, |most| most.saturating_sub(depth));
        for m in space.moves(state, self.reached.last_move(number)) {
            self.run.generate_at(depth)?;
            let child = space.after(state, m);
            let known = self.reached.find(&child);
            if known
                .and_then(|known| self.depths.get(known as usize))
                .is_some_and(|&known| known <= depth)
            {
                continue;
            }
            match heuristic.child(state, node, m, limit) {
                Ok(child_node) => {
                    let number = match known {
                        Some(number) => {
                            // This path to the child is shorter than the known path, so store its
                            // length.
                            self.depths
                                .get_mut(number as usize)
                                .into_iter()
                                .for_each(|known| *known = depth);
                            self.reached.shorten(number, m);
                            number
                        }
                        None => {
                            self.depths.push(depth, &mut self.run.budget)?;
                            self.reached.add(m, &mut self.run.budget)?
                        }
                    };
                    self.push(depth, (number, child_node))?;
                }
                Err(value) => self.beyond = self.beyond.min(value.saturating_add(depth)),
            }
        }
        Ok(())
    }
}
