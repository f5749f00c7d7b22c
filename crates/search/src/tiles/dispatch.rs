//! The dispatch from a heuristic chosen at run time to code that is compiled for it.
//!
//! [`HeuristicParts`] is a heuristic in one search. IDA* takes its [`Subtrees`], which are compiled for every type of
//! heuristic, and for the descent that goes with it: with pattern databases only [`Kernel`], otherwise
//! [`GenericDescent`]. Other work is a [`WithHeuristic`], compiled for fewer types.

use super::anytime::beam::BeamPass;
use super::heuristics::part::{MaxOf, Part};
use super::pdb::{Kernel, PdbHeuristic, Word};
use super::pruning::{PrunedHeuristic, PrunedSpace, TrackedMove};
use super::{
    Builtin, HeuristicError, MAX_LOOKUPS, MAX_PARTS, MAX_SUMS, Move, PdbTables, TileHeuristic,
    TileSpace, TileState,
};
use crate::ida::descent::{Descend, GenericDescent};
use crate::ida::parallel::{CompiledSubtrees, Subtrees};
use crate::{Heuristic, LimitKind};

/// Work with a heuristic whose type is known only at run time.
pub trait WithHeuristic {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: &H,
    ) -> Self::Output;
}

/// A heuristic in one search, by its parts: the largest of their values counts.
#[derive(Clone)]
pub(crate) struct HeuristicParts<'t>(pub(crate) Vec<Part<'t>>);

impl<'t> HeuristicParts<'t> {
    /// A heuristic that needs no files.
    pub(crate) fn builtin(heuristic: &'t Builtin) -> Self {
        Self(vec![Part::Builtin(heuristic)])
    }

    /// Does work of IDA*, which is compiled for the type of this heuristic.
    pub(super) fn with_descent<W: WithDescent>(
        &self,
        space: &PrunedSpace<'_>,
        work: W,
    ) -> W::Output {
        match &self.0[..] {
            [Part::Few(tables)] => with_tables(tables.tables(), space, work),
            [Part::Many(tables)] => with_tables(tables.tables(), space, work),
            [Part::Builtin(Builtin::Manhattan(manhattan))] => {
                work.with(PrunedHeuristic(manhattan), &GenericDescent)
            }
            [Part::Builtin(Builtin::WalkingDistance(walking))] => {
                work.with(PrunedHeuristic(walking), &GenericDescent)
            }
            [Part::Builtin(heuristic)] => work.with(PrunedHeuristic(*heuristic), &GenericDescent),
            [Part::Builtin(first), Part::Builtin(second)] => work.with(
                PrunedHeuristic(MaxOf::<_, 2>::new(vec![*first, *second])),
                &GenericDescent,
            ),
            parts => work.with(
                PrunedHeuristic(MaxOf::<_, MAX_PARTS>::new(parts.to_vec())),
                &GenericDescent,
            ),
        }
    }

    /// Does work with the subtrees below a start.
    pub(super) fn with_subtrees<R>(
        &self,
        space: &PrunedSpace<'_>,
        start: &TileState,
        work: impl FnOnce(&mut dyn Subtrees<TrackedMove>) -> R,
    ) -> Result<R, HeuristicError> {
        self.with_descent(space, Below { space, start, work })
    }

