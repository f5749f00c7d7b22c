//! One iteration of IDA* in parts that may be searched anywhere: cut into units, and the subtrees of a unit searched.
//!
//! An iteration that does not end at a solution has the nodes above all subtrees and those of all units. One that does has,
//! as on one machine, those that [`Subtree`] says were counted above the subtree with the first solution, and those of all
//! units up to it.

use fifteen_puzzle::Direction;

use super::algorithm::Mode;
use super::any::{HeuristicError, TileHeuristic};
use super::moves::Move;
use super::space::{TileSpace, TileState};
use super::with_ida::{Given, Ida, with_ida, with_slow_ida};
use crate::deepening::End;
use crate::descent::{Descend, Extent, Found, Seed};
use crate::fast::{Above, CutOptions, cut};
use crate::ida::IdaOptions;
use crate::limits::{LimitKind, Limits};
use crate::outcome::Iteration;
use crate::space::{Heuristic, StateSpace};

/// A smaller iteration of so many generated nodes is searched again, in part, to judge subtrees by: a second or less.
const PROBED: u64 = 2_000_000;

/// The root of a subtree, and what one machine has counted above the subtrees when it comes to this one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subtree {
    /// The moves of the blank that lead to it.
    pub moves: Vec<Direction>,
    /// Nodes expanded above.
    pub expanded: u64,
    /// Nodes generated above in this iteration, this root among them.
    pub generated: u64,
}

/// An iteration cut into units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Units {
    /// The subtrees of each unit, in the order in which one machine would come to them.
    pub units: Vec<Vec<Subtree>>,
    /// Nodes expanded above all subtrees.
    pub expanded: u64,
    /// Nodes generated there, the subtrees' roots among them; the start is not one of them.
    pub generated: u64,
    /// Whether something was above the bound there.
    pub pruned: bool,
}

/// What the search of a unit came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// Nodes expanded, up to the first solution.
    pub expanded: u64,
    /// Nodes generated; the roots of the subtrees are not among them.
    pub generated: u64,
    /// Whether something was above the bound.
    pub pruned: bool,
    /// The first solution from the start of the search, and the subtree in which it is.
    pub solution: Option<(usize, Vec<Move>)>,
    /// What stopped the search before its end: then the rest is of no use.
    pub stopped: Option<LimitKind>,
}

/// Why a unit cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubtreeError {
    /// The heuristic has no value for the board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A move that the search would not make there.
    #[error("move {position} of subtree {subtree} is none that the search makes there")]
    Move {
        /// The subtree, from 0.
        subtree: usize,
        /// The move, from 1.
        position: usize,
    },
    /// A subtree that the search would not enter.
    #[error("after move {position}, subtree {subtree} is beyond the bound {bound}")]
    Bound {
        /// The subtree, from 0.
        subtree: usize,
        /// The move, from 1; 0 if it is the start that is beyond.
        position: usize,
        /// The bound.
        bound: u32,
    },
}

/// One iteration of IDA*. `D` is what holds the bytes of the heuristic's tables.
#[derive(Debug)]
pub struct OneIteration<'a, D> {
    /// The boards, and the order of moves.
    pub space: &'a TileSpace,
    /// The heuristic.
    pub heuristic: &'a TileHeuristic<D>,
    /// Where the search begins.
    pub start: &'a TileState,
    /// Plain or fast; the number of threads is not looked at.
    pub mode: Mode,
    /// Nodes of depth + value above this are pruned.
    pub bound: u32,
}

impl<D: AsRef<[u8]>> OneIteration<'_, D> {
    /// Cuts it into about `units` units of similar size, going by the iterations before, of which there must be one at least.
    ///
    /// # Errors
    /// Those of the heuristic.
    pub fn cut(&self, before: &[Iteration], units: usize) -> Result<Units, HeuristicError> {
        let probed = before.iter().rev().find(|i| i.generated <= PROBED).or(before.first());
        let options = CutOptions {
            bound: self.bound,
            fast: matches!(self.mode, Mode::Fast { .. }).then(|| before.last().map_or(0, |i| i.expanded)),
            probe: probed.map_or(0, |i| i.bound),
            nodes: probed.map_or(1, |i| i.generated / units.max(1) as u64).max(1),
        };
        cut_given(self.space, Given::of(self.heuristic), self.mode, Cutting { start: self.start, options })
    }

    /// Searches the subtrees of a unit one after the other, up to the first solution, or with `finish` all of them.
    ///
    /// # Errors
    /// If a subtree is none of this iteration, or by the heuristic.
    pub fn search(&self, subtrees: &[Vec<Direction>], finish: bool, limits: &Limits) -> Result<Searched, SubtreeError> {
        let options = IdaOptions { finish_iteration: finish, limits: limits.clone(), ..IdaOptions::default() };
        let searching = Searching { start: self.start, bound: self.bound, options, subtrees };
        search_given(self.space, Given::of(self.heuristic), self.mode, searching)
    }
}

