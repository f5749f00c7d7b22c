//! Reads the exits given in the input, such as `left` or `{"x": 5, "y": 2}`.
//!
//! The input can count cells from 0 or from 1, and can mean either the cell at the edge of the
//! board or the one beyond it. In a cell without names, such as `(2, 5)`, either the column or the
//! row can come first. [`with_exit`] tries all of these readings and accepts the exit if only one
//! of them lets the car leave. For example, a car that drives along row 2 leaves through column 5
//! of this row, and never through row 5.

use crate::format::rush::{Exit, RushBoard};
use crate::{Axis, Direction};

/// Words that are ignored in the description of an exit. For example, `on the left side` means the
/// same as `left`.
const FILLERS: &str = "is at on in to the of side edge end board s";

/// The exit of a level, as the input describes it. Values that the input does not give are `None`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct StatedExit {
    /// The side of the board with the exit.
    pub(super) side: Option<Direction>,
    /// The column of the exit. It is unknown whether the input counts columns from 0 or from 1.
    pub(super) column: Option<usize>,
    /// The row of the exit. It is unknown whether the input counts rows from 0 or from 1.
    pub(super) row: Option<usize>,
    /// Whether the row and the column might be the wrong way round. A cell such as `(2, 5)` does
    /// not say which of them comes first.
    pub(super) is_pair: bool,
}

/// Returns the side of the board that a word names, such as `left` or `top`.
pub(super) fn side_named(word: &str) -> Option<Direction> {
    match &*word.to_ascii_lowercase() {
        "left" => Some(Direction::Left),
        "right" => Some(Direction::Right),
        "top" | "up" => Some(Direction::Up),
        "bottom" | "down" => Some(Direction::Down),
        _ => None,
    }
}

/// Returns whether two values, such as the rows in two descriptions of an exit, do not contradict
/// each other. `None` stands for a missing value, which is compatible with everything.
fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

impl StatedExit {
    /// Creates the description of an exit of which only the side is known.
    pub(super) fn at_side(side: Direction) -> Self {
        StatedExit {
            side: Some(side),
            ..StatedExit::default()
        }
    }

    /// Reads the description of an exit: a side such as `left` or `on the left side`, a row such as
    /// `row 3`, or a cell such as `(2, 5)` or `"x": 5, "y": 2`.
    pub(super) fn read(value: &str) -> Option<Self> {
        let mut words = value
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
            .filter(|word| !word.is_empty());
        let mut exit = StatedExit::default();
        let mut numbers = Vec::new();
        while let Some(word) = words.next() {
            let word = &*word.to_ascii_lowercase();
            let mut number = || words.next()?.parse().ok();
            let mut stated = StatedExit::default();
            match word {
                "x" | "col" | "column" => stated.column = Some(number()?),
                "y" | "row" => stated.row = Some(number()?),
                _ if FILLERS.split(' ').any(|filler| filler == word) => (),
                _ => match side_named(word) {
                    Some(side) => stated.side = Some(side),
                    None => numbers.push(word.parse().ok()?),
                },
            }
            exit = exit.joined(stated)?;
        }
        match numbers[..] {
            [] => Some(exit).filter(|exit| *exit != StatedExit::default()),
            [first, second] => exit.joined(StatedExit {
                side: None,
                column: Some(first),
                row: Some(second),
                is_pair: true,
            }),
            _ => None,
        }
    }

    /// Returns whether the input gives only the row or only the column of the exit, with or without
    /// its side.
    fn is_line(self) -> bool {
        self.column.is_some() != self.row.is_some()
    }

    /// Combines two descriptions of an exit, such as a side and a row. Returns `None` if they
    /// contradict each other.
    pub(super) fn joined(self, other: Self) -> Option<Self> {
        let has_numbers = |exit: Self| exit.column.is_some() || exit.row.is_some();
        let can_join = agree(self.side, other.side)
            && agree(self.column, other.column)
            && agree(self.row, other.row)
            && (self.is_pair == other.is_pair || !has_numbers(self) || !has_numbers(other));
        can_join.then(|| StatedExit {
            side: self.side.or(other.side),
            column: self.column.or(other.column),
            row: self.row.or(other.row),
            is_pair: self.is_pair || other.is_pair,
        })
    }

    /// Fills in the missing parts of an exit that is only a row or a column. `outer` is the exit
    /// that the input gives for several boards together.
    pub(super) fn inheriting(self, outer: Option<Self>) -> Self {
        let joined = outer.and_then(|outer| self.joined(outer));
        joined.filter(|_| self.is_line()).unwrap_or(self)
    }

