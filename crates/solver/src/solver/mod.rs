//! [`Solver`]: a goal, a heuristic and an algorithm. After it has been opened, it solves any number
//! of boards, and several threads can share it.

mod error;
mod goal;
mod loading;
mod setup;
mod turns;

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fifteen_pdb::Table;
use fifteen_pdb::file::file_name;
use fifteen_puzzle::{Board, Metric, MoveOrder, Path, Size};
use fifteen_search::tiles::slides::{self, Slide, SlideSpace, SlideTables};
use fifteen_search::tiles::{
    Algorithm, IterationEstimate, OneIteration, SearchEvent, TileHeuristic, TileIda, TileSpace,
};
use fifteen_search::{Instant, Iteration, Limits, Outcome};

pub use error::{OpenError, OpeningNote, SolveError};
pub use goal::{GoalSolution, GoalSolver, SolutionPath};
pub use setup::{MissingTables, NamedFunction, Pages, Setup};
pub use turns::{BoardQueue, QueuedBoard, solve_each};

use crate::spec::HeuristicSpec;

/// The result of a search. The solution length is counted in the solver's metric.
pub type Solution = Outcome<Path>;

/// Number of nodes between two checks of the limits if the caller passed in a function as the
/// heuristic. The number is smaller than usual, because such a function can be slow.
const SLOW_POLL: u64 = 16;

/// Finds shortest solutions for boards with a given goal.
///
/// A solver reads or builds its tables when it is opened. Later searches only read them, so all
/// threads can share one solver. The same board and options always yield the same solution and node
/// counts.
pub struct Solver {
    goal: Board,
    algorithm: Algorithm,
    space: TileSpace,
    /// The search space and the tables of the multi-tile metric, or `None` for the single-tile
    /// metric.
    slides: Option<Slides>,
    heuristic: Arc<LoadedHeuristic>,
    notes: Vec<OpeningNote>,
}

/// A heuristic with its name, such as `manhattan`, `7-8 zero-aware + reflection` or `max(A, B)`.
struct LoadedHeuristic {
    name: String,
    /// The name in fast mode of IDA*, or `None` if it is the same. It differs if fast mode begins
    /// with a quick heuristic and continues with a stronger one, as in `7-8 then 7-8x2 zero-aware +
    /// reflection`. See [`TileHeuristic::with_quick`].
    fast_name: Option<String>,
    /// The specification with which another machine with the same tables can load this heuristic.
    /// It is `None` for functions and for tables built in memory.
    spec: Option<HeuristicSpec>,
    heuristic: TileHeuristic,
}

/// The search space and the tables of the multi-tile metric.
#[derive(Debug, Clone)]
pub(crate) struct Slides {
    pub(crate) space: SlideSpace,
    pub(crate) tables: Arc<SlideTables>,
}

impl Solver {
    /// Opens a solver for boards of `size` with the strongest tables found. In the goal, the tiles
    /// are in order and the blank is last.
    ///
    /// # Errors
    /// Returns [`OpenError`] if tables cannot be read or built.
    pub fn open(size: Size) -> Result<Self, OpenError> {
        Setup::default().open(size)
    }

    /// Returns the goal board.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Returns the name of the heuristic, such as `manhattan`, `7-8 zero-aware + reflection` or
    /// `max(A, B)`, or `None` if the algorithm uses no heuristic.
    pub fn heuristic(&self) -> Option<&str> {
        if let Some(own) = self.algorithm.own_heuristic() {
            return Some(own.name());
        }
        let fast_name = self.heuristic.fast_name.as_ref();
        let name = fast_name
            .filter(|_| self.algorithm.ida().is_some_and(TileIda::begins_quickly))
            .unwrap_or(&self.heuristic.name);
        self.algorithm.takes_heuristic().then_some(name)
    }

    /// Returns the specification with which another machine can load the same heuristic. Returns
    /// `None` if the heuristic is a function, if its tables were built in memory, or if the
    /// algorithm does not use it.
    pub fn heuristic_spec(&self) -> Option<&HeuristicSpec> {
        self.heuristic
            .spec
            .as_ref()
            .filter(|_| self.algorithm.takes_heuristic())
    }

    /// Returns the algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the metric, that is, the unit in which moves are counted.
    pub fn metric(&self) -> Metric {
        if self.slides.is_some() {
            Metric::MultiTile
        } else {
            Metric::SingleTile
        }
    }

    /// Returns the order in which a search tries the moves of the blank.
    pub fn order(&self) -> MoveOrder {
        self.space.order()
    }

