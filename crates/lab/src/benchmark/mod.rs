//! Solvers run over the same boards on equal terms: what they find is checked, counted and timed.
//!
//! A [`Candidate`] is a heuristic with an algorithm, for which it opens a solver. A [`Benchmark`] holds the boards, the
//! limits, and the shortest lengths known so far. It runs one solver after the other, reports to a
//! [`BenchmarkObserver`] while it runs, and makes a [`BenchmarkRecord`] of each run.

mod candidate;
mod folder;
mod record;
mod results;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use fifteen_puzzle::Board;
use fifteen_search::{Iteration, Status};
use fifteen_solver::{Options, SearchEvent, Solution, SolveError, Solver};

pub use self::candidate::Candidate;
pub use self::folder::{ResultFolder, ResultFolderError, RunSettings};
use self::record::Tally;
pub use self::record::{BenchmarkRecord, Configuration, InstanceRecord};
pub use self::results::{BoardLine, DamagedLine, KeptResults};
use crate::instances::{Instance, InstanceSet};

/// Generated nodes of a board where no limit is given: a search with a weak heuristic ends after about a second.
pub const DEFAULT_NODE_LIMIT: u64 = 20_000_000;
/// Seconds below which a pass over the boards is repeated, for a more exact time.
const SHORT_PASS: f64 = 1.0;
/// The most passes over the boards.
const MOST_PASSES: usize = 5;

/// The boards, what is known of them, and how they are searched.
#[derive(Debug)]
pub struct Benchmark<'a> {
    set: &'a InstanceSet,
    goal: Option<Board>,
    /// The shortest length of each board: from the set, or from the first search that proved it.
    known: Vec<Option<u32>>,
    options: Options,
}

/// A receiver of events in the first pass of a run over the boards.
pub trait BenchmarkObserver {
    /// An iteration of the search of a board, by its index in the set, has ended.
    fn iteration(&mut self, board: usize, iteration: &Iteration) {
        let _ = (board, iteration);
    }

    /// The result of a board, by its index in the set, if it was searched in an earlier run.
    fn kept(&mut self, board: usize) -> Option<&BoardLine> {
        let _ = board;
        None
    }

    /// A board was searched, whose shortest length is `known`; `wrong` says what is wrong with the result. A break ends
    /// the run after this board.
    fn board(&mut self, board: usize, found: &Solution, known: Option<u32>, wrong: Option<&str>) -> ControlFlow<()>;
}

/// A run without a result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// A board cannot be searched.
    #[error("{run}, board {number} ({board}): {error}")]
    Solve {
        /// The algorithm with its heuristic.
        run: String,
        /// The number of the board in its set.
        number: u32,
        /// The board.
        board: Box<Board>,
        /// The fault.
        error: SolveError,
    },
    /// The same searches counted other nodes in a later pass.
    #[error("{run} does not count the same nodes twice")]
    Unsteady {
        /// The algorithm with its heuristic.
        run: String,
    },
}

impl<'a> Benchmark<'a> {
    /// A benchmark on the boards of a set, each searched with the same options.
    pub fn new(set: &'a InstanceSet, options: Options) -> Self {
        let known = set.instances.iter().map(|instance| instance.length).collect();
        Self { set, goal: set.goal.board(set.size).ok(), known, options }
    }

    /// Runs a solver over the boards. The configuration is that of the solver. None if the run was cancelled before the
    /// first board was solved.
    ///
    /// # Errors
    /// If a board cannot be searched, or the counts of two passes differ.
    pub fn run(
        &mut self,
        solver: &Solver,
        configuration: Configuration,
        observer: &mut dyn BenchmarkObserver,
    ) -> Result<Option<BenchmarkRecord>, BenchmarkError> {
        let run = configuration.name();
        let mut tally = Tally::default();
        let mut is_new = true;
        for (index, instance) in self.set.instances.iter().enumerate() {
            if let Some(line) = observer.kept(index) {
                is_new = false;
                self.known[index] = self.known[index].or(line.known);
                tally.add_line(line);
                continue;
            }
            let found = solver.solve_with_events(&instance.board, &self.options, &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    observer.iteration(index, &iteration);
                }
            });
            let found = found.map_err(|error| not_searched(&run, instance, error))?;
            // The board in work when the run is cancelled is not on equal terms with the others.
            if self.cancelled() {
                break;
            }
            let wrong = self.check(index, &found).err();
            tally.mismatches += usize::from(wrong.is_some());
            let known = self.known[index];
            tally.add(InstanceRecord::new(instance.number, &found), found.peak_bytes, known);
            if observer.board(index, &found, known, wrong.as_deref()).is_break() {
                break;
            }
        }
        if tally.results.is_empty() {
            return Ok(None);
        }
        let times = if is_new { self.times(solver, &run, &tally)? } else { vec![tally.seconds()] };
        let set = (self.set.name.clone(), self.set.size.to_string(), self.set.goal.to_string());
        Ok(Some(BenchmarkRecord::new(set, configuration, tally, &times)))
    }

    fn cancelled(&self) -> bool {
        self.options.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
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
            Some(length) if length < known || (found.shortest && length != known) => {
                Err(format!("the length is {length}, but the shortest is {known}"))
            }
            _ if found.bound > known => {
                Err(format!("{} is said to be proven, but the shortest length is {known}", found.bound))
            }
            _ => Ok(()),
        }
    }

    /// The seconds of each pass over the boards. A short pass is repeated, and must give the same counts.
    fn times(&self, solver: &Solver, run: &str, first: &Tally) -> Result<Vec<f64>, BenchmarkError> {
        let mut times = vec![first.seconds()];
        // A time limit stops a search elsewhere each time.
        let repeat = times[0] < SHORT_PASS && self.options.time.is_none() && first.results.len() == self.known.len();
        while repeat && times.len() < MOST_PASSES && !self.cancelled() {
            let mut again = Tally::default();
            for instance in &self.set.instances {
                let found = solver.solve(&instance.board, &self.options);
                let found = found.map_err(|error| not_searched(run, instance, error))?;
                again.add(InstanceRecord::new(instance.number, &found), found.peak_bytes, None);
            }
            if self.cancelled() {
                break;
            }
            if again.nodes() != first.nodes() {
                return Err(BenchmarkError::Unsteady { run: run.to_owned() });
            }
            times.push(again.seconds());
        }
        Ok(times)
    }
}

fn not_searched(run: &str, &Instance { number, board, .. }: &Instance, error: SolveError) -> BenchmarkError {
    BenchmarkError::Solve { run: run.to_owned(), number, board: Box::new(board), error }
}
