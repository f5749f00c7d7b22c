//! Solvers run over the same boards on equal terms: what they find is checked, counted and timed.
//!
//! A [`Candidate`] is a heuristic with an algorithm, for which it opens a solver. A [`Benchmark`] holds the boards, the
//! limits, and the shortest lengths known so far. It runs one solver after the other and makes a [`BenchmarkLine`] of
//! each board, unless its [`BenchmarkResults`], perhaps those of an earlier run, have one. A [`BenchmarkRecord`] has
//! the means of a configuration, over the same boards as those of the others, and a [`PairedComparison`] compares two
//! configurations board by board.

mod candidate;
mod comparison;
mod line;
mod record;
mod results;
mod statistics;

use std::ops::ControlFlow;

use fifteen_puzzle::Board;
use fifteen_search::{Iteration, Status};
use fifteen_solver::record::BoardRecord;
use fifteen_solver::{Request, SearchEvent, Solution, Solver};

pub use self::candidate::Candidate;
pub use self::comparison::PairedComparison;
pub use self::line::{BenchmarkLine, Configuration, Terms};
pub use self::record::{BenchmarkRecord, CountSummary};
pub use self::results::{BenchmarkError, BenchmarkResults, BenchmarkRun};
pub use self::statistics::IntervalEstimate;
use crate::instances::InstanceSet;

/// Generated nodes of a board where no limit is given: a search with a weak heuristic ends after about a second.
pub const DEFAULT_NODE_LIMIT: u64 = 20_000_000;

/// The boards, what is known of them, and how they are searched.
#[derive(Debug)]
pub struct Benchmark<'a> {
    set: &'a InstanceSet,
    goal: Option<Board>,
    /// The shortest length of each board: from the set, or from the first search that proved it.
    known: Vec<Option<u32>>,
    request: Request,
    terms: Terms,
    results: BenchmarkResults,
}

/// A receiver of events in a run over the boards.
pub trait BenchmarkObserver {
    /// An iteration of the search of a board, by its index in the set, has ended.
    fn iteration(&mut self, board: usize, iteration: &Iteration) {
        let _ = (board, iteration);
    }

    /// A board, by its index in the set, was searched. A break ends the run after this board.
    fn searched(
        &mut self,
        board: usize,
        record: BoardRecord,
        line: &BenchmarkLine,
    ) -> ControlFlow<()>;
}

impl<'a> Benchmark<'a> {
    /// A benchmark on the boards of a set, each searched as asked for, beside results that are there already.
    ///
    /// # Errors
    /// If its results could not be compared with those.
    pub fn new(
        set: &'a InstanceSet,
        request: Request,
        terms: Terms,
        mut results: BenchmarkResults,
    ) -> Result<Self, BenchmarkError> {
        set.instances
            .iter()
            .try_for_each(|i| results.admit(&terms, i.number, i.board.tiles()))?;
        if let Some(differs) = results
            .terms()
            .and_then(|largest| terms.differing_limit(largest))
        {
            return Err(BenchmarkError(format!(
                "the results there have larger limits: {differs}"
            )));
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

    /// The results of all runs.
    pub fn into_results(self) -> BenchmarkResults {
        self.results
    }

    /// Runs a solver over the boards that have no result with it yet, until the request is cancelled. `seconds` is the
    /// time in which it was opened.
    ///
    /// # Errors
    /// If a board cannot be searched.
    pub fn run(
        &mut self,
        solver: &Solver,
        seconds: f64,
        observer: &mut dyn BenchmarkObserver,
    ) -> Result<(), BenchmarkError> {
        self.request.setup.algorithm = solver.algorithm();
        let configuration = Configuration::new(solver, self.request.search.mode, seconds);
        for (index, instance) in self.set.instances.iter().enumerate() {
            if let Some(line) = self.results.find(&configuration, instance.number) {
                self.known[index] = self.known[index].or(line.known);
                continue;
            }
            let found =
                solver.solve_with_events(&instance.board, &self.request.search, &mut |event| {
                    if let SearchEvent::Iteration(iteration) = event {
                        observer.iteration(index, &iteration);
                    }
                });
            let run = configuration.name();
            let found = found.map_err(|error| {
                BenchmarkError(format!(
                    "{run}, board {} ({}): {error}",
                    instance.number, instance.board
                ))
            })?;
            // The board that is searched when the run is cancelled is not on equal terms with the others.
            if self.request.search.limits.check_interruption().is_err() {
                break;
            }
            let wrong = self.check(index, &found).err();
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
                (self.known[index], wrong),
            );
            let line = line.map_err(|error| {
                BenchmarkError(format!("cannot write the result of a board: {error}"))
            })?;
            self.results.add(line.clone())?;
            if observer.searched(index, record, &line).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Checks a solution by replaying it, and its length against the known one.
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
        match found.length {
            Some(length) if length < known || (found.shortest && length != known) => Err(format!(
                "the length is {length}, but the shortest is {known}"
            )),
            _ if found.bound > known => Err(format!(
                "{} is said to be proven, but the shortest length is {known}",
                found.bound
            )),
            _ => Ok(()),
        }
    }
}