    /// Returns the heuristic, which evaluates states of [`Solver::space`]. It is always 0 in the
    /// multi-tile metric, and for algorithms that use no heuristic or always use their own.
    pub fn tile_heuristic(&self) -> &TileHeuristic {
        &self.heuristic.heuristic
    }

    /// Returns the search space, which consists of all boards from which the goal can be reached.
    pub fn space(&self) -> &TileSpace {
        &self.space
    }

    /// Returns the size of the heuristic's tables, in bytes.
    pub fn table_bytes(&self) -> u64 {
        match &self.slides {
            Some(slides) => slides.tables.bytes(),
            None if self.algorithm.takes_heuristic() => self.heuristic.heuristic.bytes(),
            None => 0,
        }
    }

    /// Returns the size of the heuristic's tables in the memory of this process, in bytes. Mapped
    /// files do not count, because the system can drop their pages at any time.
    pub fn table_bytes_in_memory(&self) -> u64 {
        let tables = self.heuristic.heuristic.tables().into_iter();
        let mapped: usize = tables
            .filter(|table| table.is_mapped())
            .map(|table| table.payload().len())
            .sum();
        self.table_bytes().saturating_sub(mapped as u64)
    }

    /// Returns the default file names of the heuristic's tables, without duplicates.
    pub fn table_names(&self) -> Vec<String> {
        let tables = self.heuristic.heuristic.tables().into_iter();
        let names = tables.map(|table| file_name(table.header().pattern(), table.header().kind()));
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns a solver that shares this solver's heuristic but uses another algorithm. If `order`
    /// is `None`, the new solver uses the algorithm's default order.
    ///
    /// The metric stays the same if the new algorithm is IDA*. Otherwise it becomes the single-tile
    /// metric.
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
                    // Share the space if possible, because searches in fast mode store data in it
                    // that later searches can use.
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

    /// Returns notes that tell the user how this solver was opened, for example that table files
    /// were skipped or that tables were built in memory.
    pub fn notes(&self) -> &[OpeningNote] {
        &self.notes
    }

    /// Solves a board with the solver's algorithm. The solution is proven shortest if
    /// [`Solution::shortest`] is true.
    ///
    /// Reaching a limit is not an error. In this case, the status of the solution names the limit,
    /// and the bound of the solution is the lower bound proven so far.
    ///
    /// # Errors
    /// Returns an error if the board has a different size or cannot reach the goal, if a table is
    /// damaged or was changed on disk, or if the heuristic turns out to overestimate.
    pub fn solve(&self, board: &Board, limits: &Limits) -> Result<Solution, SolveError> {
        self.solve_with_events(board, limits, &mut |_| ())
    }

    /// Solves a board, and calls `on_event` after each iteration. In an anytime search, also calls
    /// it for each better solution. Without a time limit, the events do not depend on the number of
    /// threads.
    ///
    /// # Errors
    /// Returns [`SolveError`] for the same reasons as [`Solver::solve`].
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

    /// Estimates how many nodes this solver visits in the iteration with the threshold `bound`. The
    /// estimate takes about a thousandth of the time of a large iteration, and a few hundredths of
    /// a second for a smaller one.
    ///
    /// Returns `None` if the algorithm is not IDA*, if the metric is multi-tile, or if `cancel` was
    /// set.
    ///
    /// # Errors
    /// Returns [`SolveError`] for the same reasons as [`Solver::solve`].
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

    /// Moves the mapped tables that most searches read ([`TileHeuristic::tables_read_most`]) into
    /// huge pages. Long searches are then faster. Searches can continue during the move.
    ///
    /// # Errors
    /// Returns [`SolveError::TableChanged`] if the entries no longer match their digest.
    pub fn move_tables_to_huge_pages(&self) -> Result<(), SolveError> {
        for table in self.heuristic.heuristic.tables_read_most() {
            table.move_to_huge_pages().map_err(|_| changed(table))?;
        }
        Ok(())
    }

    /// Checks that no table file was modified after it was mapped into memory. Results would
    /// otherwise be unreliable.
    ///
    /// # Errors
    /// Returns [`SolveError::TableChanged`] if a table was modified.
    pub fn check_tables(&self) -> Result<(), SolveError> {
        if !self.algorithm.takes_heuristic() {
            return Ok(());
        }
        let tables = self.heuristic.heuristic.tables();
        match tables.into_iter().find(|table| !table.unchanged()) {
            Some(table) => Err(changed(table)),
            None => Ok(()),
        }
    }
}

fn changed(table: &Table) -> SolveError {
    SolveError::TableChanged {
        tiles: table.header().pattern().to_string(),
    }
}

/// Converts slides to a path of single-tile moves. A slide can move several tiles.
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
