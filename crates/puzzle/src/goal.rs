//! Goals: the boards to be reached, some of them with names.

use std::fmt;

use crate::{ANY, Board, Direction, ParseError, Size, notation};

/// The board to be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// `1..N` row by row, then the blank.
    #[default]
    Last,
    /// The blank, then `1..N` row by row.
    First,
    /// Clockwise inwards from the top left, the blank last (3x3: `1 2 3 / 8 0 4 / 7 6 5`).
    Spiral,
    /// Any other board.
    Board(Board),
    /// A board that leaves a choice: [`ANY`] on some cells, tiles that repeat, or several blanks.
    Choice(Board),
}

/// The most cells of a board whose goal leaves a choice.
pub const MOST_CHOICE_CELLS: usize = 12;

impl Goal {
    /// The goals with a name.
    pub const NAMED: [Self; 3] = [Self::Last, Self::First, Self::Spiral];

    /// The name, and the order of the tiles in words; none for a goal that is given as a board.
    pub fn name(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Last => Some(("last", "1, 2, 3 ... blank; the default")),
            Self::First => Some(("first", "blank, 1, 2 ...")),
            Self::Spiral => Some(("spiral", "1, 2, 3 ... clockwise inwards, blank")),
            Self::Board(_) | Self::Choice(_) => None,
        }
    }

    /// The goal that is this board, by its name where it has one.
    pub fn of_board(board: &Board) -> Self {
        let is_this = |goal: &Self| goal.board(board.size()).as_ref() == Ok(board);
        Self::NAMED
            .into_iter()
            .find(is_this)
            .unwrap_or(Self::Board(*board))
    }

    /// The goal as a board of that size.
    ///
    /// # Errors
    /// If the goal is a board of another size, or leaves a choice.
    pub fn board(self, size: Size) -> Result<Board, ParseError> {
        let tiles: Vec<u8> = match self {
            Self::Board(board) if board.size() == size => return Ok(board),
            Self::Board(board) => return Err(goal_of_other_size(board.size(), size)),
            Self::Choice(goal) => {
                return Err(ParseError(format!(
                    "the goal {goal} leaves a choice: only solve and analyse take such goals"
                )));
            }
            Self::Last => (1..size.cells() as u8).chain([0]).collect(),
            Self::First => (0..size.cells() as u8).collect(),
            Self::Spiral => spiral(size),
        };
        // Each arm above is a permutation by construction, so `new` cannot refuse it.
        Board::new(size, &tiles)
    }

    /// The size of a board with this goal where it is not `given`: that of a goal that is a board, else 4x4.
    pub fn size(self, given: Option<Size>) -> Size {
        given.or(self.own_size()).unwrap_or(Size::FIFTEEN)
    }

    /// The size of a goal that is a board.
    pub fn own_size(self) -> Option<Size> {
        if let Self::Board(board) | Self::Choice(board) = self {
            Some(board.size())
        } else {
            None
        }
    }

    /// The standard goal with the blank on that cell: `1..N` row by row. `None` if the board does not have the cell.
    ///
    /// It represents all goals with the same blank, which differ from it in the labels of the tiles only.
    pub fn with_blank(size: Size, blank: usize) -> Option<Board> {
        let tile = |cell: usize| match cell.cmp(&blank) {
            std::cmp::Ordering::Less => cell as u8 + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => cell as u8,
        };
        Board::new(size, &(0..size.cells()).map(tile).collect::<Vec<_>>()).ok()
    }

    /// Reads a name or a board; `size` applies where the board's text gives none. On a board of few cells `*` or `?`, or
    /// `.` more than once, is any tile, and tiles may repeat.
    ///
    /// # Errors
    /// If the text is neither.
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, ParseError> {
        let text = text.trim();
        let is = |goal: &Self| {
            goal.name()
                .is_some_and(|(name, _)| name.eq_ignore_ascii_case(text))
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

/// The error for a goal of another size than the board.
pub fn goal_of_other_size(goal: Size, board: Size) -> ParseError {
    ParseError(format!(
        "the goal is a {goal} board, but the board is {board}; give a goal of the same size"
    ))
}

impl Goal {
    fn of_text(text: &str, size: Option<Size>) -> Result<Self, notation::Fault> {
        let fault = match notation::read(text, size) {
            Ok(reading) => return Ok(Self::Board(reading.board)),
            Err(fault) => notation::with_any(text, size).unwrap_or(fault),
        };
        match fault.repeated {
            Some(board) if board.size().cells() <= MOST_CHOICE_CELLS => Ok(Self::Choice(board)),
            Some(board) if board.tiles().contains(&ANY) => {
                let size = board.size();
                let message = format!(
                    "* for any tile is for boards of up to {MOST_CHOICE_CELLS} cells, not for {size}"
                );
                Err(notation::Fault { message, ..fault })
            }
            _ => Err(fault),
        }
    }
}

/// The name, or the board in one line: what [`Goal::parse`] reads.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) | Self::Choice(board) => board.fmt(f),
            named => named.name().map_or(Ok(()), |(name, _)| f.write_str(name)),
        }
    }
}

/// The tiles of the spiral goal: clockwise from the first cell, with a turn where the board ends or a tile is.
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
    fn named_goals() {
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
