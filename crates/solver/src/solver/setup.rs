//! [`Setup`]: everything that can be chosen before a solver is opened.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(doc)]
use fifteen_pdb::Partition;
use fifteen_pdb::file::TableFiles;
use fifteen_puzzle::{Goal, Metric, MoveOrder};
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, HeuristicFunction, HeuristicKind};

use crate::tables::{TableStore, files};
use crate::{Field, HeuristicSpec, RequestError, SlideTableCache};

/// The choices for a [`Solver`](crate::Solver) that is to be opened.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The goal; by default the tiles in order and the blank last.
    pub goal: Goal,
    /// The unit in which moves are counted; by default a move of one tile. The multi-tile metric has tables of its own,
    /// which are built in memory, and its algorithm is IDA*.
    pub metric: Metric,
    /// Prepares for one board only: in the multi-tile metric, builds tables that are ready sooner, with which searches
    /// take longer; with [`Pages::Auto`], maps the tables.
    pub for_one_board: bool,
    /// The heuristic; by default the strongest tables that fit, for branch and bound the misplaced tiles.
    pub heuristic: Option<HeuristicSpec>,
    /// A heuristic of the caller's in place of a named one.
    pub function: Option<NamedFunction>,
    /// The algorithm; by default IDA*.
    pub algorithm: Algorithm,
    /// The order in which the blank's moves are tried; by default [`Algorithm::default_order`].
    pub order: Option<MoveOrder>,
    /// Files and folders in which tables are looked for, and nowhere else; without any, where tables are looked for by
    /// default.
    pub tables: Vec<PathBuf>,
    /// Tables that are used before those of files; those that are built in memory are kept here.
    pub store: Option<Arc<TableStore>>,
    /// The memory pages of the tables; by default those of the files.
    pub pages: Pages,
    /// Checks the digests of all tables, which reads them whole; by default not of those that are large, mapped, and
    /// were checked before.
    pub check: bool,
    /// Does not look up the reflected board, where the heuristic is not spelled out.
    pub no_reflection: bool,
    /// Builds the tables of [`Partition::in_memory_fallback`] in memory where they are asked for by name and not found,
    /// and where no heuristic is asked for and the tables given do not fit; by default both are errors.
    pub in_memory_fallback: bool,
    /// Builds the tables of any small partition in memory where it is asked for by name and not found; by default that
    /// is an error.
    pub small_in_memory: bool,
    /// Threads that build tables where none are found; by default one for each core (0).
    pub threads: usize,
    /// The tables of the multi-tile metric that other solvers have built; those that are built now are kept there. By
    /// default, each solver builds its own.
    pub slide_tables: Option<Arc<SlideTableCache>>,
    /// Limits of opening a solver: memory of its tables, the time at which building them stops, and the flag that ends
    /// it. The monitor counts the states of the multi-tile metric's tables.
    pub limits: Limits,
}

/// The memory pages of tables: those of their files, which are mapped, or large ones, into which the files are read.
///
/// Large pages make searches faster; they take as much memory as the tables, and are there on Linux only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pages {
    /// `auto`: those of the files with [`Setup::for_one_board`]; otherwise large ones, while a table takes at most half
    /// of the available memory.
    Auto,
    /// `file`: always those of the files.
    #[default]
    File,
    /// `huge`: always large ones.
    Huge,
}

fifteen_puzzle::named!(Pages, "choice of pages": Auto = "auto", File = "file", Huge = "huge");

impl Pages {
    /// The access to tables that has these pages, for one board or for many.
    pub(super) fn files(self, for_one_board: bool) -> TableFiles {
        match self {
            Self::Auto if for_one_board => files(),
            Self::Auto => files().preferring_memory(),
            Self::File => files(),
            Self::Huge => TableFiles::in_memory(),
        }
    }
}

/// A heuristic of the caller's, and its name. Values are computed for many boards at a time. Solutions are shortest
/// ones only if no value is larger than the distance.
#[derive(Clone)]
pub struct NamedFunction {
    /// The name; `()` follows it where it is shown.
    pub name: String,
    /// The function.
    pub function: Arc<dyn HeuristicFunction>,
}

