//! The result of writing a board in another notation, or for another goal.

use fifteen_puzzle::notation::Notation;
use fifteen_puzzle::{Board, Goal};
use serde::Serialize;

use super::{SCHEMA, tiles};

/// A converted board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ConversionRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The converted board.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    pub size: Option<String>,
    /// The goal of the converted board: a name, or its tiles.
    pub goal: String,
    /// The moves that came with the board, converted with it.
    pub moves: Option<String>,
    /// The board that was read.
    #[serde(serialize_with = "tiles")]
    pub source: Option<Board>,
    /// The goal of that board.
    pub source_goal: String,
    /// The letters that U, D, L and R become.
    pub directions: Option<String>,
    /// The converted board in the notation asked for.
    pub text: Option<String>,
    /// The reason why there is none.
    pub error: Option<String>,
    /// The name of the file of which `line` is a line.
    pub file: Option<String>,
}

/// The goals of a conversion, before and after.
#[derive(Debug, Clone, Copy)]
pub struct ConversionGoals {
    /// The goal of the boards that are read.
    pub from: Goal,
    /// The goal of the boards that are written.
    pub to: Goal,
}

impl ConversionRecord {
    /// The record of a line without a board, or of a board that cannot be converted.
    pub fn invalid(line: u64, source: Option<Board>, goals: ConversionGoals, error: String) -> Self {
        Self {
            schema: SCHEMA,
            line,
            size: source.map(|board| board.size().to_string()),
            goal: goals.to.to_string(),
            source,
            source_goal: goals.from.to_string(),
            error: Some(error),
            ..Self::default()
        }
    }

    /// A board converted to another; `directions` are the letters that U, D, L and R become.
    pub fn new(
        line: u64,
        (source, board): (Board, Board),
        goals: ConversionGoals,
        directions: String,
        notation: Notation,
    ) -> Self {
        Self {
            board: Some(board),
            directions: Some(directions),
            text: Some(notation.write(&board)),
            error: None,
            ..Self::invalid(line, Some(source), goals, String::new())
        }
    }
}
