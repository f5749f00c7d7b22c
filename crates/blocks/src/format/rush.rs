//! Parses Rush Hour boards, such as the 36 characters of a 6x6 board, row by row.
//!
//! The signs `.`, `o`, `_`, `-` and `0` are empty cells, and `x` and `#` are walls. On a board
//! without any of the signs for empty cells, `#` is an empty cell. Every other letter is a car,
//! which can move only along its long axis. One car, the *target car*, must leave the board through
//! the exit, which is at the right end of a row unless the drawing shows another one. For example,
//! in `BBoo/oooC/AAoC/oooo` the car `A` can leave after `C` has moved up.
//!
//! The letter of the target car depends on the program that wrote the board: `X` in most books, `A`
//! in Michael Fogleman's database, `P` or `R` in courses. [`leaving_car`] therefore also considers
//! where the car stands, and refuses boards on which several cars are possible.

use std::ops::RangeInclusive;

use super::FormatError;
use super::goal::over_wall;
use super::grid::{shapes, start_puzzle};
use crate::{Axis, BlockGoal, Direction, GoalPiece, Puzzle};

/// Range of supported side lengths of a board, in cells.
pub(super) const SIDES: RangeInclusive<usize> = 4..=12;

/// Key of a line such as `car: P`, which names the target car: the car that must leave the board.
pub(super) const CAR: &str = "car";

/// A Rush Hour board as it was drawn.
#[derive(Clone)]
pub(super) struct RushBoard {
    pub(super) characters: Vec<Placed>,
    /// Number of cells in a row, or `None` if the board is square.
    pub(super) width: Option<usize>,
    /// The exit, or `None` if neither the drawing nor a level pack shows it.
    pub(super) exit: Option<Exit>,
    /// The letter of the target car, which must leave the board, or `None` if the input does not
    /// specify it.
    pub(super) car: Option<char>,
    /// The meaning of the letters on a board that is given as a list of cars, such as `G = green`.
    /// `None` for all other boards.
    pub(super) list_letters: Option<String>,
    /// A solution length that the input gives without saying what counts as a move.
    pub(super) stated_moves: Option<u32>,
}

/// The place where the target car leaves the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Exit {
    /// The side of the board on which the exit is.
    pub(super) side: Direction,
    /// The zero-based index of the row or column that leads to the exit, or `None` if only the side
    /// is known.
    pub(super) line: Option<usize>,
}

/// A character of a board, with its line and column in the input for error messages.
pub(super) type Placed = (char, (usize, usize));

/// Returns the characters of a board, each with its position in the input. `line` and `column` say
/// where the board begins. Spaces and the slashes between rows are skipped.
pub(super) fn placed(text: &str, line: usize, column: usize) -> impl Iterator<Item = Placed> {
    let places = text
        .chars()
        .enumerate()
        .map(move |(i, c)| (c, (line, column + i)));
    places.filter(|(c, _)| !c.is_whitespace() && *c != '/')
}

impl RushBoard {
    /// Creates a square board whose drawing does not show the exit.
    pub(super) fn square(characters: Vec<Placed>, car: Option<char>) -> Self {
        RushBoard {
            characters,
            width: None,
            exit: None,
            car,
            list_letters: None,
            stated_moves: None,
        }
    }

    /// Returns `#` if the board contains this sign but no other sign for empty cells. The `#` then
    /// stands for an empty cell, because no car could move without empty cells.
    pub(super) fn empty_sign(&self) -> Option<char> {
        let has = |signs: &str| self.characters.iter().any(|&(c, _)| signs.contains(c));
        Some('#').filter(|_| has("#") && !has(".o_-0"))
    }

    /// Checks that the board is a square with `stated` rows and columns. Without a stated size, any
    /// board is accepted.
    ///
    /// # Errors
    /// Returns an error message if the board has another size.
    pub(super) fn check_side(&self, stated: Option<usize>) -> Result<(), String> {
        let cells = self.characters.len();
        let width = self.width.unwrap_or(cells.isqrt());
        let height = cells / width.max(1);
        match stated {
            Some(side) if [width, height] != [side; 2] => Err(format!(
                "the stated size is {side}x{side}, but this board of {cells} cells is {width}x{height}; correct the size or \
                 the board"
            )),
            _ => Ok(()),
        }
    }

