//! Solvers over the same boards on equal terms: what they find is checked, counted and timed.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use fifteen_puzzle::Board;
use fifteen_search::{Iteration, Status};

use fifteen_solver::{Options, Solution, SolveError, Solver};

use crate::record::{BenchRecord, Tally};
use crate::sets::InstanceSet;

/// A pass over the boards that is shorter than this is repeated, for the sake of its time.
const SHORT: f64 = 1.0;
/// Passes over the boards at most.
const RUNS: usize = 5;

/// The boards, what is known of them, and how they are searched.
#[derive(Debug)]
pub struct Contest<'a> {
    set: &'a InstanceSet,
    goal: Option<Board>,
    /// The shortest length of each board: from the set, or from the first search that proved it.
    known: Vec<Option<u32>>,
    options: Options,
}

/// Who is told how a contest goes on, in its first pass over the boards.
pub trait Watch {
    /// An iteration of the search of a board, by its index in the set, has ended.
    fn iteration(&mut self, board: usize, iteration: &Iteration) {
        let _ = (board, iteration);
    }

    /// A board was searched; `wrong` says what is wrong with the result. A break ends the contest after this board.
    fn board(&mut self, board: usize, found: &Solution, wrong: Option<&str>) -> ControlFlow<()>;
}

/// Why a contest ended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// A board cannot be searched.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The same searches gave other counts the second time.
    #[error("{algorithm} does not count the same nodes twice")]
    Unsteady {
        /// The algorithm's name.
        algorithm: &'static str,
    },
}

impl<'a> Contest<'a> {
    /// A contest on the boards of a set, each searched with these options.
    pub fn new(set: &'a InstanceSet, options: Options) -> Self {
        let known = set.instances.iter().map(|instance| instance.length).collect();
        Self { set, goal: set.goal.board(set.size).ok(), known, options }
    }

    /// Runs a solver, which took so many seconds to open, over the boards; none if it was cancelled before the first was
    /// done.
    pub fn run(
        &mut self,
        solver: &Solver,
        open_seconds: f64,
        watch: &mut dyn Watch,
    ) -> Result<Option<BenchRecord>, ContestError> {
        let mut tally = Tally::default();
        for (index, instance) in self.set.instances.iter().enumerate() {
            let progress = &mut |iteration: &Iteration| watch.iteration(index, iteration);
            let found = solver.solve_watched(&instance.board, &self.options, progress)?;
            // The board in work when the contest is cancelled is not on equal terms with the others.
            if self.cancelled() {
                break;
            }
            let wrong = self.check(index, &found).err();
            tally.mismatches += usize::from(wrong.is_some());
            tally.add(&found, self.known[index]);
            if watch.board(index, &found, wrong.as_deref()).is_break() {
                break;
            }
        }
        if tally.boards() == 0 {
            return Ok(None);
        }
        let times = self.times(solver, &tally)?;
        Ok(Some(BenchRecord::new(self.set, solver, open_seconds, &tally, &times, self.options.mode)))
    }

    fn cancelled(&self) -> bool {
        self.options.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Checks a solution by replaying it, and its length against what is known.
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
            Some(length) if found.shortest && length != known => {
                Err(format!("the length is {length}, but the shortest is {known}"))
            }
            Some(length) if length < known => Err(format!("the length is {length}, but the shortest is {known}")),
            _ if found.bound > known => {
                Err(format!("{} is said to be proven, but the shortest length is {known}", found.bound))
            }
            _ => Ok(()),
        }
    }

    /// The seconds of each pass over the boards. A short one is repeated, and must give the same counts.
    fn times(&self, solver: &Solver, first: &Tally) -> Result<Vec<f64>, ContestError> {
        let mut times = vec![first.seconds];
        // A time limit stops elsewhere each time.
        let repeat = first.seconds < SHORT && self.options.time.is_none() && first.boards() == self.known.len();
        while repeat && times.len() < RUNS && !self.cancelled() {
            let mut again = Tally::default();
            for instance in &self.set.instances {
                again.add(&solver.solve(&instance.board, &self.options)?, None);
            }
            if self.cancelled() {
                break;
            }
            if again.generated != first.generated || again.expanded != first.expanded {
                return Err(ContestError::Unsteady { algorithm: solver.algorithm().name() });
            }
            times.push(again.seconds);
        }
        Ok(times)
    }
}
