//! Any heuristic of the sliding-tile puzzle, chosen at run time, and work that is compiled for each of them.

mod max;
mod part;

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use fifteen_pdb::{DamagedError, Table};
use fifteen_puzzle::Board;

use self::max::Max;
pub(super) use self::part::tables_part;
use self::part::{LightPart, Part};
use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::misplaced::Misplaced;
use super::pdb::{PdbError, PdbTables};
use super::space::{TileSpace, TileState};
use super::walking::{WalkingDistance, WalkingDistanceError};
use crate::limits::Limits;
use crate::space::Heuristic;

/// The most heuristics of which the maximum can be taken.
pub const MOST_PARTS: usize = 8;

/// Work to be done with a heuristic whose type is known only at run time; it is compiled for each.
pub trait WithHeuristic {
    /// What the work results in.
    type Output;

    /// Does the work.
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output;
}

/// Why there is no heuristic, or no value of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// A table is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// Tables make no heuristic for this goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// Walking distance needs too much memory, or was interrupted.
    #[error(transparent)]
    WalkingDistance(#[from] WalkingDistanceError),
    /// The maximum of too many, or of none.
    #[error("the maximum can be taken of 1 to {MOST_PARTS} heuristics, but {found} were given")]
    Count {
        /// How many there were.
        found: usize,
    },
    /// No such name.
    #[error("'{found}' is no heuristic; there are zero, misplaced, manhattan, linear-conflict and walking-distance")]
    Name {
        /// The name, shortened.
        found: String,
    },
}

impl From<Infallible> for HeuristicError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// The heuristics that need no files, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicKind {
    /// `zero`: nothing is known.
    Zero,
    /// `misplaced`: see [`Misplaced`].
    Misplaced,
    /// `manhattan`: see [`Manhattan`].
    Manhattan,
    /// `linear-conflict`: see [`LinearConflict`].
    LinearConflict,
    /// `walking-distance`: see [`WalkingDistance`].
    WalkingDistance,
}

impl HeuristicKind {
    /// All of them, the weakest first.
    pub const ALL: [Self; 5] =
        [Self::Zero, Self::Misplaced, Self::Manhattan, Self::LinearConflict, Self::WalkingDistance];

    /// The heuristic for a goal. Only walking distance takes time and memory, which `limits` can limit.
    ///
    /// # Errors
    /// [`HeuristicError::WalkingDistance`].
    pub fn build<D>(self, goal: &Board, limits: &Limits) -> Result<TileHeuristic<D>, HeuristicError> {
        Ok(match self {
            Self::Zero => TileHeuristic::Zero,
            Self::Misplaced => TileHeuristic::Misplaced,
            Self::Manhattan => TileHeuristic::Manhattan(Box::new(Manhattan::new(goal.size()))),
            Self::LinearConflict => TileHeuristic::LinearConflict(Box::new(LinearConflict::new(goal.size()))),
            Self::WalkingDistance => TileHeuristic::WalkingDistance(Box::new(WalkingDistance::new(goal, limits)?)),
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Misplaced => "misplaced",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
        }
    }
}

impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for HeuristicKind {
    type Err = HeuristicError;

    fn from_str(text: &str) -> Result<Self, HeuristicError> {
        let error = || HeuristicError::Name { found: text.chars().take(40).collect() };
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(error)
    }
}

/// A heuristic for boards of one goal. `D` is what holds the bytes of its tables.
#[derive(Debug)]
pub enum TileHeuristic<D> {
    /// 0 everywhere.
    Zero,
    /// The number of misplaced tiles.
    Misplaced,
    /// The Manhattan distance.
    Manhattan(Box<Manhattan>),
    /// Manhattan and linear conflicts.
    LinearConflict(Box<LinearConflict>),
    /// Walking distance.
    WalkingDistance(Box<WalkingDistance>),
    /// Pattern databases.
    Tables(Box<PdbTables<D>>),
    /// The largest of several.
    Max(Several<D>),
}

/// Two to [`MOST_PARTS`] heuristics, none of them a maximum itself.
#[derive(Debug)]
pub struct Several<D>(Vec<TileHeuristic<D>>);

impl<D> Several<D> {
    /// The heuristics, in the order in which they are asked.
    pub fn list(&self) -> &[TileHeuristic<D>] {
        &self.0
    }
}

impl<D: AsRef<[u8]>> TileHeuristic<D> {
    /// The maximum of several, asked in this order until one is above the bound: cheap ones should come first.
    ///
    /// # Errors
    /// [`HeuristicError::Count`].
    pub fn max(list: Vec<Self>) -> Result<Self, HeuristicError> {
        let flat = |heuristic| match heuristic {
            Self::Max(Several(list)) => list,
            one => vec![one],
        };
        let mut list: Vec<Self> = list.into_iter().flat_map(flat).collect();
        match list.len() {
            1 => Ok(list.remove(0)),
            2..=MOST_PARTS => Ok(Self::Max(Several(list))),
            found => Err(HeuristicError::Count { found }),
        }
    }

