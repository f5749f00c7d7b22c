//! [`TileHeuristic`]: the heuristic that a program chooses at run time and opens once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::Table;
use fifteen_puzzle::Board;
use fifteen_resources::Threads;

use super::any::{AnyHeuristic, AnyNode};
use super::builtin::{Builtin, HeuristicKind};
use super::{FunctionHeuristic, HeuristicError, MAX_PARTS, WithHeuristic};
use crate::Limits;
use crate::ida::cut::HeuristicEngine;
use crate::ida::subtree::SubtreeEngine;
use crate::tiles::engine::engine_for;
use crate::tiles::pruning::{PrunedHeuristic, PrunedSpace};
use crate::tiles::{PdbTables, TileIda, TileState};

/// A heuristic as IDA* uses it: in a space that prunes duplicate move sequences, and together with
/// the engine that searches subtrees.
type PrunedEngine<'a> = HeuristicEngine<'a, PrunedSpace, PrunedHeuristic<AnyHeuristic>>;

impl HeuristicKind {
    /// Builds the heuristic for a goal. Only the tables of walking distance take time and memory to
    /// build, and `limits` restricts both.
    ///
    /// # Errors
    /// Returns [`HeuristicError::WalkingDistance`] if a limit is reached, or if the tables of
    /// walking distance are too large for this board size.
    pub fn build(self, goal: &Board, limits: &Limits) -> Result<TileHeuristic, HeuristicError> {
        Ok(TileHeuristic::new(Builtin::new(self, goal, limits)?.into()))
    }
}

/// A heuristic for boards with one goal, or the maximum of several heuristics. Cloning is cheap,
/// because clones share the tables.
#[derive(Clone)]
pub struct TileHeuristic {
    heuristic: PrunedHeuristic<AnyHeuristic>,
    /// The specialised search code of IDA* for this heuristic. It is chosen once, when the
    /// heuristic is created.
    engine: Arc<dyn SubtreeEngine<PrunedSpace, AnyNode>>,
    /// A heuristic that takes less time per node, with which searches in fast mode begin (see
    /// [`TileHeuristic::with_quick`]).
    quick: Option<Arc<Self>>,
}

impl fmt::Debug for TileHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TileHeuristic").field(self.any()).finish()
    }
}

impl From<PdbTables> for TileHeuristic {
    fn from(tables: PdbTables) -> Self {
        Self::new(tables.into())
    }
}

impl From<FunctionHeuristic> for TileHeuristic {
    fn from(function: FunctionHeuristic) -> Self {
        Self::new(function.into())
    }
}

impl TileHeuristic {
    fn new(any: AnyHeuristic) -> Self {
        Self {
            engine: engine_for(&any),
            heuristic: PrunedHeuristic(any),
            quick: None,
        }
    }

    /// Adds a quick heuristic: one that is never larger than this one, but takes less time per
    /// node. In fast mode, IDA* begins every search with the quick heuristic. If the search turns
    /// out to be long, it continues with this heuristic, the *full* one.
    #[must_use]
    pub fn with_quick(self, quick: Self) -> Self {
        Self {
            quick: Some(Arc::new(quick)),
            ..self
        }
    }

    /// Returns the maximum of several heuristics. A search evaluates them in order until a value
    /// exceeds its bound, so put the cheapest heuristics first.
    ///
    /// # Errors
    /// Returns [`HeuristicError::Count`] if the list is empty or too long.
    pub fn max(list: Vec<Self>) -> Result<Self, HeuristicError> {
        let mut parts: Vec<AnyHeuristic> = Vec::new();
        for heuristic in &list {
            parts.extend_from_slice(heuristic.any().parts());
        }
        match parts.len() {
            1 => Ok(Self::new(parts.remove(0))),
            2..=MAX_PARTS => Ok(Self::new(AnyHeuristic::Max(parts.into()))),
            found => Err(HeuristicError::Count { found }),
        }
    }

    /// Returns the heuristic in the form that algorithms other than IDA* use.
    pub(in crate::tiles) fn any(&self) -> &AnyHeuristic {
        &self.heuristic.0
    }

    /// Returns this heuristic for a new search. `takes_estimates` says whether the search accepts
    /// estimates, which are not lower bounds.
    ///
    /// A heuristic with a function stores the function's values and its first error, so each search
    /// gets its own copy. Other heuristics are only cloned.
    pub(in crate::tiles) fn for_search(&self, takes_estimates: bool) -> Self {
        if self.has_function() {
            Self::new(self.any().for_search(takes_estimates))
        } else {
            self.clone()
        }
    }

    /// Returns `result`, or an error if a heuristic function failed during the search.
    pub(in crate::tiles) fn checked<T, E: From<HeuristicError>>(
        &self,
        result: Result<T, E>,
    ) -> Result<T, E> {
        match self.any().failure() {
            Some(error) => Err(error.into()),
            None => result,
        }
    }

