//! Goals of a puzzle: a named arrangement for boards of any size, a specific board, or a pattern
//! that many boards match.
//!
//! ```text
//! last     first    spiral    a pattern
//! 1 2 3    _ 1 2    1 2 3     1 2 3
//! 4 5 6    3 4 5    8 _ 4     * * *
//! 7 8 _    6 7 8    7 6 5     * * *
//! ```
//!
//! [`Goal::board`] converts a named goal to a board of the given size. It returns an error for a
//! pattern ([`Goal::Choice`]), because a pattern is not a single board. Only searches that support
//! patterns accept such a goal.

use std::fmt;

use crate::{
    Board, Direction, GoalPattern, MAX_CHOICE_CELLS, ParseError, Size, notation, other_names,
};

/// The goal of a puzzle: a board that the solution must reach, or a pattern that its last board
/// must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// Tiles in ascending order, row by row, followed by the blank.
    #[default]
    Last,
    /// The blank, then the tiles in ascending order, row by row.
    First,
    /// Tiles in ascending order along a clockwise spiral from the top left corner inwards, then the
    /// blank.
    Spiral,
    /// A specific goal board.
    Board(Board),
    /// A pattern that many boards match. Some cells accept any tile, some tiles repeat, or several
    /// cells are blank.
    Choice(GoalPattern),
}

impl Goal {
    /// The named goals, which exist for every board size.
    pub const NAMED: [Self; 3] = [Self::Last, Self::First, Self::Spiral];

    /// Returns the name of this goal and a description of its tile order. Returns `None` for a
    /// specific board or a pattern.
    pub fn name(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Last => Some(("last", "1, 2, 3 ... blank; the default")),
            Self::First => Some(("first", "blank, 1, 2 ...")),
            Self::Spiral => Some(("spiral", "1, 2, 3 ... clockwise inwards, blank")),
            Self::Board(_) | Self::Choice(_) => None,
        }
    }

    /// Returns the goal of reaching `board`. If a named goal is the same board, returns the named
    /// goal.
    pub fn of_board(board: &Board) -> Self {
        let is_this = |goal: &Self| goal.board(board.size()).as_ref() == Ok(board);
        Self::NAMED
            .into_iter()
            .find(is_this)
            .unwrap_or(Self::Board(*board))
    }

    /// Returns this goal as a board of the given size.
    ///
    /// # Errors
    /// Returns an error if this goal is a board of a different size, or a pattern.
    pub fn board(self, size: Size) -> Result<Board, ParseError> {
        let tiles: Vec<u8> = match self {
            Self::Board(board) if board.size() == size => return Ok(board),
            Self::Board(board) => return Err(goal_of_other_size(board.size(), size)),
            Self::Choice(goal) => {
                return Err(ParseError(format!(
                    "the goal {goal} leaves a choice, but a single goal board is needed here"
                )));
            }
            Self::Last => (1..size.cells() as u8).chain([0]).collect(),
            Self::First => (0..size.cells() as u8).collect(),
            Self::Spiral => spiral(size),
        };
        // All match arms above yield permutations, so this never fails.
        Board::new(size, &tiles)
    }

    /// Returns the board size to use with this goal. It is `given` if that is not `None`.
    /// Otherwise, it is the goal's own size, or 4x4 for a named goal.
    pub fn size(self, given: Option<Size>) -> Size {
        given.or(self.own_size()).unwrap_or(Size::FIFTEEN)
    }

    /// Returns the size of this goal if it is a specific board or a pattern. Returns `None` for a
    /// named goal, because it fits every size.
    pub fn own_size(self) -> Option<Size> {
        match self {
            Self::Board(board) => Some(board.size()),
            Self::Choice(pattern) => Some(pattern.size()),
            Self::Last | Self::First | Self::Spiral => None,
        }
    }

    /// Parses a named goal, a board or a pattern. Also accepts the goal names of other programs,
    /// which are listed in [`other_names`]. `size` is used if the text does not reveal the board's
    /// size.
    ///
    /// In a pattern, `*` and `?` stand for any tile. If `.` occurs more than once, it also stands
    /// for any tile. Tiles can repeat.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid goal, or if a pattern has more than
    /// [`MAX_CHOICE_CELLS`] cells.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, ParseError> {
        let text = text.trim();
        let written = other_names::name_here("goal", text)?;
        let is = |goal: &Self| {
            goal.name()
                .is_some_and(|(name, _)| name.eq_ignore_ascii_case(written))
        };
        match Self::NAMED.into_iter().find(is) {
            Some(goal) => Ok(goal),
            None => Self::of_text(text, size).map_err(|error| {
                let names = Self::NAMED.map(|goal| format!("'{goal}'")).join(", ");
                ParseError(format!("bad goal: {error}; a goal is {names} or a board"))
            }),
        }
    }
}

