//! The solver behind `Solver` and `Tables`, for either kind of goal.

use std::sync::Arc;

use fifteen_solver::{
    Algorithm, ChoiceSolver, HeuristicSpec, Metric, MoveOrder, OpeningNote, Size, Solver,
};
use pyo3::PyResult;

use crate::error::failed;

/// A solver for a goal that is a board, or for one that leaves a choice.
#[derive(Clone)]
pub(crate) enum GoalSolver {
    /// The goal is a board.
    Board(Arc<Solver>),
    /// The goal leaves a choice.
    Choice(ChoiceSolver),
}

impl GoalSolver {
    /// The solver of a goal that is a board.
    ///
    /// # Errors
    /// Returns an error if the goal leaves a choice.
    pub(crate) fn of_board(&self) -> PyResult<&Arc<Solver>> {
        match self {
            Self::Board(solver) => Ok(solver),
            Self::Choice(solver) => Err(failed(format!(
                "the goal {} leaves a choice: only solve and analyse take such goals",
                solver.goal()
            ))),
        }
    }

    /// The size of the boards.
    pub(crate) fn size(&self) -> Size {
        match self {
            Self::Board(solver) => solver.goal().size(),
            Self::Choice(solver) => solver.goal().size(),
        }
    }

    /// The name of the heuristic, or `None` if the algorithm takes none.
    pub(crate) fn heuristic(&self) -> Option<String> {
        match self {
            Self::Board(solver) => solver.heuristic().map(str::to_owned),
            Self::Choice(_) => Some(ChoiceSolver::HEURISTIC.to_string()),
        }
    }

    /// The text that names the heuristic anywhere, if there is one.
    pub(crate) fn heuristic_spec(&self) -> Option<&HeuristicSpec> {
        match self {
            Self::Board(solver) => solver.heuristic_spec(),
            Self::Choice(_) => None,
        }
    }

    /// True if the heuristic is a function of Python.
    pub(crate) fn has_function(&self) -> bool {
        match self {
            Self::Board(solver) => solver.tile_heuristic().has_function(),
            Self::Choice(_) => false,
        }
    }

    /// The algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Self::Board(solver) => solver.algorithm(),
            Self::Choice(_) => ChoiceSolver::ALGORITHM,
        }
    }

    /// The unit in which moves are counted.
    pub(crate) fn metric(&self) -> Metric {
        match self {
            Self::Board(solver) => solver.metric(),
            Self::Choice(_) => Metric::SingleTile,
        }
    }

    /// The order in which moves are tried.
    pub(crate) fn order(&self) -> MoveOrder {
        match self {
            Self::Board(solver) => solver.order(),
            Self::Choice(_) => MoveOrder::ULRD,
        }
    }

    /// Bytes of the tables that the heuristic reads.
    pub(crate) fn table_bytes(&self) -> u64 {
        match self {
            Self::Board(solver) => solver.table_bytes(),
            Self::Choice(_) => 0,
        }
    }

    /// What happened on opening.
    pub(crate) fn notes(&self) -> &[OpeningNote] {
        match self {
            Self::Board(solver) => solver.notes(),
            Self::Choice(_) => &[],
        }
    }
}