    /// Does work that keeps many nodes, such as A*: compiled for each heuristic whose nodes are small, and once for all
    /// others.
    pub(super) fn with_small_nodes<W: WithHeuristic>(&self, work: W) -> W::Output {
        match &self.0[..] {
            [Part::Builtin(Builtin::Manhattan(manhattan))] => work.with(manhattan),
            [Part::Builtin(heuristic)] => work.with(*heuristic),
            [Part::Function(function)] => work.with(function),
            [Part::Builtin(first), Part::Builtin(second)] => {
                work.with(&MaxOf::<_, 2>::new(vec![*first, *second]))
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
        matches!(&self.0[..], [Part::Builtin(heuristic)] if heuristic.is_blind())
    }

    /// Makes a pass of beam search with this heuristic: compiled for the most frequent tables, and otherwise for two
    /// types.
    pub(crate) fn guide(&self, pass: BeamPass<'_>) -> Result<Option<Vec<Move>>, LimitKind> {
        match &self.0[..] {
            [Part::Few(tables)] => pass.run(tables),
            [Part::Many(many)] if many.tables().lookups() <= 32 => {
                pass.run(&PdbHeuristic::<32>::new(many.tables()))
            }
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

/// Work of IDA*, compiled for a heuristic and the descent that goes with it.
pub(super) trait WithDescent {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: PrunedHeuristic<H>,
        descent: &impl for<'s> Descend<PrunedSpace<'s>, PrunedHeuristic<H>>,
    ) -> Self::Output;
}

/// Work with the subtrees below a start.
struct Below<'a, F> {
    space: &'a PrunedSpace<'a>,
    start: &'a TileState,
    work: F,
}

impl<R, F: FnOnce(&mut dyn Subtrees<TrackedMove>) -> R> WithDescent for Below<'_, F> {
    type Output = Result<R, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(
        self,
        heuristic: PrunedHeuristic<H>,
        descent: &impl for<'s> Descend<PrunedSpace<'s>, PrunedHeuristic<H>>,
    ) -> Self::Output {
        let subtrees = CompiledSubtrees::new(self.space, &heuristic, descent, self.start);
        Ok((self.work)(&mut subtrees.map_err(Into::into)?))
    }
}

/// With tables only nodes have room for their lookups, and the descent is compiled for about the number of lookups that
/// a move changes and of sums.
fn with_tables<W: WithDescent>(tables: &PdbTables, space: &PrunedSpace<'_>, work: W) -> W::Output {
    let (cells, lookups, sums) = (space.space.size().cells(), tables.lookups(), tables.sums());
    match (
        tables.is_zero_aware(),
        tables.is_one_each_way(),
        cells,
        lookups,
        sums,
    ) {
        (true, true, ..=16, ..=4, _) => with_kernel::<W, u64, 4, 1, 1, true>(tables, space, work),
        (true, true, ..=16, ..=8, _) => with_kernel::<W, u64, 8, 1, 1, true>(tables, space, work),
        (true, true, _, ..=8, _) => with_kernel::<W, [u64; 4], 8, 1, 1, true>(tables, space, work),
        (true, true, _, ..=16, _) => {
            with_kernel::<W, [u64; 4], 16, 1, 1, true>(tables, space, work)
        }
        (true, _, _, ..=8, ..=4) => with_kernel::<W, [u64; 4], 8, 4, 1, true>(tables, space, work),
        (true, ..) => {
            with_kernel::<W, [u64; 4], MAX_LOOKUPS, MAX_SUMS, 4, true>(tables, space, work)
        }
        (false, true, _, ..=8, _) => {
            with_kernel::<W, [u64; 4], 8, 1, 1, false>(tables, space, work)
        }
        (false, ..) => {
            with_kernel::<W, [u64; 4], MAX_LOOKUPS, MAX_SUMS, 4, false>(tables, space, work)
        }
    }
}

/// `L` lookups in a node, `A` of them affected by a move in each orientation, `S` words of slack, zero-aware if `Z`.
fn with_kernel<
    W: WithDescent,
    B: Word,
    const L: usize,
    const A: usize,
    const S: usize,
    const Z: bool,
>(
    tables: &PdbTables,
    space: &PrunedSpace<'_>,
    work: W,
) -> W::Output {
    work.with(
        PrunedHeuristic(PdbHeuristic::<L>::new(tables)),
        &Kernel::<B, L, A, S, Z>::new(tables, space),
    )
}

impl TileHeuristic {
    /// Does the work of one search with this heuristic. Where a function has failed meanwhile, its error is the result;
    /// so it has if it makes estimates, and the search does not take them.
    pub(super) fn search<T, E: From<HeuristicError>>(
        &self,
        takes_estimates: bool,
        work: impl FnOnce(&HeuristicParts<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let parts = self.parts(takes_estimates);
        let result = work(&parts);
        let failure = parts.0.iter().find_map(|part| match part {
            Part::Function(function) => function.failure(),
            _ => None,
        });
        failure.map_or(result, |error| Err(error.clone().into()))
    }

    /// Its parts, for one search.
    pub(super) fn parts(&self, takes_estimates: bool) -> HeuristicParts<'_> {
        HeuristicParts(
            self.0
                .iter()
                .map(|part| part.part(takes_estimates))
                .collect(),
        )
    }

    /// Does some work with this heuristic.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        self.parts(false).with(work)
    }

    /// The value of a board; [`TileHeuristic::values`] is faster for many.
    ///
    /// # Errors
    /// [`HeuristicError::Damaged`].
    pub fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.parts(false).value(state)
    }
}
