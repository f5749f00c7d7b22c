//! The dispatch from a heuristic chosen at run time to code that is compiled for it.
//!
//! [`HeuristicView`] is a heuristic whatever holds the bytes of its tables. IDA* takes its [`Searcher`], which is
//! compiled for every type of heuristic, and for the descent that goes with it: with pattern databases alone
//! [`TableDescent`], otherwise [`GenericDescent`]. Other work is a [`WithHeuristic`], compiled for fewer types.

use super::heuristics::dual::DualLookups;
use super::heuristics::function::FunctionSearch;
use super::heuristics::max::MaxOf;
use super::heuristics::single::{LightHeuristic, SingleHeuristic};
use super::heuristics::{HeuristicError, MAX_PARTS, Maximum, TileHeuristic};
use super::pdb::{MAX_LOOKUPS, MAX_SUMS, PdbHeuristic, PdbTables, TableDescent};
use super::searcher::{CompiledSearcher, Searcher};
use super::space::{TileSpace, TileState};
use crate::ida::descent::GenericDescent;
use crate::space::Heuristic;
use crate::zero::Zero;

/// Work with a heuristic whose type is known only at run time.
pub trait WithHeuristic {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output;
}

/// Work with two heuristics of one type that is known only at run time.
pub(crate) trait WithPair {
    type Output;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, first: &H, second: &H) -> Self::Output;
}

/// A heuristic, whatever holds the bytes of its tables.
#[derive(Clone)]
pub(crate) enum HeuristicView<'t> {
    /// One with small nodes.
    Light(LightHeuristic<'t>),
    /// The tables of pattern databases.
    Tables(&'t PdbTables),
    /// The maximum of several, none of them a maximum.
    Max(Vec<HeuristicView<'t>>),
}

impl<'t> HeuristicView<'t> {
    /// The searcher that is compiled for the type of this heuristic.
    pub(super) fn searcher(self) -> Box<dyn Searcher + 't> {
        match self {
            Self::Tables(tables) => searcher_with_tables(tables),
            Self::Light(LightHeuristic::Manhattan(manhattan)) => step_by_step(manhattan),
            Self::Light(LightHeuristic::LinearConflict(conflict)) => step_by_step(conflict),
            Self::Light(LightHeuristic::WalkingDistance(walking)) => step_by_step(walking),
            Self::Light(light) => step_by_step(light),
            Self::Max(list) => match list.iter().map(Self::light).collect::<Option<Vec<_>>>() {
                Some(light) if light.len() == 2 => step_by_step(MaxOf::<_, 2>::new(light)),
                _ => step_by_step(MaxOf::<_, MAX_PARTS>::new(Self::Max(list).singles())),
            },
        }
    }

    /// Does work that keeps many nodes, such as A*: compiled for each heuristic whose nodes are small, and once for all
    /// others.
    pub(super) fn with_small_nodes<W: WithHeuristic>(self, work: W) -> W::Output {
        match self {
            Self::Light(LightHeuristic::Manhattan(manhattan)) => work.with(manhattan),
            Self::Light(LightHeuristic::LinearConflict(conflict)) => work.with(conflict),
            Self::Light(LightHeuristic::WalkingDistance(walking)) => work.with(walking),
            Self::Light(light) => work.with(&light),
            Self::Max(list) => match list.iter().map(Self::light).collect::<Option<Vec<_>>>() {
                Some(light) if light.len() == 2 => work.with(&MaxOf::<_, 2>::new(light)),
                _ => Self::Max(list).with(work),
            },
            tables @ Self::Tables(_) => tables.with(work),
        }
    }

    /// Does work whose speed matters less than the time to compile it: compiled for two types in all.
    pub(super) fn with<W: WithHeuristic>(self, work: W) -> W::Output {
        let mut list = self.singles();
        match list.len() {
            1 => work.with(&list.remove(0)),
            _ => work.with(&MaxOf::<_, MAX_PARTS>::new(list)),
        }
    }

    /// Does work with two heuristics: compiled for the Manhattan distance, and for two other types in all.
    pub(crate) fn with_pair<W: WithPair>(self, second: Self, work: W) -> W::Output {
        if let (Self::Light(LightHeuristic::Manhattan(first)), Self::Light(LightHeuristic::Manhattan(second))) =
            (&self, &second)
        {
            return work.with(*first, *second);
        }
        match [self.singles(), second.singles()] {
            [first, second] if first.len() == 1 && second.len() == 1 => work.with(&first[0], &second[0]),
            lists => {
                let [first, second] = lists.map(MaxOf::<_, MAX_PARTS>::new);
                work.with(&first, &second)
            }
        }
    }

    /// True if the value of a board does not depend on the cell of the blank.
    pub(crate) fn ignores_blank(&self) -> bool {
        match self {
            Self::Light(LightHeuristic::WalkingDistance(_) | LightHeuristic::Dual(_) | LightHeuristic::Function(_)) => {
                false
            }
            Self::Light(_) => true,
            Self::Tables(_) => false,
            Self::Max(list) => list.iter().all(Self::ignores_blank),
        }
    }

    /// Does the work of a beam search: compiled for the most frequent tables, and otherwise for two types.
    pub(crate) fn with_guide<W: WithHeuristic>(self, work: W) -> W::Output {
        match self {
            Self::Tables(tables) if tables.is_zero_aware() && tables.lookups() <= 8 => {
                work.with(&PdbHeuristic::<8, true>::new(tables))
            }
            Self::Tables(tables) if tables.is_zero_aware() && tables.lookups() <= 32 => {
                work.with(&PdbHeuristic::<32, true>::new(tables))
            }
            other => other.with(work),
        }
    }

    /// The value of a board.
    pub(crate) fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.clone().with(ValueOf(state))
    }

    /// A result of work with this heuristic, unless a function has failed meanwhile.
    pub(super) fn unless_failed<T>(&self, result: Result<T, HeuristicError>) -> Result<T, HeuristicError> {
        match self.failure() {
            Some(error) => Err(error.clone()),
            None => result,
        }
    }

    fn failure(&self) -> Option<&HeuristicError> {
        match self {
            Self::Light(LightHeuristic::Function(function)) => function.failure(),
            Self::Max(list) => list.iter().find_map(Self::failure),
            _ => None,
        }
    }

    fn light(&self) -> Option<LightHeuristic<'t>> {
        if let Self::Light(light) = self { Some(light.clone()) } else { None }
    }

    /// Its parts, none of which is a maximum.
    fn singles(self) -> Vec<SingleHeuristic<'t>> {
        match self {
            Self::Max(list) => list.into_iter().filter_map(Self::single).collect(),
            one => one.single().into_iter().collect(),
        }
    }

    fn single(self) -> Option<SingleHeuristic<'t>> {
        match self {
            Self::Light(light) => Some(SingleHeuristic::Light(light)),
            Self::Tables(tables) => Some(SingleHeuristic::of_tables(tables)),
            Self::Max(_) => None,
        }
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
    Box::new(CompiledSearcher::new(PdbHeuristic::<L, Z>::new(tables), TableDescent::<A, W, Z>::new(tables)))
}

