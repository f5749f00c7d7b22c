//! [`Solver`]: a goal, a heuristic and an algorithm. It is opened once, and then solves any number
//! of boards from any number of threads.

mod choice;
mod error;
mod loading;
mod setup;
mod turns;

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::file::file_name;
use fifteen_puzzle::{Board, Metric, MoveOrder, Path, Size};
use fifteen_search::tiles::slides::{self, Slide, SlideSpace, SlideTables};
use fifteen_search::tiles::{
    Algorithm, HeuristicKind, IterationEstimate, OneIteration, SearchEvent, TileHeuristic,
    TileSpace,
};
use fifteen_search::{Instant, Iteration, Limits, Outcome};

pub use choice::{ChoiceSolution, ChoiceSolver};
pub use error::{OpenError, OpeningNote, SolveError};
pub use setup::{NamedFunction, Pages, Setup};
pub use turns::{BoardQueue, solve_each};

use crate::spec::HeuristicSpec;

/// The result of a search, with its cost: the moves are in the solver's metric.
pub type Solution = Outcome<Path>;

/// Number of nodes between two checks of limits if values take long: see
/// [`TileHeuristic::has_function`].
const SLOW_POLL: u64 = 16;

/// Finds shortest solutions for the boards of one goal.
///
/// Opening reads or builds the tables; solving only reads them, so one solver serves all threads.
/// The same board and options give the same solution and the same counts every time.
pub struct Solver {
    goal: Board,
    algorithm: Algorithm,
    space: TileSpace,
    /// The puzzle in the multi-tile metric, if moves are counted so.
    slides: Option<Slides>,
    heuristic: Arc<LoadedHeuristic>,
    notes: Vec<OpeningNote>,
}

/// A heuristic and its name: `manhattan`, `7-8 zero-aware + reflection`, `max(A, B)`.
struct LoadedHeuristic {
    name: String,
    /// The text that names it on any machine with the same tables, or `None` if the tables were
    /// built in memory or the heuristic is a function.
    spec: Option<HeuristicSpec>,
    heuristic: TileHeuristic,
}

/// The puzzle in the multi-tile metric, and its tables.
#[derive(Debug, Clone)]
pub(crate) struct Slides {
    pub(crate) space: SlideSpace,
    pub(crate) tables: Arc<SlideTables>,
}

impl Solver {
    /// Opens a solver for boards of a size, with the tiles in order and the blank last, and the
    /// strongest tables found.
    ///
    /// # Errors
    /// Returns the errors of [`Setup::open`].
    pub fn open(size: Size) -> Result<Self, OpenError> {
        Setup::default().open(size)
    }

    /// The board to be reached.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The name of the heuristic, such as `manhattan`, `7-8 zero-aware + reflection` or `max(A,
    /// B)`. `None` if the algorithm takes no heuristic.
    pub fn heuristic(&self) -> Option<&str> {
        let own = self.algorithm.own_heuristic().map(HeuristicKind::name);
        own.or(self
            .algorithm
            .takes_heuristic()
            .then_some(&self.heuristic.name))
    }

