//! The exits that texts state, such as `left` or `{"x": 5, "y": 2}`.
//!
//! A text can count cells from 0 or from 1, and can mean either the cell at the edge of the board
//! or the one beyond it. In a cell without names, such as `(2, 5)`, either the column or the row can
//! come first. [`with_exit`] tries all of these readings and accepts the exit if only one of them lets
//! the car leave. For example, a car that drives along row 2 leaves through column 5 of this row, and
//! never through row 5.

use crate::format::rush::{Exit, RushBoard, SIDES};
use crate::{Axis, Direction};

/// The exit of a level, as its text states it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StatedExit {
    /// The side of the board on which the exit is.
    Side(Direction),
    /// The number of the row (for a horizontal axis) or column that leads to the exit, counted from 0 or
    /// from 1, and the side if it is stated too.
    Line(Axis, usize, Option<Direction>),
    /// The numbers of the exit's column and row, counted from 0 or from 1.
    Cell { column: usize, row: usize },
    /// Both numbers of a cell such as `(2, 5)`, which does not say whether the column or the row comes
    /// first.
    Pair([usize; 2]),
}

/// Returns the side of the board that a word names.
pub(super) fn side_named(word: &str) -> Option<Direction> {
    match &*word.to_ascii_lowercase() {
        "left" => Some(Direction::Left),
        "right" => Some(Direction::Right),
        "top" | "up" => Some(Direction::Up),
        "bottom" | "down" => Some(Direction::Down),
        _ => None,
    }
}

/// Returns the cell whose column and row have names, in either order, such as `x: 5, y: 2`.
fn cell_named(names: [&str; 2], numbers: [&str; 2]) -> Option<StatedExit> {
    let is_column = |name: &str| matches!(&*name.to_ascii_lowercase(), "x" | "col" | "column");
    let is_row = |name: &str| matches!(&*name.to_ascii_lowercase(), "y" | "row");
    let [first, second] = [numbers[0].parse().ok()?, numbers[1].parse().ok()?];
    let (column, row) = match names {
        [a, b] if is_column(a) && is_row(b) => (first, second),
        [a, b] if is_row(a) && is_column(b) => (second, first),
        _ => return None,
    };
    Some(StatedExit::Cell { column, row })
}

impl StatedExit {
    /// Reads a word such as `left`, or a cell such as `(2, 5)` or `"x": 5, "y": 2`.
    pub(super) fn read(value: &str) -> Option<Self> {
        let words: Vec<&str> = value
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'))
            .filter(|word| !word.is_empty())
            .collect();
        match words[..] {
            [side] => side_named(side).map(StatedExit::Side),
            [first, x, second, y] => cell_named([first, second], [x, y]),
            [first, second] => {
                let numbers = first.parse().ok().zip(second.parse().ok());
                numbers.map(|(first, second)| StatedExit::Pair([first, second]))
            }
            _ => None,
        }
    }

    /// Returns whether this is a cell of a board, or one beyond its edge.
    pub(super) fn is_cell(self) -> bool {
        let (StatedExit::Cell {
            column: first,
            row: second,
        }
        | StatedExit::Pair([first, second])) = self
        else {
            return false;
        };
        first.max(second) <= SIDES.end() + 1
    }

    /// Returns the exit that two statements describe together, or `None` if they differ.
    pub(super) fn joined(self, other: Self) -> Option<Self> {
        match (self, other) {
            (StatedExit::Side(side), StatedExit::Line(axis, number, known))
            | (StatedExit::Line(axis, number, known), StatedExit::Side(side))
                if side.axis() == axis && known.is_none_or(|known| known == side) =>
            {
                Some(StatedExit::Line(axis, number, Some(side)))
            }
            (
                StatedExit::Line(Axis::Horizontal, row, None),
                StatedExit::Line(Axis::Vertical, column, None),
            )
            | (
                StatedExit::Line(Axis::Vertical, column, None),
                StatedExit::Line(Axis::Horizontal, row, None),
            ) => Some(StatedExit::Cell { column, row }),
            _ => Some(self).filter(|_| self == other),
        }
    }

