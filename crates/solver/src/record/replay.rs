//! The result of making moves on a board.

use fifteen_puzzle::{Board, Convention, Direction, Goal, IllegalMove, Path};
use serde::Serialize;

use super::{SCHEMA, tiles};

/// The result of making moves on a board. The fields are in the order of the output; unknown values are `None`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ReplayRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The line in the file, or the number of the board, from 1.
    pub line: u64,
    /// The board before the moves.
    #[serde(serialize_with = "tiles")]
    pub board: Option<Board>,
    /// Width and height: `4x4`.
    pub size: Option<String>,
    /// The goal: a name, or its tiles.
    pub goal: String,
    /// The moves that were made, a letter each.
    pub moves: Option<String>,
    /// Number of moves.
    pub length: Option<usize>,
    /// The board after the moves.
    #[serde(serialize_with = "tiles")]
    pub after: Option<Board>,
    /// True if that is the goal.
    pub solved: Option<bool>,
    /// The reason why the moves were not made.
    pub error: Option<String>,
    /// The name of the file of which `line` is a line.
    pub file: Option<String>,
    /// The moves as a path; not part of the output.
    #[serde(skip)]
    pub path: Path,
}

impl ReplayRecord {
    /// The record of a line without a board, or without moves.
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

    /// Makes the moves; the convention is that of the letters in the record and in its error.
    pub fn new(line: u64, board: Board, goal: Goal, path: Path, convention: Convention) -> Self {
        let (after, error) = match path.boards(&board) {
            Ok(boards) => (boards.last().copied(), None),
            Err(illegal) => (None, Some(explained(&illegal, path.len(), convention))),
        };
        let goal_board = goal.board(board.size()).ok();
        Self {
            moves: Some(path.letters(convention)),
            length: Some(path.len()),
            after,
            solved: after.zip(goal_board).map(|(after, goal)| after == goal),
            error,
            path,
            ..Self::invalid(line, Some(board), goal, String::new())
        }
    }
}

/// The convention of the letters in a record, which does not name it: the one in which they lead from the board to the
/// goal, otherwise one in which they can be made; the tile's where both serve. Slides such as `R3` are the tile's
/// unless they lead to the goal as the blank's, since that is how speed-solvers write them.
pub fn recorded_convention(letters: &str, board: &Board, goal: &Board) -> Convention {
    let after = |convention| Path::parse(letters, convention).ok()?.boards(board).ok()?.last().copied();
    let conventions = [Convention::Tile, Convention::Blank];
    let solving = conventions.into_iter().find(|&convention| after(convention) == Some(*goal));
    let are_slides = letters.contains(|c: char| c.is_ascii_digit());
    let legal = || conventions.into_iter().find(|&convention| !are_slides && after(convention).is_some());
    solving.or_else(legal).unwrap_or_default()
}

/// True if the letters of a record can be made in both conventions and lead to the goal in neither, so that
/// [`recorded_convention`] is a guess.
pub fn is_ambiguous(letters: &str, board: &Board, goal: &Board) -> bool {
    let after = |convention| Path::parse(letters, convention).ok()?.boards(board).ok()?.last().copied();
    let ends = [Convention::Tile, Convention::Blank].map(after);
    !letters.is_empty() && ends.iter().all(|end| end.is_some_and(|end| end != *goal))
}

/// The illegal move as a person wrote it.
fn explained(illegal: &IllegalMove, moves: usize, convention: Convention) -> String {
    let IllegalMove { position, board, direction } = illegal;
    let letter = Path::new(vec![*direction]).letters(convention);
    let (to, edge) = match direction {
        Direction::Up => ("up", "the top row"),
        Direction::Down => ("down", "the bottom row"),
        Direction::Left => ("left", "the left column"),
        Direction::Right => ("right", "the right column"),
    };
    let why = match convention {
        Convention::Blank => format!("the blank cannot move {to}, since it is in {edge}"),
        Convention::Tile => {
            let to = match direction.opposite() {
                Direction::Up => "up",
                Direction::Down => "down",
                Direction::Left => "to the left",
                Direction::Right => "to the right",
            };
            format!("no tile can move {to}, since the blank is in {edge}")
        }
    };
    format!("move {position} of {moves} is '{letter}', but {why} of {board}")
}