    /// Returns this heuristic with its own engine, regardless of any quick heuristic. The heuristic
    /// evaluates the upper nodes of an iteration, above the subtrees into which the iteration is
    /// divided. The engine searches the subtrees.
    pub(in crate::tiles) fn own_engine(&self) -> PrunedEngine<'_> {
        HeuristicEngine {
            heuristic: &self.heuristic,
            engine: &*self.engine,
        }
    }

    /// Returns the heuristic with which IDA* begins a search. If this is the quick heuristic (see
    /// [`TileIda::begins_quickly`]), also returns the full one, with which IDA* continues if the
    /// search turns out to be long.
    pub(in crate::tiles) fn engines(
        &self,
        ida: TileIda,
    ) -> (PrunedEngine<'_>, Option<PrunedEngine<'_>>) {
        match &self.quick {
            Some(quick) if ida.begins_quickly() => (quick.own_engine(), Some(self.own_engine())),
            _ => (self.own_engine(), None),
        }
    }

    /// Runs the generic operation `work` with this heuristic. Every heuristic is passed as the same
    /// type, which can hold any of them, so the operation is compiled only once.
    pub fn with<W: WithHeuristic>(&self, work: W) -> W::Output {
        work.with(self.for_search(false).any())
    }

    /// Returns the value of a board: a lower bound on the number of moves to the goal. To evaluate
    /// many boards, [`TileHeuristic::values`] is faster.
    ///
    /// # Errors
    /// Returns an error if a table is damaged or a function fails.
    pub fn value(&self, state: &TileState) -> Result<u32, HeuristicError> {
        self.for_search(false).any().value_of(state)
    }

    /// Returns the value of each board, as [`TileHeuristic::value`] does. With pattern databases,
    /// this takes a tenth of the time per board. A function is called for many boards at a time.
    ///
    /// # Errors
    /// Returns an error if a table is damaged or a function fails. The error contains the index of
    /// the board for which a table is damaged, or 0 if a function fails.
    pub fn values(&self, states: &[TileState]) -> Result<Vec<u32>, (usize, HeuristicError)> {
        let mut largest = vec![0; states.len()];
        for part in self.any().parts() {
            let values = if let Some(tables) = part.tables() {
                let values = tables.values(states);
                values.map_err(|(board, error)| (board, error.into()))?
            } else if let AnyHeuristic::Function(function) = part {
                function.values(states).map_err(|error| (0, error))?
            } else {
                let mut values = Vec::with_capacity(states.len());
                for (board, state) in states.iter().enumerate() {
                    values.push(part.value_of(state).map_err(|error| (board, error))?);
                }
                values
            };
            for (largest, value) in largest.iter_mut().zip(values) {
                *largest = value.max(*largest);
            }
        }
        Ok(largest)
    }

    /// Prepares the tables for evaluating `boards` boards with [`values`](Self::values), if this
    /// saves time. Returns how many of the `memory` bytes remain. [`PdbTables::prepare`] explains
    /// the arguments.
    pub fn prepare(&self, boards: u64, threads: Threads, memory: u64, cancel: &AtomicBool) -> u64 {
        self.pdbs().fold(memory, |memory, tables| {
            tables.prepare(boards, threads, memory, cancel)
        })
    }

    /// Returns whether a move never changes the value by more than 1, so that A* never reopens a
    /// state. Additive pattern databases and functions count as inconsistent, because their values
    /// are not checked.
    pub fn is_consistent(&self) -> bool {
        !self.has_function() && self.pdbs().all(PdbTables::is_zero_aware)
    }

    /// Returns whether this heuristic, or a part of it, is a function that the caller supplied.
    /// Evaluating a board can then take long, so that limits should be checked more often: see
    /// [`Limits::poll`].
    pub fn has_function(&self) -> bool {
        self.any().has_function()
    }

    /// Returns all tables of the pattern databases. If this heuristic is the maximum of several
    /// heuristics and some of them share a table, the table is listed once for each of them.
    pub fn tables(&self) -> Vec<&Table> {
        self.pdbs().flat_map(PdbTables::tables).collect()
    }

    /// Returns the tables that most searches in fast mode read: the tables of the quick heuristic,
    /// or all tables if no quick heuristic was added.
    pub fn tables_read_most(&self) -> Vec<&Table> {
        self.quick.as_deref().unwrap_or(self).tables()
    }

    fn pdbs(&self) -> impl Iterator<Item = &PdbTables> {
        let parts = self.any().parts().iter();
        parts.filter_map(|part| part.tables().map(|tables| &**tables))
    }

    /// Returns the total size of the tables that a search reads, in bytes. A few kilobytes of move
    /// tables are not included.
    pub fn bytes(&self) -> u64 {
        let mut bytes = 0;
        for part in self.any().parts() {
            if let AnyHeuristic::Builtin(builtin) = part {
                bytes += builtin.bytes();
            }
        }
        for table in self.tables() {
            bytes += table.payload().len() as u64;
        }
        bytes
    }
}
