//! Checks jobs and results from other machines against the solver, the board and each other.
//! Digests are not enough, because a forger can compute them.

use crate::json::excerpt;
use crate::record::counted;
use crate::{SolveError, Solver};
use fifteen_puzzle::Board;
use fifteen_search::StateSpace;
use fifteen_search::tiles::TileState;

use super::DistributedError;
use super::schema::{Job, SearchSpec, path};
use super::spec::{LARGEST_BOUND, SettingDifference, check_schema};

/// Maximum accepted number of work units in a job. No real job has a million units. Without this
/// limit, a wrong number in a file could cost a lot of memory or time.
const LARGEST_UNITS: usize = 1_000_000;

/// Data about the start of a search. It is always computed from the start board, so that the values
/// in a file from another machine can be compared with it.
pub(crate) struct Start {
    /// The start board, as a state of the search space.
    pub(crate) state: TileState,
    /// The heuristic value of the board.
    pub(crate) h0: u32,
    /// The bound of the first iteration. It is `h0`, or `h0 + 1` if no solution length has the
    /// parity of `h0`.
    pub(crate) bound: u32,
    /// The parity that all solution lengths share, or `None` if they can differ in parity.
    parity: Option<u32>,
}

impl Start {
    /// Evaluates the start board with the solver's heuristic, and computes the bound of the first
    /// iteration.
    pub(crate) fn new(solver: &Solver, board: &Board) -> Result<Self, DistributedError> {
        let state = solver.space().state(board).map_err(SolveError::from)?;
        let h0 = solver.tile_heuristic().value(&state)?;
        let parity = solver.space().parity(&state);
        let raised = parity.is_some_and(|parity| parity != h0 % 2);
        Ok(Self {
            state,
            h0,
            bound: h0.saturating_add(raised.into()),
            parity,
        })
    }
}

impl SearchSpec {
    /// Checks that the solver has the settings and tables of this search.
    pub(crate) fn check_solver(&self, solver: &Solver) -> Result<(), DistributedError> {
        let found = Self::new(
            solver,
            &self.start_board()?,
            self.mode()?,
            self.finish_iteration,
            self.bound,
        )?;
        if let Some((mine, other)) = self
            .tables
            .iter()
            .zip(&found.tables)
            .find(|(mine, other)| mine != other)
        {
            return Err(DistributedError::other_table(mine, other));
        }
        self.difference(&found).map_or(Ok(()), |difference| {
            let SettingDifference { setting, own, other } = difference;
            Err(DistributedError::Invalid(format!(
                "the {setting} of the search is {}, but that of the solver opened for it is {other}; begin the search again in another folder",
                excerpt(&own)
            )))
        })
    }

    /// Checks that the solver matches this search, and that IDA* can have an iteration with this
    /// bound: the bound must not be less than the lower bound of the board, and must have the same
    /// parity as all solutions of the board. Returns the start of the search.
    pub(crate) fn start(&self, solver: &Solver) -> Result<Start, DistributedError> {
        self.check_solver(solver)?;
        let start = Start::new(solver, &self.start_board()?).map_err(|error| match error {
            DistributedError::Solve(SolveError::Unsolvable(reason)) => {
                DistributedError::field("board", reason)
            }
            other => other,
        })?;
        let fits = start.parity.is_none_or(|parity| parity == self.bound % 2);
        if fits && (start.bound..=LARGEST_BOUND).contains(&self.bound) {
            return Ok(start);
        }
        Err(self.no_such_bound())
    }

    /// Checks that moves lead from the start to the goal, and that their number equals the bound of
    /// this iteration.
    pub(crate) fn check_solution(
        &self,
        name: &'static str,
        moves: &str,
    ) -> Result<(), DistributedError> {
        let path = path(name, moves)?;
        if path.len() == self.bound as usize
            && path.solves(&self.start_board()?, &self.goal_board()?)
        {
            return Ok(());
        }
        let length = counted(self.bound.into(), "move", "moves");
        Err(DistributedError::field(
            name,
            format_args!("'{}' is no solution of {length}", excerpt(moves)),
        ))
    }
}

impl Job {
    /// Checks the board, the heuristic value and the bounds in the job, and returns the start of
    /// the search. The node counts of completed iterations are trusted, because only another search
    /// could verify them.
    pub(crate) fn start(&self, solver: &Solver) -> Result<Start, DistributedError> {
        self.check()?;
        let start = self.search.start(solver)?;
        if self.h0 != start.h0 {
            return Err(DistributedError::field(
                "h0",
                format_args!(
                    "it is {}, but the value of the board is {}",
                    self.h0, start.h0
                ),
            ));
        }
        Ok(start)
    }

    /// Checks everything that does not require a solver: the fields are consistent, and the moves
    /// reach the goal.
    pub(crate) fn check(&self) -> Result<(), DistributedError> {
        let SearchSpec { schema, bound, .. } = self.search;
        check_schema(schema)?;
        if self.h0 > bound || bound > LARGEST_BOUND {
            return Err(self.search.no_such_bound());
        }
        if let Some(moves) = &self.moves {
            self.search.check_solution("moves", moves)?;
        }
        if self
            .prefix_counts
            .as_ref()
            .is_some_and(|cut| cut.units > LARGEST_UNITS)
        {
            return Err(DistributedError::field(
                "units",
                format_args!("no iteration has more than {LARGEST_UNITS}"),
            ));
        }
        // The bounds must increase in steps of 2, from `h0` or `h0 + 1`. A job with a solution also
        // lists the iteration in which it was found, which has the bound `bound`.
        let first = self.h0 + (bound - self.h0) % 2;
        let end = if self.moves.is_some() {
            bound + 1
        } else {
            bound
        };
        if (first..end)
            .step_by(2)
            .eq(self.iterations.iter().map(|iteration| iteration.bound))
        {
            return Ok(());
        }
        Err(DistributedError::field(
            "iterations",
            format_args!("their bounds are not all from {first} up to {bound}, two apart"),
        ))
    }
}
