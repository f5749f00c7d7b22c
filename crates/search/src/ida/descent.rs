//! [`GenericDescent`]: depth-first search with any heuristic, one child at a time.
//!
//! This is IDA* as published. Tests compare faster engines with it, such as the one for pattern
//! databases.

use super::subtree::{DescentEnd, SubtreeEngine, SubtreeQueue, SubtreeResult, SubtreeStart};
use crate::{Heuristic, StateSpace};

/// The [`SubtreeEngine`] that works with any heuristic. It searches one subtree at a time.
#[derive(Debug)]
pub(crate) struct GenericDescent<H>(pub(crate) H);

impl<S: StateSpace, H: Heuristic<S> + Send> SubtreeEngine<S, H::Node> for GenericDescent<H> {
    fn search_subtrees(&self, space: &S, queue: &mut dyn SubtreeQueue<S, H::Node>) {
        while let Some(subtree) = queue.next() {
            let node = subtree.root.node.clone();
            let start = subtree.start();
            let id = start.id;
            let result = search_subtree(space, &self.0, start, node, queue);
            queue.done(id, result);
        }
    }
}

/// Searches one subtree depth first. `root` is the heuristic's node of the subtree's root.
///
/// The current node is kept in local variables, and its ancestors on a stack. A second stack holds
/// the possible moves of the ancestors, from the root down, and then those of the current node.
pub(crate) fn search_subtree<S: StateSpace, H: Heuristic<S>, N>(
    space: &S,
    heuristic: &H,
    start: SubtreeStart<S>,
    root: H::Node,
    queue: &mut dyn SubtreeQueue<S, N>,
) -> SubtreeResult<S::Move> {
    let SubtreeStart {
        id,
        mut state,
        last,
        depth,
        bound,
        generated_before,
        mut solutions,
    } = start;
    if heuristic.value(&root) == 0 && space.is_goal(&state) {
        return SubtreeResult::of_solved_root(solutions);
    }
    let mut generated = generated_before;
    // The number of generated nodes at which the limits are checked next.
    let mut checkpoint = generated_before;
    let mut node = root;
    // Indices in `moves` of the current node's first move, and of the move that it tries next.
    let (mut first, mut next) = (0, 0);
    let mut ancestors: Vec<PathNode<H::Node>> = Vec::new();
    let mut moves: Vec<S::Move> = Vec::new();
    // The number of moves that the bound allows below the current node.
    let mut left = bound - depth;
    moves.extend(space.moves(&state, last));
    // The smallest depth + value of a node that was pruned because it exceeded the bound.
    let mut least = u32::MAX;
    let mut expanded = 1;
    let end = loop {
        let Some(&m) = moves.get(next) else {
            moves.truncate(first);
            let Some(parent) = ancestors.pop() else {
                break DescentEnd::Complete { next: least };
            };
            PathNode { node, first, next } = parent;
            space.undo(&mut state, moves[next - 1]);
            left += 1;
            continue;
        };
        if generated == checkpoint {
            match queue.check(id, generated) {
                Ok(next) => checkpoint = next,
                Err(kind) => break DescentEnd::Limit(kind),
            }
        }
        generated += 1;
        next += 1;
        match heuristic.child(&state, &node, m, left.saturating_sub(1)) {
            Ok(child) if left > 0 => {
                space.apply(&mut state, m);
                if heuristic.value(&child) == 0 && space.is_goal(&state) {
                    let below = ancestors
                        .iter()
                        .map(|ancestor| ancestor.next)
                        .chain([next])
                        .map(|next| moves[next - 1]);
                    if solutions.add(below) {
                        break DescentEnd::Solved;
                    }
                    space.undo(&mut state, m);
                    continue;
                }
                ancestors.push(PathNode { node, first, next });
                node = child;
                left -= 1;
                expanded += 1;
                first = moves.len();
                next = first;
                moves.extend(space.moves(&state, Some(m)));
            }
            // No move is left at the parent, so its value was 0 although it is not the goal. Its
            // children exceed the bound whatever their values are.
            Ok(child) => least = least.min(heuristic.value(&child).saturating_add(bound + 1)),
            Err(value) => least = least.min(value.saturating_add(bound - left + 1)),
        }
    };
    let peak = size_of::<PathNode<H::Node>>() * ancestors.capacity()
        + size_of::<S::Move>() * moves.capacity();
    SubtreeResult {
        expanded,
        generated: generated - generated_before,
        end,
        solutions,
        peak: peak as u64,
    }
}

/// An ancestor of the current node, on the stack of a depth-first search.
struct PathNode<N> {
    node: N,
    /// Index of the ancestor's first move in the stack of moves.
    first: usize,
    /// Index of the move to try next. The move before it leads to the next node of the path.
    next: usize,
}
