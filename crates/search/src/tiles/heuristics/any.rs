//! Any heuristic of the sliding-tile puzzle, chosen at run time, with its data.

use std::sync::atomic::AtomicBool;

use fifteen_pdb::Table;
use fifteen_puzzle::Board;

use super::error::{HeuristicError, MAX_PARTS};
use super::function::{FunctionHeuristic, FunctionSearch};
use super::part::Part;
use crate::tiles::{Builtin, HeuristicKind, PdbTables, TileState};
use crate::{Heuristic, Limits};

impl HeuristicKind {
    /// The heuristic for a goal. Only walking distance takes time and memory, which `limits` can limit.
    ///
    /// # Errors
    /// [`HeuristicError::WalkingDistance`].
    pub fn build(self, goal: &Board, limits: &Limits) -> Result<TileHeuristic, HeuristicError> {
        Ok(TileHeuristic::of(OwnedPart::Builtin(Box::new(
            Builtin::new(self, goal, limits)?,
        ))))
    }
}

/// A heuristic for boards of one goal, or the maximum of several.
#[derive(Debug)]
pub struct TileHeuristic(pub(in crate::tiles) Vec<OwnedPart>);

/// A part of a maximum, with its data.
#[derive(Debug)]
pub(in crate::tiles) enum OwnedPart {
    Builtin(Box<Builtin>),
    Function(Box<FunctionHeuristic>),
    Tables(Box<PdbTables>),
}

impl From<PdbTables> for TileHeuristic {
    fn from(tables: PdbTables) -> Self {
        Self::of(OwnedPart::Tables(Box::new(tables)))
    }
}

impl From<FunctionHeuristic> for TileHeuristic {
    fn from(function: FunctionHeuristic) -> Self {
        Self::of(OwnedPart::Function(Box::new(function)))
    }
}

impl TileHeuristic {
    fn of(part: OwnedPart) -> Self {
        Self(vec![part])
    }

    /// The maximum of several heuristics, evaluated in this order until one is above the bound: put cheap ones first.
    ///
    /// # Errors
    /// [`HeuristicError::Count`].
    pub fn max(list: Vec<Self>) -> Result<Self, HeuristicError> {
        let parts: Vec<OwnedPart> = list.into_iter().flat_map(|heuristic| heuristic.0).collect();
        let found = parts.len();
        if (1..=MAX_PARTS).contains(&found) {
            Ok(Self(parts))
        } else {
            Err(HeuristicError::Count { found })
        }
    }

    /// The values of boards, as [`TileHeuristic::value`] of each; with tables in a tenth of the time. A function is
    /// asked for many boards at a time.
    ///
    /// # Errors
    /// The index of a board for which a table is damaged, and the error; or the error of a function.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, HeuristicError)> {
        let mut largest = vec![0; states.len()];
        for part in &self.0 {
            let values = match part {
                OwnedPart::Tables(tables) => tables
                    .values(states)
                    .map_err(|(board, error)| (board, error.into()))?,
                OwnedPart::Function(function) => {
                    function.values(states).map_err(|error| (0, error))?
                }
                one => {
                    let part = one.part(false);
                    let value = |(board, state)| {
                        Ok(part.value(&part.root(state).map_err(|error| (board, error))?))
                    };
                    states
                        .iter()
                        .enumerate()
                        .map(value)
                        .collect::<Result<_, _>>()?
                }
            };
            largest
                .iter_mut()
                .zip(values)
                .for_each(|(largest, value)| *largest = value.max(*largest));
        }
        Ok(largest)
    }

    /// Prepares for the [`values`](Self::values) of `boards` boards: see [`PdbTables::prepare`]. Returns the bytes of
    /// `memory` that are left.
    pub fn prepare(&self, boards: u64, threads: usize, memory: u64, cancel: &AtomicBool) -> u64 {
        self.pdbs().fold(memory, |memory, tables| {
            tables.prepare(boards, threads, memory, cancel)
        })
    }

    /// True if a move never changes the value by more than 1, so that A* never opens a state again. Additive pattern
    /// databases and functions count as inconsistent, without a check of their values.
    pub fn is_consistent(&self) -> bool {
        !self.has_function() && self.pdbs().all(PdbTables::is_zero_aware)
    }

    /// True if it is a function, or one is a part of it. Values may take long then: see [`Limits::poll`].
    pub fn has_function(&self) -> bool {
        self.0
            .iter()
            .any(|part| matches!(part, OwnedPart::Function(_)))
    }

    /// The tables of its pattern databases; a table that several parts share is listed for each.
    pub fn tables(&self) -> Vec<&Table> {
        self.pdbs().flat_map(PdbTables::tables).collect()
    }

    fn pdbs(&self) -> impl Iterator<Item = &PdbTables> {
        self.0.iter().filter_map(|part| {
            if let OwnedPart::Tables(tables) = part {
                Some(&**tables)
            } else {
                None
            }
        })
    }

    /// Bytes of the tables that are read during a search; a few kilobytes for moves are not counted.
    pub fn bytes(&self) -> u64 {
        let walking = |part: &OwnedPart| match part {
            OwnedPart::Builtin(heuristic) => heuristic.bytes(),
            _ => 0,
        };
        let payload = |table: &Table| table.payload().len() as u64;
        self.0.iter().map(walking).sum::<u64>()
            + self.tables().into_iter().map(payload).sum::<u64>()
    }
}

impl OwnedPart {
    /// The part in one search, which may take estimates.
    pub(in crate::tiles) fn part(&self, takes_estimates: bool) -> Part<'_> {
        match self {
            Self::Builtin(heuristic) => Part::Builtin(heuristic),
            Self::Function(function) => {
                Part::Function(FunctionSearch::new(function, takes_estimates))
            }
            Self::Tables(tables) => Part::of_tables(tables),
        }
    }
}
