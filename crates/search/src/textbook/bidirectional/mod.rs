//! Bidirectional heuristic search: one search from the start state, and one from the goal. Each
//! search has a heuristic for the distance to the root of the opposite search.
//!
//! A solution is found when one search generates a state that the opposite search has reached. The
//! solution is proven to be shortest when no undiscovered solution can be shorter. The goal must be
//! a single state, because the backward search starts from it.
//!
//! The algorithms differ only in their `Rule`, which chooses the open states to expand next and
//! determines the resulting lower bound. For example, MM (Holte, Felner, Sharon & Sturtevant 2016)
//! expands a state with the smallest priority max(f, 2g + 1), where g is the depth of the state and
//! f is its depth + heuristic value. Suppose that the shortest solution of a 3x3 board has 22
//! moves. A state at depth 11 has a priority of at least 23, so MM never expands it. Neither search
//! goes beyond the middle.
//!
//! | module | contents |
//! | --- | --- |
//! | `side` | one direction of the search: its reached states, and how to expand a state |
//! | `open` | the number of open states with each priority, cost and depth |
//! | `rules` | the rules of MM, NBS and BAE* |
//! | `boards` | these algorithms for boards of the tile puzzle |
//!
//! Moves cost 1 and can be undone, as in every [`StateSpace`](crate::StateSpace). MM and NBS need
//! heuristics that never exceed the distance, which a search cannot check. BAE* also needs
//! consistent heuristics, whose value changes by at most 1 with each move. If a search notices that
//! a heuristic is unsuitable, it ends with [`Inconsistent`].

pub(crate) mod boards;
mod open;
mod rules;
mod side;

use self::rules::Rule;
use self::side::Side;
use crate::algorithms::run::{Run, SearchEnd};
use crate::{Directions, Heuristic, Iteration, KeyedSpace, LimitKind, Limits, Outcome};

/// A bidirectional search algorithm. The algorithms differ in the order in which they expand
/// states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bidirectional {
    /// MM (Holte, Felner, Sharon & Sturtevant 2016), which meets in the middle. This is the variant
    /// MMε, whose priorities include the cost of a move.
    Mm,
    /// NBS, near-optimal bidirectional search (Chen, Holte, Zilles & Sturtevant 2017).
    Nbs,
    /// BAE*, bidirectional A* with error consideration (Sadhukhan 2013).
    Bae,
}

/// The error for a heuristic that is unsuitable for bidirectional search, because its values
/// violate an assumption of the algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// A move changed the heuristic value by more than 1. BAE* is correct only if the heuristic is
    /// consistent.
    #[error(
        "the heuristic is not consistent: a move changes its value by more than 1, and the algorithm relies on that"
    )]
    LargeStep,
    /// The heuristic returned two distinct values for the same state. The search groups open states
    /// by value, so it cannot find the state again when a shorter path to it is discovered.
    #[error(
        "the heuristic contradicts itself: it gives one board different values, and the algorithm relies on a single one"
    )]
    Contradiction,
}

/// A state that both searches have reached. A solution passes through it.
struct Meeting<S> {
    /// The length of the solution through this state, in moves.
    length: u32,
    state: S,
}

/// The heuristics of a bidirectional search, one for each direction.
#[derive(Debug, Clone, Copy)]
pub struct DirectedHeuristics<'a, F, B> {
    /// A lower bound on the distance to the goal, for the search from the start state.
    pub forward: &'a F,
    /// A lower bound on the distance to the start state, for the search from the goal.
    pub backward: &'a B,
}

