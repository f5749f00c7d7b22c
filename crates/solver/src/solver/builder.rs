//! [`SolverBuilder`]: everything that can be chosen before a solver is opened.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(doc)]
use fifteen_pdb::Partition;
use fifteen_puzzle::{Goal, Metric, MoveOrder};
use fifteen_search::Monitor;
use fifteen_search::tiles::{Algorithm, HeuristicFunction, HeuristicKind};

use super::Pages;
use crate::request::Request;
use crate::spec::HeuristicSpec;
use crate::tables::TableStore;

/// The choices for a [`Solver`](crate::Solver) that is to be opened.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct SolverBuilder {
    pub(super) source: HeuristicSource,
    pub(super) algorithm: Algorithm,
    pub(super) order: Option<MoveOrder>,
    pub(super) threads: usize,
    pub(super) memory: Option<u64>,
    pub(super) cancel: Option<Arc<AtomicBool>>,
    pub(super) pages: Pages,
    pub(super) store: Option<Arc<TableStore>>,
    pub(super) function: Option<NamedFunction>,
    pub(super) monitor: Option<Arc<Monitor>>,
}

/// A heuristic of the caller's, and its name.
#[derive(Clone)]
pub(super) struct NamedFunction {
    pub(super) name: String,
    pub(super) function: Arc<dyn HeuristicFunction>,
}

impl fmt::Debug for NamedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The choices that decide which heuristic a solver has.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeuristicSource {
    pub(super) goal: Goal,
    pub(super) metric: Metric,
    pub(super) for_one_board: bool,
    pub(super) heuristic: Option<HeuristicSpec>,
    pub(super) paths: Vec<PathBuf>,
    pub(super) check: bool,
    pub(super) reflection: bool,
    pub(super) in_memory_fallback: bool,
    pub(super) small_in_memory: bool,
}

impl Default for HeuristicSource {
    fn default() -> Self {
        let (goal, heuristic, paths) = (Goal::default(), None, Vec::new());
        Self {
            goal,
            metric: Metric::default(),
            for_one_board: false,
            heuristic,
            paths,
            check: false,
            reflection: true,
            in_memory_fallback: false,
            small_in_memory: false,
        }
    }
}

impl SolverBuilder {
    /// Goal, metric, heuristic, algorithm and order of moves of a request.
    pub fn request(mut self, request: &Request) -> Self {
        (self.source.goal, self.source.heuristic) = (request.goal, request.heuristic.clone());
        self.source.metric = request.metric;
        (self.algorithm, self.order) = (request.algorithm, request.order);
        self
    }

    /// The goal; by default the tiles in order and the blank last.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.source.goal = goal;
        self
    }

    /// The unit in which moves are counted; by default a move of one tile. The multi-tile metric has tables of its own,
    /// which are built in memory, and its algorithm is IDA*.
    pub fn metric(mut self, metric: Metric) -> Self {
        self.source.metric = metric;
        self
    }

    /// Prepares for one board only: in the multi-tile metric, builds tables that are ready sooner, with which searches
    /// take longer; with [`Pages::Auto`], maps the tables.
    pub fn for_one_board(mut self, for_one_board: bool) -> Self {
        self.source.for_one_board = for_one_board;
        self
    }

    /// The heuristic; by default the strongest tables that fit, for branch and bound the misplaced tiles.
    pub fn heuristic(mut self, heuristic: impl Into<HeuristicSpec>) -> Self {
        self.source.heuristic = Some(heuristic.into());
        self
    }

    /// A heuristic of the caller's in place of a named one; `()` follows the name where it is shown. Values are
    /// computed for many boards at a time. Solutions are shortest ones only if no value is larger than the distance.
    pub fn function(mut self, name: impl Into<String>, function: Arc<dyn HeuristicFunction>) -> Self {
        self.function = Some(NamedFunction { name: format!("{}()", name.into()), function });
        self
    }

    /// The algorithm; by default IDA*.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Looks for tables in this file or folder and in others added by the same method, and nowhere else.
    pub fn tables(self, path: impl Into<PathBuf>) -> Self {
        self.tables_in([path])
    }

    /// Looks for tables in these files and folders; without any, where tables are looked for by default.
    pub fn tables_in<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.source.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Uses the tables of this store before those of files, and keeps those that are built in memory there.
    pub fn store(mut self, store: Arc<TableStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Reads the tables whole and checks their digests; by default only their headers and lengths are checked.
    pub fn check(mut self, check: bool) -> Self {
        self.source.check = check;
        self
    }

    /// Looks up the reflected board too, where the goal allows it and the heuristic is not spelled out; by default on.
    pub fn reflection(mut self, reflection: bool) -> Self {
        self.source.reflection = reflection;
        self
    }

    /// Builds the tables of [`Partition::in_memory_fallback`] in memory where they are asked for by name and not found,
    /// and where no heuristic is asked for and the tables given do not fit; by default both are errors.
    pub fn in_memory_fallback(mut self, in_memory_fallback: bool) -> Self {
        self.source.in_memory_fallback = in_memory_fallback;
        self
    }

    /// Builds the zero-aware tables of any small partition in memory where it is asked for by name and not found; by
    /// default that is an error.
    pub fn small_in_memory(mut self, small_in_memory: bool) -> Self {
        self.source.small_in_memory = small_in_memory;
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

    /// The memory pages of the tables; by default those of the files.
    pub fn pages(mut self, pages: Pages) -> Self {
        self.pages = pages;
        self
    }

    /// Opening ends in an error soon after another thread sets this flag.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Counts the states of the multi-tile metric's tables while they are built.
    pub fn monitor(mut self, monitor: Arc<Monitor>) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// The choices that decide the heuristic, with the default of an algorithm that has one of its own.
    pub(crate) fn heuristic_source(&self) -> HeuristicSource {
        let mut source = self.source.clone();
        if self.algorithm == Algorithm::BranchAndBound {
            source.heuristic.get_or_insert(HeuristicKind::Misplaced.into());
        }
        source
    }

    /// The algorithm, and the order in which it tries the blank's moves.
    pub(crate) fn algorithm_and_order(&self) -> (Algorithm, MoveOrder) {
        (self.algorithm, self.order.unwrap_or(self.algorithm.default_order()))
    }
}
