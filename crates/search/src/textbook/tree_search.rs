//! Textbook tree searches: every sequence of moves is a separate node, and repeated states are not
//! recognised. The only pruned move is the one that undoes the last move.
//!
//! [`breadth_first`] and [`branch_and_bound`] (Horowitz & Sahni 1978, ch. 8) expand the node with
//! the smallest cost. The cost is the depth, to which branch and bound adds the heuristic value. In
//! a tie, the node generated first is expanded. [`depth_first`] explores each branch completely
//! before the next one, and [`iterative_deepening`] does so with increasing depth limits (Slate &
//! Atkin 1977). For example, six moves around a 2x2 square lead to the same board clockwise and
//! counterclockwise, but these searches treat the results as two nodes. The
//! [`drawn_tree`](super::drawn_tree) module builds the same trees for drawing.

use std::collections::BTreeMap;

use crate::algorithms::run::{Run, SearchEnd};
use crate::storage::{FifoQueue, List};
use crate::{Heuristic, Iteration, LimitKind, Limits, Outcome, StateSpace, Zero};

/// Finds a shortest solution level by level. Calls `progress` after each level. Tests whether a
/// node is the goal when the node is expanded.
///
/// The number of nodes grows by a constant factor with each level, about 2.1 on 4x4 boards. All of
/// them are stored, so set [`Limits::memory`].
pub fn breadth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let Ok(outcome) = best_first(
        space,
        &Zero,
        start,
        GoalTest::WhenExpanded,
        limits,
        progress,
    );
    outcome
}

/// Finds a solution by expanding the node with the smallest cost, which is depth + heuristic value.
/// Calls `progress` whenever the smallest cost increases.
///
/// A node is tested for the goal when it is generated, so nodes with a smaller cost may still be
/// unexpanded. The solution is therefore guaranteed to be shortest only if all solutions have the
/// same parity, or if the goal is the only state with the value 0.
///
/// # Errors
/// Returns the heuristic's error if it cannot evaluate the start state.
pub fn branch_and_bound<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    best_first(
        space,
        heuristic,
        start,
        GoalTest::WhenGenerated,
        limits,
        progress,
    )
}

/// Finds a solution within [`Limits::depth`] by a single depth-first search. It is the first
/// solution in the order in which moves are tried, and may not be a shortest one. Calls `progress`
/// when the search ends.
///
/// Without a depth limit, the search usually follows a single branch until another limit stops it.
pub fn depth_first<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let depth = limits.depth.unwrap_or(u32::MAX);
    let mut search = || {
        run.generate_at(0)?;
        run.begin(depth);
        let mut end = to_depth(space, start, depth, &mut run)?;
        // A single depth-first search can miss shorter solutions. It proves only that a solution
        // needs at least 1 move if the start state is not the goal.
        if let SearchEnd::Solved { moves, bound } = &mut end {
            *bound = moves.len().min(1) as u32;
        }
        Ok(end)
    };
    let end = search();
    run.finish(0, end)
}

/// Finds a shortest solution by depth-first searches with the depth limits 0, 1, 2 and so on. Calls
/// `progress` after each of these searches.
///
/// [`ida`](crate::ida) with the heuristic [`Zero`] does the same, but raises the limit by 2 if all
/// solution lengths have the same parity.
pub fn iterative_deepening<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let most = limits.depth.unwrap_or(u32::MAX);
    let mut depth = 0;
    let mut search = || {
        run.generate_at(0)?;
        loop {
            run.level(depth);
            match to_depth(space, start, depth, &mut run)? {
                SearchEnd::Nothing { beyond: Some(_) } if depth < most => depth += 1,
                end => return Ok(end),
            }
        }
    };
    let end = search();
    run.finish(0, end)
}

/// Searches depth first down to `depth`. Nodes at this depth are generated but not expanded. The
/// caller has already counted the root.
fn to_depth<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    run: &mut Run,
) -> Result<SearchEnd<S::Move>, LimitKind> {
    let mut beyond = None;
    // `stack` holds the nodes to visit, each with its last move and its depth. The last entry is
    // visited next. `path` holds the moves to the current node.
    let mut stack: List<(S::State, Option<S::Move>, u32)> = List::default();
    let mut path: List<S::Move> = List::default();
    let mut moves = Vec::new();
    stack.push((start.clone(), None, 0), &mut run.budget)?;
    while let Some((state, last, level)) = stack.pop(&mut run.budget) {
        if let Some(m) = last {
            run.generate_at(level)?;
            while path.len() >= level as usize {
                path.pop(&mut run.budget);
            }
            path.push(m, &mut run.budget)?;
        }
        if space.is_goal(&state) {
            let moves = (0..path.len())
                .filter_map(|index| path.get(index).copied())
                .collect();
            return Ok(SearchEnd::Solved {
                moves,
                bound: depth,
            });
        }
        if level == depth {
            beyond = Some(depth.saturating_add(1));
            continue;
        }
        run.expanded += 1;
        moves.clear();
        moves.extend(space.moves(&state, last));
        for &m in moves.iter().rev() {
            stack.push(
                (space.after(&state, m), Some(m), level + 1),
                &mut run.budget,
            )?;
        }
    }
    while path.pop(&mut run.budget).is_some() {}
    Ok(SearchEnd::Nothing { beyond })
}

