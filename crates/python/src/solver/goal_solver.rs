//! [`GoalSolver`]: the solver behind the Python classes `Solver` and `Tables`.

use std::sync::Arc;

use fifteen_solver::{
    Algorithm, ChoiceSolver, HeuristicSpec, Metric, MoveOrder, OpeningNote, Size, Solver,
};
use pyo3::PyResult;

use crate::error::failed;

/// A solver for a goal that is either a single board or a pattern that many boards match.
#[derive(Clone)]
pub(crate) enum GoalSolver {
    /// The goal is a single board.
    Board(Arc<Solver>),
    /// The goal is a pattern.
    Choice(ChoiceSolver),
}

impl GoalSolver {
    /// Returns the solver if the goal is a single board.
    ///
    /// # Errors
    /// Returns an error if the goal is a pattern that many boards match.
    pub(crate) fn of_board(&self) -> PyResult<&Arc<Solver>> {
        match self {
            Self::Board(solver) => Ok(solver),
            Self::Choice(solver) => Err(failed(format!(
                "the goal {} leaves a choice: only solve and analyse take such goals",
                solver.goal()
            ))),
        }
    }

    /// Returns the size of the boards.
    pub(crate) fn size(&self) -> Size {
        match self {
            Self::Board(solver) => solver.goal().size(),
            Self::Choice(solver) => solver.goal().size(),
        }
    }

    /// Returns the name of the heuristic, or `None` if the algorithm uses none.
    pub(crate) fn heuristic(&self) -> Option<String> {
        match self {
            Self::Board(solver) => solver.heuristic().map(str::to_owned),
            Self::Choice(_) => Some(ChoiceSolver::HEURISTIC.to_string()),
        }
    }

    /// Returns the specification of the heuristic, with which another process can open the same
    /// heuristic. Returns `None` if the tables were built in memory or the heuristic is a function.
    pub(crate) fn heuristic_spec(&self) -> Option<&HeuristicSpec> {
        match self {
            Self::Board(solver) => solver.heuristic_spec(),
            Self::Choice(_) => None,
        }
    }

    /// Returns whether the heuristic is a Python function.
    pub(crate) fn has_function(&self) -> bool {
        match self {
            Self::Board(solver) => solver.tile_heuristic().has_function(),
            Self::Choice(_) => false,
        }
    }

    /// Returns the search algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Self::Board(solver) => solver.algorithm(),
            Self::Choice(_) => ChoiceSolver::ALGORITHM,
        }
    }

    /// Returns the unit in which moves are counted.
    pub(crate) fn metric(&self) -> Metric {
        match self {
            Self::Board(solver) => solver.metric(),
            Self::Choice(_) => Metric::SingleTile,
        }
    }

    /// Returns the order in which moves are tried.
    pub(crate) fn order(&self) -> MoveOrder {
        match self {
            Self::Board(solver) => solver.order(),
            Self::Choice(_) => MoveOrder::ULRD,
        }
    }

    /// Returns the size of the heuristic's tables, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        match self {
            Self::Board(solver) => solver.table_bytes(),
            Self::Choice(_) => 0,
        }
    }

    /// Returns notes that tell the user how the solver was opened, for example that table files
    /// were skipped.
    pub(crate) fn notes(&self) -> &[OpeningNote] {
        match self {
            Self::Board(solver) => solver.notes(),
            Self::Choice(_) => &[],
        }
    }
}
