//! The textbooks' searches over the tree of move sequences, in which a state met again is a new node. The only move
//! left out is the one that takes back the last.
//!
//! [`breadth_first`] and [`branch_and_bound`] (Horowitz & Sahni 1978, ch. 8) expand the node of least cost, and of
//! these the one that was made first; [`depth_first`] and [`deepening`] (Slate & Atkin 1977) go down one branch after
//! the other. [`tree`](super::tree) walks the same trees to draw them.

use std::collections::BTreeMap;

use crate::algorithms::run::{Run, SearchEnd};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};
use crate::storage::{List, Queue};
use crate::zero::Zero;

/// Finds a shortest solution, level by level; `progress` is called after each level. The goal is tested when a node is
/// taken from the queue.
///
/// The queue grows by a constant factor each level: set [`Limits::memory`].
pub fn breadth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let Ok(outcome) = best_first(space, &Zero, start, GoalTest::WhenTaken, limits, progress);
    outcome
}

/// Finds a solution by depth + value, a shortest one where only goals have the value 0 or all solutions have one
/// parity; `progress` is called whenever the least cost grows. The goal is tested when a node is made.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn branch_and_bound<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    best_first(space, heuristic, start, GoalTest::WhenMade, limits, progress)
}

/// Finds the solution that comes first in the order of moves within [`Limits::depth`]; it need not be a shortest one,
/// and [`Outcome::shortest`] says whether it is known to be.
///
/// Without a limit of depth the search follows the first moves for ever in most spaces, until another limit stops it.
pub fn depth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let depth = limits.depth.unwrap_or(u32::MAX);
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    run.begin(depth);
    let end = run.generate().and_then(|_| to_depth(space, start, depth, &mut run)).map(|end| match end {
        // Only that the start is no goal is proven.
        SearchEnd::Solved { moves, .. } => SearchEnd::Solved { bound: moves.len().min(1) as u32, moves },
        nothing => nothing,
    });
    run.finish(0, end)
}

/// Finds a shortest solution by depth-first searches to the depths 0, 1, 2 and so on; `progress` is called after each.
///
/// [`ida`](crate::ida) with [`Zero`] uses the parity of the solutions and grows by 2.
pub fn deepening<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let mut deepen = || {
        run.generate()?;
        for depth in 0.. {
            if limits.forbids(depth) {
                return Ok(SearchEnd::Nothing { beyond: Some(depth) });
            }
            run.level(depth);
            match to_depth(space, start, depth, &mut run)? {
                SearchEnd::Nothing { beyond: Some(_) } => (),
                end => return Ok(end),
            }
        }
        Ok(SearchEnd::Nothing { beyond: None })
    };
    let end = deepen();
    run.finish(0, end)
}

/// Visits the nodes down to a depth, of which only the last are not expanded. The caller has counted the root.
fn to_depth<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    run: &mut Run,
) -> Result<SearchEnd<S::Move>, LimitKind> {
    let mut beyond = None;
    // Nodes to be visited, the next one last; and the moves to the current node.
    let mut stack: List<(S::State, Option<S::Move>, u32)> = List::default();
    let mut path: List<S::Move> = List::default();
    let mut moves = Vec::new();
    stack.push((start.clone(), None, 0), &mut run.budget)?;
    while let Some((state, last, level)) = stack.pop(&mut run.budget) {
        if let Some(m) = last {
            run.generate()?;
            while path.len() >= level as usize {
                path.pop(&mut run.budget);
            }
            path.push(m, &mut run.budget)?;
        }
        if space.is_goal(&state) {
            let moves = (0..path.len()).filter_map(|index| path.get(index).copied()).collect();
            return Ok(SearchEnd::Solved { moves, bound: depth });
        }
        if level == depth {
            beyond = Some(depth.saturating_add(1));
            continue;
        }
        run.expanded += 1;
        moves.clear();
        moves.extend(space.moves(&state, last));
        for &m in moves.iter().rev() {
            let mut child = state.clone();
            space.apply(&mut child, m);
            stack.push((child, Some(m), level + 1), &mut run.budget)?;
        }
    }
    Ok(SearchEnd::Nothing { beyond })
}

/// The moment at which a goal is recognised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoalTest {
    WhenMade,
    WhenTaken,
}

/// A node that was made and not yet expanded.
struct LiveNode<S, N> {
    /// Its number in the order of generation, from 0.
    number: u32,
    depth: u32,
    state: S,
    node: N,
}