    /// Does some work with this heuristic, compiled for its type.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        self.parts().with(work)
    }

    /// The heuristic as a search sees it.
    pub(super) fn parts(&self) -> Parts<'_> {
        match self {
            Self::Max(Several(list)) => Parts(list.iter().filter_map(Self::part).collect()),
            one => Parts(one.part().into_iter().collect()),
        }
    }

    /// The value of a board.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.parts().value(state)
    }

    /// The values of boards, as [`TileHeuristic::value`] of each; with tables in a tenth of the time.
    ///
    /// # Errors
    /// The number of a board for which a table is damaged, and the error.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, HeuristicError)> {
        match self {
            Self::Tables(tables) => tables.values(states).map_err(|(board, error)| (board, error.into())),
            Self::Max(Several(list)) => {
                let mut largest = vec![0; states.len()];
                for heuristic in list {
                    let values = heuristic.values(states)?;
                    largest.iter_mut().zip(values).for_each(|(largest, value)| *largest = value.max(*largest));
                }
                Ok(largest)
            }
            one => {
                let value = |(board, state)| one.value(state).map_err(|error| (board, error));
                states.iter().enumerate().map(value).collect()
            }
        }
    }

    /// This heuristic as a part of a maximum; none if it is one.
    fn part(&self) -> Option<Part<'_>> {
        Some(match self {
            Self::Zero => Part::Light(LightPart::Zero(&crate::Zero)),
            Self::Misplaced => Part::Light(LightPart::Misplaced(&Misplaced)),
            Self::Manhattan(manhattan) => Part::Light(LightPart::Manhattan(manhattan)),
            Self::LinearConflict(conflict) => Part::Light(LightPart::LinearConflict(conflict)),
            Self::WalkingDistance(walking) => Part::Light(LightPart::WalkingDistance(walking)),
            Self::Tables(tables) => tables_part(&tables.view()),
            Self::Max(_) => return None,
        })
    }

    /// Whether a move never changes the value by more than 1, so that A* never opens a state again. A collection of
    /// additive pattern databases is not consistent; whether its tables happen to be is not looked at.
    pub fn is_consistent(&self) -> bool {
        match self {
            Self::Tables(tables) => tables.is_zero_aware(),
            Self::Max(several) => several.0.iter().all(Self::is_consistent),
            _ => true,
        }
    }

    /// The tables of pattern databases in it, those that several parts share more than once.
    pub fn tables(&self) -> Vec<&Table<D>> {
        match self {
            Self::Tables(tables) => tables.tables().collect(),
            Self::Max(several) => several.0.iter().flat_map(Self::tables).collect(),
            _ => Vec::new(),
        }
    }

    /// Bytes of the tables that are read during a search; a few kilobytes for moves are not counted.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::WalkingDistance(walking) => walking.bytes(),
            Self::Tables(tables) => tables.tables().map(|table| table.payload().len() as u64).sum(),
            Self::Max(several) => several.0.iter().map(Self::bytes).sum(),
            _ => 0,
        }
    }
}

/// A heuristic, whatever holds the bytes of its tables: one of any type, or the maximum of several.
pub(super) struct Parts<'t>(Vec<Part<'t>>);

impl<'t> Parts<'t> {
    /// A heuristic that is no maximum.
    pub(super) fn one(part: Part<'t>) -> Self {
        Self(vec![part])
    }

    /// Does some work with it, compiled for its type.
    pub(super) fn with<W: WithHeuristic>(mut self, work: W) -> W::Output {
        if self.0.len() == 1 {
            return self.0.remove(0).with(work);
        }
        match self.0.iter().map(Part::light).collect() {
            Some(light) => of_parts(light, work),
            None => of_parts(self.0, work),
        }
    }

    /// Does some work with it, compiled for two types in all: for work whose speed matters less than the code it makes.
    pub(super) fn with_few<W: WithHeuristic>(mut self, work: W) -> W::Output {
        if self.0.len() == 1 { work.with(&self.0.remove(0)) } else { work.with(&Max::<Part, MOST_PARTS>::new(self.0)) }
    }

    fn value(self, state: &TileState) -> Result<u32, HeuristicError> {
        self.with(Value(state))
    }
}

/// Does some work with the maximum of one kind of parts, compiled for about their number.
fn of_parts<P, W>(parts: Vec<P>, work: W) -> W::Output
where
    P: Heuristic<TileSpace, Error: Into<HeuristicError>>,
    W: WithHeuristic,
{
    match parts.len() {
        0..=2 => work.with(&Max::<P, 2>::new(parts)),
        _ => work.with(&Max::<P, MOST_PARTS>::new(parts)),
    }
}

struct Value<'a>(&'a TileState);

impl WithHeuristic for Value<'_> {
    type Output = Result<u32, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, heuristic: &H) -> Self::Output {
        Ok(heuristic.value(&heuristic.root(self.0).map_err(Into::into)?))
    }
}