// These two are compiled here, once, whatever holds the bytes of the tables.

fn cut_given(space: &TileSpace, given: Given<'_>, mode: Mode, work: Cutting<'_>) -> Result<Units, HeuristicError> {
    // A million or two nodes at most.
    with_slow_ida(space, given, mode, work)
}

fn search_given(
    space: &TileSpace,
    given: Given<'_>,
    mode: Mode,
    work: Searching<'_>,
) -> Result<Searched, SubtreeError> {
    with_ida(space, given, mode, work)
}

struct Cutting<'a> {
    start: &'a TileState,
    options: CutOptions,
}

impl Ida for Cutting<'_> {
    type Output = Units;
    type Error = HeuristicError;

    fn run<S, H, D>(self, space: &S, heuristic: &H, descend: &D) -> Result<Units, HeuristicError>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S, Error: Into<HeuristicError>>,
        D: Descend<S, H>,
    {
        let node = heuristic.root(self.start).map_err(Into::into)?;
        let root = Seed { state: *self.start, node, path: Vec::new() };
        let found = cut(descend, space, heuristic, root, self.options);
        let subtree = |above: Above<S::Move>| Subtree {
            moves: above.moves.into_iter().map(|m| m.into().direction()).collect(),
            expanded: above.expanded,
            generated: above.generated,
        };
        Ok(Units {
            units: found.units.into_iter().map(|unit| unit.into_iter().map(subtree).collect()).collect(),
            expanded: found.expanded,
            generated: found.generated,
            pruned: found.least < u32::MAX,
        })
    }
}

struct Searching<'a> {
    start: &'a TileState,
    bound: u32,
    options: IdaOptions,
    subtrees: &'a [Vec<Direction>],
}

impl Ida for Searching<'_> {
    type Output = Searched;
    type Error = SubtreeError;

    fn run<S, H, D>(self, space: &S, heuristic: &H, descend: &D) -> Result<Searched, SubtreeError>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S, Error: Into<HeuristicError>>,
        D: Descend<S, H>,
    {
        let mut searched = Searched { expanded: 0, generated: 0, pruned: false, solution: None, stopped: None };
        let mut found = Found::new(&self.options);
        for subtree in 0..self.subtrees.len() {
            let seed = self.seed(space, heuristic, subtree)?;
            let before = searched.generated;
            let mut check = |generated| self.options.limits.check(generated);
            let extent = Extent { bound: self.bound, before, check: &mut check };
            let descent = descend.descend(space, heuristic, &seed, extent, &mut found);
            searched.expanded += descent.expanded;
            searched.generated += descent.generated;
            match descent.end {
                End::Complete { next } => searched.pruned |= next < u32::MAX,
                End::Solved => (),
                End::Limit(kind) => searched.stopped = Some(kind),
            }
            if let (None, Some(moves)) = (&searched.solution, found.kept.first()) {
                searched.solution = Some((subtree, moves.iter().map(|&m| m.into()).collect()));
            }
            if found.is_enough() || searched.stopped.is_some() {
                break;
            }
        }
        Ok(searched)
    }
}

impl Searching<'_> {
    /// The root of a subtree: the moves made one by one, as the search makes them.
    fn seed<S, H>(&self, space: &S, heuristic: &H, subtree: usize) -> Result<Seed<S, H>, SubtreeError>
    where
        S: StateSpace<State = TileState, Move: Into<Move>>,
        H: Heuristic<S, Error: Into<HeuristicError>>,
    {
        let beyond = |position| SubtreeError::Bound { subtree, position, bound: self.bound };
        let node = heuristic.root(self.start).map_err(|error| error.into())?;
        let mut seed = Seed { state: *self.start, node, path: Vec::new() };
        if heuristic.value(&seed.node) > self.bound {
            return Err(beyond(0));
        }
        for (position, &direction) in (1..).zip(&self.subtrees[subtree]) {
            let at = space.moves(&seed.state, seed.path.last().copied()).find(|&m| m.into().direction() == direction);
            let m = at.ok_or(SubtreeError::Move { subtree, position })?;
            let left = self.bound.checked_sub(position as u32).ok_or(beyond(position))?;
            let pending = heuristic.prepare(&seed.state, &seed.node, m, left);
            let child = heuristic.child(&seed.state, &seed.node, m, pending, left);
            seed.node = child.map_err(|_| beyond(position))?;
            space.apply(&mut seed.state, m);
            seed.path.push(m);
        }
        Ok(seed)
    }
}
