//! Bidirectional heuristic search: one search from the start and one from the goal, each with a lower bound of the
//! distance to the root of the other.
//!
//! A solution is found when one search generates a state that the other has reached. It is proven to be shortest when
//! the lower bound of all solutions still to be found reaches its length. So these algorithms never test for the goal,
//! which must be a single state.
//!
//! The algorithms differ only in their `Rule`, which says which open states are expanded next and what that proves. For
//! example, MM (Holte, Felner, Sharon & Sturtevant 2016) expands a state with the smallest priority max(f, 2g + 1), where
//! g is the depth of the state and f = g + h its depth plus its value. On a 3x3 board whose shortest solution has 22
//! moves, a state of depth 11 has a priority of at least 23, so MM never expands it: neither search passes the middle.
//!
//! | module | holds |
//! | --- | --- |
//! | `side` | one direction: the states it has reached, and the expansion of a state |
//! | `open` | the numbers of open states by priority, cost and depth |
//! | `rules` | the rules of MM, NBS and BAE* |
//! | `boards` | the algorithms on boards |
//!
//! Moves cost 1 and can be taken back, as in every [`StateSpace`](crate::StateSpace). MM and NBS need heuristics that
//! never exceed the distance, which cannot be checked on the way. BAE* needs consistent ones too. A search ends with
//! [`Inconsistent`] when it notices that this is not so.

pub(crate) mod boards;
mod open;
mod rules;
mod side;

use self::rules::Rule;
use self::side::Side;
use crate::algorithms::run::{Run, SearchEnd};
use crate::{Directions, Heuristic, Iteration, KeyedSpace, LimitKind, Limits, Outcome};

/// A bidirectional algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bidirectional {
    /// MM (Holte, Felner, Sharon & Sturtevant 2016), in the variant MMε.
    Mm,
    /// NBS (Chen, Holte, Zilles & Sturtevant 2017).
    Nbs,
    /// BAE* (Sadhukhan 2013).
    Bae,
}

/// A property of heuristics on which a bidirectional search relies does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// BAE* relies on consistent heuristics, but a move changed a value by more than 1.
    #[error(
        "the heuristic is not consistent: a move changes its value by more than 1, and the algorithm relies on that"
    )]
    LargeStep,
    /// A state was reached again by a shorter path, and its value had changed. The search cannot find the state among
    /// its open states then, because these are grouped by their values.
    #[error(
        "the heuristic contradicts itself: it gives one board different values, and the algorithm relies on a single one"
    )]
    Contradiction,
}

/// A state that both searches have reached.
struct Meeting<S> {
    /// The length of the solution through it.
    length: u32,
    state: S,
}

/// Finds a shortest solution; `progress` is called whenever the proven bound grows. `forward` is a lower bound of the
/// distance to the goal, `backward` one of that to the start.
///
/// Every state seen is held in memory: set [`Limits::memory`].
///
/// # Errors
/// Returns a heuristic's error if it cannot evaluate a root, or [`Inconsistent`] if the heuristics break a rule on which
/// the algorithm relies.
pub fn search<S: KeyedSpace, F, B, E>(
    algorithm: Bidirectional,
    space: &S,
    (forward, backward): (&F, &B),
    roots: (&S::State, &S::State),
    limits: &Limits,
    progress: &mut dyn FnMut(&Iteration),
) -> Result<Outcome<Vec<S::Move>>, E>
where
    F: Heuristic<S, Error: Into<E>>,
    B: Heuristic<S, Error: Into<E>>,
    E: From<Inconsistent>,
{
    let forward_root = |state| forward.root(state).map_err(Into::into);
    let backward_root = |state| backward.root(state).map_err(Into::into);
    let (start, goal) = roots;
    let root = (forward_root(start)?, backward_root(start)?);
    let goal = (backward_root(goal)?, forward_root(goal)?);
    let h0 = forward.value(&root.0);
    let mut search = BidirectionalSearch {
        rule: Rule::new(algorithm),
        run: Run::new(
            limits,
            space.parity(start),
            h0.max(backward.value(&goal.0)),
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
    let end = search.go(roots, root, goal);
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
    /// The shortest solution found.
    best: Option<Meeting<S::State>>,
    /// Moves from the start to the state at which both searches met.
    met: Option<u32>,
    /// Set once the heuristics turn out to break a rule: the search ends.
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
