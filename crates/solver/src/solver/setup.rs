//! [`Setup`]: the settings for opening a solver.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(doc)]
use fifteen_pdb::Partition;
use fifteen_pdb::file::TableFiles;
use fifteen_puzzle::{Goal, Metric, MoveOrder};
use fifteen_resources::Threads;
use fifteen_search::Limits;
use fifteen_search::tiles::{Algorithm, HeuristicFunction, HeuristicKind};

use crate::tables::{TableStore, files};
use crate::{HeuristicSpec, SlideTableCache};

/// The settings for opening a [`Solver`](crate::Solver).
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The goal. By default, the tiles are in order and the blank is last.
    pub goal: Goal,
    /// The metric, that is, the unit in which moves are counted. By default, each move slides one
    /// tile.
    ///
    /// In the multi-tile metric, a move slides any number of tiles in a line. This metric requires
    /// IDA* and uses its own tables, which are built in memory.
    pub metric: Metric,
    /// Whether the solver is used only for a single board. In the multi-tile metric, the tables are
    /// then smaller. They are ready sooner, but the search is slower.
    pub for_one_board: bool,
    /// The heuristic. By default, branch and bound uses the number of misplaced tiles, and other
    /// algorithms use the strongest tables found.
    pub heuristic: Option<HeuristicSpec>,
    /// A function to use as the heuristic, instead of a named heuristic.
    pub function: Option<NamedFunction>,
    /// The algorithm, by default IDA*.
    pub algorithm: Algorithm,
    /// The order in which a search tries the moves of the blank, by default
    /// [`Algorithm::default_order`].
    pub order: Option<MoveOrder>,
    /// Files and folders in which to look for tables, or empty for the default folders.
    pub tables: Vec<PathBuf>,
    /// Tables in memory, which are preferred to files. If the solver builds tables in memory, it
    /// adds them to this store.
    pub store: Option<Arc<TableStore>>,
    /// How tables are placed in memory.
    pub pages: Pages,
    /// Whether to verify the digests of all tables, for which each file must be read completely. By
    /// default, large mapped tables are verified only once, as long as they do not change.
    pub check: bool,
    /// Whether to use tables without looking up the reflected board. Ignored if a heuristic is
    /// specified.
    pub no_reflection: bool,
    /// What to do about tables that are not found. By default, this is an error.
    pub missing_tables: MissingTables,
    /// Number of threads for building tables in memory.
    pub threads: Threads,
    /// Cache through which solvers share the tables of the multi-tile metric, or `None` if each
    /// solver builds its own.
    pub slide_tables: Option<Arc<SlideTableCache>>,
    /// Limits for opening a solver: the memory for its tables, a deadline, and a cancellation flag.
    /// While the tables of the multi-tile metric are built, the monitor shows the number of states
    /// visited.
    pub limits: Limits,
}

/// What a solver does if it does not find the requested tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingTables {
    /// Fails with an error that says how to build the tables.
    #[default]
    Error,
    /// Builds the tables of [`Partition::in_memory_fallback`] in memory if they are missing. Also
    /// builds them if no heuristic is specified and the given tables do not cover all tiles.
    BuildFallback,
    /// Builds the tables in memory if their partition is small, which takes less than a second.
    BuildSmall,
}

/// How tables are placed in memory.
///
/// Huge pages make searches faster, but only Linux has them. Tables in huge pages are read instead
/// of being mapped, so the process needs memory for their full size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pages {
    /// Maps the files.
    /// [`Solver::move_tables_to_huge_pages`](crate::Solver::move_tables_to_huge_pages) can move the
    /// tables into huge pages later.
    #[default]
    File,
    /// Reads files into huge pages.
    Huge,
}

impl Pages {
    /// Returns a reader for table files that uses these memory pages.
    pub(super) fn files(self) -> TableFiles {
        match self {
            Self::File => files(),
            Self::Huge => TableFiles::in_memory(),
        }
    }
}

/// A heuristic function from the caller, and its name. The function evaluates many boards per call.
/// Solutions are guaranteed to be shortest only if its values never exceed the true distances.
#[derive(Clone)]
pub struct NamedFunction {
    /// The name. Users see it with `()` appended.
    pub name: String,
    /// The function that evaluates boards.
    pub function: Arc<dyn HeuristicFunction>,
}

impl fmt::Debug for NamedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}()", self.name)
    }
}

impl Setup {
    /// Creates a setup with the given heuristic. All other settings have their default values.
    pub fn with_heuristic(heuristic: impl Into<HeuristicSpec>) -> Self {
        Self {
            heuristic: Some(heuristic.into()),
            ..Self::default()
        }
    }

    /// Returns the name of the requested heuristic, or `None` if none is requested.
    pub(crate) fn heuristic_name(&self) -> Option<String> {
        let function = self
            .function
            .as_ref()
            .map(|function| format!("{function:?}"));
        function.or(self.heuristic.as_ref().map(ToString::to_string))
    }

    /// Returns the requested heuristic. If none was requested, returns `misplaced` for branch and
    /// bound, and `None` for other algorithms, which then use the strongest tables found.
    pub(super) fn heuristic_or_default(&self) -> Option<HeuristicSpec> {
        let own = (self.algorithm == Algorithm::BranchAndBound)
            .then_some(HeuristicKind::Misplaced.into());
        self.heuristic.clone().or(own)
    }

    /// Returns whether a solver can be opened without tables, so that opening it takes almost no
    /// time or memory.
    pub(crate) fn needs_no_tables(&self) -> bool {
        let is_without_tables = match self.heuristic_or_default() {
            Some(heuristic) => heuristic.is_without_tables(),
            None => self.function.is_some(),
        };
        let is_pattern = matches!(self.goal, Goal::Choice(_));
        self.metric == Metric::SingleTile
            && (is_without_tables || is_pattern || !self.algorithm.takes_heuristic())
    }

    /// Returns the order in which a search tries the moves of the blank.
    pub(crate) fn order(&self) -> MoveOrder {
        self.order.unwrap_or(self.algorithm.default_order())
    }

    /// Returns whether solvers with these two setups can share their heuristic. The setups may have
    /// different algorithms if both algorithms use the heuristic that a setup selects.
    pub(crate) fn opens_same(&self, other: &Self) -> bool {
        let chosen = |setup: &Self| {
            let uninformed = Some(setup.algorithm).filter(|algorithm| !algorithm.takes_heuristic());
            let bools = [setup.check, setup.no_reflection];
            let pages = (setup.pages, setup.for_one_board);
            (
                setup.goal,
                setup.metric,
                setup.heuristic_or_default(),
                uninformed,
                bools,
                pages,
                setup.missing_tables,
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
