//! Iterative-deepening A* (Korf 1985) with an explicit stack, counting nodes exactly as the literature does.
//!
//! *Generated* counts the root once over the whole search, and each child when its turn comes, pruned or not; a child
//! that was only prepared, or a sibling after the one that led to the solution, does not count. *Expanded* counts
//! nodes whose children were tried; the goal is not one of them.

use crate::deepening::{End, Pass, deepen};
use crate::limits::Limits;
pub use crate::outcome::{Iteration, Outcome};
use crate::space::{Heuristic, StateSpace};

/// What to do beyond finding one shortest solution, and when to give up.
#[derive(Debug, Clone, Default)]
pub struct IdaOptions {
    /// When to give up.
    pub limits: Limits,
    /// Complete the last iteration, so that counts do not depend on where in it the solution lies.
    pub finish_iteration: bool,
    /// Find all shortest solutions, and keep at most this many of them.
    pub all: Option<usize>,
}

/// Finds a shortest solution; `progress` is called after each iteration.
///
/// Where the space gives no parity, the next bound is the smallest depth + value that was above the last one.
/// A space in which the goal cannot be reached, though some state is always beyond the bound, is searched for ever
/// unless a limit is set: solvability is the caller's to check.
///
/// # Errors
/// Those of the heuristic, before anything is searched.
pub fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &IdaOptions,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<S::Move>, H::Error> {
    let root = heuristic.root(start)?;
    let search = Search { space, heuristic, start, options };
    let (h0, parity) = (heuristic.value(&root), space.parity(start));
    Ok(deepen(h0, parity, options, progress, &mut |bound, before| search.iterate(&root, bound, before)))
}

/// The solutions of the iteration in progress. The first is kept whatever was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Found<M> {
    pub(crate) count: u64,
    pub(crate) kept: Vec<Vec<M>>,
    most: usize,
    stop_at_first: bool,
}

impl<M> Found<M> {
    pub(crate) fn new(options: &IdaOptions) -> Self {
        let stop_at_first = options.all.is_none() && !options.finish_iteration;
        Self { count: 0, kept: Vec::new(), most: options.all.unwrap_or(1).max(1), stop_at_first }
    }

    /// Notes a solution; true if the search is to stop.
    pub(crate) fn note(&mut self, moves: impl Iterator<Item = M>) -> bool {
        self.count += 1;
        if self.kept.len() < self.most {
            self.kept.push(moves.collect());
        }
        self.stop_at_first
    }

    /// Whether the search is to stop.
    pub(crate) fn is_enough(&self) -> bool {
        self.stop_at_first && self.count > 0
    }

    /// Adds solutions that come after these; true if the search is to stop.
    pub(crate) fn join(&mut self, later: Self) -> bool {
        self.count += later.count;
        let room = self.most - self.kept.len();
        self.kept.extend(later.kept.into_iter().take(room));
        self.is_enough()
    }
}

/// A node on the way from the root to the node in hand.
struct Frame<N> {
    node: N,
    /// Where the moves of this node begin in the list of all moves on the way.
    first: usize,
    /// The move after the one that is being followed.
    next: usize,
}

struct Search<'a, S: StateSpace, H> {
    space: &'a S,
    heuristic: &'a H,
    start: &'a S::State,
    options: &'a IdaOptions,
}

impl<S: StateSpace, H: Heuristic<S>> Search<'_, S, H> {
    /// Searches depth first to a bound, `before` nodes having been generated, the root among them.
    ///
    /// This is the hot loop. The node in hand lives in local variables, its ancestors in `way`; the moves of all of
    /// them lie one after the other in `moves`, so the list ends with those of the node in hand.
    fn iterate(&self, root: &H::Node, bound: u32, before: u64) -> Pass<S::Move> {
        let mut found = Found::new(self.options);
        if self.heuristic.value(root) == 0 && self.space.is_goal(self.start) {
            found.note(std::iter::empty());
            return Pass { expanded: 0, generated: 0, end: End::Solved, found, peak: 0, speculative: 0 };
        }
        let (space, heuristic) = (self.space, self.heuristic);
        let mut generated = before;
        let mut checkpoint = before; // the count of generated nodes at which limits are looked at again
        let mut state = self.start.clone();
        let mut node = root.clone();
        let (mut first, mut next) = (0, 0);
        let mut way: Vec<Frame<H::Node>> = Vec::new();
        let mut moves: Vec<(S::Move, H::Pending)> = Vec::new();
        let mut left = bound; // how many moves the bound leaves below the node in hand
        let limit = left.saturating_sub(1);
        moves.extend(space.moves(&state, None).map(|m| (m, heuristic.prepare(&state, &node, m, limit))));
        let mut least = u32::MAX; // the smallest depth + value above the bound
        let mut expanded = 1;
        let end = loop {
            let Some(&(m, pending)) = moves.get(next) else {
                moves.truncate(first);
                let Some(parent) = way.pop() else { break End::Complete { next: least } };
                Frame { node, first, next } = parent;
                space.undo(&mut state, moves[next - 1].0);
                left += 1;
                continue;
            };
            if generated == checkpoint {
                match self.options.limits.check(generated) {
                    Ok(next) => checkpoint = next,
                    Err(kind) => break End::Limit(kind),
                }
            }
            generated += 1;
            next += 1;
            // Only a node of value 0 that is not the goal is ever expanded with no move left.
            match heuristic.child(&state, &node, m, pending, left.saturating_sub(1)) {
                Ok(child) if left > 0 => {
                    space.apply(&mut state, m);
                    if heuristic.value(&child) == 0 && space.is_goal(&state) {
                        if found.note(way.iter().map(|f| f.next).chain([next]).map(|n| moves[n - 1].0)) {
                            break End::Solved;
                        }
                        space.undo(&mut state, m);
                        continue;
                    }
                    way.push(Frame { node, first, next });
                    node = child;
                    left -= 1;
                    expanded += 1;
                    first = moves.len();
                    next = first;
                    let limit = left.saturating_sub(1);
                    moves.extend(space.moves(&state, Some(m)).map(|m| (m, heuristic.prepare(&state, &node, m, limit))));
                }
                Ok(child) => least = least.min(heuristic.value(&child).saturating_add(bound + 1)),
                Err(value) => least = least.min(value.saturating_add(bound - left + 1)),
            }
        };
        let peak =
            size_of::<Frame<H::Node>>() * way.capacity() + size_of::<(S::Move, H::Pending)>() * moves.capacity();
        Pass { expanded, generated: generated - before, end, found, peak: peak as u64, speculative: 0 }
    }
}