/// The nodes of equal cost, the first made first.
type Live<S, H> = LiveNode<<S as StateSpace>::State, <H as Heuristic<S>>::Node>;
type LiveQueue<S, H> = Queue<Live<S, H>>;

struct BestFirst<'a, S: StateSpace, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    test: GoalTest,
    run: Run<'a>,
    /// Parent and move of each node but the root.
    links: List<(u32, S::Move)>,
    /// By cost.
    live: BTreeMap<u32, LiveQueue<S, H>>,
    /// The least cost that was left out because of the limit of depth.
    beyond: u32,
}

fn best_first<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    test: GoalTest,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let node = heuristic.root(start)?;
    let h0 = heuristic.value(&node);
    let run = Run::new(limits, space.parity(start), h0, progress);
    let (links, live) = (List::default(), BTreeMap::new());
    let mut search = BestFirst { space, heuristic, test, run, links, live, beyond: u32::MAX };
    let end = search.go(LiveNode { number: 0, depth: 0, state: start.clone(), node });
    Ok(search.run.finish(h0, end))
}

impl<S: StateSpace, H: Heuristic<S>> BestFirst<'_, S, H> {
    fn go(&mut self, root: Live<S, H>) -> Result<SearchEnd<S::Move>, LimitKind> {
        let when_made = self.test == GoalTest::WhenMade;
        if when_made {
            self.run.reach(0);
        }
        self.run.generate()?;
        if when_made && self.is_goal(&root) {
            return Ok(self.solved(&root, 0));
        }
        self.add(root)?;
        let mut level = None;
        while let Some((cost, parent)) = self.take() {
            if when_made {
                self.run.reach(cost);
            } else if level.replace(cost) != Some(cost) {
                self.run.level(cost);
            }
            if !when_made && self.is_goal(&parent) {
                return Ok(self.solved(&parent, cost));
            }
            let depth = parent.depth + 1;
            if self.run.limits.forbids(depth) {
                self.beyond = self.beyond.min(depth);
                continue;
            }
            self.run.expanded += 1;
            let last = parent.number.checked_sub(1).and_then(|before| self.links.get(before as usize));
            let (space, heuristic) = (self.space, self.heuristic);
            for m in space.moves(&parent.state, last.map(|&(_, m)| m)) {
                let number = u32::try_from(self.run.generate()?).map_err(|_| LimitKind::Memory)?;
                self.links.push((parent.number, m), &mut self.run.budget)?;
                // A child without a node leads to no goal.
                let Ok(node) = heuristic.child(&parent.state, &parent.node, m, u32::MAX - 1) else { continue };
                let mut state = parent.state.clone();
                space.apply(&mut state, m);
                let child = LiveNode { number, depth, state, node };
                if when_made && self.is_goal(&child) {
                    return Ok(self.solved(&child, cost));
                }
                self.add(child)?;
            }
        }
        Ok(SearchEnd::Nothing { beyond: (self.beyond < u32::MAX).then_some(self.beyond) })
    }

    fn is_goal(&self, live: &Live<S, H>) -> bool {
        self.heuristic.value(&live.node) == 0 && self.space.is_goal(&live.state)
    }

    /// Adds a node to those that are live, unless its cost is beyond the limit of depth.
    fn add(&mut self, live: Live<S, H>) -> Result<(), LimitKind> {
        let cost = self.heuristic.value(&live.node).saturating_add(live.depth);
        if cost == u32::MAX || self.run.limits.forbids(self.run.raised(cost)) {
            self.beyond = self.beyond.min(cost);
            return Ok(());
        }
        self.live.entry(cost).or_default().push(live, &mut self.run.budget)
    }

    /// The next node and its cost.
    fn take(&mut self) -> Option<(u32, Live<S, H>)> {
        loop {
            let mut least = self.live.first_entry()?;
            if let Some(live) = least.get_mut().pop(&mut self.run.budget) {
                return Some((*least.key(), live));
            }
            least.remove();
        }
    }

    /// The end at an answer; every node of a cost below `cost` was expanded.
    fn solved(&self, answer: &Live<S, H>, cost: u32) -> SearchEnd<S::Move> {
        let least = self.live.first_key_value().map_or(u32::MAX, |(&least, _)| self.run.raised(least));
        let (mut moves, mut number) = (Vec::new(), answer.number);
        while let Some(before) = number.checked_sub(1)
            && let Some(&(parent, m)) = self.links.get(before as usize)
        {
            moves.push(m);
            number = parent;
        }
        moves.reverse();
        SearchEnd::Solved { moves, bound: answer.depth.min(least.max(cost)) }
    }
}
