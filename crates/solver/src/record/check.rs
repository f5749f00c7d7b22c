//! The result of checking one board: the goals that it can reach, and lower bounds of its length.

use fifteen_puzzle::{Board, Goal, GoalError, parity};
use fifteen_search::tiles::HeuristicError;
use serde::Serialize;

use super::{SCHEMA, tiles};
use crate::Solver;

/// The result of checking one board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CheckRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The tiles row by row, 0 for the blank.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    pub size: Option<String>,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// True if the board can reach the goal.
    pub solvable: Option<bool>,
    /// The reason why it cannot.
    pub reason: Option<String>,
    /// The goals with names that the board can reach.
    pub goals: Vec<String>,
    /// No solution has fewer moves: the largest of the values, or one more where that has the wrong parity.
    pub bound: Option<u32>,
    /// The values of the heuristics.
    pub values: Vec<ValueRecord>,
    /// The reason why the line is not a board, or the board not of the goal's size.
    pub error: Option<String>,
    /// The name of the file of which `line` is a line.
    pub file: Option<String>,
}

/// The value of a heuristic for a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueRecord {
    /// The heuristic's name: `7-8 zero-aware + reflection`.
    pub heuristic: String,
    /// A lower bound of the number of moves.
    pub value: u32,
}

impl CheckRecord {
    /// The record of a line that cannot be read as a board, or of a board of another size than the goal.
    pub fn invalid(line: u64, board: Option<Board>, goal: Goal, error: String) -> Self {
        Self {
            schema: SCHEMA,
            line,
            board,
            size: board.map(|board| board.size().to_string()),
            goal: goal.to_string(),
            error: Some(error),
            ..Self::default()
        }
    }

    /// Checks which goals a board can reach. It has no values yet.
    ///
    /// # Errors
    /// If the goal is a board of another size.
    pub fn new(line: u64, board: Board, goal: Goal) -> Result<Self, GoalError> {
        let reason = parity::check(&board, &goal.board(board.size())?).err().map(|reason| reason.to_string());
        Ok(Self {
            solvable: Some(reason.is_none()),
            reason,
            goals: parity::solvable_goals(&board).iter().map(Goal::to_string).collect(),
            error: None,
            ..Self::invalid(line, Some(board), goal, String::new())
        })
    }

    /// Adds the value of a solver's heuristic, if the solver is for the board's goal.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn add_value(&mut self, solver: &Solver) -> Result<(), HeuristicError> {
        let (Some(board), Some(heuristic), Some(true)) = (self.board, solver.heuristic(), self.solvable) else {
            return Ok(());
        };
        let Ok(state) = solver.space().state(&board) else { return Ok(()) };
        let value = solver.tile_heuristic().value(&state)?;
        self.values.push(ValueRecord { heuristic: heuristic.to_owned(), value });
        // Every move changes the cell of the blank to one of the other colour, so all solutions have one parity.
        let steps = board.size().manhattan(board.blank(), solver.goal().blank()) as u32;
        self.bound = self.bound.max(Some(value + (value + steps) % 2));
        Ok(())
    }
}