    /// Returns the exits that can be meant on a square board whose first row and column have the
    /// number `base`. For example, column 6 and row 3 of a 6x6 board, counted from 1, mean the
    /// right end of the third row. A corner belongs to two sides.
    pub(super) fn exits(self, side: usize, base: usize) -> Vec<Exit> {
        let (column, row) = match self {
            StatedExit::Side(direction) => {
                return vec![Exit {
                    side: direction,
                    line: None,
                }];
            }
            StatedExit::Line(axis, number, known) => {
                let sides = match (known, axis) {
                    (Some(side), _) => vec![side],
                    // A row usually leads to an exit at its right end.
                    (None, Axis::Horizontal) => vec![Direction::Right],
                    (None, Axis::Vertical) => vec![Direction::Up, Direction::Down],
                };
                let line = number.checked_sub(base).filter(|&line| line < side);
                let exits = line.into_iter().flat_map(|line| {
                    sides.iter().map(move |&side| Exit {
                        side,
                        line: Some(line),
                    })
                });
                return exits.collect();
            }
            StatedExit::Cell { column, row } => (column, row),
            StatedExit::Pair([first, second]) => {
                let cells = [[first, second], [second, first]];
                let exits = cells.map(|[column, row]| StatedExit::Cell { column, row });
                return exits
                    .into_iter()
                    .flat_map(|exit| exit.exits(side, base))
                    .collect();
            }
        };
        // Count columns and rows from 1, whatever `base` is. A cell at an edge then has the number
        // 1 or `side`, and a cell beyond the right or bottom wall has the number `side + 1`.
        let (x, y) = ((column + 1).checked_sub(base), (row + 1).checked_sub(base));
        let (Some(x), Some(y)) = (x, y) else {
            return Vec::new();
        };
        let mut exits = Vec::new();
        let mut add = |direction, line: usize| {
            if (1..=side).contains(&line) {
                exits.push(Exit {
                    side: direction,
                    line: Some(line - 1),
                });
            }
        };
        if x == 1 {
            add(Direction::Left, y);
        }
        if (side..=side + 1).contains(&x) {
            add(Direction::Right, y);
        }
        if y == 1 {
            add(Direction::Up, x);
        }
        if (side..=side + 1).contains(&y) {
            add(Direction::Down, x);
        }
        exits
    }
}

/// Returns a board with the exit that a line above it states. If the drawing itself shows an exit,
/// the line may only name the side of this exit.
pub(super) fn with_exit_above(
    board: RushBoard,
    stated: Option<StatedExit>,
) -> Result<RushBoard, String> {
    match (board.exit, stated) {
        (None, _) => {
            let side = board.characters.len().isqrt();
            with_exit(board, stated, side, &[0, 1])
        }
        (Some(drawn), Some(stated)) if stated != StatedExit::Side(drawn.side) => Err(
            "the K of this drawing and the line above it state different exits; state one exit"
                .to_owned(),
        ),
        (Some(_), _) => Ok(board),
    }
}

/// Returns a square board of `side` x `side` cells with a stated exit, or an error message if the
/// board cannot have this exit. `bases` are the possible numbers of the first row and column.
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
    // A row can be counted from 0 or from 1, so it does not say which of two cars leaves.
    let is_x =
        matches!(stated, StatedExit::Line(..)) && board.characters.iter().any(|(c, _)| *c == 'X');
    let car = board.car.or(Some('X').filter(|_| is_x));
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
    match (&found[..], stated) {
        (&[exit], _) => Ok(RushBoard {
            exit: Some(exit),
            ..board
        }),
        ([], StatedExit::Side(_)) => Err(mistake.unwrap_or_default()),
        ([], _) => {
            let cell = match stated {
                StatedExit::Pair([first, second]) => format!("({first}, {second})"),
                StatedExit::Cell { column, row } => format!("in column {column} and row {row}"),
                StatedExit::Line(Axis::Horizontal, row, _) => format!("of row {row}"),
                StatedExit::Line(Axis::Vertical, column, _) => format!("of column {column}"),
                StatedExit::Side(_) => String::new(),
            };
            let reason = mistake.unwrap_or_else(|| "it is not at the edge".to_owned());
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
