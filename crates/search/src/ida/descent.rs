//! [`GenericDescent`]: depth-first search with any heuristic, one child after the other.
//!
//! This is IDA* as in the literature. Faster engines, such as the one for pattern databases, are
//! compared with it.

use super::subtree::{DescentEnd, SubtreeEngine, SubtreeQueue, SubtreeResult, SubtreeStart};
use crate::{Heuristic, StateSpace};

/// The engine that works with any heuristic.
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

/// Searches one subtree; `root` is the heuristic's node of its root.
///
/// The current node is in local variables, and its ancestors in a list. The moves of all of them
/// are in one list, one node after the other, so it ends with the moves of the current node.
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
    // The count of generated nodes at which limits are checked again.
    let mut checkpoint = generated_before;
    let mut node = root;
    // Indices of the current node's first move and of its next move in the list of all moves.
    let (mut first, mut next) = (0, 0);
    let mut ancestors: Vec<PathNode<H::Node>> = Vec::new();
    let mut moves: Vec<S::Move> = Vec::new();
    // The number of moves that the bound allows below the current node.
    let mut left = bound - depth;
    moves.extend(space.moves(&state, last));
    // The smallest depth + value that exceeds the bound.
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
            // Only a node of value 0 that is not the goal is expanded with no move left.
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

/// An ancestor of the current node.
struct PathNode<N> {
    node: N,
    /// Index of its first move in the list of all moves.
    first: usize,
    /// Index after the move that the path follows.
    next: usize,
}
