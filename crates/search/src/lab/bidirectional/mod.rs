//! Bidirectional heuristic search, front to end: one search from the start and one from the goal, each with a lower
//! bound of the distance to the other's root.
//!
//! A `Rule` says which open states are expanded next, and what that proves. Everything else is the same for all
//! algorithms. A solution is found when one search generates a
//! state that the other has reached; it is proven to be shortest when the rule's lower bound reaches its length. So
//! these algorithms test no goals: the goal must be one state.
//!
//! Moves cost 1 and can be taken back, as in every [`StateSpace`](crate::StateSpace). MM and NBS need heuristics that never exceed the
//! distance, which nothing can check on the way. BAE* needs consistent ones too: a search ends with
//! [`Inconsistent`] at the first move that changes a value by more than 1.

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

/// A move changed the value of a heuristic by more than 1, and the algorithm relies on that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the heuristic is not consistent: a move changes its value by more than 1, and the algorithm relies on that"
)]
pub struct Inconsistent;

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
/// Those of the heuristics, before anything is searched; [`Inconsistent`] with BAE*.
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
    let mut search = Search {
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
        inconsistent: false,
    };
    let end = search.go(roots, root, goal);
    if search.inconsistent {
        return Err(Inconsistent.into());
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

struct Search<'a, S: KeyedSpace, F: Heuristic<S>, B: Heuristic<S>> {
    rule: Rule,
    run: Run<'a>,
    sides: (Side<'a, S, F, B>, Side<'a, S, B, F>),
    /// The shortest solution found.
    best: Option<Meeting<S::State>>,
    /// Moves from the start to the state at which both searches met.
    met: Option<u32>,
    inconsistent: bool,
}

impl<S: KeyedSpace, F: Heuristic<S>, B: Heuristic<S>> Search<'_, S, F, B> {
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
        while !self.sides.0.open.is_empty() && !self.sides.1.open.is_empty() && !self.inconsistent {
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
                self.inconsistent |= front.expand(back, bucket, rule, run, best)?;
            }
            if let Some(bucket) = step.expand[1] {
                self.inconsistent |= back.expand(front, bucket, rule, run, best)?;
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
