//! Depth-first search with a depth limit, once or with a limit that grows (iterative deepening, Slate & Atkin 1977).
//!
//! Over the tree of move sequences: the only move left out is the one that takes back the last. The goal is tested when
//! a node is made, which is when it is visited. A node at the depth limit is not expanded. The limit grows by 1, as
//! in textbooks; [`ida`](crate::ida) with [`Zero`](crate::Zero) uses the parity of the solutions and grows by 2.

use crate::algorithms::run::{Run, SearchEnd};
use crate::lab::observer::{NoObserver, Observer};
use crate::limits::{LimitKind, Limits};
use crate::outcome::{Iteration, Outcome};
use crate::space::StateSpace;
use crate::storage::List;

/// Finds the solution that comes first in the order of moves within [`Limits::depth`]; it need not be a shortest one,
/// and [`Outcome::shortest`] says whether it is known to be.
///
/// Without a limit of depth the search follows the first moves for ever in most spaces, until another limit stops it.
pub fn search<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    observed(space, start, limits, &mut NoObserver, progress)
}

pub(crate) fn observed<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    observer: &mut impl Observer<S::Move>,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let depth = limits.depth.unwrap_or(u32::MAX);
    run.begin(depth);
    let end = run.generate().and_then(|_| to_depth(space, start, depth, observer, &mut run)).map(|end| match end {
        Visit::Solutions(moves) => SearchEnd::Solved { bound: if moves.is_empty() { 0 } else { 1 }, moves },
        Visit::Complete { cut } => SearchEnd::Nothing { beyond: cut.then(|| depth.saturating_add(1)) },
    });
    run.finish(0, end)
}

/// Finds a shortest solution by searches to the depths 0, 1, 2 and so on; `progress` is called after each.
pub fn deepening<S: StateSpace>(
    space: &S,
    start: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Outcome<Vec<S::Move>> {
    let mut run = Run::new(limits, space.parity(start), 0, progress);
    let end = deepen(space, start, &mut run);
    run.finish(0, end)
}

fn deepen<S: StateSpace>(space: &S, start: &S::State, run: &mut Run) -> Result<SearchEnd<S::Move>, LimitKind> {
    run.generate()?;
    for depth in 0.. {
        if run.limits.forbids(depth) {
            return Ok(SearchEnd::Nothing { beyond: Some(depth) });
        }
        run.level(depth);
        match to_depth(space, start, depth, &mut NoObserver, run)? {
            Visit::Solutions(moves) => return Ok(SearchEnd::Solved { moves, bound: depth }),
            Visit::Complete { cut: true } => (),
            Visit::Complete { cut: false } => break,
        }
    }
    Ok(SearchEnd::Nothing { beyond: None })
}

/// The end of a search to a depth.
enum Visit<M> {
    Solutions(Vec<M>),
    /// Everything was searched; if `cut`, something lies below the depth limit.
    Complete {
        cut: bool,
    },
}

/// A node on the path from the root to the current node.
struct PathNode {
    /// Its number in the order generated, from 0.
    number: u64,
    /// The index of its first move in the list of all moves on the path.
    first: usize,
    /// The index of the next move to try.
    next: usize,
}

/// Searches to a depth. The root is generated already.
fn to_depth<S: StateSpace>(
    space: &S,
    start: &S::State,
    depth: u32,
    observer: &mut impl Observer<S::Move>,
    run: &mut Run,
) -> Result<Visit<S::Move>, LimitKind> {
    if space.is_goal(start) {
        return Ok(Visit::Solutions(Vec::new()));
    }
    if depth == 0 {
        return Ok(Visit::Complete { cut: true });
    }
    let mut cut = false;
    let mut state = start.clone();
    let mut moves = List::default();
    let mut path: List<PathNode> = List::default();
    let mut current = PathNode { number: 0, first: 0, next: 0 };
    expand(space, &state, None, &mut moves, run)?;
    observer.expanded(0);
    loop {
        let Some(&m) = moves.get(current.next) else {
            while moves.len() > current.first {
                moves.pop(&mut run.budget);
            }
            let Some(parent) = path.pop(&mut run.budget) else { break Ok(Visit::Complete { cut }) };
            current = parent;
            if let Some(&m) = moves.get(current.next - 1) {
                space.undo(&mut state, m);
            }
            continue;
        };
        let number = run.generate()?;
        current.next += 1;
        observer.generated(current.number, m, None);
        space.apply(&mut state, m);
        if space.is_goal(&state) {
            let frames = (0..path.len()).filter_map(|i| path.get(i)).chain([&current]);
            break Ok(Visit::Solutions(frames.filter_map(|frame| moves.get(frame.next - 1)).copied().collect()));
        }
        if path.len() as u32 + 1 >= depth {
            cut = true;
            space.undo(&mut state, m);
            continue;
        }
        observer.expanded(number);
        path.push(current, &mut run.budget)?;
        current = PathNode { number, first: moves.len(), next: moves.len() };
        expand(space, &state, Some(m), &mut moves, run)?;
    }
}

/// Lists a node's moves.
fn expand<S: StateSpace>(
    space: &S,
    state: &S::State,
    last: Option<S::Move>,
    moves: &mut List<S::Move>,
    run: &mut Run,
) -> Result<(), LimitKind> {
    run.expanded += 1;
    space.moves(state, last).try_for_each(|m| moves.push(m, &mut run.budget))
}
