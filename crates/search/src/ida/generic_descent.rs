//! [`GenericDescent`]: a depth-first search engine for any heuristic.
//!
//! This search is IDA* in its textbook form. Tests compare faster engines with it, such as the
//! engine for pattern databases.

use super::subtree::{
    DescentEnd, DescentResult, Subtree, SubtreeEngine, SubtreeLimits, SubtreeQueue,
};
use crate::{Heuristic, StateSpace};

/// A [`SubtreeEngine`] for any heuristic. It searches one subtree at a time.
#[derive(Debug)]
pub(crate) struct GenericDescent<H>(pub(crate) H);

impl<S: StateSpace, H: Heuristic<S> + Send> SubtreeEngine<S, H::Node> for GenericDescent<H> {
    fn search_subtrees(
        &self,
        space: &S,
        limits: &SubtreeLimits<'_>,
        queue: &mut SubtreeQueue<'_, S, H::Node>,
    ) {
        while let Some((index, subtree)) = queue.next() {
            let root = subtree.node.clone();
            let result = search_subtree(space, &self.0, index, subtree, root, limits);
            queue.done(index, result);
        }
    }
}

/// Searches one subtree depth first. `index` is the index of the subtree in the queue, and `root`
/// is what `heuristic` stores about the root of the subtree. [`Subtree::node`] is ignored, because
/// the engine may store the heuristic's data in another type.
///
/// Explicit stacks replace recursion. `ancestors` holds the path above the current node, and
/// `moves` holds the possible moves of every node on the path.
pub(crate) fn search_subtree<S: StateSpace, H: Heuristic<S>, N>(
    space: &S,
    heuristic: &H,
    index: usize,
    subtree: Subtree<S, N>,
    root: H::Node,
    limits: &SubtreeLimits<'_>,
) -> DescentResult<S::Move> {
    let Subtree {
        mut state,
        last,
        depth,
        bound,
        generated_before,
        mut solutions,
        ..
    } = subtree;
    if heuristic.value(&root) == 0 && space.is_goal(&state) {
        return DescentResult::of_solved_root(solutions);
    }
    let mut generated = generated_before;
    // Node count at which to check the limits again.
    let mut checkpoint = generated_before;
    let mut node = root;
    // `first` is the index in `moves` of the current node's first move, and `next` is the index of
    // the move to try next.
    let (mut first, mut next) = (0, 0);
    let mut ancestors: Vec<PathNode<H::Node>> = Vec::new();
    let mut moves: Vec<S::Move> = Vec::new();
    // Number of moves that the bound allows below the current node.
    let mut left = bound - depth;
    moves.extend(space.moves(&state, last));
    // Smallest f-value of a pruned node. The f-value is depth plus heuristic value.
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
            match limits.check(index, generated) {
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
            // The bound allows no further move, so the child is pruned. The parent was expanded
            // only because its heuristic value is 0 although it is not the goal.
            Ok(child) => least = least.min(heuristic.value(&child).saturating_add(bound + 1)),
            Err(value) => least = least.min(value.saturating_add(bound - left + 1)),
        }
    };
    let peak = size_of::<PathNode<H::Node>>() * ancestors.capacity()
        + size_of::<S::Move>() * moves.capacity();
    DescentResult {
        expanded,
        generated: generated - generated_before,
        end,
        solutions,
        peak: peak as u64,
    }
}

/// An ancestor of the current node, suspended while its descendants are searched.
struct PathNode<N> {
    node: N,
    /// Index of the ancestor's first move in the stack of moves.
    first: usize,
    /// Index of the ancestor's next move to try. The move just before it leads to the next node on
    /// the path.
    next: usize,
}
