//! Opening a solver: what can be chosen, and what is done where nothing was.

use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fifteen_pdb::file::Bytes;
use fifteen_pdb::{self as pdb, BuildError, Kind, Partition};
use fifteen_puzzle::{Board, Goal, GoalError, MoveOrder, Size};
use fifteen_search::tiles::{Manhattan, PdbError, PdbTables};

use super::Solver;
use super::engine::{Engine, Heuristic};
use crate::batch::threads_or_all;
use crate::spec::HeuristicSpec;
use crate::tables::{Lookup, SharedTable, Skipped, TableError, Tables};

/// The partition that is built in memory where there are no tables, in about a tenth of a second.
const QUICK: &str = "6-6-3";

/// Boards of up to so many cells are solved in a few milliseconds without tables.
const SMALL: usize = 9;

/// How a [`Solver`] is to be opened.
#[derive(Debug, Clone)]
#[must_use]
pub struct SolverBuilder {
    goal: Goal,
    heuristic: Option<HeuristicSpec>,
    paths: Vec<PathBuf>,
    check: bool,
    reflection: bool,
    order: MoveOrder,
    threads: usize,
}

/// Something that happened on opening: data for whoever tells the user.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A file in a searched folder looks like a table, but cannot be used.
    Skipped(Skipped),
    /// No table fits, so a small partition was built in memory.
    BuiltInMemory {
        /// The partition.
        partition: String,
        /// How long it took.
        seconds: f64,
        /// The command that builds stronger tables once for all.
        remedy: String,
    },
    /// No table fits, so the search uses the Manhattan distance.
    NoTables {
        /// The size of the board.
        size: Size,
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
    Heuristic(#[from] PdbError),
}

impl Default for SolverBuilder {
    fn default() -> Self {
        Self {
            goal: Goal::Last,
            heuristic: None,
            paths: Vec::new(),
            check: false,
            reflection: true,
            order: MoveOrder::ULRD,
            threads: 0,
        }
    }
}

impl SolverBuilder {
    /// The goal; by default the tiles in order and the blank last.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// The heuristic; by default the strongest tables that fit.
    pub fn heuristic(mut self, heuristic: HeuristicSpec) -> Self {
        self.heuristic = Some(heuristic);
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

    /// The order in which the blank's moves are tried; by default up, left, right, down.
    pub fn order(mut self, order: MoveOrder) -> Self {
        self.order = order;
        self
    }

    /// Threads that build tables where none are found; by default one for each core (0).
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Opens the solver for boards of that size.
    pub fn open(&self, size: Size) -> Result<Solver, OpenError> {
        let goal = self.goal.board(size)?;
        let lookup = Lookup { goal: &goal, given: &self.paths, check: self.check };
        let mut skipped = Vec::new();
        let (tables, reflection, note) = match &self.heuristic {
            Some(HeuristicSpec::Manhattan) => (None, false, None),
            Some(HeuristicSpec::Partition { partition, kind, reflection }) => {
                (Some(lookup.partition(partition, *kind, &mut skipped)?), *reflection, None)
            }
            None => match lookup.strongest(&mut skipped)? {
                Some(tables) => (Some(tables), self.reflection, None),
                None => {
                    let (tables, note) = self.without_tables(&goal)?;
                    (tables, self.reflection, note)
                }
            },
        };
        let (name, heuristic) = match tables {
            None => ("manhattan".to_owned(), Heuristic::Manhattan(Box::new(Manhattan::new(size)))),
            Some(tables) => with_tables(&goal, tables, reflection)?,
        };
        let notes = skipped.into_iter().map(Note::Skipped).chain(note).collect();
        Ok(Solver { goal, engine: Engine::new(&goal, self.order, heuristic), heuristic: name, notes })
    }

    /// What to do where there is no table at all.
    fn without_tables(&self, goal: &Board) -> Result<(Option<Tables>, Option<Note>), OpenError> {
        let size = goal.size();
        if !Partition::names(size).any(|name| name == QUICK) {
            return Ok((None, (size.cells() > SMALL).then_some(Note::NoTables { size })));
        }
        let started = Instant::now();
        let partition = Partition::parse(QUICK, goal).map_err(TableError::from)?;
        let kind = Kind::ZeroAware;
        let build = |pattern| -> Result<SharedTable, OpenError> {
            let go_on = &mut |_| ControlFlow::Continue(());
            let built = pdb::build(pattern, kind, threads_or_all(self.threads), go_on)?;
            Ok(Arc::new(built.into_table().map(Bytes::Owned)))
        };
        let tables = partition.patterns().iter().map(build).collect::<Result<_, _>>()?;
        let note = Note::BuiltInMemory {
            partition: QUICK.to_owned(),
            seconds: started.elapsed().as_secs_f64(),
            remedy: crate::tables::build_command(goal, None, kind),
        };
        Ok((Some(Tables { partition, kind, tables }), Some(note)))
    }
}

/// The heuristic of these tables and its name.
fn with_tables(goal: &Board, tables: Tables, reflection: bool) -> Result<(String, Heuristic), OpenError> {
    let Tables { partition, kind, tables } = tables;
    let tables = PdbTables::new(goal, tables, reflection)?;
    let name = format!("{} {kind}{}", partition.name(), if tables.reflects() { " + reflection" } else { "" });
    Ok((name, Heuristic::Tables(Box::new(tables))))
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skipped(s) => write!(f, "{} is passed over: {}", s.path.display(), s.reason),
            Self::BuiltInMemory { partition, seconds, remedy } => write!(
                f,
                "no tables found, so a {partition} was built in memory in {seconds:.2} s; for much faster searches build \
                 the large tables once with: {remedy}"
            ),
            Self::NoTables { size } => {
                write!(f, "no tables for {size} boards found; searching with the Manhattan distance")
            }
        }
    }
}