    /// Creates an unnamed puzzle from the board. `begin` is the line and column where the board
    /// begins. It is used in the error message for an empty board.
    pub(super) fn puzzle(&self, begin: (usize, usize)) -> Result<Puzzle, FormatError> {
        let characters = &self.characters;
        let error = |cell: usize, message: String| {
            let place = characters
                .get(cell)
                .or(characters.last())
                .map_or(begin, |(_, place)| *place);
            FormatError::new(place, message)
        };
        let mut grid = Vec::new();
        let empty_sign = self.empty_sign();
        for (cell, &(found, _)) in characters.iter().enumerate() {
            grid.push(match found {
                '.' | 'o' | '_' | '-' | '0' => '.',
                '#' if empty_sign == Some('#') => '.',
                'x' | '#' => '#',
                c if c.is_ascii_alphabetic() => c,
                _ => {
                    let unknown = "is not possible here: use letters for pieces, '.' or 'o' for empty cells, 'x' for walls";
                    return Err(error(cell, format!("'{found}' {unknown}")));
                }
            });
        }
        let square = SIDES.into_iter().find(|side| side * side == grid.len());
        let Some(width) = self.width.or(square) else {
            let length = "a Rush Hour board has 36 characters (or another square from 16 to 144), this one has";
            return Err(error(36, format!("{length} {}", grid.len())));
        };
        // Check the shapes here, although `start_puzzle` checks them too. Its error messages are
        // about maps, but the user has written a string.
        for (label, anchor, shape) in shapes(&grid, width) {
            if shape.len() < 2 || !shape.is_straight() {
                let exit = if label == 'K' && shape.len() == 1 {
                    "; if it marks the exit, write it beyond the wall, with spaces instead of dots beside it"
                } else {
                    ""
                };
                return Err(error(
                    anchor,
                    format!("piece '{label}' is not a straight line of at least two cells{exit}"),
                ));
            }
        }
        let mut puzzle = start_puzzle(&grid, width, true, &|cell| characters[cell].1)?;
        let car = leaving_car(&puzzle, self).map_err(|message| FormatError {
            asks_for_car: self.car.is_none(),
            ..error(0, message)
        })?;
        let piece = &puzzle.pieces[car];
        let anchor = puzzle.start.anchor_of(car);
        let (column, row) = (anchor % width, anchor / width);
        let (height, length) = (grid.len() / width, piece.shape.len());
        let (cell, step) = match self.exit.map_or(Direction::Right, |exit| exit.side) {
            Direction::Right => (row * width + width - length, 1),
            Direction::Left => (row * width, 1),
            Direction::Up => (column, width),
            Direction::Down => ((height - length) * width + column, width),
        };
        let mut goal = (0..length).map(|place| cell + place * step);
        if let Some(wall) = goal.find(|&cell| grid[cell] == '#') {
            return Err(error(wall, over_wall(piece.label)));
        }
        let target = GoalPiece {
            label: piece.label,
            piece: Some(car),
            group: None,
            shape: piece.shape.clone(),
            cell,
        };
        puzzle.goal = Some(BlockGoal {
            by_shape: false,
            pieces: vec![target],
        });
        puzzle.state_moves(self.stated_moves);
        Ok(puzzle)
    }
}

