//! The dispatch from a heuristic chosen at run time to code that is compiled for it.
//!
//! [`HeuristicParts`] is a heuristic in one search. IDA* takes its [`Searcher`], which is compiled for every type of
//! heuristic, and for the descent that goes with it: with pattern databases only [`TableDescent`], otherwise
//! [`GenericDescent`]. Other work is a [`WithHeuristic`], compiled for fewer types.

use super::anytime::beam::BeamPass;
use super::heuristics::light::Light;
use super::heuristics::part::{MaxOf, Part};
use super::heuristics::{HeuristicError, MAX_PARTS, Manhattan, OwnedPart, TileHeuristic};
use super::moves::Move;
use super::pdb::{MAX_LOOKUPS, MAX_SUMS, PdbHeuristic, PdbTables, TableDescent};
use super::searcher::{CompiledSearcher, Searcher};
use super::space::{TileSpace, TileState};
use crate::ida::descent::GenericDescent;
use crate::limits::LimitKind;
use crate::space::Heuristic;

/// Work with a heuristic whose type is known only at run time.
pub trait WithHeuristic {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output;
}

/// A heuristic in one search, by its parts: the largest of their values counts.
#[derive(Clone)]
pub(crate) struct HeuristicParts<'t>(pub(crate) Vec<Part<'t>>);

impl<'t> HeuristicParts<'t> {
    /// The Manhattan distance.
    pub(crate) fn manhattan(manhattan: &'t Manhattan) -> Self {
        Self(vec![Part::Light(Light::Manhattan(manhattan))])
    }

    /// The searcher that is compiled for the type of this heuristic.
    pub(super) fn searcher(&self) -> Box<dyn Searcher + 't> {
        match &self.0[..] {
            [Part::Few(tables)] => searcher_with_tables(tables.tables()),
            [Part::Many(tables)] => searcher_with_tables(tables.tables()),
            [Part::Light(Light::Manhattan(manhattan))] => step_by_step(*manhattan),
            [Part::Light(Light::WalkingDistance(walking))] => step_by_step(*walking),
            [Part::Light(light)] => step_by_step(light.clone()),
            [Part::Light(first), Part::Light(second)] => {
                step_by_step(MaxOf::<_, 2>::new(vec![first.clone(), second.clone()]))
            }
            parts => step_by_step(MaxOf::<_, MAX_PARTS>::new(parts.to_vec())),
        }
    }

    /// Does work that keeps many nodes, such as A*: compiled for each heuristic whose nodes are small, and once for all
    /// others.
    pub(super) fn with_small_nodes<W: WithHeuristic>(&self, work: W) -> W::Output {
        match &self.0[..] {
            [Part::Light(Light::Manhattan(manhattan))] => work.with(manhattan),
            [Part::Light(light)] => work.with(light),
            [Part::Light(first), Part::Light(second)] => {
                work.with(&MaxOf::<_, 2>::new(vec![first.clone(), second.clone()]))
            }
            _ => self.with(work),
        }
    }

    /// For cold code: compiled for two types only.
    pub(super) fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        match &self.0[..] {
            [part] => work.with(part),
            parts => work.with(&MaxOf::<_, MAX_PARTS>::new(parts.to_vec())),
        }
    }

    /// True if it knows too little to lead a beam to the goal.
    pub(super) fn is_blind(&self) -> bool {
        matches!(self.0[..], [Part::Light(Light::Zero | Light::Misplaced)])
    }

    /// Makes a pass of beam search with this heuristic: compiled for the most frequent tables, and otherwise for two
    /// types.
    pub(crate) fn guide(&self, pass: BeamPass<'_>) -> Result<Option<Vec<Move>>, LimitKind> {
        match &self.0[..] {
            [Part::Few(tables)] => pass.run(tables),
            [Part::Many(many)] if many.tables().lookups() <= 32 => pass.run(&PdbHeuristic::<32>::new(many.tables())),
            [part] => pass.run(part),
            parts => pass.run(&MaxOf::<_, MAX_PARTS>::new(parts.to_vec())),
        }
    }

    /// The value of a board.
    pub(crate) fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        let mut largest = 0;
        for part in &self.0 {
            largest = largest.max(part.value(&part.root(state)?));
        }
        Ok(largest)
    }
}

/// A heuristic that makes one child after the other.
fn step_by_step<'t, H: Heuristic<TileSpace, Error: Into<HeuristicError>> + 't>(heuristic: H) -> Box<dyn Searcher + 't> {
    Box::new(CompiledSearcher::new(heuristic, GenericDescent))
}

/// Tables alone: nodes have room for their lookups, and the descent is compiled for about the number of lookups that a
/// move changes and of sums.
fn searcher_with_tables<'t>(tables: &'t PdbTables) -> Box<dyn Searcher + 't> {
    match (tables.is_zero_aware(), tables.lookups(), tables.most_affected(), tables.sums()) {
        (true, ..=8, 1, ..=4) => compiled::<8, 1, 1, true>(tables),
        (true, ..=8, 2, ..=4) => compiled::<8, 2, 1, true>(tables),
        (true, _, 1, ..=4) => compiled::<MAX_LOOKUPS, 1, 1, true>(tables),
        (true, ..) => compiled::<MAX_LOOKUPS, MAX_SUMS, 4, true>(tables),
        (false, ..=8, 1, ..=4) => compiled::<8, 1, 1, false>(tables),
        (false, ..) => compiled::<MAX_LOOKUPS, MAX_SUMS, 4, false>(tables),
    }
}

/// `L` lookups in a node, `A` of them affected by a move in each orientation, `W` words of slack, zero-aware if `Z`.
fn compiled<'t, const L: usize, const A: usize, const W: usize, const Z: bool>(
    tables: &'t PdbTables,
) -> Box<dyn Searcher + 't> {
    Box::new(CompiledSearcher::new(PdbHeuristic::<L>::new(tables), TableDescent::<A, W, Z>::new(tables)))
}

impl TileHeuristic {
    /// Does the work of one search with this heuristic. Where a function has failed meanwhile, its error is the result.
    pub(super) fn search<T, E: From<HeuristicError>>(
        &self,
        work: impl FnOnce(&HeuristicParts<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let parts = self.parts();
        let result = work(&parts);
        let failure = parts.0.iter().find_map(|part| match part {
            Part::Light(Light::Function(function)) => function.failure(),
            _ => None,
        });
        failure.map_or(result, |error| Err(error.clone().into()))
    }

    /// Its parts, for one search.
    fn parts(&self) -> HeuristicParts<'_> {
        HeuristicParts(self.0.iter().map(OwnedPart::part).collect())
    }

    /// Does some work with this heuristic.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        self.parts().with(work)
    }

    /// The value of a board; [`TileHeuristic::values`] is faster for many.
    ///
    /// # Errors
    /// [`HeuristicError::Damaged`].
    pub fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.parts().value(state)
    }
}
