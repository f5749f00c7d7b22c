//! The one place where lines are verified beyond their digests, which a forger can compute: a search against its solver,
//! the board and the heuristic's value; and a job against its search.

use crate::json::excerpt;
use crate::record::counted;
use crate::{SolveError, Solver};
use fifteen_puzzle::Board;
use fifteen_search::StateSpace;
use fifteen_search::tiles::TileState;

use super::DistributedError;
use super::schema::{Job, SearchSpec, path};
use super::spec::{LARGEST_BOUND, check_schema};

/// More units than any cut makes. A forged number is no reason to take memory or time.
const LARGEST_UNITS: usize = 1_000_000;

/// The start of a search.
pub(crate) struct Start {
    /// The board.
    pub(crate) state: TileState,
    /// The heuristic's value of it.
    pub(crate) h0: u32,
    /// The bound of the first iteration: h0, or the next number of the parity that solutions have.
    pub(crate) bound: u32,
    /// The parity of the lengths of solutions, where all have the same.
    parity: Option<u32>,
}

impl Start {
    /// The start of a solver's search for a board.
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
    /// An error unless a solver makes this very search.
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
        self.difference(&found).map_or(Ok(()), |(what, expected, found)| {
            Err(DistributedError::Invalid(format!(
                "the {what} of the search is {}, but that of the solver opened for it is {found}; begin the search again in another folder",
                excerpt(&expected)
            )))
        })
    }

    /// The start of this search, if the solver makes it, and an iteration of the board has its bound.
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

    /// An error unless moves are as many as the bound, and lead from the board to the goal.
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
    /// The start of the search, if everything that the job says of its board and heuristic is so. The counts of
    /// iterations that are done, and that they found no solution, cannot be verified without searching again.
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

    /// Verifies what needs no solver: the fields of the job agree, and its moves lead to the goal.
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
        // The bounds from the first one on, h0 or one more; the last iteration is done if the board is solved.
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
