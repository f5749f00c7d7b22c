//! A* (Hart, Nilsson & Raphael 1968), which opens a state again when a shorter path to it is found.
//!
//! Next is the node of least depth + value, of these the deepest, and of these the one that was found last. A heuristic
//! that is not consistent may lead to a state by a longer path first: then the state is opened again. The goal is
//! tested when it is taken from the queue. For each state seen, the table keeps the state, the last move and the depth;
//! the heuristic's node is kept only in the queue, where it is needed once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::bfs::path;
use crate::algorithms::run::{Run, SearchEnd};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use crate::storage::List;
use crate::storage::state_table::StateTable;

/// Finds a shortest solution; `progress` is called whenever the proven bound grows.
///
/// Every state seen is held in memory: set [`Limits::memory`].
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error> {
    let root = heuristic.root(start)?;
    let h0 = heuristic.value(&root);
    let mut search = AstarSearch {
        space,
        heuristic,
        run: Run::new(limits, space.parity(start), h0, progress),
        seen: StateTable::default(),
        moves: List::default(),
        depths: List::default(),
        open: BTreeMap::new(),
        children: Vec::new(),
        beyond: u32::MAX,
    };
    let end = search.go(start, root);
    Ok(search.run.finish(h0, end))
}

/// A state in the queue: its number in the table, and the heuristic's node.
type Open<N> = List<(u32, N)>;

struct AstarSearch<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    run: Run<'a>,
    seen: StateTable<S::State>,
    /// The last move to each state but the first.
    moves: List<S::Move>,
    /// The length of the shortest path found to each state.
    depths: List<u32>,
    /// By depth + value, then the deepest first. An entry whose state has been reached by a shorter path since is
    /// stale.
    open: BTreeMap<(u32, Reverse<u32>), Open<H::Node>>,
    /// The moves of the current node.
    children: Vec<(S::Move, H::Pending)>,
    /// The least depth + value that was left out because of the limit of depth.
    beyond: u32,
}

impl<S: StateSpace, H: Heuristic<S>> AstarSearch<'_, S, H> {
    fn go(&mut self, start: &S::State, root: H::Node) -> Result<SearchEnd<S::Move>, LimitKind> {
        self.run.reach(0);
        self.run.generate()?;
        let h0 = self.heuristic.value(&root);
        if h0 < u32::MAX {
            self.seen.insert(start.clone(), &mut self.run.budget)?;
            self.depths.push(0, &mut self.run.budget)?;
            self.open.entry((h0, Reverse(0))).or_default().push((0, root), &mut self.run.budget)?;
        }
        while let Some((cost, depth, number, node)) = self.take() {
            if self.run.limits.forbids(self.run.raised(cost)) {
                self.beyond = self.beyond.min(cost);
                break;
            }
            self.run.reach(cost);
            let Some(state) = self.seen.get(number).cloned() else { break };
            if self.heuristic.value(&node) == 0 && self.space.is_goal(&state) {
                return Ok(SearchEnd::Solved { moves: path(self.space, &self.seen, &self.moves, state), bound: depth });
            }
            if self.run.limits.forbids(depth + 1) {
                self.beyond = self.beyond.min(depth + 1);
                continue;
            }
            self.expand(number, depth, &state, &node)?;
        }
        Ok(SearchEnd::Nothing { beyond: (self.beyond < u32::MAX).then_some(self.beyond) })
    }

    /// The next node: depth + value, depth, number and the heuristic's node.
    fn take(&mut self) -> Option<(u32, u32, u32, H::Node)> {
        loop {
            let mut best = self.open.first_entry()?;
            let &(cost, Reverse(depth)) = best.key();
            match best.get_mut().pop(&mut self.run.budget) {
                Some((number, node)) if self.depths.get(number as usize) == Some(&depth) => {
                    return Some((cost, depth, number, node));
                }
                Some(_) => (),
                None => drop(best.remove()),
            }
        }
    }

    fn expand(&mut self, number: u32, depth: u32, state: &S::State, node: &H::Node) -> Result<(), LimitKind> {
        let (space, heuristic) = (self.space, self.heuristic);
        self.run.expanded += 1;
        let last = number.checked_sub(1).and_then(|before| self.moves.get(before as usize)).copied();
        self.children.clear();
        let depth = depth + 1;
        let limit = self.run.limits.depth.map_or(u32::MAX - 1, |most| most.saturating_sub(depth));
        self.children.extend(space.moves(state, last).map(|m| (m, heuristic.prepare(state, node, m, limit))));
        for i in 0..self.children.len() {
            let (m, pending) = self.children[i];
            self.run.generate()?;
            let mut child = state.clone();
            space.apply(&mut child, m);
            let known = self.seen.find(&child);
            if known.and_then(|known| self.depths.get(known as usize)).is_some_and(|&known| known <= depth) {
                continue;
            }
            match heuristic.child(state, node, m, pending, limit) {
                Ok(child_node) => {
                    let number = match known {
                        Some(number) => self.shorten(number, m, depth),
                        None => self.add(child, m, depth)?,
                    };
                    let cost = heuristic.value(&child_node).saturating_add(depth);
                    let open = self.open.entry((cost, Reverse(depth))).or_default();
                    open.push((number, child_node), &mut self.run.budget)?;
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
        // The first state has depth 0, which is never shortened: every other one has a last move.
        if let Some(last) = number.checked_sub(1).and_then(|before| self.moves.get_mut(before as usize)) {
            *last = m;
        }
        number
    }

    fn add(&mut self, state: S::State, m: S::Move, depth: u32) -> Result<u32, LimitKind> {
        self.moves.push(m, &mut self.run.budget)?;
        self.depths.push(depth, &mut self.run.budget)?;
        self.seen.insert(state, &mut self.run.budget)
    }
}