/// Finds a shortest solution by searching from both `start` and `goal`. Calls `progress` whenever
/// the proven lower bound increases.
///
/// All states are kept in memory, so set [`Limits::memory`].
///
/// # Errors
/// Returns a heuristic's error if it cannot evaluate a root, or [`Inconsistent`] if the search
/// notices that a heuristic is unsuitable.
pub fn search<S: KeyedSpace, F, B, E>(
    algorithm: Bidirectional,
    space: &S,
    heuristics: DirectedHeuristics<'_, F, B>,
    start: &S::State,
    goal: &S::State,
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, E>
where
    F: Heuristic<S, Error: Into<E>>,
    B: Heuristic<S, Error: Into<E>>,
    E: From<Inconsistent>,
{
    let DirectedHeuristics { forward, backward } = heuristics;
    let forward_root = |state| forward.root(state).map_err(Into::into);
    let backward_root = |state| backward.root(state).map_err(Into::into);
    let start_nodes = (forward_root(start)?, backward_root(start)?);
    let goal_nodes = (backward_root(goal)?, forward_root(goal)?);
    let h0 = forward.value(&start_nodes.0);
    let mut search = BidirectionalSearch {
        rule: Rule::new(algorithm),
        run: Run::new(
            limits,
            space.parity(start),
            h0.max(backward.value(&goal_nodes.0)),
            progress,
        ),
        sides: (
            Side::new(space, forward, backward),
            Side::new(space, backward, forward),
        ),
        best: None,
        met: None,
        inconsistent: None,
    };
    let end = search.go((start, goal), start_nodes, goal_nodes);
    if let Some(error) = search.inconsistent {
        return Err(error.into());
    }
    let (front, back) = &search.sides;
    let directions = Directions {
        forward: front.expanded,
        backward: back.expanded,
        met: search.met,
    };
    Ok(Outcome {
        directions: Some(directions),
        ..search.run.finish(h0, end)
    })
}

struct BidirectionalSearch<'a, S: KeyedSpace, F: Heuristic<S>, B: Heuristic<S>> {
    rule: Rule,
    run: Run<'a>,
    sides: (Side<'a, S, F, B>, Side<'a, S, B, F>),
    /// The shortest solution found so far, stored as the state in which the two searches met.
    best: Option<Meeting<S::State>>,
    /// Number of moves from the start state to the state in which the two searches met. It is
    /// `None` until the search ends with a solution.
    met: Option<u32>,
    /// Set when a heuristic turns out to be unsuitable. The search then ends with this error.
    inconsistent: Option<Inconsistent>,
}

impl<S: KeyedSpace, F: Heuristic<S>, B: Heuristic<S>> BidirectionalSearch<'_, S, F, B> {
    fn go(
        &mut self,
        (start, goal): (&S::State, &S::State),
        start_nodes: (F::Node, B::Node),
        goal_nodes: (B::Node, F::Node),
    ) -> Result<SearchEnd<S::Move>, LimitKind> {
        self.run.reach(0);
        self.run.generate()?;
        self.sides
            .0
            .begin(start, start_nodes, &self.rule, &mut self.run)?;
        if start == goal {
            return Ok(SearchEnd::Solved {
                moves: Vec::new(),
                bound: 0,
            });
        }
        self.run.generate()?;
        self.sides
            .1
            .begin(goal, goal_nodes, &self.rule, &mut self.run)?;
        let mut bound = 0;
        while !self.sides.0.open.is_empty()
            && !self.sides.1.open.is_empty()
            && self.inconsistent.is_none()
        {
            let step = self.rule.next([&self.sides.0.open, &self.sides.1.open]);
            bound = bound.max(self.run.raised(step.bound));
            if self.best.as_ref().is_some_and(|best| best.length <= bound) {
                break;
            }
            if self.run.limits.forbids(bound) {
                return Ok(SearchEnd::Nothing {
                    beyond: Some(bound),
                });
            }
            self.run.reach(bound);
            let (front, back) = &mut self.sides;
            let (rule, run, best) = (&self.rule, &mut self.run, &mut self.best);
            if let Some(bucket) = step.expand[0] {
                self.inconsistent = front.expand(back, bucket, rule, run, best)?;
            }
            if let Some(bucket) = step.expand[1]
                && self.inconsistent.is_none()
            {
                self.inconsistent = back.expand(front, bucket, rule, run, best)?;
            }
        }
        let Some(best) = &self.best else {
            return Ok(SearchEnd::Nothing { beyond: None });
        };
        if self.run.limits.forbids(best.length) {
            return Ok(SearchEnd::Nothing {
                beyond: Some(best.length),
            });
        }
        let mut moves = self.sides.0.path(&best.state);
        self.met = Some(moves.len() as u32);
        moves.extend(self.sides.1.way_back(&best.state));
        Ok(SearchEnd::Solved {
            moves,
            bound: best.length,
        })
    }
}