    /// The text that names the heuristic, here and on another machine. `None` if the algorithm
    /// takes no heuristic, if the tables were built in memory, or if the heuristic is a function.
    pub fn heuristic_spec(&self) -> Option<&HeuristicSpec> {
        self.heuristic
            .spec
            .as_ref()
            .filter(|_| self.algorithm.takes_heuristic())
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The unit in which moves are counted.
    pub fn metric(&self) -> Metric {
        if self.slides.is_some() {
            Metric::MultiTile
        } else {
            Metric::SingleTile
        }
    }

    /// The order in which the blank's moves are tried.
    pub fn order(&self) -> MoveOrder {
        self.space.order()
    }

    /// The heuristic itself, for boards of [`Solver::space`]; 0 everywhere where the algorithm
    /// takes none, and in the multi-tile metric.
    pub fn tile_heuristic(&self) -> &TileHeuristic {
        &self.heuristic.heuristic
    }

    /// The boards that can reach the goal, as a search sees them.
    pub fn space(&self) -> &TileSpace {
        &self.space
    }

    /// Bytes of the tables that the heuristic reads.
    pub fn table_bytes(&self) -> u64 {
        match &self.slides {
            Some(slides) => slides.tables.bytes(),
            None if self.algorithm.takes_heuristic() => self.heuristic.heuristic.bytes(),
            None => 0,
        }
    }

    /// Bytes of the heuristic's tables that this process has in memory of its own. Tables that are mapped from files do
    /// not count, because the system can drop them at any time.
    pub fn table_bytes_in_memory(&self) -> u64 {
        let tables = self.heuristic.heuristic.tables().into_iter();
        let mapped: usize = tables
            .filter(|table| table.is_mapped())
            .map(|table| table.payload().len())
            .sum();
        self.table_bytes().saturating_sub(mapped as u64)
    }

    /// The names under which the tables of the heuristic are kept in files, each once.
    pub fn table_names(&self) -> Vec<String> {
        let tables = self.heuristic.heuristic.tables().into_iter();
        let names = tables.map(|table| file_name(table.header().pattern(), table.header().kind()));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// A solver with the same heuristic, which is shared, and another algorithm; without an order,
    /// with the algorithm's own. An algorithm that takes no heuristic does not use it. The metric
    /// stays if the algorithm is IDA*, and is the single-tile one otherwise.
    #[must_use]
    pub fn with_algorithm(&self, algorithm: Algorithm, order: Option<MoveOrder>) -> Self {
        let order = order.unwrap_or(algorithm.default_order());
        Self {
            goal: self.goal,
            algorithm,
            space: if order == self.order() {
                self.space.clone()
            } else {
                TileSpace::new(&self.goal, order)
            },
            slides: self
                .slides
                .as_ref()
                .filter(|_| algorithm.ida().is_some())
                .map(|slides| Slides {
                    // A clone shares what the first search in fast mode has made.
                    space: if order == self.order() {
                        slides.space.clone()
                    } else {
                        SlideSpace::new(&self.goal, order)
                    },
                    tables: Arc::clone(&slides.tables),
                }),
            heuristic: Arc::clone(&self.heuristic),
            notes: self.notes.clone(),
        }
    }

    /// What a person may want to know about the opening.
    pub fn notes(&self) -> &[OpeningNote] {
        &self.notes
    }

    /// Finds a solution with the solver's algorithm: a shortest one unless [`Solution::shortest`]
    /// says otherwise.
    ///
    /// Stopping at a limit is no error: the solution's status says so, and its bound is what was
    /// proven by then.
    ///
    /// # Errors
    /// Returns an error if the board has another size or cannot reach the goal, if a table is
    /// damaged or was changed on disk, or if the heuristic turns out to overestimate.
    pub fn solve(&self, board: &Board, limits: &Limits) -> Result<Solution, SolveError> {
        self.solve_with_events(board, limits, &mut |_| ())
    }

    /// Does the same as [`Solver::solve`], and calls `on_event` after each iteration and, in an
    /// anytime search, with each better solution. Without a limit of time, the events are the same
    /// for any number of threads.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::solve`].
    pub fn solve_with_events(
        &self,
        board: &Board,
        limits: &Limits,
        on_event: &mut dyn FnMut(SearchEvent),
    ) -> Result<Solution, SolveError> {
        let started = Instant::now();
        let start = self.space.state(board)?;
        if let Some(Slides { space, tables }) = &self.slides {
            let ida = self.algorithm.ida().unwrap_or_default();
            let mut progress = |&iteration: &Iteration| on_event(SearchEvent::Iteration(iteration));
            let outcome = slides::search(space, tables, &start, ida, limits, &mut progress);
            let solution = outcome.map_paths(|slides| path_of_slides(space, &slides));
            return Ok(Solution {
                seconds: started.elapsed().as_secs_f64(),
                ..solution
            });
        }
        self.check_tables()?;
        let (space, heuristic) = (&self.space, &self.heuristic.heuristic);
        let poll = NonZeroU64::new(SLOW_POLL).filter(|_| heuristic.has_function());
        let limits = &Limits {
            poll,
            ..limits.clone()
        };
        let outcome = self
            .algorithm
            .search(space, heuristic, &start, limits, on_event)?;
        self.check_tables()?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Solution {
            seconds,
            ..outcome.map_paths(|moves| moves.into_iter().collect())
        })
    }

    /// Estimates the nodes of the iteration with `bound`, as this solver would search it, in a
    /// thousandth of its work or some hundredths of a second. `None` if the algorithm is not IDA*,
    /// in the multi-tile metric, or if `cancel` was set before the end.
    ///
    /// # Errors
    /// Returns the errors of [`Solver::solve`].
    pub fn estimate(
        &self,
        board: &Board,
        bound: u32,
        cancel: &AtomicBool,
    ) -> Result<Option<IterationEstimate>, SolveError> {
        if self.algorithm.ida().is_none() || self.slides.is_some() {
            return Ok(None);
        }
        let start = self.space.state(board)?;
        let iteration = OneIteration {
            space: &self.space,
            heuristic: &self.heuristic.heuristic,
            start: &start,
            mode: self.algorithm.mode(),
            bound,
        };
        Ok(iteration.estimate(cancel)?)
    }

    /// Refuses results of a table that was changed on disk since it was mapped.
    ///
    /// # Errors
    /// Returns [`SolveError::TableChanged`] if a table was changed.
    pub fn check_tables(&self) -> Result<(), SolveError> {
        if !self.algorithm.takes_heuristic() {
            return Ok(());
        }
        let tables = self.heuristic.heuristic.tables();
        let changed = tables.into_iter().find(|table| !table.unchanged());
        changed.map_or(Ok(()), |table| {
            Err(SolveError::TableChanged {
                tiles: table.header().pattern().to_string(),
            })
        })
    }
}

/// Returns the single moves of slides.
fn path_of_slides(space: &SlideSpace, slides: &[Slide]) -> Path {
    Path::new(
        slides
            .iter()
            .flat_map(|&slide| space.steps(slide))
            .map(|step| step.direction())
            .collect(),
    )
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("goal", &self.goal)
            .field("algorithm", &self.algorithm)
            .field("heuristic", &self.heuristic())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