impl TileHeuristic {
    /// This heuristic, as the dispatch takes it.
    pub(crate) fn view(&self) -> HeuristicView<'_> {
        match self {
            Self::Zero => HeuristicView::Light(LightHeuristic::Zero(&Zero)),
            Self::Misplaced => HeuristicView::Light(LightHeuristic::Misplaced(&super::Misplaced)),
            Self::Manhattan(manhattan) => HeuristicView::Light(LightHeuristic::Manhattan(manhattan)),
            Self::LinearConflict(conflict) => HeuristicView::Light(LightHeuristic::LinearConflict(conflict)),
            Self::WalkingDistance(walking) => HeuristicView::Light(LightHeuristic::WalkingDistance(walking)),
            Self::Function(function) => HeuristicView::Light(LightHeuristic::Function(FunctionSearch::new(function))),
            Self::Tables(tables) => HeuristicView::Tables(tables),
            Self::Dual(tables) => HeuristicView::Light(LightHeuristic::Dual(DualLookups(tables))),
            Self::Max(Maximum(list)) => HeuristicView::Max(list.iter().map(Self::view).collect()),
        }
    }

    /// Does some work with this heuristic.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        self.view().with(work)
    }

    /// The value of a board; [`TileHeuristic::values`] is faster for many.
    ///
    /// # Errors
    /// [`HeuristicError::Damaged`].
    pub fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.view().value(state)
    }
}

impl PdbTables {
    /// Does some work with the heuristic of these tables, compiled for the number of lookups.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        match (self.is_zero_aware(), self.lookups()) {
            (true, ..=8) => work.with(&PdbHeuristic::<8, true>::new(self)),
            (true, _) => work.with(&PdbHeuristic::<MAX_LOOKUPS, true>::new(self)),
            (false, ..=8) => work.with(&PdbHeuristic::<8, false>::new(self)),
            (false, _) => work.with(&PdbHeuristic::<MAX_LOOKUPS, false>::new(self)),
        }
    }
}

struct ValueOf<'a>(&'a TileState);

impl WithHeuristic for ValueOf<'_> {
    type Output = Result<u32, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output {
        Ok(heuristic.value(&heuristic.root(self.0).map_err(Into::into)?))
    }
}