impl fmt::Debug for NamedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}()", self.name)
    }
}

impl Setup {
    /// The setup with that heuristic, and all else at its default.
    pub fn with_heuristic(heuristic: impl Into<HeuristicSpec>) -> Self {
        Self {
            heuristic: Some(heuristic.into()),
            ..Self::default()
        }
    }

    /// Checks that heuristic, metric and algorithm go with each other.
    ///
    /// # Errors
    /// The first rule that they break.
    pub fn checked(&self) -> Result<(), RequestError> {
        let (algorithm, name) = (self.algorithm, self.heuristic_name());
        if let Goal::Choice(_) = self.goal {
            let is_astar = matches!(algorithm, Algorithm::Ida(_) | Algorithm::Astar);
            RequestError::no_choice(&[
                (!is_astar, Field::Algorithm),
                (name.is_some(), Field::Heuristic),
            ])?;
            if self.metric == Metric::MultiTile {
                return Err(RequestError::new(
                    "a goal that leaves a choice is for the single-tile metric",
                ));
            }
        }
        let given = [
            (algorithm.ida().is_none(), Field::Algorithm),
            (name.is_some(), Field::Heuristic),
        ];
        if let Some(&(_, field)) = given
            .iter()
            .find(|(given, _)| *given && self.metric == Metric::MultiTile)
        {
            return Err(RequestError::single_tile_only(field));
        }
        match (algorithm.own_heuristic(), name) {
            (Some(own), Some(heuristic)) if heuristic != own.name() => {
                let message = format!(
                    "{algorithm} works with {own} only; leave {heuristic} out, or take ida"
                );
                Err(RequestError::new(message))
            }
            _ => Ok(()),
        }
    }

    /// The name of the heuristic that is asked for.
    pub(super) fn heuristic_name(&self) -> Option<String> {
        let function = self
            .function
            .as_ref()
            .map(|function| format!("{function:?}"));
        function.or(self.heuristic.as_ref().map(ToString::to_string))
    }

    /// The heuristic, with the default of an algorithm that has one of its own.
    pub(super) fn heuristic_or_default(&self) -> Option<HeuristicSpec> {
        let own = (self.algorithm == Algorithm::BranchAndBound)
            .then_some(HeuristicKind::Misplaced.into());
        self.heuristic.clone().or(own)
    }

    /// Returns whether opening a solver takes neither time nor memory, because it needs no tables.
    pub(crate) fn needs_no_tables(&self) -> bool {
        let is_without_tables = match self.heuristic_or_default() {
            Some(heuristic) => heuristic.is_without_tables(),
            None => self.function.is_some(),
        };
        self.metric == Metric::SingleTile
            && (is_without_tables || !self.algorithm.takes_heuristic())
    }

    /// The order in which the blank's moves are tried.
    pub(crate) fn order(&self) -> MoveOrder {
        self.order.unwrap_or(self.algorithm.default_order())
    }

    /// True if both setups open solvers with the same heuristic for boards of a size: all algorithms that take one
    /// share it.
    pub(crate) fn opens_same(&self, other: &Self) -> bool {
        let chosen = |setup: &Self| {
            let uninformed = Some(setup.algorithm).filter(|algorithm| !algorithm.takes_heuristic());
            let bools = [
                setup.check,
                setup.no_reflection,
                setup.in_memory_fallback,
                setup.small_in_memory,
            ];
            let pages = (setup.pages, setup.for_one_board);
            (
                setup.goal,
                setup.metric,
                setup.heuristic_or_default(),
                uninformed,
                bools,
                pages,
            )
        };
        let store = |setup: &Self| setup.store.as_ref().map(Arc::as_ptr);
        let function = |setup: &Self| {
            setup
                .function
                .as_ref()
                .map(|f| Arc::as_ptr(&f.function).addr())
        };
        chosen(self) == chosen(other)
            && (&self.tables, store(self)) == (&other.tables, store(other))
            && function(self) == function(other)
    }
}
