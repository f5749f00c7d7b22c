//! Opening a solver: what can be chosen, what may go wrong, and what is worth telling.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::BuildError;
#[cfg(doc)]
use fifteen_pdb::Partition;
use fifteen_puzzle::{Board, Goal, GoalError, MoveOrder, Size};
use fifteen_search::tiles::{Algorithm, HeuristicError, HeuristicKind, PdbError, TileHeuristic, TileSpace};

use super::Solver;
use super::opening::{Named, Opening};
use crate::spec::HeuristicSpec;
use crate::tables::{self, Skipped, TableError};

/// How a [`Solver`] is to be opened.
#[derive(Debug, Clone)]
#[must_use]
pub struct SolverBuilder {
    goal: Goal,
    heuristic: Option<HeuristicSpec>,
    algorithm: Algorithm,
    order: Option<MoveOrder>,
    pub(super) paths: Vec<PathBuf>,
    pub(super) check: bool,
    pub(super) reflection: bool,
    pub(super) quick_tables: bool,
    pub(super) threads: usize,
    pub(super) memory: Option<u64>,
    pub(super) cancel: Option<Arc<AtomicBool>>,
}

/// Something that happened on opening: data for whoever tells the user.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A file in a searched folder looks like a table, but cannot be used.
    Skipped(Skipped),
    /// No table fits, so a small partition was built in memory; there is a stronger one to build once.
    BuiltInMemory {
        /// The partition: a name, or its tiles.
        partition: String,
        /// How long it took.
        seconds: f64,
        /// The command that builds stronger tables once for all.
        remedy: String,
    },
    /// The algorithm takes no heuristic, so the one that was asked for is not used.
    HeuristicIgnored {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic.
        heuristic: HeuristicSpec,
    },
}

/// Why a solver cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The tables asked for cannot be had.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// The tables could not be built in memory.
    #[error("cannot build tables in memory: {0}")]
    Build(#[from] BuildError),
    /// The tables do not make a heuristic for the goal.
    #[error(transparent)]
    Pdb(#[from] PdbError),
    /// The heuristic cannot be made: its tables are too large for the memory limit, or the work was interrupted.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// The algorithm works with the Manhattan distance and no other heuristic.
    #[error("{algorithm} is Manhattan only, but the heuristic asked for is {heuristic}; leave it out, or take ida")]
    ManhattanOnly {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic.
        heuristic: HeuristicSpec,
    },
}

impl Default for SolverBuilder {
    fn default() -> Self {
        Self {
            goal: Goal::Last,
            heuristic: None,
            algorithm: Algorithm::Ida,
            order: None,
            paths: Vec::new(),
            check: false,
            reflection: true,
            quick_tables: false,
            threads: 0,
            memory: None,
            cancel: None,
        }
    }
}

impl SolverBuilder {
    /// The goal; by default the tiles in order and the blank last.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// The heuristic; by default the strongest tables that fit, for branch and bound the misplaced tiles.
    pub fn heuristic(mut self, heuristic: impl Into<HeuristicSpec>) -> Self {
        self.heuristic = Some(heuristic.into());
        self
    }

    /// The algorithm; by default IDA*.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Looks for tables in this file or folder and the others added so, and nowhere else.
    pub fn tables(mut self, path: impl Into<PathBuf>) -> Self {
        self.paths.push(path.into());
        self
    }

    /// Reads the tables whole and checks their digests; by default only their headers and lengths are checked.
    pub fn check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// Whether to look up the reflected board too, where the goal allows it and the heuristic is not spelled out;
    /// by default yes.
    pub fn reflection(mut self, reflection: bool) -> Self {
        self.reflection = reflection;
        self
    }

    /// Whether the tables of [`Partition::in_memory_fallback`] are built in memory where they are asked for by name and not found, and where
    /// no heuristic is asked for and the tables given do not fit; by default both are errors.
    pub fn quick_tables(mut self, quick_tables: bool) -> Self {
        self.quick_tables = quick_tables;
        self
    }

    /// The order in which the blank's moves are tried; by default [`Algorithm::default_order`].
    pub fn order(mut self, order: MoveOrder) -> Self {
        self.order = Some(order);
        self
    }

    /// Threads that build tables where none are found; by default one for each core (0).
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Refuses to build a heuristic that takes more bytes than this; by default there is no limit.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Opening ends in an error soon after another thread sets this flag.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Opens the solver for boards of that size.
    pub fn open(&self, size: Size) -> Result<Solver, OpenError> {
        let goal = self.goal.board(size)?;
        let mut opening = Opening { builder: self, goal: &goal, notes: Vec::new() };
        let (algorithm, spec) = (self.algorithm, self.heuristic.as_ref());
        let heuristic = match (algorithm, spec) {
            (Algorithm::IdaWrongWay, Some(other)) if *other != HeuristicKind::Manhattan.into() => {
                return Err(OpenError::ManhattanOnly { algorithm, heuristic: other.clone() });
            }
            (algorithm, _) if !algorithm.takes_heuristic() => None,
            (_, Some(spec)) => Some(opening.named(spec)?),
            (Algorithm::BranchAndBound, None) => Some(opening.named(&HeuristicKind::Misplaced.into())?),
            (_, None) => Some(opening.strongest()?),
        };
        let mut notes = opening.notes;
        if let (None, Some(spec)) = (&heuristic, spec)
            && algorithm != Algorithm::IdaWrongWay
        {
            notes.push(Note::HeuristicIgnored { algorithm, heuristic: spec.clone() });
        }
        let zero = || {
            let kind = HeuristicKind::Zero;
            Named { name: kind.to_string(), spec: Some(kind.into()), heuristic: TileHeuristic::Zero }
        };
        Ok(self.solver(goal, heuristic.unwrap_or_else(zero), notes))
    }

    /// Opens the solver with exactly the tables of these files, which must make a partition; their digests are checked.
    /// The tables say what the board is; the goal has its tiles in order and the blank where the tables have it.
    pub fn open_files(&self, files: &[PathBuf]) -> Result<Solver, OpenError> {
        let (goal, tables) = tables::of_files(files)?;
        let opening = Opening { builder: self, goal: &goal, notes: Vec::new() };
        let heuristic = opening.of_tables(tables, self.reflection)?;
        Ok(self.solver(goal, heuristic, Vec::new()))
    }

    fn solver(&self, goal: Board, heuristic: Named, notes: Vec<Note>) -> Solver {
        let algorithm = self.algorithm;
        let space = TileSpace::new(&goal, self.order.unwrap_or(algorithm.default_order()));
        Solver { goal, algorithm, space, heuristic: Arc::new(heuristic), notes }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped(s) => write!(f, "{} is passed over: {}", s.path.display(), s.reason),
            Self::BuiltInMemory { partition, seconds, remedy } => write!(
                f,
                "no tables found, so {} was built in memory in {seconds:.2} s; for much faster searches build \
                 the large tables once with: {remedy}",
                // A name, or tiles spelled out.
                if partition.contains('/') { format!("the partition {partition}") } else { format!("a {partition}") }
            ),
            Self::HeuristicIgnored { algorithm, heuristic } => {
                write!(f, "{algorithm} takes no heuristic; {heuristic} is not used")
            }
        }
    }
}