/// Finds the target car, which must leave the board, or returns a message that says why it is not
/// clear which car this is.
///
/// If the input does not name the target car and no car is called `X`, the target car is assumed to
/// be the car that stands lengthwise in front of the exit. If the drawing shows no exit, the exit
/// is assumed to be in the row above the middle of the board, as on all boards that are sold. The
/// letter `P` or `R` marks the target car only if the board has too few cars for the letter to be
/// simply the next one in the alphabet.
fn leaving_car(puzzle: &Puzzle, board: &RushBoard) -> Result<usize, String> {
    let (exit, named) = (board.exit, board.car);
    let pieces = &puzzle.pieces;
    let axis = exit.map_or(Axis::Horizontal, |exit| exit.side.axis());
    let known_line = exit.and_then(|exit| exit.line);
    // Exits at the end of a row are usually in the third of six rows. Exits at the end of a column
    // have no usual position.
    let usual_line = (axis == Axis::Horizontal).then_some((puzzle.height() - 1) / 2);
    let line = known_line.or(usual_line);
    let is_at_exit = |car: usize| {
        let anchor = puzzle.start.anchor_of(car);
        let (column, row) = (anchor % puzzle.width, anchor / puzzle.width);
        let is_horizontal = axis == Axis::Horizontal;
        pieces[car].axis == Some(axis) && line == Some(if is_horizontal { row } else { column })
    };
    let cars = || 0..pieces.len();
    let at_exit: Vec<usize> = cars().filter(|&car| is_at_exit(car)).collect();
    // If the row or column of the exit is known, only a car in front of the exit can leave.
    // Otherwise, a car in any row can leave, or in any column if the exit is at the top or bottom.
    let possible: Vec<usize> = cars()
        .filter(|&car| is_at_exit(car) || known_line.is_none() && pieces[car].axis == Some(axis))
        .collect();
    let called = |label: char| {
        let mut cars = possible.iter().copied();
        cars.find(|&car| pieces[car].label == label)
    };
    let place = match (known_line, axis) {
        (None, Axis::Horizontal) => "in a row".to_owned(),
        (None, Axis::Vertical) => "in a column".to_owned(),
        (Some(line), Axis::Horizontal) => format!("in row {}, which leads to the exit", line + 1),
        (Some(line), Axis::Vertical) => format!("in column {}, which leads to the exit", line + 1),
    };
    let other_exit = match board.list_letters {
        None => "if the exit is elsewhere, write a K beyond the wall there",
        Some(_) => {
            "if the exit of a list of cars is not at the right, state it, as in \"exit\":\"left\""
        }
    };
    if let Some(label) = named {
        let missing = || format!("no car '{label}' stands lengthwise {place}; {other_exit}");
        return called(label).ok_or_else(missing);
    }
    if let Some(car) = called('X') {
        return Ok(car);
    }
    let has_role = |car: usize| match pieces[car].label {
        'P' => pieces.len() < 16,
        'R' => pieces.len() < 18,
        label => label == 'X',
    };
    let roles: Vec<usize> = cars()
        .filter(|&car| has_role(car) && (known_line.is_none() || is_at_exit(car)))
        .collect();
    let roles_at_exit: Vec<usize> = roles
        .iter()
        .copied()
        .filter(|&car| is_at_exit(car))
        .collect();
    match (&roles[..], &roles_at_exit[..], &at_exit[..]) {
        (_, &[car], _) | ([], _, &[car]) => return Ok(car),
        (&[car], _, []) if possible.contains(&car) => return Ok(car),
        ([], _, []) if possible.len() == 1 => return Ok(possible[0]),
        ([], _, [_, ..]) if known_line.is_none() => {
            if let Some(car) = called('A').filter(|&car| is_at_exit(car)) {
                return Ok(car);
            }
        }
        _ => (),
    }
    let letters: Vec<String> = possible
        .iter()
        .map(|&car| pieces[car].label.to_string())
        .collect();
    let Some(first) = letters.first() else {
        return Err(format!(
            "no car can leave, because none stands lengthwise {place}; {other_exit}"
        ));
    };
    let advice = match board.list_letters.as_deref() {
        None => format!("name it in a line '{CAR}: {first}' above the board, and {other_exit}"),
        Some("") => "call it X in the list".to_owned(),
        Some(names) => format!("call it X in the list; the letters are {names}"),
    };
    let letters = letters.join(", ");
    Err(format!(
        "it is not clear which car leaves ({letters}); {advice}"
    ))
}

/// Parses the value of a line such as `car: P`, which must be a single letter.
pub(super) fn car_letter(value: &str) -> Result<char, String> {
    let value = value.trim();
    let letter = value.parse().ok().filter(char::is_ascii_alphabetic);
    letter.ok_or_else(|| {
        let found: String = value.chars().take(20).collect();
        format!("'{CAR}: {found}' names no car; expected one letter, as in '{CAR}: P'")
    })
}
