//! A* (Hart, Nilsson & Raphael 1968), which opens a state again when a shorter path to it is found; and weighted A*
//! (Pohl 1970).
//!
//! Next is the node of least depth + weight * value, of these the deepest, and of these the one that was found last. A*
//! has the weight 1. With a larger weight w, the solution is at most w times as long as the shortest. A heuristic
//! that is not consistent may lead to a state by a longer path first: then the state is opened again. The goal is
//! tested when it is taken from the queue. For each state seen, the table keeps its key, the last move and the depth;
//! the heuristic's node is kept only in the queue, where it is needed once.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use fifteen_puzzle::ParseError;
use fifteen_puzzle::words::shorten;

use crate::algorithms::reached::Reached;
use crate::algorithms::run::{Run, SearchEnd};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, KeyedSpace};
use crate::storage::List;

/// The factor by which values are multiplied: from 1, which is A*, to 1000, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weight(u32);

/// Two numbers that are compared one after the other.
type Rank = (u64, u64);

impl Weight {
    /// The weight of A*.
    pub const ONE: Self = Self(Self::SCALE);
    /// The weight of weighted A* where none is named: twice the value.
    pub const TWO: Self = Self(2 * Self::SCALE);
    const SCALE: u32 = 1000;

    /// The order in which nodes are taken: of nodes of equal depth + weight * value, the deepest first.
    #[inline]
    fn rank(self, depth: u32, value: u32) -> Rank {
        let cost = u64::from(depth) * u64::from(Self::SCALE) + u64::from(value) * u64::from(self.0);
        (cost, u64::from(u32::MAX - depth))
    }
}

/// The depth of the nodes of a rank.
#[inline]
fn depth_of((_, rest): Rank) -> u32 {
    u32::MAX - rest as u32
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / f64::from(Self::SCALE))
    }
}

impl FromStr for Weight {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = shorten(text);
        let message = || format!("bad weight '{found}' (a number from 1 to 1000, at most three decimals, such as 1.5)");
        let error = || ParseError(message());
        let scaled = text.parse::<f64>().map_err(|_| error())? * f64::from(Self::SCALE);
        let weight = scaled.round();
        let in_range = (1e3..=1e6).contains(&weight) && (scaled - weight).abs() < 1e-6;
        if in_range { Ok(Self(weight as u32)) } else { Err(error()) }
    }
}

/// Finds a solution that is at most `weight` times as long as the shortest; `progress` is called whenever the proven
/// bound grows.
///
/// Every state seen is held in memory: set [`Limits::memory`].
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: KeyedSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    weight: Weight,
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
        weight,
        costs: BTreeMap::new(),
        beyond: u32::MAX,
    };
    let end = search.go(start, root);
    Ok(search.run.finish(h0, end))
}

/// A state in the queue: its number in the table, and the heuristic's node.
type Open<N> = List<(u32, N)>;

struct AstarSearch<'a, S: KeyedSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    run: Run<'a>,
    reached: Reached<'a, S>,
    /// The length of the shortest path found to each state.
    depths: List<u32>,
    /// By rank, then the deepest first. An entry whose state has been reached by a shorter path since is stale.
    open: BTreeMap<Rank, Open<H::Node>>,
    weight: Weight,
    /// Numbers of entries by depth + value, for a weight above 1: the least of them is proven. Stale entries only lower
    /// it.
    costs: BTreeMap<u32, u64>,
    /// The least depth + value that was left out because of the limit of depth.
    beyond: u32,
}

impl<S: KeyedSpace, H: Heuristic<S>> AstarSearch<'_, S, H> {
    fn go(&mut self, start: &S::State, root: H::Node) -> Result<SearchEnd<S::Move>, LimitKind> {
        self.run.reach(0);
        self.run.generate()?;
        let h0 = self.heuristic.value(&root);
        if h0 < u32::MAX {
            self.reached.begin(start, &mut self.run.budget)?;
            self.depths.push(0, &mut self.run.budget)?;
            self.push(0, h0, (0, root))?;
        }
        while let Some((proven, depth, number, node)) = self.take() {
            let cost = depth.saturating_add(self.heuristic.value(&node));
            if self.run.limits.forbids(self.run.raised(cost)) {
                self.beyond = self.beyond.min(cost);
                continue;
            }
            self.run.reach(proven.min(cost));
            let Some(state) = self.reached.state(number) else { break };
            if self.heuristic.value(&node) == 0 && self.space.is_goal(&state) {
                return Ok(SearchEnd::Solved { moves: self.reached.path(state), bound: proven.min(depth) });
            }
            if self.run.limits.forbids(depth + 1) {
                self.beyond = self.beyond.min(depth + 1);
                continue;
            }
            self.expand(number, depth, &state, &node)?;
        }
        Ok(SearchEnd::Nothing { beyond: (self.beyond < u32::MAX).then_some(self.beyond) })
    }

    /// The next node: the least depth + value of all, its own depth, its number and the heuristic's node.
    fn take(&mut self) -> Option<(u32, u32, u32, H::Node)> {
        loop {
            let mut best = self.open.first_entry()?;
            let Some((number, node)) = best.get_mut().pop(&mut self.run.budget) else {
                best.remove();
                continue;
            };
            let depth = depth_of(*best.key());
            let cost = depth.saturating_add(self.heuristic.value(&node));
            let least = self.costs.first_key_value().map_or(cost, |(&least, _)| least);
            if let Some(count) = self.costs.get_mut(&cost) {
                *count -= 1;
                if *count == 0 {
                    self.costs.remove(&cost);
                }
            }
            if self.depths.get(number as usize) == Some(&depth) {
                return Some((least, depth, number, node));
            }
        }
    }

    /// Adds an entry to the queue.
    fn push(&mut self, depth: u32, value: u32, entry: (u32, H::Node)) -> Result<(), LimitKind> {
        if self.weight != Weight::ONE {
            *self.costs.entry(depth.saturating_add(value)).or_default() += 1;
        }
        self.open.entry(self.weight.rank(depth, value)).or_default().push(entry, &mut self.run.budget)
    }

    fn expand(&mut self, number: u32, depth: u32, state: &S::State, node: &H::Node) -> Result<(), LimitKind> {
        let (space, heuristic) = (self.space, self.heuristic);
        self.run.expanded += 1;
        let depth = depth + 1;
        let limit = self.run.limits.depth.map_or(u32::MAX - 1, |most| most.saturating_sub(depth));
        for m in space.moves(state, self.reached.last_move(number)) {
            self.run.generate()?;
            let mut child = state.clone();
            space.apply(&mut child, m);
            let known = self.reached.find(&child);
            if known.and_then(|known| self.depths.get(known as usize)).is_some_and(|&known| known <= depth) {
                continue;
            }
            match heuristic.child(state, node, m, limit) {
                Ok(child_node) => {
                    let number = match known {
                        Some(number) => self.shorten(number, m, depth),
                        None => {
                            self.depths.push(depth, &mut self.run.budget)?;
                            self.reached.add(m, &mut self.run.budget)?
                        }
                    };
                    self.push(depth, heuristic.value(&child_node), (number, child_node))?;
                }
                Err(value) => self.beyond = self.beyond.min(value.saturating_add(depth)),
            }
        }
        Ok(())
    }

    /// Records a shorter path to a state.
    fn shorten(&mut self, number: u32, m: S::Move, depth: u32) -> u32 {
        if let Some(known) = self.depths.get_mut(number as usize) {
            *known = depth;
        }
        self.reached.shorten(number, m);
        number
    }
}