/// Creates the error for a goal whose size differs from the board's size.
pub fn goal_of_other_size(goal: Size, board: Size) -> ParseError {
    ParseError(format!(
        "the goal is a {goal} board, but the board is {board}; give a goal of the same size"
    ))
}

/// Creates the error for input that contains both a board and a goal where only a board is
/// expected. Ignoring the goal would mean solving a different puzzle.
pub fn goal_beside_board(goal: Goal) -> ParseError {
    ParseError(format!(
        "the text names the goal {goal} besides the board; give the board alone, and the goal separately"
    ))
}

impl Goal {
    /// Parses a board, or a pattern if the text is not a valid board.
    fn of_text(text: &str, size: Option<Size>) -> Result<Self, notation::NotationError> {
        let error = match notation::read(text, size) {
            Ok(reading) => return Ok(Self::Board(reading.board)),
            Err(error) => notation::with_any(text, size).unwrap_or(error),
        };
        match error.pattern_cells() {
            None => Err(error),
            Some((size, cells)) => match GoalPattern::new(size, &cells) {
                Ok(pattern) => Ok(Self::Choice(pattern)),
                // The board is too large for a goal pattern. If no cell stands for "any tile", the
                // text is probably an ordinary board with a tile repeated by mistake, so report
                // this mistake.
                Err(_) if !cells.contains(&None) => Err(error),
                Err(_) => Err(error.with_message(format!(
                    "* for any tile is for boards of up to {MAX_CHOICE_CELLS} cells, not for {size}"
                ))),
            },
        }
    }
}

/// Writes the goal in a form that [`Goal::parse`] can read: its name, or its cells on one line.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.fmt(f),
            Self::Choice(pattern) => pattern.fmt(f),
            named => named.name().map_or(Ok(()), |(name, _)| f.write_str(name)),
        }
    }
}

/// Returns the tiles of the spiral goal in row-major order.
///
/// The function walks clockwise from the first cell, and turns right whenever the next cell is off
/// the board or already filled.
fn spiral(size: Size) -> Vec<u8> {
    let clockwise = [
        Direction::Right,
        Direction::Down,
        Direction::Left,
        Direction::Up,
    ];
    let (mut tiles, mut cell, mut turns) = (vec![0; size.cells()], 0, 0);
    for tile in 1..size.cells() as u8 {
        tiles[cell] = tile;
        let free = |turns: usize| {
            size.step(cell, clockwise[turns % 4])
                .filter(|&next| tiles[next] == 0)
        };
        turns += usize::from(free(turns).is_none());
        cell = free(turns).unwrap_or(cell);
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_goals_are_the_expected_boards() {
        let s = Size::new(3, 3).unwrap();
        assert_eq!(
            Goal::Last.board(s).unwrap().to_string(),
            "1 2 3 / 4 5 6 / 7 8 0"
        );
        assert_eq!(
            Goal::First.board(s).unwrap().to_string(),
            "0 1 2 / 3 4 5 / 6 7 8"
        );
        assert_eq!(
            Goal::Spiral.board(s).unwrap().to_string(),
            "1 2 3 / 8 0 4 / 7 6 5"
        );
        let wide = Size::new(4, 2).unwrap();
        assert_eq!(
            Goal::Spiral.board(wide).unwrap().to_string(),
            "1 2 3 4 / 0 7 6 5"
        );
        let square = Size::new(4, 4).unwrap();
        assert_eq!(
            Goal::Spiral.board(square).unwrap().to_string(),
            "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"
        );
        let tall = Size::new(3, 5).unwrap();
        assert_eq!(
            Goal::Spiral.board(tall).unwrap().to_string(),
            "1 2 3 / 12 13 4 / 11 14 5 / 10 0 6 / 9 8 7"
        );
    }
}
