//! Runs several solvers on the same boards under the same conditions, and compares their results.
//!
//! Two solvers run under the same conditions if they search the same boards for the same goal
//! within the same limits. Their means are comparable only if they cover the same boards, too. For
//! example, suppose that A* runs out of memory on 3 of 10 boards that IDA* solves. A*'s mean over
//! the other 7 boards can't be compared with IDA*'s mean over 10, because the 3 boards are the hard
//! ones. So every mean here covers the boards that all solvers tried. An abandoned board makes the
//! mean a lower bound. Solvers are also compared board by board.
//!
//! 1. A [`BenchmarkCandidate`] combines a heuristic with an algorithm and opens a solver for them.
//! 2. A [`Benchmark`] holds the boards and the limits ([`BenchmarkTerms`]). It runs one solver
//!    after another, verifies each solution by replaying it, and compares its length with the
//!    shortest known length.
//! 3. Each search of a board produces a [`BenchmarkLine`]. [`BenchmarkResults`] collects the lines
//!    of this and earlier runs, and rejects lines that can't be compared. A [`ResultsFile`] keeps
//!    the lines.
//! 4. A [`BenchmarkRecord`] summarises the results of one heuristic and algorithm, and a
//!    [`PairedComparison`] compares two of them board by board.

mod candidate;
mod comparison;
mod file;
mod line;
mod record;
mod results;
mod statistics;

use std::ops::ControlFlow;

use fifteen_puzzle::Board;
use fifteen_search::{Iteration, Status};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Request, SearchEvent, Solution, Solver};

pub use self::candidate::BenchmarkCandidate;
pub use self::comparison::PairedComparison;
pub use self::file::{ResultsFile, ResultsFileError};
pub use self::line::{BenchmarkConfiguration, BenchmarkLine, BenchmarkTerms, TermsDifference};
pub use self::record::{BenchmarkRecord, CountSummary};
pub use self::results::{BenchmarkError, BenchmarkResults, ConfigurationResults};
pub use self::statistics::IntervalEstimate;
use crate::instances::InstanceSet;

/// Default limit on the number of nodes generated for one board. A search with a weak heuristic
/// reaches it in about a second.
pub const DEFAULT_NODE_LIMIT: u64 = 20_000_000;

/// A benchmark: a set of boards, the limits and options of the searches, and the results so far.
#[derive(Debug)]
pub struct Benchmark<'a> {
    set: &'a InstanceSet,
    goal: Option<Board>,
    /// Length of a shortest solution of each board, or `None` while it is unknown. A length is
    /// published with the set or proven by a search.
    known: Vec<Option<u32>>,
    request: Request,
    terms: BenchmarkTerms,
    results: BenchmarkResults,
}

/// Receives progress and results while a [`Benchmark`] runs a solver on its boards.
pub trait BenchmarkObserver {
    /// Called after each iteration of an iterative search such as IDA*. `board` is the 0-based
    /// index of the board in the set.
    fn iteration(&mut self, board: usize, iteration: &Iteration) {
        let _ = (board, iteration);
    }

    /// Called after the search of each board. `board` is the 0-based index of the board in the set.
    /// Return `Break` to end the run.
    fn searched(
        &mut self,
        board: usize,
        record: BoardRecord,
        line: &BenchmarkLine,
    ) -> ControlFlow<()>;
}

impl<'a> Benchmark<'a> {
    /// Creates a benchmark on the boards of a set. It continues the earlier runs whose results are
    /// in `results`.
    ///
    /// `request` contains the limits and options of the searches. `terms` describes them and is
    /// stored with each new result.
    ///
    /// # Errors
    /// Returns an error if new results could not be compared with the earlier ones, for example
    /// because the goals differ.
    pub fn new(
        set: &'a InstanceSet,
        request: Request,
        terms: BenchmarkTerms,
        mut results: BenchmarkResults,
    ) -> Result<Self, BenchmarkError> {
        for instance in &set.instances {
            results.admit(&terms, instance.number, instance.board.tiles())?;
        }
        let largest = results.terms();
        if let Some(difference) = largest.and_then(|largest| terms.limit_difference(largest)) {
            return Err(BenchmarkError::SmallerLimits(difference));
        }
        let known = set
            .instances
            .iter()
            .map(|instance| instance.length)
            .collect();
        Ok(Self {
            set,
            goal: set.goal.board(set.size).ok(),
            known,
            request,
            terms,
            results,
        })
    }

    /// Returns the results of all runs.
    pub fn into_results(self) -> BenchmarkResults {
        self.results
    }

    /// Runs a solver on the boards for which it has no result yet. The run ends early if the
    /// request's cancellation flag is set, or if `observer` returns `Break`.
    ///
    /// `open_seconds` is the time that opening the solver took, in seconds.
    ///
    /// # Errors
    /// Returns an error if a board can't be searched.
    pub fn run(
        &mut self,
        solver: &Solver,
        open_seconds: f64,
        observer: &mut dyn BenchmarkObserver,
    ) -> Result<(), BenchmarkError> {
        self.request.setup.algorithm = solver.algorithm();
        let configuration = BenchmarkConfiguration::new(solver, open_seconds);
        for (index, instance) in self.set.instances.iter().enumerate() {
            if let Some(line) = self.results.find(&configuration, instance.number) {
                self.known[index] = self.known[index].or(line.known);
                continue;
            }
            let limits = self.request.limits_from_now();
            let on_event = &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    observer.iteration(index, &iteration);
                }
            };
            let found = solver
                .solve_with_events(&instance.board, &limits, on_event)
                .map_err(|error| BenchmarkError::Search {
                    configuration: configuration.name(),
                    board: instance.number,
                    tiles: instance.board.to_string(),
                    error,
                })?;
            // A cancelled search stops before it reaches its limits, so its result can't be
            // compared with others. Discard it.
            if self.request.limits.check_interruption().is_err() {
                break;
            }
            let fault = self.check(index, &found).err();
            let record = BoardRecord::new(
                instance.number.into(),
                instance.board,
                solver,
                Ok(found),
                &self.request,
            );
            let line = BenchmarkLine::new(
                &record,
                &self.terms,
                &configuration,
                self.known[index],
                fault,
            )?;
            self.results.add(line.clone())?;
            if observer.searched(index, record, &line).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Checks a solution by replaying its moves, and by comparing its length with the length of a
    /// shortest solution if that is known. Returns a message if the solution is wrong.
    fn check(&mut self, index: usize, found: &Solution) -> Result<(), String> {
        let board = &self.set.instances[index].board;
        let known = &mut self.known[index];
        if let (Some(path), Some(goal)) = (&found.moves, &self.goal) {
            if !path.solves(board, goal) || found.length != Some(path.len() as u32) {
                return Err("the solution does not solve the board".to_owned());
            }
            if found.shortest && known.is_none() {
                *known = found.length;
            }
        }
        if found.status == Status::Exhausted {
            return Err("no solution was found, though there is one".to_owned());
        }
        let Some(known) = *known else { return Ok(()) };
        if let Some(length) = found.length
            && (length < known || (found.shortest && length != known))
        {
            return Err(format!(
                "the length is {length}, but the shortest is {known}"
            ));
        }
        if found.bound > known {
            return Err(format!(
                "{} is said to be proven, but the shortest length is {known}",
                found.bound
            ));
        }
        Ok(())
    }
}