/// A live node: generated but not yet expanded.
struct LiveNode<S, N> {
    /// The 0-based index of this node in generation order.
    number: u32,
    depth: u32,
    state: S,
    node: N,
}

/// When a search tests whether a node is a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GoalTest {
    WhenGenerated,
    WhenExpanded,
}

/// Expands nodes in order of increasing cost, which is depth + heuristic value, until it finds the
/// goal or reaches a limit.
fn best_first<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    goal_test: GoalTest,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, H::Error> {
    let node = heuristic.root(start)?;
    let h0 = heuristic.value(&node);
    let mut run = Run::new(limits, space.parity(start), h0, progress);
    let root = LiveNode {
        number: 0,
        depth: 0,
        state: start.clone(),
        node,
    };
    let end = by_cost(space, heuristic, root, goal_test, &mut run);
    Ok(run.finish(h0, end))
}

fn by_cost<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    root: LiveNode<S::State, H::Node>,
    goal_test: GoalTest,
    run: &mut Run,
) -> Result<SearchEnd<S::Move>, LimitKind> {
    let tests_generated = goal_test == GoalTest::WhenGenerated;
    let is_goal =
        |live: &LiveNode<_, _>| heuristic.value(&live.node) == 0 && space.is_goal(&live.state);
    // For each node except the root, the index of its parent and the move from the parent.
    let mut links = List::default();
    // Generated nodes that are not yet expanded, grouped by cost. Within a group, the nodes are in
    // the order of generation.
    let mut live: BTreeMap<u32, FifoQueue<LiveNode<_, _>>> = BTreeMap::new();
    // The smallest cost of all nodes excluded by the depth limit, or `u32::MAX` if no node was
    // excluded.
    let mut beyond = u32::MAX;
    let mut level = None;
    if tests_generated {
        run.reach(0);
    }
    run.generate_at(0)?;
    if tests_generated && is_goal(&root) {
        return Ok(SearchEnd::Solved {
            moves: Vec::new(),
            bound: 0,
        });
    }
    live.entry(heuristic.value(&root.node))
        .or_default()
        .push(root, &mut run.budget)?;
    while let Some(mut least) = live.first_entry() {
        let cost = *least.key();
        let Some(parent) = least.get_mut().pop(&mut run.budget) else {
            least.remove();
            continue;
        };
        if cost == u32::MAX || run.limits.forbids(run.raised(cost)) {
            beyond = beyond.min(cost);
            break;
        }
        if tests_generated {
            run.reach(cost);
        } else if level.replace(cost) != Some(cost) {
            run.level(cost);
        }
        if !tests_generated && is_goal(&parent) {
            return Ok(SearchEnd::Solved {
                moves: path(&links, parent.number),
                bound: parent.depth,
            });
        }
        let depth = parent.depth + 1;
        if run.limits.forbids(depth) {
            beyond = beyond.min(depth);
            continue;
        }
        run.expanded += 1;
        let last = parent
            .number
            .checked_sub(1)
            .and_then(|before| links.get(before as usize))
            .map(|&(_, m)| m);
        for m in space.moves(&parent.state, last) {
            let number = u32::try_from(run.generate_at(depth)?).map_err(|_| LimitKind::Memory)?;
            links.push((parent.number, m), &mut run.budget)?;
            // With a limit of `u32::MAX - 1`, the heuristic rejects a child only if the goal cannot
            // be reached from the child.
            let Ok(node) = heuristic.child(&parent.state, &parent.node, m, u32::MAX - 1) else {
                continue;
            };
            let child = LiveNode {
                number,
                depth,
                state: space.after(&parent.state, m),
                node,
            };
            if tests_generated && is_goal(&child) {
                // The smallest cost of a live node is a lower bound on the solution length.
                let least = live
                    .first_key_value()
                    .map_or(u32::MAX, |(&least, _)| run.raised(least));
                return Ok(SearchEnd::Solved {
                    moves: path(&links, number),
                    bound: depth.min(least.max(cost)),
                });
            }
            let cost = heuristic.value(&child.node).saturating_add(depth);
            live.entry(cost).or_default().push(child, &mut run.budget)?;
        }
    }
    Ok(SearchEnd::Nothing {
        beyond: (beyond < u32::MAX).then_some(beyond),
    })
}

/// Returns the moves from the root to the node with index `number`. The root has index 0. For every
/// other node, `links` holds the index of its parent and the move from the parent.
fn path<M: Copy>(links: &List<(u32, M)>, mut number: u32) -> Vec<M> {
    let mut path = Vec::new();
    while let Some(before) = number.checked_sub(1)
        && let Some(&(parent, m)) = links.get(before as usize)
    {
        path.push(m);
        number = parent;
    }
    path.reverse();
    path
}
