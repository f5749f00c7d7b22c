//! Any heuristic of the sliding-tile puzzle, chosen at run time, and work that is compiled for each of them.

use std::sync::atomic::AtomicBool;

use fifteen_pdb::Table;
use fifteen_puzzle::Board;

use super::error::{HeuristicError, MAX_PARTS};
use super::function::FunctionHeuristic;
use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::walking_distance::WalkingDistance;
use crate::limits::Limits;
use crate::tiles::pdb::PdbTables;
use crate::tiles::space::TileState;

/// The heuristics that need no files, by name, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicKind {
    /// `zero`: nothing is known.
    Zero,
    /// `misplaced`: see [`Misplaced`](super::Misplaced).
    Misplaced,
    /// `manhattan`: see [`Manhattan`].
    Manhattan,
    /// `linear-conflict`: see [`LinearConflict`].
    LinearConflict,
    /// `walking-distance`: see [`WalkingDistance`].
    WalkingDistance,
}

fifteen_puzzle::named!(
    HeuristicKind, "heuristic":
    Zero = "zero", Misplaced = "misplaced", Manhattan = "manhattan", LinearConflict = "linear-conflict",
    WalkingDistance = "walking-distance"
);

impl HeuristicKind {
    /// The heuristic for a goal. Only walking distance takes time and memory, which `limits` can limit.
    ///
    /// # Errors
    /// [`HeuristicError::WalkingDistance`].
    pub fn build(self, goal: &Board, limits: &Limits) -> Result<TileHeuristic, HeuristicError> {
        Ok(match self {
            Self::Zero => TileHeuristic::Zero,
            Self::Misplaced => TileHeuristic::Misplaced,
            Self::Manhattan => TileHeuristic::Manhattan(Box::new(Manhattan::new(goal.size()))),
            Self::LinearConflict => TileHeuristic::LinearConflict(Box::new(LinearConflict::new(goal.size()))),
            Self::WalkingDistance => TileHeuristic::WalkingDistance(Box::new(WalkingDistance::new(goal, limits)?)),
        })
    }
}

/// A heuristic for boards of one goal.
#[derive(Debug)]
pub enum TileHeuristic {
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
    /// A function of the caller's.
    Function(Box<FunctionHeuristic>),
    /// Pattern databases.
    Tables(Box<PdbTables>),
    /// The largest of several.
    Max(Maximum),
}

/// Two to [`MAX_PARTS`] heuristics, none of them a maximum itself.
#[derive(Debug)]
pub struct Maximum(pub(in crate::tiles) Vec<TileHeuristic>);

impl Maximum {
    /// The heuristics, in the order in which they are evaluated.
    pub fn list(&self) -> &[TileHeuristic] {
        &self.0
    }
}

impl TileHeuristic {
    /// The maximum of several heuristics, evaluated in this order until one is above the bound: put cheap ones first.
    ///
    /// # Errors
    /// [`HeuristicError::Count`].
    pub fn max(list: Vec<Self>) -> Result<Self, HeuristicError> {
        let flat = |heuristic| match heuristic {
            Self::Max(Maximum(list)) => list,
            one => vec![one],
        };
        let mut list: Vec<Self> = list.into_iter().flat_map(flat).collect();
        match list.len() {
            1 => Ok(list.remove(0)),
            2..=MAX_PARTS => Ok(Self::Max(Maximum(list))),
            found => Err(HeuristicError::Count { found }),
        }
    }

    /// The values of boards, as [`TileHeuristic::value`] of each; with tables in a tenth of the time. A function is
    /// asked for many boards at a time.
    ///
    /// # Errors
    /// The index of a board for which a table is damaged, and the error; or the error of a function.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, HeuristicError)> {
        match self {
            Self::Tables(tables) => tables.values(states).map_err(|(board, error)| (board, error.into())),
            Self::Function(function) => function.values(states).map_err(|error| (0, error)),
            Self::Max(Maximum(list)) => {
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

    /// Prepares for the [`values`](Self::values) of `boards` boards: see [`PdbTables::prepare`]. Returns the bytes of
    /// `memory` that are left.
    pub fn prepare(&self, boards: u64, threads: usize, memory: u64, cancel: &AtomicBool) -> u64 {
        match self {
            Self::Tables(tables) => tables.prepare(boards, threads, memory, cancel),
            Self::Max(Maximum(list)) => {
                list.iter().fold(memory, |memory, part| part.prepare(boards, threads, memory, cancel))
            }
            _ => memory,
        }
    }

    /// True if a move never changes the value by more than 1, so that A* never opens a state again. Additive pattern
    /// databases and functions count as inconsistent, without a check of their values.
    pub fn is_consistent(&self) -> bool {
        match self {
            Self::Tables(tables) => tables.is_zero_aware(),
            Self::Function(_) => false,
            Self::Max(several) => several.0.iter().all(Self::is_consistent),
            _ => true,
        }
    }

    /// True if it is a function, or one is a part of it. Values may take long then: see [`Limits::poll`].
    pub fn has_function(&self) -> bool {
        match self {
            Self::Function(_) => true,
            Self::Max(several) => several.0.iter().any(Self::has_function),
            _ => false,
        }
    }

    /// The tables of its pattern databases; a table that several parts share is listed for each.
    pub fn tables(&self) -> Vec<&Table> {
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
            Self::Max(several) => several.0.iter().map(Self::bytes).sum(),
            tables => tables.tables().into_iter().map(|table| table.payload().len() as u64).sum(),
        }
    }
}