    /// Returns all exits that this description can mean on a board with `side` rows and columns.
    /// `base` is the number of the first row and column.
    ///
    /// For example, on a 6x6 board counted from 1, column 6 and row 3 mean the right end of the
    /// third row. A cell in a corner can mean an exit on two sides. A row without a column or a
    /// side means the right end of the row.
    pub(super) fn exits(self, side: usize, base: usize) -> Vec<Exit> {
        if self.is_pair {
            let (column, row) = (self.row, self.column);
            let cell = StatedExit {
                is_pair: false,
                ..self
            };
            let exchanged = StatedExit {
                column,
                row,
                ..cell
            };
            return [cell, exchanged]
                .map(|cell| cell.exits(side, base))
                .concat();
        }
        // Convert the numbers so that the first column and row are 1. A cell at the edge of the
        // board then has the number 1 or `side`, and a cell beyond the right or bottom wall has the
        // number `side + 1`.
        let counted = |number: usize| (number + 1).saturating_sub(base);
        let (column, row) = (self.column.map(counted), self.row.map(counted));
        let mut exits = Vec::new();
        for direction in Direction::ALL {
            let (line, edge) = match direction.axis() {
                Axis::Horizontal => (row, column),
                Axis::Vertical => (column, row),
            };
            let is_start = matches!(direction, Direction::Left | Direction::Up);
            let is_here = match edge {
                Some(edge) if is_start => line.is_some() && edge == 1,
                Some(edge) => line.is_some() && (side..=side + 1).contains(&edge),
                None => self.side.is_some() || line.is_some() && direction != Direction::Left,
            };
            let is_on_board = line.is_none_or(|line| (1..=side).contains(&line));
            if is_here && is_on_board && agree(self.side, Some(direction)) {
                let line = line.map(|line| line - 1);
                exits.push(Exit {
                    side: direction,
                    line,
                });
            }
        }
        exits
    }
}

/// Adds the exit that is described in a line above the board. If the drawing of the board already
/// shows an exit, the line may only repeat its side.
pub(super) fn with_exit_above(
    board: RushBoard,
    stated: Option<StatedExit>,
) -> Result<RushBoard, String> {
    match (board.exit, stated) {
        (None, _) => {
            let side = board.characters.len().isqrt();
            with_exit(board, stated, side, &[0, 1])
        }
        (Some(drawn), Some(stated)) if stated != StatedExit::at_side(drawn.side) => Err(
            "the K of this drawing and the line above it state different exits; state one exit"
                .to_owned(),
        ),
        (Some(_), _) => Ok(board),
    }
}

/// Adds an exit to a board of `side` x `side` cells. `bases` contains the possible numbers of the
/// first row and column: 0, 1 or both. Returns an error message if the board cannot have the exit.
pub(super) fn with_exit(
    board: RushBoard,
    stated: Option<StatedExit>,
    side: usize,
    bases: &[usize],
) -> Result<RushBoard, String> {
    let Some(stated) = stated else {
        return Ok(board);
    };
    let exits = bases.iter().flat_map(|&base| stated.exits(side, base));
    // An exit in row 3 can mean the third or the fourth row, because rows can be counted from 0 or
    // from 1, and a car could leave through either. Assume that the car `X`, if there is one, must
    // leave.
    let has_x = || board.characters.iter().any(|(c, _)| *c == 'X');
    let x = Some('X').filter(|_| stated.is_line() && has_x());
    let car = board.car.or(x);
    let mut found: Vec<Exit> = Vec::new();
    let mut mistake = None;
    for exit in exits.collect::<Vec<_>>() {
        let board = RushBoard {
            exit: Some(exit),
            car,
            ..board.clone()
        };
        match board.puzzle((1, 1)) {
            Ok(_) if !found.contains(&exit) => found.push(exit),
            Ok(_) => (),
            Err(error) => mistake = mistake.or(Some(error.message)),
        }
    }
    let cell = match (stated.column, stated.row) {
        (Some(first), Some(second)) if stated.is_pair => format!("({first}, {second})"),
        (Some(column), Some(row)) => format!("in column {column} and row {row}"),
        (Some(column), None) => format!("in column {column}, counted from 0 or from 1"),
        (None, Some(row)) => format!("in row {row}, counted from 0 or from 1"),
        (None, None) => String::new(),
    };
    match &found[..] {
        &[exit] => Ok(RushBoard {
            exit: Some(exit),
            ..board
        }),
        [] if cell.is_empty() => Err(mistake.unwrap_or_default()),
        [] => {
            let place = match stated.side {
                None => "at the edge",
                Some(_) => "on the stated side",
            };
            let reason = mistake.unwrap_or_else(|| format!("the cell is not {place}"));
            Err(format!(
                "no car can leave through the stated exit {cell}: {reason}"
            ))
        }
        _ => Err(
            "the stated exit can be read in several ways; write its side, such as \"exit\":\"right\""
                .to_owned(),
        ),
    }
}
