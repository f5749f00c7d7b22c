//! Least-cost branch and bound (Horowitz & Sahni 1978, ch. 8): the live node of least cost is next.
//!
//! The cost of a node is its depth + value. Of live nodes of equal cost the one that was made first becomes the E-node
//! (the node that is expanded). The only move left out is the one that takes back the last; a state met again is a
//! new node. The answer is recognised when it is made.

use crate::algorithms::run::{Run, SearchEnd};
use crate::lab::observer::{NoObserver, Observer, path};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use crate::storage::ranked::Ranked;
use crate::storage::{List, Queue};

/// Finds a solution, a shortest one where only goals have the value 0 or all solutions have one parity; `progress` is
/// called whenever the least cost grows.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    observed(space, heuristic, start, limits, &mut NoObserver, progress)
}

pub(crate) fn observed<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limits: &Limits,
    observer: &mut impl Observer<S::Move>,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let root = heuristic.root(start)?;
    let h0 = heuristic.value(&root);
    let run = Run::new(limits, space.parity(start), h0, progress);
    let mut search =
        BranchAndBound { space, heuristic, run, links: List::default(), live: Ranked::default(), beyond: u32::MAX };
    let end = search.go(start, root, observer);
    Ok(search.run.finish(h0, end))
}

/// A node that was made and not yet expanded.
struct LiveNode<S, N> {
    /// Its number in the order generated, from 0.
    number: u32,
    depth: u32,
    state: S,
    node: N,
}

type LiveNodeOf<S, H> = LiveNode<<S as StateSpace>::State, <H as Heuristic<S>>::Node>;

struct BranchAndBound<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    run: Run<'a>,
    /// Parent and move of each node but the root.
    links: List<(u32, S::Move)>,
    /// By cost.
    live: Ranked<Queue<LiveNodeOf<S, H>>>,
    /// The least cost that was left out because of the limit of depth.
    beyond: u32,
}

impl<S: StateSpace, H: Heuristic<S>> BranchAndBound<'_, S, H> {
    fn go(
        &mut self,
        start: &S::State,
        root: H::Node,
        observer: &mut impl Observer<S::Move>,
    ) -> Result<SearchEnd<S::Move>, LimitKind> {
        self.run.reach(0);
        self.run.generate()?;
        let h0 = self.heuristic.value(&root);
        if h0 == 0 && self.space.is_goal(start) {
            return Ok(SearchEnd::Solved { moves: Vec::new(), bound: 0 });
        }
        if h0 < u32::MAX {
            self.add(LiveNode { number: 0, depth: 0, state: start.clone(), node: root })?;
        }
        while let Some((cost, e_node)) = self.take() {
            if self.run.limits.forbids(self.run.raised(cost)) {
                self.beyond = self.beyond.min(cost);
                break;
            }
            self.run.reach(cost);
            if observer.stops_at(e_node.depth) {
                return Err(LimitKind::Depth);
            }
            if self.run.limits.forbids(e_node.depth + 1) {
                self.beyond = self.beyond.min(e_node.depth + 1);
                continue;
            }
            if let Some(answer) = self.expand(&e_node, observer)? {
                let least = self.live.first().map_or(u32::MAX, |((least, _), _)| self.run.raised(least as u32));
                let length = e_node.depth + 1;
                return Ok(SearchEnd::Solved { moves: path(&self.links, answer), bound: length.min(least.max(cost)) });
            }
        }
        Ok(SearchEnd::Nothing { beyond: (self.beyond < u32::MAX).then_some(self.beyond) })
    }

    /// Makes the children; the number of the answer if it is one of them.
    fn expand(
        &mut self,
        parent: &LiveNodeOf<S, H>,
        observer: &mut impl Observer<S::Move>,
    ) -> Result<Option<u32>, LimitKind> {
        let (space, heuristic) = (self.space, self.heuristic);
        self.run.expanded += 1;
        observer.expanded(parent.number.into());
        let before = parent.number.checked_sub(1);
        let last = before.and_then(|before| self.links.get(before as usize)).map(|&(_, m)| m);
        let depth = parent.depth + 1;
        let limit = self.run.limits.depth.map_or(u32::MAX - 1, |most| most.saturating_sub(depth));
        for m in space.moves(&parent.state, last) {
            let number = u32::try_from(self.run.generate()?).map_err(|_| LimitKind::Memory)?;
            self.links.push((parent.number, m), &mut self.run.budget)?;
            let pending = heuristic.prepare(&parent.state, &parent.node, m, limit);
            match heuristic.child(&parent.state, &parent.node, m, pending, limit) {
                Ok(node) => {
                    let mut state = parent.state.clone();
                    space.apply(&mut state, m);
                    let value = heuristic.value(&node);
                    observer.generated(parent.number.into(), m, Some(depth.saturating_add(value)));
                    if value == 0 && space.is_goal(&state) {
                        return Ok(Some(number));
                    }
                    self.add(LiveNode { number, depth, state, node })?;
                }
                Err(value) => {
                    observer.generated(parent.number.into(), m, None);
                    self.beyond = self.beyond.min(value.saturating_add(depth));
                }
            }
        }
        Ok(None)
    }

    fn add(&mut self, live: LiveNodeOf<S, H>) -> Result<(), LimitKind> {
        let cost = self.heuristic.value(&live.node).saturating_add(live.depth);
        self.live.of((cost.into(), 0)).push(live, &mut self.run.budget)
    }

    /// The next E-node and its cost.
    fn take(&mut self) -> Option<(u32, LiveNodeOf<S, H>)> {
        loop {
            let (rank, least) = self.live.first()?;
            if let Some(live) = least.pop(&mut self.run.budget) {
                return Some((rank.0 as u32, live));
            }
            self.live.remove(rank);
        }
    }
}
